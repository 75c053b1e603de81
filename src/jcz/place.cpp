#include "jcz/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/kernel.h"

namespace bastide::jcz {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 8> kHalves = {"NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"};

/// Names of sides together; the ones with _ lack that side.
struct SidesName {
  std::string_view name;
  unsigned sides;
};
constexpr std::array<SidesName, 15> kSides = {{{"N", 1},
                                               {"E", 2},
                                               {"S", 4},
                                               {"W", 8},
                                               {"NE", 3},
                                               {"SE", 6},
                                               {"SW", 12},
                                               {"NW", 9},
                                               {"NS", 5},
                                               {"WE", 10},
                                               {"_N", 14},
                                               {"_E", 13},
                                               {"_S", 11},
                                               {"_W", 7},
                                               {"NWSE", 15}}};

struct InsideName {
  std::string_view name;
  int number;
};
constexpr std::array<InsideName, 14> kInside = {{{"I", 1},
                                                 {"II", 2},
                                                 {"III", 3},
                                                 {"IV", 4},
                                                 {"CLOISTER", 1},
                                                 {"MONASTERY", 1},
                                                 {"ABBOT", 1},
                                                 {"AS_ABBOT", 1},
                                                 {"TOWER", 1},
                                                 {"FLIER", 1},
                                                 {"INNER_FARM", 1},
                                                 {"INNER_FIELD", 1},
                                                 {"INNER_FARM_B", 2},
                                                 {"INNER_FIELD_B", 2}}};

unsigned turned(unsigned bits, int quarters, int of_quarter, int all) {
  const int by = (quarters % 4 + 4) % 4 * of_quarter;
  return ((bits << by) | (bits >> (all - by))) & ((1u << all) - 1);
}
unsigned turned_sides(unsigned bits, int quarters) {
  return turned(bits, quarters, 1, 4);
}
unsigned turned_halves(unsigned bits, int quarters) {
  return turned(bits, quarters, 2, 8);
}

bool read_location(std::string_view text, Pointer& pointer) {
  while (!text.empty()) {
    const std::size_t dot = text.find('.');
    const std::string_view part = text.substr(0, dot);
    const auto side = std::find_if(kSides.begin(), kSides.end(), [&](const SidesName& s) { return s.name == part; });
    const auto half = std::find(kHalves.begin(), kHalves.end(), part);
    const auto in = std::find_if(kInside.begin(), kInside.end(), [&](const InsideName& i) { return i.name == part; });
    if (side != kSides.end())
      pointer.sides |= side->sides;
    else if (half != kHalves.end())
      pointer.halves |= 1u << (half - kHalves.begin());
    else if (in != kInside.end())
      pointer.inside = in->number;
    else
      return false;
    text = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
  }
  return true;
}

unsigned bits_of(const auto& list) {
  unsigned bits = 0;
  for (const auto item : list) bits |= 1u << static_cast<unsigned>(item);
  return bits;
}

bool is_in_middle(TileFeatureType type) {
  return type == TileFeatureType::cloister || type == TileFeatureType::garden || type == TileFeatureType::chapter ||
         type == TileFeatureType::pyramid || type == TileFeatureType::hut || type == TileFeatureType::trap;
}

bool has_garden(const TileSpec& tile) {
  return std::any_of(tile.features.begin(), tile.features.end(),
                     [](const TileFeatureSpec& feature) { return feature.type == TileFeatureType::garden; });
}

}  // namespace

std::pair<int, int> Frame::ours(int their_x, int their_y) const {
  std::pair<int, int> at{their_x - x, their_y - y};
  for (int i = 0; i < quarters; ++i) at = {at.second, -at.first};
  return at;
}

std::pair<int, int> Frame::theirs(int our_x, int our_y) const {
  std::pair<int, int> at{our_x, our_y};
  for (int i = 0; i < quarters; ++i) at = {-at.second, at.first};
  return {at.first + x, at.second + y};
}

// ---------------------------------------------------------------- tiles

std::optional<Tiles::Found> Tiles::find(std::string_view id, const State<Full>* state) const {
  const auto is_left = [&](int kind) {
    if (!state) return true;
    const auto end = state->stack.begin() + state->left;
    return (state->phase == Phase::tile && state->drawn == kind) || std::find(state->stack.begin(), end, kind) != end;
  };
  std::optional<Found> other;  // a copy with a garden where gardens are only pictures, or one that is gone
  for (const JczWords::Tile& word : words_.tiles) {
    if (word.id != id) continue;
    for (std::size_t kind = 0; kind < rules_.kinds.size(); ++kind) {
      const TileSpec& tile = *rules_.kinds[kind].tile;
      if (tile.set != word.set || tile.id != word.tile) continue;
      const Found found{static_cast<int>(kind), word.quarters};
      if (has_garden(tile) == word.garden && is_left(found.kind)) return found;
      if (!other) other = found;
    }
  }
  return other;
}

