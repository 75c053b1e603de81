#include "expansions/princess_and_dragon.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 4> kOptions = {
    {{"princess_and_dragon", {"2016", "2005"}}, {"princess", {"must"}}, {"fairy", {"tile"}}, {"dragon", {"after"}}}};
enum Options : uint8_t { edition, princess_must, fairy_by_tile, dragon_after };

enum MarkNumber : uint8_t { volcano, dragon_sign, portal, princess };
constexpr std::array<MarkSpec, 4> kMarks = {
    {{"volcano", "VOLC-1"}, {"dragon", "DRAGON-4"}, {"portal", "PORTAL-1"}, {"princess", "PRINC-1"}}};

enum FigureNumber : uint8_t { dragon, fairy };
constexpr FigureKind kNeutral = {.count = 1, .neutral = true};
constexpr std::array<FigureSpec, 2> kFigures = {{{"dragon", kNeutral, Place::space}, {"fairy", kNeutral}}};

enum Piles : uint8_t { waiting };
constexpr std::array<PileSpec, 1> kPiles = {
    {{.name = "waiting", .rule = "DRAGON-2", .by_seat = false, .drawn = "waits"}}};

enum Verbs : uint8_t { verb_fairy, verb_princess, verb_portal, verb_step, verb_fairy_top };
constexpr std::array<Verb, 5> kVerbs = {{{"fairy", Takes::anyone, "FAIRY-1"},
                                         {"princess", Takes::anyone, "PRINC-1"},
                                         {"portal", Takes::figure, "PORTAL-1"},
                                         {"dragon", Takes::space, "DRAGON-5"},
                                         {"fairy-top", Takes::space, "FAIRY-1"}}};

enum Questions : uint8_t { ask_step };
constexpr std::array<Question, 1> kQuestions = {{{.name = "step",
                                                  .moment = Moment::acted,
                                                  .or_moment = Moment::part_ends,
                                                  .rule = "DRAGON-5",
                                                  .round = Question::Round::any}}};

enum Terms : uint8_t { guarded, guard };
constexpr std::array<TermSpec, 2> kTerms = {{{.name = "guarded", .rule = "FAIRY-4", .times = false, .bonus = true},
                                             {.name = "fairy", .rule = "FAIRY-5", .times = false, .bonus = true}}};

// Memory: how many spaces the dragon has visited in this movement, then x and y of each (DRAGON-6).
constexpr int kSteps = 6, kWords = 1 + 2 * (kSteps + 1);

struct At {
  int x = 0, y = 0;
};

At space_of(const State<Full>& state, int piece) {
  const auto& cell = state.cell[state.piece[piece].cell];
  return {cell.x, cell.y};
}

const FigureRow& row_of(const Ruleset& rules, const State<Full>& state, int by, FigureNumber figure) {
  return state.v.figure[neutral_figure(rules, state, by, figure)];
}

bool on_board(const FigureRow& row) {
  return row.at.kind != Place::supply;
}

/// No companion, as builder and pig: the fairy guards none and the princess sends none home (FAIRY-1, FAIRY-9,
/// PRINC-1).
bool is_follower(const Ruleset& rules, const FigureRow& row) {
  return rules.figures[row.figure].follower;
}

/// VOLC-3: nobody is put where the dragon stands.
bool dragon_lets(const Ruleset& rules, const State<Full>& state, int by, Place to) {
  const FigureRow& there = row_of(rules, state, by, dragon);
  return !on_board(there) || !to.on_tile() || !lies_in(state, to.x, there.at.x, there.at.y);
}

bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure, Place to) {
  return dragon_lets(rules, state, by, to);
}

void closes(const Ruleset& rules, const State<Full>& state, int by, Pieces& closed) {
  const Place there = row_of(rules, state, by, dragon).at;
  if (there.kind == Place::space) for_each_piece_at(state, there.x, there.y, [&](int piece) { closed.insert(piece); });
}

