// The rules of one game, compiled: tiles turned in every orientation, scoring constants, the stack. Immutable while a
// game runs and shared by all its states. Names live above, in rules/; here a tile kind is an index.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/bits.h"
#include "core/geometry.h"
#include "core/types.h"

namespace bastide {

/// One feature of a tile, the same in every orientation.
struct TileFeature {
  FeatureType type = FeatureType::field;
  uint8_t sides = 0;    ///< city, road: sides of the tile it reaches
  uint8_t shields = 0;  ///< city
  uint16_t cities = 0;  ///< field: bit f set if the wall of city feature f borders it on this tile (FIELD-2)
};

/// One side of an oriented tile. Ports are the field features at its two halves, clockwise; at a city side unused.
struct TileSideDef {
  Face face = north;
  Terrain terrain = Terrain::none;
  uint8_t feature = 0;                    ///< road, city: the feature that reaches this side
  std::array<uint8_t, 2> ports = {0, 0};  ///< field, road: field features, clockwise first
};

inline constexpr unsigned kWaterAtNorth = 0x1000;  ///< of a signature, behind the terrains: of the four whole sides

struct alignas(64) OrientedTile {  // a cache line of its own
  uint8_t sides = 0;
  uint8_t quarters = 0;  ///< of its space
  /// Terrains at two bits a face, to be compared with a space's signature; and a bit a face, from kWaterAtNorth on,
  /// where it is water.
  uint16_t pattern = 0;
  uint16_t shown = 0;                        ///< the same as the spaces around see it, at the far side of each face
  uint16_t faces = 0;                        ///< 3 at each face it has a side on
  std::array<TileSideDef, kMaxSides> side;   ///< in the order of their faces
  std::array<uint8_t, kPorts> feature_at{};  ///< by port: the feature there; 0 where there is none
};

struct TileKind {
  uint8_t features = 0;
  uint8_t rotations = 0;  ///< bit r set if orientation r differs from all smaller ones
  uint16_t closable = 0;  ///< bit f set: feature f can be completed
  uint16_t centres = 0;   ///< bit f set: feature f is a cloister, garden or building
  uint16_t walled = 0;    ///< bit f set: field f has a city's wall at its border on this tile
  uint16_t twins = 0;  ///< bit f set: there are several of this road or city; they may be one feature (ROAD-2, CITY-2)
  std::array<TileFeature, kMaxTileFeatures> feature;
  std::array<FeatureType, kMaxTileFeatures> types{};  ///< of the features once more, side by side
  /// City, road: sides, shields, 1, and 1 if it is among `twins`, a byte each from the lowest: what its node counts at
  /// first. The high half is 0, for its followers: this is the whole node of a State<Fast>.
  std::array<uint64_t, kMaxTileFeatures> counts{};
  std::array<OrientedTile, 4> oriented;
  bool square = true;  ///< covers one whole space; the fast kernel takes only these
  /// Its sides fit whatever lies beside them, close it and join nothing. It goes only where all four sides have a
  /// neighbour. The full kernel alone knows it.
  bool closes = false;
  bool doubled = false;   ///< covers two whole spaces: `oriented` is its first square, Ruleset::second the other one
  bool listed = false;    ///< has a mark that an expansion looks for all over the board (listed_pieces)
  bool filtered = false;  ///< an expansion may take placements away (Hooks::filters)
  /// Square tiles: orientations as bits that fit what the north and east, the south and west sides of a space are
  /// offered (two bits a face).
  alignas(16) std::array<uint8_t, 16> fit_north_east{}, fit_south_west{};

  /// Whether there is no water on it.
  bool dry() const { return oriented[0].pattern < kWaterAtNorth; }

