// A game as the naive implementation plays it: the turn, followers, points and the end, each worked out anew from what
// lies on the table. The core must agree with it after every ply (tests/compare).
#pragma once
#include <map>
#include <set>
#include <vector>

#include "naive/board.h"
#include "rules/compile.h"

namespace bastide::naive {

enum class Asked { draw, tile, follower, over };

struct FollowerOnBoard {
  int seat = 0;
  Segment where;
  friend auto operator<=>(const FollowerOnBoard&, const FollowerOnBoard&) = default;
};

/// Points for one feature, with what they come from.
struct Award {
  TileFeatureType type = TileFeatureType::city;
  bool completed = false;  ///< false: final scoring
  std::set<Segment> segments;
  int tiles = 0, shields = 0;          ///< cloister: tiles are the occupied spaces, its own too
  int cities = 0;                      ///< field: completed cities at it
  std::vector<int> followers, points;  ///< by seat
  friend auto operator<=>(const Award&, const Award&) = default;
};

/// What a game is played by, read from the names of the options.
struct Options {
  bool farmers = true;  ///< FIELD-3, else FIELD-0
  explicit Options(const std::map<std::string, std::string>& by_name);
};

class Game {
 public:
  /// Reads tiles, counts and options; never the compiled tables.
  Game(const GameRules& rules, int seats);

  Asked asked() const { return asked_; }
  int seat() const { return seat_; }
  const TileSpec* drawn() const { return drawn_; }
  int left() const;  ///< tiles in the stack
  int left(const TileSpec& tile) const { return stack_.at(&tile); }
  const Board& board() const { return board_; }
  const std::vector<int>& scores() const { return scores_; }
  int supply(int seat) const;
  const std::set<FollowerOnBoard>& followers() const { return followers_; }

  std::set<Placement> placements() const { return board_.placements(*drawn_); }
  std::set<int> follower_places() const;  ///< features of the tile just laid

  /// Each plays one ply and returns the awards it brought. REQUIRES: it is asked for and legal.
  std::vector<Award> draw(const TileSpec& tile);  ///< set_aside() says what became of it
  std::vector<Award> place(Placement where);
  std::vector<Award> follow(int feature);
  std::vector<Award> pass() { return end_turn(); }

  bool set_aside() const { return set_aside_; }

 private:
  std::vector<Award> end_turn();
  std::vector<Award> score_completed();
  std::vector<Award> finish();
  Award award(const Feature& feature, int points);
  void add_final(std::vector<Award>& awards, bool fields);

  Options options_;
  std::map<const TileSpec*, int> stack_;
  Board board_;
  std::set<FollowerOnBoard> followers_;
  std::vector<int> scores_;
  int seat_ = 0;
  Asked asked_ = Asked::draw;
  const TileSpec* drawn_ = nullptr;
  bool set_aside_ = false;
};

}  // namespace bastide::naive
