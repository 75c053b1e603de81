#include "expansions/little_buildings.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 1> kOptions = {{{"little_buildings", {"equal", "graded"}}}};
enum Values : int16_t { equal = 1, graded };

// The same numbers for what seats hold, what stands on tiles, verbs and terms.
enum Sorts : uint8_t { tower, house, shed };
constexpr int kSorts = 3, kOfEach = 6;
constexpr std::array<TokenSpec, kSorts> kTokens = {
    {{"little-tower", "LIT-1"}, {"little-house", "LIT-1"}, {"little-shed", "LIT-1"}}};
constexpr FigureKind kStands = {.count = kOfEach, .neutral = true};
constexpr std::array<FigureSpec, kSorts> kFigures = {{{.name = "little-tower", .kind = kStands, .rule = "LIT-4"},
                                                      {.name = "little-house", .kind = kStands, .rule = "LIT-4"},
                                                      {.name = "little-shed", .kind = kStands, .rule = "LIT-4"}}};
constexpr std::array<Verb, kSorts> kVerbs = {{{"little-tower", Takes::nothing, "LIT-2"},
                                              {"little-house", Takes::nothing, "LIT-2"},
                                              {"little-shed", Takes::nothing, "LIT-2"}}};
constexpr std::array<TermSpec, kSorts> kTerms = {
    {{.name = "towers", .rule = "LIT-5", .lies = Lies::figures, .figure = tower},
     {.name = "houses", .rule = "LIT-5", .lies = Lies::figures, .figure = house},
     {.name = "sheds", .rule = "LIT-5", .lies = Lies::figures, .figure = shed}}};

int value_of(const Added& added, int sort) {
  return added.option[0] == graded ? kSorts - sort : 1;
}

/// LIT-1: how many of a sort a seat gets. What does not go round by whole sets is dealt one by one, unless the sorts
/// are worth different points (LIT-O1).
int dealt(const Ruleset& rules, const Added& added, int seat, int sort) {
  const int sets = kOfEach / rules.seats;
  if (added.option[0] == graded) return sets;
  const int more = kSorts * kOfEach / rules.seats - kSorts * sets;
  int count = sets;
  for (int i = 0; i < more; ++i) count += (seat * more + i) % kSorts == sort;
  return count;
}

void at(Turn& turn, Moment) {
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    for (int sort = 0; sort < kSorts; ++sort)
      turn.add_tokens(sort, seat, dealt(turn.rules, turn.rules.added[turn.by], seat, sort));
}

// ---------------------------------------------------------------- instead of a figure

/// LIT-2, LIT-11
bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  for (int sort = 0; sort < kSorts; ++sort)
    if (tokens_of(rules, state, rules.added[by].token + sort, state.seat) > 0) moves.push_back(Move::act(by, sort));
  return false;
}

void decide(Turn& turn, const Pending& asked, Move move) {
  turn.add_tokens(move.verb, asked.seat, -1);
  int number = turn.figure(move.verb);
  while (turn.state.v.figure[number].at.kind != Place::supply) ++number;
  turn.move_figure(number, Place::on_piece(turn.state.pieces - 1));
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (move.kind != MoveKind::act || move.by != by) return {};
  return state.phase == Phase::follower && tokens_of(rules, state, added.token + move.verb, state.seat) == 0 ? "LIT-11"
                                                                                                             : "LIT-3";
}

// ---------------------------------------------------------------- points

/// Calls `visit(sort, piece)` for each that stands on a tile.
template <class Visit>
void for_each_standing(const Ruleset& rules, const State<Full>& state, int by, const Visit& visit) {
  for (int sort = 0; sort < kSorts; ++sort) {
    const int first = neutral_figure(rules, state, by, sort);
    for (int number = first; number < first + kOfEach; ++number)
      if (const FigureRow& row = state.v.figure[number]; row.at.kind == Place::piece) visit(sort, row.at.x);
  }
}

/// LIT-5, LIT-6: whether the space of a tile is one of a feature, or of those of a cloister, garden or building and
/// around it; of a double tile either space, and all that it has.
bool belongs(const State<Full>& state, int root, int piece) {
  const FeatureType type = state.type[root];
  if (counts_nine_spaces(type)) {
    const auto& centre = cell_of_centre(state, root);
    return lies_around(state, piece, centre.x, centre.y);
  }
  if (type == FeatureType::building)
    return any_space_of(state, state.ring.piece[root],
                        [&](const State<Full>::Cell& cell) { return lies_around(state, piece, cell.x, cell.y); });
  bool is = false;
  for_each_segment(state, root,
                   [&](int node) { is |= state.piece[state.ring.piece[node]].cell == state.piece[piece].cell; });
  return is;
}

/// LIT-5 to LIT-8: terms of their own, which nothing multiplies. A city that pays farmers is not what is scored.
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  if (what.reason == Reason::field_city) return;
  std::array<int, kSorts> there{};
  for_each_standing(rules, state, worth.by,
                    [&](int sort, int piece) { there[sort] += belongs(state, what.node, piece); });
  for (int sort = 0; sort < kSorts; ++sort)
    if (there[sort] > 0) worth.add(sort, there[sort], value_of(rules.added[worth.by], sort));
}

// ---------------------------------------------------------------- what cannot be

Objection objection(const Ruleset& rules, const Added& added) {
  if (added.option[0] != graded || rules.seats <= kOfEach) return {};
  return {.what = "seats", .rule = "LIT-1", .there = kOfEach};
}

/// In hands and on tiles there are no more than were dealt.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  std::array<int, kSorts> left{};
  for (int sort = 0; sort < kSorts; ++sort)
    for (int seat = 0; seat < rules.seats; ++seat) {
      const int most = dealt(rules, added, seat, sort), has = tokens_of(rules, state, added.token + sort, seat);
      if (has > most) return {"held", "LIT-1", seat, most};
      left[sort] += most - has;
    }
  for_each_standing(rules, state, by, [&](int sort, int) { --left[sort]; });
  if (std::any_of(left.begin(), left.end(), [](int n) { return n < 0; })) return {"standing", "LIT-1"};
  return {};
}

constexpr Hooks kHooks = {.at = at, .decide = decide, .join = join, .worth = worth};

}  // namespace

constexpr Expansion kLittleBuildings = {.id = "little-buildings",
                                        .options = kOptions,
                                        .hooks = &kHooks,
                                        .figures = kFigures,
                                        .tokens = kTokens,
                                        .objection = objection,
                                        .impossible = impossible,
                                        .verbs = kVerbs,
                                        .terms = kTerms,
                                        .why_illegal = why_illegal};

}  // namespace bastide
