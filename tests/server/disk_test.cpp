// A disk that fails, a database that another program holds: what is answered, and what is kept.
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <boost/asio.hpp>

#include "server/client.h"
#include "server/committer.h"
#include "server/forked.h"

namespace bastide::test {
namespace {

using Fate = Written::Fate;

// ---------------------------------------------------------------- the committer alone

/// Answers as it was told to.
class ScriptedStore : public EventStore {
 public:
  std::vector<Fate> fates;    ///< of the next commits; then kept
  int settles_that_fail = 0;  ///< then one succeeds
  int settled = 0;

  const std::string& name() const override { return name_; }
  std::vector<Written> commit(std::span<const Append> appends) override {
    Written written;
    if (!fates.empty()) {
      written.fate = fates.front();
      if (fates.size() > 1 || fates.front() != Fate::busy) fates.erase(fates.begin());
    }
    return std::vector<Written>(appends.size(), written);
  }
  Result<void> settle() override {
    if (settles_that_fail-- > 0) return failure("still broken");
    ++settled;
    return {};
  }
  Result<std::optional<GameRow>> game(const std::string&) override { return std::nullopt; }
  Result<StoredLog> events(const std::string&, int) override { return StoredLog{}; }
  Result<std::vector<GameRow>> listed(int) override { return std::vector<GameRow>{}; }
  Result<std::vector<GameRow>> with_status(const std::string&) override { return std::vector<GameRow>{}; }
  Result<std::optional<SeatToken>> seat_of(const std::string&) override { return std::nullopt; }
  Result<std::vector<GameNews>> news() override { return std::vector<GameNews>{}; }
  AccountReader& accounts() override { throw std::logic_error("there are none"); }

