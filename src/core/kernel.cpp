#include "core/kernel.h"

#include <cstring>

#include "core/board_stamp.h"
#include "core/by_hand.h"
#include "core/kept_segments.h"
#include "core/kernel_turn.h"

namespace bastide {

static_assert(kMaxHeld >= Full::max_tiles);

template <class Config>
bool fits(const Ruleset& rules) {
  int cloisters = 0;
  const auto count_cloisters = [&](int kind) {
    for (int f = 0; f < rules.kinds[kind].features; ++f) {
      const FeatureType type = rules.kinds[kind].feature[f].type;
      cloisters += counts_nine_spaces(type);
      cloisters += type == FeatureType::building ? 2 : 0;
    }
  };
  count_cloisters(rules.start_kind);
  for (const KindIndex kind : rules.stack) count_cloisters(kind);
  for (const HeldTile& tile : rules.held) count_cloisters(tile.kind);
  return rules.tiles() + static_cast<int>(rules.held.size()) <= Config::max_tiles &&
         rules.nodes() + rules.overpasses <= Config::max_nodes && cloisters <= Config::max_watches &&
         (Config::variants || (rules.squares_only() && rules.plain_turns() && rules.kinds.size() < 256));
}

// ---------------------------------------------------------------- setting up

template <class Config>
void clear(const Ruleset& rules, State<Config>& state) {
  // As State{}, but in place: it is large. What is written before it is read stays as it is in the full kernel.
  const auto zero = [](void* begin, void* end) {
    std::memset(begin, 0, static_cast<std::size_t>(static_cast<std::byte*>(end) - static_cast<std::byte*>(begin)));
  };
  if constexpr (Config::variants) {
    zero(&state, &state.piece);
    zero(&state.twins, &state + 1);
  } else {
    zero(&state, &state + 1);
    static constexpr auto own_parents = [] {
      decltype(State<Config>::parent) parents{};
      for (std::size_t n = 0; n < parents.size(); ++n) parents[n] = static_cast<uint16_t>(n);
      return parents;
    }();
    state.parent = own_parents;
  }
  state.slot.fill(State<Config>::no_cell);
  state.cell[State<Config>::no_cell] = {{0, 0}, State<Config>::not_open};
  state.watch_x.fill(State<Config>::far_away);
  state.supply.fill(rules.figures[0].count);
  if constexpr (Config::variants)
    for (int figure = 0; figure < rules.figure_kinds; ++figure) {
      state.v.first_figure[figure] = state.v.figures;
      for (int i = 0; i < rules.figures[figure].rows(rules.seats); ++i)
        state.v.figure[state.v.figures++] = {
            static_cast<Figure>(figure),
            static_cast<uint8_t>(rules.figures[figure].neutral ? kNobody : i / rules.figures[figure].count),
            {}};
    }
  if constexpr (Config::variants)
    state.v.figures_at[Place::supply] =
        static_cast<uint8_t>(std::count_if(state.v.figure.begin(), state.v.figure.begin() + state.v.figures,
                                           [](const FigureRow& row) { return row.seat != kNobody; }));
  state.left = static_cast<uint16_t>(rules.tiles());
  using Kind = typename State<Config>::Kind;
  std::transform(rules.stack.begin(), rules.stack.end(), state.stack.begin(),
                 [](KindIndex kind) { return static_cast<Kind>(kind); });
  state.stack[rules.stack.size()] = static_cast<Kind>(rules.start_kind);
  if constexpr (Config::variants) {
    state.v.helds = static_cast<uint16_t>(rules.held.size());
    std::copy(rules.held.begin(), rules.held.end(), state.v.held.begin());
  }
}

namespace {

/// Takes a tile out of the stack, or out of a pile that nobody holds; false if there is none.
template <class Config>
bool take_from_box(Kernel<Config>& kernel, int kind) {
  const auto end = kernel.s.stack.begin() + kernel.s.left;
  const auto tile = std::find(kernel.s.stack.begin(), end, kind);
  if (tile != end) {
    kernel.take_from_stack(static_cast<int>(tile - kernel.s.stack.begin()));
    return true;
  }
  if constexpr (Config::variants)
    for (const HeldTile& other : held(kernel.s))
      if (other.kind == kind && other.seat == kNobody) return kernel.take(kind, other.pile, kNobody);
  return false;
}

}  // namespace

/// The same of a double tile that fits so.
static bool set_double(Kernel<Full>& kernel, Move placement, Kernel<Full>::Fit wanted) {
  State<Full>& state = kernel.s;
  const auto fit = kernel.fit_of_double(kernel.kinds[placement.tile], placement.x, placement.y, placement.rotation);
  if ((state.pieces != 0 && fit != wanted) || !take_from_box(kernel, placement.tile)) return false;
  kernel.lay_double(placement.tile, kernel.make_cell(placement.x, placement.y), placement.rotation,
                    wanted == Kernel<Full>::Fit::mended);
  state.turn = static_cast<uint16_t>(state.pieces - 1);
  return true;
}

template <class Config>
bool set_tile(const Ruleset& rules, State<Config>& state, Move placement) {
  Kernel<Config> kernel{rules, state, nullptr};
  if constexpr (Config::variants)
    if (rules.kinds[placement.tile].doubled) return set_double(kernel, placement, Kernel<Full>::Fit::yes);
  int cell = find_cell(state, placement.x, placement.y);
  if (state.pieces == 0) {
    cell = kernel.make_cell(placement.x, placement.y);
  } else {
    if (cell < 0 || state.cell[cell].open == State<Config>::not_open) return false;
    const int legal = kernel.fitting_at(rules.kinds[placement.tile], state.cell[cell].open);
    if (((legal >> placement.rotation) & 1) == 0) return false;
  }
  if (!take_from_box(kernel, placement.tile)) return false;
  kernel.lay(placement.tile, cell, placement.rotation);
  state.turn = static_cast<uint16_t>(state.pieces - 1);
  return true;
}

template <class Config>
bool set_figure(const Ruleset& rules, State<Config>& state, int piece, int feature, int seat, Figure figure) {
  Kernel<Config> kernel{rules, state, nullptr};
  const int root = root_at(state, piece, feature);
  if constexpr (Config::variants)
    if (feature == kOverpass && !overpass_over(state, piece)) return false;
  const auto last = state.completed_node.begin() + state.completed;
  bool scored = is_completed(state, root) && std::find(state.completed_node.begin(), last, root) == last;
  if constexpr (Config::variants) scored = scored && !kernel.converted(root);
  if (kernel.supply_of(seat, figure) == 0 || scored || !rules.figures[figure].stands(state.type[root])) return false;
  kernel.put_figure(piece, feature, seat, figure);
  return true;
}

bool set_overpass(const Ruleset& rules, State<Full>& state, int x, int y, Face from, bool fresh) {
  const int cell = find_cell(state, x, y);
  Kernel<Full> kernel{rules, state, nullptr};
  if (cell < 0 || state.v.overpasses >= rules.overpasses || !kernel.overpass_fits(cell, from)) return false;
  kernel.add_overpass(cell, from);
  if (!fresh) state.v.overpass[state.v.overpasses - 1u].after = 0;
  return true;
}

bool set_two_overpasses(const Ruleset& rules, State<Full>& state, int x, int y, Face from) {
  const FarSide far = kFarSides[from];
  const int cell = find_cell(state, x, y), beyond = find_cell(state, x + far.dx, y + far.dy);
  Kernel<Full> kernel{rules, state, nullptr};
  if (cell < 0 || beyond < 0 || state.v.overpasses + 1 >= rules.overpasses) return false;
  const Face axis = kernel.axis_of(from);
  if (!kernel.overpass_carries(cell, axis) || !kernel.overpass_carries(beyond, axis) ||
      !kernel.leads_out(cell, far.face) || !kernel.leads_out(beyond, from))
    return false;
  for (const int over : {cell, beyond}) {
    kernel.add_overpass(over, axis);
    state.v.overpass[state.v.overpasses - 1u].after = 0;
  }
  return true;
}

bool set_tile_unmended(const Ruleset& rules, State<Full>& state, Move placement) {
  if (rules.mending && rules.kinds[placement.tile].doubled) {
    Kernel<Full> kernel{rules, state, nullptr};
    return set_double(kernel, placement, Kernel<Full>::Fit::mended);
  }
  const int cell = find_cell(state, placement.x, placement.y);
  if (!rules.mending || cell < 0 || state.cell[cell].open == State<Full>::not_open) return false;
  Kernel<Full> kernel{rules, state, nullptr};
  const TileKind& kind = rules.kinds[placement.tile];
  const int mendable = kernel.mendable_at(kind, state.cell[cell].open, 0);
  if (((mendable >> placement.rotation) & 1) == 0 || !take_from_box(kernel, placement.tile)) return false;
  kernel.lay(placement.tile, cell, placement.rotation,
             kernel.continued(state.cell[cell], kind.oriented[placement.rotation]));
  state.turn = static_cast<uint16_t>(state.pieces - 1);
  return true;
}

bool set_tile_anyway(const Ruleset& rules, State<Full>& state, Move placement) {
  const TileKind& kind = rules.kinds[placement.tile];
  const OrientedTile& tile = kind.oriented[placement.rotation];
  if (state.pieces >= Full::max_tiles || state.nodes + kind.features > Full::max_nodes ||
      state.cells + 1 + kMaxSides > Full::max_cells || state.watches + kind.features > Full::max_watches)
    return false;
  const auto is_free = [&](int x, int y) {
    const int c = find_cell(state, x, y);
    return ground_at(rules, state, x, y).ground != Ground::walled &&
           (c < 0 || (state.cell[c].quarters & tile.quarters) == 0);
  };
  if (!is_free(placement.x, placement.y)) return false;
  Kernel<Full> kernel{rules, state, nullptr};
  if (kind.doubled) {
    const FarSide far = kFarSides[kSecondBeyond[placement.rotation]];
    if (!is_free(placement.x + far.dx, placement.y + far.dy) || state.cells + 2 + 2 * kMaxSides > Full::max_cells)
      return false;
    take_from_box(kernel, placement.tile);
    kernel.lay_double(placement.tile, kernel.make_cell(placement.x, placement.y), placement.rotation, true);
    state.completed = 0;
    state.turn = static_cast<uint16_t>(state.pieces - 1);
    return true;
  }
  int cell = find_cell(state, placement.x, placement.y);
  if (cell < 0) cell = kernel.make_cell(placement.x, placement.y);
  take_from_box(kernel, placement.tile);
  const auto signature = state.open_signature[state.cell[cell].open];
  kernel.lay(placement.tile, cell, placement.rotation,
             kind.closes ? signature : kernel.continued(state.cell[cell], tile));
  state.completed = 0;
  state.turn = static_cast<uint16_t>(state.pieces - 1);
  return true;
}

bool set_figure_anyway(const Ruleset& rules, State<Full>& state, int piece, int feature, int seat, Figure figure) {
  Kernel<Full> kernel{rules, state, nullptr};
  const int root = root_at(state, piece, feature);
  if (!rules.figures[figure].stands(state.type[root]) || state.v.standing_count >= kMostStanding ||
      state.v.figures >= kMaxFigures)
    return false;
  const auto last = state.completed_node.begin() + state.completed;
  if (is_completed(state, root) && std::find(state.completed_node.begin(), last, root) == last &&
      !kernel.converted(root)) {
    if (last == state.completed_node.end()) return false;
    state.completed_node[state.completed++] = static_cast<State<Full>::Small>(root);
  }
  if (kernel.supply_of(seat, figure) > 0) {
    kernel.put_figure(piece, feature, seat, figure);
    return true;
  }
  state.v.figure[state.v.figures] = {figure, static_cast<uint8_t>(seat), {}};
  ++state.v.figures_at[Place::supply];
  if (figure == Figure::follower) ++state.supply[seat];
  kernel.move_figure(state.v.figures++, Place::on(piece, feature));
  return true;
}

void resume(const Ruleset& rules, State<Full>& state, Phase phase, State<Full>::Choice choice) {
  const Moment moment = phase == Phase::draw                   ? Moment::draw
                        : phase == Phase::follower             ? Moment::figure
                        : choice == State<Full>::Choice::drawn ? Moment::tile
                                                               : Moment::choose;
  state.phase = phase;
  state.v.choice = choice;
  state.v.line = static_cast<uint8_t>(rules.line_after(moment));
}

bool ask_expansions(const Ruleset& rules, State<Full>& state, Moment moment, int whose) {
  Kernel<Full> kernel{rules, state, nullptr};
  for (std::size_t line = 0; line < rules.order.size(); ++line) {
    const auto [at, by] = rules.order[line];
    if (at != moment || by == OrderLine::kBase || (whose >= 0 && by != whose)) continue;
    state.v.line = static_cast<uint8_t>(line + 1);
    Turn turn(rules, state, nullptr, by);
    rules.added[by].hooks->at(turn, moment);
    for (; state.v.pendings != 0; kernel.done())
      if (kernel.ask_top()) return true;
  }
  return false;
}

template <class Config>
void start(const Ruleset& rules, State<Config>& state, int first) {
  clear(rules, state);
  state.seat = static_cast<uint8_t>(first);
  Kernel<Config> kernel{rules, state, nullptr};
  if (rules.start_lies) {
    --state.left;  // the start tile, which lies last in the stack of an empty table
    bool doubled = false;
    if constexpr (Config::variants) doubled = rules.kinds[rules.start_kind].doubled;
    if constexpr (Config::variants)
      if (doubled) kernel.lay_double(rules.start_kind, kernel.make_cell(0, 0), 0, false);
    if (!doubled) kernel.lay(rules.start_kind, kernel.make_cell(0, 0), 0);
    state.completed = 0;
  }
  if constexpr (Config::variants) {
    state.v.turn_seat = state.seat;
    kernel.go_on();
  }
}

// ---------------------------------------------------------------- legal moves

namespace {

template <class Config>
void list_placements(const Reader<Config>& kernel, int kind, std::vector<Move>& moves) {
  const State<Config>& state = kernel.s;
  const TileKind& placed = kernel.rules.kinds[kind];
  if constexpr (Config::variants)
    if (placed.doubled) {
      kernel.each_double_placement(placed, [&](int x, int y, int rotation) {
        moves.push_back(Move::place(kind, x, y, rotation));
        return true;
      });
      return;
    }
  [[maybe_unused]] OpenRotations everywhere;
  if constexpr (Config::variants) kernel.rotations_everywhere(placed, everywhere);
  for (int i = 0; i < state.open; ++i) {
    const auto& cell = state.cell[state.open_cell[i]];
    unsigned legal = 0;
    if constexpr (Config::variants)
      legal = everywhere[i];
    else
      legal = static_cast<unsigned>(kernel.rotations_at(placed, i));
    for (; legal != 0; legal &= legal - 1) moves.push_back(Move::place(kind, cell.x, cell.y, std::countr_zero(legal)));
  }
}

template <class Config>
void list_tiles(const Reader<Config>& kernel, std::vector<Move>& moves) {
  if constexpr (Config::variants) {
    const auto& v = kernel.s.v;
    if (v.choice != State<Config>::Choice::drawn) {
      kernel.each_kind_to_choose([&](int kind) { list_placements(kernel, kind, moves); });
      if (v.choice == State<Config>::Choice::may_draw) moves.push_back(Move::pass());
      return;
    }
  }
  list_placements(kernel, kernel.s.drawn, moves);
  if constexpr (Config::variants)
    if (kernel.rules.mending && !kernel.rules.put_back && !kernel.fits_unaided(kernel.s.drawn))
      moves.push_back(Move::pass());
}

}  // namespace

template <class Config>
int draw_weight([[maybe_unused]] const Ruleset& rules, const State<Config>& state, int kind) {
  if constexpr (Config::variants)
    if (const Pending* asked = question(state); asked != nullptr && asked->from_pile())
      return static_cast<int>(std::count(held(state).begin(), held(state).end(),
                                         HeldTile{static_cast<KindIndex>(kind), static_cast<uint8_t>(asked->pile())}));
  const auto left = static_cast<int>(std::count(state.stack.begin(), state.stack.begin() + state.left, kind));
  if constexpr (Config::variants)
    if (left != 0 && ((!rules.stage.empty() && rules.stage_of(kind) != running_stage(rules, state)) ||
                      (rules.is_late(kind) && holds_back(rules, state))))
      return 0;
  return left;
}

void outcomes(const Ruleset& rules, const State<Full>& state, std::vector<Chance>& chances) {
  chances.clear();
  const Pending& asked = *question(state);
  rules.added[asked.by].hooks->chances(rules, state, asked, chances);
}

int sum_of_weights(const std::vector<Chance>& chances) {
  int sum = 0;
  for (const Chance& chance : chances) sum += chance.weight;
  return sum;
}

Move outcome_of(const std::vector<Chance>& chances, int number) {
  std::size_t i = 0;
  while (number >= chances[i].weight) number -= chances[i++].weight;
  return chances[i].move;
}

template <class Config>
void legal_moves(const Ruleset& rules, const State<Config>& state, std::vector<Move>& moves) {
  moves.clear();
  const Reader<Config> kernel{rules, state, nullptr};
  switch (state.phase) {
    case Phase::draw:
      if constexpr (Config::variants)
        if (asks_outcome(state)) {
          thread_local std::vector<Chance> chances;  // keeps its memory
          outcomes(rules, state, chances);
          for (const Chance& chance : chances) moves.push_back(chance.move);
          break;
        }
      for (std::size_t kind = 0; kind < rules.kinds.size(); ++kind)
        if (draw_weight(rules, state, static_cast<int>(kind)) > 0) moves.push_back(Move::draw(static_cast<int>(kind)));
      break;
    case Phase::tile:
      list_tiles(kernel, moves);
      break;
    case Phase::follower:
      kernel.list_figures(moves);
      break;
    case Phase::ask:
      if constexpr (Config::variants) {
        const Pending& asked = *question(state);
        rules.added[asked.by].hooks->options(rules, state, asked, moves);
      }
      break;
    case Phase::over:
      break;
  }
}

// ---------------------------------------------------------------- plies

template <class Config>
void apply(const Ruleset& rules, State<Config>& state, Move move, EventLog* log) {
  Kernel<Config>{rules, state, log}.play(move);
}

void try_ply(const Ruleset& rules, State<Full>& state, Move move, std::vector<Move>* answers) {
  thread_local Kernel<Full>::Listed listed;  // keeps its memory
  const PlayedOn played(state);
  Kernel<Full> kernel{rules, state, nullptr};
  kernel.plan = &plan_of(rules);
  kernel.listed = &listed;
  kernel.only_tried = true;
  kernel.play(move);
  if (answers) kernel.list_answers(*answers);
}

template <class Config>
void score_as_the_end(const Ruleset& rules, State<Config>& state, EventLog* log) {
  Kernel<Config> kernel{rules, state, log};
  kernel.at_moment(Moment::scoring);
  kernel.pay_completed();
  kernel.at_moment(Moment::scored);
  kernel.send_completed_home();
  kernel.at_moment(Moment::go_home);
  kernel.score_at_the_end();
}

template <class Config>
int feature_size(const Ruleset& rules, const State<Config>& state, int node) {
  const Reader<Config> kernel{rules, state, nullptr};
  return state.type[node] == FeatureType::field ? 0 : kernel.size_of(node);
}

namespace {

Worth worth_if_scored(const Ruleset& rules, const State<Full>& state, int node, Reason reason, int cities) {
  const Reader<Full> kernel{rules, state, nullptr};
  const int size = state.type[node] == FeatureType::field ? 0 : kernel.size_of(node);
  return kernel.terms_of({node, reason, size, cities});
}

}  // namespace

std::vector<Term> feature_terms(const Ruleset& rules, const State<Full>& state, int node, Reason reason, int cities) {
  const Worth worth = worth_if_scored(rules, state, node, reason, cities);
  return {worth.terms().begin(), worth.terms().end()};
}

int feature_points(const Ruleset& rules, const State<Full>& state, int node, Reason reason) {
  return worth_if_scored(rules, state, node, reason, 0).points();
}

int strength_of(const Ruleset& rules, const State<Full>& state, int figure, int node) {
  return Reader<Full>{rules, state, nullptr}.strength_of(figure, node);
}

Strengths strengths_on(const Ruleset& rules, const State<Full>& state, std::span<const int> nodes) {
  return Reader<Full>{rules, state, nullptr}.strengths(nodes);
}

Majority majority(const Ruleset& rules, const State<Full>& state, int node) {
  const auto& followers = state.node[node].followers;
  if (!followers.any()) return {};
  return Reader<Full>{rules, state, nullptr}.majority(followers, {&node, 1});
}

void Turn::ask(Pending pending) {
  pending.by = static_cast<uint8_t>(by);
  state.v.pending[state.v.pendings++] = pending;
}

void Turn::ask_round(int what, int first, int value) {
  const unsigned all = (1u << rules.seats) - 1;
  ask({.what = static_cast<uint8_t>(what),
       .seat = static_cast<uint8_t>(first),
       .waiting = static_cast<uint8_t>(all & ~(1u << first)),
       .value = static_cast<int16_t>(value)});
}

void Turn::ask_others(int what) {
  const int first = next(active());
  const unsigned all = (1u << rules.seats) - 1;
  ask({.what = static_cast<uint8_t>(what),
       .seat = static_cast<uint8_t>(first),
       .waiting = static_cast<uint8_t>(all & ~(1u << first) & ~(1u << active()))});
}

void Turn::ask_chance(int what, int seat, int pile) {
  ask({.what = static_cast<uint8_t>(what),
       .seat = static_cast<uint8_t>(seat),
       .chance = static_cast<uint8_t>(pile < 0 ? Pending::kFromStack : Pending::kFromPile + this->pile(pile))});
}

void Turn::ask_chance_round(int what, int pile) {
  ask_chance(what, active(), pile);
  state.v.pending[state.v.pendings - 1].waiting = static_cast<uint8_t>(((1u << rules.seats) - 1) & ~(1u << active()));
}

void Turn::ask_outcome(int what, int seat, int value) {
  ask({.what = static_cast<uint8_t>(what),
       .seat = static_cast<uint8_t>(seat),
       .chance = Pending::kOutcome,
       .value = static_cast<int16_t>(value)});
}

void Turn::hold(int kind, int pile, int seat) {
  Kernel<Full>{rules, state, log}.hold(kind, this->pile(pile), seat);
}

bool Turn::take(int kind, int pile, int seat) {
  return Kernel<Full>{rules, state, log}.take(kind, this->pile(pile), seat);
}

void Turn::give_around(int seat, int term, int count, int each, int node, int piece) {
  give_for(seat, term, count, each, node);
  if (log) log->awards.back().around = piece;
}

void Turn::give_for(int seat, int term, int count, int each, int node) {
  Worth worth;
  worth.by = static_cast<uint8_t>(by);
  worth.add(term, count, each);
  if (node < 0)
    return Kernel<Full>{rules, state, log}.book({-1, Reason::bonus}, {}, Majority{.owners = 1u << seat}, worth);
  const int root = root_of(state, node);
  Kernel<Full> kernel{rules, state, log};
  kernel.book({root, Reason::bonus}, state.node[root].followers, kernel.alone(seat, root), worth);
}

void Turn::add_tokens(int token, int seat, int count) {
  const int number = rules.added[by].token + token;
  int16_t& has = tokens_of(rules, state, number)[seat];
  has = static_cast<int16_t>(has + count);
  if (!log || count == 0) return;
  for (TokensMoved& moved : log->tokens)
    if (moved.token == number && moved.seat == seat) {
      moved.count += count;
      return;
    }
  log->tokens.push_back({number, seat, count});
}

void Turn::give_each(int seat, int term, int count, int each, int node) {
  Worth worth;
  worth.by = static_cast<uint8_t>(by);
  worth.add(term, count, each);
  const int root = root_of(state, node);
  Kernel<Full> kernel{rules, state, log};
  Scored what{.node = root, .reason = Reason::bonus, .cities = count};
  kernel.have_a_say(what, worth);
  what.cities = 0;  // it is told as what is given, not as a field
  kernel.book(what, state.node[root].followers, kernel.alone(seat, root), worth);
}

void Turn::score_field(int node, int term, int each) {
  Kernel<Full> kernel{rules, state, log};
  Scored what{root_of(state, node), Reason::field};
  what.cities = kernel.cities_at(what.node);
  what.each = each;
  what.by = static_cast<uint8_t>(by);
  what.name = static_cast<uint8_t>(term);
  kernel.pay_field(what);
}

void Turn::tell_paid(int node) {
  Kernel<Full>{rules, state, log}.tell_paid({root_of(state, node), Reason::bonus});
}

void Turn::heap(int piece) {
  ++state.v.heap[piece];
  if (log) log->heaped.push_back(piece);
}

void Turn::pay(int from, int to, int points) {
  state.score[from] = static_cast<int16_t>(state.score[from] - points);
  state.score[to] = static_cast<int16_t>(state.score[to] + points);
  if (log) log->payments.push_back({from, to, points, static_cast<uint8_t>(by)});
}

void Turn::ask_figure_again() {
  state.v.line = static_cast<uint8_t>(rules.line_after(Moment::figure) - 1);
}

void Turn::clear_space(int x, int y) {
  std::array<int, 2> there = {-1, -1};
  std::size_t count = 0;
  for_each_piece_at(state, x, y, [&](int piece) { there[count++] = piece; });
  send_home([&](const FigureRow& row) { return row.piece() == there[0] || row.piece() == there[1]; });
  if (state.v.figures_at[Place::top] == 0) return;
  for (int number = 0; number < state.v.figures; ++number)
    if (const FigureRow& row = state.v.figure[number]; row.at.kind == Place::top && lies_in(state, row.piece(), x, y))
      move_figure(number, {});
}

void Turn::let_wait(int pile) {
  hold(state.drawn, pile, kNobody);
  if (log) log->set_aside.push_back({state.seat, state.drawn, false, this->pile(pile)});
  draw();
}

void Turn::put_back_all(int pile) {
  const Pile* const sort = &rules.piles[this->pile(pile)];
  for (int i = 0; i < state.v.helds;) {
    const HeldTile tile = state.v.held[i];
    if (&rules.piles[tile.pile] != sort || tile.seat != kNobody) {
      ++i;
      continue;
    }
    state.stack[state.left++] = tile.kind;
    if (log) log->put_back.push_back(tile.kind);
    std::copy(state.v.held.begin() + i + 1, state.v.held.begin() + state.v.helds--, state.v.held.begin() + i);
  }
}

void Turn::set_aside(int kind) {
  Kernel<Full>{rules, state, log}.set_aside(kind);
}

bool Turn::add_overpass(int x, int y, Face from) {
  Kernel<Full> kernel{rules, state, log};
  const int cell = find_cell(state, x, y);
  if (cell < 0 || state.v.overpasses >= rules.overpasses || !kernel.overpass_fits(cell, from)) return false;
  kernel.add_overpass(cell, from);
  return true;
}

bool Turn::finds_place(int kind) {
  return Kernel<Full>{rules, state, log}.finds_place(kind);
}

bool Turn::may_draw() {
  return Kernel<Full>{rules, state, log}.may_draw();
}

void Turn::place_now(int kind) {
  state.drawn = static_cast<KindIndex>(kind);
  state.v.line = static_cast<uint8_t>(rules.line_after(Moment::tile) - 1);
}

void Turn::lay_first(int kind) {
  Kernel<Full> kernel{rules, state, log};
  kernel.lay(kind, kernel.make_cell(0, 0), 0);
  state.completed = 0;
}

void Turn::lay_beside_start(int kind, int x, int y, int rotation) {
  Kernel<Full> kernel{rules, state, log};
  if (rules.kinds[kind].doubled)
    kernel.lay_double(kind, kernel.make_cell(x, y), rotation, false);
  else
    kernel.lay(kind, kernel.make_cell(x, y), rotation);
  state.completed = 0;
}

void Turn::owe_part() {
  if (state.v.part == 0) state.v.part_due = true;
}

bool Turn::may_repeat_part() const {
  const Reader<Full> kernel{rules, state, nullptr};
  return (state.left != 0 && state.v.last_round == 0) || kernel.holds_placeable(active(), Laid::played) ||
         (state.v.last_round == 0 ? kernel.holds_placeable_instead(active())
                                  : kernel.holds_placeable(active(), Laid::instead));
}

void Turn::repeat_part() {
  ++state.v.part;
  state.v.part_due = state.v.declined = false;
  state.v.counts = true;
  state.v.line = static_cast<uint8_t>(rules.part_line());
}

void Turn::choose_again() {
  state.v.declined = true;
  state.v.line = static_cast<uint8_t>(rules.line_after(Moment::choose) - 1);
}

void Turn::draw() {
  state.v.line = static_cast<uint8_t>(rules.line_after(Moment::choose));
}

void Turn::draw_again() {
  state.v.counts = true;
  draw();
}

void Turn::done() {
  Kernel<Full>{rules, state, log}.done();
}

void Turn::place_figure(int seat, Figure figure, Place to) {
  Kernel<Full>{rules, state, log}.put_figure(to.x, to.index, seat, figure);
}

void Turn::move_figure(int figure, Place to) {
  Kernel<Full>{rules, state, log}.move_figure(figure, to);
}

void Turn::send_home_who_goes(int seat, Move move) {
  int last = -1;
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (row.seat == seat && row.figure == move.figure && row.at == Place::on(move.x, move.feature)) last = number;
  }
  move_figure(last, {});
}

