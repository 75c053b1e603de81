#include "notation/words.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/kernel.h"

namespace bastide {
namespace {

constexpr std::string_view kRotations = "nesw";
constexpr std::array<std::string_view, kCornersOfPiece> kCornerNames = {"nw",  "ne",  "se",  "sw",
                                                                        "nw2", "ne2", "se2", "sw2"};

std::string names_of_places(const TileSpec& tile) {
  std::string names;
  for (const TileFeatureSpec& feature : tile.features) names += (names.empty() ? "" : " ") + feature.place;
  return names;
}

/// Points errors of compile(), which know no lines, at the line they come from.
tl::unexpected<Error> placed(const Error& error, const Line& line, std::size_t word) {
  auto at = error_at(line, word, error.message, error.expected, error.rule);
  at.value().translations = error.translations;
  return at;
}

/// One of the lines that tell how the first player was found.
Result<void> read_opening(const Line& line, Header& header) {
  Opening& opening = header.opening;
  const std::string_view key = line.words[0].text;
  const int seats = header.rules->kernel.seats;
  if (key == "first") {
    BASTIDE_TRY(const auto seat, parse_number(line, 1, 1, seats));
    if (line.words.size() > 2) return error_at(line, 2, "one seat belongs here");
    opening.first = seat - 1;
  } else if (key == "roll") {
    for (std::size_t w = 1; w < line.words.size(); ++w) {
      BASTIDE_TRY(const auto standing, parse_number(line, w, 0, 3));
      opening.rolls.push_back(standing);
    }
  } else {
    const std::vector<int> drawing = lot_drawers(*header.rules, opening);
    if (line.words.size() != drawing.size() + 1)
      return error_at(line, 0, fmt::format("{} lots for {} players", line.words.size() - 1, drawing.size()), {},
                      "START-1");
    std::vector<Opening::Lot> round;
    for (std::size_t w = 1; w < line.words.size(); ++w) {
      BASTIDE_TRY(const auto kind, parse_tile(*header.rules, line, w));
      if (kept_apart(*header.rules, kind))
        return error_at(line, w, "tiles that seats are given are not drawn for lots", {}, "START-1");
      round.push_back({drawing[w - 1], kind});
    }
    opening.lots.push_back(std::move(round));
  }
  return {};
}

/// A `set` line, and the option that it sets.
struct SetLine {
  const Line* line = nullptr;
  std::string option;
};

/// Which of the `set` lines a refusal of the whole choice is about: one without which the rest goes together, else one
/// without which something else is refused. Null: none of them, so the number of seats.
const Line* line_at_fault(const Catalogue& catalogue, RuleChoice choice, int seats, const std::vector<SetLine>& set,
                          const Error& error) {
  const Line* other = nullptr;
  for (const SetLine& one : set) {
    auto setting = choice.options.extract(one.option);
    const auto rest = compile(catalogue, choice, seats);
    if (rest) return one.line;
    if (!other && rest.error().message != error.message) other = one.line;
    choice.options.insert(std::move(setting));
  }
  return other;
}

bool is_hex(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

}  // namespace

char rotation_letter(int rotation) {
  return kRotations[rotation & 3];
}

Result<SpaceWord> parse_space(const Line& line, std::size_t word) {
  constexpr std::string_view wanted = "a space as x,y, such as 3,-2";
  if (word >= line.words.size()) return error_at(line, word, "the space is missing", std::string(wanted));
  const std::string_view text = line.words[word].text;
  const std::size_t comma = text.find(',');
  SpaceWord space;
  if (comma == std::string_view::npos || !to_number(text.substr(0, comma), space.x) ||
      !to_number(text.substr(comma + 1), space.y) || std::max(std::abs(space.x), std::abs(space.y)) > 9999)
    return error_at(line, word, fmt::format("'{}' is no space", text), std::string(wanted));
  return space;
}

int normal_rotation(const GameRules& rules, int kind, int rotation) {
  const TileKind& tile = rules.kernel.kinds[kind];
  while (((tile.rotations >> rotation) & 1) == 0) rotation -= tile.rotations == 1 ? rotation : 2;
  return rotation;
}

Result<int> parse_rotation(const GameRules& rules, int kind, const Line& line, std::size_t word) {
  constexpr std::string_view wanted = "a rotation (n e s w)";
  if (word >= line.words.size()) return error_at(line, word, "the rotation is missing", std::string(wanted));
  const std::string_view text = line.words[word].text;
  const std::size_t rotation = text.size() == 1 ? kRotations.find(text[0]) : std::string_view::npos;
  if (rotation == std::string_view::npos)
    return error_at(line, word, fmt::format("'{}' is no rotation", text), std::string(wanted));
  return normal_rotation(rules, kind, static_cast<int>(rotation));
}

int written_rotation(const Line& line, std::size_t word) {
  return static_cast<int>(kRotations.find(line.words[word].text[0]));
}

int normal_feature(const GameRules& rules, int kind, int rotation, int feature) {
  if (feature == kOverpass) return feature;
  const TileKind& tile = rules.kernel.kinds[kind];
  // Where a feature lies: bits for the edges it reaches, and for the halves of them, which fields have.
  const auto lies = [&](int turned, int f) {
    unsigned bits = 0;
    const OrientedTile& oriented = tile.oriented[turned];
    for (int i = 0; i < oriented.sides; ++i) {
      const TileSideDef& side = oriented.side[i];
      const bool reaches = side.terrain >= Terrain::road && side.feature == f;
      const bool first = side.terrain != Terrain::city && side.ports[0] == f;
      const bool second = side.terrain != Terrain::city && side.ports[1] == f;
      bits |= (reaches ? 1u : 0u) << (3 * side.face) | (first ? 2u : 0u) << (3 * side.face) |
              (second ? 4u : 0u) << (3 * side.face);
    }
    return bits;
  };
  const int normal = normal_rotation(rules, kind, rotation);
  if (lies(rotation, feature) == 0) return feature;  // what reaches no side is not told apart by where it lies
  for (int f = 0; f < tile.features; ++f)
    if (tile.feature[f].type == tile.feature[feature].type && lies(normal, f) == lies(rotation, feature)) return f;
  return feature;
}

Result<int> parse_tile(const GameRules& rules, const Line& line, std::size_t word) {
  std::string known;
  for (const auto& kind : rules.kinds) known += (known.empty() ? "one of " : " ") + kind.name;
  if (word >= line.words.size()) return error_at(line, word, "the tile is missing", known);
  const int kind = rules.kind_by_name(line.words[word].text);
  if (kind < 0)
    return error_at(line, word, fmt::format("there is no tile '{}' in this game", line.words[word].text), known);
  return kind;
}

bool kept_apart(const GameRules& rules, int kind) {
  return std::any_of(rules.kernel.held.begin(), rules.kernel.held.end(),
                     [&](const HeldTile& tile) { return tile.kind == kind; });
}

Result<int> parse_place(const GameRules& rules, int kind, const Line& line, std::size_t word) {
  const auto& info = rules.kinds[kind];
  const std::string wanted = fmt::format("one of {}", names_of_places(*info.tile));
  if (word >= line.words.size()) return error_at(line, word, "the follower's place is missing", wanted);
  const auto& features = info.tile->features;
  for (std::size_t f = 0; f < features.size(); ++f)
    if (features[f].place == line.words[word].text) return static_cast<int>(f);
  if (rules.kernel.overpasses != 0 && line.words[word].text == GameRules::overpass_spec().place) return kOverpass;
  return error_at(line, word, fmt::format("tile {} has no place '{}'", info.name, line.words[word].text), wanted);
}

std::string figure_text(const GameRules& rules, int kind, int feature, Figure figure) {
  const std::string& place = rules.feature(kind, feature).place;
  return figure == Figure::follower ? place : fmt::format("{}@{}", name_of_figure(rules, figure), place);
}

Result<FigurePlace> parse_figure(const GameRules& rules, int kind, const Line& line, std::size_t word) {
  FigurePlace result;
  Line inner = line;
  const std::size_t at = word < line.words.size() ? line.words[word].text.find('@') : std::string_view::npos;
  const auto named =
      at == std::string_view::npos ? std::nullopt : rules.figure_named(line.words[word].text.substr(0, at));
  if (named && *named != Figure::follower) {
    result.figure = *named;
    inner.words[word].text.remove_prefix(at + 1);
    inner.words[word].column += static_cast<int>(at) + 1;
  }
  BASTIDE_TRY(result.feature, parse_place(rules, kind, inner, word));
  return result;
}

Result<FigurePlace> parse_figure(const GameRules& rules, int kind, const Line& line, std::size_t word,
                                 std::size_t rotation_word) {
  auto figure = parse_figure(rules, kind, line, word);
  if (figure) figure->feature = normal_feature(rules, kind, written_rotation(line, rotation_word), figure->feature);
  return figure;
}

Result<BoardPlace> parse_board_place(const Line& line, std::size_t word, std::string_view verb) {
  const std::string wanted =
      fmt::format("{0}:SPACE:PLACE, such as {0}:3,1:city; {0}:3,1/2:city on the second tile there", verb);
  const Word whole = line.words[word];
  const std::size_t begin = verb.size() + 1, end = whole.text.rfind(':');
  if (end == std::string_view::npos || end < begin)
    return error_at(line, word, fmt::format("'{}' is no place on the board", whole.text), wanted);
  std::string_view where = whole.text.substr(begin, end - begin);
  BoardPlace result;
  if (const std::size_t slash = where.find('/'); slash != std::string_view::npos) {
    if (!to_number(where.substr(slash + 1), result.number) || result.number < 1 || result.number > 2)
      return error_at(line, word, fmt::format("'{}' is no place on the board", whole.text), wanted);
    --result.number;
    where = where.substr(0, slash);
  }
  const Line inner{line.number, {{where, whole.column + static_cast<int>(begin)}}};
  BASTIDE_TRY(result.space, parse_space(inner, 0));
  result.place = {whole.text.substr(end + 1), whole.column + static_cast<int>(end) + 1};
  return result;
}

std::string piece_text(const LaidPiece& laid) {
  return fmt::format("{},{}{}", laid.space.x, laid.space.y,
                     laid.number == 0 ? "" : fmt::format("/{}", laid.number + 1));
}

std::string where_text(const GameRules& rules, const State<Full>& state, Place at) {
  if (at.kind == Place::supply) return "off";
  if (at.kind == Place::kept) return fmt::format("kept by {}", at.x + 1);
  if (at.kind == Place::space) return fmt::format("{},{}", at.x, at.y);
  if (at.kind == Place::corner) return fmt::format("{}:{}", piece_text(laid_piece(state, at.x)), corner_name(at.y));
  std::string text = piece_text(laid_piece(state, at.x));
  if (at.kind != Place::beside) return text;
  if (figure_rows(state)[at.y].at.kind == Place::top) return text + ":top";
  Move move;
  name_standing(rules.kernel, state, at.y, move);
  return fmt::format("{}:{}{}", text, figure_text(rules, state.piece[at.x].kind, at.index, move.figure),
                     move.value != 0 ? fmt::format(":{}", move.value) : "");
}

std::string_view corner_name(int corner) {
  return kCornerNames[corner];
}

std::optional<int> corner_named(std::string_view name) {
  const auto found = std::find(kCornerNames.begin(), kCornerNames.end(), name);
  if (found == kCornerNames.end()) return std::nullopt;
  return static_cast<int>(found - kCornerNames.begin());
}

std::string_view name_of_figure(const GameRules& rules, Figure figure) {
  return rules.figure(figure).name;
}

std::string home_text(const GameRules& rules, Figure figure) {
  return fmt::format("{}-home", name_of_figure(rules, figure));
}

std::optional<Move> take_back_at(const GameRules& rules, std::string_view word) {
  if (!word.ends_with("-home")) return std::nullopt;
  const auto figure = rules.figure_named(word.substr(0, word.size() - 5));
  if (!figure || !rules.figure(*figure).kind.may_return) return std::nullopt;
  return Move::take_back(*figure);
}

std::string or_home(const GameRules& rules) {
  std::string text;
  for (const GameRules::FigureSort& sort : rules.figures)
    if (sort.spec->kind.may_return) text += fmt::format(" or {}-home", sort.spec->name);
  return text;
}

namespace {

const std::string& one(const GameRules& rules, std::string_view name) {
  return rules.catalogue->phrases.find(fmt::format("a.{}", name))->second.text[0];
}

std::string_view name_of_type(FeatureType type) {
  return to_string(static_cast<TileFeatureType>(type));
}

}  // namespace

std::string no_such_figures(const GameRules& rules, Figure figure) {
  const auto several = rules.catalogue->phrases.find(fmt::format("sheet.figures.{}", name_of_figure(rules, figure)));
  return fmt::format("there are no {} in this game", several->second.text[0]);
}

std::string one_stands(const GameRules& rules, Figure figure) {
  return one(rules, name_of_figure(rules, figure)) + " stands";
}

std::string stood_on(const FigureSpec& spec, std::string_view article) {
  std::string text;
  for (int type = 0; type < kFeatureTypes; ++type)
    if (spec.kind.stands(static_cast<FeatureType>(type)))
      text += fmt::format("{}{}", text.empty() ? "a " : fmt::format(" or{}", article),
                          name_of_type(static_cast<FeatureType>(type)));
  return text;
}

std::string only_this_stands(const GameRules& rules, const FigureSpec& spec, FeatureType type) {
  return fmt::format("only {} stands on a {}", one(rules, spec.name), name_of_type(type));
}

std::optional<Move> verb_at(const GameRules& rules, std::string_view word) {
  for (std::size_t by = 0; by < rules.added.size(); ++by)
    for (std::size_t v = 0; v < rules.added[by]->verbs.size(); ++v)
      if (const Verb& verb = rules.added[by]->verbs[v];
          verb.takes == Takes::nothing || verb.takes == Takes::tile
              ? word == verb.name
              : word.starts_with(verb.name) && word.substr(verb.name.size(), 1) == ":")
        return Move::act(static_cast<int>(by), static_cast<int>(v));
  return std::nullopt;
}

std::optional<ExpansionWord> expansion_word(std::string_view word) {
  for (const Expansion* expansion : expansions()) {
    if (!word.empty() && word == expansion->widens.line) return ExpansionWord{nullptr, expansion->widens.rule};
    for (const PileSpec& pile : expansion->piles)
      if (pile.name == word && !pile.hidden) return ExpansionWord{&pile, pile.rule};
    for (const Question& question : expansion->questions) {
      const bool names =
          !question.of_chance && (question.of_verb ? std::any_of(expansion->verbs.begin(), expansion->verbs.end(),
                                                                 [&](const Verb& verb) { return verb.name == word; })
                                                   : question.name == word);
      if (names || (!expansion->memory.empty() && word == expansion->memory))
        return ExpansionWord{nullptr, question.rule};
    }
  }
  return std::nullopt;
}

std::optional<Error> wrong_verb(const Line& line, std::size_t word) {
  const auto beginning = [](std::string_view text) { return text.substr(0, text.find(':')); };
  const std::string_view said = beginning(line.words[word].text);
  for (const Expansion* expansion : expansions()) {
    std::string wanted, rule;
    for (const Verb& verb : expansion->verbs) {
      if (beginning(verb.name) != said) continue;
      const std::string_view takes = verb.takes == Takes::number  ? ":N"
                                     : verb.takes == Takes::seat  ? ":SEAT"
                                     : takes_place(verb.takes)    ? ":SPACE:PLACE"
                                     : verb.takes == Takes::kept  ? ":SEAT"
                                     : verb.takes == Takes::space ? ":SPACE"
                                     : verb.takes == Takes::top   ? ":SPACE"
                                     : verb.takes == Takes::kind  ? ":FIGURE"
                                     : verb.takes == Takes::tile  ? " TILE"
                                                                  : "";
      rule = verb.rule;
      wanted += fmt::format("{}{}{}", wanted.empty() ? "" : ", ", verb.name, takes);
    }
    if (!wanted.empty())
      return error_at(line, word, fmt::format("'{}' cannot stand here", line.words[word].text), wanted, std::move(rule))
          .value();
  }
  return std::nullopt;
}

Texts refusal_of(const GameRules& rules, const Pending& asked, const std::string& name) {
  const std::string key = fmt::format("refused.{}.{}", rules.added[asked.by]->id, rules.question(asked).name);
  return say(rules.catalogue->phrases, key, {{"name", name}});
}

int words_of(const Verb& verb) {
  return verb.takes == Takes::tile ? 2 : 1;
}

Result<Move> parse_act(const GameRules& rules, const Line& line, std::size_t word, Move act, const FindPiece& find) {
  const Verb& verb = rules.verb(act);
  switch (verb.takes) {
    case Takes::nothing:
      break;
    case Takes::tile: {
      BASTIDE_TRY(const auto kind, parse_tile(rules, line, word + 1));
      return Move::act_on(act.by, act.verb, kind);
    }
    case Takes::number: {
      BASTIDE_TRY(const auto number, parse_labelled(line, word, verb.name, 0, 9999));
      return Move::act_with(act.by, act.verb, number);
    }
    case Takes::seat: {
      BASTIDE_TRY(const auto seat, parse_labelled(line, word, verb.name, 1, rules.kernel.seats));
      return Move::act_with(act.by, act.verb, seat - 1);
    }
    case Takes::kind: {
      const std::string_view name = line.words[word].text.substr(verb.name.size() + 1);
      std::string known;
      for (int kind = 0; kind < rules.kernel.figure_kinds; ++kind) {
        const auto figure = static_cast<Figure>(kind);
        if (rules.kernel.figures[kind].neutral) continue;
        const std::string text = fmt::format("{}:{}", verb.name, name_of_figure(rules, figure));
        known += (known.empty() ? "" : ", ") + text;
        act.figure = figure;
        if (name_of_figure(rules, figure) == name) return act;
      }
      return error_at(line, word, fmt::format("there is no figure '{}' in this game", name), known,
                      std::string(verb.rule));
    }
    case Takes::top:
    case Takes::kept: {
      const Word& whole = line.words[word];
      const std::size_t begin = verb.name.size() + 1;
      const std::size_t colon = whole.text.find(':', begin);
      if (colon != std::string_view::npos) {
        const auto figure = rules.figure_named(whole.text.substr(colon + 1));
        if (!figure || *figure == Figure::follower || rules.kernel.figures[*figure].neutral)
          return error_at(line, word, fmt::format("there is no figure '{}' in this game", whole.text.substr(colon + 1)),
                          "the name of a kind of figures; a follower goes without saying", std::string(verb.rule));
        act.figure = *figure;
      }
      const Line inner{line.number,
                       {{whole.text.substr(0, colon).substr(begin), whole.column + static_cast<int>(begin)}}};
      if (verb.takes == Takes::kept) {
        BASTIDE_TRY(const auto seat, parse_number(inner, 0, 1, rules.kernel.seats));
        act.value = static_cast<int16_t>(seat - 1);
        return act;
      }
      BASTIDE_TRY(const auto space, parse_space(inner, 0));
      Move move = Move::act_at(act.by, act.verb, space.x, space.y);
      move.figure = act.figure;
      return move;
    }
    case Takes::space: {
      const Word& whole = line.words[word];
      const std::size_t begin = verb.name.size() + 1;
      const Line inner{line.number, {{whole.text.substr(begin), whole.column + static_cast<int>(begin)}}};
      BASTIDE_TRY(const auto space, parse_space(inner, 0));
      return Move::act_at(act.by, act.verb, space.x, space.y);
    }
    case Takes::feature:
    case Takes::figure:
    case Takes::anyone:
    case Takes::standing: {
      Line whole = line;
      int seat = 0;
      if (std::string_view& text = whole.words[word].text; verb.takes == Takes::anyone) {
        const std::size_t colon = text.rfind(':');
        if (colon != std::string_view::npos && to_number(text.substr(colon + 1), seat)) text = text.substr(0, colon);
        if (seat < 0 || seat > rules.kernel.seats)
          return error_at(line, word, fmt::format("there is no seat {}", seat), {}, std::string(verb.rule));
      }
      BASTIDE_TRY(const auto place, parse_board_place(whole, word, verb.name));
      const auto laid = find(place.space, place.number);
      if (!laid)
        return error_at(line, word, fmt::format("no such tile lies at {},{}", place.space.x, place.space.y), {},
                        std::string(verb.rule));
      const Line inner{line.number, {place.place}};
      if (verb.takes != Takes::feature) {
        BASTIDE_TRY(const auto figure, parse_figure(rules, laid->kind, inner, 0));
        Move move = Move::act(act.by, act.verb, laid->piece, figure.feature);
        move.figure = figure.figure;
        move.value = static_cast<int16_t>(seat);
        return move;
      }
      BASTIDE_TRY(const auto feature, parse_place(rules, laid->kind, inner, 0));
      return Move::act(act.by, act.verb, laid->piece, feature);
    }
  }
  return act;
}

namespace {

/// ":NAME"; a follower goes without saying.
std::string behind(const GameRules& rules, Figure figure) {
  return figure == Figure::follower ? "" : fmt::format(":{}", name_of_figure(rules, figure));
}

}  // namespace

std::string act_text(const GameRules& rules, Move act, const LaidPiece& laid) {
  const Verb& verb = rules.verb(act);
  switch (verb.takes) {
    case Takes::nothing:
      break;
    case Takes::tile:
      return fmt::format("{} {}", verb.name, rules.kinds[act.tile].name);
    case Takes::number:
      return fmt::format("{}:{}", verb.name, act.value);
    case Takes::seat:
      return fmt::format("{}:{}", verb.name, act.value + 1);
    case Takes::kind:
      return fmt::format("{}:{}", verb.name, name_of_figure(rules, act.figure));
    case Takes::top:
      return fmt::format("{}:{},{}{}", verb.name, act.x, act.y, behind(rules, act.figure));
    case Takes::kept:
      return fmt::format("{}:{}{}", verb.name, act.value + 1, behind(rules, act.figure));
    case Takes::space:
      return fmt::format("{}:{},{}", verb.name, act.x, act.y);
    case Takes::feature:
      return fmt::format("{}:{}:{}", verb.name, piece_text(laid), rules.feature(laid.kind, act.feature).place);
    case Takes::anyone:
    case Takes::figure:
    case Takes::standing:
      return fmt::format("{}:{}:{}", verb.name, piece_text(laid),
                         figure_text(rules, laid.kind, act.feature, act.figure)) +
             (verb.takes == Takes::anyone && act.value != 0 ? fmt::format(":{}", act.value) : "");
  }
  return std::string(verb.name);
}

Result<int> parse_labelled(const Line& line, std::size_t word, std::string_view label, int minimum, int maximum) {
  const std::string wanted = fmt::format("{}:N with N from {} to {}", label, minimum, maximum);
  if (word >= line.words.size()) return error_at(line, word, fmt::format("'{}' is missing", label), wanted);
  const std::string_view text = line.words[word].text;
  int value = 0;
  if (!text.starts_with(label) || text.substr(label.size(), 1) != ":" ||
      !to_number(text.substr(label.size() + 1), value) || value < minimum || value > maximum)
    return error_at(line, word, fmt::format("'{}' cannot stand here", text), wanted);
  return value;
}

std::string bad_name(std::string_view name) {
  if (name.empty()) return "a seat's name is empty";
  if (name.size() > 40) return "a seat's name is longer than 40 bytes";
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (c < 32 || c == 127 || c == '#') return "a seat's name has a control character or a #";
    if (c == ' ' && (i == 0 || i + 1 == name.size() || name[i + 1] == ' '))
      return "a seat's name has blanks at an end or in a row";
  }
  return {};
}

namespace {

/// `aids AID ...`, or `aids -` where the table allows none.
Result<Aids> read_aids(const Line& line) {
  std::vector<std::string> names;
  for (std::size_t word = 1; word < line.words.size(); ++word) names.emplace_back(line.words[word].text);
  if (names.empty()) return error_at(line, 1, "the aids that the table allows are missing", "aids AID ..., or: aids -");
  if (names.size() == 1 && names.front() == "-") return Aids::none();
  const auto aids = Aids::named(names);
  if (aids) return *aids;
  for (std::size_t word = 1; word < line.words.size(); ++word)  // the first that is wrong
    if (!Aids::named({names.begin(), names.begin() + static_cast<std::ptrdiff_t>(word)}))
      return error_at(line, word, aids.error().message, aids.error().expected);
  return *aids;
}

}  // namespace

Result<Header> parse_header(const Catalogue& catalogue, const std::vector<Line>& lines, std::string_view what,
                            const GameRulesPtr& known) {
  Header header;
  const std::string first = fmt::format("bastide {} 1", what);
  if (lines.empty()) {
    Error error;
    error.message = "the text is empty";
    error.line = 1;
    error.expected = fmt::format("a first line '{}'", first);
    return tl::unexpected<Error>(std::move(error));
  }
  const Line& top = lines[0];
  if (top.words.size() != 3 || top.words[0].text != "bastide" || top.words[1].text != what || top.words[2].text != "1")
    return error_at(top, 0, fmt::format("this is no {} of Bastide's", what), fmt::format("a first line '{}'", first));
  std::size_t i = 1;
  const Line* rules_line = nullptr;
  const Line* seat_line = nullptr;
  const Line* aids_line = nullptr;
  std::vector<SetLine> set_lines;
  std::vector<const Line*> opening_lines;
  for (; i < lines.size(); ++i) {
    const Line& line = lines[i];
    const std::string_view key = line.words[0].text;
    if (key == "rules") {
      if (rules_line) return error_at(line, 0, "the rules are named twice");
      if (line.words.size() != 2) return error_at(line, 1, "one preset belongs here", "rules PRESET");
      header.choice.preset = line.words[1].text;
      rules_line = &line;
      if (!catalogue.find_preset(header.choice.preset)) {
        const auto compiled = compile(catalogue, header.choice, 2);
        return placed(compiled.error(), line, 1);
      }
    } else if (key == "set") {
      const std::size_t equals = line.words.size() == 2 ? line.words[1].text.find('=') : std::string_view::npos;
      if (equals == std::string_view::npos) return error_at(line, 1, "an option is set so: set OPTION=VALUE");
      const std::string id(line.words[1].text.substr(0, equals));
      if (header.choice.options.contains(id)) return error_at(line, 1, fmt::format("option {} is set twice", id));
      header.choice.options[id] = line.words[1].text.substr(equals + 1);
      set_lines.push_back({&line, id});
    } else if (key == "seat") {
      if (line.words.size() < 3)
        return error_at(line, line.words.size(), "a seat has a player and a name",
                        "seat PLAYER NAME, such as: seat human Mila");
      if (header.seats.size() == kMaxSeats)
        return error_at(line, 0, fmt::format("more than {} seats", kMaxSeats), {}, "SET-2");
      SeatSpec seat{std::string(line.rest(2)), std::string(line.words[1].text)};
      if (const std::string bad = bad_name(seat.name); !bad.empty()) return error_at(line, 2, bad);
      header.seats.push_back(std::move(seat));
      seat_line = &line;
    } else if (key == "seed") {
      if (line.words.size() != 2 || line.words[1].text.size() != 64 || !is_hex(line.words[1].text))
        return error_at(line, 1, "the seed is malformed", "64 hexadecimal digits, small letters");
      header.seed = line.words[1].text;
    } else if (what == "game" && key == "aids") {
      if (aids_line) return error_at(line, 0, "the aids are named twice");
      aids_line = &line;
      BASTIDE_TRY(header.aids, read_aids(line));
    } else if (what != "position" && (key == "first" || key == "roll" || key == "lots")) {
      opening_lines.push_back(&line);  // read when the rules are known
    } else {
      break;
    }
  }
  header.lines = i;
  const Line& end = lines[std::min(i, lines.size() - 1)];
  if (!rules_line) return error_at(end, 0, "the rules are not named", "rules PRESET, such as: rules classic");
  if (!seat_line) return error_at(end, 0, "no seat is named", "a line for each: seat human Mila");
  const int seats = static_cast<int>(header.seats.size());
  const bool same = known && known->choice == header.choice && known->kernel.seats == seats;
  auto compiled = same ? Result<GameRulesPtr>(known) : compile(catalogue, header.choice, seats);
  if (!compiled) {
    const Line* line = line_at_fault(catalogue, header.choice, seats, set_lines, compiled.error());
    return placed(compiled.error(), line ? *line : *seat_line, line ? 1 : 0);
  }
  header.rules = *compiled;
  header.choice = header.rules->choice;
  for (const Line* line : opening_lines) BASTIDE_CHECK(read_opening(*line, header));
  const auto begins = check_opening(*header.rules, header.opening);
  if (!begins) return placed(begins.error(), opening_lines.empty() ? *seat_line : *opening_lines.back(), 0);
  header.opening.first = *begins;
  return header;
}

std::string write_header(std::string_view what, const RuleChoice& choice, const std::vector<SeatSpec>& seats,
                         const std::string& seed) {
  std::string text = fmt::format("bastide {} 1\nrules {}\n", what, choice.preset);
  for (const auto& [id, value] : choice.options) text += fmt::format("set {}={}\n", id, value);
  for (const SeatSpec& seat : seats) text += fmt::format("seat {} {}\n", seat.player, seat.name);
  if (!seed.empty()) text += fmt::format("seed {}\n", seed);
  return text;
}

}  // namespace bastide
