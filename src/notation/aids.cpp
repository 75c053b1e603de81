#include "notation/aids.h"

#include <fmt/format.h>

#include <algorithm>

namespace bastide {

std::vector<std::string> Aids::names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kAidNames.size(); ++i)
    if (allow(static_cast<Aid>(i))) names.emplace_back(kAidNames[i]);
  return names;
}

Result<Aids> Aids::named(const std::vector<std::string>& names) {
  Aids aids = none();
  for (const std::string& name : names) {
    const auto found = std::find(kAidNames.begin(), kAidNames.end(), name);
    Error error;
    error.expected = fmt::format("any of {}, each once", fmt::join(kAidNames, ", "));
    if (found == kAidNames.end()) {
      error.message = fmt::format("there is no aid '{}'", name);
      return tl::unexpected<Error>(std::move(error));
    }
    const auto aid = static_cast<Aid>(found - kAidNames.begin());
    if (aids.allow(aid)) {
      error.message = fmt::format("the aid '{}' is named twice", name);
      return tl::unexpected<Error>(std::move(error));
    }
    aids = aids.with(aid);
  }
  return aids;
}

}  // namespace bastide
