// Two worlds that differ only in what a viewer may not know: hidden hands, half tiles dealt, what lies under hills, the
// order of the stack. Every byte that leaves the server is the same in both, and bots play the same in both.
#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "ai/player.h"
#include "game/json.h"
#include "game/worlds.h"
#include "notation/words.h"
#include "server/analysis.h"
#include "server/bots.h"
#include "server/client.h"
#include "server/live_game.h"
#include "server/secrets.h"
#include "short_form.h"
#include "store/event_store.h"

namespace bastide::test {
namespace {

using Options = std::map<std::string, std::string>;

constexpr const char* kGame = "thesame1";

/// Every option with something hidden, alone and with those that it meets.
std::vector<Options> hidden_ways() {
  const Options hand = {{"draw", "hand"}, {"hand_view", "hidden"}};
  const auto with = [](Options all, const Options& more) {
    all.insert(more.begin(), more.end());
    return all;
  };
  const Options dealt = {{"halflings", "first"}, {"half_tiles", "3"}};
  const Options hills = {{"halflings", "draft"}, {"half_sets", "two"}, {"half_tiles", "6"}};
  return {hand,
          with(hand, {{"hand_size", "5"}, {"abbots", "on"}}),
          with(hand, {{"bag", "back"}}),
          with(hand, {{"bag", "blind"}, {"first", "lots"}}),
          dealt,
          with(dealt, {{"half_sets", "two"}, {"half_tiles", "6"}}),
          with(dealt, {{"offers", "on"}}),
          with(dealt, hand),
          hills,
          with(hills, hand),
          with(with(dealt, {{"half_sets", "two"}}), {{"draw", "ahead"}, {"holes", "on"}})};
}

LiveGame game_of_two(const std::string& seed, const Options& options, const std::string& kind = "bot") {
  init_secrets();
  LiveSetup setup;
  setup.choice.preset = "new";
  setup.choice.options = options;
  setup.listed = true;
  setup.seats = {{kind, "A", "random"}, {kind, "B", "random"}};
  LiveGame live = LiveGame::create(builtin_catalogue(), kGame, setup, seed, "v", 1000).value();
  EXPECT_TRUE(live.begin_if_full(1000));
  return live;
}

/// A tile that somebody drew and the viewer has not seen.
struct Unseen {
  std::size_t entry = 0;  ///< of the log
  int seat = 0;
  int kind = 0;
  bool buried = false;
};

std::vector<Unseen> unseen_by(int viewer, const LiveGame& live, const std::vector<StoredEvent>& log) {
  const Game game = live.game()->at(static_cast<int>(live.game()->played().size()));
  std::vector<Unseen> unseen;
  const auto seen = [&](int seat, int kind) {
    const auto first = std::find_if(unseen.begin(), unseen.end(), [&](const Unseen& one) {
      return !one.buried && one.seat == seat && one.kind == kind;
    });
    if (first != unseen.end()) unseen.erase(first);
  };
  std::size_t entry = 0;
  for (const Ply& ply : game.plies()) {
    while (log.at(entry).kind != "draw" && log.at(entry).kind != "move") ++entry;
    const int kind = ply.move.tile;
    if (ply.move.kind == MoveKind::draw) {
      const bool hidden = ply.pile >= 0 && !game.sees(viewer, ply.pile, ply.seat);
      const bool nobodys = hidden && game.rules().kernel.piles[ply.pile].sight == Sight::nobody;
      if (hidden) unseen.push_back({entry, ply.seat, kind, nobodys});
    }
    if (ply.move.kind == MoveKind::tile) seen(ply.seat, kind);
    for (const SetAside& aside : ply.aside) seen(aside.seat, aside.tile);
    ++entry;
  }
  return unseen;
}

void draw_instead(std::vector<StoredEvent>& log, std::size_t entry, const std::string& tile) {
  json::object body = json::parse(log.at(entry).body).as_object();
  body["move"] = "draw " + tile;
  log[entry].body = json::serialize(body);
}

/// The same log with an unseen tile exchanged for another one: unseen too, or still in the stack.
std::vector<std::vector<StoredEvent>> other_worlds(int viewer, const LiveGame& live,
                                                   const std::vector<StoredEvent>& log) {
  const GameRules& rules = live.rules();
  const State<Full>& state = live.game()->state();
  const std::vector<Unseen> unseen = unseen_by(viewer, live, log);
  const auto name = [&](int kind) { return rules.kinds[kind].name; };
  std::vector<std::vector<StoredEvent>> worlds;
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    const bool half = kept_apart(rules, unseen[i].kind);
    for (std::size_t j = i + 1; j < unseen.size(); ++j) {
      const bool same = unseen[i].seat == unseen[j].seat && !unseen[i].buried && !unseen[j].buried;
      if (same || unseen[i].kind == unseen[j].kind || kept_apart(rules, unseen[j].kind) != half) continue;
      worlds.push_back(log);
      draw_instead(worlds.back(), unseen[i].entry, name(unseen[j].kind));
      draw_instead(worlds.back(), unseen[j].entry, name(unseen[i].kind));
    }
    std::set<int> left(state.stack.begin(), state.stack.begin() + state.left);
    if (half) {
      left.clear();
      for_each_held(state, rules.pile("pool"), kNobody, [&](int kind) { left.insert(kind); });
    }
    left.erase(unseen[i].kind);
    for (const int kind : left) {
      worlds.push_back(log);
      draw_instead(worlds.back(), unseen[i].entry, name(kind));
    }
  }
  return worlds;
}

/// Whether two games went the same way for everybody to see: what a tile is may change what its seat can do, and then
/// they part in the open.
bool went_alike(const Game& a, const Game& b) {
  const State<Full>&s = a.state(), &t = b.state();
  const auto alike = [](const PlayedPly& p, const PlayedPly& q) {
    const bool draws = p.move.kind == MoveKind::draw && q.move.kind == MoveKind::draw;
    return (draws || p.move == q.move) && p.seat == q.seat && p.set_aside == q.set_aside && p.declined == q.declined;
  };
  for (std::size_t pile = 0; pile < a.rules().kernel.piles.size(); ++pile)
    for (int seat = 0; seat < a.rules().kernel.seats; ++seat)
      if (held_by(s, static_cast<int>(pile), seat) != held_by(t, static_cast<int>(pile), seat)) return false;
  return s.phase == t.phase && s.seat == t.seat && s.left == t.left && tile_choice(s) == tile_choice(t) &&
         has_declined(s) == has_declined(t) &&
         std::equal(a.played().begin(), a.played().end(), b.played().begin(), b.played().end(), alike);
}

/// What trying says: every answer to what is asked, and to what would be asked then.
std::string tried(const LiveGame& live, int seat) {
  std::string all;
  std::vector<std::vector<std::string>> lines = {{}};
  for (std::size_t line = 0; line < lines.size() && line < 40; ++line) {
    const auto said = live.tried(seat, lines[line]);
    all += (said ? *said : json::serialize(error_json(said.error()))) + "\n";
    if (!said) continue;
    const json::value value = json::parse(*said);
    const json::value& ask = value.at("ask");
    if (ask.is_null()) continue;
    const std::vector<std::string> answers = answers_to(ask);
    for (std::size_t i = 0; i < answers.size(); i += 1 + answers.size() / 6) {
      lines.push_back(lines[line]);
      lines.back().push_back(answers[i]);
    }
  }
  return all;
}

/// Everything that leads out of a game.
std::string all_told(const LiveGame& live, int viewer) {
  std::string all = live.events_since(0, viewer) + fmt::format("\nopen {}\n", live.all_open_since(0));
  for (int n = 1; n <= live.seq(); ++n) all += live.event(n, viewer) + "\n";
  const bool moves = viewer >= 0 && viewer == live.to_move();
  if (moves) all += tried(live, viewer);
  all += json::serialize(live.summary()) + json::serialize(live.standing()) + live.turn(moves) + "\n" +
         json::serialize(live.features()) + live.record(viewer) + live.record(-1);
  all += AnalysisPages(builtin_catalogue(), "v").compare(live).body->plain();
  ArtPages art(builtin_catalogue());
  for (int piece = std::max(0, live.game()->state().pieces - 2); piece < live.game()->state().pieces; ++piece)
    all += art.layer(live, "summer", fmt::format("{}.json", piece), "full").body->plain();
  return all;
}

/// A game played to several depths with everything hidden that can be, and each time with one tile exchanged.
class WorldsOf : public testing::TestWithParam<std::size_t> {};

TEST_P(WorldsOf, ATableTellsTheSame) {
  const bool short_form = in_short_form();
  const Options options = hidden_ways()[GetParam()];
  std::string way;
  for (const auto& [id, value] : options) way += id + "=" + value + " ";
  SCOPED_TRACE(way);
  int compared = 0;
  for (int game = 0; game < (short_form ? 1 : 2); ++game) {
    LiveGame live = game_of_two(sha256_hex(fmt::format("worlds {}", game)), options);
    std::vector<StoredEvent> log = live.take_fresh();
    for (int turn = 0; turn < 70 && live.status() == "playing"; ++turn) {
      const auto moves = choose_turn(live, static_cast<uint64_t>(turn));
      ASSERT_TRUE(live.play(live.to_move(), moves, 1000));
      for (StoredEvent& entry : live.take_fresh()) log.push_back(std::move(entry));
      if (turn % (short_form ? 18 : 9) != 4 || live.status() != "playing") continue;
      for (const int viewer : {0, 1, -1}) {
        const auto worlds = other_worlds(viewer, live, log);
        const std::string here = all_told(live, viewer);
        for (std::size_t i = 0; i < worlds.size(); i += 1 + worlds.size() / 4) {
          const auto other = LiveGame::load(builtin_catalogue(), live.row(), worlds[i], "v");
          if (!other || !went_alike(*live.game(), *other->game())) continue;
          ASSERT_EQ(here, all_told(*other, viewer)) << "viewer " << viewer << " turn " << turn;
          ++compared;
        }
      }
    }
  }
  EXPECT_GE(compared, short_form ? 3 : 10);
}

INSTANTIATE_TEST_SUITE_P(EveryHiddenWay, WorldsOf, testing::Range<std::size_t>(0, hidden_ways().size()));

// ---------------------------------------------------------------- bots

/// The turn that a player makes who looks ahead, by what the seat to move may know.
std::vector<std::string> turn_of(std::string_view player, const LiveGame& live) {
  Rng rng(7);
  const State<Full> state = imagined(*live.game(), live.to_move(), rng);
  const auto thinks = make_player(player).value();
  const auto choose = [&](const State<Full>& now) -> Result<Move> {
    return thinks->choose(live.rules().kernel, now, rng);
  };
  return turn_from(live.rules(), state, rng, choose).value();
}

TEST(Worlds, BotsPlayTheSameInEach) {
  for (const std::size_t way : {0, 2, 7, 8, 9}) {
    SCOPED_TRACE(way);
    LiveGame live = game_of_two(sha256_hex("worlds of bots"), hidden_ways()[way]);
    std::vector<StoredEvent> log = live.take_fresh();
    int compared = 0;
    for (int turn = 0; turn < 40 && live.status() == "playing"; ++turn) {
      ASSERT_TRUE(live.play(live.to_move(), choose_turn(live, static_cast<uint64_t>(turn)), 1000));
      for (StoredEvent& entry : live.take_fresh()) log.push_back(std::move(entry));
      if (turn % static_cast<int>(every(3)) != 0 || live.status() != "playing") continue;
      for (const auto& world : other_worlds(live.to_move(), live, log)) {
        const auto other = LiveGame::load(builtin_catalogue(), live.row(), world, "v");
        if (!other || !went_alike(*live.game(), *other->game())) continue;
        for (const char* player : {"greedy", "brick:nodes=12"})
          ASSERT_EQ(turn_of(player, live), turn_of(player, *other)) << player << " in turn " << turn;
        ++compared;
        break;
      }
    }
    EXPECT_GE(compared, in_short_form() ? 1 : 5);
  }
}

// ---------------------------------------------------------------- over the network

/// A folder with one game whose log is this one; keys "seat0", "seat1".
void write_game(const std::string& folder, const LiveGame& live, const std::vector<StoredEvent>& log) {
  const auto store = open_sqlite_store(folder + "/games.sqlite");
  ASSERT_TRUE(store) << store.error().text();
  Append append{.game = live.id(), .create = live.row(), .events = log};
  for (int seat = 0; seat < 2; ++seat)
    append.tokens.push_back({token_hash(fmt::format("key-of-seat-{}", seat)), live.id(), seat});
  ASSERT_TRUE((*store)->commit(std::vector<Append>{append})[0].kept());
}

/// What differs between any two runs: clocks, ports, entity tags of what holds a time.
std::string without_times(std::string text) {
  static const std::regex time(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)");
  return std::regex_replace(text, time, "TIME");
}

/// Every call and every message that a viewer can get out of the server, with its headers, before and after `play`.
std::string bytes_of(const std::string& folder, int viewer, const std::vector<std::string>& commitments,
                     const std::vector<std::string>& play = {}) {
  RunningServer server(folder, std::chrono::hours(1));
  const uint16_t port = server.port();
  const std::string key = viewer < 0 ? "" : fmt::format("key-of-seat-{}", viewer);
  std::string all;
  const auto call = [&](const std::string& path) {
    const HttpAnswer answer = http(port, "GET", path, "", {{"X-Bastide-Keys", key}});
    all += fmt::format("{} {}\n", path, answer.status);
    for (const auto& [name, value] : answer.headers) all += fmt::format("{}: {}\n", name, value);
    all += answer.body + "\n";
    return answer;
  };
  const auto calls = [&] {
    const std::string game = fmt::format("/api/games/{}", kGame);
    call("/api/games");
    call(game);
    call(game + "/record");
    call(game + "/features");
    call(game + "/compare");
    for (int piece = 0; piece < 4; ++piece) call(fmt::format("{}/layer/winter/{}.json", game, piece));
  };
  calls();
  Socket whole(port, kGame, key), rest(port, kGame, key, 7);
  const json::value welcome = whole.read("welcome");
  rest.read("welcome");
  // The picture of every tile that is named.
  const std::string named = whole.received();
  static const std::regex tile(R"re("set":"([^"]*)","id":"([^"]*)","illustration":"([^"]*)","seed":"([^"]*)")re");
  std::set<std::string> pictures;
  for (std::sregex_iterator i(named.begin(), named.end(), tile), end; i != end; ++i)
    pictures.insert(fmt::format("/art/summer/tile/{}/{}/0/{}.json?illustration={}", (*i)[1].str(), (*i)[2].str(),
                                (*i)[4].str(), (*i)[3].str()));
  for (const std::string& picture : pictures) call(picture);
  // Refusals: no move, an impossible one, one that came too late.
  const int seq = number(welcome.at("seq"));
  int ref = 0;
  for (const char* move : {"rubbish", "99,99 n", "-", "draw D", "bid:900"}) {
    whole.send({{"type", "play"}, {"ref", ++ref}, {"seq", seq}, {"moves", json::array{json::string(move)}}});
    whole.read("refused");
  }
  whole.send({{"type", "play"}, {"ref", ++ref}, {"seq", seq - 1}, {"moves", json::array{"-"}}});
  whole.read("refused");
  // What is tried: the first answer to each question, and some that are none.
  for (const json::array& moves : {json::array{}, json::array{"rubbish"}, json::array{"-", "-"}, json::array{"keep"}}) {
    whole.send({{"type", "try"}, {"ref", ++ref}, {"seq", seq}, {"moves", moves}});
    while (whole.read().at("type") == "presence") {
    }
  }
  if (!play.empty()) {
    const int mover = number(welcome.at("turn").at("seat"));
    Socket other(port, kGame, fmt::format("key-of-seat-{}", mover));
    other.read("welcome");
    other.send({{"type", "play"}, {"ref", 1}, {"seq", seq}, {"moves", json::value_from(play)}});
    EXPECT_EQ(whole.read("update").at("type"), "update");
    rest.read("update");
    calls();
  }
  all += whole.received() + "\n" + rest.received();
  for (const std::string& commitment : commitments)
    for (std::size_t at = all.find(commitment); at != std::string::npos; at = all.find(commitment))
      all.replace(at, commitment.size(), "COMMITMENT");
  return without_times(all);
}

TEST(Worlds, TheServerSendsTheSame) {
  for (const Options& options : {hidden_ways()[3], hidden_ways()[7], hidden_ways()[8]}) {
    LiveGame live = game_of_two(sha256_hex("worlds over the network"), options, "human");
    std::vector<StoredEvent> log = live.take_fresh();
    for (int turn = 0; turn < 30; ++turn) {
      ASSERT_TRUE(live.play(live.to_move(), choose_turn(live, static_cast<uint64_t>(turn)), 1000));
      for (StoredEvent& entry : live.take_fresh()) log.push_back(std::move(entry));
    }
    bool found = false;
    for (const auto& world : other_worlds(0, live, log)) {
      const auto other = LiveGame::load(builtin_catalogue(), live.row(), world, "v");
      if (!other || !went_alike(*live.game(), *other->game())) continue;
      found = true;
      const Folder here, there;
      write_game(here.path(), live, log);
      write_game(there.path(), *other, world);
      for (const int viewer : {0, -1}) EXPECT_EQ(bytes_of(here.path(), viewer, {}), bytes_of(there.path(), viewer, {}));
      break;
    }
    EXPECT_TRUE(found);
  }
}

/// Two seeds that give the viewer the same tiles and the other seat others, of which one is in both its hands: the
/// other seat lays that one, and what it draws next is hidden as well.
TEST(Worlds, AMoveOutOfAHiddenHandTellsNothingMore) {
  const Options options = {{"draw", "hand"}, {"hand_view", "hidden"}};
  struct World {
    std::string seed;
    LiveGame live;
    std::vector<StoredEvent> log;
  };
  const auto order = [](const LiveGame& live, int seat) {
    std::vector<int> kinds;
    for_each_held(live.game()->state(), live.rules().pile("hand"), seat, [&](int kind) { kinds.push_back(kind); });
    return kinds;
  };
  const auto hand = [&](const LiveGame& live, int seat) {
    std::vector<int> kinds = order(live, seat);
    std::sort(kinds.begin(), kinds.end());
    return kinds;
  };
  std::map<std::vector<int>, World> seen;
  for (int n = 0;; ++n) {
    ASSERT_LT(n, 20'000);
    const std::string seed = sha256_hex(fmt::format("hidden worlds {}", n));
    LiveGame live = game_of_two(seed, options, "human");
    ASSERT_EQ(live.to_move(), 0);
    const std::vector<StoredEvent> log = live.take_fresh();
    const auto [place, fresh] = seen.try_emplace(order(live, 1), World{seed, live, log});
    if (fresh) continue;
    const World& other = place->second;
    const auto mine = hand(live, 0), theirs = hand(other.live, 0);
    std::vector<int> common;
    std::set_intersection(mine.begin(), mine.end(), theirs.begin(), theirs.end(), std::back_inserter(common));
    const auto move = [&](const LiveGame& of) -> std::vector<std::string> {
      for (const Move& one : of.game()->legal())
        if (one.tile == common.front()) return {move_text(of.rules(), of.game()->state(), one), "-"};
      return {};
    };
    if (mine == theirs || common.empty() || move(live).empty() || move(live) != move(other.live)) continue;
    const Folder here, there;
    write_game(here.path(), live, log);
    write_game(there.path(), other.live, other.log);
    const std::vector<std::string> commitments = {sha256_hex(seed), sha256_hex(other.seed)};
    EXPECT_EQ(bytes_of(here.path(), 1, commitments, move(live)),
              bytes_of(there.path(), 1, commitments, move(other.live)));
    return;
  }
}

}  // namespace
}  // namespace bastide::test
