// Matches that measure strength. Contestants play the same decks from each other's seats; what counts is the deck, with
// all games that are played with it (ai/elo.h). A game depends on the match's seed, the deck's number and who sits
// where: neither on threads and ranks nor on interruptions, as long as no contestant looks at a clock.
//
// Who sits where. With two seats any two contestants meet: a deck is two games, with the seats swapped. With more seats
// and as many contestants, all sit at one table, and a deck is a game for each rotation. Else any two meet, one of them
// against the other on all other seats: at each seat, and the other way round.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ai/elo.h"
#include "ai/match.h"
#include "ai/player.h"
#include "rules/compile.h"

namespace bastide {

inline constexpr int64_t kMostDecks = 10'000'000;
inline constexpr int kMostContestants = 64;

/// Who plays.
struct Contestant {
  std::string spec;  ///< as tables and logs name it: "mason:nodes=500"
  /// Makes one for a thread; it is used on several seats. Empty: make_player_on(spec), for any kernel. One that is made
  /// here plays in the full kernel, its moves are checked, and what it throws ends the match.
  std::function<Result<std::unique_ptr<Player>>(const GameRulesPtr& rules)> make;
};

struct ArenaSetup {
  GameRulesPtr rules;  ///< with as many seats as a game has
  std::vector<Contestant> contestants;
  uint64_t seed = 1;
  int64_t decks = 100;       ///< for each table
  int threads = 1;           ///< of this process
  std::optional<Sprt> sprt;  ///< ends the match when it is decided; for two contestants
};

/// Contestants that meet, and their games with one deck.
struct ArenaTable {
  std::vector<int> contestants;
  std::vector<std::vector<int>> games;  ///< by game and seat: a contestant
};
std::vector<ArenaTable> arena_tables(int contestants, int seats);

/// Time that one contestant took, in seconds; longest: for one choice. CPU is that of the thread that asked.
struct Thinking {
  int64_t choices = 0;
  double wall = 0, cpu = 0, longest = 0;
  void add(const Thinking& more);
};

/// One deck at one table, played. Encounters are numbered by deck, then by table: number = deck * tables + table.
struct Encounter {
  int64_t number = 0;
  std::vector<std::vector<int>> points;  ///< by game and seat
  std::vector<Thinking> thinking;        ///< as ArenaTable::contestants
};

/// Two contestants, from the first's point of view. A game is won by the seat with more points, compared seat by seat;
/// a deck's margin is the mean of the first's seats less that of the second's.
struct Duel {
  int first = 0, second = 0;
  int64_t decks = 0;
  Frequencies scores;
  int64_t wins = 0, shared = 0, losses = 0;  ///< of one seat against one other
  double margin = 0, margin_squares = 0;     ///< summed over decks
};

struct Standings {
  int64_t encounters = 0, games = 0;
  std::vector<Duel> duels;  ///< every two that meet
  struct Entrant {
    int64_t games = 0;  ///< counted once for each seat
    int64_t points = 0;
    Thinking thinking;
  };
  std::vector<Entrant> entrants;  ///< by contestant
  std::vector<DeckScore> scores;
  double llr = 0;    ///< where there is an SPRT
  int accepted = 0;  ///< -1: elo0; 1: elo1; 0: undecided
};

/// Errors: too few contestants or too many, numbers out of range, rules that no kernel takes, an SPRT of more than two,
/// no such player.
Result<void> check(const ArenaSetup& setup);

KernelChoice arena_kernel(const ArenaSetup& setup);

/// What is to be played and what came of it; any number of threads may use it. What counts are the first encounters
/// without a gap, up to the one that decides, so that the order in which they end changes nothing.
class Ledger {
 public:
  explicit Ledger(const ArenaSetup& setup);

  /// Called once for each encounter that is new, before it counts. An error ends the match.
  std::function<Result<void>(const Encounter&)> record;

  /// An encounter that was played earlier; not recorded again. REQUIRES: before any `next`.
  void remember(Encounter encounter);

  std::optional<int64_t> next();   ///< to be played now; none: all are played or being played
  void take(Encounter encounter);  ///< REQUIRES: it was handed out by next()
  void fail(const Error& error);   ///< ends the match

  bool over() const;  ///< decided, played to the end, or failed
  int64_t planned() const { return planned_; }
  std::optional<Error> error() const;
  void look(const std::function<void(const Standings&)>& at) const;

 private:
  void count();  // what follows without a gap

  std::vector<ArenaTable> tables_;
  std::optional<Sprt> sprt_;
  int64_t planned_ = 0, next_ = 0;
  mutable std::mutex mutex_;
  std::map<int64_t, Encounter> waiting_;  // played, behind a gap
  Standings standings_;
  std::optional<Error> error_;
};

/// Threads of this process that play.
class ArenaWorkers {
 public:
  /// `next` says what to play, and may wait; none: the thread ends. `done` hears what came of it. Both are called by
  /// several threads at once. Contestants that cannot be made, play against the rules or throw end all threads.
  ArenaWorkers(const ArenaSetup& setup, std::function<std::optional<int64_t>()> next,
               std::function<void(Encounter)> done);
  ~ArenaWorkers();  ///< abandons what is being played
  ArenaWorkers(const ArenaWorkers&) = delete;
  ArenaWorkers& operator=(const ArenaWorkers&) = delete;

  void abandon();  ///< between two plies
  bool ended_within(int milliseconds);
  std::optional<Error> error() const;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

/// Plays what is left with the threads of this process. `progress` is called every fifth of a second by the thread that
/// called.
Result<void> play_arena(const ArenaSetup& setup, Ledger& ledger, const std::function<void()>& progress = {});

}  // namespace bastide
