#include "expansions/traders_and_builders.h"

#include <algorithm>
#include <array>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 7> kOptions = {{{"traders_and_builders", {"2015", "2003"}},
                                                 {"goods", {"on"}},
                                                 {"second_part", {"must"}},
                                                 {"builder_trigger", {"extend-or-complete"}},
                                                 {"builders"},
                                                 {"pigs"},
                                                 {"pig_herd", {"on"}}}};
enum Options : uint8_t { edition, goods, part_must, complete_too, builders, pigs, herds };

// Goods are marks and tokens under the same numbers.
enum Goods : uint8_t { wine, grain, cloth };
constexpr int kGoods = 3;
constexpr int kMostGoods = 10;  ///< points for the most of a sort (GOODS-5)
enum MarkNumber : uint8_t { pig_herd = kGoods };
constexpr std::array<MarkSpec, 4> kMarks = {
    {{"wine", "GOODS-2", 1}, {"grain", "GOODS-2", 1.5}, {"cloth", "GOODS-2", 1.5}, {"pig-herd", "PIG-5", 1}}};
constexpr std::array<TokenSpec, kGoods> kTokens = {{{"wine", "GOODS-2"}, {"grain", "GOODS-2"}, {"cloth", "GOODS-2"}}};

enum FigureNumber : uint8_t { builder, pig };
constexpr uint8_t on(FeatureType type) {
  return static_cast<uint8_t>(1u << static_cast<int>(type));
}
constexpr std::array<FigureSpec, 2> kFigures = {
    {{.name = "builder",
      .kind = {.count = 1,
               .stands_on = on(FeatureType::road) | on(FeatureType::city),
               .follower = false,
               .needs_own = true},
      .rule = "BUILD-1",
      .home_rule = "BUILD-7",
      .box_rule = "GOODS-1"},
     {.name = "pig",
      .kind = {.count = 1, .stands_on = on(FeatureType::field), .follower = false, .needs_own = true},
      .rule = "PIG-1",
      .home_rule = "PIG-2",
      .box_rule = "GOODS-1"}}};

enum Verbs : uint8_t { verb_build_on };
constexpr std::array<Verb, 1> kVerbs = {{{"build-on", Takes::nothing, "BUILD-3"}}};

enum Questions : uint8_t { ask_second };
constexpr std::array<Question, 1> kQuestions = {
    {{.name = "second", .moment = Moment::part_ends, .rule = "BUILD-10", .pass = "stop"}}};

enum Terms : uint8_t { most_wine, most_grain, most_cloth, with_pig, with_herd };
constexpr std::array<TermSpec, 5> kTerms = {{{.name = "wine", .rule = "GOODS-5", .times = false, .bonus = true},
                                             {.name = "grain", .rule = "GOODS-5", .times = false, .bonus = true},
                                             {.name = "cloth", .rule = "GOODS-5", .times = false, .bonus = true},
                                             {.name = "pig", .rule = "PIG-3", .lies = Lies::cities},
                                             {.name = "herd", .rule = "PIG-5", .lies = Lies::cities}}};

/// Without farmers there is nothing for pigs to do (PIG-5).
void set_up(Ruleset& rules, const Added& added) {
  rules.figures[added.figure + builder].count = static_cast<uint8_t>(added.option[builders]);
  const bool farmers = rules.scoring.fields != FieldScoring::none;
  rules.figures[added.figure + pig].count = static_cast<uint8_t>(farmers ? added.option[pigs] : 0);
  rules.parts = added.option[builders] != 0;
}

bool is_kind(const Ruleset& rules, int by, const FigureRow& row, FigureNumber kind) {
  return static_cast<int>(row.figure) == rules.added[by].figure + kind;
}

/// Calls `visit(piece, feature)` for each segment of a feature.
template <class Visit>
void for_each_on(const State<Full>& state, int root, const Visit& visit) {
  for_each_segment(state, root, [&](int node) {
    const int piece = state.ring.piece[node];
    visit(piece, node - state.piece[piece].node);
  });
}

