// Hills and sheep in the naive implementation: what lies under hills and who wins by them, vineyards, and shepherds
// with their flocks.
#include <algorithm>
#include <array>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

bool has_box(const GameRules& rules) {
  return !rules.is("hills_and_sheep", "off");
}

/// HILL-*, VINE-*, HALF-HILL, HALF-VINEYARD.
class Hills : public Expansion {
 public:
  Hills(bool most_on_hills, bool gardens) : most_on_hills_(most_on_hills), gardens_(gardens) {}

  /// HILL-1
  bool at(Game& game, Moment moment) override {
    if (moment != Moment::placed || symbols_on(game.last_tile(), "hill") == 0 || game.left() == 0) return false;
    game.ask_draw(game.turn_seat(), "", [&game](const TileSpec& tile) {
      game.pile("buried").insert(&tile);
      game.go_on();
    });
    return true;
  }

  /// VINE-1, VINE-2
  int worth(const Scene& scene, const Feature& feature) const override {
    const bool pays =
        feature.type == TileFeatureType::cloister || (gardens_ && feature.type == TileFeatureType::garden);
    int n = 0;
    if (pays)
      for (const Space space : feature.spaces) n += scene.board.symbols_in(space, "vineyard");
    return 3 * n;
  }

  /// HILL-3, HILL-4: those with a follower in a space with a hill.
  std::set<int> break_tie(const Scene& scene, const std::set<Segment>& segments,
                          const std::set<int>& tied) const override {
    std::map<int, int> on_hills;
    for (const FigureOnBoard& f : scene.figures) {
      const Space space = scene.board.pieces()[f.where.piece].at;
      if (tied.contains(f.seat) && segments.contains(f.where) && !is_companion(scene.expansions, f.kind) &&
          scene.board.symbols_in(space, "hill") > 0)
        ++on_hills[f.seat];
    }
    int most = 0;
    for (const auto& [seat, count] : on_hills) most = std::max(most, count);
    std::set<int> seats;
    for (const auto& [seat, count] : on_hills)
      if (!most_on_hills_ || count == most) seats.insert(seat);
    return seats;
  }

 private:
  bool most_on_hills_, gardens_;
};

constexpr FigureKind kShepherd = "shepherd";

/// SHEEP-1: tokens with one sheep, two and so on.
constexpr std::array<int, 4> kTokens = {4, 5, 5, 2};
constexpr int kWolves = 2;

/// SHEEP-*
class Shepherds : public Expansion {
 public:
  explicit Shepherds(int printed) : printed_(printed) {}

  std::map<FigureKind, int> figures() const override { return {{kShepherd, 1}}; }
  bool stands_on(FigureKind kind, TileFeatureType type) const override {
    return kind == kShepherd && type == TileFeatureType::field;
  }
  std::set<FigureKind> companions() const override { return {kShepherd}; }
  /// BARN-3, BARN-5 [J]
  std::set<FigureKind> left_standing() const override { return {kShepherd}; }

  /// SHEEP-2
  bool joins(const Game& game, FigureKind kind, Segment where) const override {
    return kind == kShepherd && shepherds_on(game, where).empty();
  }

  /// SHEEP-4, SHEEP-8, SHEEP-9
  bool at(Game& game, Moment moment) override {
    if (moment != Moment::acted) return false;
    const auto own = shepherd_of(game, game.turn_seat());
    if (own && grew(game, *own)) {
      draws_ = own->piece == game.piece();  // SHEEP-3
      if (draws_)
        game.ask_chance(*this, game.turn_seat());
      else
        game.ask(*this, game.turn_seat());
      return true;
    }
    close_fields(game);
    return false;
  }

