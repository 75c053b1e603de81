#include "server/address.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/header_text.h"

namespace bastide {

namespace ip = boost::asio::ip;

namespace {

/// IPv4 in IPv6 (::ffff:192.0.2.1), as a socket for both tells it, to IPv4; zones away.
Address plain(const Address& address) {
  if (!address.is_v6()) return address;
  if (address.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, address.to_v6());
  return ip::address_v6(address.to_v6().to_bytes());
}

std::optional<Address> address_in(std::string_view text) {
  boost::system::error_code wrong;
  const Address address = ip::make_address(std::string(text), wrong);
  if (wrong) return std::nullopt;
  return plain(address);
}

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 && text.find_first_not_of("0123456789") == std::string_view::npos;
}

template <class Network, class Host>
bool within(const Network& network, const Host& host) {
  return Network(host, network.prefix_length()).canonical() == network;
}

}  // namespace

Result<TrustedProxies> TrustedProxies::parse(std::string_view text) {
  TrustedProxies proxies;
  if (text == "none") return proxies;
  while (true) {
    const std::string part(trimmed(text.substr(0, text.find(','))));
    boost::system::error_code no_v4, no_v6;
    if (part == "loopback") {
      proxies.loopback_ = true;
    } else if (const auto address = address_in(part); address && address->is_v4()) {
      proxies.v4_.emplace_back(address->to_v4(), 32);
    } else if (address) {
      proxies.v6_.emplace_back(address->to_v6(), 128);
    } else if (const auto v4 = ip::make_network_v4(part, no_v4); !no_v4) {
      proxies.v4_.push_back(v4.canonical());
    } else if (const auto v6 = ip::make_network_v6(part, no_v6); !no_v6) {
      proxies.v6_.push_back(v6.canonical());
    } else {
      Error error;
      error.message = fmt::format("'{}' is no address of a proxy", part);
      error.expected = "addresses (192.0.2.1), networks (10.0.0.0/8) or loopback, with commas between; or none";
      return tl::unexpected<Error>(std::move(error));
    }
    if (text.find(',') == std::string_view::npos) return proxies;
    text.remove_prefix(text.find(',') + 1);
  }
}

bool TrustedProxies::trusts(const Address& address) const {
  const Address host = plain(address);
  if (loopback_ && host.is_loopback()) return true;
  if (host.is_v4())
    return std::any_of(v4_.begin(), v4_.end(), [&](const auto& network) { return within(network, host.to_v4()); });
  return std::any_of(v6_.begin(), v6_.end(), [&](const auto& network) { return within(network, host.to_v6()); });
}

std::string counted_as(const Address& address) {
  constexpr unsigned short kCustomer = 64;
  const Address host = plain(address);
  if (host.is_v4() || host.is_loopback()) return host.to_string();
  return ip::network_v6(host.to_v6(), kCustomer).canonical().to_string();
}

std::optional<Address> forwarded_address(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view rest = text.substr(end + 1);
    if (!rest.empty() && !(rest[0] == ':' && is_port(rest.substr(1)))) return std::nullopt;
    const auto address = address_in(text.substr(1, end - 1));
    return address && text.find(':') < end ? address : std::nullopt;
  }
  if (std::count(text.begin(), text.end(), ':') == 1) {  // one colon: a port's
    const std::size_t colon = text.find(':');
    if (!is_port(text.substr(colon + 1))) return std::nullopt;
    text = text.substr(0, colon);
  }
  return address_in(text);
}

std::string counted_peer(const TrustedProxies& trusted, const Address& peer) {
  return trusted.trusts(peer) ? std::string() : counted_as(peer);
}

std::string counted_client(const TrustedProxies& trusted, const Address& peer,
                           const std::vector<std::string_view>& lines) {
  if (!trusted.trusts(peer)) return counted_as(peer);
  if (lines.empty()) return plain(peer).is_loopback() ? std::string() : counted_as(peer);
  Address told = peer;  // the last whose word is taken
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    for (std::string_view rest = *line;;) {
      const std::size_t comma = rest.rfind(',');
      const std::string_view last = trimmed(rest.substr(comma == std::string_view::npos ? 0 : comma + 1));
      if (!last.empty()) {
        const auto address = forwarded_address(last);
        if (!address) return counted_as(told);  // whoever stands before it, nobody knows
        told = *address;
        if (!trusted.trusts(told)) return counted_as(told);
      }
      if (comma == std::string_view::npos) break;
      rest = rest.substr(0, comma);
    }
  }
  return counted_as(told);
}

}  // namespace bastide
