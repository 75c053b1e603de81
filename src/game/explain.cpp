#include "game/explain.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace bastide {
namespace {

std::string counted(int n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string feature_word(FeatureType type) {
  switch (type) {
    case FeatureType::city:
      return "city";
    case FeatureType::road:
      return "road";
    case FeatureType::cloister:
      return "cloister";
    case FeatureType::field:
      return "field";
  }
  return {};
}

/// The completed cities at a field, each once, in the order of their roots.
std::vector<Extent> cities_of_field(const GameRules& rules, const State<Full>& state, const Extent& field) {
  std::map<int, bool> roots;
  for (const Segment& segment : field.segments) {
    const TileKind& kind = rules.kernel.kinds[state.piece[segment.piece].kind];
    for (int f = 0; f < kind.features; ++f) {
      if (((kind.feature[segment.feature].cities >> f) & 1) == 0) continue;
      const int root = root_at(state, segment.piece, f);
      if (state.node[root].completed) roots[root] = true;
    }
  }
  std::vector<Extent> cities;
  for (const auto& [root, present] : roots) cities.push_back(extent_of_node(rules, state, root));
  return cities;
}

struct Rates {
  int tile = 1, shield = 0;
};

Rates rates(const ScoringRules& scoring, FeatureType type, bool completed) {
  if (type == FeatureType::city && completed) return {scoring.city_tile, scoring.city_shield};
  if (type == FeatureType::city) return {scoring.open_city_tile, scoring.open_city_shield};
  if (type == FeatureType::road) return {scoring.road_tile, 0};
  return {1, 0};
}

void add_labels(const GameRules& rules, const State<Full>& state, ExplainedAward& award) {
  const ScoringRules& scoring = rules.kernel.scoring;
  if (award.award.type == FeatureType::field) {
    for (const Extent& city : award.cities)
      award.labels.emplace_back(city.spaces.front(), std::to_string(scoring.field_city));
    return;
  }
  const Rates rate = rates(scoring, award.award.type, award.award.completed);
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

std::string title_of(const Award& award) {
  std::string title = feature_word(award.type);
  if (!award.completed && award.type != FeatureType::field) title = "unfinished " + title;
  title[0] = static_cast<char>(title[0] - 'a' + 'A');
  switch (award.type) {
    case FeatureType::city:
      title += ", " + counted(award.tiles, "tile", "tiles");
      if (award.shields > 0) title += ", " + counted(award.shields, "shield", "shields");
      break;
    case FeatureType::road:
      title += ", " + counted(award.tiles, "tile", "tiles");
      break;
    case FeatureType::cloister:
      title += ", " + counted(award.tiles, "space", "spaces");
      break;
    case FeatureType::field:
      title += ", " +
               (award.cities == 0 ? "no completed city" : counted(award.cities, "completed city", "completed cities"));
      break;
  }
  return title;
}

std::string sum_of(const ScoringRules& scoring, const Award& award, int points) {
  const Rates rate = rates(scoring, award.type, award.completed);
  switch (award.type) {
    case FeatureType::city:
      if (award.shields > 0)
        return fmt::format("{} × {} + {} × {} = {}", counted(award.tiles, "tile", "tiles"), rate.tile,
                           counted(award.shields, "shield", "shields"), rate.shield, points);
      [[fallthrough]];
    case FeatureType::road:
      return fmt::format("{} × {} = {}", counted(award.tiles, "tile", "tiles"), rate.tile, points);
    case FeatureType::cloister:
      return fmt::format("1 for the cloister + {} around it = {}",
                         counted(award.tiles - 1, "occupied space", "occupied spaces"), points);
    case FeatureType::field:
      return fmt::format("{} × {} = {}", counted(award.cities, "completed city", "completed cities"),
                         scoring.field_city, points);
  }
  return {};
}

std::string list_names(const std::vector<SeatSpec>& seats, const std::vector<int>& which) {
  std::string text;
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (i > 0) text += i + 1 == which.size() ? " and " : ", ";
    text += seats[which[i]].name;
  }
  return text;
}

std::string sentence_of(const std::vector<SeatSpec>& seats, const ExplainedAward& award, int points) {
  if (award.owners.empty())
    return fmt::format("Nobody has a follower on this {}, so nobody scores.", feature_word(award.award.type));
  int present = 0;
  for (const uint8_t count : award.award.followers) present += count > 0;
  const int most = award.award.followers[award.owners.front()];
  const std::string names = list_names(seats, award.owners);
  const std::string followers = counted(most, "follower", "followers");
  const std::string gain = counted(points, "point", "points");
  if (present == 1) return fmt::format("{} alone has followers here ({}) and gets {}.", names, most, gain);
  if (award.owners.size() > 1)
    return fmt::format("{} are tied with {} each, so each of them gets all {}.", names, followers, gain);
  std::vector<int> others;
  for (int seat = 0; seat < static_cast<int>(seats.size()); ++seat)
    if (award.award.followers[seat] > 0 && seat != award.owners.front()) others.push_back(seat);
  std::string rest;
  for (const int seat : others)
    rest += fmt::format("{}{} {}", rest.empty() ? "" : ", ", seats[seat].name, award.award.followers[seat]);
  return fmt::format("{} has the majority, {} against {}, and gets all {}.", names, followers, rest, gain);
}

std::vector<std::string> rules_of(const Award& award, bool contested) {
  std::vector<std::string> rules;
  if (!award.completed && award.type != FeatureType::field) {
    rules = {"FINAL-1"};
  } else {
    switch (award.type) {
      case FeatureType::city:
        rules = {"CITY-2", "CITY-1"};
        break;
      case FeatureType::road:
        rules = {"ROAD-2", "ROAD-1"};
        break;
      case FeatureType::cloister:
        rules = {"CLOISTER-1"};
        break;
      case FeatureType::field:
        rules = {"FIELD-3", "FIELD-1", "FIELD-2"};
        break;
    }
  }
  if (contested) rules.insert(rules.begin() + 1, "MAJ-1");
  if (!contested) rules.push_back("MAJ-1");
  if (award.completed) rules.push_back("RETURN-1");
  return rules;
}

}  // namespace

Extent extent_of_node(const GameRules& rules, const State<Full>& state, int node) {
  Extent extent;
  extent.type = state.node[node].type;
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    for (int f = 0; f < rules.kernel.kinds[piece.kind].features; ++f) {
      if (root_of(state, state.segment_node[piece.segment + f]) != node) continue;
      extent.segments.push_back({p, f});
      const auto& cell = state.cell[piece.cell];
      const int reach = extent.type == FeatureType::cloister ? 1 : 0;
      for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx)
          if (occupied(state, cell.x + dx, cell.y + dy)) extent.spaces.push_back({cell.x + dx, cell.y + dy});
    }
  }
  std::sort(extent.spaces.begin(), extent.spaces.end());
  extent.spaces.erase(std::unique(extent.spaces.begin(), extent.spaces.end()), extent.spaces.end());
  return extent;
}

Award award_if_scored(const GameRules& rules, const State<Full>& state, int node) {
  const auto& feature = state.node[node];
  Award award;
  award.type = feature.type;
  award.completed = true;
  award.node = node;
  award.tiles = feature_size(state, node);
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
                       const Award& award) {
  ExplainedAward result;
  result.award = award;
  result.extent = extent_of_node(rules, state, award.node);
  if (award.type == FeatureType::field) result.cities = cities_of_field(rules, state, result.extent);
  int present = 0, most = 0;
  for (const uint8_t count : award.followers) {
    present += count > 0;
    most = std::max<int>(most, count);
  }
  for (int seat = 0; most > 0 && seat < rules.kernel.seats; ++seat)
    if (award.followers[seat] == most) result.owners.push_back(seat);
  const ScoringRules& scoring = rules.kernel.scoring;
  const int points = award.type == FeatureType::field
                         ? award.cities * scoring.field_city
                         : feature_points(rules.kernel, state, award.node, award.completed);
  add_labels(rules, state, result);
  result.title = title_of(award);
  result.sum = sum_of(scoring, award, points);
  result.sentence = sentence_of(seats, result, points);
  result.rules = rules_of(award, present > 1);
  return result;
}

}  // namespace bastide
