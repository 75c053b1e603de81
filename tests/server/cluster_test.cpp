// Servers that share a PostgreSQL, and tell each other through NATS what they have written. Whatever of them dies under
// load, what was acknowledged is there once. BASTIDE_FAULTS: how many die (default 6; the campaign: 300).
#include <fmt/format.h>
#include <signal.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "server/contest.h"
#include "server/databases.h"
#include "server/duel.h"
#include "server/program.h"
#include "short_form.h"
#include "store/copy.h"
#include "store/event_store.h"

namespace bastide::test {
namespace {

using std::chrono::milliseconds;

template <class T>
T got(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().text());
  return std::move(*result);
}

// ---------------------------------------------------------------- both databases alike

/// Everything that can be read of a store, as text, in an order that does not depend on it.
class Reading {
 public:
  explicit Reading(EventStore& store) : store_(store) {}

  std::string of(const std::vector<std::string>& games, const std::vector<std::string>& accounts) {
    for (const std::string& game : games) of_game(game);
    for (const std::string& account : accounts) of_account(account);
    for (const SeatOfGame& seat : got(store_.accounts().to_forget())) say("forget {} {}", seat.game, seat.seat);
    std::vector<std::string> playing;
    for (const GameRow& row : got(store_.with_status("playing"))) playing.push_back(row.id);
    std::sort(playing.begin(), playing.end());
    for (const std::string& id : playing) say("playing {}", id);
    say("{} listed", got(store_.listed(100)).size());
    for (const auto& [category, size] : got(store_.accounts().boards(30))) {
      say("board {} of {}", category, size);
      for (const BoardRow& row : got(store_.accounts().board(category, 30, 10, 0)))
        say("  {} {} {} {}", row.rank, row.account, row.name, row.rating.rating.rating);
    }
    return text_;
  }

 private:
  template <class... T>
  void say(fmt::format_string<T...> format, T&&... values) {
    text_ += fmt::format(format, std::forward<T>(values)...) + "\n";
  }
  static std::string in_words(const Glicko& g) { return fmt::format("{} {} {}", g.rating, g.deviation, g.volatility); }
  void row(const GameRow& row) {
    say("  {} {} {} {} {} {} {} {}", row.id, row.created, row.updated, row.listed, row.seed, row.note.status,
        row.note.summary, row.last);
  }

  void of_game(const std::string& id) {
    const auto game = got(store_.game(id));
    say("game {}", id);
    if (!game) return;
    row(*game);
    const StoredLog log = got(store_.events(id));
    say("  damage '{}'", log.damage);
    for (const StoredEvent& e : log.events) say("  {} {} {} {}", e.seq, e.at, e.kind, e.body);
    for (int seat = 0; seat < 3; ++seat)
      if (const auto token = got(store_.seat_of(fmt::format("{}-{}", id, seat))))
        say("  token {} {}", token->game, token->seat);
    for (const RatedSeat& r : got(store_.accounts().rated_seats(id)))
      say("  rated {} {} {} {} {}: {}, {}", r.seat, r.category, r.place, r.number, r.day, in_words(r.before),
          in_words(r.after));
    for (const SeatRating& r : got(store_.accounts().seat_ratings(id, "two")))
      say("  seat {} {} {}", r.seat, r.rating.games, in_words(r.rating.rating));
  }

  void of_account(const std::string& id) {
    AccountReader& accounts = store_.accounts();
    const auto account = got(accounts.account(id));
    say("account {}", id);
    if (!account) return;
    say("  {} {} {} {}", account->name, account->folded, account->passphrase, account->created);
    say("  {}", got(accounts.account_named(account->folded))->id);
    for (const SessionRow& s : got(accounts.sessions(id, 3))) {
      say("  session {} {} {} {} {}", s.hash, s.id, s.about, s.created, s.seen);
      say("  {}", got(accounts.session(s.hash, 0))->account);
    }
    for (const SeatOfGame& seat : got(accounts.seats_of_account(id))) {
      say("  seat {} {}", seat.game, seat.seat);
      say("  {} in it", got(accounts.seats_of_account(id, seat.game)).size());
    }
    for (const GameRow& game : got(accounts.games_of_account(id, 3, 1))) row(game);
    say("  shown {}", got(accounts.shown_on_boards(id)));
    for (const RatingRow& r : got(accounts.ratings(id)))
      say("  rating {} {} {} {}", r.category, r.games, r.day, in_words(r.rating));
    for (const RatedSeat& r : got(accounts.rated_games(id))) say("  game {} {}", r.game, r.number);
  }

