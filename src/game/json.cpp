#include "game/json.h"

#include <algorithm>
#include <array>

#include "game/extent.h"

namespace bastide {

namespace json = boost::json;

json::object segment_json(const BoardView& board, const Segment& segment, int drafted) {
  return {{"piece", segment.piece >= drafted ? -1 : segment.piece},
          {"place", board.rules.feature(board.state.piece[segment.piece].kind, segment.feature).place}};
}

json::array segments_json(const BoardView& board, const std::vector<Segment>& segments, int drafted) {
  json::array out;
  for (const Segment& segment : segments) out.push_back(segment_json(board, segment, drafted));
  return out;
}

std::string_view name_of_over(Face from) {
  return from == north ? "n" : "e";
}

json::array spaces_json(const std::vector<Space>& spaces) {
  json::array out;
  for (const Space& space : spaces) out.push_back(json::array{space.x, space.y});
  return out;
}

json::array points_json(const ExplainedAward& award) {
  json::array out;
  for (const int seat : award.owners) out.push_back({{"seat", seat}, {"points", award.points_of(seat)}});
  return out;
}

json::object translations_json(const Translations& translations) {
  json::object languages;
  for (const auto& [language, texts] : translations) {
    json::object members;
    for (const auto& [member, text] : texts) members[member] = text;
    languages[language] = std::move(members);
  }
  return languages;
}

json::object texts_json(const Texts& texts, std::string_view member) {
  std::string english;
  Translations translations;
  keep(texts, std::string(member), english, translations);
  return {{member, english}, {"translations", translations_json(translations)}};
}

json::object rule_json(const Catalogue& catalogue, const RuleSpec& rule) {
  Translations translations = rule.translations;
  std::string reading;
  if (rule.reading) keep(say(catalogue.phrases, "reading"), "reading", reading, translations);
  return {{"id", rule.id},
          {"title", rule.title},
          {"text", rule.text},
          {"source", rule.source},
          {"translations", translations_json(translations)},
          {"reading", reading}};
}

namespace {

std::string_view reason_name(Reason reason) {
  constexpr std::array<std::string_view, 6> names{"completed", "unfinished", "field", "fieldCity", "returned", "bonus"};
  return names[static_cast<int>(reason)];
}

json::array extents_json(const BoardView& board, const std::vector<Extent>& extents) {
  json::array out;
  for (const Extent& extent : extents)
    out.push_back({{"segments", segments_json(board, extent.segments)}, {"spaces", spaces_json(extent.spaces)}});
  return out;
}

}  // namespace

/// A seat's followers on a feature; what they count where that is something else.
json::object followers_json(int seat, int count, int strength) {
  json::object out{{"seat", seat}, {"count", count}};
  if (strength != count) out["strength"] = strength;
  return out;
}

json::object award_json(const BoardView& board, const ExplainedAward& award) {
  json::object out{{"id", award.id},
                   {"turn", award.turn},
                   {"final", award.award.final()},
                   {"category", category_of(award.award.type)},
                   {"completed", award.award.completed()},
                   {"segments", segments_json(board, award.extent.segments)},
                   {"spaces", spaces_json(award.extent.spaces)},
                   {"tiles", award.award.tiles},
                   {"shields", award.award.shields}};
  out["reason"] = reason_name(award.award.reason);
  if (award.award.reason == Reason::field) out["cities"] = extents_json(board, award.cities);
  if (award.award.reason == Reason::field_city) out["fields"] = extents_json(board, award.fields);
  json::array followers, labels, rules;
  for (int seat = 0; seat < kMaxSeats; ++seat)
    if (const int count = award.award.followers[seat]; count != 0)
      followers.push_back(followers_json(seat, count, award.award.strength[seat]));
  for (const auto& [space, label] : award.labels) labels.push_back({{"x", space.x}, {"y", space.y}, {"label", label}});
  for (const std::string& id : award.rules)
    if (const RuleSpec* rule = board.rules.catalogue->find_rule(id))
      rules.push_back(rule_json(*board.rules.catalogue, *rule));
  json::array terms;
  for (const ExplainedTerm& said : award.terms)
    terms.push_back({{"name", board.rules.term(said.term).name},
                     {"text", said.text},
                     {"translations", translations_json(said.translations)},
                     {"count", said.term.count},
                     {"each", said.term.each},
                     {"points", said.term.points()},
                     {"rules", json::value_from(said.rules)}});
  out["terms"] = std::move(terms);
  out["followers"] = followers;
  out["owners"] = json::array(award.owners.begin(), award.owners.end());
  out["points"] = points_json(award);
  out["perSpace"] = labels;
  out["title"] = award.title;
  out["sum"] = award.sum;
  out["sentence"] = award.sentence;
  out["headline"] = award.headline;
  out["translations"] = translations_json(award.translations);
  out["rules"] = rules;
  out["returned"] = json::array(award.returned.begin(), award.returned.end());
  return out;
}

json::object feature_json(const Game& game, const FeatureView& feature, Aids aids) {
  json::array followers;
  for (const auto& [seat, count, strength] : feature.followers)
    followers.push_back(followers_json(seat, count, strength));
  json::object o{{"category", category_of(feature.extent.type)},
                 {"completed", feature.completed},
                 {"segments", segments_json(game, feature.extent.segments)},
                 {"spaces", spaces_json(feature.extent.spaces)},
                 {"title", feature.title},
                 {"translations", translations_json(feature.translations)}};
  if (aids.allow(Aid::owners)) {
    o["followers"] = std::move(followers);
    o["owners"] = json::array(feature.owners.begin(), feature.owners.end());
  }
  if (aids.allow(Aid::projection)) o["points"] = feature.points;
  return o;
}

json::array features_json(const Game& game, const std::vector<FeatureView>& features, Aids aids) {
  json::array out;
  for (const FeatureView& feature : features) out.push_back(feature_json(game, feature, aids));
  return out;
}

json::value table_edge_json(const Game& game) {
  const Edge edge = edge_of(game.rules(), game.state());
  if (edge.areas.empty()) return nullptr;
  json::array areas;
  for (const Area& area : edge.areas)
    areas.push_back({{"left", area.left}, {"top", area.top}, {"right", area.right}, {"bottom", area.bottom}});
  return {{"kind", edge.shifting ? "shift" : "fixed"}, {"areas", std::move(areas)}, {"closes", edge.closes}};
}

json::array table_json(const std::vector<CategoryRow>& table) {
  json::array out;
  for (const CategoryRow& row : table) {
    json::array awards;
    for (const auto& ids : row.awards) awards.push_back(json::array(ids.begin(), ids.end()));
    out.push_back({{"category", row.category},
                   {"name", row.name},
                   {"points", json::array(row.points.begin(), row.points.end())},
                   {"awards", awards},
                   {"translations", translations_json(row.translations)}});
  }
  return out;
}

json::array ranking_json(const Game& game) {
  struct Row {
    int place, seat;
    auto operator<=>(const Row&) const = default;
  };
  std::vector<Row> rows;
  const auto places = ranking(game);
  for (std::size_t seat = 0; seat < places.size(); ++seat) rows.push_back({places[seat], static_cast<int>(seat)});
  std::sort(rows.begin(), rows.end());
  json::array out;
  for (const Row& row : rows)
    out.push_back({{"seat", row.seat}, {"place", row.place}, {"points", game.state().score[row.seat]}});
  return out;
}

json::object error_json(const Error& error) {
  json::object out{{"message", error.message}};
  if (!error.expected.empty()) out["expected"] = error.expected;
  if (!error.rule.empty()) out["rule"] = error.rule;
  if (!error.source.empty()) out["source"] = error.source;
  if (!error.translations.empty()) out["translations"] = translations_json(error.translations);
  if (error.line != 0) out["line"] = error.line;
  if (error.column != 0) out["column"] = error.column;
  return out;
}

}  // namespace bastide
