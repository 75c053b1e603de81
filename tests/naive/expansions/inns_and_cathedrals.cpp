// Inns and cathedrals in the naive implementation: roads and cities that earn more or nothing, and the big follower.
#include <algorithm>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr FigureKind kBig = "big";

class InnsAndCathedrals : public Expansion {
 public:
  InnsAndCathedrals(bool inns, bool cathedrals, bool disregarded_at_the_end, int big, bool farmers)
      : inns_(inns),
        cathedrals_(cathedrals),
        disregarded_at_the_end_(disregarded_at_the_end),
        big_(big),
        farmers_(farmers) {}

  /// INN-1, BIG-1
  std::map<FigureKind, int> figures() const override {
    if (big_ == 0) return {};
    return {{kBig, big_}};
  }
  bool stands_on(FigureKind kind, TileFeatureType type) const override {
    if (kind != kBig || type == TileFeatureType::garden) return false;
    return type != TileFeatureType::field || farmers_;
  }

  /// BIG-2
  int strength(const Scene&, const FigureOnBoard& figure, int otherwise) const override {
    return figure.kind == kBig ? 2 : otherwise;
  }

  /// INN-3 to INN-5
  int points(const Scene& scene, const Feature& feature, Reason reason, int tiles, int otherwise) const override {
    const bool road = feature.type == TileFeatureType::road;
    if (!(road && inns_ && anywhere(scene, feature, "inn")) &&
        !(feature.type == TileFeatureType::city && cathedrals_ && anywhere(scene, feature, "cathedral")))
      return otherwise;
    if (reason == Reason::completed) return road ? 2 * tiles : 3 * (tiles + feature.shields);
    return disregarded_at_the_end_ ? otherwise : 0;
  }

 private:
  /// INN-6
  static bool anywhere(const Scene& scene, const Feature& feature, std::string_view what) {
    return std::any_of(feature.segments.begin(), feature.segments.end(), [&](Segment part) {
      const TileSpec& tile = *scene.board.pieces()[part.piece].tile;
      return std::any_of(tile.symbols.begin(), tile.symbols.end(), [&](const TileSymbol& symbol) {
        return symbol.type == what && symbol.feature == part.feature;
      });
    });
  }

  bool inns_, cathedrals_, disregarded_at_the_end_;
  int big_;
  bool farmers_;
};

}  // namespace

std::unique_ptr<Expansion> inns_and_cathedrals(const GameRules& rules) {
  const auto value = [&](const char* option) {
    const auto found = rules.options.find(option);
    return found == rules.options.end() ? std::string() : found->second;
  };
  const bool tiles = value("inns_and_cathedrals") == "2015" || value("inns_and_cathedrals") == "2002";
  const auto matter = [&](const char* option) { return value(option) == "on" || (value(option) == "with" && tiles); };
  const bool inns = matter("inns"), cathedrals = matter("cathedrals");
  if (!tiles && !inns && !cathedrals) return nullptr;
  return std::make_unique<InnsAndCathedrals>(inns, cathedrals, value("inn_final") == "ignore",
                                             tiles ? std::stoi(value("big_followers")) : 0,
                                             value("field_scoring") != "none");
}

}  // namespace bastide::naive
