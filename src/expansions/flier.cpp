#include "expansions/flier.h"

#include <algorithm>
#include <array>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 3> kOptions = {
    {{"flier", {"second", "first"}}, {"flier_who", {"plain"}}, {"flier_die", {"choice"}}}};
enum Options : uint8_t { edition, plain_only, chosen };

enum MarkNumber : uint8_t { west, northwest };
constexpr std::array<MarkSpec, 2> kMarks = {
    {{.name = "flier-west", .rule = "FLY-3", .promise = 1, .turned = true},
     {.name = "flier-northwest", .rule = "FLY-3", .promise = 1, .turned = true}}};

enum Verbs : uint8_t { verb_fly, verb_distance, verb_land };
constexpr std::array<Verb, 3> kVerbs = {
    {{"fly", Takes::kind, "FLY-3"}, {"distance", Takes::number, "FLY-4"}, {"land", Takes::figure, "FLY-6"}}};

enum Questions : uint8_t { ask_roll, ask_distance, ask_landing };
constexpr std::array<Question, 3> kQuestions = {
    {{.name = "flight", .moment = Moment::acted, .rule = "FLY-4", .of_chance = true, .outcome = true},
     {.name = "aim", .moment = Moment::acted, .rule = "FLY-4"},
     {.name = "landing", .moment = Moment::acted, .rule = "FLY-7"}}};

// Memory: which kind of figures flies, from 1, or nobody; how far, or not yet known; whether one flew from this tile.
enum Words : uint8_t { flying, far, flown };
constexpr int kWords = 3, kFarthest = 3;

struct At {
  int x = 0, y = 0;
};

const int16_t* memory(const Ruleset& rules, const State<Full>& state, int by) {
  return memory_of(rules, state, by);
}

/// FLY-10: a follower of any kind; by flier_who=plain one that is not of a special sort, whatever it counts.
bool may_fly(const Ruleset& rules, int by, Figure figure) {
  const FigureKind& kind = rules.figures[figure];
  if (kind.neutral || !kind.follower) return false;
  if (rules.added[by].option[plain_only] == 0 || figure == Figure::follower) return true;
  const FigureKind& plain = rules.figures[Figure::follower];
  const unsigned pyramid = 1u << static_cast<int>(FeatureType::pyramid);  // only plain ones stand there
  return (kind.stands_on | pyramid) == (plain.stands_on | pyramid) && kind.strength > plain.strength;
}

bool has_machine(const Ruleset& rules, const State<Full>& state, int by) {
  return last_tile_has(rules, state, by, west) || last_tile_has(rules, state, by, northwest);
}

/// FLY-2, FLY-5: so many spaces away as the last tile's arrow points.
At target(const Ruleset& rules, const State<Full>& state, int by, int spaces) {
  const auto& piece = state.piece[state.pieces - 1];
  At way = last_tile_has(rules, state, by, west) ? At{-1, 0} : At{-1, -1};
  for (int turn = 0; turn < piece.rotation; ++turn) way = {-way.y, way.x};
  const auto& cell = state.cell[piece.cell];
  return {cell.x + spaces * way.x, cell.y + spaces * way.y};
}

/// FLY-6, FLY-9, FLY-13
bool can_land(const Ruleset& rules, const State<Full>& state, int seat, Figure figure, int piece, int feature) {
  const FeatureType type = type_of(state, piece, feature);
  return type != FeatureType::field && rules.figures[figure].stands(type) &&
         !is_completed(state, root_at(state, piece, feature)) &&
         allowed(rules, state, seat, figure, Place::on(piece, feature));
}

/// Calls `visit(move)` for everywhere that whoever flies can land.
template <class Visit>
void each_landing(const Ruleset& rules, const State<Full>& state, int by, int seat, const Visit& visit) {
  const int16_t* const flight = memory(rules, state, by);
  const auto figure = static_cast<Figure>(flight[flying] - 1);
  const At to = target(rules, state, by, flight[far]);
  for (int piece = 0; piece < state.pieces; ++piece) {
    if (!lies_in(state, piece, to.x, to.y)) continue;
    for_each_feature(rules, state, piece, [&](int f) {
      if (!can_land(rules, state, seat, figure, piece, f)) return;
      Move move = Move::act(by, verb_land, piece, f);
      move.figure = figure;
      visit(move);
    });
  }
}

/// FLY-3, FLY-11
bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  if (!has_machine(rules, state, by) || memory(rules, state, by)[flown] != 0) return false;
  for (int kind = 0; kind < rules.figure_kinds; ++kind) {
    const auto figure = static_cast<Figure>(kind);
    if (!may_fly(rules, by, figure) || supply_of(rules, state, state.seat, figure) == 0) continue;
    Move move = Move::act(by, verb_fly);
    move.figure = figure;
    moves.push_back(move);
  }
  return false;
}

void add_distances(int by, std::vector<Move>& moves) {
  for (int spaces = 1; spaces <= kFarthest; ++spaces) moves.push_back(Move::act_with(by, verb_distance, spaces));
}

