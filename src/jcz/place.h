// Where things are: spaces, rotations, places on tiles and figures, as a saved game says it and as ours does.
#pragma once
#include <boost/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/state.h"
#include "jcz/save.h"
#include "rules/compile.h"
#include "rules/jcz.h"

namespace bastide::jcz {

/// How their board lies in ours, where the start tile lies at 0,0 and is not turned.
struct Frame {
  int x = 0, y = 0;  ///< of their start tile
  int quarters = 0;  ///< that our start tile is turned clockwise to lie as theirs does

  std::pair<int, int> ours(int their_x, int their_y) const;
  std::pair<int, int> theirs(int our_x, int our_y) const;
};

/// Tiles by their names and by ours, as far as they are in a game.
class Tiles {
 public:
  Tiles(const GameRules& rules, const JczWords& words) : rules_(rules), words_(words) {}

  struct Found {
    int kind = 0;
    int quarters = 0;  ///< JczWords::Tile::quarters
  };
  /// Of several of ours that they take for one the first that is drawn or left in the stack.
  std::optional<Found> find(std::string_view id, const State<Full>* state = nullptr) const;

  /// The word for a kind; of two for copies with and without a garden the one of a copy that `used` of them leave.
  const JczWords::Tile* word_of(int kind, int used) const;

 private:
  const GameRules& rules_;
  const JczWords& words_;
};

/// Where a move points to, in our spaces.
struct Pointer {
  int x = 0, y = 0;
  unsigned sides = 0;    ///< of that space, as bits by TileSide, if a road or city is meant
  unsigned halves = 0;   ///< as bits by TilePort, if a field is
  int inside = 0;        ///< something that reaches no side; of several the first, second ...
  std::string feature;   ///< the word for what lies there; empty: it does not say
  std::string location;  ///< as it is written
  std::string figure;    ///< "0.small.1"; empty: none is named
  bool whole() const { return sides == 0 && halves == 0 && inside == 0; }  ///< only the space
};
Result<Pointer> parse_pointer(const boost::json::value& value, const Frame& frame);

/// How a road over a space lies, as they call it, on their board; `lies` is how it does on ours.
std::string_view turned_straight(std::string_view lies, const Frame& frame);

/// Halves of sides as bits by TilePort, on a board that lies as ours: "NL.WR". 0: it has none.
unsigned halves_of(std::string_view location);

/// Features of a piece that a pointer may mean: by their type where the word is known, by where they lie.
std::vector<int> features_at(const GameRules& rules, const State<Full>& state, int piece, const Pointer& pointer);

/// What is asked now, if there are words for it.
const JczWords::Phase* phase_of(const GameRules& rules, const State<Full>& state);

/// Whether what is asked now belongs to what is chosen for the tile just laid, before they confirm it.
bool asks_for_tile(const GameRules& rules, const State<Full>& state);

/// Tiles that an expansion drew for all to see, which messages name by their numbers (JczWords::Message::pile).
class ShownTiles {
 public:
  explicit ShownTiles(const GameRules& rules) : rules_(&rules) {}

  /// Whether the next draw is of such a tile.
  bool draws(const State<Full>& state) const { return words_of_draw(state) != nullptr; }
  /// Of every move in turn, the states before and behind it.
  void note(const State<Full>& before, const Move& move, const State<Full>& after);

  /// The tile with this number; -1: there is none.
  int kind(int number) const;
  /// The number of the first of this kind that is left.
  int number_of(int kind) const;
  /// What is offered, or was taken by the last move; -1: nothing.
  int offered() const { return offered_; }
  /// What went together with the one offered, since it was the last; -1: nothing did.
  int taken_too() const { return taken_too_; }

 private:
  const JczWords::Message* words_of_draw(const State<Full>& state) const;

  struct Tile {
    int kind;
    bool left;
  };
  const GameRules* rules_;
  const JczWords::Message* words_ = nullptr;
  std::vector<Tile> tiles_;
  int offered_ = -1, taken_too_ = -1;
};

/// The number of a pile among those of the rules, by its expansion's id and its name.
int pile_named(const GameRules& rules, std::string_view expansion, std::string_view name);

/// The number of the piece laid last in a space; -1: none lies there.
int piece_in(const State<Full>& state, int x, int y);
/// The number of the figure on top of what is heaped there; -1: nobody is.
int top_in(const State<Full>& state, int x, int y);

/// Whether a move takes a space, not a piece.
bool takes_space(const GameRules& rules, const Move& move);

/// Which kind of figures an id names, and whose.
struct FigureName {
  int seat = 0;
  std::string figure;  ///< ours: "follower"; empty: there is no word for it
  std::string word;    ///< theirs
  int number = 0;      ///< of the seat's of this kind, from 1; 0: it is none
};
std::optional<FigureName> parse_figure_name(const JczWords& words, std::string_view id);

/// A figure by its number, as they name it, of the player with this number. None: there is no word for it.
std::optional<std::string> figure_name_of(const GameRules& rules, const State<Full>& state, int figure, int player);

/// Whether a message says a legal move, as options stand and as it is asked.
bool says(const JczWords::Message& words, const GameRules& rules, const State<Full>& state, const Move& move);

const JczWords::Feature* words_for(const JczWords& words, FeatureType type, bool converted = false);

/// {position, location, feature}
boost::json::object feature_pointer(const GameRules& rules, const State<Full>& state, int piece, int feature,
                                    const Frame& frame);
boost::json::array space_pointer(int x, int y, const Frame& frame);

}  // namespace bastide::jcz
