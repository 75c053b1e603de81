// One game played three times at once, see compare.h.
#include "compare/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "expansions/halflings.h"
#include "expansions/offers.h"
#include "expansions/opening.h"
#include "notation/notation.h"

namespace bastide::compare {
namespace {

/// Whether the seat to move takes one of several tiles, before the first turn.
bool picks(const GameRules& rules, const State<Full>& state) {
  std::vector<Move> moves;
  legal_moves(rules.kernel, state, moves);
  return rules.verb(moves.front()).takes == Takes::tile;
}

naive::Asked asked(const GameRules& rules, const State<Full>& state) {
  switch (state.phase) {
    case Phase::draw:
      return naive::Asked::draw;
    case Phase::tile:
      return state.v.choice == State<Full>::Choice::may_draw ? naive::Asked::reserve : naive::Asked::tile;
    case Phase::follower:
      return naive::Asked::figure;
    case Phase::ask:
      if (rules.question(*question(state)).moment == Moment::set_up)
        return picks(rules, state) ? naive::Asked::pick : naive::Asked::begins;
      if (asks(rules.kernel, state, ask_bid)) return naive::Asked::offer;
      if (asks(rules.kernel, state, ask_sale)) return naive::Asked::sale;
      return asks(rules.kernel, state, ask_crop_choice) ? naive::Asked::crop : naive::Asked::answer;
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
  }
  return naive::Reason::completed;
}

naive::FigureKind figure_kind(Figure figure) {
  return figure == Figure::abbot ? naive::FigureKind::abbot : naive::FigureKind::follower;
}

/// HALF-CROP: the verb of a choice in the core.
int number(naive::Crop crop) {
  return 2 * static_cast<int>(crop.kind) + static_cast<int>(crop.action);
}

naive::Crop crop(int number) {
  return {static_cast<naive::CropKind>(number / 2), static_cast<naive::CropAction>(number % 2)};
}

std::string text(const GameRules& rules, const Move& move) {
  const auto kind = [&] { return rules.kinds[move.tile].name; };
  const char* figure = move.figure == Figure::abbot ? "abbot" : "follower";
  switch (move.kind) {
    case MoveKind::draw:
      return "draw " + kind();
    case MoveKind::tile:
      return fmt::format("{} {},{} {}", kind(), move.x, move.y, "nesw"[move.rotation & 3]);
    case MoveKind::follower:
      return fmt::format("{} {}", figure, move.feature);
    case MoveKind::take_back:
      return fmt::format("back {}", figure);
    case MoveKind::pass:
      return "-";
    case MoveKind::act:
      if (rules.verb(move).takes == Takes::tile) return fmt::format("{} {}", rules.verb(move).name, kind());
      return fmt::format("{} {} of piece {}, {}", rules.verb(move).name, move.feature, move.x, move.value);
  }
  return "?";
}

std::string text(const GameRules& rules, const std::vector<Move>& moves) {
  std::string all;
  for (const Move& move : moves) all += (all.empty() ? "" : "; ") + text(rules, move);
  return all;
}

std::string text(const naive::Award& award) {
  static constexpr const char* kReasons[] = {"completed", "unfinished", "field", "city by farmers", "returned"};
  return fmt::format("{} ({}) tiles {} shields {} cities {} bonus {} figures {} points {} owners {}{} segments {}",
                     to_string(award.type), kReasons[static_cast<int>(award.reason)], award.tiles, award.shields,
                     award.cities, award.bonus, award.followers, award.points, award.owners,
                     award.by_hill ? " by the hill" : "", award.segments.size());
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

/// HOUSE-BUY: whether an offer is taken.
bool sells(const GameRules& rules, Move move) {
  return move.kind == MoveKind::act && rules.added[move.by] == &kOffers && move.verb == verb_sell;
}

/// The number of an expansion among the hooks.
int number_of(const GameRules& rules, const Expansion& expansion) {
  return static_cast<int>(std::find(rules.added.begin(), rules.added.end(), &expansion) - rules.added.begin());
}

std::vector<Move> sorted_moves(const GameRules& rules, const naive::Game& game) {
  std::vector<Move> moves;
  switch (game.asked()) {
    case naive::Asked::draw:
      for (const auto& [tile, count] : game.drawn_from())
        if (count > 0) moves.push_back(Move::draw(kind_of(rules, tile)));
      break;
    case naive::Asked::tile:
      moves = placements(rules, game);
      break;
    case naive::Asked::reserve:
      moves = placements(rules, game);
      moves.push_back(Move::pass());
      break;
    case naive::Asked::pick:
      for (const auto& [tile, count] : game.pool())
        if (count > 0) moves.push_back(Move::act_on(number_of(rules, kHalflings), verb_pick, kind_of(rules, tile)));
      break;
    case naive::Asked::crop:
      for (const auto kind : {naive::CropKind::knight, naive::CropKind::highwayman, naive::CropKind::farmer})
        for (const auto action : {naive::CropAction::add, naive::CropAction::take_back})
          moves.push_back(Move::act(number_of(rules, kHalflings), number({kind, action})));
      break;
    case naive::Asked::answer:
      for (const naive::Segment s : game.answers())
        moves.push_back(Move::act(number_of(rules, kHalflings), kCropChoices, s.piece, s.feature));
      if (game.crop().action == naive::CropAction::add) moves.push_back(Move::pass());
      break;
    case naive::Asked::begins:
      for (int seat = 0; seat < rules.kernel.seats; ++seat)
        moves.push_back(Move::act_with(number_of(rules, kOpening), 0, seat));
      break;
    case naive::Asked::figure:
      for (const Figure figure : {Figure::follower, Figure::abbot})
        for (const int f : game.figure_places(figure_kind(figure))) moves.push_back(Move::follower(f, figure));
      if (game.may_take_back()) moves.push_back(Move::take_back(Figure::abbot));
      moves.push_back(Move::pass());
      break;
    case naive::Asked::offer:
      for (int points = 0; points <= game.highest_offer(); ++points)
        moves.push_back(Move::act_with(number_of(rules, kOffers), verb_bid, points));
      break;
    case naive::Asked::sale:
      for (const auto& [seat, points] : game.offers())
        if (points > 0) moves.push_back(Move::act_with(number_of(rules, kOffers), verb_sell, seat));
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
    for (int f = 0; f < rules.kernel.kinds[state.piece[p].kind].features; ++f)
      if (root_at(state, p, f) == root) segments.insert({p, f});
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

/// The tiles before a seat, as sorted kinds: its hand, or what it bought, or the drawn tile on its own turn.
std::vector<int> held(const GameRules& rules, const State<Full>& state, std::size_t seat) {
  std::vector<int> kinds;
  for (const HeldTile& tile : bastide::held(state))
    if (tile.seat == seat && rules.kernel.piles[tile.pile].plays_on) kinds.push_back(tile.kind);
  if (holds_drawn(rules, state) && seat == state.v.turn_seat) kinds.push_back(state.drawn);
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

std::vector<int> held(const GameRules& rules, const naive::Game& game, std::size_t seat) {
  std::vector<int> kinds;
  for (const TileSpec* tile : game.held(static_cast<int>(seat))) kinds.push_back(kind_of(rules, tile));
  if (game.drawn() && static_cast<int>(seat) == game.turn_seat()) kinds.push_back(kind_of(rules, game.drawn()));
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

/// The half tiles of a seat, as sorted kinds.
std::vector<int> reserve(const GameRules& rules, const State<Full>& state, std::size_t seat) {
  std::vector<int> kinds;
  for_each_held(state, rules.pile("reserve"), static_cast<int>(seat), [&](int kind) { kinds.push_back(kind); });
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

std::vector<int> reserve(const GameRules& rules, const naive::Game& game, std::size_t seat) {
  std::vector<int> kinds;
  for (const TileSpec* tile : game.reserve(static_cast<int>(seat))) kinds.push_back(kind_of(rules, tile));
  std::sort(kinds.begin(), kinds.end());
  return kinds;
}

/// What lies under the hills, as kinds in the order they came there.
std::vector<int> buried(const GameRules& rules, const State<Full>& state) {
  std::vector<int> kinds;
  for_each_held(state, rules.pile("buried"), kNobody, [&](int kind) { kinds.push_back(kind); });
  return kinds;
}

std::vector<int> buried(const GameRules& rules, const naive::Game& game) {
  std::vector<int> kinds;
  for (const auto& [hill, tile] : game.buried()) kinds.push_back(kind_of(rules, tile));
  return kinds;
}

/// What the terms of expansions add.
int by_expansions(const Award& award) {
  int points = 0;
  for (const Term& term : award.terms) points += term.by == Term::kBase ? 0 : term.points();
  return points;
}

}  // namespace

Comparison::Comparison(const GameRules& rules, int first)
    : rules_(rules), naive_(rules, rules.kernel.seats, first), has_fast_(fits<Fast>(rules.kernel)) {
  start(rules.kernel, full_, first);
  if (has_fast_) start(rules.kernel, fast_, first);
}

std::optional<std::string> Comparison::check() {
  if (asked(rules_, full_) != naive_.asked())
    return fmt::format("core asks for {}, naive for {}", static_cast<int>(asked(rules_, full_)),
                       static_cast<int>(naive_.asked()));
  if (auto wrong = unequal("tiles left", static_cast<int>(full_.left), naive_.left())) return wrong;
  if (auto wrong = unequal("tiles under hills", buried(rules_, full_), buried(rules_, naive_))) return wrong;
  if (auto wrong = unequal("turns that have ended", static_cast<int>(full_.turn), naive_.turns())) return wrong;
  const bool waits = rules_.kernel.table.second_waits && !full_.v.extended;
  if (auto wrong = unequal("second table waits", waits, naive_.board().table().second_waits())) return wrong;
  if (auto wrong = check_seats()) return wrong;
  if (auto wrong = check_figures()) return wrong;
  legal_ = sorted_moves(rules_, full_);
  if (const auto other = sorted_moves(rules_, naive_); other != legal_)
    return fmt::format("legal moves: core {} | naive {}", text(rules_, legal_), text(rules_, other));
  return has_fast_ ? check_fast() : std::nullopt;
}

std::optional<std::string> Comparison::check_seats() const {
  if (full_.phase != Phase::over) {
    if (auto wrong = unequal("seat to move", static_cast<int>(full_.seat), naive_.seat())) return wrong;
    if (auto wrong = unequal("whose turn", static_cast<int>(full_.v.turn_seat), naive_.turn_seat())) return wrong;
  }
  for (std::size_t s = 0; s < static_cast<std::size_t>(rules_.kernel.seats); ++s) {
    const int seat = static_cast<int>(s);
    if (auto wrong = unequal("score", static_cast<int>(full_.score[s]), naive_.scores()[s])) return wrong;
    if (auto wrong =
            unequal("followers", static_cast<int>(full_.supply[s]), naive_.supply(seat, naive::FigureKind::follower)))
      return wrong;
    if (auto wrong = unequal("abbots", supply_of(rules_.kernel, full_, seat, Figure::abbot),
                             naive_.supply(seat, naive::FigureKind::abbot)))
      return wrong;
    if (auto wrong = unequal("tiles held", held(rules_, full_, s), held(rules_, naive_, s))) return wrong;
    if (auto wrong = unequal("half tiles", reserve(rules_, full_, s), reserve(rules_, naive_, s))) return wrong;
  }
  return std::nullopt;
}

std::optional<std::string> Comparison::check_figures() const {
  naive::Figures on_board;
  for (const int number : standing(full_)) {
    const FigureRow& row = full_.v.figure[number];
    on_board.insert({row.seat, figure_kind(row.figure), {row.piece(), row.feature()}});
  }
  if (on_board != naive_.figures())
    return fmt::format("figures: core has {}, naive {}, not all in the same places", on_board.size(),
                       naive_.figures().size());
  return std::nullopt;
}

std::optional<std::string> Comparison::check_fast() const {
  if (const auto other = sorted_moves(rules_, fast_); other != legal_)
    return fmt::format("legal moves: full {} | fast {}", text(rules_, legal_), text(rules_, other));
  if (fast_.phase != full_.phase || fast_.left != full_.left || fast_.seat != full_.seat || fast_.turn != full_.turn ||
      fast_.score != full_.score || fast_.supply != full_.supply)
    return "fast and full kernel differ in turn, score or supply";
  return std::nullopt;
}

std::optional<std::string> Comparison::check_outcome(const EventLog& log, naive::Outcome naive) const {
  std::vector<naive::SetAside> aside;
  for (const SetAside& tile : log.set_aside) aside.push_back({tile.seat, rules_.kinds[tile.tile].tile, tile.back});
  std::sort(aside.begin(), aside.end());
  std::sort(naive.set_aside.begin(), naive.set_aside.end());
  if (aside != naive.set_aside)
    return fmt::format("set aside: core {} tiles, naive {}, not the same", aside.size(), naive.set_aside.size());

  std::vector<naive::Award> awards;
  const auto seats = static_cast<std::ptrdiff_t>(rules_.kernel.seats);
  const auto owners = [&](const Award& a) {
    std::set<int> all;
    for (int seat = 0; seat < rules_.kernel.seats; ++seat)
      if ((a.owners >> seat & 1) != 0) all.insert(seat);
    return all;
  };
  for (const Award& a : log.awards)
    awards.push_back({reason(a.reason),
                      feature_type(a.type),
                      segments_of(rules_, full_, a.node),
                      a.tiles,
                      a.shields,
                      a.cities,
                      by_expansions(a),
                      {a.followers.begin(), a.followers.begin() + seats},
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

naive::Outcome Comparison::play_naive(Move move) {
  switch (move.kind) {
    case MoveKind::draw:
      return naive_.draw(*rules_.kinds[move.tile].tile);
    case MoveKind::tile:
      return naive_.place(*rules_.kinds[move.tile].tile, {move.x, move.y, move.rotation});
    case MoveKind::follower:
      return naive_.put(move.feature, figure_kind(move.figure));
    case MoveKind::take_back:
      return naive_.take_back();
    case MoveKind::pass:
      return naive_.pass();
    case MoveKind::act:
      if (rules_.verb(move).takes == Takes::tile) return naive_.pick(*rules_.kinds[move.tile].tile);
      if (rules_.added[move.by] == &kOpening) return naive_.say_who_begins(move.value);
      if (sells(rules_, move)) return naive_.sell(move.value);
      if (rules_.added[move.by] == &kOffers) return naive_.offer(move.value);
      if (rules_.verb(move).takes == Takes::feature) return naive_.answer({move.x, move.feature});
      return naive_.choose_crop(crop(move.verb));
  }
  return {};
}

std::optional<std::string> Comparison::play(Move move) {
  const State<Full>& before = full_;
  const int offered = sells(rules_, move) ? before.v.memory[rules_.kernel.added[move.by].memory + move.value] : 0;
  const int seller = before.seat;
  EventLog log;
  apply(rules_.kernel, full_, move, &log);
  if (has_fast_) apply(rules_.kernel, fast_, move);
  const naive::Outcome outcome = play_naive(move);
  extra_turns_ += log.again ? 1 : 0;
  if (auto wrong = unequal("extra turns", extra_turns_, naive_.extra_turns())) return wrong;
  const bool sold = log.sales.size() == 1 && log.sales[0].seller == seller && log.sales[0].buyer == move.value &&
                    log.sales[0].points == offered;
  if (sells(rules_, move) ? !sold : !log.sales.empty()) return "the log's sales are not what was sold";
  if (auto wrong = unequal("over", log.over, naive_.asked() == naive::Asked::over)) return wrong;
  return check_outcome(log, outcome);
}

Move Comparison::choose(Style style, Rng& rng) const {
  const auto any = [&] { return legal_[rng.below(static_cast<uint32_t>(legal_.size()))]; };
  if (full_.phase == Phase::draw) return random_draw(full_, rng);
  // Half tiles are kept for a while, or there would be none at the end.
  const bool lays = full_.phase == Phase::tile;
  if (lays && full_.v.choice == State<Full>::Choice::may_draw && rng.below(2) == 0) return Move::pass();
  if (style == Style::uniform || (!lays && full_.phase != Phase::follower)) return any();
  if (lays) {
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
  const auto& kind = rules_.kernel.kinds[full_.piece[full_.pieces - 1].kind];
  const auto wanted = [&](const Move& m) {
    return m.kind == MoveKind::follower &&
           (style == Style::hoarders || kind.feature[m.feature].type != FeatureType::field);
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
  while (!wrong && game.state().phase != Phase::over) {
    so_far.moves.push_back(game.choose(style, rng));
    wrong = game.play(so_far.moves.back());
    if (!wrong) wrong = game.check();
  }
  if (wrong)
    return fmt::format("{}, {} seats, seat {} first, seed {}, after ply {}: {}\n  plies: {}", describe(rules)[0],
                       rules.kernel.seats, so_far.first, seed, so_far.moves.size(), *wrong, text(rules, so_far.moves));
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
