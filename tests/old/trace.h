// What an old text means, boiled down to a line that can be compared: how a record goes, and how a game goes on. Moves
// count by their words, so that a program that keeps its moves in another way can be compared too.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel.h"
#include "game/game.h"

namespace bastide::old {

/// FNV-1a over everything that happened.
class Trace {
 public:
  void add(const std::string& text) {
    for (const char c : text + '\n') hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    ++plies_;
  }
  int plies() const { return plies_; }
  uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325u;
  int plies_ = 0;
};

inline std::string points_text(const GameRules& rules, const State<Full>& state) {
  std::string text;
  for (int seat = 0; seat < rules.kernel.seats; ++seat)
    text += (seat == 0 ? "" : " ") + std::to_string(state.score[seat]);
  return text;
}

/// Who did what, and the points after it, ply by ply.
inline Trace trace_of(const Game& game) {
  Trace trace;
  for (const Ply& ply : game.plies()) {
    std::string line = std::to_string(ply.seat) + " " + ply.text;
    for (const int points : ply.score) line += " " + std::to_string(points);
    trace.add(line);
  }
  return trace;
}

/// Plays on to the end, each time one of the legal moves in the order of their words. Only chance depends on `seed`.
inline Trace play_on(const GameRules& rules, State<Full>& state, uint64_t seed) {
  Trace trace;
  while (state.phase != Phase::over) {
    std::vector<Move> moves;
    legal_moves(rules.kernel, state, moves);
    std::vector<std::pair<std::string, Move>> named;
    std::string all;
    for (const Move& move : moves) named.emplace_back(move_text(rules, state, move), move);
    std::sort(named.begin(), named.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [text, move] : named) all += text + "; ";
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    const auto& [text, move] = named[(seed >> 33) % named.size()];
    trace.add(std::to_string(state.seat) + " of " + all + text + ", " + points_text(rules, state));
    apply(rules.kernel, state, move);
  }
  return trace;
}

}  // namespace bastide::old
