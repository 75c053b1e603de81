// Which pages may act on a server.
#include "server/origin.h"

#include <gtest/gtest.h>

namespace bastide {
namespace {

TEST(Origin, PagesOfThisServer) {
  const AllowedOrigins none = *AllowedOrigins::parse({});
  EXPECT_TRUE(none.allow("", "anything")) << "a program, no page";
  EXPECT_TRUE(none.allow("http://localhost:8080", "localhost:8080"));
  EXPECT_TRUE(none.allow("http://127.0.0.1:8080", "127.0.0.1:8080"));
  EXPECT_TRUE(none.allow("http://[::1]:8080", "[::1]:8080"));
  EXPECT_TRUE(none.allow("http://192.168.1.20", "192.168.1.20"));
  EXPECT_TRUE(none.allow("http://192.168.1.20", "192.168.1.20:80"));
  EXPECT_TRUE(none.allow("https://192.168.1.20", "192.168.1.20:443"));
  EXPECT_TRUE(none.allow("http://LOCALHOST:8080", "LocalHost:8080"));
}

TEST(Origin, PagesOfOthers) {
  const AllowedOrigins none = *AllowedOrigins::parse({});
  EXPECT_FALSE(none.allow("https://evil.example", "localhost:8080"));
  EXPECT_FALSE(none.allow("http://localhost:8081", "localhost:8080")) << "another server of this machine";
  EXPECT_FALSE(none.allow("http://127.0.0.1:8080", "localhost:8080"));
  EXPECT_FALSE(none.allow("null", "localhost:8080"));
  EXPECT_FALSE(none.allow("file://", "localhost:8080"));
  EXPECT_FALSE(none.allow("http://localhost:8080/", "localhost:8080")) << "no origin has a path";
  EXPECT_FALSE(none.allow("http://localhost:8080@evil.example", "localhost:8080"));
  EXPECT_FALSE(none.allow("http://localhost:", "localhost"));
  EXPECT_FALSE(none.allow("http://evil.example:8080", "evil.example:8080"))
      << "a name that its owner lets mean this machine";
  EXPECT_FALSE(none.allow("http://localhost:8080", ""));
}

TEST(Origin, PagesThatTheOperatorNames) {
  const AllowedOrigins origins =
      *AllowedOrigins::parse({"https://Bastide.example", "http://box.lan:8080", "https://b.example:443"});
  EXPECT_TRUE(origins.allow("https://bastide.example", "bastide.example"));
  EXPECT_TRUE(origins.allow("https://bastide.example", "127.0.0.1:8080")) << "behind a proxy with a Host of its own";
  EXPECT_TRUE(origins.allow("http://box.lan:8080", "box.lan:8080"));
  EXPECT_TRUE(origins.allow("https://b.example", "b.example"));
  EXPECT_FALSE(origins.allow("http://bastide.example", "bastide.example"));
  EXPECT_FALSE(origins.allow("https://bastide.example:8443", "bastide.example:8443"));
  EXPECT_FALSE(origins.allow("https://bastide.example.evil.example", "bastide.example"));
  EXPECT_TRUE(origins.allow("http://localhost:8080", "localhost:8080")) << "beside the server's own";
}

TEST(Origin, WhatIsNoOriginIsRefused) {
  for (const char* bad : {"", "bastide.example", "https://", "https://bastide.example/", "https://a b", "ftp://x", "*",
                          "https://*.example", "https://x:port", "https://x:", "https://[::1"}) {
    const auto refused = AllowedOrigins::parse({bad});
    ASSERT_FALSE(refused) << bad;
    EXPECT_NE(refused.error().text().find("such as https://"), std::string::npos);
  }
}

}  // namespace
}  // namespace bastide
