#include "ai/arena.h"

#include <fmt/core.h>

#include <algorithm>

namespace bastide {
namespace {

/// Games of a table for the first of two contestants on one seat and the second on all others, at every seat, and the
/// other way round.
ArenaTable one_against_others(int first, int second, int seats) {
  ArenaTable table{{first, second}, {}};
  if (seats == 2) {
    table.games = {{first, second}, {second, first}};
    return table;
  }
  for (const auto& [alone, others] : {std::pair(first, second), std::pair(second, first)})
    for (int seat = 0; seat < seats; ++seat) {
      std::vector<int>& game = table.games.emplace_back(seats, others);
      game[seat] = alone;
    }
  return table;
}

/// Adds what a duel's contestants did to each other with one deck.
void count_duel(Duel& duel, const ArenaTable& table, const Encounter& encounter, std::vector<DeckScore>& scores,
                int64_t deck) {
  int64_t twice = 0, compared = 0;
  double margin = 0;
  for (std::size_t game = 0; game < table.games.size(); ++game) {
    const std::vector<int>& who = table.games[game];
    const std::vector<int>& points = encounter.points[game];
    double first = 0, second = 0;
    int firsts = 0, seconds = 0;
    for (std::size_t i = 0; i < who.size(); ++i) {
      if (who[i] == duel.second) {
        second += points[i];
        ++seconds;
      }
      if (who[i] != duel.first) continue;
      first += points[i];
      ++firsts;
      for (std::size_t j = 0; j < who.size(); ++j) {
        if (who[j] != duel.second) continue;
        ++compared;
        twice += points[i] > points[j] ? 2 : points[i] == points[j] ? 1 : 0;
        ++(points[i] > points[j] ? duel.wins : points[i] == points[j] ? duel.shared : duel.losses);
      }
    }
    margin += first / firsts - second / seconds;
  }
  margin /= static_cast<double>(table.games.size());
  duel.scores.resize(2 * compared + 1);
  ++duel.scores[twice];
  ++duel.decks;
  duel.margin += margin;
  duel.margin_squares += margin * margin;
  scores.push_back({duel.first, duel.second, static_cast<double>(twice) / static_cast<double>(2 * compared), deck});
}

}  // namespace

void Thinking::add(const Thinking& more) {
  choices += more.choices;
  wall += more.wall;
  cpu += more.cpu;
  longest = std::max(longest, more.longest);
}

std::vector<ArenaTable> arena_tables(int contestants, int seats) {
  std::vector<ArenaTable> tables;
  if (contestants == seats && seats > 2) {
    ArenaTable& table = tables.emplace_back();
    for (int i = 0; i < contestants; ++i) table.contestants.push_back(i);
    for (int shift = 0; shift < seats; ++shift) {
      std::vector<int>& game = table.games.emplace_back();
      for (int seat = 0; seat < seats; ++seat) game.push_back((seat + shift) % seats);
    }
    return tables;
  }
  for (int first = 0; first < contestants; ++first)
    for (int second = first + 1; second < contestants; ++second)
      tables.push_back(one_against_others(first, second, seats));
  return tables;
}

KernelChoice arena_kernel(const ArenaSetup& setup) {
  const bool full = std::any_of(setup.contestants.begin(), setup.contestants.end(),
                                [](const Contestant& contestant) { return contestant.make != nullptr; });
  return full ? KernelChoice::full : best_kernel(setup.rules->kernel);
}

Result<void> check(const ArenaSetup& setup) {
  const auto contestants = static_cast<int>(setup.contestants.size());
  if (contestants < 2 || contestants > kMostContestants)
    return failure(
        fmt::format("{} contestant{}; it must be 2 to {}", contestants, contestants == 1 ? "" : "s", kMostContestants));
  if (setup.decks < 1 || setup.decks > kMostDecks)
    return failure(fmt::format("{} decks; it must be 1 to {}", setup.decks, kMostDecks));
  if (setup.threads < 1 || setup.threads > kMostThreads)
    return failure(fmt::format("{} threads; it must be 1 to {}", setup.threads, kMostThreads));
  if (setup.sprt && contestants > 2)
    return failure(fmt::format("a sequential test is between two contestants, and there are {}", contestants));
  const auto possible = [](double mistake) { return mistake > 0 && mistake < 0.5; };
  if (setup.sprt &&
      (setup.sprt->elo0 >= setup.sprt->elo1 || !possible(setup.sprt->alpha) || !possible(setup.sprt->beta)))
    return failure("a sequential test needs ELO0 below ELO1, and alpha and beta between 0 and 0.5");
  if (setup.rules->kernel.seats < 2) return failure("an arena needs two seats or more");
  if (!holds(arena_kernel(setup), setup.rules->kernel))
    return failure("this game has more tiles than the full kernel can hold");
  for (const Contestant& contestant : setup.contestants)
    if (!contestant.make) BASTIDE_CHECK(parse_player(contestant.spec));
  return {};
}

// ---------------------------------------------------------------- the ledger

Ledger::Ledger(const ArenaSetup& setup)
    : tables_(arena_tables(static_cast<int>(setup.contestants.size()), setup.rules->kernel.seats)),
      sprt_(setup.sprt),
      planned_(setup.decks * static_cast<int64_t>(tables_.size())) {
  standings_.entrants.resize(setup.contestants.size());
  for (const ArenaTable& table : tables_)
    for (const int first : table.contestants)
      for (const int second : table.contestants)
        if (first < second) standings_.duels.push_back({.first = first, .second = second, .scores = {}});
}

void Ledger::remember(Encounter encounter) {
  const std::lock_guard lock(mutex_);
  const int64_t number = encounter.number;
  if (number >= standings_.encounters) waiting_.emplace(number, std::move(encounter));
  count();
}

std::optional<int64_t> Ledger::next() {
  const std::lock_guard lock(mutex_);
  if (error_ || standings_.accepted != 0) return std::nullopt;
  next_ = std::max(next_, standings_.encounters);
  while (waiting_.contains(next_)) ++next_;
  return next_ < planned_ ? std::optional(next_++) : std::nullopt;
}

void Ledger::take(Encounter encounter) {
  const std::lock_guard lock(mutex_);
  if (error_ || standings_.accepted != 0) return;
  if (record)
    if (const auto recorded = record(encounter); !recorded) {
      error_ = recorded.error();
      return;
    }
  const int64_t number = encounter.number;
  waiting_.emplace(number, std::move(encounter));
  count();
}

void Ledger::fail(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = error;
}

bool Ledger::over() const {
  const std::lock_guard lock(mutex_);
  return error_ || standings_.accepted != 0 || standings_.encounters == planned_;
}

std::optional<Error> Ledger::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

void Ledger::look(const std::function<void(const Standings&)>& at) const {
  const std::lock_guard lock(mutex_);
  at(standings_);
}

void Ledger::count() {
  while (standings_.accepted == 0 && standings_.encounters < planned_) {
    const auto found = waiting_.find(standings_.encounters);
    if (found == waiting_.end()) return;
    const Encounter& encounter = found->second;
    const auto tables = static_cast<int64_t>(tables_.size());
    const ArenaTable& table = tables_[encounter.number % tables];
    const auto meets = [&](int who) {
      return std::find(table.contestants.begin(), table.contestants.end(), who) != table.contestants.end();
    };
    for (Duel& duel : standings_.duels)
      if (meets(duel.first) && meets(duel.second))
        count_duel(duel, table, encounter, standings_.scores, encounter.number / tables);
    for (std::size_t game = 0; game < table.games.size(); ++game)
      for (std::size_t seat = 0; seat < table.games[game].size(); ++seat) {
        Standings::Entrant& entrant = standings_.entrants[table.games[game][seat]];
        ++entrant.games;
        entrant.points += encounter.points[game][seat];
      }
    for (std::size_t i = 0; i < table.contestants.size(); ++i)
      standings_.entrants[table.contestants[i]].thinking.add(encounter.thinking[i]);
    standings_.games += static_cast<int64_t>(table.games.size());
    ++standings_.encounters;
    waiting_.erase(found);
    if (!sprt_) continue;
    standings_.llr = log_likelihood_ratio(standings_.duels[0].scores, sprt_->elo0, sprt_->elo1);
    standings_.accepted = standings_.llr >= sprt_->upper() ? 1 : standings_.llr <= sprt_->lower() ? -1 : 0;
  }
}

Result<void> play_arena(const ArenaSetup& setup, Ledger& ledger, const std::function<void()>& progress) {
  ArenaWorkers workers(
      setup, [&] { return ledger.next(); }, [&](Encounter encounter) { ledger.take(std::move(encounter)); });
  while (!workers.ended_within(200)) {
    if (ledger.over()) workers.abandon();
    if (progress) progress();
  }
  if (const auto error = workers.error()) ledger.fail(*error);
  if (const auto error = ledger.error()) return tl::unexpected<Error>(*error);
  return {};
}

}  // namespace bastide
