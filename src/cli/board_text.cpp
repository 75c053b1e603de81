#include "cli/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <map>
#include <set>
#include <vector>

#include "game/game.h"

namespace bastide::cli {
namespace {

constexpr int kWide = 7, kHigh = 3;

enum class Ground : uint8_t { nothing, field, city, road, cloister, follower };

struct Glyph {
  std::string_view text = " ";
  Ground ground = Ground::nothing;
  int seat = 0;  ///< follower
};

struct Spot {
  int column, row;
};

using TileDrawing = std::array<std::array<Glyph, kWide>, kHigh>;

Glyph follower_glyph(int seat) {
  static constexpr std::array<std::string_view, kMaxSeats> digits{"1", "2", "3", "4", "5", "6", "7", "8"};
  return {digits[seat], Ground::follower, seat};
}

/// A second follower on one place (HALF-CROP) stands to the right of the first.
void put_beside(TileDrawing& drawing, Spot spot, const Glyph& follower) {
  auto& row = drawing[spot.row];
  std::size_t column = spot.column;
  while (row[column].ground == Ground::follower && column + 1 < kWide) ++column;
  row[column] = follower;
}

/// Draws square tiles in the orientation they lie in. Of the sides N E S W and the eight half-sides, clockwise from
/// NNW, only the numbers count here: a quarter turn adds 1 to a side and 2 to a half-side.
///
/// Of a twin it draws one of its spaces, and the way that the roads and the building go on into the other.
class TilePainter {
 public:
  TilePainter(const TileSpec& tile, int rotation, bool second = false)
      : tile_(tile), rotation_(rotation), twin_(tile.shape == TileShape::twin), second_(second) {
    for (auto& row : out_)
      for (Glyph& glyph : row) glyph = {" ", Ground::field};
    for (const Spot corner : {Spot{0, 0}, Spot{kWide - 1, 0}, Spot{0, kHigh - 1}, Spot{kWide - 1, kHigh - 1}})
      at(corner) = {"·", Ground::field};
    for (const auto& feature : tile.features)
      if (feature.type == TileFeatureType::city) paint_city(feature);
    paint_roads();
    for (const auto& feature : tile.features)
      if (feature.type == TileFeatureType::cloister) at(kCentre) = {"†", Ground::cloister};
    if (twin_) paint_building();
  }

  /// In the space where it stands.
  void put_follower(int feature, int seat) {
    if (stands_here(tile_.features[feature])) put_beside(out_, spot(tile_.features[feature]), follower_glyph(seat));
  }

  const TileDrawing& drawing() const { return out_; }

