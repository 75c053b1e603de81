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

/// pick: a half tile of the pool; reserve: a half tile, or draw; crop: what all do (HALF-CROP); answer: doing it;
/// begins: who has the first turn.
enum class Asked { draw, tile, figure, offer, sale, over, pick, reserve, crop, answer, begins };

/// HALF-CROP: whom it is about, and what is done with them.
enum class CropKind { knight, highwayman, farmer };
enum class CropAction { add, take_back };
struct Crop {
  CropKind kind = CropKind::knight;
  CropAction action = CropAction::add;
};

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
  /// Reads tiles, counts and options; never the compiled tables. Seat `first` begins, or says who does (START-1).
  Game(const GameRules& rules, int seats, int first);

  Asked asked() const { return asked_; }
  int seat() const { return seat_; }            ///< who is asked
  int turn_seat() const { return turn_seat_; }  ///< whose turn it is
  int turns() const { return turns_; }          ///< that have ended; a seat that is passed over has had none
  int extra_turns() const { return extra_turns_; }
  int left() const;                                          ///< tiles in the stack
  const std::map<const TileSpec*, int>& drawn_from() const;  ///< Asked::draw: what may come, with how many of it
  const std::map<const TileSpec*, int>& pool() const { return pool_; }  ///< half tiles that no seat has
  /// Half tiles that a seat has.
  const std::multiset<const TileSpec*>& reserve(int seat) const { return reserve_[seat]; }
  /// HALF-HILL: by hill tile on the board, what lies under it.
  const std::map<int, const TileSpec*>& buried() const { return buried_; }
  const Board& board() const { return board_; }
  const std::vector<int>& scores() const { return scores_; }
  int supply(int seat, FigureKind kind) const;
  const Figures& figures() const { return figures_; }
  const TileSpec* drawn() const { return drawn_; }
  /// Tiles that a seat has before it: its hand (HOUSE-HAND3, HOUSE-PREDRAW), or what it bought (HOUSE-BUY).
  const std::multiset<const TileSpec*>& held(int seat) const { return held_[seat]; }

  std::set<const TileSpec*> to_place() const;  ///< the kinds that may be placed now
  std::set<Placement> placements(const TileSpec& tile) const { return board_.placements(tile); }
  std::set<int> figure_places(FigureKind kind) const;  ///< features of the tile just laid
  bool may_take_back() const;                          ///< ABBOT-2
  int highest_offer() const { return scores_[seat_]; }
  const std::map<int, int>& offers() const { return offers_; }  ///< points by seat, those of 0 too
  std::set<Segment> answers() const;  ///< where the seat that is asked can do as the crop says
  const Crop& crop() const { return crop_; }

  /// Each plays one ply. REQUIRES: it is asked for and legal.
  Outcome draw(const TileSpec& tile);
  Outcome place(const TileSpec& tile, Placement where);
  Outcome put(int feature, FigureKind kind);
  Outcome take_back();
  Outcome pass();  ///< no figure, no offer taken, no half tile, nothing added
  Outcome offer(int points);
  Outcome sell(int buyer);
  Outcome pick(const TileSpec& tile);
  Outcome choose_crop(Crop crop);
  Outcome answer(Segment where);
  Outcome say_who_begins(int seat);

 private:
  /// What a draw is for.
  enum class Drawing { start_tile, reserve, deal, turn, hand, refill, buried };

  // turns.cpp
  void begin_game();
  void give_out();
  void continue_deal();
  void begin_turn();
  void continue_turn();
  bool used_up() const;
  void set_aside_hand();
  bool something_can_be_drawn();
  bool somebody_else_can_place();
  void end_turn();
  void refill();
  void next_turn();
  void finish();

  // halflings.cpp
  void fill_pool(const GameRules& rules);
  void continue_reserves();
  void ask_figure();
  void next_answer();

  void ask(Asked what, int whom);
  void ask_draw(Drawing what);
  bool begin_offers();
  void next_offer();
  bool fits(const TileSpec* tile) const { return board_.fits_somewhere(*tile); }
  bool has_place(const std::vector<const TileSpec*>& tiles);
  std::multiset<const TileSpec*>& held(int seat) { return held_[seat]; }
  std::multiset<const TileSpec*>& reserve(int seat) { return reserve_[seat]; }
  int before(int seat) const { return (seat + seats() - 1) % seats(); }
  int after(int seat) const { return (seat + 1) % seats(); }
  int seats() const { return static_cast<int>(scores_.size()); }
  int piece() const { return static_cast<int>(board_.pieces().size()) - 1; }
  Scene scene() const { return {board_, figures_, options_, seats()}; }
  void book(std::vector<Award> awards);
  Outcome done();

  Options options_;
  std::map<const TileSpec*, int> stack_, pool_;
  Board board_;
  Figures figures_;
  std::vector<int> scores_;
  std::vector<std::multiset<const TileSpec*>> held_, reserve_;
  int turn_seat_ = 0, seat_ = 0;
  Asked asked_ = Asked::draw;
  Drawing drawing_ = Drawing::turn;
  const TileSpec* drawn_ = nullptr;  ///< not held by anybody
  std::vector<int> bidders_;         ///< still to be asked
  std::map<int, int> offers_;
  bool again_ = false;  ///< HOUSE-HOLE
  bool sold_ = false;   ///< in this turn
  int turns_ = 0, extra_turns_ = 0;
  bool may_lay_half_ = false;  ///< HALF-3: nothing drawn yet in this turn
  std::map<int, const TileSpec*> buried_;
  Crop crop_;
  std::vector<int> answering_;  ///< still to be asked
  Outcome outcome_;             ///< of the running ply
};

}  // namespace bastide::naive
