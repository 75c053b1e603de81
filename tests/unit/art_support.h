// What the art tests look at: well-formedness, elements, polygons of path data, pixels.
#pragma once
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <algorithm>
#include <boost/beast/zlib/inflate_stream.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rules/catalogue.h"
#include "short_form.h"

namespace bastide::art::testing {

/// Calls visit(tile) for every tile of every set; for some 90 of them in the short form.
template <class Visit>
void each_tile(Visit visit) {
  std::size_t seen = 0, all = 0;
  for (const TileSet& set : builtin_catalogue().sets) all += set.tiles.size();
  const std::size_t step = in_short_form() ? std::max<std::size_t>(1, all / 90) : 1;
  for (const TileSet& set : builtin_catalogue().sets)
    for (const TileSpec& tile : set.tiles)
      if (seen++ % step == 0) visit(tile);
  ASSERT_GE(seen, 85U) << "the square sets alone have 85 kinds";
}

/// Those of the base game, to put marks on; every fifth in the short form.
inline std::vector<TileSpec> tiles_to_mark() {
  std::vector<TileSpec> tiles;
  const auto& all = builtin_catalogue().find_set("base-c2")->tiles;
  for (std::size_t i = 0; i < all.size(); i += every(5)) tiles.push_back(all[i]);
  return tiles;
}

inline const TileSpec& tile(std::string_view set, std::string_view id) {
  return *builtin_catalogue().find_set(set)->find(id);
}

inline std::string named(const TileSpec& t, int rotation) {
  return fmt::format("{} {} turned {}", t.set, t.id, rotation);
}

struct Markup {
  std::string error;  ///< empty: well-formed
  int elements = 0;   ///< groups are not counted
};

/// Tags are balanced, attributes quoted and given once, no stray < or &.
inline Markup read_markup(std::string_view svg) {
  Markup out;
  std::vector<std::string_view> open;
  const auto fail = [&](std::string message) {
    out.error = std::move(message) + " near: " + std::string(svg.substr(0, 60));
    return out;
  };
  while (!svg.empty()) {
    const size_t at = svg.find('<');
    const std::string_view text = svg.substr(0, at);
    for (size_t amp = text.find('&'); amp != text.npos; amp = text.find('&', amp + 1))
      if (text.find(';', amp) == text.npos) return fail("a bare &");
    if (at == svg.npos) break;
    svg.remove_prefix(at);
    const size_t end = svg.find('>');
    if (end == svg.npos) return fail("a tag without end");
    std::string_view tag = svg.substr(1, end - 1);
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return fail("an end tag that closes nothing");
      open.pop_back();
    } else {
      const bool alone = tag.ends_with('/');
      if (alone) tag.remove_suffix(1);
      const std::string_view name = tag.substr(0, tag.find(' '));
      tag.remove_prefix(name.size());
      std::vector<std::string_view> seen;
      while (!tag.empty()) {
        const size_t quote = tag.find("=\""), close = quote == tag.npos ? quote : tag.find('"', quote + 2);
        if (!tag.starts_with(' ') || close == tag.npos) return fail("a broken attribute");
        const std::string_view key = tag.substr(1, quote - 1);
        if (key.empty() || std::count(seen.begin(), seen.end(), key) > 0) return fail("an attribute twice");
        if (tag.substr(0, close).find('<') != tag.npos) return fail("a < in an attribute");
        seen.push_back(key);
        tag.remove_prefix(close + 1);
      }
      if (name != "g") ++out.elements;
      if (!alone) open.push_back(name);
    }
    svg.remove_prefix(end + 1);
  }
  if (!open.empty()) return fail("an element that is not closed: " + std::string(open.back()));
  return out;
}

/// Every value of `attribute` in the markup.
inline std::vector<std::string> values_of(std::string_view svg, std::string_view attribute) {
  const std::string mark = " " + std::string(attribute) + "=\"";
  std::vector<std::string> out;
  for (size_t at = svg.find(mark); at != svg.npos; at = svg.find(mark, at + 1)) {
    const size_t from = at + mark.size();
    out.emplace_back(svg.substr(from, svg.find('"', from) - from));
  }
  return out;
}

struct Corner {
  double x, y;
};

/// The closed polygons of path data made of straight lines alone.
inline std::vector<std::vector<Corner>> polygons_of(const std::string& d) {
  std::vector<std::vector<Corner>> out;
  Corner pen{};
  char command = 0;
  for (const char* at = d.c_str(); *at != '\0';) {
    if (std::isalpha(static_cast<unsigned char>(*at))) command = *at++;
    if (command == 'z') {
      pen = out.back().front();
      continue;
    }
    if (std::string_view("MmLlhv").find(command) == std::string_view::npos)
      throw std::runtime_error("unexpected command in a region: " + d);
    const auto number = [&] {
      char* next = nullptr;
      const double value = std::strtod(at, &next);
      if (next == at) throw std::runtime_error("a number is missing in a region: " + d);
      at = next;
      return value;
    };
    const bool from_pen = std::islower(static_cast<unsigned char>(command)) != 0;
    const double x = command == 'v' ? 0 : number(), y = command == 'h' ? 0 : number();
    pen = from_pen ? Corner{pen.x + x, pen.y + y} : Corner{x, y};
    if (command == 'M' || command == 'm') {
      out.emplace_back();
      command = from_pen ? 'l' : 'L';
    }
    out.back().push_back(pen);
  }
  return out;
}

