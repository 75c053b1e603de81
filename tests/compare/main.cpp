// compare: long campaigns of random games in which the full kernel, the fast kernel and the naive implementation must
// agree after every ply. Exit status 1 and the plies of the game at the first disagreement.
#include <fmt/format.h>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include "compare/compare.h"

using namespace bastide;

namespace {

struct Campaign {
  int games = 2000;
  uint64_t seed = 1;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<int> next{0}, done{0};
  std::mutex mutex;
  std::string disagreement;
};

/// Game number n of a preset is the same whatever the threads are.
void work(Campaign& campaign, const PresetSpec& preset) {
  for (int n = campaign.next++; n < campaign.games; n = campaign.next++) {
    const uint64_t seed = campaign.seed * 1000003 + static_cast<uint64_t>(n);
    Rng rng(seed);
    const auto rules = compare::random_rules(preset, rng);
    const auto wrong = compare::compare_random_game(*rules, seed);
    ++campaign.done;
    if (!wrong) continue;
    const std::scoped_lock lock(campaign.mutex);
    if (campaign.disagreement.empty()) campaign.disagreement = *wrong;
    campaign.next = campaign.games;
  }
}

bool run(Campaign& campaign, const PresetSpec& preset) {
  campaign.next = campaign.done = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < campaign.threads; ++t) threads.emplace_back([&] { work(campaign, preset); });
  auto shown = begin;
  while (campaign.done < std::min(campaign.games, campaign.next.load())) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (std::chrono::steady_clock::now() - shown < std::chrono::seconds(10)) continue;
    shown = std::chrono::steady_clock::now();
    fmt::print("{}: {} of {} games, {:.0f} s\n", preset.id, campaign.done.load(), campaign.games, seconds());
    std::fflush(stdout);
  }
  threads.clear();
  if (!campaign.disagreement.empty()) {
    fmt::print("{}: DISAGREEMENT\n{}\n", preset.id, campaign.disagreement);
    return false;
  }
  fmt::print("{}: {} games agree ply by ply, {:.1f} s\n", preset.id, campaign.done.load(), seconds());
  std::fflush(stdout);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Campaign campaign;
  std::vector<std::string> presets{"all"};
  CLI::App app{
      "Plays random games in the full kernel, the fast kernel and the naive implementation and compares every ply."};
  app.add_option("--games", campaign.games, "games for each preset")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--presets", presets, "presets, or all")->delimiter(',')->capture_default_str();
  app.add_option("--seed", campaign.seed, "number that the games are made from")->capture_default_str();
  app.add_option("--threads", campaign.threads, "threads")->check(CLI::PositiveNumber)->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  int compared = 0;
  for (const PresetSpec& preset : builtin_catalogue().presets) {
    const bool wanted = presets == std::vector<std::string>{"all"} ||
                        std::find(presets.begin(), presets.end(), preset.id) != presets.end();
    if (!wanted) continue;
    if (!run(campaign, preset)) return 1;
    ++compared;
  }
  if (compared == 0) {
    fmt::print(stderr, "there is no such preset\n");
    return 2;
  }
  fmt::print("core (full, fast) and naive agree: {} games for each of {} presets, seed {}\n", campaign.games, compared,
             campaign.seed);
  return 0;
}
