// Matches that measure strength: that both games of a deck draw the same tiles, that every contestant has every seat,
// and that neither threads, ranks, the order in which games end nor an interruption change the result.
#include "ai/arena.h"

#include <gtest/gtest.h>

#include <deque>
#include <thread>

#include "ai/arena_log.h"
#include "ai/arena_ranks.h"
#include "ai/deck.h"
#include "unit/cli_support.h"

namespace bastide {
namespace {

ArenaSetup arena(const std::vector<std::string>& specs, int64_t decks, int seats = 2, RuleChoice choice = {"new", {}}) {
  ArenaSetup setup;
  setup.rules = *compile(builtin_catalogue(), choice, seats);
  for (const std::string& spec : specs) setup.contestants.push_back({spec, {}});
  setup.decks = decks;
  setup.seed = 7;
  return setup;
}

/// All that does not depend on a clock.
std::string summary(const Ledger& ledger) {
  std::string text;
  ledger.look([&](const Standings& standings) {
    text = std::to_string(standings.games) + " llr " + std::to_string(standings.llr);
    for (const Duel& duel : standings.duels) {
      text += "\n" + std::to_string(duel.first) + "-" + std::to_string(duel.second) + " margin " +
              std::to_string(duel.margin) + " " + std::to_string(duel.margin_squares);
      for (const int64_t count : duel.scores) text += " " + std::to_string(count);
    }
    for (const auto& entrant : standings.entrants) text += "\npoints " + std::to_string(entrant.points);
  });
  return text;
}

std::string played(const ArenaSetup& setup) {
  Ledger ledger(setup);
  const auto result = play_arena(setup, ledger);
  return result ? summary(ledger) : result.error().text();
}

template <class Config>
std::vector<Move> draws(const ArenaSetup& setup, const std::vector<std::string>& seats, uint64_t seed) {
  const Ruleset& rules = setup.rules->kernel;
  const auto state = std::make_unique<State<Config>>();
  std::vector<std::unique_ptr<PlayerOn<Config>>> players;
  for (const std::string& spec : seats) players.push_back(*make_player_on<Config>(spec));
  start(rules, *state);
  Deck<Config> deck(rules, *state, seed);
  Rng rng(seed);
  std::vector<Move> drawn;
  while (state->phase != Phase::over) {
    const bool draw = state->phase == Phase::draw;
    const Move move = draw ? deck.draw(rules, *state) : players[state->seat]->choose(rules, *state, rng);
    if (draw) drawn.push_back(move);
    apply(rules, *state, move);
  }
  return drawn;
}

TEST(Decks, AreDrawnInTheSameOrderWhoeverPlays) {
  const ArenaSetup setup = arena({"random", "greedy"}, 1);
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    const auto one = draws<Fast>(setup, {"random", "greedy"}, seed);
    EXPECT_EQ(one.size(), 71u);
    EXPECT_EQ(one, draws<Fast>(setup, {"greedy", "random"}, seed));
    EXPECT_EQ(one, draws<Full>(setup, {"random", "random"}, seed)) << "whatever the kernel";
    EXPECT_NE(one, draws<Fast>(setup, {"random", "greedy"}, seed + 10));
  }
}

TEST(Decks, TakeWhatMayBeDrawnWhereTilesComeFromElsewhere) {
  for (const RuleChoice& choice : {RuleChoice{"new", {{"draw", "hand"}}}, RuleChoice{"new", {{"bag", "back"}}},
                                   RuleChoice{"new", {{"draw", "ahead"}}}, RuleChoice{"bigbox5", {}}}) {
    const ArenaSetup setup = arena({"random", "greedy"}, 1, 2, choice);
    EXPECT_EQ(draws<Full>(setup, {"random", "random"}, 5), draws<Full>(setup, {"random", "random"}, 5));
    EXPECT_EQ(played(setup), played(setup));
  }
}

TEST(Arena, GivesEveryContestantEverySeat) {
  const auto pair = arena_tables(2, 2);
  ASSERT_EQ(pair.size(), 1u);
  EXPECT_EQ(pair[0].games, (std::vector<std::vector<int>>{{0, 1}, {1, 0}}));
  EXPECT_EQ(arena_tables(4, 2).size(), 6u);
  const auto rotations = arena_tables(3, 3);
  ASSERT_EQ(rotations.size(), 1u);
  EXPECT_EQ(rotations[0].games, (std::vector<std::vector<int>>{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}}));
  const auto alone = arena_tables(2, 3);
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].games,
            (std::vector<std::vector<int>>{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(arena_tables(4, 3).size(), 6u);
}

TEST(Arena, CountsADeckByHand) {
  const ArenaSetup setup = arena({"a", "b"}, 2);
  Ledger ledger(setup);
  ledger.remember({0, {{70, 60}, {80, 50}}, {{10, 1, 1, 0.5}, {10, 2, 2, 0.25}}});  // a +10; a, on the other seat, -30
  ledger.look([](const Standings& standings) {
    const Duel& duel = standings.duels[0];
    EXPECT_EQ(duel.scores, (Frequencies{0, 0, 1, 0, 0}));
    EXPECT_EQ(duel.wins, 1);
    EXPECT_EQ(duel.losses, 1);
    EXPECT_EQ(duel.margin, -10);
  });
  ledger.remember({1, {{70, 70}, {50, 80}}, {{10, 1, 1, 0.25}, {10, 2, 2, 0.25}}});  // shared; a +30
  EXPECT_TRUE(ledger.over());
  ledger.look([](const Standings& standings) {
    EXPECT_EQ(standings.duels[0].scores, (Frequencies{0, 0, 1, 1, 0}));
    EXPECT_EQ(standings.duels[0].margin, 5);
    EXPECT_EQ(standings.duels[0].margin_squares, 100 + 225);
    EXPECT_EQ(standings.entrants[0].points, 70 + 50 + 70 + 80);
    EXPECT_EQ(standings.entrants[0].thinking.choices, 20);
    EXPECT_EQ(standings.entrants[0].thinking.longest, 0.5);
  });
}

TEST(Arena, ComparesOneWithEachOfTheOthers) {
  const ArenaSetup setup = arena({"a", "b"}, 1, 3);
  Ledger ledger(setup);
  // a alone: beats both, one, none; b alone: loses to both, then shares with one and beats the other, then wins.
  ledger.remember(
      {0, {{9, 1, 2}, {5, 6, 7 - 3}, {8, 8, 1}, {1, 5, 5}, {5, 5, 1}, {1, 2, 9}}, std::vector<Thinking>(2)});
  ledger.look([](const Standings& standings) {
    const Duel& duel = standings.duels[0];
    EXPECT_EQ(duel.decks, 1);
    EXPECT_EQ(duel.wins, 2 + 2 + 0 + 2 + 0 + 0);
    EXPECT_EQ(duel.shared, 1);
    EXPECT_EQ(duel.losses, 0 + 0 + 2 + 0 + 1 + 2);
    EXPECT_EQ(duel.scores.size(), 25u);
    EXPECT_EQ(duel.scores[13], 1);
  });
}

TEST(Arena, IsTheSameOnAnyNumberOfThreads) {
  for (const int seats : {2, 3}) {
    ArenaSetup setup = arena({"greedy", "random", "greedy:nodes=1"}, 4, seats);
    const std::string one = played(setup);
    setup.threads = 3;
    EXPECT_EQ(played(setup), one);
    setup.seed = 8;
    EXPECT_NE(played(setup), one);
  }
}

TEST(Arena, StopsAtTheDeckThatDecides) {
  ArenaSetup setup = arena({"greedy", "random"}, 400);
  setup.sprt = Sprt{0, 100, 0.05, 0.05};
  const std::string one = played(setup);
  EXPECT_TRUE(one.starts_with("24 llr")) << one;  // all decks won: log(0.640 / 0.5) each, and log(19) is needed
  setup.threads = 4;
  EXPECT_EQ(played(setup), one);
}

TEST(Arena, CountsInTheOrderOfDecks) {
  ArenaSetup setup = arena({"greedy", "random"}, 6);
  std::vector<Encounter> all;
  Ledger ledger(setup);
  ledger.record = [&](const Encounter& encounter) {
    all.push_back(encounter);
    return Result<void>{};
  };
  ASSERT_TRUE(play_arena(setup, ledger));
  ASSERT_EQ(all.size(), 6u);
  Ledger other(setup);
  for (const int i : {5, 2, 0, 4}) other.remember(all[i]);
  other.look([](const Standings& standings) { EXPECT_EQ(standings.encounters, 1); });
  EXPECT_EQ(other.next(), 1);
  EXPECT_EQ(other.next(), 3);
  EXPECT_EQ(other.next(), std::nullopt);
  other.take(all[3]);
  EXPECT_FALSE(other.over());
  other.take(all[1]);
  EXPECT_TRUE(other.over());
  EXPECT_EQ(summary(other), summary(ledger));
}

TEST(Arena, TakesContestantsFromElsewhereAndChecksTheirMoves) {
  ArenaSetup setup = arena({"mine", "random"}, 3);
  setup.contestants[0].make = [](const GameRulesPtr&) { return make_player("random"); };
  EXPECT_EQ(arena_kernel(setup), KernelChoice::full);
  EXPECT_EQ(played(setup), played(arena({"random", "random"}, 3)));
  struct Cheat : Player {
    Move choose(const Ruleset&, const State<Full>&, Rng&) override { return Move::draw(0); }
  };
  setup.contestants[0].make = [](const GameRulesPtr&) -> Result<std::unique_ptr<Player>> {
    return std::make_unique<Cheat>();
  };
  EXPECT_EQ(played(setup), "mine chose a move that is not legal, in turn 1");
  struct Broken : Player {
    Move choose(const Ruleset&, const State<Full>&, Rng&) override { throw std::runtime_error("it is gone"); }
  };
  setup.contestants[0].make = [](const GameRulesPtr&) -> Result<std::unique_ptr<Player>> {
    return std::make_unique<Broken>();
  };
  EXPECT_EQ(played(setup), "mine: it is gone");
  setup.contestants[0].make = [](const GameRulesPtr&) -> Result<std::unique_ptr<Player>> {
    return failure("it does not start");
  };
  EXPECT_EQ(played(setup), "it does not start");
}

TEST(Arena, RefusesWhatCannotBePlayed) {
  EXPECT_EQ(check(arena({"greedy"}, 1)).error().message, "1 contestant; it must be 2 to 64");
  EXPECT_FALSE(check(arena({"greedy", "nobody"}, 1)));
  EXPECT_FALSE(check(arena({"greedy", "random"}, 0)));
  ArenaSetup setup = arena({"greedy", "random", "random"}, 1);
  setup.sprt = Sprt{};
  EXPECT_EQ(check(setup).error().message, "a sequential test is between two contestants, and there are 3");
}

// ---------------------------------------------------------------- ranks, as threads that post letters

struct Post {
  std::mutex mutex;
  std::vector<std::deque<Ranks::Message>> boxes;
};

class PostedRanks : public Ranks {
 public:
  PostedRanks(Post& post, int rank) : post_(post), rank_(rank) {}
  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(post_.boxes.size()); }
  void send(int to, int kind, const std::string& text) override {
    const std::lock_guard lock(post_.mutex);
    post_.boxes[to].push_back({rank_, kind, text});
  }
  std::optional<Message> receive() override {
    const std::lock_guard lock(post_.mutex);
    if (post_.boxes[rank_].empty()) return std::nullopt;
    Message first = post_.boxes[rank_].front();
    post_.boxes[rank_].pop_front();
    return first;
  }

 private:
  Post& post_;
  int rank_;
};