 private:
  static constexpr Spot kCentre{3, 1};
  static constexpr std::array<std::string_view, 16> kJoints{" ", "│", "─", "└", "│", "│", "┌", "├",
                                                            "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
  static constexpr std::array<Spot, 4> kSide{{{3, 0}, {5, 1}, {3, 2}, {1, 1}}};
  static constexpr std::array<Spot, 4> kCorner{{{6, 0}, {6, 2}, {0, 2}, {0, 0}}};  // clockwise after each side
  static constexpr std::array<Spot, 8> kPort{{{1, 0}, {5, 0}, {6, 0}, {6, 2}, {5, 2}, {1, 2}, {0, 2}, {0, 0}}};

  Glyph& at(Spot spot) { return out_[spot.row][spot.column]; }
  int turned(TileSide side) const {
    const int own = static_cast<int>(side);  // N2 E2 S2 come one later than N E S would
    return (own + (own > static_cast<int>(TileSide::H) ? 3 : 0) + rotation_) & 3;
  }
  static bool in_second(TileSide side) { return side >= TileSide::N2; }
  static bool in_second(TilePort port) { return port >= TilePort::NNW2; }
  /// The side at which the other space of a twin lies.
  int inner() const { return ((second_ ? 3 : 1) + rotation_) & 3; }

  std::array<bool, 4> sides_of(const TileFeatureSpec& feature) const {
    std::array<bool, 4> sides{};
    for (const TileSide side : feature.sides)
      if (side != TileSide::H && in_second(side) == second_) sides[turned(side)] = true;
    return sides;
  }

  bool stands_here(const TileFeatureSpec& feature) const {
    if (!feature.sides.empty()) return in_second(feature.sides[0]) == second_;
    if (!feature.ports.empty()) return in_second(feature.ports[0]) == second_;
    return !second_;
  }

  /// Half of it in each space; the roads of both end at it.
  void paint_building() {
    for (const auto& feature : tile_.features) {
      if (feature.type != TileFeatureType::building) continue;
      const int side = inner();
      if (side % 2 == 1)
        for (const int away : {0, 1})
          at({kSide[side].column + (side == 1 ? away : -away), 1}) = {"♜", Ground::cloister};
      else
        at(kSide[side]) = {"♜", Ground::cloister};
    }
  }

  void paint_city(const TileFeatureSpec& city) {
    const Glyph wall{"▒", Ground::city};
    const auto sides = sides_of(city);
    const auto reached = std::count(sides.begin(), sides.end(), true);
    for (std::size_t side = 0; side < 4; ++side) {
      if (!sides[side]) continue;
      if (side % 2 == 0)
        for (int column = 1; column < kWide - 1; ++column) at({column, kSide[side].row}) = wall;
      else
        for (const int column : {0, 1}) at({side == 1 ? kWide - 1 - column : column, 1}) = wall;
      if (sides[(side + 1) % 4]) at(kCorner[side]) = wall;
    }
    if (reached > 1)
      for (int column = 2; column <= 4; ++column) at({column, 1}) = wall;
    if (city.shields > 0) {
      Spot spot = reached > 1 ? Spot{2, 1} : first_side(sides);
      if (reached == 1) spot.column += spot.row == 1 ? (spot.column < 3 ? -1 : 1) : -1;
      at(spot) = {"◆", Ground::city};
    }
  }

  void paint_roads() {
    int through = 0, ending = 0;
    std::array<bool, 4> arms{};
    for (const auto& road : tile_.features) {
      if (road.type != TileFeatureType::road) continue;
      if (twin_ && !stands_here(road)) continue;
      ++(road.sides.size() > 1 ? through : ending);
      const auto sides = sides_of(road);
      for (std::size_t side = 0; side < 4; ++side) {
        if (!sides[side]) continue;
        arms[side] = true;
        paint({kSide[side]}, side % 2 == 0 ? "│" : "─");
        if (side % 2 == 1)
          for (const int away : {1, -1}) paint({kSide[side].column + away, 1}, "─");
      }
    }
    if (through + ending == 0) return;
    if (twin_) return paint(kCentre, arms_of_twin(arms));
    if (through == 1 && ending == 0) {
      paint(kCentre, kJoints[arms[0] + 2u * arms[1] + 4u * arms[2] + 8u * arms[3]]);
    } else if (through > 1) {
      paint(kCentre, "x");
    } else if (ending > 1 || !tile_.junction.empty()) {
      paint(kCentre, "o");
    } else {
      paint(kCentre, arms[0] || arms[2] ? "│" : "─");
    }
  }

  /// The roads of one space lead to the other.
  std::string_view arms_of_twin(std::array<bool, 4> arms) const {
    arms[static_cast<std::size_t>(inner())] = true;
    return kJoints[arms[0] + 2u * arms[1] + 4u * arms[2] + 8u * arms[3]];
  }

  /// A road goes where there is no city: it ends at the wall.
  void paint(Spot spot, std::string_view text) {
    if (at(spot).ground != Ground::city) at(spot) = {text, Ground::road};
  }

  static Spot first_side(const std::array<bool, 4>& sides) {
    return kSide[static_cast<std::size_t>(std::find(sides.begin(), sides.end(), true) - sides.begin()) & 3];
  }

  Spot spot(const TileFeatureSpec& feature) const {
    if (feature.type == TileFeatureType::field)
      return feature.ports.empty() ? Spot{2, 1} : kPort[static_cast<std::size_t>(turned_port(feature.ports[0])) & 7];
    if (feature.type == TileFeatureType::building) return kSide[static_cast<std::size_t>(inner())];
    const auto sides = sides_of(feature);
    const bool alone = std::count(sides.begin(), sides.end(), true) == 1;
    return alone ? first_side(sides) : kCentre;
  }

  int turned_port(TilePort port) const {
    const int own = static_cast<int>(port);
    return own - (in_second(port) ? static_cast<int>(TilePort::NNW2) : 0) + 2 * rotation_;
  }

  const TileSpec& tile_;
  int rotation_;
  bool twin_, second_;
  TileDrawing out_;
};

/// Draws halves. In its own frame a half has two short sides, S and W, which meet in a corner, and the long side H;
/// on the board the short sides are one across (above or below) and one upright (left or right).
class HalfPainter {
 public:
  HalfPainter(const TileSpec& tile, int rotation) : tile_(tile), rotation_(rotation) {
    for (int row = 0; row < kHigh; ++row)
      for (int column = 0; column < kWide; ++column)
        if (inside(row, column)) at({column, row}) = {" ", Ground::field};
    const bool falling = rotation % 2 == 0;
    for (int row = 0; row < kHigh; ++row) at(on_long_side(row)) = {falling ? "╲" : "╱", Ground::field};
    at(corner()) = {"·", Ground::field};
    for (const auto& feature : tile.features)
      if (feature.type == TileFeatureType::city) paint_city(feature);
    for (const auto& feature : tile.features)
      if (feature.type == TileFeatureType::cloister) at(middle()) = {"†", Ground::cloister};
    paint_roads();
    for (const auto& symbol : tile.symbols) at(corner()) = {symbol_glyph(symbol.type), Ground::field};
  }