const JczWords::Tile* Tiles::word_of(int kind, int used) const {
  const TileSpec& tile = *rules_.kinds[kind].tile;
  int plain = 0;
  for (const TileVariant& variant : tile.variants) plain += variant.illustration == "garden" ? 0 : variant.count;
  const bool garden = has_garden(tile) || used >= plain;
  const JczWords::Tile* other = nullptr;
  for (const JczWords::Tile& word : words_.tiles) {
    if (tile.set != word.set || tile.id != word.tile) continue;
    if (word.garden == garden) return &word;
    other = &word;
  }
  return other;
}

// ---------------------------------------------------------------- pointers

Result<Pointer> parse_pointer(const json::value& value, const Frame& frame) {
  const json::value* place = &value;
  Pointer pointer;
  const auto text = [](const json::object& object, std::string_view key) {
    const json::value* member = object.if_contains(key);
    return member && member->is_string() ? std::string(member->get_string()) : std::string();
  };
  if (value.is_object()) {
    const json::object& object = value.get_object();
    pointer.figure = text(object, "meepleId");
    if (const json::value* inner = object.if_contains("featurePointer")) place = inner;
  }
  const json::value* space = place;
  if (place->is_object()) {
    const json::object& object = place->get_object();
    pointer.feature = text(object, "feature");
    pointer.location = text(object, "location");
    if (!read_location(pointer.location, pointer))
      return refuse(fmt::format("there is no place '{}'", pointer.location),
                    "sides such as N or WE, halves such as NL.NR, I");
    space = object.if_contains("position");
  }
  if (!space || !space->is_array() || space->get_array().size() != 2)
    return refuse("it points to no space", "\"position\": [x, y]");
  std::array<int, 2> at{};
  for (std::size_t i = 0; i < 2; ++i) {
    const json::value& number = space->get_array()[i];
    if (!number.is_int64() || number.get_int64() < -9999 || number.get_int64() > 9999)
      return refuse("its space is far away", "[x, y]");
    at[i] = static_cast<int>(number.get_int64());
  }
  std::tie(pointer.x, pointer.y) = frame.ours(at[0], at[1]);
  pointer.sides = turned_sides(pointer.sides, -frame.quarters);
  pointer.halves = turned_halves(pointer.halves, -frame.quarters);
  return pointer;
}

std::string_view turned_straight(std::string_view lies, const Frame& frame) {
  return (lies == "NS") == (frame.quarters % 2 == 0) ? "NS" : "WE";
}

unsigned halves_of(std::string_view location) {
  Pointer pointer;
  return read_location(location, pointer) ? pointer.halves : 0;
}

int piece_in(const State<Full>& state, int x, int y) {
  for (int piece = state.pieces - 1; piece >= 0; --piece)
    if (lies_in(state, piece, x, y)) return piece;
  return -1;
}

int pile_named(const GameRules& rules, std::string_view expansion, std::string_view name) {
  for (std::size_t by = 0; by < rules.added.size(); ++by) {
    const auto& piles = rules.added[by]->piles;
    for (std::size_t pile = 0; pile < piles.size(); ++pile)
      if (rules.added[by]->id == expansion && piles[pile].name == name)
        return rules.kernel.added[by].pile + static_cast<int>(pile);
  }
  return -1;
}

const JczWords::Message* ShownTiles::words_of_draw(const State<Full>& state) const {
  if (!draws_for_expansion(state) || asks_outcome(state)) return nullptr;
  const std::string_view by = rules_->added[question(state)->by]->id;
  for (const JczWords::Message& words : rules_->catalogue->jcz->messages)
    if (!words.pile.empty() && words.expansion == by) return &words;
  return nullptr;
}

void ShownTiles::note(const State<Full>& before, const Move& move, const State<Full>& after) {
  taken_too_ = -1;
  if (const JczWords::Message* words = words_of_draw(before); words && move.kind == MoveKind::draw) {
    words_ = words;
    if (std::none_of(tiles_.begin(), tiles_.end(), [](const Tile& tile) { return tile.left; })) tiles_.clear();
    tiles_.push_back({move.tile, true});
  }
  if (!words_ || move.kind == MoveKind::draw) return;
  if (move.kind == MoveKind::act && rules_->added[move.by]->id == words_->expansion &&
      rules_->verb(move).takes == Takes::tile)
    offered_ = number_of(move.tile);
  std::vector<int> here(rules_->kinds.size());
  for_each_held(after, pile_named(*rules_, words_->expansion, words_->pile), kNobody, [&](int kind) { ++here[kind]; });
  for (const Tile& tile : tiles_) here[tile.kind] -= tile.left;
  const auto take = [&](int number) {
    if (number < 0 || !tiles_[number].left || here[tiles_[number].kind] >= 0) return false;
    tiles_[number].left = false;
    ++here[tiles_[number].kind];
    return true;
  };
  take(offered_);
  for (std::size_t number = 0; number < tiles_.size(); ++number)
    if (take(static_cast<int>(number))) taken_too_ = static_cast<int>(number);
}

