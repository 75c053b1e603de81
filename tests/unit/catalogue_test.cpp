// The data as it is: totals, coverage and names that tiles, presets, options and rules must have (SET-1).
#include "rules/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "rules/compile.h"

namespace bastide {
namespace {

const Catalogue& catalogue() {
  return builtin_catalogue();
}

const TileSet& tile_set(const std::string& id) {
  return *catalogue().find_set(id);
}
const TileSpec& tile(const std::string& set, const std::string& id) {
  return *tile_set(set).find(id);
}

std::vector<std::string> places(const TileSpec& tile) {
  std::vector<std::string> names;
  for (const TileFeatureSpec& feature : tile.features) names.push_back(feature.place);
  return names;
}

/// A square tile's features turned k quarters clockwise, as text in which equal tiles are equal.
std::string turned(const TileSpec& tile, int k) {
  const auto sides = [k](const TileFeatureSpec& feature) {
    std::string mask = "----";
    for (const TileSide side : feature.sides) mask[static_cast<size_t>((static_cast<int>(side) + k) % 4)] = 'x';
    return mask;
  };
  std::multiset<std::string> features;
  for (const TileFeatureSpec& feature : tile.features) {
    std::string text =
        std::string(to_string(feature.type)) + " " + sides(feature) + " " + std::to_string(feature.shields);
    text += " " + std::string(to_string(feature.end));
    if (feature.end_city >= 0) text += sides(tile.features[static_cast<size_t>(feature.end_city)]);
    std::string ports = "--------";
    for (const TilePort port : feature.ports) ports[static_cast<size_t>((static_cast<int>(port) + 2 * k) % 8)] = 'x';
    std::set<std::string> walls;
    for (const int city : feature.cities) walls.insert(sides(tile.features[static_cast<size_t>(city)]));
    text += " " + ports;
    for (const std::string& wall : walls) text += " " + wall;
    features.insert(text);
  }
  std::string all;
  for (const std::string& feature : features) all += feature + "; ";
  return all;
}

/// What is on the tiles of a set, however they are turned, and how often.
std::map<std::string, int> topologies(const TileSet& set) {
  std::map<std::string, int> counts;
  for (const TileSpec& tile : set.tiles) {
    counts[std::min({turned(tile, 0), turned(tile, 1), turned(tile, 2), turned(tile, 3)})] += tile.count;
  }
  return counts;
}

TEST(TileSets, HaveTheTotalsOfTheirBoxes) {
  const std::map<std::string, int> totals{{"base-c1", 72},
                                          {"base-c2", 72},
                                          {"winter", 72},
                                          {"winter-animals", 12},
                                          {"halflings-1", 12},
                                          {"halflings-2", 12},
                                          {"princess-and-dragon-c1", 30},
                                          {"princess-and-dragon-c2", 30},
                                          {"bigbox5-extra", 1}};
  ASSERT_EQ(catalogue().sets.size(), totals.size());
  for (const auto& [id, total] : totals) {
    ASSERT_NE(catalogue().find_set(id), nullptr) << id;
    EXPECT_EQ(tile_set(id).total(), total) << id;
    EXPECT_EQ(tile_set(id).shape, tile_set(id).prefix.starts_with("H") ? TileShape::half : TileShape::square) << id;
  }
  for (const char* id : {"princess-and-dragon-c1", "princess-and-dragon-c2"}) EXPECT_EQ(tile_set(id).tiles.size(), 29u);
  EXPECT_EQ(tile_set("base-c1").tiles.size(), 24u);
  EXPECT_EQ(tile_set("base-c2").tiles.size(), 24u);
  EXPECT_EQ(tile_set("winter").tiles.size(), 24u);
}

TEST(TileSets, TheThreeBaseSetsAreTheSameTopologies) {
  const auto c1 = topologies(tile_set("base-c1"));
  EXPECT_EQ(c1.size(), 24u);
  EXPECT_EQ(c1, topologies(tile_set("base-c2")));
  EXPECT_EQ(c1, topologies(tile_set("winter")));
}

// The fact sheet: the same topologies but for one shield; what is drawn on them is the same too.
TEST(TileSets, TheDragonsTilesDifferByOneShield) {
  TileSet old = tile_set("princess-and-dragon-c1");
  EXPECT_NE(topologies(old), topologies(tile_set("princess-and-dragon-c2")));
  const auto shielded =
      std::find_if(old.tiles.begin(), old.tiles.end(), [](const TileSpec& t) { return t.id == "03"; });
  EXPECT_EQ(std::exchange(shielded->features[0].shields, 0), 1);
  EXPECT_EQ(topologies(old), topologies(tile_set("princess-and-dragon-c2")));
  for (const char* id : {"princess-and-dragon-c1", "princess-and-dragon-c2"}) {
    std::map<std::string, int> marks;
    for (const TileSpec& tile : tile_set(id).tiles)
      for (const TileSymbol& symbol : tile.symbols) {
        marks[symbol.type] += tile.count;
        EXPECT_EQ(symbol.feature >= 0, symbol.type == "princess") << id << " " << tile.id;
        if (symbol.feature >= 0) {
          EXPECT_EQ(tile.features[static_cast<size_t>(symbol.feature)].type, TileFeatureType::city);
        }
      }
    EXPECT_EQ(marks, (std::map<std::string, int>{{"volcano", 6}, {"dragon", 12}, {"princess", 6}, {"portal", 6}}));
  }
}

TEST(TileSets, TheExtraTileIsTheStartTilesTopology) {
  EXPECT_EQ(turned(tile("bigbox5-extra", "16"), 0), turned(tile("base-c1", "16"), 0));
  EXPECT_FALSE(tile("bigbox5-extra", "16").start);
}

TEST(TileSets, ABaseSetHasTenShieldsAndSixCloisters) {
  for (const char* id : {"base-c1", "base-c2", "winter"}) {
    int shields = 0;
    int cloisters = 0;
    for (const TileSpec& tile : tile_set(id).tiles) {
      for (const TileFeatureSpec& feature : tile.features) {
        shields += feature.shields * tile.count;
        cloisters += feature.type == TileFeatureType::cloister ? tile.count : 0;
      }
    }
    EXPECT_EQ(shields, 10) << id;
    EXPECT_EQ(cloisters, 6) << id;
  }
}

TEST(TileSets, OneStartTileInEachBaseSetAndNoneElsewhere) {
  std::map<std::string, std::string> starts;
  for (const TileSet& set : catalogue().sets) {
    for (const TileSpec& tile : set.tiles) {
      if (!tile.start) continue;
      EXPECT_TRUE(starts.emplace(set.id, tile.id).second) << set.id;
    }
  }
  EXPECT_EQ(starts, (std::map<std::string, std::string>{{"base-c1", "16"}, {"base-c2", "D"}, {"winter", "D"}}));
}

TEST(TileSets, VariantsAddUpAndTheNewEditionsTilesHaveGardens) {
  std::map<std::string, std::string> gardens;
  for (const TileSet& set : catalogue().sets) {
    for (const TileSpec& tile : set.tiles) {
      int copies = 0;
      int starts = 0;
      for (const TileVariant& variant : tile.variants) {
        copies += variant.count;
        starts += variant.start ? 1 : 0;
        if (variant.illustration == "garden") gardens[set.id] += variant.count == 1 ? tile.id : "?";
      }
      EXPECT_EQ(copies, tile.count) << set.id << " " << tile.id;
      EXPECT_EQ(starts, tile.start ? 1 : 0) << set.id << " " << tile.id;
    }
  }
  EXPECT_EQ(gardens, (std::map<std::string, std::string>{{"base-c2", "EHIMNRUV"}, {"princess-and-dragon-c2", "0210"}}));
  const TileSpec& d = tile("base-c2", "D");
  ASSERT_EQ(d.variants.size(), 4u);
  EXPECT_TRUE(d.variants[2].start);
  EXPECT_EQ(d.variants[1].illustration, "pigs");
}

TEST(TileSets, JunctionsSayWhatRoadsEndAtAndHowItLooks) {
  EXPECT_EQ(tile("base-c1", "18").junction, "village");
  EXPECT_EQ(tile("base-c1", "18").junction_look, "bushes");
  EXPECT_EQ(tile("winter", "L").junction_look, "trees");
  EXPECT_EQ(tile("base-c2", "L").junction_look, "houses");
  EXPECT_EQ(tile("winter-animals", "Z11").junction_look, "house");
  EXPECT_EQ(tile("winter-animals", "Z06").junction, "cloister");
  EXPECT_EQ(tile("winter-animals", "Z10").junction, "city");
  EXPECT_EQ(tile("halflings-1", "02").junction, "mixed");
  EXPECT_EQ(tile("winter-animals", "Z09").junction, "");
  EXPECT_EQ(tile("princess-and-dragon-c2", "27").junction, "mark");
}

TEST(TileSets, SymbolsStandInTheirFields) {
  std::map<std::string, int> count;
  for (const TileSet& set : catalogue().sets) {
    if (set.shape == TileShape::half)
      for (const TileSpec& tile : set.tiles)
        for (const TileSymbol& symbol : tile.symbols) ++count[symbol.type];
  }
  EXPECT_EQ(count, (std::map<std::string, int>{{"crop-circle", 1}, {"hill", 1}, {"sheep", 1}, {"vineyard", 1}}));
  const TileSpec& sheep = tile("halflings-2", "02");
  ASSERT_EQ(sheep.symbols.size(), 1u);
  EXPECT_EQ(sheep.symbols[0].count, 3);
  EXPECT_EQ(sheep.features[static_cast<size_t>(sheep.symbols[0].feature)].place, "fieldSSW");
}

// A field that lies beside a city side at a tile's corner runs along that city's wall (FIELD-2). Where a field is
// closed in between two cities, one of them is narrow and reaches into the other's corner.
TEST(TileSets, FieldsBesideACitySideTouchItsWall) {
  for (const TileSet& set : catalogue().sets) {
    // The rim clockwise, two ports a side; a half tile's long side closes it between the east end of S and the north of
    // W.
    const std::vector<TilePort> rim =
        set.shape == TileShape::half
            ? std::vector{TilePort::SSE, TilePort::SSW, TilePort::WSW, TilePort::WNW, TilePort::HNW, TilePort::HSE}
            : std::vector{TilePort::NNW, TilePort::NNE, TilePort::ENE, TilePort::ESE,
                          TilePort::SSE, TilePort::SSW, TilePort::WSW, TilePort::WNW};
    for (const TileSpec& tile : set.tiles) {
      if (tile.features.back().place == "fieldInner") continue;
      const auto city_at = [&tile](TilePort port) {
        const auto side = static_cast<TileSide>(static_cast<int>(port) / 2);
        for (size_t i = 0; i < tile.features.size(); ++i) {
          const TileFeatureSpec& feature = tile.features[i];
          if (feature.type == TileFeatureType::city && std::count(feature.sides.begin(), feature.sides.end(), side)) {
            return static_cast<int>(i);
          }
        }
        return -1;
      };
      const auto check = [&](TilePort field_port, TilePort city_port) {
        const int city = city_at(city_port);
        if (city < 0 || city_at(field_port) >= 0) return;
        const auto owner =
            std::find_if(tile.features.begin(), tile.features.end(), [&](const TileFeatureSpec& feature) {
              return std::count(feature.ports.begin(), feature.ports.end(), field_port) > 0;
            });
        ASSERT_NE(owner, tile.features.end());
        EXPECT_EQ(std::count(owner->cities.begin(), owner->cities.end(), city), 1)
            << set.id << " " << tile.id << " " << to_string(field_port);
      };
      for (size_t i = 1; i < rim.size(); i += 2) {
        check(rim[i], rim[(i + 1) % rim.size()]);
        check(rim[(i + 1) % rim.size()], rim[i]);
      }
    }
  }
}

// H, the lists of both parts: one tile of each shows a water tower, which stands in a city.
TEST(TileSets, OneHalfTileOfEachPartShowsAWaterTower) {
  for (const auto& [set, id] : {std::pair("halflings-1", "07"), std::pair("halflings-2", "11")})
    for (const TileSpec& each : tile_set(set).tiles)
      EXPECT_EQ(each.illustration.find("water tower") != std::string::npos, each.id == id) << set << " " << each.id;
}

TEST(TileSets, PlacesHaveTheNamesOfTheNotation) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(places(tile("base-c1", "16")), (Names{"city", "road", "fieldENE", "fieldESE"}));
  EXPECT_EQ(places(tile("base-c1", "08")), (Names{"cityN", "cityE", "field"}));
  EXPECT_EQ(places(tile("base-c1", "20")), (Names{"road", "cloister", "field"}));
  EXPECT_EQ(places(tile("base-c1", "24")),
            (Names{"roadN", "roadW", "roadE", "roadS", "fieldNNW", "fieldNNE", "fieldESE", "fieldSSW"}));
  EXPECT_EQ(places(tile("base-c2", "H")), (Names{"cityW", "cityE", "field"}));
  EXPECT_EQ(places(tile("winter-animals", "Z09")), (Names{"roadN", "roadE", "fieldNNW", "fieldNNE", "fieldESE"}));
  EXPECT_EQ(places(tile("halflings-2", "06")), (Names{"city", "road", "fieldHNW", "fieldSSE"}));
  EXPECT_EQ(places(tile("princess-and-dragon-c2", "06")), (Names{"cityN", "cityE", "fieldWSW", "fieldInner"}));
}

TEST(TileSets, PlacesAreUniqueOnATile) {
  for (const TileSet& set : catalogue().sets) {
    for (const TileSpec& tile : set.tiles) {
      const std::vector<std::string> names = places(tile);
      EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size()) << set.id << " " << tile.id;
    }
  }
}

