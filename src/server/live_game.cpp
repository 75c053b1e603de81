// The log of one game: making entries, and what each means for the game and for clients.
#include "server/live_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "ai/player.h"
#include "core/rng.h"
#include "game/ask.h"
#include "notation/notation.h"
#include "notation/words.h"
#include "server/ask_json.h"
#include "server/secrets.h"

namespace bastide {

namespace json = boost::json;

namespace {

tl::unexpected<Error> unreadable(const std::string& game, const StoredEvent& entry, const std::string& why) {
  return failure(
      fmt::format("game {}: entry {} ({}) of its log cannot be replayed: {}", game, entry.seq, entry.kind, why));
}

json::object setup_json(const LiveSetup& setup, const std::string& commitment) {
  json::array seats;
  for (const LiveSeat& seat : setup.seats) {
    json::object one{{"kind", seat.kind}, {"name", seat.name}, {"bot", seat.bot}};
    if (seat.kept_for >= 0) one["for"] = seat.kept_for;
    if (!seat.promise.empty()) one["promise"] = seat.promise;
    seats.push_back(std::move(one));
  }
  json::object body{{"preset", setup.choice.preset}, {"options", json::value_from(setup.choice.options)},
                    {"seats", std::move(seats)},     {"public", setup.listed},
                    {"invite", setup.invite_hash},   {"commitment", commitment},
                    {"first", setup.first_seat}};
  if (setup.time.any()) body["time"] = time_control_json(setup.time);
  if (setup.rated) body["rated"] = true;
  if (!setup.aids.everything()) body["aids"] = json::value_from(setup.aids.names());
  if (setup.best_of.several())
    body["bestOf"] = {
        {"of", setup.best_of.of}, {"game", setup.best_of.game}, {"halves", json::value_from(setup.best_of.halves)}};
  if (setup.together) body["together"] = true;
  if (!setup.duplicate.empty()) body["duplicate"] = json::value_from(setup.duplicate);
  if (!setup.after.empty()) {
    body["after"] = setup.after;
    body["host"] = setup.host;
  }
  return body;
}

/// How the first player was found, or who says so (START-1).
Texts opening_in_words(const Game& game, const BestOf& best_of) {
  const Opening& opening = game.opening();
  const Phrases& phrases = game.rules().catalogue->phrases;
  const std::string way = opening.lots.empty() ? game.rules().options.find("first")->second : "roads";
  std::vector<Gap> gaps = {{"name", game.seats()[opening.first].name}};
  if (best_of.game > 1) return say(phrases, "opening.alternates", gaps);
  if (!opening.rolls.empty()) gaps.push_back({"n", static_cast<int>(opening.rolls.size())});
  const bool known = phrases.contains("opening." + way);  // data/ may have further ways
  return say(phrases, known ? "opening." + way : "opening.agreed", gaps);
}

/// What is still asked, where a play ends too early.
Error incomplete(const Game& game) {
  const Phrases& phrases = game.rules().catalogue->phrases;
  if (game.state().phase == Phase::follower)
    return worded(say(phrases, "told.incomplete.figure"), "FOLLOWER-1", "its place, or '-' for none");
  return worded(say(phrases, "told.incomplete", {{"question", ask(game, nullptr).title}}), {},
                "such as " + move_text(game.rules(), game.state(), game.legal().front()));
}

Error nothing_chosen(const Game& game) {
  return worded(say(game.rules().catalogue->phrases, "told.nothing"), {},
                "such as " + move_text(game.rules(), game.state(), game.legal().front()));
}

std::size_t play_key(int seat, std::string_view play) {
  return std::hash<std::string>{}(fmt::format("{} {}", seat, play));
}

}  // namespace

Result<LiveGame> LiveGame::create(const RuleShelf& rules, std::string id, LiveSetup setup, std::string seed,
                                  std::string art_version, int64_t at) {
  LiveGame live(std::move(id), std::move(seed), std::move(art_version), at);
  const json::object body = setup_json(setup, sha256_hex(live.seed_));
  BASTIDE_CHECK(live.apply_setup(body, rules));
  live.keep("setup", body, at);
  return live;
}

Result<LiveGame> LiveGame::load(const RuleShelf& rules, const GameRow& row, const std::vector<StoredEvent>& log,
                                std::string art_version) {
  LiveGame live(row.id, row.seed, std::move(art_version), row.created);
  if (log.empty()) return failure(fmt::format("game {}: its log is empty", row.id));
  BASTIDE_CHECK(live.follow(rules, log));
  return live;
}

Result<void> LiveGame::follow(const RuleShelf& rules, const std::vector<StoredEvent>& log) {
  for (const StoredEvent& entry : log) {
    if (entry.seq != log_size_ + 1) return unreadable(id_, entry, "an entry before it is missing");
    try {
      if (auto applied = read(entry, rules); !applied) return unreadable(id_, entry, applied.error().text());
    } catch (const std::exception& error) {  // JSON that is not what we wrote
      return unreadable(id_, entry, error.what());
    }
    log_size_ = entry.seq;
    updated_ = entry.at;
  }
  events_.seal();
  return {};
}

std::string_view LiveGame::status() const {
  return !game_ ? "waiting" : game_->over() ? "over" : "playing";
}

int LiveGame::to_move() const {
  return game_ && !game_->over() ? game_->state().seat : -1;
}

bool LiveGame::bot_to_move() const {
  return to_move() >= 0 && (setup_.seats[to_move()].kind == "bot" || game_->has_left(to_move()) ||
                            !setup_.seats[to_move()].stand_in.empty());
}

const std::string& LiveGame::bot() const {
  const LiveSeat& seat = setup_.seats[to_move()];
  return seat.stand_in.empty() ? seat.bot : seat.stand_in;
}

// ---------------------------------------------------------------- what happens

Result<void> LiveGame::join(int seat, const std::string& name, int64_t at, const std::string& bot,
                            const std::vector<std::string>& keys, const std::string& promise) {
  json::object body{{"seat", seat}, {"name", name}};
  if (!promise.empty()) body["promise"] = promise;
  if (!bot.empty()) body["bot"] = bot;
  if (!keys.empty()) body["keys"] = json::value_from(keys);
  return append("join", body, at);
}

Result<void> LiveGame::free_seat(int seat, int64_t at) {
  const Phrases& phrases = rules_->catalogue->phrases;
  if (game_) return failure(say(phrases, "told.begun"));
  // Whoever came next could choose a share by those that are known.
  if (setup_.together && all_taken()) return failure(say(phrases, "told.shuffling"));
  if (setup_.seats.at(seat).kind == "open") return failure(say(phrases, "told.seat.open"));
  return append("freed", {{"seat", seat}, {"keys", json::value_from(setup_.seats[seat].keys)}}, at);
}

Texts LiveGame::taken_off_in_words() const {
  return say(rules_->catalogue->phrases, "told.taken-off", {{"name", setup_.seats.at(setup_.host).name}});
}

bool LiveGame::was_taken_off(const std::string& hash) const {
  return std::ranges::find(taken_off_, hash) != taken_off_.end();
}

bool LiveGame::all_taken() const {
  return std::ranges::none_of(setup_.seats, [](const LiveSeat& s) { return s.kind == "open"; });
}

bool LiveGame::waits_for_share() const {
  return std::ranges::any_of(setup_.seats, [](const LiveSeat& s) { return !s.promise.empty() && !s.share; });
}

Result<void> LiveGame::begin(int64_t at) {
  BASTIDE_CHECK(append("start", {}, at));
  return draw_until_placeable(at);
}

Result<void> LiveGame::begin_if_full(int64_t at) {
  return all_taken() && !waits_for_share() && !game_ ? begin(at) : Result<void>();
}

Result<void> LiveGame::give_share(int seat, const std::string& share, int64_t at) {
  const LiveSeat& giver = setup_.seats.at(seat);
  if (giver.promise.empty()) return failure(say(rules_->catalogue->phrases, "told.no-share"));
  const Phrases& phrases = rules_->catalogue->phrases;
  if (game_) return failure(say(phrases, "told.begun"));
  if (giver.share) return failure(say(phrases, "told.no-share"));
  // A share is secret as long as others may still promise theirs.
  if (!all_taken()) return failure(say(phrases, "told.waiting"));
  if (!share.empty() && sha256_hex(share) != giver.promise)
    return tl::unexpected<Error>(worded(say(phrases, "told.share"), {}, "a text with the SHA-256 " + giver.promise));
  BASTIDE_CHECK(append("share", {{"seat", seat}, {"share", share}}, at));
  return begin_if_full(at);
}

Result<void> LiveGame::begin_without(int64_t at) {
  constexpr int64_t kPatience = 10'000;  // milliseconds
  const Phrases& phrases = rules_->catalogue->phrases;
  if (game_) return failure(say(phrases, "told.begun"));
  if (!all_taken()) return failure(say(phrases, "told.waiting"));
  if (at - taken_at_ < kPatience) return failure(say(phrases, "told.shuffling"));
  return begin(at);
}

Result<void> LiveGame::may_play(int seat) const {
  const Phrases& phrases = rules_->catalogue->phrases;
  if (!game_) return failure(say(phrases, "told.waiting"));
  if (game_->over()) return failure(say(phrases, "told.over"), "END-1");
  if (seat != to_move()) return failure(say(phrases, "told.turn", {{"name", setup_.seats[to_move()].name}}));
  return {};
}

Result<void> LiveGame::play(int seat, const std::vector<std::string>& moves, int64_t at, std::string_view play,
                            int64_t used) {
  BASTIDE_CHECK(may_play(seat));
  if (moves.empty()) return tl::unexpected<Error>(nothing_chosen(*game_));
  BASTIDE_CHECK(answer(seat, moves, at, {play, used}));
  if (goes_on(*rules_, game_->state(), seat, asked_in_)) return tl::unexpected<Error>(incomplete(*game_));
  return draw_until_placeable(at);
}

/// As many answers as there are, each read for what is asked then.
Result<void> LiveGame::answer(int seat, const std::vector<std::string>& moves, int64_t at, Beside beside) {
  asked_in_ = running_turn(*rules_, game_->state());
  bool laid = false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string& text = moves[i];
    const bool asked = i == 0 || goes_on(*rules_, game_->state(), seat, asked_in_);
    // No figure where there was no choice: said needlessly.
    if (text == "-" && laid && game_->state().phase != Phase::follower) continue;
    if (!asked) return failure(fmt::format("'{}' comes after the end of the turn.", text), "FOLLOWER-2");
    BASTIDE_CHECK(append_ply("move", text, at, i == 0 ? beside : Beside{}));
    laid = game_->plies().back().move.kind == MoveKind::tile;
    while (draws_unseen(*rules_, game_->state())) BASTIDE_CHECK(draw_one(at));
  }
  return {};
}

