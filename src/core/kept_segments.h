// What segments go on in, as NextSegments says, kept while a state is played on.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/board_stamp.h"
#include "core/next_segments.h"

namespace bastide {

/// One in each thread.
class KeptSegments {
 public:
  /// Valid until the next call.
  static KeptSegments& of(const Ruleset& rules, const State<Full>& state) {
    thread_local KeptSegments kept;
    kept.look(rules, state);
    return kept;
  }

  /// The segments of other tiles that a segment of a road, city or field goes on in, each as often as they meet.
  std::span<const uint16_t> beside(int node) {
    Row& row = rows_[static_cast<std::size_t>(node)];
    if (row.found != now_) find(node, row);
    return {row.node.data(), row.count};
  }

 private:
  struct Row {                      // a field of a double tile meets others twelve times at most
    std::array<uint16_t, 14> node;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as count
    uint16_t count;
    uint16_t found = 0;  ///< when: other than now, and nothing is known
  };

  void look(const Ruleset& rules, const State<Full>& state) {
    rules_ = &rules;
    state_ = &state;
    const uint64_t ways = ways_stamp(state);
    if (ways == 0 || ways != ways_) {
      forget_all();
      pieces_ = state.pieces;
    }
    ways_ = ways;
    for (; pieces_ < state.pieces; ++pieces_) {
      forget_around(state.piece[pieces_].cell);
      if (state.piece[pieces_].second != State<Full>::no_cell) forget_around(state.piece[pieces_].second);
      for (const Overpass& road : overpasses(state)) forget(road.node);  // few, and not among the features of a piece
    }
    if (rows_.size() < state.nodes) rows_.resize(state.nodes);
  }

  void forget_all() {
    if (++now_ != 0) return;
    for (Row& row : rows_) row.found = 0;
    now_ = 1;
  }

  /// What was found of the pieces in a cell and beside it.
  void forget_around(int cell) {
    const auto& centre = state_->cell[cell];
    forget_in(cell);
    for (const Face face : {north, east, south, west})
      forget_in(find_cell(*state_, centre.x + kFarSides[face].dx, centre.y + kFarSides[face].dy));
  }

  void forget_in(int cell) {
    if (cell < 0) return;
    for_each_piece_in(*state_, cell, [&](int p) {
      const auto& piece = state_->piece[p];
      const std::size_t end = piece.node + std::size_t{rules_->kinds[piece.kind].features};
      for (std::size_t node = piece.node; node < end; ++node) forget(node);
    });
  }

  void forget(std::size_t node) {
    if (node < rows_.size()) rows_[node].found = 0;
  }

  void find(int node, Row& row) {
    row.found = now_;
    row.count = 0;
    NextSegments(*rules_, *state_).each(node, [&](int next) {
      row.node[row.count++] = static_cast<uint16_t>(next);
      return false;
    });
  }

  const Ruleset* rules_ = nullptr;
  const State<Full>* state_ = nullptr;
  uint64_t ways_ = 0;
  int pieces_ = 0;
  uint16_t now_ = 0;       ///< never 0 once somebody has looked
  std::vector<Row> rows_;  ///< by node
};

}  // namespace bastide
