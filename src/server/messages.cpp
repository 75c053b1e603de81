// Games as JSON.
#include "server/messages.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "core/rng.h"
#include "expansions/registry.h"
#include "game/place_words.h"
#include "server/ask_json.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr unsigned kLooks = 16;  ///< pictures a tile has in each rotation; more than any tile has copies

uint64_t hash(std::string_view text) {  // FNV-1a: spreads looks, guards nothing
  uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

/// What is drawn on a tile and has a rule, each as often as it is there.
json::array symbols_json(const TileSpec& tile) {
  json::array symbols;
  for (const TileSymbol& symbol : tile.symbols)
    for (const Expansion* expansion : expansions())
      for (const MarkSpec& mark : expansion->marks)
        for (int i = 0; i < symbol.count && mark.name == symbol.type; ++i)
          symbols.push_back({{"symbol", mark.name}, {"rule", mark.rule}});
  return symbols;
}

}  // namespace

Pictures::Pictures(const GameRules& rules, const std::string& game, std::string version)
    : rules_(&rules), version_(std::move(version)), salt_(hash(game)) {}

/// Of a tile's copies in the order in which the game uses them; of the start tile's kind the start tile's comes first.
std::vector<std::string_view> Pictures::illustrations(int kind) const {
  const TileSpec& tile = *rules_->kinds[kind].tile;
  std::vector<std::string_view> copies;
  for (const TileVariant& variant : tile.variants) copies.insert(copies.end(), variant.count, variant.illustration);
  auto first = copies.begin();
  if (kind == rules_->kernel.start_kind && !copies.empty()) {
    const auto start =
        std::find_if(tile.variants.begin(), tile.variants.end(), [](const TileVariant& v) { return v.start; });
    if (start != tile.variants.end()) {
      const auto found = std::find(first, copies.end(), std::string_view(start->illustration));
      std::rotate(first, found, found + 1);
    }
    ++first;
  }
  Rng rng(salt_ + static_cast<uint64_t>(kind));
  for (std::size_t i = copies.end() - first; i > 1; --i)
    std::swap(first[static_cast<std::ptrdiff_t>(i) - 1], first[rng.below(static_cast<uint32_t>(i))]);
  return copies;
}

Picture Pictures::start() const {
  const auto all = illustrations(rules_->kernel.start_kind);
  return {"s-" + version_, all.empty() ? "" : std::string(all.front())};
}

Picture Pictures::copy(int kind, int number) const {
  const auto all = illustrations(kind);
  const std::size_t others = kind == rules_->kernel.start_kind && !all.empty() ? 1 : 0;
  const auto look = (salt_ + static_cast<uint64_t>(kind) * 7 + static_cast<uint64_t>(number)) % kLooks;
  const std::size_t left = all.size() - others;
  return {fmt::format("{}-{}", look, version_),
          left == 0 ? "" : std::string(all[others + static_cast<std::size_t>(number) % left])};
}

Picture Pictures::hidden(int kind, int seat, int number) const {
  return copy(kind, number * rules_->kernel.seats + seat);
}

/// What is no square says so.
static void add_shape(json::object& o, const TileSpec& tile) {
  if (tile.shape == TileShape::half) o["shape"] = "half";
  if (tile.shape == TileShape::twin) o["shape"] = "twin";
}

json::object tile_json(const GameRules& rules, int kind, const Picture& picture) {
  const TileSpec& tile = *rules.kinds[kind].tile;
  json::object o{{"set", tile.set},
                 {"id", tile.id},
                 {"illustration", picture.illustration},
                 {"seed", picture.seed},
                 {"name", tile_in_words(rules.catalogue->phrases, tile)[0]}};
  add_shape(o, tile);
  if (!tile.symbols.empty()) o["symbols"] = symbols_json(tile);
  return o;
}

