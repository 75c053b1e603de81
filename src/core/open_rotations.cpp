#include "core/open_rotations.h"

#include "core/lanes.h"

namespace bastide {
BASTIDE_FOR_EACH_CPU void fit_square(const TileKind& kind, const State<Full>& state, OpenRotations& fitting) {
  fit_sixteen(kind.fit_north_east, kind.fit_south_west, kind.dry(), state, [&](int first, Lanes fits) {
    std::memcpy(&fitting[first], &fits, sizeof fits);
    return true;
  });
}

BASTIDE_FOR_EACH_CPU bool fits_square_somewhere(const TileKind& kind, const State<Full>& state) {
  bool found = false;
  fit_sixteen(kind.fit_north_east, kind.fit_south_west, kind.dry(), state, [&](int first, Lanes fits) {
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

BASTIDE_FOR_EACH_CPU void count_found(const OpenRotations& legal, int open, Fitting<Full>& fitting) {
  uint32_t total = 0;
  int group = 0;
  for (; 16 * group < open; ++group) {
    fitting.masks[group] = pack_nibbles(first_of(load_lanes<uint8_t>(&legal[16 * group]), open - 16 * group));
    fitting.before[group] = static_cast<uint16_t>(total);
    total += static_cast<uint32_t>(std::popcount(fitting.masks[group]));
  }
  fitting.groups = group;
  fitting.total = total;
}

BASTIDE_FOR_EACH_CPU void count_fitting(const TileKind& kind, const State<Full>& state, Fitting<Full>& fitting) {
  uint32_t total = 0;
  int group = 0;
  fit_sixteen(kind.fit_north_east, kind.fit_south_west, true, state, [&](int first, Lanes fits) {
    fitting.masks[group] = pack_nibbles(first_of(fits, state.open - first));
    fitting.before[group] = static_cast<uint16_t>(total);
    total += static_cast<uint32_t>(std::popcount(fitting.masks[group]));
    ++group;
    return true;
  });
  fitting.groups = group;
  fitting.total = total;
}

}  // namespace bastide
