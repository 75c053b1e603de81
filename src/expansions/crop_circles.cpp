#include "expansions/crop_circles.h"

#include <algorithm>
#include <array>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 3> kOptions = {{{"crop_circles", {"one", "two", "both", "2017", "winter"}},
                                                 {"crop_deploy", {"must"}},
                                                 {"halflings", {"first", "draft"}}}};
enum Options : uint8_t { sets, must_add, half_tiles };

bool in_play(const Added::Options& options) {
  return options[sets] != 0 || options[half_tiles] != 0;
}

/// The half tile's names nothing (HALF-CROP).
enum MarkNumber : uint8_t { any_circle, first_circle };
constexpr std::array<MarkSpec, 4> kMarks = {{{"crop-circle", "HALF-CROP", 1.5},
                                             {"crop-circle-city", "CROP-5"},
                                             {"crop-circle-road", "CROP-5"},
                                             {"crop-circle-field", "CROP-5"}}};

/// What is chosen by a verb, or answered to by a question's value.
struct Choice {
  FeatureType where = FeatureType::city;  ///< city: knights, road: highwaymen, field: farmers (CROP-5)
  bool add = true;                        ///< else one is taken back
};
constexpr std::array<FeatureType, 3> kWhere = {FeatureType::city, FeatureType::road, FeatureType::field};  // as kMarks
constexpr int kChoices = 6;  ///< the first verbs are choices
enum Verbs : uint8_t { verb_answer = kChoices };
Choice choice_of(int verb) {
  return {kWhere[verb / 2], verb % 2 == 0};
}

constexpr std::string_view kHalf = "HALF-CROP";
constexpr std::array<Verb, kChoices + 1> kVerbs = {{{"crop:knight:add", Takes::nothing, kHalf},
                                                    {"crop:knight:home", Takes::nothing, kHalf},
                                                    {"crop:highwayman:add", Takes::nothing, kHalf},
                                                    {"crop:highwayman:home", Takes::nothing, kHalf},
                                                    {"crop:farmer:add", Takes::nothing, kHalf},
                                                    {"crop:farmer:home", Takes::nothing, kHalf},
                                                    {"at", Takes::figure, kHalf}}};

enum Questions : uint8_t { ask_any, ask_named, ask_answer };
constexpr std::array<Question, 3> kQuestions = {{{.name = "crop", .moment = Moment::part_ends, .rule = kHalf},
                                                 {.name = "circle", .moment = Moment::part_ends, .rule = "CROP-4"},
                                                 {.name = "answer",
                                                  .moment = Moment::part_ends,
                                                  .rule = kHalf,
                                                  .of_verb = true,
                                                  .round = Question::Round::active_last}}};

/// The kind that the last tile's circle names, as a number in kWhere; -1: it names none.
int named(const Ruleset& rules, const State<Full>& state, int by) {
  for (int i = 0; i < static_cast<int>(kWhere.size()); ++i)
    if (last_tile_has(rules, state, by, first_circle + i)) return i;
  return -1;
}

/// CROP-10, CROP-11: figures that count as those of a kind, on a place that they may be put on.
bool takes_part(const Ruleset& rules, Figure figure, FeatureType where) {
  const FigureKind& kind = rules.figures[figure];
  return !kind.neutral && kind.follower && kind.stands(where);
}

bool anybody_takes_part(const Ruleset& rules, FeatureType where) {
  for (int figure = 0; figure < rules.figure_kinds; ++figure)
    if (takes_part(rules, static_cast<Figure>(figure), where)) return true;
  return false;
}

/// CROP-3, CROP-4. A circle of farmers where nobody farms does nothing.
void at(Turn& turn, Moment) {
  const auto seat = static_cast<uint8_t>(turn.active());
  const int kind = named(turn.rules, turn.state, turn.by);
  if (kind >= 0 && anybody_takes_part(turn.rules, kWhere[kind]))
    turn.ask({.what = ask_named, .seat = seat});
  else if (last_tile_has(turn.rules, turn.state, turn.by, any_circle))
    turn.ask({.what = ask_any, .seat = seat});
}

FeatureType type_at(const Ruleset&, const State<Full>& state, Place place) {
  return type_of(state, place.x, place.index);
}

void add(std::vector<Move>& moves, int by, Place place, Figure figure) {
  Move move = Move::act(by, verb_answer, place.x, place.index);
  move.figure = figure;
  if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
}

