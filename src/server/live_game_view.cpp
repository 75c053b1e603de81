// What a live game tells besides its events: the summary, whose turn it is and what can be done, the record.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "game/ask.h"
#include "game/unseen.h"
#include "game/worlds.h"
#include "notation/words.h"
#include "server/ask_json.h"
#include "server/live_game.h"
#include "server/ratings.h"
#include "server/secrets.h"

namespace bastide {

namespace json = boost::json;

json::array LiveGame::seats_json() const {
  json::array array;
  for (std::size_t i = 0; i < setup_.seats.size(); ++i) {
    const LiveSeat& seat = setup_.seats[i];
    json::object o{{"seat", i}, {"name", seat.name}, {"kind", seat.kind}, {"online", seat.kind == "bot"}};
    o["score"] = game_ ? game_->state().score[i] : 0;
    o["followers"] = game_ ? game_->state().supply[i] : rules_->kernel.figures[0].count;
    for (int kind = 1; kind < rules_->kernel.figure_kinds; ++kind)
      if (const FigureKind& sort = rules_->kernel.figures[kind]; !sort.neutral) {
        const auto figure = static_cast<Figure>(kind);
        json::object& further = o.emplace("figures", json::object{}).first->value().as_object();
        further[rules_->figure(figure).name] =
            game_ ? supply_of(rules_->kernel, game_->state(), static_cast<int>(i), figure) : sort.count;
      }
    if (const auto& tokens = rules_->kernel.tokens; !tokens.empty()) {
      json::object counts;
      for (int token = 0; token < static_cast<int>(tokens.size()); ++token)
        counts[rules_->token(token).name] =
            game_ ? tokens_of(rules_->kernel, game_->state(), token, static_cast<int>(i)) : 0;
      o["tokens"] = std::move(counts);
    }
    if (rules_->kernel.given > 0)
      o["given"] = game_ ? held_instead(rules_->kernel, game_->state(), static_cast<int>(i)) : 0;
    if (seat.kind == "bot") o["bot"] = seat.bot;
    if (!seat.gone.empty()) o["gone"] = seat.gone;
    if (!seat.stand_in.empty()) o["standIn"] = seat.stand_in;
    if (seat.kept_for >= 0) o["kept"] = true;
    if (!game_ && !seat.promise.empty()) o["share"] = {{"promise", seat.promise}, {"given", seat.share.has_value()}};
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
  if (json::array tokens = tokens_json(*rules_); !tokens.empty()) told["tokens"] = std::move(tokens);
  if (setup_.rated) told["rated"] = category_id(preset.id, rules_->kernel.seats);
  if (setup_.time.any()) told["time"] = time_control_json(setup_.time);
  if (!setup_.aids.everything()) told["aids"] = json::value_from(setup_.aids.names());
  if (setup_.best_of.several()) told["bestOf"] = best_of_json(best_of(), status() == "over");
  if (setup_.together) told["commitment"] = sha256_hex(seed_);
  if (!setup_.duplicate.empty()) told["duplicate"] = json::value_from(setup_.duplicate);
  if (!game_ && setup_.host >= 0) told["host"] = setup_.host;
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

/// Whether a member of a seat changes with moves: its numbers and the figures in its supply. A standing has them in the
/// order in which the seat has them, so that it fits what earlier programs kept.
bool counts(const json::key_value_pair& member) {
  return member.key() != "seat" && (member.value().is_number() || member.value().is_object());
}

}  // namespace

json::object LiveGame::standing() const {
  json::array seats;
  for (const json::value& seat : seats_json()) {
    json::array standing;
    for (const auto& member : seat.as_object())
      if (counts(member)) standing.push_back(member.value());
    seats.push_back(std::move(standing));
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
    for (auto& member : seats[i].as_object())
      if (counts(member)) member.value() = standing.at("seats").at(i).at(next++);
  }
}

json::object LiveGame::features() const {
  return {{"seq", seq()},
          {"features", game_ ? features_json(*game_, features_on_board(*game_), aids()) : json::array()}};
}

json::object LiveGame::reckoned(int viewer) const {
  const Aids shown = aids();
  json::object o{{"seq", seq()}};
  const std::vector<int> unseen = unseen_tiles(*game_, viewer);
  if (shown.allow(Aid::tiles)) {
    json::array tiles;
    for (std::size_t kind = 0; kind < unseen.size(); ++kind) {
      const int number = static_cast<int>(kind);
      if (kept_apart(*rules_, number)) continue;
      tiles.push_back({{"tile", tile_json(*rules_, number, looks_->copy(number, 0))},
                       {"left", unseen[kind]},
                       {"of", rules_->kinds[kind].count}});
    }
    o["tiles"] = std::move(tiles);
  }
  if (game_->over()) return o;
  if (shown.allow(Aid::odds)) {
    json::array spaces;
    for (const OpenSpace& open : open_spaces(*game_, unseen))
      spaces.push_back({{"x", open.space.x}, {"y", open.space.y}, {"tiles", open.tiles}});
    o["unseen"] = std::accumulate(unseen.begin(), unseen.end(), 0);
    o["spaces"] = std::move(spaces);
  }
  if (shown.allow(Aid::projection)) o["projection"] = json::value_from(points_now(*game_));
  return o;
}

/// Of a seat whose turn it is: what it may answer and what that brings.
json::object LiveGame::asked_json(const State<Full>* world) const {
  const auto picture = [&](std::string_view pile, int kind) {
    for (const Held& held : held_)
      if (held.tile.pile == pile && held.tile.kind == kind && (pile == "drawn" || held.tile.seat == to_move()))
        return held.picture;
    return looks_->copy(kind, copies_[kind]);  // lies openly to be taken
  };
  return ask_json(*game_, ask(*game_, world), trial_ != nullptr ? trial_->drafted : kNoneDrafted, picture, aids());
}

std::string LiveGame::turn(bool choices) const {
  if (to_move() < 0 || game_->state().phase == Phase::draw) return "null";
  std::optional<State<Full>> world;
  Rng rng(0);
  if (choices) world = imagined(*game_, to_move(), rng);
  return json::serialize(json::object{{"seat", to_move()},
                                      {"turn", game_->turn()},
                                      {"left", game_->state().left},
                                      {"ask", asked_json(world ? &*world : nullptr)}});
}

/// Becomes a game as the seat that tries may imagine it, after these answers.
Result<void> LiveGame::imagine(Trial& trial, const std::vector<std::string>& moves) {
  trial_ = &trial;
  game_ = game_->imagined_by(trial.seat, trial.rng);
  const std::vector<HeldKind> there = game_->held();  // as many in each pile as before
  for (std::size_t i = 0; i < there.size(); ++i) held_[i].tile = there[i];
  return answer(trial.seat, moves, updated_, {});
}

Result<std::string> LiveGame::tried(int seat, const std::vector<std::string>& moves) const {
  BASTIDE_CHECK(may_play(seat));
  Trial trial{Rng(0), seat, game_->state().pieces, {}, {}, {}};
  LiveGame live = *this;
  BASTIDE_CHECK(live.imagine(trial, moves));
  json::array completes = std::move(trial.completes);
  for (const ExplainedAward& award : live.game_->completes())
    completes.push_back(completion_json(*live.game_, award, trial.drafted));
  if (!aids().allow(Aid::effects)) completes.clear();
  json::object o{{"moves", json::value_from(trial.moves)},
                 {"did", std::move(trial.did)},
                 {"completes", std::move(completes)},
                 {"ask", nullptr}};
  const State<Full>& then = live.game_->state();
  if (goes_on(*rules_, then, seat, live.asked_in_))
    o["ask"] = live.asked_json(&then);
  else
    put_text(o, "final", what_comes(*live.game_, then, seat));
  return json::serialize(o);
}

std::string LiveGame::record(int viewer) const {
  if (!game_->over()) return game_->record_text(viewer, setup_.aids);
  Record record = game_->record();
  if (setup_.duplicate.empty()) record.seed = draws_;
  record.aids = setup_.aids;
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
