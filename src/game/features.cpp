// What lies on the board, feature by feature.
#include "game/features.h"

#include <algorithm>

#include "core/kernel.h"
#include "game/award_words.h"
#include "game/explain.h"
#include "game/extent.h"

namespace bastide {
namespace {

/// Whether a field has a worth of its own. By FIELD-1ST the cities look at all fields together.
bool by_field(const ScoringRules& scoring) {
  return scoring.fields == FieldScoring::third || scoring.fields == FieldScoring::second;
}

}  // namespace

FeatureView view_of_feature(const GameRules& rules, const State<Full>& state, int node) {
  FeatureView view;
  view.extent = extent_of_node(rules, state, node);
  view.completed = is_completed(state, node);
  Award award = award_if_scored(rules, state, node);
  const ScoringRules& scoring = rules.kernel.scoring;
  if (award.type == FeatureType::field) {
    award.cities = static_cast<decltype(award.cities)>(cities_of_field(rules, state, view.extent).size());
    award.terms = feature_terms(rules.kernel, state, node, Reason::field, award.cities);
    view.points = by_field(scoring) ? points_for(kNobody, award.terms) : 0;
  } else if (!view.completed && scoring.unfinished) {
    view.points = feature_points(rules.kernel, state, node, Reason::unfinished);
  }
  ExplainedAward titled;
  titled.award = award;
  keep(title_in_words(rules, titled), "title", view.title, view.translations);
  const int most = *std::max_element(award.strength.begin(), award.strength.end());
  for (int seat = 0; seat < rules.kernel.seats; ++seat) {
    if (award.followers[seat] > 0) view.followers.push_back({seat, award.followers[seat], award.strength[seat]});
    if (most > 0 && award.strength[seat] == most) view.owners.push_back(seat);
  }
  return view;
}

std::vector<FeatureView> features_on_board(const Game& game) {
  const State<Full>& state = game.state();
  std::vector<int> seen;
  std::vector<FeatureView> views;
  for (int p = 0; p < state.pieces; ++p)
    for_each_feature(game.rules().kernel, state, p, [&](int f) {
      const int root = root_at(state, p, f);
      if (state.type[root] == FeatureType::water) return;
      if (std::find(seen.begin(), seen.end(), root) != seen.end()) return;
      seen.push_back(root);
      views.push_back(view_of_feature(game.rules(), state, root));
    });
  return views;
}

std::vector<FeatureView> features_at_stake(const Game& game) {
  std::vector<FeatureView> views;
  const GameRules& rules = game.rules();
  const Pending* asked = question(game.state());
  if (asked == nullptr || rules.added[asked->by]->at_stake == nullptr) return views;
  for (const int root : rules.added[asked->by]->at_stake(rules.kernel, rules.kernel.added[asked->by], game.state()))
    views.push_back(view_of_feature(rules, game.state(), root));
  return views;
}

}  // namespace bastide
