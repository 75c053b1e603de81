// bastide show: a board as text or as a picture, one tile with the names of its places.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "art/art.h"
#include "cli/board_text.h"
#include "cli/cli.h"
#include "game/extent.h"
#include "notation/words.h"

namespace bastide::cli {
namespace {

struct ShowOptions {
  std::string input, tile, preset = "new", svg, theme, colour = "auto";
  bool has_preset = false;
  int ply = -1, size = 1600;
};

/// What is to be shown, wherever it came from.
struct View {
  GameRulesPtr rules;
  std::vector<SeatSpec> seats;
  State<Full> state;
};

bool want_colour(const std::string& choice) {
  return choice == "always" || (choice == "auto" && is_terminal(STDOUT_FILENO) && std::getenv("NO_COLOR") == nullptr);
}

Result<View> load(const Catalogue& data, const ShowOptions& options) {
  BASTIDE_TRY(auto loaded, parse_game_or_position(data, options.input));
  if (auto* position = std::get_if<Position>(&loaded)) {
    if (options.ply >= 0) return failure("--ply is for games: a position has no plies");
    return View{position->rules, position->seats, position->state};
  }
  auto game = Game::replay(std::get<Record>(loaded), options.ply);
  if (!game) {
    game.error().source = options.input;
    return tl::unexpected<Error>(game.error());
  }
  if (options.ply > static_cast<int>(game->plies().size()))
    return failure(fmt::format("--ply {}: the game has {} plies", options.ply, game->plies().size()));
  return View{game->rules_ptr(), game->seats(), game->state()};
}

/// Figures on the board that are no seat's.
std::vector<const FigureRow*> seatless(const State<Full>& state) {
  std::vector<const FigureRow*> rows;
  for (const FigureRow& row : figure_rows(state))
    if (row.seat == kNobody && row.at.kind != Place::supply) rows.push_back(&row);
  return rows;
}

/// Piles that are nobody's and that everybody sees.
std::vector<const PileSpec*> open_piles(const GameRules& rules) {
  std::vector<const PileSpec*> specs;
  for (const Expansion* expansion : rules.added)
    for (const PileSpec& spec : expansion->piles)
      if (!spec.by_seat && !spec.hidden && spec.pile.sight != Sight::nobody) specs.push_back(&spec);
  return specs;
}

void print_text(const View& view, bool colour) {
  const State<Full>& state = view.state;
  fmt::print("{}\n\n{}\n{}\n\n", describe(*view.rules)[0], board_text(*view.rules, state, colour),
             board_legend(*view.rules));
  for (std::size_t seat = 0; seat < view.seats.size(); ++seat)
    fmt::print("{} {:<20} {:>4} points  {} followers in hand{}\n", seat + 1, view.seats[seat].name, state.score[seat],
               state.supply[seat], state.phase != Phase::over && state.seat == seat ? "  to move" : "");
  std::string holds;
  for (std::size_t seat = 0; seat < view.seats.size(); ++seat) {
    std::string tiles;
    for (const HeldTile& tile : held(state))
      if (tile.seat == seat) tiles += " " + view.rules->kinds[tile.kind].name;
    for (int token = 0; token < static_cast<int>(view.rules->kernel.tokens.size()); ++token)
      if (const int count = tokens_of(view.rules->kernel, state, token, static_cast<int>(seat)); count != 0)
        tiles += fmt::format(" {} {}", count, view.rules->token(token).name);
    if (!tiles.empty()) holds += fmt::format("\nheld by {}:{}", view.seats[seat].name, tiles);
  }
  for (const PileSpec* spec : open_piles(*view.rules)) {
    std::string tiles;
    for_each_held(state, view.rules->pile(spec->name), kNobody,
                  [&](int kind) { tiles += " " + view.rules->kinds[kind].name; });
    if (!tiles.empty()) holds += fmt::format("\n{}:{}", spec->name, tiles);
  }
  for (const FigureRow* row : seatless(state))
    holds +=
        fmt::format("\n{} at {}", name_of_figure(*view.rules, row->figure), where_text(*view.rules, state, row->at));
  for (const FigureRow& row : figure_rows(state))
    if (row.seat != kNobody && (row.at.kind == Place::corner || row.at.kind == Place::kept))
      holds += fmt::format("\n{} of {} {}", name_of_figure(*view.rules, row.figure), view.seats[row.seat].name,
                           row.at.kind == Place::kept ? fmt::format("kept by {}", view.seats[row.at.x].name)
                                                      : "at " + where_text(*view.rules, state, row.at));
    else if (row.at.kind == Place::piece && row.seat != kNobody)
      holds += fmt::format("\n{} of {} at {}", name_of_figure(*view.rules, row.figure), view.seats[row.seat].name,
                           where_text(*view.rules, state, row.at));
  for (int piece = 0; piece < state.pieces; ++piece)
    if (const int heap = heap_on(state, piece); heap > 0) {
      const int top = on_top(state, piece);
      holds += fmt::format("\n{} heaped on the tile at {}", heap, piece_text(laid_piece(state, piece)));
      if (top < 0) continue;
      const FigureRow& row = figure_rows(state)[top];
      holds += fmt::format(", {} of {} on top", name_of_figure(*view.rules, row.figure), view.seats[row.seat].name);
    }
  if (!holds.empty()) fmt::print("{}\n", holds);
  const bool drawn = holds_drawn(*view.rules, state);
  const std::string place = drawn ? fmt::format("; tile {} is to be placed", view.rules->kinds[state.drawn].name) : "";
  fmt::print("\n{} tiles in the stack{}{}\n", state.left, place,
             state.phase == Phase::over ? "; the game is over" : "");
}

art::BoardFigure loose(const View& view, const FigureRow& row) {
  art::BoardFigure figure;
  figure.kind = name_of_figure(*view.rules, row.figure);
  if (row.at.on_tile())
    figure.piece = static_cast<std::size_t>(row.at.x);
  else
    figure.x = row.at.x, figure.y = row.at.y;
  if (row.at.kind == Place::beside && on_top(view.state, row.at.x) == row.at.y)
    figure.place = "top";
  else if (row.at.kind == Place::beside)
    figure.place = view.rules->feature(view.state.piece[row.at.x].kind, row.at.index).place;
  return figure;
}

std::string picture(const View& view, art::Theme theme, int size) {
  const State<Full>& state = view.state;
  std::vector<art::BoardPiece> pieces;
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    const auto& cell = state.cell[piece.cell];
    pieces.push_back(
        {view.rules->kinds[piece.kind].tile, cell.x, cell.y, piece.rotation, std::to_string(p), {}, heap_on(state, p)});
  }
  std::vector<art::BoardFollower> followers;
  for (const PlacedFigure& figure : figures_on_board(state)) {
    const auto& feature = view.rules->feature(state.piece[figure.piece].kind, figure.feature);
    const std::string name = figure_name(*view.rules, static_cast<FeatureType>(feature.type), figure.figure);
    followers.push_back({static_cast<std::size_t>(figure.piece), feature.place,
                         art::figure_named(name).value_or(art::Figure::knight), figure.seat});
  }
  for (const FigureRow& row : figure_rows(state))
    if (row.at.kind == Place::corner)
      followers.push_back({static_cast<std::size_t>(row.piece()), std::string(corner_name(row.at.y)),
                           art::figure_named(name_of_figure(*view.rules, row.figure)).value_or(art::Figure::knight),
                           row.seat});
    else if (row.at.kind == Place::piece && row.seat != kNobody && row.feature() != kOverpass)
      followers.push_back(
          {static_cast<std::size_t>(row.piece()), view.rules->feature(state.piece[row.at.x].kind, row.feature()).place,
           art::figure_named(name_of_figure(*view.rules, row.figure)).value_or(art::Figure::knight), row.seat});
  for (int piece = 0; piece < state.pieces; ++piece)
    if (const int top = on_top(state, piece); top >= 0) {
      const FigureRow& row = figure_rows(state)[top];
      const std::string name = figure_name(*view.rules, FeatureType::city, row.figure);
      followers.push_back(
          {static_cast<std::size_t>(piece), "top", art::figure_named(name).value_or(art::Figure::knight), row.seat});
    }
  art::BoardOptions options;
  for (const Overpass& road : overpasses(state)) {
    const auto& cell = state.cell[road.cell];
    std::optional<int> seat;
    for (const FigureRow& row : figure_rows(state))
      if (row.at.kind == Place::piece && row.feature() == kOverpass &&
          state.piece[row.at.x].cell == state.piece[road.piece].cell)
        seat = row.seat;
    options.overpasses.push_back({cell.x, cell.y, road.from == north, seat});
  }
  for (const FigureRow* row : seatless(state)) options.figures.push_back(loose(view, *row));
  options.width = size;
  if (pieces.size() > 1) options.last = pieces.size() - 1;
  const Edge edge = edge_of(*view.rules, state);
  for (const Area& area : edge.areas) options.table.push_back({area.left, area.top, area.right, area.bottom});
  options.shifting = edge.shifting;
  return art::board_svg(pieces, followers, theme, options);
}

void print_tile(const TileSpec& tile, bool colour) {
  fmt::print("{}", tile_text(tile, colour));
  for (const TileFeatureSpec& feature : tile.features) {
    std::string where;
    for (const TileSide side : feature.sides) where += fmt::format(" {}", to_string(side));
    for (const TilePort port : feature.ports) where += fmt::format(" {}", to_string(port));
    fmt::print("  {:<12}{}{}{}\n", feature.place, to_string(feature.type), where,
               feature.shields > 0 ? fmt::format(", {} shield", feature.shields) : "");
  }
  for (const TileSymbol& symbol : tile.symbols) fmt::print("  {}\n", symbol.type);
}

/// A tile of a set whose names have a prefix, such as H1-05: presets do not hold it.
bool show_tile_of_set(const Catalogue& data, const ShowOptions& options) {
  for (const TileSet& set : data.sets)
    for (const TileSpec& tile : set.tiles) {
      if (set.prefix.empty() || set.prefix + tile.id != options.tile) continue;
      fmt::print("tile {} of {}, {} in the box\n", options.tile, set.name, tile.count);
      print_tile(tile, want_colour(options.colour));
      return true;
    }
  return false;
}

int show_tile(const Catalogue& data, const ShowOptions& options) {
  if (show_tile_of_set(data, options)) return 0;
  const PresetSpec* preset = data.find_preset(options.preset);
  const auto rules = compile(data, {options.preset, {}}, preset ? preset->min_seats : 2);
  if (!rules) return fail(rules.error());
  const int kind = (*rules)->kind_by_name(options.tile);
  if (kind < 0) {
    Error error;
    error.message = fmt::format("{} has no tile '{}'", preset->name, options.tile);
    for (const auto& each : (*rules)->kinds) error.expected += (error.expected.empty() ? "" : " ") + each.name;
    return fail(error);
  }
  const auto& chosen = (*rules)->kinds[kind];
  fmt::print("tile {} of {}, {} in the game\n", chosen.name, preset->name, chosen.count);
  print_tile(*chosen.tile, want_colour(options.colour));
  return 0;
}

int run(const Context& context, const ShowOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  if (!options.tile.empty()) return show_tile(**data, options);
  const auto view = load(**data, options);
  if (!view) return fail(view.error());
  if (options.svg.empty()) {
    print_text(*view, want_colour(options.colour));
    return 0;
  }
  const auto theme = art::theme_named(options.theme.empty() ? view->rules->preset->theme : options.theme);
  const auto written = write_output(options.svg, picture(*view, theme.value_or(art::Theme::summer), options.size));
  return written ? 0 : fail(written.error());
}

}  // namespace

