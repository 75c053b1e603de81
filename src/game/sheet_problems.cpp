#include "game/sheet_problems.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/by_hand.h"
#include "core/kernel.h"
#include "game/extent.h"
#include "notation/position_lines.h"

namespace bastide {
namespace {

/// Two sides of pieces that lie against each other.
struct Contact {
  int piece, other;
  TileSideDef side, far;
  int cell, far_cell;  ///< in which they lie
  bool closes() const { return side.terrain == Terrain::none || far.terrain == Terrain::none; }
  bool joined() const { return side.terrain == far.terrain && !closes(); }
};

class Finder {
 public:
  Finder(const Sheet& sheet, const SheetAnalysis& analysis)
      : sheet_(sheet), analysis_(analysis), rules_(*sheet.rules), state_(analysis.position.state) {
    for (int piece = 0; piece < state_.pieces; ++piece)
      for (int other = 0; other < piece; ++other) find_contacts(piece, other);
  }

  std::vector<SheetProblem> find() {
    tiles_left_out();
    sides();
    islands();
    copies();
    more_than_dealt();
    table();
    start_tile();
    figures_left_out();
    corners_left_out();
    tops_left_out();
    on_tiles_left_out();
    roads_left_out();
    neutral_left_out();
    neutral_misplaced();
    supplies();
    two_on_a_tile();
    side_by_side();
    completed_features();
    return std::move(problems_);
  }

 private:
  // ---------------------------------------------------------------- words

  SheetProblem& add(std::string rule, Texts sentence) {
    problems_.push_back({});
    problems_.back().rule = std::move(rule);
    problems_.back().sentence = std::move(sentence);
    return problems_.back();
  }

  Texts words(std::string_view id, const std::vector<Gap>& gaps = {}) const {
    return say(rules_.catalogue->phrases, id, gaps);
  }
  Space space_of(int cell) const { return {state_.cell[cell].x, state_.cell[cell].y}; }
  static std::string where(Space space) { return fmt::format("{},{}", space.x, space.y); }
  const SheetTile& tile(int index) const { return sheet_.tiles[index]; }
  const std::string& name(int index) const { return kind_name(tile(index).kind); }
  const std::string& kind_name(int kind) const { return rules_.kinds[kind].name; }
  const SheetFigure& figure(int index) const { return sheet_.figures[index]; }
  const std::string& player(int seat) const { return sheet_.seats[seat].name; }
  int tile_of(int piece) const { return analysis_.tile_of_piece[piece]; }
  /// The spaces of a tile: of a double one the second, too.
  std::vector<Space> spaces(int index) const {
    const SheetTile& t = tile(index);
    std::vector<Space> all = {t.space};
    const FarSide far = kFarSides[kSecondBeyond[t.rotation & 3]];
    if (rules_.kernel.kinds[t.kind].doubled) all.push_back({t.space.x + far.dx, t.space.y + far.dy});
    return all;
  }

  /// Of its space, that a tile covers.
  int quarters(int index) const {
    const SheetTile& t = tile(index);
    return rules_.kernel.kinds[t.kind].oriented[t.rotation].quarters;
  }

  Texts terrain(Terrain terrain) const {
    return words(terrain == Terrain::city    ? "sheet.a.city"
                 : terrain == Terrain::road  ? "sheet.a.road"
                 : terrain == Terrain::water ? "sheet.a.water"
                                             : "sheet.a.field");
  }
  static std::string_view side_name(Face face) {
    constexpr std::array<std::string_view, kFaces> names = {"north", "east", "south", "west", "diagonal", "diagonal"};
    return names[face];
  }

  /// Where a road over the space ends, there is a road.
  TileSideDef shown(int cell, TileSideDef side) const {
    const Overpass* road = overpass_in(state_, cell);
    if (road != nullptr && ends_at(*road, side.face)) {
      side.terrain = Terrain::road;
      side.feature = kOverpass;
    }
    return side;
  }

