// The same judgement as Evaluator's for games of square tiles and plain turns, at a fraction of the time: a position is
// looked at once, and each placement is judged by what it changes, without being played. What no placement changes is
// found once for a position, what is the same for all placements in a space once for that.
//
//   what changes: the features that the tile continues, those that share a space beside it with it, the cloisters
//   around, and the fields at cities that any of this concerns
//
// outlook.cpp looks at a position, outlook_site.h at a space, outlook_judge.cpp at a placement there.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "ai/evaluate.h"
#include "ai/planned.h"
#include "core/kernel.h"
#include "core/lanes.h"

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

  /// With an empty stack it is exact if tells_the_end; else fields are reckoned as in the middle of the game. Followers
  /// with which it is worth less than `floor`, or as much but for rounding, may be left out. Placements in one space
  /// are best judged one after the other. REQUIRES: phase tile, `placement` is legal.
  void judge(Move placement, Judgement& judgement, double floor = -std::numeric_limits<double>::infinity());

  /// The same for the tile that lies already. REQUIRES: phase follower.
  void judge_followers(Judgement& judgement);

  /// What the position is worth to a seat: Evaluator::evaluate.
  double worth(int seat) const;

  /// The roots of the features with followers.
  const Followed<Config>& followed() const { return followed_; }

 private:
  using Node = typename S::Node;
  /// Points that a seat has and may expect; followers it has in hand and that may come back.
  using Each = LanesOf<double>;
  static constexpr int kPoints = 0, kHand = 1;
  using Standing = std::array<Each, kMaxSeats>;

  /// What a feature brings to those who have most there, and how likely its followers come back.
  struct Promise {
    double points = 0, chance = 0;
  };

  /// The roads and cities that an open space is offered.
  struct Ways {
    int count = 0;
    std::array<int16_t, 4> root;
    std::array<Terrain, 4> terrain;
  };
  static constexpr int16_t kNone = -1;
  static constexpr double kEndless = std::numeric_limits<double>::infinity();
  static constexpr unsigned kLeadOn = 0xaa;  ///< of a signature: one bit of each face with a road or city
  /// The chance that a space is filled which nothing fits: not 0, so that products of chances can be divided by it.
  static constexpr double kHardly = 1e-20;

  struct Wall {
    int16_t field, city;  ///< nodes
  };

  /// A road or city that a tile continues.
  struct Joined {
    int16_t root;
    Node node;
    int tiles;
    double chance;   ///< without the spaces that the tile changes
    uint64_t farms;  ///< city: fields with farmers at it that the tile does not continue, as bits
  };
  struct Link {
    uint8_t port, joined;
  };
  /// An empty space beside the one that placements are judged in.
  struct Beside {
    uint8_t signature;
    int16_t near;  ///< its number among the open ones; kNowhere: no tile touches it yet
  };
  static constexpr int16_t kNowhere = Config::max_open;
  /// The space that placements are judged in.
  struct Site {
    int open = kNone, x = 0, y = 0;
    int empty = kNone;  ///< spaces around it, if that has been counted
    int roots = 0, fields = 0, ways = 0, links = 0;
    unsigned free = 0, shared = 0;  ///< sides beyond which nothing lies, as bits of kLeadOn; roads or cities lead there
    std::array<Beside, 4> beside;   ///< by side
    std::array<Joined, 4> joined;
    std::array<Link, 4> way;        ///< links to those
    std::array<int16_t, 12> field;  ///< roots of the fields that it continues
    std::array<Link, 12> link;      ///< links to those
    bool meets_city = false;        ///< it continues a city
    bool moved = false;             ///< `standing` counts
    bool disputed = false;          ///< what another seat has is beside it
    uint64_t farms = 0;             ///< fields with farmers that it continues, as bits
    double cities = 0;  ///< what all cities at fields that it continues are worth to these; no tile makes one worth
                        ///< more that it does not continue
    double most = 0;    ///< no placement in it is worth more
    Standing standing;  ///< without the roads and cities that the tile continues, with cloisters as it leaves them
  };

  /// A road, city or centre of the tile that is judged, with all that it is joined to.
  struct alignas(64) Group {
    Node node;
    int tiles = 0;  ///< unless it has grown
    Promise promise;
    double cities = 0;   ///< city: what it is worth to a field
    uint64_t farms = 0;  ///< as of Joined
  };

  static Terrain terrain_at(unsigned signature, int face) {
    return static_cast<Terrain>((signature >> (2 * face)) & 3);
  }
  static bool is_way(FeatureType type) { return type == FeatureType::road || type == FeatureType::city; }
  void count(const S& state);
  double filled(unsigned signature, Terrain terrain) const {
    return row_[fitting_[signature]] * faith_[static_cast<int>(terrain)];
  }
  void keep_up();
  void find_chances();
  void find_cities();
  void find_values();
  void find_most();
  Promise promise_of(FeatureType type, const Node& node, int tiles, double chance) const;
  void give(Standing& standing, typename Config::FollowerCount followers, Promise promise) const;
  void take(Standing& standing, typename Config::FollowerCount followers, Promise promise) const;
  void copy(const Standing& from, Standing& to) const { std::copy_n(from.begin(), seats_, to.begin()); }
  double hand_worth(double hand) const;
  double rival_of(int seat, const Standing& standing) const;
  void fill_in(Judgement& judgement, unsigned features, double ahead, double hand) const;
  int tiles_of(int root) const;

  void come_to(int open, int x, int y);
  double most_at_site() const;
  bool joins(int root) const { return joined_at_[root] == stamp_; }
  int group_of(int feature) const { return into_[feature]; }
  int group_at(int root) const;
  bool others_in(typename Config::FollowerCount followers) const {
    using Count = typename Config::FollowerCount;
    return (followers.packed & ~(Count::kMask << (state_->seat * Count::kLane))) != 0;
  }
  Standing& moved_at_site();
  static Node node_of(const TileKind& kind, int feature);
  int merge(int a, int b);
  void join_ways(const OrientedTile& tile, const TileKind& kind);
  void join_fields(const OrientedTile& tile);
  void show(const OrientedTile& tile);
  void count_once();
  void change(int root, double before, double after);
  int tiles_of_group(int group, const TileKind& kind) const;
  void cloisters(int x, int y);
  double cities_of_group(int group, const TileKind& kind);

  const Ruleset* rules_ = nullptr;
  uint64_t identity_ = 0;  ///< of the rules; no rules have that one
  const S* state_ = nullptr;
  EvaluationWeights weights_;

  using Tiles = std::conditional_t < Config::max_tiles<256, uint8_t, uint16_t>;  ///< how many
  struct Sorts {
    unsigned ways = 0, fields = 0, stands = 0;  ///< features as bits: roads and cities; followers may stand there
    int shields = 0;                            ///< on one city
    unsigned closed = 0;                        ///< roads and cities that no side opens
    std::array<double, kMaxTileFeatures> open{}, finished{};  ///< what one brings alone, and what more if finished
  };
  std::vector<Sorts> sorts_;                      ///< by kind
  std::vector<Tiles> stack_;                      ///< by kind
  alignas(16) std::array<Tiles, 256> fitting_{};  ///< by signature of a space: how many tiles of the stack fit
  std::vector<std::vector<double>> rows_;         ///< by tiles left: the chance that one comes, by how many there are
  const double* row_ = nullptr;
  std::array<double, 4> faith_{};  ///< by terrain: share of a chance that is believed
  int seats_ = 0;
  double turns_ = 0, left_ = 0, hand_scale_ = -1, around_ = 0;
  std::array<double, 17> low_{}, base_{}, step_{};  ///< by followers in hand: hand_decay to the power of; hand_worth
  std::array<double, 9> surround_{};                ///< chance of a cloister by spaces that are empty

  std::vector<typename S::Piece> laid_;  ///< the tiles that `offered_` and `walls_` know
  std::vector<std::size_t> walls_of_;    ///< by tile: of all up to it
  std::vector<int> cells_of_;            ///< the same: cells
  int cells_ = 0;
  std::array<std::array<int16_t, 4>, Config::max_cells> next_to_;  ///< by cell and side: the cell there, or kNone
  std::vector<Wall> walls_;                                        ///< cities at fields, by their nodes
  std::array<std::array<int16_t, 4 * kPortsOfFace>, Config::max_cells + 1> offered_;  ///< by cell and port: the node
  std::array<Ways, Config::max_open + 1> ways_;                                       ///< by open space
  std::vector<int16_t> between_;                    ///< open spaces with sides of several roads or cities
  std::array<double, Config::max_nodes> chance_;    ///< by root: how likely a road or city is to be finished
  std::array<Promise, Config::max_nodes> promise_;  ///< by root, where followers stand
  Standing now_{};
  double ahead_ = 0;                   ///< of the seat to move, but for what it has in hand
  double most_ = 0, most_cities_ = 0;  ///< what its tile may bring besides, and its cities to a field
  std::array<double, 4> most_joined_;  ///< by terrain: how likely what its tile continues is to be finished

  struct Pair {
    int16_t city, next;
  };
  std::vector<Pair> pairs_;                            ///< cities at fields
  std::array<int16_t, Config::max_nodes> first_pair_;  ///< by root of a field
  std::array<double, Config::max_nodes> total_;        ///< by root of a field: what all cities at it are worth to it
  struct Farm {
    int root;
    double cities;
  };
  Followed<Config> followed_;
  std::array<uint32_t, 32> watched_rows_;             ///< spaces beside those cloisters, as bits, folded
  std::vector<int> watched_;                          ///< cloisters with followers: their numbers among those watched
  std::vector<Farm> farms_;                           ///< fields with farmers
  uint64_t others_farms_ = 0;                         ///< those where another seat has some, as bits
  std::array<uint8_t, Config::max_nodes> farm_at_;    ///< by root of one: its number there
  std::array<uint64_t, Config::max_nodes> farms_at_;  ///< by root of a city: which of them, as bits
  std::array<double, Config::max_nodes> city_;        ///< by root of a city: 1 if completed, or so much of it

  // of the space and the placement that is judged
  Site site_;
  uint32_t stamp_ = 0, seen_ = 0;
  std::array<uint32_t, Config::max_nodes> joined_at_{}, seen_at_{};  ///< by root: stamp_ if it is joined, or seen_
  std::array<uint8_t, Config::max_nodes> joined_as_;                 ///< its number in Site::joined or Site::field
  std::array<uint8_t, 4> joined_to_;                                 ///< by number in Site::joined: the group
  std::array<uint8_t, 12> field_to_;                                 ///< by number in Site::field
  std::array<Group, kMaxTileFeatures> group_;
  using Numbers = std::array<uint8_t, 16>;
  static constexpr Numbers kAlone = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  Numbers into_{};  ///< by feature: the group that it is part of, which has the number of one of its features
  std::array<double, kMaxTileFeatures> own_;  ///< by group, of roads and cities: how likely it is to be finished
  std::array<typename Config::FollowerCount, kMaxTileFeatures> farmers_;  ///< by group, of fields
  unsigned met_ = 0;            ///< roads and cities that are joined to something, as bits
  unsigned grown_ = 0;          ///< groups that are joined to several things, as bits
  bool cities_change_ = false;  ///< a city that lay is worth something else to fields
  struct Changed {
    int root;
    double chance;
  };
  std::array<Changed, 16> changed_;
  int changes_ = 0;
};

}  // namespace bastide
