// What a game has told, kept in pieces that are packed, against a plain list of it.
#include "server/event_texts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace bastide::test {
namespace {

struct Plain {
  std::string text, shown;
  int secret_of = -1;  ///< -1: of nobody
};

std::string expected(const std::vector<Plain>& all, int after, EventTexts::Eyes eyes) {
  std::string text;
  for (std::size_t i = static_cast<std::size_t>(after); i < all.size(); ++i) {
    const bool hidden = all[i].secret_of >= 0 && all[i].secret_of != eyes.viewer && !eyes.all;
    text += (text.empty() ? "" : ",") + (hidden ? all[i].shown : all[i].text);
  }
  return text;
}

TEST(EventTexts, AreToldAsTheyWereHoweverManyThereAre) {
  std::mt19937 random(1);
  std::vector<Plain> plain;
  EventTexts texts;
  for (int move = 0; move < 300; ++move) {
    EventTexts next = texts;  // as a game goes on from the one before
    for (int i = 0; i < 3; ++i) {
      const std::string text = fmt::format(R"({{"n":{},"word":"{}"}})", plain.size(), std::string(random() % 400, 'a'));
      if (random() % 5 == 0) {
        plain.push_back({text, R"({"hidden":true})", static_cast<int>(random() % 2)});
        next.add_secret(text, plain.back().secret_of, plain.back().shown);
      } else {
        plain.push_back({text, {}, -1});
        next.add(text);
      }
    }
    next.seal();
    texts = next;
  }
  const int all = static_cast<int>(plain.size());
  ASSERT_EQ(texts.size(), all);
  for (const EventTexts::Eyes eyes : {EventTexts::Eyes{-1, false}, {0, false}, {1, false}, {-1, true}}) {
    for (int after = 0; after < all; after += 37) EXPECT_EQ(texts.since(after, eyes), expected(plain, after, eyes));
    for (int n = 1; n <= all; n += 11) {
      const std::string one = expected({plain.begin() + n - 1, plain.begin() + n}, 0, eyes);
      EXPECT_EQ(texts.event(n, eyes), one);
    }
  }
}

}  // namespace
}  // namespace bastide::test
