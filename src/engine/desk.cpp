#include "engine/desk.h"

#include <algorithm>
#include <utility>

#include "engine/lines.h"

namespace bastide {
namespace {

constexpr std::size_t kMostWaiting = 100'000;  // lines; a position is some hundred

}  // namespace

EngineDesk::EngineDesk(const Catalogue& catalogue, EngineSession::Say say)
    : say_(std::move(say)), session_(catalogue, [this](std::string_view line) { answer(line); }) {
  worker_ = std::thread([this] { work(); });
}

EngineDesk::~EngineDesk() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    thinking_ = 0;
    closed_ = true;
    stop_ = true;
  }
  changed_.notify_all();
  if (worker_.joinable()) worker_.join();
}

void EngineDesk::say(std::string_view line) {
  const std::lock_guard lock(saying_);
  say_(line);
}

/// Of the session. Whoever hears what was thought finds it done.
void EngineDesk::answer(std::string_view line) {
  {
    const std::lock_guard lock(mutex_);
    if (thinks_ && !line.starts_with("info ")) {
      thinks_ = false;
      --thinking_;
    }
  }
  say(line);
}

bool EngineDesk::take(std::string_view line) {
  const auto words = words_of(line);
  const std::string_view first = words.empty() ? std::string_view{} : words[0];
  const std::lock_guard lock(mutex_);
  // The lines of a block are nobody's commands.
  if (in_block_) {
    in_block_ = words.size() != 1 || first != "end";
  } else if (first == "ping" && thinking_ > 0) {
    say(words.size() > 1 ? "pong " + shown_line(words[1]) : "pong");
    return true;
  } else if (first == "stop" || first == "quit") {
    stop_ = true;
    for (Waiting& waiting : waiting_) waiting.stopped = true;
    return first == "stop";
  } else {
    in_block_ = words.size() == 1 && (first == "position" || first == "legal");
  }
  if (waiting_.size() >= kMostWaiting) {
    say("error line: too many lines wait; expected that answers are waited for");
    return true;
  }
  const bool endless = std::find(words.begin(), words.end(), "infinite") != words.end();
  const bool thinks = !in_block_ && (first == "go" || first == "analyse");
  thinking_ += thinks ? 1 : 0;
  waiting_.push_back({std::string(line), false, endless, thinks});
  changed_.notify_all();
  return true;
}

void EngineDesk::finish() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    if (runs_endless_) stop_ = true;
    for (Waiting& waiting : waiting_) waiting.stopped |= waiting.endless;
  }
  changed_.notify_all();
  if (worker_.joinable()) worker_.join();
}

void EngineDesk::work() {
  for (;;) {
    Waiting next;
    {
      std::unique_lock lock(mutex_);
      runs_endless_ = false;
      changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      next = std::move(waiting_.front());
      waiting_.pop_front();
      stop_ = next.stopped;
      runs_endless_ = next.endless;
      thinks_ = next.thinks;
    }
    if (!session_.take(next.line, &stop_)) return;
  }
}

}  // namespace bastide
