#include "compare/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace bastide::compare {
namespace {

naive::Asked asked(Phase phase) {
  switch (phase) {
    case Phase::draw:
      return naive::Asked::draw;
    case Phase::tile:
      return naive::Asked::tile;
    case Phase::follower:
      return naive::Asked::follower;
    case Phase::over:
      return naive::Asked::over;
  }
  return naive::Asked::over;
}

TileFeatureType feature_type(FeatureType type) {
  switch (type) {
    case FeatureType::city:
      return TileFeatureType::city;
    case FeatureType::road:
      return TileFeatureType::road;
    case FeatureType::cloister:
      return TileFeatureType::cloister;
    case FeatureType::field:
      return TileFeatureType::field;
  }
  return TileFeatureType::field;
}

std::string text(const GameRules& rules, const Move& move) {
  const auto kind = [&] { return rules.kinds[move.tile].name; };
  switch (move.kind) {
    case MoveKind::draw:
      return "draw " + kind();
    case MoveKind::tile:
      return fmt::format("{} {},{} {}", kind(), move.x, move.y, "nesw"[move.rotation & 3]);
    case MoveKind::follower:
      return fmt::format("feature {}", move.feature);
    case MoveKind::pass:
      return "-";
  }
  return "?";
}

std::string text(const GameRules& rules, const std::vector<Move>& moves) {
  std::string all;
  for (const Move& move : moves) all += (all.empty() ? "" : "; ") + text(rules, move);
  return all;
}

std::string text(const naive::Award& award) {
  return fmt::format("{}{} tiles {} shields {} cities {} followers {} points {} segments {}", to_string(award.type),
                     award.completed ? " completed" : "", award.tiles, award.shields, award.cities, award.followers,
                     award.points, award.segments.size());
}

template <class Config>
std::vector<Move> sorted_moves(const GameRules& rules, const State<Config>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  std::sort(moves.begin(), moves.end());
  return moves;
}

std::vector<Move> sorted_moves(const GameRules& rules, const naive::Game& game) {
  std::vector<Move> moves;
  const auto kind_of = [&](const TileSpec* tile) {
    for (std::size_t k = 0; k < rules.kinds.size(); ++k)
      if (rules.kinds[k].tile == tile) return static_cast<int>(k);
    return -1;
  };
  switch (game.asked()) {
    case naive::Asked::draw:
      for (std::size_t k = 0; k < rules.kinds.size(); ++k)
        if (game.left(*rules.kinds[k].tile) > 0) moves.push_back(Move::draw(static_cast<int>(k)));
      break;
    case naive::Asked::tile:
      for (const naive::Placement& p : game.placements())
        moves.push_back(Move::place(kind_of(game.drawn()), p.x, p.y, p.rotation));
      break;
    case naive::Asked::follower:
      for (const int f : game.follower_places()) moves.push_back(Move::follower(f));
      moves.push_back(Move::pass());
      break;
    case naive::Asked::over:
      break;
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

std::set<naive::Segment> segments_of(const GameRules& rules, const State<Full>& state, int root) {
  std::set<naive::Segment> segments;
  for (int p = 0; p < state.pieces; ++p)
    for (int f = 0; f < rules.kernel.kinds[state.piece[static_cast<std::size_t>(p)].kind].features; ++f)
      if (root_at(state, p, f) == root) segments.insert({p, f});
  return segments;
}

template <class A, class B>
std::optional<std::string> unequal(const char* what, const A& core, const B& naive) {
  if (core == naive) return std::nullopt;
  return fmt::format("{}: core {}, naive {}", what, core, naive);
}

}  // namespace

Comparison::Comparison(const GameRules& rules)
    : rules_(rules), naive_(rules, rules.kernel.seats), has_fast_(fits<Fast>(rules.kernel)) {
  start(rules.kernel, full_);
  if (has_fast_) start(rules.kernel, fast_);
}

std::optional<std::string> Comparison::check() {
  if (asked(full_.phase) != naive_.asked())
    return fmt::format("core asks for {}, naive for {}", static_cast<int>(full_.phase),
                       static_cast<int>(naive_.asked()));
  if (auto wrong = unequal("tiles left", static_cast<int>(full_.left), naive_.left())) return wrong;
  if (full_.phase != Phase::over)
    if (auto wrong = unequal("seat to move", static_cast<int>(full_.seat), naive_.seat())) return wrong;
  for (int seat = 0; seat < rules_.kernel.seats; ++seat) {
    const auto s = static_cast<std::size_t>(seat);
    if (auto wrong = unequal("score", static_cast<int>(full_.score[s]), naive_.scores()[s])) return wrong;
    if (auto wrong = unequal("supply", static_cast<int>(full_.supply[s]), naive_.supply(seat))) return wrong;
  }
  if (auto wrong = check_followers()) return wrong;
  legal_ = sorted_moves(rules_, full_);
  if (const auto other = sorted_moves(rules_, naive_); other != legal_)
    return fmt::format("legal moves: core {} | naive {}", text(rules_, legal_), text(rules_, other));
  if (!has_fast_) return std::nullopt;
  if (const auto other = sorted_moves(rules_, fast_); other != legal_)
    return fmt::format("legal moves: full {} | fast {}", text(rules_, legal_), text(rules_, other));
  if (fast_.phase != full_.phase || fast_.left != full_.left || fast_.seat != full_.seat || fast_.turn != full_.turn ||
      fast_.score != full_.score || fast_.supply != full_.supply)
    return "fast and full kernel differ in turn, score or supply";
  return std::nullopt;
}

std::optional<std::string> Comparison::check_followers() const {
  std::set<naive::FollowerOnBoard> on_board;
  for (int i = 0; i < full_.figures.count; ++i) {
    const auto& figure = full_.figures.at[static_cast<std::size_t>(i)];
    on_board.insert({figure.seat, {figure.piece, figure.feature}});
  }
  if (on_board != naive_.followers())
    return fmt::format("followers: core has {}, naive {}, not all in the same places", on_board.size(),
                       naive_.followers().size());
  return std::nullopt;
}

std::optional<std::string> Comparison::check_awards(const EventLog& log, std::vector<naive::Award> awards) const {
  std::vector<naive::Award> core;
  const auto seats = static_cast<std::size_t>(rules_.kernel.seats);
  for (const Award& a : log.awards)
    core.push_back({feature_type(a.type),
                    a.completed,
                    segments_of(rules_, full_, a.node),
                    a.tiles,
                    a.shields,
                    a.cities,
                    {a.followers.begin(), a.followers.begin() + static_cast<std::ptrdiff_t>(seats)},
                    {a.points.begin(), a.points.begin() + static_cast<std::ptrdiff_t>(seats)}});
  std::sort(core.begin(), core.end());
  std::sort(awards.begin(), awards.end());
  if (core == awards) return std::nullopt;
  std::string message = "awards: core";
  for (const auto& a : core) message += "\n    " + text(a);
  message += "\n  naive";
  for (const auto& a : awards) message += "\n    " + text(a);
  return message;
}

std::optional<std::string> Comparison::play(Move move) {
  EventLog log;
  apply(rules_.kernel, full_, move, &log);
  if (has_fast_) apply(rules_.kernel, fast_, move);
  std::vector<naive::Award> awards;
  bool aside = false;
  switch (move.kind) {
    case MoveKind::draw:
      awards = naive_.draw(*rules_.kinds[move.tile].tile);
      aside = naive_.set_aside();
      break;
    case MoveKind::tile:
      awards = naive_.place({move.x, move.y, move.rotation});
      break;
    case MoveKind::follower:
      awards = naive_.follow(move.feature);
      break;
    case MoveKind::pass:
      awards = naive_.pass();
      break;
  }
  if (auto wrong = unequal("set aside", log.set_aside, aside)) return wrong;
  if (auto wrong = unequal("over", log.over, naive_.asked() == naive::Asked::over)) return wrong;
  return check_awards(log, std::move(awards));
}

Move Comparison::choose(Style style, Rng& rng) const {
  const auto any = [&] { return legal_[rng.below(static_cast<uint32_t>(legal_.size()))]; };
  if (full_.phase == Phase::draw) return random_draw(full_, rng);
  if (style == Style::uniform) return any();
  if (full_.phase == Phase::tile) {
    if (style != Style::builders) return any();
    const auto neighbours = [&](const Move& m) {
      int n = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) n += occupied(full_, m.x + dx, m.y + dy) ? (dx == 0 || dy == 0 ? 3 : 1) : 0;
      return n;
    };
    Move best = any();
    for (int i = 0; i < 6; ++i)
      if (const Move other = any(); neighbours(other) > neighbours(best)) best = other;
    return best;
  }
  const auto& kind = rules_.kernel.kinds[full_.piece[static_cast<std::size_t>(full_.pieces - 1)].kind];
  const auto wanted = [&](const Move& m) {
    return m.kind == MoveKind::follower &&
           (style == Style::hoarders || kind.feature[m.feature].type != FeatureType::field);
  };
  for (int i = 0; i < 6; ++i)
    if (const Move move = any(); wanted(move)) return move;
  return any();
}

std::optional<std::string> compare_random_game(const GameRules& rules, uint64_t seed) {
  Rng rng(seed);
  const auto style = static_cast<Style>(rng.below(3));
  Comparison game(rules);
  std::vector<Move> played;
  auto wrong = game.check();
  while (!wrong && game.state().phase != Phase::over) {
    played.push_back(game.choose(style, rng));
    wrong = game.play(played.back());
    if (!wrong) wrong = game.check();
  }
  if (wrong)
    return fmt::format("{}, {} seats, seed {}, after ply {}: {}\n  plies: {}", describe(rules), rules.kernel.seats,
                       seed, played.size(), *wrong, text(rules, played));
  return std::nullopt;
}

GameRulesPtr random_rules(const PresetSpec& preset, Rng& rng) {
  RuleChoice choice;
  choice.preset = preset.id;
  for (const OptionSpec& option : builtin_catalogue().options) {
    // Half of the time as the preset has it, so that what is mostly played is mostly compared.
    if (option.values.empty() || rng.below(2) == 0) continue;
    choice.options[option.id] = option.values[rng.below(static_cast<uint32_t>(option.values.size()))].id;
  }
  const int seats =
      preset.min_seats + static_cast<int>(rng.below(static_cast<uint32_t>(preset.max_seats - preset.min_seats + 1)));
  const auto rules = compile(builtin_catalogue(), choice, seats);
  if (!rules) {
    std::fprintf(stderr, "%s\n", rules.error().text().c_str());
    std::abort();
  }
  return *rules;
}

}  // namespace bastide::compare
