#include "expansions/plague.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/kernel.h"
#include "core/turn.h"
#include "expansions/plague_board.h"
#include "expansions/plague_flight.h"
#include "expansions/plague_spread.h"

namespace bastide {
namespace plague {
namespace {

constexpr std::array<OptionRead, 3> kOptions = {
    {{"plague", {"on"}}, {"plague_delay", {"scaled"}}, {"plague_spread", {"may"}}}};
enum Options : uint8_t { plays, delay_scaled, spread_may };

constexpr std::array<MarkSpec, 1> kMarks = {{{.name = "plague", .rule = "PLAGUE-2", .listed = true}}};

constexpr std::array<FigureSpec, 3> kFigures = {
    {{.name = "flea", .kind = {.count = kFleas, .neutral = true}, .on = Place::space, .rule = "PLAGUE-4"},
     {.name = "latent-flea", .kind = {.count = kFleas, .neutral = true}, .on = Place::space, .rule = "PLAGUE-8"},
     {.name = "eradicated", .kind = {.count = kSources - 1, .neutral = true}, .rule = "PLAGUE-8"}}};

constexpr std::array<Verb, 4> kVerbs = {{{"flea", Takes::space, "PLAGUE-4"},
                                         {"lift-flea", Takes::space, "PLAGUE-9"},
                                         {"flee", Takes::standing, "PLAGUE-7"},
                                         {"refuge", Takes::feature, "PLAGUE-7"}}};

enum Questions : uint8_t { ask_put, ask_refuge, ask_spread };
constexpr std::array<Question, 3> kQuestions = {
    {{.name = "flea-moves", .moment = Moment::placed, .rule = "PLAGUE-9"},
     {.name = "escape", .moment = Moment::placed, .rule = "PLAGUE-7"},
     {.name = "spread", .moment = Moment::part_ends, .rule = "PLAGUE-3", .pass = "no-flea"}}};

/// PLAGUE-6
bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure, Place to) {
  return to.kind != Place::feature || !is_shut(rules, state, by, to.x);
}

void closes(const Ruleset& rules, const State<Full>& state, int by, Pieces& closed) {
  const Known& known = look(rules, state, by);
  for (const unsigned i : each_bit(known.shut))
    if (known.cell[i] != State<Full>::no_cell)
      for_each_piece_in(state, known.cell[i], [&](int piece) { closed.insert(piece); });
}

// ---------------------------------------------------------------- in the order of play

/// PLAGUE-16: beside the figure; what is chosen does not take its place.
bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  Known& known = look(rules, state, by);
  if (known.plague.sources == 0) return false;
  if (is_due(rules, state, by)) add_spread(rules, state, by, known, moves);
  add_flights(rules, state, by, known, moves);
  return false;
}

void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const int now = doing(rules, state, asked.by);
  if (now == spread && asked.what == ask_spread) return;
  Known& known = look(rules, state, asked.by);
  if ((now & fleeing) != 0) return add_refuges(rules, state, asked.by, known, moves);
  if ((now & lifting) != 0) return add_targets(rules, state, asked.by, known, moves);
  if (asked.what != ask_spread || !is_due(rules, state, asked.by)) return;
  add_spread(rules, state, asked.by, known, moves);
  if (moves.empty()) return;
  add_flights(rules, state, asked.by, known, moves);
  if (rules.added[asked.by].option[spread_may] != 0) moves.push_back(Move::pass());
}

/// What a choice leads to that is only its first half.
void begin(Turn& turn, Move move) {
  int16_t* const words = turn.memory();
  const bool lifts = move.verb == verb_lift;
  words[done_words] = static_cast<int16_t>(words[done_words] | (lifts ? lifting : fleeing));
  words[about] = move.x;
  words[about + 1] = lifts ? move.y : static_cast<int16_t>(move.feature);
  words[about + 2] = lifts ? int16_t{0} : static_cast<int16_t>(move.figure);
}

void ask_where(Turn& turn, bool lifts) {
  turn.ask({.what = static_cast<uint8_t>(lifts ? ask_put : ask_refuge), .seat = static_cast<uint8_t>(turn.active())});
}

