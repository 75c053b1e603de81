// Games as JSON.
#include "server/messages.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/rng.h"
#include "server/words.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr unsigned kLooks = 16;  ///< pictures a tile has in each rotation; more than any tile has copies

uint64_t hash(std::string_view text) {  // FNV-1a: spreads looks, guards nothing
  uint64_t h = 0xcbf29ce484222325u;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return h;
}

json::object completion_json(const Game& game, const ExplainedAward& award, int kind) {
  json::object completion = texts_json(texts_of(award.translations, "title", award.title), "title");
  completion["category"] = category_of(award.extent.type);
  completion["segments"] = segments_json(game, award.extent.segments, kind);
  completion["spaces"] = spaces_json(award.extent.spaces);
  completion["points"] = points_json(award);
  return completion;
}

/// What is drawn on a tile and has a rule, each as often as it is there.
json::array symbols_json(const TileSpec& tile) {
  static const std::map<std::string_view, std::pair<std::string_view, std::string_view>> known = {
      {"vineyard", {"vineyard", "HALF-VINEYARD"}},
      {"hill", {"hill", "HALF-HILL"}},
      {"sheep", {"sheep", "HALF-SHEEP"}},
      {"crop-circle", {"crop", "HALF-CROP"}}};
  json::array symbols;
  for (const TileSymbol& symbol : tile.symbols)
    for (int i = 0; i < symbol.count; ++i) {
      const auto& [name, rule] = known.at(symbol.type);
      symbols.push_back({{"symbol", name}, {"rule", rule}});
    }
  return symbols;
}

/// A place for a figure on the tile `placement` lays, or the figure that may be taken back instead (ABBOT-2).
json::object place_json(const Game& game, const Game::FollowerOption& option, Move placement) {
  const GameRules& rules = game.rules();
  const int kind = placement.tile;
  const bool home = option.move.kind == MoveKind::take_back;
  const bool abbot = option.move.figure != Figure::follower;
  json::object place{{"kind", figure_name(option.extent.type, option.move.figure)},
                     {"segments", segments_json(game, option.extent.segments, kind)},
                     {"size", option.extent.spaces.size()},
                     {"points", option.points}};
  if (home) {
    place["place"] = "";
    place["move"] = "abbot-home";
    place["label"] = fmt::format("Abbot home: {} points now", option.points);
    place["home"] = true;
  } else {
    const std::string& name = rules.feature(kind, option.move.feature).place;
    const std::string words =
        place_in_words(*rules.kinds[static_cast<std::size_t>(kind)].tile, option.move.feature, placement.rotation);
    place["place"] = name;
    place["move"] = abbot ? "abbot@" + name : name;
    place["label"] = abbot ? "Abbot" + words.substr(std::min(words.find(' '), words.size())) : words;
  }
  return place;
}

}  // namespace

Pictures::Pictures(const GameRules& rules, const std::string& game, std::string version)
    : version_(std::move(version)), salt_(hash(game)) {
  for (std::size_t kind = 0; kind < rules.kinds.size(); ++kind) {
    const TileSpec& tile = *rules.kinds[kind].tile;
    std::vector<std::string> copies;
    for (const TileVariant& variant : tile.variants)
      copies.insert(copies.end(), static_cast<std::size_t>(variant.count), variant.illustration);
    if (kind == rules.kernel.start_kind && !copies.empty()) {
      const auto start =
          std::find_if(tile.variants.begin(), tile.variants.end(), [](const TileVariant& v) { return v.start; });
      start_illustration_ = start == tile.variants.end() ? copies.front() : start->illustration;
      copies.erase(std::find(copies.begin(), copies.end(), start_illustration_));
    }
    Rng rng(salt_ + kind);
    for (std::size_t i = copies.size(); i > 1; --i)
      std::swap(copies[i - 1], copies[rng.below(static_cast<uint32_t>(i))]);
    illustrations_.push_back(std::move(copies));
  }
}