// ---------------------------------------------------------------- the fairy

/// Calls `visit(row)` for each figure on a feature that she may stand by.
template <class Visit>
void for_each_by_her(const State<Full>& state, Place her, const Visit& visit) {
  if (her.kind == Place::beside) {
    if (const FigureRow& row = state.v.figure[her.y]; row.at.kind == Place::feature) visit(row);
    return;
  }
  for (const int number : standing(state))
    if (const FigureRow& row = state.v.figure[number]; row.at.x == her.x) visit(row);
}

/// Whether whoever is by her gets her points.
bool guards(const Turn& turn, Place her) {
  return her.kind == Place::beside || (her.kind == Place::piece && turn.option(fairy_by_tile) != 0);
}

/// Who has a follower that she guards on a feature for which `counts(root)` gets 3 points (FAIRY-5, FAIRY-6).
template <class CountsRoot>
void pay_guarded(Turn& turn, const CountsRoot& counts) {
  const State<Full>& s = turn.state;
  const Place her = s.v.figure[turn.figure(fairy)].at;
  if (!guards(turn, her)) return;
  struct Pays {
    int seat, root;
    bool operator==(const Pays&) const = default;
  };
  std::array<Pays, kMostStanding> paid;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as count
  std::size_t count = 0;
  for_each_by_her(s, her, [&](const FigureRow& row) {
    if (!is_follower(turn.rules, row)) return;
    const Pays pays{row.seat, root_at(s, row.piece(), row.feature())};
    if (converted(turn.rules, s, pays.root) || !counts(pays.root) ||
        std::find(paid.begin(), paid.begin() + count, pays) != paid.begin() + count)
      return;
    paid[count++] = pays;
    turn.give(row.seat, guard, 3, pays.root);
  });
}

/// FAIRY-4
void pay_at_begin(Turn& turn) {
  const State<Full>& s = turn.state;
  const Place her = s.v.figure[turn.figure(fairy)].at;
  if (!guards(turn, her) || (her.kind == Place::beside && s.v.figure[her.y].seat != turn.active())) return;
  int node = -1;
  for_each_by_her(s, her, [&](const FigureRow& row) {
    if (node < 0 && row.seat == turn.active() && is_follower(turn.rules, row))
      node = node_at(s, row.piece(), row.feature());
  });
  if (node >= 0) return turn.give(turn.active(), guarded, 1, root_of(s, node));
  const int top = on_top(s, her.x);  // on no feature
  if (top < 0 || s.v.figure[top].seat != turn.active() || (her.kind == Place::beside && her.y != top)) return;
  turn.give(turn.active(), guarded, 1);
}

/// FAIRY-5: what is being scored, ABBOT-2 among it.
void paid(Turn& turn, const Scored& what) {
  pay_guarded(turn, [&](int root) { return root == what.node; });
}

/// FAIRY-7: her follower leaves; she stays.
void moved(Turn& turn, int figure, Place) {
  const Place her = turn.state.v.figure[turn.figure(fairy)].at;
  if (her.kind == Place::beside && her.y == figure) turn.move_figure(turn.figure(fairy), Place::on_piece(her.x));
}

/// Adds a move that is none yet of those from `before` on.
void add(std::vector<Move>& moves, std::size_t before, Move move) {
  const auto from = moves.begin() + static_cast<std::ptrdiff_t>(before);
  if (std::find(from, moves.end(), move) == moves.end()) moves.push_back(move);
}

/// Adds a move that names a follower: alike ones in one place are one choice.
void add_named(const State<Full>& state, std::vector<Move>& moves, std::size_t before, Move move) {
  const bool alone = state.node[root_at(state, move.x, move.feature)].followers.one();
  alone ? moves.push_back(move) : add(moves, before, move);
}

