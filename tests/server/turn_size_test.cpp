// What is asked stays small on any board: no preview of every placement, whatever is held.
#include <fmt/format.h>

#include <algorithm>

#include "server/bots.h"
#include "server/client.h"
#include "server/secrets.h"
#include "short_form.h"

namespace bastide::test {
namespace {

using Options = std::map<std::string, std::string>;

/// The base game, and each expansion by each of its ways, also with hands.
std::vector<Options> ways() {
  std::vector<Options> ways = {{}, {{"draw", "hand"}}};
  for (const Expansion* expansion : expansions())
    for (const OptionValue& value : builtin_catalogue().find_option(expansion->options[0].id)->offered()) {
      if (value.id == "off") continue;
      ways.push_back({{std::string(expansion->options[0].id), value.id}});
      ways.push_back({{std::string(expansion->options[0].id), value.id}, {"draw", "hand"}});
    }
  std::erase_if(ways, [](const Options& options) { return !compile(builtin_catalogue(), {"new", options}, 2); });
  return ways;
}

TEST(Turn, TheMoversMessageIsSmallInWholeGames) {
  init_secrets();
  const std::vector<Options> all = ways();
  std::vector<std::size_t> sizes;
  for (std::size_t game = 0; game < all.size(); game += every(4)) {
    LiveSetup setup;
    setup.choice = {"new", all[game]};
    setup.seats = {{"bot", "Ann", "random"}, {"bot", "Bob", "random"}};
    const std::string seed = sha256_hex(fmt::format("sizes {}", game));
    LiveGame live = LiveGame::create(builtin_catalogue(), "thesame1", setup, seed, "v", 1000).value();
    ASSERT_TRUE(live.begin_if_full(1000));
    for (uint64_t turn = 0; live.status() == "playing"; ++turn) {
      sizes.push_back(live.turn(true).size());
      ASSERT_TRUE(live.play(live.to_move(), choose_turn(live, turn), 1000));
    }
  }
  std::sort(sizes.begin(), sizes.end());
  fmt::print("turns {}, bytes: median {}, most {}\n", sizes.size(), sizes[sizes.size() / 2], sizes.back());
  EXPECT_LT(sizes.back(), 6 * 1024u);
}

}  // namespace
}  // namespace bastide::test
