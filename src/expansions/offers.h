// A house rule: a tile that alone can complete something is offered for, and may be sold (HOUSE-BUY).
#pragma once
#include <vector>

#include "core/state.h"
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kOffers;

enum OffersQuestion : uint8_t { ask_bid, ask_sale };
enum OffersVerb : uint8_t { verb_bid, verb_sell };

/// Whether it is this that is asked.
bool asks(const Ruleset& rules, const State<Full>& state, OffersQuestion what);

/// Roots of the unfinished features that the drawn tile can complete and no other tile left can. REQUIRES: one of its
/// questions is asked.
std::vector<int> completable_only_by_drawn(const Ruleset& rules, const State<Full>& state);

}  // namespace bastide
