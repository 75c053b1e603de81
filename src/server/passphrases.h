// Passphrases as hashes (Argon2id by libsodium), reckoned by threads of their own: each takes tens of megabytes and
// much of a second on a small machine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "server/account_limits.h"
#include "server/fair_queue.h"

namespace bastide {

class Passphrases {
 public:
  explicit Passphrases(HashCost cost) : cost_(cost) {}

  /// What is kept of a passphrase. Nothing: too many wait.
  asio::awaitable<std::optional<std::string>> hash(std::string client, std::string passphrase);

  struct Checked {
    bool right = false;
    std::string better;  ///< the hash to be kept from now on, as the cost has changed; else empty
  };
  /// `hash` empty: of nobody. It is wrong then, and takes as long. Nothing: too many wait.
  asio::awaitable<std::optional<Checked>> check(std::string client, std::string hash, std::string passphrase);

 private:
  static constexpr std::size_t kAtOnce = 2, kWaiting = 50;
  const HashCost cost_;
  FairQueue queue_{kAtOnce, kWaiting};  ///< where addresses take turns
};

}  // namespace bastide
