// The kernel's top floor: whose turn it is and what it consists of (START-2). The plain turn is draw, tile, follower,
// score; the full kernel goes line by line through the order of play, in which expansions have theirs.
#pragma once
#include "core/kernel_scoring.h"
#include "core/plan.h"
#include "core/turn.h"

namespace bastide {

template <class Config, class Subject = State<Config>>
struct Kernel : Scoring<Config, Subject> {
  using Base = Scoring<Config, Subject>;
  using Base::kinds;
  using Base::log;
  using Base::rules;
  using Base::s;
  using typename Base::S;
  using typename Base::Small;
  using KindSet = Bits<kMaxKinds / 64>;
  using Choice = typename S::Choice;

  Kernel(const Ruleset& game_rules, S& state, EventLog* event_log) : Base{{game_rules, state, event_log}} {}

  /// The moves of a question; of the figure question only what expansions add, the others being known by kind of
  /// figure.
  struct Listed {
    std::vector<Move> moves;
    std::array<uint16_t, kFigureKinds> free{};  ///< features that may take one, as bits
    uint32_t back = 0;                          ///< kinds of which one may be taken back
    uint32_t own = 0;                           ///< how many moves these two are, and the pass; 0: none of them
    uint32_t count() const { return own + static_cast<uint32_t>(moves.size()); }
  };

  /// For who chooses one of them at random: where the moves of a question are listed when it is asked, so that it is
  /// not listed once to see whether there is a choice and once more to choose. Null: nowhere.
  Listed* listed = nullptr;

  /// Where a kind of tile fits for a seat, as long as there were no more changes than then (State::Variants).
  struct Counted : Fitting<Full> {
    int kind = -1, seat = 0;
    uint16_t changes = 0;
  };

  /// Counts them unless they are. REQUIRES: it is no double tile.
  void count_placements(int kind, Counted& to) const {
    if (to.kind == kind && to.seat == s.seat && to.changes == s.v.changes) return;
    const TileKind& placed = kinds[kind];
    if (this->fits_by_table(placed) && !(rules.mending && this->may_mend()))
      count_fitting(placed, s, to);
    else
      count_one_by_one(placed, to);
    to.kind = kind;
    to.seat = s.seat;
    to.changes = s.v.changes;
  }

  [[gnu::noinline]] void count_one_by_one(const TileKind& placed, Counted& to) const {
    OpenRotations legal;
    this->rotations_everywhere(placed, legal);
    count_found(legal, s.open, to);
  }

  /// The same as a list, in the order of legal_moves.
  void list_answers(std::vector<Move>& moves) const {
    moves.clear();
    if (s.phase != Phase::ask && s.phase != Phase::follower) return;
    if (s.phase == Phase::follower && listed->own != 0)
      for (const unsigned i : each_bit(plan->placed_figures)) {
        const auto figure = static_cast<Figure>(i);
        for (const unsigned f : each_bit(unsigned{listed->free[i]}))
          moves.push_back(Move::follower(static_cast<int>(f), figure));
        if (((listed->back >> i) & 1) != 0) moves.push_back(Move::take_back(figure));
      }
    moves.insert(moves.end(), listed->moves.begin(), listed->moves.end());
    if (s.phase == Phase::follower && listed->own != 0) moves.push_back(Move::pass());
  }

  /// Nobody plays on: a turn that begins is not gone on with to where its tile is chosen or drawn, as long as it is
  /// clear that there is one.
  bool only_tried = false;
  bool stops_before_tile() const { return only_tried && s.left != 0 && s.v.last_round == 0 && !rules.put_back; }

  /// For who places what is drawn at random: where it is counted when it is drawn. Null: nowhere.
  Counted* counted = nullptr;

  /// For who plays by the same rules again and again: what they are asked for in every turn, looked up. Null: nothing.
  const Plan* plan = nullptr;
  /// What it says for the tile laid last; null: not looked up since the board may have changed.
  const Plan::Step* steps = nullptr;

