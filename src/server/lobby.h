// All games of this server: made, listed, joined, watched, played, by people and by bots. Every function runs on the
// io_context's thread; what takes time (moves and their messages, reading logs, commits, bots) is done by other
// threads, for which coroutines wait.
//
// Invariants: a change goes to the log first and is told to anybody only when it is durable; a room's changes happen
// one at a time (Room::lock); rooms that nobody needs leave memory and come back from the log; a game that cannot be
// read fails alone.
#pragma once
#include <boost/json.hpp>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rules/catalogue.h"
#include "server/async.h"
#include "server/committer.h"
#include "server/metrics.h"
#include "server/seeds.h"
#include "server/spare.h"
#include "server/time_control.h"

namespace bastide {

class Bots;
class LiveGame;
class RuleShelf;
struct LiveSetup;

/// A refusal with its HTTP status.
struct Refusal {
  int status = 400;
  Error error;
  std::chrono::seconds wait{};  ///< with 429: when it may be tried again
};
template <class T>
using Reply = tl::expected<T, Refusal>;
tl::unexpected<Refusal> refuse(int status, Error error);
tl::unexpected<Refusal> refuse(int status, std::string message, std::string expected = {});
tl::unexpected<Refusal> refuse(int status, const Texts& message, std::string expected = {});

using Text = std::shared_ptr<const std::string>;

/// What whoever asks has to show.
struct Keys {
  std::vector<std::string> tokens;  ///< of seats and invites
  std::string account = {};         ///< the id of whoever is signed in; empty: nobody
};

/// A connection that looks at a game, from a seat or without.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void send(Text message) = 0;
  /// What opened the game to it holds no more: the connection ends. `last`: what it is told before.
  virtual void dismiss(Text last = {}) = 0;
  std::string by_session;  ///< the hash of the session by which it has its seat; empty: it has a key, or no seat
  int seat = -1;           ///< -1: only watches
  std::vector<int> here;   ///< all seats whose people share the device
  bool timed = false;      ///< from a seat of a game with a clock
  bool program = false;    ///< is told positions as lines (server/bot_stream.h) instead of events
  /// How long a message takes to it and back, as measured last; given back to who thinks by a clock.
  std::chrono::milliseconds lag{0};
};

/// A live game and what is told of whose turn it is. Made by any thread, never changed.
struct Scene {
  std::shared_ptr<const LiveGame> live;
  Text turn_to_move, turn_to_watch;  ///< for the seat to move, for all others; made when first needed if null
};

struct Room {
  Room(const asio::any_io_executor& executor, Scene first) : scene(std::move(first)), lock(executor), pause(executor) {}
  const LiveGame& live() const { return *scene.live; }
  Scene scene;  ///< what is on the disk
  std::vector<Watcher*> watchers;
  Lock lock;
  bool bots_run = false;
  /// The seat that everybody waits for, if nobody is connected for it, and since when.
  struct Away {
    int seat = -1;
    std::chrono::steady_clock::time_point since;
  };
  std::optional<Away> away;
  bool uncertain = false;    ///< the disk failed with a change: nothing happens here until that is settled
  asio::steady_timer pause;  ///< before a bot's move
  std::chrono::steady_clock::time_point used = std::chrono::steady_clock::now();
};
using RoomPtr = std::shared_ptr<Room>;

/// A room for somebody who may look at it, and the seats that the keys give (-1: none).
struct Visit {
  RoomPtr room;
  int seat = -1;            ///< the first of them
  std::vector<int> seats;   ///< all that the keys give, those first that tokens give
  int by_token = 0;         ///< how many of them; the others are those of who is signed in
  bool by_session = false;  ///< `seat` is one of these
  /// Another one of them.
  void sit(int wanted);
};

/// Answers that are only tried.
struct TryRequest {
  int seq = 0;  ///< the last event seen
  std::vector<std::string> moves;
  bool program = false;  ///< asks for a BotTried
};

