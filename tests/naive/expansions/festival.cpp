// The festival in the naive implementation: a figure is taken back from anywhere instead of placing one.
#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class Festival : public Expansion {
 public:
  explicit Festival(bool followers_only) : followers_only_(followers_only) {}

  /// FEST-2 to FEST-5
  void join(const Game& game, std::vector<Option>& all) override {
    if (symbols_on(game.last_tile(), "festival") == 0) return;
    std::set<FigureOnBoard> own;  // alike ones once
    for (const FigureOnBoard& f : game.figures())
      if (f.seat == game.seat() && !game.stays_to_the_end(f) && (game.is_follower(f.kind) || !followers_only_))
        own.insert(f);
    for (const FigureOnBoard& f : own)
      all.push_back({game.place_text("festival", f.where, f.kind), [f](Game& g) {
                       g.take_home(f);
                       g.go_on();
                     }});
  }

 private:
  bool followers_only_;
};

}  // namespace

std::unique_ptr<Expansion> festival(const GameRules& rules) {
  if (!rules.is("festival", "2016") && !rules.is("festival", "2011")) return nullptr;
  return std::make_unique<Festival>(rules.is("festival_return", "followers"));
}

}  // namespace bastide::naive