  uint8_t line_after_tile() const {
    return plan ? plan->after_tile : static_cast<uint8_t>(rules.line_after(Moment::tile));
  }
  uint8_t line_after_figure() const {
    return plan ? plan->after_figure : static_cast<uint8_t>(rules.line_after(Moment::figure));
  }

  // ---------------------------------------------------------------- the stack

  void take_from_stack(int index) { s.stack[index] = s.stack[--s.left]; }

  void take_kind_from_stack(int kind) {
    if constexpr (Config::variants) {
      take_from_stack(first_lane(s.stack.data(), static_cast<KindIndex>(kind)));
    } else {
      const auto begin = s.stack.begin();
      take_from_stack(static_cast<int>(std::find(begin, begin + s.left, kind) - begin));
    }
  }

  /// A tile that found no place: gone (DRAW-2), or back into the bag (DRAW-3).
  void set_aside(int kind) {
    const bool back = rules.put_back && rules.stage_of(kind) == rules.last_stage();
    if (back) s.stack[s.left++] = static_cast<typename S::Kind>(kind);
    if constexpr (Config::variants)
      if (log) log->set_aside.push_back({s.seat, static_cast<KindIndex>(kind), back});
  }

  /// Nothing finds a place: an expansion makes more ground, if then something does.
  template <class FindsPlace>
  bool widen_for(const FindsPlace& finds_place) {
    if constexpr (Config::variants) {
      for (std::size_t by = 0; rules.bounded && by < rules.added.size(); ++by) {
        const auto widen = rules.added[by].hooks->widen;
        if (!widen) continue;
        const auto memory = s.v.memory;
        Turn turn(rules, s, log, static_cast<int>(by));
        if (widen(turn) && finds_place()) {
          if (log) log->widened.push_back(static_cast<uint8_t>(by));
          return true;
        }
        s.v.memory = memory;
      }
    }
    return false;
  }

  /// The same as finds_place, counting them.
  bool counted_places(int kind) {
    if (kinds[kind].doubled) return finds_place(kind);
    count_placements(kind, *counted);
    if (counted->total != 0) return true;
    counted->kind = -1;  // more ground is no change of the board
    return rules.bounded && finds_place(kind);
  }
  bool finds_place(int kind) {
    const auto here = [&] { return this->placeable(kind); };
    return here() || (rules.bounded && widen_for(here));
  }
  bool stack_finds_place() {
    const auto here = [&] { return placeable_in_stack(); };
    return here() || widen_for(here);
  }

  bool before_last_stage() const {
    if constexpr (Config::variants)
      return !rules.stage.empty() && s.left != 0 && running_stage(rules, s) != rules.last_stage();
    return false;
  }

  bool placeable_in_stack() const {
    KindSet tried{};
    const bool back = holds_back(rules, s);
    for (int i = 0; i < s.left; ++i) {
      if (tried.contains(s.stack[i]) || (back && rules.is_late(s.stack[i]))) continue;
      tried.insert(s.stack[i]);
      if (this->placeable(s.stack[i])) return true;
    }
    return false;
  }

  // ---------------------------------------------------------------- tiles in piles

  void hold(int kind, int pile, int seat) {
    s.v.held[s.v.helds++] = {static_cast<KindIndex>(kind), static_cast<uint8_t>(pile), static_cast<uint8_t>(seat)};
  }

  /// Takes one tile out of a pile; false if there is none.
  bool take(int kind, int pile, int seat) {
    const HeldTile wanted = {static_cast<KindIndex>(kind), static_cast<uint8_t>(pile), static_cast<uint8_t>(seat)};
    const auto end = s.v.held.begin() + s.v.helds;
    const auto tile = std::find(s.v.held.begin(), end, wanted);
    if (tile == end) return false;
    auto gap = tile;
    if (seat == kNobody) {  // these have no order: the last one fills the gap
      for (auto other = tile; other != end; ++other)
        if (other->pile == pile && other->seat == seat) gap = other;
      *tile = *gap;
    }
    std::copy(gap + 1, end, gap);
    --s.v.helds;
    return true;
  }

