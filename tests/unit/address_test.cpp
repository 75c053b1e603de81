// Whom limits count: what trusted proxies forward, in every form in which they write it.
#include "server/address.h"

#include <gtest/gtest.h>

namespace bastide {
namespace {

Address at(const char* text) {
  return boost::asio::ip::make_address(text);
}

TrustedProxies trusting(const char* text) {
  const auto proxies = TrustedProxies::parse(text);
  EXPECT_TRUE(proxies) << text;
  return *proxies;
}

std::string counted(const char* proxies, const char* peer, std::vector<std::string_view> lines) {
  return counted_client(trusting(proxies), at(peer), lines);
}

TEST(Address, ProxiesAreAddressesNetworksLoopbackOrNone) {
  EXPECT_FALSE(trusting("none").trusts(at("127.0.0.1")));
  const TrustedProxies loopback = trusting("loopback");
  EXPECT_TRUE(loopback.trusts(at("127.0.0.1")));
  EXPECT_TRUE(loopback.trusts(at("127.3.2.1")));
  EXPECT_TRUE(loopback.trusts(at("::1")));
  EXPECT_TRUE(loopback.trusts(at("::ffff:127.0.0.1")));
  EXPECT_FALSE(loopback.trusts(at("128.0.0.1")));
  const TrustedProxies several = trusting("10.1.0.0/16, 192.0.2.7 ,2001:db8::/32,2001:dead::1");
  EXPECT_TRUE(several.trusts(at("10.1.255.3")));
  EXPECT_TRUE(several.trusts(at("::ffff:10.1.0.1")));
  EXPECT_FALSE(several.trusts(at("10.2.0.0")));
  EXPECT_TRUE(several.trusts(at("192.0.2.7")));
  EXPECT_FALSE(several.trusts(at("192.0.2.8")));
  EXPECT_TRUE(several.trusts(at("2001:db8:1::5")));
  EXPECT_TRUE(several.trusts(at("2001:dead::1")));
  EXPECT_FALSE(several.trusts(at("2001:dead::2")));
  EXPECT_FALSE(several.trusts(at("127.0.0.1")));
  for (const char* bad : {"", "localhost", "10.0.0.0/33", "10.0.0", "1.2.3.4,", ",", "none,10.0.0.1", "[::1]"}) {
    const auto refused = TrustedProxies::parse(bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_NE(refused.error().text().find("loopback"), std::string::npos);
  }
}

TEST(Address, WhatIsCounted) {
  EXPECT_EQ(counted_as(at("192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(counted_as(at("::ffff:192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(counted_as(at("::1")), "::1");
  EXPECT_EQ(counted_as(at("2001:db8:1:2:3:4:5:6")), "2001:db8:1:2::/64");
  EXPECT_EQ(counted_as(at("2001:db8:1:2::9")), "2001:db8:1:2::/64") << "one customer";
  EXPECT_EQ(counted_as(at("2001:db8:1:3::9")), "2001:db8:1:3::/64");
}

TEST(Address, FormsOfAForwardedAddress) {
  const auto is = [](const char* text, const char* address) {
    const auto found = forwarded_address(text);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(*found, at(address)) << text;
  };
  is("192.0.2.1", "192.0.2.1");
  is("\t 192.0.2.1  ", "192.0.2.1");
  is("192.0.2.1:4711", "192.0.2.1");
  is("2001:db8::1", "2001:db8::1");
  is("[2001:db8::1]", "2001:db8::1");
  is("[2001:db8::1]:4711", "2001:db8::1");
  is("::ffff:192.0.2.1", "192.0.2.1");
  is("fe80::1%eth0", "fe80::1");
  for (const char* bad : {"",
                          " ",
                          "unknown",
                          "_hidden",
                          "192.0.2",
                          "192.0.2.1:",
                          "192.0.2.1:x",
                          "192.0.2.1:123456",
                          "192.0.2.1 x",
                          "[2001:db8::1",
                          "2001:db8::1]",
                          "[2001:db8::1]x",
                          "[2001:db8::1]:",
                          "[192.0.2.1]",
                          "[]",
                          ":80",
                          "1.2.3.4.5",
                          "300.1.1.1",
                          "\"192.0.2.1\"",
                          "for=192.0.2.1",
                          "2001:db8::g"})
    EXPECT_FALSE(forwarded_address(bad)) << bad;
}

TEST(Address, WithoutATrustedProxyTheConnectionCounts) {
  EXPECT_EQ(counted("loopback", "192.0.2.1", {}), "192.0.2.1");
  EXPECT_EQ(counted("loopback", "192.0.2.1", {"198.51.100.1"}), "192.0.2.1") << "anybody can write that";
  EXPECT_EQ(counted("none", "127.0.0.1", {"198.51.100.1"}), "127.0.0.1");
  EXPECT_EQ(counted("none", "127.0.0.1", {}), "127.0.0.1") << "no exception, as loopback is not trusted";
  EXPECT_EQ(counted_peer(trusting("loopback"), at("192.0.2.1")), "192.0.2.1");
  EXPECT_EQ(counted_peer(trusting("none"), at("127.0.0.1")), "127.0.0.1");
}

TEST(Address, SomebodyAtThisMachineIsNotCounted) {
  EXPECT_EQ(counted("loopback", "127.0.0.1", {}), "");
  EXPECT_EQ(counted("loopback", "::1", {}), "");
  EXPECT_EQ(counted_peer(trusting("loopback"), at("127.0.0.1")), "");
  EXPECT_EQ(counted("10.0.0.1", "10.0.0.1", {}), "10.0.0.1") << "a proxy elsewhere that forwards nothing counts itself";
}

TEST(Address, ATrustedProxyNamesTheClient) {
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"192.0.2.1"}), "192.0.2.1");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"192.0.2.1:50000"}), "192.0.2.1");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"[2001:db8::1]:50000"}), "2001:db8::/64");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"8.8.8.8, 192.0.2.1"}), "192.0.2.1") << "the last is the proxy's own";
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"8.8.8.8,192.0.2.1, "}), "192.0.2.1") << "a trailing comma hides nobody";
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"8.8.8.8,192.0.2.1,,\t,"}), "192.0.2.1");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"8.8.8.8", "192.0.2.1"}), "192.0.2.1") << "lines are one list";
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"192.0.2.1", " , "}), "192.0.2.1");
}

TEST(Address, SeveralTrustedProxiesInARow) {
  EXPECT_EQ(counted("loopback,10.0.0.0/8", "127.0.0.1", {"192.0.2.1, 10.1.2.3", "10.9.9.9"}), "192.0.2.1");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"192.0.2.1, 10.1.2.3"}), "10.1.2.3") << "not trusted, so it counts";
  EXPECT_EQ(counted("10.0.0.0/8", "10.0.0.1", {"10.0.0.5"}), "10.0.0.5") << "all are proxies: the first of them";
}

TEST(Address, WhatCannotBeReadCountsAsWhoToldIt) {
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"192.0.2.1, unknown"}), "127.0.0.1") << "and is no way out of limits";
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"garbage"}), "127.0.0.1");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {","}), "127.0.0.1");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {""}), "127.0.0.1");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"127.0.0.1"}), "127.0.0.1");
  EXPECT_EQ(counted("loopback,10.0.0.1", "127.0.0.1", {"192.0.2.1, garbage, 10.0.0.1"}), "10.0.0.1");
  EXPECT_EQ(counted("loopback", "127.0.0.1", {"garbage, 192.0.2.1"}), "192.0.2.1");
}

}  // namespace
}  // namespace bastide
