// All open connections: how many there are, of which addresses, what waits to be read by them, and how to end them.
// Runs on the io_context's thread.
#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace bastide {

/// How many of something each has at once: each address, each account.
class CountOfEach {
 public:
  /// 0: no limit.
  explicit CountOfEach(int most) : most_(most) {}

  /// One of them, until this goes.
  class Held {
   public:
    Held() = default;
    Held(Held&& other) noexcept : all_(std::exchange(other.all_, nullptr)), mine_(other.mine_) {}
    Held& operator=(Held&& other) noexcept {
      std::swap(all_, other.all_);
      std::swap(mine_, other.mine_);
      return *this;
    }
    ~Held() {
      if (all_ != nullptr && --mine_->second == 0) all_->held_.erase(mine_);
    }

   private:
    friend class CountOfEach;
    using Place = std::map<std::string, std::size_t>::iterator;
    Held(CountOfEach* all, Place mine) : all_(all), mine_(mine) {}
    CountOfEach* all_ = nullptr;
    Place mine_;
  };

  /// Nothing: it would be one too many. Nobody, the empty text, has no limit.
  std::optional<Held> take(const std::string& who);
  std::size_t most() const { return most_; }

 private:
  std::size_t most_;
  std::map<std::string, std::size_t> held_;
};

/// How long others are waited for.
struct Patience {
  std::chrono::seconds header{10};  ///< for a request's header, and for the first message of a WebSocket
  std::chrono::seconds body{30};
  std::chrono::seconds answer{60};  ///< for it to be read
  std::chrono::seconds idle{60};    ///< between two requests
  std::chrono::seconds line{7};     ///< after the last line of a stream, before an empty one
  std::chrono::seconds goodbye{1};  ///< for the other side to close, too
};

struct ConnectionLimits {
  std::size_t all = 10'000;          ///< connections at once
  int an_address = 500;              ///< of them from one address; 0: no limit
  int an_account = 500;              ///< WebSockets and streams of one account, from wherever; 0: no limit
  int unfinished_an_address = 100;   ///< requests that have not come whole, of one address; 0: no limit
  int analyses_an_address = 16;      ///< analyses and comparisons under way for one address; 0: no limit
  std::size_t queued = 256'000'000;  ///< bytes that wait to be read by all clients together
};

class Connections {
 public:
  explicit Connections(const ConnectionLimits& limits)
      : of_address(limits.an_address),
        of_account(limits.an_account),
        unfinished(limits.unfinished_an_address),
        analyses(limits.analyses_an_address),
        limits_(limits) {}

  bool full() const { return entries_.size() >= limits_.all; }
  std::size_t size() const { return entries_.size(); }
  bool closing() const { return closing_; }
  /// Asks every connection to end.
  void close_all();

  CountOfEach of_address, of_account, unfinished, analyses;

  /// A connection counts while this lives.
  class Entry {
   public:
    /// `close` asks the connection to end soon; `drop` ends it at once and gives up what it has queued.
    Entry(Connections& all, std::function<void()> close, std::function<void()> drop);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    /// So many bytes more wait to be read by this client. Where they are too many of all together, the slowest client
    /// is dropped, which may be this one: the one with the most bytes times the time that it has taken none of them.
    void queue(std::size_t bytes);
    /// It has taken so many.
    void sent(std::size_t bytes);
    std::size_t queued() const { return queued_; }

   private:
    friend class Connections;
    Connections& all_;
    std::function<void()> close_, drop_;
    using Clock = std::chrono::steady_clock;
    double slowness(Clock::time_point now) const;
    std::size_t queued_ = 0;
    Clock::time_point since_;  ///< when it last took something, or had nothing to take
  };

 private:
  ConnectionLimits limits_;
  bool closing_ = false;
  std::size_t queued_ = 0;
  std::set<Entry*> entries_;
};

}  // namespace bastide
