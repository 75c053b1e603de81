// The kernel's top floor: whose turn it is and what it consists of (START-2). The plain turn is draw, tile, follower,
// score; hands, offers, the bag and extra turns branch off where the rules say so, in the full kernel only.
#pragma once
#include "core/kernel_scoring.h"

namespace bastide {

template <class Config>
struct Kernel : Scoring<Config> {
  using Base = Scoring<Config>;
  using Base::log;
  using Base::rules;
  using Base::s;
  using typename Base::S;
  using typename Base::Small;
  using NodeSet = Bits<(Config::max_nodes + 63) / 64>;
  using Drawing = typename S::Drawing;

  Kernel(const Ruleset& game_rules, S& state, EventLog* event_log) : Base{{game_rules, state, event_log}} {}

  // ---------------------------------------------------------------- the stack

  void take_from_stack(int index) { s.stack[index] = s.stack[--s.left]; }

  /// A tile that found no place: gone (DRAW-2), or back into the bag (DRAW-3).
  void set_aside(int kind) {
    if (rules.draw.put_back) s.stack[s.left++] = static_cast<uint8_t>(kind);
    if constexpr (Config::variants)
      if (log) log->set_aside.push_back({s.seat, static_cast<uint8_t>(kind), rules.draw.put_back});
  }

  bool placeable_in_stack() const {
    NodeSet tried{};
    for (int i = 0; i < s.left; ++i) {
      if (tried.contains(s.stack[i])) continue;
      tried.insert(s.stack[i]);
      if (this->placeable(s.stack[i])) return true;
    }
    return false;
  }

  // ---------------------------------------------------------------- begin of a turn

  void begin_turn() {
    if constexpr (!Config::variants) {
      s.phase = Phase::draw;
    } else {
      s.seat = s.v.turn_seat;
      if (rules.draw.hand > 0) return begin_with_hand();
      if (const int kind = s.v.bought[s.seat] - 1; kind >= 0) {  // HOUSE-BUY: instead of drawing
        s.v.bought[s.seat] = 0;
        if (this->placeable(kind)) return begin_placing(kind);
        set_aside(kind);
      }
      begin_draw(Drawing::turn);
    }
  }

  /// A draw, if there is something to draw; else the seat has no turn.
  void begin_draw(Drawing drawing) {
    if (s.left == 0) return pass_over();
    if (rules.draw.put_back && !placeable_in_stack()) return nothing_fits();
    s.v.drawing = drawing;
    s.phase = Phase::draw;
  }

  void begin_placing(int kind) {
    s.drawn = static_cast<uint8_t>(kind);
    s.phase = Phase::tile;
  }

  /// HOUSE-PREDRAW, HOUSE-HAND3: a hand that nothing of can be placed is set aside as a whole and drawn anew.
  void begin_with_hand() {
    uint8_t& size = s.v.hand_size[s.seat];
    const auto& hand = s.v.hand[s.seat];
    if (std::any_of(hand.begin(), hand.begin() + size, [&](int kind) { return this->placeable(kind); })) {
      s.phase = Phase::tile;
      return;
    }
    for (int i = 0; i < size; ++i) set_aside(hand[i]);
    size = 0;
    begin_draw(Drawing::begin);
  }

  /// DRAW-3: nothing in the bag fits. The game ends, unless another seat holds a tile that does.
  void nothing_fits() {
    for (int seat = 0; seat < rules.seats; ++seat) {
      const auto& hand = s.v.hand[seat];
      const bool held = std::any_of(hand.begin(), hand.begin() + s.v.hand_size[seat],
                                    [&](int kind) { return this->placeable(kind); });
      if (held || (s.v.bought[seat] != 0 && this->placeable(s.v.bought[seat] - 1))) return pass_over();
    }
    this->score_at_the_end();
  }

  /// The seat has nothing to place: the next one's turn, or the end.
  void pass_over() {
    if (nothing_left()) return this->score_at_the_end();
    s.v.turn_seat = next_seat(s.v.turn_seat);
    begin_turn();
  }

  /// END-1: stack and hands are used up.
  bool nothing_left() const {
    if (s.left != 0) return false;
    if constexpr (Config::variants)
      for (int seat = 0; seat < rules.seats; ++seat)
        if (s.v.hand_size[seat] != 0 || s.v.bought[seat] != 0) return false;
    return true;
  }

  uint8_t next_seat(int seat) const { return static_cast<uint8_t>(seat + 1 == rules.seats ? 0 : seat + 1); }

  // ---------------------------------------------------------------- draws

