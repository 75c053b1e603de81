// A copy of a state for whoever tries many moves from one position. Most bytes of a full state are room for cells,
// nodes and tiles that are not there yet; these stay as they are.
#pragma once
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "core/board_stamp.h"
#include "core/state.h"

namespace bastide {

/// Copies parts of a state into another one, each to where it is there.
class PartsOf {
 public:
  PartsOf(const State<Full>& from, State<Full>& to)
      : from_(reinterpret_cast<const std::byte*>(&from)), to_(reinterpret_cast<std::byte*>(&to)) {}
  void copy(const void* begin, const void* end) const {
    const auto* const first = static_cast<const std::byte*>(begin);
    std::memcpy(to_ + (first - from_), first, static_cast<std::size_t>(static_cast<const std::byte*>(end) - first));
  }

 private:
  const std::byte* from_;
  std::byte* to_;
};

/// What any ply may change, but for the nodes.
inline void copy_besides_board(const State<Full>& from, State<Full>& to) {
  const PartsOf parts(from, to);
  parts.copy(&from, from.stack.data() + from.left);
  parts.copy(&from.completed, &from.watches);
  parts.copy(from.v.figure.data(), from.v.figure.data() + from.v.figures);
  parts.copy(&from.v.first_figure, from.v.listed.data());
  parts.copy(&from.v.closing, from.v.held.data() + from.v.helds);
  parts.copy(&from.v.heap, &from.v + 1);
}

/// What of the tiles that lie others may change.
inline void copy_board(const State<Full>& from, State<Full>& to) {
  const PartsOf parts(from, to);
  parts.copy(&from.pieces, &from.piece);
  parts.copy(from.cell.data(), from.cell.data() + from.cells);
  parts.copy(from.open_signature.data(), from.open_signature.data() + from.open);
  parts.copy(from.open_cell.data(), from.open_cell.data() + from.open);
  parts.copy(from.parent.data(), from.parent.data() + from.nodes);
  parts.copy(from.node.data(), from.node.data() + from.nodes + kNodesReadBehind);
  parts.copy(from.ring.next.data(), from.ring.next.data() + from.nodes);
  parts.copy(&from.watches, &from.v);
  to.twins = from.twins;
}

/// `to` becomes `from`, but for what nobody reads before it is written: behind the last cell, the last node and so on.
template <class Config>
void copy_in_use(const State<Config>& from, State<Config>& to) {
  if constexpr (Config::variants) {
    const PartsOf parts(from, to);
    copy_besides_board(from, to);
    copy_board(from, to);
    parts.copy(from.piece.data(), from.piece.data() + from.pieces);
    parts.copy(from.cell.data() + State<Config>::no_cell, from.cell.data() + State<Config>::no_cell + 1);
    parts.copy(from.type.data(), from.type.data() + from.nodes);
    parts.copy(from.ring.piece.data(), from.ring.piece.data() + from.nodes);
    parts.copy(&from.slot, from.twin_piece.data() + from.twins);
    parts.copy(from.v.listed.data(), from.v.listed.data() + from.v.listed_count);
  } else {
    to = from;  // small, and nodes that are not there yet are their own parents
  }
}

/// Makes `tried` the position `from` again, of which it was a copy before moves were tried on it.
inline void take_back_plies(const State<Full>& from, State<Full>& tried) {
  const bool same_board = tried.pieces == from.pieces && tried.v.overpasses == from.v.overpasses;
  if (same_board) {  // then only figures make a difference to nodes
    const auto take_back_at = [&](const State<Full>& state) {
      for (const int number : standing(state)) {
        const FigureRow& row = state.v.figure[number];
        const int root = root_at(from, row.piece(), row.feature());
        tried.node[root] = from.node[root];
      }
    };
    take_back_at(tried);
    take_back_at(from);
  } else {
    for (int c = from.cells; c < tried.cells; ++c) {
      unsigned slot = first_slot<Full>(tried.cell[c].x, tried.cell[c].y);
      while (tried.slot[slot] != c) slot = next_slot<Full>(slot);
      tried.slot[slot] = State<Full>::no_cell;
    }
    copy_board(from, tried);
  }
  copy_besides_board(from, tried);
}
template <class Config>
void take_back_plies(const State<Config>& from, State<Config>& tried) {
  tried = from;
}

/// Moves that are tried from one position, each on the same copy of it.
template <class Config>
class Tries {
 public:
  Tries(const State<Config>& from, State<Config>& copy) : from_(from), copy_(copy), tried_(copy) {}
  /// The position, for the next move. REQUIRES: nobody but who plays from there has changed the copy.
  State<Config>& next() {
    if (copied_)
      take_back_plies(from_, copy_);
    else
      copy_in_use(from_, copy_);
    copied_ = true;
    if constexpr (Config::variants) tried_.begin();
    return copy_;
  }

 private:
  const State<Config>& from_;
  State<Config>& copy_;
  bool copied_ = false;
  struct None {
    explicit None(const State<Config>&) {}
  };
  [[no_unique_address]] std::conditional_t<Config::variants, TriedOn, None> tried_;
};

}  // namespace bastide
