// The plague in the naive implementation: which fleas are active is found anew each time, from what lies on the table.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr int kAllFleas = 18;

std::string text_of(Space s) {
  return std::to_string(s.x) + "," + std::to_string(s.y);
}

std::array<Space, 4> beside(Space s) {
  return {{{s.x, s.y - 1}, {s.x + 1, s.y}, {s.x, s.y + 1}, {s.x - 1, s.y}}};
}

bool is_plague(const TileSpec& tile) {
  return symbols_on(tile, "plague") > 0;
}

class Plague : public Expansion {
 public:
  Plague(int before, bool may) : before_(before), may_(may) {}

  // ---- PLAGUE-1: the sources come later

  bool waits(const Game& game, const TileSpec& tile) const override {
    return is_plague(tile) && (!others_ || others_in(game, true) > *others_ - before_);
  }

  // ---- in the order of play

  bool at(Game& game, Moment moment) override {
    switch (moment) {
      case Moment::set_up:
        others_ = others_in(game, false);
        return false;
      case Moment::turn_begins:
        eradicate(game);
        return false;
      case Moment::placed:
        if (game.part() == 0) has_spread_ = has_fled_ = false;
        show(game);
        return false;
      case Moment::scored:
        with_figure_ = false;
        if (game.part_due() && game.may_have_second_part()) return false;  // PLAGUE-13
        if (spreads(game).empty()) return false;
        game.ask(*this, game.turn_seat());
        return true;
      default:
        return false;
    }
  }

  void join(const Game& game, std::vector<Option>& all) override {
    with_figure_ = true;
    for (const Option& option : spreads(game)) all.push_back(option);
    for (const Option& option : flights(game)) all.push_back(option);
  }

  std::vector<Option> options(const Game& game) override {
    if (fleeing_) return refuges(game, *fleeing_);
    if (taken_) return targets(game, *taken_);
    std::vector<Option> all = spreads(game);
    if (all.empty()) return all;
    for (const Option& option : flights(game)) all.push_back(option);
    if (may_) all.push_back({"no-flea", [](Game& g) { g.go_on(); }});
    return all;
  }

  /// PLAGUE-2, PLAGUE-6
  bool forbids_figures(const Game& game, FigureKind, Segment where) const override {
    return where.feature != kOnTile && shut(game, where.piece);
  }

 private:
  int others_in(const Game& game, bool early_too) const {
    int count = 0;
    for (const auto& [tile, left] : game.stack())
      if (!is_plague(*tile) && (early_too || !game.leaves_early(*tile))) count += left;
    return count;
  }

  // ---- what lies where

  static std::vector<int> sources(const Game& game) {
    std::vector<int> found;
    for (int p = 0; p <= game.piece(); ++p)
      if (is_plague(*game.board().pieces()[p].tile)) found.push_back(p);
    return found;
  }

  std::vector<int> outbreaks(const Game& game) const {
    std::vector<int> active = sources(game);
    std::erase_if(active, [&](int p) { return eradicated_.contains(p); });
    return active;
  }

  /// Everything that is connected to an active outbreak, by these fleas.
  std::set<Space> region(const Game& game, const std::set<Space>& fleas) const {
    std::set<Space> all;
    for (const int p : outbreaks(game)) all.insert(game.board().pieces()[p].at);
    for (std::size_t before = 0; before != all.size();) {
      before = all.size();
      for (const Space flea : fleas)
        for (const Space next : beside(flea))
          if (all.contains(next)) {
            all.insert(flea);
            break;
          }
    }
    return all;
  }

  std::set<Space> latent(const Game& game) const {
    const std::set<Space> active = region(game, fleas_);
    std::set<Space> others;
    for (const Space flea : fleas_)
      if (!active.contains(flea)) others.insert(flea);
    return others;
  }

  bool shut(const Game& game, int piece) const {
    const std::vector<int> active = outbreaks(game);
    const std::set<Space>& spaces = game.board().pieces()[piece].spaces;
    return std::find(active.begin(), active.end(), piece) != active.end() ||
           std::any_of(spaces.begin(), spaces.end(), [&](Space s) { return fleas_.contains(s); });
  }

  void show(Game& game) const {
    const std::set<Space> asleep = latent(game);
    auto& shown = game.in_spaces();
    shown["latent-flea"] = asleep;
    shown["flea"].clear();
    for (const Space flea : fleas_)
      if (!asleep.contains(flea)) shown["flea"].insert(flea);
    shown["eradicated"].clear();
    for (const int p : eradicated_) shown["eradicated"].insert(game.board().pieces()[p].at);
  }

  /// PLAGUE-8
  void eradicate(Game& game) {
    const std::vector<int> active = outbreaks(game);
    if (static_cast<int>(fleas_.size()) == kAllFleas && active.size() > 1) eradicated_.insert(active.front());
    show(game);
  }

  // ---- the spread

  bool is_due(const Game& game) const {
    for (int p = game.piece() - game.part(); p <= game.piece(); ++p)
      if (p >= 0 && is_plague(*game.board().pieces()[p].tile)) return false;
    return !has_spread_;
  }