  EventStore& store_;
  std::string text_;
};

class Databases : public testing::Test {
 protected:
  /// Made for the first test, and gone with the last.
  static Postgres& postgres() {
    if (!postgres_) postgres_ = std::make_unique<Postgres>();
    return *postgres_;
  }
  static void TearDownTestSuite() { postgres_.reset(); }
  static std::string anew() {
    static int made = 0;
    return postgres().make(fmt::format("games{}", ++made));
  }

 private:
  static inline std::unique_ptr<Postgres> postgres_;
};

TEST_F(Databases, AnswerAlikeWhateverIsWritten) {
  const Folder folder;
  auto sqlite = got(open_sqlite_store(folder.path() + "/games.sqlite"));
  const auto postgresql = got(open_postgresql_store(anew()));
  EXPECT_EQ(postgresql->name().find("bastide@"), std::string::npos);
  std::mt19937 random(20261129);
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<std::string> games, accounts;
  for (int i = 0; i < 8; ++i) games.push_back(fmt::format("game{}", i));
  for (int i = 0; i < 5; ++i) accounts.push_back(fmt::format("account{}", i));
  std::map<std::string, int> length;
  std::map<Written::Fate, int> fates;
  int sessions = 0;
  for (int step = 0; step < (in_short_form() ? 150 : 600); ++step) {
    std::vector<Append> appends(static_cast<std::size_t>(1 + pick(3)));
    for (Append& append : appends) {
      const std::string& game = games[static_cast<std::size_t>(pick(8))];
      const std::string& account = accounts[static_cast<std::size_t>(pick(5))];
      append.game = game;
      int& events = length[game];
      if (events == 0) {
        append.create = GameRow{game, step, step, pick(2) == 0, "seed\n'\\", {"playing", "{\"ü\":1}"}, ""};
        for (int seat = 0; seat < 2; ++seat) append.tokens.push_back({fmt::format("{}-{}", game, seat), game, seat});
      }
      const int from = std::max(1, events + 1 - (pick(8) == 0 ? 1 : 0));  // sometimes what is there already
      for (int i = 0; i < pick(3) || (events == 0 && i == 0); ++i)
        append.events.push_back(
            {from + i, 100'000 * step + i, "move", fmt::format("{{\"n\":\"{} 🏰 \\u0000\"}}", step)});
      if (pick(4) == 0) append.note = GameNote{pick(3) == 0 ? "over" : "playing", fmt::format("{}", step)};
      if (pick(30) == 0) append.freed = pick(3);
      if (pick(6) == 0 && events > 1 && !append.events.empty()) append.rewritten.push_back({1, 0, "", "rewritten"});
      if (pick(2) == 0) continue;
      const auto add = [&](AccountChange change) { append.accounts.push_back(std::move(change)); };
      const auto hash = [](int n) { return fmt::format("h{}", n); };
      switch (pick(10)) {
        case 0:
        case 1:
          add(MakeAccount{{account, account, fmt::format("f{}", pick(5)), "p", step}});
          break;
        case 2:
          add(SetPassphrase{account, pick(3) == 0 ? "q" : "p", "p"});
          break;
        case 3:
        case 4:
          ++sessions;
          add(BeginSession{
              {hash(sessions), fmt::format("s{}", sessions), account, "a phone", step, step / 20}, "p", 3});
          break;
        case 5:
          add(SeeSession{hash(pick(sessions + 1)), step / 20});
          break;
        case 6:
          if (pick(2) == 0)
            add(EndSession{account, fmt::format("s{}", sessions)});
          else
            add(EndOtherSessions{account, hash(sessions)});
          break;
        case 7:
          add(OwnSeat{accounts[static_cast<std::size_t>(pick(5))], {game, 0}});
          add(OwnSeat{account, {game, 1}});
          break;
        case 8:
          add(RateGame{game, pick(2) == 0 ? "two" : "three", step / 20, {1, 1 + pick(2)}});
          break;
        default:
          if (pick(6) == 0)
            add(CloseAccount{account, "p"});
          else if (pick(2) == 0)
            add(ShowOnBoards{account, pick(2) == 0});
          else
            add(NameForgotten{{game, pick(2)}});
      }
    }
    const auto one = sqlite->commit(appends), other = postgresql->commit(appends);
    for (std::size_t i = 0; i < appends.size(); ++i) {
      ASSERT_EQ(one[i].fate, other[i].fate)
          << "step " << step << ": " << one[i].error.text() << "; " << other[i].error.text();
      ++fates[one[i].fate];
      if (one[i].kept() && !appends[i].events.empty()) length[appends[i].game] = appends[i].events.back().seq;
    }
    if (step % 10 == 9) {
      ASSERT_EQ(Reading(*sqlite).of(games, accounts), Reading(*postgresql).of(games, accounts)) << "step " << step;
    }
  }
  EXPECT_GT(fates[Written::Fate::taken], 10);
  EXPECT_GT(fates[Written::Fate::kept], 100);
  const std::string all = Reading(*postgresql).of(games, accounts);
  for (const char* part : {"rated ", "session ", "board ", "token "})
    EXPECT_NE(all.find(part), std::string::npos) << part;

  // Copied there and back it says the same.
  sqlite.reset();
  const std::string there = anew();
  const Folder back;
  const auto silent = [](int64_t) {};
  const Copied copied = got(copy_store(folder.path(), there, silent));
  EXPECT_EQ(copied.games, 8);
  EXPECT_GT(copied.events, 100);
  EXPECT_EQ(got(copy_store(there, back.path(), silent)).events, copied.events);
  EXPECT_EQ(Reading(*got(open_postgresql_store(there))).of(games, accounts), all);
  EXPECT_EQ(Reading(*got(open_sqlite_store(back.path() + "/games.sqlite"))).of(games, accounts), all);
  const auto full = copy_store(folder.path(), there, silent);
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().text().find("an empty one"), std::string::npos) << full.error().text();
  const Folder nothing;
  const auto none = copy_store(nothing.path(), there, silent);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().text().find("no games are kept there"), std::string::npos) << none.error().text();
}

TEST_F(Databases, NewsAreReadWhateverTheOrderOfTheirEnds) {
  const std::string url = anew();
  const auto reader = got(open_postgresql_store(url));
  std::vector<std::thread> writers;
  for (int w = 0; w < 3; ++w)
    writers.emplace_back([&, w] {
      const auto store = got(open_postgresql_store(url));
      for (int i = 0; i < 40; ++i) {
        const std::string game = fmt::format("{}-{}", w, i);
        EXPECT_TRUE(store
                        ->commit(std::vector<Append>{{.game = game,
                                                      .create = GameRow{game, 1, 1, true, "", {"playing", ""}, ""},
                                                      .events = {{1, 1, "setup", ""}}}})[0]
                        .kept());
      }
    });
  std::map<std::string, int> heard;
  const auto hear = [&] {
    for (const GameNews& one : got(reader->news())) {
      ASSERT_NE(one.game, "") << "nothing was missed";
      EXPECT_EQ(one.seq, 1);
      ++heard[one.game];
    }
  };
  for (int i = 0; i < 3000 && heard.size() < 120; ++i) {
    hear();
    std::this_thread::sleep_for(milliseconds(2));
  }
  for (std::thread& writer : writers) writer.join();
  hear();
  EXPECT_EQ(heard.size(), 120u);
  for (const auto& [game, times] : heard) EXPECT_EQ(times, 1) << game;
}

TEST_F(Databases, WhatCannotBeUsedIsRefusedInWords) {
  const std::string nowhere = "postgresql://somebody:secret@127.0.0.1:1/games";
  const auto closed = open_postgresql_store(nowhere);
  ASSERT_FALSE(closed);
  EXPECT_NE(closed.error().text().find("postgresql://127.0.0.1:1/games"), std::string::npos) << closed.error().text();
  EXPECT_EQ(closed.error().text().find("secret"), std::string::npos) << closed.error().text();
  const auto wrong = open_postgresql_store("postgresql://host:many/x");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().text().find("--db"), std::string::npos) << wrong.error().text();
  const std::string url = anew();
  ASSERT_TRUE(open_postgresql_store(url));
  ASSERT_EQ(std::system(fmt::format("psql -q '{}' -c 'UPDATE bastide.about SET version = 99'", url).c_str()), 0);
  const auto newer = open_postgresql_store(url);
  ASSERT_FALSE(newer);
  EXPECT_NE(newer.error().text().find("newer Bastide"), std::string::npos) << newer.error().text();
}

