// The kernel's top floor: whose turn it is and what it consists of (START-2). The plain turn is draw, tile, follower,
// score; hands, reserves, offers, the bag, extra turns and what expansions add branch off where the rules say so, in
// the full kernel only.
#pragma once
#include "core/kernel_scoring.h"

namespace bastide {

template <class Config>
struct Kernel : Scoring<Config> {
  using Base = Scoring<Config>;
  using Base::kinds;
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

  /// TABLE-EXTEND: nothing finds a place. A second table that waits is put there if then something does.
  template <class FindsPlace>
  bool extend_for(const FindsPlace& finds_place) {
    if constexpr (Config::variants) {
      if (!rules.table.second_waits || s.v.extended) return false;
      s.v.extended = true;
      s.v.extended = finds_place();
      return s.v.extended;
    }
    return false;
  }

  bool finds_place(int kind) {
    const auto here = [&] { return this->placeable(kind); };
    return here() || extend_for(here);
  }
  bool hand_finds_place(int seat) {
    const auto here = [&] {
      const auto& hand = s.v.hand[seat];
      return std::any_of(hand.begin(), hand.begin() + s.v.hand_size[seat],
                         [&](int kind) { return this->placeable(kind); });
    };
    return here() || extend_for(here);
  }
  bool stack_finds_place() {
    const auto here = [&] { return placeable_in_stack(); };
    return here() || extend_for(here);
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
      s.v.went_on = s.v.sold = false;
      if (rules.draw.hand > 0) return begin_with_hand();
      if (const int kind = s.v.bought[s.seat] - 1; kind >= 0) {  // HOUSE-BUY: instead of drawing
        s.v.bought[s.seat] = 0;
        if (finds_place(kind)) return begin_placing(kind);
        set_aside(kind);
      } else if (reserve_placeable()) {
        s.phase = Phase::reserve;
        return;
      }
      begin_draw(Drawing::turn);
    }
  }

  /// HALF-3: whether the seat to move may still lay a tile of its reserve in this turn.
  bool reserve_placeable() const {
    const auto& reserve = s.v.reserve[s.seat];
    return !s.v.went_on && std::any_of(reserve.begin(), reserve.begin() + s.v.reserve_size[s.seat],
                                       [&](int kind) { return this->placeable(kind); });
  }

  /// It does not: the turn goes on with a draw.
  void go_on() {
    s.v.went_on = true;
    if (rules.draw.hand > 0)
      draw_hand_anew();
    else
      begin_draw(Drawing::turn);
  }

  /// A draw, if there is something to draw; else the seat has no turn.
  void begin_draw(Drawing drawing) {
    if (s.left == 0) return pass_over();
    if (rules.draw.put_back && !stack_finds_place()) return nothing_fits();
    s.v.drawing = drawing;
    s.phase = Phase::draw;
  }

  void begin_placing(int kind) {
    s.drawn = static_cast<uint8_t>(kind);
    s.phase = Phase::tile;
  }

  void begin_with_hand() {
    if (hand_finds_place(s.seat))
      s.phase = Phase::tile;
    else if (reserve_placeable())
      s.phase = Phase::reserve;
    else
      draw_hand_anew();
  }

  /// HOUSE-PREDRAW, HOUSE-HAND3: a hand that nothing of can be placed is set aside as a whole.
  void draw_hand_anew() {
    uint8_t& size = s.v.hand_size[s.seat];
    for (int i = 0; i < size; ++i) set_aside(s.v.hand[s.seat][i]);
    s.v.went_on = true;
    size = 0;
    begin_draw(Drawing::begin);
  }

  /// DRAW-3: nothing in the bag fits. The game ends, unless another seat holds a tile that does.
  void nothing_fits() {
    for (int seat = 0; seat < rules.seats; ++seat)
      if (hand_finds_place(seat) || (s.v.bought[seat] != 0 && finds_place(s.v.bought[seat] - 1))) return pass_over();
    this->score_at_the_end();
  }

