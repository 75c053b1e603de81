#include "notation/turn_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/by_hand.h"
#include "core/kernel.h"

namespace bastide {
namespace {

using Choice = State<Full>::Choice;

const Question* asked_at_set_up(const GameRules& rules, const State<Full>& state) {
  const Pending* asked = question(state);
  if (asked == nullptr || rules.question(*asked).moment != Moment::set_up) return nullptr;
  return &rules.question(*asked);
}

/// The verb of the answers to a question that is asked of a seat at set-up; they all have the same.
Move answer_at_set_up(const GameRules& rules, const State<Full>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  return moves.front();
}

/// Whether a seat has a tile of a kind that it may lay when it chooses one.
bool may_lay(const GameRules& rules, const State<Full>& state, int kind) {
  return std::any_of(held(state).begin(), held(state).end(), [&](const HeldTile& tile) {
    return tile.kind == kind && tile.seat == state.seat && rules.kernel.piles[tile.pile].laid != Laid::never;
  });
}

bool is_space(std::string_view word) {
  return word.find(',') != std::string_view::npos && word.find(':') == std::string_view::npos;
}

/// What is asked instead, as its phrase says it.
tl::unexpected<Error> refused(const GameRules& rules, const State<Full>& state, const Line& line, std::size_t word,
                              std::string expected) {
  const Pending& asked = *question(state);
  return error_at(line, word, refusal_of(rules, asked, "the seat")[0], std::move(expected),
                  std::string(rules.question(asked).rule));
}

}  // namespace

std::string line_due(const GameRules& rules, const State<Full>& state) {
  const Question* asked = asked_at_set_up(rules, state);
  if (asked == nullptr) return std::to_string(state.turn + 1);
  if (asked->of_chance) return std::string(asked->line);
  const Verb& verb = rules.verb(answer_at_set_up(rules, state));
  return verb.takes == Takes::seat ? fmt::format("{}:SEAT", verb.name) : std::string(verb.name);
}

std::string_view aside_word(const GameRules& rules, const SetAside& aside) {
  return aside.pile >= 0 ? rules.pile_spec(aside.pile).drawn : aside.back ? "back" : "aside";
}

// ---------------------------------------------------------------- reading

TurnReader::TurnReader(const GameRules& rules, const Line& line, const State<Full>& state, std::size_t from, int behind)
    : rules_(rules), line_(line), word_(from), behind_(behind), turn_(state.turn), turn_seat_(active_seat(state)) {
  if (asked_at_set_up(rules, state)) due_ = line_due(rules, state);
  drew_ = from > 1;
  for (std::size_t w = 1; w + 1 < from; ++w) {
    if (!is_space(line.words[w].text)) continue;
    rotation_word_ = w + 1;
    drew_ = false;
    after_placement_ = w + 2 == from || (w + 3 == from && line.words[w + 2].text.ends_with(':'));
  }
  if (from > 1) drew_ = drew_ || line.words[from - 1].text.starts_with('=') || parse_tile(rules, line, from - 1);
}

/// The first word.
Result<void> TurnReader::read_due(const State<Full>& state) {
  const std::string due = line_due(rules_, state);
  const std::string_view text = line_.words[0].text;
  if (const std::size_t colon = due.find(':'); colon != std::string::npos && text.starts_with(due.substr(0, colon)))
    return {};  // the word is the answer
  int number = 0;
  const bool is = text == due || (due_.empty() && to_number(text, number) && number + behind_ == state.turn + 1);
  if (!is)
    return error_at(line_, 0, fmt::format("'{}' cannot stand here", text), due_.empty() ? "turn " + due : due,
                    due_.empty() ? "" : std::string(asked_at_set_up(rules_, state)->rule));
  word_ = 1;
  if (word_ == line_.words.size()) return error_at(line_, 1, "the tile is missing");
  return {};
}

bool TurnReader::same_turn(const State<Full>& state) const {
  return state.turn == turn_ && state.phase != Phase::over;
}

bool TurnReader::at(std::string_view prefix) const {
  return word_ < line_.words.size() && line_.words[word_].text.starts_with(prefix);
}

/// At a word that says that a drawn tile is not placed.
bool TurnReader::at_aside() const {
  if (word_ >= line_.words.size()) return false;
  const std::string_view text = line_.words[word_].text;
  const auto& piles = rules_.kernel.piles;
  for (std::size_t pile = 0; pile < piles.size(); ++pile)
    if (const std::string_view word = rules_.pile_spec(static_cast<int>(pile)).drawn; !word.empty() && word == text)
      return true;
  return at("aside") || at("back");
}

bool TurnReader::may_end(const State<Full>& state) const {
  // In a second part a tile that is not laid instead of drawing goes without saying: the draw has a line of its own.
  const bool may_draw = word_ > 1 && state.phase == Phase::tile && tile_choice(state) == Choice::may_draw &&
                        part_of_turn(state) != 0 && question(state) == nullptr;
  return !same_turn(state) || active_seat(state) != turn_seat_ || !due_.empty() || draws_again(state) || may_draw;
}

bool TurnReader::draws_again(const State<Full>& state) const {
  return word_ > 1 && state.phase == Phase::draw && question(state) == nullptr;
}

/// "-" where nobody could be placed; or what leaves a question that asked nobody.
bool TurnReader::says_nothing(const State<Full>& state) const {
  const std::string_view text = line_.words[word_].text;
  const Pending* question = bastide::question(state);
  // In a second part for which there is nothing to draw it leaves that part.
  const bool leaves_part = part_of_turn(state) != 0 && state.left == 0 && state.phase == Phase::tile;
  const bool asked = same_turn(state) && (state.phase == Phase::follower || leaves_part ||
                                          (question && rules_.question(*question).moment < Moment::figure));
  if (text == "-" && after_placement_ && !asked) return true;
  if (state.phase != Phase::tile || tile_choice(state) != Choice::drawn || text == "-") return false;
  return std::any_of(rules_.added.begin(), rules_.added.end(), [&](const Expansion* expansion) {
    return std::any_of(expansion->questions.begin(), expansion->questions.end(),
                       [&](const Question& q) { return q.moment == Moment::drawn && q.pass == text; });
  });
}

tl::unexpected<Error> TurnReader::too_much(const State<Full>& state) const {
  const std::string_view text = line_.words[word_].text;
  if (after_placement_ && !same_turn(state)) {
    const int kind = state.piece[state.pieces - 1u].kind;
    if (parse_figure(rules_, kind, line_, word_))
      return error_at(line_, word_, "no follower can be placed here", "-, or nothing", "FOLLOWER-2");
  }
  return error_at(line_, word_,
                  fmt::format("'{}' is too much: {}", text,
                              !due_.empty()      ? "what follows has a line of its own"
                              : same_turn(state) ? "the turn goes on in a line of its own"
                                                 : "the turn is over"));
}

Result<std::optional<WrittenPly>> TurnReader::next(const State<Full>& state) {
  if (word_ == 0) BASTIDE_CHECK(read_due(state));
  while (word_ < line_.words.size() && says_nothing(state)) ++word_;
  if (word_ >= line_.words.size()) return std::nullopt;
  const bool goes_on =
      due_.empty() ? same_turn(state) : asked_at_set_up(rules_, state) && line_due(rules_, state) == due_;
  if (!goes_on || draws_again(state)) return too_much(state);
  BASTIDE_CHECK(check_mark(state));
  BASTIDE_CHECK(read_ready(state));
  if (word_ >= line_.words.size()) return std::nullopt;
  BASTIDE_TRY(auto ply, read_ply(state));
  const bool laid = ply.move.kind == MoveKind::tile;
  after_placement_ = laid || (after_placement_ && ply.move.kind == MoveKind::draw);
  return std::optional(ply);
}

/// A tile that is drawn for a question has its mark; it stands where that is asked.
Result<void> TurnReader::check_mark(const State<Full>& state) const {
  const Pending* asked = question(state);
  for (const Expansion* expansion : rules_.added)
    for (const Question& other : expansion->questions)
      if (other.of_chance && other.mark.ends_with(':') && at(other.mark) &&
          (asked == nullptr || &rules_.question(*asked) != &other))
        return error_at(line_, word_, fmt::format("'{}' cannot stand here", line_.words[word_].text), {},
                        std::string(other.rule));
  if (state.phase == Phase::draw && asked == nullptr && (at("+") || at("=")))
    return error_at(line_, word_, fmt::format("'{}' cannot stand here", line_.words[word_].text), "TILE");
  return {};
}

Result<WrittenPly> TurnReader::read_ply(const State<Full>& state) {
  switch (state.phase) {
    case Phase::draw:
      return asks_outcome(state) ? read_answer(state) : read_draw(state);
    case Phase::tile:
      return read_placement(state);
    case Phase::follower:
      return read_figure(state);
    case Phase::ask:
      return read_answer(state);
    case Phase::over:
      break;
  }
  return too_much(state);
}

/// The tile that a word names after a prefix.
Result<int> TurnReader::read_tile(std::string_view prefix) {
  Line inner = line_;
  inner.words[word_].text.remove_prefix(prefix.size());
  return parse_tile(rules_, inner, word_++);
}

Result<WrittenPly> TurnReader::read_draw(const State<Full>& state) {
  WrittenPly ply{.word = word_};
  const Pending* asked = question(state);
  const std::string_view mark = asked ? rules_.question(*asked).mark : "";
  if (!at(mark)) return refused(rules_, state, line_, word_, fmt::format("{}TILE", mark));
  BASTIDE_TRY(const auto kind, read_tile(mark));
  ply.move = Move::draw(kind);
  if (asked) return ply;
  drew_ = true;
  ply.aside = at_aside();
  word_ += ply.aside;
  return ply;
}

Result<void> TurnReader::check_aside(const WrittenPly& ply, const EventLog& log) const {
  if (ply.move.kind != MoveKind::draw) return {};
  const bool back = rules_.kernel.put_back, is = drew_ && !log.set_aside.empty();
  const std::string& tile = rules_.kinds[ply.move.tile].name;
  std::string rule = back ? "DRAW-3" : "DRAW-2";
  if (ply.aside && !is)
    return error_at(line_, ply.word + 1, fmt::format("tile {} is not set aside: it can be placed", tile),
                    "a space and a rotation", rule);
  if (!is) return {};
  const SetAside& aside = log.set_aside.front();
  const std::string word(aside_word(rules_, aside));
  if (ply.aside ? line_.words[ply.word + 1].text == word : ply.word + 1 == line_.words.size()) return {};
  if (aside.pile >= 0)
    return error_at(line_, ply.word + 1, fmt::format("tile {} cannot be placed yet", tile), word,
                    std::string(rules_.pile_spec(aside.pile).rule));
  return error_at(line_, ply.word + 1, fmt::format("tile {} fits nowhere", tile), word, rule);
}

/// "=TILE": it lies ready to be placed instead of a drawn one.
Result<void> TurnReader::read_ready(const State<Full>& state) {
  if (state.phase != Phase::tile || tile_choice(state) != Choice::drawn || drew_) return {};
  const std::size_t word = word_;
  if (!at("=")) return error_at(line_, word, fmt::format("'{}' cannot stand here", line_.words[word].text), "=TILE");
  BASTIDE_TRY(const auto kind, read_tile("="));
  if (kind != state.drawn)
    return error_at(line_, word, fmt::format("tile {} does not lie ready", rules_.kinds[kind].name),
                    "=" + rules_.kinds[state.drawn].name);
  drew_ = true;
  return {};
}

/// A tile with space and rotation; where it was drawn, without its name.
Result<WrittenPly> TurnReader::read_placement(const State<Full>& state) {
  WrittenPly ply{.word = word_};
  int kind = state.drawn;
  // Refused: it would have to be mended.
  if (tile_choice(state) == Choice::drawn && rules_.kernel.mending && word_ < line_.words.size() &&
      line_.words[word_].text == "-") {
    ++word_;
    drew_ = false;
    ply.move = Move::pass();
    return ply;
  }
  if (tile_choice(state) != Choice::drawn) {
    const bool may_draw = tile_choice(state) == Choice::may_draw;
    ply.move = Move::pass();
    if (may_draw && at("-")) {
      ++word_;
      return ply;
    }
    if (may_draw && (at("+") || verb_at(rules_, line_.words[word_].text))) return ply;
    if (at("="))
      return error_at(line_, word_, fmt::format("'{}' cannot stand here", line_.words[word_].text), "TILE x,y");
    BASTIDE_TRY(kind, read_tile(""));
    if (may_draw && !may_lay(rules_, state, kind) && !kept_apart(rules_, kind)) {
      --word_;
      return ply;
    }
  }
  if (word_ >= line_.words.size())
    return error_at(line_, word_, "the space is missing", "x,y and a rotation (n e s w)");
  if (auto wrong = wrong_verb(line_, word_)) return tl::unexpected(std::move(*wrong));
  if (at("aside") || at("back"))
    return error_at(line_, word_, "the tile can be placed", "a space and a rotation", at("back") ? "DRAW-3" : "DRAW-2");
  BASTIDE_TRY(const auto space, parse_space(line_, word_));
  BASTIDE_TRY(const auto rotation, parse_rotation(rules_, kind, line_, word_ + 1));
  ply.word = word_;
  rotation_word_ = word_ + 1;
  word_ += 2;
  drew_ = false;  // a second part of the turn has a tile of its own
  ply.move = Move::place(kind, space.x, space.y, rotation);
  return ply;
}

Result<WrittenPly> TurnReader::read_figure(const State<Full>& state) {
  WrittenPly ply{.move = Move::pass(), .word = word_};
  if (const auto home = take_back_at(rules_, line_.words[word_].text)) {
    ply.move = *home;
  } else if (line_.words[word_].text != "-") {
    const auto act = verb_at(rules_, line_.words[word_].text);
    if (act && joins(rules_, *act)) {
      BASTIDE_TRY(ply.move, parse_verb(rules_, state, line_, word_, *act));
      return ply;
    }
    if (act)
      return error_at(line_, word_, fmt::format("'{}' cannot stand here", line_.words[word_].text),
                      "a follower's place, or -", "FOLLOWER-1");
    const int kind = state.piece[state.pieces - 1u].kind;
    BASTIDE_TRY(const auto figure, parse_figure(rules_, kind, line_, word_, rotation_word_));
    ply.move = Move::follower(figure.feature, figure.figure);
  }
  ++word_;
  return ply;
}

/// Before the first turn the verb stands once in a line, before the tiles that it takes.
Result<WrittenPly> TurnReader::read_answer(const State<Full>& state) {
  WrittenPly ply{.word = word_};
  if (!due_.empty() && word_ > 0) {
    const Move act = answer_at_set_up(rules_, state);
    BASTIDE_TRY(const auto kind, read_tile(""));
    ply.move = Move::act_on(act.by, act.verb, kind);
    return ply;
  }
  BASTIDE_TRY(ply.move, parse_answer(rules_, state, line_, word_));
  return ply;
}

// ---------------------------------------------------------------- writing

TurnWriter::TurnWriter(const GameRules& rules, int first)
    : rules_(rules), state_(std::make_unique_for_overwrite<State<Full>>()) {
  start(rules.kernel, *state_, first);
}

void TurnWriter::end_line() {
  if (!line_.empty()) text_ += line_ + '\n';
  line_.clear();
  set_up_ = {};
  seats_ = 0;
}

/// A line for what one seat is dealt, or for a round of picks; other answers have a line of their own.
void TurnWriter::begin_set_up(const Pending& asked, Move move) {
  const Question& question = rules_.question(asked);
  const bool of_tile = question.of_chance || rules_.verb(move).takes == Takes::tile;
  const std::string_view key = question.of_chance ? question.line : of_tile ? rules_.verb(move).name : "";
  const unsigned seat = 1u << asked.seat;
  if (key != set_up_ || key.empty() || (seats_ & (question.of_chance ? ~seat : seat)) != 0) end_line();
  set_up_ = key;
  seats_ |= seat;
  if (line_.empty()) line_ = key;
}

void TurnWriter::begin_turn(bool draws) {
  if (turn_ != state_->turn || turn_seat_ != active_seat(*state_) || !set_up_.empty() || draws) {
    end_line();
    drew_ = false;
  }
  turn_ = state_->turn;
  turn_seat_ = active_seat(*state_);
  if (line_.empty()) line_ = std::to_string(turn_ + 1);
}

/// `tile` is the name of the one drawn.
void TurnWriter::write(Move move, const std::string& tile) {
  const Pending* asked = question(*state_);
  std::string word;
  if (move.kind == MoveKind::draw)
    word = fmt::format("{}{}", asked ? rules_.question(*asked).mark : "", tile);
  else if (!set_up_.empty())
    word = rules_.kinds[move.tile].name;
  else
    word = move_text(rules_, *state_, move);
  const bool lays_or_refuses = state_->phase == Phase::tile && tile_choice(*state_) == Choice::drawn;
  const bool ready = lays_or_refuses && !drew_;
  if (ready) word = fmt::format("={} {}", rules_.kinds[state_->drawn].name, word);
  line_ += (line_.empty() ? "" : " ") + word;
  if (move.kind == MoveKind::tile) drew_ = false;
  drew_ |= move.kind == MoveKind::draw && asked == nullptr;
}

bool TurnWriter::add(Move move, bool hidden) {
  std::vector<Move> moves;
  legal_moves(rules_.kernel, *state_, moves);
  const bool legal = std::find(moves.begin(), moves.end(), move) != moves.end();
  unsaid_.clear();
  const Pending* asked = question(*state_);
  const bool declines =
      state_->phase == Phase::tile && move.kind == MoveKind::pass && tile_choice(*state_) != Choice::drawn;
  if (asked_at_set_up(rules_, *state_))
    begin_set_up(*asked, move);
  else
    begin_turn(state_->phase == Phase::draw && asked == nullptr);
  const std::string before = line_;
  write(move, hidden ? "?" : rules_.kinds[move.tile].name);
  if (!legal) return false;
  const bool draws = move.kind == MoveKind::draw && asked == nullptr;
  EventLog log;
  apply(rules_.kernel, *state_, move, &log);
  if (draws && !log.set_aside.empty()) line_ += fmt::format(" {}", aside_word(rules_, log.set_aside.front()));
  const bool goes_on = state_->phase == Phase::draw && state_->turn == turn_ && active_seat(*state_) == turn_seat_;
  if (declines && goes_on) {  // the draw says it
    unsaid_ = std::exchange(line_, before);
    if (line_ == std::to_string(turn_ + 1)) line_.clear();
  }
  return true;
}

void TurnWriter::leave(int seat) {
  if (!unsaid_.empty()) line_ = std::exchange(unsaid_, {});
  end_line();
  text_ += fmt::format("left {}\n", seat + 1);
  bastide::leave(rules_.kernel, *state_, seat);
}

std::string TurnWriter::text() && {
  if (!unsaid_.empty()) line_ = unsaid_;
  end_line();
  return std::move(text_);
}

}  // namespace bastide
