#include "cli/load_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <cmath>
#include <deque>
#include <utility>

#include "cli/cli.h"
#include "cli/load_process.h"
#include "server/async.h"

namespace bastide::cli {

namespace {

constexpr int kAtOnce = 24;  ///< games that are made and played to their depth at the same time
constexpr std::chrono::seconds kSettle{2}, kPatience{10};

double milliseconds(LoadClock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

LoadClock::duration seconds(double number) {
  return std::chrono::duration_cast<LoadClock::duration>(std::chrono::duration<double>(number));
}

/// A line on standard error that replaces the one before at a terminal.
void tell(const std::string& text) {
  static const bool terminal = is_terminal(2);
  fmt::print(stderr, "{}{}{}", terminal ? "\r\x1b[K" : "", text, terminal ? "" : "\n");
}

class Run {
 public:
  explicit Run(const LoadPlan& plan) : plan_(plan), rng_(plan.seed) {}

  LoadFigures whole() {
    figures_.memory_before = resident_bytes(plan_.pids);
    in_turn(prepare());
    if (is_terminal(2)) fmt::print(stderr, "\n");
    in_turn(measure());
    if (is_terminal(2)) fmt::print(stderr, "\n");
    for (const auto& game : games_) game->close();
    io_.restart();
    io_.run();
    return std::move(figures_);
  }

 private:
  using GamePtr = std::unique_ptr<LoadGame>;

  /// Runs until `work` is done; what it throws comes out.
  void in_turn(asio::awaitable<void> work) {
    std::exception_ptr failed;
    start(io_, std::move(work), [&](std::exception_ptr error) {
      failed = std::move(error);
      io_.stop();
    });
    io_.restart();
    io_.run();
    if (failed) std::rethrow_exception(failed);
  }

  // ---------------------------------------------------------------- before

  asio::awaitable<void> prepare() {
    for (int i = 0; i < plan_.games; ++i) {
      games_.push_back(std::make_unique<LoadGame>(io_.get_executor(), tally_, rng_.next()));
      depths_.push_back(plan_.shallow +
                        static_cast<int>(rng_.below(static_cast<uint32_t>(plan_.deep - plan_.shallow + 1))));
    }
    for (int i = 0; i < kAtOnce; ++i)
      start(io_, prepare_some(), [this](std::exception_ptr error) {
        if (error && !failed_) failed_ = std::move(error);
        ++makers_done_;
      });
    asio::steady_timer pause(io_);
    while (makers_done_ < kAtOnce && !failed_) {
      tell(fmt::format("{} of {} games are open, {} moves made", ready_, plan_.games, tally_moves()));
      for (int i = 0; i < 20 && makers_done_ < kAtOnce && !failed_; ++i) {
        pause.expires_after(std::chrono::milliseconds(100));
        co_await wait(pause);
      }
      if (tally_.lost > 0) throw std::runtime_error("the server closed a socket: " + tally_.reason);
    }
    if (failed_) std::rethrow_exception(failed_);
    tell(fmt::format("{} games are open, {} moves made", ready_, tally_moves()));
    pause.expires_after(kSettle);
    co_await wait(pause);
  }

  asio::awaitable<void> prepare_some() {
    const auto maker = GameMaker::make(io_.get_executor(), plan_.servers.front(), plan_.preset);
    while (begun_ < games_.size() && !failed_) {
      const std::size_t i = begun_++;
      co_await open(*maker, *games_[i], i);
      co_await games_[i]->play_to(depths_[i]);
      ++ready_;
    }
  }

  asio::awaitable<void> open(GameMaker& maker, LoadGame& game, std::size_t slot) {
    MadeGame made = co_await maker.game();
    std::vector<asio::ip::tcp::endpoint> servers = plan_.servers;
    std::rotate(servers.begin(), servers.begin() + static_cast<std::ptrdiff_t>(slot % servers.size()), servers.end());
    co_await game.open(std::move(servers), std::move(made.id), std::move(made.tokens));
  }

  int64_t tally_moves() const {
    int64_t moves = 0;
    for (const auto& game : games_) moves += game->moves();
    return moves;
  }

  // ---------------------------------------------------------------- the measurement

  asio::awaitable<void> measure() {
    for (std::size_t i = 0; i < games_.size(); ++i) attend(i);
    if (plan_.rate > 0) start(io_, renew());
    const LoadTally before = tally_;
    figures_.memory_open = resident_bytes(plan_.pids);
    const CpuTimes cpu = cpu_times(plan_.pids);
    const auto begin = LoadClock::now(), end = begin + seconds(plan_.seconds);
    next_ping_ = begin;
    co_await arrivals(begin, end);
    renewing_ = false;
    news_.cancel();
    co_await answers();
    const CpuTimes used = cpu_times(plan_.pids);
    figures_.seconds = milliseconds(LoadClock::now() - begin) / 1000;
    figures_.server_cpu = (used.server - cpu.server) / figures_.seconds;
    figures_.own_cpu = (used.own - cpu.own) / figures_.seconds;
    figures_.foreign_cpu =
        std::max(0.0, (used.machine - cpu.machine) / figures_.seconds - figures_.server_cpu - figures_.own_cpu);
    figures_.memory_after = resident_bytes(plan_.pids);
    figures_.games = static_cast<int>(games_.size());
    figures_.sockets = 2 * figures_.games;
    figures_.done = static_cast<int>(figures_.latency.size());
    figures_.refused = tally_.refused - before.refused;
    figures_.lost = tally_.lost - before.lost;
    figures_.reason = tally_.reason;
    figures_.received = static_cast<double>(tally_.received - before.received);
    figures_.sent = static_cast<double>(tally_.sent - before.sent);
    std::sort(figures_.latency.begin(), figures_.latency.end());
    std::sort(figures_.behind.begin(), figures_.behind.end());
  }

  void attend(std::size_t slot) {
    LoadGame& game = *games_[slot];
    game.on_received = [this](LoadClock::time_point due, LoadClock::time_point sent, LoadClock::time_point received) {
      figures_.latency.push_back(milliseconds(received - due));
      figures_.behind.push_back(milliseconds(sent - due));
    };
    game.on_over = [this, slot] {
      ++figures_.ended;
      over_.push_back(slot);
      news_.cancel();
    };
    if (game.over()) game.on_over();
  }

  /// A game that is over is followed by a new one, with sockets of its own, so that there are always as many.
  asio::awaitable<void> renew() {
    const auto maker = GameMaker::make(io_.get_executor(), plan_.servers.front(), plan_.preset);
    while (renewing_) {
      if (over_.empty()) {
        news_.expires_at(LoadClock::time_point::max());
        co_await wait(news_);
        continue;
      }
      const std::size_t slot = over_.front();
      over_.pop_front();
      auto next = std::make_unique<LoadGame>(io_.get_executor(), tally_, rng_.next());
      games_[slot]->close();
      try {
        co_await open(*maker, *next, slot);
      } catch (const std::exception& error) {
        ++tally_.refused;
        tally_.reason = error.what();
        continue;
      }
      if (!renewing_) next->close();  // too late
      past_.push_back(std::exchange(games_[slot], std::move(next)));
      if (!renewing_) break;
      attend(slot);
      ++figures_.renewed;
      for (const LoadClock::time_point due : past_.back()->take_left_over())
        if (LoadGame* game = some_game()) game->arrive(due);
    }
  }

  /// Open loop: moves arrive when chance says (Poisson), whether or not the server keeps up.
  asio::awaitable<void> arrivals(LoadClock::time_point begin, LoadClock::time_point end) {
    asio::steady_timer pause(io_);
    auto due = plan_.rate > 0 ? begin + gap() : LoadClock::time_point::max();
    auto report = begin + std::chrono::seconds(5);
    for (;;) {
      const auto now = LoadClock::now();
      if (now >= end) co_return;
      for (; due <= now; due += gap())
        if (LoadGame* game = some_game()) game->arrive(due);
      ping_who_is_due(now);
      if (now >= report) {
        tell(fmt::format("{:3.0f} of {:.0f} s: {} moves", milliseconds(now - begin) / 1000, plan_.seconds,
                         figures_.latency.size()));
        report += std::chrono::seconds(5);
      }
      pause.expires_at(std::min({due, end, report, plan_.ping > 0 ? next_ping_ : end}));
      co_await wait(pause);
    }
  }

  /// Waits for what is on its way.
  asio::awaitable<void> answers() {
    asio::steady_timer pause(io_);
    const auto until = LoadClock::now() + kPatience;
    const auto waiting = [this] {
      std::size_t count = 0;
      for (const auto& game : games_) count += game->waiting();
      return static_cast<int>(count);
    };
    while (waiting() > 0 && LoadClock::now() < until) {
      pause.expires_after(std::chrono::milliseconds(10));
      co_await wait(pause);
    }
    figures_.unanswered = waiting();
  }

  LoadClock::duration gap() {
    const double chance = (static_cast<double>(rng_.next() >> 11) + 0.5) * 0x1p-53;
    return seconds(-std::log(chance) / plan_.rate);
  }

  /// A game chosen by chance, or the next one that still goes on; none: all are over.
  LoadGame* some_game() {
    const std::size_t first = rng_.below(static_cast<uint32_t>(games_.size()));
    for (std::size_t i = 0; i < games_.size(); ++i)
      if (LoadGame* game = games_[(first + i) % games_.size()].get(); !game->over()) return game;
    return nullptr;
  }

  /// Every game's sockets ping once in plan_.ping seconds, one game after another.
  void ping_who_is_due(LoadClock::time_point now) {
    if (plan_.ping <= 0) return;
    for (; next_ping_ <= now; next_ping_ += seconds(plan_.ping / static_cast<double>(games_.size())))
      games_[pinged_++ % games_.size()]->ping();
  }

  const LoadPlan& plan_;
  Rng rng_;
  asio::io_context io_{1};
  LoadTally tally_;
  LoadFigures figures_;
  std::vector<GamePtr> games_;
  std::vector<int> depths_;
  std::vector<GamePtr> past_;     ///< until the end, as their sockets may still call them
  std::deque<std::size_t> over_;  ///< slots of games_ whose game is over
  asio::steady_timer news_{io_};  ///< cancelled when there is one
  bool renewing_ = true;
  std::size_t begun_ = 0, pinged_ = 0;
  int ready_ = 0, makers_done_ = 0;
  std::exception_ptr failed_;
  LoadClock::time_point next_ping_;
};

}  // namespace

double LoadFigures::part(const std::vector<double>& sorted, double quantile) const {
  if (sorted.empty()) return 0;
  const auto rank = static_cast<std::size_t>(std::ceil(quantile * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

Result<LoadFigures> run_load(const LoadPlan& plan) {
  try {
    return Run(plan).whole();
  } catch (const std::exception& error) {
    Error failed;
    failed.message = error.what();
    failed.source = fmt::format("{}:{}", plan.servers.front().address().to_string(), plan.servers.front().port());
    return tl::unexpected<Error>(std::move(failed));
  }
}

}  // namespace bastide::cli