void decide(Turn& turn, const Pending& asked, Move move) {
  const bool joined = asked.what == Pending::kJoined;
  if (joined) turn.ask_figure_again();
  if (move.kind == MoveKind::pass) {
    turn.done();
  } else if (move.verb == verb_lift || move.verb == verb_flee) {
    begin(turn, move);
    if (joined) ask_where(turn, move.verb == verb_lift);
  } else {
    if (!joined && (move.verb == verb_flea || asked.what == ask_refuge)) turn.done();
    if (move.verb == verb_flea)
      put(turn, {move.x, move.y});
    else
      flee(turn, move);
  }
}

/// PLAGUE-13: with a second part to come it waits.
bool waits(const Turn& turn) {
  return has_part_due(turn.state) && turn.may_repeat_part();
}

void at(Turn& turn, Moment moment) {
  int16_t* const words = turn.memory();
  switch (moment) {
    case Moment::turn_begins:
      std::fill_n(words, kWords, int16_t{0});
      return eradicate(turn);
    case Moment::placed:  // a turn of the last round does not begin like others
      if ((words[done_words] & (lifting | fleeing)) != 0) return ask_where(turn, (words[done_words] & lifting) != 0);
      if (part_of_turn(turn.state) == 0) std::fill_n(words, kWords, int16_t{0});
      if (is_source(turn.rules, turn.state, turn.by, turn.state.pieces - 1)) turn_over(turn);
      return;
    default:
      if (!waits(turn)) turn.ask({.what = ask_spread, .seat = static_cast<uint8_t>(turn.active())});
      return;
  }
}

/// PLAGUE-1, PLAGUE-O1
void set_up(Ruleset& rules, const Added& added) {
  rules.before_late = added.option[delay_scaled] != 0 ? 3 * rules.seats + 1 : 17;
}

// ---------------------------------------------------------------- what cannot be, and why not

Impossible wrong_fleas(const Ruleset& rules, const State<Full>& state, int by, const Known& known) {
  const Plague& plague = known.plague;
  int lying = 0;
  for (const FigureNumber kind : {flea, latent}) for_each(rules, state, by, kind, [&](int) { ++lying; });
  if (lying > kFleas) return {.what = "fleas", .rule = "PLAGUE-1", .number = kFleas};
  if (lying > 0 && plague.sources == 0) return {"no-source", "PLAGUE-4"};
  for (int i = 0; i < plague.lying; ++i) {
    if (known.flea_in(known.space[i]) != i) return {"two-fleas", "PLAGUE-4"};
    for (int k = 0; k < plague.sources; ++k)
      if (lies_in(state, plague.source[k], known.space[i].x, known.space[i].y))
        return {.what = "flea-on-source", .rule = "PLAGUE-12", .piece = plague.source[k]};
    const bool shown_active = plague.number[i] < neutral_figure(rules, state, by, latent);
    const bool is_active = ((plague.active >> i) & 1) != 0;
    if (shown_active != is_active) return {is_active ? "not-latent" : "not-active", "PLAGUE-8"};
  }
  return {};
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const Known& board = look(rules, state, by);
  std::array<bool, Full::max_tiles> turned{};
  Impossible wrong;
  int count = 0;
  for_each(rules, state, by, eradicated, [&](int number) {
    const int piece = state.v.figure[number].at.x;
    if (!is_source(rules, state, by, piece) || std::exchange(turned[piece], true))
      wrong = {.what = "eradicated", .rule = "PLAGUE-8", .piece = piece};
    ++count;
  });
  if (!wrong.what.empty()) return wrong;
  if (count > 0 && count >= board.plague.sources) return {"last-outbreak", "PLAGUE-11"};
  if (const Impossible fleas = wrong_fleas(rules, state, by, board); !fleas.what.empty()) return fleas;
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    const bool caught = type_of(state, row.piece(), row.feature()) == FeatureType::trap;
    if (is_shut(rules, state, by, row.piece()) && !caught && !kept(rules, state, number) &&
        !stays_to_the_end(state, row))
      return {.what = "stands", .rule = "PLAGUE-6", .piece = row.piece()};
  }
  const int16_t* const words = memory_of(rules, state, by);
  const int now = words[done_words];
  const bool half_done = (now & (lifting | fleeing)) != 0;
  const bool known = now >= 0 && now < 2 * fleeing && (now & (lifting | fleeing)) != (lifting | fleeing) &&
                     ((now & lifting) == 0 || board.flea_in({words[about], words[about + 1]}) >= 0) &&
                     ((now & fleeing) == 0 || who_flees(rules, state, by) >= 0);
  const Pending* asked = question(state);
  const bool fits = asked == nullptr || asked->by != by || asked->what == ask_spread ||
                    (now & (asked->what == ask_put ? lifting : fleeing)) != 0;
  return known && fits && (half_done <= (asked != nullptr && asked->by == by)) ? Impossible{}
                                                                               : Impossible{"memory", "PLAGUE-3"};
}

