#include "ai/match.h"

#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/state_copy.h"

namespace bastide {
namespace {

/// splitmix64's finisher: every bit of the input reaches every bit of the output.
uint64_t mix(uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void count_game(MatchCount& count, const std::vector<int>& points) {
  const int best = *std::max_element(points.begin(), points.end());
  const auto winners = std::count(points.begin(), points.end(), best);
  for (std::size_t i = 0; i < points.size(); ++i) {
    PlayerCount& mine = count.players[i];
    int rival = INT32_MIN;
    for (std::size_t j = 0; j < points.size(); ++j)
      if (j != i) rival = std::max(rival, points[j]);
    const int64_t margin = points[i] - rival;
    if (points[i] == best) ++(winners == 1 ? mine.wins : mine.shared);
    mine.lowest = count.games == 0 ? points[i] : std::min(mine.lowest, points[i]);
    mine.highest = count.games == 0 ? points[i] : std::max(mine.highest, points[i]);
    mine.points += points[i];
    mine.points_squared += int64_t{points[i]} * points[i];
    mine.margin += margin;
    mine.margin_squared += margin * margin;
  }
  ++count.games;
}

void add(MatchCount& total, const MatchCount& part) {
  for (std::size_t i = 0; i < total.players.size() && part.games > 0; ++i) {
    PlayerCount& to = total.players[i];
    const PlayerCount& from = part.players[i];
    to.wins += from.wins;
    to.shared += from.shared;
    to.points += from.points;
    to.points_squared += from.points_squared;
    to.margin += from.margin;
    to.margin_squared += from.margin_squared;
    to.lowest = total.games == 0 ? from.lowest : std::min(to.lowest, from.lowest);
    to.highest = total.games == 0 ? from.highest : std::max(to.highest, from.highest);
  }
  total.games += part.games;
  total.signature += part.signature;  // a sum, so that no order matters
  total.cpu_seconds += part.cpu_seconds;
}

/// Plays games with numbers from `next` until there are no more.
template <class Config>
void work(const MatchSetup& setup, std::atomic<int64_t>& next, std::atomic<int64_t>& done, MatchCount& count) {
  constexpr int64_t kBatch = 16;
  const double begin = thread_seconds();
  const Ruleset& rules = setup.rules->kernel;
  const std::size_t n = setup.players.size();
  const bool playouts =
      std::all_of(setup.players.begin(), setup.players.end(), [](const auto& id) { return id == "random"; });
  std::vector<std::unique_ptr<PlayerOn<Config>>> players;
  for (const std::string& id : setup.players) players.push_back(*make_player_on<Config>(id));
  std::vector<PlayerOn<Config>*> seats(n);
  std::vector<int> points(n);
  count.players.resize(n);
  const auto first = std::make_unique<State<Config>>();
  const auto state = std::make_unique<State<Config>>();
  start(rules, *first);

  for (int64_t from = next.fetch_add(kBatch); from < setup.games; from = next.fetch_add(kBatch)) {
    const int64_t to = std::min(from + kBatch, setup.games);
    for (int64_t game = from; game < to; ++game) {
      const std::size_t shift = setup.rotate ? static_cast<std::size_t>(game) % n : 0;
      copy_in_use(*first, *state);
      Rng rng(game_seed(setup.seed, game));
      if (playouts) {
        random_playout(rules, *state, rng);
      } else {
        for (std::size_t i = 0; i < n; ++i) seats[(i + shift) % n] = players[i].get();
        play_out(rules, *state, seats, rng);
      }
      for (std::size_t i = 0; i < n; ++i) points[i] = state->score[(i + shift) % n];
      count_game(count, points);
      count.signature += mix(state_signature(*state) ^ mix(static_cast<uint64_t>(game)));
    }
    done += to - from;
  }
  count.cpu_seconds = thread_seconds() - begin;
}

Result<void> check(const MatchSetup& setup) {
  for (const std::string& id : setup.players) BASTIDE_CHECK(make_player_on<Fast>(id));
  if (static_cast<int>(setup.players.size()) != setup.rules->kernel.seats)
    return failure(fmt::format("{} players for {} seats", setup.players.size(), setup.rules->kernel.seats));
  if (setup.games < 1 || setup.games > kMostGames)
    return failure(fmt::format("{} games; it must be 1 to {}", setup.games, kMostGames));
  if (setup.threads < 1 || setup.threads > kMostThreads)
    return failure(fmt::format("{} threads; it must be 1 to {}", setup.threads, kMostThreads));
  if (!holds(setup.kernel, setup.rules->kernel))
    return failure(setup.kernel == KernelChoice::full
                       ? "this game has more tiles than the full kernel can hold"
                       : "the fast kernels take only whole tiles and plain turns, and the first of them 84 tiles");
  return {};
}

}  // namespace

bool holds(KernelChoice kernel, const Ruleset& rules) {
  return kernel == KernelChoice::fast    ? fits<Fast>(rules)
         : kernel == KernelChoice::large ? fits<Large>(rules)
                                         : fits<Full>(rules);
}

KernelChoice best_kernel(const Ruleset& rules) {
  for (const KernelChoice kernel : {KernelChoice::fast, KernelChoice::large})
    if (holds(kernel, rules)) return kernel;
  return KernelChoice::full;
}

uint64_t game_seed(uint64_t seed, int64_t game) {
  return mix(mix(seed) + static_cast<uint64_t>(game));
}

template <class Config>
uint64_t state_signature(const State<Config>& state) {
  // Every word is mixed by itself, with its place in it: then none waits for the one before.
  uint64_t hash = mix(state.turn);
  for (uint64_t seat = 0; seat < state.score.size(); ++seat)
    hash += mix((seat + 1) << 60 | static_cast<uint16_t>(state.score[seat]));
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    const auto& cell = state.cell[piece.cell];
    hash += mix(static_cast<uint64_t>(p) << 48 | static_cast<uint64_t>(static_cast<uint16_t>(cell.x)) << 32 |
                static_cast<uint64_t>(static_cast<uint16_t>(cell.y)) << 16 | static_cast<uint64_t>(piece.kind) << 8 |
                piece.rotation);
  }
  return hash;
}

template <class Config>
void play_out(const Ruleset& rules, State<Config>& state, const std::vector<PlayerOn<Config>*>& seats, Rng& rng) {
  while (state.phase != Phase::over) {
    const Move move =
        state.phase == Phase::draw ? random_draw(rules, state, rng) : seats[state.seat]->choose(rules, state, rng);
    apply(rules, state, move);
  }
}

Result<MatchCount> play_match(const MatchSetup& setup, const std::function<void(int64_t)>& progress) {
  BASTIDE_CHECK(check(setup));
  const auto begin = std::chrono::steady_clock::now();
  std::atomic<int64_t> next = 0, done = 0;
  std::vector<MatchCount> parts(setup.threads);
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::condition_variable ended;
  int running = setup.threads;
  for (MatchCount& part : parts)
    threads.emplace_back([&] {
      switch (setup.kernel) {
        case KernelChoice::fast:
          work<Fast>(setup, next, done, part);
          break;
        case KernelChoice::large:
          work<Large>(setup, next, done, part);
          break;
        case KernelChoice::full:
          work<Full>(setup, next, done, part);
          break;
      }
      const std::lock_guard lock(mutex);
      --running;
      ended.notify_one();
    });
  {
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, std::chrono::milliseconds(200), [&] { return running == 0; }))
      if (progress) progress(done);
  }
  for (std::thread& thread : threads) thread.join();

  MatchCount total;
  total.players.resize(setup.players.size());
  for (const MatchCount& part : parts) add(total, part);
  total.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return total;
}

template uint64_t state_signature(const State<Fast>&);
template uint64_t state_signature(const State<Large>&);
template uint64_t state_signature(const State<Full>&);
template void play_out(const Ruleset&, State<Fast>&, const std::vector<PlayerOn<Fast>*>&, Rng&);
template void play_out(const Ruleset&, State<Large>&, const std::vector<PlayerOn<Large>*>&, Rng&);
template void play_out(const Ruleset&, State<Full>&, const std::vector<PlayerOn<Full>*>&, Rng&);

}  // namespace bastide