/// How many of a mark lie on a feature.
int marks_in(const Ruleset& rules, const State<Full>& state, int by, int mark, int root) {
  const int number = rules.added[by].mark + mark;
  int count = 0;
  for_each_on(state, root, [&](int piece, int feature) {
    const Marks& marks = rules.marks[state.piece[piece].kind];
    if (marks.feature[number] == feature) count += marks.count[number];
  });
  return count;
}

// ---------------------------------------------------------------- the builder

/// BUILD-1: not on what is completed.
bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure figure, Place to) {
  return static_cast<int>(figure) != rules.added[by].figure + builder || to.kind != Place::feature ||
         !is_completed(state, root_at(state, to.x, to.index));
}

/// BUILD-3: the tile just laid has become part of the feature of one of the active seat's builders; BUILD-5 by the
/// oldest rules: or has completed it.
bool sets_to_work(const Turn& turn) {
  const State<Full>& s = turn.state;
  const int last = s.pieces - 1;
  for (const int number : standing(s)) {
    const FigureRow& row = s.v.figure[number];
    if (row.seat != turn.active() || !is_kind(turn.rules, turn.by, row, builder)) continue;
    const int root = root_at(s, row.piece(), row.feature());
    if (turn.option(complete_too) != 0 && is_completed(s, root)) return true;
    bool on_last = false;
    for_each_feature(turn.rules, s, last, [&](int f) { on_last |= root_at(s, last, f) == root; });
    if (on_last) return true;
  }
  return false;
}

/// BUILD-10, BUILD-11
void end_part(Turn& turn) {
  if (!turn.state.v.part_due || !turn.may_repeat_part()) return;
  if (turn.option(part_must) != 0) return turn.repeat_part();
  turn.ask({.what = ask_second, .seat = static_cast<uint8_t>(turn.active())});
}

void options(const Ruleset&, const State<Full>&, const Pending& asked, std::vector<Move>& moves) {
  moves.push_back(Move::act(asked.by, verb_build_on));
  moves.push_back(Move::pass());
}

void decide(Turn& turn, const Pending&, Move move) {
  turn.done();
  if (move.kind == MoveKind::act) return turn.repeat_part();
  turn.state.v.part_due = false;
}

// ---------------------------------------------------------------- goods

/// GOODS-2: of all cities that were completed, to the seat whose turn it is.
void take_goods(Turn& turn) {
  const State<Full>& s = turn.state;
  for (int i = 0; i < s.completed; ++i) {
    const int root = s.completed_node[i];
    if (s.type[root] != FeatureType::city || converted(turn.rules, s, root)) continue;
    for (int sort = 0; sort < kGoods; ++sort)
      turn.add_tokens(sort, turn.active(), marks_in(turn.rules, s, turn.by, sort, root));
  }
}

/// GOODS-5
void pay_goods(Turn& turn) {
  for (int sort = 0; sort < kGoods; ++sort) {
    int most = 1;
    for (int seat = 0; seat < turn.rules.seats; ++seat) most = std::max(most, turn.tokens(sort, seat));
    for (int seat = 0; seat < turn.rules.seats; ++seat)
      if (turn.tokens(sort, seat) == most) turn.give(seat, most_wine + sort, kMostGoods);
  }
}

// ---------------------------------------------------------------- pigs

/// The fields that what is scored is about: itself, or those with farmers at the city (FIELD-1ST).
class Fields {
 public:
  Fields(const Ruleset& rules, const State<Full>& state, const Scored& what) : state_(state) {
    if (what.reason == Reason::field) roots_.insert(what.node);
    for (int p = 0; what.reason == Reason::field_city && p < state.pieces; ++p) {
      const TileKind& kind = rules.kinds[state.piece[p].kind];
      for (const unsigned f : each_bit(kind.walled))
        for (const unsigned c : each_bit(kind.feature[f].cities))
          if (const int root = root_at(state, p, static_cast<int>(f));
              root_at(state, p, static_cast<int>(c)) == what.node && state.node[root].followers.any())
            roots_.insert(root);
    }
  }
  bool have(const FigureRow& row) const { return roots_.contains(root_at(state_, row.piece(), row.feature())); }
  template <class Lies>
  bool any(const Lies& lies) const {
    for (int node = 0; node < state_.nodes; ++node)
      if (roots_.contains(node) && lies(node)) return true;
    return false;
  }

