// A game as the naive implementation plays it: turns, tiles in stack and hands, figures, points and the end, each
// worked out anew from what lies on the table. The core must agree with it after every ply (tests/compare).
#pragma once
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "naive/board.h"
#include "naive/expansion.h"
#include "naive/options.h"
#include "naive/scoring.h"
#include "rules/compile.h"

namespace bastide::naive {

/// chance: of what an expansion asks one comes; may_draw: a tile that is laid instead of drawing, or none of them;
/// figure: what is put on the tile just laid; act: what an expansion asks.
enum class Asked { draw, chance, tile, may_draw, figure, act, over };

/// A tile that found no place: gone (DRAW-2) or back in the bag (DRAW-3).
struct SetAside {
  int seat = 0;
  const TileSpec* tile = nullptr;
  bool back = false;
  friend auto operator<=>(const SetAside&, const SetAside&) = default;
};

/// Points that are no award's.
struct Bonus {
  int seat = 0, points = 0;
  friend auto operator<=>(const Bonus&, const Bonus&) = default;
};

/// Points that one seat paid another.
struct Payment {
  int from = 0, to = 0, points = 0;
  friend auto operator<=>(const Payment&, const Payment&) = default;
};

/// What one ply brought.
struct Outcome {
  std::vector<Award> awards;
  std::vector<SetAside> set_aside;
  std::vector<Bonus> bonuses;
  std::vector<Payment> payments;
};

/// A figure of no seat.
struct Neutral {
  Space space;
  std::optional<int> piece;             ///< the tile it stands on; none: on the whole space
  std::optional<FigureOnBoard> beside;  ///< the figure it stands next to
};

constexpr int kNobodys = -1;
constexpr int kOnTile = -1;
using Tiles = std::multiset<const TileSpec*>;

class Game {
 public:
  /// Reads tiles, counts and options; never the compiled tables. Seat `first` begins, or says who does (START-1).
  Game(const GameRules& rules, int seats, int first);
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  Asked asked() const { return asked_; }
  int seat() const { return seat_; }            ///< who is asked
  int turn_seat() const { return turn_seat_; }  ///< whose turn it is
  int turns() const { return turns_; }          ///< that have ended; a seat that is passed over has had none
  int extra_turns() const { return extra_turns_; }
  int part() const { return part_; }  ///< of the turn, from 0
  bool part_due() const { return part_due_; }
  int left() const;                                   ///< tiles in the stack
  std::map<const TileSpec*, int> drawn_from() const;  ///< Asked::draw: what may come, with how many of it
  const Tiles& pile(std::string_view name, int seat = kNobodys) const;
  const std::map<std::string, std::vector<int>>& tokens() const { return tokens_; }  ///< by name, by seat
  const std::map<std::string, Neutral>& neutrals() const { return neutrals_; }
  /// Each as "NAME 3,1", or "NAME 1,0:city" with the place of whom it stands beside.
  std::vector<std::string> neutral_texts() const;
  const Board& board() const { return board_; }
  const std::vector<int>& scores() const { return scores_; }
  int supply(int seat, FigureKind kind) const;
  const std::map<FigureKind, int>& figure_kinds() const { return kinds_; }  ///< and how many a seat has of each
  const Figures& figures() const { return figures_; }
  /// Those that stand on no place of a tile but on what lies on it; their place has the number kOnTile.
  const Figures& on_tiles() const { return on_tiles_; }
  const TileSpec* drawn() const { return drawn_; }
  /// Tiles that a seat has before it: its hand (HOUSE-HAND3, HOUSE-PREDRAW), or one it got out of turn.
  const Tiles& held(int seat) const { return held_[seat]; }
  /// A tile that a seat has to lay in its next turn, instead of drawing or of one that it holds; null: none.
  const TileSpec* to_lay(int seat) const { return to_lay_[seat]; }
  /// BRIDGE-6: the drawn tile fits only where something has to be mended.
  bool may_refuse() const;

  std::set<const TileSpec*> to_place() const;  ///< the kinds that may be placed now
  std::set<Placement> placements(const TileSpec& tile) const { return board_.placements(tile); }
  std::vector<Option> options() const;  ///< Asked::figure, Asked::act, Asked::chance

  /// Each plays one ply. REQUIRES: it is asked for and legal.
  Outcome draw(const TileSpec& tile);
  Outcome place(const TileSpec& tile, Placement where);
  Outcome lay_nothing();  ///< Asked::may_draw
  Outcome refuse();       ///< Asked::tile, may_refuse()
  Outcome act(std::string_view option);
  /// A seat plays no more: no turn begins for it, and what it holds keeps no game going. REQUIRES: two others stay.
  void leave(int seat) { gone_.insert(seat); }

  // ---- what expansions read

