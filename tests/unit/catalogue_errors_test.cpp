// Broken data: every mistake is told with its file, its line and what would be right; none crashes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "expansions/registry.h"
#include "rules/catalogue.h"
#include "short_form.h"

namespace bastide {
namespace {

// A whole catalogue, small enough to count its lines.
constexpr const char* kTinyTiles = R"(id = "tiny"
name = "Tiny"
source = "made up"
shape = "square"

[[tile]]
id = "A"
count = 2
start = true
sides = { N = "city", E = "road", S = "field", W = "road" }
features = [
  { type = "city", sides = "N", shields = 1 },
  { type = "road", sides = "E W" },
  { type = "field", ports = "ENE WNW", walls = "N" },
  { type = "field", ports = "ESE SSE SSW WSW" },
]
variants = [ { count = 1, start = true }, { illustration = "garden", count = 1 } ]

[[tile]]
id = "B"
count = 1
sides = { N = "city", E = "field", S = "road", W = "city" }
features = [
  { type = "city", sides = "N" },
  { type = "city", sides = "W" },
  { type = "road", sides = "S", end = "city", gate = "W" },
  { type = "field", ports = "ENE ESE SSE SSW", walls = "N W" },
]
symbols = [ { type = "MARK", field = "ESE" } ]
junction_look = "houses"
)";

constexpr const char* kTinyRules = R"([[rule]]
id = "FIELD-3"
source = "B"
title = { en = "Fields", nl = "Weiden", de = "Wiesen" }
text = { en = "Three points.", nl = "Drie punten.", de = "Drei Punkte." }
)";

constexpr const char* kOptions = R"([[option]]
id = "field_scoring"
group = "points"
name = { en = "Fields", nl = "Weiden", de = "Wiesen" }
sentence = { en = "How.", nl = "Hoe.", de = "Wie." }
rules = ["FIELD-3"]
default = "third"
values = [ { id = "third", name = { en = "Three", nl = "Drie", de = "Drei" } }, { id = "none", name = { en = "None", nl = "Geen", de = "Keine" }, sentence = { en = "So.", nl = "Zo.", de = "So." } } ]

[[option]]
id = "hand"
group = "points"
name = { en = "Hand", nl = "Hand", de = "Hand" }
sentence = { en = "How many.", nl = "Hoeveel.", de = "Wie viele." }
rules = ["FIELD-3"]
number = { min = 1, max = 5 }
default = 3
synonyms = ["tiles held"]

[[group]]
id = "points"
name = { en = "Points", nl = "Punten", de = "Punkte" }
)";

constexpr const char* kPresets = R"([[preset]]
id = "small"
name = { en = "Small", nl = "Klein", de = "Klein" }
sentence = { en = "For tests.", nl = "Voor tests.", de = "Zum Testen." }
source = "made up"
theme = "summer"
tiles = [ { set = "tiny", times = 2 } ]
seats = { min = 2, max = 4 }
options = { field_scoring = "none", hand = 2 }
minutes = { two = 30, more = 5 }

[[box]]
id = "big"
name = { en = "Big", nl = "Groot", de = "Groß" }
sentence = { en = "Much.", nl = "Veel.", de = "Viel." }
source = "made up"
preset = "small"
options = { halves = "on" }
)";

// An expansion's own files: an option in a group of its own, a rule, tiles.
constexpr const char* kOfExpansion = R"([[group]]
id = "more"
before = "points"
name = { en = "More", nl = "Meer", de = "Mehr" }

[[option]]
id = "halves"
group = "more"
name = { en = "Halves", nl = "Helften", de = "Halbe" }
sentence = { en = "If.", nl = "Of.", de = "Ob." }
rules = ["MORE-1", "FIELD-3"]
default = "off"
values = [ { id = "off", name = { en = "Off", nl = "Uit", de = "Aus" } }, { id = "on", name = { en = "On", nl = "Aan", de = "An" } } ]
)";

constexpr const char* kRulesOfExpansion = R"([[rule]]
id = "MORE-1"
source = "H"
title = { en = "Halves", nl = "Helften", de = "Halbe" }
text = { en = "Two.", nl = "Twee.", de = "Zwei." }
)";

constexpr const char* kTilesOfExpansion = R"(id = "more"
name = "More"
source = "made up"
prefix = "M-"
shape = "square"

[[tile]]
id = "1"
count = 1
sides = { N = "road", E = "city", S = "road", W = "city" }
features = [
  { type = "city", sides = "E W" },
  { type = "road", sides = "N S", tunnel = true },
  { type = "field", ports = "NNW NNE", walls = "E" },
  { type = "field", ports = "SSE SSW", walls = "E" },
  { type = "field", inner = true, walls = "E" },
]
symbols = [ { type = "MARK", city = "W" } ]

[[tile]]
id = "2"
count = 1
sides = { N = "field", E = "field", S = "road", W = "field" }
features = [
  { type = "road", sides = "S", end = "mark" },
  { type = "field", ports = "NNW NNE ENE ESE SSE SSW WSW WNW" },
]
symbols = [ { type = "MARK" } ]
)";

constexpr const char* kTilesBrought = R"([[tiles]]
set = "more"
when = { halves = "on" }

