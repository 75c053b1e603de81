// A TOML text as a plain tree in which every value knows its line, and a reader that takes a table apart key by key.
// toml++ is used in toml_tree.cpp alone. What is wrong is thrown as a DataError, so that reading code can be written
// straight down; load_catalogue is the one place that catches it and answers with a Result.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"

namespace bastide {

struct DataError {
  Error error;
};

struct TomlNode {
  enum class Kind : uint8_t { table, array, text, integer, boolean, other };  // other: decimals, dates, times
  struct Key {
    std::string name;
    int line = 0, column = 0;
    bool operator==(const Key&) const = default;
  };
  Kind kind = Kind::other;
  int line = 0, column = 0;  ///< 1-based; where the value begins
  std::string text;
  int64_t integer = 0;
  bool boolean = false;
  std::vector<TomlNode> items;  ///< of an array; of a table: the values, in the order of `keys`
  std::vector<Key> keys;        ///< of a table
  bool operator==(const TomlNode&) const = default;
};

/// The document as a table. Throws DataError for what is not TOML, and for texts built to exhaust the parser.
TomlNode parse_toml(std::string_view text);
/// The same of a file of data/; quicker where it is the program's own.
TomlNode read_tree(const std::string& path, std::string_view text);

[[noreturn]] void fail_at(const TomlNode& node, std::string message, std::string expected = {});

/// The known word nearest to `word`, in quotes; all of them when none is near; empty if there are none.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// Reads one table. REQUIRES: every key asked for is among the known ones named at construction.
class TableReader {
 public:
  /// `what` names the table in messages: "tile". Throws for a value that is no table and for keys not in `known`.
  TableReader(const TomlNode& node, std::string what, std::initializer_list<const char*> known);

  const TomlNode& node() const { return node_; }
  const TomlNode* find(std::string_view key) const;
  const TomlNode& need(std::string_view key) const;

  std::string text(std::string_view key) const;  ///< must be there and not be empty
  std::string text_or(std::string_view key, std::string fallback) const;
  int number(std::string_view key, int minimum, int maximum) const;
  int number_or(std::string_view key, int minimum, int maximum, int fallback) const;
  bool flag_or(std::string_view key, bool fallback) const;
  const std::vector<TomlNode>& list(std::string_view key) const;  ///< empty if it is not there
  std::vector<std::string> texts(std::string_view key) const;     ///< a list of texts, none of them empty

  [[noreturn]] void fail(std::string message, std::string expected = {}) const;
  /// At the value of `key` if it is there, else at the table.
  [[noreturn]] void fail_key(std::string_view key, std::string message, std::string expected = {}) const;

 private:
  const TomlNode& node_;
  std::string what_;
};

/// The text of a value that must be a text and not be empty.
const std::string& need_text(const TomlNode& node, const std::string& what);

/// The words of a text, separated by spaces: "N E S".
std::vector<std::string> split_words(std::string_view text);

}  // namespace bastide
