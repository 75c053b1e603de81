// What an expansion adds to a game of the naive implementation: functions that the game calls at its moments. The game
// knows expansions by this table only; naive/expansions has them, and registry.cpp there lists them.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "naive/board.h"
#include "naive/scoring.h"
#include "rules/compile.h"

namespace bastide::naive {

class Game;

/// One answer to what is asked, by its text in notation (docs/notation.md).
struct Option {
  std::string text;
  std::function<void(Game&)> play;
  int weight = 1;  ///< where chance picks one (Game::ask_chance)
};

/// What a game and its turns consist of beside tiles and figures, in the order of play.
enum class Moment {
  unpacked,     ///< nothing lies yet; nothing may be asked
  set_up,       ///< the first tile lies, nobody has had a turn
  turn_begins,  ///< nothing may be asked
  drawn,        ///< for a turn, and it can be placed
  placed,       ///< before the figure
  acted,        ///< after the figure, before anything is scored
  scoring,      ///< all is done that comes before it; nothing may be asked
  paid,         ///< what was completed has brought its points; the figures still stand
  counted,      ///< these have gone home; nothing may be asked
  scored,       ///< fields have been scored, too
  turn_ends,    ///< hands are filled up; the next turn is still to begin
  ending,       ///< there is no next turn; before the final scoring
  over          ///< the game is, all is counted; nothing may be asked
};

class Expansion {
 public:
  virtual ~Expansion() = default;

  /// Acts; or asks, and answers true: then whatever is answered lets the game go on.
  virtual bool at(Game&, Moment) { return false; }

  /// What the seat that it asks may answer, or what may come where it asks chance.
  virtual std::vector<Option> options(const Game&) { return {}; }

  /// Something has been done, and what comes next is still to come: sees to what has to be done at once.
  virtual void settle(Game&) {}

  /// Changes what may be answered to the question for a figure. Only passing: the question is left out.
  virtual void join(const Game&, std::vector<Option>&) {}

  /// Whether a tile drawn for a turn, placeable or not, has gone elsewhere; then another one is drawn.
  virtual bool takes(Game&, const TileSpec&) { return false; }

  /// Tiles with a lower number leave the stack first.
  virtual int stage(const TileSpec&) const { return 0; }
  /// Whether a tile of the stack cannot be drawn yet.
  virtual bool waits(const Game&, const TileSpec&) const { return false; }
  /// Whether no tile is laid instead of drawing now.
  virtual bool draws_first(const Game&) const { return false; }

  /// Kinds of figures that it brings, how many of each a seat has, and what they may be put on.
  virtual std::map<FigureKind, int> figures() const { return {}; }
  virtual bool stands_on(FigureKind, TileFeatureType) const { return false; }

  /// Whether ordinary followers may stand in pyramids.
  virtual bool climbs_pyramids() const { return false; }

  /// Of these kinds, the ones that are no followers: they neither occupy nor count nor earn.
  virtual std::set<FigureKind> companions() const { return {}; }
  /// Of these, kinds that do not go home with the others when their feature is scored.
  virtual std::set<FigureKind> left_standing() const { return {}; }
  /// Where a companion of the seat that is asked may stand, as far as followers on the feature go.
  virtual bool joins(const Game&, FigureKind, Segment) const { return false; }

  /// What a figure counts where those on a feature are compared, if it would count `otherwise` without this expansion.
  virtual int strength(const Scene&, const FigureOnBoard&, int otherwise) const { return otherwise; }

  /// Tiles that lie at the start instead of the start tile, and how many followers more a seat has.
  virtual std::vector<std::pair<const TileSpec*, Placement>> landscape() const { return {}; }
  virtual int more_followers() const { return 0; }

  /// Seats that get nothing for a completed feature though they have the majority.
  virtual std::set<int> forgoes(const Scene&, const Feature&) const { return {}; }

  /// A veto on a figure of the seat that is asked put there.
  virtual bool forbids_figures(const Game&, FigureKind, Segment) const { return false; }

  /// What a road, city or chapter earns for its tiles, counted as HALF-7 says, and shields, if it would be `otherwise`
  /// without this expansion.
  virtual int points(const Scene&, const Feature&, Reason, int /*tiles*/, int otherwise) const { return otherwise; }

  /// Two of its tiles may lie in one space, so it depends on HALF-7 what one counts.
  virtual bool lays_two_to_a_space() const { return false; }

  /// A veto on tiles laid where they fit.
  virtual bool forbids_tile(const Board&, const TileSpec&, Placement) const { return false; }

  /// Whether a tile may be laid that fits only with one more road over a space (BRIDGE-5).
  virtual bool mends(const Game&) const { return false; }

  /// Whether a completed feature is none any more (CASTLE-3).
  virtual bool converted(const Scene&, const Feature&) const { return false; }
  /// What a completed city brings a field beyond the others (CASTLE-11).
  virtual int field_bonus(const Feature& /*city*/) const { return 0; }
  /// Whether a figure stays when all of some sort go home (CASTLE-12).
  virtual bool keeps(const Game&, const FigureOnBoard&) const { return false; }

  /// Points for a completed feature, beside those for its tiles and shields.
  virtual int worth(const Scene&, const Feature&) const { return 0; }

  /// Points for a road, city, cloister, garden or field whenever it is scored, beside all others.
  virtual int always(const Scene&, const Feature&) const { return 0; }

  /// What each city that pays a seat for these field segments brings it more.
  virtual int more_for_city(const Scene&, int /*seat*/, const std::set<Segment>& /*fields*/) const { return 0; }

  /// Of the seats with the most figures on these segments, those that alone get the points; none: all of them do.
  virtual std::set<int> break_tie(const Scene&, const std::set<Segment>&, const std::set<int>& /*tied*/) const {
    return {};
  }

  /// Figures of a seat that are neither in its supply nor on a place of a tile.
  virtual int set_apart(int /*seat*/, FigureKind) const { return 0; }

  /// What was completed has been scored, and the figures are home: fields that are scored during the game.
  virtual void score_fields(Game&) {}

  /// The game is over but for what only expansions give.
  virtual void at_the_end(Game&) {}

  /// These were scored; their figures still stand there.
  virtual void paid(Game&, const std::set<Segment>&) {}

  /// Figures have left the board.
  virtual void figures_left(Game&) {}
};

/// Whether a kind is no follower.
inline bool is_companion(const std::vector<std::unique_ptr<Expansion>>& expansions, FigureKind kind) {
  if (kind == kFollower) return false;
  for (const auto& expansion : expansions)
    if (expansion->companions().contains(kind)) return true;
  return false;
}

/// Those in play, in the order in which they act.
std::vector<std::unique_ptr<Expansion>> expansions_of(const GameRules& rules);

}  // namespace bastide::naive
