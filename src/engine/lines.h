// Bytes as they come from a pipe, as lines: the form of both sides of the engine protocol.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

inline constexpr std::size_t kLongestLine = 10'000;  ///< bytes, as in docs/notation.md

/// Cuts bytes into lines without their ends (LF or CR LF). What is behind the longest length of a line is dropped.
class LineCutter {
 public:
  struct Cut {
    std::string text;
    bool too_long = false;  ///< it was longer; `text` is how it begins
  };
  void add(std::string_view bytes, const std::function<void(Cut)>& take);
  /// What came after the last line's end, if anything: for the end of a file.
  void rest(const std::function<void(Cut)>& take);
  /// Whether the line that has not ended yet is too long already.
  bool overfull() const { return line_.too_long; }

 private:
  void give(const std::function<void(Cut)>& take);
  Cut line_;
};

/// The words of a line; blanks and tabs separate them.
std::vector<std::string_view> words_of(std::string_view line);

/// What stands behind the first word, without blanks around it.
std::string_view behind_first_word(std::string_view line);

/// A line as it can stand in a message: what is no plain letter as '?', cut after `most` bytes.
std::string shown_line(std::string_view line, std::size_t most = 200);

}  // namespace bastide
