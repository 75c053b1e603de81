// Whole games with half tiles: what is told of them and to whom, drafts, hills and crop circles, and the same again
// from the log.
#include <fmt/format.h>

#include <algorithm>

#include "notation/words.h"
#include "server/analysis.h"
#include "server/bots.h"
#include "server/client.h"
#include "server/secrets.h"

namespace bastide::test {
namespace {

using Options = std::map<std::string, std::string>;

// ---------------------------------------------------------------- games without a network

LiveGame new_live_game(const std::string& seed, int seats, const Options& options, const std::string& bot = "random") {
  init_secrets();
  LiveSetup setup;
  setup.choice.preset = "new";
  setup.choice.options = options;
  for (int i = 0; i < seats; ++i) setup.seats.push_back({"bot", std::string(1, static_cast<char>('A' + i)), bot});
  LiveGame live = LiveGame::create(builtin_catalogue(), "thesame1", setup, seed, "v", 1000).value();
  EXPECT_TRUE(live.begin_if_full(1000));
  return live;
}

void play_turn(LiveGame& live, int number) {
  const auto turn = choose_turn(live, static_cast<uint64_t>(number));
  const auto played = live.play(live.to_move(), turn, 1000);
  ASSERT_TRUE(played) << fmt::format("{} of {}: {}", played.error().text(), turn.size(), turn.front());
}

LiveGame load(const LiveGame& live, const std::vector<StoredEvent>& log) {
  auto loaded = LiveGame::load(builtin_catalogue(), live.row(), log, "v");
  EXPECT_TRUE(loaded) << loaded.error().text();
  return std::move(*loaded);
}

/// All that a game tells a viewer (-1: a spectator), by every way that leads out.
std::string told(const LiveGame& live, int viewer) {
  std::string all;
  for (int n = 1; n <= live.seq(); ++n) all += live.event(n, viewer) + "\n";
  const bool moves = viewer >= 0 && viewer == live.to_move();
  all += json::serialize(live.summary()) + live.turn(moves) + json::serialize(live.features());
  all += live.record(viewer) + live.record(-1);
  all += AnalysisPages(builtin_catalogue(), "v").compare(live).body();
  return all;
}

/// The same log with another tile in entry `at`, up to `size` entries.
std::vector<StoredEvent> with_draw(std::vector<StoredEvent> log, std::size_t at, const std::string& tile,
                                   std::size_t size) {
  json::object body = json::parse(log.at(at).body).as_object();
  EXPECT_EQ(text(body.at("move")).substr(0, 5), "draw ");
  body["move"] = "draw " + tile;
  log[at].body = json::serialize(body);
  log.resize(size);
  return log;
}

bool is_half(const json::value& tile) {
  return tile.is_object() && tile.as_object().contains("shape");
}

/// HALF-2, first game: nothing tells a half tile that was dealt to somebody else, or to nobody.
TEST(HalfTiles, AHiddenDealIsToldToItsSeatAlone) {
  LiveGame live = new_live_game(sha256_hex("hidden half tiles"), 2, {{"halflings", "first"}});
  std::vector<StoredEvent> log = live.take_fresh();
  const GameRules& rules = live.rules();
  const auto& reserve = live.game()->state().v.reserve;
  ASSERT_EQ(live.game()->state().v.reserve_size[1], 3);
  int left = -1;  // a half tile that nobody got
  for (const KindIndex kind : rules.kernel.reserve.pool)
    if (std::none_of(reserve.begin(), reserve.begin() + 2, [&](const auto& held) {
          return std::find(held.begin(), held.begin() + 3, kind) != held.begin() + 3;
        }))
      left = kind;
  ASSERT_GE(left, 0);
  // The second seat's last half tile is another one: neither the first seat nor a spectator can tell, nor can a bot.
  std::size_t at = 0;
  for (std::size_t i = 0; i < log.size(); ++i)
    if (log[i].kind == "draw" && log[i].body.find("draw H") != std::string::npos) at = i;
  ASSERT_NE(log[at].body.find(rules.kinds[reserve[1][2]].name), std::string::npos);
  const LiveGame other = load(live, with_draw(log, at, rules.kinds[left].name, log.size()));
  ASSERT_EQ(other.game()->state().v.reserve[1][2], left);
  ASSERT_EQ(live.to_move(), 0);
  for (const int viewer : {0, -1}) EXPECT_EQ(told(live, viewer), told(other, viewer));
  EXPECT_NE(told(live, 1), told(other, 1));
  for (uint64_t seed = 0; seed < 5; ++seed) EXPECT_EQ(choose_turn(live, seed), choose_turn(other, seed));

  // Nor later: what is still held is named nowhere.
  for (int turn = 0; live.status() != "over"; ++turn) {
    for (const int viewer : {0, 1, -1}) {
      const std::string all = told(live, viewer);
      for (const KindIndex kind : rules.kernel.reserve.pool) {
        const State<Full>& state = live.game()->state();
        const bool lies = std::any_of(state.piece.begin(), state.piece.begin() + state.pieces,
                                      [&](const auto& piece) { return piece.kind == kind; });
        const auto& own = state.v.reserve[std::max(viewer, 0)];
        const int size = viewer < 0 ? 0 : state.v.reserve_size[viewer];
        if (lies || std::find(own.begin(), own.begin() + size, kind) != own.begin() + size) continue;
        const TileSpec& tile = *rules.kinds[kind].tile;
        ASSERT_EQ(all.find(rules.kinds[kind].name), std::string::npos) << viewer << " " << rules.kinds[kind].name;
        ASSERT_EQ(all.find(fmt::format(R"("set":"{}","id":"{}")", tile.set, tile.id)), std::string::npos) << viewer;
      }
    }
    play_turn(live, turn);
    if (HasFatalFailure()) return;
  }
  for (int n = 1; n <= live.seq(); ++n) {
    const json::object event = json::parse(live.event(n, -1)).as_object();
    if (event.at("type") == "dealt") {
      EXPECT_FALSE(event.at("tile").is_null()) << "the game is over";
    }
  }
  EXPECT_EQ(live.record(-1).find('?'), std::string::npos);
}

/// A game whose last turn laid the hill, with its log and where the tile under it stands there.
struct Buried {
  LiveGame live;
  std::vector<StoredEvent> log;
  std::size_t at = 0;
};

Buried play_to_the_hill() {
  Options options = {{"halflings", "draft"}, {"half_sets", "two"}, {"half_tiles", "6"}};
  Buried found{new_live_game(sha256_hex("what lies under the hill"), 2, options), {}, 0};
  for (int turn = 0; found.at == 0 && found.live.status() != "over"; ++turn) {
    play_turn(found.live, turn);
    for (StoredEvent& entry : found.live.take_fresh()) found.log.push_back(std::move(entry));
    for (std::size_t i = 1; i < found.log.size(); ++i)
      if (found.log[i - 1].body.find("H2-03 ") != std::string::npos && found.log[i].kind == "draw") found.at = i;
  }
  return found;
}

/// HALF-HILL: nothing depends on which tile went under it, before the end; a bot plays the same too.
TEST(HalfTiles, WhatLiesUnderAHillIsToldToNobodyBeforeTheEnd) {
  Buried hill = play_to_the_hill();
  ASSERT_GT(hill.at, 0u) << "the hill was never laid";
  ASSERT_EQ(hill.live.game()->state().v.buried_size, 1);
  for (int turn = 1000; turn < 1004 && hill.live.status() == "playing"; ++turn) {
    play_turn(hill.live, turn);
    for (StoredEvent& entry : hill.live.take_fresh()) hill.log.push_back(std::move(entry));
  }
  ASSERT_EQ(hill.live.status(), "playing");
  const State<Full>& state = hill.live.game()->state();
  int other_kind = -1;  // one that has been drawn since would show in its picture's number, if anything did
  for (int i = 0; i < state.left; ++i)
    if (state.stack[i] != state.v.buried[0]) other_kind = state.stack[i];
  ASSERT_GE(other_kind, 0);
  const std::string name = hill.live.rules().kinds[other_kind].name;
  const LiveGame other = load(hill.live, with_draw(hill.log, hill.at, name, hill.log.size()));
  ASSERT_EQ(other.game()->state().v.buried[0], other_kind);
  for (const int viewer : {0, 1, -1}) EXPECT_EQ(told(hill.live, viewer), told(other, viewer)) << viewer;
  for (uint64_t seed = 0; seed < 5; ++seed) EXPECT_EQ(choose_turn(hill.live, seed), choose_turn(other, seed));
  EXPECT_NE(hill.live.record(0).find("under:?"), std::string::npos);

  for (int turn = 2000; hill.live.status() != "over"; ++turn) play_turn(hill.live, turn);
  const json::object over = json::parse(hill.live.event(hill.live.seq(), -1)).as_object();
  ASSERT_EQ(over.at("buried").as_array().size(), 1u);
  const json::value& revealed = over.at("buried").at(0);
  for (int n = 1; n <= hill.live.seq(); ++n) {
    const json::object event = json::parse(hill.live.event(n, -1)).as_object();
    if (event.at("type") != "buried") continue;
    EXPECT_EQ(event.at("tile"), revealed.at("tile"));
    EXPECT_EQ(event.at("piece"), revealed.at("piece"));
  }
  EXPECT_NE(hill.live.record(-1).find("under:" + text(revealed.at("tile").at("id"))), std::string::npos);
}

/// Counts each kind of ply, and that the game loaded from the log so far is the same game.
void play_and_reload(LiveGame live, std::map<Phase, int>& asked) {
  std::vector<StoredEvent> log = live.take_fresh();
  for (int turn = 0; turn < 600 && live.status() != "over"; ++turn) {
    const Phase phase = live.game()->state().phase;
    if (phase != Phase::tile && ++asked[phase] % 5 == 1) {
      const LiveGame again = load(live, log);
      ASSERT_EQ(again.seq(), live.seq());
      EXPECT_EQ(told(again, live.to_move()), told(live, live.to_move()));
    }
    play_turn(live, turn);
    if (testing::Test::HasFatalFailure()) return;
    for (StoredEvent& entry : live.take_fresh()) log.push_back(std::move(entry));
  }
  ASSERT_EQ(live.status(), "over");
  const LiveGame again = load(live, log);
  ASSERT_EQ(again.seq(), live.seq());
  for (int n = 1; n <= live.seq(); ++n) ASSERT_EQ(again.event(n, 1), live.event(n, 1));
  const std::string text = live.record(-1);
  const auto record = parse_record(builtin_catalogue(), text);
  ASSERT_TRUE(record) << record.error().text() << text;
  const auto game = Game::replay(*record);
  ASSERT_TRUE(game) << game.error().text() << text;
  EXPECT_TRUE(game->over());
}

TEST(HalfTiles, BotsPlayThemInEveryWay) {
  const std::vector<Options> ways = {{{"draw", "hand"}},
                                     {{"draw", "hand"}, {"hand_view", "hidden"}, {"bag", "blind"}},
                                     {{"draw", "ahead"}, {"holes", "on"}},
                                     {{"bag", "back"}, {"first", "lots"}},
                                     {{"offers", "on"}, {"first", "roll"}},
                                     {{"abbots", "on"}, {"half_count", "2015-10"}}};
  std::map<Phase, int> asked;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    Options options = ways[i];
    options["halflings"] = i % 2 == 0 ? "draft" : "first";
    const int seats = i < 4 ? 2 : 4;
    options["half_tiles"] = std::to_string(12 / seats);
    play_and_reload(new_live_game(sha256_hex(fmt::format("way {}", i)), seats, options), asked);
    if (HasFatalFailure()) return;
    options["halflings"] = "draft";
    options["half_tiles"] = "3";
    play_and_reload(new_live_game(sha256_hex(fmt::format("greedy {}", i)), 4, options, "greedy"), asked);
    if (HasFatalFailure()) return;
  }
  for (const Phase phase : {Phase::pick, Phase::reserve, Phase::ask})
    EXPECT_GT(asked[phase], 0) << static_cast<int>(phase);
}

// ---------------------------------------------------------------- over the network

class HalfTileGames : public testing::Test {
 protected:
  json::value make(const Options& options, const std::vector<std::string>& seats, int more = 3) {
    json::object body{{"preset", "new"}, {"public", true}, {"options", json::value_from(options)}};
    json::array asked;
    for (const std::string& seat : seats)
      asked.push_back(seat == "me" ? json::object{{"kind", "me"}} : json::object{{"kind", "bot"}, {"bot", seat}});
    body.at("options").as_object()["half_tiles"] = std::to_string(more);
    body["seats"] = std::move(asked);
    return post(server_->port(), "/api/games", body, "Created");
  }

