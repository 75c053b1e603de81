// Many games between players, counted: for `bastide sim`, for tests of strength and for benchmarks.
// The same choice, players, seed and number of games give the same counts and signature on any number of threads.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ai/player.h"
#include "core/rng.h"
#include "rules/compile.h"

namespace bastide {

inline constexpr int64_t kMostGames = 1'000'000'000;

enum class KernelChoice : uint8_t { fast, large, full };  ///< State<Fast>, State<Large>, State<Full>
inline constexpr std::array<std::string_view, 3> kKernelNames = {"fast", "large", "full"};  ///< by KernelChoice

/// Whether a game is within a kernel's bounds.
bool holds(KernelChoice kernel, const Ruleset& rules);

/// The fastest kernel that takes a game; full also where none does.
KernelChoice best_kernel(const Ruleset& rules);

struct MatchSetup {
  GameRulesPtr rules;
  std::vector<std::string> players;  ///< ids; player i sits on seat i, or on seat (i + game) % seats if `rotate`
  int64_t games = 1;
  uint64_t seed = 0;
  int threads = 1;
  bool rotate = false;
  KernelChoice kernel = KernelChoice::fast;
};

/// One player's part. Sums are whole numbers, so that the order of the games does not matter.
struct PlayerCount {
  int64_t wins = 0;    ///< alone in first place (WIN-1)
  int64_t shared = 0;  ///< first place shared
  int64_t points = 0, points_squared = 0;
  int64_t margin = 0, margin_squared = 0;  ///< ahead of the best other player; negative when behind
  int lowest = 0, highest = 0;
};

struct MatchCount {
  int64_t games = 0;
  std::vector<PlayerCount> players;
  uint64_t signature = 0;  ///< of every game's final state
  double cpu_seconds = 0;  ///< of all threads that played
  double wall_seconds = 0;
};

/// `progress` is called now and then with the number of finished games, by the thread that called. Errors: no such
/// player, numbers out of range, a game that the kernel cannot hold.
Result<MatchCount> play_match(const MatchSetup& setup, const std::function<void(int64_t)>& progress = {});

/// The seed of game number `game` of a match, so that it can be looked at alone.
uint64_t game_seed(uint64_t seed, int64_t game);

/// Points, number of turns and every placed tile, as one number; the same for all kernels.
template <class Config>
uint64_t state_signature(const State<Config>& state);

/// Plays `state` to the end. REQUIRES: one player a seat.
template <class Config>
void play_out(const Ruleset& rules, State<Config>& state, const std::vector<PlayerOn<Config>*>& seats, Rng& rng);

}  // namespace bastide
