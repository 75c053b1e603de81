// Holds every request and answer of a test to openapi.json.
#pragma once
#include <string>

#include "server/client.h"

namespace bastide::test {

/// Fails the test where the document does not describe this.
void hold_to_document(const std::string& method, const std::string& target, const std::string& body,
                      const HttpAnswer& answer);

/// The definition of the schema that an answer's body is held to; empty: none.
std::string described_body(const std::string& method, const std::string& target, int status);

/// "join 409", or "* 413" for a status that comes of one place whatever is asked.
std::string met_as(const json::value& operation, int status);
/// Writes a line to the file BASTIDE_MET, if it is set: from it ./test tells what of the document no test has met.
void note(const std::string& line);

/// What a value of the document refers to, or the value; null: nothing is there.
const json::value* resolved(const json::value& value);

}  // namespace bastide::test
