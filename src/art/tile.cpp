// One tile: the layers in order, then the outlines of its features and the places of followers.
#include <fmt/format.h>

#include <algorithm>

#include "art/detail.h"
#include "art/scene.h"
#include "art/small.h"
#include "art/spots.h"

namespace bastide::art {

namespace {

constexpr double region_tolerance = 2;  ///< no eye or finger can tell

/// Roads that meet, with the clearing between them, as one ring: along each road out and back, then on round the
/// clearing to the next.
Polyline junction(const Plan& plan, const Plaza& plaza) {
  constexpr double clearing = 106;
  struct Arm {
    double angle;
    Polyline out, back;
  };
  std::vector<Arm> arms;
  for (const Road& road : plan.roads) {
    if (distance(road.line.back(), plaza.at) > 1) continue;
    Arm arm;
    const auto edge = [&](double by) {
      Polyline line = offset(road.line, by);
      std::erase_if(line, [&](Vec p) { return distance(p, plaza.at) < clearing; });
      return simplified(line, region_tolerance);
    };
    arm.out = edge(road_width / 2), arm.back = edge(-road_width / 2);
    std::ranges::reverse(arm.out);
    const Vec leaves = middle(arm.out.front(), arm.back.back()) - plaza.at;
    arm.angle = std::atan2(leaves.y, leaves.x);
    arms.push_back(std::move(arm));
  }
  std::ranges::sort(arms, {}, &Arm::angle);
  const auto angle_of = [&](Vec p) { return std::atan2(p.y - plaza.at.y, p.x - plaza.at.x); };
  Polyline ring;
  for (size_t i = 0; i < arms.size(); ++i) {
    ring.insert(ring.end(), arms[i].out.begin(), arms[i].out.end());
    ring.insert(ring.end(), arms[i].back.begin(), arms[i].back.end());
    const double from = angle_of(arms[i].back.back());
    double gap = angle_of(arms[(i + 1) % arms.size()].out.front()) - from;
    while (gap < -pi / 2) gap += 2 * pi;
    for (double a = pi / 8; a < gap; a += pi / 8) ring.push_back(plaza.at + towards(from + a, clearing, clearing));
  }
  return ring;
}

std::string region(const Plan& plan, const Land& land, int feature) {
  Path d;
  switch (plan.feature(feature).type) {
    case TileFeatureType::city:
      for (const Town& town : plan.towns)
        if (town.feature == feature) d.polygon(town.outline);
      break;
    case TileFeatureType::road:
      if (const Plaza* plaza = plan.thicket(); plaza && std::ranges::count(plan.roads, feature, &Road::feature) > 1)
        return Path().polygon(junction(plan, *plaza)).text();
      for (const Road& road : plan.roads) {
        if (road.feature != feature) continue;
        Polyline ring = simplified(offset(road.line, -road_width / 2), region_tolerance);
        const Polyline right = simplified(offset(road.line, road_width / 2), region_tolerance);
        ring.insert(ring.end(), right.rbegin(), right.rend());
        d.polygon(ring);
      }
      break;
    case TileFeatureType::cloister: {
      Polyline ring;
      for (int i = 0; i < 20; ++i)
        ring.push_back(plan.centre + towards(i * pi / 10, plan.cloister_radius, plan.cloister_radius));
      d.polygon(ring);
      break;
    }
    case TileFeatureType::building: {
      Polyline ring;
      for (int i = 0; i < 24; ++i)
        ring.push_back(plan.centre + towards(i * pi / 12, plan.building_radius, plan.building_radius));
      d.polygon(ring);
      break;
    }
    case TileFeatureType::chapter: {
      Polyline ring;
      for (int i = 0; i < 12; ++i) ring.push_back(plan.chapter() + towards(i * pi / 6, 74, 74));
      d.polygon(ring);
      break;
    }
    case TileFeatureType::pyramid: {
      Polyline ring;
      for (int i = 0; i < 20; ++i) ring.push_back(plan.centre + towards(i * pi / 10, 150, 124));
      d.polygon(ring);
      break;
    }
    case TileFeatureType::hut:
    case TileFeatureType::trap: {
      Polyline ring;
      for (int i = 0; i < 20; ++i) ring.push_back(plan.centre + Vec{-40, 60} + towards(i * pi / 10, 195, 155));
      d.polygon(ring);
      break;
    }
    case TileFeatureType::field:
      for (const Polyline& loop : land.outlines(feature)) d.polygon(loop);
      break;
    case TileFeatureType::water:    // nobody stands there
    case TileFeatureType::garden:   // where the illustration is drawn
    case TileFeatureType::quarter:  // round its mark
      break;
  }
  return d.text();
}

/// Round what is drawn in a quarter, from where one stands there.
std::string quarter_region(Vec spot) {
  Polyline ring;
  for (int i = 0; i < 20; ++i) ring.push_back(spot - quarter_spot + towards(i * pi / 10, 150, 140));
  return Path().polygon(ring).text();
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

/// A plain copy shows what the tile's picture shows, unless copies differ. A tile that has a garden shows it (ABBOT-1).
std::string shown(const TileSpec& tile, std::string_view illustration) {
  if (std::ranges::count(tile.features, TileFeatureType::garden, &TileFeatureSpec::type) > 0) return "garden";
  const bool copies_differ =
      std::ranges::any_of(tile.variants, [](const TileVariant& v) { return !v.illustration.empty(); });
  return std::string(illustration.empty() && !copies_differ ? std::string_view(tile.illustration) : illustration);
}

/// Field things north of a town go behind its walls, the others before them.
std::string in_order(Scene& scene) {
  std::vector<Upright> behind, before;
  for (Upright& u : scene.field) {
    const bool north_of_town = std::ranges::any_of(std::array{60., 120., 180.}, [&](double dy) {
      const Plan& plan = scene.plan;
      const Owner o = scene.land.owner_at(
          {std::clamp(u.foot.x, plan.low.x, plan.high.x - 1), std::min(plan.high.y - 1, u.foot.y + dy)});
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

/// All above illustrations; returns what stands.
std::string draw_layers(Scene& scene) {
  draw_fields(scene);
  draw_waters(scene);
  draw_roads(scene);
  draw_towns(scene);
  draw_bridges(scene);
  draw_cloister(scene);
  draw_villages(scene);
  draw_tunnels(scene);
  draw_marks(scene);
  return in_order(scene);
}

/// Farmers lie in the open.
void keep_free(Scene& scene, const Spots& spots) {
  std::erase_if(scene.taken, [](const Disc& d) { return d.radius == follower_room; });
  for (const auto& [feature, at] : spots.by_feature)
    if (scene.plan.feature(feature).type == TileFeatureType::field)
      scene.taken.push_back({at - Vec{0, 20}, follower_room});
}

}  // namespace

TileArt draw_tile(const TileSpec& tile, int rotation, std::string_view seed, Theme theme, std::string_view illustration,
                  std::string_view id_namespace, Detail detail) {
  const Plan plan = make_plan(tile, rotation, seed);
  Land land(plan);
  const std::string picture = shown(tile, illustration);
  std::vector<Mark> marks = place_marks(plan, land, picture);
  Scene scene{.plan = plan,
              .land = land,
              .theme = theme,
              .detail = detail,
              .key = fmt::format("{}|{}|{}", tile.set, tile.id, seed),
              .illustration = picture,
              .marks = std::move(marks),
              .ground = {},
              .field = {},
              .buildings = {},
              .north_walls = {},
              .south_walls = {},
              .taken = {},
              .garden = {}};
  Spots spots = choose_spots(scene);
  keep_free(scene, spots);
  for (const Plaza& plaza : plan.plazas) scene.taken.push_back({plaza.at, plaza.village() ? 215. : 120.});
  const bool small = detail == Detail::small;
  scene.ground = path(small ? "fb s-field" : "fb fbs", Path().polygon(plan.outline));
  draw_washes(scene);
  if (!id_namespace.empty())
    for (const TileFeatureSpec& f : tile.features)
      if (f.type == TileFeatureType::field)
        scene.ground += path("tint", tint_slot(plan, land, static_cast<int>(&f - tile.features.data())),
                             fmt::format("id=\"{}-{}\"", id_namespace, f.place));
  const size_t below = scene.ground.size();
  draw_illustration(scene);
  if (scene.garden) {  // it took the room the others left: they make way for its figure
    spots = choose_spots(scene);
    keep_free(scene, spots);
  }
  std::string tall;
  if (small) {
    scene.ground.resize(below);  // of illustrations only what they did to the places counts
    tall = draw_small(scene, spots);
  } else {
    tall = draw_layers(scene);
  }
  if (plan.half()) scene.ground += path("n cut", Path().polyline(std::span(plan.outline).subspan(1, 2)));

  TileArt art;
  const auto add = [&](const std::string& place, std::string outline, Vec spot) {
    art.regions[place] = std::move(outline);
    art.spots[place] = {rounded(spot.x), rounded(spot.y)};
  };
  for (const auto& [feature, at] : spots.by_feature) {
    const bool quarter = plan.feature(feature).type == TileFeatureType::quarter;
    add(plan.feature(feature).place, quarter ? quarter_region(at) : region(plan, land, feature), at);
  }
  // Places that only options make features of: the server draws the tile as it is printed.
  if (spots.garden && scene.garden) add("garden", Path().polygon(scene.garden->outline()).text(), *spots.garden);
  if (spots.junction && !art.regions.contains("road"))
    add("road", Path().polygon(junction(plan, *plan.thicket())).text(), *spots.junction);
  for (const Mark& mark : scene.marks)
    if (mark.drawing->heaps) art.heap = {rounded(mark.foot().x), rounded(mark.foot().y)};
  for (const Vec& corner : plan.outline) art.outline.push_back({rounded(corner.x), rounded(corner.y)});
  art.ground = with_prefix(detail == Detail::plain ? without_fine(scene.ground) : scene.ground);
  art.tall = with_prefix(detail == Detail::plain ? without_fine(tall) : tall);
  return art;
}

}  // namespace bastide::art