  void put_follower(int feature, int seat) { put_beside(out_, spot(tile_.features[feature]), follower_glyph(seat)); }

  const TileDrawing& drawing() const { return out_; }

 private:
  Glyph& at(Spot spot) { return out_[spot.row][spot.column]; }

  // The right angle lies SW, NW, NE, SE.
  bool below() const { return rotation_ == 0 || rotation_ == 3; }
  bool left() const { return rotation_ < 2; }
  int outer_row() const { return below() ? kHigh - 1 : 0; }
  Spot corner() const { return {left() ? 0 : kWide - 1, outer_row()}; }
  Spot middle() const { return {left() ? 2 : 4, 1}; }
  /// `n` columns from the corner along the side across.
  Spot across(int n) const { return {left() ? n : kWide - 1 - n, outer_row()}; }
  /// `n` columns from the upright side, in the middle row.
  Spot upright(int n) const { return {left() ? n : kWide - 1 - n, 1}; }
  Spot tip() const { return {corner().column, kHigh - 1 - outer_row()}; }
  Spot on_long_side(int row) const { return {rotation_ % 2 == 0 ? 1 + 2 * row : 5 - 2 * row, row}; }
  bool inside(int row, int column) const {
    const int edge = on_long_side(row).column;
    return left() ? column < edge : column > edge;
  }
  /// Whether a short side lies across on the board.
  bool lies_across(TileSide side) const { return (side == TileSide::S) == (rotation_ % 2 == 0); }

  static bool has(const TileFeatureSpec& feature, TileSide side) {
    return std::find(feature.sides.begin(), feature.sides.end(), side) != feature.sides.end();
  }
  bool reaches(const TileFeatureSpec& feature, bool horizontally) const {
    return has(feature, lies_across(TileSide::S) == horizontally ? TileSide::S : TileSide::W);
  }

  static std::string_view symbol_glyph(std::string_view type) { return type.substr(0, 1); }

