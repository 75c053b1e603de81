// The dragon, the fairy and the tiles that wait for them, on the server's analysis board.
#include "server/box_support.h"
#include "server/client.h"

namespace bastide::test {
namespace {

const json::value kDragon = {{"princess_and_dragon", "2016"}};

json::value table() {
  return {
      {"preset", "new"},
      {"options", kDragon},
      {"seats", {"Mila", "Tom"}},
      {"tiles",
       {{{"tile", "D"}, {"x", 0}, {"y", 0}, {"rotation", 0}},
        {{"tile", "U"}, {"x", 1}, {"y", 0}, {"rotation", 3}},
        {{"tile", "U"}, {"x", -1}, {"y", 0}, {"rotation", 1}}}},
      {"followers", {{{"tile", 1}, {"place", "road"}, {"seat", 0}}}},
      {"neutral",
       {{{"tile", 0}, {"place", ""}, {"figure", "dragon"}}, {{"tile", 1}, {"place", "road"}, {"figure", "fairy"}}}}};
}

TEST(PrincessAndDragon, OfTheBoxTheirFiguresAndPilesAreTold) {
  const Folder folder;
  const RunningServer server(folder.path());
  const json::value box =
      post(server.port(), "/api/analysis/box", {{"preset", "new"}, {"options", kDragon}}, "AnalysisBox");
  EXPECT_EQ(box.at("figures").as_array().size(), 1u) << "those of seats";
  const json::array& neutral = box.at("neutral").as_array();
  ASSERT_EQ(neutral.size(), 2u);
  EXPECT_EQ(neutral[0].at("figure"), "dragon");
  EXPECT_EQ(neutral[0].at("beside"), false);
  EXPECT_EQ(neutral[1].at("beside"), true);
  EXPECT_EQ(neutral[0].at("translations").at("de").at("name"), "Drache");
  ASSERT_EQ(box.at("piles").as_array().size(), 1u);
  EXPECT_EQ(box.at("piles").at(0).at("pile"), "waiting");
  EXPECT_EQ(box.at("piles").at(0).at("name"), "Waiting for the volcano");
}

TEST(PrincessAndDragon, TheFairyOfATableIsCountedAndKept) {
  const Folder folder;
  const RunningServer server(folder.path());
  const uint16_t port = server.port();
  const json::value answer = post(port, "/api/analysis", table(), "AnalysisResult");
  EXPECT_TRUE(answer.at("problems").as_array().empty()) << json::serialize(answer.at("problems"));
  EXPECT_EQ(answer.at("result").at("total"), (json::array{6, 0}));
  EXPECT_EQ(answer.at("entered").at("neutral"), table().at("neutral"));
  EXPECT_EQ(answer.at("exact"), true);
  const json::value again = post(port, "/api/analysis", {{"text", answer.at("text")}}, "AnalysisResult");
  for (const char* part : {"entered", "result", "text"}) EXPECT_EQ(again.at(part), answer.at(part)) << part;
}

TEST(PrincessAndDragon, WhatWaitsIsKept) {
  const Folder folder;
  const RunningServer server(folder.path());
  const uint16_t port = server.port();
  json::value waits = table();
  waits.as_object()["held"] = {{{"pile", "waiting"}, {"tile", "PD-08"}}};
  const json::value late = post(port, "/api/analysis", waits, "AnalysisResult");
  ASSERT_EQ(late.at("problems").as_array().size(), 1u) << json::serialize(late.at("problems"));
  EXPECT_EQ(late.at("problems").at(0).at("rule"), "DRAGON-2");
  waits.at("neutral").as_array().erase(waits.at("neutral").as_array().begin());
  const json::value answer = post(port, "/api/analysis", waits, "AnalysisResult");
  EXPECT_TRUE(answer.at("problems").as_array().empty()) << json::serialize(answer.at("problems"));
  const json::value again = post(port, "/api/analysis", {{"text", answer.at("text")}}, "AnalysisResult");
  EXPECT_EQ(again.at("entered").at("held"), waits.at("held"));
}

TEST(PrincessAndDragon, WhatNobodyKnowsIsRefused) {
  const Folder folder;
  const RunningServer server(folder.path());
  const auto refused = [&](std::string_view part, const json::value& value) {
    json::value body = table();
    body.as_object()[part] = value;
    return text(post_error(server.port(), 400, "/api/analysis", json::serialize(body)).at("message"));
  };
  const auto one = [](int tile, const char* place, const char* figure) -> json::value {
    return json::array{{{"tile", tile}, {"place", place}, {"figure", figure}}};
  };
  EXPECT_NE(refused("neutral", one(0, "", "ghost")).find("There is no figure 'ghost'"), std::string::npos);
  refused("neutral", one(7, "", "dragon"));
  refused("neutral", one(0, "city", "dragon"));
  refused("neutral", one(0, "tower", "fairy"));
  refused("held", json::array{{{"pile", "cellar"}, {"tile", "PD-08"}}});
  refused("held", json::array{{{"pile", "waiting"}, {"tile", "ZZ"}}});
}

}  // namespace
}  // namespace bastide::test