[[tiles]]
set = "more"
pile = "hand"
unless = { halves = "off", hand = 4 }
plain_when = { field_scoring = "third" }

[card]
option = "halves"
value = "on"
sentence = { en = "Two.", nl = "Twee.", de = "Zwei." }
tile = "more 1"
choices = [ "hand" ]
size = "small"
minutes = 5
boxes = [ "big" ]
)";

/// A text in which MARK is what some expansion reads on tiles.
std::string with_mark(std::string text) {
  static const std::string mark = [] {
    for (const Expansion* expansion : expansions())
      if (!expansion->marks.empty()) return std::string(expansion->marks[0].name);
    return std::string();
  }();
  for (size_t at = text.find("MARK"); at != std::string::npos; at = text.find("MARK", at + mark.size()))
    text.replace(at, 4, mark);
  return text;
}

DataFiles tiny() {
  return {{"expansions/hands/expansion.toml", kTilesBrought},
          {"expansions/hands/options.toml", kOfExpansion},
          {"expansions/hands/rules.toml", kRulesOfExpansion},
          {"expansions/hands/tiles/more.toml", with_mark(kTilesOfExpansion)},
          {"tiles/tiny.toml", with_mark(kTinyTiles)},
          {"rules.toml", kTinyRules},
          {"options.toml", kOptions},
          {"presets.toml", kPresets},
          {"phrases.toml", embedded_data().at("phrases.toml")}};
}

/// One mistake: in `file`, `from` (which stands there once) becomes `to`. MARK as in with_mark.
struct Mistake {
  const char* file;
  const char* from;
  const char* to;
  int line;
  const char* message;   ///< a part of it
  const char* expected;  ///< a part of it
};

std::ostream& operator<<(std::ostream& out, const Mistake& mistake) {
  return out << mistake.file << ": " << mistake.to;
}

class BrokenData : public testing::TestWithParam<Mistake> {};

TEST_P(BrokenData, IsToldWithPlaceAndRemedy) {
  const Mistake& mistake = GetParam();
  DataFiles files = tiny();
  std::string& text = files.at(mistake.file);
  const std::string from = with_mark(mistake.from);
  const size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos);
  ASSERT_EQ(text.find(from, at + 1), std::string::npos) << "not unique";
  text.replace(at, from.size(), with_mark(mistake.to));
  const Result<Catalogue> loaded = load_catalogue(files);
  ASSERT_FALSE(loaded.has_value());
  const Error& error = loaded.error();
  EXPECT_EQ(error.source, mistake.file);
  EXPECT_EQ(error.line, mistake.line) << error.text();
  EXPECT_GE(error.column, 1);
  EXPECT_NE(error.message.find(with_mark(mistake.message)), std::string::npos) << error.text();
  EXPECT_NE(error.expected.find(with_mark(mistake.expected)), std::string::npos) << error.text();
  EXPECT_EQ(error.text().find('\n'), std::string::npos);
}

constexpr const char* kT = "tiles/tiny.toml";
constexpr const char* kR = "rules.toml";
constexpr const char* kO = "options.toml";
constexpr const char* kP = "presets.toml";
constexpr const char* kXE = "expansions/hands/expansion.toml";
constexpr const char* kXO = "expansions/hands/options.toml";
constexpr const char* kXR = "expansions/hands/rules.toml";
constexpr const char* kXT = "expansions/hands/tiles/more.toml";