/// CROP-7, CROP-8: one answer for each place where the seat has such a figure, and kind of figures.
void options_of_answer(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const Choice choice = choice_of(asked.value);
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (row.seat != asked.seat || type_at(rules, state, row.at) != choice.where ||
        !takes_part(rules, row.figure, choice.where) || kept(rules, state, number))
      continue;
    if (!choice.add) {
      add(moves, asked.by, row.at, row.figure);
      continue;
    }
    for (int kind = 0; kind < rules.figure_kinds; ++kind)
      if (const auto figure = static_cast<Figure>(kind); takes_part(rules, figure, choice.where) &&
                                                         supply_of(rules, state, asked.seat, figure) > 0 &&
                                                         allowed(rules, state, asked.seat, figure, row.at))
        add(moves, asked.by, row.at, figure);
  }
  if (choice.add && rules.added[asked.by].option[must_add] == 0 && !moves.empty()) moves.push_back(Move::pass());
}

/// CROP-4: of the kind that the circle names, or of any.
void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what == ask_answer) return options_of_answer(rules, state, asked, moves);
  const int kind = named(rules, state, asked.by);
  for (int verb = 0; verb < kChoices; ++verb)
    if (asked.what == ask_any || verb / 2 == kind) moves.push_back(Move::act(asked.by, verb));
}

/// Of several in one place the one that came last goes home; it makes no difference but to the eye.
int last_one_at(const State<Full>& state, int seat, Figure figure, Place place) {
  int last = -1;
  for (const int number : standing(state))
    if (const FigureRow& row = state.v.figure[number]; row.at == place && row.seat == seat && row.figure == figure)
      last = number;
  return last;
}

/// CROP-6: the round begins on the left of the seat that chose.
void decide(Turn& turn, const Pending& asked, Move move) {
  turn.done();
  if (asked.what != ask_answer) return turn.ask_round(ask_answer, turn.next(turn.active()), move.verb);
  if (move.kind != MoveKind::act) return;
  const Place place = Place::on(move.x, move.feature);
  if (choice_of(asked.value).add)
    turn.place_figure(asked.seat, move.figure, place);
  else
    turn.move_figure(last_one_at(turn.state, asked.seat, move.figure, place), {});
}

/// What circles of the boxes forbid; of the half tile's all is one rule.
std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  const Pending* asked = question(state);
  if (asked == nullptr || asked->by != by || named(rules, state, by) < 0) return {};
  const bool answers = move.kind == MoveKind::act && move.by == by && move.verb == verb_answer;
  if (asked->what != ask_answer) {
    const bool chooses = move.kind == MoveKind::act && move.by == by && move.verb < kChoices;
    return chooses ? "CROP-5" : "CROP-4";
  }
  const Choice choice = choice_of(asked->value);
  if (!answers) return choice.add ? "CROP-7" : "CROP-8";
  const Place place = Place::on(move.x, move.feature);
  const FeatureType there = type_at(rules, state, place);
  if (there != choice.where) return "CROP-5";
  if (!takes_part(rules, move.figure, there)) return choice.add ? "CROP-10" : "CROP-11";
  return choice.add ? "CROP-7" : "CROP-8";
}

/// One for each circle that lies and can have been about them.
int added_to_one(const Ruleset& rules, const Added& added, const State<Full>& state, FeatureType type) {
  const auto* const kind = std::find(kWhere.begin(), kWhere.end(), type);
  if (kind == kWhere.end()) return 0;
  int circles = 0;
  for (int p = 0; p < state.pieces; ++p) {
    const auto& count = rules.marks[state.piece[p].kind].count;
    circles += count[added.mark + any_circle] + count[added.mark + first_circle + (kind - kWhere.begin())];
  }
  return circles;
}

bool idle(const Ruleset& rules, int by, Moment, int kind, bool) {
  const auto has = [&](int mark) { return kind >= 0 && marks_on(rules, by, kind, mark) > 0; };
  for (int i = 0; i < static_cast<int>(kWhere.size()); ++i)
    if (has(first_circle + i)) return false;
  return !has(any_circle);
}

constexpr Hooks kHooks = {.at = at, .idle = idle, .options = options, .decide = decide};

}  // namespace

constexpr Expansion kCropCircles = {.id = "crop-circles",
                                    .options = kOptions,
                                    .in_play = in_play,
                                    .hooks = &kHooks,
                                    .marks = kMarks,
                                    .added_to_one = added_to_one,
                                    .verbs = kVerbs,
                                    .questions = kQuestions,
                                    .why_illegal = why_illegal};

}  // namespace bastide