  void draw(int kind) {
    const auto begin = s.stack.begin();
    take_from_stack(static_cast<int>(std::find(begin, begin + s.left, kind) - begin));
    if constexpr (Config::variants) {
      switch (s.v.drawing) {
        case Drawing::turn:
          break;
        case Drawing::first:
          this->lay(kind, this->make_cell(0, 0), 0);
          s.completed = 0;
          return begin_game();
        case Drawing::deal:
        case Drawing::begin:
        case Drawing::refill:
          return into_hand(kind);
      }
    }
    if (this->placeable(kind)) {
      begin_placing(kind);
      if constexpr (Config::variants)
        if (rules.draw.offers && completable_only_by(kind).count() != 0) begin_offers();
      return;
    }
    set_aside(kind);
    if constexpr (Config::variants)
      begin_draw(Drawing::turn);
    else if (s.left == 0)
      this->score_at_the_end();
  }

  /// What follows the start tile: hands are dealt seat by seat, or the first turn begins.
  void begin_game() {
    s.v.turn_seat = s.seat;
    if (!rules.draw.deal) return begin_turn();
    s.v.drawing = Drawing::deal;
    s.phase = Phase::draw;
  }

  void into_hand(int kind) {
    uint8_t& size = s.v.hand_size[s.seat];
    s.v.hand[s.seat][size++] = static_cast<uint8_t>(kind);
    if (size < rules.draw.hand && s.left > 0) return;
    switch (s.v.drawing) {
      case Drawing::deal:
        s.seat = next_seat(s.seat);
        if (s.seat == s.v.turn_seat || s.left == 0) begin_turn();
        break;
      case Drawing::refill:
        next_turn();
        break;
      default:
        begin_turn();
    }
  }

  // ---------------------------------------------------------------- placing

  void place(int kind, int cell, int rotation) {
    if constexpr (Config::variants) {
      if (rules.draw.hand > 0) {
        uint8_t& size = s.v.hand_size[s.seat];
        auto& hand = s.v.hand[s.seat];
        const auto used = std::find(hand.begin(), hand.begin() + size, kind);
        std::copy(used + 1, hand.begin() + size, used);
        --size;
      }
      s.v.again = rules.hole_turn && fills_hole(cell);
    }
    this->lay(kind, cell, rotation);
    if (any_figure_choice())
      s.phase = Phase::follower;
    else
      end_turn();
  }

  bool any_figure_choice() const {
    if (this->free_features() != 0) return true;
    if constexpr (Config::variants)
      for (int figure = 1; figure < kFigureKinds; ++figure)
        if (this->free_features(static_cast<Figure>(figure)) != 0 ||
            this->returnable(s.seat, static_cast<Figure>(figure)) >= 0)
          return true;
    return false;
  }

  /// HOUSE-HOLE: an empty space whose four neighbours all hold something.
  bool fills_hole(int c) const {
    const auto& cell = s.cell[c];
    return cell.quarters == 0 && occupied(s, cell.x, cell.y - 1) && occupied(s, cell.x + 1, cell.y) &&
           occupied(s, cell.x, cell.y + 1) && occupied(s, cell.x - 1, cell.y);
  }

  // ---------------------------------------------------------------- end of a turn

  void end_turn() {
    this->score_completed();
    if constexpr (Config::variants) {
      if (s.v.hand_size[s.seat] < rules.draw.hand && s.left > 0) {
        s.v.drawing = Drawing::refill;
        s.phase = Phase::draw;
        return;
      }
    }
    next_turn();
  }

  void next_turn() {
    ++s.turn;
    if (nothing_left()) {
      s.seat = next_seat(s.seat);
      return this->score_at_the_end();
    }
    if constexpr (Config::variants) {
      const int last = s.v.turn_seat;
      const bool again = s.v.again;
      s.v.again = false;
      if (!again) s.v.turn_seat = next_seat(last);
      begin_turn();
      // The game may have ended for want of a tile that fits (DRAW-3), or the seat been passed over.
      if (log) log->again = again && s.v.turn_seat == last && s.phase != Phase::over;
    } else {
      s.seat = next_seat(s.seat);
      begin_turn();
    }
  }

  // ---------------------------------------------------------------- offers (HOUSE-BUY)

