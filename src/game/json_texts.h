// Texts as JSON: those parts of messages that are made without a game.
#pragma once
#include <boost/json/object.hpp>
#include <string_view>

#include "rules/catalogue.h"
#include "rules/error.h"
#include "rules/language.h"

namespace bastide {

/// {nl: {title: ..., text: ...}, de: ...}: texts in further languages by member.
boost::json::object translations_json(const Translations& translations);

/// {member: English, translations: {nl: {member: ...}, de: ...}}
boost::json::object texts_json(const Texts& texts, std::string_view member);

/// {id, title, text, source, translations, reading}; reading: a sentence where the sources leave a gap, else empty
boost::json::object rule_json(const Catalogue& catalogue, const RuleSpec& rule);

/// {message} and what else the error says: line, column, expected, rule, source, translations.
boost::json::object error_json(const Error& error);

}  // namespace bastide