struct PlayRequest {
  int seq = 0;  ///< the last event seen
  std::vector<std::string> moves;
  std::string id;        ///< the client's name for this play: sent again, it is done once. Empty: none
  Committer::Late late;  ///< called once if writing it down takes long
};

struct ClockRequest {
  int seq = 0;         ///< the last event seen
  std::string answer;  ///< LiveGame::change_clock
  ClockWish wish;
};

/// What became of a change that somebody wanted.
struct Outcome {
  enum class Kind : uint8_t { accepted, refused, unknown };
  Kind kind = Kind::accepted;
  Error error = {};
};

struct LobbySettings {
  std::chrono::milliseconds bot_delay{600};
  std::string art_version;
  std::chrono::seconds keep_idle{60};  ///< how long a room nobody uses stays in memory
  bool shared = false;                 ///< other processes play the same games
  /// How long somebody may be away who is waited for by a clock, before the others can go on; without one five times so
  /// long.
  std::chrono::seconds claim_after{60};
  std::string rehearsed;  ///< Seeds
};

class Lobby {
 public:
  using Time = std::chrono::steady_clock::time_point;

  Lobby(asio::io_context& io, asio::thread_pool& workers, const Catalogue& catalogue, EventStore& store, Bots& bots,
        LobbySettings settings);
  ~Lobby();

  /// Looks at every unfinished game and sets bots going. Errors: the store's.
  Result<void> resume();
  /// Bots end, rooms stay: for a shutdown.
  void stop();

  // What HTTP asks; bodies are checked against the schema before. `account`, and that of the keys: whose the seats are
  // that are taken.
  asio::awaitable<Reply<boost::json::object>> create(boost::json::value request, std::string account = {});
  asio::awaitable<Reply<boost::json::object>> join(std::string id, boost::json::value request, Keys keys);
  /// A seat plays no more: the one that a key gives, or the one that is named of several.
  asio::awaitable<Reply<boost::json::object>> resign(std::string id, boost::json::value request, Keys keys);
  /// The game that follows one that is over, with the same rules and people, and the seats moved by one: made by who
  /// asks first.
  asio::awaitable<Reply<boost::json::object>> rematch(std::string id, Keys keys);
  /// A bot takes an open seat: for whoever made the game.
  asio::awaitable<Reply<boost::json::object>> seat_bot(std::string id, boost::json::value request, Keys keys);
  /// Whoever has a seat is taken off before the game begins: by whoever made the game.
  asio::awaitable<Reply<boost::json::object>> free_seat(std::string id, boost::json::value request, Keys keys);
  /// A seat gives its share of the seed; the last one begins the game.
  asio::awaitable<Reply<boost::json::object>> give_share(std::string id, boost::json::value request, Keys keys);
  /// The game begins without the shares that are waited for: for whoever has a seat.
  asio::awaitable<Reply<boost::json::object>> begin_without(std::string id, Keys keys);
  asio::awaitable<Reply<boost::json::object>> list(Keys keys);
  asio::awaitable<Reply<boost::json::object>> summary(std::string id, Keys keys);

  // what accounts ask

  /// Games of an account but for the first `from`: {games, more}.
  asio::awaitable<Reply<boost::json::object>> games_of(std::string account, int from);
  /// The seats that these tokens give, as changes that make them an account's.
  asio::awaitable<Reply<std::vector<AccountChange>>> owned_by(std::string account, std::vector<std::string> tokens);
  /// All that is kept of an account's seat: what it is called, when it was, the record as the seat may see it, and what
  /// was said from it. For any thread.
  Result<boost::json::object> exported(const SeatOfGame& seat) const;
  /// What a rated game does, or has done, to the ratings of its seats. 404: it is not rated.
  asio::awaitable<Reply<boost::json::object>> ratings(std::shared_ptr<const LiveGame> live);
  /// The games with the draws of this one, how far they are, and when all are over how each seat did beside the same
  /// seat of the others. 404: there are none.
  asio::awaitable<Reply<boost::json::object>> duplicate(std::shared_ptr<const LiveGame> live);
  /// Takes names of closed accounts out of their games, until none is left or the server stops.
  asio::awaitable<void> forget_names();
  /// Ends connections whose seat came by a session that `ended` says is none any more.
  void dismiss(const std::function<bool(const std::string& session)>& ended);
  Committer& committer() { return committer_; }

