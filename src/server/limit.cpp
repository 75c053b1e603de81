#include "server/limit.h"

#include <sys/resource.h>

namespace bastide {

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

std::size_t raise_file_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur;
}

}  // namespace bastide
