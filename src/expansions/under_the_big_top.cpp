#include "expansions/under_the_big_top.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/kernel.h"
#include "core/marked_pieces.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 4> kOptions = {
    {{"big_top", {"on"}}, {"big_top_final", {"on"}}, {"ringmasters", {"on"}}, {"acrobats", {"on"}}}};
enum Options : uint8_t { tent, tent_at_the_end, with_ringmasters, with_acrobats };

constexpr std::array<MarkSpec, 2> kMarks = {
    {{"circus", "BIGTOP-2"}, {.name = "acrobats", .rule = "ACRO-1", .listed = true}}};
enum MarkNumber : uint8_t { circus, stage };

enum FigureNumber : uint8_t { ringmaster, big_top };
constexpr uint8_t kStandsOn = 1u << static_cast<int>(FeatureType::city) | 1u << static_cast<int>(FeatureType::road) |
                              1u << static_cast<int>(FeatureType::cloister) |
                              1u << static_cast<int>(FeatureType::field);
constexpr std::array<FigureSpec, 2> kFigures = {
    {{.name = "ringmaster", .kind = {.count = 1, .stands_on = kStandsOn}, .rule = "RING-1", .box_rule = "RING-1"},
     {.name = "big-top", .kind = {.count = 1, .neutral = true}, .rule = "BIGTOP-3"}}};

/// BIGTOP-1: what an animal is worth, and how many of it there are. In memory: how many of each are out of the game.
/// Which one is under the tent is drawn when it is revealed: nobody knows before.
struct Animal {
  int points, count;
};
constexpr std::array<Animal, 6> kAnimals = {{{1, 1}, {3, 4}, {4, 5}, {5, 3}, {6, 2}, {7, 1}}};

enum Verbs : uint8_t { verb_animal, verb_acrobat, verb_perform };
constexpr std::array<Verb, 3> kVerbs = {{{"animal", Takes::number, "BIGTOP-4"},
                                         {"acrobat", Takes::figure, "ACRO-2"},
                                         {"perform", Takes::feature, "ACRO-5"}}};

enum Questions : uint8_t { ask_animal, ask_last_animal };
constexpr std::array<Question, 2> kQuestions = {
    {{.name = "animal", .moment = Moment::part_ends, .rule = "BIGTOP-4", .of_chance = true, .outcome = true},
     {.name = "last-animal", .moment = Moment::ending, .rule = "BIGTOP-7", .of_chance = true, .outcome = true}}};

enum Terms : uint8_t { in_audience, of_ringmaster, performed, stood };
constexpr std::array<TermSpec, 4> kTerms = {{{.name = "audience", .rule = "BIGTOP-4", .bonus = true},
                                             {.name = "ringmaster", .rule = "RING-2", .bonus = true},
                                             {.name = "acrobats", .rule = "ACRO-5", .bonus = true},
                                             {.name = "standing", .rule = "ACRO-6", .bonus = true}}};

/// ACRO-5: for each acrobat.
constexpr int kEach = 5;

bool in_play(const Added::Options& options) {
  return options[tent] != 0 || options[with_ringmasters] != 0 || options[with_acrobats] != 0;
}

void set_up(Ruleset& rules, const Added& added) {
  FigureKind& kind = rules.figures[added.figure + ringmaster];
  kind.count = added.option[with_ringmasters] != 0 ? 1 : 0;
  kind.stands_on = rules.figures[0].stands_on & kStandsOn;
  if (added.option[with_acrobats] == 0) return;
  FigureKind& plain = rules.figures[Figure::follower];  // ACRO-4: nobody else
  plain.stands_on = static_cast<uint16_t>(plain.stands_on | 1u << static_cast<int>(FeatureType::pyramid));
  rules.scoring.in_pyramid = kEach;
}

/// Of a double tile, whether one of its halves is.
bool are_near(const State<Full>& state, int piece, int other) {
  return any_space_of(state, piece,
                      [&](const State<Full>::Cell& cell) { return lies_around(state, other, cell.x, cell.y); });
}

// ---------------------------------------------------------------- the tent