void Turn::send_home_if(bool (*meant)(const FigureRow&, const void*), const void* with) {
  Kernel<Full> kernel{rules, state, log};
  kernel.send_home_if([&](const FigureRow& row) {
    return meant(row, with) && !kernel.kept(static_cast<int>(&row - state.v.figure.data()));
  });
}

unsigned legal_rotations(const Ruleset& rules, const State<Full>& state, int kind, int open) {
  return static_cast<unsigned>(Reader<Full>{rules, state, nullptr}.rotations_at(rules.kinds[kind], open));
}

unsigned fitting_rotations(const Ruleset& rules, const State<Full>& state, int kind, int open) {
  return static_cast<unsigned>(Reader<Full>{rules, state, nullptr}.fitting_at(rules.kinds[kind], open));
}

bool overpass_fits(const Ruleset& rules, const State<Full>& state, int x, int y, Face from) {
  const int cell = find_cell(state, x, y);
  return cell >= 0 && Reader<Full>{rules, state, nullptr}.overpass_fits(cell, from);
}

std::vector<int> steps_along_road(const Ruleset& rules, const State<Full>& state, int node) {
  KeptSegments& segments = KeptSegments::of(rules, state);
  std::vector<int> steps(state.nodes, -1), next = {node};
  steps[node] = 0;
  for (std::size_t i = 0; i < next.size(); ++i)
    for (const int other : segments.beside(next[i])) {
      if (steps[other] >= 0) continue;
      steps[other] = steps[next[i]] + 1;
      next.push_back(other);
    }
  return steps;
}

