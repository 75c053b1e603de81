// The log of a match: one line of JSON for what the match is, then one for each encounter as it ends, in any order.
// Whoever starts the same match with the same file again goes on where it was: after a kill, too.
#pragma once
#include <chrono>
#include <string>
#include <string_view>

#include "ai/arena.h"

namespace bastide {

/// An encounter on one line, without its end; ranks send it to each other as well.
std::string encounter_text(const ArenaSetup& setup, const Encounter& encounter);

/// Errors: it is none of this match.
Result<Encounter> parse_encounter(const ArenaSetup& setup, std::string_view text);

/// A file that grows. It is locked: two matches do not write to one.
class ArenaLog {
 public:
  /// Reads what is there into the ledger and drops a last line that was not finished. Errors: it cannot be opened or
  /// read, another process writes it, it is of another match (rules, seats, seed, contestants), a line is damaged.
  static Result<std::unique_ptr<ArenaLog>> open(const std::string& path, const ArenaSetup& setup, Ledger& ledger);
  ~ArenaLog();
  ArenaLog(const ArenaLog&) = delete;
  ArenaLog& operator=(const ArenaLog&) = delete;

  /// Hands the line to the operating system, so that it outlives this process; to the disk every five seconds and at
  /// the end, so that a machine that fails loses no more. Errors: it cannot be written.
  Result<void> append(const Encounter& encounter);

  int64_t remembered() const { return remembered_; }  ///< encounters that were there

 private:
  ArenaLog() = default;
  Result<void> read(Ledger& ledger);
  Result<void> write(std::string line);
  Error problem(std::string message, int line = 0) const;

  std::string path_;
  ArenaSetup setup_;
  int file_ = -1;
  int64_t remembered_ = 0;
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

}  // namespace bastide
