// One game on the server as its log tells it: seats, draws, moves, and the events clients fold. No network, no clock.
//
// Invariants: a live game is the replay of its log, so the same log gives the same game and the same client events in
// every process. What is to happen is first done to a copy, which shares what is past; the copy takes the game's place
// when its new log entries are durable. What a viewer is told depends on nothing that it may not know: neither on
// hidden draws nor on the order of the stack.
#pragma once
#include <algorithm>
#include <boost/json.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.h"
#include "game/game.h"
#include "server/best_of.h"
#include "server/event_texts.h"
#include "server/messages.h"
#include "server/rule_shelf.h"
#include "server/shuffle.h"
#include "server/time_control.h"
#include "store/event_store.h"

namespace bastide {

struct LiveSeat {
  std::string kind;  ///< "human", "bot", "open"
  std::string name;
  std::string bot;        ///< a player's id
  std::string gone = {};  ///< why it plays no more: "resigned", "time", "away"; empty: it does
  /// Open, but kept for whoever has this seat in the game before (LiveSetup::after); -1: for anybody.
  int kept_for = -1;
  std::string stand_in = {};              ///< the bot that plays for a person who is away; empty: none
  std::vector<std::string> keys = {};     ///< hashes of what whoever joined it has shown and got
  int freed = 0;                          ///< how often whoever had it was taken off
  std::string promise = {};               ///< SHA-256 of the share of the seed that it will give; empty: it gives none
  std::optional<std::string> share = {};  ///< given, or empty: lost
};

/// How a game was set up: the body of its first log entry.
struct LiveSetup {
  RuleChoice choice;
  std::vector<LiveSeat> seats;
  bool listed = false;
  int first_seat = 0;  ///< marked by the host as the youngest or as agreed (START-1)
  std::string invite_hash;
  int host = -1;       ///< the seat of whoever made it, else of who joined first; -1: none
  TimeControl time;    ///< another one where all have agreed on that
  std::string after;   ///< the game that this one is a rematch of; empty: none
  bool rated = false;  ///< it counts for the ratings of its seats' owners
  Aids aids;           ///< that the table allows before the end
  BestOf best_of;
  bool together = false;               ///< the seed is made of what the seats give, too
  std::vector<std::string> duplicate;  ///< games with the same draws, this one among them; empty: there are none
};

class LiveGame {
 public:
  /// A new game with its first log entry in fresh(). Errors: preset, options, number or names of seats. `seed` is
  /// secret.
  static Result<LiveGame> create(const RuleShelf& rules, std::string id, LiveSetup setup, std::string seed,
                                 std::string art_version, int64_t at);

  /// REQUIRES: `log` is what the store holds of this game. Errors: a log that this program cannot replay.
  static Result<LiveGame> load(const RuleShelf& rules, const GameRow& row, const std::vector<StoredEvent>& log,
                               std::string art_version);

  const std::string& id() const { return id_; }
  const std::vector<LiveSeat>& seats() const { return setup_.seats; }
  const LiveSetup& setup() const { return setup_; }
  const GameRules& rules() const { return *rules_; }
  const Game* game() const { return game_ ? &*game_ : nullptr; }  ///< none while waiting for players
  std::string_view status() const;                                ///< "waiting", "playing", "over"
  int to_move() const;                                            ///< -1: nobody
  bool bot_to_move() const;  ///< also for a seat that plays no more, or whose person is away
  /// The bot of the seat to move, as its id. REQUIRES: bot_to_move().
  const std::string& bot() const;
  /// Whoever is to move has a clock that runs, and so much left (milliseconds) from when it was asked.
  std::optional<int64_t> time_to_move() const;
  /// Milliseconds of each seat, as they were when the seat to move was asked; empty: no clock.
  std::vector<int64_t> times() const;
  /// Since when whoever is to move has been asked, or the clock was changed: milliseconds since 1970. What is only said
  /// does not count.
  int64_t asked_time() const { return asked_time_; }
  /// From when on whoever is to move thinks: since it was asked, or until when the clock stands still.
  int64_t thinks_from() const { return std::max(asked_time_, paused_until_); }
  /// What it began with.
  const TimeControl& first_time() const { return first_time_; }
  int clock_changes() const { return clock_changes_; }  ///< how often it was stopped, set going again or exchanged
  int asked_at() const { return asked_at_; }            ///< the event after which that was
  int plies() const { return game_ ? static_cast<int>(game_->played().size()) : 0; }  ///< moves and draws
  /// How the games that decide together stand; with this one if it is over.
  BestOf best_of() const;
  const std::string& draws() const { return draws_; }      ///< what the draws come from; secret as long as they are
  const std::string& rematch() const { return rematch_; }  ///< the game that follows this one; empty: none