json::object piece_json(const BoardView& board, int piece, const Picture& picture) {
  const State<Full>& state = board.state;
  const auto& p = state.piece[piece];
  json::object o = tile_json(board.rules, p.kind, picture);
  o["piece"] = piece;
  o["x"] = state.cell[p.cell].x;
  o["y"] = state.cell[p.cell].y;
  o["rotation"] = p.rotation;
  return o;
}

json::object figure_json(const BoardView& board, const PlacedFigure& figure) {
  const int kind = board.state.piece[figure.piece].kind;
  const auto type = type_of(board.state, figure.piece, figure.feature);
  return {{"id", figure.id},
          {"seat", figure.seat},
          {"piece", figure.piece},
          {"place", board.rules.feature(kind, figure.feature).place},
          {"kind", figure_name(board.rules, type, figure.figure)}};
}

json::array changed_json(const GameRules& rules) {
  json::array changed;
  for (const auto& [id, value] : rules.choice.options)
    changed.push_back(texts_json(option_in_words(*rules.catalogue->find_option(id), value), "words"));
  return changed;
}

json::array presets_json(const Catalogue& catalogue) {
  json::array array;
  for (const PresetSpec& preset : catalogue.presets) {
    int tiles = 0;
    for (const TileSetUse& use : preset.tiles)
      if (const TileSet* set = catalogue.find_set(use.set)) tiles += set->total() * use.times;
    json::object options;
    for (const OptionSpec& option : catalogue.options) {
      const auto changed = preset.options.find(option.id);
      options[option.id] = changed == preset.options.end() ? option.default_value : changed->second;
    }
    array.push_back({{"id", preset.id},
                     {"name", preset.name},
                     {"sentence", preset.sentence},
                     {"source", preset.source},
                     {"theme", preset.theme},
                     {"minSeats", preset.min_seats},
                     {"maxSeats", preset.max_seats},
                     {"tiles", tiles},
                     {"minutes", preset.minutes},
                     {"minutesMore", preset.minutes_more},
                     {"translations", translations_json(preset.translations)},
                     {"options", std::move(options)}});
  }
  return array;
}

namespace {

/// What an option needs to have an effect: what it says itself; else that the expansion is on that alone reads it.
std::map<std::string, std::vector<std::string>> needed_for(const OptionSpec& option, const Catalogue& catalogue) {
  if (!option.only_when.empty()) return option.only_when;
  const Expansion* reader = nullptr;
  for (const Expansion* expansion : expansions()) {
    const auto& read = expansion->options;
    const auto found = std::find_if(read.begin(), read.end(), [&](const OptionRead& o) { return o.id == option.id; });
    if (found == read.end()) continue;
    if (reader != nullptr || found == read.begin() || expansion->in_play != nullptr) return {};
    reader = expansion;
  }
  if (reader == nullptr) return {};
  const OptionSpec& first = *catalogue.find_option(reader->options.front().id);
  std::vector<std::string> on;
  for (const OptionValue& value : first.values)
    if (value.id != first.default_value) on.push_back(value.id);
  if (on.empty()) return {};
  return {{first.id, std::move(on)}};
}

}  // namespace

json::array options_json(const Catalogue& catalogue) {
  json::array array;
  for (const OptionSpec& option : catalogue.options) {
    json::array values;
    for (const OptionValue& value : option.offered()) {
      json::object one{{"id", value.id},
                       {"name", value.name},
                       {"sentence", value.sentence},
                       {"translations", translations_json(value.translations)}};
      if (value.seats > 0) one["seats"] = value.seats;
      values.push_back(std::move(one));
    }
    json::object o{{"id", option.id},
                   {"group", option.group},
                   {"name", option.name},
                   {"sentence", option.sentence},
                   {"rules", json::value_from(option.rules)},
                   {"synonyms", json::value_from(option.synonyms)},
                   {"values", std::move(values)},
                   {"translations", translations_json(option.translations)},
                   {"default", option.default_value}};
    if (const auto needed = needed_for(option, catalogue); !needed.empty()) o["onlyWhen"] = json::value_from(needed);
    if (option.values.empty()) {
      o["minimum"] = option.minimum;
      o["maximum"] = option.maximum;
    }
    array.push_back(std::move(o));
  }
  return array;
}

