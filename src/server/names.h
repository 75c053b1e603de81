// Names of people: one rule for seats and accounts.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"

namespace bastide {

struct LiveSeat;

/// A name as it is kept and shown. Errors: nothing to see in it, too long, signs that records do not take.
Result<std::string> player_name(std::string_view text);

/// What somebody is called whose name is forgotten, or who has said none: "Player 2".
std::string neutral_name(int seat);

/// A name that no other seat has: "Cobble", then "Cobble 2".
std::string unlike_others(const std::string& name, const std::vector<LiveSeat>& seats);

}  // namespace bastide
