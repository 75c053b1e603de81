#include <fmt/format.h>
#include <gmock/gmock.h>

#include "server/bridge_support.h"

namespace bastide::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(BridgeWithHalfTiles, TwoOfThemPlayEachOther) {
  const Folder folder;
  const RunningServer server(folder.path());
  const std::string link = invitation(server.port(), {"open", "open"}, {{"halflings", "first"}});
  auto one = begun(fmt::format("--server {} --join '{}' --name One -- {}", url(server.port()), link, kSample));
  const Ended two = bridge(fmt::format("--server {} --join '{}' -- '{}'", url(server.port()), link, kGreedy));
  EXPECT_EQ(two.status, 0) << two.said;
  EXPECT_THAT(two.said, AllOf(HasSubstr(": H1-"), HasSubstr("is Bastide"))) << "half tiles are laid; its own name";
  EXPECT_EQ(one.get().status, 0);
  expect_played(server.port(), link);
}

}  // namespace
}  // namespace bastide::test