Result<void> LiveGame::draw_until_placeable(int64_t at) {
  while (game_->state().phase == Phase::draw) BASTIDE_CHECK(draw_one(at));
  return end_if_over(at);
}

Result<void> LiveGame::end_if_over(int64_t at) {
  if (!game_->over()) return {};
  json::array points;
  for (int seat = 0; seat < rules_->kernel.seats; ++seat) points.push_back(game_->state().score[seat]);
  return append("over", {{"points", std::move(points)}, {"seed", draws_}}, at);
}

Result<void> LiveGame::draw_one(int64_t at) {
  return append_ply("draw", move_text(*rules_, game_->state(), next_draw()), at, {});
}

Result<void> LiveGame::leave(int seat, std::string_view why, int64_t at) {
  const Phrases& phrases = rules_->catalogue->phrases;
  if (!game_) return failure(say(phrases, "told.waiting"));
  BASTIDE_CHECK(append("leave", {{"seat", seat}, {"why", why}}, at));
  return end_if_over(at);
}

Result<void> LiveGame::stand_in(int seat, int by, const std::string& bot, int64_t at, int64_t used) {
  if (seat != to_move() || bot_to_move()) return failure("nobody is waited for there");
  json::object body{{"seat", seat}, {"by", by}, {"bot", bot}};
  if (used > 0) body["used"] = used;
  return append("standin", body, at);
}

