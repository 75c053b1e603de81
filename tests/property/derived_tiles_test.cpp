// The tiles that options make out of the catalogue's: junctions joined by HOUSE-TREES, gardens apart for ABBOT-1. Said
// here by what is on the catalogue's tile, with none of the code that derives them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "random_games.h"

namespace bastide {
namespace {

GameRulesPtr rules_with(const std::string& preset, const std::map<std::string, std::string>& options) {
  const auto rules = compile(builtin_catalogue(), {preset, options}, 2);
  EXPECT_TRUE(rules);
  return *rules;
}

/// A tile's features as what they are made of, whatever their order: type, sides, ports, shields, walls.
using Parts = std::multiset<
    std::tuple<TileFeatureType, std::set<TileSide>, std::set<TilePort>, int, std::set<std::set<TileSide>>>>;

Parts parts_of(const TileSpec& tile) {
  Parts parts;
  const auto sides = [](const TileFeatureSpec& f) { return std::set<TileSide>(f.sides.begin(), f.sides.end()); };
  for (const TileFeatureSpec& f : tile.features) {
    std::set<std::set<TileSide>> walls;
    for (const int city : f.cities) {
      const TileFeatureSpec& bordering = tile.features[city];
      EXPECT_EQ(bordering.type, TileFeatureType::city);
      walls.insert(sides(bordering));
    }
    parts.insert({f.type, sides(f), std::set<TilePort>(f.ports.begin(), f.ports.end()), f.shields, walls});
  }
  return parts;
}

/// The same with all roads that end in a village as one.
Parts with_roads_joined(const TileSpec& tile) {
  Parts parts = parts_of(tile);
  std::set<TileSide> joined;
  for (const TileFeatureSpec& f : tile.features) {
    if (f.type != TileFeatureType::road || f.end != RoadEnd::village) continue;
    const std::set<TileSide> sides(f.sides.begin(), f.sides.end());
    parts.erase(parts.find({f.type, sides, {}, 0, {}}));
    joined.insert(sides.begin(), sides.end());
  }
  parts.insert({TileFeatureType::road, joined, {}, 0, {}});
  return parts;
}

TEST(DerivedTiles, BushesJoinRoadsAndNothingElseChanges) {
  std::set<std::string> changed;
  for (const PresetSpec& preset : builtin_catalogue().presets) {
    const auto plain = rules_with(preset.id, {}), houses = rules_with(preset.id, {{"junctions", "houses"}});
    ASSERT_EQ(plain->kinds.size(), houses->kinds.size());
    for (std::size_t k = 0; k < plain->kinds.size(); ++k) {
      const TileSpec& tile = *builtin_catalogue().find_set(plain->kinds[k].tile->set)->find(plain->kinds[k].tile->id);
      const bool bush = tile.junction_look == "bushes" || tile.junction_look == "trees";
      EXPECT_EQ(parts_of(*plain->kinds[k].tile), parts_of(tile)) << tile.set << " " << tile.id;
      EXPECT_EQ(parts_of(*houses->kinds[k].tile), bush ? with_roads_joined(tile) : parts_of(tile))
          << tile.set << " " << tile.id;
      EXPECT_EQ(plain->kinds[k].count, houses->kinds[k].count);
      EXPECT_EQ(plain->kinds[k].name, houses->kinds[k].name);
      if (bush) changed.insert(tile.set + " " + tile.id);
    }
  }
  EXPECT_EQ(changed, (std::set<std::string>{"base-c1 18", "winter L"}));
}

/// The new edition with the option that tells copies with a garden apart.
GameRulesPtr rules_with_gardens() {
  for (const OptionSpec& option : builtin_catalogue().options)
    for (const OptionValue& value : option.values) {
      const auto rules = compile(builtin_catalogue(), {"new", {{option.id, value.id}}}, 2);
      if (!rules) continue;
      for (const GameRules::Kind& kind : (*rules)->kinds)
        if (kind.name.ends_with("-garden")) return *rules;
    }
  return nullptr;
}

TEST(DerivedTiles, CopiesWithAGardenAreKindsOfTheirOwn) {
  const auto off = rules_with("new", {}), on = rules_with_gardens();
  ASSERT_TRUE(on);
  int gardens = 0, all = 0, starts = 0;
  for (const GameRules::Kind& kind : on->kinds) {
    all += kind.count;
    starts += kind.tile->start ? 1 : 0;
    const bool garden = kind.name.ends_with("-garden");
    const int base = off->kind_by_name(kind.tile->id);
    ASSERT_GE(base, 0);
    Parts expected = parts_of(*off->kinds[base].tile);
    if (garden) expected.insert({TileFeatureType::garden, {}, {}, 0, {}});
    EXPECT_EQ(parts_of(*kind.tile), expected) << kind.name;
    if (garden) gardens += kind.count;
  }
  EXPECT_EQ(gardens, 8) << "ABBOT-1: 8 garden tiles in base-c2";
  EXPECT_EQ(all, 72);
  EXPECT_EQ(starts, 1);
}

}  // namespace
}  // namespace bastide