INSTANTIATE_TEST_SUITE_P(
    Tiles, BrokenData,
    testing::Values(
        Mistake{kT, "count = 2", "cuont = 2", 8, "Unknown key 'cuont' in a tile", "'count'"},
        Mistake{kT, "shields = 1", "sheilds = 1", 12, "Unknown key 'sheilds'", "'shields'"},
        Mistake{kT, "name = \"Tiny\"", "xyzzyqwert = 1", 2, "Unknown key 'xyzzyqwert'", "one of 'id', 'name'"},
        Mistake{kT, "id = \"A\"\n", "", 6, "'id' is missing in a tile", "'id = ...'"},
        Mistake{kT, "id = \"tiny\"", "id = \"other\"", 1, "The set in this file is 'other'", "file's own name"},
        Mistake{kT, "id = \"A\"", "id = \"A B\"", 7, "'A B' is no id", "letters and digits"},
        Mistake{kT, "id = \"A\"", "id = \"\"", 7, "is empty", "text"},
        Mistake{kT, "id = \"B\"", "id = \"A\"", 19, "'A' is in the set twice", "differ"},
        Mistake{kT, "id = \"B\"", "id = \"B\"\nid = \"C\"", 21, "cannot redefine existing string 'id'", ""},
        Mistake{kT, "shape = \"square\"", "shape = \"round\"", 4, "'round' is no shape", "'square', 'half' or 'twin'"},
        Mistake{kT, "shape = \"square\"", "shape = \"half\"", 10, "'H' is missing in a 'sides' table", "'H = ...'"},
        Mistake{kT, "count = 2", "count = 0", 8, "'count' is no number that fits", "from 1 to 99"},
        Mistake{kT, "count = 2", "count = 9223372036854775807", 8, "'count' is no number that fits", "from 1 to 99"},
        Mistake{kT, "count = 2", "count = 2.0", 8, "'count' is no number", "whole number"},
        Mistake{kT, "count = 2", "count = \"2\"", 8, "'count' is no number", "whole number"},
        Mistake{kT, "count = 2", "count = 3", 17, "variants are 2 copies, the tile has 3", "add up"},
        Mistake{kT, "\nstart = true", "\nstart = \"yes\"", 9, "neither true nor false", "true or false"},
        Mistake{kT, "\nstart = true", "", 16, "1 variants are marked as the start tile", "none"},
        Mistake{kT, "count = 1, start = true", "count = 1", 17, "0 variants are marked", "one with"},
        Mistake{kT, "count = 1\n", "count = 1\nstart = true\n", 19, "second start tile", "SET-3"},
        Mistake{kT, "{ N = \"city\", E = \"road\", S", "{ N = \"city\", E = \"raod\", S", 10,
                "'raod' is no kind of side", "'road'"},
        Mistake{kT, "{ N = \"city\", E = \"road\", S", "{ N = \"city\", S", 10, "'E' is missing", "'E = ...'"},
        Mistake{kT, "W = \"road\" }", "W = \"road\", H = \"road\" }", 10, "not the sides of the shape", "N E S W"},
        Mistake{kT, "sides = { N = \"city\", E = \"field\"", "sides = { Q = 1, N = \"city\", E = \"field\"", 22,
                "Unknown key 'Q' in a 'sides' table", "'N'"},
        Mistake{kT, "type = \"city\", sides = \"N\", sh", "type = \"town\", sides = \"N\", sh", 12,
                "'town' is no type of feature", "one of"},
        Mistake{kT, "sides = \"N\", sh", "sides = \"Q\", sh", 12, "'Q' is no side", "'N'"},
        Mistake{kT, "sides = \"N\", sh", "sides = \"N N\", sh", 12, "'N' stands there twice", "each once"},
        Mistake{kT, "sides = \"N\", sh", "sides = \" \", sh", 12, "is empty", "at least one"},
        Mistake{kT, "sides = \"N\", sh", "sides = \"N S\", sh", 12, "city reaches side S, which is field",
                "city at that side"},
        Mistake{kT, "sides = \"N\", sh", "sides = \"H\", sh", 12, "no side H", "a side it has"},
        Mistake{kT, "sides = \"N\" },", "sides = \"N W\" },", 25, "Side W belongs to two features", "one feature"},
        Mistake{kT, "shields = 1", "shields = -1", 12, "'shields' is no number", "from 0 to 9"},
        Mistake{kT, "  { type = \"road\", sides = \"E W\" },\n", "", 11, "Side E is road, and no road reaches it",
                "that side"},
        Mistake{kT, "sides = \"E W\"", "sides = \"E W S\"", 13, "road reaches side S, which is field",
                "road at that side"},
        Mistake{kT, "sides = \"E W\"", "sides = \"E W\", end = \"village\"", 13, "no end on the tile", "no 'end'"},
        Mistake{kT, "sides = \"E W\"", "sides = \"E\"", 13, "stops on the tile", "'end'"},
        Mistake{kT, "sides = \"E W\"", "sides = \"E W\", gate = \"N\"", 13, "Only a road that ends at a city",
                "no 'gate'"},
        Mistake{kT, "end = \"city\"", "end = \"lake\"", 26, "'lake' is no end of a road", "'village'"},
        Mistake{kT, "end = \"city\", gate = \"W\"", "end = \"city\"", 26, "ends at a city", "'gate'"},
        Mistake{kT, "end = \"city\", gate = \"W\"", "end = \"cloister\"", 23, "the tile has none", "cloister"},
        Mistake{kT, "gate = \"W\"", "gate = \"E\"", 26, "No city reaches side E", "a side of a city"},
        Mistake{kT, "ports = \"ENE WNW\"", "ports = \"ENE WNN\"", 14, "'WNN' is no half of a side", "'WNW'"},
        Mistake{kT, "ports = \"ENE WNW\"", "ports = \"ENE WNW NNW\"", 14, "reaches NNW, and that side is city",
                "ports of field"},
        Mistake{kT, "ports = \"ENE WNW\"", "ports = \"ENE WNW HSE\"", 14, "no HSE", "a port it has"},
        Mistake{kT, "ports = \"ENE WNW\"", "ports = \"ENE WNW WSW\"", 15, "Two fields reach WSW", "one field"},
        Mistake{kT, "ports = \"ENE WNW\"", "ports = \"WNW\"", 11, "No field reaches ENE", "one field"},
        Mistake{kT, "ports = \"ESE SSE SSW WSW\"", "ports = \"ESE SSE\" }, { type = \"field\", ports = \"SSW WSW\"", 11,
                "Side S is field, and its halves are in two fields", "no road parts them"},
        Mistake{kT, "walls = \"N\" ", "walls = \"S\" ", 14, "No city reaches side S", "a side of a city"},
        Mistake{kT, "sides = \"E W\"", "walls = \"N\", sides = \"E W\"", 13, "Unknown key 'walls' in a road", "one of"},
        Mistake{kT, "{ type = \"road\", sides = \"E W\" }", "7", 13, "not a feature", "table"},
        Mistake{kT, "  { type = \"road\", sides = \"S\"",
                "  { type = \"cloister\" }, { type = \"cloister\" }, { type = \"road\", sides = \"S\"", 26,
                "second cloister", "one at most"},
        Mistake{
            kT,
            "  { type = \"city\", sides = \"W\" },\n  { type = \"road\", sides = \"S\", end = \"city\", gate = \"W\" }",
            "  { type = \"road\", sides = \"S\", end = \"city\", gate = \"N\" },\n  { type = \"city\", sides = \"W\" }",
            26, "A city stands behind other features", "cities first"},
        Mistake{kT, "type = \"MARK\"", "type = \"MARKS\"", 29, "'MARKS' is no symbol", "'MARK'"},
        Mistake{kT, "field = \"ESE\"", "field = \"NNE\"", 29, "No field reaches NNE", "port"},
        Mistake{kT, "field = \"ESE\"", "city = \"S\"", 29, "No city reaches side S", "a side of a city"},
        Mistake{kT, "field = \"ESE\"", "field = \"ESE\", city = \"N\"", 29, "stands in one place", "'field' or 'city'"},
        Mistake{kT, "sides = \"E W\"", "sides = \"E W\", tunnel = true", 11,
                "The road at side E runs in a tunnel, and its mouth is in two fields", "one field"},
        Mistake{kT, "ports = \"ENE WNW\", walls = \"N\" },\n  { type = \"field\", ports = \"ESE",
                "ports = \"ENE WNW ESE", 11, "The road at side E runs through a field", "tunnel = true"},
        Mistake{kT, "end = \"city\", gate = \"W\"", "end = \"village\", tunnel = true", 26, "A tunnel with one mouth",
                "two 'sides'"},
        Mistake{kT, "ports = \"ENE WNW\"", "ports = \"ENE WNW\", inner = true", 14, "An inner field reaches no side",
                "no 'inner'"},
        Mistake{kT, "ports = \"ENE WNW\", ", "", 14, "'ports' is missing in a field", "'ports = ...'"},
        Mistake{kT, "\"houses\"", "\"hauses\"", 30, "'hauses' is no look", "'houses'"},
        Mistake{kT, "variants = [ {", "junction_look = \"houses\"\nvariants = [ {", 17, "No road ends on the tile",
                "no 'junction_look'"},
        Mistake{kT, "symbols = [ { type = \"MARK\", field = \"ESE\" } ]", "symbols = 3", 29, "'symbols' is no list",
                "[ ]"},
        Mistake{kT, "variants = [ { count = 1, start = true }, { illustration = \"garden\", count = 1 } ]",
                "variants = []", 17, "The variants are 0 copies", "add up"}));

