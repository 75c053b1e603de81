#include "game/game.h"

#include <algorithm>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "core/by_hand.h"
#include "game/explain.h"
#include "notation/words.h"

namespace bastide {
namespace {

/// The moment that what is asked belongs to.
Moment moment_of(const GameRules& rules, const State<Full>& state) {
  if (const Pending* asked = question(state)) return rules.question(*asked).moment;
  switch (state.phase) {
    case Phase::draw:
      return Moment::draw;
    case Phase::tile:
      return tile_choice(state) == State<Full>::Choice::drawn ? Moment::tile : Moment::choose;
    default:
      return Moment::figure;
  }
}

/// The pile that has more tiles of a kind than before, or -1.
int pile_with_more(std::span<const HeldTile> before, std::span<const HeldTile> after, int kind) {
  for (const HeldTile& tile : after)
    if (tile.kind == kind &&
        std::count(before.begin(), before.end(), tile) < std::count(after.begin(), after.end(), tile))
      return tile.pile;
  return -1;
}

/// Each figure that went home with an award is noted there, with the first that it belongs to; by which of the two
/// scorings, that of the turn or of the end, `in_play` of them say.
void note_returned(const State<Full>& state, const std::vector<PlacedFigure>& sent_home, std::ptrdiff_t in_play,
                   std::vector<ExplainedAward>& awards) {
  for (const PlacedFigure& figure : sent_home) {
    const int root = root_at(state, figure.piece, figure.feature);
    const bool at_the_end = in_play-- <= 0;
    const auto award = std::find_if(awards.begin(), awards.end(), [&](const ExplainedAward& a) {
      if (a.award.final() != at_the_end) return false;
      return (a.award.node == root && a.award.reason != Reason::bonus) ||
             std::any_of(a.fields.begin(), a.fields.end(), [&](const Extent& field) { return field.node == root; });
    });
    if (award != awards.end()) award->returned.push_back(figure.id);
  }
}

/// Else it may be captured.
bool goes_home(const FigureMoved& moved) {
  return moved.from.kind == Place::feature && moved.to.kind == Place::supply;
}

}  // namespace

std::vector<PlacedFigure> figures_on_board(const State<Full>& state) {
  std::vector<PlacedFigure> figures;
  for (const int number : standing(state)) {
    const FigureRow& row = figure_rows(state)[number];
    figures.push_back({number, row.seat, row.piece(), row.feature(), row.figure});
  }
  return figures;
}

std::vector<PlacedFigure> figures_sent_home(const State<Full>& state, const EventLog& log) {
  std::vector<PlacedFigure> figures;
  for (const FigureMoved& moved : log.moved) {
    if (!goes_home(moved)) continue;
    const FigureRow& row = figure_rows(state)[moved.figure];
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
  start(game.rules_->kernel, *game.state_, first);
  return game;
}

Game Game::at_position(const Position& position) {
  Game game;
  game.rules_ = position.rules;
  game.seats_ = position.seats;
  *game.state_ = position.state;
  return game;
}

int Game::turn() const {
  return state_->turn + 1;
}

int running_turn(const GameRules& rules, const State<Full>& state) {
  return moment_of(rules, state) == Moment::set_up ? 0 : state.turn + 1;
}

bool goes_on(const GameRules& rules, const State<Full>& state, int seat, int turn) {
  return state.phase != Phase::draw && state.phase != Phase::over && state.seat == seat &&
         running_turn(rules, state) == turn;
}

bool draws_unseen(const GameRules& rules, const State<Full>& state) {
  const Pending* asked = question(state);
  if (asked == nullptr || !asked->draws_tile()) return false;
  const Moment moment = rules.question(*asked).moment;
  return moment > Moment::tile && moment < Moment::turn_ends;
}

std::string Game::asked() const {
  if (over()) return "over";
  const Pending* top = question(*state_);
  if (top != nullptr) {
    const std::string name = fmt::format("{}.{}", rules_->added[top->by]->id, rules_->question(*top).name);
    const bool told = !top->draws_tile() || rules_->catalogue->phrases.contains("did." + name);
    return told ? name : "draw";
  }
  if (state_->phase == Phase::draw) return "draw";
  if (state_->phase == Phase::follower) return "figure";
  if (tile_choice(*state_) == State<Full>::Choice::may_draw) return asked_to_lay();
  return "tile";
}

/// By the expansion whose tiles may be laid; by nobody's name if several have some.
std::string Game::asked_to_lay() const {
  std::string name;
  for (const Move& move : legal()) {
    if (move.kind != MoveKind::tile) continue;
    for (const HeldTile& tile : bastide::held(*state_)) {
      if (tile.seat != state_->seat || tile.kind != move.tile ||
          !laid_now(rules_->kernel, *state_, tile, Laid::instead))
        continue;
      const std::string here = fmt::format("{}.lay", rules_->added[rules_->kernel.piles[tile.pile].by]->id);
      if (!name.empty() && name != here) return "lay";
      name = here;
    }
  }
  return name;
}

std::vector<HeldKind> Game::held() const {
  std::vector<HeldKind> tiles;
  if (holds_drawn(*rules_, *state_)) tiles.push_back({"drawn", active_seat(*state_), state_->drawn});
  for (int i = 0; i <= rules_->kernel.seats; ++i) {
    const int seat = i < rules_->kernel.seats ? i : kNobody;
    for (int pile = 0; pile < static_cast<int>(rules_->kernel.piles.size()); ++pile)
      if (const PileSpec& spec = rules_->pile_spec(pile); !spec.hidden)
        for_each_held(*state_, pile, seat, [&](KindIndex kind) { tiles.push_back({spec.name, seat, kind, pile}); });
  }
  return tiles;
}

int Game::turns() const {
  const Ruleset& rules = rules_->kernel;
  const Moment moment = moment_of(*rules_, *state_);
  int tiles = moment == Moment::set_up ? rules.given : 0;  // that the seats hold, or will
  for (const HeldTile& tile : bastide::held(*state_)) {
    const Pile& pile = rules.piles[tile.pile];
    tiles += tile.seat != kNobody && !is_gone(*state_, tile.seat) &&
             (pile.plays_on || (pile.laid == Laid::instead && moment != Moment::set_up && !over()));
  }
  const bool first = state_->pieces == 0;  // the tile that will lie in the centre is no turn
  const bool has_one = moment >= Moment::drawn && moment < Moment::ending && !over();
  return state_->turn + state_->left + tiles + (has_one ? 1 : 0) - (first ? 1 : 0);
}

std::vector<Move> Game::legal() const {
  std::vector<Move> moves;
  legal_moves(rules_->kernel, *state_, moves);
  return moves;
}

Result<const Ply*> Game::play(std::string_view text) {
  BASTIDE_TRY(const auto move, parse_move(*rules_, *state_, text));
  return play(move);
}

Result<const Ply*> Game::play(Move move) {
  if (const Error error = why_illegal(move); !error.message.empty()) return tl::unexpected<Error>(error);
  Ply ply;
  ply.move = move;
  ply.seat = state_->seat;
  ply.turn = running_turn(*rules_, *state_);
  ply.turn_seat = ply.turn == 0 ? state_->seat : active_seat(*state_);
  ply.text = move_text(*rules_, *state_, move);
  ply.of = asked();
  const bool for_turn = state_->phase == Phase::draw && question(*state_) == nullptr,
             chooses = state_->phase == Phase::tile, chose = tile_choice(*state_) != State<Full>::Choice::drawn;
  if (move.kind == MoveKind::tile || (move.kind == MoveKind::draw && state_->pieces == 0)) ply.piece = state_->pieces;
  const bool takes_tile = (move.kind == MoveKind::draw && question(*state_) != nullptr) ||
                          (move.kind == MoveKind::act && rules_->verb(move).takes == Takes::tile);
  const std::vector<HeldTile> before(bastide::held(*state_).begin(), bastide::held(*state_).end());
  EventLog log;
  apply(rules_->kernel, *state_, move, &log);
  for (const FigureMoved& moved : log.moved) {
    if (figure_rows(*state_)[moved.figure].seat == kNobody || moved.to.kind == Place::kept) continue;
    if (moved.to.kind != Place::supply)
      ply.figure = moved.figure;
    else if (move.kind == MoveKind::act)
      ply.home = moved.figure;
  }
  ply.declined = chooses && move.kind == MoveKind::pass && state_->phase == Phase::draw && has_declined(*state_) &&
                 active_seat(*state_) == ply.turn_seat;
  if (takes_tile) ply.pile = pile_with_more(before, bastide::held(*state_), move.tile);
  ply.ready = chooses && !chose &&
              (played_.empty() || played_.back().turn != ply.turn || played_.back().turn_seat != ply.turn_seat);
  ply.aside = std::move(log.set_aside);
  ply.put_back = std::move(log.put_back);
  ply.set_aside = for_turn && !ply.aside.empty();
  ply.payments = std::move(log.payments);
  ply.heaped = std::move(log.heaped);
  ply.tokens = std::move(log.tokens);
  ply.again = log.again;
  ply.widened = std::move(log.widened);
  ply.over = log.over;
  PaidCities paid;
  const std::vector<PlacedFigure> sent_home = figures_sent_home(*state_, log);
  for (const Award& award : log.awards) {
    ExplainedAward explained = explain(*rules_, seats_, *state_, award, sent_home, paid);
    explained.id = next_award_++;
    const bool in_next = award.reason == Reason::bonus && award.in_play;  // a turn may begin with points
    explained.turn = in_next ? std::max(ply.turn, award.turns + 1) : ply.turn;
    ply.awards.push_back(std::move(explained));
  }
  // At the end nobody leaves the board any more to be seen.
  const auto in_play = std::min(log.moved_in_play, log.moved.size());
  const std::span<const FigureMoved> seen(log.moved.data(), in_play);
  note_returned(*state_, sent_home, std::count_if(seen.begin(), seen.end(), goes_home), ply.awards);
  for (const FigureMoved& moved : seen) {
    const auto by = std::find_if(ply.awards.begin(), ply.awards.end(), [&](const ExplainedAward& award) {
      const auto& ids = award.returned;
      return std::find(ids.begin(), ids.end(), moved.figure) != ids.end();
    });
    const bool by_award = moved.to.kind == Place::supply && by != ply.awards.end();
    if (!by_award) ply.moved.push_back(moved);
  }
  ply.score.assign(state_->score.begin(), state_->score.begin() + rules_->kernel.seats);
  played_.push_back(ply);
  if (only_last_) plies_.clear();
  plies_.push_back(std::move(ply));
  return &plies_.back();
}

Result<void> Game::leave(int seat) {
  const Phrases& phrases = rules_->catalogue->phrases;
  if (over()) return failure(say(phrases, "told.over"), "END-1");
  if (has_left(seat)) return failure(say(phrases, "told.left", {{"name", seats_[seat].name}}));
  bastide::leave(rules_->kernel, *state_, seat);
  // A record tells it before the turn that runs, for which it makes no difference.
  const int turn = running_turn(*rules_, *state_), active = active_seat(*state_);
  std::size_t begun = played_.size();
  while (!over() && begun > 0 && played_[begun - 1].turn == turn &&
         (turn == 0 || played_[begun - 1].turn_seat == active))
    --begun;
  left_.push_back({seat, static_cast<int>(begun)});
  return {};
}

bool Game::has_left(int seat) const {
  return is_gone(*state_, seat);
}

bool Game::abandoned() const {
  return static_cast<int>(left_.size()) + 1 >= rules_->kernel.seats;
}

/// Those who left when so many plies had been played.
void Game::leave_before_next(const std::vector<Record::Left>& left) {
  for (const Record::Left& one : left)
    if (one.plies == static_cast<int>(played_.size()) && !has_left(one.seat)) static_cast<void>(leave(one.seat));
}

void Game::keep_only_last() {
  only_last_ = true;
  if (plies_.size() > 1) plies_.erase(plies_.begin(), plies_.end() - 1);
  plies_.shrink_to_fit();
}

Game Game::at(int plies) const {
  Game game = *create(rules_, seats_, opening_);
  for (int i = 0; i < plies && i < static_cast<int>(played_.size()); ++i) {
    game.leave_before_next(left_);
    static_cast<void>(game.play(played_[i].move));
  }
  game.leave_before_next(left_);
  return game;
}

std::vector<ExplainedAward> Game::completes() const {
  std::vector<ExplainedAward> awards;
  if (state_->phase != Phase::follower) return awards;
  PaidCities paid;
  for (int i = 0; i < state_->completed; ++i) {
    const Award award = award_if_scored(*rules_, *state_, state_->completed_node[i]);
    awards.push_back(explain(*rules_, seats_, *state_, award, {}, paid));
  }
  return awards;
}

std::vector<Game::FollowerOption> Game::follower_options() const {
  std::vector<FollowerOption> options;
  if (state_->phase != Phase::follower) return options;
  std::vector<Move> moves;
  legal_moves(rules_->kernel, *state_, moves);
  for (const Move& move : moves) {
    if (move.kind == MoveKind::pass || move.kind == MoveKind::act) continue;
    const bool back = move.kind == MoveKind::take_back;
    int node = -1;
    if (!back) node = root_at(*state_, state_->pieces - 1, move.feature);
    if (back)
      for (const PlacedFigure& placed : figures())
        if (placed.seat == state_->seat && placed.figure == move.figure)
          node = root_at(*state_, placed.piece, placed.feature);
    const bool scores = back || is_completed(*state_, node);
    const int points =
        scores ? feature_points(rules_->kernel, *state_, node, back ? Reason::returned : Reason::completed) : 0;
    options.push_back({move, extent_of_node(*rules_, *state_, node), points});
  }
  return options;
}

Extent Game::extent(int piece, int feature) const {
  return extent_of_node(*rules_, *state_, root_at(*state_, piece, feature));
}

Record Game::record() const {
  Record record;
  record.choice = rules_->choice;
  record.seats = seats_;
  record.rules = rules_;
  record.opening = opening_;
  for (const PlayedPly& ply : played_) record.moves.push_back({ply.move});
  record.left = left_;
  if (over()) record.result.assign(state_->score.begin(), state_->score.begin() + rules_->kernel.seats);
  return record;
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
    if (record.result[seat] == state_->score[seat]) continue;
    error.message = fmt::format("the record gives {} {} points", record.seats[seat].name, record.result[seat]);
    error.expected = std::to_string(state_->score[seat]);
    return error;
  }
  return error;
}

Result<Game::Replay> Game::replay_right(const Record& record, int plies) {
  BASTIDE_TRY(auto game, create(record.rules, record.seats, record.opening));
  Replay replay{std::move(game), {}};
  for (const RecordedMove& recorded : record.moves) {
    if (plies >= 0 && static_cast<int>(replay.game.played_.size()) >= plies) return replay;
    replay.game.leave_before_next(record.left);
    const auto ply = replay.game.play(recorded.move);
    if (ply) continue;
    replay.wrong = ply.error();
    replay.wrong.line = recorded.line;
    replay.wrong.column = recorded.column;
    return replay;
  }
  replay.game.leave_before_next(record.left);
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
  std::vector<int> points(seats),
      before(seats);  // by these rules; as it was in the game, which decides what a seat may do
  const std::vector<Ply> plies = game.only_last_ ? game.at(static_cast<int>(game.played_.size())).plies_ : game.plies_;
  for (const Ply& ply : plies) {
    auto& score = counted.state_->score;
    std::copy(before.begin(), before.end(), score.begin());
    counted.leave_before_next(game.left_);
    BASTIDE_CHECK(counted.play(ply.move));
    for (std::size_t seat = 0; seat < seats; ++seat) points[seat] += score[seat] - before[seat];
    counted.plies_.back().score = points;
    before = ply.score;
  }
  counted.leave_before_next(game.left_);
  std::copy(points.begin(), points.end(), counted.state_->score.begin());
  return counted;
}

bool Game::sees(int viewer, int pile, int seat) const {
  return sees_pile(*rules_, *state_, viewer, pile, seat);
}

bool Game::sees(int viewer, const HeldKind& tile) const {
  return tile.number < 0 || sees(viewer, tile.number, tile.seat);
}

std::string Game::record_text(int viewer, Aids aids) const {
  Record shown = record();
  shown.aids = aids;
  for (std::size_t i = 0; i < played_.size(); ++i) {
    const PlayedPly& ply = played_[i];
    shown.moves[i].hidden = ply.move.kind == MoveKind::draw && ply.pile >= 0 && !sees(viewer, ply.pile, ply.seat);
  }
  return write_record(shown);
}

}  // namespace bastide
