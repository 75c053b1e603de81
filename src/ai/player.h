// Players that choose a ply: what bots on the server, `bastide sim` and the tests play with. One source for both
// kernels: Player is what everybody uses, PlayerOn<Fast> is the same player at the speed of simulation. A player sees
// the whole State, but reads nothing that is hidden: the order of the stack is in no State.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/kernel.h"
#include "core/rng.h"
#include "rules/error.h"

namespace bastide {

inline constexpr int kMostThreads = 256;

/// How long a player that searches thinks about one choice: until the first of them is reached. None given: as long as
/// it is used to.
struct Limits {
  int64_t nodes = 0;   ///< games played ahead; 0: no bound. With nodes alone a choice depends on no clock
  double seconds = 0;  ///< of the wall clock; 0: no bound
  const std::atomic<bool>* stop = nullptr;  ///< set by another thread: choose now
  int threads = 1;                          ///< that play ahead at once
};

/// What was measured of a player (docs/bots.md).
struct Measured {
  double elo = 0;
  double elo_error = 0;  ///< 0: the rating was not measured
  double think = 0;      ///< seconds a turn; 0: not measured
};

/// How a player is shown and picked.
struct PlayerInfo {
  std::string_view id;    ///< in records, in `--players` and in messages: "greedy"
  std::string_view name;  ///< "Cobble"; what it plays like is the phrase bot.ID
  Measured measured;
};

/// A player with what it was told of its thinking: "greedy", "mason:nodes=500", "mason:time=0.2:threads=4".
struct PlayerSpec {
  const PlayerInfo* info = nullptr;
  Limits limits;
};

/// What a player thought of a move that it might have chosen.
struct Candidate {
  Move move;
  double margin = 0;  ///< points ahead of the best other seat at the end, as it expects
  int64_t nodes = 0;  ///< games played ahead for it; 0: it was judged as it stands
  Move then;          ///< with which the same turn goes on, if it is a tile and was compared together with it
};

template <class Config>
class PlayerOn {
 public:
  virtual ~PlayerOn() = default;

  /// A legal ply for the seat to move; all chance comes from `rng`. May keep buffers between calls, and what it has
  /// planned for the rest of its turn, so one player object serves one thread at a time; else its choice depends on the
  /// arguments and the limits alone, with a bound in seconds on the clock as well. REQUIRES: neither phase draw nor
  /// over.
  virtual Move choose(const Ruleset& rules, const State<Config>& state, Rng& rng) = 0;

  /// How long it thinks from now on. Who does not search does not care.
  virtual void limit(const Limits&) {}

  /// What it compared when it chose last, best first; nothing if it did not look ahead.
  virtual std::span<const Candidate> considered() const { return {}; }
};
using Player = PlayerOn<Full>;

/// Every player, weakest first.
const std::vector<PlayerInfo>& players();

/// nullptr: there is none of that id.
const PlayerInfo* find_player(std::string_view id);

/// Reads ID[:nodes=N][:time=SECONDS][:threads=N]. Errors: no such player (lists those there are), no such limit, no
/// positive number, or more than kMostThreads.
Result<PlayerSpec> parse_player(std::string_view spec);

/// Errors: those of parse_player.
template <class Config>
Result<std::unique_ptr<PlayerOn<Config>>> make_player_on(std::string_view spec);

inline Result<std::unique_ptr<Player>> make_player(std::string_view spec) {
  return make_player_on<Full>(spec);
}

}  // namespace bastide
