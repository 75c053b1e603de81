#include "jcz/check.h"

#include "notation/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <set>

namespace bastide::jcz {
namespace {

using Kind = Verdict::Kind;
using Match = std::match_results<std::string::const_iterator>;

std::string joined(const std::set<std::string>& words, std::string_view between = "; ") {
  std::string text;
  for (const std::string& word : words) text += fmt::format("{}{}", text.empty() ? "" : between, word);
  return text.empty() ? "nothing" : text;
}

/// Texts between `;`, without blanks.
std::set<std::string> parts_of(const std::string& text) {
  std::set<std::string> parts;
  std::string part;
  for (const char c : text + ";") {
    if (c == ';') {
      if (!part.empty()) parts.insert(part);
      part.clear();
    } else if (c != ' ') {
      part += c;
    }
  }
  return parts;
}

class Judge {
 public:
  Judge(const Catalogue& catalogue, const Save& save, const Imported& imported)
      : words_(*catalogue.jcz), imported_(imported), game_(imported.game), scored_(imported.game) {
    if (imported.ends && !game_.over()) {
      const auto short_game = import_short(catalogue, save);
      if (short_game && short_game->game.over()) game_ = scored_ = short_game->game;
    } else if (imported.open_turn && !game_.over()) {
      scored_ = before_scoring();
    }
    next_ = save.draw_order.size() > draws_of(game_) ? save.draw_order[draws_of(game_)] : "";
  }

  Verdict judge(const std::string& assertion) {
    struct Sentence {
      std::regex form;
      std::function<void(Judge&, const Match&)> judge;
    };
    static const std::vector<Sentence> kSentences = {
        {std::regex(R"(^(.+) has (-?\d+) points?\.?$)"), &Judge::points},
        {std::regex(R"(^(.+) scored ([\w-]+) for (-?\d+) points?\.?$)"), &Judge::scored},
        {std::regex(R"(^Player (can|can't) pass\.?$)"), &Judge::pass},
        {std::regex(R"(^[Pp]hase is (\w+)\.?$)"), &Judge::phase},
        {std::regex(R"(^Available action (\w+)(?: for (\S+?))?\.?$)"), &Judge::action},
        {std::regex(R"(^(?:Tile)?Placement(?: (\S+))? options: (.*)$)"), &Judge::placements},
        {std::regex(R"(^Meeple (\w+) options: (.*)$)"), &Judge::figures},
        {std::regex(R"(^Undo is .*$)"), &Judge::undo},
    };
    constexpr std::size_t kLongest = 4000;  // std::regex goes a step deeper with every letter
    verdict_ = {.assertion = assertion, .here = "no sentence that is known"};
    if (assertion.size() > kLongest) return verdict_;
    Match match;
    for (const Sentence& sentence : kSentences)
      if (std::regex_match(assertion.begin(), assertion.end(), match, sentence.form)) {
        sentence.judge(*this, match);
        break;
      }
    return verdict_;
  }

 private:
  void passed(bool is, std::string here) {
    verdict_.kind = is ? Kind::passed : Kind::failed;
    verdict_.here = is ? "" : std::move(here);
  }
  void not_understood(std::string why) { verdict_.here = std::move(why); }

  static std::size_t draws_of(const Game& game) {
    return std::count_if(game.played().begin(), game.played().end(), [](const PlayedPly& ply) {
      return ply.move.kind == MoveKind::draw && ply.pile < 0 && ply.piece < 0;
    });
  }

  /// For them a choice is scored when it is confirmed; a figure that was taken back has been paid.
  [[nodiscard]] Game before_scoring() const {
    const auto& played = game_.played();
    const bool chose = !played.empty() && played.back().move.kind != MoveKind::tile &&
                       played.back().move.kind != MoveKind::draw && played.back().move.kind != MoveKind::take_back;
    return chose ? game_.at(static_cast<int>(played.size()) - 1) : game_;
  }

  int seat_called(const std::string& name) {
    for (std::size_t seat = 0; seat < game_.seats().size(); ++seat)
      if (game_.seats()[seat].name == name) return static_cast<int>(seat);
    not_understood(fmt::format("there is no player {}", name));
    return -1;
  }

