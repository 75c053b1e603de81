// Everything data/ says, read and validated once: tile sets, presets, options, rule texts, phrases.
// Pure description with names; ruleset.h compiles a choice from it into what the kernel runs on.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"
#include "rules/language.h"
#include "rules/phrases.h"

namespace bastide {

// ---------------------------------------------------------------- tiles

/// half: right angle at SW when not turned; sides W, S, H. twin: two squares side by side, the second one in the east
/// when not turned; sides N, S, W of the first and N2, E2, S2 of the second one.
enum class TileShape : uint8_t { square, half, twin };

/// Sides as the catalogue writes them. `H` is the long side of a half (from the NW to the SE corner).
enum class TileSide : uint8_t { N, E, S, W, H, N2, E2, S2 };
inline constexpr int kTileSides = 8;

/// Half-sides, clockwise round the tile. A field port; every half of a field or road side belongs to one field.
enum class TilePort : uint8_t { NNW, NNE, ENE, ESE, SSE, SSW, WSW, WNW, HNW, HSE, NNW2, NNE2, ENE2, ESE2, SSE2, SSW2 };

/// none: the shape has no such side; any: fits whatever lies beside it, closes it and joins nothing.
enum class TileTerrain : uint8_t { none, field, road, city, water, any };
/// garden: by options (ABBOT-1); building: of a twin.
enum class TileFeatureType : uint8_t {
  city,
  road,
  cloister,
  field,
  garden,
  water,
  chapter,
  pyramid,
  building,
  quarter,
  hut,
  trap
};
/// What a road ends at, mark: its first symbol; or water with one side: spring, lake.
enum class RoadEnd : uint8_t { none, village, cloister, city, house, trees, mark, spring, lake };

std::string_view to_string(TileSide side);
std::string_view to_string(TilePort port);
std::string_view to_string(TileTerrain terrain);
std::string_view to_string(TileFeatureType type);
std::string_view to_string(RoadEnd end);

/// One feature of a tile in the tile's own frame (rotation 0).
struct TileFeatureSpec {
  TileFeatureType type = TileFeatureType::field;
  std::vector<TileSide> sides;  ///< city, road, water: the sides it reaches
  int shields = 0;              ///< city
  bool wide = false;            ///< city with one side: it is no half circle
  RoadEnd end = RoadEnd::none;  ///< road, water with one side: where it stops
  int end_city = -1;            ///< road with end == city: index of that city among the features
  bool tunnel = false;          ///< road: it runs under the tile, and parts no field
  bool spans = false;           ///< road with one side: it runs on into the second square of its double tile
  std::vector<TilePort> ports;  ///< field; none: it reaches no side
  std::vector<int> cities;      ///< field: features (cities) whose wall it touches on this tile (FIELD-2)

