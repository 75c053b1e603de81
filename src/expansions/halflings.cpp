#include "expansions/halflings.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

enum MarkNumber : uint8_t { vineyard, hill, sheep, crop_circle };
constexpr std::array<MarkSpec, 4> kMarks = {{{"vineyard", "HALF-VINEYARD", 2.5},
                                             {"hill", "HALF-HILL", 1.5},
                                             {"sheep", "HALF-SHEEP"},
                                             {"crop-circle", "HALF-CROP", 1.5}}};

/// HALF-CROP: what is chosen by a verb, or answered to by a question's value.
struct CropChoice {
  FeatureType where = FeatureType::city;  ///< city: knights, road: highwaymen, field: farmers
  bool add = true;                        ///< else one is taken back
};
constexpr std::array<FeatureType, 3> kCropKinds = {FeatureType::city, FeatureType::road, FeatureType::field};
constexpr int kCropChoices = 6;  ///< the first verbs are choices
enum Verbs : uint8_t { verb_answer = kCropChoices, verb_pick };
CropChoice crop_choice(int verb) {
  return {kCropKinds[static_cast<std::size_t>(verb / 2)], verb % 2 == 0};
}

enum Questions : uint8_t { ask_buried, ask_crop_choice, ask_crop_answer, ask_dealt, ask_picked };

constexpr std::array<TermSpec, 1> kTerms = {
    {{.name = "vineyards", .rule = "HALF-VINEYARD", .lies = Lies::marks, .mark = vineyard, .in_title = true}}};

/// HALF-VINEYARD: for each vineyard in the nine spaces of a completed cloister.
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  if (what.reason != Reason::completed || state.type[what.node] != FeatureType::cloister) return;
  const int vineyards =
      sum_around(state, what.node, [&](const auto& piece) { return marks_on(rules, worth.by, piece.kind, vineyard); });
  if (vineyards > 0) worth.add(0, vineyards, 3);
}

/// Whether a hill lies in the space of a tile, on it or on the tile beside it.
bool on_hill(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  for (int p = 0; p < state.pieces; ++p)
    if (state.piece[p].cell == state.piece[piece].cell && marks_on(rules, by, state.piece[p].kind, hill) > 0)
      return true;
  return false;
}

/// HALF-HILL: a tie goes to those who have a follower on a hill.
unsigned seats_on_hills(const Ruleset& rules, const State<Full>& state, int by, std::span<const int> nodes,
                        unsigned tied) {
  unsigned winners = 0;
  for (const int figure : standing(state)) {
    const FigureRow& placed = state.v.figure[figure];
    const int root = root_at(state, placed.piece(), placed.feature());
    if (std::find(nodes.begin(), nodes.end(), root) != nodes.end() && on_hill(rules, state, by, placed.piece()))
      winners |= tied & 1u << placed.seat;
  }
  return winners != 0 ? winners : tied;
}

constexpr std::array<OptionRead, 3> kOptions = {
    {{"halflings", {"first", "draft"}}, {"half_tiles"}, {"half_count", {"2015-10", "2020"}}}};
enum Dealing : int16_t { dealt = 1, drafted };
enum Ruling : int16_t { october_2015 = 1, of_2020 };

enum Piles : uint8_t { reserve, pool, buried };

std::string_view laid_rule(const Added&) {
  return "HALF-3";
}

constexpr std::array<PileSpec, 3> kPiles = {{
    {.name = "reserve", .pile = {.laid = Laid::instead}, .rule = "HALF-2", .laid_rule = laid_rule, .from_pile = true},
    {.name = "pool", .rule = "HALF-3", .hidden = true},
    {.name = "buried", .pile = {.sight = Sight::nobody}, .rule = "HALF-HILL", .by_seat = false},
}};

constexpr std::string_view kCrop = "HALF-CROP";
constexpr std::array<Verb, kCropChoices + 2> kVerbs = {{{"crop:knight:add", Takes::nothing, kCrop},
                                                        {"crop:knight:home", Takes::nothing, kCrop},
                                                        {"crop:highwayman:add", Takes::nothing, kCrop},
                                                        {"crop:highwayman:home", Takes::nothing, kCrop},
                                                        {"crop:farmer:add", Takes::nothing, kCrop},
                                                        {"crop:farmer:home", Takes::nothing, kCrop},
                                                        {"at", Takes::standing, kCrop},
                                                        {"pick", Takes::tile, "HALF-2"}}};