/// As many as have fled there.
int added_to_one(const Ruleset&, const Added&, const State<Full>&, FeatureType type) {
  return type == FeatureType::road || type == FeatureType::city || type == FeatureType::field ? kMaxFigures : 0;
}

std::string_view why_shut(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  return is_source(rules, state, by, piece) ? "PLAGUE-2" : "PLAGUE-6";
}

/// Whether a move of another expansion would put a figure somewhere.
bool puts_figure(const Ruleset& rules, Move move) {
  if (move.kind != MoveKind::act) return false;
  const auto all = expansions();
  const auto other = std::find_if(all.begin(), all.end(), [&](const Expansion* expansion) {
    return expansion->hooks == rules.added[move.by].hooks;
  });
  return other != all.end() && (*other)->verbs[move.verb].takes == Takes::figure;
}

std::string_view why_no_flea(const Ruleset& rules, const State<Full>& state, int by) {
  if (source_laid(rules, state, by)) return "PLAGUE-2";
  const Plague& plague = look(rules, state, by).plague;
  if ((doing(rules, state, by) & spread) != 0 || plague.outbreaks() == 0) return "PLAGUE-3";
  return plague.lying == kFleas && (doing(rules, state, by) & lifting) == 0 ? "PLAGUE-9" : "PLAGUE-4";
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (move.kind == MoveKind::act && move.by == by) {
    if (move.verb == verb_flea) return why_no_flea(rules, state, by);
    return move.verb == verb_lift ? "PLAGUE-9" : "PLAGUE-7";
  }
  const Pending* asked = question(state);
  if (asked != nullptr && asked->by == by) return kQuestions[asked->what].rule;
  if (puts_figure(rules, move) && is_shut(rules, state, by, move.x)) return why_shut(rules, state, by, move.x);
  if (move.kind != MoveKind::follower || state.phase != Phase::follower) return {};
  const int last = state.pieces - 1;
  if (!has_feature(rules, state, last, move.feature) || !is_shut(rules, state, by, last)) return {};
  if (!rules.figures[move.figure].stands(type_of(state, last, move.feature))) return {};
  return why_shut(rules, state, by, last);
}

constexpr Hooks kHooks = {.at = at,
                          .options = options,
                          .decide = decide,
                          .join = join,
                          .allows = allows,
                          .by_place_alone = true,
                          .forbids_on = 0,
                          .closes = closes};

constexpr Expansion kDescription = {.id = "plague",
                                    .options = kOptions,
                                    .set_up = set_up,
                                    .hooks = &kHooks,
                                    .marks = kMarks,
                                    .figures = kFigures,
                                    .words = kWords,
                                    .lasting = true,
                                    .impossible = impossible,
                                    .added_to_one = added_to_one,
                                    .verbs = kVerbs,
                                    .questions = kQuestions,
                                    .why_illegal = why_illegal,
                                    .stage_rule = "PLAGUE-1",
                                    .late = true};

}  // namespace
}  // namespace plague

constexpr Expansion kPlague = plague::kDescription;

}  // namespace bastide
