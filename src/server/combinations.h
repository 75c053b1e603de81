// What goes with what, as GET /api/combinations has it.
#pragma once
#include <boost/json/object.hpp>

#include "rules/catalogue.h"

namespace bastide {

/// Takes a while: every pair is tried.
boost::json::object combinations_json(const Catalogue& catalogue);

}  // namespace bastide
