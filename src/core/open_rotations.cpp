#include "core/open_rotations.h"

#include "core/lanes.h"

namespace bastide {

/// TileKind::fitting, sixteen cells at a time: a half of a signature indexes a table of sixteen entries, which is what
/// a byte shuffle does.
BASTIDE_FOR_EACH_CPU void fit_square(const TileKind& kind, const State<Full>& state, OpenRotations& fitting) {
  const Lanes north_east = load_lanes<uint8_t>(kind.fit_north_east.data());
  const Lanes south_west = load_lanes<uint8_t>(kind.fit_south_west.data());
  for (int first = 0; first < state.open; first += 16) {
    std::array<uint8_t, 16> whole_sides;  // the diagonal ones are in the other byte
    for (int i = 0; i < 16; ++i) whole_sides[i] = static_cast<uint8_t>(state.open_signature[first + i]);
    const Lanes signature = load_lanes<uint8_t>(whole_sides.data());
    const Lanes fits = look_up(north_east, signature & 15) & look_up(south_west, signature >> 4);
    std::memcpy(&fitting[first], &fits, sizeof fits);
  }
}

}  // namespace bastide
