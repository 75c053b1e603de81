// Texts from outside: whether they are UTF-8, and names as others will see them.
#pragma once
#include <string>
#include <string_view>

#include "rules/error.h"
#include "rules/phrases.h"

namespace bastide {

bool is_utf8(std::string_view text);

/// A name as it is kept and shown: composed (NFC), without what nobody sees (zero width, directions, joiners, variation
/// selectors), blanks at its ends or blanks of other kinds than the plain one. So no two names look the same that are
/// not, and none turns the line round that it stands in. Errors: not UTF-8; characters that are none (controls, private
/// or unassigned ones); nothing that can be seen is left.
Result<std::string> visible_name(std::string_view text);

/// What names have in common that people take for one: letters of either case, wide and narrow ones, ligatures.
/// REQUIRES: `name` is one of visible_name.
std::string folded(const std::string& name);

/// A passphrase as it is hashed, the same from every keyboard: composed (NFC), with plain blanks. Errors: not UTF-8,
/// too short or too long, characters that are none; in words for who chooses it.
Result<std::string> passphrase_from(const Phrases& phrases, std::string_view text);

}  // namespace bastide
