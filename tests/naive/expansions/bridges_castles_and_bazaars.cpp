// Bridges, castles and bazaars in the naive implementation: where bridges may be put, which cities become castles and
// what their lords get, and how tiles are auctioned.
#include <algorithm>
#include <map>
#include <optional>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr FigureKind kBridge = "bridge", kCastle = "castle";

std::string space_text(Space space) {
  return std::to_string(space.x) + "," + std::to_string(space.y);
}

class BridgesCastlesAndBazaars : public Expansion {
 public:
  BridgesCastlesAndBazaars(const GameRules& rules, int seats)
      : only_needed_(rules.is("bridge_where", "needed")),
        highest_(rules.is("castle_choice", "highest")),
        picked_(rules.is("bazaar_auction", "pick")),
        before_second_(rules.is("bazaar_reserve", "before")),
        no_debt_(rules.is("bazaar_debt", "none")),
        each_(seats <= 4 ? 3 : 2) {}

  bool at(Game& game, Moment moment) override {
    switch (moment) {
      case Moment::placed:
        for (Castle& castle : castles_) {
          castle.fresh = false;
          castle.got.reset();
        }
        if (symbols_on(game.last_tile(), "bazaar") > 0 && !game.lays_what_it_had_to()) ++auctions_;
        return ask(game, Asks::bridge, game.turn_seat());
      case Moment::acted:
        fortifying_.clear();
        for (int i = 0, seat = game.turn_seat(); i < game.seats(); ++i, seat = game.after(seat))
          fortifying_.push_back(seat);
        return ask_for_castle(game);
      case Moment::paid:
        return pay_lords(game);
      case Moment::set_up:
      case Moment::counted:
        complete_before_.clear();
        for (const Feature* feature : game.board().features())
          if (feature->complete) complete_before_.insert(feature->segments.begin(), feature->segments.end());
        return false;
      case Moment::scored:
        return reserve_market(game);
      case Moment::turn_ends:
        return open_market(game);
      default:
        return false;
    }
  }

  std::vector<Option> options(const Game& game) override {
    switch (asks_) {
      case Asks::bridge:
        return bridges(game);
      case Asks::castle:
        return cities(game);
      case Asks::lord:
        return lords_choice(game);
      case Asks::offer:
      case Asks::take:
        return tiles(game);
      case Asks::price:
        return bids(game, "price:", 0);
      case Asks::raise: {
        std::vector<Option> all = bids(game, "raise:", highest_bid_ + 1);
        all.push_back({"no-more", [this](Game& g) { more_bids(g, g.after(g.seat())); }});
        return all;
      }
      case Asks::deal: {
        std::vector<Option> all{{"cede", [this](Game& g) { settle(g, bidder_, auctioneer_); }}};
        if (!no_debt_ || highest_bid_ <= game.scores()[auctioneer_])
          all.push_back({"buy", [this](Game& g) { settle(g, auctioneer_, bidder_); }});
        return all;
      }
    }
    return {};
  }

  /// BRIDGE-1, CASTLE-1: as pieces that are used up.
  std::map<FigureKind, int> figures() const override { return {{kBridge, each_}, {kCastle, each_}}; }
  std::set<FigureKind> companions() const override { return {kBridge, kCastle}; }
  int set_apart(int seat, FigureKind kind) const override {
    if (kind == kBridge) return static_cast<int>(std::count(builders_.begin(), builders_.end(), seat));
    if (kind != kCastle) return 0;
    return static_cast<int>(
        std::count_if(castles_.begin(), castles_.end(), [&](const Castle& castle) { return castle.seat == seat; }));
  }

  bool mends(const Game& game) const override { return game.supply(game.seat(), kBridge) > 0; }

  bool converted(const Scene&, const Feature& feature) const override { return castle_on(feature) != nullptr; }
  int field_bonus(const Feature& city) const override { return castle_on(city) ? 1 : 0; }
  bool keeps(const Game& game, const FigureOnBoard& figure) const override {
    return game.is_follower(figure.kind) && castle_on(game.board().feature(figure.where));
  }

 private:
  enum class Asks { bridge, castle, lord, offer, price, raise, deal, take };

  struct Castle {
    int seat = 0;
    Segment city;            ///< a segment of it
    bool fresh = true;       ///< built in this part of the turn
    std::optional<int> got;  ///< in this part of the turn
  };

  bool ask(Game& game, Asks what, int seat) {
    asks_ = what;
    game.ask(*this, seat);
    return !options(game).empty();
  }

