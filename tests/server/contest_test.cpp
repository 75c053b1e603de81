// Two servers on one folder. BASTIDE_CONTESTS: how many turns (default 150; the campaign: 10000).
#include "server/contest.h"

#include "server/forked.h"
#include "short_form.h"

namespace bastide::test {
namespace {

TEST(Contest, OneOfTwoServersWinsAndTheOtherShowsIt) {
  const Folder folder;
  const ForkedServer first(folder.path(), true), second(folder.path(), true);
  ASSERT_NE(first.port(), 0);
  ASSERT_NE(second.port(), 0);
  contest(first.port(), second.port(), contests(in_short_form() ? 40 : 150));
}

}  // namespace
}  // namespace bastide::test