constexpr std::array<Question, 5> kQuestions = {{
    {.name = "bury", .moment = Moment::placed, .rule = "HALF-HILL", .of_chance = true, .mark = "under:"},
    {.name = "crop", .moment = Moment::part_ends, .rule = "HALF-CROP"},
    {.name = "answer",
     .moment = Moment::part_ends,
     .rule = "HALF-CROP",
     .of_verb = true,
     .round = Question::Round::active_last},
    {.name = "reserve",
     .moment = Moment::set_up,
     .rule = "HALF-2",
     .of_chance = true,
     .from = pool,
     .line = "reserve",
     .round = Question::Round::active_first},
    {.name = "picking", .moment = Moment::set_up, .rule = "HALF-2", .round = Question::Round::any},
}};

/// In a first game what was dealt is seen by its holder alone (HALF-2). Two rulings count half tiles (HALF-7).
void set_up(Ruleset& rules, const Added& added) {
  if (added.option[0] == dealt) rules.piles[added.pile + reserve].sight = Sight::holder;
  rules.given = rules.seats * added.option[1];
  rules.scoring.pieces = added.option[2] == october_2015 || added.option[2] == of_2020;
  rules.scoring.pieces_around = added.option[2] == october_2015;
}

/// HALF-2: there have to be enough of them.
Objection objection(const Ruleset& rules, const Added& added) {
  const int there = static_cast<int>(rules.held.size());
  if (rules.given <= there) return {};
  return {.what = "few",
          .rule = "HALF-2",
          .instead = "half_tiles=" + std::to_string(there / rules.seats),
          .number = added.option[1],
          .there = there};
}

/// HALF-2: dealt, each seat gets its tiles in one go; picked, one a round, counter-clockwise, and the last one to pick
/// begins.
void at_set_up(Turn& turn) {
  if (turn.option(0) == dealt)
    turn.ask_chance_round(ask_dealt, pool);
  else
    turn.ask({.what = ask_picked, .seat = static_cast<uint8_t>(turn.before(turn.active()))});
}

/// A tile of the stack goes unseen under a hill just laid; after a crop circle has scored, its seat chooses.
void at(Turn& turn, Moment moment) {
  const auto seat = static_cast<uint8_t>(turn.active());
  if (moment == Moment::set_up) at_set_up(turn);
  if (moment == Moment::placed && last_tile_has(turn.rules, turn.state, turn.by, hill))
    turn.ask_chance(ask_buried, seat);
  if (moment == Moment::part_ends && last_tile_has(turn.rules, turn.state, turn.by, crop_circle))
    turn.ask({.what = ask_crop_choice, .seat = seat});
}

/// HALF-CROP: an answer for each kind of followers that the seat can add beside one of its own, or take back.
void crop_answers(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  const CropChoice choice = crop_choice(asked.value);
  for (const int figure : standing(state)) {
    const FigureRow& placed = state.v.figure[figure];
    const FeatureType type = rules.kinds[state.piece[placed.piece()].kind].feature[placed.feature()].type;
    if (placed.seat != asked.seat || type != choice.where || !rules.figures[static_cast<int>(placed.figure)].follower)
      continue;
    for (int kind = 0; kind < rules.figure_kinds; ++kind) {
      Move move = Move::act(asked.by, verb_answer, placed.piece(), placed.feature());
      move.figure = static_cast<Figure>(kind);
      const FigureKind& what = rules.figures[kind];
      const bool can = choice.add ? !what.neutral && what.follower && what.stands(type) &&
                                        supply_of(rules, state, asked.seat, move.figure) > 0 &&
                                        allowed(rules, state, asked.seat, move.figure, placed.at)
                                  : move.figure == placed.figure;
      if (can && std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
    }
  }
  if (choice.add && !moves.empty()) moves.push_back(Move::pass());
}

/// HALF-CROP: six choices; then the answers; adding one may be left.
void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what == ask_crop_choice) {
    for (int choice = 0; choice < kCropChoices; ++choice) moves.push_back(Move::act(asked.by, choice));
    return;
  }
  if (asked.what == ask_picked) {
    for (int kind = 0; kind < static_cast<int>(rules.kinds.size()); ++kind)
      if (holds(state, rules.added[asked.by].pile + pool, kNobody, kind))
        moves.push_back(Move::act_on(asked.by, verb_pick, kind));
    return;
  }
  crop_answers(rules, state, asked, moves);
}

/// Of several of a kind in one place (HALF-CROP) the one that came last goes home; it makes no difference but to the
/// eye.
int last_one_at(const State<Full>& state, int seat, Figure kind, Place place) {
  int last = -1;
  for (const int figure : standing(state))
    if (const FigureRow& row = state.v.figure[figure]; row.at == place && row.seat == seat && row.figure == kind)
      last = figure;
  return last;
}