  void find_contacts(int piece, int other) {
    const auto &one = state_.piece[piece], &two = state_.piece[other];
    for (const int a : {one.cell, one.second})
      for (const int b : {two.cell, two.second})
        if (a != State<Full>::no_cell && b != State<Full>::no_cell) find_contacts(piece, a, other, b);
  }

  /// Of what of them lies in two cells.
  void find_contacts(int piece, int a, int other, int b) {
    const OrientedTile &mine = part_in(rules_.kernel, state_.piece[piece], a),
                       &their = part_in(rules_.kernel, state_.piece[other], b);
    for (int i = 0; i < mine.sides; ++i) {
      const TileSideDef& side = mine.side[i];
      const FarSide far = kFarSides[side.face];
      if (state_.cell[a].x + far.dx != state_.cell[b].x || state_.cell[a].y + far.dy != state_.cell[b].y) continue;
      for (int j = 0; j < their.sides; ++j) {
        const TileSideDef& theirs = their.side[j];
        if (theirs.face == far.face) contacts_.push_back({piece, other, shown(a, side), shown(b, theirs), a, b});
      }
    }
  }

  // ---------------------------------------------------------------- tiles

  void tiles_left_out() {
    for (int i = 0; i < static_cast<int>(sheet_.tiles.size()); ++i) {
      if (analysis_.piece_of_tile[i] >= 0) continue;
      const GroundThere there = ground_at(rules_.kernel, state_, tile(i).space.x, tile(i).space.y);
      int under = -1;
      for (int j = 0; j < i; ++j)
        for (const Space& mine : spaces(i))
          for (const Space& theirs : spaces(j))
            if (under < 0 && mine == theirs && (quarters(i) & quarters(j)) != 0) under = j;
      SheetProblem* problem = nullptr;
      if (there.ground == Ground::walled)
        problem = &add(std::string(rules_.added[there.by]->wall_rule),
                       off_table(there.by, {.what = "walled", .rule = {}}, i));
      else if (under >= 0 && quarters(i) != kAllQuarters && quarters(under) != kAllQuarters)
        problem = &add("HALF-1", words("sheet.across",
                                       {{"where", where(tile(i).space)}, {"one", name(under)}, {"other", name(i)}}));
      else if (under >= 0)
        problem = &add("PLACE-1",
                       words("sheet.two", {{"where", where(tile(i).space)}, {"one", name(under)}, {"other", name(i)}}));
      else
        problem = &add("", words("sheet.many", {{"tile", name(i)}, {"where", where(tile(i).space)}}));
      problem->tiles = {i};
      if (under >= 0) problem->tiles.push_back(under);
      problem->space = tile(i).space;
      problem->counted = false;
    }
  }

  /// PLACE-2, PLACE-3
  void sides() {
    for (const Contact& contact : contacts_) {
      if (contact.joined() || contact.closes()) continue;
      const int mine = tile_of(contact.piece), theirs = tile_of(contact.other);
      const bool road = contact.side.terrain == Terrain::road || contact.far.terrain == Terrain::road;
      const Space here = space_of(contact.cell), there = space_of(contact.far_cell);
      const bool inside = here == there;  // along the diagonal
      SheetProblem& problem =
          add(road ? "PLACE-3" : "PLACE-2",
              words(inside ? "sheet.side.inside" : "sheet.side",
                    {{"where", where(here)},
                     {"side", words(inside ? "side.long" : fmt::format("side.{}", side_name(contact.side.face)))},
                     {"tile", name(mine)},
                     {"terrain", terrain(contact.side.terrain)},
                     {"other", name(theirs)},
                     {"there", where(there)},
                     {"theirs", terrain(contact.far.terrain)}}));
      problem.tiles = {mine, theirs};
      problem.space = here;
      problem.side = side_name(contact.side.face);
    }
  }

