// Where a square tile fits, of all open cells at once.
#pragma once
#include <array>
#include <cstdint>

#include "core/lanes.h"
#include "core/state.h"

namespace bastide {

/// For each open cell orientations as bits, for which there is room in sixteens.
using OpenRotations = std::array<uint8_t, (Full::max_open + 15) / 16 * 16>;

/// TileKind::fitting, sixteen cells at a time: a half of a signature indexes a table of sixteen entries, which is what
/// a byte shuffle does. Calls `visit(first, fitting)` for them as long as it returns true.
template <class Visit>
void fit_sixteen(const std::array<uint8_t, 16>& north_east, const std::array<uint8_t, 16>& south_west, bool dry,
                 const State<Full>& state, const Visit& visit) {
  const Lanes first_half = load_lanes<uint8_t>(north_east.data());
  const Lanes second_half = load_lanes<uint8_t>(south_west.data());
  // What covers a part of a space shows its diagonal side to the rest: the other byte. A tile without water fits
  // nowhere beside some.
  const auto taken = static_cast<uint16_t>(dry ? 0xff00 : 0x0f00);
  using Signatures __attribute__((vector_size(32))) = State<Full>::Signature;
  for (int first = 0; first < state.open; first += 16) {
    Signatures shown;
    std::memcpy(&shown, &state.open_signature[first], sizeof shown);
    const Lanes signature = __builtin_convertvector(shown, Lanes);  // what the whole sides are offered
    const Lanes empty = __builtin_convertvector((shown & taken) >> 8, Lanes) == 0;
    if (!visit(first, look_up(first_half, signature & 15) & look_up(second_half, signature >> 4) & empty)) return;
  }
}

/// Those in which a square tile (TileKind::square) continues what is shown around each of State::open cells (PLACE-2),
/// none where something lies there already; of the other entries nothing is known. Of a tile with water it does not ask
/// whether water meets a road.
void fit_square(const TileKind& kind, const State<Full>& state, OpenRotations& fitting);

/// Whether there are any.
bool fits_square_somewhere(const TileKind& kind, const State<Full>& state);

/// The same as fit_square if roads and fields were the same.
void fit_meeting(const Meeting& meeting, const State<Full>& state, OpenRotations& fitting);

/// Legal orientations of a kind in every open cell.
template <class Config>
struct Fitting {
  static constexpr int max_groups = (Config::max_open + 15) / 16;
  std::array<uint64_t, max_groups> masks;   ///< sixteen cells in each, four bits a cell
  std::array<uint16_t, max_groups> before;  ///< bits set in the groups before
  int groups;
  uint32_t total;  ///< bits set
};

/// Of sixteen lanes the first so many, if there are more; 0 in the others.
inline Lanes first_of(Lanes lanes, int count) {
  static constexpr Lanes number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return count >= 16 ? lanes : lanes & (number < static_cast<uint8_t>(count));
}

/// Orientations that were found already, counted.
void count_found(const OpenRotations& legal, int open, Fitting<Full>& fitting);

/// Placements of a square tile that may lie wherever fit_square says, counted.
void count_fitting(const TileKind& kind, const State<Full>& state, Fitting<Full>& fitting);

}  // namespace bastide
