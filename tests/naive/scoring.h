// Points in the naive implementation: what the figures on the board earn, and by what.
#pragma once
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "naive/board.h"
#include "naive/options.h"

namespace bastide::naive {

class Expansion;

using FigureKind = std::string_view;  ///< its name
inline constexpr FigureKind kFollower;

struct FigureOnBoard {
  int seat = 0;
  FigureKind kind = kFollower;
  Segment where;
  friend auto operator<=>(const FigureOnBoard&, const FigureOnBoard&) = default;
};
using Figures = std::multiset<FigureOnBoard>;  ///< two alike only by HALF-CROP

enum class Reason { completed, unfinished, field, field_city, returned };

/// Points for one feature, with what they come from.
struct Award {
  Reason reason = Reason::completed;
  TileFeatureType type = TileFeatureType::city;  ///< field also for Reason::field_city
  std::set<Segment> segments;                    ///< field_city: the city's
  int tiles = 0, shields = 0;  ///< tiles in the unit of HALF-7; cloister, garden: around it too; FIELD-3: 0
  int cities = 0;              ///< field: completed cities at it; field_city: 1
  int bonus = 0;               ///< among the points: what expansions add, HALF-VINEYARD
  std::vector<int> followers, strength, points;  ///< by seat; what the followers count, and what they bring
  std::set<int> owners;                          ///< MAJ-1, HALF-HILL
  bool tie_broken = false;                       ///< an expansion decided between some of those tied
  bool forgone = false;                          ///< nobody wanted it
  friend auto operator<=>(const Award&, const Award&) = default;
};

/// A table with what lies and stands on it.
struct Scene {
  const Board& board;
  const Figures& figures;
  const Options& options;
  int seats = 0;
  const std::vector<std::unique_ptr<Expansion>>& expansions;
};

/// ROAD-2, CITY-2, CITY-3, CLOISTER-1: for every completed feature with figures.
std::vector<Award> completed_awards(const Scene& scene);

/// What a completed feature brings an owner, whether it has one or not.
int value_of(const Scene& scene, const Feature& feature);

/// MAJ-1
std::set<int> owners_of(const Scene& scene, const Feature& feature);

/// HALF-7
int counted_size(const Scene& scene, const Feature& feature);

/// What a field brings beyond so much for each completed city at it.
int bonus_at(const Scene& scene, const Feature& field);

/// FINAL-1, then the farmers. REQUIRES: nothing completed has figures any more.
std::vector<Award> final_awards(const Scene& scene);

/// What is scored at the end, whether it earns anything or not: what is unfinished, unless that counts for nothing, and
/// the farmers' fields.
std::set<Segment> scored_at_the_end(const Scene& scene);

/// A field in the middle of the game: so much for each completed city at it.
Award field_award(const Scene& scene, Segment field, int each);

/// ABBOT-2: what a figure taken back earns by itself.
Award returned_award(const Scene& scene, const FigureOnBoard& figure);

}  // namespace bastide::naive
