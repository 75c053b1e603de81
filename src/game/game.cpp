#include "game/game.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/state_copy.h"
#include "game/explain.h"
#include "notation/words.h"

namespace bastide {
namespace {

/// Figure choices in a state of phase follower, the pass apart.
std::vector<Game::FollowerOption> options_in(const GameRules& rules, const State<Full>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  std::vector<Game::FollowerOption> options;
  for (const Move& move : moves) {
    if (move.kind == MoveKind::pass) continue;
    const bool back = move.kind == MoveKind::take_back;
    int node = -1;
    if (!back) node = root_at(state, state.pieces - 1, move.feature);
    if (back)
      for (const PlacedFigure& placed : figures_on_board(state))
        if (placed.seat == state.seat && placed.figure == move.figure)
          node = root_at(state, placed.piece, placed.feature);
    const bool scores = back || is_completed(state, node);
    const int points = scores ? feature_points(rules.kernel, state, node, !back) : 0;
    options.push_back({move, extent_of_node(rules, state, node), points});
  }
  return options;
}

using Drawing = State<Full>::Drawing;

/// Half tiles are being dealt or picked.
bool giving_reserves(const State<Full>& state) {
  return state.phase == Phase::pick || draws_for(state, Drawing::reserve);
}

/// No half tile may have been dealt yet.
bool reserves_to_come(const State<Full>& state) {
  return giving_reserves(state) || draws_for(state, Drawing::first) || state.phase == Phase::begins;
}

bool before_the_first_turn(const State<Full>& state) {
  return reserves_to_come(state) || draws_for(state, Drawing::deal);
}

/// Whether a turn is running whose tile has been laid, or has been drawn and is not in a hand.
bool turn_has_tile(const GameRules& rules, const State<Full>& state) {
  switch (state.phase) {
    case Phase::tile:
      return rules.kernel.draw.hand == 0;
    case Phase::follower:
    case Phase::ask:
      return true;
    case Phase::draw:
      return draws_for_expansion(state) || state.v.drawing == Drawing::refill;
    default:
      return false;
  }
}

/// Each figure that went home with an award is noted there, with the first that it belongs to.
void note_returned(const State<Full>& state, const std::vector<PlacedFigure>& sent_home,
                   std::vector<ExplainedAward>& awards) {
  for (const PlacedFigure& figure : sent_home) {
    const int root = root_at(state, figure.piece, figure.feature);
    const auto award = std::find_if(awards.begin(), awards.end(), [&](const ExplainedAward& a) {
      return a.award.node == root ||
             std::any_of(a.fields.begin(), a.fields.end(), [&](const Extent& field) { return field.node == root; });
    });
    if (award != awards.end()) award->returned.push_back(figure.id);
  }
}

}  // namespace

std::vector<PlacedFigure> figures_on_board(const State<Full>& state) {
  std::vector<PlacedFigure> figures;
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    figures.push_back({number, row.seat, row.piece(), row.feature(), row.figure});
  }
  return figures;
}

std::vector<PlacedFigure> figures_sent_home(const State<Full>& state, const EventLog& log) {
  std::vector<PlacedFigure> figures;
  for (const FigureMoved& moved : log.moved) {
    if (moved.from.kind != Place::feature) continue;
    const FigureRow& row = state.v.figure[moved.figure];
    figures.push_back({moved.figure, row.seat, moved.from.x, moved.from.index, row.figure});
  }
  return figures;
}

Result<Game> Game::create(GameRulesPtr rules, std::vector<SeatSpec> seats, Opening opening) {
  if (static_cast<int>(seats.size()) != rules->kernel.seats)
    return failure(fmt::format("{} seats are named, the rules are for {}", seats.size(), rules->kernel.seats), "SET-2");
  if (!fits<Full>(rules->kernel)) return failure("this game has too many tiles");
  BASTIDE_TRY(const auto first, check_opening(*rules, opening));
  Game game;
  game.rules_ = std::move(rules);
  game.seats_ = std::move(seats);
  game.opening_ = std::move(opening);
  game.opening_.first = first;
  start(game.rules_->kernel, game.state_, first);
  return game;
}

int Game::turn() const {
  return state_.turn + 1;
}

