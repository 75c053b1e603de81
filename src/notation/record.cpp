// Whole games as text: a header, a line a turn, the result.
#include <fmt/format.h>

#include "notation/words.h"

namespace bastide {
namespace {

/// Reads the words of one turn's line after its number into moves.
Result<void> parse_turn(const Line& line, Record& record) {
  const GameRules& rules = *record.rules;
  const auto kind = parse_tile(rules, line, 1);
  if (!kind) return tl::unexpected<Error>(kind.error());
  const auto add = [&](Move move, std::size_t word, bool aside = false) {
    record.moves.push_back({move, aside, line.number, line.words[word].column});
  };
  const std::size_t words = line.words.size();
  const bool aside = words == 3 && line.words[2].text == "aside";
  add(Move::draw(*kind), 1, aside);
  if (words == 2 || aside) return {};
  const auto space = parse_space(line, 2);
  if (!space) return tl::unexpected<Error>(space.error());
  const auto rotation = parse_rotation(rules, *kind, line, 3);
  if (!rotation) return tl::unexpected<Error>(rotation.error());
  add(Move::place(*kind, space->x, space->y, *rotation), 2);
  if (words == 4) return {};
  if (line.words[4].text == "-") {
    add(Move::pass(), 4);
  } else {
    const auto feature = parse_place(rules, *kind, line, 4);
    if (!feature) return tl::unexpected<Error>(feature.error());
    add(Move::follower(normal_feature(rules, *kind, written_rotation(line, 3), *feature)), 4);
  }
  if (words > 5)
    return error_at(line, 5, fmt::format("'{}' is too much: the turn ends with the follower", line.words[5].text));
  return {};
}

}  // namespace

std::string write_record(const Record& record) {
  const GameRules& rules = *record.rules;
  std::string text = write_header("game", record.choice, record.seats, record.seed);
  int turn = 1;
  bool open = false;  // a turn's line has been begun
  int kind = 0;
  const auto end_line = [&] {
    if (open) text += '\n';
    open = false;
  };
  for (const RecordedMove& recorded : record.moves) {
    const Move& move = recorded.move;
    switch (move.kind) {
      case MoveKind::draw:
        end_line();
        kind = move.tile;
        text += fmt::format("{} {}", turn, rules.kinds[move.tile].name);
        if (recorded.aside) text += " aside";
        open = true;
        break;
      case MoveKind::tile:
        text += fmt::format(" {},{} {}", move.x, move.y, rotation_letter(move.rotation));
        ++turn;
        break;
      case MoveKind::follower:
        text += " " + rules.feature(kind, move.feature).place;
        break;
      case MoveKind::pass:
        text += " -";
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
  record.seed = std::move(header->seed);
  record.rules = std::move(header->rules);

  int turn = 1;
  const Line* unfinished = nullptr;  // a line with a tile that is drawn but not placed can only be the last
  for (std::size_t i = header->lines; i < lines->size(); ++i) {
    const Line& line = (*lines)[i];
    if (!record.result.empty()) return error_at(line, 0, "nothing may follow the result");
    if (line.words[0].text == "score") {
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
    int number = 0;
    if (!to_number(line.words[0].text, number) || number != turn)
      return error_at(line, 0, fmt::format("'{}' cannot stand here", line.words[0].text),
                      fmt::format("turn {}, or score", turn));
    const std::size_t before = record.moves.size();
    if (const auto parsed = parse_turn(line, record); !parsed) return tl::unexpected<Error>(parsed.error());
    if (record.moves.size() > before + 1)
      ++turn;
    else if (!record.moves.back().aside)
      unfinished = &line;
  }
  return record;
}

}  // namespace bastide