INSTANTIATE_TEST_SUITE_P(
    Editions, BrokenData,
    testing::Values(
        Mistake{kR, "id = \"FIELD-3\"", "id = \"Field 3\"", 2, "'Field 3' is no id", "ABC"},
        Mistake{kR, "nl = \"W", "fr = \"W", 4, "Unknown key 'fr'", "'en'"},
        Mistake{kR, "en = \"Three points.\", ", "", 5, "'en' is missing in a 'text' table", "'en = ...'"},
        Mistake{kR, ", nl = \"Drie punten.\"", "", 5, "'nl' is missing in a 'text' table", "'nl = ...'"},
        Mistake{kR, ", de = \"Wiesen\"", "", 4, "'de' is missing in a 'title' table", "'de = ...'"},
        Mistake{kR, "\"Wiesen\"", "\"\"", 4, "'de' is empty", "a text"},
        Mistake{kR, "source = \"B\"\n", "", 1, "'source' is missing in a rule", "'source = ...'"},
        Mistake{kR, "source = \"B\"", "source = \"\"", 3, "'source' is empty", "a text"},
        Mistake{kR, "title = { en = \"Fields\", nl = \"Weiden\", de = \"Wiesen\" }", "title = \"Fields\"", 4,
                "not a 'title' table", "table"},
        Mistake{kR, "source = \"B\"", "source = 5", 3, "'source' is no text", "quotes"},
        Mistake{kR, "source = \"B\"", "source = \"B\"\nreading = 1", 4, "neither true nor false", "true or false"},
        Mistake{kO, "rules = [\"FIELD-3\"]\ndefault", "rules = [\"FIELD-4\"]\ndefault", 6, "no rule 'FIELD-4'",
                "'FIELD-3'"},
        Mistake{kO, "rules = [\"FIELD-3\"]\ndefault", "rules = []\ndefault", 1, "names no rule", "rules"},
        Mistake{kO, "default = \"third\"", "default = \"thrid\"", 7, "'thrid' is no value of field_scoring", "'third'"},
        Mistake{kO, "{ id = \"third\", name = { en = \"Three\", nl = \"Drie\", de = \"Drei\" } }, ", "", 8,
                "fewer than two values", "two or more"},
        Mistake{kO, ", de = \"Wie.\"", "", 5, "'de' is missing in a 'sentence' table", "'de = ...'"},
        Mistake{kO, ", nl = \"Geen\"", "", 8, "'nl' is missing in a 'name' table", "'nl = ...'"},
        Mistake{kO, ", nl = \"Zo.\"", "", 8, "'nl' is missing in a 'sentence' table", "'nl = ...'"},
        Mistake{kO, "group = \"points\"\nname = { en = \"Hand\"", "group = \"pionts\"\nname = { en = \"Hand\"", 12,
                "no group 'pionts'", "'points'"},
        Mistake{kO, ", de = \"Punkte\"", "", 22, "'de' is missing in a 'name' table", "'de = ...'"},
        Mistake{kO, "id = \"none\"", "id = \"third\"", 8, "'third' is there twice", "differ"},
        Mistake{kO, "id = \"hand\"", "id = \"field_scoring\"", 11, "'field_scoring' is there twice", "differ"},
        Mistake{kO, "number = { min = 1, max = 5 }\n", "", 10, "a choice or a number", "either"},
        Mistake{kO, "max = 5", "max = 1", 16, "'max' is no number", "from 2"},
        Mistake{kO, "default = 3", "default = 9", 17, "'default' is no number", "from 1 to 5"},
        Mistake{kO, "[\"tiles held\"]", "[\"tiles held\", 4]", 18, "is no text", "quotes"},
        Mistake{kO, "synonyms", "synonym", 18, "Unknown key 'synonym' in an option", "'synonyms'"},
        Mistake{kP, "set = \"tiny\"", "set = \"tyni\"", 7, "no tile set 'tyni'", "'tiny'"},
        Mistake{kP, ", nl = \"Voor tests.\"", "", 4, "'nl' is missing in a 'sentence' table", "'nl = ...'"},
        Mistake{kP, "times = 2", "times = 10", 7, "'times' is no number", "from 1 to 9"},
        Mistake{kP, "[ { set = \"tiny\", times = 2 } ]", "[]", 7, "no start tile", "SET-3"},
        Mistake{kP, "theme = \"summer\"", "theme = \"sumer\"", 6, "'sumer' is no theme", "'summer'"},
        Mistake{kP, "max = 4", "max = 9", 8, "'max' is no number", "from 2 to 8"},
        Mistake{kP, "min = 2", "min = 1", 8, "'min' is no number", "from 2 to 8"},
        Mistake{kP, "field_scoring = ", "field_scorin = ", 9, "no option 'field_scorin'", "'field_scoring'"},
        Mistake{kP, "\"none\"", "\"fourth\"", 9, "'fourth' is no value of field_scoring", "one of 'third', 'none'"},
        Mistake{kP, "hand = 2", "hand = 6", 9, "'hand' is no number", "from 1 to 5"},
        Mistake{kP, "hand = 2", "hand = \"two\"", 9, "'hand' is no number", "from 1 to 5"},
        Mistake{kP, "two = 30", "two = 0", 10, "'two' is no number", "from 1 to 999"},
        Mistake{kP, "minutes", "# minutes", 1, "'minutes' is missing in a preset", "'minutes = ...'"},
        Mistake{kP, "id = \"big\"", "id = \"small\"", 13, "'small' is a preset", "differ"},
        Mistake{kP, "preset = \"small\"", "preset = \"smal\"", 17, "no preset 'smal'", "'small'"},
        Mistake{kP, "id = \"big\"", "id = \"bigger\"", 1, "no box 'big'", "'bigger'"},
        Mistake{kP, "halves = \"on\"", "halves = \"onn\"", 18, "'onn' is no value of halves", "'on'"},
        Mistake{kP, "options = { field_scoring = \"none\", hand = 2 }", "options = 1", 9, "'options' is no table",
                "table"},
        Mistake{kP, "[ { set = \"tiny\", times = 2 } ]", "[}]", 7, "not TOML", "a key and a value"},
        Mistake{kP, "times = 2 } ]", "times = 2 }, }\n]", 7, "not TOML", "a key and a value"},
        Mistake{kP, "[[preset]]", "[preset]", 1, "'preset' is no list", "[ ]"},
        Mistake{kP, "id = \"small\"", "id = \"small", 2, "control characters", ""},
        Mistake{kP, "id = \"small\"",
                "id = \"sm\xff"
                "all\"",
                2, "invalid utf-8", ""},
        Mistake{kP, "id = \"small\"",
                "id = \"sm\x01"
                "all\"",
                2, "control characters", ""}));