int Game::turns() const {
  int held = over() ? 0 : std::accumulate(state_.v.reserve_size.begin(), state_.v.reserve_size.end(), 0);
  for (int seat = 0; seat < rules_->kernel.seats; ++seat)
    held += state_.v.hand_size[seat] + (state_.v.bought[seat] != 0);
  if (reserves_to_come(state_)) held = rules_->kernel.seats * rules_->kernel.reserve.size;
  const bool first = state_.pieces == 0;  // the tile that will lie in the centre is no turn
  return state_.turn + state_.left + held + (turn_has_tile(*rules_, state_) ? 1 : 0) - (first ? 1 : 0);
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
  ply.turn = before_the_first_turn(state_) ? 0 : turn();
  ply.turn_seat = ply.turn == 0 ? state_.seat : state_.v.turn_seat;
  ply.text = move_text(*rules_, state_, move);
  ply.buried = draws_for_expansion(state_);
  const bool could_lay = state_.phase == Phase::reserve;
  if (move.kind == MoveKind::tile || (move.kind == MoveKind::draw && state_.pieces == 0)) ply.piece = state_.pieces;
  const bool one_table = !state_.v.extended;
  EventLog log;
  apply(rules_->kernel, state_, move, &log);
  for (const FigureMoved& moved : log.moved) {
    if (moved.to.kind != Place::supply)
      ply.figure = moved.figure;
    else if (move.kind == MoveKind::act)
      ply.home = moved.figure;
  }
  ply.went_on = could_lay && move.kind == MoveKind::pass && state_.phase == Phase::draw && state_.v.went_on &&
                state_.seat == ply.seat;
  ply.aside = std::move(log.set_aside);
  ply.set_aside = move.kind == MoveKind::draw && rules_->kernel.draw.hand == 0 && !ply.aside.empty();
  ply.sales = std::move(log.sales);
  ply.again = log.again;
  ply.extended = state_.v.extended && one_table;
  ply.over = log.over;
  PaidCities paid;
  const std::vector<PlacedFigure> sent_home = figures_sent_home(state_, log);
  for (const Award& award : log.awards) {
    ExplainedAward explained = explain(*rules_, seats_, state_, award, sent_home, paid);
    explained.id = next_award_++;
    explained.turn = ply.turn;
    ply.awards.push_back(std::move(explained));
  }
  note_returned(state_, sent_home, ply.awards);
  ply.score.assign(state_.score.begin(), state_.score.begin() + rules_->kernel.seats);
  played_.push_back(ply);
  if (only_last_) plies_.clear();
  plies_.push_back(std::move(ply));
  return &plies_.back();
}

void Game::keep_only_last() {
  only_last_ = true;
  if (plies_.size() > 1) plies_.erase(plies_.begin(), plies_.end() - 1);
  plies_.shrink_to_fit();
}

Game Game::at(int plies) const {
  Game game = *create(rules_, seats_, opening_);
  for (int i = 0; i < plies && i < static_cast<int>(played_.size()); ++i) static_cast<void>(game.play(played_[i].move));
  return game;
}

Game::Preview Game::preview(Move placement) const {
  State<Full> scratch = state_;
  return preview(placement, scratch);
}

Game::Preview Game::preview(Move placement, State<Full>& next) const {
  Preview preview;
  preview.move = placement;
  // Laid as by hand: unlike a ply this stops before anything is scored.
  copy_in_use(state_, next);
  if (from_pool(*rules_, placement.tile))
    next.v.pool[next.v.pool_left++] = placement.tile;
  else
    next.stack[next.left++] = placement.tile;
  set_tile(rules_->kernel, next, placement);
  next.phase = Phase::follower;
  PaidCities paid;
  for (int i = 0; i < next.completed; ++i)
    preview.completes.push_back(
        explain(*rules_, seats_, next, award_if_scored(*rules_, next, next.completed_node[i]), {}, paid));
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
  record.opening = opening_;
  const PlayedPly* last = nullptr;
  for (const PlayedPly& ply : played_) {
    if (ply.went_on && &ply != &played_.back()) continue;  // the draw that follows says it
    RecordedMove& recorded = record.moves.emplace_back(RecordedMove{ply.move, ply.turn, ply.set_aside});
    recorded.under = ply.buried;
    recorded.begins = last == nullptr || last->turn != ply.turn || last->turn_seat != ply.turn_seat;
    last = &ply;
  }
  if (over()) record.result.assign(state_.score.begin(), state_.score.begin() + rules_->kernel.seats);
  return record;
}

