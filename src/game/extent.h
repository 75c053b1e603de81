// How far a feature reaches, and what borders it. All ask a state; nothing here scores.
#pragma once
#include <set>

#include "game/game.h"

namespace bastide {

/// What is worth something by what lies around it: a cloister, a garden, a building.
constexpr bool counts_surroundings(FeatureType type) {
  return counts_nine_spaces(type) || type == FeatureType::building;
}

/// In which squares of its tile a feature lies; of a tile that is not double, in the first one.
struct Squares {
  bool first = true, second = false;
};
Squares squares_of(const GameRules& rules, const State<Full>& state, int piece, int feature);

/// The completed cities at a field, each once, by root (FIELD-1, FIELD-2).
std::vector<Extent> cities_of_field(const GameRules& rules, const State<Full>& state, const Extent& field);

/// The fields at a city that hold farmers among `figures`, by root (FIELD-1ST).
std::vector<Extent> farmed_fields_of_city(const GameRules& rules, const State<Full>& state, const Extent& city,
                                          const std::vector<PlacedFigure>& figures);

/// The rule by which what is beyond an edge closes a side of the feature (Ground::walled); empty: nothing does.
std::string_view closed_by_wall(const GameRules& rules, const State<Full>& state, const Extent& extent);

/// Whether a road runs on through a junction (HOUSE-TREES).
bool runs_through_junction(const GameRules& rules, const State<Full>& state, const Extent& extent);

/// The spaces where tiles may lie, as the first expansion in play that has an edge says.
Edge edge_of(const GameRules& rules, const State<Full>& state);

}  // namespace bastide
