// The threads of an arena: each plays one encounter after the other.
#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <thread>

#include "ai/arena.h"
#include "ai/deck.h"

namespace bastide {
namespace {

double seconds_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Config>
Result<std::unique_ptr<PlayerOn<Config>>> make(const Contestant& contestant, const GameRulesPtr& rules) {
  if constexpr (std::is_same_v<Config, Full>)
    if (contestant.make) return contestant.make(rules);
  static_cast<void>(rules);
  return make_player_on<Config>(contestant.spec);
}

/// What one thread needs to play.
template <class Config>
class Room {
 public:
  Room(const ArenaSetup& setup, const std::atomic<bool>& abandoned)
      : setup_(setup),
        abandoned_(abandoned),
        tables_(arena_tables(static_cast<int>(setup.contestants.size()), setup.rules->kernel.seats)) {
    start(setup.rules->kernel, *first_);
  }

  Result<void> invite() {
    for (const Contestant& contestant : setup_.contestants) {
      BASTIDE_TRY(auto player, make<Config>(contestant, setup_.rules));
      players_.push_back(std::move(player));
    }
    return {};
  }

  /// Nothing: abandoned.
  Result<std::optional<Encounter>> play(int64_t number) {
    const auto tables = static_cast<int64_t>(tables_.size());
    const ArenaTable& table = tables_[number % tables];
    const uint64_t seed = game_seed(setup_.seed, number / tables);
    Encounter encounter{number, {}, {}};
    thinking_.assign(players_.size(), {});
    for (const std::vector<int>& who : table.games) {
      BASTIDE_TRY(const bool finished, play_game(who, seed));
      if (!finished) return std::optional<Encounter>();
      encounter.points.emplace_back(state_->score.begin(), state_->score.begin() + static_cast<int>(who.size()));
    }
    for (const int who : table.contestants) encounter.thinking.push_back(thinking_[who]);
    return std::optional(std::move(encounter));
  }

 private:
  Result<bool> play_game(const std::vector<int>& who, uint64_t seed) {
    const Ruleset& rules = setup_.rules->kernel;
    Deck<Config> deck(rules, *first_, seed);
    std::vector<Rng> chance;  // a seat's own: what others do does not change it
    for (std::size_t seat = 0; seat < who.size(); ++seat)
      chance.emplace_back(game_seed(~seed, static_cast<int64_t>(seat)));
    *state_ = *first_;
    while (state_->phase != Phase::over) {
      if (abandoned_) return false;
      if (state_->phase == Phase::draw) {
        apply(rules, *state_, deck.draw(rules, *state_));
        continue;
      }
      const int contestant = who[state_->seat];
      BASTIDE_TRY(const Move move, ask(contestant, chance[state_->seat]));
      apply(rules, *state_, move);
    }
    return true;
  }

  Result<Move> ask(int contestant, Rng& chance) {
    const Ruleset& rules = setup_.rules->kernel;
    const double wall = seconds_of(CLOCK_MONOTONIC), cpu = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    Move move;
    try {
      move = players_[contestant]->choose(rules, *state_, chance);
    } catch (const std::exception& wrong) {
      return failure(fmt::format("{}: {}", setup_.contestants[contestant].spec, wrong.what()));
    }
    const double cpu_used = seconds_of(CLOCK_THREAD_CPUTIME_ID) - cpu, used = seconds_of(CLOCK_MONOTONIC) - wall;
    thinking_[contestant].add({1, used, cpu_used, used});
    if (setup_.contestants[contestant].make) {
      legal_moves(rules, *state_, legal_);
      if (std::find(legal_.begin(), legal_.end(), move) == legal_.end())
        return failure(fmt::format("{} chose a move that is not legal, in turn {}", setup_.contestants[contestant].spec,
                                   state_->turn + 1));
    }
    return move;
  }

  const ArenaSetup& setup_;
  const std::atomic<bool>& abandoned_;
  const std::vector<ArenaTable> tables_;
  std::unique_ptr<State<Config>> first_ = std::make_unique<State<Config>>(), state_ = std::make_unique<State<Config>>();
  std::vector<std::unique_ptr<PlayerOn<Config>>> players_;
  std::vector<Thinking> thinking_;  // by contestant, in this encounter
  std::vector<Move> legal_;
};

}  // namespace

struct ArenaWorkers::Shared {
  ArenaSetup setup;
  std::function<std::optional<int64_t>()> next;
  std::function<void(Encounter)> done;
  std::atomic<bool> abandoned = false;
  std::vector<std::thread> threads;
  std::mutex mutex;
  std::condition_variable ended;
  int running = 0;
  std::optional<Error> error;

  template <class Config>
  Result<void> play() {
    Room<Config> room(setup, abandoned);
    BASTIDE_CHECK(room.invite());
    while (!abandoned) {
      const std::optional<int64_t> number = next();
      if (!number) break;
      BASTIDE_TRY(auto encounter, room.play(*number));
      if (encounter) done(std::move(*encounter));
    }
    return {};
  }

  Result<void> play_on(KernelChoice kernel) {
    try {
      return kernel == KernelChoice::fast ? play<Fast>() : kernel == KernelChoice::large ? play<Large>() : play<Full>();
    } catch (const std::exception& exception) {
      return failure(std::string(exception.what()));
    }
  }

  void run(KernelChoice kernel) {
    const auto played = play_on(kernel);
    const std::lock_guard lock(mutex);
    if (!played) {
      if (!error) error = played.error();
      abandoned = true;
    }
    --running;
    ended.notify_all();
  }
};

ArenaWorkers::ArenaWorkers(const ArenaSetup& setup, std::function<std::optional<int64_t>()> next,
                           std::function<void(Encounter)> done)
    : shared_(std::make_unique<Shared>()) {
  shared_->setup = setup;
  shared_->next = std::move(next);
  shared_->done = std::move(done);
  shared_->running = setup.threads;
  for (int i = 0; i < setup.threads; ++i)
    shared_->threads.emplace_back([shared = shared_.get(), kernel = arena_kernel(setup)] { shared->run(kernel); });
}

ArenaWorkers::~ArenaWorkers() {
  abandon();
  for (std::thread& thread : shared_->threads) thread.join();
}

void ArenaWorkers::abandon() {
  shared_->abandoned = true;
}

bool ArenaWorkers::ended_within(int milliseconds) {
  std::unique_lock lock(shared_->mutex);
  return shared_->ended.wait_for(lock, std::chrono::milliseconds(milliseconds), [&] { return shared_->running == 0; });
}

std::optional<Error> ArenaWorkers::error() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->error;
}

}  // namespace bastide
