// Who begins (START-1), on the server: how it was found is told, and whoever rolled is asked.
#include <fmt/format.h>

#include "expansions/ways.h"
#include "server/bots.h"
#include "server/client.h"
#include "server/secrets.h"

namespace bastide::test {
namespace {

using Options = std::map<std::string, std::string>;

constexpr std::string_view kBegins = "opening.begins";

LiveGame game_of_bots(const std::string& seed, const Options& options) {
  init_secrets();
  LiveSetup setup;
  setup.choice = {"classic", options};
  setup.first_seat = 2;
  for (const char* name : {"Ann", "Bob", "Cid"}) setup.seats.push_back({"bot", name, "random"});
  LiveGame live = LiveGame::create(builtin_catalogue(), "thesame1", setup, sha256_hex(seed), "v", 1000).value();
  EXPECT_TRUE(live.begin_if_full(1000));
  return live;
}

/// What an event tells: what was answered, or its type.
std::string kind_of(const json::value& event) {
  return text(event.at(event.at("type") == "did" ? "of" : "type"));
}

/// The first of a kind; null: there is none.
json::value event_of(const LiveGame& live, std::string_view type) {
  for (int n = 1; n <= live.seq(); ++n) {
    json::value event = json::parse(live.event(n, -1));
    if (kind_of(event) == type) return event;
  }
  return nullptr;
}

std::vector<std::string> types_of(const LiveGame& live) {
  std::vector<std::string> types;
  for (int n = 1; n <= live.seq(); ++n) types.push_back(kind_of(json::parse(live.event(n, -1))));
  return types;
}

TEST(Opening, SaysInEveryLanguageHowItWasFound) {
  struct Way {
    const char *id, *en, *nl, *de;
  };
  for (const Way& way : {Way{"youngest-says", "The youngest says that Cid begins.", "De jongste zegt dat Cid begint.",
                             "Wer am jüngsten ist, bestimmt, dass Cid beginnt."},
                         Way{"youngest", "Cid is the youngest and begins.", "Cid is de jongste en begint.",
                             "Cid ist am jüngsten und beginnt."},
                         Way{"agreed", "The table agreed that Cid begins.", "Er is afgesproken dat Cid begint.",
                             "Ihr habt euch geeinigt, dass Cid beginnt."}}) {
    const json::value started = event_of(game_of_bots("a", {{"first", way.id}}), "started");
    EXPECT_EQ(text(started.at("opening")), way.en);
    EXPECT_EQ(text(started.at("translations").at("nl").at("opening")), way.nl);
    EXPECT_EQ(text(started.at("translations").at("de").at("opening")), way.de);
    EXPECT_EQ(number(started.at("firstSeat")), 2);
  }
  for (const char* id : {"random", "rolled", "roads", "roll", "lots"})
    EXPECT_FALSE(text(event_of(game_of_bots("a", {{"first", id}}), "started").at("opening")).empty()) << id;
}

TEST(Opening, WhoeverRolledIsAskedAndOnlyThatSeatMayAnswer) {
  LiveGame live = game_of_bots("rolled", {{"first", "rolled"}});
  const int roller = live.to_move();
  EXPECT_EQ(number(event_of(live, "started").at("firstSeat")), roller);
  EXPECT_EQ(types_of(live), (std::vector<std::string>{"started", "start"})) << "no turn yet";
  const json::value mine = json::parse(live.turn(true)), others = json::parse(live.turn(false));
  EXPECT_EQ(text(mine.at("ask").at("of")), kBegins);
  EXPECT_EQ(text(others.at("ask").at("of")), kBegins);
  EXPECT_NE(mine.at("ask").at("text"), others.at("ask").at("text"));
  const json::array& options = mine.at("ask").at("options").as_array();
  ASSERT_EQ(options.size(), 3u);
  EXPECT_EQ(text(options[1].at("move")), "begins:2");
  EXPECT_EQ(number(options[1].at("place").at("seat")), 1);

  const int other = (roller + 1) % 3, first = (roller + 2) % 3;
  const std::string move = fmt::format("begins:{}", first + 1);
  EXPECT_FALSE(LiveGame(live).play(other, {move}, 1000)) << "not asked";
  EXPECT_FALSE(LiveGame(live).play(roller, {"begins:4"}, 1000));
  EXPECT_FALSE(LiveGame(live).play(roller, {}, 1000));
  ASSERT_TRUE(live.play(roller, {move}, 1000));
  EXPECT_EQ(types_of(live), (std::vector<std::string>{"started", "start", std::string(kBegins), "turn", "draw"}));
  const json::value begins = event_of(live, kBegins);
  EXPECT_EQ(number(begins.at("seat")), roller);
  EXPECT_EQ(text(begins.at("move")), move);
  const auto& seats = live.seats();
  EXPECT_EQ(text(begins.at("text")), fmt::format("{} says that {} begins.", seats[roller].name, seats[first].name));
  EXPECT_EQ(number(event_of(live, "turn").at("seat")), first);
  EXPECT_EQ(live.to_move(), first);

  const auto again = LiveGame::load(builtin_catalogue(), live.row(), live.take_fresh(), "v");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->record(-1), live.record(-1));
  EXPECT_EQ(types_of(*again), types_of(live));
}

TEST(Opening, BotsAnswerAndTheFirstTurnIsToldOnce) {
  std::vector<Options> ways = {{}, {{"start_tile", "bag"}, {"draw", "hand"}}};
  for (const Options& way : ways_of_expansions())
    if (!way.contains("first")) ways.push_back(way);
  for (Options options : ways) {
    SCOPED_TRACE(options.empty() ? "" : options.begin()->first + "=" + options.begin()->second);
    options["first"] = "rolled";
    LiveGame live = game_of_bots("bots", options);
    ASSERT_EQ(live.game()->state().phase, Phase::ask);
    for (int plays = 0; live.game()->turn() == 1; ++plays)
      ASSERT_TRUE(live.play(live.to_move(), choose_turn(live, static_cast<uint64_t>(plays)), 1000));
    const auto types = types_of(live);
    const auto begins = std::find(types.begin(), types.end(), kBegins),
               turn = std::find(types.begin(), types.end(), "turn");
    ASSERT_TRUE(begins < turn && turn != types.end());
    EXPECT_EQ(std::count(begins, types.end(), "turn"), 2) << "the first turn and the second";
    EXPECT_EQ(text(event_of(live, kBegins).at("move")),
              fmt::format("begins:{}", 1 + number(event_of(live, "turn").at("seat"))));
  }
}

}  // namespace
}  // namespace bastide::test
