#include "core/open_rotations.h"

#include "core/lanes.h"

namespace bastide {

/// TileKind::fitting, sixteen cells at a time: a half of a signature indexes a table of sixteen entries, which is what
/// a byte shuffle does. What covers a part of a space shows its diagonal side to the rest.
BASTIDE_FOR_EACH_CPU void fit_square(const TileKind& kind, const State<Full>& state, OpenRotations& fitting) {
  const Lanes north_east = load_lanes<uint8_t>(kind.fit_north_east.data());
  const Lanes south_west = load_lanes<uint8_t>(kind.fit_south_west.data());
  using Signatures __attribute__((vector_size(32))) = State<Full>::Signature;
  for (int first = 0; first < state.open; first += 16) {
    Signatures shown;
    std::memcpy(&shown, &state.open_signature[first], sizeof shown);
    const Lanes signature = __builtin_convertvector(shown, Lanes);        // what the whole sides are offered
    const Lanes empty = __builtin_convertvector(shown >> 8, Lanes) == 0;  // the diagonal ones are in the other byte
    const Lanes fits = look_up(north_east, signature & 15) & look_up(south_west, signature >> 4) & empty;
    std::memcpy(&fitting[first], &fits, sizeof fits);
  }
}

}  // namespace bastide
