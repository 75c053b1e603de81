// What a ply did, as clients are told: the difference between what lay where before and after it.
#include <fmt/format.h>

#include <algorithm>

#include "game/ask.h"
#include "notation/position_lines.h"
#include "notation/words.h"
#include "server/ask_json.h"
#include "server/live_game.h"

namespace bastide {

namespace json = boost::json;

namespace {

json::value seat_json(int seat) {
  return seat < 0 || seat == kNobody ? json::value(nullptr) : json::value(seat);
}

}  // namespace

// ---------------------------------------------------------------- tiles that are held, and what they look like

/// Of those that nobody may see the last copies are taken, so that the tiles drawn later do not tell that there is one
/// less.
Picture LiveGame::picture_of_new(const Held& held) {
  const int kind = held.tile.kind;
  if (held.tile.seat != kNobody || !held.hidden)
    return held.hidden ? looks_->hidden(kind, held.tile.seat, hidden_copies_[{held.tile.seat, kind}]++)
                       : looks_->copy(kind, copies_[kind]++);
  const auto same = 1 + std::count_if(held_.begin(), held_.end(), [&](const Held& other) {
                      return other.hidden && other.tile.seat == kNobody && other.tile.kind == kind;
                    });
  const auto& stack = rules_->kernel.stack;
  const auto last = std::count(stack.begin(), stack.end(), kind) - same;
  return looks_->copy(kind, static_cast<int>(std::max<long>(last, 0)));
}

/// Brings what is held up to the game: a tile keeps its picture where it stays, and where it goes; of several alike the
/// first that came goes first. Returns those that are held no more.
std::vector<LiveGame::Held> LiveGame::hold_anew() {
  std::vector<Held> before = std::exchange(held_, {});
  const std::vector<HeldKind> now = game_->held();
  std::vector<Held> held(now.size());
  std::vector<bool> found(now.size());
  const auto match = [&](const auto& same) {
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (found[i]) continue;
      const auto alike = [&](const Held& h) { return same(h.tile, now[i]); };
      std::ptrdiff_t gone = std::count_if(before.begin(), before.end(), alike);
      for (std::size_t j = i; j < now.size(); ++j) gone -= !found[j] && same(now[i], now[j]);
      auto was = std::find_if(before.begin(), before.end(), alike);
      for (; gone > 0; --gone) was = std::find_if(was + 1, before.end(), alike);
      if (was == before.end()) continue;
      held[i] = std::move(*was);
      held[i].tile = now[i];
      if (!game_->over()) held[i].hidden = !game_->sees(-1, now[i]);
      before.erase(was);
      found[i] = true;
    }
  };
  match([](const HeldKind& a, const HeldKind& b) { return a == b; });
  match([](const HeldKind& a, const HeldKind& b) { return a.kind == b.kind && a.seat == b.seat; });
  match([](const HeldKind& a, const HeldKind& b) { return a.kind == b.kind; });
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (!found[i]) {
      held[i].tile = now[i];
      held[i].hidden = !game_->sees(-1, now[i]);
      held[i].picture = picture_of_new(held[i]);
      if (held[i].hidden && now[i].seat == kNobody) held[i].under = game_->state().pieces - 1;
    }
    held_.push_back(held[i]);  // one by one: those before count for the next one's picture
  }
  return before;
}

/// Of a tile that is held no more: it lies on the table, or goes. It may have been drawn just now.
Picture LiveGame::picture_of_gone(std::vector<Held>& gone, int seat, int kind) {
  auto held =
      std::find_if(gone.begin(), gone.end(), [&](const Held& h) { return h.tile.kind == kind && h.tile.seat == seat; });
  if (held == gone.end()) return looks_->copy(kind, copies_[kind]++);
  Picture picture = std::move(held->picture);
  gone.erase(held);
  return picture;
}

// ---------------------------------------------------------------- changes

json::object LiveGame::piece_change(int piece) const {
  json::object laid = piece_json(*game_, piece, pictures_[piece]);
  if (trial_ != nullptr && piece >= trial_->drafted) laid["piece"] = -1;
  return {{"piece", std::move(laid)}};
}