Result<void> LiveGame::come_back(int seat, int64_t at) {
  if (status() != "playing" || setup_.seats[seat].stand_in.empty()) return failure("no bot plays there for a person");
  return append("standin", {{"seat", seat}, {"by", seat}, {"bot", ""}}, at);
}

Result<void> LiveGame::say_to_all(int seat, const std::string& text, int64_t at) {
  constexpr int kMost = 1000;  // in a game
  const Phrases& phrases = rules_->catalogue->phrases;
  if (!game_) return failure(say(phrases, "told.waiting"));
  if (said_ >= kMost) return failure(say(phrases, "told.said-enough"));
  return append("say", {{"seat", seat}, {"text", text}}, at);
}

Result<void> LiveGame::rename(int seat, const std::string& name, int64_t at) {
  return append("renamed", {{"seat", seat}, {"name", name}}, at);
}

Result<void> LiveGame::follow_with(const std::string& game, int seat, int64_t at) {
  return append("rematch", {{"game", game}, {"seat", seat}}, at);
}

/// What the seed brings next.
Move LiveGame::next_draw() const {
  const State<Full>& state = game_->state();
  if (trial_ != nullptr) return random_draw(rules_->kernel, state, trial_->rng);
  if (asks_outcome(state)) {
    std::vector<Chance> chances;
    outcomes(rules_->kernel, state, chances);
    const auto bound = static_cast<uint32_t>(sum_of_weights(chances));
    return outcome_of(chances, static_cast<int>(draw_number(draws_, fmt::format("chance:{}", outcomes_), bound)));
  }
  const Pending* asked = question(state);
  return Move::draw((asked != nullptr && asked->from_pile() ? deals_[asked->pile()] : *shuffle_).peek());
}