  /// A tile that keeps turns going when nothing else is left.
  bool holds_lasting(int seat) const {
    if (!rules.lasting()) return false;
    for (const HeldTile& tile : held(s))
      if (tile.seat == seat && rules.piles[tile.pile].lasts && this->placeable(tile.kind)) return true;
    return false;
  }

  /// Whether some of these have to be laid.
  bool must_lay_lasting() const {
    return std::any_of(rules.piles.begin(), rules.piles.end(), [](const Pile& pile) { return pile.must; });
  }

  /// Any tile that may be laid instead of drawing, whatever is left.
  bool holds_placeable_instead(int seat) const {
    for (const HeldTile& tile : held(s))
      if (tile.seat == seat && rules.piles[tile.pile].laid == Laid::instead && this->placeable(tile.kind)) return true;
    return false;
  }

  /// Whether there are piles of which tiles are laid so.
  bool is_laid(Laid laid) const {
    return std::any_of(rules.piles.begin(), rules.piles.end(), [&](const Pile& pile) { return pile.laid == laid; });
  }

  bool holds_any(int seat) const {
    unsigned count = 0;  // of all, which takes compilers fewer steps than to look for one
    for (const HeldTile& tile : held(s)) count += tile.seat == seat;
    return count != 0;
  }

  bool holds_placeable(int seat, Laid laid) const {
    if (!is_laid(laid) || !holds_any(seat)) return false;
    for (const HeldTile& tile : held(s))
      if (tile.seat == seat && laid_now(rules, s, tile, laid) && this->placeable(tile.kind)) return true;
    return false;
  }

  /// Whether a tile that keeps the game going finds a place.
  bool playing_on_finds_place(int seat) {
    const auto here = [&] {
      for (const HeldTile& tile : held(s))
        if (tile.seat == seat && rules.piles[tile.pile].plays_on && this->placeable(tile.kind)) return true;
      return false;
    };
    return here() || widen_for(here);
  }

  /// Calls `visit(kind)` for every kind once that the seat to move holds in a pile of which a tile may be laid so.
  template <class Visit>
  void each_kind_held(Laid laid, const Visit& visit) const {
    const std::span<const HeldTile> tiles = held(s);
    for (std::size_t pile = 0; pile < rules.piles.size(); ++pile) {
      if (rules.piles[pile].laid != laid) continue;
      for (auto tile = tiles.begin(); tile != tiles.end(); ++tile)
        if (tile->pile == pile && tile->seat == s.seat && laid_now(rules, s, *tile, laid) &&
            std::find(tiles.begin(), tile, *tile) == tile)
          visit(tile->kind);
    }
  }

  /// The same for all tiles that it may lay where it chooses one of those that it holds.
  template <class Visit>
  void each_kind_to_choose(const Visit& visit) const {
    if (s.v.choice == Choice::held) each_kind_held(Laid::played, visit);
    if (!s.v.declined) each_kind_held(Laid::instead, visit);
  }

  /// Whether the seat to move has to lay one of the tiles that it holds, or may.
  bool choose_held() {
    const auto must = [&] { return holds_placeable(s.seat, Laid::played); };
    if (must() || (rules.bounded && widen_for(must)) ||
        (!s.v.declined && is_for_lasting(rules, s) && must_lay_lasting() && holds_lasting(s.seat)))
      s.v.choice = Choice::held;
    else if (!s.v.declined && !(rules.instead_waits && before_last_stage()) && holds_placeable(s.seat, Laid::instead))
      s.v.choice = Choice::may_draw;
    else
      return false;
    s.phase = Phase::tile;
    return true;
  }

  // ---------------------------------------------------------------- draws