  /// Square tiles: legal orientations in an empty space with this signature, which is not 0.
  int fitting(unsigned signature) const {
    return fit_north_east[signature & 15] & fit_south_west[(signature >> 4) & 15];
  }
};

/// Of a square tile: orientations as bits that fit, or would if roads and fields were the same, what the sides of a
/// space are offered, as TileKind::fit_north_east says.
struct Meeting {
  alignas(16) std::array<uint8_t, 16> north_east{}, south_west{};
  int fitting(unsigned signature) const { return north_east[signature & 15] & south_west[(signature >> 4) & 15]; }
};

/// How the farmers are paid at the end.
enum class FieldScoring : uint8_t {
  none,    ///< FIELD-0: there are no farmers
  third,   ///< FIELD-3: each field pays its owners for every completed city at it
  second,  ///< FIELD-2ND: the same, but a city pays a seat only once
  first    ///< FIELD-1ST: each city pays once, to the most farmers on all fields at it
};

/// Points and switches. Values are points unless said otherwise.
struct ScoringRules {
  FieldScoring fields = FieldScoring::third;
  int16_t road_tile = 1;                               ///< ROAD-2
  int16_t city_tile = 2, city_shield = 2;              ///< CITY-2
  int16_t small_city_tile = 2, small_city_shield = 2;  ///< a completed city of exactly two tiles (CITY-3: 1 and 1)
  int16_t open_city_tile = 1, open_city_shield = 1;    ///< FINAL-1
  int16_t field_city = 3;                              ///< FIELD-3, FIELD-2ND; 4 by FIELD-1ST
  bool unfinished = true;                              ///< false: HOUSE-NOFINAL
  int16_t in_pyramid = 0;                              ///< each follower there, to its own seat
  bool pieces = false;         ///< roads and cities count tiles; false: the spaces they lie in (HALF-7)
  bool spaces = false;         ///< spaces are what is said to be counted: two tiles may share one, and `pieces` is off
  bool pieces_around = false;  ///< cloisters and gardens count tiles; false: occupied spaces (HALF-7)
  bool long_roads = false;     ///< where spaces count, a road that runs into a second square counts there too
};

/// What a kind of figure may do.
struct FigureKind {
  uint8_t count = 0;        ///< a seat's supply at the start
  uint16_t stands_on = 0;   ///< bit t set: on features of FeatureType t
  bool may_return = false;  ///< may be taken back, scoring at once, instead of placing a figure (ABBOT-2)
  bool neutral = false;     ///< no seat's: `count` of them in all, beside the board at the start
  uint8_t strength = 1;     ///< what one counts where figures are compared (MAJ-1)
  /// False: a companion. It neither occupies its feature nor counts nor earns there, may stand where others do, and
  /// goes home with the others when the feature is scored, unless it `stays`.
  bool follower = true;
  /// Of companions: stands only where a follower of its seat does, and goes home with the last of them.
  bool needs_own = false;
  bool stays = false;  ///< of companions: nobody sends it home because its feature was scored
  bool climbs = true;  ///< of followers: may stand on top of what is heaped on a tile
  int rows(int seats) const { return neutral ? count : count * seats; }  ///< of State::Variants::figure
  bool stands(FeatureType type) const { return (stands_on >> static_cast<int>(type)) & 1; }
};

/// The features of a kind of tile on which such figures stand, as bits.
inline unsigned features_for(const TileKind& kind, const FigureKind& figure) {
  unsigned features = 0;
  for (unsigned f = 0; f < kind.features; ++f) features |= static_cast<unsigned>(figure.stands(kind.types[f])) << f;
  return features;
}

/// Who sees the tiles of a pile before the game is over.
enum class Sight : uint8_t { all, holder, nobody };

/// Which tiles a seat may lay when it chooses one of those it holds.
enum class Laid : uint8_t {
  never,
  instead,  ///< instead of drawing, if it likes; not with each turn's draw (State::Variants::declined)
  played    ///< turns are played from this pile: if one of it fits, the seat lays a tile that it holds
};

/// Tiles that are neither in the stack nor on the board, of one sort (HeldTile).
struct Pile {
  uint8_t by = 0;  ///< number of its expansion in Ruleset::added
  Sight sight = Sight::all;
  Laid laid = Laid::never;
  bool plays_on = false;  ///< the game goes on while somebody holds one (END-1)
  /// Of Laid::instead: when nothing else is left each seat that holds one may lay it in a turn more.
  bool last_round = false;
  /// Of Laid::instead: turns go on with it when nothing else is left, until the seat to move can lay none (END-1).
  bool lasts = false;
  bool must = false;     ///< of one that `lasts`: then who can has to
  bool of_hand = false;  ///< counts as one of a seat's hand, where it has one (HOUSE-HAND3)
};

/// A sort of things that seats hold and that are neither tiles nor figures: how many each has, it is a number.
struct Token {
  uint8_t by = 0;      ///< number of its expansion in Ruleset::added
  uint8_t memory = 0;  ///< its words in State::Variants::memory, one for each seat
};

struct Hooks;

/// What of a kind of tile is not as usual, by feature as bits; what only few expansions ask.
struct Outlines {
  uint16_t wide = 0;  ///< cities with one side that are no half circle
};

/// What is drawn on a kind of tile and only expansions read, by the number of the mark (Added::mark).
struct Marks {
  std::array<uint8_t, kMaxMarks> count{};
  std::array<uint8_t, kMaxMarks> feature{};  ///< where it lies on one that matters: its index
  double promise = 0;                        ///< points that they are worth about, before anything lies
};

/// The second square of a double tile, which lies beyond face kSecondBeyond of the first one. Both have the same
/// features; the sides between them show nothing and join nothing.
struct SecondSquare {
  std::array<OrientedTile, 4> oriented;
  uint16_t features = 0;  ///< bit f set: city or road f reaches a side of it
  uint16_t spanned = 0;   ///< bit f set: road f runs into it without reaching a side of it
};

/// Which features of a kind of tile lead into each other: roads that meet where they end, a road and what it ends at, a
/// cloister and the city around it. By feature, as bits.
struct Leads {
  std::array<uint16_t, kMaxTileFeatures> to{};
  uint16_t at_village = 0;  ///< roads that meet at one
};

/// An expansion in play.
struct Added {
  using Options = std::array<int16_t, 12>;
  const Hooks* hooks = nullptr;
  uint8_t pile = 0;    ///< number of its first pile in Ruleset::piles
  uint8_t mark = 0;    ///< of its first mark in Ruleset::marks
  uint8_t figure = 0;  ///< of its first kind of figure in Ruleset::figures
  uint8_t memory = 0;  ///< of its first word in State::Variants::memory
  uint8_t token = 0;   ///< of its first sort of tokens in Ruleset::tokens
  Options option{};    ///< how its options stand, in the order of its description
};

/// Spaces from `left` to `right` and from `top` to `bottom`, both ends included.
struct Area {
  int16_t left = 0, top = 0, right = -1, bottom = -1;
  bool contains(int x, int y) const { return x >= left && x <= right && y >= top && y <= bottom; }
};

/// What a space is for tiles.
enum class Ground : uint8_t {
  open,   ///< they may lie there
  shut,   ///< they may not
  walled  ///< they may not, and it counts as filled: it closes what touches it
};

struct Full;
struct Ruleset;
template <class Config>
struct State;

class Turn;
class Worth;
struct Scored;

/// What a seat would gain by laying a tile of a kind now, in points; minus infinity: it fits nowhere.
using WorthOfKind = std::function<double(int kind)>;

/// Some of the pieces of a State<Full>.
using Pieces = Bits<10>;

/// What an expansion does at moments of the game; null: nothing. Only the full kernel asks.
struct Hooks {
  /// A moment of the order of play that the registry gives it; it may ask.
  void (*at)(Turn&, Moment) = nullptr;
  /// Whether it does nothing at one of these moments, whatever else is so, when the tile laid last is of a kind (-1:
  /// none lies), and something may be completed or nothing is. Whoever plays very many games leaves it out then.
  bool (*idle)(const Ruleset&, int by, Moment, int kind, bool completed) = nullptr;
  /// What a seat may answer to one of its questions; none: the seat is not asked.
  void (*options)(const Ruleset&, const State<Full>&, const Pending&, std::vector<Move>&) = nullptr;
  /// What may come of a question of its own that chance answers (Turn::ask_outcome); none: it is left out.
  void (*chances)(const Ruleset&, const State<Full>&, const Pending&, std::vector<Chance>&) = nullptr;
  /// Does what was answered, then Turn::done(), or else it is asked again. REQUIRES: one of the options, or of the
  /// chances; where a tile was drawn, a draw, whose tile has left the stack or pile.
  void (*decide)(Turn&, const Pending&, Move) = nullptr;
  /// What a bot answers to one of its questions by what it is worth, in points, to the seat asked to lay a tile. Null,
  /// or nothing: it tries what comes of each answer.
  std::optional<Move> (*by_worth)(const Ruleset&, const State<Full>&, const Pending&, const WorthOfKind&) = nullptr;