// ---------------------------------------------------------------- several servers

std::vector<std::string> sharing(const std::string& db, const std::string& nats = "") {
  std::vector<std::string> words{"--log-level", "warning", "--db", db};
  if (!nats.empty()) words.insert(words.end(), {"--nats", nats});
  return words;
}

TEST_F(Databases, OneOfTwoServersWinsAndTheOtherShowsIt) {
  const std::string db = anew();
  for (const bool wired : {false, true}) {
    SCOPED_TRACE(wired ? "with NATS" : "without");
    const auto nats = wired ? std::make_unique<Nats>() : nullptr;
    Program first("", 0, sharing(db, wired ? nats->url() : "")), second("", 0, sharing(db, wired ? nats->url() : ""));
    ASSERT_NE(first.port(), 0) << first.said();
    ASSERT_NE(second.port(), 0) << second.said();
    contest(first.port(), second.port(), contests(in_short_form() ? 20 : 60));
    for (Program* program : {&first, &second}) {
      EXPECT_EQ(program->end(SIGTERM), 0);
      EXPECT_EQ(program->said().find(" error "), std::string::npos) << "to come second is none: " << program->said();
    }
  }
}

TEST_F(Databases, TheGamesOfAServerThatEndsGoOn) {
  const std::vector<std::string> words = sharing(anew());
  Program first("", 0, words);
  const Program second("", 0, words);
  const std::string game = text(new_game(first.port(), "classic", {"bastion", "bastion"}).at("game"));
  const auto length = [&](uint16_t port) { return http(port, "GET", "/api/games/" + game + "/record").body.size(); };
  const auto before = length(first.port());
  first.end(SIGKILL);
  std::this_thread::sleep_for(std::chrono::seconds(8));  // nobody asks for it meanwhile
  EXPECT_GE(length(second.port()), before + 20) << "two turns more";
}

