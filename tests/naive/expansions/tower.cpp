// The tower in the naive implementation: floors on foundations, who is captured from them, and what becomes of
// prisoners.
#include <algorithm>
#include <array>
#include <cstdlib>
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

std::string name_of(FigureKind kind) {
  return kind == kFollower ? "follower" : std::string(kind);
}

/// ":NAME"; a follower goes without saying.
std::string behind(FigureKind kind) {
  return kind == kFollower ? "" : ":" + std::string(kind);
}

class Tower : public Expansion {
 public:
  bool at(Game& game, Moment moment) override {
    switch (moment) {
      case Moment::unpacked:
        game.tokens()["floor"] = std::vector<int>(static_cast<std::size_t>(game.seats()), dealt(game.seats()));
        return false;
      case Moment::placed:
        if (game.part() == 0) has_ransomed_ = false;  // RANS-1
        return false;
      case Moment::acted:
        return raised_ && ask_if_any(game);
      case Moment::scored:
        return ask_if_any(game);
      default:
        return false;
    }
  }

  /// CAPT-1, EXCH-2, or RANS-3.
  std::vector<Option> options(const Game& game) override {
    if (new_prisoner_) return exchanges(game);
    std::vector<Option> all = raised_ ? captures(game) : ransoms(game, [](Game& g) { g.go_on(); });
    if (all.empty()) return all;
    all.push_back({raised_ ? "nobody" : "unpaid", [this](Game& g) {
                     raised_.reset();
                     g.go_on();
                   }});
    return all;
  }

  void join(const Game& game, std::vector<Option>& all) override {
    join_floors(game, all);
    join_climbs(game, all);
    // RANS-2: it is not what the seat does in its turn.
    const std::vector<Option> freed = ransoms(game, [](Game& g) {
      if (g.options().size() == 1) g.go_on();  // nothing is left to be done
    });
    all.insert(all.end(), freed.begin(), freed.end());
  }

  /// RANS-4
  void at_the_end(Game&) override { prisoners_.clear(); }

  int set_apart(int seat, FigureKind kind) const override {
    return static_cast<int>(std::count_if(prisoners_.begin(), prisoners_.end(),
                                          [&](const Prisoner& p) { return p.owner == seat && p.kind == kind; }));
  }

 private:
  struct Prisoner {
    int captor = 0, owner = 0;
    FigureKind kind = kFollower;
    friend auto operator<=>(const Prisoner&, const Prisoner&) = default;
  };

  /// TOWER-1
  static int dealt(int seats) {
    static const std::map<int, int> kDealt = {{1, 10}, {2, 10}, {3, 9}, {4, 7}, {5, 6}, {6, 5}, {7, 4}, {8, 3}};
    return kDealt.at(seats);
  }

  static bool has_foundation(const Game& game, int piece) {
    return symbols_on(*game.board().pieces()[piece].tile, "tower") > 0;
  }

  int height(int piece) const {
    const auto found = heights_.find(piece);
    return found == heights_.end() ? 0 : found->second;
  }

  /// TOWER-4
  static bool open(const Game& game, int piece) {
    return std::none_of(game.on_tiles().begin(), game.on_tiles().end(),
                        [&](const FigureOnBoard& f) { return f.where.piece == piece; });
  }

  bool ask_if_any(Game& game) {
    game.ask(*this, game.turn_seat());
    if (!options(game).empty()) return true;
    raised_.reset();
    return false;
  }

  // ---- instead of a figure

  /// TOWER-3, TOWER-4
  void join_floors(const Game& game, std::vector<Option>& all) {
    if (game.tokens().at("floor")[game.seat()] == 0) return;
    for (int piece = 0; piece <= game.piece(); ++piece)
      if (has_foundation(game, piece) && open(game, piece))
        all.push_back({"floor:" + game.tile_text(piece), [this, piece](Game& g) {
                         ++heights_[piece];
                         --g.tokens().at("floor")[g.seat()];
                         raised_ = piece;
                         g.go_on();
                       }});
  }

  /// TOWER-5
  void join_climbs(const Game& game, std::vector<Option>& all) const {
    static const std::set<FigureKind> kNever = {"mayor", "wagon", "abbot"};
    for (const auto& [piece, floors] : heights_) {
      if (!open(game, piece)) continue;
      for (const auto& [kind, count] : game.figure_kinds()) {
        if (!game.is_follower(kind) || kNever.contains(kind) || game.supply(game.seat(), kind) == 0 ||
            !game.may_be_put(kind, {piece, kOnTile}))
          continue;
        all.push_back({"climb:" + game.tile_text(piece) + behind(kind), [piece = piece, kind = kind](Game& g) {
                         g.put_on_tile(g.seat(), kind, piece);
                         g.go_on();
                       }});
      }
    }
  }

