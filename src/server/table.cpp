// The log of one game: making entries, and what each means for the game and for clients.
#include "server/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "ai/player.h"
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

json::object setup_json(const TableSetup& setup, const std::string& commitment) {
  json::array seats;
  for (const TableSeat& seat : setup.seats)
    seats.push_back({{"kind", seat.kind}, {"name", seat.name}, {"bot", seat.bot}});
  return {{"preset", setup.choice.preset}, {"options", json::value_from(setup.choice.options)},
          {"seats", std::move(seats)},     {"public", setup.listed},
          {"invite", setup.invite_hash},   {"commitment", commitment},
          {"first", setup.first_seat}};
}

/// How the first player was found (START-1).
std::string opening_in_words(const GameRules& rules, const std::vector<SeatSpec>& seats, const Opening& opening) {
  const std::string& name = seats[static_cast<std::size_t>(opening.first)].name;
  if (!opening.rolls.empty())
    return fmt::format("{} was the first to roll a standing follower, in roll {}.", name, opening.rolls.size());
  if (!opening.lots.empty()) return fmt::format("{} drew the tile with most roads and begins.", name);
  if (rules.is("first", "random")) return fmt::format("Chance chose {} to begin.", name);
  if (rules.is("first", "agreed")) return fmt::format("The table agreed that {} begins.", name);
  return fmt::format("{} is the youngest and begins.", name);
}

using Drawing = State<Full>::Drawing;

/// A secret of nobody: shown when the game is over.
constexpr int kNobody = kMaxSeats;

bool draws(const State<Full>& state, Drawing purpose) {
  return state.phase == Phase::draw && state.v.drawing == purpose;
}

/// Half tiles are being dealt or picked (HALF-2).
bool giving_reserves(const State<Full>& state) {
  return state.phase == Phase::pick || draws(state, Drawing::reserve);
}

Error nothing_chosen(const Game& game) {
  Error error;
  error.message = "Nothing was chosen.";
  error.expected = "such as " + move_text(game.rules(), game.state(), game.legal().front());
  return error;
}

}  // namespace

Result<Table> Table::create(const Catalogue& catalogue, std::string id, TableSetup setup, std::string seed,
                            std::string art_version, int64_t at) {
  Table table(std::move(id), std::move(seed), std::move(art_version), at);
  StoredEvent first{1, at, "setup", json::serialize(setup_json(setup, sha256_hex(table.seed_)))};
  if (auto applied = table.apply(first, catalogue); !applied) return tl::unexpected<Error>(applied.error());
  table.fresh_.push_back(std::move(first));
  return table;
}

Result<Table> Table::load(const Catalogue& catalogue, const GameRow& row, const std::vector<StoredEvent>& log,
                          std::string art_version) {
  Table table(row.id, row.seed, std::move(art_version), row.created);
  for (const StoredEvent& entry : log) {
    if (entry.seq != table.log_size_ + 1) return unreadable(row.id, entry, "an entry before it is missing");
    try {
      if (auto applied = table.apply(entry, catalogue); !applied)
        return unreadable(row.id, entry, applied.error().text());
    } catch (const std::exception& error) {  // JSON that is not what we wrote
      return unreadable(row.id, entry, error.what());
    }
  }
  if (!table.rules_) return failure(fmt::format("game {}: its log is empty", row.id));
  return table;
}

std::string_view Table::status() const {
  return !game_ ? "waiting" : game_->over() ? "over" : "playing";
}

int Table::to_move() const {
  return game_ && !game_->over() ? game_->state().seat : -1;
}

bool Table::bot_to_move() const {
  return to_move() >= 0 && setup_.seats[static_cast<std::size_t>(to_move())].kind == "bot";
}

// ---------------------------------------------------------------- what happens

Result<void> Table::join(int seat, const std::string& name, int64_t at) {
  return append("join", {{"seat", seat}, {"name", name}}, at);
}

