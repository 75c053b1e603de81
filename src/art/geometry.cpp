// Points, curves and polygons; path data.
#include "art/geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace bastide::art {

namespace {

Vec at(const Cubic& c, double t) {
  const double m = 1 - t;
  return c[0] * (m * m * m) + c[1] * (3 * m * m * t) + c[2] * (3 * m * t * t) + c[3] * (t * t * t);
}

}  // namespace

Vec turned(Vec p, int quarter_turns) {
  for (int i = 0; i < (quarter_turns & 3); ++i) p = {1000 - p.y, p.x};
  return p;
}

Vec turned_direction(Vec d, int quarter_turns) {
  for (int i = 0; i < (quarter_turns & 3); ++i) d = normal(d);
  return d;
}

bool inside(Vec p, const Polyline& polygon) {
  return inside(p.x, crossings(p.y, polygon));
}

std::vector<double> crossings(double y, const Polyline& polygon) {
  std::vector<double> out;
  for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Vec a = polygon[i], b = polygon[j];
    if ((a.y > y) != (b.y > y)) out.push_back((b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x);
  }
  return out;
}

bool inside(double x, const std::vector<double>& crossings) {
  return std::ranges::count_if(crossings, [x](double at) { return x < at; }) % 2 != 0;
}

double to_segment(Vec p, Vec a, Vec b) {
  const Vec d = b - a;
  const double l = dot(d, d);
  const double t = l == 0 ? 0 : std::clamp(dot(p - a, d) / l, 0., 1.);
  return distance(p, a + d * t);
}

double to_points(Vec p, const Polyline& points) {
  double squared = 1e12;
  for (const Vec q : points) squared = std::min(squared, dot(q - p, q - p));
  return std::sqrt(squared);
}

Polyline sampled(const Curve& curve, int steps) {
  Polyline line;
  for (size_t k = 0; k < curve.size(); ++k)
    for (int i = k == 0 ? 0 : 1; i <= steps; ++i) line.push_back(at(curve[k], static_cast<double>(i) / steps));
  return line;
}

Polyline offset(const Polyline& line, double by) {
  Polyline out;
  for (size_t i = 0; i < line.size(); ++i) {
    const Vec a = line[i == 0 ? 0 : i - 1], b = line[std::min(i + 1, line.size() - 1)];
    out.push_back(line[i] + normal(unit(b - a)) * by);
  }
  return out;
}

