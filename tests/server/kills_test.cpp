// The program killed again and again while many games are played at once: what was acknowledged is there, what was not
// is made once when it is sent again. BASTIDE_KILLS: how many kills (default 5; the campaign: 300).
#include <fmt/format.h>
#include <signal.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <random>

#include "game/game.h"
#include "notation/notation.h"
#include "rules/catalogue.h"
#include "server/client.h"
#include "server/program.h"

namespace bastide::test {
namespace {

constexpr int kTables = 8;

/// Where the program answers; who plays waits here while it is down.
class Address {
 public:
  void set(uint16_t port) {
    const std::scoped_lock lock(mutex_);
    port_ = port;
    ++life_;
    changed_.notify_all();
  }
  /// The port of a life after `life`, which becomes that one's number.
  uint16_t after(int& life) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return life_ > life && port_ != 0; });
    life = life_;
    return port_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  uint16_t port_ = 0;
  int life_ = 0;
};

struct Counts {
  std::atomic<int> games = 0, plays = 0, again = 0;
};

/// Two seats of one game after the other, by one thread.
class Duel {
 public:
  Duel(Address& address, const std::atomic<bool>& ending, Counts& counts, uint64_t seed)
      : address_(address), ending_(ending), counts_(counts), seed_(seed) {}

  void run() {
    port_ = address_.after(life_);
    while (!ending_) {
      begin();
      while (!ending_ && !over()) turn();
      if (over()) ++counts_.games;
    }
    finish();
  }

 private:
  bool over() const { return people_[0]->over() && people_[1]->over(); }

  void begin() {
    for (;;) {
      try {
        const json::value made = new_game(port_, "classic", {"me", "me"});
        game_ = text(made.at("game"));
        for (int seat = 0; seat < 2; ++seat) tokens_[seat] = token_of(made, seat);
        break;
      } catch (const std::exception&) {  // killed meanwhile; whether the game was made, nobody was told
        port_ = address_.after(life_);
      }
    }
    made_ = 0;
    enter();
  }

  /// Both sit down in one life of the program; what they had is what they are sent now.
  void enter() {
    while (!both_sit_down()) port_ = address_.after(life_);
    name_ = game_;
  }

  bool both_sit_down() {
    std::unique_ptr<Person> now[2];
    for (int seat = 0; seat < 2; ++seat) {
      try {
        now[seat] = std::make_unique<Person>(port_, game_, tokens_[seat], seed_ + ++entered_);
      } catch (const std::exception&) {
        return false;
      }
      if (now[seat]->seq() == 0) return false;
      if (name_ != game_) continue;
      const Events &had = people_[seat]->events(), &has = now[seat]->events();
      EXPECT_TRUE(has.size() >= had.size() && std::equal(had.begin(), had.end(), has.begin())) << game_;
    }
    for (int seat = 0; seat < 2; ++seat) people_[seat] = std::move(now[seat]);
    return true;
  }

  void turn() {
    const int seat = people_[0]->may_move() ? 0 : 1;
    Person& person = *people_[seat];
    if (!person.may_move()) return hear();
    std::vector<std::string> moves = person.choose();
    while (!people_[seat]->socket().open()) {  // the server was killed while they were tried
      port_ = address_.after(life_);
      enter();
      ++counts_.again;
      moves = people_[seat]->choose();
    }
    const json::value play = play_message(*people_[seat], moves, fmt::format("{}-{}", game_, ++named_));
    while (!answered(*people_[seat], play)) {
      port_ = address_.after(life_);
      enter();
      ++counts_.again;
    }
    ++made_;
    ++counts_.plays;
    const auto& events = people_[seat]->events();
    EXPECT_EQ(std::count_if(events.begin(), events.end(), lays_tile), made_) << game_ << ": each turn once";
    hear();
  }

  /// Sends a play and reads to its answer; false: the connection ended.
  static bool answered(Person& person, const json::value& play) {
    person.socket().send(play);
    const json::value answer = answer_to_play(person);
    if (answer.is_null()) return false;
    EXPECT_EQ(answer.at("type"), "accepted") << json::serialize(answer);
    return true;
  }

  /// Both read until they know the same.
  void hear() {
    for (;;) {
      const int behind = people_[0]->seq() < people_[1]->seq() ? 0 : 1;
      Person& person = *people_[behind];
      if (person.seq() == people_[1 - behind]->seq()) return;
      const json::value message = person.socket().read();
      if (!message.is_null()) {
        person.take(message);
        continue;
      }
      port_ = address_.after(life_);
      enter();
    }
  }

  void finish() {
    const HttpAnswer answer = http(port_, "GET", "/api/games/" + game_ + "/record");
    const auto record = parse_record(builtin_catalogue(), answer.body);
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_TRUE(Game::replay(*record));
  }

  using Events = std::vector<json::value>;
  Address& address_;
  const std::atomic<bool>& ending_;
  Counts& counts_;
  uint64_t seed_;
  uint16_t port_ = 0;
  int life_ = 0, made_ = 0, named_ = 0;
  uint64_t entered_ = 0;
  std::string game_, name_;
  std::string tokens_[2];
  std::unique_ptr<Person> people_[2];
};

TEST(Kills, UnderLoadLoseNothing) {
  const char* asked = std::getenv("BASTIDE_KILLS");
  const int kills = asked != nullptr ? std::atoi(asked) : 5;
  const Folder folder;
  auto program = std::make_unique<Program>(folder.path());
  ASSERT_NE(program->port(), 0) << program->said();
  Address address;
  std::atomic<bool> ending = false;
  Counts counts;
  std::vector<std::thread> threads;
  std::mt19937 random(20261122);
  for (int i = 0; i < kTables; ++i)
    threads.emplace_back([&, i] { Duel(address, ending, counts, 1000ull * static_cast<uint64_t>(i)).run(); });
  address.set(program->port());
  for (int kill = 1; kill <= kills; ++kill) {
    const int before = counts.plays;
    for (int i = 0; i < 300 && counts.plays < before + kTables; ++i)  // under load, not while everybody sits down
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 200'000));
    program->signal(SIGKILL);
    ASSERT_EQ(program->wait(), -SIGKILL);
    program = std::make_unique<Program>(folder.path());
    ASSERT_NE(program->port(), 0) << program->said();
    address.set(program->port());
    if (kill % 10 == 0)
      fmt::print("{} kills, {} plays, {} sent again, {} games\n", kill, counts.plays.load(), counts.again.load(),
                 counts.games.load());
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));  // everybody is back
  ending = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(counts.plays, kills) << "there was load";
  if (kills >= 20) {
    EXPECT_GE(counts.again, 1) << "some died between play and answer";
  }
}

}  // namespace
}  // namespace bastide::test
