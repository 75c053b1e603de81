// A position of square tiles and plain turns in one of the kernels that are made for them.
#pragma once
#include "core/state.h"

namespace bastide {

/// The same position, to be played on with the same draws: `to` is laid anew, tile by tile. False if it cannot be:
/// the rules are not for that kernel, another phase than tile or follower is running, or the table was laid against the
/// rules.
template <class Config>
bool copy_plain(const Ruleset& rules, const State<Full>& from, State<Config>& to);

}  // namespace bastide