  /// Seats somebody in an open seat, or the bot of this id. Errors carry what to show.
  /// `keys`: hashes of what says that whoever joined has it; with them it comes back no more if it is freed.
  /// `promise`: of its share of the seed.
  Result<void> join(int seat, const std::string& name, int64_t at, const std::string& bot,
                    const std::vector<std::string>& keys, const std::string& promise = {});
  /// Whoever has a seat is taken off before the game begins: it is open again. Errors: it has begun, nobody sits there.
  Result<void> free_seat(int seat, int64_t at);
  /// Whether somebody whose key has this hash was taken off.
  bool was_taken_off(const std::string& hash) const;
  Texts taken_off_in_words() const;  ///< what they are told
  /// Begins if every seat is taken and has given what it promised: lays the start tile and draws.
  Result<void> begin_if_full(int64_t at);
  /// A seat gives its share of the seed, or says that it has lost it (empty): the last one begins the game. Errors: it
  /// is not waited for, or is not what it promised.
  Result<void> give_share(int seat, const std::string& share, int64_t at);
  /// Begins without the shares that are waited for. Errors: none is, or not for ten seconds yet.
  Result<void> begin_without(int64_t at);
  /// All answers of the seat to move until chance, another seat or another turn comes, in notation. `play`: what the
  /// client calls it, kept with the log; empty: nothing. On an error the game is spoilt: use a copy.
  /// `used`: milliseconds that the seat has thought.
  Result<void> play(int seat, const std::vector<std::string>& moves, int64_t at, std::string_view play = {},
                    int64_t used = 0);
  /// A seat plays no more (Game::leave); `why` as in LiveSeat::gone. Errors: no game is under way, it has left already.
  Result<void> leave(int seat, std::string_view why, int64_t at);
  /// A bot plays for a person who is away, as another seat wishes; until the person comes back. `used`: milliseconds
  /// that the person has thought.
  Result<void> stand_in(int seat, int by, const std::string& bot, int64_t at, int64_t used);
  Result<void> come_back(int seat, int64_t at);
  /// A seat asks to take its last play back, agrees to that, refuses it or asks no more: "ask", "agree", "refuse",
  /// "withdraw". It goes back when all have agreed. `used`: milliseconds that the seat to move has thought. Errors say
  /// why it cannot be.
  Result<void> take_back(int seat, std::string_view answer, int64_t at, int64_t used);
  int may_take_back() const;                                    ///< the seat that may ask; -1: none
  int played_last() const { return back_ ? back_->seat : -1; }  ///< whose play that may be, or what is asked for
  bool asks_back() const { return asked_back_.has_value(); }    ///< and waits for answers
  /// A seat asks for another clock (`wish`), agrees to that, refuses it or asks no more, as above; or is ready to go on
  /// ("ready"): when all are, the clock stands still no longer. `seen`: the last event seen.
  Result<void> change_clock(int seat, std::string_view answer, const ClockWish& wish, int seen, int64_t at,
                            int64_t used);
  bool waits_for_back(int seat) const;  ///< whether this seat has still to agree to what is asked
  bool waits_for_clock(int seat) const;
  bool waits_to_resume(int seat, int64_t at) const;  ///< the clock stands still, and this seat is not ready
  /// A seat says something to all who look at the game. Errors: it has not begun; too much was said.
  Result<void> say_to_all(int seat, const std::string& text, int64_t at);
  /// A seat has another name from now on. REQUIRES: no other seat has it.
  Result<void> rename(int seat, const std::string& name, int64_t at);
  /// Another game of the same people follows this one, as a seat wishes.
  Result<void> follow_with(const std::string& game, int seat, int64_t at);
  /// Whether a seat's play of this name is in the log.
  bool has_played(int seat, std::string_view play) const;
  /// Goes on by entries that another process has written. On an error the game is spoilt.
  Result<void> follow(const RuleShelf& rules, const std::vector<StoredEvent>& log);

  /// Log entries made since the last call; the last one says how the game stands.
  std::vector<StoredEvent> take_fresh();
  int log_size() const { return log_size_; }
  GameRow row() const;

  /// Client event n, as JSON text, as a seat may see it (-1: a spectator). REQUIRES: 1 <= n <= seq().
  std::string event(int n, int viewer) const { return events_.event(n, eyes(viewer)); }
  /// Events n+1 to seq(), with commas between them.
  std::string events_since(int n, int viewer) const { return events_.since(n, eyes(viewer)); }
  /// Whether events n+1 to seq() are the same for everybody.
  bool all_open_since(int n) const { return events_.open_since(n); }
  int seq() const { return events_.size(); }
  /// What seats and spectators may have: what the table allows, and at the end everything.
  Aids aids() const { return status() == "over" ? Aids() : setup_.aids; }
  /// Whether who has seen the first n events knows what is asked now: later ones do not touch it.
  bool asked_by(int n) const { return n >= asked_at_ && n <= seq(); }

