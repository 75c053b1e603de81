// A game as the naive implementation plays it: turns, tiles in stack and hands, figures, points and the end, each
// worked out anew from what lies on the table. The core must agree with it after every ply (tests/compare).
#pragma once
#include <map>
#include <set>
#include <vector>

#include "naive/board.h"
#include "naive/options.h"
#include "naive/scoring.h"
#include "rules/compile.h"

namespace bastide::naive {

enum class Asked { draw, tile, figure, offer, sale, over };

/// A tile that found no place: gone (DRAW-2) or back in the bag (DRAW-3).
struct SetAside {
  int seat = 0;
  const TileSpec* tile = nullptr;
  bool back = false;
  friend auto operator<=>(const SetAside&, const SetAside&) = default;
};

/// What one ply brought.
struct Outcome {
  std::vector<Award> awards;
  std::vector<SetAside> set_aside;
};

class Game {
 public:
  /// Reads tiles, counts and options; never the compiled tables. Seat `first` begins (START-1).
  Game(const GameRules& rules, int seats, int first);

  Asked asked() const { return asked_; }
  int seat() const { return seat_; }            ///< who is asked
  int turn_seat() const { return turn_seat_; }  ///< whose turn it is
  int extra_turns() const { return extra_turns_; }
  int left() const;  ///< tiles in the stack
  int left(const TileSpec& tile) const { return stack_.at(&tile); }
  const Board& board() const { return board_; }
  const std::vector<int>& scores() const { return scores_; }
  int supply(int seat, FigureKind kind) const;
  const Figures& figures() const { return figures_; }
  const TileSpec* drawn() const { return drawn_; }
  /// Tiles that a seat has before it: its hand (HOUSE-HAND3, HOUSE-PREDRAW), or what it bought (HOUSE-BUY).
  const std::multiset<const TileSpec*>& held(int seat) const { return held_[static_cast<std::size_t>(seat)]; }

  std::set<const TileSpec*> to_place() const;  ///< the kinds that may be placed now
  std::set<Placement> placements(const TileSpec& tile) const { return board_.placements(tile); }
  std::set<int> figure_places(FigureKind kind) const;  ///< features of the tile just laid
  bool may_take_back() const;                          ///< ABBOT-2
  int highest_offer() const { return scores_[static_cast<std::size_t>(seat_)]; }
  const std::map<int, int>& offers() const { return offers_; }  ///< points by seat, those of 0 too

  /// Each plays one ply. REQUIRES: it is asked for and legal.
  Outcome draw(const TileSpec& tile);
  Outcome place(const TileSpec& tile, Placement where);
  Outcome put(int feature, FigureKind kind);
  Outcome take_back();
  Outcome pass();  ///< no figure, or no offer taken
  Outcome offer(int points);
  Outcome sell(int buyer);

 private:
  /// What a draw is for.
  enum class Drawing { start_tile, deal, turn, hand, refill };

  // turns.cpp
  void begin_game();
  void begin_turn();
  void set_aside_hand();
  bool somebody_else_can_place() const;
  void end_turn();
  void refill();
  void next_turn();
  void finish();

  void ask(Asked what, int whom);
  void ask_draw(Drawing what);
  void continue_deal();
  bool begin_offers();
  void next_offer();
  bool fits(const TileSpec* tile) const { return board_.fits_somewhere(*tile); }
  std::multiset<const TileSpec*>& held(int seat) { return held_[static_cast<std::size_t>(seat)]; }
  int after(int seat) const { return (seat + 1) % seats(); }
  int seats() const { return static_cast<int>(scores_.size()); }
  int piece() const { return static_cast<int>(board_.pieces().size()) - 1; }
  Scene scene() const { return {board_, figures_, options_, seats()}; }
  void book(std::vector<Award> awards);
  Outcome done();

  Options options_;
  std::map<const TileSpec*, int> stack_;
  Board board_;
  Figures figures_;
  std::vector<int> scores_;
  std::vector<std::multiset<const TileSpec*>> held_;
  int turn_seat_ = 0, seat_ = 0;
  Asked asked_ = Asked::draw;
  Drawing drawing_ = Drawing::turn;
  const TileSpec* drawn_ = nullptr;  ///< not held by anybody
  std::vector<int> bidders_;         ///< still to be asked
  std::map<int, int> offers_;
  bool again_ = false;  ///< HOUSE-HOLE
  int extra_turns_ = 0;
  Outcome outcome_;  ///< of the running ply
};

}  // namespace bastide::naive