  /// Whether the seat to move may draw; else its turn is over, or the game.
  bool may_draw() {
    if (s.left == 0 || s.v.last_round != 0) {
      pass_over();
      return false;
    }
    if (!rules.put_back || before_last_stage() || stack_finds_place()) return true;
    // DRAW-3: nothing in the bag fits. The game ends, unless another seat holds a tile that does; in a second part of
    // the turn only that ends.
    if (s.v.part != 0) {
      pass_over();
      return false;
    }
    for (int seat = 0; seat < rules.seats; ++seat)
      if (!is_gone(s, seat) && playing_on_finds_place(seat)) {
        pass_over();
        return false;
      }
    end_before(s.v.turn_seat);
    return false;
  }

  /// The seat has nothing to place: the next one's turn, or the end. It has had no turn, unless that counts.
  void pass_over() {
    if (s.v.part != 0) {
      s.v.line = static_cast<uint8_t>(rules.end_line());
      return;
    }
    if (s.v.last_round != 0) return after_last_turn();
    if (s.v.counts && !(rules.lasting() && nothing_left())) return next_turn();
    if (nothing_left()) {
      if (!must_lay_lasting() || !holds_lasting(s.v.turn_seat)) return end_before(s.v.turn_seat);
      s.v.declined = false;  // it went on to draw, and finds that it has nothing else
      s.v.line = static_cast<uint8_t>(rules.part_line());
      return;
    }
    begin_turn(next_with_turns(s.v.turn_seat));
    if (log) log->again = false;
  }

  /// Nothing is left, and it would be this seat's turn: the last round begins with it if there is one
  /// (Pile::last_round), else the game is over.
  void end_before(uint8_t seat) {
    if constexpr (Config::variants)
      if (rules.last_round()) {
        s.v.last_round = static_cast<uint8_t>(seat == 0 ? rules.seats : seat);
        s.v.again = false;
        if (log) log->again = false;
        return last_turn_from(seat);
      }
    finish();
  }

  /// The next seat from this one on that can lay such a tile has a turn more, without what belongs to the start of one.
  void last_turn_from(uint8_t seat) {
    while (is_gone(s, seat) || !holds_placeable(seat, Laid::instead)) {
      if (seat + 1 == s.v.last_round) return finish();
      seat = next_seat(seat);
    }
    begin_turn(seat);
    s.v.line = static_cast<uint8_t>(rules.line_after(Moment::choose) - 1);
  }

  void after_last_turn() {
    s.v.again = false;
    if (s.v.turn_seat + 1 == s.v.last_round) return finish();
    last_turn_from(next_seat(s.v.turn_seat));
  }

  /// The final scoring, after what expansions do and ask before it.
  void finish() {
    if constexpr (Config::variants) {
      if (log) log->again = false;
      if (const int line = rules.ending_line(); line != static_cast<int>(rules.order.size())) {
        s.v.line = static_cast<uint8_t>(line);
        s.v.turn_seat = 0;  // nobody's turn
        return;
      }
    }
    this->score_at_the_end();
  }

  bool nothing_left() const { return bastide::nothing_left(rules, s); }

  /// The same, and the seat whose turn would be next has no tile with which turns go on.
  bool nothing_left_for_next() const {
    if constexpr (Config::variants) return nothing_left() && !holds_lasting(next_with_turns(s.v.turn_seat));
    return nothing_left();
  }

  uint8_t next_seat(int seat) const { return static_cast<uint8_t>(seat + 1 == rules.seats ? 0 : seat + 1); }

  /// The next one that has turns; if none has any, itself.
  uint8_t next_with_turns(int seat) const {
    uint8_t next = next_seat(seat);
    while (is_gone(s, next) && next != seat) next = next_seat(next);
    return next;
  }

  void draw_for_turn(int kind) {
    take_kind_from_stack(kind);
    s.drawn = static_cast<typename S::Kind>(kind);
    go_on();
  }