TEST(Presets, HaveTheirTilesAndSeats) {
  struct Row {
    std::string id, theme, start;
    int tiles, seats;
  };
  const std::vector<Row> rows{{"original", "parchment", "16", 72, 5}, {"second", "parchment", "16", 72, 5},
                              {"classic", "summer", "16", 72, 5},     {"new", "summer", "D", 72, 5},
                              {"winter", "winter", "D", 84, 5},       {"bigbox5", "parchment", "16", 73, 8}};
  ASSERT_EQ(catalogue().presets.size(), rows.size());
  for (const Row& row : rows) {
    const PresetSpec* preset = catalogue().find_preset(row.id);
    ASSERT_NE(preset, nullptr) << row.id;
    int tiles = 0;
    for (const TileSetUse& use : preset->tiles) tiles += use.times * tile_set(use.set).total();
    EXPECT_EQ(tiles, row.tiles) << row.id;
    EXPECT_EQ(preset->theme, row.theme);
    EXPECT_EQ(preset->min_seats, 2) << row.id;
    EXPECT_EQ(preset->max_seats, row.seats) << row.id;
    EXPECT_TRUE(tile(preset->tiles.front().set, row.start).start) << row.id;
  }
}

// SET-2: as many as the box has colours for play without further ado, more with the option that adds colours.
TEST(Presets, TakeTheSeatsTheyStateAndMoreWithMoreColours) {
  for (const PresetSpec& preset : catalogue().presets) {
    const int most = preset.max_seats;
    EXPECT_TRUE(compile(catalogue(), {preset.id, {}}, preset.min_seats)) << preset.id;
    EXPECT_TRUE(compile(catalogue(), {preset.id, {}}, most)) << preset.id;
    EXPECT_FALSE(compile(catalogue(), {preset.id, {}}, preset.min_seats - 1)) << preset.id;
    const auto more = compile(catalogue(), {preset.id, {}}, most + 1);
    ASSERT_FALSE(more) << preset.id;
    EXPECT_EQ(more.error().rule, "SET-2");
    EXPECT_EQ(more.error().expected, most < 8 ? "colours=six" : "") << preset.id;
    EXPECT_TRUE(compile(catalogue(), {preset.id, {{"colours", "six"}}}, 6)) << preset.id;
    EXPECT_TRUE(compile(catalogue(), {preset.id, {{"colours", "eight"}}}, 8)) << preset.id;
  }
}