TEST_F(Databases, AnotherServerDoesNotGiveTimeBack) {
  const std::vector<std::string> words = sharing(anew());
  const Program first("", 0, words), second("", 0, words);
  const json::object asked{{"preset", "classic"},
                           {"public", true},
                           {"seats", {{{"kind", "me"}}, {{"kind", "me"}}}},
                           {"time", {{"stock", 60}, {"increment", 0}}}};
  const std::string game = text(post(first.port(), "/api/games", asked, "Created").at("game"));
  std::this_thread::sleep_for(milliseconds(1500));
  for (const uint16_t port : {first.port(), second.port()}) {
    const json::value clock = Socket(port, game).read("welcome").at("clock");
    EXPECT_LE(number(clock.at("left").at(0)), 60'000 - 1'400);
    EXPECT_EQ(number(clock.at("left").at(1)), 60'000);
  }
}

/// What a query of one number says.
int number_of(const std::string& db, const std::string& query) {
  const auto command = fmt::format("psql -At '{}' -c \"{}\"", db, query);
  const std::unique_ptr<FILE, int (*)(FILE*)> said(popen(command.c_str(), "r"), pclose);
  int number = -1;
  return said && std::fscanf(said.get(), "%d", &number) == 1 ? number : -1;
}

TEST_F(Databases, WhoWaitsToReadKeepsNoMoveWaiting) {
  const std::string db = anew();
  const Program program("", 0, sharing(db));
  const json::value created = new_game(program.port(), "classic", {"me", "me"});
  const std::string game = text(created.at("game")), key = token_of(created, 0);
  Person person(program.port(), game, key, 1);
  ASSERT_TRUE(person.wait_for_turn());
  const std::vector<std::string> moves = person.choose();
  const auto locks = [&](const std::string& how) {
    return number_of(db, "SELECT count(*) FROM pg_locks WHERE relation = 'bastide.tokens'::regclass AND " + how);
  };
  const Folder folder;
  Child holder;
  holder.start({"/usr/bin/psql", "-q", db, "-c", "BEGIN; LOCK TABLE bastide.tokens; SELECT pg_sleep(60)"},
               folder.path() + "/holder.log");
  while (holder.runs() && locks("mode = 'AccessExclusiveLock' AND granted") == 0)
    std::this_thread::sleep_for(milliseconds(10));
  std::atomic<bool> answered{false};
  std::thread reader([&] {
    http(program.port(), "GET", "/api/games/" + game, "", {{"X-Bastide-Keys", key}});
    answered = true;
  });
  while (!answered && locks("NOT granted") == 0) std::this_thread::sleep_for(milliseconds(10));
  person.send_play(moves, person.seq());
  EXPECT_EQ(answer_to_play(person).at("type"), "accepted");
  EXPECT_FALSE(answered) << "it was answered while somebody waits for the table of keys";
  holder.end(SIGINT);
  reader.join();
}

TEST(Cluster, WhileTheDatabaseIsAwayThePlayWaitsAndReadingIsRefused) {
  Postgres postgres;
  const Program program("", 0, sharing(postgres.make("games")));
  ASSERT_NE(program.port(), 0) << program.said();
  const json::value created = new_game(program.port(), "classic", {"me", "me"});
  Person person(program.port(), text(created.at("game")), token_of(created, 0), 1);
  ASSERT_TRUE(person.wait_for_turn());
  const std::vector<std::string> moves = person.choose();
  const auto ready = [&] { return http(program.port(), "GET", "/readyz").status; };
  EXPECT_EQ(ready(), 200);
  postgres.kill();
  EXPECT_EQ(ready(), 503);
  EXPECT_EQ(http(program.port(), "GET", "/healthz").status, 200);
  EXPECT_EQ(http(program.port(), "GET", "/api/games/0123456789abcdef01234567").status, 503);
  person.send_play(moves, person.seq());
  EXPECT_EQ(person.socket().read("waiting").at("type"), "waiting");
  postgres.start();
  EXPECT_EQ(answer_to_play(person).at("type"), "accepted");
  EXPECT_EQ(ready(), 200);
}

TEST(Cluster, WhileTheDatabaseStandsStillThePlayWaits) {
  Postgres postgres;
  const Program program("", 0, sharing(postgres.make("games")));
  const json::value created = new_game(program.port(), "classic", {"me", "me"});
  Person person(program.port(), text(created.at("game")), token_of(created, 0), 1);
  ASSERT_TRUE(person.wait_for_turn());
  const std::vector<std::string> moves = person.choose();
  postgres.hold();
  person.send_play(moves, person.seq());
  EXPECT_EQ(person.socket().read("waiting").at("type"), "waiting") << "also while a commit is under way";
  EXPECT_EQ(http(program.port(), "GET", "/healthz").status, 200);
  postgres.go_on();
  EXPECT_EQ(answer_to_play(person).at("type"), "accepted");
}

TEST(Cluster, AFullDiskOfTheDatabaseLosesNothing) {
  Postgres::Where small;
  small.megabytes = 120;
  Postgres postgres(small);
  if (!postgres.has_disk()) GTEST_SKIP() << "this user may mount nothing";
  // Each play that is not written would be a line of the log, which nobody reads here.
  const Program program("", 0, {"--log-level", "off", "--db", postgres.make("games")});
  ASSERT_NE(program.port(), 0) << program.said();
  Address address;
  std::atomic<bool> ending = false;
  Counts counts;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] { Duel(address, ending, counts, 1000ull * static_cast<uint64_t>(i)).run(); });
  address.set({program.port()});
  const auto goes_on = [&] {
    const int before = counts.plays;
    for (int i = 0; i < 1000 && counts.plays < before + 12; ++i) std::this_thread::sleep_for(milliseconds(10));
    return counts.plays >= before + 12;
  };
  for (int round = 0; round < (in_short_form() ? 1 : 3); ++round) {
    EXPECT_TRUE(goes_on()) << "before round " << round;
    postgres.fill_disk();
    // What is in place already still takes some; then nothing.
    int quiet = 0;
    for (int plays = counts.plays; quiet < 20; plays = counts.plays) {
      std::this_thread::sleep_for(milliseconds(50));
      quiet = counts.plays == plays ? quiet + 1 : 0;
    }
    EXPECT_EQ(http(program.port(), "GET", "/healthz").status, 200);
    postgres.clear_disk();
    address.set({program.port()});  // who could not come back tries again
  }
  EXPECT_TRUE(goes_on());
  ending = true;
  for (std::thread& thread : threads) thread.join();
  fmt::print("{} plays, {} sent again, {} refused or unknown at first\n", counts.plays.load(), counts.again.load(),
             counts.refused.load());
  EXPECT_GE(counts.again, 1);
}

