// Half tiles in texts and games: records, positions, what is hidden from whom, figures that come and go.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "game/scenario.h"
#include "unit/record_support.h"

namespace bastide {
namespace {

constexpr const char* kDraft =
    "bastide game 1\nrules new\nset half_tiles=2\nset halflings=draft\nseat human Mila\nseat human Noor\n";
constexpr const char* kPicks =
    "pick H2-03 H2-04\npick H1-01 H1-03\n";  // Noor: hill and road; Mila: crop circle and curve

// ---------------------------------------------------------------- records

TEST(HalfRecord, WritesAndReadsEveryKindOfPly) {
  const std::string text = std::string(kDraft) + kPicks +
                           "1 U -1,0 e road\n"
                           "2 H2-03 1,0 n under:V fieldWNW\n"
                           "3 H2-04 0,1 e - crop:highwayman:add at:-1,0:road\n"
                           "4 E 0,-1 s -\n"
                           "5 H1-03 -2,0 w - \n"
                           "6 H1-01 0,1 w road\n";
  const auto record = parse_record(catalogue(), text);
  ASSERT_TRUE(record) << record.error().text();
  const auto game = Game::replay(*record);
  ASSERT_TRUE(game) << game.error().text();
  std::string tidy = text;
  tidy.erase(tidy.find("- \n") + 1, 1);
  EXPECT_EQ(write_record(*record), tidy);
  EXPECT_EQ(write_record(game->record()), tidy);
  EXPECT_EQ(held_by(game->state(), game->rules().pile("buried"), kNobody), 1);
  // Noor passed her half tiles by before turn 4: a ply that no line tells.
  EXPECT_EQ(game->plies().size(), record->moves.size());
}

TEST(HalfRecord, NamesTheSecondTileOfASpace) {
  const std::string text = std::string(kDraft) + "pick H2-02 H1-03\npick H1-04 H2-04\n" +
                           "1 H1-03 1,0 e -\n2 H1-04 1,0 w field\n3 H2-04 0,1 e crop:farmer:home at:1,0/2:field\n";
  const Game game = replayed(text);
  EXPECT_EQ(write_record(game.record()), text);
  EXPECT_TRUE(game.figures().empty());
}

TEST(HalfRecord, ARandomDealHasALineASeat) {
  const std::string text =
      "bastide game 1\nrules new\nset half_tiles=2\nset halflings=first\nseat human A\nseat human B\nfirst 2\n"
      "reserve +H1-04 +H2-12\nreserve +H1-01 +H2-11\n1 H1-04 0,1 s cloister\n";
  const Game game = replayed(text);
  EXPECT_EQ(write_record(game.record()), text);
  EXPECT_EQ(held_by(game.state(), game.rules().pile("reserve"), 0), 2);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(game.plies()[i].turn, 0);
}

TEST(HalfRecord, KeepsAPassAtItsEndAndATurnWithoutATile) {
  const std::string head = std::string(kDraft) + kPicks;
  Game game = replayed(head);
  ASSERT_TRUE(game.play(Move::pass()));
  EXPECT_EQ(write_record(game.record()), head + "1 -\n");
  const Game again = replayed(head + "1 -\n1 U 1,0 e road\n");
  EXPECT_EQ(write_record(again.record()), head + "1 U 1,0 e road\n");
}

TEST(HalfRecord, NamesLineColumnAndRule) {
  const auto check = [](const std::string& lines, int line, int column, const std::string& rule,
                        const std::string& part) {
    const Error error = record_error(std::string(kDraft) + lines);
    EXPECT_EQ(error.line, line) << lines << error.text();
    EXPECT_EQ(error.column, column) << lines << error.text();
    EXPECT_EQ(error.rule, rule) << lines << error.text();
    EXPECT_NE(error.text().find(part), std::string::npos) << error.text();
  };
  const std::string picks = kPicks;
  check("pick V\n", 7, 6, "HALF-2", "lie open");
  check("pick H2-03 H2-03\n", 7, 12, "HALF-2", "lie open");
  check("reserve +H1-01\n", 7, 1, "HALF-2", "'reserve' cannot stand here");
  check("deal +V\n", 7, 1, "HALF-2", "'deal' cannot stand here");
  check("pick\n", 7, 5, "", "the tile is missing");
  check("1 V 0,1 n -\n", 7, 1, "HALF-2", "pick");
  check(picks + "1 H2-03 1,0 n\n", 9, 9, "HALF-3", "does not hold");
  check(picks + "1 H1-03 1,0\n", 9, 12, "", "rotation is missing");
  check(picks + "1 H1-03\n", 9, 8, "", "the space is missing");
  check(picks + "1 =H1-03 1,0 n\n", 9, 3, "", "cannot stand here");
  check(picks + "1 +H1-03\n", 9, 3, "", "cannot stand here");
  check(picks + "1 H1-03 0,0 n\n", 9, 9, "PLACE-1", "already taken");
  check(picks + "1 - -\n", 9, 5, "", "too much");
  check(picks + "1 H1-03 1,0 n under:V -\n", 9, 15, "HALF-HILL", "cannot stand here");
  check(picks + "1 U 1,0 e -\n2 H2-03 -1,0 e -\n", 10, 9, "PLACE-1", "no side");
  check(picks + "1 U -1,0 e -\n2 H2-03 1,0 n road\n", 10, 15, "HALF-HILL", "goes unseen under the hill first");
  check(picks + "1 U -1,0 e -\n2 H2-03 1,0 n under:H1-05\n", 10, 15, "HALF-3", "not drawn");
  check(picks + "1 H2-04 0,1 e - crop:knight\n", 9, 17, "HALF-CROP", "crop:farmer");
  check(picks + "1 H2-04 0,1 e field crop:farmer:add at:9,9:city\n", 9, 37, "HALF-CROP", "no such tile lies at 9,9");
  check(picks + "1 H2-04 0,1 e field crop:farmer:add at:0,1\n", 9, 37, "", "no place on the board");
  check(picks + "1 H2-04 0,1 e field crop:farmer:add at:0,1:city\n", 9, 44, "", "no place 'city'");
  check(picks + "1 H2-04 0,1 e field crop:farmer:home -\n", 9, 38, "HALF-CROP", "has to choose");
  check(picks + "1 H1-03 1,0 n crop:farmer:add\n", 9, 15, "FOLLOWER-1", "a follower's place, or -");
}

TEST(HalfRecord, AWholeTileIsNotDealtAsHalf) {
  const std::string head = "bastide game 1\nrules new\nset halflings=first\nseat human A\nseat human B\n";
  EXPECT_EQ(record_error(head + "reserve +V\n").rule, "HALF-2");
  // Symbols stay in the box in a first game.
  EXPECT_NE(record_error(head + "reserve +H2-04\n").message.find("no tile 'H2-04'"), std::string::npos);
}

TEST(HalfRecord, HalfTilesAreGivenOutFromWhoeverBegins) {
  // The seat that plays last picks first (HALF-2): before Green comes Blue.
  const std::string header =
      "bastide game 1\nrules new\nset first=rolled\nset halflings=draft\nset start_tile=bag\n"
      "seat human Red\nseat human Blue\nseat human Green\n";
  const Game game = replayed(header + "roll 1\nstart B\nbegins:3\npick H1-01\n");
  EXPECT_EQ(game.state().phase, Phase::ask);
  EXPECT_EQ(held_by(game.state(), game.rules().pile("reserve"), 1), 1);
  EXPECT_EQ(active_seat(game.state()), 2);
  EXPECT_EQ(game.turns(), 71 + 9);
  EXPECT_EQ(write_record(game.record()), header + "roll 1\nstart B\nbegins:3\npick H1-01\n");
}

TEST(HalfRecord, MoreThanThereAreIsRefused) {
  const Error error = record_error(
      "bastide game 1\nrules classic\nset half_tiles=12\nset halflings=draft\nseat human Player 1\n"
      "seat human Player 2\nseat human Player 3\n");
  EXPECT_EQ(error.message, "3 seats cannot get 12 half tiles each: there are 24");
  EXPECT_EQ(error.expected, "half_tiles=8");
  EXPECT_EQ(error.line, 3) << error.text();
  EXPECT_EQ(error.column, 5) << error.text();
}

// ---------------------------------------------------------------- positions

const std::string kBoard =
    "bastide position 1\nrules new\nset half_tiles=2\nset halflings=draft\nseat human Mila\nseat human Noor\n"
    "tile D 0,0 n\n";

Result<Position> position_of(const std::string& lines) {
  return parse_position(catalogue(), kBoard + lines);
}

TEST(HalfPosition, TwoTilesInASpaceAndFollowersOnOnePlace) {
  const auto position = position_of(
      "tile H2-03 1,0 n road:1 road:1\ntile H2-06 1,0 s city:2\nreserve 1 H1-04\nreserve 2 H2-11\nburied V\nmove 2\n");
  ASSERT_TRUE(position) << position.error().text();
  const State<Full>& state = position->state;
  EXPECT_EQ(state.pieces, 3);
  EXPECT_EQ(state.supply[0], 5);
  EXPECT_EQ(tile_choice(state), State<Full>::Choice::may_draw);
  EXPECT_EQ(state.left, 70);
  EXPECT_EQ(write_position(*position),
            kBoard +
                "tile H2-03 1,0 n road:1 road:1\ntile H2-06 1,0 s city:2\nreserve 1 H1-04\nreserve 2 H2-11\nburied V\n"
                "score 0 0\nmove 2\n");
}

TEST(HalfPosition, EveryMomentOfATurnReadsAsItself) {
  for (const std::string lines : {
           "reserve 1 H1-04\nscore 0 0\nmove 1\n",                                // may lay it
           "reserve 1 H1-04\nscore 0 0\nmove 1\nwent-on\n",                       // draws
           "score 0 0\nmove 2\nturn 1\npicking\n",                                // first pick
           "reserve 2 H1-04\nscore 0 0\nmove 1\npicking\n",                       // second
           "tile H2-03 1,0 n\nscore 0 0\nmove 1\ndrawing bury\n",                 // under the hill
           "tile H2-04 0,1 e\nscore 0 0\nmove 1\ncrop\n",                         // the choice
           "tile E 0,1 s field:2\nscore 0 0\nmove 2\nturn 1\ncrop:farmer:add\n",  // the answer
       }) {
    const auto position = position_of(lines);
    ASSERT_TRUE(position) << lines << position.error().text();
    EXPECT_EQ(write_position(*position), kBoard + lines);
    std::vector<Move> moves;
    legal_moves(position->rules->kernel, position->state, moves);
    EXPECT_FALSE(moves.empty()) << lines;
  }
}

TEST(HalfPosition, RefusesWhatCannotBe) {
  const auto check = [](const std::string& lines, int line, const std::string& rule, const std::string& part) {
    const auto position = position_of(lines);
    ASSERT_FALSE(position) << lines;
    EXPECT_EQ(position.error().line, line) << lines << position.error().text();
    EXPECT_EQ(position.error().rule, rule) << lines << position.error().text();
    EXPECT_NE(position.error().text().find(part), std::string::npos) << position.error().text();
  };
  check("tile H1-04 0,1 e\ntile H1-04 0,1 w\n", 9, "SET-1", "more than 1 of tile H1-04");
  check("tile H1-04 0,1 e\ntile H2-04 0,1 s\n", 9, "PLACE-1", "another tile");
  check("tile H1-04 0,1 e\ntile H2-12 0,1 w\n", 9, "PLACE-2", "does not continue");
  check("tile H1-04 0,1 w\n", 8, "PLACE-2", "does not continue");
  check("reserve 1 V\n", 8, "HALF-2", "tile V is none of these");
  check("reserve 1 H1-04 H1-04\n", 8, "HALF-2", "no tile H1-04 is left");
  check("reserve 1 H1-04 H1-01 H1-02\n", 8, "HALF-2", "seat 1 holds more than its 2");
  check("reserve 3 H1-04\n", 8, "", "1 to 2");
  check("buried V\n", 8, "HALF-HILL", "than there are hills");
  check("tile H2-03 1,0 n\nburied V\ndrawing bury\n", 10, "HALF-HILL", "than there are hills");
  check("tile H1-03 1,0 n\ndrawing bury\n", 8, "HALF-HILL", "does not ask for 'bury'");
  check("tile H1-04 0,1 e\ncrop\n", 8, "HALF-CROP", "does not ask for 'crop'");
  check("tile H2-04 0,1 e\nmove 1\nturn 2\ncrop\n", 11, "HALF-CROP", "whose turn it is");
  check("tile E 0,1 s field:1\nmove 2\nturn 1\ncrop:farmer:add\n", 11, "HALF-CROP", "nothing to answer");
  check("crop:cleric:add\n", 8, "HALF-CROP", "crop:farmer");
  check("drawing reserve\n", 8, "HALF-2", "the other way: dealt or picked");
  check("reserve 1 H1-04\nmove 2\nturn 1\npicking\n", 11, "HALF-2", "cannot hold");
  check("reserve 1 H1-04 H1-01\nreserve 2 H1-02 H1-03\npicking\n", 10, "HALF-2", "cannot hold");
  check("tile H1-04 0,1 e\ntile H1-01 0,1 w\nreserve 1 H1-02 H1-03\nreserve 2 H1-05\n", 11, "HALF-2",
        "the 4 that the seats got");
  const auto none =
      parse_position(catalogue(), "bastide position 1\nrules new\nseat human A\nseat human B\ntile D 0,0 n\nbullied\n");
  EXPECT_FALSE(none);
  const auto off = parse_position(
      catalogue(), "bastide position 1\nrules new\nseat human A\nseat human B\ntile D 0,0 n\nburied V\n");
  ASSERT_FALSE(off);
  EXPECT_EQ(off.error().rule, "HALF-HILL");
}

// ---------------------------------------------------------------- games

TEST(HalfGame, AFirstGameHidesWhatOthersHold) {
  Game game = replayed(
      "bastide game 1\nrules new\nset half_tiles=1\nset halflings=first\nseat human A\nseat human B\n"
      "reserve +H1-04\nreserve +H1-01\n1 U 1,0 e -\n");
  const int pile = game.rules().pile("reserve");
  EXPECT_TRUE(game.sees(0, pile, 0));
  EXPECT_FALSE(game.sees(0, pile, 1));
  EXPECT_FALSE(game.sees(-1, pile, 0));
  EXPECT_THAT(game.record_text(0), testing::HasSubstr("\nreserve +H1-04\nreserve +?\n1 U 1,0 e -\n"));
  EXPECT_THAT(game.record_text(1), testing::HasSubstr("\nreserve +?\nreserve +H1-01\n"));
  EXPECT_THAT(game.record_text(-1), testing::HasSubstr("\nreserve +?\nreserve +?\n"));
}

TEST(HalfGame, APickedReserveIsOpenAndWhatIsBuriedIsNot) {
  const Game game = replayed(std::string(kDraft) + kPicks + "1 U -1,0 e -\n2 H2-03 1,0 n under:V -\n");
  EXPECT_TRUE(game.sees(-1, game.rules().pile("reserve"), 1));
  for (int viewer = -1; viewer < 2; ++viewer) {
    EXPECT_THAT(game.record_text(viewer), testing::HasSubstr("\n" + std::string(kPicks)));
    EXPECT_THAT(game.record_text(viewer), testing::HasSubstr("\n1 U -1,0 e -\n2 H2-03 1,0 n under:? -\n"));
  }
}

TEST(HalfGame, TellsWhatAHalfTileCompletes) {
  Game game = replayed(std::string(kDraft) +
                       "pick H2-06 H1-03\npick H1-04 H2-02\n1 H2-02 1,0 e road\n2 A -1,0 w -\n3 U 0,1 e -\n");
  ASSERT_EQ(tile_choice(game.state()), State<Full>::Choice::may_draw);
  const auto ply = game.play("H2-06 1,0 w");
  ASSERT_TRUE(ply) << ply.error().text();
  const std::vector<ExplainedAward> completes = game.completes();
  ASSERT_EQ(completes.size(), 1u);
  EXPECT_EQ(completes[0].title, "Road, 3 spaces");
  EXPECT_EQ(completes[0].owners, std::vector<int>{0});
  EXPECT_EQ(completes[0].points_of(0), 3);
  EXPECT_THAT(completes[0].rules, testing::Contains("HALF-7"));
  EXPECT_EQ(game.follower_options().size(), 3u);  // its city and the two fields
}

TEST(HalfGame, FiguresAddedAndTakenBackHaveIds) {
  const std::string setup = std::string(kDraft) + "pick H1-04 H2-04\npick H1-01 H1-03\n1 U 1,0 e road\n2 E 0,-1 s -\n";
  const Game added = replayed(setup + "3 H2-04 0,1 e - crop:highwayman:add at:1,0:road\n");
  ASSERT_EQ(added.figures().size(), 2u);
  EXPECT_EQ(added.plies().back().figure, 1);
  EXPECT_EQ(added.figures()[1].id, 1);
  EXPECT_EQ(added.figures()[1].piece, 1);
  const Game home = replayed(setup + "3 H2-04 0,1 e - crop:highwayman:home at:1,0:road\n");
  EXPECT_TRUE(home.figures().empty());
  EXPECT_EQ(home.plies().back().home, 0);
  EXPECT_TRUE(home.plies().back().awards.empty());
}

TEST(HalfGame, TheSumsSayWhatWasCounted) {
  const Game game = replayed(
      "bastide game 1\nrules new\nset half_count=2020\nset half_tiles=1\nset halflings=draft\nseat human Mila\nseat "
      "human Noor\n"
      "pick H2-12 H2-11\n1 H2-11 0,-1 n city\n2 H2-12 0,-1 s -\n3 E -1,-1 e -\n");
  const auto& awards = game.plies()[game.plies().size() - 2].awards.empty()
                           ? game.plies().back().awards
                           : game.plies()[game.plies().size() - 2].awards;
  ASSERT_EQ(awards.size(), 1u);
  EXPECT_EQ(awards[0].title, "City, 4 tiles, 1 shield");
  EXPECT_EQ(awards[0].sum, "4 tiles × 2 + 1 shield × 2 = 10");
  const std::pair<Space, std::string> shared{{0, -1}, "2+2+2"};
  EXPECT_THAT(awards[0].labels, testing::Contains(shared));
}

/// The awards of the last ply of a scenario that gave any.
std::vector<ExplainedAward> last_awards(const std::string& scenario) {
  const auto game = run_scenario(catalogue(), builtin_scenarios().at(scenario));
  EXPECT_TRUE(game) << game.error().text();
  for (auto ply = game->plies().rbegin(); ply != game->plies().rend(); ++ply)
    if (!ply->awards.empty()) return ply->awards;
  return {};
}

TEST(HalfGame, VineyardsAndHillsAreExplained) {
  const auto vineyard = last_awards("half-vineyard-own-space.scn");
  ASSERT_EQ(vineyard.size(), 1u);
  EXPECT_EQ(vineyard[0].title, "Cloister, 9 spaces, 1 vineyard");
  EXPECT_EQ(vineyard[0].sum, "1 for the cloister + 8 occupied spaces around it + 1 vineyard × 3 = 12");
  const auto tiles = last_awards("half-7-2015-10-cloister.scn");
  ASSERT_EQ(tiles.size(), 1u);
  EXPECT_EQ(tiles[0].title, "Cloister, 10 tiles");
  EXPECT_EQ(tiles[0].sum, "10 tiles in its nine spaces = 10");
  const auto hill = last_awards("half-hill-tie.scn");
  ASSERT_EQ(hill.size(), 1u);
  EXPECT_EQ(hill[0].sentence, "Red and Blue are tied here, and only Red has a follower on a hill: 6 points.");
}

TEST(HalfGame, TooManyHalfTilesAreRefused) {
  const auto rules = compile(catalogue(), {"new", {{"halflings", "first"}, {"half_tiles", "11"}}}, 2);
  ASSERT_FALSE(rules);  // 20 are without symbols
  EXPECT_EQ(rules.error().rule, "HALF-2");
  EXPECT_EQ(rules.error().expected, "half_tiles=10");
}

}  // namespace
}  // namespace bastide
