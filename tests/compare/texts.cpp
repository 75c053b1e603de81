// What was played is written down and read again, see compare.h.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compare/compare.h"
#include "core/by_hand.h"
#include "game/game.h"

namespace bastide::compare {
namespace {

std::vector<SeatSpec> seats_of(const GameRules& rules) {
  std::vector<SeatSpec> seats;
  for (int seat = 0; seat < rules.kernel.seats; ++seat) seats.push_back({fmt::format("Player {}", seat + 1), "human"});
  return seats;
}

std::string position_text(const Game& game) {
  return write_position({game.rules().choice, game.seats(), game.rules_ptr(), game.state()});
}

/// The record of a game, whole or under way.
std::optional<std::string> check_record(const Game& game) {
  const Record record = game.record();
  const std::string text = write_record(record);
  const auto wrong = [&](const std::string& what) { return fmt::format("record: {}\n{}", what, text); };
  const auto read = parse_record(builtin_catalogue(), text);
  if (!read) return wrong(read.error().text());
  if (!(*read == record)) {
    std::size_t same = 0;
    while (same < read->moves.size() && same < record.moves.size() && read->moves[same].move == record.moves[same].move)
      ++same;
    return wrong(
        fmt::format("reads as another one from ply {} of {}, {} on", same, record.moves.size(), read->moves.size()));
  }
  if (write_record(*read) != text) return wrong("is written otherwise when read");
  const auto again = Game::replay(*read);
  if (!again) return wrong(again.error().text());
  const auto same = [](const Ply& a, const Ply& b) {
    return a.text == b.text && a.seat == b.seat && a.turn == b.turn && a.score == b.score;
  };
  if (!std::ranges::equal(game.plies(), again->plies(), same)) return wrong("gives other plies");
  if (position_text(*again) != position_text(game)) return wrong("ends in another position");
  return std::nullopt;
}

std::vector<Move> sorted_moves(const GameRules& rules, const State<Full>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  std::sort(moves.begin(), moves.end());
  return moves;
}

/// Calls `leave(seat)` for those who left before a move.
template <class Leave>
void for_each_leaver(const Played& played, std::size_t move, const Leave& leave) {
  for (const auto& [before, seat] : played.left)
    if (before == move) leave(seat);
}

/// The position of a game after so many moves: what is read from it goes on as the game did.
std::optional<std::string> check_position(const Game& game, const Played& played, std::size_t from) {
  const std::string text = position_text(game);
  const auto wrong = [&](const std::string& what) { return fmt::format("position: {}\n{}", what, text); };
  const auto read = parse_position(builtin_catalogue(), text);
  if (!read) return wrong(read.error().text());
  if (write_position(*read) != text) return wrong("is written otherwise when read");
  const GameRules& rules = game.rules();
  State<Full> a = game.state(), b = read->state;
  for (std::size_t i = from; i < played.moves.size(); ++i) {
    const Move& move = played.moves[i];
    if (i > from)
      for_each_leaver(played, i, [&](int seat) {
        leave(rules.kernel, a, seat);
        leave(rules.kernel, b, seat);
      });
    const auto moves = sorted_moves(rules, b);
    if (const auto other = sorted_moves(rules, a); a.phase != b.phase || a.seat != b.seat || moves != other) {
      // The first move that only one of them knows.
      std::vector<Move> apart;
      std::ranges::set_symmetric_difference(moves, other, std::back_inserter(apart));
      const std::size_t after = i - from;
      const std::string one = apart.empty() ? "the same moves" : move_text(rules, a, apart.front());
      return wrong(fmt::format("goes on otherwise after {} moves: {} moves against {}, {}", after, other.size(),
                               moves.size(), one));
    }
    if (!std::binary_search(moves.begin(), moves.end(), move)) return wrong("a move is not legal any more");
    apply(rules.kernel, a, move);
    apply(rules.kernel, b, move);
    if (a.score != b.score || a.supply != b.supply || a.left != b.left) return wrong("gives other points later");
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> check_texts(const GameRulesPtr& rules, const Played& played, Rng& rng) {
  Opening opening;
  do {
    opening = make_opening(*rules, played.first,
                           [&](int n) { return static_cast<int>(rng.below(static_cast<uint32_t>(n))); });
  } while (opening.first != played.first);
  auto game = Game::create(rules, seats_of(*rules), opening);
  if (!game) return game.error().text();
  const std::vector<Move>& moves = played.moves;
  const std::size_t middle = rng.below(static_cast<uint32_t>(moves.size() + 1));
  for (std::size_t i = 0; i <= moves.size(); ++i) {
    bool left = true;
    for_each_leaver(played, i, [&](int seat) { left = left && game->leave(seat); });
    if (!left) return "a seat cannot leave";
    if (i == middle || i == moves.size()) {
      if (auto wrong = check_record(*game)) return wrong;
      if (auto wrong = check_position(*game, played, i)) return wrong;
    }
    if (i == moves.size()) break;
    if (const auto ply = game->play(moves[i]); !ply) return ply.error().text();
  }
  return std::nullopt;
}

}  // namespace bastide::compare
