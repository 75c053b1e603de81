// Abbots on the server: what is noted of the rules, and the gardens in the analysis board's box.
#include "server/box_support.h"
#include "server/client.h"

namespace bastide::test {
namespace {

TEST(Abbot, WithoutGardensIsNotedInEveryLanguage) {
  const Folder folder;
  const RunningServer server(folder.path());
  const uint16_t port = server.port();
  const json::value checked =
      post(port, "/api/check",
           {{"preset", "classic"}, {"options", {{"abbots", "on"}}}, {"seats", {{{"kind", "me"}}, {{"kind", "open"}}}}},
           "Checked");
  ASSERT_EQ(checked.at("notes").as_array().size(), 1u);
  const json::value& note = checked.at("notes").at(0);
  EXPECT_EQ(note.at("sentence"), "These tiles have no gardens: abbots can only stand on cloisters.");
  EXPECT_EQ(note.at("translations").at("nl").at("sentence"),
            "Deze tegels hebben geen tuinen: abten kunnen alleen op kloosters staan.");
}

TEST(Abbot, AloneStandsInGardens) {
  const Folder folder;
  const RunningServer server(folder.path());
  const uint16_t port = server.port();
  const json::value box =
      post(port, "/api/analysis/box", {{"preset", "new"}, {"options", {{"abbots", "on"}}}}, "AnalysisBox");
  EXPECT_EQ(look_at_box(port, box), 72);
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

}  // namespace
}  // namespace bastide::test
