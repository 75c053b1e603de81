// One game played three times at once: by the full kernel, by the fast one and by the naive implementation. After every
// ply everything that can be asked of them must be the same.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/kernel.h"
#include "naive/game.h"
#include "rules/compile.h"

namespace bastide::compare {

/// How the random players of a comparison choose, so that boards of every character come up.
enum class Style {
  uniform,     ///< among all moves
  completing,  ///< placements with many neighbours, followers on anything but fields: much is completed
  hoarders     ///< followers whenever possible: supplies run out
};

class Comparison {
 public:
  /// Seat `first` begins, or says who does (START-1).
  explicit Comparison(const GameRules& rules, int first = 0);

  /// What the three disagree about before the next ply; nothing: they agree.
  std::optional<std::string> check();

  /// Plays one ply in all three. REQUIRES: legal for the full kernel. Returns what they disagree about afterwards.
  std::optional<std::string> play(Move move);

  /// A seat plays no more in the two that can do without it. REQUIRES: two others stay.
  void leave(int seat);

  const std::vector<Move>& legal() const { return legal_; }  ///< of the last check()
  const State<Full>& state() const { return full_; }
  const naive::Game& naive() const { return naive_; }
  const std::vector<std::string>& texts() const { return texts_; }  ///< of the plies played

  Move choose(Style style, Rng& rng) const;

 private:
  std::optional<std::string> check_seats() const;
  std::optional<std::string> check_tokens() const;
  std::optional<std::string> check_figures() const;
  std::optional<std::string> check_fast() const;
  std::optional<std::string> check_answers() const;
  std::optional<std::string> check_piles() const;
  naive::Outcome play_naive(Move move, const std::string& text);
  std::optional<std::string> check_outcome(const EventLog& log, naive::Outcome naive) const;

  const GameRules& rules_;
  naive::Game naive_;
  State<Full> full_;
  State<Fast> fast_;
  bool has_fast_;        ///< the fast kernel takes these rules
  int extra_turns_ = 0;  ///< that the full kernel told of
  std::vector<Move> legal_;
  std::vector<std::string> texts_;
};

/// A game as it was played.
struct Played {
  int first = 0;  ///< seat that began
  std::vector<Move> moves;
  std::vector<std::pair<std::size_t, int>> left;  ///< before which move a seat left
};

/// Plays a whole random game. Returns the first disagreement, with the plies that led to it.
std::optional<std::string> compare_random_game(const GameRules& rules, uint64_t seed, Played* played = nullptr);

/// Whether a game's record, and at a random ply its record so far and its position, say the same when they are read
/// again. Returns what does not.
std::optional<std::string> check_texts(const GameRulesPtr& rules, const Played& played, Rng& rng);

/// Both: a whole random game, compared ply by ply, then written down and read.
std::optional<std::string> check_random_game(const GameRulesPtr& rules, uint64_t seed);

/// Rules for a random game of a preset: number of seats and every option picked at random, combinations that are
/// refused left out. With `plain` only options that the fast kernel takes too. The options of `on` are never as they
/// are by default.
GameRulesPtr random_rules(const PresetSpec& preset, Rng& rng, bool plain = false,
                          const std::vector<std::string>& on = {});

}  // namespace bastide::compare