Result<void> Table::begin_if_full(int64_t at) {
  const bool full =
      std::none_of(setup_.seats.begin(), setup_.seats.end(), [](const TableSeat& s) { return s.kind == "open"; });
  if (!full || game_) return {};
  if (auto started = append("start", {}, at); !started) return started;
  return draw_until_placeable(at);
}

Result<void> Table::play(int seat, const std::vector<std::string>& moves, int64_t at) {
  if (!game_) return failure("The game has not begun: seats are still open.");
  if (game_->over()) return failure("The game is over.", "END-1");
  if (seat != to_move())
    return failure(fmt::format("It is {}'s turn.", setup_.seats[static_cast<std::size_t>(to_move())].name));
  if (moves.empty() && game_->state().phase == Phase::tile)
    return failure("A turn needs a placement, such as \"0,-1 e\".", "DRAW-1");
  if (moves.empty()) return tl::unexpected<Error>(nothing_chosen(*game_));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string& text = moves[i];
    const bool done = i > 0 && game_->state().phase != Phase::follower;
    if (done && text == "-") continue;  // no follower where there was no choice: said needlessly
    if (done) return failure(fmt::format("'{}' comes after the end of the turn.", text), "FOLLOWER-2");
    const auto move = parse_move(game_->rules(), game_->state(), text);
    if (!move) return tl::unexpected<Error>(move.error());
    if (const Error why = game_->why_illegal(*move); !why.message.empty()) return tl::unexpected<Error>(why);
    const std::string normal = move_text(game_->rules(), game_->state(), *move);
    if (auto appended = append("move", {{"seat", seat}, {"move", normal}}, at); !appended) return appended;
    if (!draws(game_->state(), Drawing::bury)) continue;
    if (auto buried = draw_one(at); !buried) return buried;
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

Result<void> Table::draw_until_placeable(int64_t at) {
  while (game_->state().phase == Phase::draw)
    if (auto drawn = draw_one(at); !drawn) return drawn;
  if (!game_->over()) return {};
  json::array points;
  for (int seat = 0; seat < rules_->kernel.seats; ++seat)
    points.push_back(game_->state().score[static_cast<std::size_t>(seat)]);
  return append("over", {{"points", std::move(points)}, {"seed", seed_}}, at);
}

Result<void> Table::draw_one(int64_t at) {
  const State<Full>& state = game_->state();
  const Shuffle& from = draws(state, Drawing::reserve) ? *deal_ : *shuffle_;
  const std::string text = move_text(game_->rules(), state, Move::draw(from.peek()));
  return append("draw", {{"seat", state.seat}, {"move", text}}, at);
}

Result<void> Table::append(std::string kind, const json::object& body, int64_t at) {
  StoredEvent entry{log_size_ + 1, at, std::move(kind), json::serialize(body)};
  if (auto applied = apply(entry, *rules_->catalogue); !applied) return applied;
  fresh_.push_back(std::move(entry));
  return {};
}

// ---------------------------------------------------------------- what an entry means

Result<void> Table::apply(const StoredEvent& entry, const Catalogue& catalogue) {
  const json::value value = json::parse(entry.body);
  const json::object& body = value.as_object();
  Result<void> applied;
  if (entry.kind == "setup") {
    applied = apply_setup(body, catalogue);
  } else if (entry.kind == "join") {
    TableSeat& seat = setup_.seats.at(static_cast<std::size_t>(body.at("seat").to_number<int>()));
    seat.kind = "human";
    seat.name = json::value_to<std::string>(body.at("name"));
  } else if (entry.kind == "start") {
    applied = apply_start(entry.at);
  } else if (entry.kind == "draw" || entry.kind == "move") {
    applied = apply_ply(json::value_to<std::string>(body.at("move")), entry.at);
  } else if (entry.kind == "over") {
    json::array returned;
    for (const PlacedFigure& figure : game_->figures()) returned.push_back(figure.id);
    json::object over = texts_json(outcome_in_words(*game_), "outcome");
    over["ranking"] = ranking_json(*game_);
    over["table"] = table_json(score_table(*game_));
    over["seed"] = seed_;
    over["returned"] = std::move(returned);
    if (!buried_.empty()) over["buried"] = buried_;
    if (json::array reserves = reserves_json(); !reserves.empty()) over["reserves"] = std::move(reserves);
    emit("over", std::move(over), entry.at);
  } else {
    return failure(fmt::format("'{}' is no kind of entry", entry.kind));
  }
  if (!applied) return applied;
  log_size_ = entry.seq;
  updated_ = entry.at;
  return {};
}

Result<void> Table::apply_setup(const json::object& body, const Catalogue& catalogue) {
  setup_.choice.preset = json::value_to<std::string>(body.at("preset"));
  setup_.choice.options = json::value_to<std::map<std::string, std::string>>(body.at("options"));
  setup_.listed = body.at("public").as_bool();
  if (const json::value* first = body.if_contains("first")) setup_.first_seat = first->to_number<int>();
  setup_.invite_hash = json::value_to<std::string>(body.at("invite"));
  for (const json::value& seat : body.at("seats").as_array())
    setup_.seats.push_back({json::value_to<std::string>(seat.at("kind")), json::value_to<std::string>(seat.at("name")),
                            json::value_to<std::string>(seat.at("bot"))});
  auto rules = compile(catalogue, setup_.choice, static_cast<int>(setup_.seats.size()));
  if (!rules) return tl::unexpected<Error>(rules.error());
  rules_ = *rules;
  looks_.emplace(*rules_, id_, art_version_);
  copies_.assign(rules_->kinds.size(), 0);
  return {};
}

Result<void> Table::apply_start(int64_t at) {
  std::vector<SeatSpec> seats;
  for (const TableSeat& seat : setup_.seats) seats.push_back({seat.name, seat.kind == "bot" ? seat.bot : "human"});
  // Who begins comes from the seed as well, by numbers of its own: draws count from 0 up, these from -1 down.
  int lot = 0;
  const Opening opening = make_opening(*rules_, setup_.first_seat, [&](int bound) {
    return static_cast<int>(draw_number(seed_, std::to_string(--lot), static_cast<uint32_t>(bound)));
  });
  auto game = Game::create(rules_, std::move(seats), opening);
  if (!game) return tl::unexpected<Error>(game.error());
  game_.emplace(std::move(*game));
  std::vector<uint8_t> stack = rules_->kernel.stack;
  if (rules_->kernel.draw.blind_start) stack.push_back(rules_->kernel.start_kind);
  shuffle_.emplace(seed_, std::move(stack));
  const ReserveRules& reserve = rules_->kernel.reserve;
  deal_.emplace(seed_, reserve.pool, "half:");
  const int first = game_->opening().first;
  json::object started{{"seats", seats_json()},
                       {"firstSeat", first},
                       {"opening", opening_in_words(*rules_, game_->seats(), game_->opening())},
                       {"tiles", rules_->kernel.tiles()},
                       {"commitment", sha256_hex(seed_)}};
  if (reserve.size > 0) started["reserve"] = {{"size", reserve.size}, {"deal", reserve.draft ? "draft" : "first"}};
  emit("started", std::move(started), at);
  if (!rules_->kernel.draw.blind_start) {
    pictures_.push_back(looks_->start());
    emit_placed(0, -1, 0, at);
  }
  // Half tiles come before the first turn, and are told before it.
  if (reserve.size == 0) emit("turn", {{"seat", first}, {"turn", game_->turn()}}, at);
  return {};
}

/// What a seat draws: the tile to place, one for its hand or reserve, the one in the centre, or under a hill.
void Table::apply_draw(const Ply& ply, int64_t at) {
  const int kind = ply.move.tile;
  if (from_pool(*rules_, kind)) {
    deal_->next();
    return apply_into_reserve(ply, at);
  }
  if (ply.buried) return apply_buried(ply, at);
  const Picture picture = looks_->copy(kind, copies_[static_cast<std::size_t>(kind)]++);
  shuffle_->next();
  if (ply.set_aside) {
    if (ply.aside.front().back) shuffle_->put_back(static_cast<uint8_t>(kind));
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
  const bool hand = rules_->kernel.draw.hand > 0;
  const bool secret = hand && rules_->kernel.draw.deal && rules_->is("hand_view", "hidden");
  emit("drawn",
       {{"seat", ply.seat}, {"tile", tile_json(*rules_, kind, picture)}, {"left", game_->state().left}, {"hand", hand}},
       at, secret ? ply.seat : -1);
}

/// HALF-2: dealt or picked.
void Table::apply_into_reserve(const Ply& ply, int64_t at) {
  const int kind = ply.move.tile;
  const Picture picture = looks_->copy(kind, copies_[static_cast<std::size_t>(kind)]++);
  held_.push_back({ply.seat, kind, picture});
  const int held = game_->state().v.reserve_size[static_cast<std::size_t>(ply.seat)];
  json::object event{{"seat", ply.seat}, {"tile", tile_json(*rules_, kind, picture)}, {"held", held}};
  const bool picked = ply.move.kind == MoveKind::pick;
  if (picked) event["round"] = held;
  emit(picked ? "picked" : "dealt", std::move(event), at, game_->sees_reserve(-1, ply.seat) ? -1 : ply.seat);
}

/// HALF-HILL. Its picture is the last of its kind, so that those drawn later do not tell that there is one less.
void Table::apply_buried(const Ply& ply, int64_t at) {
  const int kind = ply.move.tile;
  shuffle_->next();
  const auto& stack = rules_->kernel.stack;
  const auto& v = game_->state().v;
  const auto same = std::count(v.buried.begin(), v.buried.begin() + v.buried_size, kind);
  const auto last = std::count(stack.begin(), stack.end(), kind) - same;
  const int hill = game_->state().pieces - 1;
  const json::object tile = tile_json(*rules_, kind, looks_->copy(kind, static_cast<int>(std::max<long>(last, 0))));
  buried_.push_back({{"piece", hill}, {"tile", tile}});
  emit("buried", {{"seat", ply.seat}, {"piece", hill}, {"tile", tile}, {"left", game_->state().left}}, at, kNobody);
}

/// What was left, by what was asked: a follower, or a half tile with nothing to draw instead, or an answer.
void Table::apply_pass(const Ply& ply, Phase asked, int64_t at) {
  if (asked == Phase::follower) emit("noFollower", {{"seat", ply.seat}}, at);
  if (asked == Phase::answer) emit("noFollower", {{"seat", ply.seat}, {"rule", "HALF-CROP"}}, at);
  if (asked == Phase::reserve && !ply.went_on) emit("passed", {{"seat", ply.seat}, {"turn", ply.turn}}, at);
}

/// HALF-CROP: a follower more on a place, or one less.
void Table::apply_answer(const Ply& ply, int64_t at) {
  if (ply.home >= 0) return emit("home", {{"seat", ply.seat}, {"follower", ply.home}, {"rule", "HALF-CROP"}}, at);
  const PlacedFigure figure{ply.figure, ply.seat, ply.move.value, ply.move.feature, Figure::follower};
  emit("follower", {{"follower", figure_json(*game_, figure)}, {"rule", "HALF-CROP"}}, at);
}

/// Tiles of a hand that found no place, sales, extra turns.
void Table::apply_side_effects(const Ply& ply, int64_t at) {
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
}

Picture Table::take_held(int seat, int kind) {
  const auto held =
      std::find_if(held_.begin(), held_.end(), [&](const Held& h) { return h.seat == seat && h.kind == kind; });
  Picture picture = held->picture;
  held_.erase(held);
  return picture;
}

Result<void> Table::apply_ply(const std::string& text, int64_t at) {
  if (!game_) return failure("the game has not begun");
  const auto move = parse_move(*rules_, game_->state(), text);
  if (!move) return tl::unexpected<Error>(move.error());
  const Phase asked = game_->state().phase;
  const bool giving = giving_reserves(game_->state());
  const int turn_seat = game_->state().v.turn_seat;
  const auto played = game_->play(*move);
  if (!played) return tl::unexpected<Error>(played.error());
  const Ply& ply = **played;
  switch (move->kind) {
    case MoveKind::draw:
      apply_draw(ply, at);
      break;
    case MoveKind::tile:
      pictures_.push_back(take_held(ply.seat, move->tile));
      emit_placed(ply.piece, ply.seat, ply.turn, at, from_pool(*rules_, move->tile));
      break;
    case MoveKind::follower: {
      // Not from figures(): a follower may have gone home with this very ply.
      const PlacedFigure figure{ply.figure, ply.seat, game_->state().pieces - 1, move->feature, move->figure};
      emit("follower", {{"follower", figure_json(*game_, figure)}}, at);
      break;
    }
    case MoveKind::take_back:
      break;  // told by its award
    case MoveKind::pass:
      apply_pass(ply, asked, at);
      break;
    case MoveKind::offer:
      emit("bid", {{"seat", ply.seat}, {"points", move->value}}, at);
      break;
    case MoveKind::sell:
      break;  // told as a sale
    case MoveKind::pick:
      apply_into_reserve(ply, at);
      break;
    case MoveKind::choose: {
      json::object chosen = crop_json(*rules_, move->value);
      chosen["seat"] = ply.seat;
      emit("chosen", std::move(chosen), at);
      break;
    }
    case MoveKind::answer:
      apply_answer(ply, at);
      break;
  }
  for (const ExplainedAward& award : ply.awards) emit("award", {{"award", award_json(*game_, award)}}, at);
  apply_side_effects(ply, at);
  const bool first = giving && !giving_reserves(game_->state());
  const bool next = ply.turn > 0 && (game_->turn() != ply.turn || game_->state().v.turn_seat != turn_seat);
  if (!game_->over() && (first || next)) emit("turn", {{"seat", game_->state().seat}, {"turn", game_->turn()}}, at);
  return {};
}

/// With the table's edge at first, and whenever the new tile moved it (TABLE-SHIFT).
void Table::emit_placed(int piece, int seat, int turn, int64_t at, bool reserve) {
  json::object event{{"piece", piece_json(*game_, piece, pictures_[static_cast<std::size_t>(piece)])},
                     {"seat", seat < 0 ? json::value(nullptr) : json::value(seat)},
                     {"turn", turn}};
  if (reserve) event["reserve"] = true;
  if (json::value edge = table_edge_json(*game_); edge != edge_) {
    event["table"] = edge;
    edge_ = std::move(edge);
  }
  emit("placed", std::move(event), at);
}

void Table::emit(std::string_view type, json::object event, int64_t at, int secret_of) {
  event["type"] = type;
  event["seq"] = seq() + 1;
  event["at"] = iso_time(at);
  Event entry;
  entry.text = std::make_shared<const std::string>(json::serialize(event));
  entry.seat = secret_of;
  if (secret_of >= 0) {
    event["tile"] = nullptr;
    entry.shown = std::make_shared<const std::string>(json::serialize(event));
  }
  events_.push_back(std::move(entry));
}

const std::string& Table::event(int n, int viewer) const {
  const Event& event = events_.at(static_cast<std::size_t>(n) - 1);
  return event.seat < 0 || event.seat == viewer || game_->over() ? *event.text : *event.shown;
}

bool Table::all_open_since(int n) const {
  return std::none_of(events_.begin() + n, events_.end(), [](const Event& event) { return event.seat >= 0; });
}

}  // namespace bastide
