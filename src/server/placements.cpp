#include "server/placements.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "server/words.h"

namespace bastide {

namespace {

/// Appends JSON to a text.
class Writer {
 public:
  Writer(const Game& game, int kind) : game_(game), rules_(game.rules()), kind_(kind), scratch_(game.state()) {}

  void placement(Space space, const std::vector<Move>& moves) {
    add(R"({{"x":{},"y":{},"ways":[)", space.x, space.y);
    each(moves, [&](Move move) { way(move); });
    text_ += "]}";
  }

  template <class Things, class Write>
  void each(const Things& things, const Write& write) {
    bool first = true;
    for (const auto& thing : things) {
      if (!std::exchange(first, false)) text_ += ',';
      write(thing);
    }
  }

  std::string text_;

 private:
  template <class... T>
  void add(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<T>(values)...);
  }
  void quoted(std::string_view text) {
    text_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') text_ += '\\';
      if (static_cast<unsigned char>(c) < 0x20)
        add("\\u{:04x}", c);
      else
        text_ += c;
    }
    text_ += '"';
  }

  void way(Move move) {
    const Game::Preview preview = game_.preview(move, scratch_);
    add(R"({{"rotation":{},"move":)", move.rotation);
    quoted(move_text(rules_, game_.state(), move));
    text_ += R"(,"completes":[)";
    each(preview.completes, [&](const ExplainedAward& award) { completion(award); });
    text_ += R"(],"places":[)";
    each(preview.followers, [&](const Game::FollowerOption& option) { place(option, move); });
    text_ += "]}";
  }

  void completion(const ExplainedAward& award) {
    text_ += R"({"title":)";
    quoted(award.title);
    text_ += R"(,"translations":{)";
    each(award.translations, [&](const auto& translation) {
      quoted(translation.first);
      text_ += R"(:{"title":)";
      quoted(translated(award.translations, translation.first, "title", award.title));
      text_ += '}';
    });
    add(R"(}},"category":"{}","segments":)", category_of(award.extent.type));
    segments(award.extent.segments);
    text_ += R"(,"spaces":[)";
    each(award.extent.spaces, [&](const Space& space) { add("[{},{}]", space.x, space.y); });
    text_ += R"(],"points":[)";
    each(award.owners, [&](int seat) { add(R"({{"seat":{},"points":{}}})", seat, award.points_of(seat)); });
    text_ += "]}";
  }

  void segments(const std::vector<Segment>& segments) {
    text_ += '[';
    each(segments, [&](const Segment& segment) {
      const auto& state = game_.state();
      const bool next = segment.piece == state.pieces;
      const int kind = next ? kind_ : state.piece[segment.piece].kind;
      add(R"({{"piece":{},"place":"{}"}})", next ? -1 : segment.piece, rules_.feature(kind, segment.feature).place);
    });
    text_ += ']';
  }

  /// A place for a figure on the tile `placement` lays, or the figure that may be taken back instead (ABBOT-2).
  void place(const Game::FollowerOption& option, Move placement) {
    const bool abbot = option.move.figure != Figure::follower;
    add(R"({{"kind":"{}","segments":)", figure_name(option.extent.type, option.move.figure));
    segments(option.extent.segments);
    add(R"(,"size":{},"points":{})", option.extent.spaces.size(), option.points);
    if (option.move.kind == MoveKind::take_back) {
      add(R"(,"place":"","move":"abbot-home","label":"Abbot home: {} points now","home":true}})", option.points);
      return;
    }
    const std::string& name = rules_.feature(kind_, option.move.feature).place;
    std::string& words = words_[std::pair(option.move.feature, placement.rotation)];
    if (words.empty()) words = place_in_words(*rules_.kinds[kind_].tile, option.move.feature, placement.rotation);
    add(R"(,"place":"{0}","move":"{1}{0}","label":)", name, abbot ? "abbot@" : "");
    quoted(abbot ? "Abbot" + words.substr(std::min(words.find(' '), words.size())) : words);
    text_ += '}';
  }

  const Game& game_;
  const GameRules& rules_;
  const int kind_;
  State<Full> scratch_;
  std::map<std::pair<int, int>, std::string> words_;  ///< of a place and a rotation: each stands in many spaces
};

}  // namespace

std::string placements_text(const Game& game, int kind) {
  if (game.state().phase != Phase::tile && game.state().phase != Phase::reserve) return "[]";
  std::map<std::pair<int, int>, std::vector<Move>> spaces;  // by y, x: the order in which they are read
  for (const Move& move : game.legal())
    if (move.kind == MoveKind::tile && move.tile == kind) spaces[{move.y, move.x}].push_back(move);
  for (auto& [space, moves] : spaces)
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.rotation < b.rotation; });
  Writer writer(game, kind);
  writer.text_.reserve(16'000);
  writer.text_ = "[";
  writer.each(spaces, [&](const auto& entry) {
    writer.placement({entry.first.second, entry.first.first}, entry.second);
  });
  writer.text_ += "]";
  return std::move(writer.text_);
}

}  // namespace bastide