bool LiveGame::has_played(int seat, std::string_view play) const {
  return !play.empty() && std::find(plays_.begin(), plays_.end(), play_key(seat, play)) != plays_.end();
}

// ---------------------------------------------------------------- entries, written and read

Result<void> LiveGame::append(std::string_view kind, const json::object& body, int64_t at) {
  BASTIDE_CHECK(apply(kind, body, at));
  keep(kind, body, at);
  return {};
}

Result<void> LiveGame::append_ply(std::string_view kind, std::string_view text, int64_t at, Beside beside) {
  if (beside.used > 0) spend(game_->state().seat, beside.used);
  BASTIDE_TRY(const auto ply, apply_ply(text, at));
  if (trial_ != nullptr) {
    if (kind == "move") trial_->moves.emplace_back(ply->text);
    return {};
  }
  json::object body{{"seat", ply->seat}, {"move", ply->text}};
  if (!beside.play.empty()) {
    body["play"] = beside.play;
    plays_.push_back(play_key(ply->seat, beside.play));
  }
  if (beside.used > 0) body["used"] = beside.used;
  keep(kind, body, at);
  return {};
}

void LiveGame::keep(std::string_view kind, const json::object& body, int64_t at) {
  fresh_.push_back({++log_size_, at, std::string(kind), json::serialize(body)});
  updated_ = at;
}

std::vector<StoredEvent> LiveGame::take_fresh() {
  events_.seal();
  if (!fresh_.empty() && game_) {
    std::string& body = fresh_.back().body;
    body.pop_back();
    body += fmt::format(R"({}"now":{}}})", body.size() > 1 ? "," : "", json::serialize(standing()));
  }
  return std::exchange(fresh_, {});
}

Result<void> LiveGame::read(const StoredEvent& entry, const RuleShelf& rules) {
  const json::value value = json::parse(entry.body);
  const json::object& body = value.as_object();
  if (entry.kind == "draw" || entry.kind == "move") return read_ply(body, entry.at);
  if (entry.kind != "setup") return apply(entry.kind, body, entry.at);
  if (const json::value* commitment = body.if_contains("commitment"))
    if (commitment->as_string() != sha256_hex(seed_)) return failure("the seed is not the one it was begun with");
  return apply_setup(body, rules);
}

Result<void> LiveGame::read_ply(const json::object& body, int64_t at) {
  if (!game_) return failure("the game has not begun");
  if (const json::value* used = body.if_contains("used")) spend(game_->state().seat, used->to_number<int64_t>());
  BASTIDE_TRY(const auto ply, apply_ply(body.at("move").as_string(), at));
  if (const json::value* play = body.if_contains("play")) plays_.push_back(play_key(ply->seat, play->as_string()));
  return {};
}

// ---------------------------------------------------------------- what an entry means

