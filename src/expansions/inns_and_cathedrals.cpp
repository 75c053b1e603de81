#include "expansions/inns_and_cathedrals.h"

#include <array>

#include "core/kernel.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 5> kOptions = {{{"inns_and_cathedrals", {"2015", "2002"}},
                                                 {"inn_final", {"zero"}},
                                                 {"inns", {"with", "on"}},
                                                 {"cathedrals", {"with", "on"}},
                                                 {"big_followers", {}}}};
enum Options : uint8_t { edition, final_zero, inns, cathedrals, big_followers };
enum WhenTheyMatter : int16_t { never, with_these_tiles, always };

enum MarkNumber : uint8_t { inn, cathedral };
constexpr std::array<MarkSpec, 2> kMarks = {{{"inn", "INN-2"}, {"cathedral", "INN-2"}}};

constexpr uint8_t kStandsOn = 1u << static_cast<int>(FeatureType::city) | 1u << static_cast<int>(FeatureType::road) |
                              1u << static_cast<int>(FeatureType::cloister) |
                              1u << static_cast<int>(FeatureType::field);
constexpr std::array<FigureSpec, 1> kFigures = {{{.name = "big",
                                                  .kind = {.count = 1, .stands_on = kStandsOn, .strength = 2},
                                                  .rule = "BIG-1",
                                                  .box_rule = "INN-1"}}};

// Remarks: what they bring is in the terms of the base game.
enum Terms : uint8_t { has_inn, has_cathedral, open_with_inn, open_with_cathedral };
constexpr std::array<TermSpec, 4> kTerms = {
    {{.name = "inn", .rule = "INN-3", .lies = Lies::marks, .mark = inn},
     {.name = "cathedral", .rule = "INN-4", .lies = Lies::marks, .mark = cathedral},
     {.name = "unfinished-inn", .rule = "INN-5", .lies = Lies::marks, .mark = inn},
     {.name = "unfinished-cathedral", .rule = "INN-5", .lies = Lies::marks, .mark = cathedral}}};

constexpr int kRoadTile = 2, kCityEach = 3;

bool in_play(const Added::Options& options) {
  return options[edition] != 0 || options[inns] == always || options[cathedrals] == always;
}

/// Whether inns, or cathedrals, matter.
bool matter(const Added::Options& options, Options which) {
  return options[which] == always || (options[which] == with_these_tiles && options[edition] != 0);
}

/// BIG-1: it stands where followers do, and nowhere without the tiles.
void set_up(Ruleset& rules, const Added& added) {
  FigureKind& big = rules.figures[added.figure];
  big.count = static_cast<uint8_t>(added.option[edition] != 0 ? added.option[big_followers] : 0);
  big.stands_on = rules.figures[0].stands_on & kStandsOn;
}

/// How many of a mark lie at the road or in the city with that root (INN-6).
int marks_at(const Ruleset& rules, const State<Full>& state, int by, MarkNumber mark, int root) {
  int count = 0;
  for_each_segment(state, root, [&](int node) {
    const auto& piece = state.piece[state.ring.piece[node]];
    if (piece.node + rules.marks[piece.kind].feature[rules.added[by].mark + mark] == node)
      count += marks_on(rules, by, piece.kind, mark);
  });
  return count;
}

/// INN-3, INN-4: it earns more, completed; INN-5: nothing, unfinished.
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  const FeatureType type = state.type[what.node];
  const bool road = type == FeatureType::road;
  if ((!road && type != FeatureType::city) || what.reason == Reason::field_city || what.reason == Reason::bonus) return;
  const Added::Options& options = rules.added[worth.by].option;
  if (!matter(options, road ? inns : cathedrals)) return;
  const bool completed = what.reason == Reason::completed;
  if (!completed && options[final_zero] == 0) return;
  const int count = marks_at(rules, state, worth.by, road ? inn : cathedral, what.node);
  if (count == 0) return;
  const ScoringRules& scoring = rules.scoring;
  const bool small = !road && what.size == 2;
  for (Term& term : worth.terms()) {
    if (term.by != Term::kBase) continue;
    const bool shields = term.name == static_cast<uint8_t>(BaseTerm::shields);
    const int before = road      ? scoring.road_tile
                       : shields ? (small ? scoring.small_city_shield : scoring.city_shield)
                                 : (small ? scoring.small_city_tile : scoring.city_tile);
    // What others have changed stays changed.
    term.each = static_cast<int16_t>(completed ? term.each + (road ? kRoadTile : kCityEach) - before : 0);
  }
  worth.add(road ? (completed ? has_inn : open_with_inn) : completed ? has_cathedral : open_with_cathedral, count, 0);
}

constexpr Hooks kHooks = {.worth = worth};

}  // namespace

constexpr Expansion kInnsAndCathedrals = {.id = "inns-and-cathedrals",
                                          .options = kOptions,
                                          .in_play = in_play,
                                          .set_up = set_up,
                                          .hooks = &kHooks,
                                          .marks = kMarks,
                                          .figures = kFigures,
                                          .terms = kTerms};

}  // namespace bastide