  std::vector<Option> options(const Game& game) override {
    if (!draws_)
      return {{"flock:grow",
               [this](Game& g) {
                 draws_ = true;
                 g.ask_chance(*this, g.turn_seat());
               }},
              {"flock:home", [this](Game& g) {
                 guide_home(g, *shepherd_of(g, g.turn_seat()));
                 end(g);
               }}};
    std::vector<Option> all;
    for (int sheep = 1; sheep <= static_cast<int>(kTokens.size()); ++sheep) {
      int left = kTokens[sheep - 1];
      for (int seat = 0; seat < game.seats(); ++seat) left -= tokens(game, sheep, seat);
      if (left == 0) continue;
      all.push_back({"sheep:" + std::to_string(sheep),
                     [this, sheep](Game& g) {
                       add_tokens(g, sheep, g.turn_seat(), 1);
                       end(g);
                     },
                     left});
    }
    all.push_back({"wolf",
                   [this](Game& g) {
                     send_home(g, *shepherd_of(g, g.turn_seat()));  // SHEEP-5
                     end(g);
                   },
                   kWolves});
    return all;
  }

  /// SHEEP-13: who has no shepherd on the board has no tokens.
  void figures_left(Game& game) override {
    for (int seat = 0; seat < game.seats(); ++seat)
      for (int sheep = 1; !shepherd_of(game, seat) && sheep <= static_cast<int>(kTokens.size()); ++sheep)
        add_tokens(game, sheep, seat, -tokens(game, sheep, seat));
  }

 private:
  static std::string name_of(int sheep) { return "sheep-" + std::to_string(sheep); }

  static int tokens(const Game& game, int sheep, int seat) {
    const auto found = game.tokens().find(name_of(sheep));
    return found == game.tokens().end() ? 0 : found->second[seat];
  }

  static void add_tokens(Game& game, int sheep, int seat, int count) {
    std::vector<int>& has = game.tokens()[name_of(sheep)];
    has.resize(static_cast<std::size_t>(game.seats()));
    has[seat] += count;
  }

  static std::optional<Segment> shepherd_of(const Game& game, int seat) {
    for (const FigureOnBoard& f : game.figures())
      if (f.seat == seat && f.kind == kShepherd) return f.where;
    return std::nullopt;
  }

  /// Seats that have one in the field of a segment.
  static std::set<int> shepherds_on(const Game& game, Segment field) {
    std::set<int> seats;
    for (int seat = 0; seat < game.seats(); ++seat)
      if (const auto where = shepherd_of(game, seat); where && game.board().feature(field).segments.contains(*where))
        seats.insert(seat);
    return seats;
  }

  static bool grew(const Game& game, Segment field) {
    return game.board().feature(field).pieces.contains(game.piece());
  }

  static void send_home(Game& game, Segment field) {
    const std::set<int> seats = shepherds_on(game, field);
    game.take_home([&](const FigureOnBoard& f) { return f.kind == kShepherd && seats.contains(f.seat); });
  }

  /// SHEEP-6, SHEEP-11
  void guide_home(Game& game, Segment field) const {
    const std::set<int> seats = shepherds_on(game, field);
    int flock = 0;
    for (const int seat : seats)
      for (int sheep = 1; sheep <= static_cast<int>(kTokens.size()); ++sheep)
        flock += sheep * tokens(game, sheep, seat);
    for (const Segment s : game.board().feature(field).segments)
      for (const TileSymbol& symbol : game.board().pieces()[s.piece].tile->symbols)
        if (symbol.type == "sheep" && symbol.feature == s.feature) flock += printed_ == 0 ? symbol.count : printed_;
    for (const int seat : seats) game.give(seat, flock);
    send_home(game, field);
  }

  /// SHEEP-8
  void close_fields(Game& game) const {
    for (int seat = 0; seat < game.seats(); ++seat)
      if (const auto where = shepherd_of(game, seat); where && game.board().feature(*where).gaps.empty())
        guide_home(game, *where);
  }

  void end(Game& game) {
    close_fields(game);
    game.go_on();
  }

  int printed_ = 0;  ///< sheep that each printed place counts as; 0: as many as there are
  bool draws_ = false;
};

}  // namespace

std::unique_ptr<Expansion> hills(const GameRules& rules) {
  if (!has_box(rules) && rules.is("halflings", "off")) return nullptr;
  return std::make_unique<Hills>(rules.is("hill_tie", "most"), rules.is("vineyard_garden", "on"));
}

std::unique_ptr<Expansion> shepherds(const GameRules& rules) {
  if (!has_box(rules)) return nullptr;
  return std::make_unique<Shepherds>(rules.is("sheep_printed", "one") ? 1 : 0);
}

}  // namespace bastide::naive