  /// A GameSummary with nobody online and no `you`.
  boost::json::object summary() const;
  /// What of it changes with every move, as the log keeps it: {turn, turns, toMove, seats: [[score, followers, ...]]}.
  boost::json::object standing() const;
  /// A Turn as JSON text; null while nobody is to move. `choices`: for who may move.
  std::string turn(bool choices) const;
  /// What a seat would be asked after these answers, and what they would do: the members of a Tried as JSON text.
  /// Depends on nothing that the seat may not know.
  Result<std::string> tried(int seat, const std::vector<std::string>& moves) const;
  /// What a program in this seat is told: the members of a BotState but for the clock; moves are those after event
  /// `since`.
  boost::json::object told_to_program(int seat, int since) const;
  /// As tried(), for a program: a BotTried as JSON text.
  Result<std::string> tried_by_program(int seat, const std::vector<std::string>& moves) const;
  /// {seq, features}: every feature on the board, whose it is and, where the table allows that, its worth. REQUIRES:
  /// aids() has owners.
  boost::json::object features() const;
  /// {seq} and of the aids that are allowed: tiles, unseen, spaces, projection (docs/protocol.md: GameAids). `viewer`:
  /// the seat that asks, or -1. REQUIRES: game().
  boost::json::object reckoned(int viewer) const;
  /// The game so far in notation, with the seed when it is over and without what a viewer may not know before.
  /// REQUIRES: game().
  std::string record(int viewer) const;

  const std::vector<Picture>& pictures() const { return pictures_; }  ///< by piece

 private:
  LiveGame(std::string id, std::string seed, std::string art_version, int64_t created)
      : id_(std::move(id)),
        seed_(std::move(seed)),
        art_version_(std::move(art_version)),
        created_(created),
        updated_(created) {}

  struct Held;
  // turns taken back (live_game_back.cpp)
  void note_answer();
  void note_shown(const Ply& ply, bool outcome, const std::vector<Held>& before);
  std::vector<int> asked_to_agree() const;
  void end_asking(int seat, int64_t at);
  void tell_back(int by, std::string_view state, int64_t at, boost::json::object more = {});
  Result<void> apply_takeback(const boost::json::object& body, int64_t at);
  Result<void> go_back(int by, int64_t used, int64_t at);

  Result<void> may_play(int seat) const;
  void keep(std::string_view kind, const boost::json::object& body, int64_t at);
  Result<void> append(std::string_view kind, const boost::json::object& body, int64_t at);
  /// What a client says beside the first of its moves.
  struct Beside {
    std::string_view play;
    int64_t used = 0;
  };
  Result<void> append_ply(std::string_view kind, std::string_view text, int64_t at, Beside beside);
  Result<void> answer(int seat, const std::vector<std::string>& moves, int64_t at, Beside beside);
  // the clock (live_game_clock.cpp)
  void spend(int seat, int64_t used);
  void gain(int seat, int64_t time);
  std::vector<int> people() const;
  void end_asking_clock(int seat, int64_t at);
  Result<void> apply_clock(const boost::json::object& body, int64_t at);
  void set_clock(const ClockWish& wish, int64_t used, int64_t at);

  Result<void> end_if_over(int64_t at);
  bool all_taken() const;
  bool waits_for_share() const;
  Result<void> begin(int64_t at);
  Opening opening_of() const;
  Result<void> apply_leave(const boost::json::object& body, int64_t at);
  Result<void> read(const StoredEvent& entry, const RuleShelf& rules);
  Result<void> read_ply(const boost::json::object& body, int64_t at);
  Result<void> apply(std::string_view kind, const boost::json::object& body, int64_t at);
  Result<void> apply_setup(const boost::json::object& body, const RuleShelf& rules);
  Result<void> apply_start(int64_t at);
  Result<const Ply*> apply_ply(std::string_view text, int64_t at);
  void apply_over(int64_t at);
  Result<void> draw_until_placeable(int64_t at);
  Result<void> draw_one(int64_t at);
  Move next_draw() const;

