// Half tiles at a terminal: records that are replayed, positions that are shown and scored.
#include <algorithm>

#include "unit/cli_support.h"

namespace bastide::cli_test {
namespace {

TEST(HalfTilesAtATerminal, AreDrawn) {
  const Outcome board = bastide({"show", "-"},
                                "bastide position 1\nrules new\nset halflings=draft\nseat human Mila\nseat human Noor\n"
                                "tile D 0,0 n\ntile H1-04 0,1 e\ntile H1-01 0,1 w road:2\nreserve 1 H1-05 H2-03\n");
  EXPECT_EQ(board.status, 0) << board.err;
  EXPECT_THAT(board.out, HasSubstr("\n     ·    ╱\n   1   †╱─2─\n      ╱    ·\n"));
  EXPECT_THAT(board.out, HasSubstr("long side of a half-tile"));
  EXPECT_THAT(board.out, HasSubstr("held by Mila: H1-05 H2-03\n"));
  const Outcome tile = bastide({"show", "--tile", "H2-03"});
  EXPECT_EQ(tile.status, 0) << tile.err;
  EXPECT_THAT(tile.out, HasSubstr("part 2"));
  EXPECT_THAT(tile.out, HasSubstr("   ╲\n  ───╳\n  h    ╲\n"));
  EXPECT_THAT(tile.out, HasSubstr("fieldSSE"));
  EXPECT_THAT(tile.out, HasSubstr("hill"));
}

TEST(HalfTilesAtATerminal, EveryRulingIsCompared) {
  const std::string halves = BASTIDE_SOURCE_DIR "/docs/examples/half-tiles.position";
  EXPECT_THAT(bastide({"score", "--all", halves}).out,
              HasSubstr("By the rulings on half tiles [HALF-7]\n\nJanuary 2021 (as 2014)\n"));
  EXPECT_THAT(bastide({"score", halves}).out, testing::Not(HasSubstr("rulings")));
  EXPECT_THAT(bastide({"score", "--all", "--json", halves}).out, HasSubstr("\"rulings\":[{\"id\":\"2021-01\""));
  EXPECT_THAT(bastide({"score", "--all", scratch_file("game.txt", kShortGame)}).out,
              testing::Not(HasSubstr("rulings")));
}

// A half tile could be laid in the first two turns and is not; a crop circle in the fourth.
const std::string kHalfTiles = R"(bastide game 1
rules new
set halflings=draft
set half_tiles=1
seat human Red
seat human Blue
seat human Green
pick H1-10 H1-06 H2-04
1 R 0,-1 e city
2 U 1,0 e road
3 H1-10 0,1 s city
4 H2-04 0,1 n field crop:knight:add at:0,1:city at:0,-1:city
5 E 1,-1 w -
)";

TEST(HalfTilesAtATerminal, ASeatHasALineOfItsOwn) {
  const Outcome run = bastide({"replay", "-"}, kHalfTiles);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(R"(
  0  Green  pick H1-10
  0  Blue   pick H1-06
  0  Red    pick H2-04
  1  Red    R     0,-1 e  city
  2  Blue   U     1,0 e  road
  3  Green  H1-10 0,1 s  city
  4  Red    H2-04 0,1 n  field  crop:knight:add  Green  at:0,1:city  Red  at:0,-1:city
  5  Blue   E     1,-1 w

)"));
  const Outcome hands = bastide({"replay", "-"}, R"(bastide game 1
rules new
set bag=blind
set draw=hand
set halflings=first
set half_tiles=1
set hand_size=2
seat human Red
seat human Blue
start W
reserve +H1-10
reserve +H1-06
deal +R +V
deal +C +E
1 R 0,-1 n city +U
)");
  ASSERT_EQ(hands.status, 0) << hands.err;
  EXPECT_THAT(hands.out, HasSubstr(R"(
  0         W   
  0  Red    +H1-10
  0  Blue   +H1-06
  0  Red    +R     +V   
  0  Blue   +C     +E   
  1  Red    R 0,-1 n  city  +U   
)"));
}

/// What goes without saying counts as well: as many right plies, and what was legal in that very moment.
TEST(HalfTilesAtATerminal, AFaultyRecordIsShownAsFarAsItIsRight) {
  const auto good = lines_of(bastide({"replay", "--json", "-"}, kHalfTiles).out);
  const auto plies_until = [&](const std::string& move) {
    return std::ranges::find_if(
               good, [&](const std::string& ply) { return json::parse(ply).at("move").as_string() == move; }) -
           good.begin();
  };
  for (const auto& [right, wrong] : std::vector<std::pair<std::string, std::string>>{
           {"1,0 e", "7,0 e"}, {"H1-10 0,1 s", "H1-10 0,7 s"}, {"H2-04 0,1 n", "H2-04 0,7 n"}, {"1,-1 w", "1,-7 w"}}) {
    std::string text = kHalfTiles;
    text.replace(text.find(right), right.size(), wrong);
    const Outcome run = bastide({"replay", "--json", "-"}, text);
    EXPECT_EQ(run.status, 1);
    const auto lines = lines_of(run.out);
    const std::size_t plies = plies_until(right);
    ASSERT_EQ(lines.size(), plies + 1) << wrong;
    EXPECT_TRUE(std::equal(lines.begin(), lines.end() - 1, good.begin())) << wrong;
    EXPECT_EQ(json::parse(lines.back()).at("error").at("legal"), json::parse(good[plies]).at("legal")) << wrong;
  }
}

/// A word that cannot be read comes after everything that can.
TEST(HalfTilesAtATerminal, ShowsWhatStandsBeforeAWordThatCannotBeRead) {
  std::string text = kHalfTiles;
  text.replace(text.find("0,1 s city"), 10, "0,1 q city");
  const Outcome run = bastide({"replay", "--json", "-"}, text);
  EXPECT_EQ(run.status, 1);
  const auto lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 12u);
  const json::value error = json::parse(lines.back()).at("error");
  EXPECT_EQ(error.at("line").as_int64(), 11);
  const auto& legal = error.at("legal").as_array();
  EXPECT_NE(std::find(legal.begin(), legal.end(), json::value("H1-10 0,1 s")), legal.end());
  const Outcome result = bastide({"replay", "-"}, kHalfTiles + "score 1\n");
  EXPECT_THAT(result.err, HasSubstr("line 14, column 1: 1 results for 3 seats"));
  EXPECT_THAT(result.out, HasSubstr("  5  Blue "));
}

}  // namespace
}  // namespace bastide::cli_test
