#include "server/halflings.h"

#include <fmt/format.h>

#include "expansions/halflings.h"
#include "game/json.h"
#include "server/words.h"

namespace bastide {

namespace json = boost::json;

namespace {

/// What the turn goes on with if no half tile is laid.
std::string_view what_follows(const Game& game) {
  State<Full> next = game.state();
  const bool hand = next.v.hand_size[next.seat] > 0;
  const int seat = next.seat;
  apply(game.rules().kernel, next, Move::pass());
  if (next.phase == Phase::over) return "end";
  if (next.phase != Phase::draw || next.seat != seat || !next.v.went_on) return "nothing";
  return hand ? "newHand" : "draw";
}

std::string phrase_of(std::string_view then) {
  return then == "newHand" ? "reserve.newhand" : fmt::format("reserve.{}", then);
}

/// Seats that a choice would ask, in order.
json::array seats_asked(const Game& game, Move choice) {
  const Ruleset& rules = game.rules().kernel;
  State<Full> asking = game.state();
  const Pending asked{.by = choice.by, .what = ask_crop_answer, .value = choice.verb};
  std::vector<Move> answers;
  json::array seats;
  for (int i = 1; i <= rules.seats; ++i) {
    Pending& top = asking.v.pending[asking.v.pendings - 1u] = asked;
    top.seat = static_cast<uint8_t>((asking.v.turn_seat + i) % rules.seats);
    legal_moves(rules, asking, answers);
    if (!answers.empty()) seats.push_back(top.seat);
  }
  return seats;
}

json::object answer_option(const Game& game, Move move) {
  const State<Full>& state = game.state();
  const auto& piece = state.piece[move.x];
  const TileFeatureSpec& feature = game.rules().feature(piece.kind, move.feature);
  json::array figures;
  for (const PlacedFigure& figure : game.figures())
    if (figure.seat == state.seat && figure.piece == move.x && figure.feature == move.feature)
      figures.push_back(figure.id);
  const FeatureType type = game.rules().kernel.kinds[piece.kind].feature[move.feature].type;
  return {{"move", move_text(game.rules(), state, move)},
          {"piece", move.x},
          {"place", feature.place},
          {"x", state.cell[piece.cell].x},
          {"y", state.cell[piece.cell].y},
          {"kind", figure_name(type, Figure::follower)},
          {"label", place_in_words(*game.rules().kinds[piece.kind].tile, move.feature, piece.rotation)},
          {"figures", std::move(figures)}};
}

}  // namespace

bool asks_crop_choice(const Game& game) {
  return asks(game.rules().kernel, game.state(), ask_crop_choice);
}

bool asks_crop_answer(const Game& game) {
  return asks(game.rules().kernel, game.state(), ask_crop_answer);
}

json::object go_on_json(const Game& game) {
  const std::string_view then = what_follows(game);
  json::object o = texts_json(say(game.rules().catalogue->phrases, phrase_of(then)), "words");
  o["move"] = move_text(game.rules(), game.state(), Move::pass());
  o["then"] = then;
  return o;
}

json::object crop_json(const GameRules& rules, int verb) {
  const CropChoice choice = crop_choice(verb);
  const std::string figure = figure_name(choice.where, Figure::follower), action = choice.add ? "add" : "home";
  json::object o = texts_json(say(rules.catalogue->phrases, fmt::format("crop.{}.{}", figure, action)), "words");
  o["figure"] = figure;
  o["action"] = action;
  return o;
}

json::array crop_choices_json(const Game& game) {
  json::array choices;
  for (const Move& move : game.legal()) {
    json::object o = crop_json(game.rules(), move.verb);
    o["move"] = move_text(game.rules(), game.state(), move);
    o["seats"] = seats_asked(game, move);
    choices.push_back(std::move(o));
  }
  return choices;
}

json::object crop_answer_json(const Game& game, bool choices) {
  json::object o = crop_json(game.rules(), question(game.state())->value);
  o["of"] = game.state().v.turn_seat;
  json::array followers;
  if (choices)
    for (const Move& move : game.legal()) {
      if (move.kind == MoveKind::act)
        followers.push_back(answer_option(game, move));
      else
        o["pass"] = move_text(game.rules(), game.state(), move);
    }
  o["followers"] = std::move(followers);
  return o;
}

}  // namespace bastide
