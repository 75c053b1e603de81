// The plies of the naive implementation, see game.h; how turns begin and end is in turns.cpp.
#include "naive/game.h"

#include <algorithm>
#include <utility>

#include "naive/offers.h"

namespace bastide::naive {
namespace {
constexpr int kFollowers = 7, kAbbots = 1;  // SET-2, ABBOT-1
}

Game::Game(const GameRules& rules, int seats, int first)
    : options_(rules.options),
      board_(Table(rules.options)),
      scores_(static_cast<std::size_t>(seats), 0),
      held_(seats),
      reserve_(seats),
      turn_seat_(first),
      seat_(first) {
  const TileSpec* start = nullptr;
  fill_pool(rules);
  for (const GameRules::Kind& kind : rules.kinds) {
    if (kind.tile->shape == TileShape::half) continue;
    stack_[kind.tile] = kind.count;
    if (kind.tile->start && !start) start = kind.tile;
  }
  if (options_.blind_start) {
    ask_draw(Drawing::start_tile);
  } else {
    --stack_[start];  // SET-3
    board_.lay(*start, {0, 0, 0});
    begin_game();
  }
}

int Game::left() const {
  int n = 0;
  for (const auto& [tile, count] : stack_) n += count;
  return n;
}

int Game::supply(int seat, FigureKind kind) const {
  const int all = kind == FigureKind::follower ? kFollowers : options_.abbots ? kAbbots : 0;
  return all - static_cast<int>(std::count_if(figures_.begin(), figures_.end(), [&](const FigureOnBoard& f) {
           return f.seat == seat && f.kind == kind;
         }));
}

const std::map<const TileSpec*, int>& Game::drawn_from() const {
  return drawing_ == Drawing::reserve ? pool_ : stack_;
}

std::set<const TileSpec*> Game::to_place() const {
  if (drawn_) return {drawn_};
  std::set<const TileSpec*> tiles;
  if (asked_ == Asked::tile) tiles.insert(held(seat_).begin(), held(seat_).end());
  if (may_lay_half_) tiles.insert(reserve(seat_).begin(), reserve(seat_).end());
  return tiles;
}

// ---------------------------------------------------------------- tiles

Outcome Game::draw(const TileSpec& tile) {
  --(drawing_ == Drawing::reserve ? pool_ : stack_).at(&tile);
  switch (drawing_) {
    case Drawing::start_tile:  // HOUSE-BAG
      board_.lay(tile, {0, 0, 0});
      begin_game();
      break;
    case Drawing::reserve:
      reserve(seat_).insert(&tile);
      continue_reserves();
      break;
    case Drawing::buried:
      buried_[piece()] = &tile;
      ask_figure();
      break;
    case Drawing::deal:
      held(seat_).insert(&tile);
      continue_deal();
      break;
    case Drawing::hand:  // a whole hand before it is looked at
      held(seat_).insert(&tile);
      if (static_cast<int>(held(seat_).size()) < options_.hand && left() > 0)
        ask_draw(Drawing::hand);
      else
        continue_turn();
      break;
    case Drawing::refill:
      held(seat_).insert(&tile);
      refill();
      break;
    case Drawing::turn:
      if (!has_place({&tile})) {  // DRAW-2, DRAW-3
        held(seat_).insert(&tile);
        continue_turn();
        break;
      }
      drawn_ = &tile;
      if (!options_.offers || !begin_offers()) ask(Asked::tile, turn_seat_);
      break;
  }
  return done();
}

Outcome Game::place(const TileSpec& tile, Placement where) {
  if (drawn_ == &tile) {
    drawn_ = nullptr;
  } else {
    auto& from = tile.shape == TileShape::half ? reserve(seat_) : held(seat_);
    from.erase(from.find(&tile));
  }
  const Space at{where.x, where.y};
  again_ = options_.holes && board_.surrounded(at) && !board_.occupied(at);  // HOUSE-HOLE
  board_.lay(tile, where);
  if (symbols_on(tile, "hill") > 0 && left() > 0)
    ask_draw(Drawing::buried);
  else
    ask_figure();
  return done();
}

// ---------------------------------------------------------------- figures

/// FOLLOWER-1, FOLLOWER-2, FOLLOWER-8, FIELD-0, ABBOT-1
std::set<int> Game::figure_places(FigureKind kind) const {
  std::set<int> places;
  if (supply(seat_, kind) == 0) return places;
  const auto may_stand = [&](TileFeatureType type) {
    if (kind == FigureKind::abbot) return type == TileFeatureType::cloister || type == TileFeatureType::garden;
    if (type == TileFeatureType::field) return options_.farmers != Farmers::none;
    return type != TileFeatureType::garden;
  };
  const auto& features = board_.pieces().back().tile->features;
  for (int f = 0; f < static_cast<int>(features.size()); ++f) {
    if (!may_stand(features[f].type)) continue;
    const Feature& whole = board_.feature({piece(), f});
    const bool taken = std::any_of(figures_.begin(), figures_.end(),
                                   [&](const FigureOnBoard& on) { return whole.segments.contains(on.where); });
    if (!taken) places.insert(f);
  }
  return places;
}

bool Game::may_take_back() const {
  return std::any_of(figures_.begin(), figures_.end(), [&](const FigureOnBoard& f) {
    return f.seat == seat_ && f.kind == FigureKind::abbot && !board_.feature(f.where).complete;
  });
}

Outcome Game::put(int feature, FigureKind kind) {
  figures_.insert({seat_, kind, {piece(), feature}});
  end_turn();
  return done();
}

Outcome Game::take_back() {
  const auto abbot = std::find_if(figures_.begin(), figures_.end(), [&](const FigureOnBoard& f) {
    return f.seat == seat_ && f.kind == FigureKind::abbot;
  });
  book({returned_award(scene(), *abbot)});
  end_turn();
  return done();
}

Outcome Game::pass() {
  switch (asked_) {
    case Asked::sale:
      ask(Asked::tile, turn_seat_);
      break;
    case Asked::reserve:
      may_lay_half_ = false;
      continue_turn();
      break;
    case Asked::answer:
      answering_.erase(answering_.begin());
      next_answer();
      break;
    default:
      end_turn();
  }
  return done();
}

// ---------------------------------------------------------------- offers: HOUSE-BUY

/// Whether anybody is asked for an offer.
bool Game::begin_offers() {
  offers_.clear();
  bidders_.clear();
  for (int seat = after(turn_seat_); seat != turn_seat_; seat = after(seat))
    if (scores_[seat] > 0 && held(seat).empty()) bidders_.push_back(seat);
  if (bidders_.empty()) return false;
  std::vector<const TileSpec*> others;
  for (const auto& [tile, count] : stack_)
    if (count > 0) others.push_back(tile);
  for (const auto& bought : held_) others.insert(others.end(), bought.begin(), bought.end());
  if (!only_one_that_completes(board_, *drawn_, others)) return false;
  next_offer();
  return true;
}

void Game::next_offer() {
  if (!bidders_.empty()) {
    ask(Asked::offer, bidders_.front());
    return;
  }
  const bool any = std::any_of(offers_.begin(), offers_.end(), [](const auto& o) { return o.second > 0; });
  ask(any ? Asked::sale : Asked::tile, turn_seat_);
}

Outcome Game::offer(int points) {
  offers_[seat_] = points;
  bidders_.erase(bidders_.begin());
  next_offer();
  return done();
}

Outcome Game::sell(int buyer) {
  const int points = offers_.at(buyer);
  scores_[buyer] -= points;
  scores_[turn_seat_] += points;
  held(buyer).insert(std::exchange(drawn_, nullptr));
  sold_ = true;
  continue_turn();  // draws again
  return done();
}

// ---------------------------------------------------------------- booking

/// The points go to the seats, the figures home (RETURN-1).
void Game::book(std::vector<Award> awards) {
  for (Award& award : awards) {
    for (std::size_t seat = 0; seat < scores_.size(); ++seat) scores_[seat] += award.points[seat];
    std::erase_if(figures_, [&](const FigureOnBoard& f) { return award.segments.contains(f.where); });
    outcome_.awards.push_back(std::move(award));
  }
}

Outcome Game::done() {
  return std::exchange(outcome_, {});
}

void Game::ask(Asked what, int whom) {
  asked_ = what;
  seat_ = whom;
}

void Game::ask_draw(Drawing what) {
  asked_ = Asked::draw;
  drawing_ = what;
}

}  // namespace bastide::naive
