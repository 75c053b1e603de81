// Parts of a game as JSON: for the server's messages and `bastide replay --json`. Names and meaning of the fields are
// those of docs/protocol.md (Award, Category, Segment, errors); values are JSON numbers, strings, arrays.
#pragma once
#include <boost/json.hpp>
#include <limits>
#include <string_view>

#include "game/features.h"
#include "game/game.h"
#include "game/json_texts.h"

namespace bastide {

/// Rules and a state of theirs: what most of these functions need of a game, and what a position has as well.
struct BoardView {
  const GameRules& rules;
  const State<Full>& state;
  BoardView(const GameRules& game_rules, const State<Full>& board) : rules(game_rules), state(board) {}
  BoardView(const Game& game) : rules(game.rules()), state(game.state()) {}  // NOLINT(google-explicit-constructor)
};

inline constexpr int kNoneDrafted = std::numeric_limits<int>::max();

/// {piece, place}. Pieces from number `drafted` on are only tried: they are piece -1.
boost::json::object segment_json(const BoardView& board, const Segment& segment, int drafted = kNoneDrafted);
boost::json::array segments_json(const BoardView& board, const std::vector<Segment>& segments,
                                 int drafted = kNoneDrafted);

/// How a road over a space lies, as positions write it: n from north to south, e from east to west.
std::string_view name_of_over(Face from);

/// [[x, y], ...]
boost::json::array spaces_json(const std::vector<Space>& spaces);

/// [{seat, points}, ...]: who got the points, those who got 0 too.
boost::json::array points_json(const ExplainedAward& award);

/// One award, whole. REQUIRES: it is of this board.
boost::json::object award_json(const BoardView& board, const ExplainedAward& award);

/// A feature as it lies: category, segments, spaces, title; with the aid of owners followers and owners, with that of
/// projection points.
boost::json::object feature_json(const Game& game, const FeatureView& feature, Aids aids);
boost::json::array features_json(const Game& game, const std::vector<FeatureView>& features, Aids aids);

/// {kind, areas, closes}: where the table ends (edge_of); null where it does not.
boost::json::value table_edge_json(const Game& game);

/// [{category, name, points, awards, translations}, ...]
boost::json::array table_json(const std::vector<CategoryRow>& table);

/// [{seat, place, points}, ...] by place, then seat.
boost::json::array ranking_json(const Game& game);

}  // namespace bastide