// What the table of presets in the specification says they set apart from the defaults.
TEST(Presets, DifferByTheirEditionsRules) {
  using Options = std::map<std::string, std::string>;
  const auto set = [](const char* preset) { return catalogue().find_preset(preset)->options; };
  EXPECT_EQ(set("original"), (Options{{"field_scoring", "first"}, {"small_city", "half"}}));
  EXPECT_EQ(set("second"), (Options{{"field_scoring", "second"}, {"small_city", "half"}}));
  EXPECT_EQ(set("classic"), Options{});
  EXPECT_EQ(set("bigbox5"), (Options{{"colours", "eight"}}));
  EXPECT_EQ(set("new"), (Options{{"first", "youngest"}}));
  EXPECT_EQ(set("winter"), Options{});
}

TEST(Options, AreWhatTheGameCanDo) {
  const std::map<std::string, std::string> values{
      {"field_scoring", "third second first none"},
      {"small_city", "full half"},
      {"unfinished", "count nothing"},
      {"colours", "five six eight"},
      {"abbots", "off on"},
      {"first", "youngest-says youngest agreed random rolled roads (roll) (lots)"},
      {"draw", "turn ahead hand"},
      {"hand_size", "2 to 8"},
      {"hand_view", "open hidden"},
      {"start_tile", "middle bag"},
      {"bag", "stack back (blind)"},
      {"offers", "off on"},
      {"holes", "off on"},
      {"junctions", "all houses"},
      {"table", "floor standard shift extend needed"},
      {"table_width", "3 to 99"},
      {"table_height", "3 to 99"},
      {"second_side", "north east south west"},
      {"second_width", "1 to 99"},
      {"second_height", "1 to 99"},
      {"border", "open closes"},
      {"halflings", "off first draft"},
      {"half_sets", "both one two"},
      {"half_tiles", "1 to 12"},
      {"half_count", "2014 2015-10 2020 2021-01"},
      {"princess_and_dragon", "off 2016 2005"},
      {"princess", "may must"},
      {"fairy", "follower tile"},
      {"dragon", "before after"},
      {"tie", "shared replay none"},
      {"track", "lap counters dice hundred hundred-dice"},
  };
  std::map<std::string, std::string> found;
  for (const OptionSpec& option : catalogue().options) {
    std::string& all = found[option.id];
    for (const OptionValue& value : option.values)  // former ones in brackets
      all += (all.empty() ? "" : " ") + (value.former ? "(" + value.id + ")" : value.id);
    if (option.values.empty()) all = std::to_string(option.minimum) + " to " + std::to_string(option.maximum);
  }
  EXPECT_EQ(found, values);
  EXPECT_EQ(catalogue().find_option("field_scoring")->default_value, "third");
  EXPECT_EQ(catalogue().find_option("hand_size")->default_value, "3");
  EXPECT_EQ(catalogue().find_option("field_scoring")->find("fourth"), nullptr);
}

