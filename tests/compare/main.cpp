// compare: long campaigns of random games in which the full kernel, the fast kernel and the naive implementation must
// agree after every ply, and which must be the same when they were written down and read again. Exit status 1 and the
// plies of the game at the first disagreement.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "compare/compare.h"

using namespace bastide;

namespace {

struct Campaign {
  int combinations = 20, games = 20, from = 0;
  uint64_t seed = 1;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::vector<const PresetSpec*> presets;
  std::vector<std::string> on;

  std::atomic<int> next{0}, games_done{0}, plain{0};
  std::mutex mutex;
  std::string disagreement;
};

/// Combination number n is the same whatever the threads are: the presets in turn, options and seats at random.
GameRulesPtr combination(const Campaign& campaign, int n) {
  Rng rng(campaign.seed * 1000003 + static_cast<uint64_t>(n));
  const PresetSpec& preset = *campaign.presets[static_cast<std::size_t>(n) % campaign.presets.size()];
  return compare::random_rules(preset, rng, false, campaign.on);
}

void work(Campaign& campaign) {
  const int end = campaign.from + campaign.combinations;
  for (int n = campaign.next++; n < end; n = campaign.next++) {
    const auto rules = combination(campaign, n);
    campaign.plain += fits<Fast>(rules->kernel) ? 1 : 0;
    for (int game = 0; game < campaign.games; ++game) {
      if (campaign.next > end + static_cast<int>(campaign.threads)) return;  // somebody found a disagreement
      const uint64_t seed = campaign.seed * 1000003 + static_cast<uint64_t>(n) * 100000 + static_cast<uint64_t>(game);
      const auto wrong = compare::check_random_game(rules, seed);
      ++campaign.games_done;
      if (!wrong) continue;
      const std::scoped_lock lock(campaign.mutex);
      if (campaign.disagreement.empty()) campaign.disagreement = fmt::format("combination {}: {}", n, *wrong);
      campaign.next = end + 1000000;
      return;
    }
    const std::scoped_lock lock(campaign.mutex);
    fmt::print("{}: {}, {} seats: {} games agree\n", n, describe(*rules)[0], rules->kernel.seats, campaign.games);
    std::fflush(stdout);
  }
}

bool run(Campaign& campaign) {
  const auto begin = std::chrono::steady_clock::now();
  campaign.next = campaign.from;
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < campaign.threads; ++t) threads.emplace_back([&] { work(campaign); });
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!campaign.disagreement.empty()) {
    fmt::print("DISAGREEMENT\n{}\n", campaign.disagreement);
    return false;
  }
  fmt::print(
      "core and naive agree after every ply, and records and positions can be read again: {} combinations of options "
      "({} of them also in the fast kernel), {} games "
      "each, seed {}: {} games in {:.0f} s, {:.0f} a second\n",
      campaign.combinations, campaign.plain.load(), campaign.games, campaign.seed, campaign.games_done.load(), seconds,
      campaign.games_done / seconds);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Campaign campaign;
  std::vector<std::string> presets{"all"};
  CLI::App app{
      "Plays random games under random options in the full kernel, the fast kernel and the naive implementation, "
      "compares every ply, and reads what it has written of them: records and positions."};
  app.add_option("--combinations", campaign.combinations, "random combinations of options")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--games", campaign.games, "games of each combination")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  app.add_option("--from", campaign.from, "number of the first combination")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--presets", presets, "presets, or all")->delimiter(',')->capture_default_str();
  app.add_option("--on", campaign.on, "options that are never as they are by default, such as holes")->delimiter(',');
  app.add_option("--seed", campaign.seed, "number that combinations and games are made from")->capture_default_str();
  app.add_option("--threads", campaign.threads, "threads")->check(CLI::PositiveNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const bool all = presets == std::vector<std::string>{"all"};
  for (const PresetSpec& preset : builtin_catalogue().presets)
    if (all || std::find(presets.begin(), presets.end(), preset.id) != presets.end())
      campaign.presets.push_back(&preset);
  for (const std::string& option : campaign.on) {
    if (builtin_catalogue().find_option(option)) continue;
    fmt::print(stderr, "there is no option '{}'\n", option);
    return 2;
  }
  if (campaign.presets.empty() || (!all && campaign.presets.size() != presets.size())) {
    fmt::print(stderr, "there is no such preset\n");
    return 2;
  }
  return run(campaign) ? 0 : 1;
}
