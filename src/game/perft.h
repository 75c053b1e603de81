// Perft: how many sequences of decisions there are from a position when every draw is given. Two kernels that disagree
// about what is legal, or about what a move leaves, disagree about these numbers sooner or later.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/kernel.h"
#include "core/rng.h"
#include "rules/catalogue.h"
#include "rules/compile.h"

namespace bastide {

/// counts[d]: sequences of exactly d decisions (tiles, followers, picks, answers, passes; not draws), d = 0 .. depth;
/// games that end earlier count at the depth they reach. Where a die is rolled or the like, what follows each outcome
/// counts. `draws` are tile kinds: the state's next draws, in order; a
/// tile that fits nowhere is set aside by the rules and the next one follows (DRAW-2). Errors: too few draws for the
/// depth, a tile drawn that the stack does not hold.
template <class Config>
Result<std::vector<uint64_t>> perft(const Ruleset& rules, const State<Config>& state,
                                    const std::vector<KindIndex>& draws, int depth);

/// The stack of `state` in the order that `seed` gives: draws for perft. Half tiles that are still to be dealt come
/// first (HALF-2).
template <class Config>
std::vector<KindIndex> shuffled_stack(const Ruleset& rules, const State<Config>& state, uint64_t seed);

/// A file of tests/perft: which rules and draws, and the counts they must give.
struct PerftFile {
  GameRulesPtr rules;
  std::vector<KindIndex> draws;
  std::vector<uint64_t> counts;  ///< by depth, from 0
};

/// Lines `rules PRESET`, `set OPTION=VALUE`, `seats N`, `draws TILE ...`, `count DEPTH NUMBER` (depths from 0 on).
Result<PerftFile> parse_perft(const Catalogue& catalogue, std::string_view text);
std::string write_perft(const PerftFile& file);

}  // namespace bastide