/// Every id of sections 1 to 11 of the specification, and of the fact sheets of expansions.
const std::vector<std::string> kSpecified{
    "SET-1",         "SET-2",         "SET-3",       "SET-4",          "START-1",     "START-2",      "DRAW-1",
    "DRAW-2",        "DRAW-3",        "PLACE-1",     "PLACE-2",        "PLACE-3",     "PLACE-4",      "FOLLOWER-1",
    "FOLLOWER-2",    "FOLLOWER-3",    "FOLLOWER-4",  "FOLLOWER-5",     "FOLLOWER-6",  "FOLLOWER-7",   "FOLLOWER-8",
    "ROAD-1",        "ROAD-2",        "CITY-1",      "CITY-2",         "CITY-3",      "CLOISTER-1",   "MAJ-1",
    "RETURN-1",      "ORDER-1",       "END-1",       "FINAL-1",        "FIELD-1",     "FIELD-2",      "FIELD-3",
    "FIELD-2ND",     "FIELD-1ST",     "FIELD-0",     "WIN-1",          "TRACK-1",     "ABBOT-1",      "ABBOT-2",
    "HOUSE-PREDRAW", "HOUSE-HAND3",   "HOUSE-BAG",   "HOUSE-TREES",    "HOUSE-BUY",   "HOUSE-HOLE",   "HOUSE-NOFINAL",
    "HOUSE-BORDER",  "HOUSE-DICE",    "TABLE-FLOOR", "TABLE-STANDARD", "TABLE-SHIFT", "TABLE-EXTEND", "HALF-1",
    "HALF-2",        "HALF-3",        "HALF-4",      "HALF-5",         "HALF-6",      "HALF-7",       "HALF-8",
    "HALF-9",        "HALF-VINEYARD", "HALF-HILL",   "HALF-SHEEP",     "HALF-CROP",   "HALF-GRID",    "DRAGON-1",
    "DRAGON-2",      "DRAGON-3",      "DRAGON-4",    "DRAGON-5",       "DRAGON-6",    "DRAGON-7",     "DRAGON-8",
    "DRAGON-9",      "DRAGON-10",     "DRAGON-11",   "DRAGON-12",      "VOLC-1",      "VOLC-2",       "VOLC-3",
    "FAIRY-1",       "FAIRY-2",       "FAIRY-3",     "FAIRY-4",        "FAIRY-5",     "FAIRY-6",      "FAIRY-7",
    "FAIRY-8",       "FAIRY-9",       "PRINC-1",     "PRINC-2",        "PRINC-3",     "PORTAL-1",     "PORTAL-2",
    "PORTAL-3"};

