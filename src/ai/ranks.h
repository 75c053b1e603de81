// Processes that work together, on one machine or several, and the messages between them. What carries these is behind
// an interface, so that this folder needs no library for it: src/cli/mpi.
#pragma once
#include <optional>
#include <string>

namespace bastide {

/// Sends and receives. One thread of a process uses it.
class Ranks {
 public:
  struct Message {
    int from = 0, kind = 0;
    std::string text;
  };
  virtual ~Ranks() = default;  ///< waits for the other ranks to leave as well
  virtual int rank() const = 0;
  virtual int size() const = 0;
  virtual void send(int to, int kind, const std::string& text) = 0;
  virtual std::optional<Message> receive() = 0;  ///< does not wait
};

}  // namespace bastide
