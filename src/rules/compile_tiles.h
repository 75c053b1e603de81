// From a tile as the catalogue describes it to what the kernel runs on, and the versions of it that options make.
#pragma once
#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/ruleset.h"
#include "rules/catalogue.h"

namespace bastide {

TileKind compile_kind(const TileSpec& tile);

/// Of a double tile.
SecondSquare second_square_of(const TileSpec& tile);

Outlines outlines_of(const TileSpec& tile);

Meeting meeting_of(const TileKind& kind);

/// A cloister lies inside a city that reaches two opposite sides.
Leads leads_of(const TileSpec& tile);

/// Whether two tiles cannot be told apart by their features.
bool same_tile(const TileSpec& a, const TileSpec& b);

struct TileVersion {
  TileSpec tile;
  std::string name;  ///< in notation
};

/// What makes several versions of a tile.
struct VersionsBy {
  bool gardens = false;      ///< copies with a garden are apart (ABBOT-1)
  bool marks = false;        ///< so are those whose picture is a mark that an expansion reads
  bool bushes_join = false;  ///< roads that meet in bushes are one (HOUSE-TREES)
  friend auto operator<=>(const VersionsBy&, const VersionsBy&) = default;
};

std::vector<TileVersion> versions_of(const TileSpec& tile, VersionsBy by);

struct CompiledTile {
  std::shared_ptr<const TileSpec> tile;
  std::string name;  ///< of the version, in notation
  TileKind kind;
  SecondSquare second;  ///< of a double tile
  Leads leads;
  Outlines outlines;
  Meeting meeting;
};

CompiledTile compile_tile(TileVersion version);

/// The tiles of one catalogue, each version compiled when the first game asks for it. Any thread may ask.
class CompiledTiles {
 public:
  /// REQUIRES: `tile` lies in the catalogue. The result stays.
  const std::vector<CompiledTile>& versions_of(const TileSpec& tile, VersionsBy by);

 private:
  std::mutex mutex_;
  std::map<std::pair<const TileSpec*, VersionsBy>, std::vector<CompiledTile>> tiles_;
};

}  // namespace bastide
