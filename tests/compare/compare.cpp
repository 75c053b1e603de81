// One game played three times at once, see compare.h.
#include "compare/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "core/by_hand.h"
#include "core/turn.h"
#include "notation/notation.h"
#include "notation/words.h"

namespace bastide::compare {
namespace {

naive::Asked asked(const State<Full>& state) {
  switch (state.phase) {
    case Phase::draw:
      return asks_outcome(state) ? naive::Asked::chance : naive::Asked::draw;
    case Phase::tile:
      return tile_choice(state) == State<Full>::Choice::may_draw ? naive::Asked::may_draw : naive::Asked::tile;
    case Phase::follower:
      return naive::Asked::figure;
    case Phase::ask:
      return naive::Asked::act;
    case Phase::over:
      break;
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
    case FeatureType::garden:
      return TileFeatureType::garden;
    case FeatureType::water:
      return TileFeatureType::water;
    case FeatureType::chapter:
      return TileFeatureType::chapter;
    case FeatureType::pyramid:
      return TileFeatureType::pyramid;
    case FeatureType::building:
      return TileFeatureType::building;
    case FeatureType::quarter:
      return TileFeatureType::quarter;
    case FeatureType::hut:
      return TileFeatureType::hut;
    case FeatureType::trap:
      return TileFeatureType::trap;
  }
  return TileFeatureType::field;
}

naive::Reason reason(Reason reason) {
  switch (reason) {
    case Reason::completed:
      return naive::Reason::completed;
    case Reason::unfinished:
      return naive::Reason::unfinished;
    case Reason::field:
      return naive::Reason::field;
    case Reason::field_city:
      return naive::Reason::field_city;
    case Reason::returned:
      return naive::Reason::returned;
    case Reason::bonus:  // no award of a feature
      break;
  }
  return naive::Reason::completed;
}

naive::FigureKind figure_kind(const GameRules& rules, Figure figure) {
  return figure == Figure::follower ? naive::kFollower : name_of_figure(rules, figure);
}

/// Of a tile that is placed always with its kind.
std::string text(const GameRules& rules, const State<Full>& state, const Move& move) {
  if (move.kind != MoveKind::tile) return move_text(rules, state, move);
  return fmt::format("{} {},{} {}", rules.kinds[move.tile].name, move.x, move.y, rotation_letter(move.rotation));
}

std::string text(const GameRules& rules, const State<Full>& state, const std::vector<Move>& moves) {
  std::string all;
  for (const Move& move : moves) all += (all.empty() ? "" : "; ") + text(rules, state, move);
  return all;
}

std::string text(const naive::Award& award) {
  static constexpr const char* kReasons[] = {"completed", "unfinished", "field", "city by farmers", "returned"};
  return fmt::format(
      "{} ({}) tiles {} shields {} cities {} bonus {} figures {} counting {} points {} owners {}{} segments {}",
      to_string(award.type), kReasons[static_cast<int>(award.reason)], award.tiles, award.shields, award.cities,
      award.bonus, award.followers, award.strength, award.points, award.owners,
      award.tie_broken ? " of those tied" : "", award.segments.size());
}

int kind_of(const GameRules& rules, const TileSpec* tile) {
  for (std::size_t k = 0; k < rules.kinds.size(); ++k)
    if (rules.kinds[k].tile == tile) return static_cast<int>(k);
  return -1;
}

std::vector<Move> placements(const GameRules& rules, const naive::Game& game) {
  std::vector<Move> moves;
  for (const TileSpec* tile : game.to_place())
    for (const naive::Placement& p : game.placements(*tile))
      moves.push_back(Move::place(kind_of(rules, tile), p.x, p.y, p.rotation));
  return moves;
}

template <class Config>
std::vector<Move> sorted_moves(const GameRules& rules, const State<Config>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  std::sort(moves.begin(), moves.end());
  return moves;
}

/// Draws and placements.
std::vector<Move> sorted_moves(const GameRules& rules, const naive::Game& game) {
  std::vector<Move> moves;
  if (game.asked() == naive::Asked::draw)
    for (const auto& [tile, count] : game.drawn_from())
      if (count > 0) moves.push_back(Move::draw(kind_of(rules, tile)));
  if (game.asked() == naive::Asked::tile || game.asked() == naive::Asked::may_draw) moves = placements(rules, game);
  if (game.asked() == naive::Asked::may_draw || game.may_refuse()) moves.push_back(Move::pass());
  std::sort(moves.begin(), moves.end());
  return moves;
}

std::vector<std::string> sorted_texts(const naive::Game& game) {
  std::vector<std::string> texts;
  for (const naive::Option& option : game.options()) texts.push_back(option.text);
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::set<naive::Segment> segments_of(const GameRules& rules, const State<Full>& state, int root) {
  std::set<naive::Segment> segments;
  for (int p = 0; p < state.pieces; ++p)
    for (int f = 0; f < rules.kernel.kinds[state.piece[p].kind].features; ++f)
      if (root_at(state, p, f) == root) segments.insert({p, f});
  for (const Overpass& road : overpasses(state))
    if (root_of(state, road.node) == root) segments.insert({road.piece, kOverpass});
  return segments;
}

/// FIELD-2ND fixes what a seat gets for a city, not which of the fields at it is said to have brought it: then the
/// points of all fields are compared as one sum.
void add_up_fields(std::vector<naive::Award>& awards) {
  naive::Award sum;
  sum.reason = naive::Reason::field;
  for (naive::Award& award : awards) {
    if (award.reason != naive::Reason::field) continue;
    sum.points.resize(award.points.size());
    for (std::size_t seat = 0; seat < award.points.size(); ++seat) {
      sum.points[seat] += award.points[seat];
      award.points[seat] = 0;
    }
  }
  awards.push_back(sum);
}

template <class A, class B>
std::optional<std::string> unequal(const char* what, const A& core, const B& naive) {
  if (core == naive) return std::nullopt;
  return fmt::format("{}: core {}, naive {}", what, core, naive);
}

/// The tiles before a seat, as sorted kinds: its hand, or what it got out of turn, or the drawn tile on its own turn.
std::vector<int> held(const GameRules& rules, const State<Full>& state, int seat) {
  std::vector<int> kinds;
  for (const HeldTile& tile : bastide::held(state))
    if (tile.seat == seat && rules.kernel.piles[tile.pile].plays_on) kinds.push_back(tile.kind);
  if (holds_drawn(rules, state) && seat == active_seat(state)) kinds.push_back(state.drawn);
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

std::vector<int> held(const GameRules& rules, const naive::Game& game, int seat) {
  std::vector<int> kinds;
  for (const TileSpec* tile : game.held(seat)) kinds.push_back(kind_of(rules, tile));
  if (const TileSpec* due = game.to_lay(seat)) kinds.push_back(kind_of(rules, due));
  if (game.drawn() && static_cast<int>(seat) == game.turn_seat()) kinds.push_back(kind_of(rules, game.drawn()));
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

/// What lies in a pile before a seat, or before nobody, as sorted kinds.
std::vector<int> in_pile(const State<Full>& state, int pile, int seat) {
  std::vector<int> kinds;
  for_each_held(state, pile, seat, [&](int kind) { kinds.push_back(kind); });
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

std::vector<int> in_pile(const GameRules& rules, const naive::Game& game, std::string_view pile, int seat) {
  std::vector<int> kinds;
  for (const TileSpec* tile : game.pile(pile, seat)) kinds.push_back(kind_of(rules, tile));
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

/// What the terms of expansions add. For fields they may differ by seat: there the points are compared.
int by_expansions(const Award& award) {
  int points = 0;
  if (award.type == FeatureType::field) return points;
  for (const Term& term : award.terms) points += term.by == Term::kBase ? 0 : term.points();
  return points;
}

/// Whether an expansion would make more ground if nothing found a place.
bool may_widen(const GameRules& rules, State<Full>& state) {
  bool may = false;
  const std::span<int16_t> memory = memory_of_all(state);
  const std::vector<int16_t> before(memory.begin(), memory.end());
  for (std::size_t by = 0; by < rules.added.size(); ++by) {
    Turn turn(rules.kernel, state, nullptr, static_cast<int>(by));
    const auto widen = rules.kernel.added[by].hooks->widen;
    may |= widen != nullptr && widen(turn);
  }
  std::ranges::copy(before, memory.begin());
  return may;
}

}  // namespace

Comparison::Comparison(const GameRules& rules, int first)
    : rules_(rules), naive_(rules, rules.kernel.seats, first), has_fast_(fits<Fast>(rules.kernel)) {
  start(rules.kernel, full_, first);
  if (has_fast_) start(rules.kernel, fast_, first);
}

std::optional<std::string> Comparison::check() {
  if (asked(full_) != naive_.asked())
    return fmt::format("core asks for {}, naive for {}; core has {}", static_cast<int>(asked(full_)),
                       static_cast<int>(naive_.asked()), text(rules_, full_, sorted_moves(rules_, full_)));
  if (auto wrong = unequal("tiles left", static_cast<int>(full_.left), naive_.left())) return wrong;
  if (auto wrong = check_piles()) return wrong;
  if (auto wrong = unequal("turns that have ended", static_cast<int>(full_.turn), naive_.turns())) return wrong;
  if (auto wrong = unequal("second table waits", may_widen(rules_, full_), naive_.board().table().second_waits()))
    return wrong;
  if (full_.phase != Phase::over) {
    if (auto wrong = unequal("part of the turn", part_of_turn(full_), naive_.part())) return wrong;
    if (auto wrong = unequal("another part is due", has_part_due(full_), naive_.part_due())) return wrong;
  }
  if (auto wrong = check_seats()) return wrong;
  if (auto wrong = check_tokens()) return wrong;
  if (auto wrong = check_figures()) return wrong;
  legal_ = sorted_moves(rules_, full_);
  if (auto wrong = check_answers()) return wrong;
  return has_fast_ ? check_fast() : std::nullopt;
}

/// Draws and placements are compared as moves, everything else by its text; what else chance brings with its weight.
std::optional<std::string> Comparison::check_answers() const {
  if (asks_outcome(full_)) {
    std::vector<Chance> chances;
    outcomes(rules_.kernel, full_, chances);
    std::set<std::pair<std::string, int>> core, naive;
    for (const Chance& chance : chances) core.emplace(move_text(rules_, full_, chance.move), chance.weight);
    for (const naive::Option& option : naive_.options()) naive.emplace(option.text, option.weight);
    return unequal("outcomes", core, naive);
  }
  if (full_.phase == Phase::follower || full_.phase == Phase::ask) {
    std::vector<std::string> core;
    for (const Move& move : legal_) core.push_back(move_text(rules_, full_, move));
    std::sort(core.begin(), core.end());
    return unequal("answers", core, sorted_texts(naive_));
  }
  const auto other = sorted_moves(rules_, naive_);
  if (other == legal_) return std::nullopt;
  return fmt::format("legal moves: core {} | naive {}", text(rules_, full_, legal_), text(rules_, full_, other));
}

/// Whatever lies aside, by the names of the piles; what seats play on is compared with what else they hold.
std::optional<std::string> Comparison::check_piles() const {
  for (int p = 0; p < static_cast<int>(rules_.kernel.piles.size()); ++p) {
    if (rules_.kernel.piles[p].plays_on) continue;
    const std::string name(rules_.pile_spec(p).name);
    for (int seat = 0; seat <= rules_.kernel.seats; ++seat) {
      const bool nobody = seat == rules_.kernel.seats;
      const auto core = in_pile(full_, p, nobody ? kNobody : seat);
      const auto naive = in_pile(rules_, naive_, name, nobody ? naive::kNobodys : seat);
      if (auto wrong = unequal(name.c_str(), core, naive)) return wrong;
    }
  }
  return std::nullopt;
}

std::optional<std::string> Comparison::check_seats() const {
  if (full_.phase != Phase::over) {
    if (auto wrong = unequal("seat to move", static_cast<int>(full_.seat), naive_.seat())) return wrong;
    if (auto wrong = unequal("whose turn", active_seat(full_), naive_.turn_seat())) return wrong;
  }
  const auto seats_have = [](const FigureKind& kind) { return !kind.neutral && kind.count > 0; };
  const auto& kinds = rules_.kernel.figures;
  if (auto wrong = unequal("kinds of figures", std::count_if(kinds.begin(), kinds.end(), seats_have),
                           std::ssize(naive_.figure_kinds())))
    return wrong;
  for (int seat = 0; seat < rules_.kernel.seats; ++seat) {
    if (auto wrong = unequal("score", static_cast<int>(full_.score[seat]), naive_.scores()[seat])) return wrong;
    for (int kind = 0; kind < kFigureKinds; ++kind) {
      if (!seats_have(kinds[kind])) continue;
      const auto figure = static_cast<Figure>(kind);
      if (auto wrong = unequal("figures in hand", supply_of(rules_.kernel, full_, seat, figure),
                               naive_.supply(seat, figure_kind(rules_, figure))))
        return wrong;
    }
    if (auto wrong = unequal("tiles held", held(rules_, full_, seat), held(rules_, naive_, seat))) return wrong;
  }
  return std::nullopt;
}

std::optional<std::string> Comparison::check_tokens() const {
  for (int token = 0; token < static_cast<int>(rules_.kernel.tokens.size()); ++token) {
    const std::string name(rules_.token(token).name);
    std::vector<int> core;
    for (int seat = 0; seat < rules_.kernel.seats; ++seat) core.push_back(tokens_of(rules_.kernel, full_, token, seat));
    const auto naive = naive_.tokens().find(name);
    if (auto wrong =
            unequal(name.c_str(), core, naive == naive_.tokens().end() ? std::vector<int>(core.size()) : naive->second))
      return wrong;
  }
  return std::nullopt;
}

std::optional<std::string> Comparison::check_figures() const {
  naive::Figures on_board;
  for (const int number : standing(full_)) {
    const FigureRow& row = figure_rows(full_)[number];
    const bool over = row.feature() == kOverpass;  // two in a space may have one
    const int piece = over ? overpass_over(full_, row.piece())->piece : row.piece();
    on_board.insert({row.seat, figure_kind(rules_, row.figure), {piece, row.feature()}});
  }
  if (on_board != naive_.figures())
    return fmt::format("figures: core has {}, naive {}, not all in the same places", on_board.size(),
                       naive_.figures().size());
  std::vector<std::string> neutral;
  for (int kind = 0; kind < kFigureKinds; ++kind) {
    if (!rules_.kernel.figures[kind].neutral) continue;
    const int first = first_figure(rules_.kernel, 0, static_cast<Figure>(kind));
    for (int number = first; number < first + rules_.kernel.figures[kind].count; ++number) {
      const FigureRow& row = figure_rows(full_)[number];
      if (row.at.kind != Place::supply)
        neutral.push_back(fmt::format("{} {}", name_of_figure(rules_, row.figure), where_text(rules_, full_, row.at)));
    }
  }
  std::sort(neutral.begin(), neutral.end());
  return unequal("figures of no seat", neutral, naive_.neutral_texts());
}

std::optional<std::string> Comparison::check_fast() const {
  if (const auto other = sorted_moves(rules_, fast_); other != legal_)
    return fmt::format("legal moves: full {} | fast {}", text(rules_, full_, legal_), text(rules_, full_, other));
  if (fast_.phase != full_.phase || fast_.left != full_.left || fast_.seat != full_.seat || fast_.turn != full_.turn ||
      fast_.score != full_.score || fast_.supply != full_.supply)
    return "fast and full kernel differ in turn, score or supply";
  return std::nullopt;
}

std::optional<std::string> Comparison::check_outcome(const EventLog& log, naive::Outcome naive) const {
  std::vector<naive::SetAside> aside;
  for (const SetAside& tile : log.set_aside)
    if (tile.pile < 0) aside.push_back({tile.seat, rules_.kinds[tile.tile].tile, tile.back});
  std::sort(aside.begin(), aside.end());
  std::sort(naive.set_aside.begin(), naive.set_aside.end());
  if (aside != naive.set_aside) {
    const auto text = [&](const std::vector<naive::SetAside>& all) {
      std::string list;
      for (const auto& tile : all)
        list += fmt::format(" {} of seat {};", rules_.kinds[kind_of(rules_, tile.tile)].name, tile.seat);
      return list;
    };
    return fmt::format("set aside: core{} naive{}", text(aside), text(naive.set_aside));
  }

  std::vector<naive::Payment> payments;
  for (const Payment& payment : log.payments) payments.push_back({payment.from, payment.to, payment.points});
  if (payments != naive.payments) return "what seats paid each other is not the same";

  std::vector<naive::Award> awards;
  const auto seats = static_cast<std::ptrdiff_t>(rules_.kernel.seats);
  const auto owners = [&](const Award& a) {
    std::set<int> all;
    for (int seat = 0; seat < rules_.kernel.seats; ++seat)
      if ((a.owners >> seat & 1) != 0) all.insert(seat);
    return all;
  };
  std::vector<naive::Bonus> bonuses;
  for (const Award& a : log.awards)
    if (a.reason == Reason::bonus)
      for (const int seat : owners(a)) bonuses.push_back({seat, a.points[seat]});
  std::sort(bonuses.begin(), bonuses.end());
  std::sort(naive.bonuses.begin(), naive.bonuses.end());
  if (bonuses != naive.bonuses) {
    const auto text = [](const std::vector<naive::Bonus>& all) {
      std::string list;
      for (const naive::Bonus& bonus : all) list += fmt::format(" {} to seat {};", bonus.points, bonus.seat);
      return list.empty() ? " none" : list;
    };
    return fmt::format("points that are no feature's: core{} naive{}", text(bonuses), text(naive.bonuses));
  }
  for (const Award& a : log.awards)
    if (a.reason != Reason::bonus)
      awards.push_back({reason(a.reason),
                        feature_type(a.type),
                        segments_of(rules_, full_, a.node),
                        a.tiles,
                        a.shields,
                        a.cities,
                        by_expansions(a),
                        {a.followers.begin(), a.followers.begin() + seats},
                        {a.strength.begin(), a.strength.begin() + seats},
                        {a.points.begin(), a.points.begin() + seats},
                        owners(a),
                        a.tie_broken()});
  for (const Award& a : log.awards)
    for (const int seat : owners(a))
      if (points_for(seat, a.terms) != a.points[seat]) return "an award's points are not the sum of its terms";
  if (rules_.is("field_scoring", "second")) {
    add_up_fields(awards);
    add_up_fields(naive.awards);
  }
  std::sort(awards.begin(), awards.end());
  std::sort(naive.awards.begin(), naive.awards.end());
  if (awards == naive.awards) return std::nullopt;
  std::string message = "awards: core";
  for (const auto& a : awards) message += "\n    " + text(a);
  message += "\n  naive";
  for (const auto& a : naive.awards) message += "\n    " + text(a);
  return message;
}

naive::Outcome Comparison::play_naive(Move move, const std::string& text) {
  if (move.kind == MoveKind::draw) return naive_.draw(*rules_.kinds[move.tile].tile);
  if (move.kind == MoveKind::tile) return naive_.place(*rules_.kinds[move.tile].tile, {move.x, move.y, move.rotation});
  if (naive_.asked() == naive::Asked::tile) return naive_.refuse();
  return naive_.asked() == naive::Asked::may_draw ? naive_.lay_nothing() : naive_.act(text);
}

std::optional<std::string> Comparison::play(Move move) {
  const std::string said = move_text(rules_, full_, move);
  texts_.push_back(text(rules_, full_, move));
  EventLog log;
  apply(rules_.kernel, full_, move, &log);
  if (has_fast_) apply(rules_.kernel, fast_, move);
  const naive::Outcome outcome = play_naive(move, said);
  extra_turns_ += log.again ? 1 : 0;
  if (auto wrong = unequal("extra turns", extra_turns_, naive_.extra_turns())) return wrong;
  if (auto wrong = unequal("over", log.over, naive_.asked() == naive::Asked::over)) return wrong;
  return check_outcome(log, outcome);
}

void Comparison::leave(int seat) {
  bastide::leave(rules_.kernel, full_, seat);
  naive_.leave(seat);
  has_fast_ = false;
  texts_.push_back(fmt::format("seat {} leaves", seat));
}

Move Comparison::choose(Style style, Rng& rng) const {
  const auto any = [&] { return legal_[rng.below(static_cast<uint32_t>(legal_.size()))]; };
  if (full_.phase == Phase::draw) return random_draw(rules_.kernel, full_, rng);
  // What may be laid instead of drawing is kept for a while, or there would be none at the end.
  const bool lays = full_.phase == Phase::tile;
  // What expansions add to a question: now and then each sort of it as likely as the others, so that rare ones are
  // seen.
  const auto sort_of = [](const Move& m) { return std::tuple(m.kind, m.by, m.verb); };
  const auto added = [](const Move& m) { return m.kind == MoveKind::act; };
  if (full_.phase == Phase::follower && std::any_of(legal_.begin(), legal_.end(), added) && rng.below(2) == 0) {
    std::set<std::tuple<MoveKind, uint8_t, uint8_t>> sorts;
    for (const Move& m : legal_) sorts.insert(sort_of(m));
    const auto wanted =
        *std::next(sorts.begin(), static_cast<std::ptrdiff_t>(rng.below(static_cast<uint32_t>(sorts.size()))));
    for (;;)
      if (const Move move = any(); sort_of(move) == wanted) return move;
  }
  if (lays && tile_choice(full_) == State<Full>::Choice::may_draw && rng.below(2) == 0) return Move::pass();
  if (style == Style::uniform || (!lays && full_.phase != Phase::follower)) return any();
  if (lays) {
    if (style != Style::completing) return any();
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
  const auto& kind = rules_.kernel.kinds[full_.piece[full_.pieces - 1].kind];
  const auto wanted = [&](const Move& m) {
    return m.kind == MoveKind::follower &&
           (style == Style::hoarders || m.feature == kOverpass || kind.feature[m.feature].type != FeatureType::field);
  };
  for (int i = 0; i < 6; ++i)
    if (const Move move = any(); wanted(move)) return move;
  return any();
}

std::optional<std::string> compare_random_game(const GameRules& rules, uint64_t seed, Played* played) {
  Rng rng(seed);
  const auto style = static_cast<Style>(rng.below(3));
  Played own;
  Played& so_far = played ? *played : own;
  so_far.first = static_cast<int>(rng.below(static_cast<uint32_t>(rules.kernel.seats)));
  Comparison game(rules, so_far.first);
  auto wrong = game.check();
  const int seats = rules.kernel.seats;
  int stay = seats;
  const bool leaves = seats > 2 && seed % 4 == 3;
  while (!wrong && game.state().phase != Phase::over) {
    if (leaves && stay > 2 && rng.below(40) == 0) {
      const int seat = static_cast<int>(rng.below(static_cast<uint32_t>(seats)));
      if (!is_gone(game.state(), seat)) {
        --stay;
        game.leave(seat);
        so_far.left.emplace_back(so_far.moves.size(), seat);
        if (wrong = game.check(); wrong) break;
      }
    }
    so_far.moves.push_back(game.choose(style, rng));
    wrong = game.play(so_far.moves.back());
    if (!wrong) wrong = game.check();
  }
  if (wrong)
    return fmt::format("{}, {} seats, seat {} first, seed {}, after ply {}: {}\n  plies: {}", describe(rules)[0],
                       rules.kernel.seats, so_far.first, seed, so_far.moves.size(), *wrong,
                       fmt::join(game.texts(), "; "));
  return std::nullopt;
}

std::optional<std::string> check_random_game(const GameRulesPtr& rules, uint64_t seed) {
  Played played;
  if (auto wrong = compare_random_game(*rules, seed, &played)) return wrong;
  Rng rng(seed + 1);
  if (auto wrong = check_texts(rules, played, rng)) return fmt::format("seed {}: {}", seed, *wrong);
  return std::nullopt;
}

}  // namespace bastide::compare