json::object LiveGame::figure_change(const FigureMoved& moved) const {
  const FigureRow& row = figure_rows(game_->state())[moved.figure];
  json::object o{{"figure", moved.figure}, {"seat", seat_json(row.seat)}, {"at", place_json(moved.to)}};
  if (moved.to.kind == Place::top) o["at"].as_object()["place"] = kOnHeap;
  if (moved.to.kind == Place::piece && row.seat != kNobody) o["at"] = place_on_piece(moved.to);
  if (row.seat == kNobody)
    o["kind"] = name_of_figure(*rules_, row.figure);
  else if (moved.to.kind == Place::corner || moved.to.kind == Place::piece)
    o["kind"] = name_of_figure(*rules_, row.figure);
  else if (moved.to.kind == Place::top || moved.to.kind == Place::kept)  // drawn as one that stands in the open
    o["kind"] = figure_name(*rules_, FeatureType::city, row.figure);
  else if (moved.to.kind == Place::feature)
    o["kind"] = figure_name(*rules_, type_of(game_->state(), moved.to.x, moved.to.index), row.figure);
  return o;
}

json::value LiveGame::place_json(Place at) const {
  const int drafted = trial_ != nullptr ? trial_->drafted : kNoneDrafted;
  switch (at.kind) {
    case Place::supply:
      break;
    case Place::feature:
      return segment_json(*game_, {at.x, at.index}, drafted);
    case Place::space:
      return {{"x", at.x}, {"y", at.y}};
    case Place::piece:
    case Place::top:
      return {{"piece", at.x >= drafted ? -1 : at.x}};
    case Place::kept:
      return {{"keeper", at.x}};
    case Place::beside: {
      json::object beside = segment_json(*game_, {at.x, at.index}, drafted);
      if (on_top(game_->state(), at.x) == at.y) beside["place"] = kOnHeap;
      beside["beside"] = at.y;
      return beside;
    }
    case Place::corner:
      return {{"piece", at.x >= drafted ? -1 : at.x}, {"place", corner_name(at.y)}};
  }
  return nullptr;
}

/// Of one that stands at a place no matter who is there. The token of a road over a space lies as that road does.
json::object LiveGame::place_on_piece(Place at) const {
  const State<Full>& state = game_->state();
  json::object place = segment_json(*game_, {at.x, at.index}, trial_ != nullptr ? trial_->drafted : kNoneDrafted);
  if (at.index != kOverpass) return place;
  const Overpass* road = overpass_over(state, at.x);
  if (road != nullptr) place["over"] = name_of_over(road->from);
  return place;
}

/// The table's edge at first, and whenever it moved.
std::optional<json::object> LiveGame::table_change() {
  const json::value edge = table_edge_json(*game_);
  std::string text = json::serialize(edge);
  if (edge.is_null() || text == edge_) return std::nullopt;
  edge_ = std::move(text);
  return json::object{{"table", edge}};
}

json::object LiveGame::pile_json(const std::vector<const Held*>& pile, const Held& first, bool hidden) const {
  json::array tiles;
  for (const Held* held : pile)
    tiles.push_back(hidden && held->hidden ? json::value(nullptr)
                                           : json::value(tile_json(*rules_, held->tile.kind, held->picture)));
  json::object o{{"pile", first.tile.pile}, {"seat", seat_json(first.tile.seat)}, {"tiles", std::move(tiles)}};
  if (first.under >= 0) o["under"] = first.under;
  if (first.tile.seat == kNobody && first.tile.number >= 0 && !hidden) {
    const PileSpec& spec = rules_->pile_spec(first.tile.number);
    const auto& id = rules_->added[rules_->kernel.piles[first.tile.number].by]->id;
    const std::string phrase = fmt::format("pile.{}.{}", id, spec.name);
    if (rules_->catalogue->phrases.contains(phrase)) put_text(o, "name", say(rules_->catalogue->phrases, phrase));
  }
  return o;
}

/// Every pile that holds something else than before.
std::vector<LiveGame::Change> LiveGame::pile_changes(const std::vector<Held>& before) const {
  const auto same_pile = [](const Held& a, const Held& b) {
    return a.tile.pile == b.tile.pile && a.tile.seat == b.tile.seat && a.under == b.under;
  };
  const auto pile_of = [&](const std::vector<Held>& all, const Held& one) {
    std::vector<const Held*> pile;
    for (const Held& held : all)
      if (same_pile(held, one)) pile.push_back(&held);
    return pile;
  };
  const auto same_tiles = [](const std::vector<const Held*>& a, const std::vector<const Held*>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Held* x, const Held* y) {
      return x->tile.kind == y->tile.kind && x->picture.seed == y->picture.seed &&
             x->picture.illustration == y->picture.illustration;
    });
  };
  std::vector<Held> told;
  std::vector<Change> changes;
  for (const std::vector<Held>* all : {&held_, &before})
    for (const Held& one : *all) {
      if (std::any_of(told.begin(), told.end(), [&](const Held& t) { return same_pile(t, one); })) continue;
      told.push_back(one);
      const auto now = pile_of(held_, one);
      if (same_tiles(now, pile_of(before, one))) continue;
      const bool hidden =
          !game_->over() && std::any_of(now.begin(), now.end(), [](const Held* h) { return h->hidden; });
      Change change{pile_json(now, one, false), pile_json(now, one, true), hidden ? one.tile.seat : -1};
      changes.push_back(std::move(change));
    }
  return changes;
}

