// Micro-benchmarks of single operations in a position from the middle of a game: where time goes when `bastide bench`
// says that it goes. build/release/bench_micro --benchmark_filter=Apply
#include <benchmark/benchmark.h>

#include <memory>

#include "ai/evaluate.h"
#include "ai/player.h"
#include "game/game.h"

namespace bastide {
namespace {

const GameRules& rules() {
  static const GameRulesPtr compiled = *compile(builtin_catalogue(), {"new", {}}, 2);
  return *compiled;
}

/// After 36 turns of random play with a tile in hand; always the same.
template <class Config>
const State<Config>& middle() {
  static const auto made = [] {
    auto state = std::make_unique<State<Config>>();
    std::vector<Move> moves;
    Rng rng(1);
    start(rules().kernel, *state);
    while (state->turn < 36 || state->phase != Phase::tile) {
      if (state->phase == Phase::draw) {
        apply(rules().kernel, *state, random_draw(rules().kernel, *state, rng));
      } else {
        legal_moves(rules().kernel, *state, moves);
        apply(rules().kernel, *state, moves[rng.below(static_cast<uint32_t>(moves.size()))]);
      }
    }
    return state;
  }();
  return *made;
}

template <class Config>
void Copy(benchmark::State& loop) {
  const auto copy = std::make_unique<State<Config>>();
  for (auto _ : loop) {
    *copy = middle<Config>();
    benchmark::DoNotOptimize(copy.get());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(Copy<Fast>);
BENCHMARK(Copy<Large>);
BENCHMARK(Copy<Full>);

template <class Config>
void LegalPlacements(benchmark::State& loop) {
  std::vector<Move> moves;
  for (auto _ : loop) {
    legal_moves(rules().kernel, middle<Config>(), moves);
    benchmark::DoNotOptimize(moves.data());
  }
}
BENCHMARK(LegalPlacements<Fast>);
BENCHMARK(LegalPlacements<Large>);
BENCHMARK(LegalPlacements<Full>);

/// With the copy of the state that it needs; take Copy off.
template <class Config>
void CopyAndApply(benchmark::State& loop) {
  std::vector<Move> moves;
  legal_moves(rules().kernel, middle<Config>(), moves);
  const auto copy = std::make_unique<State<Config>>();
  std::size_t i = 0;
  for (auto _ : loop) {
    *copy = middle<Config>();
    apply(rules().kernel, *copy, moves[i++ % moves.size()]);
    benchmark::DoNotOptimize(copy.get());
  }
}
BENCHMARK(CopyAndApply<Fast>);
BENCHMARK(CopyAndApply<Large>);
BENCHMARK(CopyAndApply<Full>);

template <class Config>
void Start(benchmark::State& loop) {
  const auto state = std::make_unique<State<Config>>();
  for (auto _ : loop) {
    start(rules().kernel, *state);
    benchmark::DoNotOptimize(state.get());
  }
}
BENCHMARK(Start<Fast>);
BENCHMARK(Start<Large>);
BENCHMARK(Start<Full>);

template <class Config>
void Playout(benchmark::State& loop) {
  const auto state = std::make_unique<State<Config>>();
  Rng rng(1);
  for (auto _ : loop) {
    start(rules().kernel, *state);
    random_playout(rules().kernel, *state, rng);
    benchmark::DoNotOptimize(state->score);
  }
}
BENCHMARK(Playout<Fast>);
BENCHMARK(Playout<Large>);
BENCHMARK(Playout<Full>);

void Evaluate(benchmark::State& loop) {
  Evaluator<Fast> evaluator;
  evaluator.look(rules().kernel, middle<Fast>(), {});
  for (auto _ : loop) benchmark::DoNotOptimize(evaluator.evaluate(rules().kernel, middle<Fast>(), 0));
}
BENCHMARK(Evaluate);

template <class Config>
void GreedyChooses(benchmark::State& loop) {
  const auto greedy = *make_player_on<Config>("greedy");
  Rng rng(1);
  for (auto _ : loop) benchmark::DoNotOptimize(greedy->choose(rules().kernel, middle<Config>(), rng));
}
BENCHMARK(GreedyChooses<Fast>);
BENCHMARK(GreedyChooses<Full>);

void CompileRules(benchmark::State& loop) {
  for (auto _ : loop) benchmark::DoNotOptimize(compile(builtin_catalogue(), {"new", {}}, 2));
}
BENCHMARK(CompileRules);

}  // namespace
}  // namespace bastide
