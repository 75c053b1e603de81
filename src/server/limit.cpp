#include "server/limit.h"

namespace bastide {

bool is_this_machine(std::string_view address) {
  return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

void NewGameLimit::forget(std::deque<Time>& made, Time now) const {
  while (!made.empty() && now - made.front() >= std::chrono::hours(1)) made.pop_front();
}

bool NewGameLimit::take(const std::string& address, Time now) {
  if (most_ == 0 || address.empty()) return true;
  if (made_.size() >= kAddresses && !made_.contains(address)) {
    for (auto& [other, made] : made_) forget(made, now);
    std::erase_if(made_, [](const auto& entry) { return entry.second.empty(); });
  }
  std::deque<Time>& made = made_[address];
  forget(made, now);
  if (made.size() >= most_) return false;
  made.push_back(now);
  return true;
}

}  // namespace bastide
