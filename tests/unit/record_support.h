// Records, as games and as what is wrong with them.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "game/game.h"
#include "unit/catalogue_support.h"

namespace bastide {

inline Error record_error(const std::string& text) {
  auto record = parse_record(catalogue(), text);
  if (!record) return record.error();
  const auto game = Game::replay(*record);
  return game ? Error{} : game.error();
}

inline Game replayed(const std::string& text) {
  const auto record = parse_record(catalogue(), text);
  EXPECT_TRUE(record) << record.error().text();
  auto game = Game::replay(*record);
  EXPECT_TRUE(game) << game.error().text();
  return std::move(*game);
}

}  // namespace bastide
