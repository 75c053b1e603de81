// Everything secret or random: seeds, tokens, invites, ids and their hashes (libsodium).
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace bastide {

/// Must have run before the rest; aborts if the system gives no randomness.
void init_secrets();

std::string random_seed();   ///< 32 random bytes as 64 hex digits
std::string random_token();  ///< 128 bits: a seat's secret, or an invite
std::string random_id();     ///< 8 letters and digits, none of them easily mistaken for another
uint64_t random_bits();

std::string sha256_hex(std::string_view text);   ///< what `sha256sum` prints for these bytes
std::string token_hash(std::string_view token);  ///< what is stored instead of a token

}  // namespace bastide
