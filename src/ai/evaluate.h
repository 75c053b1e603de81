// What a position is worth to a seat, in points: what is scored, what the open features promise, and what it is worth
// to have followers left. Used by every player that looks ahead; sees only counts of the stack, never its order.
//
//   value(seat) = points + what its open features will bring + followers in hand
//   evaluate    = value(seat) - the highest value of another seat
//
// An open road or city is finished if every space at its open sides gets a tile. A space gets one if a tile that fits
// is drawn in the turns a seat has left: 1 - (1 - fitting / left) ^ turns, with what is counted in the stack; a space
// that nothing fits makes the feature hopeless. Of that chance only a part is believed (`road_faith`, `city_faith`),
// since the tile may go elsewhere or make the feature longer. The feature then brings what it scores finished with that
// chance and what it scores unfinished otherwise (ROAD-2, CITY-2, FINAL-1), to every seat with the majority (MAJ-1).
#pragma once
#include <array>
#include <vector>

#include "core/kernel.h"

namespace bastide {

/// Tuned by `bastide sim`; all chances and shares in 0..1, all values in points.
struct EvaluationWeights {
  double road_faith = 0.45;     ///< share of the chance that an open space of a road is filled
  double city_faith = 0.55;     ///< the same of a city
  double cloister_faith = 0.6;  ///< chance that one space around a cloister is filled, with the whole stack left
  double field_faith = 0.4;     ///< share of an open city's chance that counts for its fields
  double hand = 32.0;           ///< worth of an endless hand of followers while many turns are left
  double hand_decay = 0.6;      ///< each further follower in hand is worth this share of the one before
  double hand_turns = 6.0;      ///< with fewer turns than this left, followers in hand lose worth
  double shared_space = 0.25;   ///< chance that the rest of a space is filled that one tile lies in already (HALF-1)
  bool operator==(const EvaluationWeights&) const = default;
};

/// base to a whole power; by multiplication alone, so that every machine gets the same digits.
inline double power(double base, int exponent) {
  double result = 1;
  for (; exponent > 0; --exponent) result *= base;
  return result;
}

/// Holds buffers, so one object serves one thread at a time.
template <class Config>
class Evaluator {
 public:
  /// Counts what is left to draw. To be called before `evaluate` whenever the stack has changed.
  void count_stack(const Ruleset& rules, const State<Config>& state);

  /// The worth of `state` to `seat`. Once the game is over: the points ahead of the best other seat.
  double evaluate(const Ruleset& rules, const State<Config>& state, int seat, const EvaluationWeights& weights);

 private:
  using S = State<Config>;
  double fill_chance(const Ruleset& rules, const S& state, unsigned signature);
  void find_chances(const Ruleset& rules, const S& state, const EvaluationWeights& weights);
  void add_features(const Ruleset& rules, const S& state, const EvaluationWeights& weights);
  void add_fields(const Ruleset& rules, const S& state, const EvaluationWeights& weights);
  void give(const Ruleset& rules, const S& state, int root, double points, double chance);
  void give_strongest(const Ruleset& rules, const S& state, int root, double points, double chance);

  std::array<uint8_t, kMaxKinds> stack_{};          ///< tiles left by kind
  std::array<double, 256> fill_{};                  ///< by the four-face signature of a space; negative: not yet known
  double turns_ = 0;                                ///< that a seat has left
  double left_ = 0;                                 ///< share of the stack that is left
  std::array<double, Config::max_nodes> chance_{};  ///< by root: that the feature will be finished
  std::array<Bits<(Config::max_nodes + 63) / 64>, kMostStanding> cities_;  ///< at each of the fields in farmed_
  std::vector<int> farmed_;                                                ///< roots of fields with farmers
  std::array<double, kMaxSeats> value_{}, hand_{};
};

}  // namespace bastide
