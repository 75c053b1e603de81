#include "expansions/barber_surgeons.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <span>

#include "core/kernel.h"
#include "core/marked_pieces.h"
#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 2> kOptions = {{{"barber_surgeons", {"on"}}, {"bathhouse_debt", {"allowed"}}}};
enum Options : uint8_t { edition, debt };

// The numbers of marks and of the terms for them.
constexpr int kSorts = 3, kLeast = 3;
constexpr std::array<MarkSpec, kSorts> kMarks = {
    {{.name = "bathhouse-3", .rule = "BAR-3", .promise = kLeast, .listed = true},
     {.name = "bathhouse-4", .rule = "BAR-3", .promise = kLeast + 1, .listed = true},
     {.name = "bathhouse-5", .rule = "BAR-3", .promise = kLeast + 2, .listed = true}}};
enum Terms : uint8_t { bought = kSorts };
constexpr std::array<TermSpec, kSorts + 1> kTerms = {
    {{.name = "three", .rule = "BAR-3", .lies = Lies::marks, .mark = 0},
     {.name = "four", .rule = "BAR-3", .lies = Lies::marks, .mark = 1},
     {.name = "five", .rule = "BAR-3", .lies = Lies::marks, .mark = 2},
     {.name = "bought", .rule = "BAR-10", .bonus = true}}};

enum Verbs : uint8_t { verb_lone, verb_bathe, verb_buy_back };
constexpr std::array<Verb, 3> kVerbs = {
    {{"lone", Takes::kept, "BAR-7"}, {"bathe", Takes::top, "BAR-5"}, {"buy-back", Takes::top, "BAR-10"}}};

enum Questions : uint8_t { ask_lone, ask_bathhouse };
constexpr std::array<Question, 2> kQuestions = {
    {{.name = "first-to-bathe", .moment = Moment::part_ends, .rule = "BAR-7"},
     {.name = "bathhouse", .moment = Moment::part_ends, .rule = "BAR-5", .round = Question::Round::any}}};

// Memory: who is asked about, then all that were scored alone in this part of the turn and are still to be looked
// after, the highest first: each a seat and a kind, as one number from 1.
constexpr int kMostAlone = 24, kWords = 1 + kMostAlone;

struct Alone {
  int seat;
  Figure figure;
};

int16_t number_of(int seat, Figure figure) {
  return static_cast<int16_t>(1 + seat * kFigureKinds + static_cast<int>(figure));
}

Alone alone(int16_t number) {
  return {(number - 1) / kFigureKinds, static_cast<Figure>((number - 1) % kFigureKinds)};
}

/// What the banner on a kind of tile says; 0: there is none.
int banner(const Ruleset& rules, int by, int kind) {
  for (int mark = 0; mark < kSorts; ++mark)
    if (marks_on(rules, by, kind, mark) > 0) return kLeast + mark;
  return 0;
}

int banner_of_piece(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  return banner(rules, by, state.piece[piece].kind);
}

/// The tile with a bathhouse in a space; -1: none. No half tile has one.
int bathhouse_in(const Ruleset& rules, const State<Full>& state, int by, int x, int y) {
  for (int piece = 0; piece < state.pieces; ++piece)
    if (lies_in(state, piece, x, y) && banner_of_piece(rules, state, by, piece) > 0) return piece;
  return -1;
}

/// BAR-8: as a cloister would be.
bool is_surrounded(const Ruleset& rules, const State<Full>& state, int piece) {
  const auto& here = state.cell[state.piece[piece].cell];
  for (const int dx : {-1, 0, 1})
    for (const int dy : {-1, 0, 1})
      if (!occupied(state, here.x + dx, here.y + dy) &&
          (!rules.bounded || ground_at(rules, state, here.x + dx, here.y + dy).ground != Ground::walled))
        return false;
  return true;
}

/// BAR-8
bool is_free(const Ruleset& rules, const State<Full>& state, int by, int piece) {
  return banner_of_piece(rules, state, by, piece) > 0 && on_top(state, piece) < 0 &&
         !is_surrounded(rules, state, piece);
}

const std::vector<int>& bathhouses(const Ruleset& rules, const State<Full>& state, int by) {
  thread_local MarkedPieces pieces;
  return pieces.which(state, [&](int piece) { return banner_of_piece(rules, state, by, piece) > 0; });
}

bool any_is_free(const Ruleset& rules, const State<Full>& state, int by) {
  for (const int piece : bathhouses(rules, state, by))
    if (is_free(rules, state, by, piece)) return true;
  return false;
}

// ---------------------------------------------------------------- points