namespace {

bool holds(const Condition& condition, const Condition& settings, const Catalogue& catalogue) {
  return std::all_of(condition.begin(), condition.end(), [&](const auto& one) {
    const auto set = settings.find(one.first);
    return (set == settings.end() ? catalogue.find_option(one.first)->default_value : set->second) == one.second;
  });
}

/// How many tiles come with an expansion that is on as its card switches it on.
int tiles_with(const ExpansionCard& card, const Catalogue& catalogue) {
  const Condition on{{card.option, card.value}};
  int tiles = 0;
  for (const ExpansionTiles& use : catalogue.tiles)
    if (use.expansion == card.expansion && holds(use.when, on, catalogue) &&
        (use.unless.empty() || !holds(use.unless, on, catalogue)))
      tiles += catalogue.find_set(use.set)->total();
  return tiles;
}

/// The figures that an expansion brings.
json::array figures_with(const Expansion& expansion, const Catalogue& catalogue) {
  json::array figures;
  for (const FigureSpec& figure : expansion.figures) {
    json::object one{{"figure", figure.name}, {"count", figure.kind.count}, {"seats", !figure.kind.neutral}};
    put_text(one, "name", say(catalogue.phrases, fmt::format("figure.{}", figure.name)));
    figures.push_back(std::move(one));
  }
  return figures;
}

const Expansion& expansion_named(std::string_view id) {
  return **std::find_if(expansions().begin(), expansions().end(), [&](const Expansion* e) { return e->id == id; });
}

}  // namespace

json::array cards_json(const Catalogue& catalogue) {
  constexpr std::array<std::string_view, 3> kSizes{"own", "large", "small"};
  json::array array;
  for (const ExpansionCard& card : catalogue.cards) {
    const Expansion& expansion = expansion_named(card.expansion);
    json::array options;
    for (const OptionRead& option : expansion.options) options.push_back(json::string(option.id));
    const TileSpec& tile = *catalogue.find_set(card.tile_set)->find(card.tile);
    json::object picture{{"set", tile.set},
                         {"id", tile.id},
                         {"illustration", tile.illustration},
                         {"seed", "card"},
                         {"name", tile_in_words(catalogue.phrases, tile)[0]}};
    add_shape(picture, tile);
    if (!tile.symbols.empty()) picture["symbols"] = symbols_json(tile);
    json::object o{{"id", card.expansion},
                   {"option", card.option},
                   {"value", card.value},
                   {"sentence", card.sentence},
                   {"translations", translations_json(card.translations)},
                   {"tile", std::move(picture)},
                   {"size", kSizes[static_cast<std::size_t>(card.size)]},
                   {"choices", json::value_from(card.choices)},
                   {"options", std::move(options)},
                   {"figures", figures_with(expansion, catalogue)},
                   {"tiles", tiles_with(card, catalogue)},
                   {"minutes", card.minutes}};
    if (!card.sign.empty()) o["sign"] = card.sign;
    array.push_back(std::move(o));
  }
  return array;
}

json::array boxes_json(const Catalogue& catalogue) {
  json::array array;
  for (const BoxSpec& box : catalogue.boxes)
    array.push_back({{"id", box.id},
                     {"name", box.name},
                     {"sentence", box.sentence},
                     {"source", box.source},
                     {"preset", box.preset},
                     {"translations", translations_json(box.translations)},
                     {"options", json::value_from(box.options)}});
  return array;
}

std::string iso_time(int64_t milliseconds) {
  constexpr int64_t kFirst = -62'167'219'200'000, kLast = 253'402'300'799'999;  // years 0000 to 9999
  const auto time = std::chrono::milliseconds(std::clamp(milliseconds, kFirst, kLast));
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(static_cast<std::time_t>(seconds.count())),
                     (time - seconds).count());
}

}  // namespace bastide
