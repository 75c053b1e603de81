// Points in the naive implementation, see scoring.h.
#include "naive/scoring.h"

#include <algorithm>

#include "naive/expansion.h"

namespace bastide::naive {
namespace {

/// Followers by seat on any of these segments, each worth what `each` says.
template <class Each>
std::vector<int> present(const Scene& scene, const std::set<Segment>& segments, const Each& each) {
  std::vector<int> by_seat(static_cast<std::size_t>(scene.seats), 0);
  for (const FigureOnBoard& f : scene.figures)
    if (segments.contains(f.where) && !is_companion(scene.expansions, f.kind)) by_seat[f.seat] += each(f);
  return by_seat;
}

/// What one counts beside others: one, unless an expansion says otherwise.
int strength_of(const Scene& scene, const FigureOnBoard& figure) {
  int strength = 1;
  for (const auto& expansion : scene.expansions) strength = expansion->strength(scene, figure, strength);
  return strength;
}

/// Who has how many figures on these segments, and what it brings: MAJ-1, and of those tied only the ones that an
/// expansion picks (HALF-HILL).
void give_to_the_most(const Scene& scene, const std::set<Segment>& segments, int points, Award& award) {
  award.followers = present(scene, segments, [](const FigureOnBoard&) { return 1; });
  award.strength = present(scene, segments, [&](const FigureOnBoard& f) { return strength_of(scene, f); });
  const int most = *std::max_element(award.strength.begin(), award.strength.end());
  std::set<int> tied;
  for (int seat = 0; seat < scene.seats; ++seat)
    if (most > 0 && award.strength[seat] == most) tied.insert(seat);
  for (const auto& expansion : scene.expansions) award.owners.merge(expansion->break_tie(scene, segments, tied));
  if (award.owners.empty()) award.owners = tied;
  award.tie_broken = award.owners != tied;
  award.points.assign(award.followers.size(), 0);
  for (const int seat : award.owners) award.points[seat] = points;
}

/// HALF-7, HALF-9: how many tiles a feature counts; those around a cloister or garden too.
int size_of(const Scene& scene, const Feature& feature) {
  const bool around = counts_surroundings(feature.type);
  const bool ruled = std::any_of(scene.expansions.begin(), scene.expansions.end(),
                                 [](const auto& expansion) { return expansion->lays_two_to_a_space(); });
  if (!ruled) return static_cast<int>(feature.spaces.size());
  if (feature.type == TileFeatureType::building && scene.options.half_is_a_tile_around) {
    std::set<int> pieces;
    for (const Space space : feature.spaces)
      for (const int p : scene.board.pieces_in(space)) pieces.insert(p);
    return 1 + static_cast<int>(pieces.size());  // it counts two itself
  }
  if (!(around ? scene.options.half_is_a_tile_around : scene.options.half_is_a_tile))
    return static_cast<int>(feature.spaces.size());
  if (!around) return static_cast<int>(feature.pieces.size());
  std::set<int> pieces;
  for (const Space space : feature.spaces)
    for (const int p : scene.board.pieces_in(space)) pieces.insert(p);
  return static_cast<int>(pieces.size());
}

/// What expansions add to whatever is scored.
int always_added(const Scene& scene, const Feature& feature) {
  int points = 0;
  for (const auto& expansion : scene.expansions) points += expansion->always(scene, feature);
  return points;
}

/// What expansions add to a completed feature.
int added_points(const Scene& scene, const Feature& feature) {
  int points = always_added(scene, feature);
  for (const auto& expansion : scene.expansions) points += expansion->worth(scene, feature);
  return points;
}

/// What expansions make of the points for its tiles and shields.
int changed_points(const Scene& scene, const Feature& feature, Reason reason, int points) {
  for (const auto& expansion : scene.expansions)
    points = expansion->points(scene, feature, reason, size_of(scene, feature), points);
  return points;
}

Award award(const Scene& scene, Reason reason, const Feature& feature, int points) {
  Award result;
  result.reason = reason;
  result.type = feature.type;
  result.segments = feature.segments;
  if (feature.type != TileFeatureType::field) result.tiles = size_of(scene, feature);
  result.shields = feature.shields;
  give_to_the_most(scene, feature.segments, points, result);
  return result;
}

/// The features that followers stand on, each once.
std::vector<const Feature*> occupied_features(const Scene& scene) {
  std::set<Segment> firsts;
  for (const FigureOnBoard& f : scene.figures)
    if (!is_companion(scene.expansions, f.kind)) firsts.insert(scene.board.feature(f.where).first());
  std::vector<const Feature*> features;
  for (const Segment first : firsts) features.push_back(&scene.board.feature(first));
  return features;
}

int completed_points(const Scene& scene, const Feature& feature) {
  const int tiles = size_of(scene, feature);
  switch (feature.type) {
    case TileFeatureType::road:
      return tiles;  // ROAD-2
    case TileFeatureType::city:
      if (scene.options.small_cities && tiles == 2) return tiles + feature.shields;  // CITY-3
      return 2 * tiles + 2 * feature.shields;                                        // CITY-2
    case TileFeatureType::cloister:
    case TileFeatureType::garden:
    case TileFeatureType::building:
      return tiles;  // CLOISTER-1: 9, less by the table's edge (HOUSE-BORDER)
    case TileFeatureType::field:
    case TileFeatureType::water:
    case TileFeatureType::chapter:
    case TileFeatureType::pyramid:
    case TileFeatureType::quarter:
    case TileFeatureType::hut:  // as expansions say
    case TileFeatureType::trap:
      break;
  }
  return 0;
}

/// Whether the base game gives nothing for it.
bool of_expansions_alone(TileFeatureType type) {
  return type == TileFeatureType::chapter || type == TileFeatureType::hut;
}

/// FINAL-1
int unfinished_points(const Scene& scene, const Feature& feature) {
  if (of_expansions_alone(feature.type)) return 0;
  return size_of(scene, feature) + feature.shields;
}

bool is_converted(const Scene& scene, const Feature& feature) {
  return std::any_of(scene.expansions.begin(), scene.expansions.end(),
                     [&](const auto& expansion) { return expansion->converted(scene, feature); });
}

/// CASTLE-11
int field_bonus(const Scene& scene, const std::set<Segment>& cities) {
  int points = 0;
  for (const Segment city : cities)
    for (const auto& expansion : scene.expansions) points += expansion->field_bonus(scene.board.feature(city));
  return points;
}

/// What expansions add for a city to what a seat is paid for it at these fields.
int more_for_city(const Scene& scene, int seat, const std::set<Segment>& fields) {
  int points = 0;
  for (const auto& expansion : scene.expansions) points += expansion->more_for_city(scene, seat, fields);
  return points;
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
      int& points = result.points[seat];
      const bool owner = points > 0;
      points = 0;
      for (const Segment city : cities)
        if (owner && (paid.insert({seat, city}).second || scene.options.farmers == Farmers::by_field))
          points += 3 + more_for_city(scene, seat, field->segments);
      if (owner) points += field_bonus(scene, cities) + always_added(scene, *field);
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
    result.tiles = size_of(scene, whole);
    result.shields = whole.shields;
    result.cities = 1;
    give_to_the_most(scene, fields, 4 + field_bonus(scene, {city}), result);
    for (const int seat : result.owners) result.points[seat] += more_for_city(scene, seat, fields);
    awards.push_back(result);
  }
}

}  // namespace

