// The log of one game: making entries, and what each means for the game and for clients.
#include "server/live_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "ai/player.h"
#include "expansions/halflings.h"
#include "expansions/offers.h"
#include "notation/notation.h"
#include "notation/words.h"
#include "server/halflings.h"
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
  for (const LiveSeat& seat : setup.seats)
    seats.push_back({{"kind", seat.kind}, {"name", seat.name}, {"bot", seat.bot}});
  return {{"preset", setup.choice.preset}, {"options", json::value_from(setup.choice.options)},
          {"seats", std::move(seats)},     {"public", setup.listed},
          {"invite", setup.invite_hash},   {"commitment", commitment},
          {"first", setup.first_seat}};
}

/// How the first player was found, or who says so (START-1).
Texts opening_in_words(const Game& game) {
  const Opening& opening = game.opening();
  const Phrases& phrases = game.rules().catalogue->phrases;
  const std::string way = opening.lots.empty() ? game.rules().options.find("first")->second : "roads";
  std::vector<Gap> gaps = {{"name", game.seats()[opening.first].name}};
  if (!opening.rolls.empty()) gaps.push_back({"n", static_cast<int>(opening.rolls.size())});
  const bool known = phrases.contains("opening." + way);  // data/ may have further ways
  return say(phrases, known ? "opening." + way : "opening.agreed", gaps);
}

/// START-1: what the seat that was asked said.
json::object begins_json(const Game& game, const Ply& ply) {
  const auto name = [&](int seat) { return game.seats()[seat].name; };
  const Phrases& phrases = game.rules().catalogue->phrases;
  const int first = ply.move.value;
  json::object o =
      texts_json(first == ply.seat ? say(phrases, "begins.self", {{"name", name(first)}})
                                   : say(phrases, "begins.other", {{"name", name(ply.seat)}, {"first", name(first)}}),
                 "words");
  o["seat"] = ply.seat;
  o["first"] = first;
  return o;
}

using Drawing = State<Full>::Drawing;

/// Who begins is asked, or half tiles are being dealt or picked (START-1, HALF-2).
bool setting_up(const State<Full>& state) {
  return state.phase == Phase::begins || state.phase == Phase::pick || draws_for(state, Drawing::reserve);
}

Error nothing_chosen(const Game& game) {
  Error error;
  error.message = "Nothing was chosen.";
  error.expected = "such as " + move_text(game.rules(), game.state(), game.legal().front());
  return error;
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
  return to_move() >= 0 && setup_.seats[to_move()].kind == "bot";
}

// ---------------------------------------------------------------- what happens

Result<void> LiveGame::join(int seat, const std::string& name, int64_t at) {
  return append("join", {{"seat", seat}, {"name", name}}, at);
}

Result<void> LiveGame::begin_if_full(int64_t at) {
  const bool full =
      std::none_of(setup_.seats.begin(), setup_.seats.end(), [](const LiveSeat& s) { return s.kind == "open"; });
  if (!full || game_) return {};
  BASTIDE_CHECK(append("start", {}, at));
  return draw_until_placeable(at);
}

Result<void> LiveGame::play(int seat, const std::vector<std::string>& moves, int64_t at, std::string_view play) {
  if (!game_) return failure("The game has not begun: seats are still open.");
  if (game_->over()) return failure("The game is over.", "END-1");
  if (seat != to_move()) return failure(fmt::format("It is {}'s turn.", setup_.seats[to_move()].name));
  if (moves.empty() && game_->state().phase == Phase::tile)
    return failure("A turn needs a placement, such as \"0,-1 e\".", "DRAW-1");
  if (moves.empty()) return tl::unexpected<Error>(nothing_chosen(*game_));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string& text = moves[i];
    const bool done = i > 0 && game_->state().phase != Phase::follower;
    if (done && text == "-") continue;  // no follower where there was no choice: said needlessly
    if (done) return failure(fmt::format("'{}' comes after the end of the turn.", text), "FOLLOWER-2");
    BASTIDE_TRY(const auto move, parse_move(game_->rules(), game_->state(), text));
    BASTIDE_CHECK(append_ply(move, at, i == 0 ? play : ""));
    if (!draws_for_expansion(game_->state())) continue;
    BASTIDE_CHECK(draw_one(at));
  }
  if (game_->state().phase == Phase::follower) {
    Error error;
    error.message = "The turn is not complete: a follower may be placed.";
    error.expected = "its place, or '-' for none";
    error.rule = "FOLLOWER-1";
    return tl::unexpected<Error>(std::move(error));
  }
  return draw_until_placeable(at);
}

