// Text in and out: round trips, and every kind of malformed input answered with its place.
#include "notation/notation.h"

#include <gtest/gtest.h>

#include "unit/record_support.h"

namespace bastide {
namespace {

constexpr const char* kHead = "bastide game 1\nrules new\nseat human Mila\nseat greedy Big Cobble\n";

TEST(Record, ReadsWhatTheManualShows) {
  const std::string text = std::string(kHead) + "\n# a comment\n1 V 0,1 n road   # played at once\n2 U -1,0 e -\n3 B\n";
  const auto record = parse_record(catalogue(), text);
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_EQ(record->seats[1].name, "Big Cobble");
  EXPECT_EQ(record->seats[1].player, "greedy");
  EXPECT_EQ(record->moves.size(), 7u);
  EXPECT_EQ(write_record(*record), std::string(kHead) + "1 V 0,1 n road\n2 U -1,0 e -\n3 B\n");
}

TEST(Record, NamesLineColumnAndWhatWasExpected) {
  const auto check = [](const std::string& turns, int line, int column, const std::string& message,
                        const std::string& expected_part) {
    const Error error = record_error(std::string(kHead) + turns);
    EXPECT_EQ(error.line, line) << turns << error.text();
    EXPECT_EQ(error.column, column) << turns << error.text();
    EXPECT_NE(error.message.find(message), std::string::npos) << error.text();
    EXPECT_NE(error.expected.find(expected_part), std::string::npos) << error.text();
  };
  check("1 V 0,1 q", 5, 9, "'q' is no rotation", "a rotation (n e s w)");
  check("1 V 0;1 e", 5, 5, "'0;1' is no space", "x,y");
  check("1 V 0,99999999999 e", 5, 5, "no space", "x,y");
  check("1 ZZ 0,1 e", 5, 3, "no tile 'ZZ'", "one of");
  check("2 V 0,1 e", 5, 1, "'2' cannot stand here", "turn 1");
  check("1 V 0,1 n city", 5, 11, "no place 'city'", "road");
  check("1 V 0,1 n - -", 5, 13, "too much", "");
  check("1 V 0,1", 5, 8, "the rotation is missing", "n e s w");
  check("1 V\n2 V 0,1 e", 5, 4, "no placement", "aside");
  check("score 1 2 3", 5, 1, "3 results for 2 seats", "");
  check("score 1 x", 5, 9, "'x' is no number", "whole number");
  check("1 V \x01", 5, 5, "control character", "");
  check("bogus", 5, 1, "cannot stand here", "turn 1");
  check("1", 5, 2, "the tile is missing", "");
  check("1 +", 5, 3, "'+' cannot stand here", "TILE");
  check("deal", 5, 1, "'deal' cannot stand here", "turn 1");
}

// All options are looked at together, so that none is blamed for what another one makes good.
TEST(Record, NamesTheTrueFaultOfItsOptions) {
  const auto check = [](const std::string& set, int seats, int line, int column, const std::string& fault,
                        const std::string& expected) {
    std::string text = "bastide game 1\nrules classic\n" + set;
    for (int seat = 0; seat < seats; ++seat) text += "seat human Player " + std::to_string(seat + 1) + "\n";
    const Error error = record_error(text);
    EXPECT_EQ(error.message, fault);
    EXPECT_EQ(error.expected, expected);
    EXPECT_EQ(error.line, line) << error.text();
    EXPECT_EQ(error.column, column) << error.text();
    return error;
  };
  const std::string floor = "the table's edge cannot complete anything on an endless floor";
  const std::string shift = "the table's edge cannot complete anything while the landscape may be shifted away from it";
  const std::string tables = "table=standard or table=extend";
  const Error many = check("set table=standard\nset border=closes\n", 6, 10, 1,
                           "6 seats are too many: Classic has figures for 2 to 5", "colours=six");
  EXPECT_EQ(many.translations.at("nl").at("message"), "6 plaatsen zijn te veel: Klassiek heeft figuren voor 2 tot 5");
  check("set border=closes\nset holes=on\n", 2, 3, 5, floor, tables);
  check("set table=shift\nset holes=on\nset border=closes\n", 2, 5, 5, shift, tables);
  check("set holes=on\nset table_width=2\nset colours=six\n", 7, 4, 5, "option table_width cannot be '2'",
        "a number from 3 to 99");
  check("set holes=perhaps\nset colours=seven\n", 2, 4, 5, "option colours has no value 'seven'",
        "one of five, six, eight");
}

TEST(Record, NamesTheRuleAWrongMoveBreaks) {
  const auto check = [](const std::string& turns, int line, const std::string& rule, const std::string& part) {
    const Error error = record_error(std::string(kHead) + turns);
    EXPECT_EQ(error.line, line) << turns << error.text();
    EXPECT_EQ(error.rule, rule) << turns << error.text();
    EXPECT_NE(error.text().find(part), std::string::npos) << error.text();
  };
  check("1 V 0,0 e", 5, "PLACE-1", "already taken");
  check("1 V 1,1 e", 5, "PLACE-1", "no side of the tile touches");
  check("1 V 5,5 e", 5, "PLACE-1", "no side of the tile touches");
  check("1 C 0,1 n", 5, "PLACE-2", "city meets field on the north side");
  check("1 E 1,0 n", 5, "PLACE-3", "field meets road on the west side");
  check("1 C 0,-1 n city\n2 C 0,1 n", 6, "SET-1", "no tile C is left");
  check("1 C 0,-1 n city\n2 E 0,-2 s city", 6, "FOLLOWER-2", "already stands");
  check("1 V 0,1 n aside", 5, "", "no place 'aside'");
  check("1 V aside", 5, "DRAW-2", "can be placed");
  check("1 V 0,1 n\n2 U -1,0 e", 5, "FOLLOWER-1", "not told to its end");
  check("1 V 0,1 n -\nscore 1 0", 0, "END-1", "not over");
}

TEST(Record, HeaderErrors) {
  const auto check = [](const std::string& text, int line, const std::string& part) {
    const Error error = record_error(text);
    EXPECT_EQ(error.line, line) << text << error.text();
    EXPECT_NE(error.text().find(part), std::string::npos) << error.text();
  };
  check("", 1, "empty");
  check("hello", 1, "bastide game 1");
  check("bastide game 2\n", 1, "bastide game 1");
  check("bastide game 1\nseat human A\nseat human B\n", 3, "rules PRESET");
  check("bastide game 1\nrules nwe\nseat human A\nseat human B\n", 2, "no preset 'nwe'");
  check("bastide game 1\nrules new\nrules new\n", 3, "twice");
  check("bastide game 1\nrules new\nseat human A\n", 3, "1 seat is too few");
  check("bastide game 1\nrules new\nset x=1\nseat human A\nseat human B\n", 3, "no option 'x'");
  check("bastide game 1\nrules new\nset field_scoring=7\nseat human A\nseat human B\n", 3, "no value '7'");
  check("bastide game 1\nrules new\nseat human\n", 3, "a seat has a player and a name");
  check("bastide game 1\nrules new\nseed 12\n", 3, "64 hexadecimal digits");
  check("bastide game 1\nrules new\nseat human " + std::string(41, 'x') + "\n", 3, "longer than 40");
  check("bastide game 1\nrules new\n" + std::string(20000, 'x'), 3, "10,000 bytes");
}

TEST(Record, SaysWhatItsTableAllowed) {
  const std::string head = "bastide game 1\nrules new\nseat human A\nseat human B\n", turn = "1 V 0,1 n road\n";
  const auto read = [&](const std::string& line) { return parse_record(catalogue(), head + line + turn).value(); };
  EXPECT_TRUE(read("").aids.everything()) << "of games made before there was such a line, too";
  EXPECT_EQ(write_record(read("")), head + turn);
  EXPECT_EQ(read("aids -\n").aids, Aids::none());
  EXPECT_EQ(write_record(read("aids -\n")), head + "aids -\n" + turn);
  const Record some = read("aids tiles owners\n");
  EXPECT_TRUE(some.aids.allow(Aid::owners));
  EXPECT_FALSE(some.aids.allow(Aid::odds));
  EXPECT_EQ(write_record(some), head + "aids owners tiles\n" + turn);
  EXPECT_FALSE(some == read("")) << "it is part of the record";
  EXPECT_TRUE(read("aids owners effects tiles odds projection analysis\n") == read(""));
  const auto check = [&](const std::string& line, int column, const std::string& part) {
    const Error error = record_error(head + line + turn);
    EXPECT_EQ(error.line, 5) << line << error.text();
    EXPECT_EQ(error.column, column) << line << error.text();
    EXPECT_NE(error.text().find(part), std::string::npos) << error.text();
  };
  check("aids\n", 5, "aids AID ..., or: aids -");
  check("aids owners hints\n", 13, "no aid 'hints'");
  check("aids owners hints\n", 13, "any of owners, effects, tiles, odds, projection, analysis");
  check("aids odds odds\n", 11, "named twice");
  EXPECT_NE(record_error(head + "aids -\naids -\n").text().find("twice"), std::string::npos);
  const auto position =
      parse_position(catalogue(), "bastide position 1\nrules new\nseat human A\naids -\ntile D 0,0 n\n");
  EXPECT_FALSE(position) << "a position is of no table";
}

TEST(Position, RefusesWhatCannotLie) {
  const std::string head = "bastide position 1\nrules new\nseat human A\nseat human B\n";
  const auto check = [&](const std::string& text, int line, const std::string& rule, const std::string& part) {
    const auto position = parse_position(catalogue(), head + text);
    ASSERT_FALSE(position) << text;
    EXPECT_EQ(position.error().line, line) << text << position.error().text();
    EXPECT_EQ(position.error().rule, rule) << text << position.error().text();
    EXPECT_NE(position.error().text().find(part), std::string::npos) << position.error().text();
  };
  check("", 4, "SET-3", "no tile lies");
  check("tile D 0,0 n\ntile C 0,1 n\n", 6, "PLACE-2", "does not continue");
  check("tile D 0,0 n\ntile D 5,5 n\n", 6, "PLACE-1", "touches");
  check("tile C 0,0 n\ntile C 0,1 n\n", 6, "SET-1", "no more in the box");
  check("tile D 0,0 n\ntile E 0,0 n\n", 6, "PLACE-1", "another tile");
  check("tile D 0,0 n\ntile E 0,-1 s city:1\n", 6, "RETURN-1", "gone home");
  check("tile D 0,0 n city:3\n", 5, "", "PLACE:SEAT");
  check("tile D 0,0 n\ndrawn D\nover\n", 7, "", "exclude");
  check("tile D 0,0 n\nmove 3\n", 6, "", "1 to 2");
  check("tile D 0,0 n\nscore 1\n", 6, "", "missing");
  check("tile D 0,0 n\nfollowers\n", 6, "", "cannot stand here");
}

TEST(Position, BeforeTheFirstTileOutOfABag) {
  for (const char* draw : {"turn", "hand"}) {
    const RuleChoice choice{"new", {{"bag", "blind"}, {"draw", draw}}};
    const auto rules = compile(builtin_catalogue(), choice, 2);
    ASSERT_TRUE(rules) << rules.error().text();
    const auto game = Game::create(*rules, {{"A", "human"}, {"B", "human"}});
    ASSERT_TRUE(game) << game.error().text();
    ASSERT_EQ(game->state().pieces, 0);
    const std::string text = write_position({(*rules)->choice, game->seats(), *rules, game->state()});
    EXPECT_NE(text.find("drawing first\n"), std::string::npos) << text;
    const auto read = parse_position(builtin_catalogue(), text);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(write_position(*read), text);
    std::vector<Move> here, there;
    legal_moves((*rules)->kernel, game->state(), here);
    legal_moves((*rules)->kernel, read->state, there);
    EXPECT_EQ(here, there);
    for (const char* more : {"follower\n", "over\n", "drawn D\n", "aside D\n", "tile D 0,0 n\n"})
      EXPECT_FALSE(parse_position(builtin_catalogue(), text + more)) << more;
    EXPECT_FALSE(parse_position(builtin_catalogue(), text.substr(0, text.find("drawing"))));
  }
}

TEST(Position, TilesInAnyOrder) {
  const std::string head = "bastide position 1\nrules new\nseat human A\nseat human B\n";
  const auto position =
      parse_position(catalogue(), head + "tile U 2,0 e\ntile D 0,0 n city:1\ntile U 1,0 e road:2\nscore 3 4\nmove 2\n");
  ASSERT_TRUE(position) << position.error().text();
  EXPECT_EQ(position->state.pieces, 3);
  EXPECT_EQ(position->state.seat, 1);
  EXPECT_EQ(position->state.supply[0], 6);
  EXPECT_EQ(position->state.supply[1], 6);
  EXPECT_EQ(position->state.left, 69);
}

TEST(Moves, SameLookingRotationsAreOneMove) {
  auto game = Game::create(*compile(catalogue(), {"new", {}}, 2), {{"A", "human"}, {"B", "human"}});
  ASSERT_TRUE(game);
  ASSERT_TRUE(game->play(Move::draw(game->rules().kind_by_name("U"))));
  for (const char* text : {"1,0 e", "1,0 w"}) {
    const auto move = parse_move(game->rules(), game->state(), text);
    ASSERT_TRUE(move) << text;
    EXPECT_EQ(move_text(game->rules(), game->state(), *move), "1,0 e");
  }
}

}  // namespace
}  // namespace bastide
