// Positions as text: a header, a line a tile with the followers on it, what is known of the rest.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/by_hand.h"
#include "core/kernel.h"
#include "core/turn.h"
#include "notation/position_game.h"
#include "notation/position_lines.h"

namespace bastide {
namespace {

struct PlacedTile {
  const Line* line;
  Move placement;
  int piece = -1;
};

/// How many of a kind have not been laid.
int left_in_box(const State<Full>& state, int kind) {
  return static_cast<int>(
      std::count(state.stack.begin(), state.stack.begin() + state.left, kind) +
      std::count_if(held(state).begin(), held(state).end(), [&](const HeldTile& tile) { return tile.kind == kind; }));
}

/// Whether a line says that the turn of the tile laid last is not over, so that it matters which one this is.
bool needs_last_tile(const GameRules& rules, const Line& line) {
  const std::string_view key = line.words[0].text;
  if (key == "follower") return true;
  const std::string_view name = key == "drawing" && line.words.size() > 1 ? line.words[1].text : key;
  return std::any_of(rules.added.begin(), rules.added.end(), [&](const Expansion* expansion) {
    return std::any_of(expansion->questions.begin(), expansion->questions.end(), [&](const Question& question) {
      return question.name == name && question.moment >= Moment::placed && question.moment < Moment::turn_ends &&
             !question.of_verb;
    });
  });
}

/// The same of a state.
bool runs_turn_of_last_tile(const GameRules& rules, const State<Full>& state) {
  if (state.phase == Phase::follower) return true;
  const Pending* asked = question(state);
  if (asked == nullptr) return false;
  const Moment moment = rules.moment_of(*asked);
  return !rules.question(*asked).of_verb && moment >= Moment::placed && moment < Moment::turn_ends;
}

/// More ground, where a line says that an expansion made it.
void widen(const GameRules& rules, State<Full>& state, const std::vector<const Line*>& rest) {
  for (std::size_t by = 0; by < rules.added.size(); ++by) {
    const std::string_view line = rules.added[by]->widens.line;
    if (line.empty() || std::none_of(rest.begin(), rest.end(), [&](const Line* l) { return l->words[0].text == line; }))
      continue;
    Turn turn(rules.kernel, state, nullptr, static_cast<int>(by));
    rules.kernel.added[by].hooks->widen(turn);
  }
}

/// Lays the tiles in whatever order connects them; the last line last if its follower is still to be chosen. Roads over
/// them come as soon as they fit, since other tiles may need them; where a tile lies only because of one, that one
/// follows at once. New ones follow the last tile.
Result<void> lay_all(const GameRules& rules, State<Full>& state, std::vector<PlacedTile>& tiles,
                     std::vector<OverLine>& over, bool keep_last) {
  std::size_t laid = 0;
  const PlacedTile* unmended_tile = nullptr;
  const auto put_over = [&](bool fresh) {
    for (OverLine& road : over)
      road.lies = road.lies || (road.fresh == fresh &&
                                set_overpass(rules.kernel, state, road.space.x, road.space.y, road.from, road.fresh));
    // Of two tiles in one space the second may come late: then neither of two in line fits without the other.
    for (OverLine& road : over)
      for (OverLine& next : over) {
        const FarSide far = kFarSides[road.from];
        const bool in_line =
            next.from == road.from && next.space.x == road.space.x + far.dx && next.space.y == road.space.y + far.dy;
        if (in_line && !road.lies && !next.lies && road.fresh == fresh && next.fresh == fresh)
          road.lies = next.lies = set_two_overpasses(rules.kernel, state, road.space.x, road.space.y, road.from);
      }
  };
  const auto lay = [&](PlacedTile& tile) {
    const bool last = laid + 1 == tiles.size();
    // What does not fit is set right by a road over it or beside it that does not lie yet, or one still to be built.
    const auto mends = [&](const OverLine& road) {
      const int apart = std::abs(road.space.x - tile.placement.x) + std::abs(road.space.y - tile.placement.y);
      return !road.lies && apart <= 1 && (!road.fresh || last);
    };
    if (!set_tile(rules.kernel, state, tile.placement) &&
        (!(std::any_of(over.begin(), over.end(), mends) || (keep_last && last)) ||
         !set_tile_unmended(rules.kernel, state, tile.placement)))
      return false;
    tile.piece = state.pieces - 1;
    ++laid;
    put_over(false);
    if (last) put_over(true);
    if (rules.kernel.mending && !(keep_last && last) && unmended(rules.kernel, state, tile.piece) != 0)
      unmended_tile = &tile;
    return true;
  };
  // Of two tiles in one space the first line comes first, if that can be: other lines say which of them they mean.
  const auto waits = [&](const PlacedTile& tile) {
    return std::any_of<const PlacedTile*>(tiles.data(), &tile, [&](const PlacedTile& before) {
      return before.piece < 0 && before.placement.x == tile.placement.x && before.placement.y == tile.placement.y;
    });
  };
  for (bool in_order = true, progress = true; (progress || in_order) && laid < tiles.size();) {
    in_order = progress;
    progress = false;
    for (PlacedTile& tile : tiles)
      if (tile.piece < 0 && (!keep_last || &tile != &tiles.back() || laid + 1 == tiles.size()) &&
          !(in_order && waits(tile)))
        progress |= lay(tile);
  }
  for (const PlacedTile& tile : tiles) {
    if (tile.piece >= 0) continue;
    const auto& kind = rules.kinds[tile.placement.tile];
    const int cell = find_cell(state, tile.placement.x, tile.placement.y);
    const unsigned quarters = rules.kernel.kinds[tile.placement.tile].oriented[tile.placement.rotation].quarters;
    if (left_in_box(state, tile.placement.tile) == 0)
      return error_at(*tile.line, 1,
                      fmt::format("more than {} of tile {}: there are no more in the box", kind.count, kind.name), {},
                      "SET-1");
    if (cell >= 0 && (state.cell[cell].quarters & quarters) != 0)
      return error_at(*tile.line, 2, "another tile lies in this space", {}, "PLACE-1");
    if (cell < 0) return error_at(*tile.line, 2, "no side of this tile touches another tile", {}, "PLACE-1");
    const int x = tile.placement.x, y = tile.placement.y;
    if (const auto [ground, by] = ground_at(rules.kernel, state, x, y); ground != Ground::open) {
      const OffTable why = rules.added[by]->why_shut(rules.kernel, rules.kernel.added[by], state, x, y);
      return error_at(*tile.line, 2, "this space is off the table", {}, std::string(why.rule));
    }
    return error_at(*tile.line, 3, "this tile does not continue its neighbours", {}, "PLACE-2");
  }
  if (unmended_tile != nullptr)
    return error_at(*unmended_tile->line, 3, "this tile does not continue its neighbours", {}, "PLACE-2");
  for (const OverLine& road : over)
    if (!road.lies) return error_at(*road.line, 1, "no road can lie over this space so");
  return {};
}

/// What would bring a kind of figures into play: "set OPTION=VALUE".
std::string setting_for(const GameRules& rules, Figure figure) {
  const Expansion* by = rules.figures[static_cast<int>(figure)].by;
  if (by == nullptr) return {};
  const OptionRead& option = by->options.front();
  return fmt::format("set {}={}", option.id, option.values.front());
}

/// False: the word is something else.
Result<bool> put_at_corner(const GameRules& rules, State<Full>& state, const PlacedTile& tile, std::size_t word) {
  const Line& line = *tile.line;
  BASTIDE_TRY(const auto put, parse_corner_word(rules, line, word));
  if (!put) return false;
  const std::string rule(rules.figure(put->figure).rule);
  if (rules.kernel.figures[put->figure].count == 0)
    return error_at(line, word, no_such_figures(rules, put->figure), setting_for(rules, put->figure), rule);
  if (supply_of(rules.kernel, state, put->seat, put->figure) == 0)
    return error_at(line, word, fmt::format("seat {} has no more of these figures", put->seat + 1), {}, rule);
  if (!stand_at_corner(rules, state, tile.piece, *put))
    return error_at(line, word, "there is not only field all round this point", {}, rule);
  return true;
}

/// False: the word is something else.
Result<bool> put_on_heap(const GameRules& rules, State<Full>& state, const PlacedTile& tile, std::size_t word) {
  const Line& line = *tile.line;
  BASTIDE_TRY(const auto height, parse_heap_word(line, word));
  BASTIDE_TRY(const auto top, parse_top_word(rules, line, word));
  if (!height && !top) return false;
  const bool heaped = heaps_on(rules, tile.placement.tile) >= 0;
  if (!heaped && (height || !takes_guests(rules, tile.placement.tile)))
    return error_at(line, word, "nothing is heaped on this tile");
  if (height) {
    heap_of(state, tile.piece) = static_cast<uint8_t>(*height);
    return true;
  }
  if (on_top(state, tile.piece) >= 0) return error_at(line, word, "somebody stands there already");
  if (supply_of(rules.kernel, state, top->seat, top->figure) == 0)
    return error_at(line, word, fmt::format("seat {} has no more of these figures", top->seat + 1), {}, "SET-2");
  if (!stand_on_top(rules, state, tile.piece, *top))
    return error_at(line, word, fmt::format("'{}' cannot stand there", line.words[word].text));
  return true;
}

/// Puts what one such word says.
Result<void> put_piece(const GameRules& rules, State<Full>& state, const PlacedTile& tile, std::size_t word) {
  const Line& line = *tile.line;
  const auto named = stands_on_piece(rules, line, word);
  if (!named) return {};
  const std::string rule(rules.figure(*named).rule);
  BASTIDE_TRY(const auto figure, parse_figure_word(rules, line, word, tile.placement.tile));
  if (rules.kernel.figures[*named].count == 0)
    return error_at(line, word, no_such_figures(rules, *named), setting_for(rules, *named), rule);
  if (supply_of(rules.kernel, state, figure.seat, *named) == 0)
    return error_at(line, word, fmt::format("seat {} has no more of these figures", figure.seat + 1), {}, rule);
  if (figure.at.feature == kOverpass && overpass_over(state, tile.piece) == nullptr)
    return error_at(line, word, "no road lies over this space", {}, rule);
  stand_on_piece(rules, state, tile.piece, figure);
  return {};
}

/// First of all: they may be why others stand where nobody could.
Result<void> put_pieces(const GameRules& rules, State<Full>& state, const PlacedTile& tile) {
  for (std::size_t w = kTileWords; w < tile.line->words.size(); ++w) BASTIDE_CHECK(put_piece(rules, state, tile, w));
  return {};
}

Result<void> put_followers(const GameRules& rules, State<Full>& state, const PlacedTile& tile) {
  const Line& line = *tile.line;
  for (std::size_t w = kTileWords; w < line.words.size(); ++w) {
    BASTIDE_TRY(const auto corner, put_at_corner(rules, state, tile, w));
    if (corner) continue;
    BASTIDE_TRY(const auto heaped, put_on_heap(rules, state, tile, w));
    if (heaped) continue;
    if (stands_on_piece(rules, line, w)) continue;
    BASTIDE_TRY(const auto word, parse_figure_word(rules, line, w, tile.placement.tile));
    const FigurePlace& figure = word.at;
    const TileFeatureType type = rules.feature(tile.placement.tile, figure.feature).type;
    const FigureKind& kind = rules.kernel.figures[figure.figure];
    const int supply = supply_of(rules.kernel, state, word.seat, figure.figure);
    const FigureSpec& spec = rules.figure(figure.figure);
    if (kind.count == 0)
      return error_at(line, w, no_such_figures(rules, figure.figure), setting_for(rules, figure.figure),
                      std::string(spec.box_rule));
    if (supply == 0)
      return error_at(line, w, fmt::format("seat {} has no more than {} of these figures", word.seat + 1, kind.count),
                      {}, "SET-2");
    if (set_figure(rules.kernel, state, tile.piece, figure.feature, word.seat, figure.figure)) continue;
    if (figure.figure != Figure::follower)
      return error_at(
          line, w, fmt::format("{} on {} that is not completed", one_stands(rules, figure.figure), stood_on(spec, " ")),
          {}, std::string(spec.rule));
    const auto on = static_cast<FeatureType>(type);
    if (const FigureSpec* other = rules.figure_standing_on(on); other && !kind.stands(on))
      return error_at(line, w, only_this_stands(rules, *other, on), {}, std::string(other->rule));
    if (type == TileFeatureType::field) return error_at(line, w, "farmers are left out of this game", {}, "FIELD-0");
    return error_at(line, w, "this feature is completed: its followers have gone home", {}, "RETURN-1");
  }
  return {};
}

/// Whether the tile laid last fits, or it is asked how to set it right.
Result<void> check_mended(const GameRules& rules, const State<Full>& state, const Line& last_tile) {
  if (!rules.kernel.mending || state.pieces == 0 || unmended(rules.kernel, state, state.pieces - 1) == 0) return {};
  const Pending* asked = question(state);
  if (asked != nullptr && rules.moment_of(*asked) == Moment::placed) return {};
  return error_at(last_tile, 3, "this tile does not continue its neighbours", {}, "PLACE-2");
}

/// A question that a moment of the turn asks is asked after the last tile.
Result<void> check_last_tile(const GameRules& rules, const State<Full>& state, const Line& last_tile) {
  const Pending* asked = question(state);
  if (asked == nullptr) return {};
  const Question& spec = rules.question(*asked);
  if (spec.of_verb || spec.moment < Moment::placed || spec.moment >= Moment::turn_ends) return {};
  State<Full> again = state;
  ask_nothing(again);
  ask_expansions(rules.kernel, again, rules.moment_of(*asked), asked->by);
  const Pending* would = question(again);
  if (would != nullptr && (would->what == asked->what || would->what == spec.behind)) return {};
  return error_at(last_tile, 1, fmt::format("the last tile does not ask for '{}'", spec.name), {},
                  std::string(spec.rule));
}

/// Followers may stand on what the last tile completed only while its turn lasts.
Result<void> check_phase(const GameRules& rules, State<Full>& state, const Line& last_tile, const Line& last_line) {
  BASTIDE_CHECK(check_mended(rules, state, last_tile));
  if (state.phase == Phase::follower) {
    std::vector<Move> moves;
    legal_moves(rules.kernel, state, moves);
    if (moves.size() == 1 && moves.front().kind == MoveKind::pass)
      return error_at(last_line, 0, "no follower can be placed on the last tile", "no line 'follower'", "FOLLOWER-2");
    return {};
  }
  BASTIDE_CHECK(check_last_tile(rules, state, last_tile));
  const Pending* asked = question(state);
  if (state.phase == Phase::draw && (asked == nullptr || asked->chance == Pending::kFromStack) && state.left == 0)
    return error_at(last_line, 0, "no tile is left to be drawn", "a line 'over'", "END-1");
  if (state.phase == Phase::over && state.left != 0 && !rules.kernel.put_back)
    return error_at(last_line, 0, fmt::format("the game is not over: {} tiles are left", state.left), {}, "END-1");
  if (state.phase == Phase::over && !standing(state).empty())
    return error_at(last_line, 0, "the game is over, and followers are still on the board", {}, "FINAL-1");
  const Moment moment = asked != nullptr ? rules.moment_of(*asked) : Moment::turn_ends;
  if (moment >= Moment::placed && moment < Moment::go_home) return {};
  for (int i = 0; i < state.completed; ++i)
    if (state.node[state.completed_node[i]].followers.any() && !converted(rules.kernel, state, state.completed_node[i]))
      return error_at(last_tile, 0, "the last tile completes a feature with followers, which have gone home",
                      "a line 'follower' if the turn is not over", "RETURN-1");
  state.completed = 0;
  return {};
}

/// " or NAME@PLACE:2", for the first kind of figures of seats that an expansion has.
std::string or_figure_word(const GameRules& rules) {
  for (const GameRules::FigureSort& sort : rules.figures)
    for (int type = 0; type < kFeatureTypes && sort.by != nullptr; ++type)
      if (sort.spec->kind.stands(static_cast<FeatureType>(type)))
        return fmt::format(" or {}@{}:2", sort.spec->name, to_string(static_cast<TileFeatureType>(type)));
  return {};
}

}  // namespace

Result<OverLine> parse_over_line(const Line& line) {
  constexpr const char* kForm = "over SPACE n, over SPACE e; and perhaps new";
  BASTIDE_TRY(const auto space, parse_space(line, 1));
  if (line.words.size() < 3 || (line.words[2].text != "n" && line.words[2].text != "e"))
    return error_at(line, 2, "it does not say how the road lies", kForm);
  const bool fresh = line.words.size() > 3;
  if (line.words.size() > 4 || (fresh && line.words[3].text != "new"))
    return error_at(line, 3, fmt::format("'{}' is too much", line.words.back().text), kForm);
  return OverLine{&line, space, line.words[2].text == "n" ? north : east, fresh};
}

std::optional<Figure> stands_on_piece(const GameRules& rules, const Line& line, std::size_t word) {
  const std::string_view text = line.words[word].text;
  const std::size_t at = text.find('@');
  if (at == std::string_view::npos) return std::nullopt;
  const auto named = rules.figure_named(text.substr(0, at));
  return named && rules.stands_on_piece(*named) ? named : std::nullopt;
}

bool stand_on_piece(const GameRules& rules, State<Full>& state, int piece, const FigureWord& figure) {
  const Figure kind = figure.at.figure;
  if (supply_of(rules.kernel, state, figure.seat, kind) == 0) return false;
  if (figure.at.feature == kOverpass && overpass_over(state, piece) == nullptr) return false;
  int number = first_figure(rules.kernel, figure.seat, kind);
  while (figure_rows(state)[number].at.kind != Place::supply) ++number;
  place_of(state, number) = {Place::piece, static_cast<uint8_t>(figure.at.feature), static_cast<int16_t>(piece), 0};
  return true;
}

Result<Move> parse_tile_line(const GameRules& rules, const Line& line) {
  BASTIDE_TRY(const auto kind, parse_tile(rules, line, 1));
  BASTIDE_TRY(const auto space, parse_space(line, 2));
  BASTIDE_TRY(const auto rotation, parse_rotation(rules, kind, line, 3));
  return Move::place(kind, space.x, space.y, rotation);
}

Result<std::optional<CornerWord>> parse_corner_word(const GameRules& rules, const Line& line, std::size_t word) {
  const std::string_view text = line.words[word].text;
  const std::size_t at = text.find('@'), colon = text.rfind(':');
  if (at == std::string_view::npos || colon == std::string_view::npos || colon < at) return std::nullopt;
  const auto figure = rules.figure_named(text.substr(0, at));
  const auto corner = corner_named(text.substr(at + 1, colon - at - 1));
  if (!figure || !corner || rules.figure(*figure).on != Place::corner) return std::nullopt;
  int seat = 0;
  if (!to_number(text.substr(colon + 1), seat) || seat < 1 || seat > rules.kernel.seats)
    return error_at(line, word, fmt::format("'{}' is no figure", text), fmt::format("{}:SEAT", text.substr(0, colon)));
  return CornerWord{*figure, *corner, seat - 1};
}

int heaps_on(const GameRules& rules, int kind) {
  for (std::size_t by = 0; by < rules.added.size(); ++by)
    if (!rules.added[by]->heaps.empty() && marks_on(rules.kernel, static_cast<int>(by), kind, 0) > 0)
      return static_cast<int>(by);
  return -1;
}

bool takes_guests(const GameRules& rules, int kind) {
  for (std::size_t by = 0; by < rules.added.size(); ++by) {
    const Expansion& expansion = *rules.added[by];
    const bool puts = std::any_of(expansion.verbs.begin(), expansion.verbs.end(),
                                  [](const Verb& verb) { return verb.takes == Takes::top; });
    if (!puts || !expansion.heaps.empty()) continue;
    for (std::size_t mark = 0; mark < expansion.marks.size(); ++mark)
      if (marks_on(rules.kernel, static_cast<int>(by), kind, static_cast<int>(mark)) > 0) return true;
  }
  return false;
}

Result<std::optional<int>> parse_heap_word(const Line& line, std::size_t word) {
  constexpr int kHighest = 200;
  const std::string_view text = line.words[word].text, name = text.substr(0, text.rfind(':'));
  const auto all = expansions();
  const bool heap = name != text && std::any_of(all.begin(), all.end(), [&](const Expansion* expansion) {
                      return !name.empty() && name == expansion->heaps;
                    });
  if (!heap) return std::nullopt;
  int height = 0;
  if (!to_number(text.substr(name.size() + 1), height) || height < 1 || height > kHighest)
    return error_at(line, word, fmt::format("'{}' cannot stand here", text), fmt::format("{}:HEIGHT", name));
  return height;
}

Result<std::optional<TopWord>> parse_top_word(const GameRules& rules, const Line& line, std::size_t word) {
  const std::string_view text = line.words[word].text, name = text.substr(0, text.rfind(':'));
  const bool plain = name == kOnHeap;
  if (name == text || (!plain && !name.ends_with(fmt::format("@{}", kOnHeap)))) return std::nullopt;
  int seat = 0;
  const auto figure = plain ? std::optional(Figure::follower) : rules.figure_named(name.substr(0, name.find('@')));
  if (!to_number(text.substr(name.size() + 1), seat) || seat < 1 || seat > rules.kernel.seats || !figure ||
      rules.kernel.figures[*figure].neutral)
    return error_at(line, word, fmt::format("'{}' cannot stand here", text), "top:SEAT or FIGURE@top:SEAT");
  return TopWord{*figure, seat - 1};
}

bool stand_on_top(const GameRules& rules, State<Full>& state, int piece, const TopWord& at) {
  const FigureKind& kind = rules.kernel.figures[at.figure];
  const bool climbs = kind.climbs && heaps_on(rules, state.piece[piece].kind) >= 0;
  if (!kind.follower || !(climbs || takes_guests(rules, state.piece[piece].kind)) || on_top(state, piece) >= 0 ||
      supply_of(rules.kernel, state, at.seat, at.figure) <= 0)
    return false;
  put_away(rules.kernel, state, at.seat, at.figure, Place::on_top_of(piece));
  return true;
}

bool stand_at_corner(const GameRules& rules, State<Full>& state, int piece, const CornerWord& at) {
  if (supply_of(rules.kernel, state, at.seat, at.figure) == 0) return false;
  const int field = field_at_corner(rules.kernel, state, piece, at.corner);
  if (field < 0) return false;
  int number = first_figure(rules.kernel, at.seat, at.figure);
  while (figure_rows(state)[number].at.kind != Place::supply) ++number;
  place_of(state, number) = Place::at_corner(piece, field, at.corner);
  return true;
}

Result<FigureWord> parse_figure_word(const GameRules& rules, const Line& line, std::size_t word, int kind) {
  const std::string_view text = line.words[word].text;
  const std::size_t colon = text.rfind(':');
  int seat = 0;
  if (colon == std::string_view::npos || !to_number(text.substr(colon + 1), seat) || seat < 1 ||
      seat > rules.kernel.seats)
    return error_at(line, word, fmt::format("'{}' is no figure", text),
                    "PLACE:SEAT, such as road:1" + or_figure_word(rules));
  const Line place{line.number, {{text.substr(0, colon), line.words[word].column}}};
  BASTIDE_TRY(auto figure, parse_figure(rules, kind, place, 0));
  figure.feature = normal_feature(rules, kind, written_rotation(line, 3), figure.feature);
  return FigureWord{figure, seat - 1};
}

bool announces_position(std::string_view text) {
  std::string what;  // the second word of the first line that has words
  std::istringstream lines{std::string(text)};
  for (std::string line; what.empty() && std::getline(lines, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    words >> what >> what;
  }
  return what == "position";
}

namespace {

std::string write(const Position& position, int viewer) {
  const GameRules& rules = *position.rules;
  const State<Full>& state = position.state;
  std::string text = write_header("position", position.choice, position.seats, {});
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    const auto& cell = state.cell[piece.cell];
    text +=
        fmt::format("tile {} {},{} {}", rules.kinds[piece.kind].name, cell.x, cell.y, rotation_letter(piece.rotation));
    for (const int number : standing(state)) {
      const FigureRow& row = figure_rows(state)[number];
      if (row.piece() == p)
        text += fmt::format(" {}:{}", figure_text(rules, piece.kind, row.feature(), row.figure), row.seat + 1);
    }
    for (const FigureRow& row : figure_rows(state))
      if (row.at.kind == Place::corner && row.piece() == p)
        text += fmt::format(" {}@{}:{}", name_of_figure(rules, row.figure), corner_name(row.at.y), row.seat + 1);
      else if (row.at.kind == Place::piece && row.seat != kNobody && row.piece() == p)
        text += fmt::format(" {}:{}", figure_text(rules, piece.kind, row.feature(), row.figure), row.seat + 1);
    if (const int heap = heap_on(state, p); heap > 0)
      text += fmt::format(" {}:{}", rules.added[heaps_on(rules, piece.kind)]->heaps, heap);
    if (const int number = on_top(state, p); number >= 0) {
      const FigureRow& row = figure_rows(state)[number];
      const bool plain = row.figure == Figure::follower;
      text += fmt::format(" {}{}:{}", plain ? "" : fmt::format("{}@", name_of_figure(rules, row.figure)), kOnHeap,
                          row.seat + 1);
    }
    text += '\n';
  }
  std::vector<std::string> over;
  for (const Overpass& road : overpasses(state)) {
    const auto& cell = state.cell[road.cell];
    const bool fresh = road.after == state.pieces && runs_turn_of_last_tile(rules, state);
    over.push_back(
        fmt::format("over {},{} {}{}\n", cell.x, cell.y, road.from == north ? 'n' : 'e', fresh ? " new" : ""));
  }
  std::sort(over.begin(), over.end());  // in whatever order they come when it is read
  for (const std::string& line : over) text += line;
  text += write_game_lines(rules, state, viewer);
  return text;
}

}  // namespace

std::string write_position(const Position& position) {
  return write(position, kSeesAll);
}

std::string write_position(const Position& position, int viewer) {
  return write(position, viewer);
}

Result<Position> parse_position(const Catalogue& catalogue, std::string_view text) {
  return parse_position(catalogue, text, PositionReading{});
}

Result<Position> parse_position(const Catalogue& catalogue, std::string_view text, const PositionReading& reading) {
  BASTIDE_TRY(const auto lines, split_lines(text));
  BASTIDE_TRY(auto header, parse_header(catalogue, lines, "position", reading.rules));
  Position position{std::move(header.choice), std::move(header.seats), std::move(header.rules), {}};
  const GameRules& rules = *position.rules;
  if (!fits<Full>(rules.kernel)) return failure("this game has too many tiles");

  std::vector<PlacedTile> tiles;
  std::vector<const Line*> rest;
  std::vector<OverLine> over;
  for (std::size_t i = header.lines; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (line.words[0].text == "over" && line.words.size() > 1 && rules.kernel.overpasses > 0) {
      BASTIDE_TRY(const auto road, parse_over_line(line));
      if (over.size() == kMaxOverpasses) return error_at(line, 0, "more roads over tiles than there are");
      over.push_back(road);
      continue;
    }
    if (line.words[0].text != "tile") {
      rest.push_back(&line);
      continue;
    }
    BASTIDE_TRY(const auto placement, parse_tile_line(rules, line));
    tiles.push_back({&line, placement});
    if (tiles.size() > static_cast<std::size_t>(rules.kernel.pieces()))
      return error_at(line, 0, "more tiles than the box holds", {}, "SET-1");
  }
  const bool empty = !rules.kernel.start_lies && std::any_of(rest.begin(), rest.end(), [](const Line* line) {
    return line->words[0].text == "drawing" && line->words.size() > 1 && line->words[1].text == "first";
  });
  if (tiles.empty() && !empty)
    return error_at(lines.back(), 0, "no tile lies on the table",
                    !rules.kernel.start_lies ? "tile ID x,y ROTATION, or drawing first" : "tile ID x,y ROTATION",
                    "SET-3");
  const bool keep_last =
      std::any_of(rest.begin(), rest.end(), [&](const Line* line) { return needs_last_tile(rules, *line); });
  clear(rules.kernel, position.state);
  widen(rules, position.state, rest);
  BASTIDE_CHECK(lay_all(rules, position.state, tiles, over, keep_last));
  for (const PlacedTile& tile : tiles) BASTIDE_CHECK(put_pieces(rules, position.state, tile));
  for (const PlacedTile& tile : tiles) BASTIDE_CHECK(put_followers(rules, position.state, tile));
  GameLinesReader lines_after(rules, position.state, reading.chance);
  for (const Line* line : rest) BASTIDE_CHECK(lines_after.read(*line));
  BASTIDE_CHECK(lines_after.finish(lines.back()));
  const Line& last_tile = tiles.empty() ? lines.back() : *tiles.back().line;
  BASTIDE_CHECK(check_phase(rules, position.state, last_tile, lines.back()));
  return position;
}

}  // namespace bastide