  void paint_city(const TileFeatureSpec& city) {
    const Glyph wall{"▒", Ground::city};
    if (reaches(city, true))
      for (int n = 1; n < 5; ++n) at(across(n)) = wall;
    if (reaches(city, false))
      for (const Spot where : {upright(0), upright(1), tip()}) at(where) = wall;
    if (has(city, TileSide::H))
      for (int row = 0; row < kHigh; ++row) at(on_long_side(row)) = wall;
    if (city.sides.size() > 1) at(middle()) = wall;
    if (reaches(city, true) && reaches(city, false)) at(corner()) = wall;
    if (city.shields > 0) at(upright(1)) = {"◆", Ground::city};
  }

  void paint_roads() {
    for (const auto& road : tile_.features) {
      if (road.type != TileFeatureType::road) continue;
      const bool horizontal = reaches(road, true), vertical = reaches(road, false), beyond = has(road, TileSide::H);
      if (horizontal) at(across(2)) = {"│", Ground::road};
      if (vertical)
        for (const int n : {0, 1}) at(upright(n)) = {"─", Ground::road};
      if (beyond) at(on_long_side(1)) = {"╳", Ground::road};
      if (at(middle()).ground != Ground::city) at(middle()) = {joint(horizontal, vertical, beyond), Ground::road};
    }
    if (std::count_if(tile_.features.begin(), tile_.features.end(),
                      [](const auto& f) { return f.type == TileFeatureType::road; }) > 1)
      at(middle()) = {"o", Ground::road};
  }

  std::string_view joint(bool horizontal, bool vertical, bool beyond) const {
    if (!horizontal) return "─";
    if (!vertical && !beyond) return "│";
    const bool to_the_left = vertical == left();  // where the other end goes
    if (below()) return to_the_left ? "┐" : "┌";
    return to_the_left ? "┘" : "└";
  }

  Spot spot(const TileFeatureSpec& feature) const {
    if (feature.type == TileFeatureType::cloister || feature.sides.size() > 1) return middle();
    if (!feature.sides.empty()) {
      if (feature.sides[0] == TileSide::H) return on_long_side(1);
      return lies_across(feature.sides[0]) ? across(2) : upright(1);
    }
    const TilePort port = feature.ports.empty() ? TilePort::SSW : feature.ports[0];
    if (port == TilePort::HNW || port == TilePort::HSE) {
      const bool at_outer = (port == TilePort::HSE) == lies_across(TileSide::S);
      return on_long_side(at_outer ? outer_row() : kHigh - 1 - outer_row());
    }
    const bool south = port == TilePort::SSE || port == TilePort::SSW;
    const bool near = port == TilePort::SSW || port == TilePort::WSW;  // the corner
    if (lies_across(south ? TileSide::S : TileSide::W)) return across(near ? 1 : 4);
    return near ? corner() : tip();
  }

