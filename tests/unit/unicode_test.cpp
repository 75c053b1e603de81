// Names as others see them.
#include "server/unicode.h"

#include <gtest/gtest.h>

namespace bastide {
namespace {

TEST(Unicode, Utf8) {
  for (const char* good : {"", "plain", "caf\u00e9", "\u65e5\u672c", "\U0001f3f0"}) EXPECT_TRUE(is_utf8(good)) << good;
  for (const char* bad :
       {"caf\xe9", "\xff", "\xc3", "\xe2\x82", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"})
    EXPECT_FALSE(is_utf8(bad));
}

TEST(Unicode, NamesThatStay) {
  for (const char* name :
       {"Mila", "Mila 2", "J\u00fcrgen", "\u041b\u044e\u0434\u043c\u0438\u043b\u0430", "\u65e5\u672c\u8a9e",
        "\u0645\u064a\u0644\u0627", "\u05de\u05d9\u05dc\u05d4", "O'Neill-Smith", "\U0001f3f0", "!?"}) {
    const auto kept = visible_name(name);
    ASSERT_TRUE(kept) << name << ": " << kept.error().text();
    EXPECT_EQ(*kept, name);
  }
}

TEST(Unicode, NamesThatBecomeWhatIsSeenOfThem) {
  const auto becomes = [](const char* name, const char* wanted) {
    const auto kept = visible_name(name);
    ASSERT_TRUE(kept) << name << ": " << kept.error().text();
    EXPECT_EQ(*kept, wanted);
  };
  becomes("  Mila ", "Mila");
  becomes("Mi\u200bla", "Mila");
  becomes("\u202eMila\u202c", "Mila");
  becomes("\u2067Mila\u2069\ufeff\u00ad", "Mila");
  becomes("Mila\U000e0041", "Mila");
  becomes("Mila\u00a0B\u3000", "Mila B");
  becomes("Ju\u0308rgen", "J\u00fcrgen");
  becomes("\u2764\ufe0f", "\u2764");
  becomes("\U0001f469\u200d\U0001f680", "\U0001f469\U0001f680");
}

TEST(Unicode, NamesThatAreNone) {
  for (const char* name : {"",
                           "   ",
                           "\u200b",
                           "\u200b\u200d\u2060",
                           "\u202e",
                           "\u3164",
                           "\u115f",
                           "\u2800",
                           "\u00a0",
                           "\u0301",
                           "a\nb",
                           "a\tb",
                           "\x7f",
                           "a\u0085",
                           "a\u2028b",
                           "a\ue000",
                           "a\U0010ffff",
                           "a\u0378",
                           "a\ufff9",
                           "caf\xe9"}) {
    const auto refused = visible_name(name);
    EXPECT_FALSE(refused) << name;
    if (!refused) {
      EXPECT_FALSE(refused.error().expected.empty());
    }
  }
}

}  // namespace
}  // namespace bastide
