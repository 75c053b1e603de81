// Crop circles in the naive implementation: what is chosen, and what each seat then does with one of its figures.
#include <algorithm>
#include <array>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

/// CROP-5: whom it is about, and the circle that says so.
struct Kind {
  const char* name;
  TileFeatureType stands_on;
  const char* circle;
};
constexpr std::array<Kind, 3> kKinds = {{{"knight", TileFeatureType::city, "crop-circle-city"},
                                         {"highwayman", TileFeatureType::road, "crop-circle-road"},
                                         {"farmer", TileFeatureType::field, "crop-circle-field"}}};

class CropCircles : public Expansion {
 public:
  explicit CropCircles(bool must) : must_(must) {}

  /// CROP-3, CROP-4
  bool at(Game& game, Moment moment) override {
    if (moment != Moment::scored) return false;
    may_name_.clear();
    for (const Kind& kind : kKinds) {
      const bool any = symbols_on(game.last_tile(), "crop-circle") > 0;  // HALF-CROP
      const bool nobody = kind.stands_on == TileFeatureType::field && game.rules().farmers == Farmers::none;
      if (any || (symbols_on(game.last_tile(), kind.circle) > 0 && !nobody)) may_name_.push_back(kind);
    }
    if (may_name_.empty()) return false;
    chosen_ = false;
    game.ask(*this, game.turn_seat());
    return true;
  }

  std::vector<Option> options(const Game& game) override {
    std::vector<Option> all;
    if (!chosen_) {
      for (const Kind& kind : may_name_)
        for (const bool add : {true, false})
          all.push_back({std::string("crop:") + kind.name + (add ? ":add" : ":home"),
                         [this, kind, add](Game& g) { choose(g, kind, add); }});
      return all;
    }
    for (const FigureOnBoard& figure : answers(game))
      all.push_back({game.place_text("at", figure.where, figure.kind), [this, figure](Game& g) { answer(g, figure); }});
    if (add_ && !must_) all.push_back({"-", [this](Game& g) { next_answer(g); }});
    return all;
  }

 private:
  /// CROP-6: from the left of whoever chose, who is the last.
  void choose(Game& game, const Kind& kind, bool add) {
    kind_ = kind;
    add_ = add;
    chosen_ = true;
    answering_.clear();
    for (int seat = game.after(game.turn_seat()); seat != game.turn_seat(); seat = game.after(seat))
      answering_.push_back(seat);
    answering_.push_back(game.turn_seat());
    next_answer(game);
  }

  /// CROP-9: who has no such figure, or none to add, is passed over.
  void next_answer(Game& game) {
    while (!answering_.empty()) {
      game.ask(*this, answering_.front());
      answering_.erase(answering_.begin());
      if (!answers(game).empty()) return;
    }
    game.go_on();
  }

  /// CROP-7: figures that can be added; CROP-8: those that can be taken back.
  std::set<FigureOnBoard> answers(const Game& game) const {
    std::set<FigureOnBoard> all;
    for (const FigureOnBoard& f : game.figures()) {
      if (game.kept(f) || f.seat != game.seat() || !game.is_follower(f.kind) ||
          game.board().spec(f.where).type != kind_.stands_on)
        continue;
      if (!add_) all.insert(f);
      for (const auto& [kind, count] : game.figure_kinds())
        if (add_ && game.is_follower(kind) && game.may_stand(kind, f.where)) all.insert({f.seat, kind, f.where});
    }
    return all;
  }

  void answer(Game& game, const FigureOnBoard& figure) {
    if (add_)
      game.put(figure.seat, figure.kind, figure.where);
    else
      game.take_home(figure);
    next_answer(game);
  }

  const bool must_;             ///< add one
  std::vector<Kind> may_name_;  ///< by the tile just laid
  bool chosen_ = false;
  Kind kind_ = kKinds[0];
  bool add_ = true;
  std::vector<int> answering_;  ///< still to be asked
};

}  // namespace

std::unique_ptr<Expansion> crop_circles(const GameRules& rules) {
  if (rules.is("crop_circles", "off") && rules.is("halflings", "off")) return nullptr;
  return std::make_unique<CropCircles>(rules.is("crop_deploy", "must"));
}

}  // namespace bastide::naive