  /// RANS-1, RANS-2
  template <class Then>
  std::vector<Option> ransoms(const Game& game, Then then) {
    std::vector<Option> all;
    if (has_ransomed_ || game.scores()[game.seat()] < 3) return all;
    const std::set<Prisoner> each(prisoners_.begin(), prisoners_.end());
    for (const Prisoner& prisoner : each)
      if (prisoner.owner == game.seat())
        all.push_back(
            {"ransom:" + std::to_string(prisoner.captor + 1) + behind(prisoner.kind), [this, prisoner, then](Game& g) {
               prisoners_.erase(prisoners_.find(prisoner));
               has_ransomed_ = true;
               g.pay(g.seat(), prisoner.captor, 3);
               then(g);
             }});
    return all;
  }

  // ---- capture

  /// CAPT-2: the spaces that the tower reaches.
  std::set<Space> range(const Game& game) const {
    const Space from = game.board().pieces()[*raised_].at;
    std::set<Space> reached = {from};
    for (int n = 1; n <= height(*raised_); ++n)
      for (const Space way : {Space{1, 0}, Space{-1, 0}, Space{0, 1}, Space{0, -1}})
        reached.insert({from.x + n * way.x, from.y + n * way.y});
    return reached;
  }

  /// CAPT-3
  std::vector<Option> captures(const Game& game) {
    const std::set<Space> reached = range(game);
    std::set<FigureOnBoard> there;  // alike ones once
    for (const Figures* figures : {&game.figures(), &game.on_tiles()})
      for (const FigureOnBoard& f : *figures)
        if (const auto& spaces = game.board().pieces()[f.where.piece].spaces;
            game.is_follower(f.kind) && !game.stays_to_the_end(f) &&
            std::any_of(spaces.begin(), spaces.end(), [&](Space space) { return reached.contains(space); }))
          there.insert(f);
    std::vector<Option> all;
    for (const FigureOnBoard& f : there) {
      const bool top = f.where.feature == kOnTile;
      const std::string text = top ? "capture-top:" + game.tile_text(f.where.piece)
                                   : "capture:" + game.tile_text(f.where.piece) + ":" + game.standing_text(f);
      all.push_back({text, [this, f](Game& g) { capture(g, f); }});
    }
    return all;
  }

  /// CAPT-4, EXCH-1
  void capture(Game& game, const FigureOnBoard& figure) {
    raised_.reset();
    game.take_home(figure);
    if (figure.seat == game.seat()) return game.go_on();
    const Prisoner fresh{game.seat(), figure.seat, figure.kind};
    prisoners_.insert(fresh);
    new_prisoner_ = fresh;
    const std::vector<Option> choices = exchanges(game);
    if (choices.size() > 1) return game.ask(*this, game.seat());
    if (choices.size() == 1) return choices.front().play(game);
    new_prisoner_.reset();
    game.go_on();
  }

  /// EXCH-2
  std::vector<Option> exchanges(const Game&) {
    std::vector<Option> all;
    const std::set<Prisoner> each(prisoners_.begin(), prisoners_.end());
    for (const Prisoner& own : each)
      if (own.owner == new_prisoner_->captor && own.captor == new_prisoner_->owner)
        all.push_back({"exchange:" + name_of(own.kind), [this, own](Game& g) {
                         prisoners_.erase(prisoners_.find(own));
                         prisoners_.erase(prisoners_.find(*new_prisoner_));
                         new_prisoner_.reset();
                         g.go_on();
                       }});
    return all;
  }

  std::map<int, int> heights_;  ///< floors, by piece
  std::multiset<Prisoner> prisoners_;
  std::optional<int> raised_;             ///< the piece on whose tower a floor was put: somebody may be captured
  std::optional<Prisoner> new_prisoner_;  ///< an exchange is about it
  bool has_ransomed_ = false;             ///< in this turn
};

}  // namespace

std::unique_ptr<Expansion> tower(const GameRules& rules) {
  if (!rules.is("tower", "second") && !rules.is("tower", "first")) return nullptr;
  return std::make_unique<Tower>();
}

}  // namespace bastide::naive