  /// Unfinished features on the board that a placement would complete.
  void add_completed_by(const OrientedTile& tile, const TileKind& kind, const typename S::Cell& cell,
                        unsigned signature, NodeSet& nodes) const {
    std::array<int, kMaxSides> root{}, owner{};
    std::array<int, kMaxTileFeatures> open{}, group{};
    int roots = 0;
    for (int f = 0; f < kind.features; ++f) {
      open[f] = kind.feature[f].sides;
      group[f] = f;
    }
    for (int i = 0; i < tile.sides; ++i) {
      const TileSideDef& side = tile.side[i];
      if (side.terrain == Terrain::field) continue;
      if (this->closed_by_edge(cell, side)) --open[side.feature];
      if (((signature >> (2 * side.face)) & 3) == 0) continue;
      const auto ref = cell.offered[side.face];
      const auto& piece = s.piece[ref.piece];
      const int n = root_at(s, ref.piece, rules.kinds[piece.kind].oriented[piece.rotation].side[ref.side].feature);
      open[side.feature] -= 2;
      const auto seen = std::find(root.begin(), root.begin() + roots, n);
      if (seen == root.begin() + roots) {
        open[side.feature] += s.node[n].open;
        root[roots] = n;
        owner[roots++] = side.feature;
      } else {  // two features of the tile join through this one
        const int from = group[owner[seen - root.begin()]], to = group[side.feature];
        std::replace(group.begin(), group.begin() + kind.features, from, to);
      }
    }
    for (int i = 0; i < roots; ++i) {
      int sum = 0;
      for (int f = 0; f < kind.features; ++f)
        if (group[f] == group[owner[i]]) sum += open[f];
      if (sum == 0) nodes.insert(root[i]);
    }
    if (cell.quarters != 0) return;
    for (int i = 0; i < s.watches; ++i) {
      const auto& watch = s.watch[i];
      const int dx = watch.x - cell.x, dy = watch.y - cell.y;
      if (dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0) && s.node[watch.node].open == 1)
        nodes.insert(watch.node);
    }
  }

  NodeSet completable_by(int kind_index) const {
    NodeSet nodes{};
    const TileKind& kind = rules.kinds[kind_index];
    for (int i = 0; i < s.open; ++i) {
      const int legal = this->rotations_at(kind, i);
      for (int r = 0; r < 4; ++r)
        if ((legal >> r) & 1)
          add_completed_by(kind.oriented[r], kind, s.cell[s.open_cell[i]], s.open_signature[i], nodes);
    }
    return nodes;
  }

  /// What the drawn tile can now complete and no other tile left can: in the stack, or bought and held.
  NodeSet completable_only_by(int drawn) const {
    NodeSet only = completable_by(drawn);
    NodeSet tried{};
    const auto also = [&](int kind) {
      if (tried.contains(kind) || only.count() == 0) return;
      tried.insert(kind);
      only.remove(completable_by(kind));
    };
    for (int i = 0; i < s.left; ++i) also(s.stack[i]);
    for (int seat = 0; seat < rules.seats; ++seat)
      if (s.v.bought[seat] != 0) also(s.v.bought[seat] - 1);
    return only;
  }

  bool asked(int seat) const { return s.score[seat] > 0 && s.v.bought[seat] == 0; }

  /// The others are asked in turn order; who has no points, or still holds a bought tile, is not.
  void begin_offers() {
    s.v.offer.fill(0);
    ask_from(next_seat(s.v.turn_seat));
  }

  void ask_from(int seat) {
    while (seat != s.v.turn_seat && !asked(seat)) seat = next_seat(seat);
    if (seat != s.v.turn_seat) {
      s.phase = Phase::offer;
    } else {
      const bool any = std::any_of(s.v.offer.begin(), s.v.offer.end(), [](int points) { return points > 0; });
      s.phase = any ? Phase::sale : Phase::tile;
    }
    s.seat = static_cast<uint8_t>(seat);
  }

  void offer(int points) {
    s.v.offer[s.seat] = static_cast<int16_t>(points);
    ask_from(next_seat(s.seat));
  }

  /// The points move, the buyer holds the tile, the drawer draws again; after the last tile the turn ends instead.
  void sell(int buyer) {
    const int points = s.v.offer[buyer];
    s.score[s.seat] = static_cast<int16_t>(s.score[s.seat] + points);
    s.score[buyer] = static_cast<int16_t>(s.score[buyer] - points);
    s.v.bought[buyer] = static_cast<int16_t>(s.drawn + 1);
    if (log) log->sales.push_back({s.seat, buyer, points, s.drawn});
    if (s.left == 0) return next_turn();
    begin_draw(Drawing::turn);
  }

  // ---------------------------------------------------------------- plies

  void play(Move move) {
    switch (move.kind) {
      case MoveKind::draw:
        return draw(move.tile);
      case MoveKind::tile:
        return place(move.tile, find_cell(s, move.x, move.y), move.rotation);
      case MoveKind::follower:
        this->put_figure(s.pieces - 1, move.feature, s.seat, move.figure);
        return end_turn();
      case MoveKind::take_back:
        this->take_back(move.figure);
        return end_turn();
      case MoveKind::pass:
        if (s.phase != Phase::sale) return end_turn();
        s.phase = Phase::tile;  // no offer is taken
        return;
      case MoveKind::offer:
      case MoveKind::sell:
        if constexpr (Config::variants) trade(move);
        return;
    }
  }

  void trade(Move move) {
    if (move.kind == MoveKind::offer)
      offer(move.value);
    else
      sell(move.value);
  }
};

}  // namespace bastide