  /// PLACE-1: everything touches by a side, on the way round. The largest part is the landscape, the others are said.
  void islands() {
    std::vector<int> island(state_.pieces);
    for (int i = 0; i < state_.pieces; ++i) island[i] = i;
    for (const Contact& contact : contacts_) {
      const int from = island[contact.piece];
      const int to = island[contact.other];
      std::replace(island.begin(), island.end(), std::max(from, to), std::min(from, to));
    }
    std::map<int, std::vector<int>> parts;
    for (int i = 0; i < state_.pieces; ++i) parts[island[i]].push_back(tile_of(i));
    if (parts.size() < 2) return;
    const auto largest = std::max_element(
        parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    for (const auto& [first, tiles] : parts) {
      if (first == largest->first) continue;
      const Space space = tile(tiles.front()).space;
      SheetProblem& problem =
          add("PLACE-1", tiles.size() == 1
                             ? words("sheet.alone", {{"tile", name(tiles.front())}, {"where", where(space)}})
                             : words("sheet.apart", {{"n", static_cast<int>(tiles.size())}, {"where", where(space)}}));
      problem.tiles = tiles;
      problem.space = space;
    }
  }

  /// SET-1
  void copies() {
    for (std::size_t kind = 0; kind < rules_.kinds.size(); ++kind) {
      if (analysis_.left[kind] >= 0) continue;
      const auto& info = rules_.kinds[kind];
      SheetProblem& problem =
          add("SET-1", words("sheet.copies",
                             {{"count", info.count - analysis_.left[kind]}, {"tile", info.name}, {"box", info.count}}));
      for (int p = 0; p < state_.pieces; ++p)
        if (state_.piece[p].kind == kind) problem.tiles.push_back(tile_of(p));
    }
  }

  /// HALF-2: of the tiles that seats get no more can lie than they got.
  void more_than_dealt() {
    SheetProblem problem;
    const auto& all = rules_.kernel.held;
    for (int p = 0; p < state_.pieces; ++p)
      if (std::any_of(all.begin(), all.end(),
                      [&](const HeldTile& tile) {
                        return tile.kind == state_.piece[p].kind && rules_.kernel.piles[tile.pile].laid == Laid::never;
                      }) &&
          !rules_.kernel.kinds[state_.piece[p].kind].doubled)
        problem.tiles.push_back(tile_of(p));
    const int dealt = rules_.kernel.given, size = dealt / rules_.kernel.seats;
    if (static_cast<int>(problem.tiles.size()) <= dealt) return;
    problem.rule = "HALF-2";
    problem.sentence = say(rules_.catalogue->phrases, "sheet.dealt",
                           {{"n", static_cast<int>(problem.tiles.size())},
                            {"seats", rules_.kernel.seats},
                            {"each", size},
                            {"all", dealt}});
    problems_.push_back(std::move(problem));
  }

  Texts off_table(int by, const OffTable& why, int index) const {
    const Area box = extent_of(state_);
    return say(rules_.catalogue->phrases, fmt::format("off.{}.{}.sheet", rules_.added[by]->id, why.what),
               {{"tile", name(index)},
                {"x", tile(index).space.x},
                {"y", tile(index).space.y},
                {"across", box.right - box.left + 1},
                {"down", box.bottom - box.top + 1},
                {"width", why.width},
                {"height", why.height}});
  }

  /// What lies where an expansion says that nothing may.
  void table() {
    for (int p = 0; p < state_.pieces; ++p) {
      const Space space = tile(tile_of(p)).space;
      const auto [ground, by] = ground_at(rules_.kernel, state_, space.x, space.y);
      if (ground == Ground::open) continue;
      const OffTable why = rules_.added[by]->why_shut(rules_.kernel, rules_.kernel.added[by], state_, space.x, space.y);
      SheetProblem& problem = add(std::string(why.rule), off_table(by, why, tile_of(p)));
      if (why.whole) return;
      problem.tiles = {tile_of(p)};
      problem.space = space;
    }
  }

  /// SET-3
  void start_tile() {
    if (state_.pieces == 0 || !rules_.kernel.start_lies) return;
    for (int p = 0; p < state_.pieces; ++p)
      if (state_.piece[p].kind == rules_.kernel.start_kind) return;
    add("SET-3", words("sheet.start", {{"tile", kind_name(rules_.kernel.start_kind)}})).impossible = false;
  }

  // ---------------------------------------------------------------- figures

  const TileFeatureSpec& feature(const SheetFigure& figure) const {
    return rules_.feature(tile(figure.tile).kind, figure.feature);
  }
  Texts word(Figure figure) const { return words(fmt::format("sheet.figure.{}", rules_.figure(figure).name)); }
  Texts a_figure(const FigureSpec& spec) const { return words(fmt::format("a.{}", spec.name)); }
  Texts a_feature(FeatureType type) const {
    return words(fmt::format("sheet.a.{}", to_string(static_cast<TileFeatureType>(type))));
  }
  /// "a road or a city"
  Texts stood_on(const FigureSpec& spec) const {
    Texts all;
    for (int i = 0; i < kFeatureTypes; ++i) {
      const auto type = static_cast<FeatureType>(i);
      if (!spec.kind.stands(type)) continue;
      all = all[0].empty() ? a_feature(type) : words("sheet.or", {{"one", all}, {"other", a_feature(type)}});
    }
    return all;
  }

  void figures_left_out() {
    for (int i = 0; i < static_cast<int>(sheet_.figures.size()); ++i) {
      if (std::any_of(analysis_.figures.begin(), analysis_.figures.end(),
                      [&](const PlacedFigure& placed) { return placed.id == i; }))
        continue;
      const SheetFigure& out = figure(i);
      const FigureKind& kind = rules_.kernel.figures[out.figure];
      const Gap name{"name", player(out.seat)}, figure{"figure", word(out.figure)},
          at{"where", where(tile(out.tile).space)};
      const auto left_out = [&](std::string_view why, std::vector<Gap> more = {}) {
        more.insert(more.end(), {name, figure, at});
        return words(fmt::format("sheet.out.{}", why), more);
      };
      const auto type = static_cast<FeatureType>(feature(out).type);
      const FigureSpec& spec = rules_.figure(out.figure);
      const FigureSpec* other = rules_.figure_standing_on(type);
      SheetProblem* problem = nullptr;
      if (analysis_.piece_of_tile[out.tile] < 0)
        problem = &add("", left_out("tile"));
      else if (kind.count == 0)
        problem = &add(std::string(spec.box_rule), left_out("none"));
      else if (out.figure != Figure::follower)
        problem =
            &add(std::string(spec.rule), left_out("only", {{"afigure", a_figure(spec)}, {"features", stood_on(spec)}}));
      else if (other != nullptr && !kind.stands(type))
        problem = &add(std::string(other->rule),
                       left_out("other", {{"other", a_figure(*other)}, {"feature", a_feature(type)}}));
      else if (type == FeatureType::field)
        problem = &add("FIELD-0", left_out("field"));
      else
        problem = &add("RETURN-1", left_out("completed"));
      problem->tiles = {out.tile};
      problem->figures = {i};
      problem->space = tile(out.tile).space;
      problem->counted = false;
    }
  }

  /// Those that are no seat's.
  void neutral_left_out() {
    for (std::size_t i = 0; i < sheet_.neutral.size(); ++i) {
      if (analysis_.neutral[i] >= 0) continue;
      const SheetNeutral& out = sheet_.neutral[i];
      const bool plays = first_neutral(rules_, *out.spec) >= 0;
      const std::string_view why = !plays                                          ? "none"
                                   : analysis_.piece_of_tile[out.tile] < 0         ? "tile"
                                   : neutral_in_box(rules_, state_, *out.spec) < 0 ? "many"
                                                                                   : "nobody";
      SheetProblem& problem = add({}, say(rules_.catalogue->phrases, fmt::format("sheet.neutral.{}", why),
                                          {{"figure", figure_called(*out.spec)},
                                           {"where", where(tile(out.tile).space)},
                                           {"n", out.spec->kind.count}}));
      problem.tiles = {out.tile};
      problem.space = tile(out.tile).space;
      problem.counted = false;
    }
  }

  Texts figure_called(const FigureSpec& spec) const {
    return say(rules_.catalogue->phrases, fmt::format("figure.{}", spec.name));
  }

  static bool has(const Expansion& expansion, const FigureSpec& spec) {
    return std::any_of(expansion.figures.begin(), expansion.figures.end(),
                       [&](const FigureSpec& own) { return &own == &spec; });
  }

  Texts said_of(const Expansion& expansion, const Impossible& wrong) const {
    return words(fmt::format("impossible.{}.{}", expansion.id, wrong.what),
                 {{"seat", wrong.seat + 1}, {"n", wrong.number}});
  }

  /// What an expansion says cannot be, where figures or tiles lie that are its own. Named are those without which it
  /// could be, or the tile that lies wrong.
  void neutral_misplaced() {
    for (std::size_t by = 0; by < rules_.added.size(); ++by) {
      const Expansion& expansion = *rules_.added[by];
      const auto wrong_in = [&](const State<Full>& state) {
        return expansion.impossible ? expansion.impossible(rules_.kernel, rules_.kernel.added[by], state)
                                    : Impossible{};
      };
      const Impossible wrong = wrong_in(state_);
      if (wrong.what.empty()) continue;
      if (wrong.piece >= 0) {
        const int lies = tile_of(wrong.piece);
        const std::string which = fmt::format("{} ({})", name(lies), where(tile(lies).space));
        SheetProblem& misplaced = add(std::string(wrong.rule),
                                      words("sheet.things", {{"things", which}, {"what", said_of(expansion, wrong)}}));
        misplaced.tiles = {lies};
        misplaced.space = tile(lies).space;
        continue;
      }
      const auto matters = [&](const State<Full>& without) { return wrong_in(without).what != wrong.what; };
      SheetProblem problem;
      std::vector<Texts> things;
      for (std::size_t i = 0; i < sheet_.neutral.size(); ++i) {
        if (analysis_.neutral[i] < 0 || !has(expansion, *sheet_.neutral[i].spec)) continue;
        State<Full> without = state_;
        place_of(without, analysis_.neutral[i]) = {};
        if (!matters(without)) continue;
        things.push_back(figure_called(*sheet_.neutral[i].spec));
        problem.tiles.push_back(sheet_.neutral[i].tile);
        problem.space = tile(problem.tiles.front()).space;
      }
      for (int pile = 0; pile < static_cast<int>(rules_.kernel.piles.size()); ++pile) {
        if (rules_.kernel.piles[pile].by != by || !open_pile(rules_, pile)) continue;
        State<Full> without = state_;
        hold_none(without);
        if (std::any_of(sheet_.held.begin(), sheet_.held.end(), [&](auto& tile) { return tile.pile == pile; }) &&
            matters(without))
          things.push_back(pile_called(rules_, pile));
      }
      for (int token = 0; token < static_cast<int>(rules_.kernel.tokens.size()); ++token) {
        if (rules_.kernel.tokens[token].by != by) continue;
        State<Full> without = state_;
        std::fill_n(tokens_of(rules_.kernel, without, token), rules_.kernel.seats, int16_t{0});
        if (matters(without))
          things.push_back(say(rules_.catalogue->phrases, fmt::format("token.{}", rules_.token(token).name)));
      }
      if (things.empty()) continue;
      problem.rule = wrong.rule;
      Texts all = things.front();
      for (std::size_t i = 1; i < things.size(); ++i) all = joined(all, ", ", things[i]);
      problem.sentence = words("sheet.things", {{"things", all}, {"what", said_of(expansion, wrong)}});
      problems_.push_back(std::move(problem));
    }
  }

  /// A seat's figure is left out: its tile is, there are none of its kind, there are fewer than lie or stand so
  /// (`all`), or for what the phrase `otherwise` says, by a rule.
  void left_out(int on, int seat, Figure sort, std::ptrdiff_t all, std::string_view otherwise, std::string_view rule) {
    const FigureSpec& spec = rules_.figure(sort);
    const int count = rules_.kernel.figures[sort].count;
    const Gap name{"name", player(seat)}, figure{"figure", word(sort)}, at{"where", where(tile(on).space)};
    const bool no_tile = analysis_.piece_of_tile[on] < 0;
    SheetProblem& problem =
        no_tile       ? add("", words("sheet.out.tile", {name, figure, at}))
        : count == 0  ? add(std::string(spec.box_rule), words("sheet.out.none", {name, figure, at}))
        : all > count ? add(std::string(spec.box_rule),
                            words("sheet.supply", {name,
                                                   {"count", static_cast<int>(all)},
                                                   {"figure", words(fmt::format("sheet.figures.{}", spec.name))},
                                                   {"all", count}}))
                      : add(std::string(rule), words(otherwise, {name, figure, at}));
    problem.tiles = {on};
    problem.space = tile(on).space;
    problem.counted = false;
  }

  void corners_left_out() {
    for (std::size_t i = 0; i < sheet_.corners.size(); ++i) {
      if (analysis_.corners[i]) continue;
      const auto& [on, at] = sheet_.corners[i];
      const auto all = std::count_if(sheet_.corners.begin(), sheet_.corners.end(), [&](const SheetCorner& other) {
        return other.at.seat == at.seat && other.at.figure == at.figure;
      });
      left_out(on, at.seat, at.figure, all, "sheet.out.corner", rules_.figure(at.figure).rule);
    }
  }

  /// Too many of a seat's figures are told by themselves.
  void tops_left_out() {
    for (std::size_t i = 0; i < sheet_.tops.size(); ++i)
      if (const SheetTop& out = sheet_.tops[i]; !analysis_.tops[i])
        left_out(out.tile, out.at.seat, out.at.figure, 0, "sheet.out.top", "");
  }

  void on_tiles_left_out() {
    for (std::size_t i = 0; i < sheet_.on_tiles.size(); ++i) {
      if (analysis_.on_tiles[i]) continue;
      const SheetOnTile& out = sheet_.on_tiles[i];
      const Figure figure = out.at.at.figure;
      const auto all = std::count_if(sheet_.on_tiles.begin(), sheet_.on_tiles.end(), [&](const SheetOnTile& other) {
        return other.at.seat == out.at.seat && other.at.at.figure == figure;
      });
      left_out(out.tile, out.at.seat, figure, all, "sheet.out.over", rules_.figure(figure).rule);
    }
  }

  /// Of a seat's figures, those on heaps and those that other seats keep.
  int elsewhere(std::pair<int, Figure> whose) const {
    const auto on_heaps = std::count_if(sheet_.tops.begin(), sheet_.tops.end(), [&](const SheetTop& top) {
      return std::pair(top.at.seat, top.at.figure) == whose;
    });
    const auto kept = std::count_if(sheet_.kept.begin(), sheet_.kept.end(), [&](const KeptFigure& figure) {
      return std::pair(figure.owner, figure.figure) == whose;
    });
    return static_cast<int>(on_heaps + kept);
  }

  void roads_left_out() {
    for (std::size_t i = 0; i < sheet_.over.size(); ++i) {
      if (analysis_.over[i]) continue;
      SheetProblem& problem = add("", words("sheet.over", {{"where", where(sheet_.over[i].space)}}));
      problem.space = sheet_.over[i].space;
      problem.counted = false;
    }
  }

  /// SET-2, and the same rule of an expansion's figures.
  void supplies() {
    std::map<std::pair<int, Figure>, std::vector<int>> standing;
    for (const PlacedFigure& placed : analysis_.figures) standing[{placed.seat, placed.figure}].push_back(placed.id);
    for (const SheetTop& top : sheet_.tops) standing[{top.at.seat, top.at.figure}];
    for (const KeptFigure& kept : sheet_.kept) standing[{kept.owner, kept.figure}];
    for (const auto& [whose, figures] : standing) {
      const int count = rules_.kernel.figures[whose.second].count;
      const int all = static_cast<int>(figures.size()) + elsewhere(whose);
      if (all <= count) continue;
      add(std::string(rules_.figure(whose.second).box_rule),
          words("sheet.supply", {{"name", player(whose.first)},
                                 {"count", all},
                                 {"figure", words(fmt::format("sheet.figures.{}", rules_.figure(whose.second).name))},
                                 {"all", count}}))
          .figures = figures;
    }
  }

  /// Further followers of the seat on the same place, where expansions can have added them.
  bool added_to_one(const std::vector<int>& figures) const {
    const SheetFigure& first = figure(figures.front());
    const auto type = static_cast<FeatureType>(feature(first).type);
    int added = 0;
    for (std::size_t by = 0; by < rules_.added.size(); ++by)
      if (rules_.added[by]->added_to_one)
        added += rules_.added[by]->added_to_one(rules_.kernel, rules_.kernel.added[by], state_, type);
    return static_cast<int>(figures.size()) <= 1 + added && std::all_of(figures.begin(), figures.end(), [&](int index) {
             const SheetFigure& other = figure(index);
             return other.feature == first.feature && other.seat == first.seat &&
                    rules_.kernel.figures[other.figure].follower;
           });
  }

  /// Whether an expansion puts figures on tiles that lie already, instead of one on the tile just laid, or moves them
  /// on to a feature there.
  bool others_come_later() const {
    return std::any_of(rules_.added.begin(), rules_.added.end(), [](const Expansion* expansion) {
      return std::any_of(expansion->verbs.begin(), expansion->verbs.end(), [&](const Verb& verb) {
        return (verb.takes == Takes::figure && expansion->hooks->join != nullptr) || verb.takes == Takes::feature;
      });
    });
  }

  /// FOLLOWER-1
  void two_on_a_tile() {
    std::map<int, std::vector<int>> standing;
    for (const PlacedFigure& placed : analysis_.figures)  // nobody is put into a trap
      if (feature(figure(placed.id)).type != TileFeatureType::trap)
        standing[tile_of(placed.piece)].push_back(placed.id);
    for (const auto& [on, figures] : standing) {
      if (figures.size() < 2 || added_to_one(figures) || others_come_later()) continue;
      SheetProblem& problem =
          add("FOLLOWER-1",
              words("sheet.follower.two",
                    {{"tile", name(on)}, {"where", where(tile(on).space)}, {"n", static_cast<int>(figures.size())}}));
      problem.tiles = {on};
      problem.figures = figures;
      problem.space = tile(on).space;
    }
  }

  /// Whether an expansion puts or moves figures where others stand already, on features of a type, wherever they lie.
  bool others_join(FeatureType type) const {
    for (std::size_t by = 0; by < rules_.added.size(); ++by) {
      const Expansion& expansion = *rules_.added[by];
      if (expansion.added_to_one == nullptr || expansion.hooks == nullptr || expansion.hooks->join == nullptr) continue;
      const bool puts = std::any_of(expansion.verbs.begin(), expansion.verbs.end(), [](const Verb& verb) {
        return verb.takes == Takes::figure || verb.takes == Takes::feature;
      });
      if (puts && expansion.added_to_one(rules_.kernel, rules_.kernel.added[by], state_, type) > 0) return true;
    }
    return false;
  }

  /// FOLLOWER-2: of two tiles side by side one came later, and its follower found the other's already there.
  void side_by_side() {
    const auto standing = [&](int piece, int on) {
      const auto& all = analysis_.figures;
      const auto found = std::find_if(all.begin(), all.end(), [&](const PlacedFigure& placed) {
        return placed.piece == piece && placed.feature == on && rules_.kernel.figures[placed.figure].follower;
      });
      return found == all.end() ? -1 : found->id;
    };
    std::set<std::pair<int, int>> said;
    const auto check = [&](const Contact& contact, int mine, int theirs) {
      const int one = standing(contact.piece, mine), two = standing(contact.other, theirs);
      if (one < 0 || two < 0 || others_join(static_cast<FeatureType>(feature(figure(one)).type))) return;
      if (!said.insert({std::min(one, two), std::max(one, two)}).second) return;
      const Texts what = words(fmt::format("sheet.one.{}", to_string(feature(figure(one)).type)));
      SheetProblem& problem =
          add("FOLLOWER-2", words("sheet.follower.beside", {{"one", where(tile(figure(two).tile).space)},
                                                            {"other", where(tile(figure(one).tile).space)},
                                                            {"feature", what}}));
      problem.tiles = {figure(one).tile, figure(two).tile};
      problem.figures = {one, two};
      problem.space = tile(figure(one).tile).space;
    };
    for (const Contact& contact : contacts_) {
      if (!contact.joined()) continue;
      if (contact.side.terrain != Terrain::field) check(contact, contact.side.feature, contact.far.feature);
      if (contact.side.terrain == Terrain::city) continue;
      check(contact, contact.side.ports[0], contact.far.ports[1]);
      check(contact, contact.side.ports[1], contact.far.ports[0]);
    }
  }

  /// Tiles that can have completed a feature by coming last.
  std::set<int> last_tiles(int root) const {
    std::set<int> tiles;
    const FeatureType type = state_.type[root];
    const bool around = counts_surroundings(type);
    for (int p = 0; p < state_.pieces; ++p) {
      bool has_part = false;
      for_each_feature(rules_.kernel, state_, p, [&](int f) { has_part |= root_at(state_, p, f) == root; });
      if (has_part) {
        tiles.insert(p);
        for (int q = 0; around && q < state_.pieces; ++q)
          if (any_space_of(state_, p, [&](const State<Full>::Cell& at) { return lies_around(state_, q, at.x, at.y); }))
            tiles.insert(q);
      }
    }
    return tiles;
  }

  /// RETURN-1: followers leave what is completed, so at most what the last tile completed may hold some.
  void completed_features() {
    std::map<int, std::vector<int>> standing;
    for (const PlacedFigure& placed : analysis_.figures) {
      const int root = root_at(state_, placed.piece, placed.feature);
      if (is_completed(state_, root) && !converted(rules_.kernel, state_, root)) standing[root].push_back(placed.id);
    }
    if (standing.empty()) return;
    std::set<int> last = last_tiles(standing.begin()->first);
    for (const auto& [root, figures] : standing) {
      const std::set<int> these = last_tiles(root);
      std::erase_if(last, [&](int piece) { return !these.contains(piece); });
    }
    for (const auto& [root, figures] : standing) {
      const SheetFigure& first = figure(figures.front());
      const Texts what = words(figures.size() == 1 ? "sheet.completed.one" : "sheet.completed",
                               {{"feature", words(fmt::format("sheet.the.{}", to_string(feature(first).type)))},
                                {"where", where(tile(first.tile).space)}});
      SheetProblem& problem = add("RETURN-1", last.empty() ? joined(what, " ", words("sheet.completed.before")) : what);
      problem.impossible = last.empty();
      problem.tiles = {first.tile};
      problem.figures = figures;
      problem.space = tile(first.tile).space;
    }
  }

  const Sheet& sheet_;
  const SheetAnalysis& analysis_;
  const GameRules& rules_;
  const State<Full>& state_;
  std::vector<Contact> contacts_;
  std::vector<SheetProblem> problems_;
};

}  // namespace

std::vector<SheetProblem> find_problems(const Sheet& sheet, const SheetAnalysis& analysis) {
  return Finder(sheet, analysis).find();
}

}  // namespace bastide
