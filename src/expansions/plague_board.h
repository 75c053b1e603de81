// The board as the plague sees it: where fleas and outbreaks are, and which fleas are connected to an outbreak.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/bits.h"
#include "core/ruleset.h"
#include "core/state.h"

namespace bastide::plague {

// Which outbreak is which, the order of the sources says; whether a flea is active, what it is connected to.
enum FigureNumber : uint8_t { flea, latent, eradicated };
inline constexpr int kFleas = 18, kSources = 6;

enum Verbs : uint8_t { verb_flea, verb_lift, verb_flee, verb_refuge };

// Memory: what has been done in this turn, and what is being done; and about what: the space of the flea that is taken,
// or the piece, feature and kind of whoever flees.
enum Words : uint8_t { done_words, about };
inline constexpr int kWords = 4;
enum Done : int16_t { spread = 1, fled = 2, lifting = 4, fleeing = 8 };

inline int16_t doing(const Ruleset& rules, const State<Full>& state, int by) {
  return memory_of(rules, state, by)[done_words];
}

struct At {
  int16_t x = 0, y = 0;
  friend bool operator==(At a, At b) { return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b); }
};

bool is_source(const Ruleset& rules, const State<Full>& state, int by, int piece);

/// Calls `visit(number)` for the figures of one of its kinds that are on the board.
template <class Visit>
void for_each(const Ruleset& rules, const State<Full>& state, int by, FigureNumber kind, const Visit& visit) {
  const int first = neutral_figure(rules, state, by, kind);
  for (int number = first; number < first + (kind == eradicated ? kSources - 1 : kFleas); ++number)
    if (state.v.figure[number].at.kind != Place::supply) visit(number);
}

/// What is where, by number: fleas, as bits in sets of them, and outbreaks in their order.
struct Plague {
  std::array<int, kSources> source{};  ///< pieces, in the order of their outbreaks
  unsigned alive = 0;                  ///< of these, as bits: the outbreak is active
  int sources = 0;
  std::array<int, kFleas> number{};       ///< of the figure
  std::array<unsigned, kFleas> beside{};  ///< which fleas are beside each
  unsigned at_outbreaks = 0;              ///< those beside active outbreaks
  unsigned active = 0;                    ///< PLAGUE-8, PLAGUE-10: connected to one of these
  int lying = 0;

  int outbreaks() const { return std::popcount(alive); }
  unsigned all() const { return (1u << lying) - 1; }
  /// Fleas that are connected to an active outbreak by some of them.
  unsigned connected(unsigned by) const;
};

/// What is known of the board that was looked at last.
struct Known {
  static constexpr uint8_t kNothing = kFleas + kSources, kNoCell = kNothing + 1;
  static constexpr unsigned kAllFleas = (1u << kFleas) - 1;
  using Cell = State<Full>::Small;

  Plague plague;
  std::array<uint8_t, State<Full>::no_cell + 1> there;  ///< by cell: the flea, kFleas + the source, or none
  /// Of each flea, from kFleas on of each source: its space, its cell and those beside it; no_cell: there is none yet.
  std::array<At, kFleas + kSources> space{};
  std::array<Cell, kFleas + kSources> cell{};
  std::array<std::array<Cell, 4>, kFleas + kSources> around{};
  unsigned incomplete = 0;                                     ///< beside which of these one is missing, as bits
  unsigned shut = 0;                                           ///< and which of them nobody passes
  uint64_t game = 0, board = 0;                                ///< PlayedOn::number, board_stamp when it was found
  uint64_t tiles = 0;                                          ///< tiles_stamp when the sources were
  std::array<FigureRow, 2 * kFleas + kSources - 1> figures{};  ///< how all of them lay
  // What follows of it and of the tiles, once somebody has asked.
  bool has_targets = false, has_lifts = false, has_connecting = false;
  std::vector<At> targets;  ///< PLAGUE-4, in which order they are listed
  unsigned lifts = 0;       ///< PLAGUE-9
  unsigned connecting = 0;  ///< of active ones: without which others are not connected; follows of the fleas alone
  // Which pieces others close, and since when they do.
  Pieces closed{};
  uint64_t closed_since = 0;

  Known() {
    there.fill(kNothing);
    there[State<Full>::no_cell] = kNoCell;
  }

  /// The flea in a space; -1: none lies there.
  int flea_in(At wanted) const;

  /// PLAGUE-6, PLAGUE-7: nobody comes to a tile with a flea or an active outbreak, nor across it; any space of it is
  /// enough.
  bool shuts(const State<Full>::Piece& piece) const {
    return shuts_cell(piece.cell) || (piece.second != State<Full>::no_cell && shuts_cell(piece.second));
  }

 private:
  bool shuts_cell(Cell in) const { return ((shut >> there[in]) & 1) != 0; }
};

/// It is asked for some times in a turn without anything having changed: the last answer is kept. Valid until the next
/// call.
Known& look(const Ruleset& rules, const State<Full>& state, int by);

/// Whether any space of a piece is shut.
bool is_shut(const Ruleset& rules, const State<Full>& state, int by, int piece);

/// The figure of a kind that comes out of the box next. REQUIRES: there is one.
int in_box(const Ruleset& rules, const State<Full>& state, int by, FigureNumber kind);

}  // namespace bastide::plague
