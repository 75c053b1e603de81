// Half tiles on the analysis board, over HTTP.
#include <algorithm>

#include "server/client.h"

namespace bastide::test {
namespace {

/// Half tiles are in the box, fit beside each other, and every ruling on them is compared (HALF-7).
TEST(HalfTiles, AreComparedByEveryRuling) {
  const Folder folder;
  const RunningServer server(folder.path());
  const uint16_t port = server.port();
  const json::value options = {{"halflings", "draft"}};
  const json::value box = post(port, "/api/analysis/box", {{"preset", "new"}, {"options", options}}, "AnalysisBox");
  int half = 0, symbols = 0;
  for (const json::value& kind : box.at("kinds").as_array())
    if (const json::object& picture = kind.at("picture").as_object(); picture.contains("shape")) {
      ++half;
      symbols += picture.contains("symbols");
      EXPECT_EQ(text(picture.at("name")).find("half-tile, "), 0u) << text(picture.at("name"));
    }
  EXPECT_EQ(half, 24);
  EXPECT_EQ(symbols, 4);
  json::value table = {{"preset", "new"},
                       {"options", options},
                       {"seats", {"Mila", "Tom"}},
                       {"tiles",
                        {{{"tile", "D"}, {"x", 0}, {"y", 0}, {"rotation", 0}},
                         {{"tile", "H2-11"}, {"x", 0}, {"y", -1}, {"rotation", 0}}}},
                       {"followers", {{{"tile", 1}, {"place", "city"}, {"seat", 0}}}},
                       {"holding", "H2-12"}};
  const json::value one = post(port, "/api/analysis", table, "AnalysisResult");
  EXPECT_TRUE(std::ranges::any_of(one.at("fits").as_array(), [](const json::value& fit) {
    return fit.at("x") == 0 && fit.at("y") == -1 && fit.at("rotations") == json::array{2};
  })) << json::serialize(one.at("fits"));
  EXPECT_EQ(one.at("rulings").as_array().size(), 1u) << "one half tile: they agree";
  table.at("tiles").as_array().push_back({{"tile", "H2-12"}, {"x", 0}, {"y", -1}, {"rotation", 2}});
  const json::value two = post(port, "/api/analysis", table, "AnalysisResult");
  EXPECT_TRUE(two.at("problems").as_array().empty()) << json::serialize(two.at("problems"));
  ASSERT_EQ(two.at("rulings").as_array().size(), 2u);
  EXPECT_EQ(two.at("rulings").at(0).at("own"), true);
  EXPECT_EQ(two.at("rulings").at(1).at("preset"), "2015-10");
  EXPECT_EQ(two.at("rulingDifferences").at(0).at("texts").at(0).at("id"), "HALF-7");
  EXPECT_EQ(two.at("pieces").at(2).at("shape"), "half");
  EXPECT_EQ(number(two.at("leftTotal")), 71) << "half tiles are none of the stack's";
  const json::value compared = post(port, "/api/compare", {{"text", two.at("text")}}, "Comparison");
  EXPECT_EQ(compared.at("rulings").as_array().size(), 2u);
}

}  // namespace
}  // namespace bastide::test
