// Whole games as text: a header, a line a turn, the result.
#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "notation/words.h"

namespace bastide {
namespace {

struct LaidTile {
  int kind = 0, x = 0, y = 0;
};

/// The tiles that a record's moves lay, by the numbers of their pieces.
std::vector<LaidTile> laid_tiles(const GameRules& rules, const std::vector<RecordedMove>& moves) {
  std::vector<LaidTile> laid;
  if (!rules.kernel.draw.blind_start)
    laid.push_back({rules.kernel.start_kind, 0, 0});
  else if (!moves.empty() && moves[0].move.kind == MoveKind::draw)
    laid.push_back({moves[0].move.tile, 0, 0});
  for (const RecordedMove& recorded : moves)
    if (recorded.move.kind == MoveKind::tile) laid.push_back({recorded.move.tile, recorded.move.x, recorded.move.y});
  return laid;
}

/// Reads the words of one line, one after the other, into moves.
class TurnReader {
 public:
  TurnReader(const Line& line, int turn, Record& record) : line_(line), turn_(turn), record_(record) {}

  /// The tile in the centre, or the half tiles and hands at set-up.
  Result<void> read_setup() {
    const std::string_view key = line_.words[0].text;
    const Ruleset& rules = record_.rules->kernel;
    if (key.starts_with("begins")) return read_begins();
    bool there = rules.draw.deal;
    if (key == "start") there = rules.draw.blind_start && record_.moves.empty();
    if (key == "reserve" || key == "pick") there = rules.reserve.size > 0 && rules.reserve.draft == (key == "pick");
    do {
      BASTIDE_CHECK(key == "pick" ? read_pick() : read_draw(key == "start" ? "" : "+", key == "reserve"));
    } while (key != "start" && word_ < line_.words.size());
    if (!there) return error_at(line_, 0, fmt::format("by these rules no '{}' stands here", key));
    return nothing_more("the line");
  }

  Result<void> read_turn() {
    if (take("-")) {  // half tiles might have been laid, and there is nothing to draw (HALF-3)
      add(Move::pass(), word_ - 1);
      passed_ = true;
      return nothing_more("a turn without a tile");
    }
    while (at("+")) BASTIDE_CHECK(read_draw("+"));
    if (word_ > 1 && word_ == line_.words.size()) return {};
    const bool bought = at("=");
    BASTIDE_TRY(const auto kind, read_tile(bought ? "=" : ""));
    const bool half = from_pool(*record_.rules, kind);
    if (bought && half) return error_at(line_, word_ - 1, "half tiles are not bought", {}, "HOUSE-BUY");
    if (!bought && !half && record_.rules->kernel.draw.hand == 0) {
      add(Move::draw(kind), word_ - 1);
      if (take("aside") || take("back")) {
        record_.moves.back().aside = true;
        return nothing_more("a tile that is not placed");
      }
      BASTIDE_CHECK(read_offers());
      if (sold_) return nothing_more("a tile that is sold");
      if (word_ >= line_.words.size()) return {};
    }
    if (word_ < line_.words.size())
      if (auto wrong = wrong_verb(line_, word_)) return tl::unexpected(std::move(*wrong));
    BASTIDE_TRY(const auto space, parse_space(line_, word_));
    BASTIDE_TRY(const auto rotation, parse_rotation(*record_.rules, kind, line_, word_ + 1));
    add(Move::place(kind, space.x, space.y, rotation), word_);
    word_ += 2;
    placed_ = true;
    const std::size_t rotation_word = word_ - 1;
    if (at("under:")) {
      BASTIDE_CHECK(read_draw("under:"));
      record_.moves.back().under = true;
    }
    BASTIDE_CHECK(read_figure(kind, rotation_word));
    BASTIDE_CHECK(read_acts());
    while (at("+")) BASTIDE_CHECK(read_draw("+"));
    return nothing_more("the turn");
  }

