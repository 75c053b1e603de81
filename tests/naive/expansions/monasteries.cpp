// Special monasteries in the naive implementation: what abbots earn, and when a monastery is not completed.
#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class Monasteries : public Expansion {
 public:
  /// MON-7: its own space, and those to each side up to the first that is empty.
  int points(const Scene& scene, const Feature& feature, Reason, int, int otherwise) const override {
    if (feature.type != TileFeatureType::chapter) return otherwise;
    const Space own = scene.board.pieces()[feature.first().piece].at;
    int spaces = 1;
    for (Space at = {own.x, own.y - 1}; scene.board.occupied(at); --at.y) ++spaces;
    for (Space at = {own.x, own.y + 1}; scene.board.occupied(at); ++at.y) ++spaces;
    for (Space at = {own.x - 1, own.y}; scene.board.occupied(at); --at.x) ++spaces;
    for (Space at = {own.x + 1, own.y}; scene.board.occupied(at); ++at.x) ++spaces;
    return spaces;
  }

  /// MON-6: a cloister in which there are abbots and no monk.
  bool converted(const Scene& scene, const Feature& feature) const override {
    if (feature.type != TileFeatureType::cloister) return false;
    bool monks = false, abbots = false;
    for (const FigureOnBoard& f : scene.figures) {
      if (f.where.piece != feature.first().piece) continue;
      monks |= f.where == feature.first();
      abbots |= scene.board.spec(f.where).type == TileFeatureType::chapter;
    }
    return abbots && !monks;
  }
};

}  // namespace

std::unique_ptr<Expansion> monasteries(const GameRules& rules) {
  if (rules.is("monasteries", "off")) return nullptr;
  return std::make_unique<Monasteries>();
}

}  // namespace bastide::naive
