// Reading drawings: as much of SVG as these files are made of.
#include "art/drawings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "embedded.h"

namespace bastide::art {

namespace {

namespace fs = std::filesystem;

bool is_drawing(std::string_view path) {
  return path.starts_with("expansions/") && path.find("/art/") != path.npos && path.ends_with(".svg");
}

std::optional<std::string> attribute(std::string_view head, std::string_view name) {
  const std::string mark = " " + std::string(name) + "=\"";
  const size_t at = head.find(mark);
  if (at == head.npos) return std::nullopt;
  const size_t from = at + mark.size();
  return std::string(head.substr(from, head.find('"', from) - from));
}

std::optional<double> number(std::string_view head, std::string_view name) {
  const auto text = attribute(head, name);
  double value = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), value).ptr != text->data() + text->size())
    return std::nullopt;
  return value;
}

/// The paths of a figure of seats.
std::vector<Drawing::Part> parts_of(std::string_view text) {
  std::vector<Drawing::Part> parts;
  for (size_t at = text.find("<path "); at != text.npos; at = text.find("<path ", at + 1)) {
    const std::string_view path = text.substr(at, text.find('>', at) - at);
    parts.push_back({attribute(path, "class").value_or(""), attribute(path, "d").value_or("")});
  }
  return parts;
}

/// The files are written for people; pictures need no indentation.
std::string without_breaks(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n') {
      out += text[i];
      continue;
    }
    while (i + 1 < text.size() && text[i + 1] == ' ') ++i;
  }
  const auto blank = [](unsigned char c) { return std::isspace(c) != 0; };
  out.erase(out.begin(), std::ranges::find_if_not(out, blank));
  return out;
}

Result<Drawing> read_drawing(const std::string& path, std::string_view text) {
  const auto refuse = [&](std::string message, std::string expected) {
    Error error;
    error.message = std::move(message);
    error.expected = std::move(expected);
    error.source = path;
    return tl::unexpected<Error>(std::move(error));
  };
  const size_t begin = text.find("<svg "), end = begin == text.npos ? begin : text.find('>', begin);
  const size_t last = text.rfind("</g>");
  if (end == text.npos || last == text.npos) return refuse("This is no drawing.", "<svg> with <g id=\"tall\">");
  const std::string_view head = text.substr(begin, end - begin);

  Drawing out;
  const size_t stem = path.rfind('/') + 1;
  out.name = path.substr(stem, path.size() - stem - 4);
  const std::string place = attribute(head, "data-place").value_or("");
  if (place == "figure")
    out.place = Drawing::Place::figure;
  else if (place == "city")
    out.place = Drawing::Place::city;
  else if (place == "token")
    out.place = Drawing::Place::token;
  else if (place == "cloister")
    out.place = Drawing::Place::cloister;
  else if (place == "seats")
    out.place = Drawing::Place::seats;
  else if (place == "landmark")
    out.place = Drawing::Place::landmark;
  else if (place != "field")
    return refuse("'" + place + "' is no place for a drawing.",
                  "data-place: field, city, cloister, figure, seats, token or landmark");
  const auto box = attribute(head, "viewBox");
  if (!box) return refuse("The drawing does not say what it covers.", "viewBox");
  out.box = *box;
  const bool figure = out.place == Drawing::Place::figure || out.place == Drawing::Place::seats;
  if (out.place == Drawing::Place::token && out.name.starts_with("token-")) out.name.erase(0, 6);
  if (figure && out.name.starts_with("figure-")) out.name.erase(0, 7);
  if (out.place == Drawing::Place::seats) {
    std::istringstream emblem(attribute(head, "data-emblem").value_or(""));
    if (!(emblem >> out.emblem_x >> out.emblem_y >> out.emblem_scale))
      return refuse("A seat's figure has an emblem.", "data-emblem: x, y and scale");
    out.emblem_on_ivory = attribute(head, "data-emblem-on") == "ivory";
    out.parts = parts_of(text.substr(end));
    if (out.parts.empty() || out.parts.front().fill != "outline")
      return refuse("The figure has no outline.", "a first <path class=\"outline\" d=\"...\"/>");
  } else if (figure) {
    out.scale = number(head, "data-scale").value_or(1);
    out.foot = number(head, "data-foot").value_or(50);
  } else if (out.mark()) {
    const auto radius = number(head, "data-radius");
    if (!radius || *radius < 20 || *radius > 500) return refuse("The mark needs room.", "data-radius: 20 to 500");
    out.radius = *radius;
    out.lift = number(head, "data-lift").value_or(0);
    out.turns = attribute(head, "data-turns") == "tile";
    out.heaps = attribute(head, "data-heap") == "here";
  }
  constexpr std::string_view ground = "<g id=\"ground\">", tall = "<g id=\"tall\">";
  const size_t low = text.find(ground), high = text.find(tall);
  if (high == text.npos && low == text.npos)
    return refuse("Nothing is drawn.", "<g id=\"ground\">, then <g id=\"tall\">");
  if (low != text.npos) {
    const size_t to = high == text.npos ? last : text.rfind("</g>", high);
    out.ground = without_breaks(text.substr(low + ground.size(), to - low - ground.size()));
  }
  if (high != text.npos) out.tall = without_breaks(text.substr(high + tall.size(), last - high - tall.size()));
  return out;
}

