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
          {"invite", setup.invite_hash},   {"commitment", commitment}};
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
  const int turn = game_->turn();
  for (const std::string& text : moves) {
    const bool turn_over = game_->over() || game_->turn() != turn;
    if (turn_over && text == "-") continue;  // no follower where there was no choice: said needlessly
    if (turn_over) return failure(fmt::format("'{}' comes after the end of the turn.", text), "FOLLOWER-2");
    const auto move = parse_move(game_->rules(), game_->state(), text);
    if (!move) return tl::unexpected<Error>(move.error());
    if (const Error why = game_->why_illegal(*move); !why.message.empty()) return tl::unexpected<Error>(why);
    const std::string normal = move_text(game_->rules(), game_->state(), *move);
    if (auto appended = append("move", {{"seat", seat}, {"move", normal}}, at); !appended) return appended;
  }
  if (!game_->over() && game_->turn() == turn) {
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
    emit("over",
         {{"ranking", ranking_json(*game_)},
          {"table", table_json(*game_)},
          {"seed", seed_},
          {"returned", std::move(returned)}},
         entry.at);
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
  auto game = Game::create(rules_, std::move(seats));
  if (!game) return tl::unexpected<Error>(game.error());
  game_.emplace(std::move(*game));
  shuffle_.emplace(seed_, rules_->kernel.stack);
  pictures_.push_back(looks_->start());
  const int first = game_->state().seat;
  emit("started",
       {{"seats", seats_json()},
        {"firstSeat", first},
        {"tiles", rules_->kernel.tiles()},
        {"commitment", sha256_hex(seed_)}},
       at);
  emit("placed", {{"piece", piece_json(*game_, 0, pictures_[0])}, {"seat", nullptr}, {"turn", 0}}, at);
  emit("turn", {{"seat", first}, {"turn", game_->turn()}}, at);
  return {};
}

Result<void> Table::apply_ply(const std::string& text, int64_t at) {
  if (!game_) return failure("the game has not begun");
  const auto move = parse_move(*rules_, game_->state(), text);
  if (!move) return tl::unexpected<Error>(move.error());
  const auto played = game_->play(*move);
  if (!played) return tl::unexpected<Error>(played.error());
  const Ply& ply = **played;
  switch (move->kind) {
    case MoveKind::draw: {
      in_hand_ = looks_->copy(move->tile, copies_[move->tile]++);
      shuffle_->next();
      json::object event{
          {"seat", ply.seat}, {"tile", tile_json(*rules_, move->tile, in_hand_)}, {"left", game_->state().left}};
      if (ply.set_aside) event["rule"] = "DRAW-2";
      emit(ply.set_aside ? "setAside" : "drawn", std::move(event), at);
      break;
    }
    case MoveKind::tile:
      pictures_.push_back(in_hand_);
      emit("placed", {{"piece", piece_json(*game_, ply.piece, in_hand_)}, {"seat", ply.seat}, {"turn", ply.turn}}, at);
      break;
    case MoveKind::follower: {
      // Not from figures(): a follower may have gone home with this very ply.
      const PlacedFigure figure{ply.figure, ply.seat, game_->state().pieces - 1, move->feature, move->figure};
      emit("follower", {{"follower", figure_json(*game_, figure)}}, at);
      break;
    }
    case MoveKind::pass:
      emit("noFollower", {{"seat", ply.seat}}, at);
      break;
  }
  for (const ExplainedAward& award : ply.awards) emit("award", {{"award", award_json(*game_, award)}}, at);
  if (!game_->over() && game_->turn() != ply.turn)
    emit("turn", {{"seat", game_->state().seat}, {"turn", game_->turn()}}, at);
  return {};
}

void Table::emit(std::string_view type, json::object event, int64_t at) {
  event["type"] = type;
  event["seq"] = seq() + 1;
  event["at"] = iso_time(at);
  events_.push_back(std::make_shared<const std::string>(json::serialize(event)));
}

// ---------------------------------------------------------------- what is told

json::array Table::seats_json() const {
  json::array array;
  for (std::size_t i = 0; i < setup_.seats.size(); ++i) {
    const TableSeat& seat = setup_.seats[i];
    json::object o{{"seat", i}, {"name", seat.name}, {"kind", seat.kind}, {"online", seat.kind == "bot"}};
    o["score"] = game_ ? game_->state().score[i] : 0;
    o["followers"] = game_ ? game_->state().supply[i] : rules_->kernel.followers;
    if (seat.kind == "bot") o["bot"] = seat.bot;
    array.push_back(std::move(o));
  }
  return array;
}

json::object Table::summary() const {
  json::array changed;
  for (const auto& [id, value] : rules_->choice.options) {
    const OptionSpec* option = rules_->catalogue->find_option(id);
    const OptionValue* named = option->find(value);
    changed.push_back(json::string(fmt::format("{}: {}", option->name, named ? named->name : value)));
  }
  const int to_move_now = to_move();
  const int turns = game_ ? game_->turns() : rules_->kernel.tiles() - 1;
  return {{"game", id_},
          {"preset", setup_.choice.preset},
          {"presetName", rules_->preset->name},
          {"changed", std::move(changed)},
          {"seats", seats_json()},
          {"status", status()},
          {"turn", game_ ? std::min(game_->turn(), turns) : 0},
          {"turns", turns},
          {"toMove", to_move_now < 0 ? json::value(nullptr) : json::value(to_move_now)},
          {"created", iso_time(created_)},
          {"updated", iso_time(updated_)},
          {"you", json::array{}}};
}

json::value Table::turn(bool placements) const {
  if (to_move() < 0) return nullptr;
  const State<Full>& state = game_->state();
  json::object o{{"seat", state.seat}, {"turn", game_->turn()}, {"left", state.left}};
  o["tile"] =
      state.phase == Phase::tile ? json::value(tile_json(*rules_, state.drawn, in_hand_)) : json::value(nullptr);
  o["placements"] = placements ? placements_json(*game_) : json::array{};
  return o;
}

std::string Table::record() const {
  Record record = game_->record();
  if (game_->over()) record.seed = seed_;
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
