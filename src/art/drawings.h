// Drawings that are data: data/expansions/ID/art/NAME.svg. A mark is what TileSpec::symbols names; figures are drawn
// for all seats, or are no seat's; this folder of the program knows none of them by name. docs/art.md says how such a
// file is made.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"

namespace bastide::art {

struct Drawing {
  /// cloister: instead of its church; figure: no seat's; seats: a figure in the colours of each; landmark: for
  /// TileSpec::illustration
  enum class Place { field, city, cloister, figure, seats, token, landmark };
  bool mark() const { return place == Place::field || place == Place::city || place == Place::cloister; }
  std::string name;
  Place place = Place::field;
  double radius = 0;         ///< mark: of the disc it keeps free
  double lift = 0;           ///< mark: how far the disc's middle lies above its foot
  double scale = 1;          ///< figure: against the other figures
  bool heaps = false;        ///< mark: of a tile on which something is heaped, where it stands
  bool turns = false;        ///< mark: a sign that points somewhere is turned with the tile
  double foot = 50;          ///< figure: x of its feet, which are at y 116
  std::string box;           ///< what it covers, as a viewBox
  std::string ground, tall;  ///< with short class names; origin of a mark: the middle of its foot

  /// seats: paths by the name of what fills them; the first is the outline.
  struct Part {
    std::string fill, d;
  };
  std::vector<Part> parts;
  double emblem_x = 0, emblem_y = 0, emblem_scale = 1;  ///< seats: where the seat's emblem lies
  bool emblem_on_ivory = false;
};

/// By path relative to the data folder. An error names the file.
Result<std::vector<Drawing>> read_drawings(const std::map<std::string, std::string>& files);

/// Those in use: of the program itself, until use_drawings() is called before anything is drawn.
const std::vector<Drawing>& drawings();
/// The drawings of a data folder, where it has any.
Result<void> use_drawings(const std::string& folder);

const Drawing* mark_named(std::string_view name);    ///< null: not drawn as a mark
const Drawing* figure_drawn(std::string_view name);  ///< null: no figure without a seat
std::string figure_symbols();                        ///< fig-NAME and icon-NAME of all of them

}  // namespace bastide::art
