// Two servers that play the same games, both told to make the same turn at the same time: one counts, everybody sees
// it.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/client.h"

namespace bastide::test {

/// BASTIDE_CONTESTS, or else so many.
inline int contests(int usual) {
  const char* asked = std::getenv("BASTIDE_CONTESTS");
  return asked != nullptr ? std::atoi(asked) : usual;
}

inline std::string answered_in_contest(Person& person) {
  const json::value answer = answer_to_play(person);
  return answer.is_null() ? "the end" : text(answer.at("type"));
}

/// `contests`: how many turns.
inline void contest(uint16_t first, uint16_t second, int contests) {
  using Clock = std::chrono::steady_clock;
  const uint16_t ports[] = {first, second};
  int done = 0, won[2] = {};
  std::vector<double> late;  // ms from the winner's answer to where the loser knows
  for (int game = 0; done < contests; ++game) {
    const json::value created = new_game(ports[game % 2], "classic", {"me", "me"});
    std::unique_ptr<Person> seats[2][2];  // by server and seat
    for (int server = 0; server < 2; ++server)
      for (int seat = 0; seat < 2; ++seat)
        seats[server][seat] = std::make_unique<Person>(ports[server], text(created.at("game")), token_of(created, seat),
                                                       static_cast<uint64_t>(1000 * game + server));
    for (int seq = 0; done < contests; ++done) {
      for (auto& server : seats)
        for (auto& person : server)
          while (person->seq() < seq) person->take(person->socket().read());
      if (seats[0][0]->over()) break;
      const int seat = seats[0][0]->may_move() ? 0 : 1;
      // Both know what they play before either sends it, and they take turns at being first.
      std::vector<std::string> moves[2];
      for (int server = 0; server < 2; ++server) {
        ASSERT_TRUE(seats[server][seat]->may_move());
        moves[server] = seats[server][seat]->choose();
      }
      for (const int server : {done % 2, 1 - done % 2}) {
        Person& person = *seats[server][seat];
        person.send_play(moves[server], person.seq());
      }
      std::string answers[2];
      Clock::time_point at[2];
      std::thread other([&] {
        answers[1] = answered_in_contest(*seats[1][seat]);
        at[1] = Clock::now();
      });
      answers[0] = answered_in_contest(*seats[0][seat]);
      at[0] = Clock::now();
      other.join();
      std::string sorted[] = {answers[0], answers[1]};
      std::sort(std::begin(sorted), std::end(sorted));
      ASSERT_EQ(sorted[0], "accepted") << "turn " << done;
      ASSERT_EQ(sorted[1], "refused") << "turn " << done;
      const int winner = answers[0] == "accepted" ? 0 : 1;
      ++won[winner];
      for (int server = 0; server < 2; ++server) {
        Person& person = *seats[server][seat];
        while (person.seq() == seq || (server != winner && person.seq() < seats[winner][seat]->seq()))
          person.take(person.socket().read());
      }
      late.push_back(std::chrono::duration<double, std::milli>(Clock::now() - at[winner]).count());
      seq = std::max(seats[0][seat]->seq(), seats[1][seat]->seq());
      for (int server = 0; server < 2; ++server)
        while (seats[server][seat]->seq() < seq) seats[server][seat]->take(seats[server][seat]->socket().read());
      ASSERT_EQ(seats[0][seat]->events(), seats[1][seat]->events());
      if (done % 1000 == 999) fmt::print("{} turns, won by {} and {}\n", done + 1, won[0], won[1]);
    }
  }
  std::sort(late.begin(), late.end());
  fmt::print(
      "{} turns, won by {} and {}; the other knew after {:.1f} ms at the median, {:.1f} for 99 of 100, {:.1f} at "
      "most\n",
      done, won[0], won[1], late[late.size() / 2], late[late.size() * 99 / 100], late.back());
  EXPECT_GT(std::min(won[0], won[1]), 0);
}

}  // namespace bastide::test