Result<void> LiveGame::draw_until_placeable(int64_t at) {
  while (game_->state().phase == Phase::draw) BASTIDE_CHECK(draw_one(at));
  if (!game_->over()) return {};
  json::array points;
  for (int seat = 0; seat < rules_->kernel.seats; ++seat) points.push_back(game_->state().score[seat]);
  return append("over", {{"points", std::move(points)}, {"seed", seed_}}, at);
}

Result<void> LiveGame::draw_one(int64_t at) {
  const Shuffle& from = draws_for(game_->state(), Drawing::reserve) ? *deal_ : *shuffle_;
  return append_ply(Move::draw(from.peek()), at);
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

Result<void> LiveGame::append_ply(Move move, int64_t at, std::string_view play) {
  BASTIDE_TRY(const auto ply, apply_ply(move, at));
  json::object body{{"seat", ply->seat}, {"move", ply->text}};
  if (!play.empty()) {
    body["play"] = play;
    plays_.push_back(play_key(ply->seat, play));
  }
  keep(move.kind == MoveKind::draw ? "draw" : "move", body, at);
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
  BASTIDE_TRY(const auto move, parse_move(*rules_, game_->state(), body.at("move").as_string()));
  BASTIDE_TRY(const auto ply, apply_ply(move, at));
  if (const json::value* play = body.if_contains("play")) plays_.push_back(play_key(ply->seat, play->as_string()));
  return {};
}

// ---------------------------------------------------------------- what an entry means

Result<void> LiveGame::apply(std::string_view kind, const json::object& body, int64_t at) {
  if (kind == "join") {
    LiveSeat& seat = setup_.seats.at(body.at("seat").to_number<int>());
    seat.kind = "human";
    seat.name = json::value_to<std::string>(body.at("name"));
    return {};
  }
  if (kind == "start") return apply_start(at);
  if (kind != "over") return failure(fmt::format("'{}' is no kind of entry", kind));
  apply_over(at);
  return {};
}

void LiveGame::apply_over(int64_t at) {
  json::array returned;
  for (const PlacedFigure& figure : game_->figures()) returned.push_back(figure.id);
  json::object over = texts_json(outcome_in_words(*game_), "outcome");
  over["ranking"] = ranking_json(*game_);
  over["table"] = table_json(score_table(game_->at(static_cast<int>(game_->played().size()))));
  over["seed"] = seed_;
  over["returned"] = std::move(returned);
  if (!buried_.empty()) over["buried"] = buried_;
  if (json::array reserves = reserves_json(); !reserves.empty()) over["reserves"] = std::move(reserves);
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
  BASTIDE_TRY(rules_, shelf.rules(setup_.choice, static_cast<int>(setup_.seats.size())));
  looks_.emplace(*rules_, id_, art_version_);
  copies_.assign(rules_->kinds.size(), 0);
  return {};
}

Result<void> LiveGame::apply_start(int64_t at) {
  std::vector<SeatSpec> seats;
  for (const LiveSeat& seat : setup_.seats) seats.push_back({seat.name, seat.kind == "bot" ? seat.bot : "human"});
  // Who begins comes from the seed as well, by numbers of its own: draws count from 0 up, these from -1 down.
  int lot = 0;
  const Opening opening = make_opening(*rules_, setup_.first_seat, [&](int bound) {
    return static_cast<int>(draw_number(seed_, std::to_string(--lot), static_cast<uint32_t>(bound)));
  });
  BASTIDE_TRY(auto game, Game::create(rules_, std::move(seats), opening));
  game_.emplace(std::move(game));
  game_->keep_only_last();
  std::vector<KindIndex> stack = rules_->kernel.stack;
  if (rules_->kernel.draw.blind_start) stack.push_back(rules_->kernel.start_kind);
  shuffle_.emplace(seed_, std::move(stack));
  const ReserveRules& reserve = rules_->kernel.reserve;
  deal_.emplace(seed_, reserve.pool, "half:");
  const int first = game_->opening().first;
  json::object started = texts_json(opening_in_words(*game_), "opening");
  started["seats"] = seats_json();
  started["firstSeat"] = first;
  started["tiles"] = rules_->kernel.tiles();
  started["commitment"] = sha256_hex(seed_);
  if (reserve.size > 0) started["reserve"] = {{"size", reserve.size}, {"deal", reserve.draft ? "draft" : "first"}};
  emit("started", std::move(started), at);
  if (!rules_->kernel.draw.blind_start) {
    pictures_.push_back(looks_->start());
    emit_placed(0, -1, 0, at);
  }
  // Who begins and half tiles come before the first turn, and are told before it.
  if (reserve.size == 0 && !rules_->kernel.names_first) emit("turn", {{"seat", first}, {"turn", game_->turn()}}, at);
  return {};
}

/// What a seat draws: the tile to place, one for its hand or reserve, the one in the centre, or under a hill.
void LiveGame::apply_draw(const Ply& ply, int64_t at) {
  const int kind = ply.move.tile;
  if (from_pool(*rules_, kind)) {
    deal_->next();
    return apply_into_reserve(ply, at);
  }
  if (ply.buried) return apply_buried(ply, at);
  const bool hand = rules_->kernel.draw.hand > 0;
  const bool secret = hand && rules_->kernel.draw.deal && rules_->is("hand_view", "hidden") && ply.piece < 0;
  const Picture picture = next_picture(kind, ply.seat, secret);
  shuffle_->next();
  if (ply.set_aside) {
    if (ply.aside.front().back) shuffle_->put_back(static_cast<KindIndex>(kind));
    emit("setAside",
         {{"seat", ply.seat},
          {"tile", tile_json(*rules_, kind, picture)},
          {"left", game_->state().left},
          {"rule", ply.aside.front().back ? "DRAW-3" : "DRAW-2"}},
         at);
    return;
  }
  if (ply.piece >= 0) {  // HOUSE-BAG: it lies in the centre
    pictures_.push_back(picture);
    emit_placed(ply.piece, -1, 0, at);
    return;
  }
  held_.push_back({ply.seat, kind, picture});
  emit("drawn",
       {{"seat", ply.seat}, {"tile", tile_json(*rules_, kind, picture)}, {"left", game_->state().left}, {"hand", hand}},
       at, secret ? ply.seat : -1);
}

Picture LiveGame::next_picture(int kind, int seat, bool hidden) {
  if (hidden) return looks_->hidden(kind, seat, hidden_copies_[{seat, kind}]++);
  return looks_->copy(kind, copies_[kind]++);
}

/// HALF-2: dealt or picked.
void LiveGame::apply_into_reserve(const Ply& ply, int64_t at) {
  const int kind = ply.move.tile;
  const bool secret = !game_->sees_reserve(-1, ply.seat);
  const Picture picture = next_picture(kind, ply.seat, secret);
  held_.push_back({ply.seat, kind, picture});
  const int held = game_->state().v.reserve_size[ply.seat];
  json::object event{{"seat", ply.seat}, {"tile", tile_json(*rules_, kind, picture)}, {"held", held}};
  const bool picked = ply.move.kind == MoveKind::pick;
  if (picked) event["round"] = held;
  emit(picked ? "picked" : "dealt", std::move(event), at, secret ? ply.seat : -1);
}

/// HALF-HILL. Its picture is the last of its kind, so that those drawn later do not tell that there is one less.
void LiveGame::apply_buried(const Ply& ply, int64_t at) {
  const int kind = ply.move.tile;
  shuffle_->next();
  const auto& stack = rules_->kernel.stack;
  const auto& v = game_->state().v;
  const auto same = std::count(v.buried.begin(), v.buried.begin() + v.buried_size, kind);
  const auto last = std::count(stack.begin(), stack.end(), kind) - same;
  const int hill = game_->state().pieces - 1;
  const json::object tile = tile_json(*rules_, kind, looks_->copy(kind, static_cast<int>(std::max<long>(last, 0))));
  buried_.push_back({{"piece", hill}, {"tile", tile}});
  emit("buried", {{"seat", ply.seat}, {"piece", hill}, {"tile", tile}, {"left", game_->state().left}}, at,
       EventTexts::kNobody);
}

/// What was left, by what was asked: a follower, or a half tile with nothing to draw instead, or an answer.
void LiveGame::apply_pass(const Ply& ply, Phase asked, int64_t at) {
  if (asked == Phase::follower) emit("noFollower", {{"seat", ply.seat}}, at);
  if (asked == Phase::ask && ply.text == "-") emit("noFollower", {{"seat", ply.seat}, {"rule", "HALF-CROP"}}, at);
  if (asked == Phase::reserve && !ply.went_on) emit("passed", {{"seat", ply.seat}, {"turn", ply.turn}}, at);
}

/// HOUSE-BUY: an offer; that one was taken is told as a sale. HALF-CROP: what was chosen; a follower more on a place,
/// or one less.
void LiveGame::apply_act(const Ply& ply, int64_t at) {
  if (rules_->added[ply.move.by] == &kOffers) {
    if (ply.move.verb == verb_bid) emit("bid", {{"seat", ply.seat}, {"points", ply.move.value}}, at);
    return;
  }
  if (ply.move.verb < kCropChoices) {
    json::object chosen = crop_json(*rules_, ply.move.verb);
    chosen["seat"] = ply.seat;
    return emit("chosen", std::move(chosen), at);
  }
  if (ply.home >= 0) return emit("home", {{"seat", ply.seat}, {"follower", ply.home}, {"rule", "HALF-CROP"}}, at);
  const PlacedFigure figure{ply.figure, ply.seat, ply.move.x, ply.move.feature, Figure::follower};
  emit("follower", {{"follower", figure_json(*game_, figure)}, {"rule", "HALF-CROP"}}, at);
}

/// Tiles of a hand that found no place, sales, extra turns, a second table.
void LiveGame::apply_side_effects(const Ply& ply, int64_t at) {
  for (const SetAside& aside : ply.aside) {
    if (ply.set_aside) continue;  // told by the draw
    const Picture picture = take_held(aside.seat, aside.tile);
    if (aside.back) shuffle_->put_back(aside.tile);
    emit("setAside",
         {{"seat", aside.seat},
          {"tile", tile_json(*rules_, aside.tile, picture)},
          {"left", game_->state().left},
          {"rule", aside.back ? "DRAW-3" : "DRAW-2"}},
         at);
  }
  for (const Sale& sale : ply.sales) {
    for (Held& held : held_)
      if (held.seat == sale.seller && held.kind == sale.tile) held.seat = sale.buyer;
    emit("sold", {{"seller", sale.seller}, {"buyer", sale.buyer}, {"points", sale.points}}, at);
  }
  if (ply.again) emit("again", {{"seat", ply.seat}, {"rule", "HOUSE-HOLE"}}, at);
  if (ply.extended) {
    json::object extended = texts_json(say(rules_->catalogue->phrases, "table.extended"), "words");
    extended["table"] = table_edge_json(*game_);
    edge_ = json::serialize(extended["table"]);
    extended["rule"] = "TABLE-EXTEND";
    emit("extended", std::move(extended), at);
  }
}

Picture LiveGame::take_held(int seat, int kind) {
  const auto held =
      std::find_if(held_.begin(), held_.end(), [&](const Held& h) { return h.seat == seat && h.kind == kind; });
  Picture picture = held->picture;
  held_.erase(held);
  return picture;
}

Result<const Ply*> LiveGame::apply_ply(Move move, int64_t at) {
  const Phase asked = game_->state().phase;
  const bool before = setting_up(game_->state());
  const int turn_seat = game_->state().v.turn_seat;
  BASTIDE_TRY(const auto played, game_->play(move));
  const Ply& ply = *played;
  switch (move.kind) {
    case MoveKind::draw:
      apply_draw(ply, at);
      break;
    case MoveKind::tile:
      pictures_.push_back(take_held(ply.seat, move.tile));
      emit_placed(ply.piece, ply.seat, ply.turn, at, from_pool(*rules_, move.tile));
      break;
    case MoveKind::follower: {
      // Not from figures(): a follower may have gone home with this very ply.
      const PlacedFigure figure{ply.figure, ply.seat, game_->state().pieces - 1, move.feature, move.figure};
      emit("follower", {{"follower", figure_json(*game_, figure)}}, at);
      break;
    }
    case MoveKind::take_back:
      break;  // told by its award
    case MoveKind::pass:
      apply_pass(ply, asked, at);
      break;
    case MoveKind::pick:
      apply_into_reserve(ply, at);
      break;
    case MoveKind::act:
      apply_act(ply, at);
      break;
    case MoveKind::begins:
      emit("begins", begins_json(*game_, ply), at);
      break;
  }
  for (const ExplainedAward& award : ply.awards) emit("award", {{"award", award_json(*game_, award)}}, at);
  apply_side_effects(ply, at);
  const bool first = before && !setting_up(game_->state());
  const bool next = ply.turn > 0 && (game_->turn() != ply.turn || game_->state().v.turn_seat != turn_seat);
  if (!game_->over() && (first || next)) emit("turn", {{"seat", game_->state().seat}, {"turn", game_->turn()}}, at);
  return played;
}

/// With the table's edge at first, and whenever the new tile moved it (TABLE-SHIFT).
void LiveGame::emit_placed(int piece, int seat, int turn, int64_t at, bool reserve) {
  json::object event{{"piece", piece_json(*game_, piece, pictures_[piece])},
                     {"seat", seat < 0 ? json::value(nullptr) : json::value(seat)},
                     {"turn", turn}};
  if (reserve) event["reserve"] = true;
  const json::value edge = table_edge_json(*game_);
  if (std::string text = json::serialize(edge); !edge.is_null() && text != edge_) {
    event["table"] = edge;
    edge_ = std::move(text);
  }
  emit("placed", std::move(event), at);
}

void LiveGame::emit(std::string_view type, json::object event, int64_t at, int secret_of) {
  event["type"] = type;
  event["seq"] = seq() + 1;
  event["at"] = iso_time(at);
  const std::string text = json::serialize(event);
  if (secret_of < 0) return events_.add(text);
  event["tile"] = nullptr;
  events_.add_secret(text, secret_of, json::serialize(event));
}

}  // namespace bastide
