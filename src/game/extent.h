// How far a feature reaches, and what borders it. All ask a state; nothing here scores.
#pragma once
#include <set>

#include "game/game.h"

namespace bastide {

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
