// What a live game tells a program that has a seat: positions and moves in notation, instead of events to be shown.
#include "game/worlds.h"
#include "server/live_game.h"

namespace bastide {

namespace json = boost::json;

namespace {

json::array legal_json(const GameRules& rules, const State<Full>& state) {
  std::vector<Move> legal;
  legal_moves(rules.kernel, state, legal);
  json::array texts;
  for (const Move& move : legal) texts.emplace_back(move_text(rules, state, move));
  return texts;
}

}  // namespace

/// Of each answer what all who see the event are told.
json::array LiveGame::moves_since(int n, int viewer) const {
  json::array moves;
  for (++n; n <= seq(); ++n) {
    const json::value told = json::parse(event(n, viewer));
    const json::value* move = told.at("type") == "did" ? told.as_object().if_contains("move") : nullptr;
    if (move != nullptr) moves.push_back({{"seat", told.at("seat")}, {"move", *move}});
  }
  return moves;
}

json::object LiveGame::told_to_program(int seat, int since) const {
  json::object told{{"type", "state"}, {"seq", seq()}, {"status", status()}};
  if (!game_) return told;
  json::array score;
  for (int i = 0; i < rules_->kernel.seats; ++i) score.push_back(game_->state().score[i]);
  told["score"] = std::move(score);
  told["moves"] = moves_since(since, seat);
  if (game_->over()) {
    told["outcome"] = outcome_in_words(*game_)[0];
    return told;
  }
  told["toMove"] = to_move();
  told["asked"] = game_->asked();
  told["position"] = write_position({setup_.choice, game_->seats(), rules_, game_->state()}, seat);
  Rng rng(0);
  if (seat == to_move() && !bot_to_move()) told["legal"] = legal_json(*rules_, imagined(*game_, seat, rng));
  return told;
}

Result<std::string> LiveGame::tried_by_program(int seat, const std::vector<std::string>& moves) const {
  BASTIDE_CHECK(may_play(seat));
  Trial trial{Rng(0), seat, game_->state().pieces, {}, {}, {}};
  LiveGame live = *this;
  BASTIDE_CHECK(live.imagine(trial, moves));
  const State<Full>& then = live.game_->state();
  const bool on = goes_on(*rules_, then, seat, live.asked_in_);
  json::object told{{"moves", json::value_from(trial.moves)}, {"legal", nullptr}};
  if (on) {
    told["asked"] = live.game_->asked();
    told["position"] = write_position({setup_.choice, game_->seats(), rules_, then}, seat);
    told["legal"] = legal_json(*rules_, then);
  }
  return json::serialize(told);
}

}  // namespace bastide
