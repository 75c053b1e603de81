// The princess and the dragon in the naive implementation: volcanoes, the dragon and its steps, the fairy, princesses
// and portals. The dragon stands on a space, the fairy on a tile.
#include <algorithm>
#include <map>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

class PrincessAndDragon : public Expansion {
 public:
  PrincessAndDragon(bool princess_must, bool fairy_guards_tile, bool dragon_after)
      : princess_must_(princess_must), fairy_guards_tile_(fairy_guards_tile), dragon_after_(dragon_after) {}

  bool at(Game& game, Moment moment) override {
    switch (moment) {
      case Moment::set_up:
      case Moment::placed:
        if (symbols_on(game.last_tile(), "volcano") > 0) wake_dragon(game);
        return false;
      case Moment::turn_begins:
        if (guards(game, game.turn_seat())) game.give(game.turn_seat(), 1);  // FAIRY-4
        return false;
      case Moment::acted:
        return !dragon_after_ && begin_movement(game);
      case Moment::scored:
        return dragon_after_ && begin_movement(game);
      default:
        return false;
    }
  }

  /// DRAGON-2
  bool takes(Game& game, const TileSpec& tile) override {
    if (dragon(game) || symbols_on(tile, "dragon") == 0) return false;
    game.pile("waiting").insert(&tile);
    return true;
  }

  /// VOLC-2, VOLC-3
  bool forbids_figures(const Game& game, FigureKind, Segment place) const override {
    const auto where = dragon(game);
    return where && game.board().pieces()[place.piece].lies_in(*where);
  }

  /// DRAGON-5: a step.
  std::vector<Option> options(const Game& game) override {
    std::vector<Option> all;
    for (const Space to : steps(game))
      all.push_back({"dragon:" + std::to_string(to.x) + "," + std::to_string(to.y), [this, to](Game& g) {
                       step(g, to);
                       if (!ask_step(g)) g.go_on();
                     }});
    return all;
  }

  void join(const Game& game, std::vector<Option>& all) override {
    const std::vector<Option> sent_home = princess(game);
    if (princess_must_ && !sent_home.empty()) all.clear();
    all.insert(all.end(), sent_home.begin(), sent_home.end());
    if (princess_must_ && !sent_home.empty()) return;
    join_fairy(game, all);
    join_portal(game, all);
  }

  /// FAIRY-5, FAIRY-6: for each feature of these on which somebody stands whom she guards.
  void paid(Game& game, const std::set<Segment>& scored) override {
    std::set<std::pair<int, Segment>> guarded;  // seat, feature
    for (const FigureOnBoard& f : game.figures())
      if (scored.contains(f.where) && guards(game, f)) guarded.insert({f.seat, game.board().feature(f.where).first()});
    for (const auto& [seat, feature] : guarded) game.give(seat, 3);
  }

  /// FAIRY-7
  void figures_left(Game& game) override {
    const auto fairy = game.neutrals().find("fairy");
    if (fairy == game.neutrals().end() || !fairy->second.beside) return;
    const FigureOnBoard& by = *fairy->second.beside;
    if (!game.figures().contains(by) && !game.on_tiles().contains(by)) fairy->second.beside.reset();
  }

 private:
  // ---- where they are

  static std::optional<Space> dragon(const Game& game) {
    const auto found = game.neutrals().find("dragon");
    return found == game.neutrals().end() ? std::nullopt : std::optional(found->second.space);
  }

  static const Neutral* fairy(const Game& game) {
    const auto found = game.neutrals().find("fairy");
    return found == game.neutrals().end() ? nullptr : &found->second;
  }

  static Space space_of(const Game& game, int piece) { return game.board().pieces()[piece].at; }

  /// Whether she stands by this follower, or with `fairy_guards_tile_` on its tile.
  bool guards(const Game& game, const FigureOnBoard& figure) const {
    const Neutral* she = fairy(game);
    if (!she || !game.is_follower(figure.kind)) return false;
    return fairy_guards_tile_ ? she->piece == figure.where.piece : she->beside == figure;
  }

  bool guards(const Game& game, int seat) const {
    const auto hers = [&](const FigureOnBoard& f) { return f.seat == seat && guards(game, f); };
    return std::any_of(game.figures().begin(), game.figures().end(), hers) ||
           std::any_of(game.on_tiles().begin(), game.on_tiles().end(), hers);
  }

  // ---- dragon

  /// VOLC-1; DRAGON-2: what waited for it is in the stack again.
  static void wake_dragon(Game& game) {
    game.neutrals()["dragon"] = {space_of(game, game.piece()), {}, {}};
    game.put_into_stack(game.pile("waiting"));
    game.pile("waiting").clear();
  }

  /// DRAGON-4
  bool begin_movement(Game& game) {
    const auto where = dragon(game);
    if (!where || symbols_on(game.last_tile(), "dragon") == 0) return false;
    visited_ = {*where};
    return ask_step(game);
  }