  const Options& rules() const { return options_; }
  int seats() const { return static_cast<int>(scores_.size()); }
  int before(int seat) const { return (seat + seats() - 1) % seats(); }
  int after(int seat) const { return (seat + 1) % seats(); }
  int piece() const { return static_cast<int>(board_.pieces().size()) - 1; }  ///< the one just laid
  const TileSpec& last_tile() const { return *board_.pieces().back().tile; }
  const std::map<const TileSpec*, int>& stack() const { return stack_; }
  const std::string& name_of(const TileSpec& tile) const { return names_.at(&tile); }
  std::string tile_text(int piece) const;  ///< its space, with /2 behind it if it was laid second there
  /// A figure on its place: its kind, if its seat has several there, and its seat, if several have one there, with it.
  std::string standing_text(const FigureOnBoard& figure) const;
  /// VERB:SPACE:PLACE
  std::string place_text(std::string_view verb, Segment where, FigureKind kind = kFollower) const;
  /// It leaves the stack before those that are not (Expansion::stage).
  bool leaves_early(const TileSpec& tile) const { return stage(tile) < 0; }
  bool may_stand(FigureKind kind, Segment where) const;   ///< of the seat that is asked, whoever stands there
  bool may_be_put(FigureKind kind, Segment where) const;  ///< no expansion forbids it
  /// An expansion other than this one forbids a figure to come there, and not to be where it stands.
  bool keeps_off(const Expansion& by, const FigureOnBoard& figure, Segment to) const;
  bool taken(Segment where) const;  ///< by a follower of any seat (FOLLOWER-2)
  bool is_follower(FigureKind kind) const;
  bool is_left_standing(FigureKind kind) const;         ///< where its feature was scored
  bool has_room(FigureKind kind, Segment where) const;  ///< for one of the seat that is asked, by who stands there

  // ---- what expansions do

  void ask(Expansion& by, int seat);
  /// One of its options comes, by their weights.
  void ask_chance(Expansion& by, int seat);
  /// A tile is drawn from a pile that nobody holds; from the stack if it has no name.
  void ask_draw(int seat, std::string_view pile, std::function<void(const TileSpec&)> then);
  /// REQUIRES: called when what an expansion asked is answered.
  void go_on();
  void give(int seat, int points);
  void put(int seat, FigureKind kind, Segment where) { figures_.insert({seat, kind, where}); }
  void put_on_tile(int seat, FigureKind kind, int piece) { on_tiles_.insert({seat, kind, {piece, kOnTile}}); }
  /// One of several figures of no seat that are alike, which stays on a tile.
  void stand_on_piece(std::string_view name, int piece) { on_pieces_.emplace_back(name, piece); }
  /// What lies in spaces and is no seat's, by name.
  std::map<std::string, std::set<Space>>& in_spaces() { return in_spaces_; }
  void move(const FigureOnBoard& figure, Segment to);
  /// What was chosen with the figure is none: it is asked for once more.
  void ask_figure_again();
  /// An expansion has paid for these: others may, too.
  void tell_paid(const std::set<Segment>& scored);
  void take_home(const FigureOnBoard& figure);
  void take_back(const FigureOnBoard& figure);  ///< for what its feature is worth so far (ABBOT-2)
  void take_home(const std::function<bool(const FigureOnBoard&)>& which);
  void pay(int from, int to, int points);
  void take_another_turn() { again_ = true; }
  void begin_with(int seat) { turn_seat_ = seat_ = seat; }
  Tiles& pile(std::string_view name, int seat = kNobodys) { return piles_[{std::string(name), seat}]; }
  void lay_instead_of_drawing(std::string_view pile) { laid_instead_.emplace(pile); }
  void put_into_stack(const Tiles& tiles);
  std::map<std::string, Neutral>& neutrals() { return neutrals_; }
  std::map<std::string, std::vector<int>>& tokens() { return tokens_; }
  /// This turn has a second part, which begins with `begin_second_part` once this one is over.
  void owe_part() { part_due_ = part_ == 0; }
  void forget_part() { part_due_ = false; }
  bool may_have_second_part() const;  ///< there is a tile for it
  bool begin_second_part();           ///< true, as what asks
  Board& board() { return board_; }   ///< for trying; it is left as it was
  void give_drawn_to(int seat);       ///< the turn goes on without it
  void take_out_of_stack(const TileSpec& tile);
  void must_lay(int seat, const TileSpec& tile) { to_lay_[seat] = &tile; }
  bool lays_what_it_had_to() const { return laid_to_lay_; }  ///< the tile just laid was such a one
  bool plays_again() const { return again_; }                ///< HOUSE-HOLE
  int bonus_at(const Feature& field) const { return naive::bonus_at(scene(), field); }
  bool converted(const Feature& feature) const;  ///< whether an expansion has made something else of it
  bool kept(const FigureOnBoard& figure) const;  ///< whether an expansion leaves it where it is
  /// LEI-6: an owner of it has something else instead of the points.
  bool forgone(const Feature& feature) const;
  /// LEI-8
  bool stays_to_the_end(const FigureOnBoard& figure) const;
  std::set<int> owners_of(const Feature& feature) const { return naive::owners_of(scene(), feature); }
  int size_of(const Feature& feature) const { return naive::counted_size(scene(), feature); }
  int value_of(const Feature& feature) const { return naive::value_of(scene(), feature); }
  /// When nothing else is left, turns go on as long as the seat to move can lay a tile of this pile; who `must` has to.
  void go_on_with(std::string_view pile, bool must) {
    going_on_with_ = pile;
    must_go_on_ = must;
  }
  /// When nothing is left, each seat with a tile in this pile may lay it in a turn more.
  void lay_in_last_round(std::string_view pile) { last_round_of_ = pile; }
  void count_in_hand(std::string_view pile) { of_hand_ = pile; }  ///< HOUSE-HAND3: its tiles are some of the hand
  /// Whoever has most figures in the field gets so much for each completed city at it; all go home.
  void score_field(Segment field, int each);