INSTANTIATE_TEST_SUITE_P(
    Expansions, BrokenData,
    testing::Values(
        Mistake{kXO, "default = \"off\"", "default = \"off\"\nonly_when = { hnad = \"3\" }", 13, "no option 'hnad'",
                "'hand'"},
        Mistake{kXO, "default = \"off\"", "default = \"off\"\nonly_when = { field_scoring = \"thrid\" }", 13,
                "'thrid' is no value of field_scoring", "'third'"},
        Mistake{kXO, "before = \"points\"", "before = \"pionts\"", 3, "no group 'pionts' yet", "'points'"},
        Mistake{kXO, "id = \"more\"", "id = \"points\"", 2, "'points' is there twice", "differ"},
        Mistake{kXO, "id = \"halves\"", "id = \"hand\"", 7, "'hand' is there twice", "differ"},
        Mistake{kXO, "group = \"more\"", "group = \"mroe\"", 8, "no group 'mroe'", "'more'"},
        Mistake{kXO, "\"MORE-1\", ", "\"MORE-2\", ", 11, "no rule 'MORE-2'", "'MORE-1'"},
        Mistake{kXR, "id = \"MORE-1\"", "id = \"FIELD-3\"", 2, "'FIELD-3' is there twice", "differ"},
        Mistake{kXR, "source = \"H\"\n", "", 1, "'source' is missing in a rule", "'source = ...'"},
        Mistake{kXR, "source = \"H\"", "source = \"H\"\nwith = [\"bag\", \"bga\"]", 4, "no edition 'bga'", "'bag'"},
        Mistake{kXR, "source = \"H\"", "source = \"H\"\nwith = [\"hands\"]", 4, "the expansion that the rule is of",
                "others"},
        Mistake{kXR, "source = \"H\"", "source = \"H\"\nwith = [\"bag\", \"bag\"]", 4, "'bag' stands there twice",
                "once"},
        Mistake{kXR, "source = \"H\"", "source = \"H\"\nwith = \"bag\"", 4, "'with' is no list", "[ ]"},
        Mistake{kXR, "source = \"H\"", "source = \"H\"\nwith = [7]", 4, "is no text", "quotes"},
        Mistake{kR, "source = \"B\"", "source = \"B\"\nwith = [\"bag\"]", 4, "holds with everything", "no 'with'"},
        Mistake{kR, "[[rule]]", "[[document]]\nmark = \"B\"\n[[rule]]", 1, "'name' is missing in a document",
                "'name = ...'"},
        Mistake{kXT, "id = \"more\"", "id = \"less\"", 1, "The set in this file is 'less'", "file's own name"},
        Mistake{kXT, "tunnel = true", "tunnel = false", 11, "The road at side N runs through a field", "tunnel = true"},
        Mistake{kXT, "type = \"MARK\", c", "type = \"MARKS\", c", 18, "'MARKS' is no symbol", "'MARK'"},
        Mistake{kXT, "\"mark\"", "\"marc\"", 25, "'marc' is no end of a road", "'mark'"},
        Mistake{kXE, "set = \"more\"\nwhen", "set = \"mroe\"\nwhen", 2, "no tile set 'mroe'", "'more'"},
        Mistake{kXE, "set = \"more\"\nwhen", "when", 1, "'set' is missing", "'set = ...'"},
        Mistake{kXE, "halves = \"on\"", "halve = \"on\"", 3, "no option 'halve'", "'halves'"},
        Mistake{kXE, "halves = \"on\"", "halves = \"onn\"", 3, "'onn' is no value of halves", "'on'"},
        Mistake{kXE, "{ halves = \"on\" }", "{ }", 3, "'when' names no option", "option = "},
        Mistake{kXE, "{ halves = \"on\" }", "\"halves\"", 3, "'when' is no table", "table of options"},
        Mistake{kXE, "hand = 4", "hand = 6", 8, "'hand' is no number", "from 1 to 5"},
        Mistake{kXE, "pile = \"hand\"", "pile = \"hnad\"", 7, "no pile 'hnad'", "'hand'"},
        Mistake{kXE, "plain_when", "plane_when", 9, "Unknown key 'plane_when'", "'plain_when'"},
        Mistake{kXE, "option = \"halves\"", "option = \"halfs\"", 11, "no option 'halfs'", "'halves'"},
        Mistake{kXE, "value = \"on\"", "value = \"off\"", 13, "'off' does not switch halves on", "'on'"},
        Mistake{kXE, "\"Twee.\"", "\"Eén twee drie vier vijf zes zeven acht negen tien elf twaalf der\"", 14,
                "is too long", "at most 60 letters"},
        Mistake{kXE, "tile = \"more 1\"", "tile = \"more\"", 15, "names no tile", "a set and a tile"},
        Mistake{kXE, "tile = \"more 1\"", "tile = \"mroe 1\"", 15, "no tile set 'mroe'", "'more'"},
        Mistake{kXE, "tile = \"more 1\"", "tile = \"more 3\"", 15, "no tile '3'", "'1'"},
        Mistake{kXE, "tile = \"more 1\"", "tile = \"more 1\"\nsign = \"x\"", 16, "draws no 'x'", ""},
        Mistake{kXE, "[ \"hand\" ]", "[ \"hnad\" ]", 11, "no option 'hnad'", "'hand'"},
        Mistake{kXE, "size = \"small\"", "size = \"smal\"", 17, "'smal' is no size", "'small'"}));

