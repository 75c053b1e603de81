// Finished games with the dragon and the fairy, on the analysis board as they stand on the screen.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "game/analysis.h"
#include "game/editions.h"
#include "notation/words.h"
#include "property/random_games.h"

namespace bastide {
namespace {

/// What a client knows of a game: where figures stand, by what it was told.
struct Seen {
  std::map<int, Place> figures;
  std::vector<int> before;  ///< the points before the final counting
};

Seen play_to_the_end(Game& game, Rng& rng) {
  Seen seen;
  while (!game.over()) {
    const auto played = game.play(random_move(game, rng));
    EXPECT_TRUE(played);
    const Ply& ply = **played;
    for (const FigureMoved& moved : ply.moved) seen.figures[moved.figure] = moved.to;
    seen.before = ply.score;
    for (const ExplainedAward& award : ply.awards) {
      for (std::size_t seat = 0; award.award.final() && seat < seen.before.size(); ++seat)
        seen.before[seat] -= award.points_of(static_cast<int>(seat));
      if (award.award.final()) continue;
      for (const int figure : award.returned) seen.figures.erase(figure);
    }
  }
  return seen;
}

Sheet sheet_of(const Game& game, const Seen& seen) {
  const State<Full>& state = game.state();
  Sheet sheet;
  sheet.rules = game.rules_ptr();
  sheet.seats = game.seats();
  sheet.score = seen.before;
  for (int p = 0; p < state.pieces; ++p) {
    const auto& piece = state.piece[p];
    sheet.tiles.push_back({piece.kind, {state.cell[piece.cell].x, state.cell[piece.cell].y}, piece.rotation});
  }
  for (const auto& [number, at] : seen.figures) {
    const FigureRow& row = figure_rows(state)[number];
    if (at.kind == Place::feature) sheet.figures.push_back({at.x, at.index, row.seat, row.figure});
    if (row.seat != kNobody || at.kind == Place::supply) continue;
    int tile = at.x;
    for (int p = 0; at.kind == Place::space && p < state.pieces; ++p)
      if (lies_in(state, p, at.x, at.y)) tile = p;
    if (at.kind == Place::beside) {
      const FigureRow& other = figure_rows(state)[at.y];
      sheet.neutral.push_back({&game.rules().figure(row.figure), tile, at.index, other.seat, other.figure});
    } else {
      sheet.neutral.push_back({&game.rules().figure(row.figure), tile, -1});
    }
  }
  return sheet;
}

/// Plays the n-th game, and counts its table again. How often the fairy brings points then.
int check_finished(int n) {
  Rng rng(static_cast<uint64_t>(n) + 400);
  const char* edition = n % 2 == 0 ? "2016" : "2005";
  const auto rules =
      compile(builtin_catalogue(),
              {"classic", {{"princess_and_dragon", edition}, {"fairy", n % 3 == 0 ? "tile" : "follower"}}}, 2 + n % 3);
  EXPECT_TRUE(rules) << rules.error().text();
  if (!rules) return 0;
  Game game = new_game(*rules);
  const Seen seen = play_to_the_end(game, rng);
  const SheetAnalysis analysis = analyse(sheet_of(game, seen));
  for (const SheetProblem& problem : analysis.problems) EXPECT_FALSE(problem.impossible) << problem.sentence[0];
  const auto comparison = compare_editions(analysis.position);
  EXPECT_TRUE(comparison);
  if (!comparison) return 0;
  const EditionScore& own = comparison->editions.front();
  for (std::size_t seat = 0; seat < own.total.size(); ++seat)
    EXPECT_EQ(own.total[seat], game.state().score[seat]) << n << "\n" << analysis.text;
  return static_cast<int>(std::count_if(own.awards.begin(), own.awards.end(), [](const ExplainedAward& award) {
    return award.award.reason == Reason::bonus;
  }));
}

TEST(PrincessAndDragon, AFinishedGameCountsAgainAsItStands) {
  int guarded = 0;
  for (int n = 0; n < games(60) && !testing::Test::HasFailure(); ++n) guarded += check_finished(n);
  EXPECT_GT(guarded, 0);
}

/// In this game out of a field that counts at the end.
TEST(PrincessAndDragon, WhoIsTakenInTheLastTurnIsSeenToGo) {
  check_finished(256);
}

}  // namespace
}  // namespace bastide