  /// The one way to a game's inside. 404: there is none, 403: it is not for those who watch and no key opens it, 500:
  /// it is damaged.
  asio::awaitable<Reply<Visit>> visit(std::string id, Keys keys);
  /// Whether there is a game that can be read, for whomever.
  asio::awaitable<Reply<void>> check(std::string id);

  /// A Freed message for a key whose seat was freed; null: it is none such.
  asio::awaitable<Text> told_taken_off(std::string id, std::string key);

  // what a WebSocket does
  void enter(const Visit& visit, Watcher& watcher, int since);
  void leave(const RoomPtr& room, Watcher& watcher);
  asio::awaitable<Outcome> play(RoomPtr room, int seat, PlayRequest request);
  /// As LiveGame::take_back; `seq`: the last event seen.
  /// `here`: seats of the same device, whose people sit side by side: they agree with what is asked from there.
  asio::awaitable<Outcome> take_back(RoomPtr room, int seat, std::vector<int> here, int seq, std::string answer);
  /// As LiveGame::change_clock.
  asio::awaitable<Outcome> change_clock(RoomPtr room, int seat, std::vector<int> here, ClockRequest request);
  /// Everybody waits for a seat that nobody is connected for: another one lets a bot play for it until it is back, or
  /// has it resign.
  asio::awaitable<Outcome> claim(RoomPtr room, int by, int seat, std::string choice);
  /// A seat says something to all who look at the game.
  asio::awaitable<Outcome> talk(RoomPtr room, int seat, std::string text);
  /// What a seat would be asked after some answers: the members of a Tried as JSON text.
  asio::awaitable<Result<std::string>> attempt(RoomPtr room, int seat, TryRequest request);
  Text turn_text(Room& room, int seat);

  const Catalogue& catalogue() const;
  std::size_t rooms_in_memory() const { return rooms_.size(); }
  /// Whether games can be read now, by a look at the store.
  asio::awaitable<bool> ready();
  Totals& totals() { return totals_; }
  Levels levels() const;  ///< without connections

 private:
  using Change = std::function<Result<void>(LiveGame&)>;
  struct Changed;