  void draw(int kind) {
    if constexpr (Config::variants) {
      if (const Pending* asked = question(s)) {
        if (asked->chance == Pending::kFromStack)
          take_kind_from_stack(kind);
        else
          take(kind, asked->pile(), kNobody);
        return decide(Move::draw(kind));
      }
      draw_for_turn(kind);
    } else {
      take_kind_from_stack(kind);
      if (finds_place(kind)) {
        s.drawn = static_cast<typename S::Kind>(kind);
        s.phase = Phase::tile;
        return;
      }
      set_aside(kind);
      if (s.left == 0) finish();
    }
  }

  // ---------------------------------------------------------------- placing

  void place(int kind, int cell, int rotation) {
    if constexpr (Config::variants)
      if (s.v.choice != Choice::drawn) take_out(kind);
    if constexpr (Config::variants) {
      const auto signature = s.open_signature[s.cell[cell].open];
      const bool mends = rules.mending && !kinds[kind].closes;
      if (kinds[kind].doubled)
        this->lay_double(kind, cell, rotation, mends);
      else
        this->lay(kind, cell, rotation,
                  mends ? this->continued(s.cell[cell], kinds[kind].oriented[rotation]) : signature);
      s.v.line = line_after_tile();
      steps = nullptr;
      go_on();
    } else {
      this->lay(kind, cell, rotation);
      ask_figure();
    }
  }

  /// The drawn tile fits only where something would have to be set right (Hooks::mends), and the seat does not want to.
  void refuse() {
    set_aside(s.drawn);
    s.v.declined = true;
    s.v.line = static_cast<uint8_t>(rules.part_line());
    go_on();
  }

  /// Out of what the seat to move holds: first out of the pile that is played from.
  void take_out(int kind) {
    for (std::size_t pile = 0; pile < rules.piles.size(); ++pile)
      if (rules.piles[pile].laid != Laid::never && take(kind, static_cast<int>(pile), s.seat)) return;
  }

  void ask_figure() {
    if (any_figure_choice())
      s.phase = Phase::follower;
    else
      end_turn();
  }

  bool any_figure_choice() const {
    if (this->free_features() != 0) return true;
    if constexpr (Config::variants) {
      for (int figure = 1; figure < rules.figure_kinds; ++figure)
        if (this->free_features(static_cast<Figure>(figure)) != 0 ||
            this->returnable(s.seat, static_cast<Figure>(figure)) >= 0)
          return true;
      thread_local std::vector<Move> moves;
      moves.clear();
      join(moves);
      return !moves.empty();
    }
    return false;
  }

  /// All that may be chosen where a figure may be placed or taken back.
  void list_figures(std::vector<Move>& moves) const {
    const int figures = Config::variants ? rules.figure_kinds : 1;
    typename Base::ForAll for_all;
    for (int i = 0; i < figures; ++i) {
      const auto figure = static_cast<Figure>(i);
      for (unsigned free = this->free_features(figure, for_all); free != 0; free &= free - 1)
        moves.push_back(Move::follower(std::countr_zero(free), figure));
      if (this->returnable(s.seat, figure) >= 0) moves.push_back(Move::take_back(figure));
    }
    if constexpr (Config::variants)
      if (join(moves)) return;
    moves.push_back(Move::pass());
  }

  /// The same for who chooses at random. Whether there is a choice but the pass.
  [[gnu::noinline]] bool list_figures_to_choose() const {
    listed->moves.clear();
    listed->back = 0;
    listed->own = 1;
    typename Base::ForAll for_all;
    const Plan::Places& on_tile = plan->places(s.piece[s.pieces - 1].kind);
    for (const unsigned i : each_bit(plan->placed_figures)) {
      const unsigned free = this->free_among(on_tile[i], static_cast<Figure>(i), for_all);
      listed->free[i] = static_cast<uint16_t>(free);
      for (unsigned rest = free; rest != 0; rest &= rest - 1) ++listed->own;
      if (this->returnable(s.seat, static_cast<Figure>(i)) < 0) continue;
      listed->back |= 1u << i;
      ++listed->own;
    }
    if (join(listed->moves)) listed->own = 0;
    return listed->count() > 1 || listed->own == 0;
  }

