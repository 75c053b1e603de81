// The position in which a placement was chosen: to know again the one that follows it, for which more has been found.
#pragma once
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "ai/followed.h"
#include "core/state.h"

namespace bastide {

/// How many pieces of two landscapes are the same, from the first on.
template <class Piece>
std::size_t same_pieces(const Piece* a, const Piece* b, std::size_t count) {
  const auto alike = [](const Piece& one, const Piece& other) {
    return one.cell == other.cell && one.kind == other.kind && one.rotation == other.rotation && one.node == other.node;
  };
  const void *bytes = a, *others = b;  // those between the fields may differ without meaning
  if (count == 0 || std::memcmp(bytes, others, count * sizeof(Piece)) == 0) return count;
  std::size_t same = 0;
  while (same < count && alike(a[same], b[same])) ++same;
  return same;
}

/// Fast and Large only. What a position consists of: where tiles lie and followers stand, what each seat has, what is
/// left. Nothing that comes from that is compared.
template <class Config>
class Planned {
 public:
  using S = State<Config>;

  /// `state` is in phase tile, and this placement will be made; `followed` is of the same state.
  void remember(const Ruleset& rules, const S& state, Move placement, const Followed<Config>& followed) {
    identity_ = rules.identity.number();
    placement_ = placement;
    seat_ = state.seat;
    turn_ = state.turn;
    score_ = state.score;
    supply_ = state.supply;
    left_ = state.left;
    pieces_ = state.pieces;
    std::copy_n(state.stack.begin(), left_, stack_.begin());
    std::copy_n(state.piece.begin(), pieces_, piece_.begin());
    standing_.clear();
    for (const int root : followed) standing_.push_back({root, state.node[root].followers.packed});
  }

  void forget() { identity_ = 0; }

  /// Whether this is what follows. Followers are in supply or on the board, so that those there are no others.
  bool is(const Ruleset& rules, const S& state) const {
    return identity_ == rules.identity.number() && state.phase == Phase::follower && state.seat == seat_ &&
           state.turn == turn_ && state.left == left_ && state.pieces == pieces_ + 1 && state.score == score_ &&
           state.supply == supply_ && lies(state) &&
           std::equal(stack_.begin(), stack_.begin() + left_, state.stack.begin()) && stands(state);
  }

 private:
  struct Standing {
    int root;
    decltype(Config::FollowerCount::packed) followers;
  };

  bool lies(const S& state) const {
    const auto& piece = state.piece[pieces_];
    const auto& cell = state.cell[piece.cell];
    return cell.x == placement_.x && cell.y == placement_.y && piece.kind == placement_.tile &&
           piece.rotation == placement_.rotation && same_pieces(piece_.data(), state.piece.data(), pieces_) == pieces_;
  }

  /// The placement may have joined features.
  bool stands(const S& state) const {
    for (const Standing& one : standing_) {
      const int root = root_of(state, one.root);
      if (root == one.root && state.node[root].followers.packed == one.followers) continue;
      auto followers = state.node[root].followers.packed;
      for (const Standing& other : standing_)
        if (root_of(state, other.root) == root) followers -= other.followers;
      if (followers != 0) return false;
    }
    return true;
  }

  uint64_t identity_ = 0;  ///< of the rules; no rules have that one
  Move placement_;
  uint8_t seat_ = 0;
  uint16_t turn_ = 0, left_ = 0;
  std::size_t pieces_ = 0;
  decltype(S::score) score_{};
  decltype(S::supply) supply_{};
  decltype(S::stack) stack_;
  decltype(S::piece) piece_;
  std::vector<Standing> standing_;
};

}  // namespace bastide