  /// Adds moves of its own to the figure question of the seat to move; they are answered by `decide`, with
  /// Pending::kJoined. True: nothing else may be chosen, nor the question left.
  bool (*join)(const Ruleset&, const State<Full>&, int by, std::vector<Move>&) = nullptr;
  /// Whether a figure of a kind and seat may be put there; false is a veto. Unless it is asked by_place_alone, it says
  /// the same of all segments of a feature.
  bool (*allows)(const Ruleset&, const State<Full>&, int by, int seat, Figure, Place) = nullptr;
  /// It says of a place what it says of it to all seats and kinds: it is asked once where several could go.
  bool by_place_alone = false;
  /// Types of features on which it may forbid anything, as bits; and kElsewhere: so it may at other places.
  uint16_t forbids_on = (1u << (kFeatureTypes + 1)) - 1;
  static constexpr uint16_t kElsewhere = 1u << kFeatureTypes;
  /// Adds the pieces to no feature of which it lets anybody come. On features of the other types than `forbids_on` it
  /// forbids nothing else. REQUIRES: by_place_alone.
  void (*closes)(const Ruleset&, const State<Full>&, int by, Pieces&) = nullptr;
  /// The one of its kinds of figures that it may forbid anything; -1: it may any.
  int8_t forbids_kind = -1;
  /// What figure number `figure`, a follower on the feature with root `node`, counts where figures are compared
  /// (MAJ-1), if it would count `strength` otherwise. At 0 it never has a majority.
  int (*strength)(const Ruleset&, const State<Full>&, int by, int figure, int node, int strength) = nullptr;

