// What a game says about itself is true: awards add up and name the right seats, what is told before comes true,
// figures are where they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "game/extent.h"
#include "random_games.h"
#include "short_form.h"

namespace bastide {
namespace {

/// "2+2" as a number.
int sum_of(const std::string& label) {
  int sum = 0;
  for (std::size_t at = 0; at < label.size();) {
    std::size_t used = 0;
    sum += std::stoi(label.substr(at), &used);
    at += used + 1;
  }
  return sum;
}

/// Whole sentences without a gap left open, in each language another one.
void check_words(const ExplainedAward& award) {
  const auto check = [&](const char* member, const std::string& english) {
    const Texts texts = texts_of(award.translations, member, english);
    for (const std::string& text : texts) {
      EXPECT_FALSE(text.empty()) << member;
      EXPECT_EQ(text.find_first_of("{}"), std::string::npos) << text;
      EXPECT_EQ(text.find("  "), std::string::npos) << text;
    }
    EXPECT_NE(texts[0], texts[1]);
    EXPECT_NE(texts[0], texts[2]);
    EXPECT_NE(texts[1], texts[2]);
  };
  check("title", award.title);
  check("sum", award.sum);
  check("sentence", award.sentence);
  check("headline", award.headline);
}

void check_award(const Game& game, const ExplainedAward& award) {
  const int most_points = *std::max_element(award.award.points.begin(), award.award.points.end());
  if (award.owners.empty()) {  // those who stand there count nothing, and get nothing
    const auto& strength = award.award.strength;
    EXPECT_EQ(*std::max_element(strength.begin(), strength.end()), 0) << award.title;
    EXPECT_EQ(most_points, 0) << award.title;
    check_words(award);
    return;
  }
  // What is paid is less than nothing.
  const int points = award.owners.size() == 1 ? award.points_of(award.owners.front()) : most_points;
  int labels = 0;
  for (const auto& [space, label] : award.labels) labels += sum_of(label);
  const bool on_the_land = !award.extent.spaces.empty();  // some points belong to no place
  EXPECT_EQ(labels, on_the_land ? points : 0) << award.title << ": " << award.sum;
  const auto& strength = award.award.strength;
  const int most = *std::max_element(strength.begin(), strength.end());
  const bool by_majority = award.award.reason != Reason::bonus;
  for (int seat = 0; seat < game.rules().kernel.seats; ++seat) {
    const bool owner = std::find(award.owners.begin(), award.owners.end(), seat) != award.owners.end();
    const bool tied = strength[seat] == most;
    if (award.award.tie_broken()) {
      EXPECT_TRUE(tied || !owner);                                       // some of the tied seats, not all
    } else if (by_majority && award.award.reason != Reason::returned) {  // who is taken back scores alone
      EXPECT_EQ(owner, tied) << seat << ": " << award.title << ": " << award.sum;
    }
    // FIELD-2ND: an owner who was paid for a city at another field gets less. Some terms are one owner's alone.
    const auto& terms = award.award.terms;
    const bool alike = std::none_of(terms.begin(), terms.end(), [](const Term& term) { return !term.is_for(kNobody); });
    if (!alike || (award.award.reason == Reason::field && game.rules().is("field_scoring", "second")))
      EXPECT_LE(award.points_of(seat), owner ? points : 0);
    else
      EXPECT_EQ(award.points_of(seat), owner ? points : 0);
  }
  for (const int seat : award.owners)
    EXPECT_EQ(points_for(seat, award.award.terms), award.points_of(seat)) << "what a seat gets is the sum of its terms";
  int said = 0;
  for (const ExplainedTerm& term : award.terms) {
    said += term.term.points();
    EXPECT_NE(award.sum.find(term.text), std::string::npos) << term.text << " in " << award.sum;
    ASSERT_FALSE(term.rules.empty());
    for (const std::string& rule : term.rules)
      EXPECT_NE(std::find(award.rules.begin(), award.rules.end(), rule), award.rules.end()) << rule;
  }
  EXPECT_EQ(said, points);
  check_words(award);
  EXPECT_FALSE(award.rules.empty());
  for (const std::string& rule : award.rules) EXPECT_TRUE(game.rules().catalogue->find_rule(rule)) << rule;
  // What is worth nothing is told as "0 (7 tiles, 1 shield, ...)".
  const bool worth_nothing = std::all_of(award.terms.begin(), award.terms.end(),
                                         [](const ExplainedTerm& term) { return term.term.points() == 0; });
  const bool total = award.sum.find("= " + std::to_string(points)) != std::string::npos;
  EXPECT_TRUE(total || (worth_nothing && award.sum.starts_with("0 ("))) << award.sum;
  if (award.award.reason == Reason::field_city)
    EXPECT_FALSE(award.fields.empty());
  else
    EXPECT_EQ(award.cities.size(), static_cast<std::size_t>(award.award.cities));
  const auto& spaces = award.extent.spaces;
  for (const auto& [space, label] : award.labels) {
    const bool outlined = std::find(spaces.begin(), spaces.end(), space) != spaces.end();
    EXPECT_TRUE(outlined || award.award.around < 0) << award.title;
  }
  if (award.award.type == FeatureType::field || !by_majority) return;
  if (award.award.type == FeatureType::chapter) {  // each of its spaces counts
    EXPECT_EQ(spaces.size(), award.labels.size()) << award.title;
    return;
  }
  const ScoringRules& scoring = game.rules().kernel.scoring;
  const bool around = counts_surroundings(award.award.type);
  if (!(around ? scoring.pieces_around : scoring.pieces)) {
    EXPECT_EQ(award.extent.spaces.size(), static_cast<std::size_t>(award.award.tiles));
    return;
  }
  std::set<int> pieces;  // HALF-7: those rulings count tiles
  for (const Segment& segment : award.extent.segments) pieces.insert(segment.piece);
  for (int p = 0; around && p < game.state().pieces; ++p) {
    const auto& piece = game.state().piece[p];
    for (const int c : {piece.cell, piece.second}) {  // of a double tile either square
      if (c == State<Full>::no_cell) continue;
      const auto& cell = game.state().cell[c];
      if (std::find(spaces.begin(), spaces.end(), Space{cell.x, cell.y}) != spaces.end()) pieces.insert(p);
    }
  }
  EXPECT_EQ(pieces.size(), static_cast<std::size_t>(award.award.tiles));
}

TEST(Explanations, AddUp) {
  for (int n = 0; n < games(60); ++n) {
    SCOPED_TRACE("game " + std::to_string(n));
    Rng rng(static_cast<uint64_t>(n));
    Game game = new_game(rules_of_game(n));
    std::vector<int> score(game.seats().size(), 0);
    std::set<int> ids, told;  // of awards; of figures that were told to stand
    while (!game.over()) {
      const auto ply = game.play(random_move(game, rng));
      ASSERT_TRUE(ply);
      for (const ExplainedAward& award : (*ply)->awards) {
        check_award(game, award);
        EXPECT_TRUE(ids.insert(award.id).second) << "an award's id is its own";
        for (std::size_t seat = 0; seat < score.size(); ++seat) score[seat] += award.award.points[seat];
      }
      for (const Payment& payment : (*ply)->payments) {
        score[payment.to] += payment.points;
        score[payment.from] -= payment.points;
      }
      ASSERT_EQ((*ply)->score, score);
      const auto of_seat = [&](const FigureMoved& moved) {
        return figure_rows(game.state())[moved.figure].seat != kNobody;
      };
      for (const FigureMoved& moved : (*ply)->moved)
        if (of_seat(moved) && moved.to.kind == Place::feature) {
          const bool fresh = told.insert(moved.figure).second;
          EXPECT_EQ(fresh, moved.from.kind != Place::feature) << "a figure in hand was placed, or one there went on";
        }
      for (const ExplainedAward& award : (*ply)->awards)
        for (const int figure : award.returned) EXPECT_EQ(told.erase(figure), 1u) << "a figure on the board went home";
      for (const FigureMoved& moved : (*ply)->moved)
        if (of_seat(moved) && moved.from.kind == Place::feature && moved.to.kind != Place::feature) {
          EXPECT_EQ(told.erase(moved.figure), 1u) << "kind " << int(moved.from.kind) << " to " << int(moved.to.kind);
        }
      std::set<int> standing;
      for (const PlacedFigure& figure : game.figures()) standing.insert(figure.id);
      if (!game.over()) {
        ASSERT_EQ(standing, told) << "what the plies say of figures is where they are";
      }
      if (HasFailure()) return;
    }
    // The table at the end says the same once more.
    std::vector<int> table(score.size(), 0);
    for (const CategoryRow& row : score_table(game))
      for (std::size_t seat = 0; seat < table.size(); ++seat) table[seat] += row.points[seat];
    ASSERT_EQ(table, score);
    const auto places = ranking(game);
    for (std::size_t a = 0; a < places.size(); ++a)
      for (std::size_t b = 0; b < places.size(); ++b) EXPECT_EQ(places[a]<places[b], score[a]> score[b]);
  }
}

TEST(Told, ComesTrue) {
  for (int n = 0; n < games(40); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    Game game = new_game(rules_of_game(n));
    const auto& added = game.rules().kernel.added;  // others may do something in between
    if (std::any_of(added.begin(), added.end(), [](const Added& a) { return a.hooks->join != nullptr; })) continue;
    while (!game.over()) {
      const Move move = random_move(game, rng);
      if (move.kind != MoveKind::tile) {
        ASSERT_TRUE(game.play(move));
        continue;
      }
      const int seat = game.state().seat;
      ASSERT_TRUE(game.play(move));
      if (draws_unseen(game.rules(), game.state())) {
        ASSERT_TRUE(game.play(random_draw(game.rules().kernel, game.state(), rng)));  // HALF-HILL: before the follower
      }
      const std::vector<ExplainedAward> completes = game.completes();
      const std::vector<Game::FollowerOption> options = game.follower_options();
      ASSERT_EQ(options.empty(), game.state().phase != Phase::follower);
      if (options.empty()) continue;  // what it completes has been scored
      int follower_points = 0;
      std::vector<Segment> follower_extent;
      std::vector<Move> choices = game.legal(), told;
      choices.pop_back();
      for (const auto& option : options) told.push_back(option.move);
      ASSERT_EQ(told, choices);
      const auto k = rng.below(static_cast<uint32_t>(choices.size() + 1));
      if (k < choices.size()) {
        follower_points = options[k].points;
        follower_extent = options[k].extent.segments;
      }
      const Ply ply = **game.play(k < choices.size() ? choices[k] : Move::pass());
      if (ply.move.kind == MoveKind::take_back) {  // ABBOT-2: the one award that no tile completes
        const auto back = std::find_if(ply.awards.begin(), ply.awards.end(), [](const ExplainedAward& award) {
          return award.award.reason == Reason::returned;
        });
        ASSERT_NE(back, ply.awards.end());
        EXPECT_EQ(back->extent.segments, follower_extent);
        EXPECT_EQ(back->points_of(seat), follower_points);
        follower_points = 0;
      }
      if (std::none_of(ply.awards.begin(), ply.awards.end(), [](const auto& a) { return a.award.completed(); }) &&
          question(game.state()) != nullptr)
        continue;  // something is asked before the scoring
      // What is completed with followers is what was announced, and the new follower's feature.
      std::set<std::vector<Segment>> announced, scored;
      for (const ExplainedAward& award : completes)
        if (!award.owners.empty()) announced.insert(award.extent.segments);
      if (follower_points > 0) announced.insert(follower_extent);
      for (const ExplainedAward& award : ply.awards) {
        if (!award.award.completed()) continue;
        scored.insert(award.extent.segments);
        if (award.extent.segments == follower_extent) {
          EXPECT_EQ(award.points_of(seat), follower_points);
        }
        for (const ExplainedAward& before : completes)
          if (before.extent.segments == award.extent.segments && !before.owners.empty()) {
            EXPECT_EQ(before.award.points, award.award.points);
            EXPECT_EQ(before.sum, award.sum);
          }
      }
      ASSERT_EQ(announced, scored);
    }
  }
}

TEST(Refusals, NameARuleAndAgreeWithTheLegalMoves) {
  for (int n = 0; n < games(40); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    Game game = new_game(rules_of_game(n));
    while (!game.over()) {
      const auto legal = game.legal();
      for (int i = 0; i < (in_short_form() ? 5 : 20); ++i) {
        Move move;
        move.kind = static_cast<MoveKind>(rng.below(10));
        if (move.kind == MoveKind::draw || move.kind == MoveKind::tile || move.kind == MoveKind::act)
          move.tile = rng.below(3) == 0 ? static_cast<KindIndex>(rng.below(256)) : game.state().drawn;
        if (move.kind == MoveKind::tile) {
          move.rotation = static_cast<uint8_t>(rng.below(5));
          move.x = static_cast<int16_t>(static_cast<int>(rng.below(12)) - 6);
          move.y = static_cast<int16_t>(static_cast<int>(rng.below(12)) - 6);
        }
        if (move.kind == MoveKind::follower) move.feature = static_cast<uint8_t>(rng.below(14));
        const Error why = game.why_illegal(move);
        const bool is_legal = std::find(legal.begin(), legal.end(), move) != legal.end();
        ASSERT_EQ(why.message.empty(), is_legal);
        if (is_legal) continue;
        EXPECT_TRUE(game.rules().catalogue->find_rule(why.rule)) << why.text();
        const std::size_t before = game.plies().size();
        EXPECT_FALSE(game.play(move));
        EXPECT_EQ(game.plies().size(), before);
      }
      ASSERT_TRUE(game.play(random_move(game, rng)));
    }
  }
}

}  // namespace
}  // namespace bastide