/// BAR-3, BAR-4: terms of their own, which nothing multiplies.
void worth(const Ruleset& rules, const State<Full>& state, const Scored& what, Worth& worth) {
  if (what.reason != Reason::completed) return;
  const FeatureType type = state.type[what.node];
  if (type != FeatureType::road && type != FeatureType::city) return;
  std::array<int, kSorts> there{};
  for_each_segment(state, what.node, [&](int node) {
    const auto& piece = state.piece[state.ring.piece[node]];
    const Marks& marks = rules.marks[piece.kind];
    const int first = rules.added[worth.by].mark;
    for (int mark = 0; mark < kSorts; ++mark)
      if (marks.count[first + mark] > 0 && piece.node + marks.feature[first + mark] == node) ++there[mark];
  });
  for (int mark = 0; mark < kSorts; ++mark)
    if (there[mark] > 0) worth.add(mark, there[mark], kLeast + mark);
}

// ---------------------------------------------------------------- attraction

/// BAR-5, BAR-6: before anybody goes home.
void note(Turn& turn) {
  const State<Full>& s = turn.state;
  int16_t* const words = turn.memory();
  std::fill_n(words, kWords, int16_t{0});
  if (s.completed == 0) return;
  int count = 0;
  for (const int number : standing(s)) {
    const FigureRow& row = s.v.figure[number];
    if (!turn.rules.figures[row.figure].follower) continue;
    const int root = root_at(s, row.piece(), row.feature());
    if (s.type[root] == FeatureType::field || s.type[root] == FeatureType::chapter || !is_completed(s, root) ||
        converted(turn.rules, s, root) || forgone(turn.rules, s, root) != 0)
      continue;
    int others = 0;
    for (int seat = 0; seat < turn.rules.seats; ++seat) others += s.node[root].followers.of(seat);
    if (others == 1 && count < kMostAlone) words[1 + count++] = number_of(row.seat, row.figure);
  }
  std::sort(words + 1, words + kWords, std::greater<>());
}

/// BAR-9
void send_guests_home(Turn& turn) {
  pieces_with_tops(turn.state).for_each([&](int piece) {
    if (banner_of_piece(turn.rules, turn.state, turn.by, piece) > 0 && is_surrounded(turn.rules, turn.state, piece))
      turn.move_figure(on_top(turn.state, piece), {});
  });
}

/// Where the follower that is asked about may go.
void add_bathhouses(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  const int16_t next = memory_of(rules, state, by)[0];
  if (next <= 0) return;
  const auto [seat, figure] = alone(next);
  for (const int piece : bathhouses(rules, state, by)) {
    if (!is_free(rules, state, by, piece) || !allowed(rules, state, seat, figure, Place::on_top_of(piece))) continue;
    const auto& cell = state.cell[state.piece[piece].cell];
    Move move = Move::act_at(by, verb_bathe, cell.x, cell.y);
    move.figure = figure;
    moves.push_back(move);
  }
}

void options(const Ruleset& rules, const State<Full>& state, const Pending& asked, std::vector<Move>& moves) {
  if (asked.what == ask_bathhouse) return add_bathhouses(rules, state, asked.by, moves);
  const int16_t* const words = memory_of(rules, state, asked.by);
  for (int i = 1; i < kWords && words[i] > 0; ++i) {
    if (i > 1 && words[i] == words[i - 1]) continue;
    Move move = Move::act_with(asked.by, verb_lone, alone(words[i]).seat);
    move.figure = alone(words[i]).figure;
    moves.push_back(move);
  }
}

/// Nobody has to look after one of these any more.
void forget(int16_t* words, int16_t number) {
  words[0] = 0;
  *std::find(words + 1, words + kWords, number) = 0;
  std::sort(words + 1, words + kWords, std::greater<>());
}

void enter(Turn& turn, int16_t who, int piece) {
  const auto [seat, figure] = alone(who);
  int number = first_figure(turn.rules, turn.state, seat, figure);
  while (turn.state.v.figure[number].at.kind != Place::supply) ++number;
  turn.move_figure(number, Place::on_top_of(piece));
  forget(turn.memory(), who);
}

/// BAR-7: one after the other; whoever is not at home any more went elsewhere.
void look_after(Turn& turn) {
  int16_t* const words = turn.memory();
  if (std::all_of(words, words + kWords, [](int16_t word) { return word == 0; })) return;
  for (int i = 1; i < kWords; ++i)
    if (words[i] > 0 && supply_of(turn.rules, turn.state, alone(words[i]).seat, alone(words[i]).figure) == 0)
      words[i] = 0;
  std::sort(words + 1, words + kWords, std::greater<>());
  thread_local std::vector<Move> moves;
  while (words[1] != 0) {
    const bool several = std::any_of(words + 1, words + kWords, [&](int16_t w) { return w != 0 && w != words[1]; });
    if (words[0] == 0 && several && any_is_free(turn.rules, turn.state, turn.by))
      return turn.ask({.what = ask_lone, .seat = static_cast<uint8_t>(turn.active())});
    if (words[0] == 0) words[0] = *std::find_if(words + 1, words + kWords, [](int16_t w) { return w != 0; });
    moves.clear();
    add_bathhouses(turn.rules, turn.state, turn.by, moves);
    if (moves.size() > 1) return turn.ask({.what = ask_bathhouse, .seat = static_cast<uint8_t>(alone(words[0]).seat)});
    if (moves.empty())
      forget(words, words[0]);
    else
      enter(turn, words[0], bathhouse_in(turn.rules, turn.state, turn.by, moves.front().x, moves.front().y));
  }
}

