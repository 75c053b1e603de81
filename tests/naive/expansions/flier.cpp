// The flier in the naive implementation: who flies from the tile just laid, how far, and where it may come down.
#include <optional>
#include <string>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class Flier : public Expansion {
 public:
  Flier(bool plain_only, bool chosen) : plain_only_(plain_only), chosen_(chosen) {}

  bool at(Game& game, Moment moment) override {
    if (moment == Moment::placed) has_flown_ = false;  // FLY-15
    if (moment != Moment::acted || !flies_) return false;
    if (chosen_)
      game.ask(*this, game.turn_seat());
    else
      game.ask_chance(*this, game.turn_seat());
    return true;
  }

  /// FLY-3, FLY-11
  void join(const Game& game, std::vector<Option>& all) override {
    if (!way(game.last_tile()) || has_flown_) return;
    for (const auto& [kind, count] : game.figure_kinds()) {
      if (game.supply(game.seat(), kind) == 0 || !may_fly(game, kind)) continue;
      const std::string name = kind == kFollower ? "follower" : std::string(kind);
      all.push_back({"fly:" + name, [this, kind = kind](Game& g) {
                       flies_ = kind;
                       has_flown_ = true;
                       g.go_on();
                     }});
    }
  }

  /// FLY-4: two of the six faces each; then FLY-7.
  std::vector<Option> options(const Game& game) override {
    if (spaces_) return landings(game);
    std::vector<Option> all;
    for (int spaces = 1; spaces <= 3; ++spaces)
      all.push_back({"distance:" + std::to_string(spaces), [this, spaces](Game& g) { fly(g, spaces); }, 2});
    return all;
  }

 private:
  void fly(Game& game, int spaces) {
    spaces_ = spaces;
    if (!landings(game).empty()) return game.ask(*this, game.turn_seat());
    down();  // FLY-8
    game.go_on();
  }

  void down() {
    flies_.reset();
    spaces_.reset();
  }

  /// FLY-5, FLY-6, FLY-9, FLY-13
  std::vector<Option> landings(const Game& game) {
    std::vector<Option> all;
    const Piece& from = game.board().pieces().back();
    Space step = *way(*from.tile);
    for (int i = 0; i < from.rotation; ++i) step = {-step.y, step.x};
    const Space to{from.at.x + *spaces_ * step.x, from.at.y + *spaces_ * step.y};
    if (!game.board().occupied(to)) return all;
    for (const int piece : game.board().pieces_in(to))
      for (const Segment where : game.board().segments_on(piece)) {
        const bool field = game.board().spec(where).type == TileFeatureType::field;
        if (field || game.board().feature(where).complete || !game.may_stand(*flies_, where)) continue;
        all.push_back({game.place_text("land", where, *flies_), [this, where](Game& g) {
                         g.put(g.seat(), *flies_, where);
                         down();
                         g.go_on();
                       }});
      }
    return all;
  }

  /// FLY-10
  bool may_fly(const Game& game, FigureKind kind) const {
    return plain_only_ ? kind == kFollower || kind == "big" : game.is_follower(kind);
  }

  /// FLY-2: as the tile is printed.
  static std::optional<Space> way(const TileSpec& tile) {
    if (symbols_on(tile, "flier-west") > 0) return Space{-1, 0};
    if (symbols_on(tile, "flier-northwest") > 0) return Space{-1, -1};
    return std::nullopt;
  }

  bool plain_only_, chosen_;
  std::optional<FigureKind> flies_;
  std::optional<int> spaces_;
  bool has_flown_ = false;  ///< from this tile
};

}  // namespace

std::unique_ptr<Expansion> flier(const GameRules& rules) {
  if (rules.is("flier", "off")) return nullptr;
  return std::make_unique<Flier>(rules.is("flier_who", "plain"), rules.is("flier_die", "choice"));
}

}  // namespace bastide::naive
