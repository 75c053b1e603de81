// The one-line form of an error: where, what, what would be right, which rule.
#include "rules/error.h"

namespace bastide {

std::string Error::text() const {
  std::string out = source;
  const auto place = [&out](const char* name, int value) {
    if (value > 0) out += (out.empty() ? "" : ", ") + (name + (" " + std::to_string(value)));
  };
  place("line", line);
  place("column", column);
  if (!out.empty()) out += ": ";

  std::string sentence = message;
  // The sentence goes on after it, so its full stop goes.
  if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
  out += sentence;
  if (!expected.empty()) out += "; expected " + expected;
  if (!rule.empty()) out += " [" + rule + "]";
  return out;
}

}  // namespace bastide