/// Even-odd.
inline bool covers(const std::string& d, double x, double y) {
  bool in = false;
  for (const auto& polygon : polygons_of(d))
    for (size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
      const Corner a = polygon[i], b = polygon[j];
      if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) in = !in;
    }
  return in;
}

struct Pixels {
  int width = 0, height = 0, channels = 0;
  std::vector<uint8_t> bytes;
  const uint8_t* at(int x, int y) const { return &bytes[(y * width + x) * channels]; }
};

/// 8-bit RGB or RGBA without interlacing, which is what rsvg-convert writes.
inline Pixels read_png(const std::vector<uint8_t>& file) {
  const auto number = [&](size_t at) {
    return static_cast<size_t>(file[at]) << 24 | static_cast<size_t>(file[at + 1]) << 16 |
           static_cast<size_t>(file[at + 2]) << 8 | file[at + 3];
  };
  Pixels out;
  std::vector<uint8_t> packed;
  for (size_t at = 8; at + 12 <= file.size(); at += 12 + number(at)) {
    const std::string kind(file.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                           file.begin() + static_cast<std::ptrdiff_t>(at) + 8);
    const auto body = file.begin() + static_cast<std::ptrdiff_t>(at) + 8;
    if (kind == "IHDR") {
      out.width = static_cast<int>(number(at + 8));
      out.height = static_cast<int>(number(at + 12));
      out.channels = file[at + 17] == 6 ? 4 : 3;
    }
    if (kind == "IDAT") packed.insert(packed.end(), body, body + static_cast<std::ptrdiff_t>(number(at)));
  }
  const size_t stride = static_cast<size_t>(out.width * out.channels), pixel = static_cast<size_t>(out.channels);
  std::vector<uint8_t> raw((stride + 1) * static_cast<size_t>(out.height));
  boost::beast::zlib::inflate_stream inflate;
  boost::beast::zlib::z_params params;
  params.next_in = packed.data() + 2;  // after the zlib header
  params.avail_in = packed.size() - 2;
  params.next_out = raw.data();
  params.avail_out = raw.size();
  boost::beast::error_code error;
  inflate.write(params, boost::beast::zlib::Flush::sync, error);
  if (params.avail_out != 0) throw std::runtime_error("a PNG that cannot be read");
  out.bytes.resize(stride * static_cast<size_t>(out.height));
  for (size_t y = 0; y < static_cast<size_t>(out.height); ++y) {
    const uint8_t* line = &raw[y * (stride + 1)];
    uint8_t* row = &out.bytes[y * stride];
    const uint8_t* above = y > 0 ? row - static_cast<std::ptrdiff_t>(stride) : nullptr;
    for (size_t i = 0; i < stride; ++i) {
      const int left = i >= pixel ? row[i - pixel] : 0, up = above ? above[i] : 0;
      const int corner = i >= pixel && above ? above[i - pixel] : 0;
      int guess = 0;
      switch (line[0]) {
        case 1:
          guess = left;
          break;
        case 2:
          guess = up;
          break;
        case 3:
          guess = (left + up) / 2;
          break;
        case 4: {
          const int a = std::abs(up - corner), b = std::abs(left - corner), c = std::abs(left + up - 2 * corner);
          guess = a <= b && a <= c ? left : b <= c ? up : corner;
          break;
        }
        default:
          break;
      }
      row[i] = static_cast<uint8_t>(line[i + 1] + guess);
    }
  }
  return out;
}

/// Draws a document with rsvg-convert (Debian: librsvg2-bin, installed by ./test).
inline Pixels rasterise(const std::string& svg) {
  const auto stem = std::filesystem::temp_directory_path() / ("bastide-art-" + std::to_string(::getpid()));
  const std::string in = stem.string() + ".svg", out = stem.string() + ".png";
  std::ofstream(in) << svg;
  const int status = std::system(("rsvg-convert --unlimited -o " + out + " " + in).c_str());
  std::vector<uint8_t> bytes;
  {
    std::ifstream file(out, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::filesystem::remove(in);
  std::filesystem::remove(out);
  if (status != 0 || bytes.empty()) throw std::runtime_error("rsvg-convert (package librsvg2-bin) refused the picture");
  return read_png(bytes);
}

}  // namespace bastide::art::testing
