// Points, curves and polygons of a picture, and SVG path data made of them. Units: thousandths of a tile.
#pragma once
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::art {

inline constexpr double pi = std::numbers::pi;

struct Vec {
  double x = 0, y = 0;
  friend Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec operator*(Vec a, double k) { return {a.x * k, a.y * k}; }
  friend Vec operator-(Vec a) { return {-a.x, -a.y}; }
  friend bool operator==(Vec, Vec) = default;
};
inline double dot(Vec a, Vec b) {
  return a.x * b.x + a.y * b.y;
}
inline double length(Vec a) {
  return std::sqrt(dot(a, a));  // hypot was an eighth of a drawing's time
}
inline double distance(Vec a, Vec b) {
  return length(b - a);
}
/// distance(a, b) <= radius
inline bool within(Vec a, Vec b, double radius) {
  return dot(b - a, b - a) <= radius * radius;
}
inline Vec unit(Vec a) {
  const double l = length(a);
  return l == 0 ? a : a * (1 / l);
}
inline Vec normal(Vec a) {
  return {-a.y, a.x};
}  ///< a quarter turn clockwise on the screen
inline Vec middle(Vec a, Vec b) {
  return (a + b) * .5;
}
inline Vec mix(Vec a, Vec b, double t) {
  return a + (b - a) * t;
}
inline Vec towards(double angle, double rx, double ry) {
  return {std::cos(angle) * rx, std::sin(angle) * ry};
}

Vec turned(Vec point, int quarter_turns);  ///< clockwise about the tile's middle
Vec turned_direction(Vec direction, int quarter_turns);

using Polyline = std::vector<Vec>;
using Cubic = std::array<Vec, 4>;
using Curve = std::vector<Cubic>;

bool inside(Vec p, const Polyline& polygon);
/// Where the line at height y crosses the polygon: who has an odd number of these on the right is inside.
std::vector<double> crossings(double y, const Polyline& polygon);
bool inside(double x, const std::vector<double>& crossings);
double to_segment(Vec p, Vec a, Vec b);           ///< distance
double to_points(Vec p, const Polyline& points);  ///< distance to the nearest of the points; large when there are none
Polyline sampled(const Curve& curve, int steps = 24);
Polyline offset(const Polyline& line, double by);
Polyline simplified(const Polyline& line, double tolerance);  ///< Douglas-Peucker

/// SVG path data, rounded to integers. Written as steps from point to point, which takes the fewest letters: half of
/// what a page loads is this.
class Path {
 public:
  Path& move(Vec p) { return command('m', {p}); }
  Path& line(Vec p) { return command('l', {p}); }
  Path& by(Vec d);  ///< relative line
  Path& across(double dx) { return by({dx, 0}); }
  Path& down(double dy) { return by({0, dy}); }
  Path& quadratic(Vec a, Vec p) { return command('q', {a, p}); }
  Path& cubic(Vec a, Vec b, Vec p) { return command('c', {a, b, p}); }
  Path& close();
  Path& raw(std::string_view text);
  Path& polyline(std::span<const Vec> points);
  Path& polygon(std::span<const Vec> points) { return polyline(points).close(); }
  Path& polygon(std::initializer_list<Vec> points) { return polygon(std::span(points.begin(), points.size())); }
  /// Begins (and ends) a little beyond the curve, so that roads of joined tiles overlap.
  Path& prolonged(const Curve& curve, double overlap, bool at_end);
  Path& blob(const Polyline& points);  ///< closed and round through all points
  Path& ellipse(Vec centre, double rx, double ry);

  bool empty() const { return d_.empty(); }
  const std::string& text() const { return d_; }

 private:
  struct Whole {
    int x = 0, y = 0;
  };
  Path& command(char letter, std::initializer_list<Vec> points);
  void step(Whole by);
  void letter(char letter);
  void number(int value);

  std::string d_;
  Whole at_, start_;    ///< where the pen is, and where it goes when closed
  bool known_ = false;  ///< at_ and start_ are so; not after raw()
  char repeated_ = 0;   ///< the letter that need not be said again
};

int rounded(double value);

/// `<path class=... d=... more/>`; nothing for empty data.
std::string path(std::string_view classes, const Path& data, std::string_view more = {});
std::string path(std::string_view classes, std::string_view data, std::string_view more = {});
std::string circle(std::string_view classes, Vec at, double radius, std::string_view more = {});
/// A symbol by its short name, foot at `at`.
std::string use(std::string_view symbol, Vec at, double scale = 1, bool mirrored = false);

/// Writes the prefix "a-" before every class and every symbol's name in a fragment that was drawn with short ones.
std::string with_prefix(std::string_view svg);

}  // namespace bastide::art
