#include "engine/lines.h"

#include <algorithm>
#include <utility>

namespace bastide {
namespace {

constexpr std::string_view kBlanks = " \t";

}  // namespace

void LineCutter::give(const std::function<void(Cut)>& take) {
  if (!line_.text.empty() && line_.text.back() == '\r') line_.text.pop_back();
  take(std::exchange(line_, {}));
}

void LineCutter::add(std::string_view bytes, const std::function<void(Cut)>& take) {
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::size_t room = kLongestLine - line_.text.size();
    line_.text += bytes.substr(0, std::min(end, room));
    line_.too_long |= end > room;
    if (end == bytes.size()) return;
    give(take);
    bytes.remove_prefix(end + 1);
  }
}

void LineCutter::rest(const std::function<void(Cut)>& take) {
  if (!line_.text.empty()) give(take);
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t begin = line.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::string_view behind_first_word(std::string_view line) {
  const std::size_t word = std::min(line.find_first_not_of(kBlanks), line.size());
  const std::size_t end = std::min(line.find_first_of(kBlanks, word), line.size());
  const std::size_t begin = line.find_first_not_of(kBlanks, end);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kBlanks) + 1 - begin);
}

std::string shown_line(std::string_view line, std::size_t most) {
  std::string shown(line.substr(0, most));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  if (line.size() > most) shown += "...";
  return shown;
}

}  // namespace bastide
