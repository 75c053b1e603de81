// Looks ahead by playing on: the moves that promise most are each tried in the same imagined futures, which go on for
// some turns between greedy players and end in an evaluation; the best of them get most of the time (halving.h).
#pragma once
#include <memory>
#include <vector>

#include "ai/future.h"
#include "ai/halving.h"
#include "ai/planned.h"
#include "ai/player.h"

namespace bastide {

/// How it searches.
struct SearchSettings {
  int candidates = 20;   ///< moves that are tried
  int turns = 4;         ///< a future goes on for so many turns times the opponents that there are
  double margin = 20;    ///< a lead of so many points is nearly won: what counts is tanh(lead / margin)
  Limits usual{400, 1};  ///< when it is told no others
  EvaluationWeights weights;
};

/// The limits that hold: what it is told, or what is usual; by as many threads as it is told.
Limits limits_of(const SearchSettings& settings, const Limits& told);

/// A whole turn, tile and follower, at a time. Fast and Large: by Outlook. Where it is asked for the follower after a
/// tile of its own choice, it answers what it has chosen with the tile.
template <class Config>
class SearchPlayer : public PlayerOn<Config> {
 public:
  explicit SearchPlayer(const SearchSettings& settings)
      : settings_(settings), limits_(settings.usual), futures_(settings.turns, settings.weights) {}
  Move choose(const Ruleset& rules, const State<Config>& state, Rng& rng) override;
  void limit(const Limits& limits) override { limits_ = limits_of(settings_, limits); }
  std::span<const Candidate> considered() const override { return considered_; }
  /// By how many points it expects to lead at the end after a move, and the follower with it: the mean of so many
  /// futures, which are the same for all moves with the same seed.
  double expect(const Ruleset& rules, const State<Config>& state, Move move, Move then, uint64_t seed, int64_t nodes);

 private:
  using S = State<Config>;

  struct Option : WholeTurn {
    double promise = 0;  ///< as the position is evaluated after it
    Tried tried;
  };

  void list(const Ruleset& rules, const S& state);
  WholeTurn last_turn(const Ruleset& rules, const S& state);

  SearchSettings settings_;
  Limits limits_;
  Futures<Config> futures_;
  Outlook<Config> outlook_;
  Judgement judgement_;
  std::vector<Option> options_;
  std::vector<Move> moves_, replies_;
  std::vector<Candidate> considered_;
  std::unique_ptr<S> tried_ = std::make_unique<S>(), ended_ = std::make_unique<S>();
  Followed<Config> followed_;
  Planned<Config> planned_;  ///< the position in which `follower_` is to be chosen
  Move follower_;
};

/// By any rules: plain games in the kernel that is made for them, all others by trying each move and playing on as
/// greedy does. There one decision at a time.
template <>
class SearchPlayer<Full> : public Player {
 public:
  explicit SearchPlayer(const SearchSettings& settings);
  Move choose(const Ruleset& rules, const State<Full>& state, Rng& rng) override;
  void limit(const Limits& limits) override;
  std::span<const Candidate> considered() const override { return considered_; }
  /// Whether it chooses a tile together with its follower.
  static bool takes_whole_turns(const Ruleset& rules) { return fits<Fast>(rules) || fits<Large>(rules); }
  /// As in the other kernels. `then` counts only where it takes whole turns.
  double expect(const Ruleset& rules, const State<Full>& state, Move move, Move then, uint64_t seed, int64_t nodes);

 private:
  struct Option {
    Move move;
    Tried tried;
  };
  template <class Config>
  struct InKernel {
    explicit InKernel(const SearchSettings& settings) : player(settings) {}
    SearchPlayer<Config> player;
    State<Config> state;
  };
  template <class Config>
  bool copy_into(std::unique_ptr<InKernel<Config>>& kernel, const Ruleset& rules, const State<Full>& state);
  template <class Config>
  Move choose_in(InKernel<Config>& kernel, const Ruleset& rules, Rng& rng);
  Move by_trying(const Ruleset& rules, const State<Full>& state, Rng& rng);

  SearchSettings settings_;
  Limits told_;
  std::unique_ptr<InKernel<Fast>> fast_;
  std::unique_ptr<InKernel<Large>> large_;
  GreedyPlayer<Full> greedy_;
  Futures<Full> futures_;
  std::vector<Option> options_;
  std::vector<Move> moves_;
  std::vector<Candidate> considered_;
};

}  // namespace bastide