Result<void> LiveGame::apply(std::string_view kind, const json::object& body, int64_t at) {
  if (kind == "join") {
    const int number = body.at("seat").to_number<int>();
    LiveSeat& seat = setup_.seats.at(number);
    const json::value* bot = body.if_contains("bot");
    if (bot == nullptr && setup_.host < 0) setup_.host = number;
    seat.kind = bot != nullptr ? "bot" : "human";
    seat.name = json::value_to<std::string>(body.at("name"));
    if (bot != nullptr) seat.bot = json::value_to<std::string>(*bot);
    seat.kept_for = -1;
    if (const json::value* promise = body.if_contains("promise")) seat.promise = json::value_to<std::string>(*promise);
    taken_at_ = at;
    if (const json::value* keys = body.if_contains("keys")) seat.keys = json::value_to<std::vector<std::string>>(*keys);
    return {};
  }
  if (kind == "freed") {
    LiveSeat& seat = setup_.seats.at(body.at("seat").to_number<int>());
    const int freed = seat.freed + 1;
    seat = {"open", "", ""};
    seat.freed = freed;
    for (const json::value& key : body.at("keys").as_array()) taken_off_.emplace_back(key.as_string());
    return {};
  }
  if (kind == "share") {
    setup_.seats.at(body.at("seat").to_number<int>()).share = json::value_to<std::string>(body.at("share"));
    return {};
  }
  if (kind == "start") return apply_start(at);
  if (kind == "leave") return apply_leave(body, at);
  if (kind == "takeback") return apply_takeback(body, at);
  if (kind == "clock") return apply_clock(body, at);
  if (kind == "standin") {
    const int seat = body.at("seat").to_number<int>(), by = body.at("by").to_number<int>();
    end_asking(seat, at);
    end_asking_clock(seat, at);
    if (const json::value* used = body.if_contains("used")) spend(seat, used->to_number<int64_t>());
    std::string& bot = setup_.seats.at(seat).stand_in;
    bot = json::value_to<std::string>(body.at("bot"));
    emit("standin", {{"seat", seat}, {"by", by}, {"bot", bot.empty() ? json::value(nullptr) : json::value(bot)}}, at);
    return {};
  }
  if (kind == "say") {
    ++said_;
    emit("said", {{"seat", body.at("seat")}, {"text", body.at("text")}}, at);
    return {};
  }
  if (kind == "renamed") {
    const int seat = body.at("seat").to_number<int>();
    const auto name = json::value_to<std::string>(body.at("name"));
    setup_.seats.at(seat).name = name;
    if (!game_) return {};
    game_->rename(seat, name);
    emit("renamed", {{"seat", seat}, {"name", name}}, at);
    return {};
  }
  if (kind == "rematch") {
    rematch_ = json::value_to<std::string>(body.at("game"));
    emit("rematch", {{"seat", body.at("seat")}, {"game", body.at("game")}}, at);
    return {};
  }
  if (kind != "over") return failure(fmt::format("'{}' is no kind of entry", kind));
  apply_over(at);
  return {};
}

Result<void> LiveGame::apply_leave(const json::object& body, int64_t at) {
  const int seat = body.at("seat").to_number<int>();
  LiveSeat& leaver = setup_.seats.at(seat);
  if (!game_) return failure("the game has not begun");
  end_asking(seat, at);
  end_asking_clock(seat, at);
  back_.reset();
  BASTIDE_CHECK(game_->leave(seat));
  left_.emplace_back(seat, plies());
  leaver.stand_in.clear();
  leaver.gone = json::value_to<std::string>(body.at("why"));
  const Phrases& phrases = rules_->catalogue->phrases;
  json::object did{{"turn", running_turn(*rules_, game_->state())}, {"seat", seat}, {"of", "left"}};
  put_text(did, "text", say(phrases, "did.left." + leaver.gone, {{"name", leaver.name}}));
  std::vector<Change> changes(1);
  changes[0].whole = {{"seat", seat}, {"gone", leaver.gone}};
  emit_did(std::move(did), std::move(changes), at);
  return {};
}

void LiveGame::apply_over(int64_t at) {
  back_.reset();
  asked_clock_.reset();
  json::array returned;
  if (!game_->abandoned())  // else the landscape stays as it was
    for (const PlacedFigure& figure : game_->figures()) returned.push_back(figure.id);
  json::object over = texts_json(outcome_in_words(*game_), "outcome");
  over["ranking"] = ranking_json(*game_);
  over["table"] = table_json(score_table(game_->at(static_cast<int>(game_->played().size()))));
  if (setup_.duplicate.empty()) over["seed"] = draws_;  // else when the others are over, too
  if (setup_.together) over["secret"] = seed_;
  if (setup_.best_of.several()) {
    const BestOf standing = best_of();
    std::vector<std::string> names;
    for (const LiveSeat& seat : setup_.seats) names.push_back(seat.name);
    json::object told = best_of_json(standing, true);
    put_text(told, "text", standing_in_words(rules_->catalogue->phrases, standing, names));
    over["bestOf"] = std::move(told);
  }
  over["returned"] = std::move(returned);
  if (json::array revealed = revealed_json(); !revealed.empty()) over["revealed"] = std::move(revealed);
  emit("over", std::move(over), at);
}