  /// Whether tiles may lie in a space. Where it says `walled`, it says so for the whole game.
  Ground (*ground)(const Ruleset&, int by, const State<Full>&, int x, int y) = nullptr;
  /// Nothing finds a place: makes more ground if it can, by words of its memory, and says whether. They are put back if
  /// that did not help.
  bool (*widen)(Turn&) = nullptr;

  /// Whether `rotations` may take any away from a kind of tile; null: from every kind. What others filter it is asked
  /// about, too.
  bool (*filters)(const Ruleset&, int by, const TileKind&) = nullptr;
  /// Kinds of tiles that it looks for all over the board, beside those with a mark that says so (listed_pieces).
  bool (*lists)(const Ruleset&, int by, const TileKind&) = nullptr;
  /// Takes away orientations, bits of `legal`, in which a tile that fits an open space may not lie there, by what lies
  /// on the board. Those that look the same go together. Positions are read without it: there Expansion::impossible
  /// speaks.
  unsigned (*rotations)(const Ruleset&, int by, const State<Full>&, int kind, int x, int y, unsigned legal) = nullptr;
  /// The same for a whole tile in all open cells at once, `legal` having the orientations of each. Null: each is asked.
  void (*rotations_everywhere)(const Ruleset&, int by, const State<Full>&, int kind,
                               std::span<uint8_t> legal) = nullptr;

  /// Whether the seat to move can set right at once what does not continue what lies around: a road and a field meet,
  /// and an overpass makes a road of the field. Then a tile may lie so. The base game does not join these sides.
  /// Whoever draws such a tile where nothing else fits may refuse it, unless it would go back into the bag (DRAW-3).
  bool (*mends)(const Ruleset&, int by, const State<Full>&) = nullptr;

  /// Whether a completed feature is none any more: it is neither scored nor left.
  bool (*converted)(const Ruleset&, const State<Full>&, int by, int node) = nullptr;
  /// Seats, as bits, that get nothing for a completed feature though they own it, having something else for that.
  unsigned (*forgoes)(const Ruleset&, const State<Full>&, int by, int node) = nullptr;
  /// Whether a figure stays where it is when others would send it home or move it.
  bool (*keeps)(const Ruleset&, const State<Full>&, int by, int figure) = nullptr;

  /// Whenever something has been done in a turn that moved a figure, laid a tile or put a road over one, questions
  /// answered, and before what comes next: what is seen to at once, whoever made it necessary. It asks nothing.
  void (*settle)(Turn&) = nullptr;

  /// After points for a feature have been booked in play: something was taken back for them (ABBOT-2).
  void (*paid)(Turn&, const Scored&) = nullptr;
  /// After a figure has changed its place.
  void (*moved)(Turn&, int figure, Place from) = nullptr;

  /// Adds its terms to what is scored, or changes what others' are worth each; called in the order of `hooks`.
  void (*worth)(const Ruleset&, const State<Full>&, const Scored&, Worth&) = nullptr;

