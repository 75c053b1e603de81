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

/// What a value of the document refers to, or the value; null: nothing is there.
const json::value* resolved(const json::value& value);

}  // namespace bastide::test
