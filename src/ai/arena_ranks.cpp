#include "ai/arena_ranks.h"

#include <charconv>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "ai/arena_log.h"

namespace bastide {
namespace {

/// To rank 0: a thread has nothing to do; an encounter, after which its thread has nothing to do; what went wrong; this
/// rank has ended. From rank 0: play this; the match is over.
enum Kind : int { idle, result, wrong, ended, play, over };

constexpr auto kPause = std::chrono::milliseconds(1);  // a rank that waits does not keep a core busy

/// What the threads of a rank and the one that sends and receives hand to each other.
struct Desk {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<int64_t> to_play;
  std::deque<Encounter> played;
  bool closed = false;

  std::optional<int64_t> next() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return closed || !to_play.empty(); });
    if (closed) return std::nullopt;
    const int64_t number = to_play.front();
    to_play.pop_front();
    return number;
  }
  void give(int64_t number) {
    const std::lock_guard lock(mutex);
    to_play.push_back(number);
    changed.notify_one();
  }
  void put(Encounter encounter) {
    const std::lock_guard lock(mutex);
    played.push_back(std::move(encounter));
  }
  std::optional<Encounter> take() {
    const std::lock_guard lock(mutex);
    if (played.empty()) return std::nullopt;
    std::optional<Encounter> first = std::move(played.front());
    played.pop_front();
    return first;
  }
  void close() {
    const std::lock_guard lock(mutex);
    closed = true;
    changed.notify_all();
  }
};

/// Rank 0's side of the talk.
class Leader {
 public:
  Leader(const ArenaSetup& setup, Ledger& ledger, Ranks& ranks) : setup_(setup), ledger_(ledger), ranks_(ranks) {}

  void hear() {
    while (const auto message = ranks_.receive()) {
      if (message->kind == Kind::ended) ++gone_;
      if (message->kind == Kind::wrong) {
        Error error;
        error.message = message->text;
        error.source = "rank " + std::to_string(message->from);
        ledger_.fail(error);
      }
      if (message->kind == Kind::result) {
        auto encounter = parse_encounter(setup_, message->text);
        if (encounter)
          ledger_.take(std::move(*encounter));
        else
          ledger_.fail(encounter.error());
      }
      if (ending_ || (message->kind != Kind::idle && message->kind != Kind::result)) continue;
      if (const auto number = ledger_.next()) ranks_.send(message->from, Kind::play, std::to_string(*number));
    }
  }

  /// Ends the other ranks, and waits for them.
  void end() {
    ending_ = true;
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, Kind::over, "");
    while (gone_ + 1 < ranks_.size()) {
      hear();
      std::this_thread::sleep_for(kPause);
    }
  }

 private:
  const ArenaSetup& setup_;
  Ledger& ledger_;
  Ranks& ranks_;
  int gone_ = 0;
  bool ending_ = false;
};

}  // namespace

Result<void> lead_ranks(const ArenaSetup& setup, Ledger& ledger, Ranks& ranks, bool ready,
                        const std::function<void()>& progress) {
  Leader leader(setup, ledger, ranks);
  if (ready) {
    ArenaWorkers workers(
        setup, [&] { return ledger.next(); }, [&](Encounter encounter) { ledger.take(std::move(encounter)); });
    auto told = std::chrono::steady_clock::now();
    while (!ledger.over()) {
      leader.hear();
      std::this_thread::sleep_for(kPause);
      if (const auto error = workers.error()) ledger.fail(*error);
      if (const auto now = std::chrono::steady_clock::now(); progress && now - told > std::chrono::milliseconds(200)) {
        told = now;
        progress();
      }
    }
  }
  leader.end();
  if (const auto error = ledger.error()) return tl::unexpected<Error>(*error);
  return {};
}

void follow_ranks(const ArenaSetup& setup, Ranks& ranks) {
  Desk desk;
  {
    ArenaWorkers workers(
        setup, [&] { return desk.next(); }, [&](Encounter encounter) { desk.put(std::move(encounter)); });
    for (int thread = 0; thread < setup.threads; ++thread) ranks.send(0, Kind::idle, "");
    bool told = false;
    for (bool on = true; on;) {
      while (const auto encounter = desk.take()) ranks.send(0, Kind::result, encounter_text(setup, *encounter));
      while (const auto message = ranks.receive()) {
        int64_t number = 0;
        if (message->kind == Kind::over) on = false;
        if (message->kind != Kind::play) continue;
        std::from_chars(message->text.data(), message->text.data() + message->text.size(), number);
        desk.give(number);
      }
      if (const auto error = workers.error(); error && !told) {
        ranks.send(0, Kind::wrong, error->text());
        told = true;
      }
      std::this_thread::sleep_for(kPause);
    }
    workers.abandon();
    desk.close();
  }
  ranks.send(0, Kind::ended, "");
}

}  // namespace bastide
