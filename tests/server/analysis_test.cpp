// The analysis board and the comparison of editions over HTTP: what goes in, what comes out, what is refused and how.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "notation/notation.h"
#include "server/box_support.h"
#include "server/client.h"

namespace bastide::test {
namespace {

class Analysis : public testing::Test {
 protected:
  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

std::size_t lines_that_end(const std::string& text, const std::string& end) {
  std::size_t count = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) count += line.ends_with(end) ? 1 : 0;
  return count;
}

json::value small_table() {
  return {{"preset", "new"},
          {"seats", {"Mila", "Tom"}},
          {"tiles",
           {{{"tile", "D"}, {"x", 0}, {"y", 0}, {"rotation", 0}},
            {{"tile", "U"}, {"x", 1}, {"y", 0}, {"rotation", 3}},
            {{"tile", "E"}, {"x", 0}, {"y", -1}, {"rotation", 2}},
            {{"tile", "U"}, {"x", -1}, {"y", 0}, {"rotation", 0}}}},
          {"followers", {{{"tile", 1}, {"place", "road"}, {"seat", 1}}, {{"tile", 2}, {"place", "city"}, {"seat", 0}}}},
          {"score", {10, 20}},
          {"holding", "V"}};
}

TEST_F(Analysis, TheBoxShowsEveryTileWithItsPlaces) {
  const json::value box = post(port_, "/api/analysis/box", {{"preset", "new"}}, "AnalysisBox");
  EXPECT_EQ(look_at_box(port_, box), 72);
  EXPECT_EQ(number(box.at("tiles")), 72);
}

TEST_F(Analysis, TheBoxOfEveryExpansionHasWordsForItsPlaces) {
  for (const ExpansionCard& card : builtin_catalogue().cards) {
    const json::value question{{"preset", "new"}, {"options", {{card.option, card.value}}}};
    const json::value box = post(port_, "/api/analysis/box", question, "AnalysisBox");
    for (const json::value& kind : box.at("kinds").as_array())
      for (const json::value& place : kind.at("places").as_array())
        for (const json::value& label : place.at("labels").as_array())
          EXPECT_THAT(std::string(label.as_string()), testing::MatchesRegex("[A-Z][a-z]+ (in|on) .*"))
              << card.option << " " << kind.at("tile");
  }
}

TEST_F(Analysis, ATableIsJudgedAndScored) {
  const json::value answer = post(port_, "/api/analysis", small_table(), "AnalysisResult");
  // The road of U at -1,0 runs north to south: its east side is a field, D has a road there.
  const auto& problems = answer.at("problems").as_array();
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].at("rule"), "PLACE-3");
  EXPECT_EQ(problems[0].at("rules").as_array().size(), 1u);
  EXPECT_EQ(problems[0].at("side"), "east");
  EXPECT_EQ(problems[0].at("space"), (json::array{-1, 0}));
  EXPECT_EQ(problems[0].at("tiles"), (json::array{3, 0}));
  EXPECT_EQ(problems[1].at("severity"), "note") << "the city is completed, its knight still there";
  EXPECT_EQ(answer.at("result").at("total"), (json::array{14, 22}));
  EXPECT_EQ(answer.at("result").at("score"), (json::array{10, 20}));
  EXPECT_EQ(number(answer.at("leftTotal")), 68);
  EXPECT_EQ(number(answer.at("supply").at(1).at("follower")), 6);
  EXPECT_EQ(number(answer.at("entered").at("tiles").at(1).at("rotation")), 1) << "3 looks the same";
  EXPECT_FALSE(answer.at("fits").as_array().empty());
  EXPECT_EQ(answer.at("exact"), false);
  // Only here do the editions part: a small city is worth half in the old ones.
  ASSERT_EQ(answer.at("differences").as_array().size(), 1u);
  const json::value& difference = answer.at("differences").at(0);
  EXPECT_EQ(difference.at("category"), "city");
  EXPECT_EQ(difference.at("rules").at(0), "CITY-2") << "the table's own rules come first";
  EXPECT_EQ(difference.at("rules").at(1), "CITY-3");
  EXPECT_EQ(difference.at("texts").as_array().size(), 2u);
  const json::array& editions = answer.at("editions").as_array();
  EXPECT_EQ(editions[0].at("total"), answer.at("result").at("total"));
  for (std::size_t i = 0; i < editions.size(); ++i) EXPECT_EQ(editions[i].at("own"), i == 0);
  EXPECT_FALSE(answer.as_object().contains("rulings"));