Picture Pictures::copy(int kind, int number) const {
  const auto& copies = illustrations_[static_cast<std::size_t>(kind)];
  const auto look = (salt_ + static_cast<uint64_t>(kind) * 7 + static_cast<uint64_t>(number)) % kLooks;
  return {fmt::format("{}-{}", look, version_),
          copies.empty() ? "" : copies[static_cast<std::size_t>(number) % copies.size()]};
}

json::object tile_json(const GameRules& rules, int kind, const Picture& picture) {
  const TileSpec& tile = *rules.kinds[static_cast<std::size_t>(kind)].tile;
  json::object o{{"set", tile.set},
                 {"id", tile.id},
                 {"illustration", picture.illustration},
                 {"seed", picture.seed},
                 {"name", tile_in_words(tile)}};
  if (tile.shape == TileShape::half) o["shape"] = "half";
  if (!tile.symbols.empty()) o["symbols"] = symbols_json(tile);
  return o;
}

json::object piece_json(const BoardView& board, int piece, const Picture& picture) {
  const State<Full>& state = board.state;
  const auto& p = state.piece[static_cast<std::size_t>(piece)];
  json::object o = tile_json(board.rules, p.kind, picture);
  o["piece"] = piece;
  o["x"] = state.cell[p.cell].x;
  o["y"] = state.cell[p.cell].y;
  o["rotation"] = p.rotation;
  return o;
}

json::object figure_json(const BoardView& board, const PlacedFigure& figure) {
  const int kind = board.state.piece[static_cast<std::size_t>(figure.piece)].kind;
  const auto type =
      board.rules.kernel.kinds[static_cast<std::size_t>(kind)].feature[static_cast<std::size_t>(figure.feature)].type;
  return {{"id", figure.id},
          {"seat", figure.seat},
          {"piece", figure.piece},
          {"place", board.rules.feature(kind, figure.feature).place},
          {"kind", figure_name(type, figure.figure)}};
}

json::array placements_json(const Game& game, int kind) {
  if (game.state().phase != Phase::tile && game.state().phase != Phase::reserve) return {};
  std::map<std::pair<int, int>, std::vector<Move>> spaces;  // by y, x: the order in which they are read
  for (const Move& move : game.legal())
    if (move.kind == MoveKind::tile && move.tile == kind) spaces[{move.y, move.x}].push_back(move);
  json::array array;
  for (auto& [space, moves] : spaces) {
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.rotation < b.rotation; });
    json::array ways;
    for (const Move& move : moves) {
      const Game::Preview preview = game.preview(move);
      json::array completes, places;
      for (const ExplainedAward& award : preview.completes) completes.push_back(completion_json(game, award, kind));
      for (const Game::FollowerOption& option : preview.followers) places.push_back(place_json(game, option, move));
      ways.push_back({{"rotation", move.rotation},
                      {"move", move_text(game.rules(), game.state(), move)},
                      {"completes", std::move(completes)},
                      {"places", std::move(places)}});
    }
    array.push_back({{"x", space.second}, {"y", space.first}, {"ways", std::move(ways)}});
  }
  return array;
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
                     {"translations", translations_json(preset.translations)},
                     {"options", std::move(options)}});
  }
  return array;
}

json::array options_json(const Catalogue& catalogue) {
  json::array array;
  for (const OptionSpec& option : catalogue.options) {
    json::array values;
    for (const OptionValue& value : option.values)
      values.push_back({{"id", value.id},
                        {"name", value.name},
                        {"sentence", value.sentence},
                        {"translations", translations_json(value.translations)}});
    json::object o{{"id", option.id},
                   {"group", option.group},
                   {"name", option.name},
                   {"sentence", option.sentence},
                   {"rules", json::value_from(option.rules)},
                   {"synonyms", json::value_from(option.synonyms)},
                   {"values", std::move(values)},
                   {"translations", translations_json(option.translations)},
                   {"default", option.default_value}};
    if (option.values.empty()) {
      o["minimum"] = option.minimum;
      o["maximum"] = option.maximum;
    }
    array.push_back(std::move(o));
  }
  return array;
}

std::string iso_time(int64_t milliseconds) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(static_cast<std::time_t>(milliseconds / 1000)),
                     milliseconds % 1000);
}

}  // namespace bastide