/// So too where an own follower stands on no feature, but on what is on a tile; by `fairy=tile` only if the tile
/// cannot be named by another one.
void add_fairy_on_tops(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const Place her = row_of(rules, state, by, fairy).at;
  const bool by_tile = rules.added[by].option[fairy_by_tile] != 0;
  if (state.v.figures_at[Place::top] == 0) return;
  pieces_with_tops(state).for_each([&](int piece) {
    const int number = on_top(state, piece);
    if (state.v.figure[number].seat != state.seat) return;
    const bool there = by_tile ? her == Place::on_piece(piece) : her.kind == Place::beside && her.y == number;
    bool named = false;
    if (by_tile)
      for (const int other : standing(state))
        named |= state.v.figure[other].seat == state.seat && state.v.figure[other].piece() == piece &&
                 rules.figures[state.v.figure[other].figure].follower;
    const At here = space_of(state, piece);
    if (!there && !named) moves.push_back(Move::act_at(by, verb_fairy_top, here.x, here.y));
  });
}

/// FAIRY-9: onto the tile of an own follower, which is named by the first of them there.
void add_fairy_by_tile(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const Place her = row_of(rules, state, by, fairy).at;
  const std::size_t before = moves.size();
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (row.seat != state.seat || !is_follower(rules, row)) continue;
    if (her.kind == Place::piece && her.x == row.piece()) continue;
    const auto named = std::find_if(moves.begin() + static_cast<std::ptrdiff_t>(before), moves.end(),
                                    [&](const Move& move) { return move.x == row.piece(); });
    if (named == moves.end())
      moves.push_back(Move::act(by, verb_fairy, row.piece(), row.feature()));
    else
      named->feature = std::min(named->feature, static_cast<uint8_t>(row.feature()));
  }
}

/// FAIRY-1: beside an own follower.
void add_fairy_beside(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const Place her = row_of(rules, state, by, fairy).at;
  const FigureRow* const hers = her.kind == Place::beside ? &state.v.figure[her.y] : nullptr;
  const bool own = hers != nullptr && hers->seat == state.seat;
  Move move = Move::act(by, verb_fairy);
  const std::size_t before = moves.size();
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (row.seat != state.seat || !is_follower(rules, row)) continue;
    if (own && hers->at == row.at && hers->figure == row.figure) continue;
    move.x = static_cast<int16_t>(row.piece());
    move.feature = static_cast<uint8_t>(row.feature());
    if (state.node[root_at(state, row.piece(), row.feature())].followers.only(row.seat)) {
      moves.push_back(move);
    } else {
      Move named = move;
      name_standing(rules, state, number, named);
      add(moves, before, named);
    }
  }
}

void add_fairy(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  (rules.added[by].option[fairy_by_tile] != 0 ? add_fairy_by_tile : add_fairy_beside)(rules, state, by, moves);
  add_fairy_on_tops(rules, state, by, moves);
}

void place_fairy(Turn& turn, Move move) {
  if (turn.option(fairy_by_tile) != 0) return turn.move_figure(turn.figure(fairy), Place::on_piece(move.x));
  const int number = standing_named(turn.rules, turn.state, move);
  turn.move_figure(turn.figure(fairy), Place::beside_figure(number, Place::on(move.x, move.feature)));
}

// ---------------------------------------------------------------- princess and portal

void place_fairy_on_top(Turn& turn, Move move) {
  int piece = 0;
  while (!lies_in(turn.state, piece, move.x, move.y)) ++piece;  // heaps are on whole tiles
  const int number = on_top(turn.state, piece);
  turn.move_figure(turn.figure(fairy), turn.option(fairy_by_tile) != 0
                                           ? Place::on_piece(piece)
                                           : Place::beside_figure(number, Place::on_piece(piece)));
}

