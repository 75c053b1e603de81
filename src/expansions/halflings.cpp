#include "expansions/halflings.h"

#include <algorithm>
#include <array>

#include "core/turn.h"

namespace bastide {
namespace {

int symbols(const Ruleset& rules, int kind, Symbol symbol) {
  return rules.kinds[kind].symbols[static_cast<int>(symbol)];
}

bool last_tile_has(const Ruleset& rules, const State<Full>& state, Symbol symbol) {
  return symbols(rules, state.piece[state.pieces - 1].kind, symbol) > 0;
}

/// HALF-VINEYARD: for each vineyard in the nine spaces of a cloister.
int vineyard_points(const Ruleset& rules, const State<Full>& state, int node) {
  if (state.type[node] != FeatureType::cloister) return 0;
  return kVineyardPoints *
         sum_around(state, node, [&](const auto& piece) { return symbols(rules, piece.kind, Symbol::vineyard); });
}

/// Whether a hill lies in the space of a tile, on it or on the tile beside it.
bool on_hill(const Ruleset& rules, const State<Full>& state, int piece) {
  for (int p = 0; p < state.pieces; ++p)
    if (state.piece[p].cell == state.piece[piece].cell && symbols(rules, state.piece[p].kind, Symbol::hill) > 0)
      return true;
  return false;
}

/// HALF-HILL: a tie goes to those who have a follower on a hill.
unsigned seats_on_hills(const Ruleset& rules, const State<Full>& state, std::span<const int> nodes, unsigned tied) {
  unsigned winners = 0;
  for (const int figure : standing(state)) {
    const FigureRow& placed = state.v.figure[figure];
    const int root = root_at(state, placed.piece(), placed.feature());
    if (std::find(nodes.begin(), nodes.end(), root) != nodes.end() && on_hill(rules, state, placed.piece()))
      winners |= tied & 1u << placed.seat;
  }
  return winners != 0 ? winners : tied;
}

enum Verbs : uint8_t { verb_answer = kCropChoices };

constexpr std::array<Verb, kCropChoices + 1> kVerbs = {{{"crop:knight:add"},
                                                        {"crop:knight:home"},
                                                        {"crop:highwayman:add"},
                                                        {"crop:highwayman:home"},
                                                        {"crop:farmer:add"},
                                                        {"crop:farmer:home"},
                                                        {"at", Takes::feature}}};

constexpr std::array<Question, 3> kQuestions = {{
    {.name = "bury", .moment = Moment::placed, .rule = "HALF-HILL", .of_chance = true},
    {.name = "crop", .moment = Moment::part_ends, .rule = "HALF-CROP"},
    {.name = "answer", .moment = Moment::part_ends, .rule = "HALF-CROP", .of_verb = true, .round = true},
}};

/// A tile of the stack goes unseen under a hill just laid; after a crop circle has scored, its seat chooses.
void at(Turn& turn, Moment moment) {
  const auto seat = static_cast<uint8_t>(turn.active());
  if (moment == Moment::placed && last_tile_has(turn.rules, turn.state, Symbol::hill) && turn.state.left > 0)
    turn.ask({.what = ask_buried, .seat = kNobody});
  if (moment == Moment::part_ends && last_tile_has(turn.rules, turn.state, Symbol::crop_circle))
    turn.ask({.what = ask_crop_choice, .seat = seat});
}

/// HALF-CROP: six choices; then one answer for each place where the seat has a follower of the kind; adding one may be
/// left.
void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what == ask_crop_choice) {
    for (int choice = 0; choice < kCropChoices; ++choice) moves.push_back(Move::act(asked.by, choice));
    return;
  }
  const CropChoice choice = crop_choice(asked.value);
  if (choice.add && state.supply[asked.seat] == 0) return;
  for (const int figure : standing(state)) {
    const FigureRow& placed = state.v.figure[figure];
    const FeatureType type = rules.kinds[state.piece[placed.piece()].kind].feature[placed.feature()].type;
    const Move move = Move::act(asked.by, verb_answer, placed.piece(), placed.feature());
    if (placed.seat == asked.seat && placed.figure == Figure::follower && type == choice.where &&
        std::find(moves.begin(), moves.end(), move) == moves.end())
      moves.push_back(move);
  }
  if (choice.add && !moves.empty()) moves.push_back(Move::pass());
}

/// Of several in one place (HALF-CROP) the one that came last goes home; it makes no difference but to the eye.
int last_one_at(const State<Full>& state, int seat, Place place) {
  int last = -1;
  for (const int figure : standing(state))
    if (state.v.figure[figure].at == place && state.v.figure[figure].seat == seat) last = figure;
  return last;
}

void decide(Turn& turn, const Pending& asked, Move move) {
  turn.done();
  if (asked.what == ask_buried) {
    turn.state.v.buried[turn.state.v.buried_size++] = move.tile;
  } else if (asked.what == ask_crop_choice) {
    turn.ask_round(ask_crop_answer, turn.next(turn.active()), move.verb);
  } else if (move.kind == MoveKind::act) {
    const Place place = Place::on(move.x, move.feature);
    if (crop_choice(asked.value).add)
      turn.place_figure(asked.seat, Figure::follower, place);
    else
      turn.move_figure(last_one_at(turn.state, asked.seat, place), {});
  }
}

constexpr std::array<FeatureType, 3> kCropKinds = {FeatureType::city, FeatureType::road, FeatureType::field};

constexpr Hooks kHooks = {
    .at = at, .options = options, .decide = decide, .bonus = vineyard_points, .break_tie = seats_on_hills};

}  // namespace

constexpr Expansion kHalflings = {.option = "halflings", .hooks = &kHooks, .verbs = kVerbs, .questions = kQuestions};

bool asks(const Ruleset& rules, const State<Full>& state, HalflingsQuestion what) {
  const Pending* asked = question(state);
  return asked != nullptr && rules.hooks[asked->by]->options == options && asked->what == what;
}

CropChoice crop_choice(int verb) {
  return {kCropKinds[static_cast<std::size_t>(verb / 2)], verb % 2 == 0};
}

int crop_verb(CropChoice choice) {
  const auto kind = std::find(kCropKinds.begin(), kCropKinds.end(), choice.where) - kCropKinds.begin();
  return static_cast<int>(kind) * 2 + (choice.add ? 0 : 1);
}

}  // namespace bastide