Error broken(const DataFiles& files) {
  const Result<Catalogue> loaded = load_catalogue(files);
  EXPECT_FALSE(loaded.has_value());
  return loaded.has_value() ? Error{} : loaded.error();
}

TEST(DataErrors, TheTinyCatalogueIsWhole) {
  const Result<Catalogue> loaded = load_catalogue(tiny());
  ASSERT_TRUE(loaded.has_value()) << loaded.error().text();
  EXPECT_EQ(loaded->presets[0].options.at("hand"), "2");
  EXPECT_EQ(loaded->options[2].default_value, "3");
  EXPECT_EQ(loaded->rules[0].title, "Fields");
  EXPECT_EQ(translated(loaded->rules[0].translations, "nl", "title", "?"), "Weiden");
  EXPECT_EQ(translated(loaded->rules[0].translations, "en", "title", loaded->rules[0].title), "Fields");
  EXPECT_EQ(translated(loaded->options[1].translations, "de", "group", "?"), "Punkte");
  EXPECT_EQ(translated(loaded->options[1].values[1].translations, "de", "name", "?"), "Keine");
  EXPECT_EQ(translated(loaded->presets[0].translations, "nl", "sentence", "?"), "Voor tests.");
  EXPECT_FALSE(loaded->rules[0].reading);
}

