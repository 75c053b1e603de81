// What a seat is asked, as one value whatever the rules are: made from the legal moves, from what a verb takes, and
// from phrases. No expansion is known here.
#pragma once
#include <optional>

#include "game/features.h"
#include "game/game.h"

namespace bastide {

/// What an option brings a seat beyond leaving the question.
struct AskEffect {
  enum class Sign : uint8_t { points, home, asked } sign = Sign::points;
  int seat = 0;
  int points = 0;
  Texts text;
};

/// Where a tile fits, and turned how: rotations as bits.
struct AskSpot {
  int x = 0, y = 0;
  unsigned rotations = 0;
};

struct AskOption {
  Move move;
  std::string text;               ///< in notation; with spots, {x} {y} {r} stand for one of them
  Texts label, note;              ///< empty: nothing is said
  Texts group;                    ///< options of one group stand together
  int tile = -1;                  ///< kind of the tile that it lays or takes
  std::string_view pile;          ///< where that tile comes from
  std::vector<AskSpot> spots;     ///< of a tile that is laid
  std::optional<Segment> place;   ///< a feature of a piece
  int figure = -1;                ///< or a figure on the board: its id
  int seat = -1;                  ///< or a seat
  std::optional<AskSpot> space;   ///< or a space; its rotations mean nothing
  std::optional<Face> over;       ///< where in that space a road over it would begin
  std::optional<Figure> picture;  ///< a figure, as it is called where it stands
  int of_seat = -1;               ///< whose that is; -1: the asked seat's
  std::string_view sign;          ///< or the verb
  std::vector<int> figures;       ///< ids of the asked seat's at the place
  std::optional<Extent> extent;   ///< the feature of the place
  std::vector<AskEffect> effect;
};

struct AskNumber {
  std::string text;  ///< in notation; {n} stands for the number
  int least = 0, most = 0;
  Texts unit, label;  ///< the label has a {n} as well
};

struct AskTurn {
  enum class State : uint8_t { done, now, next } state = State::now;
  int seat = 0;
};

struct Ask {
  std::string of;
  int seat = 0;
  int ply = 0;                 ///< how many were played before it
  std::vector<AskTurn> order;  ///< empty: only this seat is asked
  Texts title, text;
  Texts confirm;                   ///< what taking one of the options is called, where these have no label
  int tile = -1;                   ///< kind of the drawn tile, where it is about that
  std::vector<FeatureView> about;  ///< features that it is about
  std::vector<AskOption> options;
  std::optional<AskNumber> number;
  std::optional<AskOption> pass;
  Texts final;  ///< whatever is answered cannot be taken back, and why; empty: something can
};

/// For the seat that is asked: with the tiles that it may lay, and with effects, which are tried in `world`, a state of
/// this game as that seat may imagine it. Without a world: what everybody may know. REQUIRES: somebody is asked.
Ask ask(const Game& game, const State<Full>* world);

/// What comes next where a seat is asked no further: why it cannot take its answers back.
Texts what_comes(const Game& game, const State<Full>& state, int seat);

/// What a ply did, in a sentence.
Texts ply_in_words(const Game& game, const Ply& ply);

}  // namespace bastide
