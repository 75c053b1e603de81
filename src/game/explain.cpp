#include "game/explain.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/kernel.h"
#include "game/award_words.h"
#include "game/extent.h"

namespace bastide {
namespace {

bool small_city(const ScoringRules& scoring, const Award& award) {
  return award.type == FeatureType::city && award.completed() && award.tiles == 2 &&
         scoring.small_city_tile != scoring.city_tile;
}

/// FIELD-2ND: notes the field's cities as paid to its owners. Returns those that the owner with most points was not
/// paid before.
std::vector<Extent> newly_paid(const ExplainedAward& award, PaidCities& paid) {
  std::vector<Extent> best;
  for (const int owner : award.owners) {
    std::vector<Extent> fresh;
    for (const Extent& city : award.cities)
      if (paid[owner].insert(city.node).second) fresh.push_back(city);
    if (fresh.size() >= best.size()) best = std::move(fresh);
  }
  return best;
}

bool lies_in(const State<Full>& state, int piece, const Space& space) {
  return lies_in(state, piece, space.x, space.y);
}

/// Of a double tile a label stands in its first square.
bool begins_in(const State<Full>& state, int piece, const Space& space) {
  const auto& cell = state.cell[state.piece[piece].cell];
  return cell.x == space.x && cell.y == space.y;
}

bool by_surroundings(const Award& award) {
  return counts_surroundings(award.type);
}

/// Whether a tile is counted in one of its spaces: where tiles count, a double one in the first of the feature's.
bool counts_here(const Ruleset& rules, const State<Full>& state, const ExplainedAward& award, int piece,
                 const Space& space) {
  if (!lies_in(state, piece, space)) return false;
  if (rules.second.empty() || state.piece[piece].second == State<Full>::no_cell) return true;
  const auto first = std::find_if(award.extent.spaces.begin(), award.extent.spaces.end(),
                                  [&](const Space& other) { return lies_in(state, piece, other); });
  return *first == space;
}

/// How often a space of the feature counts: once, or once for each tile in it (HALF-7).
int counted_in(const Ruleset& rules, const State<Full>& state, const ExplainedAward& award, const Space& space) {
  const bool around = by_surroundings(award.award);
  if (around ? !rules.scoring.pieces_around : !rules.scoring.pieces) return 1;
  int count = 0;
  for (int p = 0; p < state.pieces; ++p) {
    const bool in_feature = around || std::any_of(award.extent.segments.begin(), award.extent.segments.end(),
                                                  [p](const Segment& segment) { return segment.piece == p; });
    count += in_feature && counts_here(rules, state, award, p, space);
  }
  return count;
}

/// How many of a mark are on a piece, but for those on roads and cities that are not scored.
int marks_counted(const GameRules& rules, const State<Full>& state, const ExplainedAward& award, const TermSpec& term,
                  int by, int piece) {
  const TileSpec& tile = *rules.kinds[state.piece[piece].kind].tile;
  const std::vector<Segment>& scored = award.extent.segments;
  int count = 0;
  for (const TileSymbol& symbol : tile.symbols) {
    if (symbol.type != rules.added[by]->marks[term.mark].name) continue;
    const auto type = symbol.feature < 0 ? TileFeatureType::field : tile.features[symbol.feature].type;
    const bool stands_on_one = type == TileFeatureType::road || type == TileFeatureType::city;
    if (!stands_on_one || std::find(scored.begin(), scored.end(), Segment{piece, symbol.feature}) != scored.end())
      count += symbol.count;
  }
  return count;
}

/// How many of the things that a term counts lie in a space of the feature.
int lying_in(const GameRules& game_rules, const State<Full>& state, const ExplainedAward& award, const TermSpec& term,
             int by, const Space& space) {
  const Ruleset& rules = game_rules.kernel;
  int count = 0;
  switch (term.lies) {
    case Lies::tiles:
      return counted_in(rules, state, award, space);
    case Lies::around:
      if (lies_in(state, award.extent.segments.front().piece, space)) return 0;
      return award.award.type == FeatureType::building ? counted_in(rules, state, award, space) : 1;
    case Lies::shields:
      for (const Segment& segment : award.extent.segments)
        if (segment.feature != kOverpass && begins_in(state, segment.piece, space))
          count += rules.kinds[state.piece[segment.piece].kind].feature[segment.feature].shields;
      return count;
    case Lies::marks:
      for (int p = 0; p < state.pieces; ++p)
        if (counts_here(rules, state, award, p, space)) count += marks_counted(game_rules, state, award, term, by, p);
      return count;
    case Lies::figures:
      for (const FigureRow& row : figure_rows(state))
        if (row.at.kind == Place::piece && counts_here(rules, state, award, row.piece(), space))
          count += static_cast<int>(row.figure) == rules.added[by].figure + term.figure;
      return count;
    case Lies::somewhere:
    case Lies::centre:
    case Lies::cities:
    case Lies::followers:
    case Lies::spread:
      break;
  }
  return 0;
}

Space space_of(const State<Full>& state, int piece) {
  const auto& cell = state.cell[state.piece[piece].cell];
  return {cell.x, cell.y};
}

/// The space of a piece that is one of the nine of another. REQUIRES: there is one.
Space space_near(const State<Full>& state, int piece, const Space& centre) {
  const auto& laid = state.piece[piece];
  const auto& first = state.cell[laid.cell];
  const bool in = std::abs(first.x - centre.x) <= 1 && std::abs(first.y - centre.y) <= 1;
  const auto& cell = in ? first : state.cell[laid.second];
  return {cell.x, cell.y};
}

/// Followers in the nine spaces of a piece, with those that the same ply sent home.
std::vector<LyingThere> followers_around(const Ruleset& rules, const State<Full>& state, int piece,
                                         const std::vector<PlacedFigure>& sent_home) {
  std::map<Space, int> counts;
  const Space centre = space_of(state, piece);
  for_each_follower_around(rules, state, state.cell[state.piece[piece].cell],
                           [&](const FigureRow& row) { ++counts[space_near(state, row.piece(), centre)]; });
  for (const PlacedFigure& figure : sent_home)
    if (rules.figures[figure.figure].follower && lies_around(state, figure.piece, centre.x, centre.y))
      ++counts[space_near(state, figure.piece, centre)];
  std::vector<LyingThere> there;
  for (const auto& [at, count] : counts) there.push_back({at.x, at.y, count});
  return there;
}

/// Where the things lie that a term counts by a piece. All in its space if the figures have changed places since.
std::vector<LyingThere> spread_of(const GameRules& rules, const State<Full>& state, const Award& award,
                                  const Term& term, const std::vector<PlacedFigure>& sent_home) {
  const TermSpec& spec = rules.term(term);
  if (spec.lies != Lies::followers && spec.lies != Lies::spread) return {};
  const int piece = award.around >= 0 ? award.around : state.ring.piece[award.node];
  std::vector<LyingThere> there = spec.lies == Lies::spread ? spec.spread(rules.kernel, state, piece)
                                                            : followers_around(rules.kernel, state, piece, sent_home);
  int count = 0;
  for (const LyingThere& space : there) count += space.count;
  if (count == term.count) return there;
  const Space centre = space_of(state, piece);
  return {{centre.x, centre.y, term.count}};
}

/// A label on each space with what it adds, so that the labels add up to the points. `paying`: a field's cities.
void add_labels(const GameRules& rules, const State<Full>& state, ExplainedAward& award,
                const std::vector<Extent>& paying, const std::vector<PlacedFigure>& sent_home) {
  std::map<Space, std::string> labels;
  const auto add = [&](const Space& space, int points) {
    std::string& label = labels[space];
    label += fmt::format("{}{}", label.empty() || points < 0 ? "" : "+", points);
  };
  for (const Term& term : terms_of_most(award.award)) {
    if (term.each == 0) continue;
    const TermSpec& spec = rules.term(term);
    if (spec.lies == Lies::somewhere && !award.extent.spaces.empty()) add(award.extent.spaces.front(), term.points());
    for (const LyingThere& there : spread_of(rules, state, award.award, term, sent_home))
      for (int i = 0; i < there.count; ++i) add({there.x, there.y}, term.each);
    if (spec.lies == Lies::cities)
      for (const Extent& city : paying) add(city.spaces.front(), term.each);
    for (const Space& space : award.extent.spaces) {
      if (spec.lies == Lies::centre && begins_in(state, award.extent.segments.front().piece, space))
        add(space, term.points());
      for (int i = lying_in(rules, state, award, spec, term.by, space); i > 0; --i) add(space, term.each);
    }
  }
  award.labels.assign(labels.begin(), labels.end());
}

/// Of what is counted by a piece its spaces belong to the award; of what lies around one they alone.
void widen_extent(const GameRules& rules, const State<Full>& state, ExplainedAward& award) {
  std::vector<Space>& spaces = award.extent.spaces;
  if (award.award.around >= 0) {
    award.extent.segments.clear();
    spaces.clear();
    const Space centre = space_of(state, award.award.around);
    for (int y = centre.y - 1; y <= centre.y + 1; ++y)
      for (int x = centre.x - 1; x <= centre.x + 1; ++x)
        if (occupied(state, x, y)) spaces.push_back({x, y});
  }
  for (const Term& term : award.award.terms)
    if (const TermSpec& spec = rules.term(term); spec.lies == Lies::spread && award.award.around < 0)
      for (const LyingThere& there : spec.spread(rules.kernel, state, state.ring.piece[award.award.node]))
        spaces.push_back({there.x, there.y});
  std::sort(spaces.begin(), spaces.end());
  spaces.erase(std::unique(spaces.begin(), spaces.end()), spaces.end());
}

/// Whether two tiles of the feature, or of a cloister's surroundings, lie in one space (HALF-7).
bool shares_a_space(const State<Full>& state, const Extent& extent) {
  std::set<int> pieces;
  for (const Segment& segment : extent.segments) pieces.insert(segment.piece);
  if (counts_surroundings(extent.type))
    for (int p = 0; p < state.pieces; ++p)
      if (std::any_of(extent.spaces.begin(), extent.spaces.end(),
                      [&](const Space& space) { return lies_in(state, p, space); }))
        pieces.insert(p);
  std::set<int> cells;
  for (const int piece : pieces)
    if (!cells.insert(state.piece[piece].cell).second) return true;
  return false;
}

/// Whether one of its spaces is not filled (HALF-8).
bool has_half_space(const State<Full>& state, const Extent& extent) {
  return std::any_of(extent.spaces.begin(), extent.spaces.end(), [&](const Space& space) {
    return state.cell[find_cell(state, space.x, space.y)].quarters != kAllQuarters;
  });
}

/// The most telling rule first; MAJ-1 second where it decided something.
std::vector<std::string> rules_of(const GameRules& rules, const State<Full>& state, const ExplainedAward& explained) {
  const Award& award = explained.award;
  const ScoringRules& scoring = rules.kernel.scoring;
  std::vector<std::string> ids;
  // The rules of the terms, each once.
  const auto add_terms = [&](std::size_t at) {
    for (const Term& term : award.terms)
      if (std::string rule(rules.term(term).rule);
          !rule.empty() && std::find(ids.begin(), ids.end(), rule) == ids.end())
        ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(at++), std::move(rule));
    return ids;
  };
  if (award.reason == Reason::returned) ids.emplace_back(rules.figure(award.figure).home_rule);
  if (award.reason == Reason::returned || award.reason == Reason::bonus) return add_terms(ids.size());
  if (award.reason == Reason::unfinished) {
    ids = {"FINAL-1"};
    if (award.type == FeatureType::garden) ids.emplace_back("ABBOT-2");
    if (award.type == FeatureType::building) ids.emplace_back("GCA-7");
    if (award.type == FeatureType::hut) ids.emplace_back("RUS-3");
  } else if (award.type == FeatureType::field) {
    const char* how = scoring.fields == FieldScoring::first    ? "FIELD-1ST"
                      : scoring.fields == FieldScoring::second ? "FIELD-2ND"
                                                               : "FIELD-3";
    ids = {how, "FIELD-1", "FIELD-2"};
  } else {
    switch (award.type) {
      case FeatureType::city:
        ids = {"CITY-2", "CITY-1"};
        if (small_city(scoring, award)) ids.insert(ids.begin(), "CITY-3");
        break;
      case FeatureType::road:
        ids = {"ROAD-2", "ROAD-1"};
        break;
      case FeatureType::cloister:
        ids = {"CLOISTER-1"};
        break;
      case FeatureType::garden:
        ids = {"ABBOT-2", "CLOISTER-1"};
        break;
      case FeatureType::building:
        ids = {"GCA-6"};
        break;
      case FeatureType::hut:
        ids = {"RUS-3", "RUS-2"};
        break;
      case FeatureType::field:
      case FeatureType::water:
      case FeatureType::chapter:  // never completed
      case FeatureType::pyramid:
      case FeatureType::quarter:
      case FeatureType::trap:
        break;
    }
  }
  const auto present = std::count_if(award.followers.begin(), award.followers.end(), [](uint8_t n) { return n > 0; });
  ids.insert(present > 1 && !ids.empty() ? ids.begin() + 1 : ids.end(), "MAJ-1");
  if (const std::string_view rule = closed_by_wall(rules, state, explained.extent); !rule.empty())
    ids.emplace_back(rule);
  if (runs_through_junction(rules, state, explained.extent)) ids.emplace_back("HOUSE-TREES");
  if (award.tie_broken())
    ids.insert(ids.begin() + 1,
               std::string(rules.added[award.tie_broken_by]->tie_rule(rules.kernel.added[award.tie_broken_by])));
  add_terms(1);
  if (award.type != FeatureType::field && shares_a_space(state, explained.extent)) ids.emplace_back("HALF-7");
  if (by_surroundings(award) && has_half_space(state, explained.extent)) ids.emplace_back("HALF-8");
  if (award.completed()) ids.emplace_back("RETURN-1");
  return ids;
}

}  // namespace

