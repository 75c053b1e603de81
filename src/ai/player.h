// Players that choose a ply: what bots on the server, `bastide sim` and the tests play with. One source for both
// kernels: Player is what everybody uses, PlayerOn<Fast> is the same player at the speed of simulation. A player sees
// the whole State, but reads nothing that is hidden: the order of the stack is in no State.
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "core/kernel.h"
#include "core/rng.h"
#include "rules/error.h"

namespace bastide {

/// How a player is shown and picked.
struct PlayerInfo {
  std::string_view id;    ///< in records, in `--players` and in messages: "greedy"
  std::string_view name;  ///< "Cobble"; what it plays like is the phrase bot.ID
};

template <class Config>
class PlayerOn {
 public:
  virtual ~PlayerOn() = default;

  /// A legal ply for the seat to move; all chance comes from `rng`. May keep buffers between calls, so one player
  /// object serves one thread at a time, but its choice depends on the arguments alone. REQUIRES: neither
  /// phase draw nor over.
  virtual Move choose(const Ruleset& rules, const State<Config>& state, Rng& rng) = 0;
};
using Player = PlayerOn<Full>;

/// Every player, weakest first.
const std::vector<PlayerInfo>& players();

/// nullptr: there is none of that id.
const PlayerInfo* find_player(std::string_view id);

/// Errors: no such player (lists those there are).
template <class Config>
Result<std::unique_ptr<PlayerOn<Config>>> make_player_on(std::string_view id);

inline Result<std::unique_ptr<Player>> make_player(std::string_view id) {
  return make_player_on<Full>(id);
}

}  // namespace bastide