unsigned unmended(const Ruleset& rules, const State<Full>& state, int piece) {
  return Reader<Full>{rules, state, nullptr}.unmended(piece);
}

unsigned unmended_in(const Ruleset& rules, const State<Full>& state, int piece, int cell) {
  return Reader<Full>{rules, state, nullptr}.unmended_in(piece, cell);
}

bool converted(const Ruleset& rules, const State<Full>& state, int node) {
  return Reader<Full>{rules, state, nullptr}.converted(node);
}

unsigned forgone(const Ruleset& rules, const State<Full>& state, int node) {
  return Reader<Full>{rules, state, nullptr}.forgone(node);
}

bool kept(const Ruleset& rules, const State<Full>& state, int figure) {
  return Reader<Full>{rules, state, nullptr}.kept(figure);
}

bool has_room(const Ruleset& rules, const State<Full>& state, int seat, Figure figure, int root) {
  return Reader<Full>{rules, state, nullptr}.has_room(seat, figure, root);
}

bool allowed(const Ruleset& rules, const State<Full>& state, int seat, Figure figure, Place to) {
  return Reader<Full>{rules, state, nullptr}.allowed(seat, figure, to);
}

bool open_to_all(const Ruleset& rules, const State<Full>& state, Place to) {
  return Reader<Full>{rules, state, nullptr}.open_to_all(to);
}

