#include "server/origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <cctype>
#include <optional>

namespace bastide {
namespace {

struct Origin {
  std::string_view scheme, host, port;  ///< port: digits, empty for the scheme's own
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

/// "example.org:8080", "[::1]:8080" to host and port.
bool split_authority(std::string_view text, Origin& origin) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  if (bracket == std::string_view::npos) return false;
  const std::size_t colon = text.find(':', bracket);
  origin.host = text.substr(0, colon);
  origin.port = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  const bool good_port =
      origin.port.size() <= 5 && origin.port.find_first_not_of("0123456789") == std::string_view::npos;
  constexpr std::string_view kHost = "abcdefghijklmnopqrstuvwxyz0123456789-._[]:";
  return !origin.host.empty() && origin.host.find_first_not_of(kHost) == std::string_view::npos && good_port &&
         (colon == std::string_view::npos || !origin.port.empty());
}

std::optional<Origin> origin_in(std::string_view text) {
  Origin origin;
  const std::size_t end = text.find("://");
  if (end == std::string_view::npos) return std::nullopt;
  origin.scheme = text.substr(0, end);
  if (origin.scheme != "http" && origin.scheme != "https") return std::nullopt;
  if (!split_authority(text.substr(end + 3), origin)) return std::nullopt;
  if (origin.port == (origin.scheme == "http" ? "80" : "443")) origin.port = {};
  return origin;
}

std::string written(const Origin& origin) {
  return fmt::format("{}://{}{}{}", origin.scheme, origin.host, origin.port.empty() ? "" : ":", origin.port);
}

/// A host that means what it says, whoever asks.
bool is_fixed(std::string_view host) {
  if (host == "localhost") return true;
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  boost::system::error_code no_address;
  boost::asio::ip::make_address(std::string(host), no_address);
  return !no_address;
}

}  // namespace

Result<AllowedOrigins> AllowedOrigins::parse(const std::vector<std::string>& texts) {
  AllowedOrigins origins;
  for (const std::string& text : texts) {
    const std::string small = lower(text);
    const auto origin = origin_in(small);
    if (!origin) {
      Error error;
      error.message = fmt::format("'{}' is no origin of a page", text);
      error.expected = "what the address bar shows before the path, such as https://bastide.example";
      return tl::unexpected<Error>(std::move(error));
    }
    origins.allowed_.insert(written(*origin));
  }
  return origins;
}

bool AllowedOrigins::allow(std::string_view origin_text, std::string_view host_text) const {
  if (origin_text.empty()) return true;
  const std::string small = lower(origin_text), host_small = lower(host_text);
  const auto origin = origin_in(small);
  if (!origin) return false;  // such as "null", of a page that hides where it is from
  if (allowed_.contains(written(*origin))) return true;
  const std::string own = fmt::format("{}://{}", origin->scheme, host_small);
  const auto here = origin_in(own);
  return here && is_fixed(here->host) && written(*here) == written(*origin);
}

}  // namespace bastide
