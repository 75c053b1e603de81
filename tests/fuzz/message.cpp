// What clients send: the first byte picks the kind of message, the rest is its text. Also targets of requests.
#include <array>
#include <cstdlib>
#include <string_view>

#include "server/answer.h"
#include "server/schema.h"

using namespace bastide;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr std::array<std::string_view, 5> kKinds = {"NewGame", "Join", "Play", "ClientMessage", "FreeSeat"};
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t kind = data[0] % (kKinds.size() + 1);
  if (kind == kKinds.size()) {
    const auto target = parse_target(text);
    if (target && (target->path.empty() || target->path[0] != '/')) std::abort();
    return 0;
  }
  const auto message = read_message(kKinds[kind], text);
  if (!message && message.error().message.empty()) std::abort();
  return 0;
}
