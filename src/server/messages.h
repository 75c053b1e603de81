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

/// What a game's tiles look like, from the game's id and from what everybody knows, and never from the order of the
/// stack. The copies of a tile differ, and their illustrations add up over the game to what the box holds; but for
/// hands that only their seats see, whose tiles are told apart by seat. REQUIRES: the rules outlive it.
class Pictures {
 public:
  /// `version`: part of every seed, so that an address of a picture never means another one after the art changed.
  Pictures(const GameRules& rules, const std::string& game, std::string version);
  Picture start() const;
  Picture copy(int kind, int number) const;  ///< `number`: 0 for the first of that kind that everybody sees
  /// A tile that only its seat sees until it is laid; `number`: 0 for the first of that kind that came to the seat so.
  /// A seat's tiles of a kind come out in the order in which they came, so the others learn nothing from the number.
  Picture hidden(int kind, int seat, int number) const;

 private:
  std::vector<std::string_view> illustrations(int kind) const;
  const GameRules* rules_;
  std::string version_;
  uint64_t salt_ = 0;
};

boost::json::object tile_json(const GameRules& rules, int kind, const Picture& picture);
boost::json::object piece_json(const BoardView& board, int piece, const Picture& picture);
boost::json::object figure_json(const BoardView& board, const PlacedFigure& figure);

/// What a game's rules change of their preset, in words.
boost::json::array changed_json(const GameRules& rules);

/// GET /api/setup without the bots.
boost::json::array presets_json(const Catalogue& catalogue);
boost::json::array options_json(const Catalogue& catalogue);
boost::json::array cards_json(const Catalogue& catalogue);
boost::json::array boxes_json(const Catalogue& catalogue);

/// 2026-11-20T07:21:00.000Z. Times before the year 0000 and after 9999, which no such text can say, are its ends.
std::string iso_time(int64_t milliseconds);

}  // namespace bastide