  Folder folder_;
  std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(folder_.path());
};

/// What a client makes of the events: everything that can be counted adds up at every one of them.
class Folded {
 public:
  explicit Folded(int seats) : held_(seats) {}

  void take(const json::value& event) {
    const std::string type = text(event.at("type"));
    if (type == "dealt" || type == "picked") {
      auto& held = held_.at(number(event.at("seat")));
      held.push_back(event.at("tile"));
      EXPECT_EQ(number(event.at("held")), static_cast<int>(held.size()));
      EXPECT_TRUE(event.at("tile").is_null() || is_half(event.at("tile")));
    }
    if (type == "placed") lay(event);
    if (type == "follower") figures_.insert(number(event.at("follower").at("id")));
    if (type == "home") {
      EXPECT_EQ(figures_.erase(number(event.at("follower"))), 1u);
      ++homes;
    }
    if (type == "award") go_home(event.at("award").at("returned").as_array());
    if (type == "over") go_home(event.at("returned").as_array());
    if (type == "chosen") ++chosen;
    if (type == "buried") ++buried;
  }

  void go_home(const json::array& ids) {
    for (const json::value& id : ids) EXPECT_EQ(figures_.erase(number(id)), 1u);
  }

  void lay(const json::value& event) {
    const bool half = is_half(event.at("piece"));
    EXPECT_EQ(half, event.as_object().contains("reserve"));
    if (!half) return;
    ++laid;
    auto& held = held_.at(number(event.at("seat")));
    auto tile = std::find_if(held.begin(), held.end(), [&](const json::value& one) {
      return one.is_object() && one.at("set") == event.at("piece").at("set") &&
             one.at("id") == event.at("piece").at("id") && one.at("seed") == event.at("piece").at("seed");
    });
    if (tile == held.end())
      tile = std::find_if(held.begin(), held.end(), [](const json::value& one) { return one.is_null(); });
    ASSERT_NE(tile, held.end()) << json::serialize(event);
    held.erase(tile);
  }

