// bastide bench --growth.
#pragma once
#include "rules/compile.h"

namespace bastide::cli {

/// Prints a table, a row as soon as it is measured. Errors: no such preset.
Result<void> run_growth(const Catalogue& catalogue, const std::string& preset);

}  // namespace bastide::cli
