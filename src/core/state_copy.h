// A copy of a state for whoever tries many moves from one position. Most bytes of a full state are room for cells and
// nodes that are not there yet; these stay as they are.
#pragma once
#include <cstddef>
#include <cstring>

#include "core/state.h"

namespace bastide {

/// `to` becomes `from`, but for what nobody reads: behind the last cell and the last node.
/// REQUIRES: `to` has been a whole copy of a state of the same rules.
template <class Config>
void copy_in_use(const State<Config>& from, State<Config>& to) {
  const auto copy = [&](const void* begin, const void* end) {
    const auto* first = static_cast<const std::byte*>(begin);
    const auto offset = first - reinterpret_cast<const std::byte*>(&from);
    std::memcpy(reinterpret_cast<std::byte*>(&to) + offset, first,
                static_cast<std::size_t>(static_cast<const std::byte*>(end) - first));
  };
  copy(&from, from.cell.data() + from.cells);
  copy(from.cell.data() + State<Config>::no_cell, from.node.data() + from.nodes);
  if constexpr (Config::variants) {
    copy(from.ring.next.data(), from.ring.next.data() + from.nodes);
    copy(from.ring.piece.data(), from.ring.piece.data() + from.nodes);
  }
  copy(&from.slot, &from + 1);
}

}  // namespace bastide
