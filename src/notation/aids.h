// What helps somebody at a table beyond the game itself, and which of it a table allows: part of a game's record.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"

namespace bastide {

enum class Aid : uint8_t {
  owners,      ///< whose a feature is
  effects,     ///< what an answer would complete, earn and send home
  tiles,       ///< which tiles are left
  odds,        ///< how many of them fit a space
  projection,  ///< what would be scored if the game ended now
  analysis,    ///< this game by every edition, and whatever judges its moves
};

/// As records and messages call them, in this order.
inline constexpr std::array<std::string_view, 6> kAidNames{"owners", "effects",    "tiles",
                                                           "odds",   "projection", "analysis"};

/// A set of aids; of a game whose record says nothing of them: everything.
class Aids {
 public:
  static constexpr Aids none() { return Aids(0); }
  constexpr Aids() = default;

  constexpr bool allow(Aid aid) const { return ((bits_ >> static_cast<unsigned>(aid)) & 1) != 0; }
  constexpr bool everything() const { return bits_ == kAll; }
  constexpr Aids with(Aid aid) const { return Aids(bits_ | 1u << static_cast<unsigned>(aid)); }

  /// Their names, in order.
  std::vector<std::string> names() const;
  /// Errors: a name that no aid has, or that is there twice.
  static Result<Aids> named(const std::vector<std::string>& names);

  friend constexpr bool operator==(Aids, Aids) = default;

 private:
  static constexpr unsigned kAll = (1u << kAidNames.size()) - 1;
  constexpr explicit Aids(unsigned bits) : bits_(bits) {}
  unsigned bits_ = kAll;
};

}  // namespace bastide
