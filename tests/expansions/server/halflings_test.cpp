// Whole games with half tiles: what is told of them and to whom, drafts, hills and crop circles, and the same again
// from the log.
#include <fmt/format.h>

#include <algorithm>

#include "notation/words.h"
#include "server/analysis.h"
#include "server/bots.h"
#include "server/client.h"
#include "server/secrets.h"
#include "short_form.h"

namespace bastide::test {
namespace {

using Options = std::map<std::string, std::string>;

constexpr std::string_view kPick = "halflings.picking", kCircle = "crop-circles.crop", kAnswer = "crop-circles.answer";

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
  all += AnalysisPages(builtin_catalogue(), "v").compare(live).body->plain();
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

/// Kinds in a pile, in the order in which they came there.
std::vector<int> tiles_in(const LiveGame& live, std::string_view pile, int seat) {
  std::vector<int> kinds;
  for_each_held(live.game()->state(), live.rules().pile(pile), seat, [&](int kind) { kinds.push_back(kind); });
  return kinds;
}

/// HALF-2, first game: nothing tells a half tile that was dealt to somebody else, or to nobody.
TEST(HalfTiles, AHiddenDealIsToldToItsSeatAlone) {
  LiveGame live = new_live_game(sha256_hex("hidden half tiles"), 2, {{"halflings", "first"}});
  std::vector<StoredEvent> log = live.take_fresh();
  const GameRules& rules = live.rules();
  const std::vector<int> second = tiles_in(live, "reserve", 1);
  ASSERT_EQ(second.size(), 3u);
  const int left = tiles_in(live, "pool", kNobody).back();  // a half tile that nobody got
  // The second seat's last half tile is another one: neither the first seat nor a spectator can tell, nor can a bot.
  std::size_t at = 0;
  for (std::size_t i = 0; i < log.size(); ++i)
    if (log[i].kind == "draw" && log[i].body.find("draw H") != std::string::npos) at = i;
  ASSERT_NE(log[at].body.find(rules.kinds[second[2]].name), std::string::npos);
  const LiveGame other = load(live, with_draw(log, at, rules.kinds[left].name, log.size()));
  ASSERT_EQ(tiles_in(other, "reserve", 1)[2], left);
  ASSERT_EQ(live.to_move(), 0);
  for (const int viewer : {0, -1}) EXPECT_EQ(told(live, viewer), told(other, viewer));
  EXPECT_NE(told(live, 1), told(other, 1));
  for (uint64_t seed = 0; seed < 5; ++seed) EXPECT_EQ(choose_turn(live, seed), choose_turn(other, seed));

  // Nor later: what is still held is named nowhere.
  for (int turn = 0; live.status() != "over"; ++turn) {
    for (const int viewer : {0, 1, -1}) {
      if (in_short_form() && turn % 6 != 0) break;
      const std::string all = told(live, viewer);
      const std::vector<int> own = viewer < 0 ? std::vector<int>() : tiles_in(live, "reserve", viewer);
      for (const HeldTile& half : rules.kernel.held) {
        const int kind = half.kind;
        const State<Full>& state = live.game()->state();
        const bool lies = std::any_of(state.piece.begin(), state.piece.begin() + state.pieces,
                                      [&](const auto& piece) { return piece.kind == kind; });
        if (lies || std::find(own.begin(), own.end(), kind) != own.end()) continue;
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
    for (const json::value& pile : changes(event, "pile"))
      for (const json::value& tile : pile.at("tiles").as_array()) EXPECT_FALSE(tile.is_null()) << "the game is over";
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

// Tiles that seats have from the start are none of those that are dealt.
TEST(HalfTiles, AreDealtBesideTilesThatSeatsJustHave) {
  for (char digit = '0'; digit < '8'; ++digit) {
    const LiveGame live =
        new_live_game(std::string(64, digit), 2, {{"halflings", "first"}, {"abbey_and_mayor", "2016"}});
    EXPECT_GT(live.seq(), 1) << digit;
  }
}

/// HALF-HILL: nothing depends on which tile went under it, before the end; a bot plays the same too.
TEST(HalfTiles, WhatLiesUnderAHillIsToldToNobodyBeforeTheEnd) {
  Buried hill = play_to_the_hill();
  ASSERT_GT(hill.at, 0u) << "the hill was never laid";
  const std::vector<int> under = tiles_in(hill.live, "buried", kNobody);
  ASSERT_EQ(under.size(), 1u);
  for (int turn = 1000; turn < 1004 && hill.live.status() == "playing"; ++turn) {
    play_turn(hill.live, turn);
    for (StoredEvent& entry : hill.live.take_fresh()) hill.log.push_back(std::move(entry));
  }
  ASSERT_EQ(hill.live.status(), "playing");
  const State<Full>& state = hill.live.game()->state();
  int other_kind = -1;  // one that has been drawn since would show in its picture's number, if anything did
  for (int i = 0; i < state.left; ++i)
    if (state.stack[i] != under[0]) other_kind = state.stack[i];
  ASSERT_GE(other_kind, 0);
  const std::string name = hill.live.rules().kinds[other_kind].name;
  const LiveGame other = load(hill.live, with_draw(hill.log, hill.at, name, hill.log.size()));
  ASSERT_EQ(tiles_in(other, "buried", kNobody)[0], other_kind);
  for (const int viewer : {0, 1, -1}) EXPECT_EQ(told(hill.live, viewer), told(other, viewer)) << viewer;
  for (uint64_t seed = 0; seed < 5; ++seed) EXPECT_EQ(choose_turn(hill.live, seed), choose_turn(other, seed));
  EXPECT_NE(hill.live.record(0).find("under:?"), std::string::npos);

  for (int turn = 2000; hill.live.status() != "over"; ++turn) play_turn(hill.live, turn);
  const json::object over = json::parse(hill.live.event(hill.live.seq(), -1)).as_object();
  ASSERT_EQ(over.at("revealed").as_array().size(), 1u);
  const json::value& revealed = over.at("revealed").at(0);
  EXPECT_EQ(revealed.at("pile"), "buried");
  for (int n = 1; n <= hill.live.seq(); ++n)
    for (const json::value& pile : changes(json::parse(hill.live.event(n, -1)), "under")) EXPECT_EQ(pile, revealed);
  EXPECT_NE(hill.live.record(-1).find("under:" + text(revealed.at("tiles").at(0).at("id"))), std::string::npos);
}

/// Counts each kind of ply, and that the game loaded from the log so far is the same game.
/// What the seat to move is asked, roughly.
std::string asks_for(const Game& game) {
  const State<Full>& state = game.state();
  if (const Pending* asked = question(state)) return std::string(game.rules().question(*asked).name);
  if (state.phase == Phase::tile) return tile_choice(state) == State<Full>::Choice::may_draw ? "half or draw" : "tile";
  return "figure";
}

void play_and_reload(LiveGame live, std::map<std::string, int>& asked) {
  std::vector<StoredEvent> log = live.take_fresh();
  for (int turn = 0; turn < 600 && live.status() != "over"; ++turn) {
    const std::string what = asks_for(*live.game());
    if (what != "tile" && ++asked[what] % 5 == 1) {
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
  for (int n = 1; n <= live.seq(); ++n) {
    ASSERT_EQ(again.event(n, 1), live.event(n, 1));
    const json::value event = json::parse(live.event(n, 1));
    for (const std::string_view of : {kCircle, kAnswer})
      asked[std::string(of)] += event.at("type") == "did" && test::text(event.at("of")) == of;
  }
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
  std::map<std::string, int> asked;
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
  for (const char* what : {"picking", "half or draw", "bid"}) EXPECT_GT(asked[what], 0) << what;
  for (const std::string_view of : {kCircle, kAnswer}) EXPECT_GT(asked[std::string(of)], 0) << of;
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
    for (const json::value& laid_now : changes(event, "piece")) laid += is_half(laid_now.at("piece"));
    for (const json::value& figure : changes(event, "figure")) move(figure);
    for (const json::value& pile : changes(event, "pile")) {
      if (pile.at("pile") == "buried") buried += static_cast<int>(pile.at("tiles").as_array().size());
      if (pile.at("pile") == "reserve") hold(event, pile);
    }
    if (type == "award") go_home(event.at("award").at("returned").as_array());
    if (type == "over") go_home(event.at("returned").as_array());
    if (type == "did" && text(event.at("of")) == kCircle) ++chosen;
  }

  void move(const json::value& figure) {
    if (figure.at("at").is_null()) {
      EXPECT_EQ(figures_.erase(number(figure.at("figure"))), 1u);
      ++homes;
    } else {
      EXPECT_TRUE(figures_.insert(number(figure.at("figure"))).second);
    }
  }

  /// One more, or the one less that the same event lays.
  void hold(const json::value& event, const json::value& pile) {
    auto& held = held_.at(number(pile.at("seat")));
    const auto& now = pile.at("tiles").as_array();
    const auto laid_now = changes(event, "piece");
    EXPECT_EQ(now.size() + laid_now.size(), held.size() + (laid_now.empty() ? 1 : 0));
    for (const json::value& tile : now) EXPECT_TRUE(tile.is_null() || is_half(tile));
    held.assign(now.begin(), now.end());
  }

  void go_home(const json::array& ids) {
    for (const json::value& id : ids) EXPECT_EQ(figures_.erase(number(id)), 1u);
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
  const json::value& pick = third.wait_for_turn() ? third.ask() : first.ask();
  EXPECT_EQ(text(pick.at("of")), kPick);
  EXPECT_EQ(pick.at("options").as_array().size(), 11u) << "the last seat picks first, then round to the right";
  std::thread other([&] { third.play_to_end(); });
  first.play_to_end();
  other.join();
  EXPECT_EQ(first.events(), third.events()) << "a draft is open";
  const Folded folded = fold(first, 4);
  EXPECT_GT(folded.laid, 6);
  EXPECT_EQ(folded.on_board(), 0u);
  std::vector<int> order;
  for (const json::value& event : first.events())
    if (event.at("type") == "did" && text(event.at("of")) == kPick) order.push_back(number(event.at("seat")));
  EXPECT_EQ(order, (std::vector<int>{3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, 0}));
  const json::value summary = get(server_->port(), "/api/games/" + game, "GameSummary");
  for (int seat = 0; seat < 4; ++seat)
    EXPECT_EQ(number(summary.at("seats").at(seat).at("given")), static_cast<int>(folded.held(seat).size()));
  for (const json::value& event : first.events())
    for (const json::value& laid : changes(event, "piece"))
      if (is_half(laid.at("piece")))
        get(server_->port(),
            fmt::format("/api/games/{}/layer/summer/{}.json", game, number(laid.at("piece").at("piece"))), "LayerArt");
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
  EXPECT_TRUE(watcher.ask().at("options").as_array().empty());
  ASSERT_TRUE(first.wait_for_turn());
  EXPECT_EQ(first.ask().at("of"), "halflings.lay");
  EXPECT_GT(first.ask().at("options").as_array().size(), 0u);
  for (const json::value& option : first.ask().at("options").as_array()) EXPECT_EQ(option.at("pile"), "reserve");
  EXPECT_EQ(first.ask().at("pass").at("move"), "-");
  EXPECT_EQ(first.ask().at("pass").at("translations").at("de").at("label"), "Ein Plättchen ziehen");
  std::thread other([&] { second.play_to_end(); });
  first.play_to_end();
  other.join();
  while (!watcher.over()) watcher.take(watcher.socket().read());
  const Folded folded = fold(watcher, 2);
  EXPECT_EQ(folded.on_board(), 0u);
  const json::value& over = watcher.events().back();
  std::size_t left = 0;
  if (const json::value* reserves = over.as_object().if_contains("revealed"))
    for (const json::value& pile : reserves->as_array()) left += pile.at("tiles").as_array().size();
  EXPECT_EQ(left + static_cast<std::size_t>(folded.laid), 12u);
  const Person later(server_->port(), game, "", 4);
  EXPECT_EQ(known(fold(later, 2), 0) + known(fold(later, 2), 1), static_cast<long>(left));
}

/// The server stops in the middle of the draft, and again at a crop circle; the game goes on where it was. Not every
/// game comes to a hill and a circle with somebody to ask: a few are played until one has.
TEST_F(HalfTileGames, GoesOnAfterARestartAtEveryQuestion) {
  bool answered = false, chosen = false, buried = false;
  const auto play_one = [&] {
    const json::value created = make({{"halflings", "draft"}, {"half_sets", "two"}}, {"me", "me"}, 6);
    const std::string game = text(created.at("game"));
    auto people = std::array<Person, 2>{Person(server_->port(), game, token_of(created, 0), 5),
                                        Person(server_->port(), game, token_of(created, 1), 6)};
    std::map<std::string, int, std::less<>> asked;
    while (!people[0].over()) {
      Person& mover = people[0].may_move() ? people[0] : people[1];
      EXPECT_TRUE(mover.may_move());
      if (!mover.may_move()) return Folded(2);
      const std::string of = text(mover.ask().at("of"));
      if (asked[of]++ == 1 || (of == kAnswer && asked[of] == 1)) {
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
          EXPECT_NE(message.at("type"), "refused") << json::serialize(message);
          if (message.at("type") == "refused") return Folded(2);
          person.take(message);
        }
    }
    EXPECT_EQ(asked[std::string(kPick)], 12);
    EXPECT_EQ(asked[std::string(kCircle)], 0) << "it is answered with the turn that laid the tile";
    answered =
        answered || std::any_of(people[0].events().begin(), people[0].events().end(), [](const json::value& event) {
          return event.at("type") == "did" && text(event.at("of")) == kAnswer;
        });
    return fold(people[0], 2);
  };
  for (int attempt = 0; attempt < 12 && !(answered && chosen && buried); ++attempt) {
    const Folded folded = play_one();
    if (HasFailure()) return;
    chosen = chosen || folded.chosen == 1;
    buried = buried || folded.buried == 1;
    EXPECT_EQ(folded.on_board(), 0u);
  }
  EXPECT_TRUE(answered && chosen && buried) << answered << chosen << buried;
}

}  // namespace
}  // namespace bastide::test
