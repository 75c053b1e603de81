#include "core/open_rotations.h"

#include "core/lanes.h"

namespace bastide {
namespace {

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

bool is_dry(const TileKind& kind) {
  return kind.oriented[0].pattern < kWaterAtNorth;
}

}  // namespace

BASTIDE_FOR_EACH_CPU void fit_square(const TileKind& kind, const State<Full>& state, OpenRotations& fitting) {
  fit_sixteen(kind.fit_north_east, kind.fit_south_west, is_dry(kind), state, [&](int first, Lanes fits) {
    std::memcpy(&fitting[first], &fits, sizeof fits);
    return true;
  });
}

BASTIDE_FOR_EACH_CPU bool fits_square_somewhere(const TileKind& kind, const State<Full>& state) {
  bool found = false;
  fit_sixteen(kind.fit_north_east, kind.fit_south_west, is_dry(kind), state, [&](int first, Lanes fits) {
    static constexpr Lanes number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    found = any_lane(fits & (number < static_cast<uint8_t>(std::min(state.open - first, 16))));
    return !found;
  });
  return found;
}

BASTIDE_FOR_EACH_CPU void fit_meeting(const Meeting& meeting, const State<Full>& state, OpenRotations& fitting) {
  fit_sixteen(meeting.north_east, meeting.south_west, false, state, [&](int first, Lanes fits) {
    std::memcpy(&fitting[first], &fits, sizeof fits);
    return true;
  });
}

}  // namespace bastide
