#include "game/explain.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/kernel.h"
#include "game/award_words.h"
#include "game/extent.h"

namespace bastide {
namespace {

bool small_city(const ScoringRules& scoring, const Award& award) {
  return award.type == FeatureType::city && award.completed() && award.tiles == 2 &&
         scoring.small_city_tile != scoring.city_tile;
}

/// FIELD-2ND: notes the field's cities as paid to its owners. Returns those that the owner with most points was not
/// paid before.
std::vector<Extent> newly_paid(const ExplainedAward& award, PaidCities& paid) {
  std::vector<Extent> best;
  for (const int owner : award.owners) {
    std::vector<Extent> fresh;
    for (const Extent& city : award.cities)
      if (paid[owner].insert(city.node).second) fresh.push_back(city);
    if (fresh.size() >= best.size()) best = std::move(fresh);
  }
  return best;
}

void add_labels(const GameRules& rules, const State<Full>& state, ExplainedAward& award,
                const std::vector<Extent>& paying) {
  const ScoringRules& scoring = rules.kernel.scoring;
  if (award.award.type == FeatureType::field) {
    for (const Extent& city : paying)
      award.labels.emplace_back(city.spaces.front(), std::to_string(scoring.field_city));
    return;
  }
  const Rates rate = rates_of(scoring, award.award);
  for (const Space& space : award.extent.spaces) {
    std::string label = std::to_string(rate.tile);
    for (const Segment& segment : award.extent.segments) {
      const auto& piece = state.piece[segment.piece];
      const auto& cell = state.cell[piece.cell];
      if (award.award.type != FeatureType::city || cell.x != space.x || cell.y != space.y) continue;
      for (int i = 0; i < rules.kernel.kinds[piece.kind].feature[segment.feature].shields; ++i)
        label += fmt::format("+{}", rate.shield);
    }
    award.labels.emplace_back(space, std::move(label));
  }
}

/// The most telling rule first; MAJ-1 second where it decided something.
std::vector<std::string> rules_of(const GameRules& rules, const State<Full>& state, const ExplainedAward& explained) {
  const Award& award = explained.award;
  const ScoringRules& scoring = rules.kernel.scoring;
  std::vector<std::string> ids;
  if (award.reason == Reason::returned) return {"ABBOT-2"};
  if (award.reason == Reason::unfinished) {
    ids = {"FINAL-1"};
  } else if (award.type == FeatureType::field) {
    const char* how = scoring.fields == FieldScoring::first    ? "FIELD-1ST"
                      : scoring.fields == FieldScoring::second ? "FIELD-2ND"
                                                               : "FIELD-3";
    ids = {how, "FIELD-1", "FIELD-2"};
  } else {
    switch (award.type) {
      case FeatureType::city:
        ids = {"CITY-2", "CITY-1"};
        if (small_city(scoring, award)) ids.insert(ids.begin(), "CITY-3");
        break;
      case FeatureType::road:
        ids = {"ROAD-2", "ROAD-1"};
        break;
      case FeatureType::cloister:
        ids = {"CLOISTER-1"};
        break;
      case FeatureType::garden:
        ids = {"ABBOT-2", "CLOISTER-1"};
        break;
      case FeatureType::field:
        break;
    }
  }
  const auto present = std::count_if(award.followers.begin(), award.followers.end(), [](uint8_t n) { return n > 0; });
  ids.insert(present > 1 ? ids.begin() + 1 : ids.end(), "MAJ-1");
  if (closed_by_table(rules, state, explained.extent)) ids.emplace_back("HOUSE-BORDER");
  if (runs_through_junction(rules, state, explained.extent)) ids.emplace_back("HOUSE-TREES");
  if (award.completed()) ids.emplace_back("RETURN-1");
  return ids;
}

}  // namespace

Award award_if_scored(const GameRules& rules, const State<Full>& state, int node) {
  const auto& feature = state.node[node];
  Award award;
  award.reason = Reason::completed;
  award.type = feature.type;
  award.node = node;
  award.tiles = feature_size(rules.kernel, state, node);
  award.shields = feature.type == FeatureType::city ? feature.shields : 0;
  int most = 0;
  for (int seat = 0; seat < rules.kernel.seats; ++seat) {
    award.followers[seat] = static_cast<uint8_t>(feature.followers.of(seat));
    most = std::max(most, feature.followers.of(seat));
  }
  const int points = feature_points(rules.kernel, state, node, true);
  for (int seat = 0; most > 0 && seat < rules.kernel.seats; ++seat)
    if (award.followers[seat] == most) award.points[seat] = static_cast<int16_t>(points);
  return award;
}

ExplainedAward explain(const GameRules& rules, const std::vector<SeatSpec>& seats, const State<Full>& state,
                       const Award& award, const std::vector<PlacedFigure>& figures, PaidCities& paid) {
  ExplainedAward result;
  result.award = award;
  result.extent = extent_of_node(rules, state, award.node);
  const uint8_t most = *std::max_element(award.followers.begin(), award.followers.end());
  for (int seat = 0; most > 0 && seat < rules.kernel.seats; ++seat) {
    const bool owner = award.reason == Reason::returned ? award.points[seat] > 0 : award.followers[seat] == most;
    if (owner) result.owners.push_back(seat);
  }
  std::vector<Extent> paying;
  if (award.reason == Reason::field_city) {
    result.fields = farmed_fields_of_city(rules, state, result.extent, figures);
    paying = {result.extent};
  } else if (award.type == FeatureType::field) {
    result.cities = cities_of_field(rules, state, result.extent);
    paying = rules.kernel.scoring.fields == FieldScoring::second ? newly_paid(result, paid) : result.cities;
  }
  int points = *std::max_element(award.points.begin(), award.points.end());
  if (result.owners.empty()) points = feature_points(rules.kernel, state, award.node, true);
  add_labels(rules, state, result, paying);
  result.rules = rules_of(rules, state, result);
  put_in_words(rules, seats, points, result);
  return result;
}

}  // namespace bastide
