// A finished game looked at again (docs/protocol.md, Review): what each decision was worth, and what would have been
// better. Takes its time: run it on a worker. May be called from several threads.
#pragma once
#include <boost/json.hpp>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "server/answer.h"

namespace bastide {

class LiveGame;

class ReviewPages {
 public:
  /// As many decisions from ply `from` on as some tenths of a second bring, one at least, and from where to ask on:
  /// a Review. The same whoever asks; of the games that were asked for last it is kept. Errors (answers): the game is
  /// not over; no such ply.
  Answer get(const LiveGame& live, const std::string& from);

 private:
  struct Kept {
    std::map<int, boost::json::value> judged;  ///< by ply; null: it decided nothing
    uint64_t used = 0;
  };
  std::optional<boost::json::value> kept(const std::string& game, int ply);
  void keep(const std::string& game, int ply, boost::json::value judged);

  std::mutex mutex_;
  std::map<std::string, Kept, std::less<>> games_;
  uint64_t clock_ = 0;
};

}  // namespace bastide
