#include "game/perft.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <sstream>

namespace bastide {
namespace {

template <class Config>
class Counter {
 public:
  Counter(const Ruleset& rules, const std::vector<KindIndex>& draws, int depth)
      : rules_(rules), draws_(draws), counts_(depth + 1) {}

  /// `made`: decisions so far; `drawn`: how many of the draws are used up.
  Result<void> count(const State<Config>& state, std::size_t made, std::size_t drawn) {
    ++counts_[made];
    return made + 1 == counts_.size() ? Result<void>{} : go_on(state, made, drawn);
  }

  std::vector<uint64_t> counts() && { return std::move(counts_); }

 private:
  /// What comes after a state that has been counted. REQUIRES: made + 1 < counts_.size().
  Result<void> go_on(const State<Config>& state, std::size_t made, std::size_t drawn) {
    if constexpr (Config::variants)
      if (asks_outcome(state)) return each_outcome(state, made, drawn);
    if (state.phase == Phase::draw) {
      // Many tiles may be drawn in a row, where seats are dealt some; so many states have no room on the stack.
      const auto next = std::make_unique<State<Config>>(state);
      for (; draws_tile(*next); ++drawn) {
        if (drawn == draws_.size())
          return failure(fmt::format("{} draws are too few for depth {}", draws_.size(), counts_.size() - 1));
        if (draw_weight(rules_, *next, draws_[drawn]) == 0)
          return failure(fmt::format("draw {} is of a tile that is not left in the stack", drawn + 1), "SET-1");
        apply(rules_, *next, Move::draw(draws_[drawn]));
      }
      return go_on(*next, made, drawn);
    }
    std::vector<Move> moves;
    legal_moves(rules_, state, moves);
    if (made + 2 == counts_.size()) {  // the leaves need not be visited
      counts_[made + 1] += moves.size();
      return {};
    }
    for (const Move& move : moves) {
      State<Config> next = state;
      apply(rules_, next, move);
      BASTIDE_CHECK(count(next, made + 1, drawn));
    }
    return {};
  }

  static bool draws_tile(const State<Config>& state) {
    if constexpr (Config::variants)
      if (asks_outcome(state)) return false;
    return state.phase == Phase::draw;
  }

  /// Of dice and the like every outcome is gone through; it is no decision.
  Result<void> each_outcome(const State<Config>& state, std::size_t made, std::size_t drawn) {
    std::vector<Move> moves;
    legal_moves(rules_, state, moves);
    for (const Move& move : moves) {
      const auto next = std::make_unique<State<Config>>(state);
      apply(rules_, *next, move);
      BASTIDE_CHECK(go_on(*next, made, drawn));
    }
    return {};
  }