  void points(const Match& match) {
    const int seat = seat_called(match.str(1));
    if (seat < 0) return;
    const int here = scored_.state().score[seat];
    passed(std::to_string(here) == match.str(2), fmt::format("{} has {}", match.str(1), here));
  }

  [[nodiscard]] bool is_called(const Award& award, const std::string& name) const {
    if (award.reason == Reason::bonus) return name_of_points(game_.rules(), award) == name;
    const JczWords::Feature* words = words_for(words_, award.type);
    return words && std::find(words->points.begin(), words->points.end(), name) != words->points.end();
  }

  void scored(const Match& match) {
    const int seat = seat_called(match.str(1));
    if (seat < 0) return;
    std::set<std::string> here;
    for (const Ply& ply : scored_.plies())
      for (const ExplainedAward& award : ply.awards) {
        if (!is_called(award.award, match.str(2))) continue;
        const int got = award.award.points[seat];
        if ((award.award.owners >> seat) & 1) here.insert(std::to_string(got));
      }
    passed(here.contains(match.str(3)),
           fmt::format("{} scored {} for {}", match.str(1), match.str(2), joined(here, ", ")));
  }

  [[nodiscard]] std::string phase_here() const {
    const auto& played = game_.played();
    const bool acted =
        imported_.open_turn && !game_.over() && !played.empty() && !asks_for_tile(game_.rules(), game_.state());
    std::string asked = acted ? "commit" : game_.asked();
    if (asked == "draw") asked = "tile";
    for (const JczWords::Phase& phase : words_.phases)
      if (phase.asked == asked) return phase.name;
    return {};
  }

  void phase(const Match& match) {
    const std::string here = phase_here();
    if (here.empty()) return not_understood(fmt::format("there is no word for what is asked: {}", game_.asked()));
    passed(here == match.str(1), fmt::format("phase is {}", here));
  }

  void pass(const Match& match) {
    const std::vector<Move> legal = game_.legal();
    const bool commits = phase_here() == phase_called("commit");
    const bool can = !commits && game_.state().phase != Phase::draw &&
                     std::find(legal.begin(), legal.end(), Move::pass()) != legal.end();
    passed(can == (match.str(1) == "can"), fmt::format("player {} pass", can ? "can" : "can't"));
  }

  [[nodiscard]] std::string phase_called(std::string_view asked) const {
    for (const JczWords::Phase& phase : words_.phases)
      if (phase.asked == asked) return phase.name;
    return {};
  }

  [[nodiscard]] std::string figure_action(Figure figure) const {
    for (const JczWords::Figure& word : words_.figures)
      if (word.figure == game_.rules().figure(figure).name) return word.action;
    return {};
  }

  /// What can be done now: "Meeple for SmallFollower", "Meeple" ...
  [[nodiscard]] std::set<std::string> actions_here() const {
    if (phase_here() == phase_called("commit")) return {"Confirm"};
    if (game_.state().phase == Phase::draw || game_.state().phase == Phase::tile) return {"TilePlacement"};
    std::set<std::string> actions;
    for (const Move& move : game_.legal())
      for (const JczWords::Message& words : words_.messages) {
        if (words.action.empty() || !says(words, game_.rules(), game_.state(), move)) continue;
        actions.insert(words.action);
        if (!words.figure.empty()) actions.insert(words.action + " for " + figure_action(move.figure));
      }
    return actions;
  }

  void action(const Match& match) {
    const std::set<std::string> here = actions_here();
    const bool tile = match.str(1) == "TilePlacement";  // which one is drawn they know
    const std::string wanted = tile || match.str(2).empty() ? match.str(1) : match.str(1) + " for " + match.str(2);
    passed(here.contains(wanted), "available: " + joined(here, ", "));
  }