const Place& tent_of(const Ruleset& rules, const State<Full>& state, int by) {
  return state.v.figure[neutral_figure(rules, state, by, big_top)].at;
}

/// BIGTOP-5: whoever holds a castle is wherever one of its tiles is.
bool is_near(const Ruleset& rules, const State<Full>& state, const FigureRow& row, int tent) {
  if (are_near(state, row.at.x, tent)) return true;
  if (row.at.kind != Place::feature) return false;
  const int root = root_at(state, row.piece(), row.feature());
  if (!converted(rules, state, root)) return false;
  bool near = false;
  for_each_segment(state, root, [&](int node) {
    for_each_cell_of(rules, state, node,
                     [&](const State<Full>::Cell& cell) { near |= lies_around(state, tent, cell.x, cell.y); });
  });
  return near;
}

/// BIGTOP-4: the animal's points to each seat, for each of its followers around the tent.
void reveal(Turn& turn, int points) {
  const State<Full>& s = turn.state;
  const int tent = tent_of(turn.rules, s, turn.by).x;
  std::array<int, kMaxSeats> audience{};
  for (const FigureRow& row : figure_rows(s)) {
    const FigureKind& kind = turn.rules.figures[row.figure];
    const bool stands = row.at.kind == Place::feature || row.at.kind == Place::top;
    if (stands && kind.follower && !kind.neutral && is_near(turn.rules, s, row, tent)) ++audience[row.seat];
  }
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    if (audience[seat] > 0) turn.give_for(seat, in_audience, audience[seat], points, -1);
  const auto animal = std::find_if(kAnimals.begin(), kAnimals.end(), [&](Animal a) { return a.points == points; });
  ++turn.memory()[animal - kAnimals.begin()];
}

/// BIGTOP-3
void pitch(Turn& turn) {
  turn.move_figure(turn.figure(big_top), Place::on_piece(turn.state.pieces - 1));
}

void chances(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Chance>& all) {
  const int16_t* const out = &state.v.memory[rules.added[asked.by].memory];
  for (std::size_t i = 0; i < kAnimals.size(); ++i)
    if (const int left = kAnimals[i].count - out[i]; left > 0)
      all.push_back({Move::act_with(asked.by, verb_animal, kAnimals[i].points), left});
}

// ---------------------------------------------------------------- acrobats

bool is_pyramid(const State<Full>& state, int piece, int feature) {
  return state.type[state.piece[piece].node + feature] == FeatureType::pyramid;
}

const std::vector<int>& stages_of(const Ruleset& rules, const State<Full>& state, int by) {
  thread_local MarkedPieces stages;
  return stages.which(state, [&](int piece) { return marks_on(rules, by, state.piece[piece].kind, stage) > 0; });
}

/// Calls `visit(piece, feature)` for each pyramid on the table; its tile has the mark.
template <class Visit>
void for_each_pyramid(const Ruleset& rules, const State<Full>& state, int by, const Visit& visit) {
  for (const int piece : stages_of(rules, state, by))
    for (int f = 0; f < rules.kinds[state.piece[piece].kind].features; ++f)
      if (is_pyramid(state, piece, f)) visit(piece, f);
}

/// ACRO-3; ACRO-7: none below a road over the tile.
bool allows(const Ruleset& rules, const State<Full>& state, int, int, Figure, Place to) {
  if (to.kind != Place::feature || to.index == kOverpass || !is_pyramid(state, to.x, to.index)) return true;
  return !is_taken(rules, state, root_at(state, to.x, to.index)) &&
         overpass_in(state, state.piece[to.x].cell) == nullptr;
}

/// ACRO-2: on the tiles around the last one; on that one itself the base game asks. ACRO-5
bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  if (!rules.pyramids) return false;
  const int last = state.pieces - 1;
  const bool has_any = state.supply[state.seat] > 0;
  for_each_pyramid(rules, state, by, [&](int piece, int f) {
    if (has_any && piece != last && are_near(state, piece, last) &&
        allowed(rules, state, state.seat, Figure::follower, Place::on(piece, f)))
      moves.push_back(Move::act(by, verb_acrobat, piece, f));
    if (is_taken(rules, state, root_at(state, piece, f))) moves.push_back(Move::act(by, verb_perform, piece, f));
  });
  return false;
}

