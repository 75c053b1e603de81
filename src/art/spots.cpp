// Where followers stand: well inside their feature, and apart from each other, so that a finger can choose.
#include "art/spots.h"

#include <algorithm>

namespace bastide::art {

namespace {

struct Candidate {
  Vec at;
  double worth;
};

std::vector<Candidate> on_road(const Plan& plan, const Road& road) {
  std::vector<Candidate> out;
  for (size_t i = 1; i + 1 < road.line.size(); ++i) {
    const Vec p = road.line[i];
    const double t = static_cast<double>(i) / static_cast<double>(road.line.size() - 1);
    double worth = 60 - 60 * std::abs(t - .5) + .3 * std::min(plan.to_side(p), 120.);
    // The end is under a gatehouse, in a village square or in the cloister's court.
    double reserved = 0;
    if (road.end == RoadEnd::city || road.tunnel) reserved = 110;
    if (road.end == RoadEnd::village || road.end == RoadEnd::house || road.end == RoadEnd::trees) reserved = 150;
    if (plan.building >= 0 && road.end == RoadEnd::mark) reserved = 70;
    if (road.end == RoadEnd::cloister) reserved = plan.cloister_radius + 40;
    const double short_by = reserved - distance(p, road.line.back());
    if (short_by > 0) worth -= short_by;
    out.push_back({p + Vec{0, 14}, worth});
  }
  return out;
}

std::vector<Candidate> on_ground(const Plan& plan, const Land& land, int feature) {
  std::vector<Candidate> out;
  int town = -1;
  for (size_t i = 0; i < plan.towns.size(); ++i)
    if (plan.towns[i].feature == feature) town = static_cast<int>(i);
  const auto room = [&](Vec p) {
    const double inside_feature = town >= 0 ? land.town_room(town, p) : land.field_room(p);
    return land.owner_at(p) == feature ? inside_feature : 0;
  };
  const Vec hub = town >= 0 ? town_hub(plan, land, town) + Vec{0, 50} : Vec{};
  each_cell(
      [&](Cell c) {
        const Vec p = c.middle();
        if (land.owner[c] != static_cast<Owner>(feature)) return;
        // The figure rises above its feet: room is wanted there too, but less.
        double worth = std::min({room(p), plan.to_side(p) + 30, 110.}) + .5 * std::min(room(p - Vec{0, 80}), 100.);
        if (room(p) < 30) worth -= 60;
        worth += town >= 0 ? -.25 * distance(p, hub) : .3 * std::min(plan.to_side(p), 220.);
        out.push_back({p, worth});
      },
      1, 2);
  return out;
}

std::vector<Candidate> in_court(const Plan& plan) {
  const double k = plan.cloister_radius / 225;
  std::vector<Candidate> out;
  for (const auto& [by, worth] :
       {Candidate{{70, 150}, 100}, Candidate{{120, 120}, 80}, Candidate{{0, 165}, 60}, Candidate{{-60, 160}, 40}})
    out.push_back({plan.centre + by * k, worth});
  return out;
}

std::vector<Candidate> before_it(const Plan& plan) {
  std::vector<Candidate> out;
  for (const auto& [by, worth] : {Candidate{{0, 175}, 100}, Candidate{{70, 165}, 90}, Candidate{{-70, 165}, 90},
                                  Candidate{{130, 130}, 60}, Candidate{{-130, 130}, 60}})
    out.push_back({plan.centre + by, worth});
  return out;
}

std::vector<Candidate> on_paths(const Garden& garden) {
  std::vector<Candidate> out;
  for (const auto& [by, worth] :
       {Candidate{{0, 54}, 100}, Candidate{{54, 6}, 80}, Candidate{{-54, 6}, 80}, Candidate{{0, -50}, 40}})
    out.push_back({garden.at + by * garden.scale, worth});
  return out;
}

std::vector<Candidate> at_junction(const Plaza& plaza) {
  std::vector<Candidate> out{{plaza.at + Vec{0, 14}, 100}};
  for (int i = 0; i < 12; ++i) out.push_back({plaza.at + Vec{0, 14} + towards(i * pi / 6, 45, 40), 70});
  return out;
}

}  // namespace

Spots choose_spots(const Scene& scene) {
  const Plan& plan = scene.plan;
  const Land& land = scene.land;
  const std::optional<Garden>& garden = scene.garden;
  constexpr int of_junction = -1, of_garden = -2;  // for features of the tile as printed they are none
  struct Choice {
    int feature;
    std::vector<Candidate> candidates;
    Vec at;
    bool made = false;
  };
  std::vector<Choice> choices;
  if (plan.cloister >= 0) choices.push_back({plan.cloister, in_court(plan), plan.centre});
  for (const Road& road : plan.roads) {
    // A road that passes under a town, or forks, has several ends, and one place: the first of them.
    const bool parts = road.tunnel || road.forks;
    if (parts && std::ranges::find(choices, road.feature, &Choice::feature) != choices.end()) continue;
    choices.push_back({road.feature, on_road(plan, road), plan.centre});
  }
  for (size_t i = 0; i < plan.tile->features.size(); ++i) {
    const int feature = static_cast<int>(i);
    const TileFeatureType type = plan.tile->features[i].type;
    if (type == TileFeatureType::building) choices.push_back({feature, before_it(plan), plan.centre});
    if (type == TileFeatureType::quarter)
      for (const Mark& mark : scene.marks)
        if (mark.town >= 0) choices.push_back({feature, {{mark.at + quarter_spot, 100}}, mark.at});
    if (type == TileFeatureType::chapter) choices.push_back({feature, {{plan.chapter(), 100}}, plan.centre});
    if (type == TileFeatureType::pyramid) choices.push_back({feature, {{plan.centre + Vec{0, 30}, 100}}, plan.centre});
    if (type == TileFeatureType::hut) choices.push_back({feature, {{plan.centre + Vec{-125, 100}, 100}}, plan.centre});
    if (type == TileFeatureType::trap) choices.push_back({feature, {{plan.centre + Vec{-125, 100}, 100}}, plan.centre});
    if (type == TileFeatureType::city || type == TileFeatureType::field)
      choices.push_back({feature, on_ground(plan, land, feature), plan.centre});
  }
  if (const Plaza* plaza = plan.thicket()) choices.push_back({of_junction, at_junction(*plaza), plaza->at});
  if (garden) choices.push_back({of_garden, on_paths(*garden), garden->at});
  // Each in turn takes the best place given the others; three rounds settle it.
  for (int round = 0; round < 3; ++round)
    for (Choice& mine : choices) {
      double best = -1e9;
      Vec at = mine.at;
      for (const Candidate& c : mine.candidates) {
        double worth = c.worth;
        // by how much it is nearer than that
        const auto into = [&](Vec middle, double radius) {
          return within(c.at, middle, radius) ? radius - distance(c.at, middle) : 0;
        };
        if (garden && mine.feature != of_garden) worth -= into(garden->at, 132 * garden->scale);
        for (const Mark& mark : scene.marks)
          if (!mark.in_cloister() && (plan.building < 0 || mine.feature != plan.building))
            worth -= 2 * into(mark.at, mark.radius() * (mark.town < 0 ? 1 : .85));
        for (const Choice& other : choices) {
          if (&other == &mine || !other.made || !within(c.at, other.at, 240)) continue;
          const double d = distance(c.at, other.at);
          worth -= std::max(0., 170 - d) * 2 + std::max(0., 240 - d) * .2;
        }
        if (worth > best) best = worth, at = c.at;
      }
      mine.at = at;
      mine.made = true;
    }
  Spots out;
  for (const Choice& c : choices) {
    if (c.feature == of_junction)
      out.junction = c.at;
    else if (c.feature == of_garden)
      out.garden = c.at;
    else
      out.by_feature[c.feature] = c.at;
  }
  // The arms of a road that is one feature had places of their own, so that the picture is the printed tile's.
  if (out.junction)
    for (const Road& road : plan.roads)
      if (road.end == RoadEnd::village && plan.feature(road.feature).end == RoadEnd::none)
        out.by_feature[road.feature] = *out.junction;
  return out;
}

}  // namespace bastide::art