  /// A tile that somebody or nobody holds.
  struct Held {
    HeldKind tile;
    int under = -1;  ///< the piece that it lies under
    Picture picture;
    bool hidden = false;  ///< before the end from all but its seat
  };
  /// What a change tells: to those who may see everything of it, and to the others.
  struct Change {
    boost::json::object whole, shown;
    int secret_of = -1;  ///< who may; -1: all
  };
  struct Before {
    int left = 0, turn_seat = 0;
    std::array<int16_t, kMaxSeats> score;
  };
  void tell(const Ply& ply, const Before& before, int64_t at);
  void tell_first_tile(int64_t at);
  boost::json::value place_json(Place at) const;
  boost::json::object place_on_piece(Place at) const;
  void tell_did(const Ply& ply, std::vector<Change> changes, int64_t at);
  void tell_tokens(const Ply& ply, int64_t at);
  void tell_asides(const Ply& ply, std::vector<Held>& gone, std::vector<Change> changes, int64_t at);
  void emit_did(boost::json::object did, std::vector<Change> changes, int64_t at);
  std::vector<Held> hold_anew();
  Picture picture_of_new(const Held& held);
  Picture picture_of_gone(std::vector<Held>& gone, int seat, int kind);
  std::vector<Change> pile_changes(const std::vector<Held>& before) const;
  boost::json::object pile_json(const std::vector<const Held*>& pile, const Held& first, bool hidden) const;
  boost::json::array revealed_json() const;
  boost::json::object piece_change(int piece) const;
  boost::json::object figure_change(const FigureMoved& moved) const;
  std::optional<boost::json::object> table_change();
  void emit(std::string_view type, boost::json::object event, int64_t at, int secret_of = -1,
            const boost::json::object* shown = nullptr);
  EventTexts::Eyes eyes(int viewer) const { return {viewer, game_ && game_->over()}; }
  boost::json::array seats_json() const;
  boost::json::object asked_json(const State<Full>* world) const;
  boost::json::array moves_since(int n, int viewer) const;

  std::string id_, seed_, art_version_;
  std::string draws_;     ///< the seed of the draws: seed_, or made of it and of what the seats gave
  int64_t taken_at_ = 0;  ///< when a seat was taken last
  int64_t created_ = 0, updated_ = 0;
  LiveSetup setup_;
  GameRulesPtr rules_;
  std::optional<Game> game_;
  std::optional<Shuffle> shuffle_;  ///< of the stack
  std::vector<Shuffle> deals_;      ///< of what is kept apart from it (HALF-2), by pile
  int outcomes_ = 0;                ///< that chance has brought besides tiles: dice and the like
  std::optional<Pictures> looks_;
  std::vector<int> copies_;                           ///< that everybody has seen, by kind
  std::map<std::pair<int, int>, int> hidden_copies_;  ///< that only their seat has seen, by seat and kind
  std::vector<Picture> pictures_;                     ///< of the pieces
  std::vector<Held> held_;                            ///< in the order of Game::held
  /// Set while answers are only tried.
  struct Trial {
    Rng rng;
    int seat = 0, drafted = 0;  ///< who tries, and the number of the first piece that it lays
    std::vector<std::string> moves;
    boost::json::array did, completes;
  };
  Trial* trial_ = nullptr;
  Result<void> imagine(Trial& trial, const std::vector<std::string>& moves);
  int asked_at_ = 0;                ///< the event after which the question was asked that stands now
  int64_t asked_time_ = 0;          ///< when that was
  int asked_in_ = 0;                ///< the turn in which the seat is asked that answers
  std::string edge_;                ///< of the table, as it was told last
  std::vector<std::size_t> plays_;  ///< hashes of seats and their plays' names
  std::vector<int64_t> time_left_;  ///< of TimeControl::stock, by seat
  int64_t used_before_ = 0;         ///< of TimeControl::each, by the seat to move, before the clock stood still
  int64_t paused_until_ = 0;        ///< milliseconds since 1970
  int clock_changes_ = 0;
  TimeControl first_time_;
  int clock_refused_ = 0;  ///< so many plies and one there were when somebody would have no other clock
  struct AskedClock {
    ClockWish wish;
    std::vector<int> agreed;  ///< first of them who asks
    int event = 0;            ///< by which it was asked
  };
  std::optional<AskedClock> asked_clock_;
  std::vector<int> ready_;  ///< to go on before paused_until_
  std::string rematch_;
  std::vector<std::string> taken_off_;  ///< hashes of keys
  /// A person's play, from which on nothing was shown to anybody that was not known before.
  struct Back {
    int seat = 0, plies = 0, turn = 0;  ///< whose it is, how many plies were before it, and in which turn it was made
    bool answered = false;              ///< somebody else has answered since
    bool refused = false;               ///< somebody will not have it taken back
    std::array<int64_t, kMaxSeats> gained{};  ///< time, since it began
  };
  std::optional<Back> back_;
  struct AskedBack {
    std::vector<int> agreed;
  };
  std::optional<AskedBack> asked_back_;    ///< to take that play back
  std::vector<int> ply_events_;            ///< how many events there were before each ply
  std::vector<std::pair<int, int>> left_;  ///< seats that play no more, after so many plies
  int said_ = 0;                           ///< how often something was said
  int log_size_ = 0;
  std::vector<StoredEvent> fresh_;
  EventTexts events_;
};

/// Brings a summary up to what a log's last entry says (LiveGame::standing). Throws if either is not what it should be.
void bring_up_to(boost::json::object& summary, const boost::json::object& standing);

}  // namespace bastide