void pay_acrobats(Turn& turn, Terms term, int root) {
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    if (const int count = turn.state.node[root].followers.of(seat); count > 0)
      turn.give_for(seat, term, count, kEach, root);
}

/// ACRO-5
void perform(Turn& turn, Place where) {
  const int root = root_at(turn.state, where.x, where.index);
  pay_acrobats(turn, performed, root);
  turn.tell_paid(root);
  turn.send_home([&](const FigureRow& row) { return row.at == where; });
}

void decide_joined(Turn& turn, int seat, Move move) {
  const Place where = Place::on(move.x, move.feature);
  if (move.verb == verb_perform) return perform(turn, where);
  turn.place_figure(seat, Figure::follower, where);
}

/// ACRO-6
void pay_who_stands(Turn& turn) {
  for_each_pyramid(turn.rules, turn.state, turn.by,
                   [&](int piece, int f) { pay_acrobats(turn, stood, root_at(turn.state, piece, f)); });
}

void decide(Turn& turn, const Pending& asked, Move move) {
  if (asked.what == Pending::kJoined) return decide_joined(turn, asked.seat, move);
  turn.done();
  reveal(turn, move.value);
  if (asked.what == ask_animal) pitch(turn);
}

// ---------------------------------------------------------------- ringmasters

/// RING-2: of each ringmaster on a feature for which `counts(root)`.
template <class CountsRoot>
void pay_ringmasters(Turn& turn, const CountsRoot& counts) {
  const State<Full>& s = turn.state;
  const auto kind = static_cast<Figure>(turn.rules.added[turn.by].figure + ringmaster);
  for (const int number : standing(s)) {
    const FigureRow& row = s.v.figure[number];
    if (row.figure != kind || row.at.kind != Place::feature) continue;
    const int root = root_at(s, row.piece(), row.feature());
    if (converted(turn.rules, s, root) || !counts(root)) continue;
    int there = 0;
    const auto count = [&](int piece) {
      there += turn.marks(s.piece[piece].kind, circus) + turn.marks(s.piece[piece].kind, stage);
    };
    if (const auto& own = s.piece[row.piece()]; own.second == State<Full>::no_cell) {
      for_each_piece_around(s, s.cell[own.cell].x, s.cell[own.cell].y, count);
    } else {
      for (int piece = 0; piece < s.pieces; ++piece)
        if (are_near(s, piece, row.piece())) count(piece);
    }
    if (there > 0) turn.give_for(row.seat, of_ringmaster, there, 2, root);
  }
}

/// A field that is scored in the course of the game. Somebody who is taken back does not score the feature of others.
void paid(Turn& turn, const Scored& what) {
  if (what.reason != Reason::returned) pay_ringmasters(turn, [&](int root) { return root == what.node; });
}

// ---------------------------------------------------------------- in the order of play

void at(Turn& turn, Moment moment) {
  const State<Full>& s = turn.state;
  const auto seat = static_cast<uint8_t>(turn.active());
  const bool plays = turn.option(tent) != 0;
  const bool stands = tent_of(turn.rules, s, turn.by).kind == Place::piece;
  switch (moment) {
    case Moment::set_up:  // the first tile out of a bag
    case Moment::part_ends:
      if (!plays || !last_tile_has(turn.rules, s, turn.by, circus)) return;
      return stands ? turn.ask_outcome(ask_animal, seat) : pitch(turn);
    case Moment::ending:
      if (plays && stands && turn.option(tent_at_the_end) != 0) turn.ask_outcome(ask_last_animal, 0);  // no seat's turn
      return;
    case Moment::scored:
      if (s.completed == 0) return;
      return pay_ringmasters(turn, [&](int root) {
        const auto end = s.completed_node.begin() + s.completed;
        return std::find(s.completed_node.begin(), end, root) != end;
      });
    case Moment::final_scored:
      if (turn.rules.pyramids) pay_who_stands(turn);
      return pay_ringmasters(turn, [&](int root) {
        return s.type[root] == FeatureType::field ||
               (turn.rules.scoring.unfinished && s.type[root] != FeatureType::trap);
      });
    default:
      return;
  }
}