  /// Which of the seats that are `tied` win, as bits: some of them, or all if it says nothing. `nodes` are the roots
  /// whose followers were counted.
  unsigned (*break_tie)(const Ruleset&, const State<Full>&, int by, std::span<const int> nodes,
                        unsigned tied) = nullptr;
};

/// A line of the order of play: who acts at a moment.
struct OrderLine {
  static constexpr uint8_t kBase = 255;
  Moment moment = Moment::placed;
  uint8_t by = kBase;  ///< number of the expansion in Ruleset::added; kBase: the base game
};

/// By number, or by Figure.
struct FigureKinds : std::array<FigureKind, kFigureKinds> {
  using Base = std::array<FigureKind, kFigureKinds>;
  using Base::operator[];
  FigureKind& operator[](Figure kind) { return (*this)[static_cast<int>(kind)]; }
  const FigureKind& operator[](Figure kind) const { return (*this)[static_cast<int>(kind)]; }
};

/// Kinds of tiles from one to another.
struct KindRange {
  KindIndex first = 0, last = 0;
  bool whole = false;  ///< all of them are meant
};

/// Numbers of some of the expansions in play, in their order.
class SomeAdded {
 public:
  void insert(std::size_t by) { by_.at(count_++) = static_cast<uint8_t>(by); }
  const uint8_t* begin() const { return by_.data(); }
  const uint8_t* end() const { return by_.data() + count_; }
  std::size_t size() const { return count_; }

 private:
  std::array<uint8_t, 39> by_{};
  uint8_t count_ = 0;
};

/// The expansions in play; and, so that not all have to be asked, those of them that have a hook when they come.
class AllAdded : std::vector<Added> {
  using Base = std::vector<Added>;

 public:
  using Base::at;
  using Base::begin;
  using Base::data;
  using Base::empty;
  using Base::end;
  using Base::size;
  using Base::operator[];

  void push_back(const Added& added) {
    const Hooks& hooks = *added.hooks;
    if (hooks.join) joining.insert(size());
    if (hooks.allows) add_allowing(added, uint64_t{1} << size());
    if (hooks.strength) changing_strength.insert(size());
    if (hooks.ground) grounding.insert(size());
    if (hooks.rotations) filtering.insert(size());
    if (hooks.converted) converting.insert(size());
    if (hooks.forgoes) forgoing.insert(size());
    if (hooks.keeps) keeping.insert(size());
    if (hooks.settle) settling.insert(size());
    if (hooks.moved) following.insert(size());
    if (hooks.worth) valuing.insert(size());
    if (hooks.mends) mending.insert(size());
    if (hooks.break_tie) breaking_ties.insert(size());
    Base::push_back(added);
  }

  SomeAdded joining, changing_strength, grounding, filtering, converting, forgoing, keeping, settling, following,
      valuing, mending, breaking_ties;

  /// Who has Hooks::allows, as bits: with by_place_alone, and the others. So too by the type of the feature that the
  /// place is on, behind them for other places; and the kinds of figures that somebody of the others may forbid
  /// anything. `closing`: who has Hooks::closes; `opening_besides`: who has to be asked about a feature of a piece that
  /// none of them closes.
  uint64_t opening = 0, allowing = 0, closing = 0;
  std::array<uint64_t, kFeatureTypes> opening_besides{};
  std::array<uint64_t, kFeatureTypes + 1> opening_on{}, allowing_on{};
  std::array<uint64_t, kFigureKinds> allowing_to{};

 private:
  void add_allowing(const Added& added, uint64_t bit) {
    const Hooks& hooks = *added.hooks;
    (hooks.by_place_alone ? opening : allowing) |= bit;
    if (hooks.closes) closing |= bit;
    for (std::size_t type = 0; type <= kFeatureTypes; ++type) {
      const bool feature = type < kFeatureTypes;
      const bool forbids = ((hooks.forbids_on >> type) & 1) != 0;
      if (!hooks.by_place_alone) {
        if (forbids) allowing_on[type] |= bit;
        continue;
      }
      if (forbids && feature) opening_besides[type] |= bit;
      if (forbids || (feature && hooks.closes)) opening_on[type] |= bit;
    }
    for (int kind = 0; kind < kFigureKinds; ++kind)
      if (hooks.forbids_kind < 0 || kind == added.figure + hooks.forbids_kind)
        allowing_to[static_cast<std::size_t>(kind)] |= hooks.by_place_alone ? 0 : bit;
  }
};

/// A number that no other object of the process has or had, copies included. Who keeps what he has made of some rules
/// sees by it whether others, perhaps at the same address, have come.
class Identity {
 public:
  Identity() = default;
  Identity(const Identity&) {}
  Identity& operator=(const Identity&) {
    number_ = next();
    return *this;
  }
  uint64_t number() const { return number_; }

