// Whether mpirun started this process, as one of several.
#pragma once
#include <memory>

#include "ai/ranks.h"
#include "rules/error.h"

namespace bastide::cli {

bool started_by_mpirun();

/// Joins the other processes by bastide-mpi.so, which lies beside the program. Errors: it is not there, because there
/// was no MPI when the program was built.
Result<std::unique_ptr<Ranks>> join_ranks();

}  // namespace bastide::cli
