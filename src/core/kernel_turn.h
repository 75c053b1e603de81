// The kernel's top floor: whose turn it is and what it consists of (START-2). The plain turn is draw, tile, follower,
// score; hands, reserves, offers, the bag, extra turns and what expansions add branch off where the rules say so, in
// the full kernel only.
#pragma once
#include "core/kernel_scoring.h"
#include "core/turn.h"

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
    if (rules.draw.put_back) s.stack[s.left++] = static_cast<typename S::Kind>(kind);
    if constexpr (Config::variants)
      if (log) log->set_aside.push_back({s.seat, static_cast<KindIndex>(kind), rules.draw.put_back});
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
    s.drawn = static_cast<typename S::Kind>(kind);
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
      if (s.v.pendings != 0) return decide(Move::draw(kind));
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
        case Drawing::reserve:  // not out of the stack
          break;
      }
    }
    if (finds_place(kind)) {
      begin_placing(kind);
      if constexpr (Config::variants) {
        s.v.line = 0;
        go_on_in_turn();
      }
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
    s.v.reserve[s.seat][size++] = static_cast<KindIndex>(kind);
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
    s.v.hand[s.seat][size++] = static_cast<KindIndex>(kind);
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
    }
    this->lay(kind, cell, rotation);
    if constexpr (Config::variants) {
      s.v.line = static_cast<uint8_t>(rules.line_after(Moment::tile));
      go_on_in_turn();
    } else {
      ask_figure();
    }
  }

  /// Takes one tile of a kind out of a hand or reserve; false if there is none.
  static bool take_out(auto& tiles, uint8_t& size, int kind) {
    const auto used = std::find(tiles.begin(), tiles.begin() + size, kind);
    if (used == tiles.begin() + size) return false;
    std::copy(used + 1, tiles.begin() + size, used);
    --size;
    return true;
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

  // ---------------------------------------------------------------- end of a turn

  void end_turn() {
    this->score_completed();
    refill();
  }

  /// The figure is placed, taken back or left.
  void after_figure() {
    if constexpr (Config::variants) {
      s.v.line = static_cast<uint8_t>(rules.line_after(Moment::figure));
      go_on_in_turn();
    } else {
      end_turn();
    }
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

  // ---------------------------------------------------------------- the order of play and the questions in it

  /// The next lines of the order of play, until somebody has to decide.
  void go_on_in_turn() {
    for (;;) {
      if (s.v.pendings != 0) {
        if (ask_top()) return;
        done();
        continue;
      }
      s.seat = s.v.turn_seat;
      const OrderLine line = rules.order[s.v.line++];
      if (line.by != OrderLine::kBase) {
        Turn turn(rules, s, log, line.by);
        rules.hooks[line.by]->at(turn, line.moment);
      } else if (line.moment == Moment::tile) {
        s.phase = Phase::tile;
        return;
      } else if (line.moment == Moment::figure && any_figure_choice()) {
        s.phase = Phase::follower;
        return;
      } else if (line.moment == Moment::score) {
        this->score_completed();
      } else if (line.moment == Moment::turn_ends) {
        return refill();
      }
    }
  }

  /// Puts the question on top; false if its seat has nothing to choose from.
  bool ask_top() {
    const Pending& top = *question(s);
    if (top.seat == kNobody) {
      s.phase = Phase::draw;
      return true;
    }
    s.seat = top.seat;
    s.phase = Phase::ask;
    thread_local std::vector<Move> moves;
    moves.clear();
    rules.hooks[top.by]->options(rules, s, top, moves);
    return !moves.empty();
  }

  /// The question on top is answered: the next seat that waits is asked the same, else it goes.
  void done() {
    Pending& top = s.v.pending[s.v.pendings - 1];
    if (top.waiting == 0) {
      --s.v.pendings;
      return;
    }
    do top.seat = next_seat(top.seat);
    while (((top.waiting >> top.seat) & 1) == 0);
    top.waiting = static_cast<uint8_t>(top.waiting & ~(1u << top.seat));
  }

  void decide(Move move) {
    const Pending asked = *question(s);
    Turn turn(rules, s, log, asked.by);
    rules.hooks[asked.by]->decide(turn, asked, move);
    if (!turn.left()) go_on_in_turn();
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
        return after_figure();
      case MoveKind::take_back:
        this->take_back(move.figure);
        return after_figure();
      case MoveKind::pass:
        if (s.phase == Phase::follower) return after_figure();
        break;
      default:
        break;
    }
    if constexpr (Config::variants) play_variant(move);
  }

  /// Plies of hands, reserves and expansions.
  void play_variant(Move move) {
    switch (s.phase) {
      case Phase::pick:
        return into_reserve(move.tile);
      case Phase::reserve:
        return go_on();
      case Phase::ask:
        return decide(move);
      case Phase::begins:
        return begins(move.value);
      default:
        return;
    }
  }
};

}  // namespace bastide
