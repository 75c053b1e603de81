// A game as the outer world sees it: every move checked, every refusal and every point explained, nothing forgotten.
// Holds the one State<Full> and the plies that led to it. Does no I/O and knows no clock, seed or network.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/events.h"
#include "core/kernel.h"
#include "game/kept_state.h"
#include "notation/notation.h"
#include "rules/compile.h"

namespace bastide {

class Rng;

/// A feature of one placed tile: piece number and index among the tile's features.
struct Segment {
  int piece = 0;
  int feature = 0;
  friend auto operator<=>(const Segment&, const Segment&) = default;
};

struct Space {
  int x = 0, y = 0;
  friend auto operator<=>(const Space&, const Space&) = default;
};

/// A figure on the board; its id is its number in the state, which never changes.
struct PlacedFigure {
  int id = 0, seat = 0, piece = 0, feature = 0;
  Figure figure = Figure::follower;
};

/// In the order in which they came there.
std::vector<PlacedFigure> figures_on_board(const State<Full>& state);

/// Those that a ply sent home, in order; each where it stood.
std::vector<PlacedFigure> figures_sent_home(const State<Full>& state, const EventLog& log);

/// One feature with its extent: for outlines and explanations.
struct Extent {
  FeatureType type = FeatureType::city;
  int node = 0;                   ///< root of the feature in the state it was read from
  std::vector<Segment> segments;  ///< sorted
  std::vector<Space> spaces;      ///< sorted, each once; cloister, garden: the occupied ones of the 3x3
};

/// A term in words.
struct ExplainedTerm {
  Term term;
  std::string text;  ///< "5 tiles × 2"
  Translations translations;
  std::vector<std::string> rules;  ///< ids
};

/// An award with everything that explains it (principle: every point can say why).
struct ExplainedAward {
  int id = 0;    ///< counts from 0 in the game
  int turn = 0;  ///< 1-based
  Award award;
  Extent extent;
  std::vector<Extent> cities;                         ///< field: the completed cities at it
  std::vector<Extent> fields;                         ///< FIELD-1ST: the fields at the city
  std::vector<int> owners;                            ///< seats that got the points (MAJ-1)
  std::vector<std::pair<Space, std::string>> labels;  ///< what each space adds: "2", "2+2"; they add up to the points
  std::vector<ExplainedTerm> terms;                   ///< of the owner who got most: each point is in one of them
  std::string title;                                  ///< "City, 5 tiles, 1 shield"
  std::string sum;                                    ///< "5 tiles x 2 + 1 shield x 2 = 12"
  std::string sentence;                               ///< who has the majority and what follows
  std::string headline;                               ///< "City complete: +12"
  Translations translations;                          ///< of title, sum, sentence and headline
  std::vector<std::string> rules;                     ///< ids, the most telling first
  std::vector<int> returned;                          ///< ids of figures that went home
  int points_of(int seat) const { return award.points[seat]; }
};

/// A ply that has been played: what records are made of.
struct PlayedPly {
  Move move;
  int seat = 0;            ///< who made it; for a draw: who drew
  int turn = 0;            ///< 1-based number of the turn it belongs to; 0: before the first
  int turn_seat = 0;       ///< whose turn that is; before the first: whose tile it becomes
  int piece = -1;          ///< tile: number of the piece it laid
  bool set_aside = false;  ///< draw: this tile fits nowhere (DRAW-2, DRAW-3)
  int pile = -1;           ///< the pile that its tile came into
  bool ready = false;      ///< tile: it lay ready instead of a drawn one
  bool declined = false;   ///< pass: no tile was laid instead of drawing, and its seat draws
};

/// What one ply did.
struct Ply : PlayedPly {
  std::string text;
  std::string of;                   ///< what was asked (Game::asked)
  std::vector<FigureMoved> moved;   ///< figures, but for those that an award sends home
  std::vector<SetAside> aside;      ///< every tile that found no place, those of a hand too
  std::vector<KindIndex> put_back;  ///< tiles of a pile that are in the stack again
  std::vector<Payment> payments;    ///< of seats to each other
  std::vector<int> heaped;          ///< pieces on whose tiles one more was heaped
  std::vector<TokensMoved> tokens;  ///< that seats got or gave away
  bool again = false;               ///< its seat has another turn (HOUSE-HOLE)
  std::vector<uint8_t> widened;     ///< expansions that made more ground after it (Hooks::widen), by their numbers
  int figure = -1;                  ///< follower, answer: id of the figure placed
  int home = -1;                    ///< answer: id of the figure taken back (HALF-CROP)
  std::vector<ExplainedAward> awards;
  std::vector<int> score;  ///< by seat, after the ply
  bool over = false;       ///< the game ended with it
};

/// A tile that lies neither in the stack nor on the board.
struct HeldKind {
  std::string_view pile;
  int seat = kNobody;  ///< who holds it
  KindIndex kind = 0;
  int number = -1;  ///< of the pile; -1: the drawn tile's, which is none
  friend bool operator==(const HeldKind&, const HeldKind&) = default;
};

/// 1-based number of the turn that runs; 0 before the first.
int running_turn(const GameRules& rules, const State<Full>& state);

/// Whether a seat that was asked in a turn is asked on: neither chance, another seat, another turn nor the end comes
/// before its next answer.
bool goes_on(const GameRules& rules, const State<Full>& state, int seat, int turn);

/// Chance draws a tile now, in the middle of a turn, that goes into a pile: whoever was asked before learns nothing of
/// it, and goes on.
bool draws_unseen(const GameRules& rules, const State<Full>& state);

class Game {
 public:
  /// The position before the first draw. Errors: names, number of seats.
  static Result<Game> create(GameRulesPtr rules, std::vector<SeatSpec> seats, Opening opening = {});