void decide_picked(Turn& turn, int seat, int kind) {
  turn.done();
  turn.take(kind, pool, kNobody);
  turn.hold(kind, reserve, seat);
  if (seat != turn.active() || turn.held(reserve, seat) < turn.option(1))
    turn.ask({.what = ask_picked, .seat = static_cast<uint8_t>(turn.before(seat))});
}

void decide(Turn& turn, const Pending& asked, Move move) {
  if (asked.what == ask_picked) return decide_picked(turn, asked.seat, move.tile);
  if (asked.what == ask_dealt) {
    turn.hold(move.tile, reserve, asked.seat);
    if (turn.held(reserve, asked.seat) == turn.option(1)) turn.done();
    return;
  }
  turn.done();
  if (asked.what == ask_buried) {
    turn.hold(move.tile, buried, kNobody);
  } else if (asked.what == ask_crop_choice) {
    turn.ask_round(ask_crop_answer, turn.next(turn.active()), move.verb);
  } else if (move.kind == MoveKind::act) {
    const Place place = Place::on(move.x, move.feature);
    if (crop_choice(asked.value).add)
      turn.place_figure(asked.seat, move.figure, place);
    else
      turn.move_figure(last_one_at(turn.state, asked.seat, move.figure, place), {});
  }
}

/// How many tiles a seat has while they are dealt or picked in turn.
int due(const Ruleset& rules, const State<Full>& state, const Pending& asked, int size, int seat) {
  const int active = state.v.turn_seat, own = held_by(state, rules.added[asked.by].pile + reserve, asked.seat);
  if (asked.what == ask_dealt) return seat == asked.seat ? own : ((asked.waiting >> seat) & 1) != 0 ? 0 : size;
  // Picked: those between the first to pick, who sits before the active seat, and the seat asked have had one more.
  const auto turn_of = [&](int s) { return (active + 2 * rules.seats - 1 - s) % rules.seats; };
  return own + (turn_of(seat) < turn_of(asked.seat) ? 1 : 0);
}

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int size = added.option[1], by = static_cast<int>(&added - rules.added.data());
  const Pending* asked = question(state);
  const bool own = asked != nullptr && rules.added[asked->by].hooks == added.hooks;
  const bool gives = own && (asked->what == ask_dealt || asked->what == ask_picked);
  if (own && asked->what == (added.option[0] == dealt ? ask_picked : ask_dealt)) return {"way", "HALF-2"};
  if (gives && held_by(state, added.pile + reserve, asked->seat) >= size) return {"early", "HALF-2", asked->seat};
  int seen = static_cast<int>(rules.held.size()) - held_by(state, added.pile + pool, kNobody), hills = 0;
  for (int seat = 0; seat < rules.seats; ++seat) {
    const int held = held_by(state, added.pile + reserve, seat);
    if (held > size) return {"many", "HALF-2", seat, size};
    if (gives && held != due(rules, state, *asked, size, seat)) return {"early", "HALF-2", asked->seat};
  }
  if (seen > rules.given) return {"seen", "HALF-2", -1, rules.given};
  for (int p = 0; p < state.pieces; ++p) hills += marks_on(rules, by, state.piece[p].kind, hill);
  if (own && asked->what == ask_buried) --hills;
  if (held_by(state, added.pile + buried, kNobody) > std::max(0, hills)) return {"buried", "HALF-HILL"};
  return {};
}

/// HALF-CROP: one for each crop circle that lies.
int added_to_one(const Ruleset& rules, const Added& added, const State<Full>& state, FeatureType type) {
  if (type == FeatureType::cloister || type == FeatureType::garden) return 0;
  int circles = 0;
  for (int p = 0; p < state.pieces; ++p) circles += rules.marks[state.piece[p].kind].count[added.mark + crop_circle];
  return circles;
}

constexpr Hooks kHooks = {.at = at, .options = options, .decide = decide, .worth = worth, .break_tie = seats_on_hills};

}  // namespace

constexpr Expansion kHalflings = {.id = "halflings",
                                  .options = kOptions,
                                  .set_up = set_up,
                                  .hooks = &kHooks,
                                  .marks = kMarks,
                                  .piles = kPiles,
                                  .objection = objection,
                                  .impossible = impossible,
                                  .added_to_one = added_to_one,
                                  .verbs = kVerbs,
                                  .questions = kQuestions,
                                  .terms = kTerms,
                                  .tie_rule = "HALF-HILL"};

}  // namespace bastide