void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what == ask_distance) return add_distances(asked.by, moves);
  if (memory(rules, state, asked.by)[flying] == 0) return;
  each_landing(rules, state, asked.by, asked.seat, [&](Move move) { moves.push_back(move); });
}

void chances(const Ruleset&, const State<Full>&, const Pending& asked, std::vector<Chance>& all) {
  for (int spaces = 1; spaces <= kFarthest; ++spaces)
    all.push_back({Move::act_with(asked.by, verb_distance, spaces), 2});
}

void at(Turn& turn, Moment moment) {
  int16_t* const flight = turn.memory();
  const auto seat = static_cast<uint8_t>(turn.active());
  if (moment == Moment::placed) {  // FLY-11, FLY-15: a new tile
    flight[flying] = flight[far] = flight[flown] = 0;
  } else if (flight[flying] != 0 && flight[far] != 0) {
    turn.ask({.what = ask_landing, .seat = seat});
  } else if (flight[flying] != 0 && turn.option(chosen) != 0) {
    turn.ask({.what = ask_distance, .seat = seat});
  } else if (flight[flying] != 0) {
    turn.ask_outcome(ask_roll, seat);
  }
}

void decide(Turn& turn, const Pending& asked, Move move) {
  int16_t* const flight = turn.memory();
  if (asked.what == Pending::kJoined) {
    flight[flying] = static_cast<int16_t>(static_cast<int>(move.figure) + 1);
    flight[flown] = 1;
    return;
  }
  turn.done();
  if (asked.what == ask_landing) {
    flight[flying] = flight[far] = 0;
    return turn.place_figure(asked.seat, move.figure, Place::on(move.x, move.feature));
  }
  flight[far] = move.value;
  bool lands = false;
  each_landing(turn.rules, turn.state, turn.by, asked.seat, [&](Move) { lands = true; });
  if (lands) return turn.ask({.what = ask_landing, .seat = asked.seat});
  flight[flying] = flight[far] = 0;  // FLY-8
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const Pending* asked = question(state);
  if (asked == nullptr || asked->by != by) return {};
  const int16_t* const flight = memory(rules, state, by);
  const bool rolled = flight[far] >= 1 && flight[far] <= kFarthest;
  const bool right = flight[flying] >= 1 && flight[flying] <= rules.figure_kinds && flight[flown] == 1 &&
                     has_machine(rules, state, by) && may_fly(rules, by, static_cast<Figure>(flight[flying] - 1)) &&
                     supply_of(rules, state, asked->seat, static_cast<Figure>(flight[flying] - 1)) > 0 &&
                     (asked->what == ask_landing ? rolled : flight[far] == 0);
  return right ? Impossible{} : Impossible{"flight", "FLY-3"};
}

/// As many as have flown; never into fields.
int added_to_one(const Ruleset& rules, const Added& added, const State<Full>& state, FeatureType type) {
  const int by = static_cast<int>(&added - rules.added.data());
  int flights = 0;
  for (int piece = 0; piece < state.pieces && type != FeatureType::field; ++piece)
    for (const MarkNumber mark : {west, northwest}) flights += marks_on(rules, by, state.piece[piece].kind, mark);
  return flights;
}

std::string_view why_no_landing(const Ruleset& rules, const State<Full>& state, int by, Move move) {
  const int16_t* const flight = memory(rules, state, by);
  const At to = target(rules, state, by, flight[far]);
  const FeatureType type = type_of(state, move.x, move.feature);
  if (!lies_in(state, move.x, to.x, to.y)) return "FLY-5";
  if (type == FeatureType::field) return "FLY-6";
  if (is_completed(state, root_at(state, move.x, move.feature))) return "FLY-9";
  if (static_cast<int>(move.figure) != flight[flying] - 1) return "FLY-4";
  return rules.figures[move.figure].stands(type) ? "FLY-13" : "FLY-10";
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  const bool own = move.kind == MoveKind::act && move.by == by;
  if (state.phase == Phase::ask) {
    const Pending* asked = question(state);
    if (asked->by != by || asked->what != ask_landing) return "";
    return own && move.verb == verb_land ? why_no_landing(rules, state, by, move) : "FLY-7";
  }
  if (!own) return "";
  if (move.verb != verb_fly || !has_machine(rules, state, by)) return "FLY-3";
  if (memory(rules, state, by)[flown] != 0) return "FLY-11";
  return may_fly(rules, by, move.figure) ? "FLY-3" : "FLY-10";
}

constexpr Hooks kHooks = {.at = at, .options = options, .chances = chances, .decide = decide, .join = join};

}  // namespace

constexpr Expansion kFlier = {.id = "flier",
                              .options = kOptions,
                              .hooks = &kHooks,
                              .marks = kMarks,
                              .words = kWords,
                              .impossible = impossible,
                              .added_to_one = added_to_one,
                              .verbs = kVerbs,
                              .questions = kQuestions,
                              .why_illegal = why_illegal};

}  // namespace bastide
