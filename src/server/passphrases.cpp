#include "server/passphrases.h"

#include <fmt/format.h>
#include <sodium.h>

#include <array>
#include <stdexcept>

namespace bastide {
namespace {

std::string hash_of(const std::string& passphrase, HashCost cost) {
  std::array<char, crypto_pwhash_STRBYTES> text{};
  if (crypto_pwhash_str_alg(text.data(), passphrase.data(), passphrase.size(), cost.passes, cost.memory,
                            crypto_pwhash_ALG_ARGON2ID13) != 0)
    throw std::runtime_error("there is no memory to hash a passphrase");
  return text.data();
}

/// A hash that costs as much as any other and that no passphrase has.
std::string hash_of_nobody(HashCost cost) {
  std::array<unsigned char, 16 + 32> random{};
  randombytes_buf(random.data(), random.size());
  const auto base64 = [](const unsigned char* bytes, std::size_t size) {
    std::string text(sodium_base64_encoded_len(size, sodium_base64_VARIANT_ORIGINAL_NO_PADDING), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes, size, sodium_base64_VARIANT_ORIGINAL_NO_PADDING);
    text.pop_back();
    return text;
  };
  return fmt::format("$argon2id$v=19$m={},t={},p=1${}${}", cost.memory / 1024, cost.passes, base64(random.data(), 16),
                     base64(random.data() + 16, 32));
}

}  // namespace

asio::awaitable<std::optional<std::string>> Passphrases::hash(std::string client, std::string passphrase) {
  auto work = [passphrase = std::move(passphrase), cost = cost_] { return hash_of(passphrase, cost); };
  co_return co_await queue_.run(std::move(client), std::move(work));
}

asio::awaitable<std::optional<Passphrases::Checked>> Passphrases::check(std::string client, std::string hash,
                                                                        std::string passphrase) {
  auto work = [hash = std::move(hash), passphrase = std::move(passphrase), cost = cost_]() -> Checked {
    const std::string against = hash.empty() ? hash_of_nobody(cost) : hash;
    Checked checked;
    checked.right =
        crypto_pwhash_str_verify(against.c_str(), passphrase.data(), passphrase.size()) == 0 && !hash.empty();
    if (checked.right && crypto_pwhash_str_needs_rehash(against.c_str(), cost.passes, cost.memory) != 0)
      checked.better = hash_of(passphrase, cost);
    return checked;
  };
  co_return co_await queue_.run(std::move(client), std::move(work));
}

}  // namespace bastide
