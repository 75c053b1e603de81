#include "game/explain.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/kernel.h"
#include "expansions/halflings.h"
#include "game/extent.h"

namespace bastide {
namespace {

std::string counted(int n, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

std::string feature_word(const Award& award) {
  return std::string(category_of(award.reason == Reason::field_city ? FeatureType::city : award.type));
}

bool by_surroundings(const Award& award) {
  return award.type == FeatureType::cloister || award.type == FeatureType::garden;
}

bool small_city(const ScoringRules& scoring, const Award& award) {
  return award.type == FeatureType::city && award.completed() && award.tiles == 2 &&
         scoring.small_city_tile != scoring.city_tile;
}

struct Rates {
  int tile = 1, shield = 0;
};

Rates rates(const ScoringRules& scoring, const Award& award) {
  if (award.type == FeatureType::road) return {scoring.road_tile, 0};
  if (award.type != FeatureType::city) return {1, 0};
  if (!award.completed()) return {scoring.open_city_tile, scoring.open_city_shield};
  if (award.tiles == 2) return {scoring.small_city_tile, scoring.small_city_shield};
  return {scoring.city_tile, scoring.city_shield};
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
  const auto& cell = state.cell[state.piece[piece].cell];
  return cell.x == space.x && cell.y == space.y;
}

/// HALF-VINEYARD: how many are on a tile, and how many an award counts.
int vineyards(const GameRules& rules, const State<Full>& state, int piece) {
  return rules.kernel.kinds[state.piece[piece].kind].symbols[static_cast<int>(Symbol::vineyard)];
}

std::string vineyards_of(const Award& award) {
  return counted(award.bonus / kVineyardPoints, "vineyard", "vineyards");
}

/// How many tiles of a space an award counts: 1, or each where tiles count (HALF-7).
int tiles_counted(const GameRules& rules, const State<Full>& state, const ExplainedAward& award, const Space& space) {
  const bool around = by_surroundings(award.award);
  if (!(around ? rules.kernel.scoring.pieces_around : rules.kernel.scoring.pieces)) return 1;
  std::set<int> pieces;
  if (around) {
    for (int p = 0; p < state.pieces; ++p)
      if (lies_in(state, p, space)) pieces.insert(p);
  } else {
    for (const Segment& segment : award.extent.segments)
      if (lies_in(state, segment.piece, space)) pieces.insert(segment.piece);
  }
  return static_cast<int>(pieces.size());
}

void add_labels(const GameRules& rules, const State<Full>& state, ExplainedAward& award,
                const std::vector<Extent>& paying) {
  const ScoringRules& scoring = rules.kernel.scoring;
  if (award.award.type == FeatureType::field) {
    for (const Extent& city : paying)
      award.labels.emplace_back(city.spaces.front(), std::to_string(scoring.field_city));
    return;
  }
  const Rates rate = rates(scoring, award.award);
  for (const Space& space : award.extent.spaces) {
    std::vector<int> parts(static_cast<std::size_t>(tiles_counted(rules, state, award, space)), rate.tile);
    for (const Segment& segment : award.extent.segments) {
      const auto& piece = state.piece[segment.piece];
      if (award.award.type == FeatureType::city && lies_in(state, segment.piece, space))
        parts.insert(parts.end(), rules.kernel.kinds[piece.kind].feature[segment.feature].shields, rate.shield);
    }
    for (int p = 0; award.award.bonus > 0 && p < state.pieces; ++p)
      if (lies_in(state, p, space)) parts.insert(parts.end(), vineyards(rules, state, p), kVineyardPoints);
    award.labels.emplace_back(space, fmt::format("{}", fmt::join(parts, "+")));
  }
}

/// What roads and cities count: "tile", or "space" where two half tiles may lie in one (HALF-7).
std::string unit_of(const GameRules& rules, int n) {
  const bool space = rules.kernel.reserve.size > 0 && !rules.kernel.scoring.pieces;
  return space ? counted(n, "space", "spaces") : counted(n, "tile", "tiles");
}

std::string title_of(const GameRules& rules, const Award& award) {
  std::string title = feature_word(award);
  if (award.reason == Reason::unfinished) title = "unfinished " + title;
  if (award.reason == Reason::field_city) return "Farmers at a completed city";
  if (award.reason == Reason::returned) title = "abbot home from a " + title;
  title[0] = static_cast<char>(title[0] - 'a' + 'A');
  switch (award.type) {
    case FeatureType::city:
      title += ", " + unit_of(rules, award.tiles);
      if (award.shields > 0) title += ", " + counted(award.shields, "shield", "shields");
      break;
    case FeatureType::road:
      title += ", " + unit_of(rules, award.tiles);
      break;
    case FeatureType::cloister:
    case FeatureType::garden:
      title += ", " + (rules.kernel.scoring.pieces_around ? counted(award.tiles, "tile", "tiles")
                                                          : counted(award.tiles, "space", "spaces"));
      if (award.bonus > 0) title += ", " + vineyards_of(award);
      break;
    case FeatureType::field:
      title += ", " +
               (award.cities == 0 ? "no completed city" : counted(award.cities, "completed city", "completed cities"));
      break;
  }
  return title;
}

std::string sum_of(const GameRules& rules, const Award& award, int points) {
  const ScoringRules& scoring = rules.kernel.scoring;
  const Rates rate = rates(scoring, award);
  if (award.type == FeatureType::field) {
    const int paying = scoring.field_city == 0 ? 0 : points / scoring.field_city;
    std::string sum =
        fmt::format("{} × {} = {}", counted(paying, "completed city", "completed cities"), scoring.field_city, points);
    if (paying < award.cities) sum += fmt::format(" ({} paid before)", award.cities - paying);
    return sum;
  }
  if (by_surroundings(award)) {
    const std::string bonus =
        award.bonus > 0 ? fmt::format(" + {} × {}", vineyards_of(award), kVineyardPoints) : std::string{};
    if (scoring.pieces_around)
      return fmt::format("{} in its nine spaces{} = {}", counted(award.tiles, "tile", "tiles"), bonus, points);
    return fmt::format("1 for the {} + {} around it{} = {}", feature_word(award),
                       counted(award.tiles - 1, "occupied space", "occupied spaces"), bonus, points);
  }
  std::string sum = fmt::format("{} × {}", unit_of(rules, award.tiles), rate.tile);
  if (award.shields > 0) sum += fmt::format(" + {} × {}", counted(award.shields, "shield", "shields"), rate.shield);
  return fmt::format("{} = {}", sum, points);
}

std::string list_names(const std::vector<SeatSpec>& seats, const std::vector<int>& which) {
  std::string text;
  for (std::size_t i = 0; i < which.size(); ++i) {
    if (i > 0) text += i + 1 == which.size() ? " and " : ", ";
    text += seats[which[i]].name;
  }
  return text;
}

/// Who has the majority and what follows (MAJ-1).
std::string sentence_of(const std::vector<SeatSpec>& seats, const ExplainedAward& award) {
  const std::string word = feature_word(award.award);
  if (award.owners.empty()) return fmt::format("Nobody has a follower on this {}, so nobody scores.", word);
  const std::string names = list_names(seats, award.owners);
  const std::string points = counted(award.points_of(award.owners.front()), "point", "points");
  if (award.award.reason == Reason::returned)
    return fmt::format("{} takes the abbot back and gets at once what the {} is worth so far: {}.", names, word,
                       points);
  std::vector<int> others;
  for (int seat = 0; seat < static_cast<int>(seats.size()); ++seat)
    if (award.award.followers[seat] > 0 &&
        std::find(award.owners.begin(), award.owners.end(), seat) == award.owners.end())
      others.push_back(seat);
  const int most = award.award.followers[award.owners.front()];
  const bool farmers = award.award.type == FeatureType::field;
  const std::string figures = counted(most, farmers ? "farmer" : "follower", farmers ? "farmers" : "followers");
  const std::string where = award.award.reason == Reason::field_city ? "on all fields at this city" : "here";
  if (award.award.tie_broken) {  // HALF-HILL
    std::vector<int> tied;
    std::copy_if(others.begin(), others.end(), std::back_inserter(tied),
                 [&](int seat) { return award.award.followers[seat] == most; });
    const bool one = award.owners.size() == 1;
    return fmt::format("{} {} tied with {} {}, {} each, but {} one on a hill, so {} all {}.", names, one ? "is" : "are",
                       list_names(seats, tied), where, figures, one ? "has" : "have",
                       one ? "gets" : "each of them gets", points);
  }
  if (award.owners.size() > 1) {
    std::string sentence = fmt::format("{} are tied {} with {} each", names, where, figures);
    const bool equal = std::all_of(award.owners.begin(), award.owners.end(), [&](int seat) {
      return award.points_of(seat) == award.points_of(award.owners.front());
    });
    if (equal) return sentence + fmt::format(", so each of them gets all {}.", points);
    sentence += "; who was paid for a city at another field is not paid for it again:";
    for (const int seat : award.owners)
      sentence +=
          fmt::format("{} {} {}", seat == award.owners.front() ? "" : ",", seats[seat].name, award.points_of(seat));
    return sentence + ".";
  }
  if (others.empty())
    return fmt::format("{} alone has {} {} ({}) and gets {}.", names, farmers ? "farmers" : "followers", where, most,
                       points);
  std::string rest;
  for (const int seat : others)
    rest += fmt::format("{}{} {}", rest.empty() ? "" : ", ", seats[seat].name, award.award.followers[seat]);
  return fmt::format("{} has the majority {}, {} against {}, and gets all {}.", names, where, figures, rest, points);
}

/// Whether two tiles of the feature, or of a cloister's surroundings, lie in one space (HALF-7).
bool shares_a_space(const State<Full>& state, const Extent& extent) {
  std::set<int> pieces;
  for (const Segment& segment : extent.segments) pieces.insert(segment.piece);
  if (extent.type == FeatureType::cloister || extent.type == FeatureType::garden)
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
  if (award.reason == Reason::returned) return {"ABBOT-2"};
  if (award.reason == Reason::unfinished) {
    ids = {"FINAL-1"};
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
      case FeatureType::field:
        break;
    }
  }
  const auto present = std::count_if(award.followers.begin(), award.followers.end(), [](uint8_t n) { return n > 0; });
  ids.insert(present > 1 ? ids.begin() + 1 : ids.end(), "MAJ-1");
  if (closed_by_table(rules, state, explained.extent)) ids.emplace_back("HOUSE-BORDER");
  if (runs_through_junction(rules, state, explained.extent)) ids.emplace_back("HOUSE-TREES");
  if (award.tie_broken) ids.insert(ids.begin() + 1, "HALF-HILL");
  if (award.bonus > 0) ids.insert(ids.begin() + 1, "HALF-VINEYARD");
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
  award.type = feature.type;
  award.node = node;
  award.tiles = feature_size(rules.kernel, state, node);
  award.shields = feature.type == FeatureType::city ? feature.shields : 0;
  int most = 0;
  for (int seat = 0; seat < rules.kernel.seats; ++seat) {
    award.followers[seat] = static_cast<uint8_t>(feature.followers.of(seat));
    most = std::max(most, feature.followers.of(seat));
  }
  unsigned tied = 0;
  for (int seat = 0; most > 0 && seat < rules.kernel.seats; ++seat)
    if (award.followers[seat] == most) tied |= 1u << seat;
  unsigned owners = tied;
  for (const Hooks* hooks : rules.kernel.hooks)
    if (hooks->break_tie && std::popcount(owners) > 1)
      owners = hooks->break_tie(rules.kernel, state, {&node, 1}, owners);
  award.owners = static_cast<uint8_t>(owners);
  award.tie_broken = owners != tied;
  for (const Hooks* hooks : rules.kernel.hooks)
    if (hooks->bonus) award.bonus += hooks->bonus(rules.kernel, state, node);
  const int points = feature_points(rules.kernel, state, node, true);
  for (int seat = 0; seat < rules.kernel.seats; ++seat)
    if (((owners >> seat) & 1) != 0) award.points[seat] = static_cast<int16_t>(points);
  return award;
}

ExplainedAward explain(const GameRules& rules, const std::vector<SeatSpec>& seats, const State<Full>& state,
                       const Award& award, const std::vector<PlacedFigure>& figures, PaidCities& paid) {
  ExplainedAward result;
  result.award = award;
  result.extent = extent_of_node(rules, state, award.node);
  const uint8_t most = *std::max_element(award.followers.begin(), award.followers.end());
  for (int seat = 0; most > 0 && seat < rules.kernel.seats; ++seat) {
    bool owner = award.reason == Reason::returned ? award.points[seat] > 0 : award.followers[seat] == most;
    if (award.tie_broken) owner = ((award.owners >> seat) & 1) != 0;
    if (owner) result.owners.push_back(seat);
  }
  std::vector<Extent> paying;
  if (award.reason == Reason::field_city) {
    result.fields = farmed_fields_of_city(rules, state, result.extent, figures);
    paying = {result.extent};
  } else if (award.type == FeatureType::field) {
    result.cities = cities_of_field(rules, state, result.extent);
    paying = rules.kernel.scoring.fields == FieldScoring::second ? newly_paid(result, paid) : result.cities;
  }
  int points = *std::max_element(award.points.begin(), award.points.end());
  if (result.owners.empty()) points = feature_points(rules.kernel, state, award.node, true);
  add_labels(rules, state, result, paying);
  result.title = title_of(rules, award);
  result.sum = sum_of(rules, award, points);
  result.sentence = sentence_of(seats, result);
  result.rules = rules_of(rules, state, result);
  return result;
}

}  // namespace bastide
