// What a move did, beyond the move itself: awards and tiles set aside. The full kernel appends to the log it is given;
// in search there is none and nothing of this costs anything.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/types.h"
#include "core/worth.h"

namespace bastide {

/// Points given for one feature at one moment; also when all owners together got 0.
struct Award {
  Reason reason = Reason::completed;
  FeatureType type = FeatureType::city;  ///< field also for Reason::field_city
  int node = 0;                          ///< root of the feature in the state that the move left; bonus: of that on
                                         ///< which the figure stands for which it is given, or -1
  int around = -1;                       ///< bonus: it is for what is in the nine spaces of this piece; -1: for nothing
                                         ///< around anything
  int tiles = 0;                         ///< road, city: tiles; cloister, garden: occupied spaces, its own included; in
                                         ///< the unit of the rules (HALF-7)
  int shields = 0;                       ///< city
  int cities = 0;                        ///< field: completed cities that border it
  std::array<uint8_t, kMaxSeats> followers{};  ///< by seat, before they went home
  std::array<uint16_t, kMaxSeats> strength{};  ///< by seat: what these count, mostly one each (MAJ-1)
  std::array<int16_t, kMaxSeats> points{};     ///< by seat
  std::vector<Term> terms;                     ///< what the points of each owner are the sum of
  uint8_t owners = 0;   ///< seats that points go to, as bits: the most followers; fewer where a tie was broken
  bool in_play = true;  ///< not given at the end of the game
  bool early = false;   ///< for a field in the middle of the game (Scored::each)
  uint16_t turns = 0;   ///< finished ones when it was given
  Figure figure = Figure::follower;     ///< Reason::returned: what was taken back
  uint8_t tie_broken_by = Term::kBase;  ///< number of the expansion that decided between them; kBase: nobody did
  bool completed() const { return reason == Reason::completed; }
  bool final() const {
    return reason != Reason::completed && reason != Reason::returned && !early && (reason != Reason::bonus || !in_play);
  }
  bool tie_broken() const { return tie_broken_by != Term::kBase; }
};

/// Tiles that found no place: gone (DRAW-2) or back in the bag (DRAW-3). Or one that was drawn for a turn and went into
/// a pile that nobody holds.
struct SetAside {
  int seat = 0;
  KindIndex tile = 0;
  bool back = false;
  int pile = -1;  ///< its number in Ruleset::piles; -1: none
};

/// Points that a seat gave another one for the drawn tile.
struct Payment {
  int from = 0, to = 0;
  int points = 0;
  uint8_t by = 0;  ///< number of the expansion in Ruleset::added
};

/// A figure that changed its place.
struct FigureMoved {
  int figure = 0;  ///< its number
  Place from, to;
};

/// Tokens that a seat got, or gave away if there are fewer.
struct TokensMoved {
  int token = 0;  ///< number of the sort in Ruleset::tokens
  int seat = 0;
  int count = 0;
  friend auto operator<=>(const TokensMoved&, const TokensMoved&) = default;
};

struct EventLog {
  std::vector<Award> awards;
  std::vector<FigureMoved> moved;
  std::size_t moved_in_play = std::numeric_limits<std::size_t>::max();  ///< how many, before the end was scored
  std::vector<SetAside> set_aside;
  std::vector<KindIndex> put_back;  ///< tiles of a pile that are in the stack again
  std::vector<Payment> payments;
  std::vector<int> heaped;  ///< pieces on whose tiles one more was heaped
  std::vector<TokensMoved> tokens;
  std::vector<uint8_t> widened;  ///< expansions that made more ground, by their numbers in Ruleset::added
  bool again = false;            ///< the same seat has another turn (HOUSE-HOLE)
  bool over = false;             ///< the game ended with this move
};

}  // namespace bastide
