// The abbot in the naive implementation: where it stands, and how it is taken back.
#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr FigureKind kAbbot = "abbot";

class Abbot : public Expansion {
 public:
  /// ABBOT-1
  std::map<FigureKind, int> figures() const override { return {{kAbbot, 1}}; }
  bool stands_on(FigureKind kind, TileFeatureType type) const override {
    return kind == kAbbot && counts_surroundings(type);
  }

  /// ABBOT-2
  void join(const Game& game, std::vector<Option>& all) override {
    for (const FigureOnBoard& f : game.figures())
      if (f.seat == game.seat() && f.kind == kAbbot && !game.board().feature(f.where).complete &&
          game.board().spec(f.where).type != TileFeatureType::chapter &&
          game.board().spec(f.where).type != TileFeatureType::trap)
        all.push_back({"abbot-home", [f](Game& g) {
                         g.take_back(f);
                         g.go_on();
                       }});
  }
};

}  // namespace

std::unique_ptr<Expansion> abbot(const GameRules& rules) {
  if (!rules.is("abbots", "on")) return nullptr;
  return std::make_unique<Abbot>();
}

}  // namespace bastide::naive
