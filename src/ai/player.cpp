#include "ai/player.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "ai/greedy.h"
#include "ai/random.h"
#include "ai/search.h"

namespace bastide {
namespace {

/// Longer than anybody waits.
constexpr double kMostSeconds = 1e6;

tl::unexpected<Error> refused(std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  return tl::unexpected<Error>(std::move(error));
}

struct Level {
  std::string_view id;
  SearchSettings settings;
};

/// How a level searches; null: it does not.
const SearchSettings* search_of(std::string_view id) {
  static const std::array<Level, 3> levels = [] {
    std::array<Level, 3> three = {{{"brick", {}}, {"mason", {}}, {"bastion", {}}}};
    SearchSettings& brick = three[0].settings;
    brick.candidates = 8;
    brick.turns = 1;
    brick.usual.nodes = 24;
    SearchSettings& mason = three[1].settings;
    mason.candidates = 16;
    mason.turns = 2;
    mason.usual.nodes = 200;
    SearchSettings& bastion = three[2].settings;
    bastion.turns = 8;
    bastion.usual.nodes = 4000;
    return three;
  }();
  const auto found = std::find_if(levels.begin(), levels.end(), [&](const Level& level) { return level.id == id; });
  return found == levels.end() ? nullptr : &found->settings;
}

template <class Number>
bool read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

const std::vector<PlayerInfo>& players() {
  static const std::vector<PlayerInfo> all = {
      {"random", "Pebble", {}},  // has never won, and so no rating
      {"greedy", "Cobble", {1000, 35, 0.0001}},
      {"brick", "Brick", {1124, 42, 0.001}},
      {"mason", "Mason", {1244, 31, 0.003}},
      {"bastion", "Bastion", {1368, 67, 0.2}},
  };
  return all;
}

const PlayerInfo* find_player(std::string_view id) {
  const auto& all = players();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PlayerInfo& info) { return info.id == id; });
  return found == all.end() ? nullptr : &*found;
}

Result<PlayerSpec> parse_player(std::string_view spec) {
  const std::string_view id = spec.substr(0, spec.find(':'));
  PlayerSpec player;
  player.info = find_player(id);
  if (player.info == nullptr) {
    std::string known;
    for (const PlayerInfo& info : players()) known += (known.empty() ? "" : ", ") + std::string(info.id);
    return refused("there is no player '" + std::string(id) + "'", known);
  }
  for (std::string_view rest = spec.substr(id.size()); !rest.empty();) {
    rest.remove_prefix(1);
    const std::string_view limit = rest.substr(0, rest.find(':'));
    rest.remove_prefix(limit.size());
    const std::size_t equals = std::min(limit.find('='), limit.size());
    const std::string_view name = limit.substr(0, equals), value = limit.substr(std::min(equals + 1, limit.size()));
    const auto wrong = [&](const std::string& expected) {
      return refused("player " + std::string(spec) + ": '" + std::string(limit) + "' is not understood", expected);
    };
    if (name == "nodes") {
      if (!read(value, player.limits.nodes) || player.limits.nodes < 1) return wrong("nodes=N, a whole number above 0");
    } else if (name == "time") {
      double& seconds = player.limits.seconds;
      const bool understood = read(value, seconds);
      if (const bool in_range = seconds > 0 && seconds <= kMostSeconds; !understood || !in_range)
        return wrong("time=SECONDS, such as 0.2");
    } else if (name == "threads") {
      int& threads = player.limits.threads;
      if (!read(value, threads) || threads < 1 || threads > kMostThreads)
        return wrong("threads=N, from 1 to " + std::to_string(kMostThreads));
    } else {
      return wrong("nodes=N, time=SECONDS or threads=N");
    }
  }
  return player;
}

template <class Config>
Result<std::unique_ptr<PlayerOn<Config>>> make_player_on(std::string_view spec) {
  BASTIDE_TRY(const PlayerSpec wanted, parse_player(spec));
  std::unique_ptr<PlayerOn<Config>> player;
  if (wanted.info->id == "random") player = std::make_unique<RandomPlayer<Config>>();
  if (wanted.info->id == "greedy") player = std::make_unique<GreedyPlayer<Config>>();
  if (const SearchSettings* search = search_of(wanted.info->id))
    player = std::make_unique<SearchPlayer<Config>>(*search);
  player->limit(wanted.limits);
  return player;
}

template Result<std::unique_ptr<PlayerOn<Fast>>> make_player_on<Fast>(std::string_view);
template Result<std::unique_ptr<PlayerOn<Large>>> make_player_on<Large>(std::string_view);
template Result<std::unique_ptr<PlayerOn<Full>>> make_player_on<Full>(std::string_view);

}  // namespace bastide
