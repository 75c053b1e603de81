#include "notation/lexer.h"

#include <charconv>

#include <fmt/format.h>

namespace bastide {

std::string_view Line::rest(std::size_t from) const {
  if (from >= words.size()) return {};
  const char* begin = words[from].text.data();
  const Word& last = words.back();
  return {begin, static_cast<std::size_t>(last.text.data() + last.text.size() - begin)};
}

Result<std::vector<Line>> split_lines(std::string_view text) {
  std::vector<Line> lines;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view row = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    Line line{number, {}};
    const auto fail = [&](std::size_t column, std::string message) {
      line.words = {{row, static_cast<int>(column)}};
      return error_at(line, 0, std::move(message));
    };
    if (row.size() > 10'000) return fail(1, "the line is longer than 10,000 bytes");
    for (std::size_t i = 0; i < row.size() && row[i] != '#';) {
      if (row[i] == ' ' || row[i] == '\t') {
        ++i;
        continue;
      }
      const std::size_t begin = i;
      while (i < row.size() && row[i] != ' ' && row[i] != '\t') {
        if (static_cast<unsigned char>(row[i]) < 32 || row[i] == 127) return fail(i + 1, "a control character");
        ++i;
      }
      line.words.push_back({row.substr(begin, i - begin), static_cast<int>(begin) + 1});
    }
    if (!line.words.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

tl::unexpected<Error> error_at(const Line& line, std::size_t word, std::string message, std::string expected,
                               std::string rule) {
  Error error;
  error.message = std::move(message);
  error.line = line.number;
  if (word < line.words.size()) {
    error.column = line.words[word].column;
  } else if (!line.words.empty()) {
    error.column = line.words.back().column + static_cast<int>(line.words.back().text.size());
  }
  error.expected = std::move(expected);
  error.rule = std::move(rule);
  return tl::unexpected<Error>(std::move(error));
}

bool to_number(std::string_view text, int& value) {
  if (text.empty() || text.size() > 7) return false;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc{} && end == text.data() + text.size();
}

Result<int> parse_number(const Line& line, std::size_t word, int minimum, int maximum) {
  const std::string wanted = fmt::format("a whole number from {} to {}", minimum, maximum);
  if (word >= line.words.size()) return error_at(line, word, "a number is missing", wanted);
  int value = 0;
  if (!to_number(line.words[word].text, value) || value < minimum || value > maximum)
    return error_at(line, word, fmt::format("'{}' is no number that can stand here", line.words[word].text), wanted);
  return value;
}

}  // namespace bastide
