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

/// Whether the table's edge closes a side of the feature (HOUSE-BORDER).
bool closed_by_table(const GameRules& rules, const State<Full>& state, const Extent& extent);

/// Whether a road runs on through a junction (HOUSE-TREES).
bool runs_through_junction(const GameRules& rules, const State<Full>& state, const Extent& extent);

/// The spaces where tiles may lie (TABLE-*): the table and what is put against it; a landscape that may be shifted: how
/// far it may still reach each way. Empty: there is no edge.
std::vector<Area> table_areas(const GameRules& rules, const State<Full>& state);

}  // namespace bastide
