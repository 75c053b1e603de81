// Scenarios: any text runs, or is refused with a message.
#include "game/scenario.h"

#include <cstdlib>

using namespace bastide;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto game = run_scenario(builtin_catalogue(), {reinterpret_cast<const char*>(data), size});
  if (!game && game.error().message.empty()) std::abort();
  return 0;
}
