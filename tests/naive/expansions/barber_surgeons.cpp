// The barber-surgeons in the naive implementation: what bathhouses add, who has to go there, and who comes back.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class BarberSurgeons : public Expansion {
 public:
  explicit BarberSurgeons(bool debt) : debt_(debt) {}

  /// BAR-3, BAR-4
  int worth(const Scene& scene, const Feature& feature) const override {
    if (feature.type != TileFeatureType::road && feature.type != TileFeatureType::city) return 0;
    int points = 0;
    for (const Segment s : feature.segments) {
      if (s.feature == kRoadOver) continue;
      for (const auto& symbol : scene.board.pieces()[s.piece].tile->symbols)
        if (symbol.feature == s.feature) points += banner(symbol.type);
    }
    return points;
  }

  bool at(Game& game, Moment moment) override {
    if (moment == Moment::paid) note(game);
    if (moment == Moment::counted) refresh(game);
    return moment == Moment::scored && next(game);
  }

  /// BAR-7: who is next; then where to.
  std::vector<Option> options(const Game& game) override {
    std::vector<Option> all;
    if (!next_.has_value()) {
      for (const Alone& each : std::set<Alone>(alone_.begin(), alone_.end()))
        all.push_back({"lone:" + std::to_string(each.seat + 1) + behind(each.kind), [this, each](Game& g) {
                         next_ = each;
                         if (!next(g)) g.go_on();
                       }});
      return all;
    }
    for (const int piece : open(game))
      all.push_back({"bathe:" + game.tile_text(piece) + behind(next_->kind), [this, piece](Game& g) {
                       enter(g, piece);
                       if (!next(g)) g.go_on();
                     }});
    return all;
  }

  /// BAR-10, BAR-O1
  void join(const Game& game, std::vector<Option>& all) override {
    for (const FigureOnBoard& f : game.on_tiles()) {
      const int price = price_of(game, f.where.piece);
      if (f.seat != game.seat() || price == 0 || (!debt_ && game.scores()[f.seat] < price)) continue;
      all.push_back({"buy-back:" + game.tile_text(f.where.piece) + behind(f.kind), [f, price](Game& g) {
                       g.give(f.seat, -price);
                       g.take_home(f);
                       if (g.options().size() == 1) g.go_on();  // nothing is left to be done
                     }});
    }
  }

 private:
  struct Alone {
    int seat = 0;
    FigureKind kind = kFollower;
    friend auto operator<=>(const Alone&, const Alone&) = default;
  };

  static std::string behind(FigureKind kind) { return kind == kFollower ? "" : ":" + std::string(kind); }

  static int banner(const std::string& symbol) {
    static const std::map<std::string, int> kBanners = {{"bathhouse-3", 3}, {"bathhouse-4", 4}, {"bathhouse-5", 5}};
    const auto found = kBanners.find(symbol);
    return found == kBanners.end() ? 0 : found->second;
  }

  static int price_of(const Game& game, int piece) {
    int price = 0;
    for (const auto& symbol : game.board().pieces()[piece].tile->symbols) price += banner(symbol.type);
    return price;
  }

  /// BAR-8
  static bool surrounded(const Game& game, int piece) {
    const Board& board = game.board();
    const Space at = board.pieces()[piece].at;
    for (const int dx : {-1, 0, 1})
      for (const int dy : {-1, 0, 1}) {
        const Space space{at.x + dx, at.y + dy};
        const bool beyond = !board.table().has(space) && board.table().edge_closes();  // HOUSE-BORDER
        if (!board.occupied(space) && !beyond) return false;
      }
    return true;
  }

  /// BAR-8
  static bool is_free(const Game& game, int piece) {
    const bool taken = std::any_of(game.on_tiles().begin(), game.on_tiles().end(),
                                   [&](const FigureOnBoard& f) { return f.where.piece == piece; });
    return price_of(game, piece) > 0 && !taken && !surrounded(game, piece);
  }

  /// For the follower that is next.
  std::vector<int> open(const Game& game) const {
    std::vector<int> found;
    for (int piece = 0; piece <= game.piece(); ++piece)
      if (is_free(game, piece) && game.may_be_put(next_->kind, {piece, kOnTile})) found.push_back(piece);
    return found;
  }

  /// BAR-5, BAR-6
  void note(const Game& game) {
    std::map<Segment, std::vector<Alone>> in;
    for (const FigureOnBoard& f : game.figures()) {
      const Feature& feature = game.board().feature(f.where);
      if (game.is_follower(f.kind) && feature.complete && !game.converted(feature) && !game.forgone(feature))
        in[feature.first()].push_back({f.seat, f.kind});
    }
    alone_.clear();
    next_.reset();
    for (const auto& [first, all] : in)
      if (all.size() == 1) alone_.insert(all.front());
  }

  /// BAR-9
  static void refresh(Game& game) {
    game.take_home([&](const FigureOnBoard& f) {
      return f.where.feature == kOnTile && price_of(game, f.where.piece) > 0 && surrounded(game, f.where.piece);
    });
  }

  void enter(Game& game, int piece) {
    game.put_on_tile(next_->seat, next_->kind, piece);
    alone_.erase(alone_.find(*next_));
    next_.reset();
  }

  /// BAR-7; whoever is not at home any more went elsewhere.
  bool next(Game& game) {
    std::erase_if(alone_, [&](const Alone& each) { return game.supply(each.seat, each.kind) == 0; });
    while (!alone_.empty()) {
      if (!next_ && std::set<Alone>(alone_.begin(), alone_.end()).size() > 1 && any_is_free(game)) {
        game.ask(*this, game.turn_seat());
        return true;
      }
      if (!next_) next_ = *alone_.begin();
      game.ask(*this, next_->seat);
      const std::vector<int> free = open(game);
      if (free.size() > 1) return true;
      if (free.size() == 1) {
        enter(game, free.front());
      } else {
        alone_.erase(alone_.find(*next_));
        next_.reset();
      }
    }
    return false;
  }

  static bool any_is_free(const Game& game) {
    for (int piece = 0; piece <= game.piece(); ++piece)
      if (is_free(game, piece)) return true;
    return false;
  }

  bool debt_;
  std::multiset<Alone> alone_;  ///< of this part of the turn, still to be looked after
  std::optional<Alone> next_;
};

}  // namespace

std::unique_ptr<Expansion> barber_surgeons(const GameRules& rules) {
  if (!rules.is("barber_surgeons", "on")) return nullptr;
  return std::make_unique<BarberSurgeons>(rules.is("bathhouse_debt", "allowed"));
}

}  // namespace bastide::naive
