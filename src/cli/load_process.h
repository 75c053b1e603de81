// What /proc tells of the server under load, of this program and of the machine.
#pragma once
#include <cstdint>

#include "rules/error.h"

namespace bastide::cli {

/// The process of this user that listens at a port. Errors: none that can be seen.
Result<int> process_listening_at(uint16_t port);

/// CPU seconds used so far.
struct CpuTimes {
  double server = 0, own = 0, machine = 0;
};
/// REQUIRES: the process `pid` is there; one that has ended reads as 0.
CpuTimes cpu_times(int pid);

/// Resident memory of a process in bytes.
double resident_bytes(int pid);

}  // namespace bastide::cli
