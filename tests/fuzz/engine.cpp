// The lines of the engine protocol: whatever comes, each is answered or refused in one line that says why, the session
// goes on, and what it shows it reads again. The first byte picks how the bytes are cut before they become lines.
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "engine/lines.h"
#include "engine/session.h"

using namespace bastide;

namespace {

/// What takes longer with larger numbers is not what is looked for here, nor are players that search.
bool too_slow(std::string_view line) {
  const auto words = words_of(line);
  if (words.size() > 1 && words[0] == "option" && words[1] == "player")
    return words.size() == 3 && words[2] != "random";
  return !words.empty() && words[0] == "perft" && (words.size() != 2 || (words[1] != "0" && words[1] != "1"));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::vector<std::string> said;
  EngineSession session(builtin_catalogue(), [&](std::string_view line) {
    if (line.find('\n') != std::string_view::npos || line.empty()) std::abort();
    if (line.starts_with("error ") && line.find(": ") == std::string_view::npos) std::abort();
    said.emplace_back(line);
  });
  session.take("option player greedy");
  bool goes_on = true;
  const auto take = [&](const LineCutter::Cut& cut) {
    if (goes_on && !too_slow(cut.text)) goes_on = session.take(cut.text);
  };
  LineCutter cutter;
  const std::size_t piece = data[0] == 0 ? text.size() : data[0];
  for (std::size_t from = 0; from < text.size(); from += piece) cutter.add(text.substr(from, piece), take);
  cutter.rest(take);
  // It is still there, whatever block is open.
  session.take("end");
  said.clear();
  session.take("ping here");
  if (said != std::vector<std::string>{"pong here"}) std::abort();
  said.clear();
  session.take("show");
  const auto shown = said;
  if (shown.empty()) std::abort();
  if (shown[0] != "position") return 0;  // no game is set up
  said.clear();
  for (const std::string& line : shown) session.take(line);
  session.take("show");
  if (said != shown) std::abort();
  return 0;
}