  /// Plays the k-th of them, in the order of list_figures.
  void choose_figure(uint32_t k) {
    if (listed->own == 0 || k + 1 >= listed->own) {
      const std::size_t added = listed->own == 0 ? k : k + 1 - listed->own;
      return added == listed->moves.size() ? after_figure() : play(listed->moves[added]);
    }
    for (const unsigned i : each_bit(plan->placed_figures)) {
      for (unsigned rest = listed->free[i]; rest != 0; rest &= rest - 1) {
        if (k-- != 0) continue;
        this->put_figure(s.pieces - 1, std::countr_zero(rest), s.seat, static_cast<Figure>(i));
        return after_figure();
      }
      if (((listed->back >> i) & 1) == 0 || k-- != 0) continue;
      this->take_back(static_cast<Figure>(i));
      return after_figure();
    }
  }

  /// What expansions add to the figure question; true: nothing else may be chosen.
  bool join(std::vector<Move>& moves) const {
    const std::size_t others = moves.size();
    for (const uint8_t by : rules.added.joining) {
      const Hooks& hooks = *rules.added[by].hooks;
      if (!hooks.join || !hooks.join(rules, s, static_cast<int>(by), moves)) continue;
      moves.erase(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(others));
      return true;
    }
    return false;
  }

  // ---------------------------------------------------------------- end of a turn

  void end_turn() {
    this->score_completed();
    next_turn();
    if constexpr (Config::variants) go_on();
  }

  /// The figure is placed, taken back or left.
  void after_figure() {
    if constexpr (Config::variants) {
      s.v.line = line_after_figure();
      go_on();
    } else {
      end_turn();
    }
  }

  void next_turn() {
    ++s.turn;
    if constexpr (Config::variants)
      if (s.v.last_round != 0) return after_last_turn();
    if (nothing_left_for_next()) {
      s.seat = next_seat(s.seat);
      if constexpr (Config::variants)
        return end_before(next_seat(s.v.turn_seat));
      else
        return finish();
    }
    if constexpr (Config::variants) {
      const bool again = s.v.again && !is_gone(s, s.v.turn_seat) && !nothing_left();
      s.v.again = false;
      begin_turn(again ? s.v.turn_seat : next_with_turns(s.v.turn_seat));
      if (log) log->again = again;
    } else {
      s.seat = next_seat(s.seat);
      s.phase = Phase::draw;
    }
  }

  void begin_turn(uint8_t seat) {
    s.v.turn_seat = seat;
    s.v.declined = s.v.counts = s.v.part_due = false;
    s.v.part = 0;
    s.v.line = plan ? plan->first : static_cast<uint8_t>(rules.first_line());
  }

  // ---------------------------------------------------------------- the order of play and the questions in it

  /// The next lines of the order of play, until somebody has to decide or the game is over.
  void go_on() {
    while (s.phase != Phase::over) {
      if (s.v.pendings != 0) {
        if (ask_top()) return;
        done();
        continue;
      }
      if (rules.settles) settle();
      s.seat = s.v.turn_seat;
      const OrderLine line = next_line();
      if (line.by == OrderLine::kBase) {
        if (asks_at(line.moment)) return;
        continue;
      }
      Turn turn(rules, s, log, line.by);
      rules.added[line.by].hooks->at(turn, line.moment);
      if (line.moment == Moment::set_up) steps = nullptr;  // later only decisions complete anything
    }
  }

  /// The next line, or the next of those that may do anything.
  OrderLine next_line() {
    if (!plan) return rules.order[s.v.line++];
    if (!steps) steps = plan->steps(s.pieces == 0 ? -1 : int{s.piece[s.pieces - 1].kind}, s.completed != 0);
    const Plan::Step step = steps[s.v.line];
    s.v.line = step.after;
    return step.line;
  }

