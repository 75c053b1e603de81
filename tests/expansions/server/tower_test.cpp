// Floors, guards and prisoners in a live game: heaps and captured figures are told, and a log with them is read again.
#include <gtest/gtest.h>

#include "server/live_support.h"

namespace bastide::test {
namespace {

TEST(Tower, ALiveGameIsToldAndReadAgain) {
  const RuleShelf shelf(builtin_catalogue());
  LiveGame live = begun(shelf, {{"tower", "second"}});
  std::vector<StoredEvent> log = live.take_fresh();
  Rng rng(7);
  play_to_end(live, rng, log);
  const auto told = [&](const char* what) {
    int count = 0;
    for (int n = 1; n <= live.seq(); ++n) count += live.event(n, -1).find(what) != std::string::npos ? 1 : 0;
    return count;
  };
  EXPECT_GT(told("\"heap\":"), 0);
  EXPECT_GT(told("\"keeper\":"), 0);
  EXPECT_GT(told("\"place\":\"top\""), 0);
  expect_read_again(shelf, live, log);
}

}  // namespace
}  // namespace bastide::test
