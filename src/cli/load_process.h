// What /proc tells of the server under load, of this program and of the machine.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/error.h"

namespace bastide::cli {

/// The process of this user that listens at a port. Errors: none that can be seen.
Result<int> process_listening_at(uint16_t port);

/// CPU seconds used so far.
struct CpuTimes {
  double server = 0, own = 0, machine = 0;
};
/// Of all servers together. A process that has ended reads as 0.
CpuTimes cpu_times(const std::vector<int>& pids);

/// Resident memory of processes in bytes.
double resident_bytes(const std::vector<int>& pids);

}  // namespace bastide::cli
