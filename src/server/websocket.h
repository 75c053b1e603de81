// One WebSocket: a watcher of one game, who plays if its token gives a seat.
#pragma once
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <functional>
#include <set>

#include "server/rest.h"

namespace bastide {

/// What open connections have in common: how many there are, and how to end them.
class Connections {
 public:
  explicit Connections(std::size_t most) : most_(most) {}
  bool full() const { return entries_.size() >= most_; }
  bool closing() const { return closing_; }
  void close_all() {
    closing_ = true;
    const auto entries = entries_;  // closing one may remove it
    for (Entry* entry : entries)
      if (entries_.contains(entry)) entry->close_();
  }

  /// A connection counts while this lives.
  class Entry {
   public:
    /// `close` asks the connection to end soon.
    Entry(Connections& all, std::function<void()> close) : all_(all), close_(std::move(close)) {
      all_.entries_.insert(this);
    }
    ~Entry() { all_.entries_.erase(this); }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    friend class Connections;
    Connections& all_;
    std::function<void()> close_;
  };

 private:
  std::size_t most_;
  bool closing_ = false;
  std::set<Entry*> entries_;
};

/// Serves an upgrade request to /ws until the connection ends. `stream` is used up.
asio::awaitable<void> serve_websocket(Services& services, Connections& connections, boost::beast::tcp_stream stream,
                                      HttpRequest request, RoomPtr room, int seat, int since);

}  // namespace bastide