/// PRINC-1: everybody in the city that the last tile's princess is in. Whether there is anybody.
bool add_princess(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const int last = state.pieces - 1;
  const int city = rules.marks[state.piece[last].kind].feature[rules.added[by].mark + princess];
  const int root = root_at(state, last, city);
  const std::size_t before = moves.size();
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (!is_follower(rules, row) || root_at(state, row.piece(), row.feature()) != root) continue;
    Move move = Move::act(by, verb_princess, row.piece(), row.feature());
    name_standing(rules, state, number, move);
    add_named(state, moves, before, move);
  }
  return moves.size() > before;
}

/// PORTAL-1, PORTAL-3: every place on another tile that is neither completed nor taken.
void add_portal(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  struct There {
    uint16_t piece;
    uint8_t feature;
    FeatureType type;
  };
  std::array<There, Full::max_nodes> free;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as count
  std::size_t count = 0;
  const RoomOnFeatures room(rules, state);
  const Pieces closed = closed_pieces(rules, state);
  const auto& besides = rules.added.opening_besides;  // by type of feature
  const bool asked_besides = std::any_of(besides.begin(), besides.end(), [](uint64_t who) { return who != 0; });
  for (int piece = 0, last = state.pieces - 1; piece < last; ++piece) {
    if (closed.contains(piece)) continue;
    for_each_node(rules, state, piece, [&](int f, int node) {
      if (!room.there_is(node)) return;
      if (!asked_besides || besides[static_cast<std::size_t>(state.type[node])] == 0 ||
          open_besides(rules, state, Place::on(piece, f)))
        free[count++] = {static_cast<uint16_t>(piece), static_cast<uint8_t>(f), state.type[node]};
    });
  }
  for (int kind = 0; kind < rules.figure_kinds; ++kind) {
    const auto figure = static_cast<Figure>(kind);
    if (rules.figures[kind].neutral || !rules.figures[kind].follower ||
        supply_of(rules, state, state.seat, figure) == 0 || count == 0)
      continue;
    const uint64_t asked = rules.added.allowing_to[static_cast<std::size_t>(kind)];
    Move move = Move::act(by, verb_portal);
    move.figure = figure;
    const std::size_t before = moves.size();
    moves.resize(before + count);  // there are many: no push_back for each
    Move* end = &moves[before];
    for (std::size_t i = 0; i < count; ++i) {
      const There& there = free[i];
      if (!rules.figures[kind].stands(there.type) ||
          ((asked & rules.added.allowing_on[static_cast<std::size_t>(there.type)]) != 0 &&
           !allowed_besides(rules, state, state.seat, figure, Place::on(there.piece, there.feature))))
        continue;
      move.feature = there.feature;
      move.x = static_cast<int16_t>(there.piece);
      *end++ = move;
    }
    moves.resize(static_cast<std::size_t>(end - moves.data()));
  }
}

/// PRINC-1 (`princess=must`): who can send somebody home has to.
bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const bool anybody = last_tile_has(rules, state, by, princess) && add_princess(rules, state, by, moves);
  if (anybody && rules.added[by].option[princess_must] != 0) return true;
  add_fairy(rules, state, by, moves);
  if (last_tile_has(rules, state, by, portal)) add_portal(rules, state, by, moves);
  return false;
}

/// Of several alike in one place the one that came last.
void send_home_from(Turn& turn, Move move) {
  turn.move_figure(standing_named(turn.rules, turn.state, move, true), {});
}

// ---------------------------------------------------------------- the dragon

/// VOLC-1, DRAGON-2: it comes flying, and the tiles that waited for it go back into the stack.
void fly_to_last_tile(Turn& turn) {
  const At here = space_of(turn.state, turn.state.pieces - 1);
  turn.move_figure(turn.figure(dragon), Place::in_space(here.x, here.y));
  turn.put_back_all(waiting);
}

void note_visit(Turn& turn, At space) {
  int16_t* const memory = turn.memory();
  const int number = memory[0]++;
  memory[1 + 2 * number] = static_cast<int16_t>(space.x);
  memory[2 + 2 * number] = static_cast<int16_t>(space.y);
}

