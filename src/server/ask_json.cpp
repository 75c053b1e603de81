#include "server/ask_json.h"

#include <fmt/format.h>

#include <array>

namespace bastide {

namespace json = boost::json;

json::array tokens_json(const GameRules& rules) {
  json::array tokens;
  for (std::size_t token = 0; token < rules.kernel.tokens.size(); ++token) {
    const TokenSpec& spec = rules.token(static_cast<int>(token));
    json::object o{{"token", spec.name}, {"rule", spec.rule}};
    put_text(o, "name", say(rules.catalogue->phrases, "token." + std::string(spec.name)));
    tokens.push_back(std::move(o));
  }
  return tokens;
}

void put_text(json::object& object, std::string_view member, const Texts& texts) {
  if (texts[0].empty()) return;
  object[member] = texts[0];
  json::value& translations = object["translations"];
  if (translations.is_null()) translations = json::object{};
  for (std::size_t i = 1; i < kLanguages.size(); ++i) {
    json::value& language = translations.as_object()[kLanguages[i]];
    if (language.is_null()) language = json::object{};
    language.as_object()[member] = texts[i];
  }
}

namespace {

std::string_view name_of(AskTurn::State state) {
  static constexpr std::array<std::string_view, 3> names = {"done", "now", "next"};
  return names[static_cast<std::size_t>(state)];
}

class Writer {
 public:
  Writer(const Game& game, const Ask& ask, int drafted, const PictureOf& picture, Aids aids)
      : game_(game), ask_(ask), drafted_(drafted), picture_(picture), aids_(aids) {}

  json::object written() const {
    json::object o{{"id", std::to_string(ask_.ply)}, {"of", ask_.of}, {"seat", ask_.seat}};
    if (!ask_.order.empty()) {
      json::array order;
      for (const AskTurn& turn : ask_.order) order.push_back({{"seat", turn.seat}, {"state", name_of(turn.state)}});
      o["order"] = std::move(order);
    }
    put_text(o, "title", ask_.title);
    put_text(o, "text", ask_.text);
    put_text(o, "confirm", ask_.confirm);
    put_text(o, "final", ask_.final);
    if (ask_.tile >= 0) o["picture"] = {{"tile", tile(ask_.tile, "drawn")}};
    if (!ask_.about.empty()) o["about"] = features_json(game_, ask_.about, aids_);
    json::array options;
    for (const AskOption& one : ask_.options) options.push_back(option(one));
    o["options"] = std::move(options);
    if (ask_.number) o["number"] = number(*ask_.number);
    if (ask_.pass) o["pass"] = option(*ask_.pass);
    return o;
  }

 private:
  json::object tile(int kind, std::string_view pile) const {
    return tile_json(game_.rules(), kind, picture_(pile, kind));
  }

  static json::object number(const AskNumber& number) {
    json::object o{{"move", number.text}, {"min", number.least}, {"max", number.most}, {"start", number.least}};
    put_text(o, "unit", number.unit);
    put_text(o, "label", number.label);
    return o;
  }

  json::object option(const AskOption& option) const {
    json::object o{{"move", option.text}};
    put_text(o, "label", option.label);
    const bool told = aids_.allow(Aid::effects);
    if (told || !option.extent) put_text(o, "note", option.note);  // of a feature: what it has come to
    put_text(o, "group", option.group);
    if (!option.pile.empty()) o["pile"] = option.pile;
    if (!option.spots.empty()) {
      json::array spots;
      for (const AskSpot& spot : option.spots) spots.push_back(json::array{spot.x, spot.y, spot.rotations});
      o["spots"] = std::move(spots);
    }
    if (json::value place = place_json(game_, option, drafted_); !place.is_null()) o["place"] = std::move(place);
    if (option.tile >= 0)
      o["picture"] = {{"tile", tile(option.tile, option.pile)}};
    else if (json::value figure = figure_json(game_, option, ask_.seat); !figure.is_null())
      o["picture"] = std::move(figure);
    if (!option.figures.empty()) o["figures"] = json::value_from(option.figures);
    if (told && option.extent) {
      o["segments"] = segments_json(game_, option.extent->segments, drafted_);
      o["tiles"] = option.extent->spaces.size();
    }
    if (told && !option.effect.empty()) o["effect"] = effects(option);
    return o;
  }

  static json::array effects(const AskOption& option) {
    json::array effects;
    for (const AskEffect& effect : option.effect) {
      json::object& o = effects.emplace_back(json::object{{"seat", effect.seat}}).as_object();
      if (effect.sign == AskEffect::Sign::points)
        o["points"] = effect.points;
      else
        o["sign"] = effect.sign == AskEffect::Sign::home ? "home" : "asked";
      put_text(o, "text", effect.text);
    }
    return effects;
  }

  const Game& game_;
  const Ask& ask_;
  const int drafted_;
  const PictureOf& picture_;
  const Aids aids_;
};

}  // namespace

json::value place_json(const Game& game, const AskOption& option, int drafted) {
  if (option.figure >= 0) return json::object{{"figure", option.figure}};
  if (option.place) return json::object{{"segment", segment_json(game, *option.place, drafted)}};
  if (option.space) {
    json::object space{{"space", json::array{option.space->x, option.space->y}}};
    if (option.over) space["over"] = name_of_over(*option.over);
    return space;
  }
  if (option.seat >= 0) return json::object{{"seat", option.seat}};
  return nullptr;
}

json::value figure_json(const Game& game, const AskOption& option, int seat) {
  if (option.picture) {
    const FeatureType type =
        option.place ? type_of(game.state(), option.place->piece, option.place->feature) : FeatureType::city;
    return json::object{{"figure", figure_name(game.rules(), type, *option.picture)},
                        {"seat", option.of_seat < 0 ? seat : option.of_seat}};
  }
  if (!option.sign.empty()) return json::object{{"sign", option.sign}};
  return nullptr;
}

json::object ask_json(const Game& game, const Ask& ask, int drafted, const PictureOf& picture, Aids aids) {
  return Writer(game, ask, drafted, picture, aids).written();
}

json::object completion_json(const Game& game, const ExplainedAward& award, int drafted) {
  json::object translations;
  for (const auto& [language, texts] : award.translations)
    translations[language] = {{"title", translated(award.translations, language, "title", award.title)}};
  return {{"title", award.title},
          {"translations", std::move(translations)},
          {"category", category_of(award.extent.type)},
          {"segments", segments_json(game, award.extent.segments, drafted)},
          {"spaces", spaces_json(award.extent.spaces)},
          {"points", points_json(award)}};
}

}  // namespace bastide
