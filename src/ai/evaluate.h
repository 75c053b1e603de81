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
#include <type_traits>
#include <vector>

#include "ai/followed.h"
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

/// Values positions that come from one that it looks at. What follows from the tiles alone is found once for all
/// positions in a row in which the same ones lie: what may be done after a placement changes none of it. Holds buffers,
/// so one object serves one thread at a time.
template <class Config>
class Evaluator {
 public:
  /// Counts what is left to draw, and finds what lies. To be called before `evaluate`, and again for every position
  /// that does not come from this one by plies.
  void look(const Ruleset& rules, const State<Config>& state, const EvaluationWeights& weights);

  /// The worth to `seat` of a position that is the one looked at, or came from it by plies, with the stack as it was
  /// there. Once the game is over: the points ahead of the best other seat.
  double evaluate(const Ruleset& rules, const State<Config>& state, int seat);

 private:
  using S = State<Config>;
  /// The roads and cities that an open space is offered, by a segment of each.
  struct Ways {
    unsigned signature = 0;
    int count = 0;
    std::array<uint16_t, Config::faces> node;
    std::array<Terrain, Config::faces> terrain;
  };
  /// A tile or overpass that came after the position that was looked at.
  struct Laid {
    int x = 0, y = 0, what = 0, rotation = 0;
    bool operator==(const Laid&) const = default;
  };
  struct Wall {
    uint16_t field, city;  ///< segments
    int16_t next;          ///< the next one of the same field; kNone: there is none
  };
  static constexpr int16_t kNone = -1;

  void count_stack(const Ruleset& rules, const S& state);
  double fill_chance(unsigned signature);
  static void find_ways(const Ruleset& rules, const S& state, int open, Ways& ways);
  void add_walls(const Ruleset& rules, const S& state, int first_piece);
  void keep_one_each(const S& state);
  void list_laid(const S& state);
  void know_tiles(const Ruleset& rules, const S& state);
  void find_chances(const Ruleset& rules, const S& state);
  void list_walls(const S& state);
  double cities_at(const S& state, int field);
  double points_of(const Ruleset& rules, const S& state, int root) const;
  double found_of(const Ruleset& rules, const S& state, int root);
  void find_followed(const Ruleset& rules, const S& state);
  void give(const Ruleset& rules, const S& state, int root, double points, double chance);
  bool add_other(const Ruleset& rules, const S& state, int root);
  void add_features(const Ruleset& rules, const S& state);

  EvaluationWeights weights_;
  /// Of a kind of which there are tiles in the stack: where it fits (TileKind), and how many there are.
  struct KindLeft {
    std::array<uint8_t, 16> north_east, south_west;
    int count;
  };
  std::vector<KindLeft> kinds_left_;
  int tiles_left_ = 0;
  std::array<double, 256> fill_{};  ///< by the four-face signature of a space; negative: not yet known
  double turns_ = 0;                ///< that a seat has left
  double left_ = 0;                 ///< share of the stack that is left

  // of the position that was looked at
  int pieces_ = 0, cells_ = 0, overpasses_ = 0;
  std::size_t walls_looked_at_ = 0;
  std::array<Ways, Config::max_cells + 1> ways_;  ///< by cell, of those open then

  // of the tiles that lie, as far as it was asked for since others lay
  bool known_ = false;
  std::vector<Laid> laid_, now_laid_;
  uint32_t tiles_number_ = 0;
  std::array<double, Config::max_nodes> chance_{};  ///< by root: that the feature will be finished
  struct Found {
    double worth = 0;
    uint32_t tiles = 0;  ///< which it was found for
  };
  std::array<Found, Config::max_nodes> found_{};  ///< by root
  std::vector<Wall> walls_;                       ///< cities at fields, those looked at first
  bool walls_listed_ = false;
  std::array<int16_t, Config::max_nodes> first_wall_;  ///< by root of a field
  Bits<(Config::max_nodes + 63) / 64> cities_{};       ///< at a field; empty but while they are counted

  std::vector<int> roots_;  ///< of the features with followers
  struct Nothing {};
  template <class Kept>
  using InFull = std::conditional_t<Config::variants, std::array<Kept, Config::max_nodes>, Nothing>;
  [[no_unique_address]] std::conditional_t<Config::variants, Nothing, Followed<Config>> followed_;
  [[no_unique_address]] InFull<Strengths> strength_{};  ///< of the followers there, by root, where not all count one
  [[no_unique_address]] InFull<uint32_t> found_in_{};   ///< by root: in which look for them they were
  uint32_t look_number_ = 0;
  std::array<double, kMaxSeats> value_{}, hand_{};
};

}  // namespace bastide