void begin_movement(Turn& turn) {
  const Place at = turn.state.v.figure[turn.figure(dragon)].at;
  std::fill_n(turn.memory(), kWords, int16_t{0});
  note_visit(turn, {at.x, at.y});
  turn.ask({.what = ask_step, .seat = static_cast<uint8_t>(turn.active())});
}

/// DRAGON-6: neighbouring spaces with a tile, but neither the fairy's nor one visited in this movement.
void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const FigureRow& it = row_of(rules, state, asked.by, dragon);
  if (it.at.kind != Place::space) return;
  const Place her = row_of(rules, state, asked.by, fairy).at;
  const int16_t* const memory = &state.v.memory[rules.added[asked.by].memory];
  constexpr std::array<At, 4> kSides = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};
  unsigned visited = 0;  // of these, as bits
  for (int i = 0; i < memory[0]; ++i) {
    const int dx = memory[1 + 2 * i] - it.at.x, dy = memory[2 + 2 * i] - it.at.y;
    if (std::abs(dx) + std::abs(dy) == 1) visited |= 1u << (dx == 0 ? 1 + dy : 2 - dx);
  }
  for (int side = 0; side < 4; ++side) {
    if (((visited >> side) & 1) != 0) continue;
    const At to{it.at.x + kSides[side].x, it.at.y + kSides[side].y};
    const int cell = find_cell(state, to.x, to.y);
    if (cell >= 0 && state.cell[cell].occupied() && !(on_board({.at = her}) && state.piece[her.x].covers(cell)))
      moves.push_back(Move::act_at(asked.by, verb_step, to.x, to.y));
  }
}

/// DRAGON-8
void eat(Turn& turn, At space) {
  turn.clear_space(space.x, space.y);
}

/// DRAGON-5: six steps, seat after seat.
[[gnu::noinline]] void step(Turn& turn, int seat, At to) {
  turn.done();
  turn.move_figure(turn.figure(dragon), Place::in_space(to.x, to.y));
  eat(turn, to);
  note_visit(turn, to);
  if (turn.memory()[0] <= kSteps) turn.ask({.what = ask_step, .seat = static_cast<uint8_t>(turn.next(seat))});
}

// ---------------------------------------------------------------- in the order of play

void at(Turn& turn, Moment moment) {
  const State<Full>& s = turn.state;
  const auto last_has = [&](MarkNumber mark) { return last_tile_has(turn.rules, s, turn.by, mark); };
  const auto there = [&] { return on_board(s.v.figure[turn.figure(dragon)]); };
  switch (moment) {
    case Moment::set_up:  // the first tile out of a bag
    case Moment::placed:
      if (last_has(volcano)) fly_to_last_tile(turn);
      return;
    case Moment::turn_begins:
      return pay_at_begin(turn);
    case Moment::drawn:  // DRAGON-2
      if (turn.marks(s.drawn, dragon_sign) == 0 || there()) return;
      return turn.let_wait(waiting);
    case Moment::acted:  // DRAGON-4
    case Moment::part_ends:
      if (there() && last_has(dragon_sign)) begin_movement(turn);
      return;
    case Moment::scored:
      if (s.completed == 0) return;
      return pay_guarded(turn, [&](int root) {
        return std::find(s.completed_node.begin(), s.completed_node.begin() + s.completed, root) !=
               s.completed_node.begin() + s.completed;
      });
    case Moment::final_scored:
      return pay_guarded(turn, [&](int root) {
        return s.type[root] == FeatureType::field ||
               (turn.rules.scoring.unfinished && s.type[root] != FeatureType::trap);
      });
    default:
      return;
  }
}

bool idle(const Ruleset& rules, int by, Moment moment, int kind, bool completed) {
  const auto lacks = [&](MarkNumber mark) { return kind < 0 || marks_on(rules, by, kind, mark) == 0; };
  switch (moment) {
    case Moment::set_up:
    case Moment::placed:
      return lacks(volcano);
    case Moment::acted:
    case Moment::part_ends:
      return lacks(dragon_sign);
    case Moment::scored:
      return !completed;
    default:
      return false;
  }
}

