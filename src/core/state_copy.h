// A copy of a state for whoever tries many moves from one position. Most bytes of a full state are room for cells and
// nodes that are not there yet; these stay as they are.
#pragma once
#include <cstddef>
#include <cstring>

#include "core/state.h"

namespace bastide {

/// `to` becomes `from`, but for what nobody reads before it is written: behind the last cell and the last node.
template <class Config>
void copy_in_use(const State<Config>& from, State<Config>& to) {
  if constexpr (Config::variants) {
    const auto copy = [&](const void* begin, const void* end) {
      const auto* first = static_cast<const std::byte*>(begin);
      const auto offset = first - reinterpret_cast<const std::byte*>(&from);
      std::memcpy(reinterpret_cast<std::byte*>(&to) + offset, first,
                  static_cast<std::size_t>(static_cast<const std::byte*>(end) - first));
    };
    copy(&from, from.cell.data() + from.cells);
    copy(from.cell.data() + State<Config>::no_cell, from.open_signature.data() + from.open);
    copy(from.open_cell.data(), from.open_cell.data() + from.open);
    copy(from.parent.data(), from.parent.data() + from.nodes);
    copy(from.type.data(), from.type.data() + from.nodes);
    copy(from.node.data(), from.node.data() + from.nodes + kNodesReadBehind);
    copy(from.ring.next.data(), from.ring.next.data() + from.nodes);
    copy(from.ring.piece.data(), from.ring.piece.data() + from.nodes);
    copy(&from.slot, &from + 1);
  } else {
    to = from;  // small, and nodes that are not there yet are their own parents
  }
}

}  // namespace bastide
