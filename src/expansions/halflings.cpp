#include "expansions/halflings.h"

#include <algorithm>
#include <array>

#include "core/kernel.h"

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
  for (int i = 0; i < state.v.figures.count; ++i) {
    const auto& placed = state.v.figures.at[i];
    const int root = root_at(state, placed.piece, placed.feature);
    if (std::find(nodes.begin(), nodes.end(), root) != nodes.end() && on_hill(rules, state, placed.piece))
      winners |= tied & 1u << placed.seat;
  }
  return winners != 0 ? winners : tied;
}

bool hides_a_tile(const Ruleset& rules, const State<Full>& state) {
  return last_tile_has(rules, state, Symbol::hill);
}

int crop_choices(const Ruleset& rules, const State<Full>& state) {
  return last_tile_has(rules, state, Symbol::crop_circle) ? kCropChoices : 0;
}

/// HALF-CROP: one answer for each place where the seat has a follower of the kind; adding one may be left.
void crop_answers(const Ruleset& rules, const State<Full>& state, std::vector<Move>& moves) {
  const CropChoice choice = crop_choice(state.v.choice - 1);
  if (choice.add && state.supply[state.seat] == 0) return;
  for (int i = 0; i < state.v.figures.count; ++i) {
    const auto& placed = state.v.figures.at[i];
    const FeatureType type = rules.kinds[state.piece[placed.piece].kind].feature[placed.feature].type;
    const Move move = Move::answer(placed.piece, placed.feature);
    if (placed.seat == state.seat && placed.figure == Figure::follower && type == choice.where &&
        std::find(moves.begin(), moves.end(), move) == moves.end())
      moves.push_back(move);
  }
  if (choice.add && !moves.empty()) moves.push_back(Move::pass());
}

void crop_answer(const Ruleset& rules, State<Full>& state, Move move) {
  if (crop_choice(state.v.choice - 1).add)
    return add_figure(rules, state, move.value, move.feature, state.seat, Figure::follower);
  for (int i = 0; i < state.v.figures.count; ++i) {
    const auto& placed = state.v.figures.at[i];
    if (placed.piece == move.value && placed.feature == move.feature && placed.seat == state.seat)
      return remove_figure(rules, state, i);
  }
}

constexpr std::array<FeatureType, 3> kCropKinds = {FeatureType::city, FeatureType::road, FeatureType::field};

}  // namespace

CropChoice crop_choice(int value) {
  return {kCropKinds[value / 2], value % 2 == 0};
}

int crop_value(CropChoice choice) {
  const auto kind = std::find(kCropKinds.begin(), kCropKinds.end(), choice.where) - kCropKinds.begin();
  return static_cast<int>(kind) * 2 + (choice.add ? 0 : 1);
}

void add_halflings(Ruleset& rules) {
  static constexpr Hooks hooks = {.bonus = vineyard_points,
                                  .break_tie = seats_on_hills,
                                  .buries = hides_a_tile,
                                  .choices = crop_choices,
                                  .answers = crop_answers,
                                  .answer = crop_answer};
  rules.hooks.push_back(&hooks);
}

}  // namespace bastide
