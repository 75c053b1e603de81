// Traders and builders in the naive implementation: goods, builders with their second part of the turn, pigs and herds.
#include <algorithm>
#include <array>

#include "naive/expansions/registry.h"
#include "naive/game.h"

namespace bastide::naive {
namespace {

constexpr FigureKind kBuilder = "builder", kPig = "pig";
constexpr std::array<const char*, 3> kGoods = {"wine", "grain", "cloth"};

struct Rules {
  bool goods = true, must = false, completing_too = false, herds = true;
  int builders = 1, pigs = 1;
};

class TradersAndBuilders : public Expansion {
 public:
  explicit TradersAndBuilders(Rules rules) : rules_(rules) {}

  bool at(Game& game, Moment moment) override {
    switch (moment) {
      case Moment::placed:
        if (works(game)) game.owe_part();  // BUILD-3
        return false;
      case Moment::counted:
        if (rules_.goods) take_goods(game);
        return false;
      case Moment::scored:
        return ask_second_part(game);
      case Moment::over:
        if (rules_.goods) pay_goods(game);
        return false;
      default:
        return false;
    }
  }

  /// BUILD-10
  std::vector<Option> options(const Game&) override {
    return {{"build-on", [](Game& g) { g.begin_second_part(); }}, {"stop", [](Game& g) {
                                                                     g.forget_part();
                                                                     g.go_on();
                                                                   }}};
  }

  // ---- figures

  std::map<FigureKind, int> figures() const override {
    std::map<FigureKind, int> all;
    if (rules_.builders > 0) all[kBuilder] = rules_.builders;
    if (rules_.pigs > 0) all[kPig] = rules_.pigs;
    return all;
  }

  bool stands_on(FigureKind kind, TileFeatureType type) const override {
    if (kind == kPig) return type == TileFeatureType::field;
    return kind == kBuilder && (type == TileFeatureType::road || type == TileFeatureType::city);
  }

  std::set<FigureKind> companions() const override { return {kBuilder, kPig}; }

  /// BUILD-1, PIG-1
  bool joins(const Game& game, FigureKind kind, Segment where) const override {
    return (kind == kBuilder || kind == kPig) && has_follower(game, game.seat(), where);
  }

  /// BUILD-1: not on what is completed.
  bool forbids_figures(const Game& game, FigureKind kind, Segment where) const override {
    return kind == kBuilder && game.board().feature(where).complete;
  }

  /// BUILD-7, PIG-2
  void figures_left(Game& game) override {
    for (const FigureOnBoard& f : game.figures())
      if ((f.kind == kBuilder || f.kind == kPig) && !has_follower(game, f.seat, f.where) &&
          game.board().spec(f.where).type != TileFeatureType::trap) {
        game.take_home(FigureOnBoard(f));  // which looks again for others
        return;
      }
  }

  // ---- points

  /// PIG-3, PIG-4, PIG-5
  int more_for_city(const Scene& scene, int seat, const std::set<Segment>& fields) const override {
    const bool pig = std::any_of(scene.figures.begin(), scene.figures.end(), [&](const FigureOnBoard& f) {
      return f.kind == kPig && f.seat == seat && fields.contains(f.where);
    });
    const bool herd = rules_.herds && std::any_of(fields.begin(), fields.end(), [&](const Segment& s) {
                        return symbols_at(scene.board, s, "pig-herd") > 0;
                      });
    return (pig ? 1 : 0) + (herd ? 1 : 0);
  }

 private:
  static int symbols_at(const Board& board, Segment where, std::string_view type) {
    int count = 0;
    for (const TileSymbol& symbol : board.pieces()[where.piece].tile->symbols)
      if (symbol.type == type && symbol.feature == where.feature) count += symbol.count;
    return count;
  }

  static bool has_follower(const Game& game, int seat, Segment where) {
    const Feature& whole = game.board().feature(where);
    return std::any_of(game.figures().begin(), game.figures().end(), [&](const FigureOnBoard& f) {
      return f.seat == seat && game.is_follower(f.kind) && whole.segments.contains(f.where);
    });
  }

  /// BUILD-3, BUILD-5: the tile just laid is part of a feature with an own builder. Nothing that lies completes what it
  /// is no part of.
  bool works(const Game& game) const {
    return std::any_of(game.figures().begin(), game.figures().end(), [&](const FigureOnBoard& f) {
      if (f.kind != kBuilder || f.seat != game.turn_seat()) return false;
      const Feature& whole = game.board().feature(f.where);
      return whole.pieces.contains(game.piece()) || (rules_.completing_too && whole.complete);
    });
  }

  /// BUILD-10, BUILD-11
  bool ask_second_part(Game& game) {
    if (!game.part_due() || !game.may_have_second_part()) return false;
    if (rules_.must) return game.begin_second_part();
    game.ask(*this, game.turn_seat());
    return true;
  }

  /// GOODS-2, GOODS-3: of every city that is complete and has given none yet.
  void take_goods(Game& game) {
    for (const Feature* feature : game.board().features()) {
      if (feature->type != TileFeatureType::city || !feature->complete || !given_.insert(feature->first()).second ||
          game.converted(*feature))
        continue;
      for (const char* sort : kGoods)
        for (const Segment& s : feature->segments)
          tokens(game, sort)[game.turn_seat()] += symbols_at(game.board(), s, sort);
    }
  }

  /// GOODS-5
  static void pay_goods(Game& game) {
    for (const char* sort : kGoods) {
      const std::vector<int>& has = tokens(game, sort);
      const int most = *std::max_element(has.begin(), has.end());
      for (int seat = 0; seat < game.seats(); ++seat)
        if (most > 0 && has[seat] == most) game.give(seat, 10);
    }
  }

  static std::vector<int>& tokens(Game& game, const char* sort) {
    std::vector<int>& has = game.tokens()[sort];
    has.resize(static_cast<std::size_t>(game.seats()));
    return has;
  }

  Rules rules_;
  std::set<Segment> given_;  ///< cities that have given their goods, by their first segments
};

}  // namespace

std::unique_ptr<Expansion> traders_and_builders(const GameRules& rules) {
  if (rules.is("traders_and_builders", "off")) return nullptr;
  Rules read;
  read.goods = rules.is("goods", "on");
  read.must = rules.is("second_part", "must");
  read.completing_too = rules.is("builder_trigger", "extend-or-complete");
  read.herds = rules.is("pig_herd", "on");
  read.builders = rules.number("builders");
  read.pigs = rules.is("field_scoring", "none") ? 0 : rules.number("pigs");
  return std::make_unique<TradersAndBuilders>(read);
}

}  // namespace bastide::naive