Result<void> LiveGame::apply_setup(const json::object& body, const RuleShelf& shelf) {
  setup_.choice.preset = json::value_to<std::string>(body.at("preset"));
  setup_.choice.options = json::value_to<std::map<std::string, std::string>>(body.at("options"));
  setup_.listed = body.at("public").as_bool();
  if (const json::value* first = body.if_contains("first")) setup_.first_seat = first->to_number<int>();
  setup_.invite_hash = json::value_to<std::string>(body.at("invite"));
  for (const json::value& seat : body.at("seats").as_array())
    setup_.seats.push_back({json::value_to<std::string>(seat.at("kind")), json::value_to<std::string>(seat.at("name")),
                            json::value_to<std::string>(seat.at("bot"))});
  for (std::size_t i = 0; i < setup_.seats.size(); ++i) {
    const json::object& seat = body.at("seats").at(i).as_object();
    if (const json::value* kept = seat.if_contains("for")) setup_.seats[i].kept_for = kept->to_number<int>();
    if (const json::value* promise = seat.if_contains("promise"))
      setup_.seats[i].promise = json::value_to<std::string>(*promise);
  }
  if (const json::value* time = body.if_contains("time"))
    setup_.time = first_time_ = time_control_from(time->as_object());
  if (const json::value* after = body.if_contains("after")) setup_.after = json::value_to<std::string>(*after);
  if (const json::value* rated = body.if_contains("rated")) setup_.rated = rated->as_bool();
  if (const json::value* aids = body.if_contains("aids")) {
    BASTIDE_TRY(setup_.aids, Aids::named(json::value_to<std::vector<std::string>>(*aids)));
  }
  if (const json::value* several = body.if_contains("bestOf"))
    setup_.best_of = {.of = several->at("of").to_number<int>(),
                      .game = several->at("game").to_number<int>(),
                      .halves = json::value_to<std::vector<int>>(several->at("halves"))};
  if (const json::value* together = body.if_contains("together")) setup_.together = together->as_bool();
  if (const json::value* games = body.if_contains("duplicate"))
    setup_.duplicate = json::value_to<std::vector<std::string>>(*games);
  if (setup_.time.stock > 0) time_left_.assign(setup_.seats.size(), setup_.time.stock);
  const auto host =
      std::find_if(setup_.seats.begin(), setup_.seats.end(), [](const LiveSeat& s) { return s.kind == "human"; });
  if (host != setup_.seats.end()) setup_.host = static_cast<int>(host - setup_.seats.begin());
  if (const json::value* named = body.if_contains("host")) setup_.host = named->to_number<int>();
  BASTIDE_TRY(rules_, shelf.rules(setup_.choice, static_cast<int>(setup_.seats.size())));
  looks_.emplace(*rules_, id_, art_version_);
  copies_.assign(rules_->kinds.size(), 0);
  return {};
}

Opening LiveGame::opening_of() const {
  if (setup_.best_of.game > 1) {  // they take turns
    Opening opening;
    opening.first = setup_.first_seat;
    return opening;
  }
  // Who begins comes from the seed as well, by numbers of its own: draws count from 0 up, these from -1 down.
  int lot = 0;
  return make_opening(*rules_, setup_.first_seat, [&](int bound) {
    return static_cast<int>(draw_number(draws_, std::to_string(--lot), static_cast<uint32_t>(bound)));
  });
}

BestOf LiveGame::best_of() const {
  return status() == "over" ? with_result(setup_.best_of, ranking(*game_)) : setup_.best_of;
}

