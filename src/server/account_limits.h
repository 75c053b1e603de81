// What bounds accounts, and what their passphrases cost whoever guesses them.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace bastide {

/// What a hash costs. The least that libsodium recommends where somebody waits: 64 MB, 0.1 s on a desk, half a second
/// on a Raspberry Pi.
struct HashCost {
  uint64_t passes = 2;
  std::size_t memory = 64 << 20;  ///< bytes
};

struct AccountLimits {
  HashCost cost;
  int tries_an_account = 10;  ///< wrong passphrases of one account within `within`
  int tries_an_address = 30;  ///< of one address, for whatever accounts; this machine has no limit
  std::chrono::seconds within = std::chrono::minutes(15);
  int new_an_hour = 20;  ///< accounts that one address may make in an hour
  int sessions = 50;     ///< of one account; of more the one that was not used for longest ends
};

}  // namespace bastide
