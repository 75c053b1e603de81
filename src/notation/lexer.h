// Lines of words with their places, for every text format of this folder: # begins a comment, blanks separate words.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"

namespace bastide {

struct Word {
  std::string_view text;
  int column = 0;  ///< 1-based
};

struct Line {
  int number = 0;           ///< 1-based
  std::vector<Word> words;  ///< not empty
  /// The text from word `from` to the end of the last word; names have blanks. Empty where there are not so many words.
  std::string_view rest(std::size_t from) const;
};

/// The lines that have words. Errors: a control character or a line of more than 10,000 bytes.
Result<std::vector<Line>> split_lines(std::string_view text);

/// An error at a word.
tl::unexpected<Error> error_at(const Line& line, std::size_t word, std::string message, std::string expected = {},
                               std::string rule = {});

/// A whole number within bounds.
Result<int> parse_number(const Line& line, std::size_t word, int minimum, int maximum);

/// Parses the word as a number; false if it is none or longer than six digits.
bool to_number(std::string_view text, int& value);

}  // namespace bastide
