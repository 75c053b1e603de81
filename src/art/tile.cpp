// One tile: the layers in order, then the outlines of its features and the places of followers.
#include <fmt/format.h>

#include <algorithm>

#include "art/scene.h"
#include "art/spots.h"

namespace bastide::art {

namespace {

std::string region(const Plan& plan, const Land& land, int feature) {
  Path d;
  switch (plan.feature(feature).type) {
    case TileFeatureType::city:
      for (const Town& town : plan.towns)
        if (town.feature == feature) d.polygon(town.outline);
      break;
    case TileFeatureType::road:
      for (const Road& road : plan.roads) {
        if (road.feature != feature) continue;
        const Polyline left = offset(road.line, -road_width / 2), right = offset(road.line, road_width / 2);
        Polyline ring;
        for (size_t i = 0; i < left.size(); i += 2) ring.push_back(left[i]);
        for (size_t i = right.size(); i > 0; i = i < 2 ? 0 : i - 2) ring.push_back(right[i - 1]);
        d.polygon(ring);
      }
      break;
    case TileFeatureType::cloister: {
      Polyline ring;
      for (int i = 0; i < 32; ++i)
        ring.push_back(plan.centre + towards(i * pi / 16, plan.cloister_radius, plan.cloister_radius));
      d.polygon(ring);
      break;
    }
    case TileFeatureType::field:
      for (const Polyline& loop : land.outlines(feature)) d.polygon(loop);
      break;
  }
  return d.text();
}

/// A field's outline that reaches over the tile's sides as far as the field does.
Path tint_slot(const Plan& plan, const Land& land, int field) {
  Path d;
  for (Polyline loop : land.outlines(field)) {
    for (Vec& p : loop)
      for (const SideLine& side : plan.sides)
        if (std::abs(dot(p - side.from, side.inwards)) < 1) p = p - side.inwards * field_overlap;
    d.polygon(loop);
  }
  return d;
}

/// A plain copy shows what the tile's picture shows, unless copies differ.
std::string shown(const TileSpec& tile, std::string_view illustration) {
  const bool copies_differ =
      std::ranges::any_of(tile.variants, [](const TileVariant& v) { return !v.illustration.empty(); });
  return std::string(illustration.empty() && !copies_differ ? std::string_view(tile.illustration) : illustration);
}

/// Field things north of a town go behind its walls, the others before them.
std::string in_order(Scene& scene) {
  std::vector<Upright> behind, before;
  for (Upright& u : scene.field) {
    const bool north_of_town = std::ranges::any_of(std::array{60., 120., 180.}, [&](double dy) {
      const Owner o = scene.land.owner_at({std::clamp(u.foot.x, 0., 999.), std::min(999., u.foot.y + dy)});
      return o >= 0 && scene.plan.feature(o).type == TileFeatureType::city;
    });
    (north_of_town ? behind : before).push_back(std::move(u));
  }
  if (scene.plan.towns.empty()) {  // houses and trees stand among each other
    std::ranges::move(before, std::back_inserter(scene.buildings));
    before.clear();
  }
  std::string out;
  for (std::vector<Upright>* group : {&behind, &scene.north_walls, &scene.buildings, &scene.south_walls, &before}) {
    std::ranges::stable_sort(*group, {}, [](const Upright& u) { return u.foot.y; });
    for (const Upright& u : *group) out += u.svg;
  }
  return out;
}

}  // namespace

TileArt draw_tile(const TileSpec& tile, int rotation, std::string_view seed, Theme theme, std::string_view illustration,
                  std::string_view id_namespace) {
  const Plan plan = make_plan(tile, rotation, seed);
  const Land land(plan);
  const std::map<int, Vec> spots = choose_spots(plan, land);

  TileArt art;
  for (size_t i = 0; i < tile.features.size(); ++i) {
    const int feature = static_cast<int>(i);
    const std::string& place = tile.features[i].place;
    art.regions[place] = region(plan, land, feature);
    if (const auto spot = spots.find(feature); spot != spots.end())
      art.spots[place] = {rounded(spot->second.x), rounded(spot->second.y)};
  }

  Scene scene{
      plan, land, theme, fmt::format("{}|{}|{}", tile.set, tile.id, seed), shown(tile, illustration), {}, {}, {},
      {},   {},   {}};
  for (const auto& [feature, at] : spots)
    if (tile.features[static_cast<size_t>(feature)].type == TileFeatureType::field)
      scene.taken.push_back({at - Vec{0, 20}, follower_room});
  for (const Plaza& plaza : plan.plazas) scene.taken.push_back({plaza.at, plaza.village() ? 215. : 120.});
  scene.ground = path("fb fbs", Path().polygon(plan.outline));
  draw_washes(scene);
  if (!id_namespace.empty())
    for (const TileFeatureSpec& f : tile.features)
      if (f.type == TileFeatureType::field)
        scene.ground += path("tint", tint_slot(plan, land, static_cast<int>(&f - tile.features.data())),
                             fmt::format("id=\"{}-{}\"", id_namespace, f.place));
  draw_illustration(scene);
  draw_fields(scene);
  draw_roads(scene);
  draw_towns(scene);
  draw_cloister(scene);
  draw_villages(scene);
  if (plan.half()) scene.ground += path("n cut", Path().polyline(std::span(plan.outline).subspan(1, 2)));

  art.ground = with_prefix(scene.ground);
  art.tall = with_prefix(in_order(scene));
  return art;
}

}  // namespace bastide::art
