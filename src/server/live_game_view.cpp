// What a live game tells besides its events: the summary, whose turn it is and what can be done, the record.
#include <fmt/format.h>

#include <algorithm>

#include "expansions/offers.h"
#include "notation/words.h"
#include "server/halflings.h"
#include "server/live_game.h"
#include "server/placements.h"

namespace bastide {

namespace json = boost::json;

namespace {

/// What the seat to move is asked, in a Turn.
std::string_view phase_name(const Game& game) {
  switch (game.state().phase) {
    case Phase::pick:
      return "pick";
    case Phase::reserve:
      return "reserve";
    case Phase::ask: {
      const Ruleset& rules = game.rules().kernel;
      if (asks(rules, game.state(), ask_bid)) return "offer";
      if (asks(rules, game.state(), ask_sale)) return "sale";
      return asks_crop_choice(game) ? "choice" : "answer";
    }
    case Phase::begins:
      return "begins";
    default:
      return "tile";
  }
}

/// The offers that may be taken.
json::array sale_json(const Game& game) {
  json::array offers;
  for (const Move& move : game.legal())
    if (move.kind == MoveKind::act)
      offers.push_back({{"seat", move.value},
                        {"points", game.state().v.offer[static_cast<std::size_t>(move.value)]},
                        {"move", move_text(game.rules(), game.state(), move)}});
  return offers;
}

/// An object with further members, both as text. REQUIRES: neither is empty.
std::string with_members(std::string object, std::string_view members) {
  object.pop_back();
  object += ',';
  object += members;
  return object + '}';
}

}  // namespace

json::array LiveGame::seats_json() const {
  json::array array;
  for (std::size_t i = 0; i < setup_.seats.size(); ++i) {
    const LiveSeat& seat = setup_.seats[i];
    json::object o{{"seat", i}, {"name", seat.name}, {"kind", seat.kind}, {"online", seat.kind == "bot"}};
    o["score"] = game_ ? game_->state().score[i] : 0;
    o["followers"] = game_ ? game_->state().supply[i] : rules_->kernel.figures[0].count;
    if (rules_->kernel.figures[1].count > 0)
      o["abbots"] = game_ ? supply_of(rules_->kernel, game_->state(), static_cast<int>(i), Figure::abbot)
                          : rules_->kernel.figures[1].count;
    if (rules_->kernel.reserve.size > 0) o["halfTiles"] = game_ ? game_->state().v.reserve_size[i] : 0;
    if (seat.kind == "bot") o["bot"] = seat.bot;
    array.push_back(std::move(o));
  }
  return array;
}

json::object LiveGame::summary() const {
  json::object options;
  for (const auto& [id, value] : rules_->options) options[id] = value;
  const int to_move_now = to_move();
  const int turns = game_ ? game_->turns() : rules_->kernel.pieces() - 1;
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

namespace {

/// What of a seat changes with moves, in the order in which a standing has it.
constexpr std::array<std::string_view, 4> kSeatCounts = {"score", "followers", "abbots", "halfTiles"};

}  // namespace

json::object LiveGame::standing() const {
  json::array seats;
  for (const json::value& seat : seats_json()) {
    json::array counts;
    for (const std::string_view name : kSeatCounts)
      if (const json::value* count = seat.as_object().if_contains(name)) counts.push_back(*count);
    seats.push_back(std::move(counts));
  }
  const int turns = game_->turns(), mover = to_move();
  return {{"turn", std::min(game_->turn(), turns)},
          {"turns", turns},
          {"toMove", mover < 0 ? json::value(nullptr) : json::value(mover)},
          {"seats", std::move(seats)}};
}

void bring_up_to(json::object& summary, const json::object& standing) {
  for (const char* name : {"turn", "turns", "toMove"}) summary[name] = standing.at(name);
  json::array& seats = summary.at("seats").as_array();
  for (std::size_t i = 0; i < seats.size(); ++i) {
    std::size_t next = 0;
    for (const std::string_view name : kSeatCounts)
      if (json::value* count = seats[i].as_object().if_contains(name)) *count = standing.at("seats").at(i).at(next++);
  }
}

json::object LiveGame::features() const {
  return {{"seq", seq()}, {"features", game_ ? features_json(*game_, features_on_board(*game_)) : json::array()}};
}

std::string LiveGame::turn(bool choices) const {
  if (to_move() < 0) return "null";
  const State<Full>& state = game_->state();
  json::object o{{"seat", state.seat}, {"turn", game_->turn()}, {"left", state.left}};
  o["phase"] = phase_name(*game_);
  o["tile"] = nullptr;
  const bool drawn = holds_drawn(*rules_, state);
  for (const Held& held : held_) {
    const bool shown = drawn && held.seat == state.v.turn_seat && held.kind == state.drawn;
    if (shown) o["tile"] = tile_json(*rules_, held.kind, held.picture);
  }
  if (const auto stake = features_at_stake(*game_); !stake.empty()) o["atStake"] = features_json(*game_, stake);
  if (state.phase == Phase::pick) o["pick"] = pick_json(choices);
  if (asks_crop_answer(*game_)) o["answer"] = crop_answer_json(*game_, choices);
  if (choices) add_choices(o);
  return with_members(json::serialize(o), tiles_text(choices));
}

/// The members of a Turn that hold placements, as text.
std::string LiveGame::tiles_text(bool choices) const {
  const State<Full>& state = game_->state();
  const bool hand = rules_->kernel.draw.hand > 0, lays = state.phase == Phase::tile;
  if (!choices || (!lays && state.phase != Phase::reserve)) return R"("placements":[])";
  if (lays && !hand) return R"("placements":)" + placements_text(*game_, state.drawn);
  std::string text = R"("placements":[])";
  if (lays) text += R"(,"hand":)" + held_text(false);
  const std::string reserve = held_text(true);
  if (!lays || (!state.v.went_on && reserve != "[]")) text += R"(,"reserve":)" + reserve;
  return text;
}

/// What the seat to move may do, apart from laying a tile, and from picking and answering, which all see.
void LiveGame::add_choices(json::object& turn) const {
  const State<Full>& state = game_->state();
  switch (state.phase) {
    case Phase::reserve:
      turn["goOn"] = go_on_json(*game_);
      break;
    case Phase::ask:
      if (asks_crop_choice(*game_)) turn["choice"] = crop_choices_json(*game_);
      if (asks(rules_->kernel, state, ask_bid))
        turn["offer"] = {{"from", state.v.turn_seat}, {"most", state.score[state.seat]}};
      if (asks(rules_->kernel, state, ask_sale)) turn["sale"] = sale_json(*game_);
      break;
    case Phase::begins: {
      json::array seats;
      for (const Move& move : game_->legal())
        seats.push_back({{"seat", move.value}, {"move", move_text(*rules_, state, move)}});
      turn["begins"] = std::move(seats);
      break;
    }
    default:
      break;
  }
}

/// The tiles that the seat to move holds in its hand, or in its reserve, each kind once, with their placements.
std::string LiveGame::held_text(bool reserve) const {
  std::string tiles;
  std::vector<int> seen;
  for (const Held& held : held_) {
    if (held.seat != game_->state().seat || from_pool(*rules_, held.kind) != reserve ||
        std::find(seen.begin(), seen.end(), held.kind) != seen.end())
      continue;
    tiles +=
        fmt::format(R"({}{{"tile":{},"placements":{}}})", seen.empty() ? "" : ",",
                    json::serialize(tile_json(*rules_, held.kind, held.picture)), placements_text(*game_, held.kind));
    seen.push_back(held.kind);
  }
  return '[' + tiles + ']';
}

/// HALF-2: what may be picked lies open; each kind once.
json::object LiveGame::pick_json(bool choices) const {
  const State<Full>& state = game_->state();
  json::array pool;
  for (const Move& move : game_->legal()) {
    const Picture picture = looks_->copy(move.tile, copies_[move.tile]);
    json::object one{{"tile", tile_json(*rules_, move.tile, picture)}};
    if (choices) one["move"] = move_text(*rules_, state, move);
    pool.push_back(std::move(one));
  }
  return {{"round", state.v.reserve_size[state.seat] + 1},
          {"rounds", rules_->kernel.reserve.size},
          {"pool", std::move(pool)}};
}

/// Half tiles that are still held, by seat.
json::array LiveGame::reserves_json() const {
  json::array reserves;
  for (int seat = 0; seat < rules_->kernel.seats; ++seat) {
    json::array tiles;
    for (const Held& held : held_)
      if (held.seat == seat && from_pool(*rules_, held.kind))
        tiles.push_back(tile_json(*rules_, held.kind, held.picture));
    if (!tiles.empty()) reserves.push_back({{"seat", seat}, {"tiles", std::move(tiles)}});
  }
  return reserves;
}

std::string LiveGame::record(int viewer) const {
  if (!game_->over()) return game_->record_text(viewer);
  Record record = game_->record();
  record.seed = seed_;
  return write_record(record);
}

GameRow LiveGame::row() const {
  return {.id = id_,
          .created = created_,
          .updated = updated_,
          .listed = setup_.listed,
          .seed = seed_,
          .note = {std::string(status()), json::serialize(summary())},
          .last = {}};
}

}  // namespace bastide
