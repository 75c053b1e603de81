#include "server/connections.h"

#include <algorithm>

#include "server/log.h"

namespace bastide {

std::optional<CountOfEach::Held> CountOfEach::take(const std::string& who) {
  if (most_ == 0 || who.empty()) return Held();
  const auto place = held_.try_emplace(who, 0).first;
  if (place->second >= most_) return std::nullopt;
  ++place->second;
  return Held(this, place);
}

void Connections::close_all() {
  closing_ = true;
  const auto entries = entries_;  // closing one may remove it
  for (Entry* entry : entries)
    if (entries_.contains(entry)) entry->close_();
}

Connections::Entry::Entry(Connections& all, std::function<void()> close, std::function<void()> drop)
    : all_(all), close_(std::move(close)), drop_(std::move(drop)) {
  all_.entries_.insert(this);
}

Connections::Entry::~Entry() {
  all_.queued_ -= queued_;
  all_.entries_.erase(this);
}

void Connections::Entry::queue(std::size_t bytes) {
  const auto now = Clock::now();
  if (queued_ == 0) since_ = now;
  queued_ += bytes;
  all_.queued_ += bytes;
  while (all_.queued_ > all_.limits_.queued) {
    const auto slower = [now](const Entry* a, const Entry* b) { return a->slowness(now) < b->slowness(now); };
    Entry* slowest = *std::max_element(all_.entries_.begin(), all_.entries_.end(), slower);
    if (slowest->queued_ == 0) slowest = this;  // nobody has waited yet
    log_warning("clients leave {} bytes unread: the slowest, with {}, is cut off", all_.queued_, slowest->queued_);
    slowest->sent(slowest->queued_);
    slowest->drop_();
  }
}

double Connections::Entry::slowness(Clock::time_point now) const {
  return static_cast<double>(queued_) * std::chrono::duration<double>(now - since_).count();
}

void Connections::Entry::sent(std::size_t bytes) {
  bytes = std::min(bytes, queued_);  // what was given up is not sent
  queued_ -= bytes;
  all_.queued_ -= bytes;
  since_ = Clock::now();
}

}  // namespace bastide
