// Categories and composition from utf8proc.
#include "server/unicode.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <cstdlib>
#include <memory>
#include <optional>

namespace bastide {
namespace {

constexpr utf8proc_int32_t kBrailleBlank = 0x2800;  // a symbol by its category, with nothing to see

const utf8proc_uint8_t* bytes(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

/// The first character of `text`, taken off it. Nothing: not UTF-8. REQUIRES: `text` is not empty.
std::optional<utf8proc_int32_t> next_character(std::string_view& text) {
  utf8proc_int32_t character = 0;
  const auto size = utf8proc_iterate(bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &character);
  if (size <= 0) return std::nullopt;
  text.remove_prefix(size);
  return character;
}

/// REQUIRES: `text` is UTF-8.
std::string mapped_by(int options, std::string_view text) {
  utf8proc_uint8_t* mapped = nullptr;
  const auto size = utf8proc_map(bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                 static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, std::free);
  return size < 0 ? std::string() : std::string(reinterpret_cast<char*>(mapped), size);
}

std::string without_edges(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

tl::unexpected<Error> unusable(std::string message) {
  Error error;
  error.message = std::move(message);
  error.expected = "a name of letters, digits and single blanks";
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty())
    if (!next_character(text)) return false;
  return true;
}

Result<std::string> visible_name(std::string_view text) {
  if (!is_utf8(text)) return unusable("This name is no text in UTF-8.");
  const std::string seen = mapped_by(UTF8PROC_IGNORE, text);
  std::string name;
  bool visible = false;
  for (std::string_view rest = seen; !rest.empty();) {
    const std::string_view before = rest;
    const utf8proc_int32_t character = *next_character(rest);
    switch (utf8proc_category(character)) {
      case UTF8PROC_CATEGORY_ZS:
        name += ' ';
        continue;
      case UTF8PROC_CATEGORY_CC:
      case UTF8PROC_CATEGORY_CF:
      case UTF8PROC_CATEGORY_CS:
      case UTF8PROC_CATEGORY_CO:
      case UTF8PROC_CATEGORY_CN:
      case UTF8PROC_CATEGORY_ZL:
      case UTF8PROC_CATEGORY_ZP:
        return unusable(fmt::format("This name cannot be used: U+{:04X} is no character to be shown.",
                                    static_cast<uint32_t>(character)));
      case UTF8PROC_CATEGORY_MN:
      case UTF8PROC_CATEGORY_ME:
      case UTF8PROC_CATEGORY_MC:
        break;  // shown with a letter only
      default:
        visible = visible || character != kBrailleBlank;
    }
    name += before.substr(0, before.size() - rest.size());
  }
  if (!visible) return unusable("There is nothing to be seen in this name.");
  return without_edges(name);
}

std::string folded(const std::string& name) {
  return mapped_by(UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE, name);
}

Result<std::string> passphrase_from(const Phrases& phrases, std::string_view text) {
  constexpr int kLeast = 8, kMost = 200;
  if (!is_utf8(text)) return failure(say(phrases, "told.passphrase.letters"));
  const std::string composed = mapped_by(0, text);
  std::string passphrase;
  int count = 0;
  for (std::string_view rest = composed; !rest.empty(); ++count) {
    const std::string_view before = rest;
    const auto category = utf8proc_category(*next_character(rest));
    if (category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CS || category == UTF8PROC_CATEGORY_CN)
      return failure(say(phrases, "told.passphrase.letters"));
    if (category == UTF8PROC_CATEGORY_ZS)
      passphrase += ' ';
    else
      passphrase += before.substr(0, before.size() - rest.size());
  }
  if (count < kLeast) return failure(say(phrases, "told.passphrase.short", {{"n", kLeast}}));
  if (count > kMost) return failure(say(phrases, "told.passphrase.long", {{"n", kMost}}));
  return passphrase;
}

}  // namespace bastide
