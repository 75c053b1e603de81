// Playouts: fast and full kernel give the same game for the same numbers, from the start and from the middle; what
// was in a state before does not matter.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "core/kept_segments.h"
#include "core/state_copy.h"
#include "random_games.h"

namespace bastide {
namespace {

template <class A, class B>
void expect_same(const State<A>& a, const State<B>& b) {
  EXPECT_EQ(a.phase, b.phase);
  EXPECT_EQ(a.score, b.score);
  EXPECT_EQ(a.supply, b.supply);
  EXPECT_EQ(a.turn, b.turn);
  EXPECT_EQ(a.left, b.left);
  ASSERT_EQ(a.pieces, b.pieces);
  for (std::size_t p = 0; p < a.pieces; ++p) {
    EXPECT_EQ(a.piece[p].kind, b.piece[p].kind);
    EXPECT_EQ(a.piece[p].rotation, b.piece[p].rotation);
    EXPECT_EQ(a.cell[a.piece[p].cell].x, b.cell[b.piece[p].cell].x);
    EXPECT_EQ(a.cell[a.piece[p].cell].y, b.cell[b.piece[p].cell].y);
  }
}

template <class Config>
void play_the_same(const Ruleset& rules, uint64_t seed, const State<Full>& full, Rng after) {
  const auto state = std::make_unique<State<Config>>();
  start(rules, *state);
  Rng rng(seed);
  random_playout(rules, *state, rng);
  expect_same(*state, full);
  EXPECT_EQ(rng.next(), after.next()) << "the same numbers were used";
  EXPECT_EQ(state->phase, Phase::over);
  EXPECT_EQ(state->left, 0);
}

/// A state of which every byte is nonsense, but for nodes that look like roots.
std::unique_ptr<State<Full>> nonsense() {
  auto state = std::make_unique<State<Full>>();
  std::memset(static_cast<void*>(state.get()), 0xa5, sizeof *state);
  for (std::size_t n = 0; n < state->parent.size(); ++n) state->parent[n] = static_cast<uint16_t>(n);
  return state;
}

TEST(Playouts, NothingIsReadThatWasNotSetOrCopied) {
  for (int n = 0; n < games(40); ++n) {
    const auto rules = rules_of_game(n);
    const auto state = nonsense();
    start(rules->kernel, *state);
    Rng rng(static_cast<uint64_t>(n));
    std::vector<Move> moves;
    for (int ply = 0; state->phase != Phase::over; ++ply) {
      if (ply % 16 == 0) {
        const auto whole = std::make_unique<State<Full>>(*state);
        const auto in_use = nonsense();
        Rng one = rng;
        random_playout(rules->kernel, *whole, one);
        const uint64_t next = one.next();
        Tries<Full> tries(*state, *in_use);
        for (int time = 0; time < 3; ++time) {
          Rng other = rng;
          random_playout(rules->kernel, tries.next(), other);
          expect_same(*whole, *in_use);
          ASSERT_EQ(next, other.next()) << "game " << n << ", ply " << ply;
        }
      }
      if (state->phase == Phase::draw) {
        apply(rules->kernel, *state, random_draw(rules->kernel, *state, rng));
      } else {
        legal_moves(rules->kernel, *state, moves);
        apply(rules->kernel, *state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
      }
    }
  }
}

/// The rules with their box several times: the start tiles of the others are ordinary ones.
Ruleset boxes(const Ruleset& rules, int times) {
  Ruleset many = rules;
  for (int i = 1; i < times; ++i) {
    many.stack.insert(many.stack.end(), rules.stack.begin(), rules.stack.end());
    many.stack.push_back(rules.start_kind);
  }
  return many;
}

TEST(Playouts, SeveralBoxesAreTheSameInLargeAndFull) {
  const auto rules = compile(builtin_catalogue(), {"new", {}}, 2);
  const Ruleset three = boxes((*rules)->kernel, 3);
  EXPECT_FALSE(fits<Fast>(three));
  ASSERT_TRUE(fits<Large>(three) && fits<Full>(three));
  const auto full = std::make_unique<State<Full>>();
  for (uint64_t seed = 0; seed < 20; ++seed) {
    start(three, *full);
    Rng rng(seed);
    random_playout(three, *full, rng);
    play_the_same<Large>(three, seed, *full, rng);
  }
}

TEST(Playouts, TenBoxesArePlayedToTheEnd) {
  const auto rules = compile(builtin_catalogue(), {"new", {}}, 2);
  const Ruleset ten = boxes((*rules)->kernel, 10);
  ASSERT_EQ(ten.tiles(), 720);
  ASSERT_TRUE(fits<Large>(ten));
  const auto state = std::make_unique<State<Large>>();
  start(ten, *state);
  Rng rng(1);
  random_playout(ten, *state, rng);
  EXPECT_EQ(state->phase, Phase::over);
  EXPECT_GT(state->pieces, 600);
  EXPECT_FALSE(fits<Large>(boxes((*rules)->kernel, 20)));
}

/// Plays so that the landscape grows in one direction, beyond what the kernels' tables of spaces hold side by side.
/// Returns how far it got.
int stretch(const GameRules& rules, int to_x, int to_y) {
  compare::Comparison game(rules);
  const auto fast = std::make_unique<State<Fast>>();
  const auto large = std::make_unique<State<Large>>();
  start(rules.kernel, *fast);
  start(rules.kernel, *large);
  Rng rng(5);
  std::vector<Move> moves, same;
  int most = 0;
  while (game.state().phase != Phase::over) {
    EXPECT_FALSE(game.check());
    legal_moves(rules.kernel, game.state(), moves);
    legal_moves(rules.kernel, *fast, same);
    EXPECT_EQ(moves, same);
    Move move = game.state().phase == Phase::draw ? random_draw(rules.kernel, game.state(), rng)
                                                  : moves[rng.below(static_cast<uint32_t>(moves.size()))];
    if (game.state().phase == Phase::tile) {
      const auto reach = [&](const Move& m) { return m.x * to_x + m.y * to_y; };
      move = *std::max_element(moves.begin(), moves.end(), [&](auto& a, auto& b) { return reach(a) < reach(b); });
      most = std::max(most, reach(move));
    }
    EXPECT_FALSE(game.play(move));
    apply(rules.kernel, *fast, move);
    apply(rules.kernel, *large, move);
    expect_same(*fast, game.state());
    expect_same(*large, game.state());
    if (testing::Test::HasFailure()) return 0;
    if (game.state().left == 12 && game.state().phase == Phase::draw) {
      const auto ahead = std::make_unique<State<Full>>(game.state());
      State<Fast> playout = *fast;
      Rng a(7), b(7);
      random_playout(rules.kernel, *ahead, a);
      random_playout(rules.kernel, playout, b);
      expect_same(playout, *ahead);
    }
  }
  return most;
}

TEST(Playouts, TheLandscapeMayGrowInAnyDirection) {
  const auto rules = compile(builtin_catalogue(), {"new", {}}, 2);
  for (const auto& [x, y] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}})
    EXPECT_GT(stretch(**rules, x, y), 40) << x << ' ' << y;
}

TEST(Playouts, FastAndFullAreTheSame) {
  for (int n = 0; n < games(400); ++n) {
    const auto rules = plain_rules_of_game(n);
    ASSERT_TRUE(fits<Fast>(rules->kernel));
    State<Fast> fast;
    State<Full> full;
    start(rules->kernel, fast);
    start(rules->kernel, full);
    Rng a(static_cast<uint64_t>(n)), b(static_cast<uint64_t>(n));
    random_playout(rules->kernel, fast, a);
    random_playout(rules->kernel, full, b);
    expect_same(fast, full);
    play_the_same<Large>(rules->kernel, static_cast<uint64_t>(n), full, b);
    ASSERT_EQ(a.next(), b.next()) << "the same numbers were used";
    ASSERT_EQ(fast.phase, Phase::over);
    ASSERT_EQ(fast.left, 0);
    if (HasFailure()) break;
  }
}

TEST(Playouts, GoOnFromAnyPhase) {
  for (int n = 0; n < games(200); ++n) {
    const auto rules = plain_rules_of_game(n);
    Rng rng(static_cast<uint64_t>(n));
    compare::Comparison game(*rules);
    State<Fast> fast;
    start(rules->kernel, fast);
    for (int plies = static_cast<int>(rng.below(220)); plies > 0 && game.state().phase != Phase::over; --plies) {
      ASSERT_FALSE(game.check());
      const Move move = game.choose(compare::Style::uniform, rng);
      ASSERT_FALSE(game.play(move));
      apply(rules->kernel, fast, move);
    }
    State<Full> full = game.state();
    const State<Full> before = full;
    Rng a(9), b(9);
    random_playout(rules->kernel, fast, a);
    random_playout(rules->kernel, full, b);
    expect_same(fast, full);
    ASSERT_EQ(full.phase, Phase::over);
    for (int seat = 0; seat < rules->kernel.seats; ++seat) {
      const std::size_t s = seat;
      EXPECT_GE(full.score[s], before.score[s]);
      EXPECT_EQ(full.supply[s], rules->kernel.figures[0].count) << "everybody is home at the end";
    }
    if (HasFailure()) break;
  }
}

/// Playouts count placements and figures, and leave out lines of the order of play that do nothing.
TEST(Playouts, ChooseAmongTheLegalMoves) {
  for (int n = 0; n < games(120) && !HasFailure(); ++n) {
    const auto rules = rules_of_game(n);
    if (rules->kernel.plain_turns()) continue;  // these draw by place in the stack
    const auto played = std::make_unique<State<Full>>(), listed = std::make_unique<State<Full>>();
    start(rules->kernel, *played);
    start(rules->kernel, *listed);
    Rng a(static_cast<uint64_t>(n)), b(static_cast<uint64_t>(n));
    random_playout(rules->kernel, *played, a);
    std::vector<Move> moves;
    while (listed->phase != Phase::over) {
      if (listed->phase == Phase::draw) {
        apply(rules->kernel, *listed, random_draw(rules->kernel, *listed, b));
        continue;
      }
      legal_moves(rules->kernel, *listed, moves);
      if (listed->phase == Phase::tile && tile_choice(*listed) == State<Full>::Choice::drawn)
        std::erase(moves, Move::pass());  // who draws at random refuses no tile
      apply(rules->kernel, *listed, moves[b.below(static_cast<uint32_t>(moves.size()))]);
    }
    expect_same(*played, *listed);
    EXPECT_EQ(a.next(), b.next()) << "the same numbers were used";
  }
}

TEST(Playouts, EndUnderAnyRules) {
  for (int n = 0; n < games(300); ++n) {
    const auto rules = rules_of_game(n);
    Rng rng(static_cast<uint64_t>(n));
    State<Full> state;
    start(rules->kernel, state);
    const State<Full> before = state;
    for (int plies = static_cast<int>(rng.below(250)); plies > 0 && state.phase != Phase::over; --plies) {
      std::vector<Move> moves;
      legal_moves(rules->kernel, state, moves);
      ASSERT_FALSE(moves.empty());
      apply(rules->kernel, state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
    }
    random_playout(rules->kernel, state, rng);
    ASSERT_EQ(state.phase, Phase::over);
    ASSERT_TRUE(standing(state).empty()) << "everybody is home at the end";
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules->kernel.seats); ++seat) {
      EXPECT_EQ(state.supply[seat], rules->kernel.figures[0].count);
      for (int kind = 1; kind < rules->kernel.figure_kinds; ++kind)
        if (const FigureKind& sort = rules->kernel.figures[kind]; !sort.neutral) {
          const auto has = [&](const State<Full>& s) {
            return supply_of(rules->kernel, s, static_cast<int>(seat), static_cast<Figure>(kind));
          };
          int stays = 0;  // at corners and on tiles, to the end
          for (const FigureRow& row : figure_rows(state))
            stays += row.seat == static_cast<int>(seat) && row.figure == static_cast<Figure>(kind) &&
                     (row.at.kind == Place::corner || row.at.kind == Place::piece);
          EXPECT_EQ(has(state) + stays, has(before));
        }
      if (!rules->kernel.debts) {
        EXPECT_GE(state.score[seat], 0) << "nobody pays more than they have";
      }
    }
    if (HasFailure()) break;
  }
}