std::vector<Award> completed_awards(const Scene& scene) {
  std::vector<Award> awards;
  for (const Feature* feature : occupied_features(scene)) {
    if (!feature->complete || is_converted(scene, *feature)) continue;
    const int added = added_points(scene, *feature);
    const int points = changed_points(scene, *feature, Reason::completed, completed_points(scene, *feature));
    Award result = award(scene, Reason::completed, *feature, points + added);
    result.bonus = added;
    for (const auto& expansion : scene.expansions)
      for (const int seat : expansion->forgoes(scene, *feature)) {
        if (result.owners.erase(seat) == 0) continue;
        result.points[seat] = 0;
        result.tie_broken = true;
        result.forgone = result.owners.empty();
      }
    awards.push_back(result);
  }
  return awards;
}

std::set<int> owners_of(const Scene& scene, const Feature& feature) {
  return award(scene, Reason::completed, feature, 0).owners;
}

int counted_size(const Scene& scene, const Feature& feature) {
  return size_of(scene, feature);
}

int bonus_at(const Scene& scene, const Feature& field) {
  return field_bonus(scene, scene.board.completed_cities_at(field)) + always_added(scene, field);
}

int value_of(const Scene& scene, const Feature& feature) {
  return changed_points(scene, feature, Reason::completed, completed_points(scene, feature)) +
         added_points(scene, feature);
}

std::vector<Award> final_awards(const Scene& scene) {
  std::vector<Award> awards;
  if (scene.options.unfinished_counts)  // HOUSE-NOFINAL
    for (const Feature* feature : occupied_features(scene))
      if (feature->type != TileFeatureType::field && feature->type != TileFeatureType::pyramid &&
          feature->type != TileFeatureType::quarter && feature->type != TileFeatureType::trap &&
          !is_converted(scene, *feature)) {
        const int added = always_added(scene, *feature);
        const int points = changed_points(scene, *feature, Reason::unfinished, unfinished_points(scene, *feature));
        awards.push_back(award(scene, Reason::unfinished, *feature, points + added));
        awards.back().bonus = added + (of_expansions_alone(feature->type) ? points : 0);
      }
  if (scene.options.farmers == Farmers::by_city)
    add_by_city(scene, awards);
  else
    add_by_field(scene, awards);
  return awards;
}

std::set<Segment> scored_at_the_end(const Scene& scene) {
  std::set<Segment> segments;
  for (const Feature* feature : occupied_features(scene))
    if (feature->type == TileFeatureType::field ||
        (scene.options.unfinished_counts && feature->type != TileFeatureType::trap && !is_converted(scene, *feature)))
      segments.insert(feature->segments.begin(), feature->segments.end());
  return segments;
}

Award field_award(const Scene& scene, Segment field, int each) {
  const Feature& whole = scene.board.feature(field);
  const int cities = static_cast<int>(scene.board.completed_cities_at(whole).size());
  const int points = each * cities + bonus_at(scene, whole);
  Award result = award(scene, Reason::field, whole, points);
  result.cities = cities;
  for (const int seat : result.owners) result.points[seat] += cities * more_for_city(scene, seat, whole.segments);
  return result;
}

Award returned_award(const Scene& scene, const FigureOnBoard& figure) {
  const Feature& feature = scene.board.feature(figure.where);
  const int added = always_added(scene, feature);
  const int points = unfinished_points(scene, feature) + added;
  Award result = award(scene, Reason::returned, feature, points);
  result.points.assign(result.points.size(), 0);  // whoever else is there
  result.points[figure.seat] = points;
  result.owners = {figure.seat};
  result.bonus = added;
  result.tie_broken = false;
  return result;
}

}  // namespace bastide::naive