Polyline simplified(const Polyline& line, double tolerance) {
  if (line.size() < 3) return line;
  double farthest = 0;
  size_t at = 0;
  for (size_t i = 1; i + 1 < line.size(); ++i) {
    const double d = to_segment(line[i], line.front(), line.back());
    if (d > farthest) farthest = d, at = i;
  }
  if (farthest <= tolerance) return {line.front(), line.back()};
  const auto split = line.begin() + static_cast<std::ptrdiff_t>(at);
  Polyline out = simplified(Polyline(line.begin(), split + 1), tolerance);
  out.pop_back();
  const Polyline rest = simplified(Polyline(split, line.end()), tolerance);
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

int rounded(double value) {
  return static_cast<int>(std::lround(value));
}

Path& Path::command(char name, std::initializer_list<Vec> points) {
  const bool from_here = known_;  // else in the tile's own coordinates
  const Whole from = from_here ? at_ : Whole{};
  for (const Vec p : points) at_ = {rounded(p.x), rounded(p.y)};
  if (name == 'l' && from_here) {
    step({at_.x - from.x, at_.y - from.y});
    return *this;
  }
  letter(from_here ? name : static_cast<char>(name - 'a' + 'A'));
  for (const Vec p : points) {
    number(rounded(p.x) - from.x);
    number(rounded(p.y) - from.y);
  }
  if (name == 'm') {
    start_ = at_;
    known_ = true;
    repeated_ = from_here ? 'l' : 'L';  // so SVG reads what follows a move
  }
  return *this;
}

Path& Path::by(Vec d) {
  const Whole by{rounded(d.x), rounded(d.y)};
  at_ = {at_.x + by.x, at_.y + by.y};
  step(by);
  return *this;
}

void Path::step(Whole by) {
  letter(by.y == 0 ? 'h' : by.x == 0 ? 'v' : 'l');
  if (by.y == 0 || by.x != 0) number(by.x);
  if (by.y != 0) number(by.y);
}

void Path::letter(char letter) {
  if (letter != repeated_ || letter == 'm') d_ += letter;
  repeated_ = letter;
}

void Path::number(int value) {
  if (value >= 0 && !d_.empty() && d_.back() >= '0' && d_.back() <= '9') d_ += ' ';
  fmt::format_to(std::back_inserter(d_), "{}", value);
}

Path& Path::close() {
  d_ += 'z';
  at_ = start_;
  repeated_ = 0;
  return *this;
}

Path& Path::raw(std::string_view text) {
  d_ += text;
  known_ = false;
  repeated_ = 0;
  return *this;
}

Path& Path::polyline(std::span<const Vec> points) {
  for (size_t i = 0; i < points.size(); ++i) command(i == 0 ? 'm' : 'l', {points[i]});
  return *this;
}

Path& Path::prolonged(const Curve& curve, double overlap, bool at_end) {
  const Cubic& first = curve.front();
  move(first[0] - unit(first[1] - first[0]) * overlap).line(first[0]);
  for (const Cubic& c : curve) cubic(c[1], c[2], c[3]);
  const Cubic& last = curve.back();
  if (at_end) line(last[3] - unit(last[2] - last[3]) * overlap);
  return *this;
}

Path& Path::blob(const Polyline& points) {
  const size_t n = points.size();
  constexpr double k = .17;
  move(points[0]);
  for (size_t i = 0; i < n; ++i) {
    const Vec before = points[(i + n - 1) % n], a = points[i], b = points[(i + 1) % n], after = points[(i + 2) % n];
    cubic(a + (b - before) * k, b - (after - a) * k, b);
  }
  return close();
}

Path& Path::ellipse(Vec centre, double rx, double ry) {
  const int x = rounded(rx), y = rounded(ry);
  return move({centre.x - x, centre.y}).raw(fmt::format("a{0} {1} 0 1 0 {2} 0a{0} {1} 0 1 0-{2} 0z", x, y, 2 * x));
}

std::string path(std::string_view classes, std::string_view data, std::string_view more) {
  if (data.empty()) return {};
  return fmt::format("<path class=\"{}\"{}{} d=\"{}\"/>", classes, more.empty() ? "" : " ", more, data);
}

std::string path(std::string_view classes, const Path& data, std::string_view more) {
  return path(classes, data.text(), more);
}

std::string circle(std::string_view classes, Vec at, double radius, std::string_view more) {
  return fmt::format("<circle class=\"{}\"{}{} cx=\"{}\" cy=\"{}\" r=\"{}\"/>", classes, more.empty() ? "" : " ", more,
                     rounded(at.x), rounded(at.y), rounded(radius));
}

std::string use(std::string_view symbol, Vec at, double scale, bool mirrored) {
  if (!mirrored && std::abs(scale - 1) < .02)
    return fmt::format("<use href=\"#{}\" x=\"{}\" y=\"{}\"/>", symbol, rounded(at.x), rounded(at.y));
  return fmt::format("<use href=\"#{}\" transform=\"translate({} {})scale({}{:.2f} {:.2f})\"/>", symbol, rounded(at.x),
                     rounded(at.y), mirrored ? "-" : "", scale, scale);
}

std::string with_prefix(std::string_view svg) {
  std::string out;
  out.reserve(svg.size() + svg.size() / 8);
  for (size_t open = svg.find('"'); open != svg.npos; open = svg.find('"')) {
    const std::string_view head = svg.substr(0, open + 1);
    svg.remove_prefix(open + 1);
    const size_t close = svg.find('"');
    const std::string_view value = svg.substr(0, close);
    out += head;
    if (head.ends_with(" class=\"")) {
      out += "a-";
      for (const char c : value) {
        out += c;
        if (c == ' ') out += "a-";
      }
    } else if (head.ends_with(" href=\"")) {
      out.append("#a-").append(value.substr(1));
    } else if (head.ends_with("<symbol id=\"")) {
      out.append("a-").append(value);
    } else {
      out += value;
    }
    out += '"';
    svg.remove_prefix(close + 1);
  }
  return out.append(svg);
}

}  // namespace bastide::art