 private:
  const State<Full>& state_;
  Bits<(Full::max_nodes + 63) / 64> roots_{};
};

/// PIG-3, PIG-5: one more for each city that pays a seat.
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  if (what.reason != Reason::field && what.reason != Reason::field_city) return;
  const Fields fields(rules, state, what);
  const bool herd = rules.added[worth.by].option[herds] != 0 &&
                    fields.any([&](int root) { return marks_in(rules, state, worth.by, pig_herd, root) > 0; });
  unsigned seats = 0;
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (is_kind(rules, worth.by, row, pig) && fields.have(row)) seats |= 1u << row.seat;
  }
  if (seats == 0 && !herd) return;
  Worth cities;                                   // the terms that are there already
  const auto of_cities = [&](const Term& term) {  // or of farmers who are paid during the game
    return (term.by == Term::kBase && term.name == static_cast<uint8_t>(BaseTerm::cities)) ||
           (what.each != 0 && term.by == what.by && term.name == what.name);
  };
  for (const Term& term : worth.terms())
    if (term.count != 0 && of_cities(term)) cities.add(BaseTerm::cities, term.count, 1, term.seat);
  for (const Term& term : cities.terms()) {
    for (int seat = 0; seat < rules.seats; ++seat)
      if (((seats >> seat) & 1) != 0 && term.is_for(seat)) worth.add(with_pig, term.count, 1, seat);
    if (herd) worth.add(with_herd, term.count, 1, term.seat);
  }
}

// ---------------------------------------------------------------- in the order of play

void at(Turn& turn, Moment moment) {
  switch (moment) {
    case Moment::placed:
      if (sets_to_work(turn)) turn.owe_part();
      return;
    case Moment::scored:
      if (turn.option(goods) != 0) take_goods(turn);
      return;
    case Moment::part_ends:
      return end_part(turn);
    case Moment::final_scored:
      if (turn.option(goods) != 0) pay_goods(turn);
      return;
    default:
      return;
  }
}

/// What all seats hold together has lain in completed cities.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  for (int sort = 0; sort < kGoods; ++sort) {
    int held = 0, given = 0;
    for (int seat = 0; seat < rules.seats; ++seat) held += tokens_of(rules, state, added.token + sort, seat);
    for (int node = 0; node < state.nodes; ++node)
      if (state.parent[node] == node && state.type[node] == FeatureType::city && is_completed(state, node))
        given += marks_in(rules, state, by, sort, node);
    if (held > given) return {"goods", "GOODS-2", -1, given};
  }
  return {};
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  if (state.phase != Phase::follower || move.kind != MoveKind::follower ||
      static_cast<int>(move.figure) != added.figure + builder)
    return {};
  const bool completed = is_completed(state, root_at(state, state.pieces - 1, move.feature));
  return completed && rules.figures[move.figure].stands(type_of(state, state.pieces - 1, move.feature)) ? "BUILD-1"
                                                                                                        : "";
}

bool idle(const Ruleset& rules, int by, Moment moment, int, bool completed) {
  return moment == Moment::scored && (!completed || rules.added[by].option[goods] == 0);
}

constexpr Hooks kHooks = {.at = at,
                          .idle = idle,
                          .options = options,
                          .decide = decide,
                          .allows = allows,
                          .forbids_kind = builder,
                          .worth = worth};

}  // namespace

constexpr Expansion kTradersAndBuilders = {.id = "traders-and-builders",
                                           .options = kOptions,
                                           .set_up = set_up,
                                           .hooks = &kHooks,
                                           .marks = kMarks,
                                           .figures = kFigures,
                                           .tokens = kTokens,
                                           .impossible = impossible,
                                           .verbs = kVerbs,
                                           .questions = kQuestions,
                                           .terms = kTerms,
                                           .why_illegal = why_illegal};

}  // namespace bastide
