#include "server/limit.h"

#include <sys/resource.h>

namespace bastide {

void TryLimit::forget(std::deque<Time>& tries, Time now) const {
  while (!tries.empty() && now - tries.front() >= within_) tries.pop_front();
}

std::chrono::seconds TryLimit::take(const std::string& key, Time now) {
  if (most_ == 0 || key.empty()) return {};
  if (tries_.size() >= kKeys && !tries_.contains(key)) {
    for (auto& [other, tries] : tries_) forget(tries, now);
    std::erase_if(tries_, [](const auto& entry) { return entry.second.empty(); });
  }
  std::deque<Time>& tries = tries_[key];
  forget(tries, now);
  if (tries.size() >= most_) return std::chrono::ceil<std::chrono::seconds>(tries.front() + within_ - now);
  tries.push_back(now);
  return {};
}

void TryLimit::give_back(const std::string& key) {
  const auto found = tries_.find(key);
  if (found == tries_.end()) return;
  if (!found->second.empty()) found->second.pop_back();
  if (found->second.empty()) tries_.erase(found);
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
