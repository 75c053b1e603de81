// The body of an answer as it travels: plain, or compressed where that is taken and pays (RFC 9110, 8.4).
#pragma once
#include <array>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace bastide {

enum class Coding : uint8_t { none, gzip, brotli };
inline constexpr int kCodings = 3;

/// What of an Accept-Encoding header is sent: the smallest that it takes.
Coding coding_for(std::string_view accept_encoding);
/// As in Content-Encoding; empty for none.
std::string_view name_of(Coding coding);

/// Bytes with their compressed forms. May be asked from several threads.
class Body {
 public:
  explicit Body(std::string plain) : made_{std::move(plain)}, bytes_{made_[0]} {}
  /// Of what lives as long as the program; without compressed forms (empty) it is sent plain.
  Body(std::string_view plain, std::string_view gzip, std::string_view brotli)
      : lasting_(true), bytes_{plain, gzip, brotli} {}
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  std::string_view plain() const { return bytes_[0]; }
  std::size_t size() const { return plain().size(); }
  /// Whether it takes memory of the server's.
  bool lasting() const { return lasting_; }
  /// What can be sent to who takes `wanted`: none, where it is small or has no such form.
  Coding sent_as(Coding wanted) const;
  /// Whether as() has it at once.
  bool has(Coding coding) const;
  /// Compresses once, when first asked for. REQUIRES: sent_as() gives this coding.
  std::string_view as(Coding coding) const;

 private:
  bool lasting_ = false;
  mutable std::mutex mutex_;
  mutable std::array<std::string, kCodings> made_;
  mutable std::array<std::string_view, kCodings> bytes_;  ///< those without bytes are still to be made
};

}  // namespace bastide