/// What was hidden to the end.
json::array LiveGame::revealed_json() const {
  json::array revealed;
  for (const Change& change : pile_changes({}))
    if (change.whole != change.shown) revealed.push_back(change.whole);
  return revealed;
}

// ---------------------------------------------------------------- telling

void LiveGame::tell(const Ply& ply, const Before& before, int64_t at) {
  const State<Full>& state = game_->state();
  std::vector<Change> changes;
  const auto add = [&](json::object change) { changes.push_back({std::move(change), {}, -1}); };
  const std::vector<Held> held_before = held_;
  std::vector<Held> gone = hold_anew();
  if (ply.piece >= 0) {
    pictures_.push_back(picture_of_gone(gone, ply.seat, ply.move.tile));
    add(piece_change(ply.piece));
    if (auto table = table_change()) add(std::move(*table));
  }
  for (const int piece : ply.heaped) add({{"heap", piece}, {"count", heap_on(state, piece)}});
  for (const FigureMoved& moved : ply.moved) add(figure_change(moved));
  for (Change& change : pile_changes(held_before)) changes.push_back(std::move(change));
  for (std::size_t seat = 0; seat < ply.score.size(); ++seat) {
    int points = ply.score[seat] - before.score[seat];
    for (const ExplainedAward& award : ply.awards) points -= award.points_of(static_cast<int>(seat));
    if (points != 0) add({{"seat", seat}, {"points", points}});
  }
  for (const KindIndex tile : ply.put_back) shuffle_->put_back(tile);
  if (state.left != before.left) add({{"left", state.left}});
  const bool only_aside = ply.set_aside && ply.aside.front().pile < 0;
  if (only_aside)
    tell_asides(ply, gone, std::move(changes), at);
  else
    tell_did(ply, std::move(changes), at);
  for (const ExplainedAward& award : ply.awards) {
    if (trial_ == nullptr)
      emit("award", {{"award", award_json(*game_, award)}}, at);
    else if (award.award.reason != Reason::bonus)
      trial_->completes.push_back(completion_json(*game_, award, trial_->drafted));
  }
  if (!only_aside) tell_asides(ply, gone, {}, at);
  tell_tokens(ply, at);
  for (const uint8_t number : ply.widened) {
    const Expansion& by = *rules_->added[number];
    json::object widened{{"turn", ply.turn}, {"seat", nullptr}, {"of", "table"}, {"rule", by.widens.rule}};
    put_text(widened, "text", say(rules_->catalogue->phrases, fmt::format("widened.{}", by.id)));
    const json::value edge = table_edge_json(*game_);
    edge_ = json::serialize(edge);
    emit_did(std::move(widened), {{{{"table", edge}}, {}, -1}}, at);
  }
  const int now = running_turn(*rules_, state);
  const bool next = ply.turn > 0 && (now != ply.turn || active_seat(state) != before.turn_seat);
  if (game_->over() || !(next || (ply.turn == 0 && now > 0))) return;
  json::object turn{{"seat", state.seat}, {"turn", game_->turn()}};
  if (ply.again) turn["again"] = true;
  emit("turn", std::move(turn), at);
}

/// What a ply did, but for tiles that found no place.
void LiveGame::tell_did(const Ply& ply, std::vector<Change> changes, int64_t at) {
  const bool first_tile = ply.piece == 0;
  json::object did{{"turn", ply.turn}, {"seat", first_tile ? json::value(nullptr) : json::value(ply.seat)}};
  // A laid tile tells no more: what else could have been done instead may depend on a hidden hand.
  did["of"] = first_tile ? "start" : ply.move.kind == MoveKind::tile ? "tile" : ply.of;
  if (ply.move.kind != MoveKind::draw) did["move"] = ply.text;
  put_text(did, "text", first_tile ? say(rules_->catalogue->phrases, "did.start") : ply_in_words(*game_, ply));
  emit_did(std::move(did), std::move(changes), at);
}

