// Whole games as text: a header, a line a turn, the result.
#include <fmt/format.h>

#include "notation/words.h"

namespace bastide {
namespace {

/// Reads the words of one line, one after the other, into moves.
class TurnReader {
 public:
  TurnReader(const Line& line, int turn, Record& record) : line_(line), turn_(turn), record_(record) {}

  /// The tile in the centre, or the hands at set-up.
  Result<void> read_setup() {
    const bool hands = line_.words[0].text == "deal";
    do {
      if (auto drawn = read_draw(hands ? "+" : ""); !drawn) return drawn;
    } while (hands && word_ < line_.words.size());
    return nothing_more("the line");
  }

  Result<void> read_turn() {
    while (at("+"))
      if (auto drawn = read_draw("+"); !drawn) return drawn;
    if (word_ > 1 && word_ == line_.words.size()) return {};
    const bool from_hand = record_.rules->kernel.draw.hand > 0 || at("=");
    const auto kind = read_tile(at("=") ? "=" : "");
    if (!kind) return tl::unexpected<Error>(kind.error());
    if (!from_hand) {
      add(Move::draw(*kind), word_ - 1);
      if (take("aside") || take("back")) {
        record_.moves.back().aside = true;
        return nothing_more("a tile that is not placed");
      }
      if (auto offers = read_offers(); !offers) return offers;
      if (sold_) return nothing_more("a tile that is sold");
      if (word_ >= line_.words.size()) return {};
    }
    const auto space = parse_space(line_, word_);
    if (!space) return tl::unexpected<Error>(space.error());
    const auto rotation = parse_rotation(*record_.rules, *kind, line_, word_ + 1);
    if (!rotation) return tl::unexpected<Error>(rotation.error());
    add(Move::place(*kind, space->x, space->y, *rotation), word_);
    word_ += 2;
    placed_ = true;
    if (auto figure = read_figure(*kind, word_ - 1); !figure) return figure;
    while (at("+"))
      if (auto drawn = read_draw("+"); !drawn) return drawn;
    return nothing_more("the turn");
  }

  bool placed() const { return placed_; }
  bool sold() const { return sold_; }

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
    record_.moves.push_back({move, turn_, false, line_.number, line_.words[word].column});
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

  Result<void> read_draw(std::string_view prefix) {
    const auto kind = read_tile(prefix);
    if (!kind) return tl::unexpected<Error>(kind.error());
    add(Move::draw(*kind), word_ - 1);
    return {};
  }

  Result<void> read_offers() {
    while (at("bid")) {
      const auto points = parse_labelled(line_, word_, "bid", 0, 9999);
      if (!points) return tl::unexpected<Error>(points.error());
      add(Move::offer(*points), word_++);
    }
    if (at("sell")) {
      const auto seat = parse_labelled(line_, word_, "sell", 1, record_.rules->kernel.seats);
      if (!seat) return tl::unexpected<Error>(seat.error());
      add(Move::sell(*seat - 1), word_++);
      sold_ = true;
    } else if (at("keep")) {
      add(Move::pass(), word_++);
    }
    return {};
  }

  Result<void> read_figure(int kind, std::size_t rotation_word) {
    if (word_ >= line_.words.size() || at("+")) return {};
    if (take("-")) {
      add(Move::pass(), word_ - 1);
    } else if (take("abbot-home")) {
      add(Move::take_back(Figure::abbot), word_ - 1);
    } else {
      const auto figure = parse_figure(*record_.rules, kind, line_, word_, rotation_word);
      if (!figure) return tl::unexpected<Error>(figure.error());
      add(Move::follower(figure->feature, figure->figure), word_++);
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
  bool placed_ = false, sold_ = false;
};

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
  int turn = -1, kind = -1, dealt = 0;
  bool drawn = false;  // in this turn, other than into a hand
  for (const RecordedMove& recorded : record.moves) {
    const Move& move = recorded.move;
    if (recorded.turn != turn) {
      end_line();
      turn = recorded.turn;
      drawn = false;
    }
    const bool centre = turn == 0 && rules.kernel.draw.blind_start && move.kind == MoveKind::draw &&
                        text.find("\nstart ") == std::string::npos;
    if (turn == 0 && !centre && dealt++ % rules.kernel.draw.hand == 0) end_line();
    if (line.empty()) line = turn > 0 ? std::to_string(turn) : centre ? "start" : "deal";
    switch (move.kind) {
      case MoveKind::draw:
        kind = move.tile;
        drawn = true;
        line += (hands && !centre ? " +" : " ") + (recorded.hidden ? "?" : rules.kinds[move.tile].name);
        if (recorded.aside) line += rules.kernel.draw.put_back ? " back" : " aside";
        if (recorded.aside || centre) end_line();
        break;
      case MoveKind::tile:
        kind = move.tile;
        if (hands || !drawn) line += (hands ? " " : " =") + rules.kinds[move.tile].name;
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
      case MoveKind::offer:
        line += fmt::format(" bid:{}", move.value);
        break;
      case MoveKind::sell:
        line += fmt::format(" sell:{}", move.value + 1);
        end_line();
        break;
      case MoveKind::pick:
      case MoveKind::choose:
      case MoveKind::answer:
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

Result<Record> parse_record(const Catalogue& catalogue, std::string_view text) {
  const auto lines = split_lines(text);
  if (!lines) return tl::unexpected<Error>(lines.error());
  auto header = parse_header(catalogue, *lines, "game");
  if (!header) return tl::unexpected<Error>(header.error());
  Record record;
  record.choice = std::move(header->choice);
  record.seats = std::move(header->seats);
  record.opening = std::move(header->opening);
  record.seed = std::move(header->seed);
  record.rules = std::move(header->rules);

  int turn = 1;
  const Line* unfinished = nullptr;  // a turn without placement can only be the last
  for (std::size_t i = header->lines; i < lines->size(); ++i) {
    const Line& line = (*lines)[i];
    const std::string_view key = line.words[0].text;
    if (!record.result.empty()) return error_at(line, 0, "nothing may follow the result");
    if (key == "score") {
      for (std::size_t w = 1; w < line.words.size(); ++w) {
        const auto points = parse_number(line, w, -99999, 99999);
        if (!points) return tl::unexpected<Error>(points.error());
        record.result.push_back(*points);
      }
      if (record.result.size() != record.seats.size())
        return error_at(line, 0, fmt::format("{} results for {} seats", record.result.size(), record.seats.size()));
      continue;
    }
    if (unfinished)
      return error_at(*unfinished, unfinished->words.size(), "the turn has no placement",
                      "a space as x,y and a rotation (n e s w), or aside");
    if (turn == 1 && (key == "start" || key == "deal")) {
      if (const auto read = TurnReader(line, 0, record).read_setup(); !read) return tl::unexpected<Error>(read.error());
      continue;
    }
    int number = 0;
    const bool next = to_number(key, number) && (number == turn || (number == turn + 1 && !record.moves.empty() &&
                                                                    record.moves.back().move.kind == MoveKind::sell));
    if (!next)
      return error_at(line, 0, fmt::format("'{}' cannot stand here", key), fmt::format("turn {}, or score", turn));
    turn = number;
    TurnReader reader(line, turn, record);
    if (const auto read = reader.read_turn(); !read) return tl::unexpected<Error>(read.error());
    if (reader.placed())
      ++turn;
    else if (!reader.sold() && !record.moves.back().aside)
      unfinished = &line;
  }
  return record;
}

}  // namespace bastide
