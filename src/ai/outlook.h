// The same judgement as Evaluator's for games of square tiles and plain turns, at a fraction of the time: a position is
// looked at once, and each placement is judged by what it changes, without being played.
//
//   what changes: the features that the tile continues, those that share a space beside it with it, the cloisters
//   around, and the fields at cities that any of this concerns
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "ai/evaluate.h"
#include "core/kernel.h"

namespace bastide {

/// What a placement is worth to the seat that makes it, in points ahead of the best other seat.
struct Judgement {
  static constexpr int kNoFeature = -1;
  double best = 0;                              ///< with the follower that brings most, or none
  int feature = kNoFeature;                     ///< where that one stands, of several equals the first
  double without = 0;                           ///< with no follower
  unsigned takes = 0;                           ///< features that may take a follower, as bits
  std::array<double, kMaxTileFeatures> with{};  ///< by feature, where it may
};

/// Holds buffers, so one object serves one thread at a time. Fast and Large only.
template <class Config>
class Outlook {
 public:
  using S = State<Config>;

  /// To be called before any `look` at games of these rules, and again whenever others may have come in between.
  void begin(const Ruleset& rules, const EvaluationWeights& weights);

  /// Looks at a position, which has to stay as it is while placements are judged.
  void look(const S& state);

  /// Whether the end can be judged so: what a placement is worth once the stack is empty is what it scores.
  static bool tells_the_end(const Ruleset& rules) {
    return rules.scoring.unfinished &&
           (rules.scoring.fields == FieldScoring::third || rules.scoring.fields == FieldScoring::none);
  }

  /// With an empty stack it is exact if tells_the_end; else fields are reckoned as in the middle of the game. REQUIRES:
  /// phase tile, `placement` is legal.
  void judge(Move placement, Judgement& judgement);

  /// The same for the tile that lies already. REQUIRES: phase follower.
  void judge_followers(Judgement& judgement);

  /// What the position is worth to a seat: Evaluator::evaluate.
  double worth(int seat) const;

 private:
  using Node = typename S::Node;
  using Values = std::array<double, kMaxSeats>;

  /// How likely a road or city is to be finished: a product of chances, those that are 0 counted beside it.
  struct Chance {
    double product = 1;
    int zeros = 0;
    double value() const { return zeros != 0 ? 0 : product; }
    void with(double factor) {
      if (factor == 0)
        ++zeros;
      else
        product *= factor;
    }
    void without(double factor) {
      if (factor == 0)
        --zeros;
      else
        product /= factor;
    }
    void with(const Chance& other) {
      product *= other.product;
      zeros += other.zeros;
    }
  };

  /// What a feature brings to those who have most there, and how likely its followers come back.
  struct Promise {
    double points = 0, chance = 0;
  };

  /// An open space and what lies around it, by face.
  struct Around {
    std::array<int16_t, 4> piece, root;  ///< root of the road or city that it is offered
    std::array<int16_t, 4> near;         ///< number of the open space there; kNone: no tile touches it yet
    bool near_known = false;
  };
  static constexpr int16_t kNone = -1;

  /// A feature of the tile that is judged, with all that it is joined to.
  struct Group {
    Node node;
    Chance chance;
    Promise promise;
    int into = 0;       ///< the group that it has become part of; itself
    int joined = 0;     ///< to so many roads, cities or fields
    double cities = 0;  ///< field
  };

  void count(const S& state);
  double filled(unsigned signature, Terrain terrain) const {
    return row_[fitting_[signature]] * (terrain == Terrain::road ? weights_.road_faith : weights_.city_faith);
  }
  void find_around();
  void find_cities();
  void find_values();
  Promise promise_of(FeatureType type, const Node& node, int tiles, double chance) const;
  void give(Values& value, Values& hand, const Node& node, Promise promise, double sign) const;
  double hand_worth(double hand) const;
  double of(const Values& value, const Values& hand, int seat) const;
  void fill_in(Judgement& judgement, int seat, unsigned features, const Values& value, const Values& hand);
  int tiles_of(int root) const;

  void join(int feature, int root, bool closes);
  int group_of(int feature) const;
  void meet(int open, Move placement, const OrientedTile& tile, const TileKind& kind);
  void count_once(int open, const Around& here);
  void touch(int open, unsigned before, unsigned after, int own, Terrain terrain);
  void change(int root, double before, double after);
  int tiles_of_group(int group, const TileKind& kind) const;
  void cloisters(Move placement, Values& value, Values& hand) const;
  void fields(const TileKind& kind, Values& value, Values& hand);
  double cities_of_group(int group, const TileKind& kind);

  const Ruleset* rules_ = nullptr;
  const S* state_ = nullptr;
  EvaluationWeights weights_;

  using Tiles = std::conditional_t < Config::max_tiles<256, uint8_t, uint16_t>;  ///< how many
  struct Fit {
    std::array<uint8_t, 16> north_east, south_west;
    bool operator==(const Fit&) const = default;
  };
  std::vector<Fit> fits_;                         ///< by kind, where it fits (TileKind::fitting)
  std::vector<Tiles> stack_;                      ///< by kind
  alignas(16) std::array<Tiles, 256> fitting_{};  ///< by signature of a space: how many tiles of the stack fit
  std::vector<std::vector<double>> rows_;         ///< by tiles left: the chance that one comes, by how many there are
  const double* row_ = nullptr;
  int seats_ = 0;
  double turns_ = 0, left_ = 0, hand_scale_ = 0, around_ = 0;
  std::array<double, 17> low_{};      ///< hand_decay to the power of
  std::array<double, 9> surround_{};  ///< chance of a cloister by spaces that are empty

  std::array<Around, Config::max_open + 1> around_open_;
  std::vector<int16_t> between_;                    ///< open spaces with sides of several roads or cities
  std::array<Chance, Config::max_nodes> chance_;    ///< by root
  std::array<Promise, Config::max_nodes> promise_;  ///< by root, where followers stand
  Values value_{}, hand_{};

  struct Pair {
    int16_t city, next;
  };
  std::vector<Pair> pairs_;                            ///< cities at fields
  std::array<int16_t, Config::max_nodes> first_pair_;  ///< by root of a field
  struct Farm {
    int root;
    double cities;
  };
  std::vector<Farm> farms_;                           ///< fields with farmers
  std::array<uint64_t, Config::max_nodes> farms_at_;  ///< by root of a city: which of them, as bits
  std::array<double, Config::max_nodes> city_;        ///< by root of a city: 1 if completed, or so much of it

  // of the placement that is judged
  uint32_t stamp_ = 0;
  std::array<uint32_t, Config::max_nodes> joined_at_{}, seen_at_{};
  std::array<uint8_t, Config::max_nodes> joined_to_;
  uint32_t seen_ = 0;
  std::array<Group, kMaxTileFeatures> group_;
  std::array<int16_t, 16> roots_;  ///< joined
  int joined_ = 0;
  struct Changed {
    int root;
    Chance chance;
  };
  std::array<Changed, 16> changed_;
  int changes_ = 0;
};

}  // namespace bastide
