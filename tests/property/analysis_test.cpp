// The analysis board over random games and random nonsense: what a game can lead to is possible and scored as the game
// would be; anything else is counted without trouble, in whatever order it is entered.
#include "game/analysis.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "game/editions.h"
#include "random_games.h"

namespace bastide {
namespace {

std::string impossible(const SheetAnalysis& analysis) {
  std::string text;
  for (const SheetProblem& problem : analysis.problems)
    if (problem.impossible) text += problem.rule + ": " + problem.sentence[0] + "\n";
  return text;
}

/// "EXCH" of "EXCH-1".
std::string_view family(std::string_view rule) {
  return rule.substr(0, rule.find('-'));
}

/// The position as if the game ended now, by its own rules.
EditionScore own_score(const Position& position) {
  return compare_editions(position)->editions.front();
}

TEST(AnalysisBoard, WhatGamesLeadToIsPossible) {
  for (int n = 0; n < games(150); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    const auto rules = rules_of_game(n);
    Game game = new_game(rules);
    const int plies = static_cast<int>(rng.below(260));
    for (int ply = 0; ply < plies && !game.over(); ++ply) ASSERT_TRUE(game.play(random_move(game, rng)));
    if (game.over() || unmended(rules->kernel, game.state(), game.state().pieces - 1) != 0) continue;
    const Position position{rules->choice, game.seats(), rules, game.state()};
    const auto sheet = parse_sheet(builtin_catalogue(), write_position(position));
    ASSERT_TRUE(sheet) << sheet.error().text();
    const SheetAnalysis analysis = analyse(*sheet);
    ASSERT_EQ(impossible(analysis), "") << write_position(position);
    const EditionScore here = own_score(analysis.position), there = own_score(position);
    // Tokens for what the last tile completed come with its scoring; tiles on a table do not say who completed it.
    const bool tokens_due =
        game.state().phase != Phase::tile && game.state().completed > 0 && !rules->kernel.tokens.empty();
    if (!tokens_due) {
      ASSERT_EQ(here.total, there.total) << write_position(position);
      ASSERT_EQ(here.awards.size(), there.awards.size());
    }
    const auto again = parse_sheet(builtin_catalogue(), analysis.text);
    ASSERT_TRUE(again) << analysis.text;
    ASSERT_EQ(analyse(*again).text, analysis.text) << write_position(position);
    const bool on = std::any_of(analysis.problems.begin(), analysis.problems.end(),
                                [](const SheetProblem& problem) { return problem.rule == "RETURN-1"; });
    // What a question is still to settle is no way to begin a turn: then its own rules say so.
    if (!on && !analysis.exact && analysis.position.state.left > 0) {
      const Pending* asked = question(game.state());
      ASSERT_NE(asked, nullptr) << analysis.text;
      const std::string rule = parse_position(builtin_catalogue(), analysis.text).error().rule;
      ASSERT_EQ(family(rule), family(rules->question(*asked).rule)) << analysis.text;
    }
  }
}

/// Tiles and figures thrown on a table.
/// One of seats that is no follower, whether it plays or not.
Figure further_figure(const GameRules& rules) {
  for (std::size_t i = 1; i < rules.figures.size(); ++i)
    if (!rules.figures[i].spec->kind.neutral) return static_cast<Figure>(i);
  return Figure::follower;
}

Sheet thrown(const GameRulesPtr& rules, Rng& rng) {
  Sheet sheet;
  sheet.rules = rules;
  for (int seat = 0; seat < rules->kernel.seats; ++seat) sheet.seats.push_back({"P" + std::to_string(seat), "human"});
  sheet.score.assign(sheet.seats.size(), 3);
  const int reach = 1 + static_cast<int>(rng.below(20)), tiles = static_cast<int>(rng.below(kMostSheetTiles));
  const auto within = [&](int most) { return static_cast<int>(rng.below(static_cast<uint32_t>(most))); };
  for (int i = 0; i < tiles; ++i)
    EXPECT_TRUE(add_tile(sheet, rules->kinds[within(static_cast<int>(rules->kinds.size()))].name,
                         {within(reach) - reach / 2, within(reach) - reach / 2}, within(4)));
  for (int i = 0; tiles > 0 && i < within(kMostSheetFigures); ++i) {
    const int on = within(tiles);
    const int kind = sheet.tiles[on].kind;
    sheet.figures.push_back({on, within(rules->kernel.kinds[kind].features), within(rules->kernel.seats),
                             within(4) == 0 ? further_figure(*rules) : Figure::follower});
  }
  return sheet;
}

TEST(AnalysisBoard, NonsenseIsCountedToo) {
  for (int n = 0; n < games(200); ++n) {
    Rng rng(static_cast<uint64_t>(n) + 5000);
    const Sheet sheet = thrown(rules_of_game(n), rng);
    const SheetAnalysis analysis = analyse(sheet);
    const auto comparison = compare_editions(analysis.position);
    ASSERT_TRUE(comparison) << comparison.error().text();
    const EditionScore& own = comparison->editions.front();
    for (const int total : own.total) ASSERT_TRUE(total >= 0 && total < 5000) << analysis.text;
    // What is left out is said, and nothing else is missing.
    std::size_t tiles_out = 0, figures_out = 0;
    for (const SheetProblem& problem : analysis.problems) {
      if (problem.counted) continue;
      figures_out += problem.figures.size();
      tiles_out += problem.figures.empty();
    }
    ASSERT_EQ(analysis.tile_of_piece.size() + tiles_out, sheet.tiles.size());
    ASSERT_EQ(analysis.figures.size() + figures_out, sheet.figures.size());
    const auto again = parse_sheet(builtin_catalogue(), analysis.text);
    ASSERT_TRUE(again) << analysis.text << again.error().text();
    const SheetAnalysis read = analyse(*again);
    ASSERT_EQ(read.text, analysis.text);
    ASSERT_EQ(own_score(read.position).total, own.total);
    for (int kind = 0; kind < static_cast<int>(sheet.rules->kinds.size()); kind += 5) fitting_spaces(analysis, kind);
  }
}

}  // namespace
}  // namespace bastide
