// Random games for the property tests: how many, and how they are played.
#pragma once
#include <cstdlib>
#include <string>

#include "compare/compare.h"
#include "game/game.h"
#include "short_form.h"

namespace bastide {

/// `normal` games, or as many as BASTIDE_GAMES says; a twentieth in the short form.
inline int games(int normal) {
  if (const char* wanted = std::getenv("BASTIDE_GAMES")) return std::max(1, std::atoi(wanted));
  return in_short_form() ? std::max(1, normal / 20) : normal;
}

/// Rules of game number `n`: the presets in turn, number of seats and options at random.
inline GameRulesPtr rules_of_game(int n) {
  const auto& presets = builtin_catalogue().presets;
  Rng rng(static_cast<uint64_t>(n) + 77);
  return compare::random_rules(presets[static_cast<std::size_t>(n) % presets.size()], rng);
}

/// The same with options that the fast kernel takes.
inline GameRulesPtr plain_rules_of_game(int n) {
  const auto& presets = builtin_catalogue().presets;
  Rng rng(static_cast<uint64_t>(n) + 77);
  return compare::random_rules(presets[static_cast<std::size_t>(n) % presets.size()], rng, true);
}

inline Game new_game(const GameRulesPtr& rules) {
  std::vector<SeatSpec> seats;
  for (int seat = 0; seat < rules->kernel.seats; ++seat)
    seats.push_back({"Player " + std::to_string(seat + 1), seat % 2 == 0 ? "human" : "random"});
  return *Game::create(rules, seats);
}

inline Move random_move(const Game& game, Rng& rng) {
  if (game.state().phase == Phase::draw) return random_draw(game.rules().kernel, game.state(), rng);
  const auto moves = game.legal();
  return moves[rng.below(static_cast<uint32_t>(moves.size()))];
}

}  // namespace bastide