  /// The feature's name in notation, unique on its tile and independent of rotation: "city", "road", "field",
  /// "cloister" where the tile has one of them; otherwise with its first side or port: "cityN", "roadW", "fieldSSE".
  /// A field that reaches no side is "fieldInner", a second one "fieldInner2".
  std::string place;
};

/// Copies of a tile that differ in their picture. Rules read gardens (ABBOT-1), and pictures that are a mark.
struct TileVariant {
  std::string illustration;  ///< empty: plain
  int count = 0;
  bool start = false;
  std::string mark;  ///< what the picture is to an expansion that reads it; empty: nothing
  int feature = -1;  ///< of a mark: the field in which it lies
};

/// Something drawn on a tile that only an expansion reads (Expansion::marks).
struct TileSymbol {
  std::string type;
  int feature = -1;  ///< index of the field or city it stands in among the features; -1: stands in none
  int count = 1;
  bool middle = false;  ///< drawn in the middle of the tile, where it parts the fields that the tile says are apart
  bool turned = false;  ///< MarkSpec::turned
};

struct TileSpec {
  std::string set;  ///< "base-c2"
  std::string id;   ///< "D", as in the published lists; ids are unique within a set
  TileShape shape = TileShape::square;
  int count = 0;                                ///< copies in the box, the start tile included
  bool start = false;                           ///< one copy is the start tile (SET-3)
  std::array<TileTerrain, kTileSides> sides{};  ///< indexed by TileSide
  std::vector<TileFeatureSpec> features;        ///< cities first
  std::vector<TileSide> parted;                 ///< field sides whose halves are in two fields
  std::vector<TileSymbol> symbols;
  std::string junction;               ///< what the roads that end here end at; empty if none do
  std::string junction_look;          ///< houses, bushes, trees, house; empty if no junction (HOUSE-TREES reads it)
  std::string illustration;           ///< what the plain picture shows; empty: nothing
  std::vector<TileVariant> variants;  ///< adds up to `count`; one plain variant when the data names none
  std::string notes;
};

struct TileSet {
  std::string id;
  std::string name;    ///< shown to players
  std::string source;  ///< document and place
  std::string prefix;  ///< in notation, before the ids of its tiles; mostly empty
  TileShape shape = TileShape::square;
  std::vector<TileSpec> tiles;
  int total() const;  ///< physical tiles
  const TileSpec* find(std::string_view id) const;
};

// ---------------------------------------------------------------- options, presets, rules

/// One value an option can take.
struct OptionValue {
  std::string id;             ///< "third"
  std::string name;           ///< "3 points a city, field by field"
  std::string sentence;       ///< one sentence that says what it does; may be empty
  bool former = false;        ///< games made with it go on; it is offered no more
  int seats = 0;              ///< how many can play by it; 0: says nothing of that (SET-2)
  Translations translations;  ///< of name and sentence
};

/// A description the set-up page, the command line and the checker are built from; a new option needs no code in them.
struct OptionSpec {
  std::string id;     ///< "field_scoring"; the key of --set and of records
  std::string group;  ///< heading on the set-up page
  std::string name;
  std::string sentence;
  std::vector<std::string> rules;   ///< ids, the first is the one shown
  std::vector<OptionValue> values;  ///< empty for a number
  int minimum = 0, maximum = 0;     ///< for a number
  std::string default_value;
  std::map<std::string, std::vector<std::string>> only_when;  ///< it has an effect only where these have such a value
  std::vector<std::string> synonyms;  ///< further words the search finds it by, of every language
  Translations translations;          ///< of group, name and sentence
  const OptionValue* find(std::string_view value) const;
  std::vector<OptionValue> offered() const;  ///< the values without the former ones
};

struct TileSetUse {
  std::string set;
  int times = 1;
};

/// Settings of options that must all be there.
using Condition = std::map<std::string, std::string>;

/// Tiles that an expansion in play brings.
struct ExpansionTiles {
  std::string expansion;
  std::string set;
  std::string pile;                  ///< of the expansion; empty: they come into the stack
  Condition when;                    ///< only if it holds; empty: always
  Condition unless;                  ///< not if it holds; empty: nothing keeps them out
  Condition plain_when;              ///< if it holds, those without symbols alone; empty: all of them
  std::vector<std::string> without;  ///< ids of tiles that stay in the box
  bool staged = false;               ///< they are drawn before all that is not, `first` first and `last` last
  std::vector<std::string> first, last;
  bool late = false;  ///< so many of the others come before them as the expansion says (Ruleset::before_late)
  /// What becomes of the start tile that one of these replaces, if it does not stay in the box: it comes into the
  /// stack; among those that are staged; or leaves the stack next to them.
  Condition old_start_when, old_start_among_when, old_start_next_when;
};

/// Tiles of the preset that stay in the box, since an expansion brings others.
struct TilesLeftOut {
  std::string expansion;
  TileFeatureType type = TileFeatureType::cloister;  ///< all that have such a feature, but the start tile
  Condition when;                                    ///< only if it holds; empty: always
  int most = 0;                                      ///< so many of these, of the kinds listed last
};

/// How the set-up page shows an expansion. Its name is that of its option.
struct ExpansionCard {
  enum class Size : uint8_t { own, large, small };  // own: apart from the others, with its own choices
  std::string expansion;
  std::string option, value;         ///< which setting switches it on
  std::string sentence;              ///< kMostLetters at most, in every language
  std::string tile_set, tile;        ///< what its picture shows
  std::string sign;                  ///< a figure or a mark before that; empty: none
  std::vector<std::string> choices;  ///< options that stand on the card while it is on
  std::vector<std::string> boxes;    ///< in which it is, on as the card switches it on
  Size size = Size::small;
  int minutes = 0;  ///< by which a game gets longer
  Translations translations;
  static constexpr int kMostLetters = 60;
};

/// A box that many have: a preset with settings.
struct BoxSpec {
  std::string id, name, sentence, source, preset;
  std::map<std::string, std::string> options;
  Translations translations;
};

struct PresetSpec {
  std::string id;    ///< "classic"
  std::string name;  ///< "Classic"
  std::string sentence;
  std::string source;
  std::string theme;  ///< summer, winter or parchment: the art it is first shown with
  std::vector<TileSetUse> tiles;
  int min_seats = 2, max_seats = 5;
  int minutes = 0, minutes_more = 0;           ///< of a game of two, and for each further seat
  std::map<std::string, std::string> options;  ///< what it sets apart from the options' defaults
  Translations translations;                   ///< of name and sentence
};

/// What a mark in the source of rules stands for.
struct DocumentSpec {
  std::string mark;  ///< "W"
  std::string name;  ///< "Winter rules"
  Translations translations;
};

/// A rule of the catalogue. `text` is in our own words.
struct RuleSpec {
  std::string id;                 ///< "CITY-2"
  std::string title;              ///< "Points for a city"
  std::string text;               ///< a few sentences
  std::string source;             ///< marks of rules.md: "W, B"
  bool reading = false;           ///< the documents leave a gap; the text says what of it is Bastide's reading
  std::string expansion;          ///< whose it is; empty: the base game's
  std::vector<std::string> with;  ///< the other expansions and the editions that it says something about
  Translations translations;      ///< of title and text
};

struct JczWords;  // rules/jcz.h

class CompiledTiles;  // rules/compile_tiles.h

struct Catalogue {
  std::vector<TileSet> sets;
  std::vector<OptionSpec> options;
  std::vector<ExpansionTiles> tiles;   ///< of the expansions, in the order of the registry
  std::vector<TilesLeftOut> left_out;  ///< by expansions, in the same order
  std::vector<ExpansionCard> cards;    ///< in the same order
  std::vector<PresetSpec> presets;
  std::vector<BoxSpec> boxes;
  std::vector<DocumentSpec> documents;
  std::vector<RuleSpec> rules;
  Phrases phrases;
  std::shared_ptr<const JczWords> jcz;
  std::shared_ptr<CompiledTiles> compiled;  ///< of `sets`
  uint64_t digest = 0;                      ///< of the files it was read from, in this build of the program

  const TileSet* find_set(std::string_view id) const;
  const OptionSpec* find_option(std::string_view id) const;
  const PresetSpec* find_preset(std::string_view id) const;
  const RuleSpec* find_rule(std::string_view id) const;
};

/// The files of data/ by relative path ("tiles/base-c1.toml"). Either those compiled into the binary or a folder's.
using DataFiles = std::map<std::string, std::string>;
const DataFiles& embedded_data();
Result<DataFiles> read_data_folder(const std::string& folder);

/// Reads and checks everything: unknown keys, totals, that every half-side belongs to exactly one field, that sides and
/// features agree, that presets name known sets, options and values, that options name known rules, that every phrase
/// has its gaps.
Result<Catalogue> load_catalogue(const DataFiles& files);

/// The catalogue compiled into the binary; aborts the program if it is broken (a test loads it).
const Catalogue& builtin_catalogue();

}  // namespace bastide
