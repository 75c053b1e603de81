// Records: any text is a record or an error with a message; a record that is read writes and reads as itself, and
// replays or says why not. What can be read of one that cannot be read whole is played as far as it goes.
#include <cstdlib>
#include <string_view>

#include "game/game.h"

using namespace bastide;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto record = parse_record(builtin_catalogue(), text);
  if (!record) {
    if (record.error().message.empty() || record.error().text().find('\n') != std::string::npos) std::abort();
    Error wrong;
    const auto part = parse_record(builtin_catalogue(), text, wrong);
    if (part && wrong.message.empty()) std::abort();
    if (part) static_cast<void>(Game::replay_right(*part));
    return 0;
  }
  const std::string written = write_record(*record);
  const auto again = parse_record(builtin_catalogue(), written);
  if (!again || !(*again == *record) || write_record(*again) != written) std::abort();
  const auto game = Game::replay(*record);
  if (!game) {
    if (game.error().message.empty()) std::abort();
    return 0;
  }
  if (!parse_position(builtin_catalogue(),
                      write_position({game->rules().choice, game->seats(), game->rules_ptr(), game->state()})))
    std::abort();
  return 0;
}