 private:
  static uint64_t next() {
    static std::atomic<uint64_t> last = 0;
    return ++last;
  }
  uint64_t number_ = next();
};

struct Ruleset {
  int seats = 2;  ///< 2..8
  /// Followers stand on everything but gardens (FOLLOWER-2, ABBOT-1).
  FigureKinds figures{{{{7, 0b01111}}}};
  int figure_kinds = 1;     ///< how many of these there are
  bool unequal = false;     ///< some followers do not count one (MAJ-1)
  bool companions = false;  ///< some figures of seats are no followers
  bool parted = false;      ///< some tile has a field side whose halves are in two fields
  bool chapters = false;    ///< some tile has one
  bool pyramids = false;    ///< so too
  bool settles = false;     ///< one of the expansions has Hooks::settle
  ScoringRules scoring;
  bool put_back = false;             ///< an unplaceable tile goes back into the bag (DRAW-3)
  std::vector<TileKind> kinds;       ///< at most 255 for the fast and large kernel
  std::vector<Marks> marks;          ///< by kind
  std::vector<Leads> leads;          ///< by kind
  std::vector<Outlines> outlines;    ///< by kind
  std::vector<Meeting> meeting;      ///< by kind, for `mending`
  std::vector<SecondSquare> second;  ///< by kind; empty: there are no double tiles
  int overpasses = 0;                ///< at most so many are put over tiles (Turn::add_overpass)
  bool debts = false;                ///< a seat may pay more points than it has
  bool mending = false;              ///< one of the expansions has Hooks::mends
  bool closing = false;              ///< there are kinds that close what they touch
  KindIndex start_kind = 0;          ///< SET-3; lies at 0,0 with orientation 0
  std::vector<KindIndex> stack;      ///< kind of every tile but the start tile, in catalogue order
  bool start_lies = true;  ///< false: an expansion lays the first tile at set-up; the start tile is in the stack
  AllAdded added;
  bool bounded = false;        ///< one of them has Hooks::ground
  bool exact = false;          ///< some kind has water: two bits do not say whether sides match
  std::vector<uint8_t> stage;  ///< by kind: tiles with a lower number leave the stack first; empty: all are alike
  static constexpr uint8_t kFirstStage = 1, kStaged = 2, kStagedLast = 3, kNextStage = 4, kLastStage = 5;
  bool instead_waits = false;  ///< until the last of them none is laid instead of drawing (Laid::instead)
  /// By kind: 1 if it stays in the stack until all but `others_left` of the other tiles have left it. Empty: none does.
  std::vector<uint8_t> late;
  KindRange staged, late_range;  ///< in which all kinds are that leave before others, and those that are late
  int before_late = 0;           ///< how many of the others that are
  int others_left = 0;
  std::vector<Pile> piles;
  std::vector<Token> tokens;
  bool parts = false;          ///< an expansion may have the seat place another tile in its turn (Turn::owe_part)
  std::vector<HeldTile> held;  ///< what lies in the piles at first
  int given = 0;               ///< of these: how many the seats get
  int own = 0;                 ///< and how many they have from the start, in another pile
  int begun = 0;               ///< and how many lie beside the start tile before anybody is asked anything
  Identity identity;           ///< rules are not changed once they are played by
  std::vector<OrderLine> order = {{Moment::choose}, {Moment::draw},  {Moment::drawn},   {Moment::tile},
                                  {Moment::figure}, {Moment::score}, {Moment::go_home}, {Moment::turn_ends}};

  /// The line of `order` after that of a moment. REQUIRES: there is one.
  int line_after(Moment moment, int by = OrderLine::kBase) const;
  /// The first line of every turn.
  int first_line() const;
  /// The first line of what a part of a turn consists of: all up to those of Moment::turn_ends.
  int part_line() const;
  /// The first line of Moment::turn_ends.
  int end_line() const;
  /// The first line of Moment::ending at which an expansion acts; none: as many as there are lines.
  int ending_line() const;
  int stage_of(int kind) const { return stage.empty() ? 0 : stage[kind]; }
  bool is_late(int kind) const { return !late.empty() && late[kind] != 0; }
  int last_stage() const { return stage.empty() ? 0 : kLastStage; }
  int tiles() const { return static_cast<int>(stack.size()) + 1; }  ///< without those in piles
  int pieces() const { return tiles() + given + own + begun; }      ///< most tiles that may lie on the table
  int nodes() const;                                                ///< features on all tiles together
  bool squares_only() const;
  bool last_round() const;                ///< there may be one (Pile::last_round)
  bool lasting() const;                   ///< there are tiles with which turns go on (Pile::lasts)
  bool stood_on(FeatureType type) const;  ///< some kind of figures may stand on such features
  /// Neither bag, expansions nor figures beyond followers.
  bool plain_turns() const;
};

}  // namespace bastide
