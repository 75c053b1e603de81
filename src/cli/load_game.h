// One game under load: two seats, a WebSocket each, and what the server asks them next.
#pragma once
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/load_client.h"
#include "core/rng.h"

namespace bastide::cli {

using LoadClock = std::chrono::steady_clock;

/// What a message of the server says, found without parsing it.
struct Heard {
  enum class Kind { news, tried, refused, other } kind = Kind::other;
  int seq = 0;        ///< of news: the last event
  bool over = false;  ///< nobody is to move
  std::string move;  ///< of news: a legal placement, chosen at random; of what was tried: the answer after it; or empty
  std::string reason;  ///< of a refusal
};
Heard hear(std::string_view message, Rng& rng);

/// Both seats of one game, who play in turn whatever is legal. A move is received when the last seat has heard of it.
class LoadGame {
 public:
  LoadGame(const asio::any_io_executor& executor, LoadTally& tally, uint64_t seed);

  asio::awaitable<void> open(std::vector<asio::ip::tcp::endpoint> servers, std::string game,
                             std::vector<std::string> tokens);
  /// Plays until `moves` have been made or the game is over.
  asio::awaitable<void> play_to(int moves);
  bool over() const { return over_; }
  int moves() const { return moves_; }

  /// A move that is to be sent now, or as soon as the one before has been received.
  void arrive(LoadClock::time_point due);
  /// Moves that arrived and cannot be made, as the game is over: when they were due. They are no longer here then.
  std::deque<LoadClock::time_point> take_left_over() { return std::exchange(due_, {}); }
  /// Called for every move that arrived so: when it was due, was sent and was received by the last seat.
  std::function<void(LoadClock::time_point due, LoadClock::time_point sent, LoadClock::time_point received)>
      on_received;
  std::function<void()> on_over;  ///< called once, when both seats have heard of it
  /// Moves that arrived and are not received.
  std::size_t waiting() const { return due_.size() + (in_flight_ && measured_ ? 1 : 0); }

  void ping();
  void close();

 private:
  void take(std::size_t seat, std::string_view message);
  void go_on();
  void send();

  LoadTally& tally_;
  Rng rng_;
  std::vector<std::shared_ptr<LoadSocket>> sockets_;
  std::vector<int> heard_;  ///< by seat: the last event
  std::size_t to_move_ = 0;
  std::string drafted_;  ///< the placement that was tried
  std::string next_;     ///< the turn that it may take; empty: none is known
  std::deque<LoadClock::time_point> due_;
  LoadClock::time_point flying_due_, sent_;
  bool in_flight_ = false, measured_ = false, over_ = false;
  int sent_at_seq_ = 0, moves_ = 0, wanted_ = 0;
  asio::steady_timer settled_;  ///< cancelled when wanted_ is reached
};

}  // namespace bastide::cli
