#include "expansions/hills_and_sheep.h"

#include <algorithm>
#include <array>

#include "core/kernel.h"
#include "core/turn.h"

namespace bastide {
namespace {

// ---------------------------------------------------------------- vineyards and hills

constexpr std::array<OptionRead, 4> kOptions = {{{"hills_and_sheep", {"2018", "2014"}},
                                                 {"hill_tie", {"most"}},
                                                 {"vineyard_garden", {"on"}},
                                                 {"halflings", {"first", "draft"}}}};
enum Options : uint8_t { box, most_on_hills, gardens_too, half_tiles };

bool in_play(const Added::Options& options) {
  return options[box] != 0 || options[half_tiles] != 0;
}

enum MarkNumber : uint8_t { vineyard, hill, sheep };
constexpr std::array<MarkSpec, 3> kMarks = {
    {{"vineyard", "HALF-VINEYARD", 2.5}, {"hill", "HALF-HILL", 1.5}, {"sheep", "HALF-SHEEP"}}};

enum Piles : uint8_t { buried };
constexpr std::array<PileSpec, 1> kPiles = {
    {{.name = "buried", .pile = {.sight = Sight::nobody}, .rule = "HALF-HILL", .by_seat = false}}};

constexpr std::array<Question, 1> kQuestions = {
    {{.name = "bury", .moment = Moment::placed, .rule = "HALF-HILL", .of_chance = true, .mark = "under:"}}};

/// Of vineyards two names, by the rules that say so.
enum Terms : uint8_t { half_vineyards, vineyards };
constexpr std::array<TermSpec, 2> kTerms = {
    {{.name = "half-vineyards", .rule = "HALF-VINEYARD", .lies = Lies::marks, .mark = vineyard, .in_title = true},
     {.name = "vineyards", .rule = "VINE-1", .lies = Lies::marks, .mark = vineyard, .in_title = true}}};

/// VINE-1, HALF-VINEYARD: for each vineyard in the nine spaces of a completed cloister.
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  const Added& added = rules.added[worth.by];
  const FeatureType type = state.type[what.node];
  const bool counts = type == FeatureType::cloister || (type == FeatureType::garden && added.option[gardens_too] != 0);
  if (what.reason != Reason::completed || !counts) return;
  const int there =
      sum_around(state, what.node, [&](const auto& piece) { return marks_on(rules, worth.by, piece.kind, vineyard); });
  if (there > 0) worth.add(added.option[box] != 0 ? vineyards : half_vineyards, there, 3);
}

/// Whether a hill lies in the space of a tile, on it or on the tile beside it.
bool on_hill(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  bool hills = false;
  for_each_piece_in(state, state.piece[piece].cell,
                    [&](int p) { hills |= marks_on(rules, by, state.piece[p].kind, hill) > 0; });
  return hills;
}

/// HILL-3, HALF-HILL: a tie goes to those who have a follower on a hill, by `hill_tie=most` the most.
unsigned seats_on_hills(const Ruleset& rules, const State<Full>& state, int by, std::span<const int> nodes,
                        unsigned tied) {
  std::array<int, kMaxSeats> there{};
  for (const int figure : standing(state)) {
    const FigureRow& placed = state.v.figure[figure];
    const int root = root_at(state, placed.piece(), placed.feature());
    if (rules.figures[placed.figure].follower && ((tied >> placed.seat) & 1) != 0 &&
        std::find(nodes.begin(), nodes.end(), root) != nodes.end() && on_hill(rules, state, by, placed.piece()))
      ++there[placed.seat];
  }
  const int wanted = rules.added[by].option[most_on_hills] != 0 ? *std::max_element(there.begin(), there.end()) : 1;
  unsigned winners = 0;
  for (int seat = 0; wanted > 0 && seat < rules.seats; ++seat)
    if (there[seat] >= wanted) winners |= 1u << seat;
  return winners != 0 ? winners : tied;
}

/// HILL-1: a tile of the stack goes unseen under a hill just laid.
void bury(Turn& turn, Moment) {
  if (last_tile_has(turn.rules, turn.state, turn.by, hill)) turn.ask_chance(0, turn.active());
}

bool buries_nothing(const Ruleset& rules, int by, Moment, int kind, bool) {
  return kind < 0 || marks_on(rules, by, kind, hill) == 0;
}

void decide_buried(Turn& turn, const Pending&, Move move) {
  turn.done();
  turn.hold(move.tile, buried, kNobody);
}

/// Under each hill lies one tile at most.
Impossible impossible_hills(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const Pending* asked = question(state);
  int hills = 0;
  for (int p = 0; p < state.pieces; ++p) hills += marks_on(rules, by, state.piece[p].kind, hill);
  if (asked != nullptr && asked->by == by) --hills;
  if (held_by(state, added.pile + buried, kNobody) > std::max(0, hills)) return {"buried", "HALF-HILL"};
  return {};
}

std::string_view tie_rule(const Added& added) {
  return added.option[box] != 0 ? "HILL-3" : "HALF-HILL";
}

constexpr Hooks kHillHooks = {
    .at = bury, .idle = buries_nothing, .decide = decide_buried, .worth = worth, .break_tie = seats_on_hills};

// ---------------------------------------------------------------- shepherds

constexpr std::array<OptionRead, 2> kShepherdOptions = {
    {{"hills_and_sheep", {"2018", "2014"}}, {"sheep_printed", {"one"}}}};
enum ShepherdOptions : uint8_t { one_printed = 1 };

constexpr uint8_t kOnFields = 1u << static_cast<int>(FeatureType::field);
constexpr std::array<FigureSpec, 1> kFigures = {
    {{.name = "shepherd",
      .kind = {.count = 1, .stands_on = kOnFields, .follower = false, .stays = true},
      .rule = "SHEEP-2",
      .box_rule = "SHEEP-1"}}};

/// SHEEP-1: how many tokens there are of each sort. A token of sort i has i + 1 sheep; wolves are always in the bag.
constexpr int kSorts = 4, kWolves = 2;
constexpr std::array<int, kSorts> kTokensOf = {4, 5, 5, 2};
constexpr std::array<TokenSpec, kSorts> kTokens = {
    {{"sheep-1", "SHEEP-3"}, {"sheep-2", "SHEEP-3"}, {"sheep-3", "SHEEP-3"}, {"sheep-4", "SHEEP-3"}}};

enum Verbs : uint8_t { verb_grow, verb_guide, verb_sheep, verb_wolf };
constexpr std::array<Verb, 4> kVerbs = {{{"flock:grow", Takes::nothing, "SHEEP-5"},
                                         {"flock:home", Takes::nothing, "SHEEP-6"},
                                         {"sheep", Takes::number, "SHEEP-3"},
                                         {"wolf", Takes::nothing, "SHEEP-5"}}};

enum Questions : uint8_t { ask_flock, ask_token };
constexpr std::array<Question, 2> kShepherdQuestions = {{{.name = "flock", .moment = Moment::acted, .rule = "SHEEP-4"},
                                                         {.name = "flock-token",
                                                          .moment = Moment::acted,
                                                          .rule = "SHEEP-3",
                                                          .of_chance = true,
                                                          .outcome = true,
                                                          .behind = ask_flock}}};

enum ShepherdTerms : uint8_t { flock };
constexpr std::array<TermSpec, 1> kShepherdTerms = {
    {{.name = "flock", .rule = "SHEEP-6", .times = false, .bonus = true}}};

Figure shepherd(const Ruleset& rules, int by) {
  return static_cast<Figure>(rules.added[by].figure);
}

const FigureRow& shepherd_of(const Ruleset& rules, const State<Full>& state, int by, int seat) {
  return state.v.figure[first_figure(rules, state, seat, shepherd(rules, by))];
}

/// The root of the field where a seat's shepherd stands; -1: it does not.
int field_of(const Ruleset& rules, const State<Full>& state, int by, int seat) {
  const FigureRow& row = shepherd_of(rules, state, by, seat);
  return row.at.kind == Place::feature ? root_at(state, row.piece(), row.feature()) : -1;
}

bool tended(const Ruleset& rules, const State<Full>& state, int by, int field) {
  for (int seat = 0; seat < rules.seats; ++seat)
    if (field_of(rules, state, by, seat) == field) return true;
  return false;
}

/// SHEEP-2: no two shepherds are put in one field.
bool allows(const Ruleset& rules, const State<Full>& state, int by, int, Figure figure, Place to) {
  return figure != shepherd(rules, by) || !tended(rules, state, by, root_at(state, to.x, to.index));
}

/// Whether the tile laid last is part of a field.
bool reaches(const Ruleset& rules, const State<Full>& state, int field) {
  const int last = state.pieces - 1;
  for (int f = 0; f < rules.kinds[state.piece[last].kind].features; ++f)
    if (root_at(state, last, f) == field) return true;
  return false;
}

/// Whether something can still be laid beside a face of a space.
bool open_at(const Ruleset& rules, const State<Full>& state, const State<Full>::Cell& cell, Face face) {
  if (face >= falling) return cell.quarters != kAllQuarters;
  const FarSide far = kFarSides[face];
  const int n = find_cell(state, cell.x + far.dx, cell.y + far.dy);
  if (n >= 0 && ((state.cell[n].quarters >> far.face) & 1) != 0) return false;
  return ground_at(rules, state, cell.x + far.dx, cell.y + far.dy).ground != Ground::walled;
}

/// SHEEP-8
bool can_grow(const Ruleset& rules, const State<Full>& state, int field) {
  int node = field;
  do {
    const auto& piece = state.piece[state.ring.piece[node]];
    for (const int cell : {piece.cell, piece.second}) {
      if (cell == State<Full>::no_cell) continue;
      const OrientedTile& tile = part_in(rules, piece, cell);
      for (int i = 0; i < tile.sides; ++i) {
        const TileSideDef& side = tile.side[i];
        const bool mine = side.terrain != Terrain::city && side.terrain != Terrain::none &&
                          (side.ports[0] == node - piece.node || side.ports[1] == node - piece.node);
        if (mine && open_at(rules, state, state.cell[cell], side.face)) return true;
      }
    }
    node = state.ring.next[node];
  } while (node != field);
  return false;
}

/// SHEEP-11: the sheep drawn on tiles of a field.
int printed(const Ruleset& rules, const State<Full>& state, int by, int field) {
  const auto drawn_by = std::find_if(rules.added.begin(), rules.added.end(),
                                     [](const Added& added) { return added.hooks == &kHillHooks; });
  if (drawn_by == rules.added.end()) return 0;
  const std::size_t mark = drawn_by->mark + std::size_t{sheep};
  int count = 0;
  for (int p = 0; p < state.pieces; ++p) {
    const Marks& marks = rules.marks[state.piece[p].kind];
    if (marks.count[mark] != 0 && root_at(state, p, marks.feature[mark]) == field)
      count += rules.added[by].option[one_printed] != 0 ? 1 : marks.count[mark];
  }
  return count;
}

/// Shepherds of a field go home; what they had goes into the bag with them (`moved`).
void send_home(Turn& turn, int field) {
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    if (field_of(turn.rules, turn.state, turn.by, seat) == field)
      turn.move_figure(first_figure(turn.rules, turn.state, seat, shepherd(turn.rules, turn.by)), {});
}

/// SHEEP-6, SHEEP-7: for every shepherd of the field all of its sheep.
void guide_home(Turn& turn, int field) {
  int flock_size = printed(turn.rules, turn.state, turn.by, field);
  const auto there = [&](int seat) { return field_of(turn.rules, turn.state, turn.by, seat) == field; };
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    for (int sort = 0; there(seat) && sort < kSorts; ++sort) flock_size += (sort + 1) * turn.tokens(sort, seat);
  for (int seat = 0; seat < turn.rules.seats; ++seat)
    if (there(seat)) turn.give(seat, flock, flock_size, field);
  send_home(turn, field);
}

/// SHEEP-8: flocks in fields that cannot grow any more. Not only those of the tile laid last: one that closes what it
/// touches has none.
void close_fields(Turn& turn) {
  for (int seat = 0; seat < turn.rules.seats; ++seat) {
    const int field = field_of(turn.rules, turn.state, turn.by, seat);
    if (field >= 0 && !can_grow(turn.rules, turn.state, field)) guide_home(turn, field);
  }
}

/// SHEEP-3, SHEEP-4: the active seat's shepherd was put there just now, or its field has grown.
void tend(Turn& turn, Moment) {
  const int seat = turn.active();
  const int field = field_of(turn.rules, turn.state, turn.by, seat);
  if (field < 0 || !reaches(turn.rules, turn.state, field)) return close_fields(turn);
  if (shepherd_of(turn.rules, turn.state, turn.by, seat).piece() == turn.state.pieces - 1)
    turn.ask_outcome(ask_token, seat);
  else
    turn.ask({.what = ask_flock, .seat = static_cast<uint8_t>(seat)});
}

/// SHEEP-12: what is in the bag.
void chances(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Chance>& all) {
  for (int sort = 0; sort < kSorts; ++sort) {
    int left = kTokensOf[sort];
    for (int seat = 0; seat < rules.seats; ++seat)
      left -= tokens_of(rules, state, rules.added[asked.by].token + sort, seat);
    if (left > 0) all.push_back({Move::act_with(asked.by, verb_sheep, sort + 1), left});
  }
  all.push_back({Move::act(asked.by, verb_wolf), kWolves});
}

/// SHEEP-13: whatever took a shepherd, its tokens go into the bag.
void moved(Turn& turn, int figure, Place) {
  const FigureRow& row = turn.state.v.figure[figure];
  if (row.seat == kNobody || row.figure != shepherd(turn.rules, turn.by) || row.at.kind != Place::supply) return;
  for (int sort = 0; sort < kSorts; ++sort)
    if (const int count = turn.tokens(sort, row.seat); count > 0) turn.add_tokens(sort, row.seat, -count);
}

void options(const Ruleset&, const State<Full>&, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what != ask_flock) return;
  moves.push_back(Move::act(asked.by, verb_grow));
  moves.push_back(Move::act(asked.by, verb_guide));
}

