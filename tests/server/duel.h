// People who play on whatever dies: each turn is sent until it is acknowledged, and what was acknowledged is there.
#pragma once
#include <fmt/format.h>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "game/game.h"
#include "notation/notation.h"
#include "rules/catalogue.h"
#include "server/client.h"

namespace bastide::test {

/// Where the programs answer that serve the same games; who plays waits here while one is down.
class Address {
 public:
  void set(std::vector<uint16_t> ports) {
    const std::scoped_lock lock(mutex_);
    ports_ = std::move(ports);
    ++life_;
    changed_.notify_all();
  }
  /// The ports of a life after `life`, which becomes that one's number.
  std::vector<uint16_t> after(int& life) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return life_ > life && !ports_.empty(); });
    life = life_;
    return ports_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<uint16_t> ports_;
  int life_ = 0;
};

struct Counts {
  std::atomic<int> games = 0, plays = 0, again = 0, refused = 0;
};

/// Two seats of one game after the other, by one thread; where there are two programs, each seat at one of them. A play
/// that a program could not write down, or of which it does not know, is sent again.
class Duel {
 public:
  Duel(Address& address, const std::atomic<bool>& ending, Counts& counts, uint64_t seed)
      : address_(address), ending_(ending), counts_(counts), seed_(seed) {}

  void run() {
    ports_ = address_.after(life_);
    while (!ending_) {
      begin();
      while (!ending_ && !over()) turn();
      if (over()) ++counts_.games;
    }
    finish();
  }

 private:
  uint16_t port_of(int seat) const { return ports_[static_cast<std::size_t>(seat) % ports_.size()]; }

  bool over() const { return people_[0]->over() && people_[1]->over(); }

  void begin() {
    for (;;) {
      try {
        const HttpAnswer answer = http(ports_.front(), "POST", "/api/games",
                                       R"({"preset":"classic","public":true,"seats":[{"kind":"me"},{"kind":"me"}]})");
        if (answer.status == 503) {  // it cannot be written down now
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
          continue;
        }
        EXPECT_EQ(answer.status, 200) << answer.body;
        const json::value made = json::parse(answer.body);
        game_ = text(made.at("game"));
        for (int seat = 0; seat < 2; ++seat) tokens_[seat] = token_of(made, seat);
        break;
      } catch (const std::exception&) {  // killed meanwhile; whether the game was made, nobody was told
        ports_ = address_.after(life_);
      }
    }
    made_ = 0;
    enter();
  }

  /// Both sit down in one life of the program; what they had is what they are sent now.
  void enter() {
    while (!both_sit_down()) ports_ = address_.after(life_);
    name_ = game_;
  }

  bool both_sit_down() {
    std::unique_ptr<Person> now[2];
    for (int seat = 0; seat < 2; ++seat) {
      try {
        now[seat] = std::make_unique<Person>(port_of(seat), game_, tokens_[seat], seed_ + ++entered_);
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
      ports_ = address_.after(life_);
      enter();
      ++counts_.again;
      moves = people_[seat]->choose();
    }
    const json::value play = play_message(*people_[seat], moves, fmt::format("{}-{}", game_, ++named_));
    while (!answered(*people_[seat], play)) {
      ++counts_.again;
      if (people_[seat]->socket().open()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        continue;
      }
      ports_ = address_.after(life_);
      enter();
    }
    ++made_;
    ++counts_.plays;
    const auto& events = people_[seat]->events();
    EXPECT_EQ(std::count_if(events.begin(), events.end(), lays_tile), made_) << game_ << ": each turn once";
    hear();
  }

  /// Sends a play and reads to its answer; false: the connection ended, or it has to be sent again.
  bool answered(Person& person, const json::value& play) {
    person.socket().send(play);
    const json::value answer = answer_to_play(person);
    if (answer.is_null()) return false;
    if (answer.at("type") == "accepted") return true;
    const std::string said = json::serialize(answer);
    const bool by_the_database = answer.at("type") == "unknown" ||
                                 said.find("could not write this down") != std::string::npos ||
                                 said.find("cannot write anything down") != std::string::npos;
    EXPECT_TRUE(by_the_database) << said;
    ++counts_.refused;
    return false;
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
      ports_ = address_.after(life_);
      enter();
    }
  }

  void finish() {
    const HttpAnswer answer = http(ports_.front(), "GET", "/api/games/" + game_ + "/record");
    const auto record = parse_record(builtin_catalogue(), answer.body);
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_TRUE(Game::replay(*record));
  }

  using Events = std::vector<json::value>;
  Address& address_;
  const std::atomic<bool>& ending_;
  Counts& counts_;
  uint64_t seed_;
  std::vector<uint16_t> ports_;
  int life_ = 0, made_ = 0, named_ = 0;
  uint64_t entered_ = 0;
  std::string game_, name_;
  std::string tokens_[2];
  std::unique_ptr<Person> people_[2];
};

}  // namespace bastide::test