TEST(DataErrors, TheDigestChangesWithTheFiles) {
  DataFiles files = tiny();
  const auto digest = [&] { return load_catalogue(files)->digest; };
  const uint64_t before = digest();
  EXPECT_EQ(digest(), before);
  files.at("presets.toml") += "# changed\n";
  EXPECT_NE(digest(), before);
}

// Rules stand behind those of data/, options in the order of their groups.
TEST(DataErrors, AnExpansionsFilesAddToTheOthers) {
  const Result<Catalogue> loaded = load_catalogue(tiny());
  ASSERT_TRUE(loaded.has_value()) << loaded.error().text();
  EXPECT_EQ(loaded->options[0].id, "halves");
  EXPECT_EQ(loaded->options[0].group, "More");
  ASSERT_EQ(loaded->rules.size(), 2u);
  EXPECT_EQ(loaded->rules[1].id, "MORE-1");
  ASSERT_EQ(loaded->sets.size(), 2u);
  EXPECT_EQ(loaded->sets[0].id, "tiny");
  const TileSpec& tile = loaded->sets[1].tiles[0];
  EXPECT_TRUE(tile.features[1].tunnel);
  EXPECT_EQ(tile.features[4].place, "fieldInner");
  EXPECT_EQ(tile.features[4].cities, std::vector<int>{0});
  EXPECT_EQ(tile.symbols[0].feature, 0);
  EXPECT_EQ(loaded->sets[1].tiles[1].junction, "mark");
  ASSERT_EQ(loaded->tiles.size(), 2u);
  EXPECT_EQ(loaded->tiles[0].expansion, "hands");
  EXPECT_EQ(loaded->tiles[0].when, (Condition{{"halves", "on"}}));
  EXPECT_EQ(loaded->tiles[0].pile, "");
  EXPECT_EQ(loaded->tiles[1].pile, "hand");
  EXPECT_EQ(loaded->tiles[1].unless, (Condition{{"halves", "off"}, {"hand", "4"}}));
  EXPECT_EQ(loaded->tiles[1].plain_when, (Condition{{"field_scoring", "third"}}));
}

TEST(DataErrors, MissingAndUnknownFiles) {
  for (const char* path : {kR, kO, kP, "phrases.toml"}) {
    DataFiles files = tiny();
    files.erase(path);
    EXPECT_EQ(broken(files).text(), std::string(path) + ": The data file is missing");
  }
  DataFiles files = tiny();
  files["ruels.toml"] = "";
  EXPECT_EQ(
      broken(files).text(),
      "ruels.toml: This is no data file; expected rules.toml, options.toml, presets.toml, jcz.toml, phrases.toml or "
      "tiles/SET.toml");
  files = tiny();
  files["expansions/hadns/options.toml"] = "";
  EXPECT_EQ(broken(files).text(), "expansions/hadns/options.toml: There is no expansion 'hadns'; expected 'hands'");
  files = tiny();
  files["expansions/hands/presets.toml"] = "";
  EXPECT_EQ(broken(files).text(),
            "expansions/hands/presets.toml: This is no data file; expected expansion.toml, rules.toml, "
            "options.toml, jcz.toml, phrases.toml or tiles/SET.toml");
  files = tiny();
  files["expansions/hands/tiles/tiny.toml"] = with_mark(kTinyTiles);
  EXPECT_EQ(broken(files).text(),
            "expansions/hands/tiles/tiny.toml, line 1, column 1: The set 'tiny' is there twice; expected ids that "
            "differ");
  EXPECT_NE(broken({}).message, "");
}

TEST(DataErrors, EmptyFiles) {
  for (const auto& [path, bytes] : tiny()) {
    if (path == kXE) continue;  // an expansion may bring nothing
    DataFiles files = tiny();
    files[path] = "";
    EXPECT_NE(broken(files).message, "") << path;
  }
}

