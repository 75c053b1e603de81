// Checks messages against protocol.schema.json, the one description of them.
#pragma once
#include <boost/json.hpp>
#include <string_view>

#include "rules/error.h"

namespace bastide {

/// protocol.schema.json as text.
std::string_view protocol_schema();

/// Whether `value` is a `definition` ("Play", "NewGame"); the error says where it is not and what is wanted there. Of a
/// definition that is one of several (ClientMessage) it is held against the one that its `type` names.
/// REQUIRES: the schema has that definition.
Result<void> check_message(std::string_view definition, const boost::json::value& value);

/// Parses JSON and checks it.
Result<boost::json::value> read_message(std::string_view definition, std::string_view text);

}  // namespace bastide
