// The plies of the naive implementation, see game.h; how turns begin and end is in turns.cpp.
#include "naive/game.h"

#include <algorithm>
#include <utility>

namespace bastide::naive {
namespace {

constexpr int kFollowers = 7;  // SET-2

/// A figure on a place; a follower goes without saying.
std::string on_place(FigureKind kind, const std::string& place) {
  return kind == kFollower ? place : std::string(kind) + "@" + place;
}

}  // namespace

Game::Game(const GameRules& rules, int seats, int first)
    : options_(rules.options),
      expansions_(expansions_of(rules)),
      kinds_({{kFollower, kFollowers}}),
      board_(Table(rules.options)),
      scores_(static_cast<std::size_t>(seats), 0),
      held_(seats),
      to_lay_(seats, nullptr),
      turn_seat_(first),
      seat_(first) {
  for (const auto& expansion : expansions_) {
    kinds_.merge(expansion->figures());
    kinds_.at(kFollower) += expansion->more_followers();
  }
  board_.forbid([this](const TileSpec& tile, Placement where) {
    return std::any_of(expansions_.begin(), expansions_.end(),
                       [&](const auto& expansion) { return expansion->forbids_tile(board_, tile, where); });
  });
  board_.mend([this](const TileSpec&, Placement) {
    return std::any_of(expansions_.begin(), expansions_.end(),
                       [&](const auto& expansion) { return expansion->mends(*this); });
  });
  const TileSpec* start = nullptr;
  for (const GameRules::Kind& kind : rules.kinds) {
    names_[kind.tile] = kind.name;
    if (kind.tile->shape != TileShape::square) continue;
    stack_[kind.tile] = kind.count;
    const auto& features = kind.tile->features;
    const bool water = std::any_of(features.begin(), features.end(),
                                   [](const TileFeatureSpec& f) { return f.type == TileFeatureType::water; });
    if (kind.tile->start && (!start || water)) start = kind.tile;  // a spring comes before what else there is
  }
  for (const auto& expansion : expansions_) expansion->at(*this, Moment::unpacked);
  std::vector<std::pair<const TileSpec*, Placement>> landscape;
  for (const auto& expansion : expansions_)
    if (landscape.empty()) landscape = expansion->landscape();
  if (options_.blind_start) {
    ask_draw(seat_, "", [this](const TileSpec& tile) { first_tiles({{&tile, {}}}); });  // HOUSE-BAG
  } else if (!landscape.empty()) {
    first_tiles(landscape);  // LEI-1
  } else {
    --stack_[start];  // SET-3
    first_tiles({{start, {}}});
  }
}

int Game::left() const {
  int n = 0;
  for (const auto& [tile, count] : stack_) n += count;
  return n;
}

int Game::supply(int seat, FigureKind kind) const {
  const auto found = kinds_.find(kind);
  int apart = 0;
  for (const auto& expansion : expansions_) apart += expansion->set_apart(seat, kind);
  return (found == kinds_.end() ? 0 : found->second) - apart -
         static_cast<int>(std::count_if(figures_.begin(), figures_.end(),
                                        [&](const FigureOnBoard& f) { return f.seat == seat && f.kind == kind; })) -
         static_cast<int>(std::count_if(on_tiles_.begin(), on_tiles_.end(),
                                        [&](const FigureOnBoard& f) { return f.seat == seat && f.kind == kind; }));
}

const Tiles& Game::pile(std::string_view name, int seat) const {
  static const Tiles kNone;
  const auto found = piles_.find({std::string(name), seat});
  return found == piles_.end() ? kNone : found->second;
}

std::map<const TileSpec*, int> Game::drawn_from() const {
  std::map<const TileSpec*, int> tiles;
  if (drawing_from_.empty()) {
    const int running = running_stage();
    for (const auto& [tile, count] : stack_)
      if (count > 0 && stage(*tile) == running && !waits(*tile)) tiles[tile] = count;
    return tiles;
  }
  for (const TileSpec* tile : pile(drawing_from_)) ++tiles[tile];
  return tiles;
}

int Game::stage(const TileSpec& tile) const {
  int stage = 0;
  for (const auto& expansion : expansions_) stage = std::min(stage, expansion->stage(tile));
  return stage;
}

bool Game::waits(const TileSpec& tile) const {
  return std::any_of(expansions_.begin(), expansions_.end(),
                     [&](const auto& expansion) { return expansion->waits(*this, tile); });
}

int Game::running_stage() const {
  int running = 0;
  for (const auto& [tile, count] : stack_)
    if (count > 0) running = std::min(running, stage(*tile));
  return running;
}

/// In a turn that is there only for what turns go on with, only that.
Tiles Game::laid_instead(int seat) const {
  if (!last_round_ && !going_on_with_.empty() && part_ == 0 && used_up()) return pile(going_on_with_, seat);
  return all_laid_instead(seat);
}

bool Game::can_go_on(int seat) const {
  if (going_on_with_.empty()) return false;
  const Tiles& tiles = pile(going_on_with_, seat);
  return std::any_of(tiles.begin(), tiles.end(), [&](const TileSpec* tile) { return fits(tile); });
}

Tiles Game::all_laid_instead(int seat) const {
  Tiles tiles;
  for (const std::string& name : laid_instead_)
    if (!last_round_ || name == last_round_of_) tiles.insert(pile(name, seat).begin(), pile(name, seat).end());
  return tiles;
}

std::set<const TileSpec*> Game::to_place() const {
  if (drawn_) return {drawn_};
  std::set<const TileSpec*> tiles;
  if (asked_ == Asked::tile) tiles.insert(held_[seat_].begin(), held_[seat_].end());
  if (may_lay_instead_)
    for (const TileSpec* tile : laid_instead(seat_)) tiles.insert(tile);
  return tiles;
}

// ---------------------------------------------------------------- plies

Outcome Game::draw(const TileSpec& tile) {
  if (drawing_from_.empty()) {
    --stack_.at(&tile);
  } else {
    Tiles& from = pile(drawing_from_);
    from.erase(from.find(&tile));
  }
  const auto what_for = draw_for_;
  what_for(tile);
  return done();
}

Outcome Game::place(const TileSpec& tile, Placement where) {
  laid_to_lay_ = drawn_is_due_ && drawn_ == &tile;
  drawn_is_due_ = false;
  if (drawn_ == &tile) {
    drawn_ = nullptr;
  } else if (hand(seat_).contains(&tile)) {
    hand(seat_).erase(hand(seat_).find(&tile));
  } else {
    for (const std::string& name : laid_instead_)
      if (Tiles& from = pile(name, seat_); from.contains(&tile)) {
        from.erase(from.find(&tile));
        break;
      }
  }
  const Space at{where.x, where.y};
  again_ |= options_.holes && board_.surrounded(at) && !board_.occupied(at) && !closes(tile) &&
            tile.shape != TileShape::twin;  // HOUSE-HOLE
  board_.lay(tile, where);
  parts_.clear();
  plan(Moment::placed);
  parts_.push_back([this] { return ask_figure(); });
  plan(Moment::acted);
  plan(Moment::scoring);
  parts_.push_back([this] { return score(); });
  plan(Moment::paid);
  parts_.push_back([this] { return go_home(); });
  plan(Moment::scored);
  parts_.push_back([this] { return refill(); });
  plan(Moment::turn_ends);
  parts_.push_back([this] { return next_turn(); });
  go_on();
  return done();
}

Outcome Game::lay_nothing() {
  may_lay_instead_ = false;
  continue_turn();
  return done();
}

Outcome Game::refuse() {
  outcome_.set_aside.push_back({seat_, refusable(), false});
  if (!std::exchange(drawn_, nullptr)) hand(seat_).clear();
  drawn_is_due_ = false;
  may_lay_instead_ = false;
  continue_turn();
  return done();
}

/// What lies before the seat, drawn or its own, and is not one of a hand; null: nothing.
const TileSpec* Game::refusable() const {
  if (asked_ != Asked::tile || options_.put_back) return nullptr;
  return drawn_ || options_.hand > 0 || held_[seat_].empty() ? drawn_ : *held_[seat_].begin();
}

/// BRIDGE-6
bool Game::may_refuse() const {
  const TileSpec* tile = refusable();
  if (!tile) return false;
  for (const Placement& where : board_.placements(*tile))
    if (board_.fits(*tile, where)) return false;
  return true;
}

Outcome Game::act(std::string_view text) {
  const std::vector<Option> all = options();
  std::find_if(all.begin(), all.end(), [&](const Option& o) { return o.text == text; })->play(*this);
  return done();
}

// ---------------------------------------------------------------- figures

/// FOLLOWER-1, FOLLOWER-8, FIELD-0
bool Game::may_stand(FigureKind kind, Segment where) const {
  if (supply(seat_, kind) == 0 || !may_be_put(kind, where)) return false;
  TileFeatureType type = board_.spec(where).type;
  if (type == TileFeatureType::chapter) type = TileFeatureType::cloister;  // who may stand there may stand here
  if (type == TileFeatureType::trap) return false;                         // RUS-6
  if ((type == TileFeatureType::building || type == TileFeatureType::hut) && kind != kFollower) {
    const auto on = [&](TileFeatureType other) {
      return std::any_of(expansions_.begin(), expansions_.end(),
                         [&](const auto& expansion) { return expansion->stands_on(kind, other); });
    };
    return on(TileFeatureType::cloister) && on(TileFeatureType::road) && on(TileFeatureType::city);
  }
  if (type == TileFeatureType::water) return false;
  if (type == TileFeatureType::pyramid)
    return kind == kFollower && std::any_of(expansions_.begin(), expansions_.end(),
                                            [](const auto& expansion) { return expansion->climbs_pyramids(); });
  if (kind != kFollower)
    return std::any_of(expansions_.begin(), expansions_.end(),
                       [&](const auto& expansion) { return expansion->stands_on(kind, type); });
  if (type == TileFeatureType::field) return options_.farmers != Farmers::none;
  return type != TileFeatureType::garden;
}

bool Game::may_be_put(FigureKind kind, Segment where) const {
  return std::none_of(expansions_.begin(), expansions_.end(),
                      [&](const auto& expansion) { return expansion->forbids_figures(*this, kind, where); });
}

bool Game::keeps_off(const Expansion& by, const FigureOnBoard& figure, Segment to) const {
  return std::any_of(expansions_.begin(), expansions_.end(), [&](const auto& expansion) {
    return expansion.get() != &by && expansion->forbids_figures(*this, figure.kind, to) &&
           !expansion->forbids_figures(*this, figure.kind, figure.where);
  });
}

/// FOLLOWER-2
bool Game::taken(Segment where) const {
  const std::set<Segment> whole = board_.occupied_with(where);
  if (board_.spec(where).type == TileFeatureType::pyramid)  // ACRO-1: that is room for three
    return std::count_if(figures_.begin(), figures_.end(),
                         [&](const FigureOnBoard& on) { return on.where == where; }) >= 3;
  return std::any_of(figures_.begin(), figures_.end(),
                     [&](const FigureOnBoard& on) { return is_follower(on.kind) && whole.contains(on.where); });
}

bool Game::is_follower(FigureKind kind) const {
  return !is_companion(expansions_, kind);
}

bool Game::is_left_standing(FigureKind kind) const {
  return std::any_of(expansions_.begin(), expansions_.end(),
                     [&](const auto& expansion) { return expansion->left_standing().contains(kind); });
}

/// FOLLOWER-2; a companion has rules of its own.
bool Game::has_room(FigureKind kind, Segment where) const {
  if (is_follower(kind)) return !taken(where);
  return std::any_of(expansions_.begin(), expansions_.end(),
                     [&](const auto& expansion) { return expansion->joins(*this, kind, where); });
}

std::string Game::tile_text(int piece) const {
  const Space at = board_.pieces()[piece].at;
  const std::string space = std::to_string(at.x) + "," + std::to_string(at.y);
  return board_.pieces_in(at).front() == piece ? space : space + "/2";
}

std::string Game::place_text(std::string_view verb, Segment where, FigureKind kind) const {
  return std::string(verb) + ":" + tile_text(where.piece) + ":" + on_place(kind, board_.spec(where).place);
}

std::string Game::standing_text(const FigureOnBoard& figure) const {
  if (figure.where.feature == kOnTile) return "top";
  bool kinds = false, seats = false;
  for (const FigureOnBoard& other : figures_) {
    if (other.where != figure.where || !is_follower(other.kind)) continue;
    seats |= other.seat != figure.seat;
    kinds |= other.seat == figure.seat && other.kind != figure.kind;
  }
  return on_place(kinds ? figure.kind : kFollower, board_.spec(figure.where).place) +
         (seats ? ":" + std::to_string(figure.seat + 1) : "");
}

std::vector<std::string> Game::neutral_texts() const {
  std::vector<std::string> all;
  for (const auto& [name, figure] : neutrals_) {
    std::string at = std::to_string(figure.space.x) + "," + std::to_string(figure.space.y);
    if (figure.piece) at = tile_text(*figure.piece);
    if (figure.beside) at += ":" + standing_text(*figure.beside);
    all.push_back(name + " " + at);
  }
  for (const auto& [name, piece] : on_pieces_) all.push_back(name + " " + tile_text(piece));
  for (const auto& [name, spaces] : in_spaces_)
    for (const Space s : spaces) all.push_back(name + " " + std::to_string(s.x) + "," + std::to_string(s.y));
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<Option> Game::options() const {
  if (asked_ == Asked::act || asked_ == Asked::chance) return asking_->options(*this);
  std::vector<Option> all;
  if (asked_ != Asked::figure) return all;
  for (const auto& [kind, count] : kinds_) {
    std::vector<Segment> places;
    for (int f = 0; f < static_cast<int>(last_tile().features.size()); ++f) places.push_back({piece(), f});
    for (const Space space : board_.pieces().back().spaces)
      if (const auto over = board_.road_over(space); over && is_follower(kind)) places.push_back(*over);
    for (const Segment where : places) {
      if (!may_stand(kind, where) || !has_room(kind, where)) continue;
      all.push_back({on_place(kind, board_.spec(where).place), [where, kind = kind](Game& game) {
                       game.put(game.seat(), kind, where);
                       game.go_on();
                     }});
    }
  }
  all.push_back({"-", [](Game& game) { game.go_on(); }});
  for (const auto& expansion : expansions_) expansion->join(*this, all);
  return all;
}

/// Nobody is asked who can do nothing.
bool Game::ask_figure() {
  ask(Asked::figure, turn_seat_);
  const std::vector<Option> all = options();
  return all.size() != 1 || all.front().text != "-";
}

void Game::take_home(const FigureOnBoard& figure) {
  Figures& all = figure.where.feature == kOnTile ? on_tiles_ : figures_;
  all.erase(all.find(figure));
  for (const auto& expansion : expansions_) expansion->figures_left(*this);
}

void Game::move(const FigureOnBoard& figure, Segment to) {
  figures_.erase(figures_.find(figure));
  figures_.insert({figure.seat, figure.kind, to});
  for (const auto& expansion : expansions_) expansion->figures_left(*this);
}

void Game::ask_figure_again() {
  parts_.push_front([this] { return ask_figure(); });
  go_on();
}

void Game::take_back(const FigureOnBoard& figure) {
  Award award = returned_award(scene(), figure);
  const std::set<Segment> scored = award.segments;
  pay({std::move(award)}, scored);
  take_home(figure);  // others may stand there
}

void Game::take_home(const std::function<bool(const FigureOnBoard&)>& which) {
  std::erase_if(figures_, [&](const FigureOnBoard& figure) { return which(figure) && !kept(figure); });
  std::erase_if(on_tiles_, which);
  for (const auto& expansion : expansions_) expansion->figures_left(*this);
}

// ---------------------------------------------------------------- points

/// The points go to the seats, then what expansions give for it, then the figures go home (RETURN-1).
void Game::book(std::vector<Award> awards) {
  std::set<Segment> scored;
  for (const Award& award : awards) scored.insert(award.segments.begin(), award.segments.end());
  book(std::move(awards), scored);
}

void Game::book(std::vector<Award> awards, const std::set<Segment>& scored) {
  pay(std::move(awards), scored);
  take_home([&](const FigureOnBoard& f) { return scored.contains(f.where) && !is_left_standing(f.kind); });
}

void Game::pay(std::vector<Award> awards, const std::set<Segment>& scored) {
  for (Award& award : awards) {
    for (std::size_t seat = 0; seat < scores_.size(); ++seat) scores_[seat] += award.points[seat];
    outcome_.awards.push_back(std::move(award));
  }
  tell_paid(scored);
}

void Game::tell_paid(const std::set<Segment>& scored) {
  for (const auto& expansion : expansions_) expansion->paid(*this, scored);
}

void Game::score_field(Segment field, int each) {
  book({field_award(scene(), field, each)});
}

bool Game::converted(const Feature& feature) const {
  return std::any_of(expansions_.begin(), expansions_.end(),
                     [&](const auto& expansion) { return expansion->converted(scene(), feature); });
}

bool Game::forgone(const Feature& feature) const {
  return std::any_of(expansions_.begin(), expansions_.end(),
                     [&](const auto& expansion) { return !expansion->forgoes(scene(), feature).empty(); });
}

bool Game::stays_to_the_end(const FigureOnBoard& figure) const {
  return figure.where.feature != kOnTile && board_.spec(figure.where).type == TileFeatureType::quarter;
}

bool Game::kept(const FigureOnBoard& figure) const {
  return std::any_of(expansions_.begin(), expansions_.end(),
                     [&](const auto& expansion) { return expansion->keeps(*this, figure); });
}

void Game::give(int seat, int points) {
  scores_[seat] += points;
  outcome_.bonuses.push_back({seat, points});
}

void Game::pay(int from, int to, int points) {
  scores_[from] -= points;
  scores_[to] += points;
  outcome_.payments.push_back({from, to, points});
}

// ---------------------------------------------------------------- what is asked, and what comes then

bool Game::ask(Asked what, int whom) {
  asked_ = what;
  seat_ = whom;
  return true;
}

void Game::ask(Expansion& by, int seat) {
  asking_ = &by;
  ask(Asked::act, seat);
}

void Game::ask_chance(Expansion& by, int seat) {
  asking_ = &by;
  ask(Asked::chance, seat);
}

void Game::ask_draw(int seat, std::string_view pile, std::function<void(const TileSpec&)> then) {
  ask(Asked::draw, seat);
  drawing_from_ = pile;
  draw_for_ = std::move(then);
}

void Game::plan(Moment moment) {
  for (const auto& expansion : expansions_)
    parts_.push_back([this, moment, &by = *expansion] { return by.at(*this, moment); });
}

void Game::go_on() {
  while (!parts_.empty()) {
    for (const auto& expansion : expansions_) expansion->settle(*this);
    const Part part = std::move(parts_.front());
    parts_.pop_front();
    if (part()) return;
  }
}

}  // namespace bastide::naive
