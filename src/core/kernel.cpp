#include "core/kernel.h"

#include "core/kernel_impl.h"

namespace bastide {

template <class Config>
bool fits(const Ruleset& rules) {
  int cloisters = 0;
  const auto count_cloisters = [&](int kind) {
    for (int f = 0; f < rules.kinds[kind].features; ++f)
      cloisters += rules.kinds[kind].feature[f].type == FeatureType::cloister;
  };
  count_cloisters(rules.start_kind);
  for (const uint8_t kind : rules.stack) count_cloisters(kind);
  return rules.tiles() <= Config::max_tiles && rules.segments() <= Config::max_segments &&
         rules.nodes() <= Config::max_nodes && cloisters <= Config::max_watches &&
         (Config::faces == kFaces || rules.squares_only());
}

template <class Config>
void clear(const Ruleset& rules, State<Config>& state) {
  state = State<Config>{};
  state.table.fill(State<Config>::none);
  state.supply.fill(rules.followers);
  state.left = static_cast<uint16_t>(rules.tiles());
  std::copy(rules.stack.begin(), rules.stack.end(), state.stack.begin());
  state.stack[rules.stack.size()] = rules.start_kind;
}

template <class Config>
bool set_tile(const Ruleset& rules, State<Config>& state, Move placement) {
  Kernel<Config> kernel{rules, state, nullptr};
  const auto end = state.stack.begin() + state.left;
  const auto tile = std::find(state.stack.begin(), end, placement.tile);
  if (tile == end) return false;
  int cell = find_cell(state, placement.x, placement.y);
  if (state.pieces == 0) {
    cell = kernel.make_cell(placement.x, placement.y);
  } else {
    if (cell < 0 || state.cell[cell].open == State<Config>::none) return false;
    const auto signature = state.open_signature[state.cell[cell].open];
    if (!((Kernel<Config>::legal_rotations(rules.kinds[placement.tile], state.cell[cell], signature) >>
           placement.rotation) &
          1))
      return false;
  }
  kernel.take_from_stack(static_cast<int>(tile - state.stack.begin()));
  kernel.lay(placement.tile, cell, placement.rotation);
  state.turn = static_cast<uint16_t>(state.pieces - 1);
  return true;
}

template <class Config>
bool set_figure(const Ruleset& rules, State<Config>& state, int piece, int feature, int seat) {
  Kernel<Config> kernel{rules, state, nullptr};
  const int root = root_at(state, piece, feature);
  const auto& node = state.node[root];
  const auto last = state.completed_node.begin() + state.completed;
  const bool scored = node.completed && std::find(state.completed_node.begin(), last, root) == last;
  if (state.supply[seat] == 0 || scored ||
      (node.type == FeatureType::field && rules.scoring.fields == FieldScoring::none))
    return false;
  kernel.put_figure(piece, feature, seat, Figure::follower);
  return true;
}

template <class Config>
void start(const Ruleset& rules, State<Config>& state) {
  clear(rules, state);
  --state.left;  // the start tile, which lies last in the stack of an empty table
  Kernel<Config> kernel{rules, state, nullptr};
  kernel.lay(rules.start_kind, kernel.make_cell(0, 0), 0);
  state.completed = 0;
}

template <class Config>
int draw_weight(const State<Config>& state, int kind) {
  return static_cast<int>(std::count(state.stack.begin(), state.stack.begin() + state.left, kind));
}

template <class Config>
void legal_moves(const Ruleset& rules, const State<Config>& state, std::vector<Move>& moves) {
  moves.clear();
  // The kernel's reading functions leave the state as it is.
  const Kernel<Config> kernel{rules, const_cast<State<Config>&>(state), nullptr};
  switch (state.phase) {
    case Phase::draw:
      for (std::size_t kind = 0; kind < rules.kinds.size(); ++kind)
        if (draw_weight(state, static_cast<int>(kind)) > 0) moves.push_back(Move::draw(static_cast<int>(kind)));
      break;
    case Phase::tile:
      for (int i = 0; i < state.open; ++i) {
        const auto& cell = state.cell[state.open_cell[i]];
        const int legal = Kernel<Config>::legal_rotations(rules.kinds[state.drawn], cell, state.open_signature[i]);
        for (int r = 0; r < 4; ++r)
          if ((legal >> r) & 1) moves.push_back(Move::place(state.drawn, cell.x, cell.y, r));
      }
      break;
    case Phase::follower:
      for (unsigned free = kernel.free_features(); free != 0; free &= free - 1)
        moves.push_back(Move::follower(std::countr_zero(free)));
      moves.push_back(Move::pass());
      break;
    case Phase::over:
      break;
  }
}

template <class Config>
void apply(const Ruleset& rules, State<Config>& state, Move move, EventLog* log) {
  Kernel<Config> kernel{rules, state, log};
  switch (move.kind) {
    case MoveKind::draw: {
      const auto begin = state.stack.begin();
      kernel.take_from_stack(static_cast<int>(std::find(begin, begin + state.left, move.tile) - begin));
      if (kernel.placeable(rules.kinds[move.tile]))
        kernel.begin_placing(move.tile);
      else
        kernel.set_aside();
      break;
    }
    case MoveKind::tile:
      kernel.lay(move.tile, find_cell(state, move.x, move.y), move.rotation);
      if (kernel.free_features() != 0)
        state.phase = Phase::follower;
      else
        kernel.end_turn();
      break;
    case MoveKind::follower:
      kernel.put_figure(state.pieces - 1, move.feature, state.seat, move.figure);
      kernel.end_turn();
      break;
    case MoveKind::pass:
      kernel.end_turn();
      break;
  }
}

template <class Config>
int feature_size(const State<Config>& state, int node) {
  return state.node[node].type == FeatureType::field ? 0 : Kernel<Config>::size_of(state.node[node]);
}

template <class Config>
int feature_points(const Ruleset& rules, const State<Config>& state, int node, bool completed) {
  const Kernel<Config> kernel{rules, const_cast<State<Config>&>(state), nullptr};
  return kernel.points_of(state.node[node], feature_size(state, node), completed);
}

#define BASTIDE_INSTANTIATE(Config)                                                    \
  template bool fits<Config>(const Ruleset&);                                          \
  template void clear(const Ruleset&, State<Config>&);                                 \
  template bool set_tile(const Ruleset&, State<Config>&, Move);                        \
  template bool set_figure(const Ruleset&, State<Config>&, int, int, int);             \
  template void start(const Ruleset&, State<Config>&);                                 \
  template int feature_size(const State<Config>&, int);                                \
  template int feature_points(const Ruleset&, const State<Config>&, int, bool);        \
  template int draw_weight(const State<Config>&, int);                                 \
  template void legal_moves(const Ruleset&, const State<Config>&, std::vector<Move>&); \
  template void apply(const Ruleset&, State<Config>&, Move, EventLog*);
BASTIDE_INSTANTIATE(Fast)
BASTIDE_INSTANTIATE(Full)
#undef BASTIDE_INSTANTIATE

}  // namespace bastide
