// What something is worth: a list of terms, so that points can be explained and expansions can have a say in them.
#pragma once
#include <array>
#include <cassert>
#include <cstdint>
#include <span>

#include "core/types.h"

namespace bastide {

/// Why points were given.
enum class Reason : uint8_t {
  completed,   ///< in play (ROAD-2, CITY-2, CLOISTER-1)
  unfinished,  ///< at the end (FINAL-1)
  field,       ///< a field at the end (FIELD-3, FIELD-2ND)
  field_city,  ///< a city at the end, by the farmers at it (FIELD-1ST); the award's node is the city
  returned,    ///< a figure taken back (ABBOT-2)
  bonus        ///< of an expansion, to one seat, for nothing that is scored; its one term says what for
};

/// What the base game counts.
enum class BaseTerm : uint8_t {
  tiles,         ///< of a road or city (ROAD-2, CITY-2, CITY-3, FINAL-1)
  spaces,        ///< the same where two tiles may share a space and these count (HALF-7)
  shields,       ///< of a city
  cloister,      ///< itself (CLOISTER-1)
  garden,        ///< itself (ABBOT-2)
  around,        ///< occupied spaces around a cloister, garden or building
  tiles_around,  ///< tiles in its nine spaces, where these count (HALF-7)
  cities,        ///< completed ones at a field (FIELD-*)
  paid,          ///< cities at a field that have paid the seat before: a remark (FIELD-2ND)
  building,      ///< itself
  others_around  ///< tiles around a building, where these count (HALF-7)
};
inline constexpr int kBaseTerms = 11;
inline constexpr int kBuilding = 2;  ///< points for a building itself, and what it counts in sizes

/// So many of something, at so many points each. At 0 points each it is a remark.
struct Term {
  static constexpr uint8_t kBase = 255;
  uint8_t by;    ///< number of the expansion in Ruleset::hooks; kBase: the base game
  uint8_t name;  ///< which of its terms; a BaseTerm
  uint8_t seat;  ///< whom alone it is for; kNobody: for everybody who is given points
  int16_t count, each;
  int points() const { return count * each; }
  bool is_for(int who) const { return seat == kNobody || seat == who; }
  friend constexpr auto operator<=>(const Term&, const Term&) = default;
};

/// What a seat gets by some terms; kNobody: what they are worth to everybody.
inline int points_for(int seat, std::span<const Term> terms) {
  int points = 0;
  for (const Term& term : terms)
    if (term.is_for(seat)) points += term.points();
  return points;
}

/// The terms of one award while they are found: the base game's, then each expansion's, which may also change what is
/// there already. INVARIANT: at most kMost.
class Worth {
 public:
  static constexpr int kMost = 40;
  uint8_t by = Term::kBase;  ///< whose terms are added

  void add(int name, int count, int each, int seat = kNobody) {
    assert(size_ < kMost);
    term_[size_++] = {by, static_cast<uint8_t>(name), static_cast<uint8_t>(seat), static_cast<int16_t>(count),
                      static_cast<int16_t>(each)};
  }
  void add(BaseTerm name, int count, int each, int seat = kNobody) { add(static_cast<int>(name), count, each, seat); }
  /// Says nothing of none.
  void add_any(BaseTerm name, int count, int each, int seat = kNobody) {
    if (count != 0) add(name, count, each, seat);
  }
  std::span<Term> terms() { return {term_.data(), static_cast<std::size_t>(size_)}; }
  std::span<const Term> terms() const { return {term_.data(), static_cast<std::size_t>(size_)}; }
  int points(int seat = kNobody) const { return points_for(seat, terms()); }

 private:
  int size_ = 0;
  std::array<Term, kMost> term_;
};

/// The same where nobody wants to know more, above all in search: nothing but the sum.
struct Sum {
  int sum = 0;
  void add(BaseTerm, int count, int each) { sum += count * each; }
  void add_any(BaseTerm, int count, int each) { sum += count * each; }
  int points(int) const { return sum; }
};

/// What terms are wanted for.
struct Scored {
  int node = 0;  ///< root of the feature; of the city for Reason::field_city
  Reason reason = Reason::completed;
  int size = 0;    ///< road, city: tiles; cloister, garden: occupied spaces, its own included; in the unit of HALF-7
  int cities = 0;  ///< fields: completed cities that count
  int seat = kNobody;  ///< who alone is to get these terms; kNobody: all that are given points
  /// Fields scored during the game: what a city is worth, and the term of an expansion that says so. 0: at the end.
  int each = 0;
  uint8_t by = Term::kBase, name = 0;
};

}  // namespace bastide
