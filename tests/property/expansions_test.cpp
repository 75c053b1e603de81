// What every registered expansion has to stand, whoever wrote it: alone, with each other one and among half the others
// under random options. A new one is in here by being registered.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "compare/compare.h"
#include "expansions/registry.h"
#include "game/perft.h"
#include "game/scenario.h"
#include "game/worlds.h"
#include "notation/words.h"
#include "random_games.h"
#include "short_form.h"

namespace bastide {
namespace {

/// A value of an option at random.
std::string any_value(const OptionSpec& option, Rng& rng) {
  if (option.values.empty()) {
    const int most = std::min(option.maximum, option.minimum + 3);
    return std::to_string(option.minimum +
                          static_cast<int>(rng.below(static_cast<uint32_t>(most - option.minimum + 1))));
  }
  return option.values[rng.below(static_cast<uint32_t>(option.values.size()))].id;
}

/// Whether these rules have it in play.
bool in_play(const GameRules& rules, const Expansion& expansion) {
  Added::Options stands{};
  for (std::size_t i = 0; i < expansion.options.size(); ++i) {
    const OptionRead& read = expansion.options[i];
    if (read.values[0].empty()) {
      stands[i] = static_cast<int16_t>(rules.number(read.id));
      continue;
    }
    for (std::size_t v = 0; v < read.values.size(); ++v)
      if (!read.values[v].empty() && rules.is(read.id, read.values[v])) stands[i] = static_cast<int16_t>(v + 1);
  }
  return expansion.in_play ? expansion.in_play(stands) : stands[0] != 0;
}

/// Rules in which all of these are in play, their options at random; null: they do not go together.
GameRulesPtr rules_with(const std::vector<const Expansion*>& wanted, Rng& rng) {
  const auto& catalogue = builtin_catalogue();
  for (int attempt = 0; attempt < 200; ++attempt) {
    RuleChoice choice;
    choice.preset = catalogue.presets[rng.below(static_cast<uint32_t>(catalogue.presets.size()))].id;
    for (const Expansion* expansion : wanted)
      for (const OptionRead& read : expansion->options)
        choice.options[std::string(read.id)] = any_value(*catalogue.find_option(read.id), rng);
    const auto rules = compile(catalogue, choice, 2 + static_cast<int>(rng.below(3)));
    if (rules && std::all_of(wanted.begin(), wanted.end(), [&](const Expansion* e) { return in_play(**rules, *e); }))
      return *rules;
  }
  return nullptr;
}

std::string names(const std::vector<const Expansion*>& expansions) {
  std::string text;
  for (const Expansion* expansion : expansions) text += std::string(expansion->id) + " ";
  return text;
}

/// What is written of a game in the middle reads back as the same thing and has the same future.
void check_texts(const Game& game) {
  const std::string text = write_position({game.rules().choice, game.seats(), game.rules_ptr(), game.state()});
  const auto read = parse_position(builtin_catalogue(), text);
  ASSERT_TRUE(read) << text << read.error().text();
  ASSERT_EQ(write_position(*read), text);
  const auto draws = shuffled_stack(game.rules().kernel, game.state(), 1);
  const auto here = perft(game.rules().kernel, game.state(), draws, 1);
  const auto there = perft(read->rules->kernel, read->state, draws, 1);
  ASSERT_EQ(here.has_value(), there.has_value()) << text;
  if (!here) return;
  ASSERT_EQ(*here, *there) << text;
}

/// A world that a seat imagines looks to it as the real one does: same questions, same tiles that it sees.
void check_worlds(const Game& game, Rng& rng) {
  for (int viewer = -1; viewer < game.rules().kernel.seats; ++viewer) {
    const State<Full> world = imagined(game, viewer, rng);
    ASSERT_EQ(world.left, game.state().left);
    ASSERT_EQ(held(world).size(), held(game.state()).size());
    ASSERT_EQ(world.phase, game.state().phase);
    ASSERT_TRUE(std::ranges::equal(memory_of_all(world), memory_of_all(game.state())));
    for (std::size_t i = 0; i < held(world).size(); ++i) {
      const HeldTile &real = held(game.state())[i], &seen = held(world)[i];
      ASSERT_EQ(real.pile, seen.pile);
      ASSERT_EQ(real.seat, seen.seat);
      const bool told = !game.rules().pile_spec(real.pile).hidden;
      if (told && game.sees(viewer, real.pile, real.seat)) {
        ASSERT_EQ(real.kind, seen.kind);
      }
    }
  }
}

/// Plays one game; core and naive implementation agree on every ply, texts come back, worlds look alike.
void play_one(const GameRulesPtr& rules, uint64_t seed) {
  Rng rng(seed);
  compare::Comparison comparison(*rules);
  Game game = new_game(rules);
  while (!game.over()) {
    const auto wrong = comparison.check();
    ASSERT_FALSE(wrong) << *wrong;
    if (rng.below(12) == 0) check_texts(game);
    if (rng.below(24) == 0) check_worlds(game, rng);
    if (testing::Test::HasFatalFailure()) return;
    const Move move = comparison.choose(compare::Style::uniform, rng);
    const auto after = comparison.play(move);
    ASSERT_FALSE(after) << *after;
    const auto ply = game.play(move);
    ASSERT_TRUE(ply) << ply.error().text();
  }
  const auto record = parse_record(builtin_catalogue(), write_record(game.record()));
  ASSERT_TRUE(record) << record.error().text();
  ASSERT_TRUE(Game::replay(*record));
}

/// In the short form each with one other only.
TEST(Expansions, EachAloneAndWithEachOther) {
  const auto all = expansions();
  Rng rng(11);
  for (std::size_t a = 0; a < all.size(); ++a)
    for (std::size_t b = a; b < (in_short_form() ? std::min(all.size(), a + 2) : all.size()); ++b) {
      std::vector<const Expansion*> pair = {all[a]};
      if (b != a) pair.push_back(all[b]);
      int played = 0;
      for (int n = 0; n < games(3); ++n) {
        const GameRulesPtr rules = rules_with(pair, rng);
        if (!rules) continue;
        SCOPED_TRACE(names(pair) + describe(*rules)[0]);
        play_one(rules, rng.next());
        if (HasFatalFailure()) return;
        ++played;
      }
      EXPECT_TRUE(played > 0 || b != a) << names(pair) << "is never in play";
    }
}

TEST(Expansions, EachAmongHalfTheOthers) {
  const auto all = expansions();
  Rng rng(12);
  for (int n = 0; n < games(40); ++n) {
    std::vector<const Expansion*> wanted = {all[static_cast<std::size_t>(n) % all.size()]};
    for (const Expansion* other : all)
      if (other != wanted.front() && rng.below(2) == 0) wanted.push_back(other);
    const GameRulesPtr rules = rules_with(wanted, rng);
    if (!rules) continue;
    SCOPED_TRACE(names(wanted) + describe(*rules)[0]);
    play_one(rules, rng.next());
    if (HasFatalFailure()) return;
  }
}

/// Everything that the scenarios use, as "EXPANSION what name".
std::set<std::string> used_by_scenarios() {
  std::set<std::string> used;
  for (const auto& [file, text] : builtin_scenarios()) {
    const auto game = run_scenario(builtin_catalogue(), text);
    if (!game) continue;  // tests/scenarios tells why
    const GameRules& rules = game->rules();
    const auto note = [&](const Expansion& expansion, std::string_view what, std::string_view name) {
      used.insert(std::string(expansion.id) + " " + std::string(what) + " " + std::string(name));
    };
    for (const auto& [id, value] : rules.options) {
      used.insert("option " + id + " " + value);
      if (value != builtin_catalogue().find_option(id)->default_value) used.insert("another number of " + id);
    }
    for (std::size_t by = 0; by < rules.added.size(); ++by) {
      const Expansion& expansion = *rules.added[by];
      for (std::size_t mark = 0; mark < expansion.marks.size(); ++mark)
        for (int p = 0; p < game->state().pieces; ++p)
          if (marks_on(rules.kernel, static_cast<int>(by), game->state().piece[p].kind, static_cast<int>(mark)) > 0)
            note(expansion, "mark", expansion.marks[mark].name);
    }
    for (const Ply& ply : game->plies()) {
      if (ply.move.kind == MoveKind::act) note(*rules.added[ply.move.by], "verb", rules.verb(ply.move).name);
      if (ply.pile >= 0) note(*rules.added[rules.kernel.piles[ply.pile].by], "pile", rules.pile_spec(ply.pile).name);
      for (const SetAside& aside : ply.aside)
        if (aside.pile >= 0)
          note(*rules.added[rules.kernel.piles[aside.pile].by], "pile", rules.pile_spec(aside.pile).name);
      used.insert("question " + ply.of);
      for (const ExplainedAward& award : ply.awards)
        for (const Term& term : award.award.terms)
          if (term.by != Term::kBase) note(*rules.added[term.by], "term", rules.term(term).name);
      for (const TokensMoved& moved : ply.tokens) used.insert("token " + std::string(rules.token(moved.token).name));
      for (const FigureMoved& moved : ply.moved)
        used.insert("figure " + std::string(name_of_figure(rules, figure_rows(game->state())[moved.figure].figure)));
    }
  }
  return used;
}

TEST(Expansions, EverythingIsUsedByAScenario) {
  const std::set<std::string> used = used_by_scenarios();
  const auto expect = [&](const std::string& thing) { EXPECT_TRUE(used.contains(thing)) << thing; };
  for (const Expansion* expansion : expansions()) {
    const std::string id(expansion->id);
    for (const MarkSpec& mark : expansion->marks) expect(id + " mark " + std::string(mark.name));
    for (const FigureSpec& figure : expansion->figures) expect("figure " + std::string(figure.name));
    for (const TokenSpec& token : expansion->tokens) expect("token " + std::string(token.name));
    for (const Verb& verb : expansion->verbs) expect(id + " verb " + std::string(verb.name));
    for (const TermSpec& term : expansion->terms) expect(id + " term " + std::string(term.name));
    for (const Question& question : expansion->questions)
      if (!question.of_chance) expect("question " + id + "." + std::string(question.name));
    for (const OptionRead& read : expansion->options) {
      const OptionSpec& option = *builtin_catalogue().find_option(read.id);
      for (const OptionValue& value : option.values)
        if (!value.former) expect("option " + option.id + " " + value.id);
      if (option.values.empty()) expect("another number of " + option.id);
    }
  }
}

}  // namespace
}  // namespace bastide
