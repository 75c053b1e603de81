// A saved game of JCloisterZone 5.x or FanCloisterZone 6.x as it stands in its file: JSON, taken apart and put
// together, nothing looked up. docs/jcz.md says what of the format is read.
#pragma once
#include <boost/json.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"

namespace bastide::jcz {

/// A tile that lies before the game begins.
struct StartTile {
  std::string tile;
  int x = 0, y = 0;
  int quarters = 0;
};

struct Setup {
  std::map<std::string, int> sets;
  std::map<std::string, std::string> elements;  ///< values as text: "true", "7"
  std::map<std::string, std::string> rules;
  std::vector<std::string> addons;
  std::vector<StartTile> start;
};

/// One move of `replay`.
struct Entry {
  std::string type;
  boost::json::object payload;
  int player = -1;  ///< whose it is, from 0; -1: it does not say
};

struct Save {
  std::string version;  ///< of the program that wrote it
  Setup setup;
  std::vector<std::string> players;  ///< names, in turn order
  std::vector<Entry> replay;
  std::vector<std::string> draw_order;  ///< of tiles
  std::optional<int> draws;             ///< after how many of them the game ends
  std::string description;              ///< of the test that it is
  std::vector<std::string> assertions;
};

/// An error, to be returned: what is wrong, what would be right, the rule.
tl::unexpected<Error> refuse(std::string message, std::string expected = {}, std::string rule = {});

/// Errors say which member is wrong, and what it should be.
Result<Save> parse_save(std::string_view text);

/// Without blanks at the ends of lines, two for each depth.
std::string write_save(const Save& save);

/// "replay entry 3 (PLACE_TILE)": how entries are named; they count from 1.
std::string name_of_entry(const Save& save, std::size_t entry);

}  // namespace bastide::jcz
