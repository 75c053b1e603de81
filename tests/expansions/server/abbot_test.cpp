// Abbots on the server: what is noted of the rules, and the gardens in the analysis board's box.
#include <fmt/format.h>

#include "server/box_support.h"
#include "server/client.h"

namespace bastide::test {
namespace {

class Abbot : public testing::Test {
 protected:
  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(Abbot, WithoutGardensIsNotedInEveryLanguage) {
  const json::value checked =
      post(port_, "/api/check",
           {{"preset", "classic"}, {"options", {{"abbots", "on"}}}, {"seats", {{{"kind", "me"}}, {{"kind", "open"}}}}},
           "Checked");
  ASSERT_EQ(checked.at("notes").as_array().size(), 1u);
  const json::value& note = checked.at("notes").at(0);
  EXPECT_EQ(note.at("sentence"), "These tiles have no gardens: abbots can only stand on cloisters.");
  EXPECT_EQ(note.at("translations").at("nl").at("sentence"),
            "Deze tegels hebben geen tuinen: abten kunnen alleen op kloosters staan.");
}

TEST_F(Abbot, AloneStandsInGardens) {
  const json::value box =
      post(port_, "/api/analysis/box", {{"preset", "new"}, {"options", {{"abbots", "on"}}}}, "AnalysisBox");
  EXPECT_EQ(look_at_box(port_, box), 72);
  EXPECT_EQ(number(box.at("tiles")), 72);
  EXPECT_EQ(number(box.at("figures").at(1).at("count")), 1);
  bool garden = false;
  for (const json::value& kind : box.at("kinds").as_array())
    for (const json::value& place : kind.at("places").as_array()) {
      if (place.at("category") != "garden") continue;
      garden = true;
      EXPECT_EQ(place.at("figures"), (json::array{{{"figure", "abbot"}, {"kind", "abbot"}}}));
    }
  EXPECT_TRUE(garden);
}

/// With abbots a figure is a decision of its own, not judged with its tile.
TEST_F(Abbot, AReviewTellsWhereFiguresAreSetOrTaken) {
  const json::value made =
      post(port_, "/api/games",
           {{"preset", "new"},
            {"options", {{"abbots", "on"}}},
            {"public", true},
            {"seats", {{{"kind", "bot"}, {"bot", "greedy"}}, {{"kind", "bot"}, {"bot", "random"}}}}},
           "Created");
  const std::string game = text(made.at("game"));
  wait_for_status(port_, game, "over");
  int set = 0;
  json::value next = 0;
  for (int piece = 0; piece < 20 && set < 12 && !next.is_null(); ++piece) {
    const json::value review =
        get(port_, fmt::format("/api/games/{}/review?from={}", game, next.to_number<int>()), "Review");
    next = review.at("next");
    for (const json::value& decision : review.at("decisions").as_array()) {
      if (decision.at("of") != "figure") continue;
      json::array choices = decision.at("others").as_array();
      choices.push_back(decision.at("played"));
      choices.push_back(decision.at("best"));
      for (const json::value& choice : choices) {
        if (choice.at("move") == "-") {
          EXPECT_FALSE(choice.as_object().contains("place")) << choice;
          continue;
        }
        ++set;
        const auto& place = choice.at("place").as_object();
        EXPECT_TRUE(place.contains("segment") || place.contains("figure")) << choice;
        EXPECT_EQ(choice.at("picture").at("seat"), decision.at("seat")) << choice;
      }
    }
  }
  EXPECT_GE(set, 12);
}

}  // namespace
}  // namespace bastide::test