std::string played_by_ranks(const ArenaSetup& setup, int size, bool ready = true) {
  Post post;
  post.boxes.resize(size);
  std::vector<std::thread> others;
  for (int rank = 1; rank < size; ++rank)
    others.emplace_back([&, rank] {
      PostedRanks ranks(post, rank);
      follow_ranks(setup, ranks);
    });
  Ledger ledger(setup);
  PostedRanks ranks(post, 0);
  const auto result = lead_ranks(setup, ledger, ranks, ready);
  for (std::thread& other : others) other.join();
  return result ? summary(ledger) : result.error().text();
}

TEST(Arena, IsTheSameOnAnyNumberOfRanks) {
  ArenaSetup setup = arena({"greedy", "random", "greedy:nodes=1"}, 6);
  const std::string alone = played(setup);
  EXPECT_EQ(played_by_ranks(setup, 1), alone);
  EXPECT_EQ(played_by_ranks(setup, 4), alone);
  setup.threads = 2;
  EXPECT_EQ(played_by_ranks(setup, 3), alone);
  setup = arena({"greedy", "random"}, 400);
  setup.sprt = Sprt{0, 100, 0.05, 0.05};
  EXPECT_EQ(played_by_ranks(setup, 3), played(setup));
}

TEST(Arena, EndsOnAllRanksWhereOneFails) {
  ArenaSetup setup = arena({"mine", "random"}, 50);
  setup.contestants[0].make = [](const GameRulesPtr&) -> Result<std::unique_ptr<Player>> {
    return failure("it does not start");
  };
  EXPECT_NE(played_by_ranks(setup, 3).find("it does not start"), std::string::npos);
  setup = arena({"greedy", "random"}, 50);
  EXPECT_TRUE(played_by_ranks(setup, 3, false).starts_with("0 llr")) << "rank 0 could not begin";
}