Pieces closed_pieces(const Ruleset& rules, const State<Full>& state) {
  Pieces closed{};
  for (const unsigned by : each_bit(rules.added.closing))
    rules.added[by].hooks->closes(rules, state, static_cast<int>(by), closed);
  return closed;
}

bool open_besides(const Ruleset& rules, const State<Full>& state, Place to) {
  const uint64_t asked = rules.added.opening_besides[static_cast<std::size_t>(type_of(state, to.x, to.index))];
  return Reader<Full>{rules, state, nullptr}.none_forbids(asked, 0, Figure::follower, to);
}

bool allowed_besides(const Ruleset& rules, const State<Full>& state, int seat, Figure figure, Place to) {
  return Reader<Full>{rules, state, nullptr}.allowed_besides(seat, figure, to);
}

int completed_cities_at(const Ruleset& rules, const State<Full>& state, int node) {
  return Reader<Full>{rules, state, nullptr}.cities_at(root_of(state, node));
}

void name_standing(const Ruleset& rules, const State<Full>& state, int figure, Move& move) {
  const FigureRow& row = state.v.figure[figure];
  if (rules.figures[row.figure].follower && state.node[root_at(state, row.piece(), row.feature())].followers.one())
    return;
  for (const int number : standing(state)) {
    const FigureRow& other = state.v.figure[number];
    if (other.at != row.at || !rules.figures[other.figure].follower) continue;
    if (other.seat != row.seat)
      move.value = static_cast<int16_t>(row.seat + 1);
    else if (other.figure != row.figure)
      move.figure = row.figure;
  }
}

