// Turns that are taken back, with everybody's consent: what can be, who is asked, and the game as it was before. What
// was shown to anybody since cannot be unseen, so nothing goes back past it.
#include <algorithm>

#include "notation/notation.h"
#include "server/live_game.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr int kTakebacks = 1;  ///< of these entries

/// Tiles by pile and seat, but for those of one seat, that not everybody sees.
template <class Held>
std::map<std::pair<int, int>, int> unseen_tiles(const std::vector<Held>& held, int but) {
  std::map<std::pair<int, int>, int> unseen;
  for (const auto& one : held)
    if (one.hidden && one.tile.seat != but) ++unseen[{one.tile.number, one.tile.seat}];
  return unseen;
}

}  // namespace

// ---------------------------------------------------------------- what can be

/// Before an answer: the first of a person's play is what one goes back to. What bots answer since goes with it.
void LiveGame::note_answer() {
  const State<Full>& state = game_->state();
  const bool same = back_ && back_->seat == state.seat && !back_->answered;
  if (same && goes_on(*rules_, state, state.seat, back_->turn)) return;
  if (!bot_to_move())
    back_ = Back{state.seat, plies(), running_turn(*rules_, state), false, false, {}};
  else if (back_)
    back_->answered = true;
}

/// After a ply. `before`: what was held then.
void LiveGame::note_shown(const Ply& ply, bool outcome, const std::vector<Held>& before) {
  if (!back_) return;
  bool shown = outcome || ply.over || !ply.aside.empty();
  if (ply.move.kind == MoveKind::draw && !outcome) {
    shown |= ply.pile < 0;
    for (int viewer = -1; viewer < rules_->kernel.seats && !shown; ++viewer)
      shown = game_->sees(viewer, ply.pile, ply.seat);
  }
  // A tile that not everybody saw has gone elsewhere, and not from the hand of who answered.
  const auto now = unseen_tiles(held_, ply.seat);
  for (const auto& [where, count] : unseen_tiles(before, ply.seat))
    shown |= !now.contains(where) || now.at(where) < count;
  if (shown) back_.reset();
}

int LiveGame::may_take_back() const {
  const bool may = back_ && !back_->refused && !asked_back_ && status() == "playing";
  return may ? back_->seat : -1;
}

/// People beside who asks: bots agree to everything.
std::vector<int> LiveGame::asked_to_agree() const {
  std::vector<int> seats = people();
  std::erase(seats, back_->seat);
  return seats;
}

bool LiveGame::waits_for_back(int seat) const {
  if (!asked_back_ || std::ranges::find(asked_back_->agreed, seat) != asked_back_->agreed.end()) return false;
  const auto others = asked_to_agree();
  return std::ranges::find(others, seat) != others.end();
}

// ---------------------------------------------------------------- asking

Result<void> LiveGame::take_back(int seat, std::string_view answer, int64_t at, int64_t used) {
  const Phrases& phrases = rules_->catalogue->phrases;
  if (!game_) return failure(say(phrases, "told.waiting"));
  if (game_->over()) return failure(say(phrases, "told.over"), "END-1");
  if (answer == "ask") {
    if (asked_back_) return failure(say(phrases, "told.back.asked", {{"name", setup_.seats[back_->seat].name}}));
    if (!back_) return failure(say(phrases, "told.back.shown"));
    if (back_->seat != seat)
      return failure(say(phrases, "told.back.other", {{"name", setup_.seats[back_->seat].name}}));
    if (back_->refused) return failure(say(phrases, "told.back.refused"));
  } else {
    if (!asked_back_) return failure(say(phrases, "told.back.none"));
    const bool may = answer == "withdraw" ? seat == back_->seat : waits_for_back(seat);
    if (!may) return failure(say(phrases, "told.back.not-you"));
  }
  BASTIDE_CHECK(append("takeback", {{"v", kTakebacks}, {"seat", seat}, {"answer", answer}}, at));
  if (!asked_back_ || asked_back_->agreed.size() < asked_to_agree().size()) return {};
  json::object done{{"v", kTakebacks}, {"seat", seat}, {"answer", "done"}};
  if (used > 0) done["used"] = used;
  return append("takeback", done, at);
}

/// A move, or that somebody has left, ends what was asked.
void LiveGame::end_asking(int seat, int64_t at) {
  if (asked_back_) tell_back(seat, "ended", at);
  asked_back_.reset();
}

void LiveGame::tell_back(int by, std::string_view state, int64_t at, json::object more) {
  more["seat"] = back_->seat;
  more["by"] = by;
  more["state"] = state;
  emit("takeback", std::move(more), at);
}

Result<void> LiveGame::apply_takeback(const json::object& body, int64_t at) {
  if (body.at("v") != kTakebacks) return failure("its takebacks are of another version");
  const int seat = body.at("seat").to_number<int>();
  const std::string_view answer = body.at("answer").as_string();
  if (!game_ || !back_ || (answer != "ask" && !asked_back_)) return failure("nothing can be taken back");
  if (answer == "ask") {
    asked_back_.emplace();
    tell_back(seat, "asked", at, {{"asks", json::value_from(asked_to_agree())}});
  } else if (answer == "agree") {
    asked_back_->agreed.push_back(seat);
    tell_back(seat, "agreed", at);
  } else if (answer == "refuse" || answer == "withdraw") {
    tell_back(seat, answer == "refuse" ? "refused" : "withdrawn", at);
    asked_back_.reset();
    back_->refused = answer == "refuse";
  } else if (answer == "done") {
    const json::value* used = body.if_contains("used");
    return go_back(seat, used != nullptr ? used->to_number<int64_t>() : 0, at);
  } else {
    return failure("it is no answer");
  }
  return {};
}

// ---------------------------------------------------------------- going back

/// The game up to there is played again, with all that follows from it; what was said, and the time that was used,
/// stays.
Result<void> LiveGame::go_back(int by, int64_t used, int64_t at) {
  spend(to_move(), used);
  for (std::size_t seat = 0; seat < setup_.seats.size(); ++seat) spend(static_cast<int>(seat), back_->gained[seat]);
  LiveGame again(id_, seed_, art_version_, created_);
  again.setup_ = setup_;
  again.rules_ = rules_;
  again.looks_ = looks_;
  again.copies_.assign(copies_.size(), 0);
  BASTIDE_CHECK(again.apply_start(at));
  const auto leave = [&] {
    for (const auto& [seat, when] : left_)
      if (when == again.plies() && !again.game_->has_left(seat)) static_cast<void>(again.game_->leave(seat));
  };
  for (int i = 0; i < back_->plies; ++i) {
    leave();
    const std::string text = move_text(*rules_, again.game_->state(), game_->played()[i].move);
    BASTIDE_CHECK(again.apply_ply(text, at));
  }
  leave();
  const int to = ply_events_.at(back_->plies);
  ply_events_.resize(back_->plies);
  tell_back(by, "done", at, {{"to", to}});
  asked_back_.reset();
  back_ = again.back_;
  game_ = std::move(again.game_);
  shuffle_ = std::move(again.shuffle_);
  deals_ = std::move(again.deals_);
  outcomes_ = again.outcomes_;
  copies_ = std::move(again.copies_);
  hidden_copies_ = std::move(again.hidden_copies_);
  pictures_ = std::move(again.pictures_);
  held_ = std::move(again.held_);
  edge_ = std::move(again.edge_);
  used_before_ = 0;
  asked_at_ = seq();
  asked_time_ = at;
  return {};
}

}  // namespace bastide