  /// PLAGUE-4: where a flea may go while these lie; not back to where it was taken.
  std::set<Space> free_beside(const Game& game, const std::set<Space>& lying, std::optional<Space> taken) const {
    std::set<Space> with_source;
    for (const int p : sources(game)) with_source.insert(game.board().pieces()[p].at);
    std::set<Space> free;
    for (const Space from : region(game, lying))
      for (const Space to : beside(from))
        if (game.board().occupied(to) && !lying.contains(to) && to != taken && !with_source.contains(to))
          free.insert(to);
    return free;
  }

  std::vector<Option> targets(const Game& game, std::optional<Space> taken) {
    std::set<Space> lying = fleas_;
    if (taken) lying.erase(*taken);
    std::vector<Option> all;
    for (const Space to : free_beside(game, lying, taken))
      all.push_back({"flea:" + text_of(to), [this, to, taken](Game& g) {
                       if (taken) fleas_.erase(*taken);
                       taken_.reset();
                       fleas_.insert(to);
                       has_spread_ = true;
                       g.take_home([&](const FigureOnBoard& f) {  // PLAGUE-5
                         return f.where.feature != kOnTile && !g.stays_to_the_end(f) &&
                                g.board().pieces()[f.where.piece].lies_in(to);
                       });
                       show(g);
                       go_on(g);
                     }});
    return all;
  }

  std::vector<Option> spreads(const Game& game) {
    if (!is_due(game)) return {};
    if (static_cast<int>(fleas_.size()) < kAllFleas) return targets(game, std::nullopt);
    const std::set<Space> asleep = latent(game);
    std::vector<Option> all;
    for (const Space flea : asleep.empty() ? fleas_ : asleep) {
      std::set<Space> rest = fleas_;
      rest.erase(flea);
      // PLAGUE-9: no active one is left alone
      const std::set<Space> active = region(game, rest);
      const bool whole = std::all_of(rest.begin(), rest.end(), [&](Space s) { return active.contains(s); });
      if ((asleep.empty() && !whole) || free_beside(game, rest, flea).empty()) continue;
      all.push_back({"lift-flea:" + text_of(flea), [this, flea](Game& g) {
                       taken_ = flea;
                       g.ask(*this, g.turn_seat());
                     }});
    }
    return all;
  }

  // ---- flight

  /// PLAGUE-7: step by step, each onto a tile that is not shut.
  std::set<Segment> reach(const Game& game, Segment from) const {
    std::set<Segment> all = {from};
    std::vector<Segment> edge = {from};
    while (!edge.empty()) {
      const Segment here = edge.back();
      edge.pop_back();
      for (const Segment next : game.board().next_to(here))
        if (!shut(game, next.piece) && all.insert(next).second) edge.push_back(next);
    }
    return all;
  }

  std::vector<Option> refuges(const Game& game, const FigureOnBoard& f) {
    std::vector<Option> all;
    for (const Segment to : reach(game, f.where)) {
      if (to.piece == f.where.piece || game.keeps_off(*this, f, to)) continue;
      all.push_back({game.place_text("refuge", to), [this, f, to](Game& g) {
                       fleeing_.reset();
                       has_fled_ = true;
                       g.move(f, to);
                       if (with_figure_) return g.ask_figure_again();
                       if (options(g).empty()) return g.go_on();
                       g.ask(*this, g.turn_seat());
                     }});
    }
    return all;
  }

  std::vector<Option> flights(const Game& game) {
    std::vector<Option> all;
    if (has_fled_ || sources(game).empty()) return all;
    std::set<FigureOnBoard> own;  // alike ones once
    for (const FigureOnBoard& f : game.figures()) {
      const TileFeatureType type = game.board().spec(f.where).type;
      if (f.seat == game.seat() && !game.kept(f) &&
          (type == TileFeatureType::road || type == TileFeatureType::city || type == TileFeatureType::field))
        own.insert(f);
    }
    for (const FigureOnBoard& f : own)
      if (!refuges(game, f).empty())
        all.push_back({game.place_text("flee", f.where, f.kind), [this, f](Game& g) {
                         fleeing_ = f;
                         g.ask(*this, g.turn_seat());
                       }});
    return all;
  }

  /// PLAGUE-16
  void go_on(Game& game) const {
    if (with_figure_)
      game.ask_figure_again();
    else
      game.go_on();
  }

  int before_;
  bool may_;
  std::optional<int> others_;  ///< tiles that are no sources, as the game begins
  std::set<Space> fleas_;
  std::set<int> eradicated_;  ///< sources
  bool has_spread_ = false, has_fled_ = false;
  bool with_figure_ = false;  ///< asked with the figure, not after the scoring
  std::optional<Space> taken_;
  std::optional<FigureOnBoard> fleeing_;
};

}  // namespace

std::unique_ptr<Expansion> plague(const GameRules& rules) {
  if (rules.is("plague", "off")) return nullptr;
  const int before = rules.is("plague_delay", "scaled") ? 3 * rules.kernel.seats + 1 : 17;
  const bool short_box = rules.kernel.before_late == 0;  // of a scenario
  return std::make_unique<Plague>(short_box ? 0 : before, rules.is("plague_spread", "may"));
}

}  // namespace bastide::naive