int standing_named(const Ruleset& rules, const State<Full>& state, Move move, bool last) {
  int found = -1, alike = -1;
  const bool alone = state.node[root_at(state, move.x, move.feature)].followers.one();
  for (const int number : standing(state)) {
    const FigureRow& row = state.v.figure[number];
    if (row.piece() != move.x || row.feature() != move.feature || !rules.figures[row.figure].follower ||
        (move.value != 0 && row.seat + 1 != move.value))
      continue;
    if (alone) return number;
    if (found < 0 || last) found = number;
    if (row.figure == move.figure && (alike < 0 || last)) alike = number;
  }
  return alike >= 0 ? alike : found;
}

GroundThere ground_at(const Ruleset& rules, const State<Full>& state, int x, int y) {
  GroundThere there;
  if (!rules.bounded) return there;
  for (const uint8_t by : rules.added.grounding) {
    const Hooks& hooks = *rules.added[by].hooks;
    if (!hooks.ground) continue;
    const Ground ground = hooks.ground(rules, by, state, x, y);
    if (ground > there.ground) there = {ground, by};
  }
  return there;
}

bool closed_by_edge(const Ruleset& rules, const State<Full>& state, const State<Full>::Cell& cell,
                    const TileSideDef& side) {
  if (!rules.bounded || side.terrain < Terrain::road) return false;
  const FarSide far = kFarSides[side.face];
  return ground_at(rules, state, cell.x + far.dx, cell.y + far.dy).ground == Ground::walled;
}