TEST(Rules, OfTheSpecificationAreAllThere) {
  for (const std::string& id : kSpecified) EXPECT_NE(catalogue().find_rule(id), nullptr) << id;
  EXPECT_EQ(std::set<std::string>(kSpecified.begin(), kSpecified.end()).size(), 99u);
}

/// A member in a language; empty if it is not there, so that nothing falls back to English unseen.
std::string in(std::string_view language, const Translations& translations, const char* member,
               const std::string& english) {
  return translated(translations, language, member, language == "en" ? english : std::string());
}

TEST(Rules, AreAFewSentencesOnOneLineInEveryLanguageWithSources) {
  for (const RuleSpec& rule : catalogue().rules) {
    EXPECT_NE(std::string("WONHBAP").find(rule.source.front()), std::string::npos) << rule.id;
    for (const std::string_view language : kLanguages) {
      const std::string where = rule.id + " " + std::string(language);
      const std::string text = in(language, rule.translations, "text", rule.text);
      EXPECT_FALSE(in(language, rule.translations, "title", rule.title).empty()) << where;
      const auto stops = std::count(text.begin(), text.end(), '.');
      EXPECT_GE(stops, 1) << where;
      EXPECT_LE(stops, 5) << where;
      EXPECT_EQ(text.find('\n'), std::string::npos) << where;
      EXPECT_EQ(text.find("  "), std::string::npos) << where;
    }
    EXPECT_NE(in("nl", rule.translations, "text", ""), rule.text) << rule.id;
    EXPECT_NE(in("de", rule.translations, "text", ""), rule.text) << rule.id;
    EXPECT_NE(in("nl", rule.translations, "text", ""), in("de", rule.translations, "text", "")) << rule.id;
  }
}