TEST(Cluster, WhateverDiesUnderLoadNothingIsLost) {
  const char* asked = std::getenv("BASTIDE_FAULTS");
  const int faults = asked != nullptr ? std::atoi(asked) : in_short_form() ? 4 : 8;
  Postgres postgres;
  Nats nats;
  const std::vector<std::string> words = sharing(postgres.make("games"), nats.url());
  const auto begun = [&] {
    auto program = std::make_unique<Program>("", 0, words);
    EXPECT_NE(program->port(), 0) << program->said();
    return program;
  };
  std::vector<std::unique_ptr<Program>> programs;
  for (int i = 0; i < 2; ++i) programs.push_back(begun());
  Address address;
  const auto tell = [&] { address.set({programs[0]->port(), programs[1]->port()}); };
  std::atomic<bool> ending = false;
  Counts counts;
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&, i] { Duel(address, ending, counts, 1000ull * static_cast<uint64_t>(i)).run(); });
  tell();
  std::mt19937 random(20261129);
  for (int fault = 0; fault < faults; ++fault) {
    const int before = counts.plays;
    for (int i = 0; i < 1000 && counts.plays < before + 12; ++i) std::this_thread::sleep_for(milliseconds(10));
    EXPECT_GE(counts.plays, before + 12) << "it goes on after fault " << fault;
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 200'000));
    switch (fault % 4) {
      case 0:
        postgres.kill();
        std::this_thread::sleep_for(milliseconds(random() % 1000));
        postgres.start();
        break;
      case 1:
        nats.kill();
        std::this_thread::sleep_for(milliseconds(random() % 1000));
        nats.start();
        break;
      case 2: {
        auto& program = programs[random() % 2];
        program->signal(SIGKILL);
        ASSERT_EQ(program->wait(), -SIGKILL);
        program = begun();
        tell();
        break;
      }
      default:
        postgres.hold();
        std::this_thread::sleep_for(milliseconds(300));
        postgres.go_on();
    }
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));
  ending = true;
  for (std::thread& thread : threads) thread.join();
  fmt::print("{} faults, {} plays, {} sent again, {} refused or unknown at first, {} games\n", faults,
             counts.plays.load(), counts.again.load(), counts.refused.load(), counts.games.load());
}

}  // namespace
}  // namespace bastide::test