  // ---- bridges

  /// BRIDGE-1, BRIDGE-2, BRIDGE-4, BRIDGE-5
  std::vector<Option> bridges(const Game& game) {
    std::vector<Option> all;
    if (game.supply(game.seat(), kBridge) == 0) return all;
    const Board& board = game.board();
    const std::set<Space>& own_spaces = board.pieces().back().spaces;
    const std::set<Edge> wrong = board.wrong_sides(game.piece());
    std::set<Space> near;
    for (const Space at : own_spaces)
      for (const Space step : {Space{0, 0}, Space{0, -1}, Space{1, 0}, Space{0, 1}, Space{-1, 0}})
        near.insert({at.x + step.x, at.y + step.y});
    for (const Space space : near)
      for (const bool north_south : {true, false}) {
        const RoadOver bridge{space, north_south};
        if (!board.takes_road_over(bridge)) continue;
        const auto mends = [&] {
          Board after = board;
          after.build(bridge);
          return after.wrong_sides(game.piece()).empty();
        };
        if (wrong.empty() ? !own_spaces.contains(space) && only_needed_ : !mends()) continue;
        all.push_back({(north_south ? "bridge-ns:" : "bridge-we:") + space_text(bridge.space), [this, bridge](Game& g) {
                         g.board().build(bridge);
                         builders_.push_back(g.seat());
                         g.go_on();
                       }});
      }
    if (!all.empty() && wrong.empty()) all.push_back({"no-bridge", [](Game& g) { g.go_on(); }});
    return all;
  }

  // ---- castles

  const Castle* castle_on(const Feature& feature) const {
    for (const Castle& castle : castles_)
      if (feature.segments.contains(castle.city)) return &castle;
    return nullptr;
  }

  /// FOLLOWER-4: not what was complete before this tile.
  std::vector<const Feature*> just_completed(const Game& game) const {
    std::vector<const Feature*> found;
    for (const Feature* feature : game.board().features())
      if (feature->complete && !complete_before_.contains(feature->first())) found.push_back(feature);
    return found;
  }

  /// CASTLE-1
  static bool is_small(const Game& game, const Feature& city) {
    if (city.type != TileFeatureType::city || city.segments.size() != 2 || city.spaces.size() != 2) return false;
    return std::all_of(city.segments.begin(), city.segments.end(),
                       [&](Segment s) { return game.board().spec(s).sides.size() == 1 && !game.board().spec(s).wide; });
  }

  std::vector<Option> cities(const Game& game) {
    std::vector<Option> all;
    if (game.supply(game.seat(), kCastle) == 0) return all;
    for (const Feature* city : just_completed(game)) {
      if (!is_small(game, *city) || castle_on(*city)) continue;
      std::vector<FigureOnBoard> in_it;
      for (const FigureOnBoard& f : game.figures())
        if (game.is_follower(f.kind) && city->segments.contains(f.where)) in_it.push_back(f);
      if (in_it.size() != 1 || in_it.front().seat != game.seat() || in_it.front().kind == "mayor") continue;
      const Segment first = city->first();
      all.push_back({game.place_text("castle", first), [this, first](Game& g) { fortify(g, first); }});
    }
    if (!all.empty())
      all.push_back({"points", [this](Game& g) {
                       fortifying_.erase(fortifying_.begin());
                       if (!ask_for_castle(g)) g.go_on();
                     }});
    return all;
  }

  /// CASTLE-2
  bool ask_for_castle(Game& game) {
    for (; !fortifying_.empty(); fortifying_.erase(fortifying_.begin()))
      if (ask(game, Asks::castle, fortifying_.front())) return true;
    return false;
  }

  /// CASTLE-3
  void fortify(Game& game, Segment first) {
    // In the order in which tiles were laid; that is also the order in which they get points.
    const auto behind =
        std::find_if(castles_.begin(), castles_.end(), [&](const Castle& castle) { return first < castle.city; });
    castles_.insert(behind, {game.seat(), first, true, std::nullopt});
    const std::set<Segment> city = game.board().feature(first).segments;
    game.take_home([&](const FigureOnBoard& f) { return !game.is_follower(f.kind) && city.contains(f.where); });
    if (!ask_for_castle(game)) game.go_on();
  }

