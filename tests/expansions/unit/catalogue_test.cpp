// The data of all expansions: the totals of their tile sets, what their options may be, which rules they have.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "unit/catalogue_support.h"

namespace bastide {
namespace {

using namespace catalogue_test;

TEST(ExpansionData, TileSetsHaveTheTotalsOfTheirBoxes) {
  const std::map<std::string, int> totals{
      {"flier-c1", 8},
      {"flier-c2", 8},
      {"halflings-1", 12},
      {"halflings-2", 12},
      {"hills-and-sheep-c1", 18},
      {"hills-and-sheep-c2", 18},
      {"crop-circles-1", 6},
      {"crop-circles-2", 6},
      {"crop-circles-c2", 6},
      {"crop-circles-winter", 6},
      {"princess-and-dragon-c1", 30},
      {"princess-and-dragon-c2", 30},
      {"traders-and-builders-c1", 24},
      {"traders-and-builders-c2", 24},
      {"abbey-and-mayor-c1", 12},
      {"abbey-and-mayor-c2", 12},
      {"abbeys", 6},
      {"bridges-castles-and-bazaars-c1", 12},
      {"bridges-castles-and-bazaars-c2", 12},
      {"barber-surgeons", 6},
      {"cult-c1", 5},
      {"cult-rgg", 6},
      {"cult-c2", 5},
      {"monasteries-germany-c1", 6},
      {"monasteries-germany-c2", 6},
      {"monasteries-netherlands-belgium", 6},
      {"japanese-buildings", 6},
      {"inns-and-cathedrals-c1", 18},
      {"inns-and-cathedrals-c2", 18},
      {"under-the-big-top-c2", 20},
      {"festival-c1", 10},
      {"festival-c2", 10},
      {"tower-c1", 18},
      {"tower-c2", 18},
      {"darmstadt", 3},
      {"watchtowers", 12},
      {"german-castles", 6},
      {"markets-of-leipzig", 4},
      {"russian-promos", 4},
      {"plague", 6},
      {"river-1-c1", 12},
      {"river-1-bb5", 12},
      {"river-1-c2", 12},
      {"river-1-winter", 12},
      {"river-2-c1", 12},
      {"river-2-c2", 12},
  };
  const std::map<std::string, std::string> gardens{{"hills-and-sheep-c2", "05"},
                                                   {"princess-and-dragon-c2", "0210"},
                                                   {"inns-and-cathedrals-c2", "0208"},
                                                   {"traders-and-builders-c2", "1121"},
                                                   {"river-1-c2", "10"},
                                                   {"river-1-winter", "10"},
                                                   {"river-2-c2", "02"},
                                                   {"abbey-and-mayor-c2", "07"},
                                                   {"bridges-castles-and-bazaars-c2", "09"},
                                                   {"flier-c2", "08"},
                                                   {"under-the-big-top-c2", "0107"},
                                                   {"tower-c2", "0509"}};
  std::map<std::string, int> found;
  for (const TileSet& set : catalogue().sets) {
    if (of_the_base(set)) continue;
    found[set.id] = set.total();
    const bool twin = set.id == "german-castles" || set.id == "markets-of-leipzig";
    EXPECT_EQ(set.shape, set.id.starts_with("halflings") ? TileShape::half
                         : twin                          ? TileShape::twin
                                                         : TileShape::square)
        << set.id;
    EXPECT_EQ(gardens_on(set), gardens.contains(set.id) ? gardens.at(set.id) : "") << set.id;
  }
  EXPECT_EQ(found, totals);
}

TEST(ExpansionData, OptionsAreWhatTheGameCanDo) {
  const std::map<std::string, std::string> values{
      {"abbots", "off on"},
      {"first", "youngest-says youngest agreed random rolled roads (roll) (lots)"},
      {"draw", "turn ahead hand"},
      {"hand_size", "2 to 8"},
      {"hand_view", "open hidden"},
      {"start_tile", "middle bag"},
      {"offers", "off on"},
      {"holes", "off on"},
      {"halflings", "off first draft"},
      {"half_sets", "both one two"},
      {"half_tiles", "1 to 12"},
      {"half_count", "2014 2015-10 2020 2021-01"},
      {"hills_and_sheep", "off 2018 2014"},
      {"hill_tie", "any most"},
      {"vineyard_garden", "off on"},
      {"sheep_printed", "three one"},
      {"crop_circles", "off 2017 one two both winter"},
      {"crop_deploy", "may must"},
      {"princess_and_dragon", "off 2016 2005"},
      {"princess", "may must"},
      {"fairy", "follower tile"},
      {"dragon", "before after"},
      {"traders_and_builders", "off 2015 2003"},
      {"goods", "on off"},
      {"second_part", "may must"},
      {"builder_trigger", "extend extend-or-complete"},
      {"builders", "0 to 3"},
      {"pigs", "0 to 3"},
      {"pig_herd", "on off"},
      {"abbey_and_mayor", "off 2016 2007"},
      {"wagon_range", "around connected"},
      {"barn_field", "empty any"},
      {"last_abbeys", "round none"},
      {"bridges_castles_bazaars", "off 2017 2010"},
      {"bridge_where", "around needed"},
      {"castle_choice", "owner highest"},
      {"bazaar_auction", "bid pick"},
      {"bazaar_reserve", "after before"},
      {"bazaar_debt", "allowed none"},
      {"flier", "off second first"},
      {"flier_who", "any plain"},
      {"flier_die", "random choice"},
      {"inns_and_cathedrals", "off 2015 2002"},
      {"inn_final", "zero ignore"},
      {"inns", "with on off"},
      {"cathedrals", "with on off"},
      {"big_followers", "0 to 3"},
      {"festival", "off 2016 2011"},
      {"festival_return", "any followers"},
      {"table", "floor standard shift extend needed"},
      {"table_width", "3 to 99"},
      {"table_height", "3 to 99"},
      {"second_side", "north east south west"},
      {"second_width", "1 to 99"},
      {"second_height", "1 to 99"},
      {"border", "open closes"},
      {"barber_surgeons", "off on"},
      {"bathhouse_debt", "none allowed"},
      {"cult", "off 2017 2007 2008"},
      {"cult_restrict", "both own"},
      {"monasteries", "off on"},
      {"monasteries_german", "off second first"},
      {"monasteries_lowlands", "off on"},
      {"monasteries_japanese", "off on"},
      {"monasteries_base", "replace keep"},
      {"tower", "off second first"},
      {"little_buildings", "off equal graded"},
      {"german_castles", "off deal pick"},
      {"last_german_castles", "must may"},
      {"markets_of_leipzig", "off on"},
      {"leipzig_follower", "more usual"},
      {"leipzig_road", "tile spaces"},
      {"russian_promos", "off both 2013 2016"},
      {"robber_reach", "nearest all"},
      {"lake_tile", "forbidden caught"},
      {"plague", "off on"},
      {"plague_delay", "17 scaled"},
      {"plague_spread", "must may"},
      {"darmstadt", "off on"},
      {"darmstadt_cloisters", "keep remove"},
      {"watchtowers", "off on"},
      {"big_top", "off on"},
      {"big_top_final", "on off"},
      {"ringmasters", "off on"},
      {"acrobats", "off on"},
      {"river", "off one two both"},
      {"river_tiles", "new first bigbox5 winter"},
      {"river_start", "box stack river next"},
      {"river_turns", "official safe"},
      {"river_volcano", "extra ordinary"},
      {"river_halves", "after always"},
  };
  std::map<std::string, std::string> found;
  for (const OptionSpec& option : catalogue().options)
    if (!of_the_base(option)) found[option.id] = values_of(option);
  EXPECT_EQ(found, values);
}

/// Every id of the specification, and of the fact sheets of expansions.
const std::vector<std::string> kSpecified{
    "GCA-1",       "GCA-2",        "GCA-3",        "GCA-4",     "GCA-5",     "GCA-6",         "GCA-7",
    "GCA-8",       "GCA-9",        "GCA-10",       "GCA-11",    "GCA-12",    "GCA-13",        "GCA-14",
    "ABBEY-1",     "ABBEY-2",      "ABBEY-3",      "ABBEY-4",   "ABBEY-5",   "ABBEY-6",       "ABBEY-7",
    "MAYOR-1",     "MAYOR-2",      "MAYOR-3",      "MAYOR-4",   "WAGON-1",   "WAGON-2",       "WAGON-3",
    "WAGON-4",     "WAGON-5",      "WAGON-6",      "BARN-1",    "BARN-2",    "BARN-3",        "BARN-4",
    "BARN-5",      "BARN-6",       "BARN-7",       "BARN-8",    "RIVER-1",   "RIVER-2",       "RIVER-3",
    "RIVER-4",     "RIVER-5",      "RIVER-6",      "RIVER-7",   "RIVER-8",   "RIVER-9",       "RIVER-10",
    "RIVER-11",    "RIVER-12",     "RIVER-13",     "RIVER-14",  "SHEEP-1",   "SHEEP-2",       "SHEEP-3",
    "SHEEP-4",     "SHEEP-5",      "SHEEP-6",      "SHEEP-7",   "SHEEP-8",   "SHEEP-9",       "SHEEP-10",
    "SHEEP-11",    "SHEEP-12",     "SHEEP-13",     "HILL-1",    "HILL-2",    "HILL-3",        "HILL-4",
    "VINE-1",      "VINE-2",       "GOODS-1",      "GOODS-2",   "GOODS-3",   "GOODS-4",       "GOODS-5",
    "BUILD-1",     "BUILD-2",      "BUILD-3",      "BUILD-4",   "BUILD-5",   "BUILD-6",       "BUILD-7",
    "BUILD-8",     "BUILD-9",      "BUILD-10",     "BUILD-11",  "BUILD-12",  "PIG-1",         "PIG-2",
    "PIG-3",       "PIG-4",        "PIG-5",        "ABBOT-1",   "ABBOT-2",   "HOUSE-PREDRAW", "HOUSE-HAND3",
    "HOUSE-BAG",   "HOUSE-BUY",    "HOUSE-HOLE",   "HALF-1",    "HALF-2",    "HALF-3",        "HALF-4",
    "HALF-5",      "HALF-6",       "HALF-7",       "HALF-8",    "HALF-9",    "HALF-VINEYARD", "HALF-HILL",
    "HALF-SHEEP",  "HALF-CROP",    "HALF-GRID",    "CROP-1",    "CROP-2",    "CROP-3",        "CROP-4",
    "CROP-5",      "CROP-6",       "CROP-7",       "CROP-8",    "CROP-9",    "CROP-10",       "CROP-11",
    "CROP-12",     "CROP-13",      "CROP-14",      "CROP-15",   "DRAGON-1",  "DRAGON-2",      "DRAGON-3",
    "DRAGON-4",    "DRAGON-5",     "DRAGON-6",     "DRAGON-7",  "DRAGON-8",  "DRAGON-9",      "DRAGON-10",
    "DRAGON-11",   "DRAGON-12",    "VOLC-1",       "VOLC-2",    "VOLC-3",    "FAIRY-1",       "FAIRY-2",
    "FAIRY-3",     "FAIRY-4",      "FAIRY-5",      "FAIRY-6",   "FAIRY-7",   "FAIRY-8",       "FAIRY-9",
    "PRINC-1",     "PRINC-2",      "PRINC-3",      "PORTAL-1",  "PORTAL-2",  "PORTAL-3",      "TABLE-STANDARD",
    "TABLE-SHIFT", "TABLE-EXTEND", "HOUSE-BORDER", "CULT-1",    "CULT-2",    "CULT-3",        "CULT-4",
    "CULT-5",      "CULT-6",       "CULT-7",       "CULT-8",    "CULT-9",    "CULT-10",       "CULT-11",
    "CULT-12",     "INN-1",        "INN-2",        "INN-3",     "INN-4",     "INN-5",         "INN-6",
    "INN-7",       "INN-8",        "INN-9",        "INN-10",    "BIG-1",     "BIG-2",         "BIG-3",
    "BIG-4",       "BIG-5",        "FEST-1",       "FEST-2",    "FEST-3",    "FEST-4",        "FEST-5",
    "FEST-6",      "FEST-7",       "FEST-8",       "FEST-9",    "FEST-10",   "GARDEN-1",      "GARDEN-2",
    "GARDEN-3",    "ABBOT-3",      "ABBOT-4",      "ABBOT-5",   "ABBOT-6",   "ABBOT-7",       "ABBOT-8",
    "ABBOT-9",     "ABBOT-10",     "FLY-1",        "FLY-2",     "FLY-3",     "FLY-4",         "FLY-5",
    "FLY-6",       "FLY-7",        "FLY-8",        "FLY-9",     "FLY-10",    "FLY-11",        "FLY-12",
    "FLY-13",      "FLY-14",       "FLY-15",       "FLY-16",    "TOWER-1",   "TOWER-2",       "TOWER-3",
    "TOWER-4",     "TOWER-5",      "TOWER-6",      "TOWER-7",   "CAPT-1",    "CAPT-2",        "CAPT-3",
    "CAPT-4",      "CAPT-5",       "CAPT-6",       "EXCH-1",    "EXCH-2",    "EXCH-3",        "RANS-1",
    "RANS-2",      "RANS-3",       "RANS-4",       "BRIDGE-1",  "BRIDGE-2",  "BRIDGE-3",      "BRIDGE-4",
    "BRIDGE-5",    "BRIDGE-6",     "BRIDGE-7",     "BRIDGE-8",  "BRIDGE-9",  "CASTLE-1",      "CASTLE-2",
    "CASTLE-3",    "CASTLE-4",     "CASTLE-5",     "CASTLE-6",  "CASTLE-7",  "CASTLE-8",      "CASTLE-9",
    "CASTLE-10",   "CASTLE-11",    "CASTLE-12",    "BAZAAR-1",  "BAZAAR-2",  "BAZAAR-3",      "BAZAAR-4",
    "BAZAAR-5",    "BAZAAR-6",     "BAZAAR-7",     "BAZAAR-8",  "MON-1",     "MON-2",         "MON-3",
    "MON-4",       "MON-5",        "MON-6",        "MON-7",     "MON-8",     "MON-9",         "MON-10",
    "MON-11",      "MON-12",       "MON-13",       "LIT-1",     "LIT-2",     "LIT-3",         "LIT-4",
    "LIT-5",       "LIT-6",        "LIT-7",        "LIT-8",     "LIT-9",     "LIT-10",        "LIT-11",
    "LIT-O1",      "DAR-1",        "DAR-2",        "DAR-3",     "DAR-4",     "DAR-5",         "DAR-6",
    "DAR-7",       "DAR-8",        "DAR-9",        "DAR-10",    "BAR-1",     "BAR-2",         "BAR-3",
    "BAR-4",       "BAR-5",        "BAR-6",        "BAR-7",     "BAR-8",     "BAR-9",         "BAR-10",
    "BAR-11",      "BAR-O1",       "WAT-1",        "WAT-2",     "WAT-3",     "WAT-4",         "WAT-5",
    "WAT-6",       "WAT-7",        "WAT-8",        "WAT-9",     "WAT-10",    "WAT-11",        "WAT-12",
    "WAT-13",      "WAT-14",       "BIGTOP-1",     "BIGTOP-2",  "BIGTOP-3",  "BIGTOP-4",      "BIGTOP-5",
    "BIGTOP-6",    "BIGTOP-7",     "RING-1",       "RING-2",    "RING-3",    "ACRO-1",        "ACRO-2",
    "ACRO-3",      "ACRO-4",       "ACRO-5",       "ACRO-6",    "ACRO-7",    "LEI-1",         "LEI-2",
    "LEI-3",       "LEI-4",        "LEI-5",        "LEI-6",     "LEI-7",     "LEI-8",         "LEI-9",
    "LEI-10",      "LEI-11",       "LEI-12",       "LEI-13",    "LEI-14",    "LEI-15",        "LEI-16",
    "LEI-O1",      "RUS-1",        "RUS-2",        "RUS-3",     "RUS-4",     "RUS-5",         "RUS-6",
    "RUS-7",       "RUS-8",        "RUS-9",        "RUS-10",    "RUS-11",    "RUS-12",        "RUS-13",
    "RUS-14",      "RUS-15",       "RUS-16",       "RUS-O1",    "RUS-O2",    "RUS-O3",        "PLAGUE-1",
    "PLAGUE-2",    "PLAGUE-3",     "PLAGUE-4",     "PLAGUE-5",  "PLAGUE-6",  "PLAGUE-7",      "PLAGUE-8",
    "PLAGUE-9",    "PLAGUE-10",    "PLAGUE-11",    "PLAGUE-12", "PLAGUE-13", "PLAGUE-14",     "PLAGUE-15",
    "PLAGUE-16",   "PLAGUE-O1",    "PLAGUE-O2"};

TEST(ExpansionData, RulesOfTheSpecificationAreAllThere) {
  for (const std::string& id : kSpecified) {
    ASSERT_NE(catalogue().find_rule(id), nullptr) << id;
    EXPECT_FALSE(of_the_base(*catalogue().find_rule(id))) << id;
  }
  EXPECT_EQ(std::set<std::string>(kSpecified.begin(), kSpecified.end()).size(), 409u);
}

/// A mark that is another document's would tell players that it stands there.
TEST(ExpansionData, SourcesAreMarksOfTheReadmeAndTheWinterEditionsOnlyOfHouseRules) {
  std::stringstream readme;
  readme << std::ifstream(BASTIDE_SOURCE_DIR "/data/README.md").rdbuf();
  const std::regex kMark("(?:^|, )([A-Z]+)\\b");
  for (const RuleSpec& rule : catalogue().rules) {
    if (of_the_base(rule)) continue;
    EXPECT_TRUE(std::regex_search(rule.source, kMark)) << rule.id << ": " << rule.source;
    for (auto it = std::sregex_iterator(rule.source.begin(), rule.source.end(), kMark); it != std::sregex_iterator();
         ++it) {
      const std::string mark = (*it)[1];
      EXPECT_NE(readme.str().find("**" + mark + "**"), std::string::npos) << rule.id << ": " << rule.source;
      EXPECT_TRUE(mark != "W" || rule.id.starts_with("HOUSE-")) << rule.id;
    }
  }
}

}  // namespace
}  // namespace bastide
