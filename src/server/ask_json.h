// A question as JSON (docs/protocol.md: Ask).
#pragma once
#include <boost/json.hpp>
#include <functional>

#include "game/ask.h"
#include "server/messages.h"

namespace bastide {

/// What a tile looks like that is in a pile; with an empty one, that lies openly to be taken.
using PictureOf = std::function<Picture(std::string_view pile, int kind)>;

/// Pieces from number `drafted` on are not laid yet (segment_json). What an answer would bring, and the feature that it
/// is about, are an aid.
boost::json::object ask_json(const Game& game, const Ask& ask, int drafted, const PictureOf& picture, Aids aids);

/// Where an answer is on the table, a Spot, and what stands for it, an AskPicture without a tile; null: nothing is.
boost::json::value place_json(const Game& game, const AskOption& option, int drafted);
boost::json::value figure_json(const Game& game, const AskOption& option, int seat);

/// A feature that is completed, and who gets its points as it stands.
boost::json::object completion_json(const Game& game, const ExplainedAward& award, int drafted);

/// The sorts of tokens that seats hold, with their names.
boost::json::array tokens_json(const GameRules& rules);

/// Puts a text and its translations into an object. Nothing is put where nothing is said.
void put_text(boost::json::object& object, std::string_view member, const Texts& texts);

}  // namespace bastide