  asio::awaitable<Reply<RoomPtr>> room(std::string id);  ///< from the log if need be
  asio::awaitable<Reply<RoomPtr>> load(std::string id);
  asio::awaitable<Reply<int>> kept_seat(const LiveGame& live, const Keys& keys) const;
  asio::awaitable<Reply<void>> may_sit(const LiveGame& live, const std::string& account) const;
  struct Unfinished {
    std::size_t games = 0;
    int of_bots = 0;                  ///< where a bot is to move
    std::vector<std::string> wanted;  ///< these, and where a clock runs
  };
  Result<Unfinished> unfinished() const;  ///< for any thread
  asio::awaitable<void> load_all(std::vector<std::string> ids);
  asio::awaitable<void> take_over();
  tl::unexpected<Refusal> damaged(const std::string& id, const std::string& why);
  asio::awaitable<Outcome> change(RoomPtr room, Lock::Guard& guard, Change what, Committer::Late late = {});
  /// The same for what HTTP asks: all who look are told who is there.
  asio::awaitable<Reply<boost::json::object>> changed(RoomPtr room, Lock::Guard& guard, Change what,
                                                      boost::json::object answer);
  /// `beside`: what the same commit does besides the game's own entries.
  asio::awaitable<Outcome> change_with(RoomPtr room, Lock::Guard& guard, Change what, Append beside,
                                       Committer::Late late = {});
  asio::awaitable<Result<void>> catch_up(RoomPtr room, bool tell_anyway = false);
  asio::awaitable<void> settle(RoomPtr room, Lock::Guard guard);
  /// `seq`: the last event that there is known to be.
  asio::awaitable<void> follow(RoomPtr room, int seq);
  asio::awaitable<void> follow_others();
  void show(const RoomPtr& room, Scene next, bool tell_anyway = false);
  void wake_bots(const RoomPtr& room);
  asio::awaitable<void> run_bots(RoomPtr room);
  asio::awaitable<void> sweep();
  void tell_presence(Room& room, const Watcher* except = nullptr);
  void note_thinking(const Room& room, bool loaded = false);
  std::string clock_text(const Room& room) const;
  std::string beside_text(const Room& room) const;
  Text line_text(const Room& room, boost::json::object told) const;
  // who is away (lobby_away.cpp)
  std::chrono::milliseconds claim_after(const LiveGame& live) const;
  void note_away(Room& room) const;
  std::optional<std::chrono::milliseconds> may_claim_in(const Room& room) const;
  asio::awaitable<void> come_back(RoomPtr room, int seat);
  int64_t used_by(const Room& room) const;
  Time thinks_from(const Room& room) const;
  asio::awaitable<void> watch_flags();
  asio::awaitable<void> drop_flag(std::string id);
  asio::awaitable<Reply<std::shared_ptr<LiveGame>>> found(std::string id, LiveSetup setup,
                                                          std::vector<SeatToken> tokens, const std::string& account,
                                                          std::string seed);
  // several games with the same draws (lobby_duplicate.cpp)
  asio::awaitable<Reply<void>> found_duplicates(const LiveSetup& setup, std::string id, std::string seed);
  asio::awaitable<Reply<std::vector<boost::json::object>>> summaries_of(std::vector<std::string> games);
  asio::awaitable<Reply<void>> may_watch(const LiveGame& live);
  asio::awaitable<Reply<bool>> sits_beside(const LiveGame& live, const Keys& keys) const;
  asio::awaitable<boost::json::object> summary_of(GameRow row, std::optional<boost::json::object> kept,
                                                  std::vector<SeatToken> seats);
  /// Of one game.
  Result<std::vector<SeatToken>> seats_of(const Keys& keys, const std::string& game) const;
  std::vector<std::string> hashes_of(const Keys& keys) const;
  void dismiss_seat(const Room& room, int seat);
  void dismiss_onlookers(Room& room);
  Text taken_off_text(const LiveGame& live) const;
  Result<std::vector<SeatToken>> seats_of_tokens(const std::vector<std::string>& tokens) const;
  asio::awaitable<bool> forget_name(std::string game, int seat, bool kept);
  asio::awaitable<bool> forget_seat(SeatOfGame seat);

  asio::io_context& io_;
  asio::thread_pool& workers_;
  const std::unique_ptr<const RuleShelf> rules_;
  EventStore& store_;
  Bots& bots_;
  LobbySettings settings_;
  Seeds seeds_;
  mutable asio::thread_pool movers_{1};   ///< for what players wait for; nothing slow, and no database
  mutable asio::thread_pool readers_{1};  ///< for what waits for the database, where only one reads at a time
  Committer committer_;
  std::map<std::string, RoomPtr, std::less<>> rooms_;
  std::map<std::string, std::shared_ptr<Lock>> loading_;
  std::map<std::string, std::string> damaged_;  ///< games that could not be read, and why: said once
  /// Somebody who thinks by a clock, also in a room that has left memory.
  struct Thinking {
    int plies = 0, asked = 0, changes = 0;  ///< of the game, when this was asked
    Time since, due;
  };
  std::map<std::string, Thinking, std::less<>> thinking_;
  std::set<std::pair<Time, std::string>> flags_;  ///< when each of them falls
  asio::steady_timer sweeper_, listener_, flag_;
  const std::shared_ptr<Lock> forgetting_;  ///< one at a time
  Totals totals_;
  const int64_t started_;  ///< milliseconds since 1970
  bool called_ = false;    ///< there is news of other processes
  bool stopping_ = false;
};

}  // namespace bastide
