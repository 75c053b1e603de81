// Where a square tile fits, of all open cells at once.
#pragma once
#include <array>
#include <cstdint>

#include "core/state.h"

namespace bastide {

/// For each open cell orientations as bits, for which there is room in sixteens.
using OpenRotations = std::array<uint8_t, (Full::max_open + 15) / 16 * 16>;

/// Those in which a square tile (TileKind::square) continues what is shown around each of State::open cells (PLACE-2),
/// none where something lies there already; of the other entries nothing is known. Of a tile with water it does not ask
/// whether water meets a road.
void fit_square(const TileKind& kind, const State<Full>& state, OpenRotations& fitting);

/// Whether there are any.
bool fits_square_somewhere(const TileKind& kind, const State<Full>& state);

/// The same as fit_square if roads and fields were the same.
void fit_meeting(const Meeting& meeting, const State<Full>& state, OpenRotations& fitting);

}  // namespace bastide
