// Little buildings in the naive implementation: what each seat gets of them, where they are put, and what they bring.
#include <array>
#include <map>
#include <string>
#include <vector>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr std::array<const char*, 3> kNames = {"tower", "house", "shed"};

class LittleBuildings : public Expansion {
 public:
  explicit LittleBuildings(bool graded) : graded_(graded) {}

  /// LIT-1: each as many of all sorts as go round; of the rest one after the other, in the order of seats.
  bool at(Game& game, Moment moment) override {
    if (moment != Moment::unpacked) return false;
    const int seats = game.seats();
    for (const char* name : kNames) held(game, name).assign(static_cast<std::size_t>(seats), 6 / seats);
    if (graded_) return false;
    const int each = 18 / seats - 3 * (6 / seats);
    for (int i = 0; i < each * seats; ++i) ++held(game, kNames[i % 3])[i / each];
    return false;
  }

  /// LIT-2, LIT-11
  void join(const Game& game, std::vector<Option>& all) override {
    for (const char* name : kNames)
      if (game.tokens().at("little-" + std::string(name))[game.seat()] > 0)
        all.push_back({"little-" + std::string(name), [this, name](Game& g) {
                         --held(g, name)[g.seat()];
                         g.stand_on_piece("little-" + std::string(name), g.piece());
                         built_.push_back({name, g.board().pieces().back().spaces});
                         g.go_on();
                       }});
  }

  /// LIT-5 to LIT-8
  int always(const Scene&, const Feature& feature) const override {
    int points = 0;
    for (const Built& built : built_)
      if (std::any_of(built.spaces.begin(), built.spaces.end(),
                      [&](Space space) { return feature.spaces.contains(space); }))
        points += graded_ ? value(built.name) : 1;
    return points;
  }

 private:
  struct Built {
    std::string name;
    std::set<Space> spaces;  ///< of its tile
  };

  static std::vector<int>& held(Game& game, const std::string& name) { return game.tokens()["little-" + name]; }
  static int value(const std::string& name) { return name == "tower" ? 3 : name == "house" ? 2 : 1; }

  bool graded_;
  std::vector<Built> built_;
};

}  // namespace

std::unique_ptr<Expansion> little_buildings(const GameRules& rules) {
  if (rules.is("little_buildings", "off")) return nullptr;
  return std::make_unique<LittleBuildings>(rules.is("little_buildings", "graded"));
}

}  // namespace bastide::naive
