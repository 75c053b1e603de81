#include "server/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "notation/words.h"
#include "server/live_game.h"
#include "server/unicode.h"

namespace bastide {

Result<std::string> player_name(std::string_view text) {
  constexpr std::size_t kMost = 36;  // room for a number that tells it from another of the same name
  Error error;
  BASTIDE_TRY(auto name, visible_name(text));
  if (name.size() > kMost) {
    error.message = "This name is too long.";
    error.expected = "at most 36 letters, fewer if they are not plain ones";
    return tl::unexpected<Error>(std::move(error));
  }
  if (const std::string bad = bad_name(name); !bad.empty()) {
    error.message = fmt::format("This name cannot be used: {}.", bad);
    error.expected = "a name of letters, digits and single blanks";
    return tl::unexpected<Error>(std::move(error));
  }
  return name;
}

std::string neutral_name(int seat) {
  return fmt::format("Player {}", seat + 1);
}

std::string unlike_others(const std::string& name, const std::vector<LiveSeat>& seats) {
  std::string result = name;
  const auto taken = [&] { return std::ranges::any_of(seats, [&](const LiveSeat& s) { return s.name == result; }); };
  for (int n = 2; taken(); ++n) result = fmt::format("{} {}", name, n);
  return result;
}

}  // namespace bastide
