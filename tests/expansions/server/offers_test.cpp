// A game with offers, compared by every edition, over HTTP.
#include <fstream>
#include <sstream>

#include "server/client.h"

namespace bastide::test {
namespace {

/// HOUSE-BUY: offers that could not have been made by another edition stand. These rules count like no edition: they
/// come first, by their own name.
TEST(Offers, AGameWithChangedRulesIsCompared) {
  const Folder folder;
  const RunningServer server(folder.path());
  const uint16_t port = server.port();
  std::ifstream file(BASTIDE_SOURCE_DIR "/tests/old/records/044.game");
  std::stringstream record;
  record << file.rdbuf();
  const json::value compared = post(port, "/api/compare", {{"text", record.str()}}, "Comparison");
  const json::array& editions = compared.at("editions").as_array();
  ASSERT_EQ(editions.size(), 4u);
  EXPECT_EQ(editions[0].at("preset"), "own");
  EXPECT_EQ(editions[0].at("translations").at("nl").at("name"), "Deze regels");
  EXPECT_EQ(editions[0].at("total"), (json::array{9, 48, 23, 9, 17, 34, 46}));
}

}  // namespace
}  // namespace bastide::test
