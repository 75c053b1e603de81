// Round trips of every text format over random games: what is written reads back as the same thing, and writes the same
// again.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "random_games.h"

namespace bastide {
namespace {

/// Plays a random game, up to `plies` plies.
Game random_game(const GameRulesPtr& rules, Rng& rng, int plies) {
  Game game = new_game(rules);
  while (!game.over() && static_cast<int>(game.plies().size()) < plies) {
    const auto ply = game.play(random_move(game, rng));
    if (!ply) {
      ADD_FAILURE() << ply.error().text();
      break;
    }
  }
  return game;
}

std::string position_text(const Game& game) {
  return write_position({game.rules().choice, game.seats(), game.rules_ptr(), game.state()});
}

TEST(Text, Moves) {
  for (int n = 0; n < games(40); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    Game game = new_game(rules_of_game(n));
    while (!game.over()) {
      std::set<std::string> texts;
      const auto moves = game.legal();
      for (const Move& move : moves) {
        const std::string text = move_text(game.rules(), game.state(), move);
        const auto read = parse_move(game.rules(), game.state(), text);
        ASSERT_TRUE(read) << text << ": " << read.error().text();
        ASSERT_EQ(*read, move) << text;
        texts.insert(text);
      }
      ASSERT_EQ(texts.size(), moves.size()) << "different moves have different names";
      ASSERT_TRUE(game.play(random_move(game, rng)));
    }
  }
}

TEST(Text, Records) {
  for (int n = 0; n < games(200); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    const Game game = random_game(rules_of_game(n), rng, n % 3 == 0 ? 1000 : static_cast<int>(rng.below(230)));
    Record record = game.record();
    if (n % 2 == 0) record.seed = std::string(32, 'a') + std::string(32, '0');
    const std::string text = write_record(record);
    const auto read = parse_record(builtin_catalogue(), text);
    ASSERT_TRUE(read) << text << read.error().text();
    ASSERT_TRUE(*read == record) << text;
    ASSERT_EQ(write_record(*read), text);
    const auto again = Game::replay(*read);
    ASSERT_TRUE(again) << text << again.error().text();
    ASSERT_EQ(position_text(*again), position_text(game));
    ASSERT_EQ(again->plies().size(), game.plies().size());
  }
}

TEST(Text, RecordsCutShortStillReplay) {
  for (int n = 0; n < games(20); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    const Game game = random_game(rules_of_game(n), rng, 1000);
    const int plies = static_cast<int>(rng.below(static_cast<uint32_t>(game.plies().size())));
    const auto part = Game::replay(game.record(), plies);
    ASSERT_TRUE(part) << part.error().text();
    ASSERT_EQ(position_text(*part), position_text(game.at(plies)));
  }
}

/// The legal moves of a state, in one order.
std::vector<Move> sorted_moves(const GameRules& rules, const State<Full>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  std::sort(moves.begin(), moves.end());
  return moves;
}

TEST(Text, PositionsPlayOnAsIfNothingHadHappened) {
  for (int n = 0; n < games(200); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    const auto rules = rules_of_game(n);
    const Game game = random_game(rules, rng, static_cast<int>(rng.below(230)));
    const std::string text = position_text(game);
    const auto read = parse_position(builtin_catalogue(), text);
    ASSERT_TRUE(read) << text << read.error().text();
    ASSERT_EQ(write_position(*read), text);
    State<Full> a = game.state(), b = read->state;
    for (;;) {
      ASSERT_EQ(a.phase, b.phase) << text;
      ASSERT_EQ(a.score, b.score) << text;
      ASSERT_EQ(a.supply, b.supply) << text;
      ASSERT_EQ(a.seat, b.seat) << text;
      ASSERT_EQ(a.left, b.left) << text;
      const auto moves = sorted_moves(*rules, a);
      ASSERT_EQ(moves, sorted_moves(*rules, b)) << text;
      if (moves.empty()) break;
      const Move move = moves[rng.below(static_cast<uint32_t>(moves.size()))];
      apply(rules->kernel, a, move);
      apply(rules->kernel, b, move);
    }
    ASSERT_EQ(a.phase, Phase::over);
  }
}

TEST(Text, TheTilesOfAPositionStandInAnyOrder) {
  for (int n = 0; n < games(40); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    const Game game = random_game(rules_of_game(n), rng, 120);
    const Phase phase = game.state().phase;
    if (phase == Phase::follower || phase == Phase::ask || draws_unseen(game.rules(), game.state()) ||
        asks_outcome(game.state()))
      continue;  // then the last tile line has a meaning, or answers have the number of the tile
    std::string text = position_text(game), head, tail;
    std::vector<std::string> tiles;
    while (!text.empty()) {
      const std::string line = text.substr(0, text.find('\n') + 1);
      text.erase(0, line.size());
      if (line.starts_with("tile "))
        tiles.push_back(line);
      else
        (tiles.empty() ? head : tail) += line;
    }
    const std::vector<std::string> ordered = tiles;
    for (std::size_t i = tiles.size(); i > 1; --i) std::swap(tiles[i - 1], tiles[rng.below(static_cast<uint32_t>(i))]);
    // Two tiles in one space keep their order: other lines say which of them they mean.
    std::map<std::string, std::vector<std::string>> in_space;
    const auto space_of = [](const std::string& line) {
      return line.substr(0, line.find(' ', line.find(','))).substr(line.find(' ', 5));
    };
    for (const std::string& line : ordered) in_space[space_of(line)].push_back(line);
    std::string shuffled = head;
    for (const std::string& line : tiles) {
      auto& next = in_space[space_of(line)];
      shuffled += next.front();
      next.erase(next.begin());
    }
    shuffled += tail;
    const auto read = parse_position(builtin_catalogue(), shuffled);
    ASSERT_TRUE(read) << shuffled << read.error().text();
    EXPECT_EQ(sorted_moves(game.rules(), game.state()), sorted_moves(*read->rules, read->state));
    EXPECT_EQ(game.state().supply, read->state.supply);
  }
}

TEST(Text, VerbsWithHalfOfWhatTheyTakeAreRefused) {
  for (int n = 0; n < games(100); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    const auto rules = rules_of_game(n);
    const Game game = random_game(rules, rng, static_cast<int>(rng.below(120)));
    for (const Expansion* expansion : rules->added)
      for (const Verb& verb : expansion->verbs)
        for (const char* rest : {":", ":1", "::", ":1:2", ":0,0:", ":0,0/3:x", ":,:1", ":big@", ":0,0:@:1"}) {
          const std::string text = std::string(verb.name) + rest;
          const auto move = parse_move(*rules, game.state(), text);
          EXPECT_TRUE(move || !move.error().message.empty()) << text;
        }
  }
}

TEST(Text, ATileMayBeWrittenInAnyRotationThatLooksTheSame) {
  // Whoever enters a real game writes the rotation and the place that they see. Both belong together.
  int seen = 0;
  for (int n = 0; n < games(200); ++n) {
    Rng rng(static_cast<uint64_t>(n));
    const auto rules = rules_of_game(n);
    const Game game = random_game(rules, rng, 200);
    for (std::size_t i = 1; i + 1 < game.plies().size(); ++i) {
      const Ply& drawn = game.plies()[i - 1];
      if (drawn.move.kind != MoveKind::draw || drawn.pile >= 0) continue;  // then a turn is more than tile and place
      const Ply& placed = game.plies()[i];
      const Ply& next = game.plies()[i + 1];
      if (placed.move.kind != MoveKind::tile || next.move.kind != MoveKind::follower) continue;
      if (next.move.figure != Figure::follower) continue;
      const int kind = placed.move.tile;
      const TileSpec& tile = *game.rules().kinds[kind].tile;
      // Fields of which nothing shows at an edge cannot be told apart by where they lie.
      const TileFeatureSpec& taken = tile.features[next.move.feature];
      if (taken.type == TileFeatureType::field && taken.sides.empty() && taken.ports.empty()) continue;
      for (int other = placed.move.rotation + 1; other < 4; ++other) {
        if (!naive::looks_the_same(tile, placed.move.rotation, other)) continue;
        // The place that lies in rotation `other` where the follower's does.
        const auto& wanted = tile.features[next.move.feature];
        for (const TileFeatureSpec& feature : tile.features) {
          const auto sides = [](const TileFeatureSpec& f, int rotation) {
            std::set<naive::Edge> edges;
            for (const TileSide side : f.sides) edges.insert(naive::edge_of(side, {}, rotation));
            return edges;
          };
          const auto halves = [](const TileFeatureSpec& f, int rotation) {
            std::set<naive::HalfEdge> set;
            for (const TilePort port : f.ports) set.insert(naive::half_edge_of(port, {}, rotation));
            return set;
          };
          if (feature.type != wanted.type || sides(feature, other) != sides(wanted, placed.move.rotation) ||
              halves(feature, other) != halves(wanted, placed.move.rotation))
            continue;
          Record until = game.at(static_cast<int>(i)).record();
          std::string text = write_record(until);
          text.pop_back();
          text += " " + std::to_string(placed.move.x) + "," + std::to_string(placed.move.y) + " " +
                  rotation_letter(other) + " " + feature.place + "\n";
          const auto read = parse_record(builtin_catalogue(), text);
          ASSERT_TRUE(read) << text << read.error().text();
          ASSERT_EQ(read->moves.back().move, next.move) << text;
          ++seen;
        }
      }
    }
  }
  EXPECT_GT(seen, 0);
}

}  // namespace
}  // namespace bastide