void make_room_at(const Ruleset& rules, State<Full>& state, int x, int y) {
  const auto open = [&] { return ground_at(rules, state, x, y).ground == Ground::open; };
  if (!open()) Kernel<Full>{rules, state, nullptr}.widen_for(open);
}

#define BASTIDE_INSTANTIATE(Config)                                                    \
  template bool fits<Config>(const Ruleset&);                                          \
  template void clear(const Ruleset&, State<Config>&);                                 \
  template bool set_tile(const Ruleset&, State<Config>&, Move);                        \
  template bool set_figure(const Ruleset&, State<Config>&, int, int, int, Figure);     \
  template void start(const Ruleset&, State<Config>&, int);                            \
  template int draw_weight(const Ruleset&, const State<Config>&, int);                 \
  template void legal_moves(const Ruleset&, const State<Config>&, std::vector<Move>&); \
  template void apply(const Ruleset&, State<Config>&, Move, EventLog*);                \
  template void score_as_the_end(const Ruleset&, State<Config>&, EventLog*);           \
  template int feature_size(const Ruleset&, const State<Config>&, int);
BASTIDE_INSTANTIATE(Fast)
BASTIDE_INSTANTIATE(Large)
BASTIDE_INSTANTIATE(Full)
#undef BASTIDE_INSTANTIATE

}  // namespace bastide
