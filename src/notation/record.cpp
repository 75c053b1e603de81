// Whole games as text: a header, a line a turn, the result.
#include <algorithm>
#include <memory>
#include <span>

#include <fmt/format.h>

#include "core/by_hand.h"
#include "core/kernel.h"
#include "notation/turn_text.h"

namespace bastide {

std::string write_record(const Record& record) {
  std::string text = write_header("game", record.choice, record.seats, record.seed);
  if (!record.aids.everything()) {
    const std::vector<std::string> names = record.aids.names();
    text += fmt::format("aids {}\n", names.empty() ? "-" : fmt::format("{}", fmt::join(names, " ")));
  }
  text += write_opening(*record.rules, record.opening);
  TurnWriter writer(*record.rules, record.opening.first);
  auto left = record.left.begin();
  const auto tell_who_left = [&](std::size_t plies) {
    for (; left != record.left.end() && left->plies <= static_cast<int>(plies); ++left) writer.leave(left->seat);
  };
  for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
    tell_who_left(ply);
    if (!writer.add(record.moves[ply].move, record.moves[ply].hidden)) break;
  }
  tell_who_left(record.moves.size());
  text += std::move(writer).text();
  if (!record.result.empty()) {
    text += "score";
    for (const int points : record.result) text += fmt::format(" {}", points);
    text += '\n';
  }
  return text;
}

Result<int> read_left(const Line& line, const State<Full>& state, int seats) {
  BASTIDE_TRY(const int number, parse_number(line, 1, 1, seats));
  if (is_gone(state, number - 1)) return error_at(line, 1, fmt::format("seat {} plays no more already", number));
  return number - 1;
}

namespace {

/// `score P P ...`
Result<void> read_result(const Line& line, Record& record) {
  std::vector<int> result;
  for (std::size_t w = 1; w < line.words.size(); ++w) {
    BASTIDE_TRY(const auto points, parse_number(line, w, -99999, 99999));
    result.push_back(points);
  }
  if (result.size() != record.seats.size())
    return error_at(line, 0, fmt::format("{} results for {} seats", result.size(), record.seats.size()));
  record.result = std::move(result);
  return {};
}

bool is_legal(const GameRules& rules, const State<Full>& state, Move move) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

/// Plays the lines after the header, into `record`. An illegal move is its last one: why it is illegal is not said
/// here.
class RecordReader {
 public:
  explicit RecordReader(Record& record) : record_(record), state_(std::make_unique_for_overwrite<State<Full>>()) {
    start(record.rules->kernel, *state_, record.opening.first);
  }

  Result<void> read(std::span<const Line> lines) {
    const Line* unfinished = nullptr;
    for (const Line& line : lines) {
      if (!record_.result.empty()) return error_at(line, 0, "nothing may follow the result");
      if (line.words[0].text == "score") {
        BASTIDE_CHECK(read_result(line, record_));
        continue;
      }
      if (state_->phase == Phase::over) return error_at(line, 0, "the game is over", "score", "END-1");
      if (line.words[0].text == "left") {
        BASTIDE_TRY(const int seat, read_left(line, *state_, record_.rules->kernel.seats));
        record_.left.push_back({seat, static_cast<int>(record_.moves.size())});
        leave(record_.rules->kernel, *state_, seat);
        if (unfinished && state_->phase != Phase::over) return not_over(*unfinished);
        continue;
      }
      if (unfinished) return not_over(*unfinished);
      fall_behind(line);
      TurnReader reader(*record_.rules, line, *state_, 0, behind_);
      const int pieces = state_->pieces, turn = state_->turn;
      BASTIDE_TRY(const auto legal, read_line(line, reader));
      if (!legal) return {};
      if (!reader.may_end(*state_)) unfinished = &line;
      nothing_laid_ = state_->turn != turn && state_->pieces == pieces;
    }
    return {};
  }

 private:
  /// Former versions did not count a turn in which nothing was laid (HOUSE-BUY).
  void fall_behind(const Line& line) {
    int number = 0;
    if (nothing_laid_ && to_number(line.words[0].text, number) && number + behind_ == state_->turn) ++behind_;
  }

  Result<bool> read_line(const Line& line, TurnReader& reader) {
    for (;;) {
      BASTIDE_TRY(const auto ply, reader.next(*state_));
      if (!ply) return true;
      record_.moves.push_back({ply->move, line.number, line.words[ply->word].column});
      if (!is_legal(*record_.rules, *state_, ply->move)) return false;
      EventLog log;
      apply(record_.rules->kernel, *state_, ply->move, &log);
      BASTIDE_CHECK(reader.check_aside(*ply, log));
    }
  }

  /// A line that another one must not follow.
  tl::unexpected<Error> not_over(const Line& line) const {
    if (state_->phase == Phase::tile)
      return error_at(line, line.words.size(), "the turn has no placement",
                      "a space as x,y and a rotation (n e s w), or aside");
    if (state_->phase == Phase::follower)
      return error_at(line, line.words.size(), "the turn is not told to its end", "a follower's place, or -",
                      "FOLLOWER-1");
    return error_at(line, line.words.size(), "the turn is not told to its end");
  }

  Record& record_;
  std::unique_ptr<State<Full>> state_;
  bool nothing_laid_ = false;  ///< in the turn that a line ended
  int behind_ = 0;             ///< by how much the numbers of lines are too small
};

}  // namespace

namespace {

Result<Record> parse(const Catalogue& catalogue, std::string_view text, GameRulesPtr rules, Error& wrong) {
  BASTIDE_TRY(const auto lines, split_lines(text));
  BASTIDE_TRY(auto header, parse_header(catalogue, lines, "game"));
  Record record;
  record.choice = std::move(header.choice);
  record.seats = std::move(header.seats);
  record.opening = std::move(header.opening);
  record.seed = std::move(header.seed);
  record.aids = header.aids;
  record.rules = rules ? std::move(rules) : std::move(header.rules);
  if (!fits<Full>(record.rules->kernel)) return failure("this game has too many tiles");
  if (const auto read = RecordReader(record).read(std::span(lines).subspan(header.lines)); !read) wrong = read.error();
  return record;
}

Result<Record> parse_whole(const Catalogue& catalogue, std::string_view text, GameRulesPtr rules) {
  Error wrong;
  auto record = parse(catalogue, text, std::move(rules), wrong);
  if (record && !wrong.message.empty()) return tl::unexpected<Error>(std::move(wrong));
  return record;
}

}  // namespace

Result<Record> parse_record(const Catalogue& catalogue, std::string_view text, Error& wrong) {
  return parse(catalogue, text, nullptr, wrong);
}

Result<Record> parse_record(const Catalogue& catalogue, std::string_view text) {
  return parse_whole(catalogue, text, nullptr);
}

Result<Record> parse_record(const Catalogue& catalogue, std::string_view text, GameRulesPtr rules) {
  return parse_whole(catalogue, text, std::move(rules));
}

}  // namespace bastide