  bool placed() const { return placed_; }
  bool sold() const { return sold_; }
  bool passed() const { return passed_; }

 private:
  bool at(std::string_view prefix) const {
    return word_ < line_.words.size() && line_.words[word_].text.starts_with(prefix);
  }
  bool take(std::string_view text) {
    const bool found = word_ < line_.words.size() && line_.words[word_].text == text;
    word_ += found;
    return found;
  }
  void add(Move move, std::size_t word) {
    const bool begins = record_.moves.empty() || record_.moves.back().line != line_.number;
    record_.moves.push_back({move, turn_, false, line_.number, line_.words[word].column});
    record_.moves.back().begins = begins;
  }

  Result<int> read_tile(std::string_view prefix) {
    Line inner = line_;
    if (word_ < inner.words.size() && !prefix.empty()) {
      if (!inner.words[word_].text.starts_with(prefix))
        return error_at(line_, word_, fmt::format("'{}' cannot stand here", line_.words[word_].text),
                        fmt::format("{}TILE", prefix));
      inner.words[word_].text.remove_prefix(prefix.size());
    }
    return parse_tile(*record_.rules, inner, word_++);
  }

  /// A tile that is drawn: out of the pool of half tiles, or out of the stack.
  Result<void> read_draw(std::string_view prefix, bool half = false) {
    BASTIDE_TRY(const auto kind, read_tile(prefix));
    if (from_pool(*record_.rules, kind) != half) return wrong_shape(half);
    add(Move::draw(kind), word_ - 1);
    return {};
  }

  Result<void> read_begins() {
    BASTIDE_TRY(const auto move, parse_begins(*record_.rules, line_));
    if (!record_.rules->kernel.names_first)
      return error_at(line_, 0, "by these rules nobody says who begins", "set first=rolled", "START-1");
    add(move, 0);
    return nothing_more("the line");
  }

  Result<void> read_pick() {
    BASTIDE_TRY(const auto kind, read_tile(""));
    if (!from_pool(*record_.rules, kind)) return wrong_shape(true);
    add(Move::pick(kind), word_ - 1);
    return {};
  }

  tl::unexpected<Error> wrong_shape(bool half) const {
    return error_at(line_, word_ - 1, half ? "this is no half tile" : "half tiles are not drawn from the stack", {},
                    half ? "HALF-2" : "HALF-3");
  }

  /// What expansions asked for after the figure, and the answers.
  Result<void> read_acts() {
    bool asked = false;
    while (word_ < line_.words.size()) {
      const auto act = verb_at(*record_.rules, line_.words[word_].text);
      if (act)
        BASTIDE_CHECK(read_act(*act));
      else if (asked && take("-"))
        add(Move::pass(), word_ - 1);
      else if (auto wrong = wrong_verb(line_, word_))
        return tl::unexpected(std::move(*wrong));
      else
        break;
      asked = true;
    }
    return {};
  }

  Result<void> read_act(Move act) {
    const auto find = [&](SpaceWord space, int number) -> std::optional<LaidPiece> {
      const auto laid = laid_tiles(*record_.rules, record_.moves);
      for (std::size_t piece = 0; piece < std::min<std::size_t>(laid.size(), Full::max_tiles); ++piece)
        if (laid[piece].x == space.x && laid[piece].y == space.y && number-- == 0)
          return LaidPiece{static_cast<int>(piece), laid[piece].kind, space, 0};
      return std::nullopt;
    };
    BASTIDE_TRY(const auto move, parse_act(*record_.rules, line_, word_, act, find));
    add(move, word_++);
    return {};
  }

  /// What was offered for the drawn tile, and whether it was sold (HOUSE-BUY).
  Result<void> read_offers() {
    while (word_ < line_.words.size()) {
      const auto act = verb_at(*record_.rules, line_.words[word_].text);
      if (act) {
        sold_ = record_.rules->verb(*act).takes == Takes::seat;
        BASTIDE_CHECK(read_act(*act));
      } else if (take("keep")) {
        add(Move::pass(), word_ - 1);
      } else {
        break;
      }
    }
    return {};
  }