  /// CASTLE-4
  static std::set<Space> land(const Game& game, const Castle& castle) {
    const std::set<Space>& own = game.board().feature(castle.city).spaces;
    const bool upright = own.begin()->x == own.rbegin()->x;
    std::set<Space> all;
    for (const Space space : own)
      for (const int beside : {-1, 0, 1})
        all.insert(upright ? Space{space.x + beside, space.y} : Space{space.x, space.y + beside});
    return all;
  }

  /// A cloister lies where its tile does, whatever it counts.
  static bool lies_on(const Game& game, const Feature& feature, const std::set<Space>& spaces) {
    return std::any_of(feature.segments.begin(), feature.segments.end(), [&](Segment s) {
      const std::set<Space> own = game.board().spaces_of(s);
      return std::any_of(own.begin(), own.end(), [&](Space at) { return spaces.contains(at); });
    });
  }

  std::optional<FigureOnBoard> lord_of(const Game& game, const Castle& castle) const {
    const Feature& city = game.board().feature(castle.city);
    for (const FigureOnBoard& f : game.figures())
      if (city.segments.contains(f.where)) return f;
    return std::nullopt;
  }

  /// What a castle may take its points from: first segments, and how many.
  std::map<Segment, int> sources(const Game& game, const Castle& castle, bool chain) const {
    std::map<Segment, int> found;
    if (castle.fresh || castle.got || !lord_of(game, castle)) return found;
    const std::set<Space> spaces = land(game, castle);
    if (chain) {
      for (const Castle& other : castles_) {
        const Feature& city = game.board().feature(other.city);
        if (other.got && lies_on(game, city, spaces)) found[city.first()] = *other.got;
      }
      return found;
    }
    for (const Feature* feature : just_completed(game))
      if (feature->type != TileFeatureType::garden && !game.converted(*feature) && lies_on(game, *feature, spaces))
        found[feature->first()] = game.value_of(*feature);
    return found;
  }

  /// CASTLE-5, CASTLE-6, CASTLE-8: true if somebody has to choose.
  bool pay_lords(Game& game) {
    for (;;) {
      Castle* next = nullptr;
      for (const bool chain : {false, true}) {
        for (int i = 0, seat = game.turn_seat(); i < game.seats() && !next; ++i, seat = game.after(seat))
          for (Castle& castle : castles_)
            if (!next && castle.seat == seat && !sources(game, castle, chain).empty()) {
              next = &castle;
              chain_ = chain;
            }
        if (next) break;
      }
      if (!next) return false;
      const std::map<Segment, int> from = sources(game, *next, chain_);
      choosing_ = static_cast<std::size_t>(next - castles_.data());
      if (from.size() > 1 && !highest_) return ask(game, Asks::lord, next->seat);
      int most = 0;
      for (const auto& [segment, points] : from) most = std::max(most, points);
      pay_lord(game, most);
    }
  }

  void pay_lord(Game& game, int points) {
    Castle& castle = castles_[choosing_];
    const FigureOnBoard lord = *lord_of(game, castle);
    castle.got = points;
    game.give(lord.seat, points);
    game.take_home(lord);
  }

  std::vector<Option> lords_choice(const Game& game) {
    std::vector<Option> all;
    for (const auto& [segment, points] : sources(game, castles_[choosing_], chain_))
      all.push_back({game.place_text("lord", segment), [this, points = points](Game& g) {
                       pay_lord(g, points);
                       if (!pay_lords(g)) g.go_on();
                     }});
    return all;
  }

  // ---- bazaars

  static bool has_one(const Game& game, int seat) { return game.to_lay(seat) != nullptr; }

  /// BAZAAR-1, BAZAAR-7
  bool open_market(Game& game) {
    if (auctions_ == 0) return false;
    for (int seat = 0; seat < game.seats(); ++seat)
      if (has_one(game, seat)) return false;
    if (game.plays_again() && !before_second_) return false;
    const bool laid_out = !game.pile("market").empty();
    if (!laid_out && game.left() < game.seats()) {
      auctions_ = 0;
      return false;
    }
    if (laid_out && game.plays_again()) return false;
    if (laid_out) return begin(game);
    to_draw_ = game.seats();
    return draw_next(game, game.turn_seat());
  }

  /// BAZAAR-7
  bool reserve_market(Game& game) {
    if (!before_second_ || !game.part_due() || auctions_ == 0 || !game.pile("market").empty()) return false;
    for (int seat = 0; seat < game.seats(); ++seat)
      if (has_one(game, seat)) return false;
    if (game.left() < game.seats()) return false;
    to_draw_ = game.seats();
    return draw_next(game, game.turn_seat());
  }

