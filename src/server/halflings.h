// What is told of half tiles beyond placing them: what else there is to do, and crop circles (HALF-*).
#pragma once
#include <boost/json.hpp>

#include "game/game.h"

namespace bastide {

/// Turn.goOn. REQUIRES: phase reserve.
boost::json::object go_on_json(const Game& game);

/// Whether it is to be chosen, or to be answered, what a crop circle brings.
bool asks_crop_choice(const Game& game);
bool asks_crop_answer(const Game& game);

/// {figure, action, words, translations}: what is chosen after a crop circle, as the verb of the move.
boost::json::object crop_json(const GameRules& rules, int verb);

/// Turn.choice: all six, each with the seats that it would ask. REQUIRES: it is asked for.
boost::json::array crop_choices_json(const Game& game);

/// Turn.answer; `choices`: for the seat that answers. REQUIRES: one is asked for.
boost::json::object crop_answer_json(const Game& game, bool choices);

}  // namespace bastide
