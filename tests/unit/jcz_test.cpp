// Saved games of JCloisterZone: those in tests/jcz, written by hand from the description of the format (docs/jcz.md),
// are read, judged and written back; random games come back as they went; what is wrong is told with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "core/rng.h"
#include "jcz/check.h"
#include "jcz/export.h"
#include "jcz/import.h"
#include "jcz/place.h"
#include "jcz/setup.h"
#include "short_form.h"
#include "unit/cli_support.h"
#include "unit/played_support.h"

namespace bastide::jcz {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const fs::path kSaves = fs::path(BASTIDE_SOURCE_DIR) / "tests/jcz";

const JczWords& words() {
  return *builtin_catalogue().jcz;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Save save_called(const std::string& name) {
  const auto save = parse_save(text_of(kSaves / (name + ".jcz")));
  EXPECT_TRUE(save) << name << ": " << (save ? "" : save.error().text());
  return save ? *save : Save{};
}

/// What importing it is answered with; empty: it is read.
std::string wrong(const Save& save) {
  const auto imported = import_save(builtin_catalogue(), save);
  return imported ? "" : imported.error().text();
}

/// Its record after it was written and read again.
std::string and_back(const Game& game, bool assertions = false) {
  const auto exported = export_game(game, assertions);
  if (!exported) return exported.error().text();
  const auto save = parse_save(write_save(exported->save));
  if (!save) return save.error().text();
  const auto imported = import_save(builtin_catalogue(), *save);
  if (!imported) return imported.error().text();
  const std::vector<Verdict> verdicts = judge(builtin_catalogue(), *save, *imported);
  for (const Verdict& verdict : verdicts)
    EXPECT_EQ(verdict.kind, Verdict::Kind::passed) << verdict.assertion << ": " << verdict.here;
  EXPECT_EQ(verdicts.empty(), !assertions);
  return write_record(imported->game.record());
}

// ---------------------------------------------------------------- saves of ours

TEST(Jcz, SavesAreReadJudgedAndWrittenBack) {
  int saves = 0;
  for (const auto& file : fs::directory_iterator(kSaves)) {
    if (file.path().extension() != ".jcz") continue;
    SCOPED_TRACE(file.path().filename().string());
    ++saves;
    const auto save = parse_save(text_of(file.path()));
    ASSERT_TRUE(save) << save.error().text();
    const auto imported = import_save(builtin_catalogue(), *save);
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_TRUE(imported->notes.empty());
    const std::vector<Verdict> verdicts = judge(builtin_catalogue(), *save, *imported);
    EXPECT_FALSE(verdicts.empty());
    for (const Verdict& verdict : verdicts)
      EXPECT_TRUE(verdict.kind == Verdict::Kind::passed || verdict.kind == Verdict::Kind::not_ours)
          << verdict.assertion << " -- here: " << verdict.here;
    const std::string record = write_record(imported->game.record());
    const auto read = parse_record(builtin_catalogue(), record);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(and_back(imported->game), record);
  }
  EXPECT_GE(saves, 10);
}

// Every expansion that the format has too is in some save of ours.
TEST(Jcz, EveryExpansionThatHasWordsHasASave) {
  std::set<std::string> shown;
  for (const auto& file : fs::directory_iterator(kSaves)) {
    const auto save = parse_save(text_of(file.path()));
    const auto rules = rules_of(builtin_catalogue(), save->setup, static_cast<int>(save->players.size()));
    ASSERT_TRUE(rules) << rules.error().text();
    for (const GameRules::FigureSort& sort : (*rules)->figures)
      if (sort.by && &sort - (*rules)->figures.data() < (*rules)->kernel.figure_kinds) shown.emplace(sort.by->id);
    for (const Expansion* expansion : (*rules)->added) shown.emplace(expansion->id);
  }
  for (const std::string& expansion : words().expansions) EXPECT_TRUE(shown.contains(expansion)) << expansion;
}

// ---------------------------------------------------------------- random games

/// All that a box can be played with, by its words: alone, and all together.
std::vector<std::map<std::string, std::string>> choices_with(const std::string& preset) {
  const bool second = preset == "new";
  std::vector<std::map<std::string, std::string>> all = {{}};
  std::map<std::string, std::string> together;
  for (const JczWords::Set& set : words().sets) {
    if (!set.preset.empty()) continue;
    if (set.id.ends_with(":1") == second && (set.id.ends_with(":1") || set.id.ends_with(":2"))) continue;
    all.push_back(set.settings);
    for (const auto& setting : set.settings) together.insert(setting);
  }
  for (const JczWords::Element& element : words().elements) {
    if (element.with.empty()) continue;
    all.push_back(element.with);
    if (!element.goes_with.empty()) continue;  // that is instead of its tiles
    for (const auto& setting : element.with) together.insert(setting);
  }
  for (const JczWords::Rule& rule : words().rules) {
    auto other = together;
    other[rule.option] = rule.values.back().second;
    all.push_back(std::move(other));
  }
  all.push_back({{"field_scoring", "none"}});
  all.push_back(std::move(together));
  for (auto& choice : all) choice["first"] = "agreed";
  return all;
}

/// A draw as they write it: of tiles that they take for one the first that is left.
Move as_written(const Game& game, Move drawn) {
  const Tiles tiles(game.rules(), words());
  if (drawn.kind != MoveKind::draw) return drawn;
  const JczWords::Tile* word = tiles.word_of(drawn.tile, 0);
  const auto found = word ? tiles.find(word->id, &game.state()) : std::nullopt;
  return found ? Move::draw(found->kind) : drawn;
}

/// At random, but as they always do where they do not ask.
void play_as_there(Game& game, uint64_t seed) {
  Rng rng(seed);
  while (!game.over()) {
    Move move = as_written(game, random_draw(game.rules().kernel, game.state(), rng));
    const auto legal = game.legal();
    const auto silent = silent_move(game);
    if (game.state().phase != Phase::draw)
      move = silent ? *silent : legal[rng.below(static_cast<uint32_t>(legal.size()))];
    ASSERT_TRUE(game.play(move));
  }
}

/// Of two moves of ours that are one of theirs the first has been played.
bool is_within_a_move(const Game& game) {
  if (game.played().empty()) return false;
  const Game before = game.at(static_cast<int>(game.played().size()) - 1);
  const JczWords::Phase* left = phase_of(before.rules(), before.state());
  if (left && left->joined && game.played().back().move == Move::pass()) return true;
  const auto legal = game.legal();
  const auto& messages = words().messages;
  return std::any_of(messages.begin(), messages.end(), [&](const JczWords::Message& message) {
    return !message.then.empty() && !legal.empty() && legal[0].kind == MoveKind::act &&
           game.rules().verb(legal[0]).name == message.then;
  });
}

TEST(Jcz, RandomGamesComeBackAsTheyWent) {
  uint64_t seed = 0;
  for (const char* preset : {"classic", "new", "winter"})
    for (const auto& options : choices_with(preset)) {
      if (++seed % every(5) != 0) continue;
      if (!compile(builtin_catalogue(), {preset, options}, 2)) continue;  // what does not go together
      Game game = game_with(preset, options);
      play_as_there(game, seed);
      SCOPED_TRACE(describe(game.rules())[0]);
      std::string record = write_record(game.record());
      const auto exported = export_game(game, false);
      if (exported && !exported->notes.empty()) continue;  // draws that they do not have
      EXPECT_EQ(and_back(game, true), record);
      const int half = static_cast<int>(game.played().size()) / 2;
      Game part = game.at(half);
      while (!part.over() && (part.state().phase == Phase::tile || silent_move(part) || is_within_a_move(part)))
        part = game.at(static_cast<int>(part.played().size()) + 1);
      EXPECT_EQ(and_back(part), write_record(part.record()));
    }
}

TEST(Jcz, WhoeverBeginsIsTheirFirstPlayer) {
  const auto rules = compile(builtin_catalogue(), {"classic", {{"first", "agreed"}}}, 3);
  Opening opening;
  opening.first = 1;
  Game game = *Game::create(*rules, {{"A"}, {"B"}, {"C"}}, opening);
  play(game, 5, [](const Game&) {});
  const auto exported = export_game(game, true);
  ASSERT_TRUE(exported) << exported.error().text();
  EXPECT_EQ(exported->save.players, (std::vector<std::string>{"B", "C", "A"}));
  const auto imported = import_save(builtin_catalogue(), exported->save);
  ASSERT_TRUE(imported) << imported.error().text();
  EXPECT_EQ(imported->game.state().score[0], game.state().score[1]);
  for (const Verdict& verdict : judge(builtin_catalogue(), exported->save, *imported))
    EXPECT_EQ(verdict.kind, Verdict::Kind::passed) << verdict.assertion;
}

// ---------------------------------------------------------------- what is lacking, what is wrong

TEST(Jcz, WhatIsLackingIsNamed) {
  Save save = save_called("base");
  save.setup.sets["count"] = 1;
  save.setup.sets["basic:1"] = 2;
  save.setup.elements["phantom"] = "1";
  save.setup.elements["small-follower"] = "8";
  save.setup.rules["tiny-city-scoring"] = "3";
  save.setup.addons = {"houses-in-the-air"};
  const std::string error = wrong(save);
  for (const char* part : {"what Bastide lacks", "set 'basic:1' 2 times", "set 'count'", "element 'phantom'",
                           "element 'small-follower' as 8 (not 7)", "addon 'houses-in-the-air'"})
    EXPECT_THAT(error, HasSubstr(part));
  save = save_called("base");
  save.setup.rules["tiny-city-scoring"] = "3";
  EXPECT_THAT(wrong(save), HasSubstr("rule 'tiny-city-scoring' as '3'"));
  save.setup.rules.clear();
  save.setup.sets.clear();
  EXPECT_THAT(wrong(save), HasSubstr("basic:1, basic:2, winter"));
  save = save_called("base");
  save.setup.start.push_back(save.setup.start[0]);
  EXPECT_THAT(wrong(save), HasSubstr("the game starts with BA/RCr, BA/RCr; expected the start tile 16 alone"));
  save = save_called("base");
  save.players.resize(1);
  EXPECT_THAT(wrong(save), HasSubstr("SET-2"));
  save = save_called("base");
  save.replay[1].payload["meepleId"] = "0.phantom.1";
  EXPECT_THAT(wrong(save), HasSubstr("what Bastide lacks: figure 'phantom'"));
  save.replay[1].type = "PLACE_TOKEN";
  EXPECT_THAT(wrong(save), HasSubstr("replay entry 2 (PLACE_TOKEN) by Alice: this game uses what Bastide lacks"));
}

TEST(Jcz, AnElementGoesWithItsTiles) {
  for (const JczWords::Element& element : words().elements) {
    if (element.goes_with.empty() || element.edition != 0 || !element.with.empty()) continue;
    Save save = save_called("base");
    save.setup.elements[element.id] = "true";
    EXPECT_THAT(wrong(save), HasSubstr("element '" + element.id + "' without what it belongs to"));
  }
}

TEST(Jcz, AWrongMoveIsToldWithItsEntry) {
  Save save = save_called("base");
  save.replay[0].payload["rotation"] = "R0";
  EXPECT_THAT(wrong(save), HasSubstr("replay entry 1 (PLACE_TILE) by Alice: "));
  EXPECT_THAT(wrong(save), HasSubstr("PLACE-"));
  save.replay[0].payload["rotation"] = "R45";
  EXPECT_THAT(wrong(save), HasSubstr("'R45' is no rotation; expected R0, R90, R180 or R270"));
  save = save_called("base");
  save.replay[0].payload["tileId"] = "BA/XYZ";
  EXPECT_THAT(wrong(save), HasSubstr("'BA/XYZ' is no tile of this game"));
  save = save_called("base");
  save.replay[3].player = 0;
  EXPECT_THAT(wrong(save),
              HasSubstr("replay entry 4 (PLACE_TILE) by Alice: it is not this player who is asked; expected Bob"));
  save = save_called("base");
  save.draw_order[0] = "BA/L";
  EXPECT_THAT(wrong(save), HasSubstr("the draw order has 19 first"));
  save = save_called("base");
  save.replay[1].payload["pointer"].as_object()["location"] = "NORTH";
  EXPECT_THAT(wrong(save), HasSubstr("there is no place 'NORTH'"));
  save = save_called("base");
  save.replay[10] = save.replay[4];  // a follower on the road of the cloister, where Bob has one
  save.replay[10].payload["pointer"].as_object()["position"] = boost::json::array{2, 0};
  save.replay[10].payload["pointer"].as_object()["location"] = "W";
  EXPECT_THAT(wrong(save), HasSubstr("FOLLOWER-2"));
}

TEST(Jcz, AFileThatIsNoSaveIsToldSo) {
  const auto said = [](std::string_view text) {
    const auto save = parse_save(text);
    return save ? std::string() : save.error().text();
  };
  EXPECT_THAT(said("bastide game 1"), HasSubstr("this is not JSON"));
  EXPECT_THAT(said("[]"), HasSubstr("the file is not as it should be; expected an object"));
  EXPECT_THAT(said("{}"), HasSubstr("a member 'setup'"));
  EXPECT_THAT(said(R"({"setup": {"sets": {}}})"), HasSubstr("a member 'players'"));
  EXPECT_THAT(said(R"({"setup": {"expansions": {"BASIC": 1}}})"), HasSubstr("version 5 or later"));
  EXPECT_THAT(said(R"({"setup": {"sets": {}}, "players": [{"name": "A"}], "replay": [{"type": "PASS"}, {}]})"),
              HasSubstr("replay entry 2"));
  EXPECT_EQ(said(text_of(kSaves / "base.jcz")), "");
  EXPECT_THAT(said(std::string(3000, '[')), HasSubstr("not JSON"));
}

TEST(Jcz, AnAssertionThatDoesNotHoldSaysWhatIs) {
  Save save = save_called("base");
  save.assertions = {"Alice has 10 points", "Bob scored city for 4 points", "Carol has 1 point",
                     "The weather is fine", "Phase is TilePhase",           "Player can pass",
                     "Undo is allowed",     "Available action Meeple"};
  const auto imported = import_save(builtin_catalogue(), save);
  ASSERT_TRUE(imported);
  const auto verdicts = judge(builtin_catalogue(), save, *imported);
  using Kind = Verdict::Kind;
  const std::vector<std::pair<Kind, std::string>> expected = {
      {Kind::failed, "Alice has 11"},
      {Kind::failed, "Bob scored city for nothing"},
      {Kind::not_understood, "there is no player Carol"},
      {Kind::not_understood, "no sentence that is known"},
      {Kind::failed, "phase is GameOverPhase"},
      {Kind::failed, "player can't pass"},
      {Kind::not_ours, "of their program, not of the game"},
      {Kind::failed, "available: nothing"},
  };
  ASSERT_EQ(verdicts.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(verdicts[i].kind, expected[i].first) << verdicts[i].assertion;
    EXPECT_EQ(verdicts[i].here, expected[i].second) << verdicts[i].assertion;
  }
}

TEST(Jcz, WhatTheFormatHasNoWordsForIsNamed) {
  const auto said = [](const char* preset, std::map<std::string, std::string> options) {
    const auto exported = export_game(game_with(preset, std::move(options)), false);
    return exported ? std::string() : exported.error().text();
  };
  EXPECT_EQ(said("original", {}), "the format has no words for field_scoring=first");
  EXPECT_EQ(said("bigbox5", {}), "the format has no word for the tiles of preset bigbox5");
  EXPECT_EQ(said("classic", {{"junctions", "houses"}, {"holes", "on"}}),
            "the format has no words for holes=on (of holes), junctions=houses");
  EXPECT_EQ(said("classic", {{"track", "dice"}, {"tie", "replay"}}), "");
}

// ---------------------------------------------------------------- the words themselves

TEST(Jcz, EveryTileOfASetHasAWord) {
  std::set<std::string> sets;
  for (const JczWords::Tile& tile : words().tiles) sets.insert(tile.set);
  for (const std::string& id : sets)
    for (const TileSpec& tile : builtin_catalogue().find_set(id)->tiles) {
      const auto is = [&](const JczWords::Tile& word) { return word.set == id && word.tile == tile.id; };
      const auto count = std::count_if(words().tiles.begin(), words().tiles.end(), is);
      const bool garden = std::any_of(tile.variants.begin(), tile.variants.end(),
                                      [](const TileVariant& variant) { return variant.illustration == "garden"; });
      EXPECT_GE(count, 1) << id << " " << tile.id;
      EXPECT_LE(count, garden ? 2 : 1) << id << " " << tile.id;
    }
}

TEST(Jcz, WrongWordsAreToldWithTheirPlace) {
  const auto said = [](const std::string& file, const std::string& from, const std::string& to) {
    DataFiles files = embedded_data();
    std::string& text = files.at(file);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    const auto loaded = load_catalogue(files);
    return loaded ? std::string() : loaded.error().text();
  };
  EXPECT_THAT(said("jcz.toml", "\"C 14\"", "\"C 99\""), HasSubstr("The set base-c1 has no tile '99'"));
  EXPECT_THAT(said("jcz.toml", "\"C 14\"", "\"C\""), HasSubstr("This is no pair of tiles"));
  EXPECT_THAT(said("jcz.toml", "\"C 14\"", "\"C 14 5\""), HasSubstr("quarters from 0 to 3, or garden"));
  EXPECT_THAT(said("jcz.toml", "preset = \"classic\"", "preset = \"clasic\""), HasSubstr("There is no preset"));
  EXPECT_THAT(said("jcz.toml", "id = \"basic:2\"", "id = \"basic:1\""), HasSubstr("is there twice"));
  EXPECT_THAT(said("jcz.toml", "\"4 full\"", "\"4 fool\""), HasSubstr("no pair of values of small_city"));
  EXPECT_THAT(said("jcz.toml", "type = \"garden\"", "type = \"yard\""), HasSubstr("'yard' is no feature"));
  EXPECT_THAT(said("jcz.toml", "puts = true", "puts = false"), HasSubstr("not one of our moves"));
  EXPECT_THAT(said("jcz.toml", "form = \"feature\"", "form = \"map\""), HasSubstr("no way to point at a place"));
  EXPECT_THAT(said("jcz.toml", "free = [\"first\"", "free = [\"frist\""), HasSubstr("There is no option 'frist'"));
}

// A data folder need not have any of it.
TEST(Jcz, WithoutWordsNothingIsRead) {
  DataFiles files = embedded_data();
  std::erase_if(files, [](const auto& file) { return file.first.ends_with("jcz.toml"); });
  const auto catalogue = load_catalogue(files);
  ASSERT_TRUE(catalogue) << catalogue.error().text();
  EXPECT_FALSE(import_save(*catalogue, save_called("base")));
}

// ---------------------------------------------------------------- the commands

TEST(Jcz, TheCommandsReadAndWrite) {
  const std::string save = (kSaves / "base.jcz").string(), record = (cli_test::scratch() / "base.txt").string();
  cli_test::Outcome run = cli_test::bastide({"import", save});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, HasSubstr("bastide game 1\nrules classic\n"));
  EXPECT_THAT(run.err, HasSubstr("the save ends the game after 5 tiles"));
  const std::string written = run.out;
  run = cli_test::bastide({"import", save, "--check", "--out", record});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.out, HasSubstr("passed: Alice has 11 points\n"));
  EXPECT_THAT(run.out, HasSubstr("7 of 8 assertions passed\n"));
  EXPECT_EQ(text_of(record), written);
  run = cli_test::bastide({"export", "--to", "jcz", record});
  EXPECT_EQ(run.status, 0) << run.err;
  run = cli_test::bastide({"import", "-"}, run.out);
  EXPECT_EQ(run.out, written);
  EXPECT_EQ(cli_test::bastide({"export", "--to", "pgn", record}).status, 2);
  EXPECT_EQ(cli_test::bastide({"import", record}).status, 1);
  EXPECT_EQ(cli_test::bastide({"import"}).status, 2);
}

}  // namespace
}  // namespace bastide::jcz
