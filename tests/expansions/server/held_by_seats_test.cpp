// Tiles that seats hold, on the analysis board, over HTTP.
#include <algorithm>

#include "server/client.h"

namespace bastide::test {
namespace {

/// What is held is in the position, in the box no more, and read again from the position.
TEST(HeldBySeats, IsPartOfAPosition) {
  const Folder folder;
  const RunningServer server(folder.path());
  const uint16_t port = server.port();
  const json::value options = {{"abbey_and_mayor", "2016"}};
  const json::value box = post(port, "/api/analysis/box", {{"preset", "classic"}, {"options", options}}, "AnalysisBox");
  const auto& piles = box.at("piles").as_array();
  const auto pile = std::ranges::find_if(piles, [](const json::value& p) { return p.at("pile") == "abbey"; });
  ASSERT_NE(pile, piles.end());
  EXPECT_EQ(pile->at("seats"), true);
  for (const json::value& kind : box.at("kinds").as_array())
    EXPECT_EQ(kind.as_object().contains("apart"), kind.at("tile") == "AB-01") << text(kind.at("tile"));

  json::value table = {{"preset", "classic"},
                       {"options", options},
                       {"seats", {"Mila", "Tom"}},
                       {"tiles", {{{"tile", "16"}, {"x", 0}, {"y", 0}, {"rotation", 0}}}},
                       {"held", {{{"pile", "abbey"}, {"tile", "AB-01"}, {"seat", 1}}}}};
  const json::value one = post(port, "/api/analysis", table, "AnalysisResult");
  EXPECT_EQ(one.at("exact"), true);
  EXPECT_NE(text(one.at("text")).find("abbey 2 AB-01\n"), std::string::npos) << text(one.at("text"));
  EXPECT_EQ(one.at("entered").at("held"), table.at("held"));
  for (const json::value& left : one.at("left").as_array()) {
    const int out = left.at("tile") == "AB-01" || left.at("tile") == "16" ? 1 : 0;
    EXPECT_EQ(number(left.at("left")), number(left.at("of")) - out) << text(left.at("tile"));
  }
  const json::value again = post(port, "/api/analysis", {{"text", one.at("text")}}, "AnalysisResult");
  EXPECT_EQ(again.at("entered").at("held"), table.at("held"));
  EXPECT_EQ(again.at("text"), one.at("text"));

  auto& held = table.at("held").at(0).as_object();
  held["seat"] = 2;
  post_error(port, 400, "/api/analysis", json::serialize(table));
  held["seat"] = 1;
  held["tile"] = "20";
  post_error(port, 400, "/api/analysis", json::serialize(table));
  held["tile"] = "AB-01";
  held.erase("seat");
  post_error(port, 400, "/api/analysis", json::serialize(table));
}

}  // namespace
}  // namespace bastide::test
