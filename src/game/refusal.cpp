// Why a move is illegal: the rule, what is wrong, what would be right.
#include <algorithm>

#include <fmt/format.h>

#include "core/kernel.h"
#include "game/game.h"
#include "notation/words.h"

namespace bastide {
namespace {

constexpr int kMostListed = 60;

Error refuse(std::string message, std::string rule, std::string expected = {}) {
  Error error;
  error.message = std::move(message);
  error.rule = std::move(rule);
  error.expected = std::move(expected);
  return error;
}

std::string list_legal(const Game& game) {
  const std::vector<Move> moves = game.legal();
  std::string text;
  for (int i = 0; i < static_cast<int>(moves.size()) && i < kMostListed; ++i)
    text += (i == 0 ? "" : " | ") + move_text(game.rules(), game.state(), moves[i]);
  if (static_cast<int>(moves.size()) > kMostListed) text += fmt::format(" | and {} more", moves.size() - kMostListed);
  return text.empty() ? text : "one of: " + text;
}

std::string terrain_name(Terrain terrain) {
  switch (terrain) {
    case Terrain::city:
      return "city";
    case Terrain::road:
      return "road";
    case Terrain::field:
      return "field";
    case Terrain::water:
      return "water";
    case Terrain::none:
      break;
  }
  return "nothing";
}

constexpr std::array<std::string_view, kFaces> kFaceNames = {"north side", "east side", "south side",
                                                             "west side",  "diagonal",  "diagonal"};

/// No tile may lie in this space, as an expansion says.
std::optional<Error> why_off_the_table(const Game& game, Move move) {
  const GameRules& rules = game.rules();
  const GroundThere there = ground_at(rules.kernel, game.state(), move.x, move.y);
  if (there.ground == Ground::open) return std::nullopt;
  const Expansion& by = *rules.added[there.by];
  const OffTable why = by.why_shut(rules.kernel, rules.kernel.added[there.by], game.state(), move.x, move.y);
  const Texts text = say(rules.catalogue->phrases, fmt::format("off.{}.{}", by.id, why.what),
                         {{"x", move.x}, {"y", move.y}, {"width", why.width}, {"height", why.height}});
  return refuse(text[0], std::string(why.rule), list_legal(game));
}

/// A tile that fits everything (TileKind::closes): the rule of what is drawn on it says where it may lie.
Error why_not_closed_in(const Game& game, Move move) {
  const GameRules& rules = game.rules();
  std::string rule;
  for (std::size_t by = 0; by < rules.added.size(); ++by)
    for (std::size_t i = 0; i < rules.added[by]->marks.size(); ++i)
      if (marks_on(rules.kernel, static_cast<int>(by), move.tile, static_cast<int>(i)) > 0)
        rule = rules.added[by]->marks[i].rule;
  return refuse(fmt::format("tile {} goes only into an empty space with a neighbour at each of its four sides",
                            rules.kinds[move.tile].name),
                rule, list_legal(game));
}

/// Which expansion takes a placement away that fits; the first one that takes it by itself is named.
std::optional<Error> why_barred(const Game& game, Move move) {
  const GameRules& rules = game.rules();
  const State<Full>& state = game.state();
  const unsigned bit = 1u << move.rotation;
  for (std::size_t by = 0; by < rules.added.size(); ++by) {
    const auto rotations = rules.added[by]->hooks->rotations;
    if (!rotations || rotations(rules.kernel, static_cast<int>(by), state, move.tile, move.x, move.y, bit) != 0)
      continue;
    const Expansion& expansion = *rules.added[by];
    const Barred why = expansion.why_barred(rules.kernel, rules.kernel.added[by], state, move);
    const Texts text = say(rules.catalogue->phrases, fmt::format("barred.{}.{}", expansion.id, why.what));
    return refuse(text[0], std::string(why.rule), list_legal(game));
  }
  return std::nullopt;
}

/// It fits, and an expansion takes it away.
std::optional<Error> why_taken_away(const Game& game, Move move, int cell) {
  const GameRules& rules = game.rules();
  const State<Full>& state = game.state();
  const unsigned bit = 1u << move.rotation;
  if (cell < 0 || !rules.kernel.kinds[move.tile].filtered || state.cell[cell].open == State<Full>::not_open ||
      (fitting_rotations(rules.kernel, state, move.tile, state.cell[cell].open) & bit) == 0)
    return std::nullopt;
  return why_barred(game, move);
}

/// A side of a tile, or of a square of one, that does not continue what lies beyond; `touches` gets whether any meets
/// something.
std::optional<Error> why_no_match(const Game& game, Move move, const OrientedTile& tile, int cell, unsigned signature,
                                  bool& touches) {
  const State<Full>& state = game.state();
  for (int i = 0; i < tile.sides; ++i) {
    auto there = static_cast<Terrain>((signature >> (2 * tile.side[i].face)) & 3);
    touches |= there != Terrain::none;
    if (there != Terrain::none) there = terrain_beyond(game.rules().kernel, state, state.cell[cell], tile.side[i].face);
    if (there == Terrain::none || there == tile.side[i].terrain) continue;
    const bool road = there == Terrain::road || tile.side[i].terrain == Terrain::road;
    return refuse(fmt::format("tile {} does not fit at {},{} turned {}: its {} meets {} on the {}",
                              game.rules().kinds[move.tile].name, move.x, move.y, rotation_letter(move.rotation),
                              terrain_name(tile.side[i].terrain), terrain_name(there), kFaceNames[tile.side[i].face]),
                  road ? "PLACE-3" : "PLACE-2", list_legal(game));
  }
  return std::nullopt;
}

/// The same as why_not_there for a tile on two spaces.
Error why_no_double(const Game& game, Move move) {
  const Ruleset& kernel = game.rules().kernel;
  const State<Full>& state = game.state();
  const FarSide far = kFarSides[kSecondBeyond[move.rotation & 3]];
  bool touches = false;
  for (const bool second : {false, true}) {
    const int x = move.x + (second ? far.dx : 0), y = move.y + (second ? far.dy : 0);
    if (occupied(state, x, y))
      return refuse(fmt::format("space {},{} is already taken", x, y), "PLACE-1", list_legal(game));
  }
  for (const bool second : {false, true}) {
    const int cell = find_cell(state, move.x + (second ? far.dx : 0), move.y + (second ? far.dy : 0));
    const OrientedTile& tile = second ? kernel.second[move.tile].oriented[move.rotation & 3]
                                      : kernel.kinds[move.tile].oriented[move.rotation & 3];
    if (cell < 0) continue;
    if (auto wrong = why_no_match(game, move, tile, cell, state.open_signature[state.cell[cell].open], touches))
      return *std::move(wrong);
  }
  if (!touches)
    return refuse(fmt::format("at {},{} no side of the tile touches a tile in play", move.x, move.y), "PLACE-1",
                  list_legal(game));
  for (const bool second : {false, true})
    if (auto off = why_off_the_table(game, Move::place(move.tile, move.x + (second ? far.dx : 0),
                                                       move.y + (second ? far.dy : 0), move.rotation)))
      return *std::move(off);
  if (auto taken = why_barred(game, move)) return *std::move(taken);
  return refuse("this cannot be done now", "PLACE-1", list_legal(game));
}

Error why_not_there(const Game& game, Move move) {
  const State<Full>& state = game.state();
  const auto& kind = game.rules().kinds[move.tile];
  if (game.rules().kernel.kinds[move.tile].closes) return why_not_closed_in(game, move);
  const int cell = find_cell(state, move.x, move.y);
  if (game.rules().kernel.kinds[move.tile].doubled) return why_no_double(game, move);
  const OrientedTile& tile = game.rules().kernel.kinds[move.tile].oriented[move.rotation & 3];
  if (cell >= 0 && (state.cell[cell].quarters & tile.quarters) != 0)
    return refuse(fmt::format("space {},{} is already taken", move.x, move.y), "PLACE-1", list_legal(game));
  const unsigned signature =
      cell >= 0 && state.cell[cell].open != State<Full>::not_open ? state.open_signature[state.cell[cell].open] : 0u;
  bool touches = false;
  if (auto wrong = why_no_match(game, move, tile, cell, signature, touches)) return *std::move(wrong);
  if (!touches)
    return refuse(fmt::format("at {},{} no side of the tile touches a tile in play", move.x, move.y), "PLACE-1",
                  list_legal(game));
  if (state.phase == Phase::tile && (game.rules().kernel.kinds[move.tile].rotations >> move.rotation & 1)) {
    if (auto off = why_off_the_table(game, move)) return *std::move(off);
    if (auto taken = why_taken_away(game, move, cell)) return *std::move(taken);
  }
  return refuse(fmt::format("turned {} tile {} looks as with a smaller rotation, which names the move",
                            rotation_letter(move.rotation), kind.name),
                "PLACE-2", list_legal(game));
}

Error why_no_follower(const Game& game, Move move) {
  const State<Full>& state = game.state();
  const auto& piece = state.piece[state.pieces - 1u];
  const TileKind& kind = game.rules().kernel.kinds[piece.kind];
  if (move.feature == kOverpass ? !overpass_over(state, state.pieces - 1) : move.feature >= kind.features)
    return refuse(fmt::format("tile {} has no such place", game.rules().kinds[piece.kind].name), "FOLLOWER-2",
                  list_legal(game));
  const std::string& place = game.rules().feature(piece.kind, move.feature).place;
  const FeatureType type = type_of(state, state.pieces - 1, move.feature);
  const GameRules& rules = game.rules();
  const FigureKind& figure = rules.kernel.figures[move.figure];
  const FigureSpec& spec = rules.figure(move.figure);
  if (figure.count == 0)
    return refuse(no_such_figures(rules, move.figure), std::string(spec.box_rule), list_legal(game));
  if (!figure.stands(type)) {
    if (move.figure != Figure::follower)
      return refuse(fmt::format("{} only on {}", one_stands(rules, move.figure), stood_on(spec)),
                    std::string(spec.rule), list_legal(game));
    if (const FigureSpec* other = rules.figure_standing_on(type))
      return refuse(only_this_stands(rules, *other, type), std::string(other->rule), list_legal(game));
    return refuse("farmers are left out of this game", "FIELD-0", list_legal(game));
  }
  const int root = root_at(state, state.pieces - 1, move.feature);
  const bool fits = has_room(rules.kernel, state, state.seat, move.figure, root);
  if (!fits && !figure.follower)
    return refuse(
        fmt::format("{} has no follower on the feature that {} belongs to", game.seats()[state.seat].name, place),
        std::string(spec.rule), list_legal(game));
  if (!fits)
    return refuse(fmt::format("a follower already stands on the feature that {} belongs to", place), "FOLLOWER-2",
                  list_legal(game));
  return refuse(fmt::format("{} has no {} left", game.seats()[state.seat].name, spec.name), std::string(spec.rule),
                list_legal(game));
}

/// The turn ended with the tile: nothing could be placed on it (FOLLOWER-2, FOLLOWER-8).
Error why_no_choice(const Game& game) {
  const std::size_t seat = game.plies().back().seat;
  const Game before = game.at(static_cast<int>(game.played().size()) - 1);  // what it completed brought followers home
  if (before.state().supply[seat] == 0)
    return refuse(fmt::format("{} had no follower left to place on this tile", game.seats()[seat].name), "FOLLOWER-8");
  return refuse("no follower can be placed on this tile: every feature is taken", "FOLLOWER-2");
}

/// An expansion asks something else: its phrase says what.
Error refused_by(const Game& game, const Pending& asked) {
  const Texts told = refusal_of(game.rules(), asked, game.seats()[asked.seat].name);
  return refuse(told[0], std::string(game.rules().question(asked).rule), list_legal(game));
}

/// It is no tile that is drawn: it comes out of a pile, or it belongs into the stack.
Error why_other_tile(const Game& game, Move move) {
  const std::string& name = game.rules().kinds[move.tile].name;
  if (const Pending* asked = question(game.state()); asked != nullptr && asked->from_pile())
    return refuse(fmt::format("tile {} is none of those that are dealt, or is gone", name),
                  std::string(game.rules().question(*asked).rule), list_legal(game));
  for (const HeldTile& tile : game.rules().kernel.held)
    if (tile.kind == move.tile)
      return refuse(fmt::format("tile {} is not drawn from the stack", name),
                    std::string(game.rules().pile_spec(tile.pile).rule), list_legal(game));
  const State<Full>& state = game.state();
  const auto end = state.stack.begin() + state.left;
  if (std::find(state.stack.begin(), end, move.tile) != end)
    for (const Expansion* expansion : game.rules().added)
      if (!expansion->stage_rule.empty() && expansion->late == game.rules().kernel.is_late(move.tile))
        return refuse(fmt::format("tile {} is not drawn yet: others come first", name),
                      std::string(expansion->stage_rule), list_legal(game));
  return refuse(fmt::format("no tile {} is left", name), "SET-1", list_legal(game));
}

Error why_not_drawn(const Game& game, Move move) {
  const auto& rules = game.rules();
  if (asks_outcome(game.state())) return refused_by(game, *question(game.state()));
  if (move.kind == MoveKind::draw)
    return move.tile < rules.kinds.size() ? why_other_tile(game, move)
                                          : refuse("there is no such tile in this game", "SET-1", list_legal(game));
  if (const Pending* asked = question(game.state())) return refused_by(game, *asked);
  if (move.kind == MoveKind::follower && !game.plies().empty() && game.plies().back().move.kind == MoveKind::tile)
    return why_no_choice(game);
  return refuse("a tile has to be drawn first", "DRAW-1", list_legal(game));
}

/// Tiles that the seat holds are to be placed, and this is none of them.
Error why_not_held(const Game& game, Move move) {
  const State<Full>& state = game.state();
  const Ruleset& kernel = game.rules().kernel;
  const bool must = tile_choice(state) == State<Full>::Choice::held;
  std::string rule;
  for (std::size_t i = 0; i < kernel.piles.size(); ++i) {
    const int pile = static_cast<int>(i);
    const Laid laid = kernel.piles[i].laid;
    if (laid == Laid::never || (laid == Laid::played ? !must : has_declined(state))) continue;
    if (move.tile < game.rules().kinds.size() && holds(state, pile, state.seat, move.tile))
      return why_not_there(game, move);
    if (rule.empty()) rule = game.rules().pile_spec(pile).laid_rule(kernel.added[kernel.piles[i].by]);
  }
  return refuse(fmt::format("{} does not hold this tile", game.seats()[state.seat].name), rule, list_legal(game));
}

/// The rule by which the seat may lay a tile that it holds instead of drawing.
std::string rule_of_laying(const Game& game) {
  const GameRules& rules = game.rules();
  for (const Move& move : game.legal())
    for (const HeldTile& tile : held(game.state()))
      if (move.kind == MoveKind::tile && tile.seat == game.state().seat && tile.kind == move.tile)
        if (const auto rule = rules.pile_spec(tile.pile).laid_rule; rule != nullptr)
          return std::string(rule(rules.kernel.added[rules.kernel.piles[tile.pile].by]));
  return {};
}

Error why_not_placed(const Game& game, Move move) {
  const auto& rules = game.rules();
  const State<Full>& state = game.state();
  using Choice = State<Full>::Choice;
  if (tile_choice(state) == Choice::may_draw && move.kind != MoveKind::tile)
    return refuse(fmt::format("{} may lay a tile that it holds, or go on without", game.seats()[state.seat].name),
                  rule_of_laying(game), list_legal(game));
  if (tile_choice(state) == Choice::held && move.kind != MoveKind::tile)
    return refuse("a tile of the hand has to be placed first", "START-2", list_legal(game));
  if (tile_choice(state) != Choice::drawn) return why_not_held(game, move);
  const std::string& drawn = rules.kinds[state.drawn].name;
  if (move.kind != MoveKind::tile)
    return refuse(fmt::format("tile {} has to be placed first", drawn), "START-2", list_legal(game));
  if (move.tile != state.drawn) return refuse(fmt::format("tile {} was drawn", drawn), "DRAW-1", list_legal(game));
  return why_not_there(game, move);
}

/// The rule by which an expansion forbids a move; empty: none does.
std::string_view forbidding_rule(const Game& game, Move move) {
  const GameRules& rules = game.rules();
  const State<Full>& state = game.state();
  if (move.kind == MoveKind::act) {
    if (move.by >= rules.added.size() || move.verb >= rules.added[move.by]->verbs.size()) return {};
    const Verb& verb = rules.verb(move);
    if (takes_place(verb.takes) &&
        (move.x < 0 || move.x >= state.pieces || !has_feature(rules.kernel, state, move.x, move.feature)))
      return verb.rule;
  }
  for (std::size_t by = 0; by < rules.added.size(); ++by) {
    if (!rules.added[by]->why_illegal) continue;
    const std::string_view rule =
        rules.added[by]->why_illegal(rules.kernel, rules.kernel.added[by], game.state(), move);
    if (!rule.empty()) return rule;
  }
  return move.kind == MoveKind::act && game.state().phase == Phase::follower ? rules.verb(move).rule : "";
}

/// Why a figure cannot be taken back: it does not stand, or only where all is complete, or in a chapter.
Error why_not_back(const Game& game, Move move) {
  const FigureSpec& spec = game.rules().figure(move.figure);
  const State<Full>& state = game.state();
  const auto all = standing(state);
  const auto stands = [&](bool in_chapter) {
    return std::any_of(all.begin(), all.end(), [&](int number) {
      const FigureRow& row = figure_rows(state)[number];
      return row.seat == state.seat && row.figure == move.figure &&
             (type_of(state, row.piece(), row.feature()) == FeatureType::chapter) == in_chapter;
    });
  };
  const std::string& name = game.seats()[state.seat].name;
  if (stands(true))
    return refuse(fmt::format("the {} of {} stays where it is to the end", spec.name, name),
                  std::string(spec.home_rule), list_legal(game));
  if (stands(false) && !spec.done_rule.empty())
    return refuse(fmt::format("what the {} of {} stands on is complete", spec.name, name), std::string(spec.done_rule),
                  list_legal(game));
  return refuse(fmt::format("{} has no {} on a feature that is still unfinished", name, spec.name),
                std::string(spec.home_rule), list_legal(game));
}

}  // namespace

Error Game::why_illegal(Move move) const {
  const std::vector<Move> moves = legal();
  if (std::find(moves.begin(), moves.end(), move) != moves.end()) return {};
  const std::string& name = seats_[state_->seat].name;
  switch (state_->phase) {
    case Phase::draw:
      return why_not_drawn(*this, move);
    case Phase::tile:
      return why_not_placed(*this, move);
    case Phase::follower:
      if (move.kind == MoveKind::take_back && rules().figure(move.figure).kind.may_return)
        return why_not_back(*this, move);
      if (const std::string_view rule = forbidding_rule(*this, move); !rule.empty())
        return refuse(fmt::format("{} cannot do this now", name), std::string(rule), list_legal(*this));
      if (move.kind != MoveKind::follower)
        return refuse(fmt::format("{} has to choose a follower's place or none", name), "FOLLOWER-1",
                      list_legal(*this));
      return why_no_follower(*this, move);
    case Phase::ask:
      if (const std::string_view rule = forbidding_rule(*this, move); !rule.empty())
        return refuse(fmt::format("{} cannot do this now", name), std::string(rule), list_legal(*this));
      return refused_by(*this, *question(*state_));
    case Phase::over:
      break;
  }
  return refuse("the game is over", "END-1");
}

}  // namespace bastide
