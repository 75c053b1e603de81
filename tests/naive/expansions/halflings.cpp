// Halflings in the naive implementation: who gets which half tiles. When a half tile may be laid is in turns.cpp, what
// it counts in scoring.cpp.
#include <algorithm>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

/// The tile as the game knows it; rules that do not know it leave it as the catalogue has it.
const TileSpec* in_game(const GameRules& rules, const TileSpec& tile) {
  for (const GameRules::Kind& kind : rules.kinds)
    if (kind.tile->set == tile.set && kind.tile->id == tile.id) return kind.tile;
  return &tile;
}

class Halflings : public Expansion {
 public:
  explicit Halflings(const GameRules& rules)
      : draft_(rules.is("halflings", "draft")), each_(std::stoi(rules.options.at("half_tiles"))) {
    for (const char* set : {"halflings-1", "halflings-2"}) {  // HALF-1, HALF-2
      if (rules.is("half_sets", set == std::string("halflings-1") ? "two" : "one")) continue;
      for (const TileSpec& tile : rules.catalogue->find_set(set)->tiles)
        if (draft_ || tile.symbols.empty())
          for (int n = 0; n < tile.count; ++n) pool_.insert(in_game(rules, tile));
    }
  }

  bool lays_two_to_a_space() const override { return true; }

  bool at(Game& game, Moment moment) override {
    switch (moment) {
      case Moment::unpacked:
        game.lay_instead_of_drawing("reserve");
        game.pile("pool") = pool_;
        return false;
      case Moment::set_up:
        return next_of_reserves(game);
      default:
        return false;
    }
  }

  std::vector<Option> options(const Game& game) override {
    std::vector<Option> all;
    const Tiles& pool = game.pile("pool");
    for (const TileSpec* tile : std::set<const TileSpec*>(pool.begin(), pool.end()))
      all.push_back({"pick " + game.name_of(*tile), [this, tile](Game& g) { pick(g, *tile); }});
    return all;
  }

 private:
  /// HALF-2. First game: seat by seat, from the one that begins. Draft: the one that plays last picks first, then
  /// counter-clockwise, one tile each a round.
  bool next_of_reserves(Game& game) {
    const int first = game.turn_seat();
    const auto wants = [&](int seat) { return static_cast<int>(game.pile("reserve", seat).size()) < each_; };
    if (draft_) {
      if (!wants(first)) return false;  // who is the last of each round
      game.ask(*this, game.before(game.seat()));
      return true;
    }
    for (int i = 0, seat = first; i < game.seats(); ++i, seat = game.after(seat)) {
      if (!wants(seat)) continue;
      game.ask_draw(seat, "pool", [this, &game](const TileSpec& tile) {
        game.pile("reserve", game.seat()).insert(&tile);
        if (!next_of_reserves(game)) game.go_on();
      });
      return true;
    }
    return false;
  }

  void pick(Game& game, const TileSpec& tile) {
    Tiles& pool = game.pile("pool");
    pool.erase(pool.find(&tile));
    game.pile("reserve", game.seat()).insert(&tile);
    if (!next_of_reserves(game)) game.go_on();
  }

  bool draft_ = false;  ///< HALF-2: picked in turn, not dealt
  int each_ = 0;        ///< half tiles of each seat
  Tiles pool_;
};

}  // namespace

std::unique_ptr<Expansion> halflings(const GameRules& rules) {
  if (!rules.is("halflings", "first") && !rules.is("halflings", "draft")) return nullptr;
  return std::make_unique<Halflings>(rules);
}

}  // namespace bastide::naive
