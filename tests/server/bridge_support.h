// `bastide bridge` as a program, and games that it plays.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <future>
#include <stdexcept>
#include <string>
#include <vector>

#include "game/game.h"
#include "server/client.h"

namespace bastide::test {

inline const std::string kSample =
    "python3 " + (std::filesystem::path(BASTIDE_SOURCE_DIR) / "docs/examples/bot.py").string();
inline const std::string kGreedy = fmt::format("{} engine --player greedy", BASTIDE_BINARY);

struct Ended {
  int status = -1;
  std::string said;  ///< on both outputs
};

/// Runs it to its end. `environment`: what it has besides, as a shell takes it.
inline Ended bridge(const std::string& arguments, const std::string& environment = {}) {
  Ended ended;
  FILE* pipe =
      popen(fmt::format("{} timeout 240 {} bridge {} 2>&1", environment, BASTIDE_BINARY, arguments).c_str(), "r");
  std::array<char, 4096> block{};
  while (const std::size_t size = fread(block.data(), 1, block.size(), pipe)) ended.said.append(block.data(), size);
  const int status = pclose(pipe);
  ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ended;
}

inline std::future<Ended> begun(const std::string& arguments) {
  return std::async(std::launch::async, [arguments] { return bridge(arguments); });
}

inline std::string url(uint16_t port) {
  return fmt::format("http://localhost:{}", port);
}

/// A game of open seats, which is not public; answers game and invite as a link has them: "GAME#INVITE".
inline std::string invitation(uint16_t port, const std::vector<std::string>& seats, const json::object& options = {}) {
  json::array asked;
  for (const std::string& seat : seats)
    asked.push_back(seat == "open" ? json::object{{"kind", seat}} : json::object{{"kind", "bot"}, {"bot", seat}});
  const json::value made = post(
      port, "/api/games", {{"preset", "new"}, {"options", options}, {"public", false}, {"seats", asked}}, "Created");
  for (const json::value& seat : made.at("seats").as_array())
    if (const json::value* invite = seat.as_object().if_contains("link"))
      return text(made.at("game")) + "#" + text(*invite);
  throw std::runtime_error("no open seat");
}

inline std::string game_of(const std::string& link) {
  return link.substr(0, link.find('#'));
}

inline void expect_played(uint16_t port, const std::string& link) {
  const auto record = parse_record(builtin_catalogue(), http(port, "GET", "/api/games/" + game_of(link) + "/record", "",
                                                             {{"X-Bastide-Keys", link.substr(link.find('#') + 1)}})
                                                            .body);
  ASSERT_TRUE(record) << record.error().text();
  EXPECT_FALSE(record->result.empty());
  EXPECT_TRUE(record->left.empty());
  EXPECT_TRUE(Game::replay(*record));
}

}  // namespace bastide::test