  /// The tile that is to be placed is drawn if it has not been; which it is, the sentence or the draw order says.
  void placements(const Match& match) {
    Game game = game_;
    const Tiles tiles(game.rules(), words_);
    const std::string id = match.str(1).empty() ? next_ : match.str(1);
    std::optional<Tiles::Found> tile = tiles.find(id, &game.state());
    if (game.state().phase == Phase::draw) {
      if (!tile) return not_understood(fmt::format("'{}' is no tile that can be drawn", id));
      if (const auto drawn = game.play(Move::draw(tile->kind)); !drawn) return not_understood(drawn.error().text());
    } else if (!tile) {
      return not_understood(fmt::format("'{}' is no tile of this game", id));
    }
    std::set<std::string> here, there;
    const auto note = [&](std::set<std::string>& set, int x, int y,
                          int quarters) {  // of turns that look alike the first
      for (int turn = 0; turn < 4; ++turn)
        if (same(game.rules(), *tile, turn, quarters)) {
          set.insert(fmt::format("[{},{}]-{}", x, y, 90 * turn));
          return;
        }
    };
    for (const Move& move : game.legal()) {
      if (move.kind != MoveKind::tile) continue;
      const auto [x, y] = imported_.frame.theirs(move.x, move.y);
      note(here, x, y, (move.rotation + imported_.frame.quarters + 4 - tile->quarters) % 4);
    }
    static const std::regex kOption(R"(\[(-?\d{1,4}),(-?\d{1,4})\]-\[([\d,]+)\])");
    static const std::regex kTurn(R"(\d{1,4})");
    for (const std::string& part : parts_of(match.str(2))) {
      std::smatch option;
      if (!std::regex_match(part, option, kOption)) return not_understood(fmt::format("'{}'", part));
      const std::string turns = option.str(3);
      for (std::sregex_iterator turn(turns.begin(), turns.end(), kTurn), end; turn != end; ++turn)
        note(there, std::stoi(option.str(1)), std::stoi(option.str(2)), std::stoi(turn->str()) / 90 % 4);
    }
    passed(here == there, joined(here));
  }

  static bool same(const GameRules& rules, const Tiles::Found& tile, int a, int b) {
    const auto normal = [&](int turn) { return normal_rotation(rules, tile.kind, (turn + tile.quarters) % 4); };
    return normal(a) == normal(b);
  }

  void figures(const Match& match) {
    std::set<std::string> here;
    for (const Move& move : game_.legal())
      for (const JczWords::Message& words : words_.messages) {
        if (!says(words, game_.rules(), game_.state(), move) || words.figure.empty() || words.at.empty() ||
            figure_action(move.figure) != match.str(1))
          continue;
        if (takes_space(game_.rules(), move)) {
          const auto [x, y] = imported_.frame.theirs(move.x, move.y);
          here.insert(fmt::format("{{{},I,[{},{}]}}", words.feature.empty() ? "" : words.feature[0], x, y));
          continue;
        }
        const int piece = move.kind == MoveKind::follower ? game_.state().pieces - 1 : move.x;
        const auto pointer = feature_pointer(game_.rules(), game_.state(), piece, move.feature, imported_.frame);
        const auto text = [&](std::string_view key) {
          return std::string(pointer.contains(key) ? std::string_view(pointer.at(key).as_string()) : "");
        };
        const auto& at = pointer.at("position").as_array();
        here.insert(
            fmt::format("{{{},{},[{},{}]}}", text("feature"), text("location"), at[0].as_int64(), at[1].as_int64()));
      }
    passed(here == parts_of(match.str(2)), joined(here));
  }

  void undo(const Match&) {
    verdict_.kind = Kind::not_ours;
    verdict_.here = "of their program, not of the game";
  }

  const JczWords& words_;
  const Imported& imported_;
  Game game_;
  Game scored_;       ///< as far as they have scored
  std::string next_;  ///< of the draw order
  Verdict verdict_;
};

}  // namespace

std::string name_of_points(const GameRules& rules, const Award& award) {
  const JczWords& words = *rules.catalogue->jcz;
  if (award.reason != Reason::bonus) {
    const JczWords::Feature* feature = words_for(words, award.type);
    return feature ? feature->points[0] : std::string();
  }
  for (const Term& term : award.terms)
    for (const JczWords::Points& points : words.points)
      if (term.by != Term::kBase && rules.added[term.by]->id == points.expansion &&
          rules.term(term).name == points.term)
        return points.name;
  return {};
}

std::vector<Verdict> judge(const Catalogue& catalogue, const Save& save, const Imported& imported) {
  Judge judge(catalogue, save, imported);
  std::vector<Verdict> verdicts;
  for (const std::string& assertion : save.assertions) verdicts.push_back(judge.judge(assertion));
  return verdicts;
}

}  // namespace bastide::jcz