// A player is told which point of a rule is ours and not the rule books'.
TEST(Rules, ThatAreReadingsSaySoInEveryLanguage) {
  const std::map<std::string_view, std::string> words{
      {"en", "Our reading:"}, {"nl", "Onze lezing:"}, {"de", "Unsere Lesart:"}};
  std::set<std::string> readings;
  for (const RuleSpec& rule : catalogue().rules) {
    if (rule.reading) readings.insert(rule.id);
    for (const auto& [language, word] : words) {
      EXPECT_EQ(in(language, rule.translations, "text", rule.text).find(word) != std::string::npos, rule.reading)
          << rule.id << " " << language;
    }
  }
  for (const char* id : {"DRAW-3", "HOUSE-HAND3", "HOUSE-BUY", "HOUSE-BORDER"})
    EXPECT_TRUE(readings.contains(id)) << id;
}

// A former value goes on being one, but nobody is told of it: neither as a choice nor as what would be right.
TEST(Options, OfferNoFormerValues) {
  const OptionSpec& first = *catalogue().find_option("first");
  ASSERT_NE(first.find("roll"), nullptr);
  EXPECT_TRUE(first.find("roll")->former);
  EXPECT_EQ(first.offered().size() + 2, first.values.size());
  EXPECT_TRUE(compile(catalogue(), {"classic", {{"first", "roll"}}}, 2));
  const auto wrong = compile(catalogue(), {"classic", {{"first", "rolls"}}}, 2);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().expected, "one of youngest-says, youngest, agreed, random, rolled, roads");
}

