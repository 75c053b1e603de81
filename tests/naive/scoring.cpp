// Points in the naive implementation, see scoring.h.
#include "naive/scoring.h"

#include <algorithm>

namespace bastide::naive {
namespace {

/// Figures by seat on any of these segments.
std::vector<int> present(const Scene& scene, const std::set<Segment>& segments) {
  std::vector<int> by_seat(static_cast<std::size_t>(scene.seats), 0);
  for (const FigureOnBoard& f : scene.figures)
    if (segments.contains(f.where)) ++by_seat[static_cast<std::size_t>(f.seat)];
  return by_seat;
}

/// MAJ-1
std::vector<int> for_the_most(const std::vector<int>& by_seat, int points) {
  const int most = *std::max_element(by_seat.begin(), by_seat.end());
  std::vector<int> result;
  for (const int n : by_seat) result.push_back(most > 0 && n == most ? points : 0);
  return result;
}

Award award(const Scene& scene, Reason reason, const Feature& feature, int points) {
  Award result;
  result.reason = reason;
  result.type = feature.type;
  result.segments = feature.segments;
  if (feature.type != TileFeatureType::field) result.tiles = static_cast<int>(feature.pieces.size());
  if (counts_surroundings(feature.type)) result.tiles = 1 + feature.around;
  result.shields = feature.shields;
  result.followers = present(scene, feature.segments);
  result.points = for_the_most(result.followers, points);
  return result;
}

/// The features that figures stand on, each once.
std::vector<const Feature*> occupied_features(const Scene& scene) {
  std::set<Segment> firsts;
  for (const FigureOnBoard& f : scene.figures) firsts.insert(scene.board.feature(f.where).first());
  std::vector<const Feature*> features;
  for (const Segment first : firsts) features.push_back(&scene.board.feature(first));
  return features;
}

int completed_points(const Options& options, const Feature& feature) {
  const int tiles = static_cast<int>(feature.pieces.size());
  switch (feature.type) {
    case TileFeatureType::road:
      return tiles;  // ROAD-2
    case TileFeatureType::city:
      if (options.small_cities && tiles == 2) return tiles + feature.shields;  // CITY-3
      return 2 * tiles + 2 * feature.shields;                                  // CITY-2
    case TileFeatureType::cloister:
    case TileFeatureType::garden:
      return 1 + feature.around;  // CLOISTER-1: 9, less by the table's edge (HOUSE-BORDER)
    case TileFeatureType::field:
      break;
  }
  return 0;
}

/// FINAL-1
int unfinished_points(const Feature& feature) {
  const int tiles = static_cast<int>(feature.pieces.size());
  return counts_surroundings(feature.type) ? 1 + feature.around : tiles + feature.shields;
}

/// FIELD-3; FIELD-2ND: the same, but a city that has paid a seat pays it no more.
void add_by_field(const Scene& scene, std::vector<Award>& awards) {
  std::set<std::pair<int, Segment>> paid;  // seat, city
  for (const Feature* field : occupied_features(scene)) {
    if (field->type != TileFeatureType::field) continue;
    const std::set<Segment> cities = scene.board.completed_cities_at(*field);
    Award result = award(scene, Reason::field, *field, 1);
    result.cities = static_cast<int>(cities.size());
    for (int seat = 0; seat < scene.seats; ++seat) {
      int& points = result.points[static_cast<std::size_t>(seat)];
      const bool owner = points > 0;
      points = 0;
      for (const Segment city : cities)
        if (owner && (paid.insert({seat, city}).second || scene.options.farmers == Farmers::by_field)) points += 3;
    }
    awards.push_back(result);
  }
}

/// FIELD-1ST
void add_by_city(const Scene& scene, std::vector<Award>& awards) {
  std::map<Segment, std::set<Segment>> land;  // by city: all fields with farmers that border it
  for (const Feature* field : occupied_features(scene))
    if (field->type == TileFeatureType::field)
      for (const Segment city : scene.board.completed_cities_at(*field))
        land[city].insert(field->segments.begin(), field->segments.end());
  for (const auto& [city, fields] : land) {
    Award result;
    result.reason = Reason::field_city;
    result.type = TileFeatureType::field;
    const Feature& whole = scene.board.feature(city);
    result.segments = whole.segments;
    result.tiles = static_cast<int>(whole.pieces.size());
    result.shields = whole.shields;
    result.cities = 1;
    result.followers = present(scene, fields);
    result.points = for_the_most(result.followers, 4);
    awards.push_back(result);
  }
}

}  // namespace

std::vector<Award> completed_awards(const Scene& scene) {
  std::vector<Award> awards;
  for (const Feature* feature : occupied_features(scene))
    if (feature->complete)
      awards.push_back(award(scene, Reason::completed, *feature, completed_points(scene.options, *feature)));
  return awards;
}

std::vector<Award> final_awards(const Scene& scene) {
  std::vector<Award> awards;
  if (scene.options.unfinished_counts)  // HOUSE-NOFINAL
    for (const Feature* feature : occupied_features(scene))
      if (feature->type != TileFeatureType::field)
        awards.push_back(award(scene, Reason::unfinished, *feature, unfinished_points(*feature)));
  if (scene.options.farmers == Farmers::by_city)
    add_by_city(scene, awards);
  else
    add_by_field(scene, awards);
  return awards;
}

Award returned_award(const Scene& scene, const FigureOnBoard& figure) {
  const Feature& feature = scene.board.feature(figure.where);
  return award(scene, Reason::returned, feature, unfinished_points(feature));
}

}  // namespace bastide::naive