// ---------------------------------------------------------------- the log

TEST(ArenaLogs, GoOnWhereTheyEnd) {
  const ArenaSetup setup = arena({"greedy", "random"}, 6);
  const std::string path = (cli_test::scratch() / "arena.log").string();
  const auto play = [&](const ArenaSetup& match) {
    Ledger ledger(match);
    auto log = ArenaLog::open(path, match, ledger);
    if (!log) return log.error().text();
    EXPECT_NE(ArenaLog::open(path, match, ledger).error().text().find("another match is writing"), std::string::npos);
    ledger.record = [&](const Encounter& encounter) { return (*log)->append(encounter); };
    const auto result = play_arena(match, ledger);
    return std::to_string((*log)->remembered()) + " remembered\n" + (result ? summary(ledger) : result.error().text());
  };
  EXPECT_EQ(play(setup), "0 remembered\n" + played(setup));
  const std::string whole = cli_test::read_file(path);
  ASSERT_EQ(cli_test::lines_of(whole).size(), 7u);

  for (const std::size_t kept :
       {whole.size() - 5, whole.size() / 2, whole.find('\n') + 1, whole.find('\n'), 9ul, 0ul}) {
    cli_test::write_file(path, whole.substr(0, kept));
    EXPECT_TRUE(play(setup).ends_with(played(setup))) << kept;
    EXPECT_EQ(cli_test::lines_of(cli_test::read_file(path)).size(), 7u);
  }
  EXPECT_EQ(play(arena({"greedy", "random"}, 8)), "6 remembered\n" + played(arena({"greedy", "random"}, 8)));
  EXPECT_EQ(play(setup), "8 remembered\n" + played(setup)) << "decks beyond those wanted do not count";

  EXPECT_NE(play(arena({"random", "greedy"}, 6)).find("another match: its contestants"), std::string::npos);
  ArenaSetup other = setup;
  other.seed = 8;
  EXPECT_NE(play(other).find("its seed is 7, not 8"), std::string::npos);
  EXPECT_NE(play(arena({"greedy", "random"}, 6, 3)).find("its seats is 2, not 3"), std::string::npos);
  EXPECT_NE(play(arena({"greedy", "random"}, 6, 2, {"new", {{"field_scoring", "none"}}})).find("its options"),
            std::string::npos);
  cli_test::write_file(path, whole.substr(0, whole.find('\n') + 1) + "{\"deck\":0}\n");
  EXPECT_NE(play(setup).find("line 2: this is no result of the match"), std::string::npos);
  cli_test::write_file(path, "my shopping list");
  EXPECT_NE(play(setup).find("left as it is"), std::string::npos);
  EXPECT_EQ(cli_test::read_file(path), "my shopping list");
}

}  // namespace
}  // namespace bastide
