// What the seats have left to think, and how people change the clock together: it stands still for a while, or from now
// on there are days for each decision. Nothing of that comes without the consent of all who play.
#include <algorithm>

#include "server/live_game.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr int kClocks = 1;  ///< of the entries that change one

bool among(const std::vector<int>& seats, int seat) {
  return std::ranges::find(seats, seat) != seats.end();
}

}  // namespace

std::optional<int64_t> LiveGame::time_to_move() const {
  if (!setup_.time.any() || to_move() < 0 || bot_to_move()) return std::nullopt;
  return times()[to_move()];
}

std::vector<int64_t> LiveGame::times() const {
  if (setup_.time.each == 0) return time_left_;
  std::vector<int64_t> left(setup_.seats.size(), setup_.time.each);
  if (to_move() >= 0) left[to_move()] -= std::min(used_before_, setup_.time.each);
  return left;
}

void LiveGame::spend(int seat, int64_t used) {
  if (!time_left_.empty()) time_left_[seat] = std::max<int64_t>(0, time_left_[seat] - used);
}

void LiveGame::gain(int seat, int64_t time) {
  spend(seat, -time);
  if (back_) back_->gained[seat] += time;
}

// ---------------------------------------------------------------- changed together

/// Seats of people who play; bots are content with any clock.
std::vector<int> LiveGame::people() const {
  std::vector<int> seats;
  for (int seat = 0; seat < static_cast<int>(setup_.seats.size()); ++seat)
    if (setup_.seats[seat].kind == "human" && !game_->has_left(seat) && setup_.seats[seat].stand_in.empty())
      seats.push_back(seat);
  return seats;
}

bool LiveGame::waits_for_clock(int seat) const {
  return asked_clock_ && among(people(), seat) && !among(asked_clock_->agreed, seat);
}

bool LiveGame::waits_to_resume(int seat, int64_t at) const {
  return paused_until_ > at && among(people(), seat) && !among(ready_, seat);
}

Result<void> LiveGame::change_clock(int seat, std::string_view answer, const ClockWish& wish, int seen, int64_t at,
                                    int64_t used) {
  const Phrases& phrases = rules_->catalogue->phrases;
  if (!game_) return failure(say(phrases, "told.waiting"));
  if (game_->over()) return failure(say(phrases, "told.over"), "END-1");
  if (game_->has_left(seat)) return failure(say(phrases, "told.left", {{"name", setup_.seats[seat].name}}));
  json::object body{{"v", kClocks}, {"seat", seat}, {"answer", answer}};
  if (answer == "ask") {
    if (asked_clock_)
      return failure(say(phrases, "told.back.asked", {{"name", setup_.seats[asked_clock_->agreed.front()].name}}));
    if ((wish.pause > 0) == (wish.each > 0))
      return tl::unexpected<Error>(worded(say(phrases, "told.clock.wish"), {}, R"({"pause":600} or {"each":86400})"));
    if (wish.pause > 0 && !setup_.time.any()) return failure(say(phrases, "told.clock.no-clock"));
    if (wish.each > 0 && wish.each == setup_.time.each) return failure(say(phrases, "told.clock.same"));
    if (clock_refused_ == plies() + 1) return failure(say(phrases, "told.clock.refused"));
    body["wish"] = clock_wish_json(wish);
  } else if (answer == "ready") {
    if (!waits_to_resume(seat, at)) return failure(say(phrases, "told.clock.runs"));
  } else {
    const bool mine = asked_clock_ && asked_clock_->agreed.front() == seat;
    if (!asked_clock_ || seen < asked_clock_->event) return failure(say(phrases, "told.clock.none"));
    if (answer == "withdraw" ? !mine : !waits_for_clock(seat)) return failure(say(phrases, "told.back.not-you"));
  }
  BASTIDE_CHECK(append("clock", body, at));
  const auto all = [&](const std::vector<int>& seats) {
    return std::ranges::all_of(people(), [&](int who) { return among(seats, who); });
  };
  json::object done{{"v", kClocks}, {"seat", seat}};
  if (asked_clock_ && all(asked_clock_->agreed)) {
    done["answer"] = "done";
    if (used > 0) done["used"] = used;
    return append("clock", done, at);
  }
  if (answer != "ready" || !all(ready_)) return {};
  done["answer"] = "resume";
  return append("clock", done, at);
}

/// Somebody plays no more, or is away: who has to agree is another question now.
void LiveGame::end_asking_clock(int seat, int64_t at) {
  if (asked_clock_ || !ready_.empty()) emit("clock", {{"by", seat}, {"state", "ended"}}, at);
  asked_clock_.reset();
  ready_.clear();
}

Result<void> LiveGame::apply_clock(const json::object& body, int64_t at) {
  if (body.at("v") != kClocks) return failure("its changes of the clock are of another version");
  const int seat = body.at("seat").to_number<int>();
  const std::string_view answer = body.at("answer").as_string();
  const auto tell = [&](std::string_view state, json::object more = {}) {
    more["by"] = seat;
    more["state"] = state;
    emit("clock", std::move(more), at);
  };
  if (answer == "resume" || answer == "ready") {
    if (answer == "ready") {
      ready_.push_back(seat);
      tell("ready");
      return {};
    }
    paused_until_ = at;
    ready_.clear();
    ++clock_changes_;
    tell("resumed");
    return {};
  }
  if (!game_ || (answer != "ask" && !asked_clock_)) return failure("nobody asks for another clock");
  if (answer == "ask") {
    const ClockWish wish = clock_wish_from(body.at("wish").as_object());
    std::vector<int> asks = people();
    std::erase(asks, seat);
    tell("asked", {{"wish", clock_wish_json(wish)}, {"asks", json::value_from(asks)}});
    asked_clock_ = AskedClock{wish, {seat}, seq()};
  } else if (answer == "agree") {
    asked_clock_->agreed.push_back(seat);
    tell("agreed");
  } else if (answer == "refuse" || answer == "withdraw") {
    if (answer == "refuse") clock_refused_ = plies() + 1;
    asked_clock_.reset();
    tell(answer == "refuse" ? "refused" : "withdrawn");
  } else if (answer == "done") {
    const json::value* used = body.if_contains("used");
    set_clock(asked_clock_->wish, used != nullptr ? used->to_number<int64_t>() : 0, at);
    tell("done", {{"wish", clock_wish_json(asked_clock_->wish)}});
    asked_clock_.reset();
  } else {
    return failure("it is no answer");
  }
  return {};
}

/// `used`: by the seat to move, since its clock was set going last.
void LiveGame::set_clock(const ClockWish& wish, int64_t used, int64_t at) {
  ++clock_changes_;
  asked_time_ = at;
  ready_.clear();
  if (wish.pause > 0) {
    if (to_move() >= 0) spend(to_move(), used);
    used_before_ += used;
    paused_until_ = at + wish.pause;
    return;
  }
  setup_.time = {.stock = 0, .increment = 0, .each = wish.each};
  time_left_.clear();
  paused_until_ = used_before_ = 0;
}

}  // namespace bastide