// "In the box" may be the same word in two languages; a sentence never is.
TEST(Options, SaySentencesInTheirOwnLanguage) {
  const auto differ = [](const auto& spec) {
    if (spec.sentence.empty()) return;
    const std::string nl = in("nl", spec.translations, "sentence", ""),
                      de = in("de", spec.translations, "sentence", "");
    EXPECT_TRUE(nl != spec.sentence && de != spec.sentence && nl != de) << spec.id << ": " << spec.sentence;
  };
  for (const OptionSpec& option : catalogue().options) {
    differ(option);
    for (const OptionValue& value : option.values) differ(value);
  }
  for (const PresetSpec& preset : catalogue().presets) differ(preset);
}

TEST(Options, AndPresetsSpeakEveryLanguage) {
  for (const std::string_view language : kLanguages) {
    const auto there = [language](const auto& spec, const char* member, const std::string& english) {
      EXPECT_FALSE(in(language, spec.translations, member, english).empty())
          << spec.id << " " << member << " " << language;
    };
    for (const OptionSpec& option : catalogue().options) {
      there(option, "group", option.group);
      there(option, "name", option.name);
      there(option, "sentence", option.sentence);
      for (const OptionValue& value : option.values) {
        there(value, "name", value.name);
        if (!value.sentence.empty()) there(value, "sentence", value.sentence);
      }
    }
    for (const PresetSpec& preset : catalogue().presets) {
      there(preset, "name", preset.name);
      there(preset, "sentence", preset.sentence);
    }
  }
}

// Tiles that an expansion brings lie behind the preset's.
TEST(Expansions, BringTheirTiles) {
  const auto base = *compile(catalogue(), {"new", {}}, 2);
  for (const auto& [value, prefix] : {std::pair("2016", "PD-"), std::pair("2005", "PD1-")}) {
    const auto rules = *compile(catalogue(), {"new", {{"princess_and_dragon", value}}}, 2);
    ASSERT_EQ(rules->kernel.stack.size(), base->kernel.stack.size() + 30) << value;
    EXPECT_TRUE(std::equal(base->kernel.stack.begin(), base->kernel.stack.end(), rules->kernel.stack.begin()));
    for (std::size_t i = base->kernel.stack.size(); i < rules->kernel.stack.size(); ++i)
      EXPECT_TRUE(rules->kinds[rules->kernel.stack[i]].name.starts_with(prefix)) << value;
    EXPECT_TRUE(rules->kernel.held.empty());
  }
}

TEST(Data, NeverUsesTheRegisteredWordsInWhatPlayersSee) {
  for (const auto& [path, bytes] : embedded_data()) {
    std::string lower = bytes;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_EQ(lower.find("meeple"), std::string::npos) << path;
    EXPECT_EQ(lower.find("carcassonne"), std::string::npos) << path;
  }
}

TEST(Data, EmbeddedEqualsFolder) {
  const Result<DataFiles> folder = read_data_folder(BASTIDE_SOURCE_DIR "/data");
  ASSERT_TRUE(folder.has_value()) << folder.error().text();
  EXPECT_EQ(*folder, embedded_data());
}

}  // namespace
}  // namespace bastide