 private:
  using Part = std::function<bool()>;  ///< true: it has asked something

  // turns.cpp
  void first_tiles(const std::vector<std::pair<const TileSpec*, Placement>>& tiles);
  bool deal();
  bool begin_turn();
  bool continue_turn();
  bool draw_for_turn();
  bool draw_hand();
  bool full_hand(int seat) const;
  const TileSpec* refusable() const;
  bool used_up() const;
  void set_aside_hand();
  bool something_can_be_drawn();
  bool somebody_else_can_place();
  bool score();
  bool go_home();
  bool refill();
  bool next_turn();
  bool end_second_part();
  bool finish();
  bool score_the_end();
  bool next_of_last_round();

  void plan(Moment moment);
  bool ask(Asked what, int whom);
  bool ask_figure();
  int stage(const TileSpec& tile) const;
  int running_stage() const;  ///< of what may be drawn
  bool waits(const TileSpec& tile) const;
  bool fits(const TileSpec* tile) const { return board_.fits_somewhere(*tile); }
  bool has_place(const std::vector<const TileSpec*>& tiles);
  Tiles& hand(int seat) { return held_[seat]; }
  Tiles laid_instead(int seat) const;
  Tiles all_laid_instead(int seat) const;
  bool can_go_on(int seat) const;
  Scene scene() const { return {board_, figures_, options_, seats(), expansions_}; }
  void book(std::vector<Award> awards);
  void book(std::vector<Award> awards, const std::set<Segment>& scored);
  void pay(std::vector<Award> awards, const std::set<Segment>& scored);
  Outcome done() { return std::exchange(outcome_, {}); }

  Options options_;
  std::vector<std::unique_ptr<Expansion>> expansions_;
  std::map<FigureKind, int> kinds_;
  std::map<const TileSpec*, std::string> names_;
  std::map<const TileSpec*, int> stack_;
  std::map<std::pair<std::string, int>, Tiles> piles_;  ///< by name and seat
  std::set<std::string> laid_instead_;                  ///< piles
  Board board_;
  Figures figures_, on_tiles_;
  std::map<std::string, Neutral> neutrals_;
  std::vector<std::pair<std::string, int>> on_pieces_;
  std::map<std::string, std::set<Space>> in_spaces_;
  std::map<std::string, std::vector<int>> tokens_;
  std::vector<int> scores_;
  std::set<int> gone_;
  int after_with_turns(int seat) const;
  std::vector<Tiles> held_;
  std::vector<const TileSpec*> to_lay_;
  bool laid_to_lay_ = false, drawn_is_due_ = false;
  std::set<Segment> scored_;  ///< of which the figures have still to go home
  int turn_seat_ = 0, seat_ = 0;
  Asked asked_ = Asked::draw;
  Expansion* asking_ = nullptr;                    ///< Asked::act
  std::string drawing_from_;                       ///< Asked::draw; empty: from the stack
  std::function<void(const TileSpec&)> draw_for_;  ///< Asked::draw
  std::deque<Part> parts_;                         ///< of this turn that are still to come
  const TileSpec* drawn_ = nullptr;                ///< not held by anybody
  bool again_ = false;                             ///< HOUSE-HOLE
  bool counts_ = false;                            ///< this turn is one, even if nothing is laid any more
  int part_ = 0;                                   ///< of this turn
  bool part_due_ = false;                          ///< it has another one
  int turns_ = 0, extra_turns_ = 0;
  bool may_lay_instead_ = false;  ///< nothing drawn yet in this turn
  std::string of_hand_;           ///< a pile that is part of the hands; empty: none
  std::string going_on_with_;     ///< the pile with which turns go on; empty: none
  bool must_go_on_ = false;
  std::string last_round_of_;   ///< the pile that has a last round; empty: none
  bool last_round_ = false;     ///< it runs
  bool ending_ = false;         ///< there is no next turn
  std::deque<int> last_turns_;  ///< seats that are still to have one in it
  Outcome outcome_;             ///< of the running ply
};

}  // namespace bastide::naive