TEST(DataErrors, WhatBringsTilesOrFiguresHasACard) {
  const std::string wanted = "; expected a table [card] with option, value, sentence, tile, size and minutes";
  DataFiles files = tiny();
  files[kXE].resize(files[kXE].find("[card]"));
  EXPECT_EQ(broken(files).text(),
            "expansions/hands/expansion.toml, line 1, column 1: It brings tiles or figures into play, and the set-up "
            "page has no card for it" +
                wanted);
  int with_figures = 0;
  for (const Expansion* expansion : expansions()) {
    if (expansion->figures.empty()) continue;
    ++with_figures;
    const std::string path = "expansions/" + std::string(expansion->id) + "/expansion.toml";
    files = embedded_data();
    files[path] = "";
    EXPECT_EQ(broken(files).text(),
              path +
                  ", line 1, column 1: It brings tiles or figures into play, and the set-up page has no card for it" +
                  wanted);
    files.erase(path);
    EXPECT_EQ(broken(files).text(),
              path +
                  ": The file is missing: the expansion brings figures into play, and the set-up page has no card "
                  "for it" +
                  wanted);
  }
  EXPECT_GT(with_figures, 0);
}

TEST(DataErrors, TextsThatNestWithoutEnd) {
  const auto repeat = [](const std::string& part, size_t times) {
    std::string all;
    for (size_t i = 0; i < times; ++i) all += part;
    return all;
  };
  const std::string lists = "a = " + repeat("[\n", 100'000);
  const std::string one_line = "a = " + repeat("[", 400);
  const std::string keys = repeat("a.", 100'000) + "a = 1\n";
  const std::string chain = "a = " + repeat("{ " + repeat("a.", 200) + "a = [\n", 300);
  const std::string headers = "[" + repeat("a.", 200) + "a]\n" + repeat("a.", 200) + "a = 1\n";
  // Well formed, and 1000 tables deep.
  const std::string dots = repeat("a.", 200) + "a";
  const std::string whole =
      "[" + dots + ".b]\n" + dots + " = [\n{ " + dots + " = [\n{ " + dots + " = [\n{ " + dots + " = 1 }\n] }\n] }\n]\n";
  for (const std::string& text : {lists, one_line, keys, chain, headers, whole}) {
    DataFiles files = tiny();
    files[kP] = text;
    EXPECT_NE(broken(files).message, "");
  }
  DataFiles files = tiny();
  files[kP] = "\n" + keys;
  EXPECT_EQ(broken(files).text(),
            "presets.toml, line 2, column 501: The line is too long; expected at most 500 bytes in a line");
}

// A file that breaks off anywhere, or in which one byte is another, is either still a catalogue or an error with a
// source.
TEST(DataErrors, DamagedFilesNeverCrash) {
  std::mt19937 random(1);
  size_t errors = 0;
  const auto load_damaged = [&errors](const std::string& path, std::string text) {
    DataFiles files = tiny();
    const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
    files[path] = std::move(text);
    const Result<Catalogue> loaded = load_catalogue(files);
    if (loaded.has_value()) return;
    ++errors;
    EXPECT_FALSE(loaded.error().message.empty());
    EXPECT_TRUE(tiny().contains(loaded.error().source)) << loaded.error().source;
    if (loaded.error().source != path) return;
    EXPECT_LE(loaded.error().line, lines + 1) << loaded.error().text();
  };
  for (const auto& [path, bytes] : tiny()) {
    const size_t step = path == "phrases.toml" ? 211 : every(17);  // the program's own, and long: samples of it
    for (size_t length = 0; length < bytes.size(); length += step) load_damaged(path, bytes.substr(0, length));
    for (size_t i = 0; i < bytes.size(); i += step) {
      std::string text = bytes;
      text[i] = static_cast<char>(random() & 0xff);
      load_damaged(path, std::move(text));
    }
  }
  EXPECT_GT(errors, in_short_form() ? 100u : 1000u);
}

TEST(DataErrors, FoldersThatAreNoDataFolders) {
  const Result<DataFiles> missing = read_data_folder("/nowhere/at/all");
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().source, "/nowhere/at/all");

  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "bastide_data_folder";
  std::filesystem::remove_all(folder);
  for (const char* inside : {"tiles", "expansions/hands/tiles"}) std::filesystem::create_directories(folder / inside);
  EXPECT_FALSE(read_data_folder(folder.string()).has_value());
  for (const auto& [path, bytes] : tiny()) std::ofstream(folder / path, std::ios::binary) << bytes;
  std::ofstream(folder / "README.md") << "not data";
  const Result<DataFiles> found = read_data_folder(folder.string());
  ASSERT_TRUE(found.has_value()) << found.error().text();
  EXPECT_EQ(*found, tiny());

  std::filesystem::resize_file(folder / "rules.toml", 5u << 20);
  const Result<DataFiles> large = read_data_folder(folder.string() + "/");
  ASSERT_FALSE(large.has_value());
  EXPECT_NE(large.error().message.find("too large"), std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST(Errors, TextIsOneLineWithPlaceRemedyAndRule) {
  Error error{"found 'q'", 3, 12, "a rotation (n e s w)", "PLACE-2", "game.txt"};
  EXPECT_EQ(error.text(), "game.txt, line 3, column 12: found 'q'; expected a rotation (n e s w) [PLACE-2]");
  EXPECT_EQ(failure("There is no such game.").value().text(), "There is no such game");
  error = {"Bad line.", 7, 0, "", "", ""};
  EXPECT_EQ(error.text(), "line 7: Bad line");
}

}  // namespace
}  // namespace bastide