void decide(Turn& turn, const Pending& asked, Move move) {
  if (asked.what == ask_step) return step(turn, asked.seat, {move.x, move.y});
  const Place where = Place::on(move.x, move.feature);
  if (move.verb == verb_fairy) place_fairy(turn, move);
  if (move.verb == verb_fairy_top) place_fairy_on_top(turn, move);
  if (move.verb == verb_princess) send_home_from(turn, move);
  if (move.verb == verb_portal) turn.place_figure(asked.seat, move.figure, where);
}

/// Nothing waits for a dragon that is there; where it steps it has come from where it last was.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const FigureRow& it = row_of(rules, state, by, dragon);
  for (const HeldTile& tile : held(state))
    if (tile.pile == added.pile + waiting && (on_board(it) || marks_on(rules, by, tile.kind, dragon_sign) == 0))
      return {"waiting", "DRAGON-2"};
  for (const int number : standing(state))
    if (on_board(it) && lies_in(state, state.v.figure[number].piece(), it.at.x, it.at.y) && !kept(rules, state, number))
      return {"place", "VOLC-3"};
  if (added.option[fairy_by_tile] != 0 && row_of(rules, state, by, fairy).at.kind == Place::beside)
    return {"beside", "FAIRY-9"};
  const Pending* asked = question(state);
  if (asked == nullptr || asked->by != by) return {};
  const int16_t* const memory = &state.v.memory[added.memory];
  const bool visited =
      memory[0] >= 1 && memory[0] <= kSteps && memory[2 * memory[0] - 1] == it.at.x && memory[2 * memory[0]] == it.at.y;
  return visited ? Impossible{} : Impossible{"steps", "DRAGON-6"};
}

std::string_view why_no_portal(const Ruleset& rules, const State<Full>& state, int by, Move move) {
  const int root = root_at(state, move.x, move.feature);
  if (!last_tile_has(rules, state, by, portal)) return "PORTAL-2";
  if (!dragon_lets(rules, state, by, Place::on(move.x, move.feature))) return "VOLC-3";
  if (is_completed(state, root)) return "PORTAL-3";
  return is_taken(rules, state, root) ? "FOLLOWER-2" : "PORTAL-1";
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  const bool own = move.kind == MoveKind::act && move.by == by;
  if (state.phase == Phase::ask) return own && move.verb == verb_step ? "DRAGON-6" : "";
  std::vector<Move> princesses;
  if (added.option[princess_must] != 0 && last_tile_has(rules, state, by, princess) &&
      add_princess(rules, state, by, princesses))
    return "PRINC-1";
  if (own && move.verb == verb_portal) return why_no_portal(rules, state, by, move);
  if (own) return kVerbs[move.verb].rule;
  if (move.kind != MoveKind::follower || dragon_lets(rules, state, by, Place::on_piece(state.pieces - 1))) return {};
  return last_tile_has(rules, state, by, volcano) ? "VOLC-2" : "VOLC-3";
}

constexpr Hooks kHooks = {.at = at,
                          .idle = idle,
                          .options = options,
                          .decide = decide,
                          .join = join,
                          .allows = allows,
                          .by_place_alone = true,
                          .forbids_on = Hooks::kElsewhere,
                          .closes = closes,
                          .paid = paid,
                          .moved = moved};

}  // namespace

constexpr Expansion kPrincessAndDragon = {.id = "princess-and-dragon",
                                          .options = kOptions,
                                          .hooks = &kHooks,
                                          .marks = kMarks,
                                          .figures = kFigures,
                                          .piles = kPiles,
                                          .words = kWords,
                                          .impossible = impossible,
                                          .verbs = kVerbs,
                                          .questions = kQuestions,
                                          .terms = kTerms,
                                          .why_illegal = why_illegal};

}  // namespace bastide
