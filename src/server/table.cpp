// The log of one game: making entries, and what each means for the game and for clients.
#include "server/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "ai/player.h"
#include "notation/notation.h"
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

/// What the seat to move is asked, in a Turn.
std::string_view phase_name(Phase phase) {
  switch (phase) {
    case Phase::offer:
      return "offer";
    case Phase::sale:
      return "sale";
    case Phase::pick:
      return "pick";
    case Phase::reserve:
      return "reserve";
    case Phase::choice:
      return "choice";
    case Phase::answer:
      return "answer";
    default:
      return "tile";
  }
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
  if (moves.empty()) return failure("A turn needs a placement, such as \"0,-1 e\".", "DRAW-1");
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
  while (game_->state().phase == Phase::draw) {
    const int seat = game_->state().seat;
    const std::string text = move_text(game_->rules(), game_->state(), Move::draw(shuffle_->peek()));
    if (auto drawn = append("draw", {{"seat", seat}, {"move", text}}, at); !drawn) return drawn;
  }
  if (!game_->over()) return {};
  json::array points;
  for (int seat = 0; seat < rules_->kernel.seats; ++seat)
    points.push_back(game_->state().score[static_cast<std::size_t>(seat)]);
  return append("over", {{"points", std::move(points)}, {"seed", seed_}}, at);
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
    return static_cast<int>(draw_number(seed_, --lot, static_cast<uint32_t>(bound)));
  });
  auto game = Game::create(rules_, std::move(seats), opening);
  if (!game) return tl::unexpected<Error>(game.error());
  game_.emplace(std::move(*game));
  std::vector<uint8_t> stack = rules_->kernel.stack;
  if (rules_->kernel.draw.blind_start) stack.push_back(rules_->kernel.start_kind);
  shuffle_.emplace(seed_, std::move(stack));
  const int first = game_->opening().first;
  emit("started",
       {{"seats", seats_json()},
        {"firstSeat", first},
        {"opening", opening_in_words(*rules_, game_->seats(), game_->opening())},
        {"tiles", rules_->kernel.tiles()},
        {"commitment", sha256_hex(seed_)}},
       at);
  if (!rules_->kernel.draw.blind_start) {
    pictures_.push_back(looks_->start());
    emit_placed(0, -1, 0, at);
  }
  emit("turn", {{"seat", first}, {"turn", game_->turn()}}, at);
  return {};
}

/// What a seat draws: the tile to place, one for its hand, or the one in the centre.
void Table::apply_draw(const Ply& ply, int64_t at) {
  const int kind = ply.move.tile;
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
  const auto played = game_->play(*move);
  if (!played) return tl::unexpected<Error>(played.error());
  const Ply& ply = **played;
  switch (move->kind) {
    case MoveKind::draw:
      apply_draw(ply, at);
      break;
    case MoveKind::tile:
      pictures_.push_back(take_held(ply.seat, move->tile));
      emit_placed(ply.piece, ply.seat, ply.turn, at);
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
      if (ply.text == "-") emit("noFollower", {{"seat", ply.seat}}, at);
      break;
    case MoveKind::offer:
      emit("bid", {{"seat", ply.seat}, {"points", move->value}}, at);
      break;
    case MoveKind::sell:
      break;  // told as a sale
    case MoveKind::pick:
    case MoveKind::choose:
    case MoveKind::answer:
      break;
  }
  for (const ExplainedAward& award : ply.awards) emit("award", {{"award", award_json(*game_, award)}}, at);
  apply_side_effects(ply, at);
  if (!game_->over() && ply.turn > 0 && game_->turn() != ply.turn)
    emit("turn", {{"seat", game_->state().seat}, {"turn", game_->turn()}}, at);
  return {};
}