 private:
  std::string name_ = "scripted";
};

Append one_append() {
  return {.game = "a", .events = {{1, 1, "setup", "{}"}}};
}

/// Runs a coroutine to its end.
template <class F>
void run(F&& coroutine) {
  asio::io_context io;
  asio::co_spawn(io, coroutine(io), [](const std::exception_ptr& failed) {
    if (failed) std::rethrow_exception(failed);
  });
  io.run();
}

TEST(Committer, WaitsForAHeldDatabaseAndSaysSo) {
  ScriptedStore store;
  store.fates.assign(25, Fate::busy);
  store.fates.push_back(Fate::kept);
  run([&](asio::io_context& io) -> asio::awaitable<void> {
    Committer committer(store, io.get_executor());
    int late = 0;
    const Written written = co_await committer.commit(one_append(), [&] { ++late; });
    EXPECT_TRUE(written.kept());
    EXPECT_EQ(late, 1);
  });
}

TEST(Committer, GivesUpWithNothingWritten) {
  ScriptedStore store;
  store.fates = {Fate::busy};  // for ever
  run([&](asio::io_context& io) -> asio::awaitable<void> {
    Committer committer(store, io.get_executor(), std::chrono::milliseconds(300));
    const Written written = co_await committer.commit(one_append());
    EXPECT_EQ(written.fate, Fate::busy);
  });
}

TEST(Committer, TellsWhatIsUnknownAtOnceAndSettlesIt) {
  ScriptedStore store;
  store.fates = {Fate::unknown};
  store.settles_that_fail = 3;
  run([&](asio::io_context& io) -> asio::awaitable<void> {
    Committer committer(store, io.get_executor());
    const Written written = co_await committer.commit(one_append());
    EXPECT_EQ(written.fate, Fate::unknown);
    co_await committer.settled();
    EXPECT_EQ(store.settled, 1);
    co_await committer.settled();  // nothing is unknown now
    const Written next = co_await committer.commit(one_append());
    EXPECT_TRUE(next.kept());
  });
}

// ---------------------------------------------------------------- a server

int placed(const Person& person) {
  return static_cast<int>(std::count_if(person.events().begin(), person.events().end(), lays_tile));
}

class Disk : public testing::Test {
 protected:
  void TearDown() override { set_disk(DiskIs::fine); }
  Folder folder_;
};

TEST_F(Disk, AFailedFlushIsNoRefusal) {
  const ForkedServer server(folder_.path());
  const json::value created = new_game(server.port(), "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Person first(server.port(), game, token_of(created, 0), 1), second(server.port(), game, token_of(created, 1), 2);
  const auto moves = first.choose();
  const json::value play = play_message(first, moves, "a-play-of-mine");
  const int seq = first.seq();
  set_disk(DiskIs::failing);
  first.socket().send(play);
  const json::value unknown = answer_to_play(first);
  EXPECT_EQ(unknown.at("type"), "unknown") << json::serialize(unknown);
  EXPECT_EQ(number(unknown.at("ref")), 7);
  // Reading goes on; nothing else is played here until it is known.
  EXPECT_EQ(number(get(server.port(), "/api/games/" + game, "GameSummary").at("turn")), 1);
  first.socket().send(play_message(first, moves, "another-play"));
  EXPECT_EQ(answer_to_play(first).at("type"), "refused");
  EXPECT_EQ(first.seq(), seq);
  // The disk works again: everybody hears how things stand, and the same play is made once.
  set_disk(DiskIs::fine);
  for (Person* person : {&first, &second}) person->take(person->socket().read("update"));
  for (int again = 0; again < 3; ++again) {
    first.socket().send(play);
    EXPECT_EQ(answer_to_play(first).at("type"), "accepted");
  }
  while (second.seq() < first.seq()) second.take(second.socket().read());
  EXPECT_EQ(first.events(), second.events());
  EXPECT_EQ(placed(first), 1);
  std::thread other([&] { second.play_to_end(); });
  first.play_to_end();
  other.join();
}

TEST_F(Disk, AFullDiskRefusesAndLosesNothing) {
  const ForkedServer server(folder_.path());
  const json::value created = new_game(server.port(), "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Person person(server.port(), game, token_of(created, 0), 1);
  const json::value play = play_message(person, person.choose(), "a-play-of-mine");
  const int seq = person.seq();
  set_disk(DiskIs::full);
  person.socket().send(play);
  const json::value refused = answer_to_play(person);
  EXPECT_EQ(refused.at("type"), "refused") << json::serialize(refused);
  EXPECT_NE(text(refused.at("error").at("message")).find("does not count"), std::string::npos);
  EXPECT_EQ(person.seq(), seq);
  EXPECT_EQ(post_error(server.port(), 503, "/api/games", R"({"preset":"new","seats":[{"kind":"me"},{"kind":"me"}]})")
                .at("message"),
            "The server cannot write at the moment, so there is no new game.");
  EXPECT_EQ(http(server.port(), "GET", "/api/games/" + game + "/record").status, 200) << "reading goes on";
  set_disk(DiskIs::fine);
  person.socket().send(play);
  EXPECT_EQ(answer_to_play(person).at("type"), "accepted");
  EXPECT_EQ(placed(person), 1);
  new_game(server.port(), "new", {"me", "me"});
}

/// Whether a play is there after a crash is the disk's secret; sent again, it is there once.
TEST_F(Disk, KilledWhileNothingIsKnown) {
  auto server = std::make_unique<ForkedServer>(folder_.path());
  const json::value created = new_game(server->port(), "classic", {"me", "me"});
  const std::string game = text(created.at("game"));
  for (int round = 0; round < 6; ++round) {
    const bool told = round % 2 == 0;
    Person person(server->port(), game, token_of(created, round % 2), 1);
    ASSERT_TRUE(person.may_move());
    const json::value play = play_message(person, person.choose(), fmt::format("play-number-{}", round));
    set_disk(told ? DiskIs::failing : DiskIs::deadly);
    person.socket().send(play);
    const json::value answer = answer_to_play(person);
    ASSERT_EQ(answer.is_null() ? "" : text(answer.at("type")), told ? "unknown" : "");
    server->kill();
    set_disk(DiskIs::fine);
    server = std::make_unique<ForkedServer>(folder_.path());
    ASSERT_NE(server->port(), 0);
    person.reconnect(server->port());
    if (!told) {
      ASSERT_EQ(placed(person), round + 1) << "it was written, and nobody heard of it";
    }
    for (int again = 0; again < 2; ++again) {
      person.socket().send(play);
      ASSERT_EQ(answer_to_play(person).at("type"), "accepted");
    }
    ASSERT_EQ(placed(person), round + 1) << "once, and not twice";
  }
}

/// Another program holds the database: who plays is told, who looks sees, and the move counts when it is let go.
TEST_F(Disk, AForeignWriteLockStopsNobodyWhoReads) {
  const ForkedServer server(folder_.path());
  const json::value created = new_game(server.port(), "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Person first(server.port(), game, token_of(created, 0), 1);
  SQLite::Database other(folder_.path() + "/games.sqlite", SQLite::OPEN_READWRITE);
  other.exec("BEGIN IMMEDIATE");
  first.socket().send(play_message(first, first.choose(), "a-play-of-mine"));
  const json::value waiting = first.socket().read();
  EXPECT_EQ(waiting.at("type"), "waiting") << json::serialize(waiting);
  EXPECT_EQ(number(waiting.at("ref")), 7);
  EXPECT_EQ(get(server.port(), "/api/games/" + game, "GameSummary").at("status"), "playing");
  EXPECT_EQ(http(server.port(), "GET", "/api/games/" + game + "/record").status, 200);
  EXPECT_EQ(get(server.port(), "/api/games", "GameList").at("games").as_array().size(), 1u);
  Person watcher(server.port(), game, "", 1);
  EXPECT_EQ(watcher.seq(), first.seq());
  other.exec("COMMIT");
  EXPECT_EQ(answer_to_play(first).at("type"), "accepted");
  EXPECT_EQ(placed(first), 1);
}

}  // namespace
}  // namespace bastide::test
