// Offers at a terminal: a record with a tile that was bought, and games that are scored.
#include "unit/cli_support.h"

namespace bastide::cli_test {
namespace {

/// A tile sold with nothing left that fits: the buyer lays it in a turn of its own (HOUSE-BUY).
TEST(OffersAtATerminal, ABoughtTileHasALineOfItsOwn) {
  const std::string sold = read_file(BASTIDE_SOURCE_DIR "/tests/fuzz/corpus/record/sold-and-over");
  const Outcome run = bastide({"replay", "-"}, sold);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out,
              HasSubstr("\n 15  Pebble 3  C     Pebble 1  bid:3  Pebble 2  bid:2  sell:1  Pebble 1 buys it from "
                        "Pebble 3 for 3 [HOUSE-BUY]\n 16  Pebble 1  =C    -1,-1 n  city\n"));
  EXPECT_THAT(sold, HasSubstr("\n15 C bid:3 bid:2 sell:1\n16 =C -1,-1 n city\n"));
}

/// Offers that a seat could not have made by another edition stand all the same (HOUSE-BUY).
TEST(OffersAtATerminal, EveryLegalGameIsScored) {
  for (const char* name : {"026", "033", "054", "072"}) {
    const std::string record = read_file(std::string(BASTIDE_SOURCE_DIR "/tests/old/records/") + name + ".game");
    const Outcome run = bastide({"score", "--all", "--json", "-"}, record);
    ASSERT_EQ(run.status, 0) << name << ": " << run.err;
    const json::value all = json::parse(run.out);
    std::string score = "score";
    for (const json::value& points : all.at("editions").at(0).at("total").as_array())
      score += " " + json::serialize(points);
    EXPECT_THAT(record, testing::EndsWith(score + "\n")) << name;
  }
}

}  // namespace
}  // namespace bastide::cli_test