  /// The seat has nothing to place: the next one's turn, or the end. It has had no turn, unless it sold a tile in it.
  void pass_over() {
    if constexpr (Config::variants)
      if (s.v.sold) return next_turn();
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
    if constexpr (Config::variants)
      if (s.v.drawing == Drawing::reserve) return into_reserve(kind);
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
        case Drawing::bury:
          s.v.buried[s.v.buried_size++] = static_cast<uint8_t>(kind);
          return ask_figure();
        case Drawing::reserve:  // not out of the stack
          break;
      }
    }
    if (finds_place(kind)) {
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

  /// What follows the start tile: where that is asked, who begins (START-1); then what everybody holds.
  void begin_game() {
    s.v.turn_seat = s.seat;
    if (rules.names_first)
      s.phase = Phase::begins;
    else
      give_out();
  }

  void begins(int seat) {
    s.seat = s.v.turn_seat = static_cast<uint8_t>(seat);
    give_out();
  }

  /// Reserves and hands are dealt or picked, then the first turn begins.
  void give_out() {
    if (rules.reserve.size == 0) return deal_hands();
    if (rules.reserve.draft) {
      s.seat = seat_before(s.seat);
      s.phase = Phase::pick;
    } else {
      s.v.drawing = Drawing::reserve;
      s.phase = Phase::draw;
    }
  }

  uint8_t seat_before(int seat) const { return static_cast<uint8_t>(seat == 0 ? rules.seats - 1 : seat - 1); }

  void take_from_pool(int kind) {
    const auto begin = s.v.pool.begin();
    *std::find(begin, begin + s.v.pool_left, kind) = s.v.pool[s.v.pool_left - 1];
    --s.v.pool_left;
  }

  /// HALF-2: dealt, each seat gets its tiles in one go; picked, one a round, and the last one to play begins.
  void into_reserve(int kind) {
    take_from_pool(kind);
    uint8_t& size = s.v.reserve_size[s.seat];
    s.v.reserve[s.seat][size++] = static_cast<uint8_t>(kind);
    if (rules.reserve.draft) {
      const bool done = s.seat == s.v.turn_seat && size == rules.reserve.size;
      s.seat = done ? s.seat : seat_before(s.seat);
      if (done) deal_hands();
    } else if (size == rules.reserve.size) {
      s.seat = next_seat(s.seat);
      if (s.seat == s.v.turn_seat) deal_hands();
    }
  }

  void deal_hands() {
    s.v.drawing = Drawing::turn;
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
        begin_with_hand();
    }
  }

  // ---------------------------------------------------------------- placing

  void place(int kind, int cell, int rotation) {
    if constexpr (Config::variants) {
      const bool held =
          rules.draw.hand > 0 && s.phase == Phase::tile && take_out(s.v.hand[s.seat], s.v.hand_size[s.seat], kind);
      if (!held && (rules.draw.hand > 0 || s.phase == Phase::reserve))
        take_out(s.v.reserve[s.seat], s.v.reserve_size[s.seat], kind);
      s.v.again = rules.hole_turn && fills_hole(cell);
    }
    this->lay(kind, cell, rotation);
    if constexpr (Config::variants)
      if (buries()) return;
    ask_figure();
  }

  /// Takes one tile of a kind out of a hand or reserve; false if there is none.
  static bool take_out(auto& tiles, uint8_t& size, int kind) {
    const auto used = std::find(tiles.begin(), tiles.begin() + size, kind);
    if (used == tiles.begin() + size) return false;
    std::copy(used + 1, tiles.begin() + size, used);
    --size;
    return true;
  }

  /// A tile of the stack goes unseen under the one just laid.
  bool buries() {
    const bool wanted = s.left > 0 && std::any_of(rules.hooks.begin(), rules.hooks.end(), [&](const Hooks* hooks) {
                          return hooks->buries && hooks->buries(rules, s);
                        });
    if (wanted) {
      s.v.drawing = Drawing::bury;
      s.phase = Phase::draw;
    }
    return wanted;
  }

  void ask_figure() {
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
    if constexpr (Config::variants)
      if (choices() != 0) {
        s.phase = Phase::choice;
        return;
      }
    refill();
  }

  void refill() {
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

  // ---------------------------------------------------------------- choice and answers (HALF-CROP)

  /// How many things there are to choose from after this turn.
  int choices() const {
    for (const Hooks* hooks : rules.hooks)
      if (const int count = hooks->choices ? hooks->choices(rules, s) : 0; count != 0) return count;
    return 0;
  }

  void answers(std::vector<Move>& moves) const {
    for (const Hooks* hooks : rules.hooks)
      if (hooks->answers) hooks->answers(rules, s, moves);
  }

  void choose(int what) {
    s.v.choice = static_cast<uint8_t>(what + 1);
    ask_answer(next_seat(s.v.turn_seat));
  }

  /// Asks the seats from `seat` round to the one whose turn it was; then the turn goes on.
  void ask_answer(int seat) {
    std::vector<Move> moves;
    for (;; seat = next_seat(seat)) {
      s.seat = static_cast<uint8_t>(seat);
      answers(moves);
      if (!moves.empty()) {
        s.phase = Phase::answer;
        return;
      }
      if (seat == s.v.turn_seat) return end_answers();
    }
  }

  void answer(Move move) {
    if (move.kind == MoveKind::answer)
      for (const Hooks* hooks : rules.hooks)
        if (hooks->answer) hooks->answer(rules, s, move);
    if (s.seat == s.v.turn_seat) return end_answers();
    ask_answer(next_seat(s.seat));
  }

  void end_answers() {
    s.v.choice = 0;
    refill();
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
      const int n = root_beyond(rules, s, cell, side.face);
      open[side.feature] -= 2;
      const auto seen = std::find(root.begin(), root.begin() + roots, n);
      if (seen == root.begin() + roots) {
        open[side.feature] += s.node[n].open();
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
      const int dx = s.watch_x[i] - cell.x, dy = s.watch_y[i] - cell.y;
      if (dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0) && s.node[s.watch_node[i]].open() == 1)
        nodes.insert(s.watch_node[i]);
    }
  }

  NodeSet completable_by(int kind_index) const {
    NodeSet nodes{};
    const TileKind& kind = kinds[kind_index];
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

  /// The points move, the buyer holds the tile, the drawer draws again, if there is something to draw.
  void sell(int buyer) {
    const int points = s.v.offer[buyer];
    s.score[s.seat] = static_cast<int16_t>(s.score[s.seat] + points);
    s.score[buyer] = static_cast<int16_t>(s.score[buyer] - points);
    s.v.bought[buyer] = static_cast<int16_t>(s.drawn + 1);
    if (log) log->sales.push_back({s.seat, buyer, points, s.drawn});
    s.v.sold = true;
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
        if (s.phase == Phase::follower) return end_turn();
        break;
      default:
        break;
    }
    if constexpr (Config::variants) play_variant(move);
  }

  /// Plies of hands, offers, reserves and expansions.
  void play_variant(Move move) {
    switch (s.phase) {
      case Phase::offer:
        return offer(move.value);
      case Phase::sale:
        if (move.kind == MoveKind::sell) return sell(move.value);
        s.phase = Phase::tile;  // no offer is taken
        return;
      case Phase::pick:
        return into_reserve(move.tile);
      case Phase::reserve:
        return go_on();
      case Phase::choice:
        return choose(move.value);
      case Phase::answer:
        return answer(move);
      case Phase::begins:
        return begins(move.value);
      default:
        return;
    }
  }
};

}  // namespace bastide