  const TileSpec& tile_;
  int rotation_;
  TileDrawing out_;
};

struct PlacedFollower {
  int feature, seat;
};

TileDrawing draw(const TileSpec& tile, int rotation, const std::vector<PlacedFollower>& followers,
                 bool second = false) {
  const auto with = [&](auto painter) {
    for (const PlacedFollower& follower : followers) painter.put_follower(follower.feature, follower.seat);
    return painter.drawing();
  };
  return tile.shape == TileShape::half ? with(HalfPainter(tile, rotation)) : with(TilePainter(tile, rotation, second));
}

/// Puts a second half into a space. Both have the long side; a follower on it stays.
void overlay(TileDrawing& below, const TileDrawing& above) {
  for (std::size_t row = 0; row < kHigh; ++row)
    for (std::size_t column = 0; column < kWide; ++column) {
      Glyph& glyph = below[row][column];
      if (above[row][column].ground != Ground::nothing && glyph.ground != Ground::follower) glyph = above[row][column];
    }
}

/// Escape sequence for 256 colours: background by ground, figures in the seat's colour on white or black.
std::string_view paint_of(const Glyph& glyph) {
  static constexpr std::array<std::string_view, kMaxSeats> seats{
      "\x1b[1;97;48;5;25m",  "\x1b[1;97;48;5;130m", "\x1b[1;30;48;5;220m", "\x1b[1;97;48;5;28m",
      "\x1b[1;97;48;5;232m", "\x1b[1;30;48;5;255m", "\x1b[1;97;48;5;90m",  "\x1b[1;30;48;5;117m"};
  switch (glyph.ground) {
    case Ground::nothing:
      return "";
    case Ground::field:
      return "\x1b[38;5;64;48;5;107m";
    case Ground::city:
      return "\x1b[38;5;94;48;5;180m";
    case Ground::road:
      return "\x1b[1;38;5;231;48;5;107m";
    case Ground::cloister:
      return "\x1b[1;38;5;124;48;5;107m";
    case Ground::follower:
      return seats[glyph.seat];
  }
  return "";
}

void append(std::string& text, const std::array<Glyph, kWide>& row, bool colour) {
  for (const Glyph& glyph : row) {
    if (colour) text += paint_of(glyph);
    text += glyph.text;
  }
  if (colour) text += "\x1b[0m";
}

}  // namespace

std::string board_text(const GameRules& rules, const State<Full>& state, bool colour) {
  std::map<std::pair<int, int>, TileDrawing> drawings;  // by y, x
  int left = INT_MAX, right = INT_MIN, top = INT_MAX, bottom = INT_MIN;
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    const auto& cell = state.cell[piece.cell];
    std::vector<PlacedFollower> followers;
    for (const PlacedFigure& figure : figures_on_board(state))
      if (figure.piece == p) followers.push_back({figure.feature, figure.seat});
    const TileSpec& tile = *rules.kinds[piece.kind].tile;
    const auto put = [&](const auto& space, bool second) {
      overlay(drawings[{space.y, space.x}], draw(tile, piece.rotation, followers, second));
      left = std::min<int>(left, space.x), right = std::max<int>(right, space.x);
      top = std::min<int>(top, space.y), bottom = std::max<int>(bottom, space.y);
    };
    put(cell, false);
    if (tile.shape == TileShape::twin) put(state.cell[piece.second], true);
  }
  std::string text(5, ' ');
  for (int x = left; x <= right; ++x) text += fmt::format("{:^7}", x);
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
  for (int y = top; y <= bottom; ++y)
    for (std::size_t row = 0; row < kHigh; ++row) {
      std::string line = row == 1 ? fmt::format("{:>4} ", y) : std::string(5, ' ');
      for (int x = left; x <= right; ++x) {
        const auto found = drawings.find({y, x});
        if (found == drawings.end())
          line.append(kWide, ' ');
        else
          append(line, found->second[row], colour);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
  return text;
}

std::string tile_text(const TileSpec& tile, bool colour) {
  std::string text;
  const TileDrawing first = draw(tile, 0, {}), second = draw(tile, 0, {}, true);
  for (std::size_t row = 0; row < kHigh; ++row) {
    std::string line;
    append(line, first[row], colour);
    if (tile.shape == TileShape::twin) append(line, second[row], colour);
    line.erase(line.find_last_not_of(' ') + 1);
    text += "  " + line + '\n';
  }
  return text;
}

std::string board_legend(const GameRules& rules) {
  std::string text =
      "▒ city  ◆ shield  │─ road  o junction  † cloister  · corner of a tile  1..8 a follower of that seat";
  const auto any = [&rules](TileShape shape) {
    return std::any_of(rules.kinds.begin(), rules.kinds.end(),
                       [shape](const GameRules::Kind& kind) { return kind.tile->shape == shape; });
  };
  if (any(TileShape::twin)) text += "  ♜ building on two spaces";
  if (!any(TileShape::half)) return text;
  text += "\n╲╱ long side of a half-tile  ╳ road across it";
  std::set<std::string> marks;
  for (const GameRules::Kind& kind : rules.kinds)
    if (kind.tile->shape == TileShape::half)
      for (const TileSymbol& symbol : kind.tile->symbols) marks.insert(symbol.type);
  for (std::string mark : marks) {
    std::replace(mark.begin(), mark.end(), '-', ' ');
    text += fmt::format("  {} {}", mark[0], mark);
  }
  return text;
}

}  // namespace bastide::cli
