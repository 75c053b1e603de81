// All games of this server: made, listed, joined, watched, played, by people and by bots. Every function runs on the
// io_context's thread; what takes long (commits, bots) waits in coroutines.
//
// Invariants: a change goes to the log first and is told to anybody only when it is durable; a room's changes happen
// one at a time (Room::lock); rooms that nobody needs leave memory and come back from the log.
#pragma once
#include <boost/json.hpp>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/async.h"
#include "server/table.h"

namespace bastide {

/// A refusal with its HTTP status.
struct Refusal {
  int status = 400;
  Error error;
};
template <class T>
using Reply = tl::expected<T, Refusal>;
tl::unexpected<Refusal> refuse(int status, Error error);
tl::unexpected<Refusal> refuse(int status, std::string message, std::string expected = {});

using Text = std::shared_ptr<const std::string>;

/// A connection that looks at a game, from a seat or without.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void send(Text message) = 0;
  int seat = -1;  ///< -1: only watches
};

struct Room {
  Room(const asio::any_io_executor& executor, Table first)
      : table(std::make_shared<const Table>(std::move(first))), lock(executor), pause(executor) {}
  std::shared_ptr<const Table> table;
  std::vector<Watcher*> watchers;
  Lock lock;
  bool bots_run = false;
  asio::steady_timer pause;  ///< before a bot's move
  std::chrono::steady_clock::time_point used = std::chrono::steady_clock::now();
  Text turn_to_move, turn_to_watch;  ///< of the current table; made when first needed
};
using RoomPtr = std::shared_ptr<Room>;

struct LobbySettings {
  std::chrono::milliseconds bot_delay{600};
  std::string art_version;
  std::chrono::seconds keep_idle{60};  ///< how long a room nobody uses stays in memory
};

class Lobby {
 public:
  Lobby(asio::io_context& io, asio::thread_pool& workers, const Catalogue& catalogue, EventStore& store,
        LobbySettings settings);
  ~Lobby();

  /// Looks at every unfinished game and sets bots going. Errors: the store's.
  Result<void> resume();
  /// Bots end, rooms stay: for a shutdown.
  void stop();

  // what HTTP asks; bodies are checked against the schema before
  asio::awaitable<Reply<boost::json::object>> create(boost::json::value request);
  asio::awaitable<Reply<boost::json::object>> join(std::string id, boost::json::value request);
  Reply<boost::json::object> list(const std::vector<std::string>& tokens);
  Reply<boost::json::object> summary(const std::string& id, const std::vector<std::string>& tokens);
  Reply<std::string> record(const std::string& id);

  // what a WebSocket does
  Reply<RoomPtr> room(const std::string& id);                    ///< from the log if need be
  int seat_of(const std::string& id, const std::string& token);  ///< -1: none
  void enter(const RoomPtr& room, Watcher& watcher, int since);
  void leave(const RoomPtr& room, Watcher& watcher);
  asio::awaitable<std::optional<Error>> play(RoomPtr room, int seat, int seq, std::vector<std::string> moves);
  Text turn_text(Room& room, int seat);

  const Catalogue& catalogue() const { return catalogue_; }
  std::size_t rooms_in_memory() const { return rooms_.size(); }

 private:
  asio::awaitable<Result<void>> commit(RoomPtr room, Table next, std::vector<SeatToken> tokens);
  void wake_bots(const RoomPtr& room);
  asio::awaitable<void> run_bots(RoomPtr room);
  asio::awaitable<void> sweep();
  void tell_presence(Room& room, const Watcher* except = nullptr);
  boost::json::object summary_of(const GameRow& row, const std::vector<SeatToken>& tokens);
  Reply<std::vector<SeatToken>> seats_of(const std::vector<std::string>& tokens);

  asio::io_context& io_;
  asio::thread_pool& workers_;
  const Catalogue& catalogue_;
  EventStore& store_;
  Committer committer_;
  LobbySettings settings_;
  std::map<std::string, RoomPtr, std::less<>> rooms_;
  asio::steady_timer sweeper_;
  bool stopping_ = false;
};

}  // namespace bastide