void decide(Turn& turn, const Pending& asked, Move move) {
  turn.done();
  const int seat = asked.seat, field = field_of(turn.rules, turn.state, turn.by, seat);
  if (move.verb == verb_grow) return turn.ask_outcome(ask_token, seat);
  if (move.verb == verb_guide) guide_home(turn, field);
  if (move.verb == verb_wolf) send_home(turn, field);
  if (move.verb == verb_sheep) turn.add_tokens(move.value - 1, seat, 1);
  close_fields(turn);
}

/// Tokens lie with shepherds, no more of them than there are.
Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  for (int sort = 0; sort < kSorts; ++sort) {
    int sum = 0;
    for (int seat = 0; seat < rules.seats; ++seat) {
      const int count = tokens_of(rules, state, added.token + sort, seat);
      sum += count;
      if (count != 0 && field_of(rules, state, by, seat) < 0) return {"stray", "SHEEP-3", seat};
    }
    if (sum > kTokensOf[sort]) return {"tokens", "SHEEP-1", -1, sort + 1};
  }
  const Pending* asked = question(state);
  if (asked != nullptr && asked->by == by && field_of(rules, state, by, asked->seat) < 0)
    return {"nobody", "SHEEP-4", asked->seat};
  return {};
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  const Pending* asked = question(state);
  if (asked != nullptr) return asked->by == by && asked->what == ask_flock ? "SHEEP-4" : "";
  const bool puts = move.kind == MoveKind::follower && move.figure == shepherd(rules, by);
  if (!puts || move.feature >= rules.kinds[state.piece[state.pieces - 1].kind].features) return {};
  return allows(rules, state, by, state.seat, move.figure, Place::on(state.pieces - 1, move.feature)) ? "" : "SHEEP-2";
}

constexpr Hooks kShepherdHooks = {.at = tend,
                                  .options = options,
                                  .chances = chances,
                                  .decide = decide,
                                  .allows = allows,
                                  .forbids_kind = 0,
                                  .moved = moved};

}  // namespace

constexpr Expansion kHills = {.id = "hills",
                              .options = kOptions,
                              .in_play = in_play,
                              .hooks = &kHillHooks,
                              .marks = kMarks,
                              .piles = kPiles,
                              .impossible = impossible_hills,
                              .questions = kQuestions,
                              .terms = kTerms,
                              .tie_rule = tie_rule};

constexpr Expansion kHillsAndSheep = {.id = "hills-and-sheep",
                                      .options = kShepherdOptions,
                                      .hooks = &kShepherdHooks,
                                      .figures = kFigures,
                                      .tokens = kTokens,
                                      .impossible = impossible,
                                      .verbs = kVerbs,
                                      .questions = kShepherdQuestions,
                                      .terms = kShepherdTerms,
                                      .why_illegal = why_illegal};

}  // namespace bastide