void LiveGame::tell_first_tile(int64_t at) {
  json::object did{{"turn", 0}, {"seat", nullptr}, {"of", "start"}};
  put_text(did, "text", say(rules_->catalogue->phrases, "did.start"));
  std::vector<Change> changes;
  for (int piece = 0; piece < game_->state().pieces; ++piece) changes.push_back({piece_change(piece), {}, -1});
  if (auto table = table_change()) changes.push_back({std::move(*table), {}, -1});
  changes.push_back({{{"left", game_->state().left}}, {}, -1});
  emit_did(std::move(did), std::move(changes), at);
}

/// Tiles that find no place. `changes`: what else is to be told with the first.
void LiveGame::tell_asides(const Ply& ply, std::vector<Held>& gone, std::vector<Change> changes, int64_t at) {
  for (const SetAside& aside : ply.aside) {
    if (aside.pile >= 0) continue;
    if (aside.back) shuffle_->put_back(aside.tile);
    const Picture picture = picture_of_gone(gone, aside.seat, aside.tile);
    json::object did{{"turn", ply.turn}, {"seat", aside.seat}, {"of", "aside"}};
    did["rule"] = aside.back ? "DRAW-3" : "DRAW-2";
    put_text(did, "text", say(rules_->catalogue->phrases, aside.back ? "did.bag" : "did.aside"));
    json::object change{{"aside", tile_json(*rules_, aside.tile, picture)}, {"seat", aside.seat}, {"back", aside.back}};
    changes.push_back({std::move(change), {}, -1});
    emit_did(std::move(did), std::exchange(changes, {}), at);
  }
}

/// What each seat got or gave away.
void LiveGame::tell_tokens(const Ply& ply, int64_t at) {
  const Phrases& phrases = rules_->catalogue->phrases;
  for (int seat = 0; seat < rules_->kernel.seats; ++seat) {
    Texts what;
    std::string_view rule;
    std::vector<Change> changes;
    bool spent = true;
    for (const TokensMoved& moved : ply.tokens) {
      if (moved.seat != seat) continue;
      spent &= moved.count < 0;
      const TokenSpec& spec = rules_->token(moved.token);
      const int has = tokens_of(rules_->kernel, game_->state(), moved.token, seat);
      changes.push_back({{{"seat", seat}, {"token", spec.name}, {"count", has}}, {}, -1});
      const Texts some = say(phrases, fmt::format("tokens.{}", spec.name), {{"n", std::abs(moved.count)}});
      what = rule.empty() ? some : joined(what, ", ", some);
      rule = spec.rule;
    }
    if (changes.empty()) continue;
    json::object did{{"turn", ply.turn}, {"seat", seat}, {"of", "tokens"}, {"rule", rule}};
    const std::string& name = game_->seats()[seat].name;
    put_text(did, "text", say(phrases, spent ? "did.tokens.spent" : "did.tokens", {{"name", name}, {"what", what}}));
    emit_did(std::move(did), std::move(changes), at);
  }
}

/// One event, or another one for each further seat that alone may see a part of it.
void LiveGame::emit_did(json::object did, std::vector<Change> changes, int64_t at) {
  do {
    const auto secret =
        std::find_if(changes.begin(), changes.end(), [](const Change& change) { return change.secret_of >= 0; });
    const int secret_of = secret == changes.end() ? -1 : secret->secret_of;
    json::array whole, shown;
    std::vector<Change> rest;
    for (Change& change : changes) {
      if (change.secret_of >= 0 && change.secret_of != secret_of) {
        rest.push_back(std::move(change));
        continue;
      }
      shown.push_back(change.secret_of < 0 ? change.whole : change.shown);
      whole.push_back(std::move(change.whole));
    }
    json::object other = did;
    did["changes"] = std::move(whole);
    other["changes"] = std::move(shown);
    emit("did", did, at, secret_of, &other);
    changes = std::move(rest);
  } while (!changes.empty());
}

void LiveGame::emit(std::string_view type, json::object event, int64_t at, int secret_of, const json::object* shown) {
  if (trial_ != nullptr) {
    if (type != "did") return;
    const bool all = secret_of < 0 || secret_of == trial_->seat;
    json::object did = all ? std::move(event) : *shown;
    did.erase("turn");
    trial_->did.push_back(std::move(did));
    return;
  }
  const auto whole = [&](json::object o) {
    o["type"] = type;
    o["seq"] = seq() + 1;
    o["at"] = iso_time(at);
    return json::serialize(o);
  };
  if (secret_of < 0) return events_.add(whole(std::move(event)));
  std::string others = whole(*shown);
  events_.add_secret(whole(std::move(event)), secret_of, std::move(others));
}

}  // namespace bastide
