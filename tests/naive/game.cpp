#include "naive/game.h"

#include <algorithm>

namespace bastide::naive {
namespace {
constexpr int kFollowers = 7;  // SET-2
}

Options::Options(const std::map<std::string, std::string>& by_name) : farmers(by_name.at("field_scoring") != "none") {}

Game::Game(const GameRules& rules, int seats) : options_(rules.options), scores_(static_cast<std::size_t>(seats), 0) {
  const TileSpec* start = nullptr;
  for (const GameRules::Kind& kind : rules.kinds) {
    stack_[kind.tile] = kind.count;
    if (kind.tile->start && !start) start = kind.tile;
  }
  --stack_[start];  // SET-3
  board_.lay(*start, {0, 0, 0});
}

int Game::left() const {
  int n = 0;
  for (const auto& [tile, count] : stack_) n += count;
  return n;
}

int Game::supply(int seat) const {
  return kFollowers - static_cast<int>(std::count_if(followers_.begin(), followers_.end(),
                                                     [&](const FollowerOnBoard& f) { return f.seat == seat; }));
}

// DRAW-1, DRAW-2
std::vector<Award> Game::draw(const TileSpec& tile) {
  --stack_.at(&tile);
  drawn_ = &tile;
  set_aside_ = placements().empty();
  if (!set_aside_) {
    asked_ = Asked::tile;
    return {};
  }
  drawn_ = nullptr;
  return left() == 0 ? finish() : std::vector<Award>{};
}

std::vector<Award> Game::place(Placement where) {
  board_.lay(*drawn_, where);
  drawn_ = nullptr;
  asked_ = Asked::follower;
  return follower_places().empty() ? end_turn() : std::vector<Award>{};
}

// FOLLOWER-1, FOLLOWER-2, FOLLOWER-8, FIELD-0
std::set<int> Game::follower_places() const {
  std::set<int> places;
  if (supply(seat_) == 0) return places;
  const int piece = static_cast<int>(board_.pieces().size()) - 1;
  const auto& features = board_.pieces().back().tile->features;
  for (int f = 0; f < static_cast<int>(features.size()); ++f) {
    if (features[static_cast<std::size_t>(f)].type == TileFeatureType::field && !options_.farmers) continue;
    const Feature whole = board_.feature({piece, f});
    const bool taken = std::any_of(followers_.begin(), followers_.end(),
                                   [&](const FollowerOnBoard& on) { return whole.segments.contains(on.where); });
    if (!taken) places.insert(f);
  }
  return places;
}

std::vector<Award> Game::follow(int feature) {
  followers_.insert({seat_, {static_cast<int>(board_.pieces().size()) - 1, feature}});
  return end_turn();
}

// START-2, END-1
std::vector<Award> Game::end_turn() {
  std::vector<Award> awards = score_completed();
  seat_ = (seat_ + 1) % static_cast<int>(scores_.size());
  asked_ = Asked::draw;
  if (left() == 0)
    for (Award& last : finish()) awards.push_back(std::move(last));
  return awards;
}

/// Points for the majority (MAJ-1); the followers go home (RETURN-1).
Award Game::award(const Feature& feature, int points) {
  Award result;
  result.type = feature.type;
  result.completed = feature.complete;
  result.segments = feature.segments;
  result.tiles = feature.type == TileFeatureType::field ? 0 : static_cast<int>(feature.pieces.size());
  if (feature.type == TileFeatureType::cloister) result.tiles = feature.around + 1;
  result.shields = feature.shields;
  result.followers.assign(scores_.size(), 0);
  result.points.assign(scores_.size(), 0);
  for (const FollowerOnBoard& f : followers_)
    if (feature.segments.contains(f.where)) ++result.followers[static_cast<std::size_t>(f.seat)];
  const int most = *std::max_element(result.followers.begin(), result.followers.end());
  for (std::size_t seat = 0; seat < scores_.size(); ++seat) {
    if (most == 0 || result.followers[seat] != most) continue;
    result.points[seat] = points;
    scores_[seat] += points;
  }
  std::erase_if(followers_, [&](const FollowerOnBoard& f) { return feature.segments.contains(f.where); });
  return result;
}

/// ROAD-2, CITY-2, CLOISTER-1: what is complete and has followers. A feature with followers that is complete can only
/// have been completed by the tile just laid, since they would have gone home before.
std::vector<Award> Game::score_completed() {
  std::vector<Award> awards;
  const std::set<FollowerOnBoard> before = followers_;
  for (const FollowerOnBoard& f : before) {
    if (!followers_.contains(f)) continue;  // gone home with an earlier one
    const Feature whole = board_.feature(f.where);
    if (!whole.complete) continue;
    const int tiles = static_cast<int>(whole.pieces.size());
    switch (whole.type) {
      case TileFeatureType::road:
        awards.push_back(award(whole, tiles));
        break;
      case TileFeatureType::city:
        awards.push_back(award(whole, 2 * tiles + 2 * whole.shields));
        break;
      case TileFeatureType::cloister:
        awards.push_back(award(whole, 9));
        break;
      case TileFeatureType::field:
        break;
    }
  }
  return awards;
}

/// FINAL-1, then FIELD-3.
std::vector<Award> Game::finish() {
  std::vector<Award> awards;
  add_final(awards, false);
  add_final(awards, true);
  asked_ = Asked::over;
  return awards;
}

void Game::add_final(std::vector<Award>& awards, bool fields) {
  const std::set<FollowerOnBoard> before = followers_;
  for (const FollowerOnBoard& f : before) {
    if (!followers_.contains(f)) continue;
    const Feature whole = board_.feature(f.where);
    if ((whole.type == TileFeatureType::field) != fields) continue;
    const int tiles = static_cast<int>(whole.pieces.size());
    switch (whole.type) {
      case TileFeatureType::road:
        awards.push_back(award(whole, tiles));
        break;
      case TileFeatureType::city:
        awards.push_back(award(whole, tiles + whole.shields));
        break;
      case TileFeatureType::cloister:
        awards.push_back(award(whole, 1 + whole.around));
        break;
      case TileFeatureType::field: {
        const int cities = static_cast<int>(board_.completed_cities_at(whole).size());
        awards.push_back(award(whole, 3 * cities));
        awards.back().cities = cities;
        break;
      }
    }
  }
}

}  // namespace bastide::naive