  const std::vector<json::value>& held(int seat) const { return held_.at(seat); }
  std::size_t on_board() const { return figures_.size(); }
  int laid = 0, chosen = 0, homes = 0, buried = 0;

 private:
  std::vector<std::vector<json::value>> held_;
  std::set<int> figures_;
};

Folded fold(const Person& person, int seats) {
  Folded folded(seats);
  for (const json::value& event : person.events()) folded.take(event);
  return folded;
}

TEST_F(HalfTileGames, ADraftWithFourSeatsToTheEnd) {
  const json::value created = make({{"halflings", "draft"}, {"half_sets", "two"}}, {"me", "greedy", "me", "random"});
  const std::string game = text(created.at("game"));
  Person first(server_->port(), game, token_of(created, 0), 1), third(server_->port(), game, token_of(created, 2), 2);
  const json::value& pick = third.wait_for_turn() ? third.turn() : first.turn();
  EXPECT_EQ(pick.at("phase"), "pick");
  EXPECT_EQ(number(pick.at("pick").at("round")), 1);
  EXPECT_EQ(pick.at("pick").at("pool").as_array().size(), 11u) << "the last seat picks first, then round to the right";
  std::thread other([&] { third.play_to_end(); });
  first.play_to_end();
  other.join();
  EXPECT_EQ(first.events(), third.events()) << "a draft is open";
  const Folded folded = fold(first, 4);
  EXPECT_GT(folded.laid, 6);
  EXPECT_EQ(folded.on_board(), 0u);
  std::vector<int> order;
  for (const json::value& event : first.events())
    if (event.at("type") == "picked") order.push_back(number(event.at("seat")));
  EXPECT_EQ(order, (std::vector<int>{3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, 0}));
  const json::value summary = get(server_->port(), "/api/games/" + game, "GameSummary");
  for (int seat = 0; seat < 4; ++seat)
    EXPECT_EQ(number(summary.at("seats").at(seat).at("halfTiles")), static_cast<int>(folded.held(seat).size()));
  for (const json::value& event : first.events())
    if (event.at("type") == "placed" && is_half(event.at("piece")))
      get(server_->port(),
          fmt::format("/api/games/{}/layer/summer/{}.json", game, number(event.at("piece").at("piece"))), "LayerArt");
}

TEST_F(HalfTileGames, AFirstGameHidesWhatIsDealtAndShowsItAtTheEnd) {
  const json::value created = make({{"halflings", "first"}}, {"me", "me"}, 6);
  const std::string game = text(created.at("game"));
  Person first(server_->port(), game, token_of(created, 0), 1), second(server_->port(), game, token_of(created, 1), 2),
      watcher(server_->port(), game, "", 3);
  const auto known = [](const Folded& folded, int seat) {
    const auto& held = folded.held(seat);
    return std::count_if(held.begin(), held.end(), [](const json::value& tile) { return !tile.is_null(); });
  };
  EXPECT_EQ(known(fold(first, 2), 0), 6);
  EXPECT_EQ(known(fold(first, 2), 1), 0);
  EXPECT_EQ(known(fold(second, 2), 1), 6);
  EXPECT_EQ(known(fold(watcher, 2), 0) + known(fold(watcher, 2), 1), 0);
  EXPECT_FALSE(watcher.turn().as_object().contains("reserve"));
  ASSERT_TRUE(first.wait_for_turn());
  EXPECT_EQ(first.turn().at("phase"), "reserve");
  EXPECT_EQ(first.turn().at("reserve").as_array().size(), 6u);
  EXPECT_EQ(first.turn().at("goOn").at("then"), "draw");
  EXPECT_EQ(first.turn().at("goOn").at("translations").at("de").at("words"), "Ein Plättchen ziehen");
  std::thread other([&] { second.play_to_end(); });
  first.play_to_end();
  other.join();
  while (!watcher.over()) watcher.take(watcher.socket().read());
  const Folded folded = fold(watcher, 2);
  EXPECT_EQ(folded.on_board(), 0u);
  const json::value& over = watcher.events().back();
  std::size_t left = 0;
  if (const json::value* reserves = over.as_object().if_contains("reserves"))
    for (const json::value& seat : reserves->as_array()) left += seat.at("tiles").as_array().size();
  EXPECT_EQ(left + static_cast<std::size_t>(folded.laid), 12u);
  const Person later(server_->port(), game, "", 4);
  EXPECT_EQ(known(fold(later, 2), 0) + known(fold(later, 2), 1), static_cast<long>(left));
}

/// The server stops in the middle of the draft, and again at a crop circle; the game goes on where it was.
TEST_F(HalfTileGames, GoesOnAfterARestartAtEveryQuestion) {
  const json::value created = make({{"halflings", "draft"}, {"half_sets", "two"}}, {"me", "me"}, 6);
  const std::string game = text(created.at("game"));
  auto people = std::array<Person, 2>{Person(server_->port(), game, token_of(created, 0), 5),
                                      Person(server_->port(), game, token_of(created, 1), 6)};
  std::map<std::string, int> asked;
  while (!people[0].over()) {
    Person& mover = people[0].may_move() ? people[0] : people[1];
    ASSERT_TRUE(mover.may_move());
    const std::string phase = text(mover.turn().at("phase"));
    if (asked[phase]++ == 1 || (phase == "choice" && asked[phase] == 1)) {
      const json::value turn = mover.turn();
      server_->stop();
      server_ = std::make_unique<RunningServer>(folder_.path());
      for (Person& person : people) person.reconnect(server_->port());
      EXPECT_EQ(mover.turn(), turn);
    }
    const int before = mover.seq();
    mover.play();
    for (Person& person : people)
      while (person.seq() == before && person.socket().open()) {
        const json::value message = person.socket().read();
        ASSERT_NE(message.at("type"), "refused") << json::serialize(message);
        person.take(message);
      }
  }
  EXPECT_EQ(asked["pick"], 12);
  EXPECT_EQ(asked["choice"], 1);
  EXPECT_GT(asked["answer"], 0);
  const Folded folded = fold(people[0], 2);
  EXPECT_EQ(folded.chosen, 1);
  EXPECT_EQ(folded.buried, 1);
  EXPECT_EQ(folded.on_board(), 0u);
}

}  // namespace
}  // namespace bastide::test
