// Randomness and hashes from libsodium.
#include "server/secrets.h"

#include <sodium.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace bastide {
namespace {

constexpr std::string_view kAlphabet = "23456789abcdefghjkmnpqrstuvwxyz";  // no 0 o, 1 i l

std::string hex(const unsigned char* bytes, std::size_t size) {
  std::string text(size * 2 + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes, size);
  text.pop_back();
  return text;
}

std::string random_letters(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += kAlphabet[randombytes_uniform(static_cast<uint32_t>(kAlphabet.size()))];
  return text;
}

}  // namespace

void init_secrets() {
  if (sodium_init() < 0) {
    std::fputs("bastide: this system gives no random numbers (libsodium)\n", stderr);
    std::abort();
  }
}

std::string random_seed() {
  std::array<unsigned char, 32> bytes{};
  randombytes_buf(bytes.data(), bytes.size());
  return hex(bytes.data(), bytes.size());
}

std::string random_token() {
  return random_letters(26);
}  // 31^26 > 2^128
std::string random_id() {
  return random_letters(8);
}

uint64_t random_bits() {
  uint64_t bits = 0;
  randombytes_buf(&bits, sizeof bits);
  return bits;
}

std::string sha256_hex(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return hex(digest.data(), digest.size());
}

std::string token_hash(std::string_view token) {
  std::array<unsigned char, crypto_generichash_BYTES> digest{};
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(token.data()), token.size(),
                     nullptr, 0);
  return hex(digest.data(), digest.size());
}

}  // namespace bastide