  /// A game of which only a position is known: it can be asked and played on, and its record has no beginning.
  static Game at_position(const Position& position);

  /// Plays a record to its end or to the first `plies` plies. A wrong move fails with its line, the rule it breaks and
  /// what would have been legal; so does a result that is not what the rules give.
  static Result<Game> replay(const Record& record, int plies = -1);

  /// The same as far as it goes: the game before what is wrong, and why. Without a message nothing is wrong.
  struct Replay;
  static Result<Replay> replay_right(const Record& record, int plies = -1);

  /// The same plies by rules that only count otherwise. What was offered stands (HOUSE-BUY): a seat may have less by
  /// these rules, and get below 0.
  static Result<Game> counted_by(GameRulesPtr rules, const Game& game);

  const GameRules& rules() const { return *rules_; }
  const GameRulesPtr& rules_ptr() const { return rules_; }
  const std::vector<SeatSpec>& seats() const { return seats_; }
  /// REQUIRES: no other seat has this name.
  void rename(int seat, std::string name) { seats_[seat].name = std::move(name); }
  const Opening& opening() const { return opening_; }
  const State<Full>& state() const { return *state_; }
  const std::vector<PlayedPly>& played() const { return played_; }  ///< from the first on
  const std::vector<Ply>& plies() const { return plies_; }  ///< the same, explained; or only the last (keep_only_last)
  std::vector<PlacedFigure> figures() const { return figures_on_board(*state_); }
  bool over() const { return state_->phase == Phase::over; }
  int turn() const;   ///< 1-based number of the running turn
  int turns() const;  ///< how many turns the stack allows at most

  /// The name of what is asked now: "tile", "figure", "draw", or EXPANSION.QUESTION.
  std::string asked() const;

  /// All tiles in piles that are told of, in the order in which they came; the one to be laid now in the pile "drawn".
  std::vector<HeldKind> held() const;

  std::vector<Move> legal() const;

  /// Why a move is illegal: rule id, what is wrong, what would be right. Empty message: it is legal.
  Error why_illegal(Move move) const;

  /// Plays one ply (chance moves too), or says why not and leaves the game as it is.
  Result<const Ply*> play(Move move);
  Result<const Ply*> play(std::string_view text);  ///< in notation

  /// A seat plays no more: it has no turn from the next one on, and is ranked behind those who stay. What it is asked
  /// until then, and in others' turns, it has to be answered for. Where one seat is left the game is over as it
  /// stands. Errors: the game is over, it has left already.
  Result<void> leave(int seat);
  bool has_left(int seat) const;
  bool abandoned() const;  ///< over because one seat is left

