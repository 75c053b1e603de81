// Who begins (START-1): lots, the question to whoever rolled a standing follower, and games made before that was asked.
#include <gtest/gtest.h>

#include "game/scenario.h"
#include "unit/record_support.h"

namespace bastide {
namespace {

std::string game_text(const std::string& header, const std::string& turns = "") {
  return "bastide game 1\nrules new\n" + header + "seat human Red\nseat human Blue\nseat human Green\n" + turns;
}

std::string position_of(const Game& game) {
  return write_position({game.rules().choice, game.seats(), game.rules_ptr(), game.state()});
}

TEST(Lots, CountRoadsAndNotSidesWithARoad) {
  // V bends, A ends, K goes straight: one road each, so that all draw again. W: three; X: four.
  EXPECT_EQ(record_error(game_text("set first=roads\n", "lots V A K\nlots W X A\n")).message, "");
  EXPECT_EQ(replayed(game_text("set first=roads\n", "lots V A K\nlots W X A\n")).opening().first, 1);
  const Error tied = record_error(game_text("set first=roads\n", "lots V A K\n"));
  EXPECT_EQ(tied.rule, "START-1");
  EXPECT_EQ(tied.line, 7);
  EXPECT_EQ(tied.message, "players are still tied: they draw lots again");
}

TEST(Rolled, WhoeverRolledIsAskedWhoBegins) {
  Game game = replayed(game_text("set first=rolled\n", "roll 0 2\n"));
  EXPECT_EQ(game.state().phase, Phase::ask);
  EXPECT_EQ(game.state().seat, 1);
  EXPECT_EQ(game.turn(), 1);
  EXPECT_EQ(game.turns(), 71);
  EXPECT_EQ(game.legal(),
            (std::vector<Move>{Move::act_with(0, 0, 0), Move::act_with(0, 0, 1), Move::act_with(0, 0, 2)}));
  EXPECT_EQ(move_text(game.rules(), game.state(), Move::act_with(0, 0, 2)), "begins:3");
  EXPECT_EQ(parse_move(game.rules(), game.state(), "begins:3").value(), Move::act_with(0, 0, 2));
  const Error none = parse_move(game.rules(), game.state(), "begins:4").error();
  EXPECT_EQ(none.expected, "begins:N with N from 1 to 3");
  const Error early = game.why_illegal(Move::draw(0));
  EXPECT_EQ(early.rule, "START-1");
  EXPECT_EQ(early.expected, "one of: begins:1 | begins:2 | begins:3");

  const std::string position = position_of(game);
  EXPECT_NE(position.find("\nmove 2\nbegins\n"), std::string::npos) << position;
  const auto read = parse_position(catalogue(), position);
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(write_position(*read), position);
  EXPECT_EQ(read->state.phase, Phase::ask);

  const auto ply = game.play(Move::act_with(0, 0, 2));
  ASSERT_TRUE(ply);
  EXPECT_EQ((*ply)->seat, 1);
  EXPECT_EQ((*ply)->turn, 0);
  EXPECT_EQ(active_seat(game.state()), 2);
  EXPECT_EQ(game.at(0).state().phase, Phase::ask);
  EXPECT_EQ(write_record(game.record()), game_text("set first=rolled\n", "roll 0 2\nbegins:3\n"));
}

TEST(Rolled, WhatCannotBeIsRefusedWithItsPlace) {
  const auto check = [](const std::string& header, const std::string& turns, int line, const std::string& message) {
    const Error error = record_error(game_text(header, turns));
    EXPECT_EQ(error.line, line) << error.text();
    EXPECT_EQ(error.message, message) << error.text();
  };
  check("set first=rolled\n", "begins:4\n", 7, "'begins:4' cannot stand here");
  check("set first=rolled\n", "begins:1 2\n", 7, "'2' is too much: what follows has a line of its own");
  check("set first=rolled\n", "begins:1\nbegins:1\n", 8, "'begins:1' cannot stand here");
  check("set first=rolled\n", "1 V 0,1 n -\n", 7, "'1' cannot stand here");
  check("set first=agreed\n", "begins:1\n", 7, "'begins:1' cannot stand here");
  check("set first=agreed\n", "roll 0 1\n", 7, "followers are rolled only with first=rolled");
  check("set first=random\n", "lots X A A\n", 7, "lots are drawn only with first=roads");

  const std::string head = "bastide position 1\nrules new\nset first=rolled\nseat human Red\nseat human Blue\n";
  const auto position = [&](const std::string& lines) {
    const auto read = parse_position(catalogue(), head + lines);
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(position("tile D 0,0 n\nbegins\n"), "");
  EXPECT_EQ(position("tile D 0,0 n\ntile E 0,-1 s\nbegins\n"), "who begins is said before the first turn");
  EXPECT_EQ(position("tile D 0,0 n\naside E\nbegins\n"), "who begins is said before the first turn");
  EXPECT_EQ(position("tile D 0,0 n city:1\nbegins\n"), "who begins is said before the first turn");
  EXPECT_EQ(position("tile D 0,0 n\nmove 2\nturn 1\nbegins\n"), "this is asked of the seat whose turn it is");
  EXPECT_EQ(position("tile D 0,0 n\nbegins\nfollower\n"), "drawn, follower and over exclude each other");
  EXPECT_EQ(parse_position(catalogue(),
                           "bastide position 1\nrules new\nseat human Red\nseat human Blue\ntile D 0,0 n\nbegins\n")
                .error()
                .message,
            "there is no 'begins' in this game");
}

// What the former values meant when these games were made: who rolled began, lots counted sides with a road, and the
// bag had the start tile in it.
TEST(FormerValues, AreReadAndPlayedAsTheyWere) {
  const Game rolled = replayed(game_text("set first=roll\n", "roll 0 2\n1 B 0,1 n -\n"));
  EXPECT_EQ(rolled.opening().first, 1);
  EXPECT_EQ(rolled.plies()[0].seat, 1);
  EXPECT_EQ(write_record(rolled.record()), game_text("set first=roll\n", "roll 0 2\n1 B 0,1 n -\n"));
  const Game drawn = replayed(game_text("set first=lots\n", "lots A K A\n1 B 0,1 n -\n"));
  EXPECT_EQ(drawn.opening().first, 1) << "a straight road has two sides";
  const Game bag = replayed(game_text("set bag=blind\n", "start B\n1 C back\n1 B 0,1 n -\n"));
  EXPECT_EQ(bag.state().left, 70);
  EXPECT_EQ(position_of(bag).find("set start_tile"), std::string::npos) << "what was chosen is not rewritten";
}

}  // namespace
}  // namespace bastide