/// Plays a move of a record, and before it what goes without saying. Returns what is wrong with it, without its place.
Error Game::play_recorded(const RecordedMove& recorded, int plies) {
  const auto enough = [&] { return plies >= 0 && static_cast<int>(played_.size()) >= plies; };
  const bool after_placement = !plies_.empty() && (plies_.back().move.kind == MoveKind::tile || plies_.back().buried);
  if (recorded.move.kind == MoveKind::pass && after_placement && !recorded.begins && state_.phase != Phase::follower)
    return {};  // "-" where there was no choice
  if (recorded.move.kind == MoveKind::draw && state_.phase == Phase::reserve) {
    if (const auto passed = play(Move::pass()); !passed) return passed.error();
    if (enough()) return {};
  }
  Error error;
  const bool buries = draws_for_expansion(state_);
  if (recorded.under != buries && (recorded.under || recorded.move.kind == MoveKind::draw)) {
    error.message = buries ? "a tile goes under the hill first" : "no tile goes under this one";
    if (buries) error.expected = "under:TILE";
    error.rule = "HALF-HILL";
    return error;
  }
  const auto ply = play(recorded.move);
  if (!ply) return ply.error();
  if (!recorded.aside || (*ply)->set_aside) return {};
  error.message = fmt::format("tile {} is not set aside: it can be placed", rules_->kinds[recorded.move.tile].name);
  error.rule = "DRAW-2";
  error.expected = "such as " + move_text(*rules_, state_, legal().front());
  return error;
}

/// Whether a record's result is what the rules give.
Error Game::check_result(const Record& record) const {
  Error error;
  if (record.result.empty()) return error;
  if (!over()) {
    error.rule = "END-1";
    error.message = "the record gives a result, but the game is not over";
    return error;
  }
  for (int seat = 0; seat < rules_->kernel.seats; ++seat) {
    if (record.result[seat] == state_.score[seat]) continue;
    error.message = fmt::format("the record gives {} {} points", record.seats[seat].name, record.result[seat]);
    error.expected = std::to_string(state_.score[seat]);
    return error;
  }
  return error;
}

Result<Game::Replay> Game::replay_right(const Record& record, int plies) {
  BASTIDE_TRY(auto game, create(record.rules, record.seats, record.opening));
  Replay replay{std::move(game), {}};
  for (const RecordedMove& recorded : record.moves) {
    if (plies >= 0 && static_cast<int>(replay.game.played_.size()) >= plies) return replay;
    replay.wrong = replay.game.play_recorded(recorded, plies);
    if (replay.wrong.message.empty()) continue;
    replay.wrong.line = recorded.line;
    replay.wrong.column = recorded.column;
    return replay;
  }
  if (plies < 0) replay.wrong = replay.game.check_result(record);
  return replay;
}

Result<Game> Game::replay(const Record& record, int plies) {
  BASTIDE_TRY(auto replay, replay_right(record, plies));
  if (!replay.wrong.message.empty()) return tl::unexpected<Error>(std::move(replay.wrong));
  return std::move(replay.game);
}

Result<Game> Game::counted_by(GameRulesPtr rules, const Game& game) {
  BASTIDE_TRY(auto counted, create(std::move(rules), game.seats_, game.opening_));
  const std::size_t seats = game.rules_->kernel.seats;
  std::vector<int> points(seats), before(seats);  // by these rules; as it was in the game, which decides who may offer
  const std::vector<Ply> plies = game.only_last_ ? game.at(static_cast<int>(game.played_.size())).plies_ : game.plies_;
  for (const Ply& ply : plies) {
    auto& score = counted.state_.score;
    std::copy(before.begin(), before.end(), score.begin());
    BASTIDE_CHECK(counted.play(ply.move));
    for (std::size_t seat = 0; seat < seats; ++seat) points[seat] += score[seat] - before[seat];
    counted.plies_.back().score = points;
    before = ply.score;
  }
  std::copy(points.begin(), points.end(), counted.state_.score.begin());
  return counted;
}

bool Game::sees_hand(int viewer, int seat) const {
  return over() || viewer == seat || !rules_->is("hand_view", "hidden");
}

bool Game::sees_reserve(int viewer, int seat) const {
  return over() || viewer == seat || rules_->kernel.reserve.draft;
}

std::string Game::record_text(int viewer) const {
  Record shown = record();
  const bool hands = rules_->kernel.draw.hand > 0 && rules_->is("draw", "hand");
  auto recorded = shown.moves.begin();
  for (const PlayedPly& ply : played_) {
    if (ply.went_on && &ply != &played_.back()) continue;
    const bool centre = ply.piece >= 0, half = from_pool(*rules_, ply.move.tile);
    if (ply.move.kind == MoveKind::draw && !centre)
      recorded->hidden = ply.buried ? !over()
                         : half     ? !sees_reserve(viewer, ply.seat)
                                    : hands && !sees_hand(viewer, ply.seat);
    ++recorded;
  }
  return write_record(shown);
}

}  // namespace bastide
