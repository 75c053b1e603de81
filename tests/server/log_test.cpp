// What the program tells whoever runs it, as a program reads it (--log-form json).
#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <boost/json.hpp>
#include <sstream>

#include "server/client.h"
#include "server/program.h"

namespace bastide::test {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;

std::vector<json::object> lines_of(const std::string& said) {
  std::vector<json::object> lines;
  std::istringstream text(said);
  for (std::string line; std::getline(text, line);) {
    json::error_code error;
    const json::value value = json::parse(line, error);
    if (error || !value.is_object())
      ADD_FAILURE() << "no JSON object: " << line;
    else
      lines.push_back(value.as_object());
  }
  return lines;
}

std::string member(const json::object& line, std::string_view name) {
  const json::value* value = line.if_contains(name);
  return value == nullptr ? "" : json::value_to<std::string>(*value);
}

/// The lines of a server that is told to end, but for those of less than a warning.
std::vector<json::object> complaints(Program& program) {
  EXPECT_EQ(program.end(SIGTERM), 0) << program.said();
  std::vector<json::object> lines = lines_of(program.said());
  std::erase_if(lines, [](const json::object& line) { return member(line, "level") == "info"; });
  return lines;
}

const std::vector<std::string> kJson{"--log-level", "info", "--log-form", "json"};

}  // namespace

/// As a journal that hangs: the pipe is full, and nobody reads.
TEST(Log, WhereNobodyReadsItNobodyWaits) {
  const Folder folder;
  Program program(folder.path(), 0, {"--log-requests"});
  ASSERT_NE(program.port(), 0) << program.said();
  constexpr int kRequests = 1500;  // of fifty letters and more each: more than a pipe holds
  for (int i = 0; i < kRequests; ++i) ASSERT_EQ(http(program.port(), "GET", "/healthz").status, 200) << i;
}

/// As few lines as can be are lost where the program breaks.
TEST(Log, WhatWasToldBeforeACrashIsThere) {
  const Folder folder;
  Program program(folder.path(), 0, {"--log-requests"});
  ASSERT_NE(program.port(), 0) << program.said();
  constexpr int kRequests = 50;
  for (int i = 0; i < kRequests; ++i) ASSERT_EQ(http(program.port(), "GET", "/healthz").status, 200) << i;
  EXPECT_EQ(program.end(SIGABRT), -SIGABRT);
  int told = 0;
  for (std::size_t at = 0; (at = program.said().find("/healthz", at)) != std::string::npos; ++at) ++told;
  EXPECT_GE(told, kRequests - 1) << "the last is told after it is answered\n" << program.said();
}

TEST(Log, EachLineIsAJsonObjectWhereThatIsWanted) {
  const Folder folder;
  Program program(folder.path(), 0, kJson);
  ASSERT_NE(program.port(), 0) << program.said();
  EXPECT_EQ(program.end(SIGTERM), 0);
  const auto lines = lines_of(program.said());
  ASSERT_GE(lines.size(), 2U) << program.said();
  for (const json::object& line : lines) {
    EXPECT_THAT(member(line, "time"),
                MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z"));
    EXPECT_THAT(member(line, "level"), ::testing::AnyOf("info", "warning", "error"));
    EXPECT_THAT(member(line, "text"), Not(IsEmpty()));
    EXPECT_EQ(line.size(), 3U) << json::serialize(line);
  }
  EXPECT_THAT(member(lines[1], "text"), HasSubstr("http://localhost:" + std::to_string(program.port())));
}

TEST(Log, TheGameOfALineIsAMemberOfItsOwn) {
  const Folder folder;
  std::string game;
  {
    Program program(folder.path(), 0, kJson);
    game = text(new_game(program.port(), "new", {"me", "me"}).at("game"));
    EXPECT_THAT(complaints(program), IsEmpty());
  }
  SQLite::Database(folder.path() + "/games.sqlite", SQLite::OPEN_READWRITE).exec("DELETE FROM events WHERE seq = 2");
  Program program(folder.path(), 0, kJson);
  get_error(program.port(), 500, "/api/games/" + game + "/record");
  const auto lines = complaints(program);
  ASSERT_THAT(lines, Not(IsEmpty())) << program.said();
  EXPECT_EQ(member(lines[0], "game"), game) << program.said();
  EXPECT_THAT(member(lines[0], "text"), AllOf(HasSubstr("damaged"), Not(HasSubstr(game))));
}

TEST(Log, TheRequestOfALineIsTheOneThatWasTold) {
  const Folder folder;
  Program program(folder.path(), 0, kJson);
  ASSERT_NE(program.port(), 0) << program.said();
  SQLite::Database(folder.path() + "/games.sqlite", SQLite::OPEN_READWRITE).exec("DROP TABLE tokens");
  const std::string told = text(get_error(program.port(), 503, "/api/games", "sometoken").at("request"));
  const auto lines = complaints(program);
  const auto line =
      std::find_if(lines.begin(), lines.end(), [&](const json::object& one) { return member(one, "request") == told; });
  ASSERT_NE(line, lines.end()) << program.said();
  EXPECT_EQ(member(*line, "level"), "error");
  EXPECT_THAT(member(*line, "text"), AllOf(HasSubstr("cannot be read"), Not(HasSubstr(told))));
}

}  // namespace bastide::test