/// The tent stands on a circus if there is any, and an animal has left for each but the last one at most.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const int16_t* const out = &state.v.memory[added.memory];
  for (std::size_t i = 0; i < kAnimals.size(); ++i)
    if (out[i] < 0 || out[i] > kAnimals[i].count) return {"animals", "BIGTOP-1"};
  const Place& place = tent_of(rules, state, by);
  if (place.kind == Place::piece && marks_on(rules, by, state.piece[place.x].kind, circus) == 0)
    return {"tent", "BIGTOP-3"};
  for (int piece = 0; rules.pyramids && piece < state.pieces; ++piece)
    for (int f = 0; f < rules.kinds[state.piece[piece].kind].features; ++f)
      if (is_pyramid(state, piece, f) && followers_on(rules, state, root_at(state, piece, f)) > kPyramid)
        return {.what = "pyramid", .rule = "ACRO-3", .number = kPyramid, .piece = piece};
  const Pending* asked = question(state);
  const bool reveals = asked != nullptr && asked->by == by;
  if (place.kind != Place::piece && (reveals || std::accumulate(out, out + kAnimals.size(), 0) > 0))
    return {"tent", "BIGTOP-3"};
  if (reveals && asked->what == ask_animal && (place.x == state.pieces - 1 || !last_tile_has(rules, state, by, circus)))
    return {"tent", "BIGTOP-4"};
  return {};
}

/// Nobody else comes to one that stands there already but in pyramids.
int added_to_one(const Ruleset&, const Added&, const State<Full>&, FeatureType type) {
  return type == FeatureType::pyramid ? kPyramid - 1 : 0;
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  const bool own = move.kind == MoveKind::act && move.by == by;
  if (state.phase != Phase::follower || (!own && move.kind != MoveKind::follower)) return {};
  const int piece = own ? move.x : state.pieces - 1;
  if (!has_feature(rules, state, piece, move.feature) || type_of(state, piece, move.feature) != FeatureType::pyramid)
    return own ? kVerbs[move.verb].rule : std::string_view();
  const bool full = is_taken(rules, state, root_at(state, piece, move.feature));
  if (own && move.verb == verb_perform) return "ACRO-5";
  if (move.kind == MoveKind::follower && move.figure != Figure::follower) return "ACRO-4";
  if (full) return "ACRO-3";
  return overpass_in(state, state.piece[piece].cell) != nullptr ? "ACRO-7" : "ACRO-2";
}

bool idle(const Ruleset& rules, int by, Moment moment, int kind, bool completed) {
  if (moment == Moment::scored) return !completed;
  if (moment != Moment::set_up && moment != Moment::part_ends) return false;
  return rules.added[by].option[tent] == 0 || kind < 0 || marks_on(rules, by, kind, circus) == 0;
}

constexpr Hooks kHooks = {.at = at,
                          .idle = idle,
                          .chances = chances,
                          .decide = decide,
                          .join = join,
                          .allows = allows,
                          .by_place_alone = true,
                          .forbids_on = bit(FeatureType::pyramid),
                          .paid = paid};

}  // namespace

constexpr Expansion kUnderTheBigTop = {.id = "under-the-big-top",
                                       .options = kOptions,
                                       .in_play = in_play,
                                       .set_up = set_up,
                                       .hooks = &kHooks,
                                       .marks = kMarks,
                                       .figures = kFigures,
                                       .words = static_cast<int>(kAnimals.size()),
                                       .lasting = true,
                                       .impossible = impossible,
                                       .added_to_one = added_to_one,
                                       .verbs = kVerbs,
                                       .questions = kQuestions,
                                       .terms = kTerms,
                                       .why_illegal = why_illegal};

}  // namespace bastide