int ShownTiles::kind(int number) const {
  return number >= 0 && number < static_cast<int>(tiles_.size()) ? tiles_[number].kind : -1;
}

int ShownTiles::number_of(int kind) const {
  for (std::size_t number = 0; number < tiles_.size(); ++number)
    if (tiles_[number].left && tiles_[number].kind == kind) return static_cast<int>(number);
  return -1;
}

int top_in(const State<Full>& state, int x, int y) {
  for (int piece = 0; piece < state.pieces; ++piece)
    if (const int top = lies_in(state, piece, x, y) ? on_top(state, piece) : -1; top >= 0) return top;
  return -1;
}

bool takes_space(const GameRules& rules, const Move& move) {
  if (move.kind != MoveKind::act) return false;
  const Takes takes = rules.verb(move).takes;
  return takes == Takes::space || takes == Takes::top;
}

std::vector<int> features_at(const GameRules& rules, const State<Full>& state, int piece, const Pointer& pointer) {
  const TileSpec& tile = *rules.kinds[state.piece[piece].kind].tile;
  const int rotation = state.piece[piece].rotation;
  const unsigned sides = turned_sides(pointer.sides, -rotation), halves = turned_halves(pointer.halves, -rotation);
  const auto& known = rules.catalogue->jcz->features;
  const bool own_place =
      std::ranges::any_of(known, [&](const auto& f) { return !f.place.empty() && f.place == pointer.location; });
  const auto word = std::find_if(known.begin(), known.end(), [&](const JczWords::Feature& feature) {
    const auto& names = feature.names;
    return feature.place == (own_place ? pointer.location : "") &&
           (std::find(names.begin(), names.end(), pointer.feature) != names.end() ||
            (own_place && pointer.feature.empty()));
  });
  if (word == known.end() && !pointer.feature.empty()) return {};
  std::vector<int> exact, some;
  int inner = 0;
  for (std::size_t f = 0; f < tile.features.size(); ++f) {
    const TileFeatureSpec& feature = tile.features[f];
    if (word != known.end() && word->type != to_string(feature.type)) continue;
    if (pointer.whole()) {
      some.push_back(static_cast<int>(f));
      continue;
    }
    const unsigned own_sides = bits_of(feature.sides), own_halves = bits_of(feature.ports);
    const bool field = feature.type == TileFeatureType::field;
    const bool inside = is_in_middle(feature.type) || (field && own_halves == 0 && ++inner == pointer.inside);
    if (pointer.inside != 0 && inside) exact.push_back(static_cast<int>(f));
    const unsigned own = field ? own_halves : own_sides, meant = field ? halves : sides;
    if (own != 0 && own == meant) exact.push_back(static_cast<int>(f));
    if ((own & meant) != 0 && own != meant) some.push_back(static_cast<int>(f));
  }
  if (word != known.end() && word->type == to_string(TileFeatureType::road))
    for (const Overpass& road : overpasses(state))
      if (road.piece == piece && pointer.sides == (1u << road.from | 1u << kFarSides[road.from].face))
        exact.push_back(kOverpass);
  return exact.empty() ? some : exact;
}

// ---------------------------------------------------------------- figures

std::optional<FigureName> parse_figure_name(const JczWords& words, std::string_view id) {
  const std::size_t first = id.find('.'), last = id.rfind('.');
  if (first != 1 || last == first || last == std::string_view::npos || id[0] < '0' || id[0] > '9') return std::nullopt;
  FigureName name{.seat = id[0] - '0', .figure = {}, .word = std::string(id.substr(first + 1, last - first - 1))};
  if (last + 2 == id.size() && id[last + 1] >= '0' && id[last + 1] <= '9') name.number = id[last + 1] - '0';
  for (const JczWords::Figure& figure : words.figures)
    if (std::find(figure.names.begin(), figure.names.end(), name.word) != figure.names.end())
      name.figure = figure.figure;
  return name;
}

std::optional<std::string> figure_name_of(const GameRules& rules, const State<Full>& state, int figure, int player) {
  const FigureRow& row = figure_rows(state)[figure];
  for (const JczWords::Figure& word : rules.catalogue->jcz->figures)
    if (word.figure == rules.figure(row.figure).name)
      return fmt::format("{}.{}.{}", player, word.names[0],
                         figure - first_figure(rules.kernel, row.seat, row.figure) + 1);
  return std::nullopt;
}

// ---------------------------------------------------------------- moves

