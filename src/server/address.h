// Who is counted: the address a connection comes from, or the one that a trusted proxy names.
#pragma once
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"

namespace bastide {

using Address = boost::asio::ip::address;

/// Whose word about other addresses is taken (--trust-proxy).
class TrustedProxies {
 public:
  /// "none"; or addresses (::1), networks (10.0.0.0/8) and the word "loopback", with commas between.
  static Result<TrustedProxies> parse(std::string_view text);
  bool trusts(const Address& address) const;

 private:
  bool loopback_ = false;
  std::vector<boost::asio::ip::network_v4> v4_;
  std::vector<boost::asio::ip::network_v6> v6_;
};

/// The name under which limits count an address: of IPv6 its network of 64 bits, which is what one customer has; IPv4
/// in IPv6 is IPv4.
std::string counted_as(const Address& address);

/// One element of X-Forwarded-For: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1] or [2001:db8::1]:80. Nothing: it
/// is none of these.
std::optional<Address> forwarded_address(std::string_view text);

/// Whom to count for a connection before it has said anything. Empty: nobody, as a trusted proxy or somebody at this
/// machine is there.
std::string counted_peer(const TrustedProxies& trusted, const Address& peer);

/// Whom to count for a request: `lines` are its X-Forwarded-For, in order. The last address that is not a trusted
/// proxy's counts; what stands left of it anybody may have written. Empty: somebody at this machine, without limits:
/// loopback is trusted, and no proxy forwarded the request.
std::string counted_client(const TrustedProxies& trusted, const Address& peer,
                           const std::vector<std::string_view>& lines);

}  // namespace bastide
