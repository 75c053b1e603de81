// Saved games of JCloisterZone, as tests/unit/jcz_test.cpp: what is special about single expansions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "jcz/export.h"
#include "jcz/import.h"

namespace bastide::jcz {
namespace {

using testing::HasSubstr;

Save save_of_ours(const std::string& name) {
  std::ifstream file(std::string(BASTIDE_SOURCE_DIR) + "/tests/jcz/" + name + ".jcz", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  const auto save = parse_save(text.str());
  EXPECT_TRUE(save) << name << ": " << (save ? "" : save.error().text());
  return save ? *save : Save{};
}

std::string written_back(const std::string& name) {
  const auto imported = import_save(builtin_catalogue(), save_of_ours(name));
  if (!imported) return imported.error().text();
  const auto exported = export_game(imported->game, false);
  return exported ? write_save(exported->save) : exported.error().text();
}

std::string what_is_wrong(const Save& save) {
  const auto imported = import_save(builtin_catalogue(), save);
  return imported ? "" : imported.error().text();
}

// They find a figure only in the feature that they know there: a castle is no city.
TEST(JczExpansions, ALordStandsInACastle) {
  const std::string text = written_back("castle-lord");
  EXPECT_THAT(text, HasSubstr(R"("feature": "City")"));
  EXPECT_THAT(text, HasSubstr(R"("feature": "Castle")"));
}

TEST(JczExpansions, OfTwoSetsThatAreTheSameHereOneIsWritten) {
  const std::string text = written_back("under-the-big-top-first");
  EXPECT_THAT(text, HasSubstr("under-the-big-top:2"));
  EXPECT_THAT(text, testing::Not(HasSubstr("under-the-big-top:1")));
  Save save = save_of_ours("under-the-big-top-first");
  save.setup.sets["under-the-big-top:2"] = 1;
  EXPECT_THAT(what_is_wrong(save), HasSubstr("set 'under-the-big-top:2' beside 'under-the-big-top:1'"));
}

TEST(JczExpansions, ALittleBuildingGoesOnTheTileJustLaid) {
  Save save = save_of_ours("little-buildings");
  EXPECT_EQ(what_is_wrong(save), "");
  save.replay[1].payload["pointer"] = boost::json::array{0, 0};
  EXPECT_THAT(what_is_wrong(save), HasSubstr("replay entry 2 (PLACE_TOKEN) by Alice: "));
}

}  // namespace
}  // namespace bastide::jcz