/// KeptSegments: what is kept while a game is played on is what is found anew. Some segments are asked about each time,
/// so that others are kept for long.
TEST(Playouts, SegmentsAreKeptAsTheyAreFound) {
  for (int n = 0; n < games(60) && !HasFailure(); ++n) {
    const auto rules = rules_of_game(n);
    const auto state = std::make_unique<State<Full>>();
    start(rules->kernel, *state);
    const PlayedOn played(*state);
    const NextSegments next(rules->kernel, *state);
    Rng rng(static_cast<uint64_t>(n));
    std::vector<Move> moves;
    while (state->phase != Phase::over && !HasFailure()) {
      if (state->phase == Phase::draw) {
        apply(rules->kernel, *state, random_draw(rules->kernel, *state, rng));
      } else {
        legal_moves(rules->kernel, *state, moves);
        apply(rules->kernel, *state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
      }
      KeptSegments& kept = KeptSegments::of(rules->kernel, *state);
      for (int node = static_cast<int>(rng.below(4)); node < state->nodes; node += 4) {
        std::vector<uint16_t> found;
        next.each(node, [&](int other) {
          found.push_back(static_cast<uint16_t>(other));
          return false;
        });
        const auto there = kept.beside(node);
        EXPECT_TRUE(std::equal(there.begin(), there.end(), found.begin(), found.end()))
            << "game " << n << ", segment " << node;
      }
    }
  }
}

TEST(Playouts, TheSameSeedGivesTheSameGame) {
  const auto rules = plain_rules_of_game(1);
  State<Fast> first, second, other;
  for (State<Fast>* state : {&first, &second, &other}) start(rules->kernel, *state);
  Rng a(1), b(1), c(2);
  random_playout(rules->kernel, first, a);
  random_playout(rules->kernel, second, b);
  random_playout(rules->kernel, other, c);
  expect_same(first, second);
  EXPECT_NE(first.score, other.score);
}

}  // namespace
}  // namespace bastide