  const json::value again =
      post(port_, "/api/analysis", {{"text", answer.at("text")}, {"holding", "V"}}, "AnalysisResult");
  for (const char* part : {"entered", "problems", "result", "left", "fits", "text"})
    EXPECT_EQ(again.at(part), answer.at(part)) << part;
  const json::value entered = post(port_, "/api/analysis", answer.at("entered"), "AnalysisResult");
  EXPECT_EQ(entered.at("result"), answer.at("result"));
  const json::value whole = post(port_, "/api/analysis/layer/summer", small_table(), "LayerArt");
  EXPECT_FALSE(whole.at("pieces").as_array().empty());
  EXPECT_EQ(post(port_, "/api/analysis/layer/summer?detail=full", small_table(), "LayerArt"), whole);
  EXPECT_NE(post(port_, "/api/analysis/layer/summer?detail=small", small_table(), "LayerArt"), whole);
}

TEST_F(Analysis, WhatCannotBeMeantIsRefused) {
  const auto refused = [&](const std::string& body, const std::string& part) {
    const json::value error = post_error(port_, 400, "/api/analysis", body);
    EXPECT_NE(json::serialize(error).find(part), std::string::npos) << body << "\n" << json::serialize(error);
    return error;
  };
  const std::string head = R"({"preset":"new","seats":["A","B"])";
  refused("{}", "preset and seats, or text");
  refused(R"({"preset":"nonsense","seats":["A","B"]})", "nonsense");
  refused(R"({"preset":"new","seats":["A"]})", "SET-2");
  refused(R"({"preset":"new","seats":["A","A"]})", "Two seats are called A");
  refused(R"({"preset":"new","seats":["A","b#c"]})", "name");
  refused(head + R"(,"tiles":[{"tile":"Q9","x":0,"y":0,"rotation":0}]})", "no tile 'Q9'");
  refused(head + R"(,"tiles":[{"tile":"D","x":0,"y":0,"rotation":4}]})", "rotation");
  refused(head + R"(,"tiles":[{"tile":"D","x":1000,"y":0,"rotation":0}]})", "[x]");
  refused(head + R"(,"tiles":[{"tile":"D","x":0.5,"y":0,"rotation":0}]})", "[x]");
  refused(head + R"(,"followers":[{"tile":0,"place":"road","seat":0}]})", "no such tile");
  refused(head + R"(,"tiles":[{"tile":"D","x":0,"y":0,"rotation":0}],"followers":[{"tile":0,"place":"sea","seat":0}]})",
          "sea");
  refused(
      head + R"(,"tiles":[{"tile":"D","x":0,"y":0,"rotation":0}],"followers":[{"tile":0,"place":"road","seat":2}]})",
      "no such seat");
  refused(head + R"(,"score":[1]})", "points for 2 seats");
  refused(head + R"(,"score":[1,99999]})", "score");
  refused(head + R"(,"aside":["Q9"]})", "Q9");
  refused(head + R"(,"holding":"Q9"})", "Q9");
  refused(head + R"(,"typo":1})", "typo");
  refused(R"({"text":"x","preset":"new"})", "not both");
  std::string many;
  for (int i = 0; i < 251; ++i)
    many += fmt::format(R"({}{{"tile":"D","x":{},"y":0,"rotation":0}})", i == 0 ? "" : ",", i);
  refused(head + R"(,"tiles":[)" + many + "]}", "tiles");
  const json::value error =
      refused(R"({"text":"bastide position 1\nrules new\nseat human A\nseat human B\ntile D 0,0 q\n"})", "q");
  EXPECT_EQ(number(error.at("line")), 5);
  EXPECT_EQ(number(error.at("column")), 12);
  for (const char* path : {"/api/analysis", "/api/analysis/box", "/api/compare"})
    EXPECT_EQ(http(port_, "GET", path).status, 405);
  post_error(port_, 404, "/api/analysis/nonsense", "{}");
  post_error(port_, 404, "/api/analysis/layer/nonsense", head + "}");
  post_error(port_, 404, "/api/analysis/layer/summer?detail=tiny", head + "}");
}

TEST_F(Analysis, GamesAreComparedWhileTheyRunAndAfter) {
  const json::value waiting = new_game(port_, "new", {"me", "open"});
  get_error(port_, 409, "/api/games/" + text(waiting.at("game")) + "/compare");
  get_error(port_, 404, "/api/games/nowhere/compare");

  const json::value created = new_game(port_, "original", {"me", "random"});
  const std::string game = "/api/games/" + text(created.at("game"));
  Person person(port_, text(created.at("game")), token_of(created, 0), 3);
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(person.wait_for_turn());
    const int before = person.seq();
    person.play();
    while (person.seq() == before) person.take(person.socket().read("update"));
  }
  ASSERT_TRUE(person.wait_for_turn());
  const json::value running = get(port_, game + "/compare", "Comparison");
  EXPECT_EQ(running.at("over"), false);
  EXPECT_GE(running.at("pieces").as_array().size(), 17u);
  const auto position = parse_position(builtin_catalogue(), text(running.at("text")));
  ASSERT_TRUE(position) << position.error().text();
  const json::value from_text = post(port_, "/api/compare", {{"text", running.at("text")}}, "Comparison");
  EXPECT_EQ(from_text.at("of"), "position");
  EXPECT_EQ(from_text.at("editions").at(0).at("total"), running.at("editions").at(0).at("total"))
      << "of its own edition both say what the end would bring now";
  post(port_, "/api/analysis", {{"text", running.at("text")}}, "AnalysisResult");

  person.play_to_end();
  const json::value over = get(port_, game + "/compare", "Comparison");
  EXPECT_EQ(over.at("over"), true);
  EXPECT_TRUE(over.at("text").is_null());
  const json::value summary = get(port_, game, "GameSummary");
  for (std::size_t seat = 0; seat < 2; ++seat)
    EXPECT_EQ(over.at("editions").at(0).at("total").at(seat), summary.at("seats").at(seat).at("score"));
  const std::string record = http(port_, "GET", game + "/record").body;
  EXPECT_EQ(over.at("pieces").as_array().size() + lines_that_end(record, " aside"), 72u);
  const json::value read = post(port_, "/api/compare", {{"text", record}}, "Comparison");
  EXPECT_EQ(read.at("of"), "game");
  EXPECT_EQ(read.at("editions"), over.at("editions"));
  EXPECT_EQ(number(post_error(port_, 400, "/api/compare", R"({"text":"bastide game 1\nrules nonsense\n"})").at("line")),
            2);
}

TEST_F(Analysis, HiddenHandsStayHidden) {
  const json::value created = post(port_, "/api/games",
                                   {{"preset", "new"},
                                    {"public", true},
                                    {"options", {{"draw", "hand"}, {"hand_view", "hidden"}}},
                                    {"seats", {{{"kind", "me"}, {"name", "Mila"}}, {{"kind", "me"}, {"name", "Tom"}}}}},
                                   "Created");
  const json::value running = get(port_, "/api/games/" + text(created.at("game")) + "/compare", "Comparison");
  EXPECT_TRUE(running.at("text").is_null());
  EXPECT_EQ(json::serialize(running).find("hand "), std::string::npos);
}

}  // namespace
}  // namespace bastide::test
