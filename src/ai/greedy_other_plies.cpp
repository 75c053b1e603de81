// What greedy does where it is asked for more than a tile and a follower: whether to lay a tile that it holds or to
// draw, and what expansions ask.
#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>

#include "ai/greedy.h"
#include "core/by_hand.h"

namespace bastide {
namespace {

/// What it expects of a tile that it keeps for later, in points: as much as of a drawn one.
constexpr double kKeptTile = 2.5;

/// How many kinds of the stack it imagines to judge a draw.
constexpr int kImagined = 6;

/// How much of its worth a tile that may be laid instead of a drawn one keeps if it is not laid now: nothing when there
/// are no more turns than tiles.
template <class Config>
double kept_share(const Ruleset& rules, const State<Config>& state) {
  if constexpr (Config::variants) {
    double held = 0;
    for (const HeldTile& tile : bastide::held(state))
      held += tile.seat == state.seat && rules.piles[tile.pile].laid == Laid::instead;
    const double turns = static_cast<double>(state.left) / rules.seats;
    return turns <= held ? 0 : (turns - held) / turns;
  }
  return 0;
}

/// What a tile promises before anything lies: shields and cities to build with, cloisters, and what its marks do.
double promise(const Ruleset& rules, int number) {
  const TileKind& kind = rules.kinds[number];
  double worth = 0;
  for (const TileFeature& feature : std::span(kind.feature).first(kind.features)) {
    if (feature.type == FeatureType::city) worth += feature.sides + 2 * feature.shields;
    if (feature.type == FeatureType::road) worth += 0.5 * feature.sides;
    if (feature.type == FeatureType::cloister) worth += 3;
  }
  return worth + rules.marks[number].promise;
}

}  // namespace

/// What `seat` would gain by placing a tile of this kind now.
template <class Config>
double GreedyPlayer<Config>::worth_of(const Ruleset& rules, const State<Config>& state, int kind, int seat) {
  if constexpr (Config::variants) {
    copy_in_use(state, imagined_);
    imagined_.drawn = static_cast<typename State<Config>::Kind>(kind);
    ask_for_tile(imagined_);
    set_active_seat(imagined_, seat);
    imagined_.seat = static_cast<uint8_t>(seat);
    return best_placement(rules, imagined_, seat) - evaluator_.evaluate(rules, imagined_, seat);
  }
  return 0;
}

/// Of moves that each name a tile: the one that promises most; equal ones by chance.
template <class Config>
Move GreedyPlayer<Config>::pick(const Ruleset& rules, Rng& rng) {
  double most = 0;
  for (const Move move : moves_) most = std::max(most, promise(rules, move.tile));
  std::erase_if(moves_, [&](Move move) { return promise(rules, move.tile) < most; });
  return moves_[rng.below(static_cast<uint32_t>(moves_.size()))];
}

template <class Config>
bool GreedyPlayer<Config>::may_draw(const State<Config>& state) {
  if constexpr (Config::variants) return tile_choice(state) == State<Config>::Choice::may_draw;
  return false;
}

/// Lays a tile that it holds if that brings more than drawing is expected to, and what keeping the tile would.
template <class Config>
Move GreedyPlayer<Config>::lay_or_draw(const Ruleset& rules, const State<Config>& state, Rng& rng) {
  if constexpr (Config::variants) {
    const double now = evaluator_.evaluate(rules, state, state.seat);
    const double laid = best_placement(rules, state, state.seat) - now;
    double drawn = 0;
    int imagined = 0;
    std::array<std::pair<int, double>, kImagined> known;  // kinds, and what they are worth
    std::size_t kinds = 0;
    for (; imagined < std::min<int>(kImagined, state.left); ++imagined) {
      const int kind = state.stack[rng.below(state.left)];  // where there are hands, it would be drawn into one
      std::size_t i = 0;
      while (i < kinds && known[i].first != kind) ++i;
      if (i == kinds) known[kinds++] = {kind, worth_of(rules, state, kind, state.seat)};
      drawn += std::max(0.0, known[i].second);  // minus infinity: it fits nowhere
    }
    if (imagined > 0 && laid < drawn / imagined * kept_share(rules, state)) return Move::pass();
    if (laid < 0) return Move::pass();
    legal_moves(rules, state, moves_);
    moves_.pop_back();  // the pass
    return best_move(rules, state, rng);
  }
  return Move::pass();
}

/// With hands a tile that need not be laid competes with those of the hand: what it would be worth later is its price.
template <class Config>
double GreedyPlayer<Config>::price_of_held(const Ruleset& rules, const State<Config>& state, Move move) const {
  if constexpr (Config::variants) {
    if (state.phase != Phase::tile || tile_choice(state) != State<Config>::Choice::held) return 0;
    for (const HeldTile& tile : held(state))
      if (tile.seat == state.seat && tile.kind == move.tile && rules.piles[tile.pile].laid == Laid::played) return 0;
    return kKeptTile * kept_share(rules, state);
  }
  return 0;
}

/// Every outcome is answered as whoever is asked likes best.
template <class Config>
double GreedyPlayer<Config>::value_of(const Ruleset& rules, const State<Config>& state, int seat) {
  if constexpr (Config::variants)
    if (asks_outcome(state)) {
      std::vector<Chance> chances;
      outcomes(rules, state, chances);
      std::vector<Move> replies;  // that somebody is going through
      replies.swap(replies_);
      if (then_.size() == outcomes_) then_.push_back(std::make_unique<State<Config>>());
      State<Config>& then = *then_[outcomes_++];
      Tries<Config> tries(state, then);
      double sum = 0;
      for (const Chance& chance : chances) {
        try_move(rules, tries.next(), chance.move, &replies_);
        answer_all(rules, then);
        sum += chance.weight * value_of(rules, then, seat);
      }
      --outcomes_;
      replies.swap(replies_);
      return sum / sum_of_weights(chances);
    }
  return evaluator_.evaluate(rules, state, seat);
}

/// Whoever is asked answers as it likes best, and so on; what may be answered first is in `replies_`.
template <class Config>
void GreedyPlayer<Config>::answer_all(const Ruleset& rules, State<Config>& state) {
  while (state.phase == Phase::ask) try_move(rules, state, best_answer(rules, state), &replies_);
}

/// Of `replies_` the one that looks best to the seat asked, as the board then stands.
template <class Config>
Move GreedyPlayer<Config>::best_answer(const Ruleset& rules, const State<Config>& state) {
  if (replies_.size() == 1) return replies_.front();
  const int seat = state.seat;
  Move best = replies_.front();
  double most = -std::numeric_limits<double>::infinity();
  Tries<Config> tries(state, replied_);
  for (const Move reply : replies_) {
    try_move(rules, tries.next(), reply);
    const double value = evaluator_.evaluate(rules, replied_, seat);
    if (value <= most) continue;
    most = value;
    best = reply;
  }
  return best;
}

/// What an expansion asks: the answer after which, every seat having answered as it likes best, it stands best itself.
template <class Config>
Move GreedyPlayer<Config>::answer(const Ruleset& rules, const State<Config>& state, Rng& rng) {
  if constexpr (Config::variants) {
    const Pending& asked = *question(state);
    if (const auto by_worth = rules.added[asked.by].hooks->by_worth)
      if (const auto move =
              by_worth(rules, state, asked, [&](int kind) { return worth_of(rules, state, kind, state.seat); }))
        return *move;
  }
  legal_moves(rules, state, moves_);
  if (state.pieces == 1 + rules.begun) {  // before the first turn nothing lies that an answer could change
    if (moves_.front().tile != 0) return pick(rules, rng);
    for (const Move move : moves_)
      if (move.value == state.seat) return move;  // whoever begins has a turn more where they do not share out evenly
  }
  Move best = moves_.front();
  double most = -std::numeric_limits<double>::infinity();
  Tries<Config> tries(state, placed_);
  for (const Move move : moves_) {
    try_move(rules, tries.next(), move, &replies_);
    answer_all(rules, placed_);
    const double value = value_of(rules, placed_, state.seat);
    considered_.push_back({move, value, 0, Move::pass()});
    if (value <= most) continue;
    most = value;
    best = move;
  }
  return best;
}

template class GreedyPlayer<Fast>;
template class GreedyPlayer<Large>;
template class GreedyPlayer<Full>;

}  // namespace bastide
