// The shuffle in which every seat has a part: nobody knows the seed before all have promised theirs, and anybody can
// check it afterwards.
#include <gtest/gtest.h>

#include "server/client.h"
#include "server/live_support.h"
#include "server/secrets.h"
#include "server/shuffle.h"

namespace bastide::test {
namespace {

const std::string kMine(64, 'a'), kHers(64, 'b');

TEST(Together, WorkedExample) {
  // printf %s SECRET:SHARE:SHARE | sha256sum, as docs/protocol.md has it
  EXPECT_EQ(shared_seed(kLiveSeed, {kMine, ""}), sha256_hex(std::string(kLiveSeed) + ":" + kMine + ":"));
  EXPECT_EQ(shared_seed(kLiveSeed, {kMine, kHers}), "bfce25102b6992ea92198c820d0b1da88a088d7b79efb5db2883d800ebf99633");
}

/// The new edition on kLiveSeed, made together by Mila and somebody who has not come yet.
LiveGame waiting(const RuleShelf& shelf) {
  LiveSetup setup;
  setup.choice = {"new", {}};
  setup.seats = {{"human", "Mila", ""}, {"open", "", ""}};
  setup.seats[0].promise = sha256_hex(kMine);
  setup.together = true;
  return *LiveGame::create(shelf, "game", setup, std::string(kLiveSeed), "1", 0);
}

TEST(Together, AShareIsTakenWhenAllHavePromisedAndIsWhatWasPromised) {
  const RuleShelf shelf(builtin_catalogue());
  LiveGame live = waiting(shelf);
  EXPECT_FALSE(live.give_share(0, kMine, 1)) << "who comes next could choose theirs by it";
  ASSERT_TRUE(live.join(1, "Noor", 1000, "", {}, sha256_hex(kHers)));
  ASSERT_TRUE(live.begin_if_full(1000));
  EXPECT_EQ(live.status(), "waiting");
  EXPECT_FALSE(live.free_seat(1, 1000)) << "who came next would know a share";
  const auto wrong = live.give_share(0, kHers, 1001);
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().expected.find(sha256_hex(kMine)), std::string::npos);
  ASSERT_TRUE(live.give_share(0, kMine, 1001));
  EXPECT_FALSE(live.give_share(0, kMine, 1001)) << "once";
  EXPECT_EQ(live.status(), "waiting");
  ASSERT_TRUE(live.give_share(1, kHers, 1002));
  EXPECT_EQ(live.status(), "playing");
  const std::vector<StoredEvent> log = live.take_fresh();
  const auto again = LiveGame::load(shelf, live.row(), log, "1");
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(again->events_since(0, -1), live.events_since(0, -1));
}

/// The first draws that the seed `draws` brings, in notation.
std::vector<std::string> first_draws(const LiveGame& live, const std::string& draws) {
  Shuffle shuffle(draws, live.rules().kernel.stack);
  std::vector<std::string> names;
  for (int i = 0; i < 5; ++i, shuffle.next()) names.push_back("draw " + live.rules().kinds[shuffle.peek()].name);
  return names;
}

TEST(Together, TheDrawsAreThoseOfTheSeedThatIsTold) {
  const RuleShelf shelf(builtin_catalogue());
  for (const std::string& hers : {kHers, std::string(64, 'c')}) {
    LiveGame live = waiting(shelf);
    ASSERT_TRUE(live.join(1, "Noor", 1000, "", {}, sha256_hex(hers)));
    ASSERT_TRUE(live.give_share(0, kMine, 1001));
    ASSERT_TRUE(live.give_share(1, hers, 1002));
    std::vector<StoredEvent> log = live.take_fresh();
    const json::value started = json::parse(live.event(1, -1));
    EXPECT_EQ(text(started.at("commitment")), sha256_hex(kLiveSeed));
    EXPECT_EQ(started.at("shares"), (json::value{{{"promise", sha256_hex(kMine)}, {"share", kMine}},
                                                 {{"promise", sha256_hex(hers)}, {"share", hers}}}));
    Rng rng(1);
    play_to_end(live, rng, log);
    const std::string seed = shared_seed(kLiveSeed, {kMine, hers});
    const json::value over = json::parse(live.event(live.seq(), -1));
    EXPECT_EQ(text(over.at("seed")), seed);
    EXPECT_EQ(text(over.at("secret")), kLiveSeed);
    EXPECT_NE(live.record(-1).find(seed), std::string::npos);
    std::vector<std::string> drawn;
    for (const StoredEvent& entry : log)
      if (entry.kind == "draw" && drawn.size() < 5) drawn.push_back(text(json::parse(entry.body).at("move")));
    EXPECT_EQ(drawn, first_draws(live, seed));
    expect_read_again(shelf, live, log);
  }
}

TEST(Together, ItBeginsWithoutWhatDoesNotCome) {
  const RuleShelf shelf(builtin_catalogue());
  LiveGame live = waiting(shelf);
  EXPECT_FALSE(live.begin_without(50'000)) << "a seat is open";
  ASSERT_TRUE(live.join(1, "Noor", 1000, "", {}, sha256_hex(kHers)));
  ASSERT_TRUE(live.give_share(0, "", 1001)) << "said to be lost";
  EXPECT_FALSE(live.begin_without(10'999)) << "ten seconds from when the last seat was taken";
  ASSERT_TRUE(live.begin_without(11'000));
  EXPECT_EQ(live.status(), "playing");
  EXPECT_FALSE(live.give_share(1, kHers, 11'001));
  const json::value started = json::parse(live.event(1, -1));
  EXPECT_EQ(text(started.at("shares").at(0).at("share")), "");
  EXPECT_EQ(text(started.at("shares").at(1).at("share")), "");
}

TEST(Together, NobodyIsWaitedForWhoCannotGiveAShare) {
  const Folder folder;
  const RunningServer server(folder.path());
  const std::string promise = sha256_hex(kMine);
  const auto begins = [&](const json::object& asked) {
    const std::string game = text(post(server.port(), "/api/games", asked, "Created").at("game"));
    return get(server.port(), "/api/games/" + game, "GameSummary").at("status") == "playing";
  };
  const json::object me{{"kind", "me"}, {"promise", promise}};
  const json::object bot{{"kind", "bot"}, {"bot", "random"}, {"promise", promise}};
  EXPECT_TRUE(begins({{"preset", "new"}, {"public", true}, {"seats", {me, me}}})) << "not shuffled together";
  EXPECT_TRUE(begins({{"preset", "new"}, {"public", true}, {"together", true}, {"seats", {{{"kind", "me"}}, bot}}}));
  EXPECT_FALSE(begins({{"preset", "new"}, {"public", true}, {"together", true}, {"seats", {me, bot}}}));
}

TEST(Together, OverTheNet) {
  const Folder folder;
  RunningServer server(folder.path());
  const json::value created = post(server.port(), "/api/games",
                                   {{"preset", "new"},
                                    {"together", true},
                                    {"seats", {{{"kind", "me"}, {"promise", sha256_hex(kMine)}}, {{"kind", "open"}}}}},
                                   "Created");
  const std::string game = "/api/games/" + text(created.at("game")), mine = token_of(created, 0);
  const auto share = [&](const std::string& key, int seat, const std::string& what) {
    return http(server.port(), "POST", game + "/share", json::serialize(json::object{{"seat", seat}, {"share", what}}),
                {{"X-Bastide-Keys", key}});
  };
  Socket watcher(server.port(), text(created.at("game")), mine);
  const json::value before = watcher.read("welcome").at("game");
  EXPECT_EQ(text(before.at("seats").at(0).at("share").at("promise")), sha256_hex(kMine));
  EXPECT_EQ(share(mine, 0, kMine).status, 409) << "a seat is open";
  const json::value joined =
      post(server.port(), game + "/join",
           {{"name", "Noor"}, {"invite", created.at("invite")}, {"promise", sha256_hex(kHers)}}, "Joined");
  const std::string hers = text(joined.at("token"));
  json::value here = watcher.read("presence");
  while (here.at("seats").at(1).at("kind") == "open") here = watcher.read("presence");
  EXPECT_FALSE(here.at("seats").at(1).at("share").at("given").as_bool());
  EXPECT_EQ(share(hers, 0, kMine).status, 403) << "another's";
  EXPECT_EQ(share("", 0, kMine).status, 403);
  EXPECT_EQ(http(server.port(), "POST", "/api/games/nosuchga/share", R"({"seat":0,"share":""})").status, 404);
  EXPECT_EQ(share(mine, 0, kHers).status, 409);
  EXPECT_EQ(share(mine, 0, kMine).status, 200);
  EXPECT_EQ(share(mine, 0, kMine).status, 200) << "another page of the same person";
  EXPECT_EQ(http(server.port(), "POST", game + "/begin", "{}", {{"X-Bastide-Keys", mine}}).status, 409);
  // Nobody reads a share before all are there.
  for (const std::string& key : {mine, hers})
    EXPECT_EQ(http(server.port(), "GET", game, "", {{"X-Bastide-Keys", key}}).body.find(kMine), std::string::npos);
  EXPECT_EQ(share(hers, 1, kHers).status, 200);
  const json::value now = get(server.port(), game, "GameSummary", mine);
  EXPECT_EQ(now.at("status"), "playing");
  // The rematch is shuffled together, too.
  EXPECT_EQ(http(server.port(), "POST", game + "/leave", "{}", {{"X-Bastide-Keys", mine}}).status, 200);
  const json::value next =
      json::parse(http(server.port(), "POST", game + "/rematch", "{}", {{"X-Bastide-Keys", mine}}).body);
  EXPECT_NE(get(server.port(), "/api/games/" + text(next.at("game")), "GameSummary", mine).at("commitment"),
            now.at("commitment"));
}

}  // namespace
}  // namespace bastide::test
