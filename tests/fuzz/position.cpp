// Positions: any text is a position or an error; a position that is read writes and reads as itself and can be played
// to its end. The analysis board takes any table, possible or not, and writes what it reads again.
#include <cstdlib>
#include <string_view>

#include "core/kernel.h"
#include "game/analysis.h"
#include "game/editions.h"
#include "notation/notation.h"

using namespace bastide;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto sheet = parse_sheet(builtin_catalogue(), text)) {
    const SheetAnalysis analysis = analyse(*sheet);
    const auto read = parse_sheet(builtin_catalogue(), analysis.text);
    if (!read || analyse(*read).text != analysis.text || !compare_editions(analysis.position)) std::abort();
  }
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
