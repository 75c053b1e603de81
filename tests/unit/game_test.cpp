// The validated face: explanations add up, the table is complete.
#include "game/game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "game/scenario.h"

namespace bastide {
namespace {

Game new_game(const std::string& preset, int seats) {
  std::vector<SeatSpec> names;
  for (int i = 0; i < seats; ++i) names.push_back({std::string(1, static_cast<char>('A' + i)), "human"});
  return *Game::create(*compile(builtin_catalogue(), {preset, {}}, seats), names);
}

int label_sum(const ExplainedAward& award) {
  int sum = 0;
  for (const auto& [space, label] : award.labels)
    for (std::size_t i = 0; i < label.size(); ++i)
      if (label[i] != '+') sum += label[i] - '0';
  return sum;
}

void check_award(const Game& game, const ExplainedAward& award) {
  ASSERT_FALSE(award.owners.empty());
  const int points = award.points_of(award.owners.front());
  EXPECT_EQ(label_sum(award), points) << award.title;
  EXPECT_NE(award.sum.find("= " + std::to_string(points)), std::string::npos) << award.sum;
  for (const std::string& rule : award.rules) EXPECT_NE(game.rules().catalogue->find_rule(rule), nullptr) << rule;
  for (int seat = 0; seat < game.rules().kernel.seats; ++seat) {
    const bool owner = std::find(award.owners.begin(), award.owners.end(), seat) != award.owners.end();
    EXPECT_EQ(award.points_of(seat), owner ? points : 0);
  }
  const int followers = std::accumulate(award.award.followers.begin(), award.award.followers.end(), 0);
  EXPECT_EQ(static_cast<int>(award.returned.size()), followers) << award.title;
  EXPECT_FALSE(award.sentence.empty());
}

/// Plays at random and checks every award.
void play_and_check(Game& game, uint64_t seed) {
  Rng rng(seed);
  while (!game.over()) {
    Move move = random_draw(game.rules().kernel, game.state(), rng);
    if (game.state().phase != Phase::draw) {
      const auto legal = game.legal();
      move = legal[rng.below(static_cast<uint32_t>(legal.size()))];
    }
    const auto ply = game.play(move);
    ASSERT_TRUE(ply) << ply.error().text();
    for (const ExplainedAward& award : (*ply)->awards) check_award(game, award);
  }
}

TEST(Game, ExplanationsHold) {
  for (const char* preset : {"classic", "new", "winter", "bigbox5"}) {
    for (const int seats : {2, 5}) {
      Game game = new_game(preset, seats);
      play_and_check(game, static_cast<uint64_t>(seats));
      const auto table = score_table(game);
      for (int seat = 0; seat < seats; ++seat) {
        int total = 0;
        for (const CategoryRow& row : table) total += row.points[seat];
        EXPECT_EQ(total, game.state().score[seat]);
        EXPECT_EQ(game.state().supply[seat], 7);  // at the end every follower has gone home
      }
      EXPECT_TRUE(game.figures().empty());
      EXPECT_EQ(game.turns(), game.state().turn);
      const auto places = ranking(game);
      EXPECT_EQ(*std::min_element(places.begin(), places.end()), 1);
    }
  }
}

TEST(Game, ReplayAtAnyPlyIsTheGameAtThatPly) {
  Game game = new_game("new", 3);
  play_and_check(game, 9);
  const Record record = game.record();
  for (const int plies : {0, 1, 50, 100}) {
    const auto part = Game::replay(record, plies);
    ASSERT_TRUE(part);
    EXPECT_EQ(static_cast<int>(part->plies().size()), plies);
    EXPECT_EQ(write_record(part->record()), write_record(game.at(plies).record()));
  }
}

/// Plays so many plies at random, or to the end.
void play_on(Game& game, uint64_t seed, int plies) {
  Rng rng(seed);
  for (int i = 0; i < plies && !game.over(); ++i) {
    const auto legal = game.legal();
    const bool draws = game.state().phase == Phase::draw;
    ASSERT_TRUE(game.play(draws ? random_draw(game.rules().kernel, game.state(), rng)
                                : legal[rng.below(static_cast<uint32_t>(legal.size()))]));
  }
}

TEST(Game, WhoLeavesHasNoTurnAnyMoreAndIsLast) {
  Game game = new_game("classic", 3);
  play_on(game, 1, 60);
  const int seat = active_seat(game.state());
  const std::size_t left_at = game.plies().size();
  const int turn = game.turn();
  ASSERT_TRUE(game.leave(seat));
  EXPECT_NE(game.leave(seat).error().message, "") << "once is enough";
  play_on(game, 2, 1000);
  ASSERT_TRUE(game.over());
  int turns_of_others = 0;
  for (std::size_t i = left_at; i < game.plies().size(); ++i) {
    const Ply& ply = game.plies()[i];
    if (ply.turn == turn) continue;  // the turn that ran is played to its end
    EXPECT_NE(ply.seat, seat) << ply.text;
    ++turns_of_others;
  }
  EXPECT_GT(turns_of_others, 50);
  EXPECT_EQ(ranking(game)[seat], 3);
  const std::string text = write_record(game.record());
  EXPECT_NE(text.find(std::string("\nleft ") + std::to_string(seat + 1) + '\n'), std::string::npos);
  const auto read = parse_record(builtin_catalogue(), text);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(write_record(*read), text);
  EXPECT_TRUE(Game::replay(*read));
}

TEST(Game, WhereOneIsLeftTheGameIsOverAsItStands) {
  Game game = new_game("classic", 2);
  play_on(game, 3, 90);  // in the middle of a turn
  const auto score = game.state().score;
  const auto figures = game.figures().size();
  ASSERT_TRUE(game.leave(0));
  EXPECT_TRUE(game.over());
  EXPECT_EQ(game.state().score, score);
  EXPECT_EQ(game.figures().size(), figures);
  EXPECT_EQ(ranking(game), (std::vector<int>{2, 1}));
  EXPECT_EQ(outcome_in_words(game)[0], "B wins: nobody else is left");
  const std::string text = write_record(game.record());
  const auto read = parse_record(builtin_catalogue(), text);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(write_record(*read), text);
  const auto again = Game::replay(*read);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_TRUE(again->over());
  const auto more = parse_record(builtin_catalogue(), text + "left 2\n");
  ASSERT_FALSE(more);
  for (const char* line : {"left 3\n", "left x\n", "left\n"})
    EXPECT_FALSE(parse_record(builtin_catalogue(), write_record(new_game("classic", 2).record()) + line)) << line;
}

TEST(Game, AResultThatTheRulesDoNotGiveIsRefused) {
  Game game = new_game("new", 2);
  play_and_check(game, 4);
  Record record = game.record();
  ASSERT_TRUE(Game::replay(record));
  ++record.result[1];
  const auto replayed = Game::replay(record);
  ASSERT_FALSE(replayed);
  EXPECT_EQ(replayed.error().expected, std::to_string(game.state().score[1]));
}

TEST(Game, ARefusedMoveChangesNothing) {
  Game game = new_game("new", 2);
  const std::string before = write_record(game.record());
  EXPECT_EQ(game.play(Move::pass()).error().rule, "DRAW-1");
  EXPECT_EQ(game.play(Move::follower(0)).error().rule, "DRAW-1");
  EXPECT_EQ(game.play(Move::place(0, 0, 1, 0)).error().rule, "DRAW-1");
  EXPECT_EQ(game.play(Move::draw(200)).error().rule, "SET-1");
  EXPECT_EQ(write_record(game.record()), before);
}

/// How a game with this score track shows points.
std::string mark(const std::string& track, int points) {
  return track_mark(**compile(builtin_catalogue(), {"classic", {{"track", track}}}, 2), points);
}

TEST(Track, ShowsLapsInItsOwnWay) {
  EXPECT_EQ(mark("lap", 49), "49");
  EXPECT_EQ(mark("lap", 152), "2 lying");
  EXPECT_EQ(mark("counters", 152), "2 counters 150");
  EXPECT_EQ(mark("hundred", 99), "99");
  EXPECT_EQ(mark("hundred", 152), "52 lying");
}

// HOUSE-DICE: 6 at first, 1 after a lap; when it is back at 6 a second one counts that.
TEST(Track, DiceCountLapsOfFiftyOrAHundred) {
  EXPECT_EQ(mark("dice", 0), "0 die 6");
  EXPECT_EQ(mark("dice", 50), "0 die 1");
  EXPECT_EQ(mark("dice", 299), "49 die 5");
  EXPECT_EQ(mark("dice", 300), "0 die 6 1");
  EXPECT_EQ(mark("dice", 353), "3 die 1 1");
  EXPECT_EQ(mark("dice", 600), "0 die 6 2");
  EXPECT_EQ(mark("dice", 1799), "49 die 5 5");
  EXPECT_EQ(mark("dice", 1800), "0 die 6 6 1");
  EXPECT_EQ(mark("hundred-dice", 99), "99 die 6");
  EXPECT_EQ(mark("hundred-dice", 152), "52 die 1");
  EXPECT_EQ(mark("hundred-dice", 612), "12 die 6 1");
}

TEST(Refusal, AFollowerThatCannotComeSaysWhy) {
  const std::string text(builtin_scenarios().at("follower-8-none-left.scn"));
  for (const char* last : {"15 E 0,15 e\n", "17 E 1,1 w\n"}) {  // the second brings a follower home, too late
    const std::string part = text.substr(0, text.find(last) + std::string(last).size());
    const auto game = run_scenario(builtin_catalogue(), part);
    ASSERT_TRUE(game) << game.error().text();
    const Error error = game->why_illegal(Move::follower(0));
    EXPECT_EQ(error.rule, "FOLLOWER-8") << last;
    EXPECT_EQ(error.message, "Red had no follower left to place on this tile");
  }
  const auto taken = run_scenario(builtin_catalogue(),
                                  "bastide scenario 1\nname X\nproves FOLLOWER-2\nrules new\nset field_scoring=none\n"
                                  "seat human Red\nseat human Blue\n1 C 0,-1 n city\n2 E 0,-2 s\nexpect turn Red\n");
  ASSERT_TRUE(taken) << taken.error().text();
  EXPECT_EQ(taken->why_illegal(Move::follower(0)).rule, "FOLLOWER-2");
}

}  // namespace
}  // namespace bastide