  const Ruleset& rules_;
  const std::vector<KindIndex>& draws_;
  std::vector<uint64_t> counts_;
};

Error at_line(std::string message, int line, std::string expected = {}) {
  Error error;
  error.message = std::move(message);
  error.line = line;
  error.expected = std::move(expected);
  return error;
}

/// The pile that tiles are still to be dealt from, or -1.
int dealt_pile(const Ruleset& rules, const State<Full>& state) {
  auto next = std::make_unique<State<Full>>(state);
  while (question(*next) != nullptr && next_line(*next) <= rules.first_line()) {
    const Pending& asked = *question(*next);
    if (asked.from_pile()) return asked.pile();
    std::vector<Move> moves;
    legal_moves(rules, *next, moves);
    if (moves.empty() || (asked.chance == 0 && moves.front().tile != 0)) return -1;
    apply(rules, *next, moves.front());
  }
  return -1;
}

template <class Number>
bool read_number(const std::string& text, Number& number) {
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  return wrong == std::errc() && end == text.data() + text.size();
}

}  // namespace

template <class Config>
Result<std::vector<uint64_t>> perft(const Ruleset& rules, const State<Config>& state,
                                    const std::vector<KindIndex>& draws, int depth) {
  Counter<Config> counter(rules, draws, depth);
  BASTIDE_CHECK(counter.count(state, 0, 0));
  return std::move(counter).counts();
}

template <class Config>
std::vector<KindIndex> shuffled_stack(const Ruleset& rules, const State<Config>& state, uint64_t seed) {
  std::vector<KindIndex> draws(state.stack.begin(), state.stack.begin() + state.left), dealt;
  std::sort(draws.begin(), draws.end());
  Rng rng(seed);
  const auto shuffle = [&rng](std::vector<KindIndex>& tiles) {
    for (std::size_t i = tiles.size(); i > 1; --i) std::swap(tiles[i - 1], tiles[rng.below(static_cast<uint32_t>(i))]);
  };
  shuffle(draws);
  if constexpr (Config::variants) {
    std::stable_sort(draws.begin(), draws.end(),
                     [&](KindIndex a, KindIndex b) { return rules.stage_of(a) < rules.stage_of(b); });
    if (!rules.late.empty()) {  // the others, and what is left of them once more with those that are late
      const auto late =
          std::stable_partition(draws.begin(), draws.end(), [&](KindIndex k) { return !rules.is_late(k); });
      std::vector<KindIndex> mixed(late - std::min<std::ptrdiff_t>(rules.others_left, late - draws.begin()),
                                   draws.end());
      draws.resize(draws.size() - mixed.size());
      shuffle(mixed);
      draws.insert(draws.end(), mixed.begin(), mixed.end());
    }
    // What is dealt out of a pile comes before all but a tile for the centre.
    const int pile = dealt_pile(rules, state);
    if (pile < 0) return draws;
    for_each_held(state, pile, kNobody, [&](KindIndex kind) { dealt.push_back(kind); });
    std::sort(dealt.begin(), dealt.end());
    shuffle(dealt);
    int wanted = rules.given + rules.own;  // these the seats have already
    for (const HeldTile& tile : held(state)) wanted -= tile.seat != kNobody;
    dealt.resize(wanted);
    draws.insert(draws.begin() + (state.pieces == 0 ? 1 : 0), dealt.begin(), dealt.end());
  }
  return draws;
}

Result<PerftFile> parse_perft(const Catalogue& catalogue, std::string_view text) {
  RuleChoice choice;
  choice.preset.clear();
  int seats = 2, number = 0;
  PerftFile file;
  std::vector<std::pair<std::string, int>> draws;  // with their line
  std::istringstream lines{std::string(text)};
  const auto wrong = [&](std::string message, std::string expected = {}) {
    return tl::unexpected<Error>(at_line(std::move(message), number, std::move(expected)));
  };
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string key, word, more;
    if (!(words >> key)) continue;
    if (key == "draws") {
      while (words >> word) draws.emplace_back(word, number);
      continue;
    }
    if (!(words >> word)) return wrong(fmt::format("'{}' needs a value", key));
    if (key == "rules") {
      choice.preset = word;
    } else if (key == "set") {
      const std::size_t equals = word.find('=');
      if (equals == std::string::npos) return wrong(fmt::format("'{}' sets nothing", word), "OPTION=VALUE");
      choice.options[word.substr(0, equals)] = word.substr(equals + 1);
    } else if (key == "seats") {
      if (!read_number(word, seats)) return wrong(fmt::format("'{}' is no number of seats", word));
    } else if (key == "count") {
      std::size_t depth = 0;
      uint64_t count = 0;
      if (!(words >> more) || !read_number(word, depth) || !read_number(more, count))
        return wrong("this is no count", "count DEPTH NUMBER");
      if (depth != file.counts.size())
        return wrong(fmt::format("depth {} does not follow", depth), std::to_string(file.counts.size()));
      file.counts.push_back(count);
    } else {
      return wrong(fmt::format("'{}' cannot stand here", key), "rules, set, seats, draws or count");
    }
    if (words >> more) return wrong(fmt::format("'{}' is too much", more));
  }
  BASTIDE_TRY(file.rules, compile(catalogue, choice, seats));
  for (const auto& [name, line] : draws) {
    const int kind = file.rules->kind_by_name(name);
    if (kind < 0) return tl::unexpected<Error>(at_line(fmt::format("this game has no tile '{}'", name), line));
    file.draws.push_back(static_cast<KindIndex>(kind));
  }
  if (file.counts.empty()) return failure("there is no count");
  return file;
}

std::string write_perft(const PerftFile& file) {
  std::string text = fmt::format("rules {}\n", file.rules->preset->id);
  for (const auto& [option, value] : file.rules->choice.options) text += fmt::format("set {}={}\n", option, value);
  text += fmt::format("seats {}\ndraws", file.rules->kernel.seats);
  for (const KindIndex kind : file.draws) text += " " + file.rules->kinds[kind].name;
  text += '\n';
  for (std::size_t depth = 0; depth < file.counts.size(); ++depth)
    text += fmt::format("count {} {}\n", depth, file.counts[depth]);
  return text;
}

template Result<std::vector<uint64_t>> perft(const Ruleset&, const State<Fast>&, const std::vector<KindIndex>&, int);
template Result<std::vector<uint64_t>> perft(const Ruleset&, const State<Full>&, const std::vector<KindIndex>&, int);
template std::vector<KindIndex> shuffled_stack(const Ruleset&, const State<Fast>&, uint64_t);
template std::vector<KindIndex> shuffled_stack(const Ruleset&, const State<Full>&, uint64_t);
template std::vector<KindIndex> shuffled_stack(const Ruleset&, const State<Large>&, uint64_t);

}  // namespace bastide