  /// BAZAAR-2
  bool draw_next(Game& game, int seat) {
    if (to_draw_-- == 0) return game.plays_again() || game.part_due() ? false : begin(game);
    game.ask_draw(seat, "", [this, seat](const TileSpec& tile) {
      playing_->pile("market").insert(&tile);
      if (!draw_next(*playing_, playing_->after(seat))) playing_->go_on();
    });
    playing_ = &game;
    return true;
  }

  bool begin(Game& game) {
    --auctions_;
    return pick_next(game, game.after(game.turn_seat()));
  }

  /// BAZAAR-5; false: the auction is over.
  bool pick_next(Game& game, int seat) {
    Tiles& market = game.pile("market");
    if (market.empty()) return false;
    while (has_one(game, seat)) seat = game.after(seat);
    if (market.size() == 1) {
      give(game, **market.begin(), seat);
      return false;
    }
    auctioneer_ = seat;
    return ask(game, picked_ ? Asks::take : Asks::offer, seat);
  }

  static void give(Game& game, const TileSpec& tile, int seat) {
    Tiles& market = game.pile("market");
    market.erase(market.find(&tile));
    game.must_lay(seat, tile);
  }

  std::vector<Option> tiles(const Game& game) {
    std::vector<Option> all;
    const Tiles& market = game.pile("market");
    for (const TileSpec* tile : std::set<const TileSpec*>(market.begin(), market.end())) {
      const bool takes = asks_ == Asks::take;
      all.push_back({(takes ? "take " : "offer ") + game.name_of(*tile), [this, tile, takes](Game& g) {
                       if (takes) {
                         give(g, *tile, g.seat());
                         if (!pick_next(g, g.after(g.seat()))) g.go_on();
                         return;
                       }
                       offered_ = tile;
                       ask(g, Asks::price, auctioneer_);
                     }});
    }
    return all;
  }

  /// BAZAAR-3
  std::vector<Option> bids(const Game& game, const std::string& verb, int least) {
    std::vector<Option> all;
    for (int points = least; points <= most(game, game.seat()); ++points)
      all.push_back({verb + std::to_string(points), [this, points](Game& g) {
                       highest_bid_ = points;
                       bidder_ = g.seat();
                       more_bids(g, g.after(g.seat()));
                     }});
    return all;
  }

  int most(const Game& game, int seat) const {
    return std::min(100, std::max(0, game.scores()[seat]) + (no_debt_ ? 0 : 20));
  }

  /// BAZAAR-3, BAZAAR-4
  void more_bids(Game& game, int seat) {
    for (; seat != auctioneer_; seat = game.after(seat))
      if (!has_one(game, seat) && most(game, seat) > highest_bid_) {
        ask(game, Asks::raise, seat);
        return;
      }
    if (bidder_ != auctioneer_) {
      ask(game, Asks::deal, auctioneer_);
      return;
    }
    if (highest_bid_ > 0) game.give(auctioneer_, -highest_bid_);
    hand_over(game, auctioneer_);
  }

  void settle(Game& game, int buyer, int seller) {
    game.pay(buyer, seller, highest_bid_);
    hand_over(game, buyer);
  }

  void hand_over(Game& game, int buyer) {
    give(game, *offered_, buyer);
    if (!pick_next(game, game.after(auctioneer_))) game.go_on();
  }

  const bool only_needed_, highest_, picked_, before_second_, no_debt_;
  const int each_;
  Asks asks_ = Asks::bridge;
  std::vector<int> builders_;  ///< who has built the bridges there are
  std::vector<Castle> castles_;
  std::vector<int> fortifying_;        ///< seats still to be asked
  std::set<Segment> complete_before_;  ///< before the tile that lies last
  std::size_t choosing_ = 0;           ///< which castle
  bool chain_ = false;
  int auctions_ = 0;  ///< to come
  int to_draw_ = 0, auctioneer_ = 0, highest_bid_ = 0, bidder_ = 0;
  const TileSpec* offered_ = nullptr;
  Game* playing_ = nullptr;
};

}  // namespace

std::unique_ptr<Expansion> bridges_castles_and_bazaars(const GameRules& rules) {
  if (rules.is("bridges_castles_bazaars", "off")) return nullptr;
  return std::make_unique<BridgesCastlesAndBazaars>(rules, rules.kernel.seats);
}

}  // namespace bastide::naive
