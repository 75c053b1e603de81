// Positions: any text is a position or an error; a position that is read writes and reads as itself and can be played
// to its end.
#include <cstdlib>
#include <string_view>

#include "core/kernel.h"
#include "notation/notation.h"

using namespace bastide;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto position = parse_position(builtin_catalogue(), text);
  if (!position) {
    if (position.error().message.empty()) std::abort();
    return 0;
  }
  const std::string written = write_position(*position);
  const auto again = parse_position(builtin_catalogue(), written);
  if (!again || write_position(*again) != written) std::abort();
  Rng rng(size);
  random_playout(position->rules->kernel, position->state, rng);
  if (position->state.phase != Phase::over || position->state.left != 0) std::abort();
  return 0;
}
