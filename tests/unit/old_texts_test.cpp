// Records and positions that an earlier program wrote mean what they meant: tests/old/README.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "old/trace.h"

namespace bastide {
namespace {

const std::string kFolder = BASTIDE_SOURCE_DIR "/tests/old/";

std::string file(const std::string& name) {
  std::ifstream stream(kFolder + name);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// "then": how the game goes on from a state, by what its text is called.
std::string going_on(const GameRules& rules, State<Full> state, uint64_t seed) {
  const old::Trace trace = old::play_on(rules, state, seed);
  return fmt::format(" then {} trace {:016x} score {}", trace.plies(), trace.hash(), old::points_text(rules, state));
}

std::string told_by_record(const std::string& name, uint64_t seed) {
  const auto record = parse_record(builtin_catalogue(), file(name));
  if (!record) return record.error().text();
  const auto game = Game::replay(*record);
  if (!game) return game.error().text();
  const old::Trace trace = old::trace_of(*game);
  const std::string told = fmt::format("plies {} trace {:016x} score {}", trace.plies(), trace.hash(),
                                       old::points_text(game->rules(), game->state()));
  return game->over() ? told : told + going_on(game->rules(), game->state(), seed);
}

std::string told_by_position(const std::string& name, uint64_t seed) {
  const auto position = parse_position(builtin_catalogue(), file(name));
  if (!position) return position.error().text();
  return "score " + old::points_text(*position->rules, position->state) +
         going_on(*position->rules, position->state, seed);
}

TEST(OldTexts, MeanWhatTheyMeant) {
  std::ifstream expected(kFolder + "expected.txt");
  int records = 0, positions = 0;
  std::string name, told;
  for (uint64_t seed; expected >> name >> seed && std::getline(expected >> std::ws, told);) {
    const bool record = name.starts_with("records/");
    ++(record ? records : positions);
    EXPECT_EQ(record ? told_by_record(name, seed) : told_by_position(name, seed), told) << name;
  }
  EXPECT_EQ(records, 100);
  EXPECT_EQ(positions, 60);
}

}  // namespace
}  // namespace bastide
