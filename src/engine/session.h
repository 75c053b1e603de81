// The engine's side of the protocol (docs/engine-protocol.md): takes lines and answers in lines, one after the other.
// Does no I/O and has no thread; engine/desk.h puts a thread behind it, so that it can be stopped while it thinks.
//
// Invariants: an error is one line and changes nothing; what a player chooses depends on the lines since `rules` or
// `position`, the options and the limits alone; it is shown only what the seat to move may know.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ai/player.h"
#include "game/game.h"
#include "rules/catalogue.h"

namespace bastide {

inline constexpr int kEngineProtocol = 1;  ///< version

/// Seconds that a choice gets of a clock with so many left, which grows by an increment.
double share_of_clock(const Ruleset& rules, const State<Full>& state, double clock, double increment);

class EngineSession {
 public:
  using Say = std::function<void(std::string_view line)>;  ///< without the line's end

  /// REQUIRES: `catalogue` outlives the session.
  EngineSession(const Catalogue& catalogue, Say say);

  /// Takes a line without its end. False: it was `quit`. `stop`: set by another thread, it ends what this line began; a
  /// null one makes `go infinite` an error.
  bool take(std::string_view line, const std::atomic<bool>* stop = nullptr);

 private:
  using Words = std::vector<std::string_view>;
  struct Command;
  static const std::vector<Command>& commands();

  Result<void> obey(std::string_view line);
  Result<void> hello(const Words& words);
  Result<void> option(const Words& words);
  Result<void> rules(const Words& words);
  Result<void> begin_block(const Words& words);
  void add_to_block(std::string_view line);
  Result<void> position(const std::string& text);
  Result<void> move(std::string_view line);
  Result<void> draw(std::string_view line);
  Result<void> go(const Words& words);
  Result<void> analyse(const Words& words);
  Result<void> legal(const Words& words);
  Result<void> score(const Words& words);
  Result<void> eval(const Words& words);
  Result<void> perft(const Words& words);
  Result<void> show(const Words& words);
  Result<void> ping(const Words& words);

  struct Thinking {
    Limits limits;
    bool infinite = false;
  };
  Result<Thinking> read_thinking(const Words& words) const;
  Result<void> asked_of_a_seat() const;
  /// Lets the player choose, and says what it compared.
  Move think(const Thinking& thinking);
  void remember(std::string_view line);
  Rng chance() const;
  std::string text_of(Move move) const;

  const Catalogue& catalogue_;
  const Say say_;
  const std::atomic<bool>* stop_ = nullptr;
  std::string player_spec_;
  std::unique_ptr<Player> player_;
  Limits own_limits_;  ///< of the player's spec
  int threads_ = 1;
  uint64_t seed_ = 1;
  std::optional<Game> game_;
  uint64_t told_ = 0;  ///< a hash of the lines that made the game

  struct Block {
    std::string command, text;
    bool too_long = false;
  };
  std::optional<Block> block_;  ///< whose lines are still coming
};

/// Chance and the moves of the game are one hash: the same lines give the same answers.
uint64_t hash_lines(uint64_t before, std::string_view line);

}  // namespace bastide