void declare_show(const Command& app, Context& context) {
  const Command command =
      app.add_subcommand("show", "show the board of a game or position as text or as SVG, or one tile");
  const auto options = std::make_shared<ShowOptions>();
  const Option input =
      command.add_option("game", options->input, "file with a game or a position; - reads standard input")
          .type_name("GAME|POSITION");
  const Option tile = command.add_option("--tile", options->tile, "show this tile and the names of its places instead")
                          .type_name("TILE");
  const Option preset = command.add_option("--preset", options->preset, "whose tiles --tile means")
                            .capture_default_str()
                            .type_name("PRESET");
  const Option ply =
      command.add_option("--ply", options->ply, "the game after that many plies").range(0, 100000).type_name("N");
  const Option svg = command.add_option("--svg", "write a picture, to standard output or into a file")
                         .type_name("[FILE]")
                         .value_optional("-");
  command
      .add_option("--theme", options->theme, "of the picture: summer, winter, parchment; without it the edition's own")
      .one_of({"summer", "winter", "parchment"})
      .type_name("THEME");
  command.add_option("--size", options->size, "width of the picture in pixels")
      .capture_default_str()
      .range(100, 20000)
      .type_name("PIXELS");
  command.add_option("--color", options->colour, "colours in text: auto, always, never")
      .capture_default_str()
      .one_of({"auto", "always", "never"})
      .type_name("WHEN");
  tile.excludes(input).excludes(ply).excludes(svg);
  preset.needs(tile);
  command.callback([&context, options, svg, input, tile] {
    if (input.count() == 0 && tile.count() == 0) missing("GAME|POSITION (or --tile)");
    if (svg.count() > 0) options->svg = svg.results().empty() || svg.results()[0].empty() ? "-" : svg.results()[0];
    context.run = [&context, options] { return run(context, *options); };
  });
}

}  // namespace bastide::cli
