// That playing random games asks for no memory: counted, not timed.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/kernel.h"
#include "rules/compile.h"

namespace {

std::atomic<int64_t> allocations{0};

}  // namespace

// All that end in the deletes below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace bastide {
namespace {

/// Allocations of ten games after a first one, in which buffers may grow.
template <class Config>
int64_t allocations_of_playouts(const RuleChoice& choice) {
  const auto rules = *compile(builtin_catalogue(), choice, 2);
  const auto state = std::make_unique<State<Config>>();
  int64_t before = 0;
  for (uint64_t game = 0; game <= 10; ++game) {
    if (game == 1) before = allocations;
    Rng rng(game);
    start(rules->kernel, *state);
    random_playout(rules->kernel, *state, rng);
    EXPECT_EQ(state->phase, Phase::over);
  }
  return allocations - before;
}

TEST(Allocations, AreCounted) {
  const int64_t before = allocations;
  const auto something = std::make_unique<int>(1);
  EXPECT_EQ(*something + allocations - before, 2);
}

TEST(Allocations, NoneInAPlayoutOfTheFastKernel) {
  for (const char* preset : {"classic", "new", "winter"}) EXPECT_EQ(allocations_of_playouts<Fast>({preset, {}}), 0);
}

TEST(Allocations, NoneInAPlainPlayoutOfTheOtherKernels) {
  EXPECT_EQ(allocations_of_playouts<Large>({"new", {}}), 0);
  EXPECT_EQ(allocations_of_playouts<Full>({"new", {}}), 0);
}

}  // namespace
}  // namespace bastide