/// With the table's edge at first, and whenever the new tile moved it (TABLE-SHIFT).
void Table::emit_placed(int piece, int seat, int turn, int64_t at) {
  json::object event{{"piece", piece_json(*game_, piece, pictures_[static_cast<std::size_t>(piece)])},
                     {"seat", seat < 0 ? json::value(nullptr) : json::value(seat)},
                     {"turn", turn}};
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

// ---------------------------------------------------------------- what is told

json::array Table::seats_json() const {
  json::array array;
  for (std::size_t i = 0; i < setup_.seats.size(); ++i) {
    const TableSeat& seat = setup_.seats[i];
    json::object o{{"seat", i}, {"name", seat.name}, {"kind", seat.kind}, {"online", seat.kind == "bot"}};
    o["score"] = game_ ? game_->state().score[i] : 0;
    o["followers"] = game_ ? game_->state().supply[i] : rules_->kernel.figures[0].count;
    if (rules_->kernel.figures[1].count > 0)
      o["abbots"] = game_ ? game_->state().v.supply[0][i] : rules_->kernel.figures[1].count;
    if (seat.kind == "bot") o["bot"] = seat.bot;
    array.push_back(std::move(o));
  }
  return array;
}

json::object Table::summary() const {
  json::object options;
  for (const auto& [id, value] : rules_->options) options[id] = value;
  const int to_move_now = to_move();
  const int turns = game_ ? game_->turns() : rules_->kernel.tiles() - 1;
  const PresetSpec& preset = *rules_->preset;
  json::object told = texts_json(texts_of(preset.translations, "name", preset.name), "presetName");
  told["game"] = id_;
  told["preset"] = preset.id;
  told["changed"] = changed_json(*rules_);
  told["options"] = std::move(options);
  told["seats"] = seats_json();
  told["status"] = status();
  told["turn"] = game_ ? std::min(game_->turn(), turns) : 0;
  told["turns"] = turns;
  told["toMove"] = to_move_now < 0 ? json::value(nullptr) : json::value(to_move_now);
  told["created"] = iso_time(created_);
  told["updated"] = iso_time(updated_);
  told["you"] = json::array{};
  return told;
}

json::object Table::features() const {
  return {{"seq", seq()}, {"features", game_ ? features_json(*game_, features_on_board(*game_)) : json::array()}};
}

json::value Table::turn(bool choices) const {
  if (to_move() < 0) return nullptr;
  const State<Full>& state = game_->state();
  const bool hand = rules_->kernel.draw.hand > 0;
  json::object o{{"seat", state.seat}, {"turn", game_->turn()}, {"left", state.left}};
  o["phase"] = phase_name(state.phase);
  o["tile"] = nullptr;
  o["placements"] = json::array{};
  const bool drawn = !hand && (state.phase == Phase::tile || state.phase == Phase::offer || state.phase == Phase::sale);
  for (const Held& held : held_) {
    const bool shown = drawn && held.seat == state.v.turn_seat && held.kind == state.drawn;
    if (shown) o["tile"] = tile_json(*rules_, held.kind, held.picture);
  }
  if (const auto stake = features_at_stake(*game_); !stake.empty()) o["atStake"] = features_json(*game_, stake);
  if (!choices) return o;
  if (state.phase == Phase::tile && hand) {
    json::array tiles;
    std::vector<int> seen;
    for (const Held& held : held_) {
      if (held.seat != state.seat || std::find(seen.begin(), seen.end(), held.kind) != seen.end()) continue;
      seen.push_back(held.kind);
      tiles.push_back(
          {{"tile", tile_json(*rules_, held.kind, held.picture)}, {"placements", placements_json(*game_, held.kind)}});
    }
    o["hand"] = std::move(tiles);
  } else if (state.phase == Phase::tile) {
    o["placements"] = placements_json(*game_, state.drawn);
  } else if (state.phase == Phase::offer) {
    o["offer"] = {{"from", state.v.turn_seat}, {"most", state.score[state.seat]}};
  } else if (state.phase == Phase::sale) {
    json::array offers;
    for (int seat = 0; seat < rules_->kernel.seats; ++seat)
      if (const int points = state.v.offer[static_cast<std::size_t>(seat)]; points > 0)
        offers.push_back({{"seat", seat}, {"points", points}, {"move", fmt::format("sell:{}", seat + 1)}});
    o["sale"] = std::move(offers);
  }
  return o;
}

std::string Table::record(int viewer) const {
  if (!game_->over()) return game_->record_text(viewer);
  Record record = game_->record();
  record.seed = seed_;
  return write_record(record);
}

GameRow Table::row() const {
  return {.id = id_,
          .created = created_,
          .updated = updated_,
          .listed = setup_.listed,
          .seed = seed_,
          .status = std::string(status()),
          .summary = json::serialize(summary())};
}

}  // namespace bastide