  /// DRAGON-5, DRAGON-7: the seat whose turn it is takes the first of six steps.
  bool ask_step(Game& game) {
    const int made = static_cast<int>(visited_.size()) - 1;
    if (made == 6 || steps(game).empty()) return false;
    game.ask(*this, (game.turn_seat() + made) % game.seats());
    return true;
  }

  /// DRAGON-6
  std::set<Space> steps(const Game& game) const {
    const Space from = *dragon(game);
    std::set<Space> found;
    for (const Space to :
         {Space{from.x, from.y - 1}, Space{from.x + 1, from.y}, Space{from.x, from.y + 1}, Space{from.x - 1, from.y}}) {
      const Neutral* she = fairy(game);
      const bool hers = she && game.board().pieces()[*she->piece].lies_in(to);
      if (game.board().occupied(to) && !visited_.contains(to) && !hers) found.insert(to);
    }
    return found;
  }

  /// DRAGON-8
  void step(Game& game, Space to) {
    game.neutrals().at("dragon").space = to;
    visited_.insert(to);
    game.take_home([&](const FigureOnBoard& f) { return game.board().pieces()[f.where.piece].lies_in(to); });
  }

  // ---- instead of a figure

  /// PRINC-1: in the city that her part of the tile belongs to.
  static std::vector<Option> princess(const Game& game) {
    std::set<FigureOnBoard> theirs;
    for (const TileSymbol& symbol : game.last_tile().symbols) {
      if (symbol.type != "princess") continue;
      const Feature& city = game.board().feature({game.piece(), symbol.feature});
      for (const FigureOnBoard& f : game.figures())
        if (game.is_follower(f.kind) && city.segments.contains(f.where)) theirs.insert(f);
    }
    std::vector<Option> all;
    for (const FigureOnBoard& figure : theirs)
      all.push_back({text_of(game, "princess", figure), [figure](Game& g) {
                       g.take_home(figure);
                       g.go_on();
                     }});
    return all;
  }

  /// FAIRY-1, FAIRY-2: to an own follower whom she does not guard; to a tile, by the first place with one.
  void join_fairy(const Game& game, std::vector<Option>& all) const {
    std::set<std::pair<Segment, FigureOnBoard>> own;  // in the order of their places
    std::set<int> tiles;
    for (const FigureOnBoard& f : game.figures())
      if (f.seat == game.seat() && game.is_follower(f.kind) && !guards(game, f)) own.insert({f.where, f});
    for (const auto& [where, figure] : own) {
      if (!tiles.insert(where.piece).second && fairy_guards_tile_) continue;
      Neutral she{space_of(game, where.piece), where.piece, {}};
      if (!fairy_guards_tile_) she.beside = figure;
      const std::string text = fairy_guards_tile_ ? game.place_text("fairy", where) : text_of(game, "fairy", figure);
      all.push_back({text, [she](Game& g) {
                       g.neutrals()["fairy"] = she;
                       g.go_on();
                     }});
    }
    for (const FigureOnBoard& f : game.on_tiles()) {
      if (f.seat != game.seat() || guards(game, f) || (fairy_guards_tile_ && tiles.contains(f.where.piece))) continue;
      Neutral she{space_of(game, f.where.piece), f.where.piece, {}};
      if (!fairy_guards_tile_) she.beside = f;
      all.push_back({"fairy-top:" + game.tile_text(f.where.piece), [she](Game& g) {
                       g.neutrals()["fairy"] = she;
                       g.go_on();
                     }});
    }
  }

  static std::string text_of(const Game& game, const std::string& verb, const FigureOnBoard& figure) {
    return verb + ":" + game.tile_text(figure.where.piece) + ":" + game.standing_text(figure);
  }

  /// PORTAL-1, PORTAL-3; what stands on the portal's own tile is no matter of it.
  static void join_portal(const Game& game, std::vector<Option>& all) {
    if (symbols_on(game.last_tile(), "portal") == 0) return;
    for (const Feature* feature : game.board().features()) {
      if (feature->complete || game.taken(feature->first())) continue;
      for (const Segment where : feature->segments)
        for (const auto& [kind, count] : game.figure_kinds())
          if (where.piece != game.piece() && game.is_follower(kind) && game.may_stand(kind, where))
            all.push_back({game.place_text("portal", where, kind), [where, kind = kind](Game& g) {
                             g.put(g.seat(), kind, where);
                             g.go_on();
                           }});
    }
  }

  bool princess_must_, fairy_guards_tile_, dragon_after_;
  std::set<Space> visited_;  ///< in this movement, where it began included
};

}  // namespace

std::unique_ptr<Expansion> princess_and_dragon(const GameRules& rules) {
  const auto value = [&](const char* option) {
    const auto found = rules.options.find(option);
    return found == rules.options.end() ? std::string() : found->second;
  };
  if (value("princess_and_dragon").empty() || value("princess_and_dragon") == "off") return nullptr;
  return std::make_unique<PrincessAndDragon>(value("princess") == "must", value("fairy") == "tile",
                                             value("dragon") == "after");
}

}  // namespace bastide::naive
