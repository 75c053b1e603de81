// Floors, guards and prisoners in positions: how many floors each has, what is written and read again, what cannot be.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/kernel.h"
#include "notation/notation.h"
#include "rules/compile.h"

namespace bastide {
namespace {

std::string position(int seats, const std::string& lines, const std::string& settings = "") {
  std::string text = "bastide position 1\nrules bigbox5\nset tower=second\n" + settings;
  for (int seat = 1; seat <= seats; ++seat) text += "seat human P" + std::to_string(seat) + "\n";
  return text + lines;
}

const std::string kTiles = "tile 16 0,0 n\n";

/// TOWER-1: with so many seats each has that many floors.
TEST(Tower, FloorsByTheNumberOfPlayers) {
  const std::map<int, int> dealt = {{2, 10}, {3, 9}, {4, 7}, {5, 6}, {6, 5}, {7, 4}, {8, 3}};
  for (const auto& [seats, floors] : dealt) {
    const auto rules = compile(builtin_catalogue(), {"bigbox5", {{"tower", "second"}}}, seats);
    ASSERT_TRUE(rules) << rules.error().text();
    State<Full> state;
    start((*rules)->kernel, state);
    for (int seat = 0; seat < seats; ++seat) EXPECT_EQ(tokens_of((*rules)->kernel, state, 0, seat), floors) << seats;
  }
}

std::vector<std::string> moves_of(const Position& position) {
  std::vector<Move> moves;
  legal_moves(position.rules->kernel, position.state, moves);
  std::vector<std::string> texts;
  for (const Move& move : moves) texts.push_back(move_text(*position.rules, position.state, move));
  return texts;
}

/// TOWER-4: who has none left builds no more.
TEST(Tower, NobodyBuildsWithoutFloors) {
  for (const int left : {0, 1}) {
    const auto read = parse_position(
        builtin_catalogue(),
        position(2, kTiles + "tile TW-09 0,1 n tower:3\ntoken floor " + std::to_string(left) + " 9\nfollower\n"));
    ASSERT_TRUE(read) << read.error().text();
    const auto moves = moves_of(*read);
    EXPECT_EQ(std::count(moves.begin(), moves.end(), "floor:0,1"), left);
    EXPECT_EQ(std::count(moves.begin(), moves.end(), "climb:0,1"), 1);
  }
}

TEST(Tower, PositionsAreReadAgain) {
  const std::string set = "set inns_and_cathedrals=2015\n";
  for (const std::string& lines : std::vector<std::string>{
           kTiles + "tile TW-09 0,1 n tower:3 top:2\nkept 1 follower:2 big:2\ntoken floor 8 9\nscore 0 7\nmove 2\n",
           kTiles + "tile TW-09 0,1 n tower:1 big@top:1\ntoken floor 10 9\nscore 0 0\nmove 1\n",
           kTiles +
               "tile TW-09 0,1 n tower:1\ntile TW-10 0,2 n cloister:2\nmemory tower 2\ntoken floor 9 10\nscore 0 0\n"
               "move 1\nprisoner\n"}) {
    const auto read = parse_position(builtin_catalogue(), position(2, lines, set));
    ASSERT_TRUE(read) << read.error().text() << lines;
    const std::string written = write_position(*read);
    EXPECT_NE(written.find(lines.substr(lines.find("tower:"))), std::string::npos) << written;
    const auto again = parse_position(builtin_catalogue(), written);
    ASSERT_TRUE(again) << again.error().text() << written;
    EXPECT_EQ(write_position(*again), written);
    EXPECT_EQ(moves_of(*again), moves_of(*read));
  }
}

TEST(Tower, WhatCannotBe) {
  const auto rule_of = [](const std::string& lines) {
    const auto read = parse_position(builtin_catalogue(), position(2, kTiles + lines));
    return read ? std::string() : read.error().rule;
  };
  EXPECT_EQ(rule_of("tile TW-09 0,1 n tower:1\ntoken floor 9 10\n"), "");
  EXPECT_EQ(rule_of("tile TW-09 0,1 n top:1\n"), "TOWER-5");
  EXPECT_EQ(rule_of("tile TW-09 0,1 n tower:1\ntoken floor 10 10\n"), "TOWER-1");
  EXPECT_EQ(rule_of("token floor 11 0\n"), "TOWER-1");
  EXPECT_EQ(rule_of("kept 1 follower:1\n"), "CAPT-4");
  EXPECT_EQ(rule_of("kept 1 follower:2\nkept 2 follower:1\n"), "EXCH-1");
  EXPECT_EQ(rule_of("kept 1 follower:2\n"), "");
}

}  // namespace
}  // namespace bastide