  void settle() {
    if (s.v.settled == s.v.changes) return;
    s.v.settled = s.v.changes;  // what it does itself is looked at once more
    for (const uint8_t by : rules.added.settling) {
      if (!rules.added[by].hooks->settle) continue;
      Turn turn(rules, s, log, by);
      rules.added[by].hooks->settle(turn);
    }
  }

  /// What the base game does at a moment; whether somebody has to decide now.
  bool asks_at(Moment moment) {
    switch (moment) {
      case Moment::choose:
        if (!stops_before_tile()) return choose_held();
        s.phase = Phase::draw;
        return true;
      case Moment::draw:
        if (!may_draw()) return false;
        s.phase = Phase::draw;
        return true;
      case Moment::drawn:
        if (counted ? counted_places(s.drawn) : finds_place(s.drawn)) return false;
        set_aside(s.drawn);
        s.v.line = static_cast<uint8_t>(rules.line_after(Moment::choose));
        return false;
      case Moment::tile:
        s.v.choice = Choice::drawn;
        s.phase = Phase::tile;
        return true;
      case Moment::figure:
        if (listed ? !list_figures_to_choose() : !any_figure_choice()) return false;
        s.phase = Phase::follower;
        return true;
      case Moment::score:
        this->pay_completed();
        return false;
      case Moment::go_home:
        this->send_completed_home();
        return false;
      case Moment::turn_ends:
        next_turn();
        return false;
      case Moment::ending:
        this->score_at_the_end();
        return false;
      default:
        return false;
    }
  }

  /// Puts the question on top; false if its seat has nothing to choose from.
  bool ask_top() {
    const Pending& top = *question(s);
    s.seat = top.seat;
    if (top.chance != 0) {
      s.phase = Phase::draw;
      return anything_comes(top);
    }
    s.phase = Phase::ask;
    thread_local std::vector<Move> unseen;
    std::vector<Move>& moves = listed ? listed->moves : unseen;
    moves.clear();
    rules.added[top.by].hooks->options(rules, s, top, moves);
    return !moves.empty();
  }

  bool anything_comes(const Pending& asked) const {
    if (asked.chance == Pending::kOutcome) {
      thread_local std::vector<Chance> chances;
      chances.clear();
      rules.added[asked.by].hooks->chances(rules, s, asked, chances);
      return !chances.empty();
    }
    return asked.chance == Pending::kFromStack ? s.left != 0 : held_by(s, asked.pile(), kNobody) != 0;
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
    steps = nullptr;
    rules.added[asked.by].hooks->decide(turn, asked, move);
    go_on();
  }

  /// What an expansion added to another's question is chosen.
  void act_joined(Move move) {
    steps = nullptr;
    Turn turn(rules, s, log, move.by);
    rules.added[move.by].hooks->decide(turn, {.by = move.by, .what = Pending::kJoined, .seat = s.seat}, move);
  }

  // ---------------------------------------------------------------- plies

  void play(Move move) {
    switch (move.kind) {
      case MoveKind::draw:
        return draw(move.tile);
      case MoveKind::tile:
        if constexpr (Config::variants)
          if (kinds[move.tile].doubled) return place(move.tile, this->make_cell(move.x, move.y), move.rotation);
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
      case MoveKind::act:
        if constexpr (Config::variants)
          if (s.phase == Phase::follower) {
            s.v.line = line_after_figure();  // unless it is asked again
            act_joined(move);
            return go_on();
          }
        break;
    }
    if constexpr (Config::variants) {
      if (s.phase == Phase::ask || s.phase == Phase::draw) return decide(move);
      if (s.v.choice == Choice::drawn) return refuse();
      s.v.declined = true;  // it goes on without laying one of the tiles that it holds
      go_on();
    }
  }
};

/// What it knows of a state that stays as it is.
template <class Config>
using Reader = Kernel<Config, const State<Config>>;

}  // namespace bastide
