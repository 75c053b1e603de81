// From a tile as the catalogue describes it to what the kernel runs on, and the versions of it that options make.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
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

/// The tile as the options have it: copies with a garden apart (ABBOT-1), roads that meet in bushes as one
/// (HOUSE-TREES).
std::vector<TileVersion> versions_of(const TileSpec& tile, bool gardens, bool bushes_join);

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
  const std::vector<CompiledTile>& versions_of(const TileSpec& tile, bool gardens, bool bushes_join);

 private:
  std::mutex mutex_;
  std::map<std::tuple<const TileSpec*, bool, bool>, std::vector<CompiledTile>> tiles_;
};

}  // namespace bastide
