// Where the marks of a tile stand: the things its rules read that are drawn by data (drawings.h).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "art/drawings.h"
#include "art/land.h"

namespace bastide::art {

struct Mark {
  const Drawing* drawing = nullptr;
  Vec at;  ///< middle of the disc it keeps free
  double scale = 1;
  int town = -1;  ///< index into Plan::towns; -1: it stands in a field, or in the cloister's place
  int turn = 0;   ///< degrees clockwise
  bool in_cloister() const { return drawing->place == Drawing::Place::cloister; }
  double radius() const { return drawing->radius * scale; }
  Vec foot() const { return at + Vec{0, drawing->lift * scale}; }
  /// Where it is drawn, as a transform.
  std::string placed(Vec foot_at, double size) const;
};

/// Each takes its room out of the land's clearances, so that followers and decoration keep off it.
std::vector<Mark> place_marks(const Plan& plan, Land& land, std::string_view illustration = {});

/// The mark that a tile's picture is; null: it is none.
const TileVariant* pictured_mark(const TileSpec& tile, std::string_view illustration);

}  // namespace bastide::art
