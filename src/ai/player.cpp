#include "ai/player.h"

#include <algorithm>
#include <string>

#include "ai/greedy.h"
#include "ai/random.h"

namespace bastide {

const std::vector<PlayerInfo>& players() {
  static const std::vector<PlayerInfo> all = {
      {"random", "Pebble"},
      {"greedy", "Cobble"},
  };
  return all;
}

const PlayerInfo* find_player(std::string_view id) {
  const auto& all = players();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PlayerInfo& info) { return info.id == id; });
  return found == all.end() ? nullptr : &*found;
}

template <class Config>
Result<std::unique_ptr<PlayerOn<Config>>> make_player_on(std::string_view id) {
  if (id == "random") return std::make_unique<RandomPlayer<Config>>();
  if (id == "greedy") return std::make_unique<GreedyPlayer<Config>>();
  Error error;
  error.message = "there is no player '" + std::string(id) + "'";
  for (const PlayerInfo& info : players())
    error.expected += (error.expected.empty() ? "" : ", ") + std::string(info.id);
  return tl::unexpected<Error>(std::move(error));
}

template Result<std::unique_ptr<PlayerOn<Fast>>> make_player_on<Fast>(std::string_view);
template Result<std::unique_ptr<PlayerOn<Large>>> make_player_on<Large>(std::string_view);
template Result<std::unique_ptr<PlayerOn<Full>>> make_player_on<Full>(std::string_view);

}  // namespace bastide