  Result<void> read_figure(int kind, std::size_t rotation_word) {
    if (word_ >= line_.words.size() || at("+") || verb_at(*record_.rules, line_.words[word_].text)) return {};
    if (take("-")) {
      add(Move::pass(), word_ - 1);
    } else if (take("abbot-home")) {
      add(Move::take_back(Figure::abbot), word_ - 1);
    } else {
      BASTIDE_TRY(const auto figure, parse_figure(*record_.rules, kind, line_, word_, rotation_word));
      add(Move::follower(figure.feature, figure.figure), word_++);
    }
    return {};
  }

  Result<void> nothing_more(std::string_view after) {
    if (word_ >= line_.words.size()) return {};
    return error_at(line_, word_, fmt::format("'{}' is too much after {}", line_.words[word_].text, after));
  }

  const Line& line_;
  int turn_;
  Record& record_;
  std::size_t word_ = 1;
  bool placed_ = false, sold_ = false, passed_ = false;
};

/// What a line before the first turn begins with.
std::string_view setup_key(const GameRules& rules, Move move, bool first) {
  if (move.kind == MoveKind::pick) return "pick";
  if (from_pool(rules, move.tile)) return "reserve";
  return first && rules.kernel.draw.blind_start ? "start" : "deal";
}

/// How many tiles stand on such a line: what one seat is dealt, or a round of picks.
int setup_length(const GameRules& rules, std::string_view key) {
  if (key == "reserve") return rules.kernel.reserve.size;
  if (key == "pick") return rules.kernel.seats;
  return key == "deal" ? rules.kernel.draw.hand : 1;
}

/// The tile that an act points at, if it does.
LaidPiece pointed_at(const std::vector<LaidTile>& laid, Move act) {
  const LaidTile& tile = laid[act.x];
  const auto number = std::count_if(laid.begin(), laid.begin() + act.x,
                                    [&](const LaidTile& other) { return other.x == tile.x && other.y == tile.y; });
  return {act.x, tile.kind, {tile.x, tile.y}, static_cast<int>(number)};
}

}  // namespace

std::string write_record(const Record& record) {
  const GameRules& rules = *record.rules;
  const bool hands = rules.kernel.draw.hand > 0;
  std::string text =
      write_header("game", record.choice, record.seats, record.seed) + write_opening(rules, record.opening);
  std::string line;
  const auto end_line = [&] {
    if (!line.empty()) text += line + '\n';
    line.clear();
  };
  const std::vector<LaidTile> laid = laid_tiles(rules, record.moves);
  int kind = -1, dealt = 0;
  std::string_view setup;
  bool drawn = false;  // in this turn, other than into a hand
  for (const RecordedMove& recorded : record.moves) {
    const Move& move = recorded.move;
    const std::string name = recorded.hidden ? "?" : rules.kinds[move.tile].name;
    if (move.kind == MoveKind::begins) {
      end_line();
      line = begins_text(move);
      end_line();
      continue;
    }
    if (recorded.turn == 0) {
      const std::string_view key = setup_key(rules, move, &recorded == record.moves.data());
      if (key != setup || dealt == setup_length(rules, key)) {
        end_line();
        dealt = 0;
      }
      setup = key;
      ++dealt;
      if (line.empty()) line = key;
      line += (key == "start" || key == "pick" ? " " : " +") + name;
      continue;
    }
    if (recorded.begins) {
      end_line();
      drawn = false;
    }
    if (line.empty()) line = std::to_string(recorded.turn);
    switch (move.kind) {
      case MoveKind::draw:
        if (recorded.under) {
          line += " under:" + name;
          break;
        }
        kind = move.tile;
        drawn = !recorded.aside;
        line += (hands ? " +" : " ") + name;
        if (recorded.aside) line += rules.kernel.draw.put_back ? " back" : " aside";
        if (recorded.aside) end_line();
        break;
      case MoveKind::tile:
        kind = move.tile;
        if (hands || from_pool(rules, kind))
          line += " " + name;
        else if (!drawn)
          line += " =" + name;
        line += fmt::format(" {},{} {}", move.x, move.y, rotation_letter(move.rotation));
        break;
      case MoveKind::follower:
        line += " " + figure_text(rules, kind, move.feature, move.figure);
        break;
      case MoveKind::take_back:
        line += " abbot-home";
        break;
      case MoveKind::pass:
        line += line.find("bid:") != std::string::npos && line.find(',') == std::string::npos ? " keep" : " -";
        break;
      case MoveKind::act:
        line += " " + act_text(rules, move, pointed_at(laid, move));
        if (rules.verb(move).takes == Takes::seat) end_line();  // a sale: the drawer draws again
        break;
      case MoveKind::pick:  // before the first turn
      case MoveKind::begins:
        break;
    }
  }
  end_line();
  if (!record.result.empty()) {
    text += "score";
    for (const int points : record.result) text += fmt::format(" {}", points);
    text += '\n';
  }
  return text;
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

/// The lines after the header, into `record`.
Result<void> read_turns(std::span<const Line> lines, Record& record) {
  int turn = 1;
  bool sold = false;                 // in this turn, which may have been all of it (HOUSE-BUY)
  const Line* unfinished = nullptr;  // a line without placement that another of this turn may have to follow
  for (const Line& line : lines) {
    const std::string_view key = line.words[0].text;
    if (!record.result.empty()) return error_at(line, 0, "nothing may follow the result");
    if (key == "score") {
      BASTIDE_CHECK(read_result(line, record));
      continue;
    }
    int number = 0;
    const bool is_turn = to_number(key, number), same = is_turn && number == turn;
    // With hands its seat may have been passed over: what it drew fits nowhere.
    const bool may_go_on = same && record.rules->kernel.draw.hand > 0;
    if (unfinished && !may_go_on)
      return error_at(*unfinished, unfinished->words.size(), "the turn has no placement",
                      "a space as x,y and a rotation (n e s w), or aside");
    if (turn == 1 &&
        (key == "start" || key == "reserve" || key == "pick" || key == "deal" || key.starts_with("begins"))) {
      BASTIDE_CHECK(TurnReader(line, 0, record).read_setup());
      continue;
    }
    const bool next_after_sale = is_turn && sold && number == turn + 1;
    if (!same && !next_after_sale)
      return error_at(line, 0, fmt::format("'{}' cannot stand here", key), fmt::format("turn {}, or score", turn));
    turn = number;
    TurnReader reader(line, turn, record);
    BASTIDE_CHECK(reader.read_turn());
    const bool ends = reader.sold() || reader.passed() || record.moves.back().aside;
    unfinished = reader.placed() || ends ? nullptr : &line;
    sold = !reader.placed() && (sold || reader.sold());
    turn += reader.placed();
  }
  return {};
}

}  // namespace

Result<Record> parse_record(const Catalogue& catalogue, std::string_view text, Error& wrong) {
  BASTIDE_TRY(const auto lines, split_lines(text));
  BASTIDE_TRY(auto header, parse_header(catalogue, lines, "game"));
  Record record;
  record.choice = std::move(header.choice);
  record.seats = std::move(header.seats);
  record.opening = std::move(header.opening);
  record.seed = std::move(header.seed);
  record.rules = std::move(header.rules);
  if (const auto read = read_turns(std::span(lines).subspan(header.lines), record); !read) wrong = read.error();
  return record;
}

Result<Record> parse_record(const Catalogue& catalogue, std::string_view text) {
  Error wrong;
  auto record = parse_record(catalogue, text, wrong);
  if (record && !wrong.message.empty()) return tl::unexpected<Error>(std::move(wrong));
  return record;
}

}  // namespace bastide