bool says(const JczWords::Message& words, const GameRules& rules, const State<Full>& state, const Move& move) {
  for (const auto& [option, value] : words.when)
    if (!rules.is(option, value)) return false;
  if (words.puts) return move.kind == MoveKind::follower;
  if (!words.takes_back.empty())
    return move.kind == MoveKind::take_back && rules.figure(move.figure).name == words.takes_back;
  if (move.kind != MoveKind::act || rules.added[move.by]->id != words.expansion || rules.verb(move).name != words.verb)
    return false;
  if (words.answers.empty()) return true;
  const Pending* asked = question(state);
  if (asked == nullptr || asked->by != move.by || !rules.question(*asked).of_verb) return false;
  const std::string_view verb = rules.added[asked->by]->verbs[asked->value].name;
  return std::find(words.answers.begin(), words.answers.end(), verb) != words.answers.end();
}

const JczWords::Phase* phase_of(const GameRules& rules, const State<Full>& state) {
  const Pending* asked = question(state);
  if (asked == nullptr) return nullptr;
  const std::string name = fmt::format("{}.{}", rules.added[asked->by]->id, rules.question(*asked).name);
  for (const JczWords::Phase& phase : rules.catalogue->jcz->phases)
    if (phase.asked == name) return &phase;
  return nullptr;
}

bool asks_for_tile(const GameRules& rules, const State<Full>& state) {
  const Pending* asked = question(state);
  if (asked == nullptr) return state.phase == Phase::follower;
  const Moment moment = rules.moment_of(*asked);
  if (moment > Moment::tile && moment < Moment::acted) return true;
  const JczWords::Phase* phase = phase_of(rules, state);
  return phase != nullptr && phase->unconfirmed;
}

// ---------------------------------------------------------------- writing

const JczWords::Feature* words_for(const JczWords& words, FeatureType type, bool converted) {
  constexpr std::array kTypes = {TileFeatureType::city,    TileFeatureType::road,    TileFeatureType::cloister,
                                 TileFeatureType::field,   TileFeatureType::garden,  TileFeatureType::water,
                                 TileFeatureType::chapter, TileFeatureType::pyramid, TileFeatureType::building,
                                 TileFeatureType::quarter, TileFeatureType::hut,     TileFeatureType::trap};
  const std::string_view name = to_string(kTypes[static_cast<int>(type)]);
  for (const JczWords::Feature& feature : words.features)
    if (feature.type == name && feature.converted == converted) return &feature;
  return converted ? words_for(words, type) : nullptr;
}

json::array space_pointer(int x, int y, const Frame& frame) {
  const auto [their_x, their_y] = frame.theirs(x, y);
  return {their_x, their_y};
}

json::object feature_pointer(const GameRules& rules, const State<Full>& state, int piece, int feature,
                             const Frame& frame) {
  const int kind = state.piece[piece].kind, turns = state.piece[piece].rotation + frame.quarters;
  const auto& features = rules.kinds[kind].tile->features;
  if (feature == kOverpass) {
    const Overpass& road = *overpass_over(state, piece);
    const auto& cell = state.cell[state.piece[piece].cell];
    return {{"position", space_pointer(cell.x, cell.y, frame)},
            {"location", turned_straight(road.from == north || road.from == south ? "NS" : "WE", frame)},
            {"feature", words_for(*rules.catalogue->jcz, FeatureType::road)->names[0]}};
  }
  const TileFeatureSpec& spec = features[feature];
  std::string location;
  if (!spec.sides.empty()) {
    const unsigned sides = turned_sides(bits_of(spec.sides), turns);
    for (const SidesName& name : kSides)
      if (name.sides == sides) location = name.name;
  } else if (!spec.ports.empty()) {
    const unsigned halves = turned_halves(bits_of(spec.ports), turns);
    for (std::size_t h = 0; h < kHalves.size(); ++h)
      if ((halves >> h) & 1) location += (location.empty() ? "" : ".") + std::string(kHalves[h]);
  } else {
    int number = 1;  // of fields that reach no side
    for (int f = 0; f < feature; ++f)
      number += spec.type == TileFeatureType::field && features[f].type == spec.type && features[f].ports.empty();
    location = std::string(static_cast<std::size_t>(number), 'I');
  }
  const auto& cell = state.cell[state.piece[piece].cell];
  json::object pointer{{"position", space_pointer(cell.x, cell.y, frame)}, {"location", location}};
  const bool is_other = converted(rules.kernel, state, root_at(state, piece, feature));
  if (const JczWords::Feature* words = words_for(*rules.catalogue->jcz, type_of(state, piece, feature), is_other)) {
    pointer["feature"] = words->names[0];
    if (!words->place.empty()) pointer["location"] = words->place;
  }
  return pointer;
}

}  // namespace bastide::jcz