void at(Turn& turn, Moment moment) {
  if (moment == Moment::scored) return note(turn);
  if (moment == Moment::go_home) return send_guests_home(turn);
  look_after(turn);
}

// ---------------------------------------------------------------- buying back

int guest_of(const Ruleset& rules, const State<Full>& state, int by, int seat, int x, int y) {
  const int piece = bathhouse_in(rules, state, by, x, y);
  const int guest = piece < 0 ? -1 : on_top(state, piece);
  return guest >= 0 && state.v.figure[guest].seat == seat ? guest : -1;
}

/// BAR-10, BAR-O1
bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  std::array<uint8_t, kMaxFigures> own;  // NOLINT(cppcoreguidelines-pro-type-member-init): as far as count
  std::size_t count = 0;
  for (const uint8_t number : on_tops(state))
    if (state.v.figure[number].seat == state.seat) own[count++] = number;
  std::sort(own.begin(), own.begin() + count);  // as they are numbered, not as they came
  for (const uint8_t number : std::span(own).first(count)) {
    const FigureRow& row = state.v.figure[number];
    const int price = banner_of_piece(rules, state, by, row.piece());
    if (price == 0 || (rules.added[by].option[debt] == 0 && state.score[row.seat] < price)) continue;
    const auto& cell = state.cell[state.piece[row.piece()].cell];
    Move move = Move::act_at(by, verb_buy_back, cell.x, cell.y);
    move.figure = row.figure;
    moves.push_back(move);
  }
  return false;
}

void buy_back(Turn& turn, int seat, Move move) {
  const int guest = guest_of(turn.rules, turn.state, turn.by, seat, move.x, move.y);
  const int price = banner_of_piece(turn.rules, turn.state, turn.by, turn.state.v.figure[guest].piece());
  turn.give(seat, bought, -price);
  turn.move_figure(guest, {});
  turn.ask_figure_again();
}

void decide(Turn& turn, const Pending& asked, Move move) {
  if (asked.what == Pending::kJoined) return buy_back(turn, asked.seat, move);
  turn.done();
  int16_t* const words = turn.memory();
  if (asked.what == ask_lone)
    words[0] = number_of(move.value, move.figure);
  else
    enter(turn, words[0], bathhouse_in(turn.rules, turn.state, turn.by, move.x, move.y));
  look_after(turn);
}

void set_up(Ruleset& rules, const Added& added) {
  if (added.option[debt] != 0) rules.debts = true;
}

// ---------------------------------------------------------------- what cannot be, and why not

Impossible impossible(const Ruleset& rules, const Added& added, const State<Full>& state) {
  const int by = static_cast<int>(&added - rules.added.data());
  const int16_t* const words = memory_of(rules, state, by);
  for (int i = 0; i < kWords; ++i) {
    const bool known = words[i] >= 0 && words[i] <= rules.seats * kFigureKinds;
    if (!known || (words[i] > 0 && static_cast<int>(alone(words[i]).figure) >= rules.figure_kinds) ||
        (i == 0 && words[0] != 0 && std::find(words + 1, words + kWords, words[0]) == words + kWords))
      return {"alone", "BAR-5"};
  }
  // Whom the last tile surrounds goes home only after its figure.
  const auto just_filled = [&](int piece) {
    const auto& here = state.cell[state.piece[piece].cell];
    return lies_around(state, state.pieces - 1, here.x, here.y);
  };
  for (int piece = 0; piece < state.pieces; ++piece)
    if (banner_of_piece(rules, state, by, piece) > 0 && on_top(state, piece) >= 0 &&
        is_surrounded(rules, state, piece) && !just_filled(piece) && question(state) == nullptr)
      return {.what = "guest", .rule = "BAR-9", .piece = piece};
  return {};
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (move.kind != MoveKind::act || move.by != by) return {};
  if (move.verb == verb_buy_back) {
    const int guest = guest_of(rules, state, by, state.seat, move.x, move.y);
    return guest < 0 || state.v.figure[guest].figure != move.figure ? "BAR-10" : "BAR-O1";
  }
  return move.verb == verb_lone ? "BAR-7" : "BAR-8";
}

constexpr Hooks kHooks = {.at = at, .options = options, .decide = decide, .join = join, .worth = worth};

}  // namespace

constexpr Expansion kBarberSurgeons = {.id = "barber-surgeons",
                                       .options = kOptions,
                                       .set_up = set_up,
                                       .hooks = &kHooks,
                                       .marks = kMarks,
                                       .words = kWords,
                                       .lasting = true,
                                       .impossible = impossible,
                                       .verbs = kVerbs,
                                       .questions = kQuestions,
                                       .terms = kTerms,
                                       .why_illegal = why_illegal};

}  // namespace bastide