std::vector<Drawing>& in_use() {
  static std::vector<Drawing> all = [] {
    std::map<std::string, std::string> files;
    for (const EmbeddedFile& file : embedded_data_files())
      if (is_drawing(file.path)) files.emplace(file.path, file.bytes);
    auto read = read_drawings(files);
    if (!read) {
      std::fprintf(stderr, "A drawing inside the program is broken. %s\n", read.error().text().c_str());
      std::abort();
    }
    return *std::move(read);
  }();
  return all;
}

const Drawing* named(std::string_view name, bool figure) {
  const auto it = std::ranges::find_if(drawings(), [&](const Drawing& d) {
    return d.name == name && (figure ? d.place == Drawing::Place::figure : d.mark());
  });
  return it == drawings().end() ? nullptr : &*it;
}

}  // namespace

Result<std::vector<Drawing>> read_drawings(const std::map<std::string, std::string>& files) {
  std::vector<Drawing> out;
  for (const auto& [path, text] : files) {
    BASTIDE_TRY(Drawing drawing, read_drawing(path, text));
    out.push_back(std::move(drawing));
  }
  return out;
}

const std::vector<Drawing>& drawings() {
  return in_use();
}

Result<void> use_drawings(const std::string& folder) {
  std::map<std::string, std::string> files;
  std::error_code code;
  for (fs::recursive_directory_iterator entry(fs::path(folder) / "expansions", code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string path = entry->path().lexically_relative(folder).generic_string();
    if (!is_drawing(path)) continue;
    std::ifstream file(entry->path(), std::ios::binary);
    files.emplace(path, std::string(std::istreambuf_iterator<char>(file), {}));
  }
  BASTIDE_TRY(auto read, read_drawings(files));
  for (Drawing& drawing : read) {
    const auto same = [&](const Drawing& d) { return d.name == drawing.name && d.place == drawing.place; };
    std::erase_if(in_use(), same);
    in_use().push_back(std::move(drawing));
  }
  return {};
}

std::string figure_symbols() {
  std::string out;
  for (const Drawing& d : drawings()) {
    if (d.place == Drawing::Place::token)
      out += fmt::format("<symbol id=\"icon-{}\" viewBox=\"{}\">{}</symbol>", d.name, d.box, d.tall);
    if (d.place != Drawing::Place::figure) continue;
    const double left = 50 - d.foot * d.scale, top = 116 * (1 - d.scale);
    double x = 0, y = 0, width = 0, height = 0;
    std::istringstream(d.box) >> x >> y >> width >> height;
    out += fmt::format(
        "<symbol id=\"fig-{0}\" overflow=\"visible\"><g transform=\"translate({1:g} "
        "{2:g})scale({3:g})\">{4}</g></symbol>"
        "<symbol id=\"icon-{0}\" viewBox=\"{5:g} {6:g} {7:g} {8:g}\"><use href=\"#fig-{0}\"/></symbol>",
        d.name, left, top, d.scale, d.tall, left + x * d.scale, top + y * d.scale, width * d.scale, height * d.scale);
  }
  return out;
}

const Drawing* mark_named(std::string_view name) {
  return named(name, false);
}

const Drawing* figure_drawn(std::string_view name) {
  return named(name, true);
}

}  // namespace bastide::art
