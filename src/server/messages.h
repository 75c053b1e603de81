// The parts of messages (docs/protocol.md) made from a game: pure functions from values to JSON. game/json.h
// has those that the command line prints as well.
#pragma once
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "game/json.h"

namespace bastide {

/// How one physical copy of a tile looks.
struct Picture {
  std::string seed;
  std::string illustration;
};

/// What a game's tiles look like: the same for everybody, from the game's id and never from the order of the stack. The
/// copies of a tile differ, and their illustrations add up over the game to what the box holds.
class Pictures {
 public:
  /// `version`: part of every seed, so that an address of a picture never means another one after the art changed.
  Pictures(const GameRules& rules, const std::string& game, std::string version);
  Picture start() const { return {"s-" + version_, start_illustration_}; }
  Picture copy(int kind, int number) const;  ///< `number`: 0 for the first of that kind to be drawn

 private:
  std::string version_;
  uint64_t salt_ = 0;
  std::string start_illustration_;
  std::vector<std::vector<std::string>> illustrations_;  ///< by kind
};

boost::json::object tile_json(const GameRules& rules, int kind, const Picture& picture);
boost::json::object piece_json(const BoardView& board, int piece, const Picture& picture);
boost::json::object figure_json(const BoardView& board, const PlacedFigure& figure);

/// Every legal space for a tile with its ways, completions and figures' places; empty in other phases than tile and
/// reserve.
boost::json::array placements_json(const Game& game, int kind);

/// What a game's rules change of their preset, in words.
boost::json::array changed_json(const GameRules& rules);

/// GET /api/setup without the bots.
boost::json::array presets_json(const Catalogue& catalogue);
boost::json::array options_json(const Catalogue& catalogue);

/// 2026-11-20T07:21:00.000Z
std::string iso_time(int64_t milliseconds);

}  // namespace bastide
