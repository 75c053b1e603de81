// HOUSE-BUY in the naive implementation: when a drawn tile may be bought, who offers, and who gets it.
#include <algorithm>
#include <map>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

/// Whether a legal placement of the tile in `gap` completes the feature with segment `part`.
bool completes(Board& board, const TileSpec& tile, Space gap, Segment part) {
  for (const Placement where : board.placements_at(tile, gap)) {
    board.lay(tile, where);
    const bool complete = board.feature(part).complete;
    board.take_up();
    if (complete) return true;
  }
  return false;
}

/// Whether `drawn` can complete something on the board now that no tile of `others` can.
bool only_one_that_completes(Board& board, const TileSpec& drawn, const std::vector<const TileSpec*>& others) {
  // One tile can complete a feature only if all that is missing is missing in one space.
  std::vector<std::pair<Segment, Space>> almost;
  for (const Feature* feature : board.features())
    if (feature->gaps.size() == 1) almost.push_back({feature->first(), *feature->gaps.begin()});
  const std::set<const TileSpec*> kinds(others.begin(), others.end());
  return std::any_of(almost.begin(), almost.end(), [&](const auto& what) {
    const auto can = [&](const TileSpec* tile) { return completes(board, *tile, what.second, what.first); };
    return can(&drawn) && std::none_of(kinds.begin(), kinds.end(), can);
  });
}

class Offers : public Expansion {
 public:
  bool at(Game& game, Moment moment) override {
    if (moment != Moment::drawn) return false;
    points_.clear();
    bidders_.clear();
    for (int seat = game.after(game.turn_seat()); seat != game.turn_seat(); seat = game.after(seat))
      if (game.scores()[seat] > 0 && game.held(seat).empty()) bidders_.push_back(seat);
    if (bidders_.empty()) return false;
    std::vector<const TileSpec*> others;
    for (const auto& [tile, count] : game.stack())
      if (count > 0) others.push_back(tile);
    for (int seat = 0; seat < game.seats(); ++seat)
      others.insert(others.end(), game.held(seat).begin(), game.held(seat).end());
    return only_one_that_completes(game.board(), *game.drawn(), others) && ask_next(game);
  }

  std::vector<Option> options(const Game& game) override {
    std::vector<Option> all;
    if (!bidders_.empty()) {
      for (int points = 0; points <= game.scores()[game.seat()]; ++points)
        all.push_back({"bid:" + std::to_string(points), [this, points](Game& g) { offer(g, points); }});
      return all;
    }
    for (const auto& [seat, points] : points_)
      if (points > 0)
        all.push_back({"sell:" + std::to_string(seat + 1), [seat, points](Game& g) {
                         g.pay(seat, g.turn_seat(), points);
                         g.give_drawn_to(seat);
                       }});
    all.push_back({"keep", [](Game& g) { g.go_on(); }});
    return all;
  }

 private:
  bool ask_next(Game& game) {
    const bool any = std::any_of(points_.begin(), points_.end(), [](const auto& offer) { return offer.second > 0; });
    if (bidders_.empty() && !any) return false;
    game.ask(*this, bidders_.empty() ? game.turn_seat() : bidders_.front());
    return true;
  }

  void offer(Game& game, int points) {
    points_[game.seat()] = points;
    bidders_.erase(bidders_.begin());
    if (!ask_next(game)) game.go_on();
  }

  std::vector<int> bidders_;   ///< still to be asked
  std::map<int, int> points_;  ///< by seat, offers of 0 too
};

}  // namespace

std::unique_ptr<Expansion> offers(const GameRules& rules) {
  if (!rules.is("offers", "on")) return nullptr;
  return std::make_unique<Offers>();
}

}  // namespace bastide::naive
