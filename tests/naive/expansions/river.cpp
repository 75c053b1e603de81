// The river in the naive implementation: its tiles come before all others, each goes on from exactly one that lies, and
// it never bends to the same hand twice in a row.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr std::array<Space, 4> kSteps = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};  // N, E, S, W

Space step(Space from, int direction) {
  return {from.x + kSteps[direction].x, from.y + kSteps[direction].y};
}

const TileFeatureSpec* water_of(const TileSpec& tile) {
  for (const TileFeatureSpec& f : tile.features)
    if (f.type == TileFeatureType::water) return &f;
  return nullptr;
}

/// Directions in which the river leaves a tile as it lies.
std::set<int> mouths(const TileSpec& tile, int rotation) {
  std::set<int> all;
  if (const TileFeatureSpec* water = water_of(tile))
    for (const TileSide side : water->sides) all.insert((static_cast<int>(side) + rotation) % 4);
  return all;
}

bool has_city(const TileSpec& tile) {
  return std::any_of(tile.features.begin(), tile.features.end(),
                     [](const TileFeatureSpec& f) { return f.type == TileFeatureType::city; });
}

class River : public Expansion {
 public:
  River(bool safe, bool another_tile, bool half_tiles_wait, std::string old_start)
      : safe_(safe), another_tile_(another_tile), half_tiles_wait_(half_tiles_wait), old_start_(std::move(old_start)) {}

  /// RIVER-1 to RIVER-3: the fork, the course, the lake that ends it, maybe the usual start tile; then the others.
  int stage(const TileSpec& tile) const override {
    const TileFeatureSpec* water = water_of(tile);
    if (!water) return !tile.start ? 0 : old_start_ == "river" ? -3 : old_start_ == "next" ? -1 : 0;
    if (water->sides.size() == 3) return -4;
    return ends_it(tile) ? -2 : -3;
  }

  /// RIVER-3
  bool draws_first(const Game& game) const override {
    return half_tiles_wait_ && std::any_of(game.stack().begin(), game.stack().end(),
                                           [&](const auto& tile) { return tile.second > 0 && stage(*tile.first) < 0; });
  }

  /// RIVER-4 to RIVER-6
  bool forbids_tile(const Board& board, const TileSpec& tile, Placement where) const override {
    const std::set<int> own = mouths(tile, where.rotation);
    if (own.empty()) return false;
    const Space here{where.x, where.y};
    std::vector<int> entries;
    for (const int d : own)
      if (const Piece* next = lies_at(board, step(here, d));
          next && mouths(*next->tile, next->rotation).contains(back(d)))
        entries.push_back(d);
    if (entries.size() != 1) return true;
    const int entry = entries.front();
    const Piece& before = *lies_at(board, step(here, entry));
    const int last = last_bend(board, before, back(entry));
    for (const int exit : own) {
      if (exit == entry) continue;
      if (last != 0 && bend(entry, exit) == last) return true;
      if (safe_ && !clear_ahead(board, here, exit)) return true;
    }
    return false;
  }

  /// RIVER-11
  bool forbids_figures(const Game& game, FigureKind, Segment where) const override {
    return where.piece == game.piece() && is_lava_lake(game);
  }

  bool at(Game& game, Moment moment) override {
    if (moment == Moment::placed && is_lava_lake(game)) game.take_another_turn();
    return false;
  }

 private:
  static int back(int direction) { return (direction + 2) % 4; }

  /// A lake without a city is the last tile of a river.
  static bool ends_it(const TileSpec& tile) {
    const TileFeatureSpec* water = water_of(tile);
    return water && water->sides.size() == 1 && !tile.start && !has_city(tile);
  }

  bool is_lava_lake(const Game& game) const {
    return another_tile_ && game.board().pieces().size() > 1 && ends_it(game.last_tile());
  }

  static const Piece* lies_at(const Board& board, Space space) {
    return board.occupied(space) ? &board.pieces()[board.pieces_in(space).front()] : nullptr;
  }

  /// Coming in by one side and leaving by another: 1 to the right, -1 to the left, 0 straight on.
  static int bend(int entry, int exit) {
    const int heading = back(entry);
    return exit == (heading + 1) % 4 ? 1 : exit == (heading + 3) % 4 ? -1 : 0;
  }

  /// Every way from the spring is walked; on the piece wanted it says how the way to `exit` bent.
  static int last_bend(const Board& board, const Piece& wanted, int exit) {
    struct Stand {
      const Piece* piece;
      int entry;
    };
    const Piece& spring = board.pieces().front();
    std::vector<Stand> todo;
    std::set<Space> seen{spring.at};
    if (&spring == &wanted) return 0;
    const auto spread = [&](const Piece& from) {
      for (const int d : mouths(*from.tile, from.rotation))
        if (const Piece* next = lies_at(board, step(from.at, d));
            next && mouths(*next->tile, next->rotation).contains(back(d)) && seen.insert(next->at).second)
          todo.push_back({next, back(d)});
    };
    spread(spring);
    while (!todo.empty()) {
      const Stand stand = todo.back();
      todo.pop_back();
      if (stand.piece == &wanted) return bend(stand.entry, exit);
      spread(*stand.piece);
    }
    return 0;
  }

  static bool clear_ahead(const Board& board, Space here, int exit) {
    for (int n = 1; n <= 2; ++n) {
      const Space ahead{here.x + n * kSteps[exit].x, here.y + n * kSteps[exit].y};
      if (board.occupied(ahead) || board.occupied(step(ahead, (exit + 1) % 4)) ||
          board.occupied(step(ahead, (exit + 3) % 4)))
        return false;
    }
    return true;
  }

  bool safe_, another_tile_, half_tiles_wait_;
  std::string old_start_;
};

}  // namespace

std::unique_ptr<Expansion> river(const GameRules& rules) {
  if (rules.is("river", "off")) return nullptr;
  return std::make_unique<River>(rules.is("river_turns", "safe"),
                                 !rules.is("river", "one") && rules.is("river_volcano", "extra"),
                                 rules.is("river_halves", "after"), rules.options.at("river_start"));
}

}  // namespace bastide::naive
