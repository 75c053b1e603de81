// The rules in motion. One source, three instantiations: State<Fast> for search, State<Large> for the same with many
// more tiles, State<Full> for everything else; tests play them side by side. legal_moves is the only statement of what
// is legal; apply REQUIRES a legal move.
#pragma once
#include <utility>
#include <vector>

#include "core/events.h"
#include "core/rng.h"
#include "core/ruleset.h"
#include "core/state.h"

namespace bastide {

/// Whether a game of `rules` is within the bounds of State<Config>. The other functions require it.
template <class Config>
bool fits(const Ruleset& rules);

/// The position before the first draw: the start tile lies (SET-3), seat `first` is to move, or says who is (START-1).
/// Returns the state by reference because it is large; everything in it is set.
template <class Config>
void start(const Ruleset& rules, State<Config>& state, int first = 0);

// Setting up a position by hand (analysis, disputes). After `clear` lay every tile, then the figures, then set score,
// seat and phase in the state.

/// An empty table: every tile is in the stack, every figure in its supply.
template <class Config>
void clear(const Ruleset& rules, State<Config>& state);

/// Lays a tile out of the stack or a pile; the first one anywhere. False, and nothing changed, if none of it is left or
/// it does not fit. Expansions do not filter it (Hooks::rotations), since tiles come in any order.
template <class Config>
bool set_tile(const Ruleset& rules, State<Config>& state, Move placement);

/// Puts a road over a space (Turn::add_overpass). False, and nothing changed, if it may not lie there. `fresh`: it came
/// after the tile laid last.
bool set_overpass(const Ruleset& rules, State<Full>& state, int x, int y, Face from, bool fresh);

/// Two of them in line that go on in each other, over a space and over the one beyond its face `from`.
bool set_two_overpasses(const Ruleset& rules, State<Full>& state, int x, int y, Face from);

/// As set_tile, for a tile that fits only with one road more over its own space or one beside it (Hooks::mends).
bool set_tile_unmended(const Ruleset& rules, State<Full>& state, Move placement);

/// Puts a seat's figure on a feature of a piece. False, and nothing changed, if its supply is empty or it may not stand
/// there: by its kind (ABBOT-1, FIELD-0), or because the feature is completed, other than by the last tile (RETURN-1).
template <class Config>
bool set_figure(const Ruleset& rules, State<Config>& state, int piece, int feature, int seat,
                Figure figure = Figure::follower);

/// Lays a tile wherever its space has room, for tables that people have laid against the rules: with more copies than
/// the box has, apart from the other tiles, beside sides that do not continue it. Such sides are not joined; a road or
/// city stays open there. False, and nothing changed, if something lies there, if the space is off a table whose edge
/// closes (HOUSE-BORDER), or if the state is full.
bool set_tile_anyway(const Ruleset& rules, State<Full>& state, Move placement);

/// Puts a figure on a feature also where its supply is empty or the feature is completed, which is then scored as
/// completed. False, and nothing changed, if its kind cannot stand there or the state is full. Lay all tiles before.
bool set_figure_anyway(const Ruleset& rules, State<Full>& state, int piece, int feature, int seat,
                       Figure figure = Figure::follower);

/// Sets a state that was set up by hand to a phase of the base game other than the end, in a turn of the seat to move.
void resume(const Ruleset& rules, State<Full>& state, Phase phase,
            State<Full>::Choice choice = State<Full>::Choice::drawn);

/// What expansions ask at a moment, in the order of play, up to the first question; false if they ask nothing. For a
/// state that was set up by hand. `whose`: only what this one asks; -1: any.
bool ask_expansions(const Ruleset& rules, State<Full>& state, Moment moment, int whose = -1);

/// Every legal ply, in a fixed order, appended to an emptied `moves`. In phase draw: one for each kind left, weights
/// from `draw_weight`; or what `outcomes` has. In phase follower the last one is the pass. Orientations that look the
/// same are listed once.
template <class Config>
void legal_moves(const Ruleset& rules, const State<Config>& state, std::vector<Move>& moves);

/// How many tiles of a kind are left in the stack, and may be drawn: the weight of drawing it.
template <class Config>
int draw_weight(const Ruleset& rules, const State<Config>& state, int kind);

/// What may come where no tile is drawn, in a fixed order, appended to an emptied `chances`. REQUIRES:
/// asks_outcome(state).
void outcomes(const Ruleset& rules, const State<Full>& state, std::vector<Chance>& chances);

/// Of these the one that a number stands for, which is below the sum of their weights: as many numbers in a row as it
/// weighs, in their order.
Move outcome_of(const std::vector<Chance>& chances, int number);

int sum_of_weights(const std::vector<Chance>& chances);

/// Plays one ply. REQUIRES: `move` is legal. A drawn tile that fits nowhere is set aside and the phase stays draw
/// (DRAW-2); the follower phase is left out when no follower can be placed (FOLLOWER-2, FOLLOWER-8).
template <class Config>
void apply(const Ruleset& rules, State<Config>& state, Move move, EventLog* log = nullptr);

/// The same for whoever tries very many moves to see what they are worth: a ply on a state that nobody plays on from,
/// but for such plies in the same turn. Who would have to choose or draw a tile then is not told. `answers` becomes
/// legal_moves of what is asked in phase follower or ask, none in others; it may be null.
void try_ply(const Ruleset& rules, State<Full>& state, Move move, std::vector<Move>* answers);

/// Scores the position as if the game ended here: unfinished features and fields (FINAL-1, FIELD-*). REQUIRES: not
/// over.
template <class Config>
void score_as_the_end(const Ruleset& rules, State<Config>& state, EventLog* log = nullptr);

/// What the feature with root `node` would be worth to its owners, scored now for this reason; Scored::size is found
/// here. A field's worth is that of `cities` completed cities.
std::vector<Term> feature_terms(const Ruleset& rules, const State<Full>& state, int node, Reason reason,
                                int cities = 0);

/// The sum of its terms.
int feature_points(const Ruleset& rules, const State<Full>& state, int node, Reason reason);

/// Tiles of a road or city, occupied spaces of a cloister with its own, in the unit of the rules (HALF-7).
template <class Config>
int feature_size(const Ruleset& rules, const State<Config>& state, int node);

/// By seat: what its followers on some features count together.
using Strengths = std::array<uint16_t, kMaxSeats>;

/// Seats that points go to.
struct Majority {
  unsigned owners = 0;                  ///< as bits
  Strengths strength{};                 ///< where Ruleset::unequal
  uint8_t tie_broken_by = Term::kBase;  ///< number of the expansion that decided between seats with equally many
  bool has(int seat) const { return ((owners >> seat) & 1) != 0; }
};

/// What figure number `figure`, a follower on the feature with root `node`, counts where followers are compared
/// (MAJ-1).
int strength_of(const Ruleset& rules, const State<Full>& state, int figure, int node);

/// What the followers on the features with these roots count together.
Strengths strengths_on(const Ruleset& rules, const State<Full>& state, std::span<const int> nodes);

/// Who would be given the points for the feature with root `node`: the most followers (MAJ-1). Nobody if it has none.
Majority majority(const Ruleset& rules, const State<Full>& state, int node);

/// Orientations of a kind that are legal in open cell number `open`, as bits.
unsigned legal_rotations(const Ruleset& rules, const State<Full>& state, int kind, int open);

/// The same before expansions take any away (Hooks::rotations): those in which it continues what lies around.
unsigned fitting_rotations(const Ruleset& rules, const State<Full>& state, int kind, int open);

/// Whether an overpass may lie over a space, from north to south or from east to west: over tiles that fill it, from
/// field to field, where roads go on at both ends or nothing lies yet.
bool overpass_fits(const Ruleset& rules, const State<Full>& state, int x, int y, Face from);

/// How many steps along its road each segment is away from one of them, by node: a step leads from a tile to the next
/// one. -1: it is no part of that road.
std::vector<int> steps_along_road(const Ruleset& rules, const State<Full>& state, int node);

/// Faces of a piece, as bits, at which a road and a field meet; and of what of it lies in one of its cells.
unsigned unmended(const Ruleset& rules, const State<Full>& state, int piece);
unsigned unmended_in(const Ruleset& rules, const State<Full>& state, int piece, int cell);

/// Whether a completed feature is none any more, and whether others leave a figure where it is (Hooks).
bool converted(const Ruleset& rules, const State<Full>& state, int node);
bool kept(const Ruleset& rules, const State<Full>& state, int figure);

/// Seats, as bits, that get nothing for a completed feature that they own (Hooks::forgoes).
unsigned forgone(const Ruleset& rules, const State<Full>& state, int node);

/// Whether a feature with that root, as it is occupied, takes a figure of a kind and seat: a follower only if there is
/// none yet (FOLLOWER-2), a companion where FigureKind::needs_own is kept.
bool has_room(const Ruleset& rules, const State<Full>& state, int seat, Figure figure, int root);

/// Whether no expansion forbids to put a figure of a kind and seat there.
bool allowed(const Ruleset& rules, const State<Full>& state, int seat, Figure figure, Place to);

/// The same in two parts, for whoever asks about several figures: whether none forbids anybody to come there
/// (Hooks::by_place_alone), and whether none of the others forbids this one to.
bool open_to_all(const Ruleset& rules, const State<Full>& state, Place to);
bool allowed_besides(const Ruleset& rules, const State<Full>& state, int seat, Figure figure, Place to);

/// For whoever asks about many places: the pieces that somebody closes to all (Hooks::closes), and whether a feature of
/// another one is open to all.
Pieces closed_pieces(const Ruleset& rules, const State<Full>& state);
bool open_besides(const Ruleset& rules, const State<Full>& state, Place to);

/// The completed cities at the field that a segment belongs to (FIELD-1, FIELD-2).
int completed_cities_at(const Ruleset& rules, const State<Full>& state, int node);

/// The field all round the point where a corner of a piece's space meets three others: the feature of the piece that it
/// is; -1 if there is anything else, or nothing. Corners of a double tile's second square have the numbers behind those
/// of the first one; where both meet, only the first one's.
inline constexpr int kCornersOfPiece = 2 * kCorners;
int field_at_corner(const Ruleset& rules, const State<Full>& state, int piece, int corner);

/// The roads and cities that a piece closes, whose kind does (TileKind::closes): piece and feature of each.
std::vector<std::pair<int, int>> closed_by(const Ruleset& rules, const State<Full>& state, int piece);

/// Says in a move on a place which of the followers there is meant, number `figure`: by its kind if its seat has
/// several there, by its seat if several have one there.
void name_standing(const Ruleset& rules, const State<Full>& state, int figure, Move& move);

/// The number of the follower that is meant so: of several alike the first that came there, or the last. -1: nobody.
int standing_named(const Ruleset& rules, const State<Full>& state, Move move, bool last = false);

/// What a space is for tiles, and by which expansion.
struct GroundThere {
  Ground ground = Ground::open;
  int by = -1;  ///< its number in Ruleset::added; -1: none says anything
};

/// The strictest that an expansion says of a space.
GroundThere ground_at(const Ruleset& rules, const State<Full>& state, int x, int y);

/// Whether a road's or city's side counts as closed by what is beyond it (Ground::walled).
bool closed_by_edge(const Ruleset& rules, const State<Full>& state, const State<Full>::Cell& cell,
                    const TileSideDef& side);

/// Lets the expansions make more ground if only then a tile may lie in that space.
void make_room_at(const Ruleset& rules, State<Full>& state, int x, int y);

/// Plays to the end: uniform draws, then uniform over legal placements, then uniform over the legal follower choices,
/// the pass among them. Plays from any phase. Does not allocate.
template <class Config>
void random_playout(const Ruleset& rules, State<Config>& state, Rng& rng);

/// What chance brings as a move: a tile, each as likely as the others, or an outcome by its weight. REQUIRES: phase
/// draw.
template <class Config>
Move random_draw(const Ruleset& rules, const State<Config>& state, Rng& rng);

}  // namespace bastide