Result<void> LiveGame::apply_start(int64_t at) {
  std::vector<SeatSpec> seats;
  for (const LiveSeat& seat : setup_.seats) seats.push_back({seat.name, seat.kind == "bot" ? seat.bot : "human"});
  draws_ = seed_;
  json::array shares;
  if (setup_.together) {
    std::vector<std::string> given;
    for (const LiveSeat& seat : setup_.seats) {
      given.push_back(seat.share.value_or(""));
      shares.push_back({{"promise", seat.promise}, {"share", given.back()}});
    }
    draws_ = shared_seed(seed_, given);
  }
  BASTIDE_TRY(auto game, Game::create(rules_, std::move(seats), opening_of()));
  game_.emplace(std::move(game));
  game_->keep_only_last();
  std::vector<KindIndex> stack = rules_->kernel.stack;
  if (!rules_->kernel.start_lies) stack.push_back(rules_->kernel.start_kind);
  shuffle_.emplace(draws_, std::move(stack));
  shuffle_->in_stages(rules_->kernel.stage);
  shuffle_->hold_back(rules_->kernel.late, rules_->kernel.others_left);
  std::vector<std::vector<KindIndex>> dealt(rules_->kernel.piles.size());
  for (const HeldTile& tile : rules_->kernel.held) {  // not those that nobody draws, which seats just have
    const auto& questions = rules_->added[rules_->kernel.piles[tile.pile].by]->questions;
    const auto draws = [](const Question& question) { return question.of_chance; };
    if (std::any_of(questions.begin(), questions.end(), draws)) dealt[tile.pile].push_back(tile.kind);
  }
  deals_.clear();
  for (std::size_t pile = 0; pile < dealt.size(); ++pile) {  // where several are dealt, the first is called as always
    const bool first = std::ranges::all_of(deals_, &Shuffle::empty);
    const std::string name = first ? "half:" : fmt::format("half:{}:", rules_->pile_spec(static_cast<int>(pile)).name);
    deals_.emplace_back(draws_, std::move(dealt[pile]), name);
  }
  if (!setup_.duplicate.empty()) {
    shuffle_->fix_order();
    for (Shuffle& deal : deals_) deal.fix_order();
  }
  const int first = game_->opening().first;
  json::object started = texts_json(opening_in_words(*game_, setup_.best_of), "opening");
  started["seats"] = seats_json();
  started["firstSeat"] = first;
  started["tiles"] = rules_->kernel.tiles();
  started["commitment"] = sha256_hex(seed_);
  if (setup_.together) started["shares"] = std::move(shares);
  if (json::array tokens = tokens_json(*rules_); !tokens.empty()) started["tokens"] = std::move(tokens);
  if (rules_->kernel.given > 0) started["given"] = rules_->kernel.given / rules_->kernel.seats;
  emit("started", std::move(started), at);
  if (rules_->kernel.start_lies) {
    pictures_.push_back(looks_->start());
    for (int piece = 1; piece < game_->state().pieces; ++piece) {
      const int kind = game_->state().piece[piece].kind;
      pictures_.push_back(looks_->copy(kind, copies_[kind]++));
    }
    tell_first_tile(at);
  }
  if (running_turn(*rules_, game_->state()) > 0) emit("turn", {{"seat", first}, {"turn", game_->turn()}}, at);
  asked_at_ = seq();
  asked_time_ = at;
  return {};
}

Result<const Ply*> LiveGame::apply_ply(std::string_view text, int64_t at) {
  const Before before{game_->state().left, active_seat(game_->state()), game_->state().score};
  const bool outcome = asks_outcome(game_->state());
  outcomes_ += outcome ? 1 : 0;
  if (trial_ == nullptr) {
    end_asking(game_->state().seat, at);
    if (game_->state().phase != Phase::draw) note_answer();
    ply_events_.push_back(seq());
  }
  const Pending* asked = question(game_->state());
  const int from = asked != nullptr && asked->from_pile() ? asked->pile() : -1;
  const int turn = running_turn(*rules_, game_->state());
  BASTIDE_TRY(const auto ply, game_->play(text));
  const State<Full>& now = game_->state();
  if (turn > 0 && (running_turn(*rules_, now) != turn || active_seat(now) != before.turn_seat))
    gain(before.turn_seat, setup_.time.increment);
  if (ply->move.kind == MoveKind::draw) (from < 0 ? *shuffle_ : deals_[from]).next();
  const std::vector<Held> held = back_ && trial_ == nullptr ? held_ : std::vector<Held>();
  tell(*ply, before, at);
  if (trial_ == nullptr) note_shown(*ply, outcome, held);
  used_before_ = 0;
  asked_at_ = seq();
  asked_time_ = at;
  return ply;
}

}  // namespace bastide
