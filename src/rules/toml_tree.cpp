// From TOML text to the tree, with the limits that keep a hostile text from exhausting the stack.
#include "rules/toml_tree.h"

#include <algorithm>
#include <numeric>

// The parser states what it holds of its input as assertions, and some broken texts reach them ("a = [}]" in 3.3). Here
// they are checked in every build, and end the parse like any other mistake.
struct ParserAssertion {};
[[noreturn]] static void parser_assertion_failed() {
  throw ParserAssertion{};
}
#undef NDEBUG
#define TOML_ASSERT(condition) ((condition) ? void(0) : parser_assertion_failed())
// Compiled in here, since Debian's shared library is built with exceptions and nests values 256 deep.
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 8
#include <toml++/impl/forward_declarations.h>
// Its tables of characters hold some for impossible that a text can have (U+FEDF, in 3.3): they are of no class.
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE return false
#include <toml++/impl/unicode.h>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE __builtin_unreachable()
#include <toml++/toml.h>

namespace bastide {
namespace {

/// Dotted keys nest tables without end; a short line bounds them, and a person can read it.
constexpr size_t kMaxLineBytes = 500;

Error error_at(int line, int column, std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.line = line;
  error.column = column;
  return error;
}

void refuse_long_lines(std::string_view text) {
  int line = 1;
  for (size_t begin = 0; begin < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    if (end - begin > kMaxLineBytes) {
      throw DataError{error_at(line, static_cast<int>(kMaxLineBytes) + 1, "The line is too long.",
                               "at most " + std::to_string(kMaxLineBytes) + " bytes in a line")};
    }
    begin = end + 1;
  }
}

/// The line that made the parser fail an assertion, which does not tell it: the last of the shortest text that does so.
int line_of_assertion(std::string_view text) {
  std::vector<size_t> ends;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') ends.push_back(i + 1);
  }
  const auto parses = [text](size_t end) {
    try {
      [[maybe_unused]] const toml::parse_result result = toml::parse(text.substr(0, end));
      return true;
    } catch (const ParserAssertion&) {
      return false;
    }
  };
  return static_cast<int>(std::partition_point(ends.begin(), ends.end(), parses) - ends.begin()) + 1;
}

TomlNode convert(const toml::node& from) {
  TomlNode node;
  node.line = static_cast<int>(from.source().begin.line);
  node.column = static_cast<int>(from.source().begin.column);
  if (const auto* table = from.as_table()) {
    node.kind = TomlNode::Kind::table;
    for (const auto& [key, value] : *table) {
      const auto& place = key.source().begin;
      node.keys.push_back({std::string(key.str()), static_cast<int>(place.line), static_cast<int>(place.column)});
      node.items.push_back(convert(value));
    }
  } else if (const auto* array = from.as_array()) {
    node.kind = TomlNode::Kind::array;
    for (const auto& value : *array) node.items.push_back(convert(value));
  } else if (const auto* text = from.as_string()) {
    node.kind = TomlNode::Kind::text;
    node.text = text->get();
  } else if (const auto* integer = from.as_integer()) {
    node.kind = TomlNode::Kind::integer;
    node.integer = integer->get();
  } else if (const auto* boolean = from.as_boolean()) {
    node.kind = TomlNode::Kind::boolean;
    node.boolean = boolean->get();
  }
  return node;
}

std::string article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

TomlNode parse_toml(std::string_view text) {
  refuse_long_lines(text);
  try {
    const toml::parse_result result = toml::parse(text);
    if (!result) {
      const auto& place = result.error().source().begin;
      std::string message(result.error().description());
      std::replace(message.begin(), message.end(), '\n', ' ');
      throw DataError{error_at(static_cast<int>(place.line), static_cast<int>(place.column), std::move(message), "")};
    }
    TomlNode document = convert(result.table());
    document.line = document.column = 1;
    return document;
  } catch (const ParserAssertion&) {
    throw DataError{error_at(line_of_assertion(text), 1, "This line is not TOML.", "a key and a value, or a [table]")};
  }
}

void fail_at(const TomlNode& node, std::string message, std::string expected) {
  throw DataError{error_at(node.line, node.column, std::move(message), std::move(expected))};
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  size_t best_distance = word.size() / 2 + 1;  // further away it would be a guess
  std::string all;
  for (const std::string& candidate : known) {
    all += (all.empty() ? "'" : ", '") + candidate + "'";
    // Nobody types a name this long by mistake, and the table below grows with it.
    const size_t distance = word.size() > 100 ? word.size() : edit_distance(word, candidate);
    if (distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  if (best) return "'" + *best + "'";
  return known.size() < 2 ? all : "one of " + all;
}

TableReader::TableReader(const TomlNode& node, std::string what, std::initializer_list<const char*> known)
    : node_(node), what_(std::move(what)) {
  if (node.kind != TomlNode::Kind::table) fail_at(node, "This is not " + article(what_) + ".", "a table of keys");
  for (const TomlNode::Key& key : node.keys) {
    if (std::find(known.begin(), known.end(), key.name) != known.end()) continue;
    throw DataError{error_at(key.line, key.column, "Unknown key '" + key.name + "' in " + article(what_) + ".",
                             nearest(key.name, {known.begin(), known.end()}))};
  }
}

const TomlNode* TableReader::find(std::string_view key) const {
  for (size_t i = 0; i < node_.keys.size(); ++i) {
    if (node_.keys[i].name == key) return &node_.items[i];
  }
  return nullptr;
}

const TomlNode& TableReader::need(std::string_view key) const {
  const TomlNode* value = find(key);
  if (!value)
    fail("The key '" + std::string(key) + "' is missing in " + article(what_) + ".",
         "'" + std::string(key) + " = ...'");
  return *value;
}

std::string TableReader::text(std::string_view key) const {
  return need_text(need(key), "'" + std::string(key) + "'");
}

std::string TableReader::text_or(std::string_view key, std::string fallback) const {
  return find(key) ? text(key) : std::move(fallback);
}

int TableReader::number(std::string_view key, int minimum, int maximum) const {
  const TomlNode& value = need(key);
  if (value.kind != TomlNode::Kind::integer || value.integer < minimum || value.integer > maximum) {
    fail_at(value, "'" + std::string(key) + "' is no number that fits here.",
            "a whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum));
  }
  return static_cast<int>(value.integer);
}

int TableReader::number_or(std::string_view key, int minimum, int maximum, int fallback) const {
  return find(key) ? number(key, minimum, maximum) : fallback;
}

bool TableReader::flag_or(std::string_view key, bool fallback) const {
  const TomlNode* value = find(key);
  if (!value) return fallback;
  if (value->kind != TomlNode::Kind::boolean)
    fail_at(*value, "'" + std::string(key) + "' is neither true nor false.", "true or false");
  return value->boolean;
}

const std::vector<TomlNode>& TableReader::list(std::string_view key) const {
  static const std::vector<TomlNode> none;
  const TomlNode* value = find(key);
  if (!value) return none;
  if (value->kind != TomlNode::Kind::array) fail_at(*value, "'" + std::string(key) + "' is no list.", "a list in [ ]");
  return value->items;
}

std::vector<std::string> TableReader::texts(std::string_view key) const {
  std::vector<std::string> out;
  for (const TomlNode& item : list(key)) out.push_back(need_text(item, "an entry of '" + std::string(key) + "'"));
  return out;
}

void TableReader::fail(std::string message, std::string expected) const {
  fail_at(node_, std::move(message), std::move(expected));
}

void TableReader::fail_key(std::string_view key, std::string message, std::string expected) const {
  const TomlNode* value = find(key);
  fail_at(value ? *value : node_, std::move(message), std::move(expected));
}

const std::string& need_text(const TomlNode& node, const std::string& what) {
  if (node.kind != TomlNode::Kind::text) fail_at(node, "The value of " + what + " is no text.", "a text in quotes");
  if (node.text.empty()) fail_at(node, "The value of " + what + " is empty.", "a text that says something");
  return node.text;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    if (end > begin) words.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace bastide
