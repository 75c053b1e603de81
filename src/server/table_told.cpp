// What a table tells besides its events: the summary, whose turn it is and what can be done, the record.
#include <fmt/format.h>

#include <algorithm>

#include "notation/words.h"
#include "server/halflings.h"
#include "server/table.h"

namespace bastide {

namespace json = boost::json;

namespace {

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

json::array Table::seats_json() const {
  json::array array;
  for (std::size_t i = 0; i < setup_.seats.size(); ++i) {
    const TableSeat& seat = setup_.seats[i];
    json::object o{{"seat", i}, {"name", seat.name}, {"kind", seat.kind}, {"online", seat.kind == "bot"}};
    o["score"] = game_ ? game_->state().score[i] : 0;
    o["followers"] = game_ ? game_->state().supply[i] : rules_->kernel.figures[0].count;
    if (rules_->kernel.figures[1].count > 0)
      o["abbots"] = game_ ? game_->state().v.supply[0][i] : rules_->kernel.figures[1].count;
    if (rules_->kernel.reserve.size > 0) o["halfTiles"] = game_ ? game_->state().v.reserve_size[i] : 0;
    if (seat.kind == "bot") o["bot"] = seat.bot;
    array.push_back(std::move(o));
  }
  return array;
}

json::object Table::summary() const {
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
  if (state.phase == Phase::pick) o["pick"] = pick_json(choices);
  if (state.phase == Phase::answer) o["answer"] = crop_answer_json(*game_, choices);
  if (choices) add_choices(o);
  return o;
}

/// What the seat to move may do, apart from picking and answering, which all see.
void Table::add_choices(json::object& turn) const {
  const State<Full>& state = game_->state();
  switch (state.phase) {
    case Phase::tile:
      if (rules_->kernel.draw.hand == 0) {
        turn["placements"] = placements_json(*game_, state.drawn);
        break;
      }
      turn["hand"] = held_json(false);
      if (json::array reserve = held_json(true); !state.v.went_on && !reserve.empty())
        turn["reserve"] = std::move(reserve);
      break;
    case Phase::reserve:
      turn["reserve"] = held_json(true);
      turn["goOn"] = go_on_json(*game_);
      break;
    case Phase::choice:
      turn["choice"] = crop_choices_json(*game_);
      break;
    case Phase::offer:
      turn["offer"] = {{"from", state.v.turn_seat}, {"most", state.score[state.seat]}};
      break;
    case Phase::sale: {
      json::array offers;
      for (int seat = 0; seat < rules_->kernel.seats; ++seat)
        if (const int points = state.v.offer[static_cast<std::size_t>(seat)]; points > 0)
          offers.push_back({{"seat", seat}, {"points", points}, {"move", fmt::format("sell:{}", seat + 1)}});
      turn["sale"] = std::move(offers);
      break;
    }
    default:
      break;
  }
}

/// The tiles that the seat to move holds in its hand, or in its reserve, each kind once, with their placements.
json::array Table::held_json(bool reserve) const {
  json::array tiles;
  std::vector<int> seen;
  for (const Held& held : held_) {
    if (held.seat != game_->state().seat || from_pool(*rules_, held.kind) != reserve ||
        std::find(seen.begin(), seen.end(), held.kind) != seen.end())
      continue;
    seen.push_back(held.kind);
    tiles.push_back(
        {{"tile", tile_json(*rules_, held.kind, held.picture)}, {"placements", placements_json(*game_, held.kind)}});
  }
  return tiles;
}

/// HALF-2: what may be picked lies open; each kind once.
json::object Table::pick_json(bool choices) const {
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
json::array Table::reserves_json() const {
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
