#include "game/game.h"

#include <algorithm>

#include <fmt/format.h>

#include "game/explain.h"

namespace bastide {
namespace {

/// Follower choices in a state of phase follower.
std::vector<Game::FollowerOption> options_in(const GameRules& rules, const State<Full>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  std::vector<Game::FollowerOption> options;
  for (const Move& move : moves) {
    if (move.kind != MoveKind::follower) continue;
    const int node = root_at(state, state.pieces - 1, move.feature);
    const int points = state.node[node].completed ? feature_points(rules.kernel, state, node, true) : 0;
    options.push_back({move, extent_of_node(rules, state, node), points});
  }
  return options;
}

}  // namespace

Result<Game> Game::create(GameRulesPtr rules, std::vector<SeatSpec> seats) {
  if (static_cast<int>(seats.size()) != rules->kernel.seats)
    return failure(fmt::format("{} seats are named, the rules are for {}", seats.size(), rules->kernel.seats), "SET-2");
  if (!fits<Full>(rules->kernel)) return failure("this game has too many tiles");
  Game game;
  game.rules_ = std::move(rules);
  game.seats_ = std::move(seats);
  start(game.rules_->kernel, game.state_);
  return game;
}

int Game::turn() const {
  return state_.turn + 1;
}

int Game::turns() const {
  return state_.turn + state_.left + (state_.phase == Phase::tile || state_.phase == Phase::follower ? 1 : 0);
}

std::vector<Move> Game::legal() const {
  std::vector<Move> moves;
  legal_moves(rules_->kernel, state_, moves);
  return moves;
}

Result<const Ply*> Game::play(Move move) {
  if (const Error error = why_illegal(move); !error.message.empty()) return tl::unexpected<Error>(error);
  Ply ply;
  ply.move = move;
  ply.seat = state_.seat;
  ply.turn = turn();
  ply.text = move_text(*rules_, state_, move);
  if (move.kind == MoveKind::tile) ply.piece = state_.pieces;
  if (move.kind == MoveKind::follower) {
    ply.figure = next_figure_++;
    figures_.push_back({ply.figure, state_.seat, state_.pieces - 1, move.feature, move.figure});
  }
  EventLog log;
  apply(rules_->kernel, state_, move, &log);
  ply.set_aside = log.set_aside;
  ply.over = log.over;
  for (const Award& award : log.awards) {
    ExplainedAward explained = explain(*rules_, seats_, state_, award);
    explained.id = next_award_++;
    explained.turn = ply.turn;
    for (const PlacedFigure& figure : figures_)
      if (root_at(state_, figure.piece, figure.feature) == award.node) explained.returned.push_back(figure.id);
    ply.awards.push_back(std::move(explained));
  }
  std::erase_if(figures_, [&](const PlacedFigure& figure) {
    return std::any_of(ply.awards.begin(), ply.awards.end(), [&](const ExplainedAward& award) {
      return std::find(award.returned.begin(), award.returned.end(), figure.id) != award.returned.end();
    });
  });
  ply.score.assign(state_.score.begin(), state_.score.begin() + rules_->kernel.seats);
  plies_.push_back(std::move(ply));
  return &plies_.back();
}

Game Game::at(int plies) const {
  Game game = *create(rules_, seats_);
  for (int i = 0; i < plies && i < static_cast<int>(plies_.size()); ++i) static_cast<void>(game.play(plies_[i].move));
  return game;
}

Game::Preview Game::preview(Move placement) const {
  Preview preview;
  preview.move = placement;
  // Laid as by hand: unlike a ply this stops before anything is scored.
  State<Full> next = state_;
  next.stack[next.left++] = next.drawn;
  set_tile(rules_->kernel, next, placement);
  next.phase = Phase::follower;
  for (int i = 0; i < next.completed; ++i)
    preview.completes.push_back(explain(*rules_, seats_, next, award_if_scored(*rules_, next, next.completed_node[i])));
  preview.followers = options_in(*rules_, next);
  return preview;
}

std::vector<Game::FollowerOption> Game::follower_options() const {
  if (state_.phase != Phase::follower) return {};
  return options_in(*rules_, state_);
}

Extent Game::extent(int piece, int feature) const {
  return extent_of_node(*rules_, state_, root_at(state_, piece, feature));
}

Record Game::record() const {
  Record record;
  record.choice = rules_->choice;
  record.seats = seats_;
  record.rules = rules_;
  for (const Ply& ply : plies_) record.moves.push_back({ply.move, ply.set_aside, 0, 0});
  if (over()) record.result.assign(state_.score.begin(), state_.score.begin() + rules_->kernel.seats);
  return record;
}

Result<Game> Game::replay(const Record& record, int plies) {
  auto game = create(record.rules, record.seats);
  if (!game) return game;
  const auto at = [](Error error, const RecordedMove& recorded) {
    error.line = recorded.line;
    error.column = recorded.column;
    return tl::unexpected<Error>(std::move(error));
  };
  for (const RecordedMove& recorded : record.moves) {
    if (plies >= 0 && static_cast<int>(game->plies().size()) >= plies) return game;
    const bool after_placement = !game->plies().empty() && game->plies().back().move.kind == MoveKind::tile;
    if (recorded.move.kind == MoveKind::pass && after_placement && game->state().phase != Phase::follower)
      continue;  // "-" where there was no choice
    const auto ply = game->play(recorded.move);
    if (!ply) return at(ply.error(), recorded);
    const std::string& tile = game->rules().kinds[recorded.move.tile].name;
    if (recorded.aside && !(*ply)->set_aside) {
      Error error{fmt::format("tile {} is not set aside: it can be placed", tile), 0, 0, {}, "DRAW-2", {}};
      error.expected = "such as " + move_text(game->rules(), game->state(), game->legal().front());
      return at(std::move(error), recorded);
    }
  }
  if (plies < 0 && !record.result.empty()) {
    Error error;
    error.rule = "END-1";
    if (!game->over()) {
      error.message = "the record gives a result, but the game is not over";
      return tl::unexpected<Error>(std::move(error));
    }
    for (int seat = 0; seat < game->rules().kernel.seats; ++seat) {
      if (record.result[seat] == game->state().score[seat]) continue;
      error.rule.clear();
      error.message = fmt::format("the record gives {} {} points", record.seats[seat].name, record.result[seat]);
      error.expected = std::to_string(game->state().score[seat]);
      return tl::unexpected<Error>(std::move(error));
    }
  }
  return game;
}

}  // namespace bastide
