// Lays and counts a table entered by hand. What is wrong with it: sheet_problems.cpp.
#include "game/analysis.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/by_hand.h"
#include "core/kernel.h"
#include "game/sheet_problems.h"
#include "notation/position_lines.h"

namespace bastide {
namespace {

Result<void> read_score(Sheet& sheet, const Line& line) {
  for (std::size_t seat = 0; seat < sheet.score.size(); ++seat) {
    BASTIDE_TRY(sheet.score[seat], parse_number(line, seat + 1, -kMostSheetPoints, kMostSheetPoints));
  }
  return {};
}

Result<void> read_tokens(Sheet& sheet, const Line& line) {
  BASTIDE_TRY(const auto token, parse_token(*sheet.rules, line));
  for (std::size_t seat = 0; seat < sheet.seats.size(); ++seat) {
    BASTIDE_TRY(sheet.tokens[token][seat], parse_number(line, seat + 2, 0, kMostSheetTokens));
  }
  return {};
}

/// Tiles that a position says to be somewhere else than on the table.
Result<void> read_aside(Sheet& sheet, const Line& line, std::size_t from) {
  for (std::size_t word = from; word < std::max(line.words.size(), from + 1); ++word) {
    if (sheet.aside.size() >= kMostSheetTiles) return error_at(line, word, "there are too many tiles", {}, "SET-1");
    BASTIDE_TRY(const auto kind, parse_tile(*sheet.rules, line, word));
    sheet.aside.push_back(kind);
  }
  return {};
}

Result<void> read_tile(Sheet& sheet, const Line& line) {
  BASTIDE_TRY(const auto placed, parse_tile_line(*sheet.rules, line));
  if (std::max(std::abs(placed.x), std::abs(placed.y)) > kFarthestSheetSpace)
    return error_at(line, 2, "this space is too far away", fmt::format("numbers up to {}", kFarthestSheetSpace));
  if (sheet.tiles.size() >= kMostSheetTiles)
    return error_at(line, 0, fmt::format("there are more than {} tiles", kMostSheetTiles), {}, "SET-1");
  sheet.tiles.push_back({placed.tile, {placed.x, placed.y}, placed.rotation, 0});
  for (std::size_t word = kTileWords; word < line.words.size(); ++word) {
    const auto on = static_cast<int>(sheet.tiles.size()) - 1;
    BASTIDE_TRY(const auto heap, parse_heap_word(line, word));
    if (heap) {
      sheet.tiles.back().heap = *heap;
      continue;
    }
    BASTIDE_TRY(const auto top, parse_top_word(*sheet.rules, line, word));
    if (top && sheet.tops.size() < kMostSheetFigures) {
      sheet.tops.push_back({on, *top});
      continue;
    }
    BASTIDE_TRY(const auto corner, parse_corner_word(*sheet.rules, line, word));
    if (corner && sheet.corners.size() < kMostSheetFigures) {
      sheet.corners.push_back({on, *corner});
      continue;
    }
    BASTIDE_TRY(const auto figure, parse_figure_word(*sheet.rules, line, word, placed.tile));
    if (stands_on_piece(*sheet.rules, line, word) && sheet.on_tiles.size() < kMostSheetFigures) {
      sheet.on_tiles.push_back({on, figure});
      continue;
    }
    if (sheet.figures.size() >= kMostSheetFigures)
      return error_at(line, word, fmt::format("there are more than {} followers", kMostSheetFigures), {}, "SET-2");
    sheet.figures.push_back({on, figure.at.feature, figure.seat, figure.at.figure});
  }
  return {};
}

Result<void> read_over(Sheet& sheet, const Line& line) {
  BASTIDE_TRY(const auto road, parse_over_line(line));
  if (sheet.over.size() >= kMaxOverpasses) return error_at(line, 0, "more roads over tiles than there are");
  sheet.over.push_back({{road.space.x, road.space.y}, road.from});
  return {};
}

/// The double tile with its second square in a space, as an index; none: the number of tiles.
int tile_reaching(const Sheet& sheet, Space space) {
  const auto reaches = [&](const SheetTile& tile) {
    const FarSide far = kFarSides[kSecondBeyond[tile.rotation & 3]];
    return sheet.rules->kernel.kinds[tile.kind].doubled && Space{tile.space.x + far.dx, tile.space.y + far.dy} == space;
  };
  return static_cast<int>(std::find_if(sheet.tiles.begin(), sheet.tiles.end(), reaches) - sheet.tiles.begin());
}

/// The tiles lie, and are numbered in each space in their order.
Result<void> read_neutral(Sheet& sheet, const Line& line) {
  BASTIDE_TRY(const auto figure, parse_neutral_line(line));
  if (sheet.neutral.size() >= kMostSheetFigures)
    return error_at(line, 0, fmt::format("there are more than {} figures", kMostSheetFigures));
  const Space space{figure.space.x, figure.space.y};
  SheetNeutral put;
  put.spec = figure.spec;
  for (int number = figure.number; put.tile < static_cast<int>(sheet.tiles.size()); ++put.tile)
    if (sheet.tiles[put.tile].space == space && number-- == 0) break;
  if (put.tile == static_cast<int>(sheet.tiles.size()) && figure.spec->on == Place::space) {
    put.tile = tile_reaching(sheet, space);
    put.feature = kSecondSquare;
  }
  if (put.tile == static_cast<int>(sheet.tiles.size())) return error_at(line, 2, "no such tile lies there");
  if (figure.beside && figure.beside->words[0].text == kOnHeap) {
    put.feature = kTopFeature;
  } else if (figure.beside) {
    BASTIDE_TRY(const auto place, parse_figure(*sheet.rules, sheet.tiles[put.tile].kind, *figure.beside, 0));
    put.feature = place.feature;
    put.seat = figure.seat - 1;
    put.figure = place.figure;
  }
  sheet.neutral.push_back(put);
  return {};
}

Result<void> read_pile(Sheet& sheet, const Line& line, const PileSpec& spec) {
  const int pile = sheet.rules->pile(spec.name);
  const bool seats = pile >= 0 && seats_pile(*sheet.rules, pile);
  int seat = -1;
  if (spec.by_seat) {
    BASTIDE_TRY(const auto number, parse_number(line, 1, 1, sheet.rules->kernel.seats));
    // On an empty table everybody gets these when the game is set up.
    if (sheet.tiles.empty() && pile >= 0 && sheet.rules->kernel.piles[pile].laid == Laid::instead) return {};
    if (line.words.size() <= 2) return {};
    seat = static_cast<int>(number) - 1;
  }
  const std::size_t before = sheet.aside.size();
  BASTIDE_CHECK(read_aside(sheet, line, spec.by_seat ? 2 : 1));
  if (pile < 0 || !(seats || open_pile(*sheet.rules, pile))) return {};
  for (std::size_t i = before; i < sheet.aside.size(); ++i) sheet.held.push_back({sheet.aside[i], pile, seat});
  sheet.aside.resize(before);
  return {};
}

/// Whose turn it is and what is asked makes no difference here; such lines are known and passed over.
Result<void> read_line(Sheet& sheet, const Line& line) {
  constexpr std::array<std::string_view, 11> passed_over = {"move", "turn",    "left",   "again", "drawing", "follower",
                                                            "over", "went-on", "memory", "part",  "part-due"};
  const std::string_view key = line.words[0].text;
  if (key == "tile") return read_tile(sheet, line);
  if (key == "over" && line.words.size() > 1) return read_over(sheet, line);
  if (key == "score") return read_score(sheet, line);
  if (key == "token") return read_tokens(sheet, line);
  if (key == "kept") {
    BASTIDE_TRY(const auto kept, parse_kept_line(*sheet.rules, line));
    sheet.kept.insert(sheet.kept.end(), kept.begin(), kept.end());
    if (sheet.kept.size() > kMostSheetFigures)
      return error_at(line, 0, fmt::format("there are more than {} figures", kMostSheetFigures));
    return {};
  }
  if (key == "aside" || key == "drawn") return read_aside(sheet, line, 1);
  const auto word = expansion_word(key);
  if (word && word->pile) return read_pile(sheet, line, *word->pile);
  if (word || std::find(passed_over.begin(), passed_over.end(), key) != passed_over.end()) return {};
  return error_at(
      line, 0, fmt::format("'{}' cannot stand here", key),
      "tile, score, token, kept, move, turn, left, drawn, aside, again, part, part-due, went-on, drawing, follower, "
      "over, or a word "
      "of an expansion");
}

/// Everything that is there for tiles that are not on the table.
std::vector<int> count_left(const Sheet& sheet, const State<Full>& state) {
  std::vector<int> left;
  for (const auto& kind : sheet.rules->kinds) left.push_back(kind.count);
  for (int p = 0; p < state.pieces; ++p) --left[state.piece[p].kind];
  for (const int kind : sheet.aside) --left[kind];
  for (const SheetHeld& tile : sheet.held) --left[tile.kind];
  return left;
}

/// Out of the stack, or of a pile.
void take_from_box(State<Full>& state, int kind) {
  const auto end = state.stack.begin() + state.left;
  if (const auto tile = std::find(state.stack.begin(), end, kind); tile != end) {
    *tile = state.stack[--state.left];
    return;
  }
  const std::span<HeldTile> tiles = held(state);
  const auto row = std::find_if(tiles.begin(), tiles.end(), [&](const HeldTile& tile) { return tile.kind == kind; });
  if (row != tiles.end()) take_held(state, static_cast<std::size_t>(row - tiles.begin()));
}

/// The seat to move is to draw: into its hand, for the centre, or to place the tile.
void ask_for_a_draw(const Ruleset& rules, State<Full>& state) {
  resume(rules, state, Phase::draw);
  if (state.left == 0) return;
  const Moment moment = state.pieces == 0 ? Moment::set_up : Moment::draw;
  State<Full> asking = state;
  if (ask_expansions(rules, asking, moment) && asking.phase == Phase::draw) state = asking;
}

/// Roads over tiles lie as soon as they fit, since what is laid later goes on from them.
void lay_tiles(const Sheet& sheet, SheetAnalysis& analysis) {
  State<Full>& state = analysis.position.state;
  analysis.over.assign(sheet.over.size(), false);
  for (std::size_t i = 0; i < sheet.tiles.size(); ++i) {
    const SheetTile& tile = sheet.tiles[i];
    const Move move = Move::place(tile.kind, tile.space.x, tile.space.y, tile.rotation);
    const bool laid = set_tile_anyway(sheet.rules->kernel, state, move);
    analysis.piece_of_tile.push_back(laid ? state.pieces - 1 : -1);
    if (!laid) continue;
    analysis.tile_of_piece.push_back(static_cast<int>(i));
    if (heaps_on(*sheet.rules, tile.kind) >= 0) heap_of(state, state.pieces - 1) = static_cast<uint8_t>(tile.heap);
    for (std::size_t n = 0; n < sheet.over.size(); ++n)
      if (const SheetOver& road = sheet.over[n]; !analysis.over[n])
        analysis.over[n] = set_overpass(sheet.rules->kernel, state, road.space.x, road.space.y, road.from, false);
  }
}

void put_figures(const Sheet& sheet, SheetAnalysis& analysis) {
  for (std::size_t i = 0; i < sheet.figures.size(); ++i) {
    const SheetFigure& figure = sheet.figures[i];
    const int piece = analysis.piece_of_tile[figure.tile];
    if (piece >= 0 && set_figure_anyway(sheet.rules->kernel, analysis.position.state, piece, figure.feature,
                                        figure.seat, figure.figure))
      analysis.figures.push_back({static_cast<int>(i), figure.seat, piece, figure.feature, figure.figure});
  }
}

void put_at_corners(const Sheet& sheet, SheetAnalysis& analysis) {
  for (const SheetCorner& figure : sheet.corners) {
    const int piece = analysis.piece_of_tile[figure.tile];
    analysis.corners.push_back(piece >= 0 && stand_at_corner(*sheet.rules, analysis.position.state, piece, figure.at));
  }
}

void put_on_tops(const Sheet& sheet, SheetAnalysis& analysis) {
  for (const SheetTop& figure : sheet.tops) {
    const int piece = analysis.piece_of_tile[figure.tile];
    analysis.tops.push_back(piece >= 0 && stand_on_top(*sheet.rules, analysis.position.state, piece, figure.at));
  }
}

void keep_figures(const Sheet& sheet, State<Full>& state) {
  const Ruleset& rules = sheet.rules->kernel;
  for (const KeptFigure& figure : sheet.kept)
    if (supply_of(rules, state, figure.owner, figure.figure) > 0)
      put_away(rules, state, figure.owner, figure.figure, Place::kept_by(figure.keeper));
}

void put_on_tiles(const Sheet& sheet, SheetAnalysis& analysis) {
  for (const SheetOnTile& figure : sheet.on_tiles) {
    const int piece = analysis.piece_of_tile[figure.tile];
    analysis.on_tiles.push_back(piece >= 0 && stand_on_piece(*sheet.rules, analysis.position.state, piece, figure.at));
  }
}

Place neutral_at(const Sheet& sheet, const State<Full>& state, const SheetNeutral& figure, int piece) {
  if (figure.feature < 0) return neutral_place(state, *figure.spec, piece, figure.feature);
  return place_beside(*sheet.rules, state, piece, figure.feature, figure.figure, figure.seat);
}

/// Those that have a tile, and whom they stand beside.
void put_neutral(const Sheet& sheet, SheetAnalysis& analysis) {
  State<Full>& state = analysis.position.state;
  for (const SheetNeutral& figure : sheet.neutral) {
    const int piece = analysis.piece_of_tile[figure.tile];
    const int number = neutral_in_box(*sheet.rules, state, *figure.spec);
    const Place at = piece < 0 || number < 0 ? Place{} : neutral_at(sheet, state, figure, piece);
    if (number >= 0) place_of(state, number) = at;
    analysis.neutral.push_back(at.kind == Place::supply ? -1 : number);
  }
}

void hold(const Sheet& sheet, State<Full>& state) {
  for (const SheetHeld& tile : sheet.held) {
    take_from_box(state, tile.kind);
    if (held(state).size() < kMaxHeld)
      hold(state, {static_cast<KindIndex>(tile.kind), static_cast<uint8_t>(tile.pile),
                   static_cast<uint8_t>(tile.seat < 0 ? kNobody : tile.seat)});
  }
}

/// A tile's place, as it is called at that rotation.
Result<int> feature_at(const Sheet& sheet, int tile, int rotation, std::string_view place) {
  const SheetTile& on = sheet.tiles[tile];
  const auto& kind = sheet.rules->kinds[on.kind];
  if (sheet.rules->kernel.overpasses != 0 && place == GameRules::overpass_spec().place) return kOverpass;
  const auto& features = kind.tile->features;
  const auto found =
      std::find_if(features.begin(), features.end(), [&](const TileFeatureSpec& f) { return f.place == place; });
  if (found == features.end()) {
    auto wrong = failure(fmt::format("Tile {} has no place '{}'.", kind.name, place.substr(0, 40)));
    for (const TileFeatureSpec& feature : features)
      wrong.value().expected += (wrong.value().expected.empty() ? "one of " : " ") + feature.place;
    return wrong;
  }
  return normal_feature(*sheet.rules, on.kind, rotation, static_cast<int>(found - features.begin()));
}

}  // namespace

bool open_pile(const GameRules& rules, int pile) {
  return !rules.pile_spec(pile).by_seat && !rules.pile_spec(pile).hidden &&
         rules.kernel.piles[pile].sight == Sight::all;
}

bool seats_pile(const GameRules& rules, int pile) {
  const Pile& own = rules.kernel.piles[pile];
  return rules.pile_spec(pile).by_seat && !rules.pile_spec(pile).hidden && own.sight == Sight::all &&
         own.laid == Laid::instead;
}

Texts pile_called(const GameRules& rules, int pile) {
  const Expansion& by = *rules.added[rules.kernel.piles[pile].by];
  return say(rules.catalogue->phrases, fmt::format("pile.{}.{}", by.id, rules.pile_spec(pile).name));
}

Result<Sheet> parse_sheet(const Catalogue& catalogue, std::string_view text) {
  BASTIDE_TRY(const auto lines, split_lines(text));
  BASTIDE_TRY(auto header, parse_header(catalogue, lines, "position"));
  Sheet sheet;
  sheet.rules = std::move(header.rules);
  sheet.seats = std::move(header.seats);
  sheet.score.resize(sheet.seats.size());
  sheet.tokens.assign(sheet.rules->kernel.tokens.size(), std::vector<int>(sheet.seats.size()));
  if (!fits<Full>(sheet.rules->kernel)) return failure("this game has too many tiles");
  const auto is_neutral = [&](std::size_t i) { return lines[i].words[0].text == "figure"; };
  for (std::size_t i = header.lines; i < lines.size(); ++i)
    if (!is_neutral(i)) BASTIDE_CHECK(read_line(sheet, lines[i]));
  for (std::size_t i = header.lines; i < lines.size(); ++i)
    if (is_neutral(i)) BASTIDE_CHECK(read_neutral(sheet, lines[i]));
  return sheet;
}

Result<void> add_tile(Sheet& sheet, std::string_view name, Space space, int rotation) {
  const int kind = sheet.rules->kind_by_name(name);
  if (kind < 0) {
    auto wrong = failure(fmt::format("There is no tile '{}' in this game.", name.substr(0, 40)), "SET-1");
    for (const auto& known : sheet.rules->kinds)
      wrong.value().expected += (wrong.value().expected.empty() ? "one of " : " ") + known.name;
    return wrong;
  }
  sheet.tiles.push_back({kind, space, normal_rotation(*sheet.rules, kind, rotation), 0});
  return {};
}

Result<void> add_figure(Sheet& sheet, int tile, int rotation, std::string_view place, int seat, Figure figure) {
  if (tile >= static_cast<int>(sheet.tiles.size()))
    return failure(fmt::format("A follower stands on tile number {}: there is no such tile.", tile));
  if (seat >= static_cast<int>(sheet.seats.size()))
    return failure(fmt::format("A follower is of seat {}: there is no such seat.", seat), "SET-2");
  if (place == kOnHeap) {
    sheet.tops.push_back({tile, {figure, seat}});
    return {};
  }
  if (sheet.rules->figure(figure).on == Place::corner) {
    const auto corner = corner_named(place);
    if (!corner) return failure(fmt::format("A tile has no corner '{}'.", place.substr(0, 40)), "nw, ne, se or sw");
    sheet.corners.push_back({tile, {figure, *corner, seat}});
    return {};
  }
  BASTIDE_TRY(const auto feature, feature_at(sheet, tile, rotation, place));
  if (sheet.rules->stands_on_piece(figure))
    sheet.on_tiles.push_back({tile, {{feature, figure}, seat}});
  else
    sheet.figures.push_back({tile, feature, seat, figure});
  return {};
}

Result<void> add_over(Sheet& sheet, Space space, Face from) {
  if (sheet.over.size() >= kMaxOverpasses) return failure("There are more roads over tiles than there are.");
  sheet.over.push_back({space, from});
  return {};
}

Result<void> add_neutral(Sheet& sheet, std::string_view name, int tile, int rotation, std::string_view place,
                         int seat) {
  const FigureSpec* spec = neutral_named(name);
  if (spec == nullptr) return failure(fmt::format("There is no figure '{}' that is no seat's.", name.substr(0, 40)));
  if (tile >= static_cast<int>(sheet.tiles.size()))
    return failure(fmt::format("A figure stands on tile number {}: there is no such tile.", tile));
  const bool in_second = place == kInSecond && sheet.rules->kernel.kinds[sheet.tiles[tile].kind].doubled;
  if (!place.empty() && !in_second && spec->on == Place::space)
    return failure(fmt::format("'{}' stands in a space, beside nobody.", name), "no place");
  int feature = place == kOnHeap ? kTopFeature : in_second && spec->on == Place::space ? kSecondSquare : -1;
  if (!place.empty() && feature == -1) {
    BASTIDE_TRY(feature, feature_at(sheet, tile, rotation, place));
  }
  sheet.neutral.push_back({spec, tile, feature, seat});
  return {};
}

Result<void> add_kept(Sheet& sheet, int keeper, int owner, Figure figure) {
  if (std::max(keeper, owner) >= static_cast<int>(sheet.seats.size()))
    return failure(fmt::format("Seat {} keeps a figure of seat {}: there is no such seat.", keeper, owner), "SET-2");
  sheet.kept.push_back({figure, keeper, owner});
  return {};
}

Result<void> add_held(Sheet& sheet, std::string_view name, std::string_view tile, int seat) {
  const int pile = sheet.rules->pile(name);
  if (pile < 0 || !(seat < 0 ? open_pile(*sheet.rules, pile) : seats_pile(*sheet.rules, pile)))
    return failure(fmt::format("In this game no tiles lie apart as '{}'.", name.substr(0, 40)));
  if (seat >= static_cast<int>(sheet.seats.size()))
    return failure(fmt::format("Seat {} holds a tile: there is no such seat.", seat), "SET-2");
  Sheet one;
  one.rules = sheet.rules;
  BASTIDE_CHECK(add_tile(one, tile, {}, 0));
  const int kind = one.tiles.front().kind;
  if (seat >= 0 && !kept_apart(*sheet.rules, kind))
    return failure(fmt::format("Tile {} is none of those that seats hold.", sheet.rules->kinds[kind].name));
  sheet.held.push_back({kind, pile, seat});
  return {};
}

SheetAnalysis analyse(const Sheet& sheet) {
  SheetAnalysis analysis;
  const GameRules& rules = *sheet.rules;
  analysis.position = {rules.choice, sheet.seats, sheet.rules, {}};
  State<Full>& state = analysis.position.state;
  clear(rules.kernel, state);
  for (const SheetTile& tile : sheet.tiles) make_room_at(rules.kernel, state, tile.space.x, tile.space.y);
  lay_tiles(sheet, analysis);
  put_on_tiles(sheet, analysis);  // they may be why others stand where nobody could
  put_figures(sheet, analysis);
  put_at_corners(sheet, analysis);
  put_on_tops(sheet, analysis);
  keep_figures(sheet, state);
  put_neutral(sheet, analysis);
  for (const int kind : sheet.aside) take_from_box(state, kind);
  hold(sheet, state);
  for (std::size_t seat = 0; seat < sheet.score.size(); ++seat)
    state.score[seat] = static_cast<int16_t>(sheet.score[seat]);
  ask_for_a_draw(rules.kernel, state);  // on an empty table that sets the game up
  for (std::size_t token = 0; token < sheet.tokens.size(); ++token)
    for (std::size_t seat = 0; seat < sheet.seats.size(); ++seat)
      tokens_of(rules.kernel, state, static_cast<int>(token))[seat] = static_cast<int16_t>(sheet.tokens[token][seat]);
  analysis.left = count_left(sheet, state);
  for (SheetProblem& problem : find_problems(sheet, analysis)) analysis.problems.push_back(std::move(problem));
  analysis.text = write_position(analysis.position);
  analysis.exact = parse_position(*rules.catalogue, analysis.text).has_value();
  return analysis;
}

std::vector<Fit> fitting_spaces(const SheetAnalysis& analysis, int kind) {
  const Ruleset& rules = analysis.position.rules->kernel;
  if (analysis.position.state.pieces == 0) return {{{0, 0}, rules.kinds[kind].rotations}};
  State<Full> state = analysis.position.state;
  ask_for_tile(state);
  state.drawn = static_cast<KindIndex>(kind);
  std::vector<Move> moves;
  legal_moves(rules, state, moves);
  std::vector<Fit> fits;
  for (const Move& move : moves) {
    const Space space{move.x, move.y};
    auto fit = std::find_if(fits.begin(), fits.end(), [&](const Fit& f) { return f.space == space; });
    if (fit == fits.end()) fit = fits.insert(fit, {space, 0});
    fit->rotations |= 1u << move.rotation;
  }
  return fits;
}

}  // namespace bastide