  /// From now on plies() has only the last one: a game that is played for hours and seldom looked back on needs a
  /// quarter of the memory, and is copied as fast. at() brings the others back.
  void keep_only_last();

  /// The game after its first `plies` plies, all of them explained.
  Game at(int plies) const;

  /// A place for a figure on a tile, or one to take back, and what it would bring.
  struct FollowerOption {
    Move move;
    Extent extent;   ///< of the feature it would stand on, or stands on
    int points = 0;  ///< what it would score this very turn (FOLLOWER-4, ABBOT-2); 0 if the feature stays open
  };

  /// What the tile just laid has completed and the figure step will be followed by, features without followers too
  /// (owners empty); empty in other phases.
  std::vector<ExplainedAward> completes() const;

  /// The follower choices of phase follower, without what expansions add; empty in the others.
  std::vector<FollowerOption> follower_options() const;

  Extent extent(int piece, int feature) const;  ///< the feature that this segment belongs to

  Record record() const;  ///< without seed

  /// Whether `viewer` (-1: a spectator) may see the tiles that a seat has in a pile. All do at the end.
  bool sees(int viewer, int pile, int seat) const;

  /// Whether it sees a tile that is held, before the end or after.
  bool sees(int viewer, const HeldKind& tile) const;

  /// The game as a viewer may imagine it (game/worlds.h).
  Game imagined_by(int viewer, Rng& rng) const;

  /// The record with the draws that a viewer may not know as "?". Such a text is for people; it is not read again.
  std::string record_text(int viewer, Aids aids = {}) const;

 private:
  Game() = default;
  Error check_result(const Record& record) const;
  void leave_before_next(const std::vector<Record::Left>& left);
  std::string asked_to_lay() const;
  GameRulesPtr rules_;
  std::vector<SeatSpec> seats_;
  Opening opening_;
  KeptState state_;
  std::vector<PlayedPly> played_;
  std::vector<Ply> plies_;
  std::vector<Record::Left> left_;
  bool only_last_ = false;
  int next_award_ = 0;
};

struct Game::Replay {
  Game game;
  Error wrong;
};

/// The extent of the feature with root `node` in `state`.
Extent extent_of_node(const GameRules& rules, const State<Full>& state, int node);

/// "city", "road", "cloister", "field", "garden": in awards, scenarios and messages.
std::string_view category_of(FeatureType type);

/// "knight", "highwayman", "monk", "farmer", "canon" (in a chapter), or as an expansion calls it: what a figure is
/// called where it stands. Where followers do not stand: whatever does.
std::string figure_name(const GameRules& rules, FeatureType type, Figure figure);

/// Points by seat and category, with the awards behind each number, in the order in which they are shown.
struct CategoryRow {
  std::string category;  ///< "road", "city", "cloister", "garden", "unfinished", "field", "bonus", a PaymentSpec::row
  std::string name;
  std::vector<int> points;               ///< by seat
  std::vector<std::vector<int>> awards;  ///< by seat: award ids
  Translations translations;             ///< of name
};
std::vector<CategoryRow> score_table(const Game& game);
std::vector<CategoryRow> score_table(const GameRules& rules, const std::vector<ExplainedAward>& awards,
                                     const std::vector<Payment>& payments);

/// Seats by place: 1 for the winner(s); equal points share a place (WIN-1).
std::vector<int> ranking(const Game& game);

/// What the end is called (WIN-1): "won", or for several at the top by the game's rule "shared", "replay", "none".
/// REQUIRES: the game is over.
std::string_view outcome_of(const Game& game);

/// The same in words: "Mila wins by 48". REQUIRES: the game is over.
Texts outcome_in_words(const Game& game);

/// How the score track shows points (TRACK-1): the space, and from the second lap on "lying", "counters 50" or
/// "die 1"; a die shows 6 before, and after six laps "die 6 1" (HOUSE-DICE). "2 lying" is 52 on a track of 50.
std::string track_mark(const GameRules& rules, int points);

}  // namespace bastide
