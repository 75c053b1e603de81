// The data as it is: totals, coverage and names that tiles, presets, options and rules must have (SET-1). Of
// expansions: tests/expansions/unit.
#include "rules/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "embedded.h"
#include "rules/compile.h"
#include "rules/packed_tree.h"
#include "unit/catalogue_support.h"

namespace bastide {
namespace {

using namespace catalogue_test;

TEST(TileSets, HaveTheTotalsOfTheirBoxes) {
  const std::map<std::string, int> totals{
      {"base-c1", 72}, {"base-c2", 72}, {"winter", 72}, {"winter-animals", 12}, {"bigbox5-extra", 1}};
  std::map<std::string, int> found;
  for (const TileSet& set : catalogue().sets) {
    if (!of_the_base(set)) continue;
    found[set.id] = set.total();
    EXPECT_EQ(set.shape, TileShape::square) << set.id;
  }
  EXPECT_EQ(found, totals);
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
      if (!tile.start || !of_the_base(set)) continue;
      EXPECT_TRUE(starts.emplace(set.id, tile.id).second) << set.id;
    }
  }
  EXPECT_EQ(starts, (std::map<std::string, std::string>{{"base-c1", "16"}, {"base-c2", "D"}, {"winter", "D"}}));
}

TEST(TileSets, VariantsAddUpAndTheNewEditionsTilesHaveGardens) {
  for (const TileSet& set : catalogue().sets) {
    for (const TileSpec& tile : set.tiles) {
      int copies = 0;
      int starts = 0;
      for (const TileVariant& variant : tile.variants) {
        copies += variant.count;
        starts += variant.start ? 1 : 0;
      }
      EXPECT_EQ(copies, tile.count) << set.id << " " << tile.id;
      EXPECT_EQ(starts, tile.start ? 1 : 0) << set.id << " " << tile.id;
    }
    if (of_the_base(set)) {
      EXPECT_EQ(gardens_on(set), set.id == "base-c2" ? "EHIMNRUV" : "") << set.id;
    }
  }
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
  EXPECT_EQ(tile("winter-animals", "Z09").junction, "");
}

// A field that lies beside a city side at a tile's corner runs along that city's wall (FIELD-2). Where a field is
// closed in between two cities, one of them is narrow and reaches into the other's corner.
TEST(TileSets, FieldsBesideACitySideTouchItsWall) {
  for (const TileSet& set : catalogue().sets) {
    // The rim clockwise, two ports a side; a long side, H, closes it between the east end of S and the north of W.
    using enum TilePort;
    const std::vector<TilePort> rim =
        set.shape == TileShape::half   ? std::vector{SSE, SSW, WSW, WNW, HNW, HSE}
        : set.shape == TileShape::twin ? std::vector{NNW, NNE, NNW2, NNE2, ENE2, ESE2, SSE2, SSW2, SSE, SSW, WSW, WNW}
                                       : std::vector{NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW};
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

TEST(TileSets, PlacesHaveTheNamesOfTheNotation) {
  EXPECT_EQ(places(tile("base-c1", "16")), (Names{"city", "road", "fieldENE", "fieldESE"}));
  EXPECT_EQ(places(tile("base-c1", "08")), (Names{"cityN", "cityE", "field"}));
  EXPECT_EQ(places(tile("base-c1", "20")), (Names{"road", "cloister", "field"}));
  EXPECT_EQ(places(tile("base-c1", "24")),
            (Names{"roadN", "roadW", "roadE", "roadS", "fieldNNW", "fieldNNE", "fieldESE", "fieldSSW"}));
  EXPECT_EQ(places(tile("base-c2", "H")), (Names{"cityW", "cityE", "field"}));
  EXPECT_EQ(places(tile("winter-animals", "Z09")), (Names{"roadN", "roadE", "fieldNNW", "fieldNNE", "fieldESE"}));
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
      {"bag", "stack back (blind)"},
      {"junctions", "all houses"},
      {"tie", "shared replay none"},
      {"track", "lap counters dice hundred hundred-dice"},
  };
  std::map<std::string, std::string> found;
  for (const OptionSpec& option : catalogue().options)
    if (of_the_base(option)) found[option.id] = values_of(option);
  EXPECT_EQ(found, values);
  EXPECT_EQ(catalogue().find_option("field_scoring")->default_value, "third");
  EXPECT_EQ(catalogue().find_option("hand_size")->default_value, "3");
  EXPECT_EQ(catalogue().find_option("field_scoring")->find("fourth"), nullptr);
}

/// Every id of sections 1 to 11 of the specification; those of expansions are in
/// tests/expansions/unit/catalogue_test.cpp.
const std::vector<std::string> kOfSpecification{
    "SET-1",       "SET-2",         "SET-3",      "SET-4",      "START-1",    "START-2",    "DRAW-1",     "DRAW-2",
    "DRAW-3",      "PLACE-1",       "PLACE-2",    "PLACE-3",    "PLACE-4",    "FOLLOWER-1", "FOLLOWER-2", "FOLLOWER-3",
    "FOLLOWER-4",  "FOLLOWER-5",    "FOLLOWER-6", "FOLLOWER-7", "FOLLOWER-8", "ROAD-1",     "ROAD-2",     "CITY-1",
    "CITY-2",      "CITY-3",        "CLOISTER-1", "MAJ-1",      "RETURN-1",   "ORDER-1",    "END-1",      "FINAL-1",
    "FIELD-1",     "FIELD-2",       "FIELD-3",    "FIELD-2ND",  "FIELD-1ST",  "FIELD-0",    "WIN-1",      "TRACK-1",
    "HOUSE-TREES", "HOUSE-NOFINAL", "HOUSE-DICE", "TABLE-FLOOR"};

TEST(Rules, OfTheSpecificationAreAllThere) {
  for (const std::string& id : kOfSpecification) EXPECT_NE(catalogue().find_rule(id), nullptr) << id;
  EXPECT_EQ(std::set<std::string>(kOfSpecification.begin(), kOfSpecification.end()).size(), 44u);
}

/// A member in a language; empty if it is not there, so that nothing falls back to English unseen.
std::string in(std::string_view language, const Translations& translations, const char* member,
               const std::string& english) {
  return translated(translations, language, member, language == "en" ? english : std::string());
}

TEST(Rules, AreAFewSentencesOnOneLineInEveryLanguageWithSources) {
  for (const RuleSpec& rule : catalogue().rules) {
    EXPECT_TRUE(rule.source.front() >= 'A' && rule.source.front() <= 'Z') << rule.id;  // data/README.md
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

TEST(Data, NeverUsesTheRegisteredWordsInWhatPlayersSee) {
  for (const auto& [path, bytes] : embedded_data()) {
    if (path.ends_with("jcz.toml")) continue;  // another program's words, which no player reads
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

TEST(Data, IsParsedWhenTheProgramIsBuilt) {
  EXPECT_EQ(embedded_trees_files().size(), embedded_data().size());
  for (const EmbeddedFile& tree : embedded_trees_files()) {
    const std::string path(tree.path);
    const std::string& text = embedded_data().at(path);
    EXPECT_EQ(unpack(tree.bytes), parse_toml(text)) << path;
    EXPECT_EQ(read_tree(path, text), parse_toml(text)) << path;
  }
  EXPECT_EQ(read_tree("rules.toml", "a = 1"), parse_toml("a = 1")) << "another's";
}

}  // namespace
}  // namespace bastide