Award award_if_scored(const GameRules& rules, const State<Full>& state, int node) {
  const auto& feature = state.node[node];
  Award award;
  award.reason = Reason::completed;
  award.type = state.type[node];
  award.node = node;
  award.tiles = feature_size(rules.kernel, state, node);
  award.shields = award.type == FeatureType::city ? feature.shields() : 0;
  const Majority winners = majority(rules.kernel, state, node);
  award.owners = static_cast<uint8_t>(winners.owners);
  award.tie_broken_by = winners.tie_broken_by;
  award.terms = feature_terms(rules.kernel, state, node, Reason::completed);
  const int points = points_for(kNobody, award.terms);
  for (int seat = 0; seat < rules.kernel.seats; ++seat) {
    award.followers[seat] = static_cast<uint8_t>(feature.followers.of(seat));
    award.strength[seat] = rules.kernel.unequal ? winners.strength[seat] : award.followers[seat];
    if (winners.has(seat)) award.points[seat] = static_cast<int16_t>(points);
  }
  return award;
}

ExplainedAward explain(const GameRules& rules, const std::vector<SeatSpec>& seats, const State<Full>& state,
                       const Award& award, const std::vector<PlacedFigure>& sent_home, PaidCities& paid) {
  ExplainedAward result;
  result.award = award;
  if (award.node >= 0) result.extent = extent_of_node(rules, state, award.node);
  for (int seat = 0; seat < rules.kernel.seats; ++seat)
    if ((award.owners >> seat) & 1) result.owners.push_back(seat);
  std::vector<Extent> paying;
  if (award.reason == Reason::field_city) {
    result.fields = farmed_fields_of_city(rules, state, result.extent, sent_home);
    paying = {result.extent};
  } else if (award.type == FeatureType::field && award.reason == Reason::field) {
    result.cities = cities_of_field(rules, state, result.extent);
    const bool once = rules.kernel.scoring.fields == FieldScoring::second && !award.early;  // not during the game
    paying = once ? newly_paid(result, paid) : result.cities;
  }
  add_labels(rules, state, result, paying, sent_home);
  result.rules = rules_of(rules, state, result);
  widen_extent(rules, state, result);
  put_in_words(rules, seats, result);
  for (ExplainedTerm& said : result.terms) {
    const std::string_view rule = rules.term(said.term).rule;
    said.rules = {rule.empty() ? result.rules.front() : std::string(rule)};
  }
  return result;
}

}  // namespace bastide
