#include "server/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/by_hand.h"
#include "game/analysis.h"
#include "game/editions.h"
#include "game/place_words.h"
#include "notation/position_lines.h"
#include "notation/words.h"
#include "server/ask_json.h"
#include "server/live_game.h"

namespace bastide {

namespace json = boost::json;

namespace {

RuleChoice choice_of(const json::object& body) {
  RuleChoice choice;
  choice.preset = json::value_to<std::string>(body.at("preset"));
  if (const json::value* options = body.if_contains("options"))
    choice.options = json::value_to<std::map<std::string, std::string>>(*options);
  return choice;
}

// ---------------------------------------------------------------- reading what was entered

tl::unexpected<Error> wrong(std::string message, std::string expected, std::string rule = {}) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.rule = std::move(rule);
  return tl::unexpected<Error>(std::move(error));
}

Result<std::vector<SeatSpec>> read_seats(const json::array& names) {
  std::vector<SeatSpec> seats;
  for (const json::value& value : names) {
    const auto name = json::value_to<std::string>(value);
    if (const std::string bad = bad_name(name); !bad.empty())
      return wrong(fmt::format("The name of seat {} cannot be used: {}.", seats.size() + 1, bad),
                   "a name of letters, digits and single blanks");
    if (std::any_of(seats.begin(), seats.end(), [&](const SeatSpec& seat) { return seat.name == name; }))
      return wrong(fmt::format("Two seats are called {}.", name), "a name of its own for each seat");
    seats.push_back({name, "human"});
  }
  return seats;
}

/// By its name, or by how the name of one beyond followers begins: addresses of former versions have only its initial.
std::optional<Figure> figure_meant(const GameRules& rules, std::string_view text) {
  if (const auto named = rules.figure_named(text); named || text.empty()) return named;
  for (const GameRules::FigureSort& sort : rules.figures)
    if (sort.by != nullptr && sort.spec->name.starts_with(text)) return rules.figure_named(sort.spec->name);
  return std::nullopt;
}

/// -1: it names none.
int seat_of(const json::value& one) {
  const json::value* seat = one.as_object().if_contains("seat");
  return seat == nullptr ? -1 : seat->to_number<int>();
}

Result<void> read_tiles(Sheet& sheet, const json::object& body) {
  if (const json::value* tiles = body.if_contains("tiles"))
    for (const json::value& tile : tiles->as_array())
      BASTIDE_CHECK(add_tile(sheet, tile.at("tile").as_string(),
                             {tile.at("x").to_number<int>(), tile.at("y").to_number<int>()},
                             tile.at("rotation").to_number<int>()));
  if (const json::value* tiles = body.if_contains("tiles"))
    for (std::size_t i = 0; i < tiles->as_array().size(); ++i)
      if (const json::value* heap = tiles->as_array()[i].as_object().if_contains("heap"))
        sheet.tiles[i].heap = heap->to_number<int>();
  if (const json::value* tiles = body.if_contains("tiles"))
    for (std::size_t i = 0; i < tiles->as_array().size(); ++i)
      if (const json::value* over = tiles->as_array()[i].as_object().if_contains("over"))
        BASTIDE_CHECK(add_over(sheet, sheet.tiles[i].space, over->as_string() == name_of_over(north) ? north : east));
  const auto turned = [&](int tile) {
    const bool there = tile < static_cast<int>(sheet.tiles.size());
    return there ? body.at("tiles").at(tile).at("rotation").to_number<int>() : 0;
  };
  if (const json::value* neutral = body.if_contains("neutral"))
    for (const json::value& figure : neutral->as_array()) {
      const auto tile = figure.at("tile").to_number<int>();
      BASTIDE_CHECK(add_neutral(sheet, figure.at("figure").as_string(), tile, turned(tile),
                                figure.at("place").as_string(), seat_of(figure)));
    }
  const json::value* followers = body.if_contains("followers");
  if (followers == nullptr) return {};
  for (const json::value& follower : followers->as_array()) {
    const auto tile = follower.at("tile").to_number<int>();
    const json::value* figure = follower.as_object().if_contains("figure");
    const auto named = figure == nullptr ? Figure::follower : figure_meant(*sheet.rules, figure->as_string());
    if (!named)
      return wrong(fmt::format("There is no figure '{}'.", std::string_view(figure->as_string())),
                   "one of those of the box");
    BASTIDE_CHECK(add_figure(sheet, tile, turned(tile), follower.at("place").as_string(),
                             follower.at("seat").to_number<int>(), *named));
  }
  return {};
}

/// Figures that other seats keep.
Result<void> read_kept(Sheet& sheet, const json::object& body) {
  const json::value* kept = body.if_contains("kept");
  if (kept == nullptr) return {};
  for (const json::value& figure : kept->as_array()) {
    const auto named = figure_meant(*sheet.rules, figure.at("figure").as_string());
    if (!named || sheet.rules->kernel.figures[*named].neutral)
      return wrong(fmt::format("There is no figure '{}'.", std::string_view(figure.at("figure").as_string())),
                   "one of those of the box");
    BASTIDE_CHECK(add_kept(sheet, figure.at("keeper").to_number<int>(), figure.at("seat").to_number<int>(), *named));
  }
  return {};
}

/// What the seats hold that are neither tiles nor figures.
Result<void> read_tokens(Sheet& sheet, const json::object& body) {
  const auto& kinds = sheet.rules->kernel.tokens;
  sheet.tokens.assign(kinds.size(), std::vector<int>(sheet.seats.size()));
  const json::value* tokens = body.if_contains("tokens");
  if (tokens == nullptr) return {};
  for (const auto& [name, counts] : tokens->as_object()) {
    std::size_t token = 0;
    while (token < kinds.size() && sheet.rules->token(static_cast<int>(token)).name != name) ++token;
    if (token == kinds.size()) continue;  // other rules were chosen since
    if (counts.as_array().size() != sheet.seats.size())
      return wrong(fmt::format("There are tokens of {} seats.", counts.as_array().size()),
                   fmt::format("tokens of {} seats", sheet.seats.size()));
    sheet.tokens[token] = json::value_to<std::vector<int>>(counts);
  }
  return {};
}

Result<Sheet> read_sheet(const Catalogue& catalogue, const json::object& body) {
  if (const json::value* text = body.if_contains("text")) {
    for (const auto& member : body)
      if (member.key() != "text" && member.key() != "holding")
        return wrong(fmt::format("A table is given as text or by its parts, not both: there is '{}' beside the text.",
                                 std::string_view(member.key())),
                     "text, or preset, seats and tiles");
    return parse_sheet(catalogue, text->as_string());
  }
  if (!body.contains("preset") || !body.contains("seats"))
    return wrong("The table does not say what it is of.", "preset and seats, or text");
  Sheet sheet;
  BASTIDE_TRY(sheet.seats, read_seats(body.at("seats").as_array()));
  BASTIDE_TRY(sheet.rules, compile(catalogue, choice_of(body), static_cast<int>(sheet.seats.size())));
  BASTIDE_CHECK(read_tiles(sheet, body));
  sheet.score.resize(sheet.seats.size());
  if (const json::value* score = body.if_contains("score")) {
    if (score->as_array().size() != sheet.seats.size())
      return wrong(fmt::format("There are points for {} seats.", score->as_array().size()),
                   fmt::format("points for {} seats", sheet.seats.size()));
    sheet.score = json::value_to<std::vector<int>>(*score);
  }
  BASTIDE_CHECK(read_kept(sheet, body));
  BASTIDE_CHECK(read_tokens(sheet, body));
  if (const json::value* held = body.if_contains("held"))
    for (const json::value& tile : held->as_array())
      BASTIDE_CHECK(add_held(sheet, tile.at("pile").as_string(), tile.at("tile").as_string(), seat_of(tile)));
  if (const json::value* aside = body.if_contains("aside"))
    for (const json::value& tile : aside->as_array()) {
      Sheet one;
      one.rules = sheet.rules;
      BASTIDE_CHECK(add_tile(one, tile.as_string(), {}, 0));
      sheet.aside.push_back(one.tiles.front().kind);
    }
  return sheet;
}

// ---------------------------------------------------------------- writing

json::array rotations_json(unsigned bits) {
  json::array rotations;
  for (int rotation = 0; rotation < 4; ++rotation)
    if ((bits >> rotation) & 1) rotations.push_back(rotation);
  return rotations;
}

/// The n-th copy of a kind on the table; the first of the start tile's kind is the start tile.
Picture picture_of(const GameRules& rules, const Pictures& pictures, int kind, int n) {
  const int start = kind == rules.kernel.start_kind ? 1 : 0;
  return n < start ? pictures.start() : pictures.copy(kind, n - start);
}

json::array pieces_json(const BoardView& board, const Pictures& pictures) {
  json::array pieces;
  std::vector<int> copies(board.rules.kinds.size());
  for (int p = 0; p < board.state.pieces; ++p) {
    const int kind = board.state.piece[p].kind;
    const int n = copies[kind]++;
    pieces.push_back(piece_json(board, p, picture_of(board.rules, pictures, kind, n)));
  }
  return pieces;
}

json::array rules_json(const Catalogue& catalogue, const std::vector<std::string>& ids) {
  json::array rules;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (const RuleSpec* rule = catalogue.find_rule(ids[i]);
        rule != nullptr &&
        std::find(ids.begin(), ids.begin() + static_cast<long>(i), ids[i]) == ids.begin() + static_cast<long>(i))
      rules.push_back(rule_json(catalogue, *rule));
  return rules;
}

json::array notes_json(const GameRules& rules) {
  json::array notes;
  for (const Texts& note : rules.notes) notes.push_back(texts_json(note, "sentence"));
  return notes;
}

/// The preset's name in the other languages.
json::object preset_translations(const GameRules& rules) {
  return texts_json(texts_of(rules.preset->translations, "name", rules.preset->name), "presetName")
      .at("translations")
      .as_object();
}

json::array awards_json(const BoardView& board, const std::vector<ExplainedAward>& awards) {
  json::array out;
  for (const ExplainedAward& award : awards) out.push_back(award_json(board, award));
  return out;
}

json::array editions_json(const BoardView& board, const std::vector<EditionScore>& editions) {
  json::array out;
  for (const EditionScore& edition : editions)
    out.push_back({{"preset", edition.id},
                   {"name", edition.name},
                   {"translations", translations_json(edition.translations)},
                   {"sameAs", json::value_from(edition.same_as)},
                   {"own", edition.own},
                   {"options", json::value_from(edition.options)},
                   {"total", json::value_from(edition.total)},
                   {"table", table_json(edition.table)},
                   {"awards", awards_json(board, edition.awards)}});
  return out;
}

json::array differences_json(const BoardView& board, const std::vector<EditionDifference>& differences) {
  json::array out;
  for (const EditionDifference& difference : differences)
    out.push_back({{"category", difference.category},
                   {"name", difference.name},
                   {"translations", translations_json(difference.translations)},
                   {"points", json::value_from(difference.points)},
                   {"rules", json::value_from(difference.rules)},
                   {"texts", rules_json(*board.rules.catalogue, difference.rules)},
                   {"sentence", difference.sentence}});
  return out;
}

/// By every edition, and by every ruling where there are several (HALF-7).
void add_comparison(json::object& answer, const BoardView& board, const EditionComparison& comparison) {
  answer["editions"] = editions_json(board, comparison.editions);
  answer["differences"] = differences_json(board, comparison.differences);
  if (comparison.rulings.empty()) return;
  answer["rulings"] = editions_json(board, comparison.rulings);
  answer["rulingDifferences"] = differences_json(board, comparison.ruling_differences);
}

json::object entered_json(const Sheet& sheet) {
  const GameRules& rules = *sheet.rules;
  json::array seats, tiles, followers, neutral, held, aside, kept;
  for (const SeatSpec& seat : sheet.seats) seats.push_back(json::string(seat.name));
  for (const SheetTile& tile : sheet.tiles) {
    json::object o{
        {"tile", rules.kinds[tile.kind].name}, {"x", tile.space.x}, {"y", tile.space.y}, {"rotation", tile.rotation}};
    if (tile.heap != 0) o["heap"] = tile.heap;
    tiles.push_back(std::move(o));
  }
  for (const SheetOver& road : sheet.over)
    for (std::size_t i = 0; i < sheet.tiles.size(); ++i)
      if (sheet.tiles[i].space == road.space) {
        tiles[i].as_object()["over"] = name_of_over(road.from);
        break;
      }
  for (const SheetFigure& figure : sheet.figures)
    followers.push_back({{"tile", figure.tile},
                         {"place", rules.feature(sheet.tiles[figure.tile].kind, figure.feature).place},
                         {"seat", figure.seat},
                         {"figure", name_of_figure(rules, figure.figure)}});
  for (const SheetCorner& figure : sheet.corners)
    followers.push_back({{"tile", figure.tile},
                         {"place", corner_name(figure.at.corner)},
                         {"seat", figure.at.seat},
                         {"figure", name_of_figure(rules, figure.at.figure)}});
  for (const SheetOnTile& figure : sheet.on_tiles)
    followers.push_back({{"tile", figure.tile},
                         {"place", rules.feature(sheet.tiles[figure.tile].kind, figure.at.at.feature).place},
                         {"seat", figure.at.seat},
                         {"figure", name_of_figure(rules, figure.at.at.figure)}});
  for (const SheetTop& figure : sheet.tops)
    followers.push_back({{"tile", figure.tile},
                         {"place", kOnHeap},
                         {"seat", figure.at.seat},
                         {"figure", name_of_figure(rules, figure.at.figure)}});
  for (const KeptFigure& figure : sheet.kept)
    kept.push_back(
        {{"keeper", figure.keeper}, {"seat", figure.owner}, {"figure", name_of_figure(rules, figure.figure)}});
  for (const SheetNeutral& figure : sheet.neutral) {
    neutral.push_back({{"tile", figure.tile},
                       {"place", figure.feature == kTopFeature     ? std::string(kOnHeap)
                                 : figure.feature == kSecondSquare ? std::string(kInSecond)
                                 : figure.feature < 0
                                     ? std::string()
                                     : std::string(rules.feature(sheet.tiles[figure.tile].kind, figure.feature).place)},
                       {"figure", figure.spec->name}});
    if (figure.seat >= 0) neutral.back().as_object()["seat"] = figure.seat;
  }
  for (const SheetHeld& tile : sheet.held) {
    json::object o{{"pile", rules.pile_spec(tile.pile).name}, {"tile", rules.kinds[tile.kind].name}};
    if (tile.seat >= 0) o["seat"] = tile.seat;
    held.push_back(std::move(o));
  }
  for (const int kind : sheet.aside) aside.push_back(json::string(rules.kinds[kind].name));
  json::object tokens;
  for (std::size_t token = 0; token < sheet.tokens.size(); ++token)
    tokens[rules.token(static_cast<int>(token)).name] = json::value_from(sheet.tokens[token]);
  json::object entered{{"preset", rules.preset->id},
                       {"options", json::value_from(rules.choice.options)},
                       {"seats", std::move(seats)},
                       {"tiles", std::move(tiles)},
                       {"followers", std::move(followers)},
                       {"neutral", std::move(neutral)},
                       {"score", json::value_from(sheet.score)},
                       {"held", std::move(held)},
                       {"aside", std::move(aside)}};
  if (!tokens.empty()) entered["tokens"] = std::move(tokens);
  if (!kept.empty()) entered["kept"] = std::move(kept);
  return entered;
}

json::array problems_json(const SheetAnalysis& analysis) {
  const Catalogue& catalogue = *analysis.position.rules->catalogue;
  json::array out;
  for (const SheetProblem& problem : analysis.problems) {
    json::object o{{"severity", problem.impossible ? "impossible" : "note"},
                   {"rule", problem.rule},
                   {"rules", rules_json(catalogue, {problem.rule})},
                   {"tiles", json::value_from(problem.tiles)},
                   {"followers", json::value_from(problem.figures)},
                   {"space", nullptr},
                   {"side", nullptr},
                   {"counted", problem.counted}};
    put_text(o, "sentence", problem.sentence);
    if (problem.space) o["space"] = json::array{problem.space->x, problem.space->y};
    if (!problem.side.empty()) o["side"] = problem.side;
    out.push_back(std::move(o));
  }
  return out;
}

/// What is left: of the box, and of each seat's figures.
void add_left(json::object& answer, const Sheet& sheet, const SheetAnalysis& analysis) {
  const GameRules& rules = *analysis.position.rules;
  json::array left, supply;
  int total = 0;
  for (std::size_t kind = 0; kind < rules.kinds.size(); ++kind) {
    left.push_back({{"tile", rules.kinds[kind].name}, {"left", analysis.left[kind]}, {"of", rules.kinds[kind].count}});
    if (!kept_apart(rules, static_cast<int>(kind))) total += std::max(0, analysis.left[kind]);
  }
  for (int seat = 0; seat < rules.kernel.seats; ++seat) {
    json::object figures{{"seat", seat}}, further;
    for (int i = 0; i < rules.kernel.figure_kinds; ++i) {
      const auto figure = static_cast<Figure>(i);
      if (rules.kernel.figures[i].neutral) continue;
      const auto standing = std::count_if(analysis.figures.begin(), analysis.figures.end(),
                                          [&](const PlacedFigure& f) { return f.seat == seat && f.figure == figure; });
      const auto corners = std::count_if(sheet.corners.begin(), sheet.corners.end(), [&](const SheetCorner& f) {
        return f.at.seat == seat && f.at.figure == figure;
      });
      const auto tops = std::count_if(sheet.tops.begin(), sheet.tops.end(),
                                      [&](const SheetTop& f) { return f.at.seat == seat && f.at.figure == figure; });
      const auto on_tiles = std::count_if(sheet.on_tiles.begin(), sheet.on_tiles.end(), [&](const SheetOnTile& f) {
        return f.at.seat == seat && f.at.at.figure == figure;
      });
      const auto kept = std::count_if(sheet.kept.begin(), sheet.kept.end(),
                                      [&](const KeptFigure& f) { return f.owner == seat && f.figure == figure; });
      (i == 0 ? figures : further)[name_of_figure(rules, figure)] =
          rules.kernel.figures[i].count - standing - corners - tops - on_tiles - kept;
    }
    if (!further.empty()) figures["figures"] = std::move(further);
    supply.push_back(std::move(figures));
  }
  answer["left"] = std::move(left);
  answer["leftTotal"] = total;
  answer["supply"] = std::move(supply);
}

Result<json::object> analysis_json(const Sheet& sheet, const json::object& body, const std::string& art_version) {
  const GameRules& rules = *sheet.rules;
  const SheetAnalysis analysis = analyse(sheet);
  const BoardView board(rules, analysis.position.state);
  json::array fits;
  if (const json::value* holding = body.if_contains("holding")) {
    Sheet one;
    one.rules = sheet.rules;
    BASTIDE_CHECK(add_tile(one, holding->as_string(), {}, 0));
    for (const Fit& fit : fitting_spaces(analysis, one.tiles.front().kind))
      fits.push_back({{"x", fit.space.x}, {"y", fit.space.y}, {"rotations", rotations_json(fit.rotations)}});
  }
  BASTIDE_TRY(const auto comparison, compare_editions(analysis.position));
  const EditionScore& own = comparison.editions.front();

  json::array pieces = pieces_json(board, Pictures(rules, "analysis", art_version)), figures;
  for (std::size_t p = 0; p < pieces.size(); ++p) pieces[p].as_object()["index"] = analysis.tile_of_piece[p];
  for (const PlacedFigure& figure : analysis.figures) {
    json::object o = figure_json(board, figure);
    o["index"] = figure.id;
    figures.push_back(std::move(o));
  }
  json::object answer{{"entered", entered_json(sheet)},
                      {"presetName", rules.preset->name},
                      {"translations", preset_translations(rules)},
                      {"changed", changed_json(rules)},
                      {"notes", notes_json(rules)},
                      {"problems", problems_json(analysis)},
                      {"pieces", std::move(pieces)},
                      {"figures", std::move(figures)},
                      {"fits", std::move(fits)},
                      {"result",
                       {{"score", json::value_from(sheet.score)},
                        {"total", json::value_from(own.total)},
                        {"table", table_json(own.table)},
                        {"awards", awards_json(board, own.awards)}}},
                      {"text", analysis.text},
                      {"exact", analysis.exact}};
  add_comparison(answer, board, comparison);
  add_left(answer, sheet, analysis);
  return answer;
}

/// What games and positions have in common.
json::object comparison_json(const BoardView& board, const std::vector<SeatSpec>& seats,
                             const std::vector<PlacedFigure>& figures, const EditionComparison& comparison) {
  json::array names, standing;
  for (const SeatSpec& seat : seats) names.push_back(json::string(seat.name));
  for (const PlacedFigure& figure : figures) standing.push_back(figure_json(board, figure));
  json::object answer{{"over", board.state.phase == Phase::over},
                      {"turn", board.state.turn + (board.state.phase == Phase::over ? 0 : 1)},
                      {"preset", board.rules.preset->id},
                      {"presetName", board.rules.preset->name},
                      {"translations", preset_translations(board.rules)},
                      {"changed", changed_json(board.rules)},
                      {"seats", std::move(names)},
                      {"figures", std::move(standing)},
                      {"text", nullptr}};
  add_comparison(answer, board, comparison);
  return answer;
}

/// The position for the analysis board, without what a spectator may not know.
std::string shown_position(const Game& game) {
  State<Full> state = game.state();
  hold_none(state);
  for (const HeldTile& tile : held(game.state())) {
    if (game.sees(-1, tile.pile, tile.seat))
      hold(state, tile);
    else if (!kept_apart(game.rules(), tile.kind))
      state.stack[state.left++] = tile.kind;
  }
  return write_position({game.rules().choice, game.seats(), game.rules_ptr(), state});
}

/// As a spectator may see it.
Result<json::object> game_json(const Game& game) {
  BASTIDE_TRY(const auto comparison, compare_editions(game, true));
  json::object answer = comparison_json(game, game.seats(), game.figures(), comparison);
  answer["of"] = "game";
  const auto& piles = game.rules().kernel.piles;
  const bool hidden = std::any_of(piles.begin(), piles.end(), [](const Pile& pile) {
    return pile.laid == Laid::played && pile.sight != Sight::all;  // whatever is shown of it, the rest would be guessed
  });
  if (!game.over() && !hidden) answer["text"] = shown_position(game);
  return answer;
}

Answer object_answer(Result<json::object> object) {
  if (!object) return error_answer(400, object.error());
  return json_answer(*object);
}

/// What may be put on any tile beyond the places of its kind: at corners, and over the whole space.
json::array further_places(const GameRules& rules) {
  const Phrases& phrases = rules.catalogue->phrases;
  json::array places;
  const auto add = [&](std::string_view place, Figure figure, const std::string& kind, const Texts& label) {
    json::object o{{"place", place}, {"figure", name_of_figure(rules, figure)}, {"kind", kind}};
    put_text(o, "label", label);
    return &places.emplace_back(std::move(o)).as_object();
  };
  for (int i = 0; i < rules.kernel.figure_kinds; ++i) {
    const auto figure = static_cast<Figure>(i);
    const FigureSpec& spec = rules.figure(figure);
    const std::string name(name_of_figure(rules, figure));
    if (spec.kind.neutral || rules.kernel.figures[i].count == 0) continue;
    if (spec.on == Place::corner)
      for (int corner = 0; corner < kCorners; ++corner)
        add(corner_name(corner), figure, name,
            say(phrases, fmt::format("at-corner.{}", corner_name(corner)),
                {{"figure", say(phrases, "sheet.figure." + name)}}));
    if (rules.stands_on_piece(figure) && spec.lies_on == 0)
      for (const Verb& verb : rules.figures[i].by->verbs)
        if (verb.over)
          (*add("over", figure, name,
                say(phrases, fmt::format("verb.{}.{}", rules.figures[i].by->id, verb.name))))["over"] =
              name_of_over(*verb.over);
  }
  if (rules.kernel.overpasses > 0)
    for (int i = 0; i < rules.kernel.figure_kinds; ++i)
      if (rules.kernel.figures[i].stands(FeatureType::road)) {
        const std::string kind = figure_name(rules, FeatureType::road, static_cast<Figure>(i));
        add("over", static_cast<Figure>(i), kind,
            place_in_words(phrases, *rules.kinds.front().tile, kOverpass, 0, kind));
      }
  return places;
}

}  // namespace

Answer AnalysisPages::box(const json::value& body) const {
  const json::value* seats = body.as_object().if_contains("seats");
  const auto compiled =
      compile(catalogue_, choice_of(body.as_object()), seats == nullptr ? 2 : seats->to_number<int>());
  if (!compiled) return error_answer(400, compiled.error());
  const GameRules& rules = **compiled;
  const Pictures pictures(rules, "analysis", art_version_);
  const Phrases& phrases = catalogue_.phrases;
  json::array figures, neutral, piles, kinds;
  for (int i = 0; i < rules.kernel.figure_kinds; ++i) {
    const FigureSpec& spec = rules.figure(static_cast<Figure>(i));
    json::object sort{{"figure", spec.name}, {"count", rules.kernel.figures[i].count}};
    if (rules.stands_on_piece(static_cast<Figure>(i))) sort["apart"] = true;
    if (!spec.kind.neutral && spec.kind.follower) sort["kept"] = true;
    if (!spec.kind.neutral && spec.kind.follower && spec.kind.climbs) sort["climbs"] = true;
    if (spec.kind.neutral) {
      sort["beside"] = spec.on != Place::space;
      put_text(sort, "name", say(phrases, fmt::format("figure.{}", spec.name)));
    }
    (spec.kind.neutral ? neutral : figures).push_back(std::move(sort));
  }
  for (int i = 0; i < static_cast<int>(rules.kernel.piles.size()); ++i) {
    const bool of_seats = seats_pile(rules, i);
    if (!of_seats && !open_pile(rules, i)) continue;
    json::object pile{{"pile", rules.pile_spec(i).name}};
    if (of_seats) pile["seats"] = true;
    put_text(pile, "name", pile_called(rules, i));
    piles.push_back(std::move(pile));
  }
  for (std::size_t k = 0; k < rules.kinds.size(); ++k) {
    const int kind = static_cast<int>(k);
    const TileKind& tile = rules.kernel.kinds[k];
    json::array places;
    for (int f = 0; f < tile.features; ++f) {
      const FeatureType type = tile.feature[f].type;
      if (type == FeatureType::water) continue;  // nobody stands there
      json::array standing;
      std::array<json::array, kLanguages.size()> labels;
      for (int i = 0; i < rules.kernel.figure_kinds; ++i) {
        const auto figure = static_cast<Figure>(i);
        const bool lies = rules.kernel.figures[i].count > 0 &&
                          ((rules.figure(figure).lies_on >> static_cast<unsigned>(type)) & 1) != 0;
        if (rules.kernel.figures[i].stands(type) || lies)
          standing.push_back({{"figure", name_of_figure(rules, figure)}, {"kind", figure_name(rules, type, figure)}});
      }
      const std::string called = figure_name(rules, type, Figure::follower);
      for (int rotation = 0; rotation < 4; ++rotation) {
        const Texts words = place_in_words(phrases, *rules.kinds[k].tile, f, rotation, called);
        for (std::size_t i = 0; i < words.size(); ++i) labels[i].push_back(json::string(words[i]));
      }
      json::object further;
      for (std::size_t i = 1; i < labels.size(); ++i) further[kLanguages[i]] = std::move(labels[i]);
      places.push_back({{"place", rules.feature(kind, f).place},
                        {"category", category_of(type)},
                        {"figures", std::move(standing)},
                        {"labels", std::move(labels[0])},
                        {"labelsIn", std::move(further)}});
    }
    kinds.push_back({{"tile", rules.kinds[k].name},
                     {"count", rules.kinds[k].count},
                     {"start", kind == rules.kernel.start_kind},
                     {"rotations", rotations_json(tile.rotations)},
                     {"heaps", heaps_on(rules, kind) >= 0},
                     {"picture", tile_json(rules, kind, picture_of(rules, pictures, kind, 0))},
                     {"places", std::move(places)}});
    if (kept_apart(rules, kind)) kinds.back().as_object()["apart"] = true;
  }
  json::object answer{{"preset", rules.preset->id},
                      {"presetName", rules.preset->name},
                      {"translations", preset_translations(rules)},
                      {"changed", changed_json(rules)},
                      {"notes", notes_json(rules)},
                      {"theme", rules.preset->theme},
                      {"tiles", rules.kernel.tiles()},
                      {"figures", std::move(figures)},
                      {"neutral", std::move(neutral)},
                      {"piles", std::move(piles)},
                      {"further", further_places(rules)},
                      {"kinds", std::move(kinds)}};
  if (json::array tokens = tokens_json(rules); !tokens.empty()) answer["tokens"] = std::move(tokens);
  return json_answer(answer);
}

Answer AnalysisPages::analyse(const json::value& body) const {
  const auto sheet = read_sheet(catalogue_, body.as_object());
  if (!sheet) return error_answer(400, sheet.error());
  return object_answer(analysis_json(*sheet, body.as_object(), art_version_));
}

Answer AnalysisPages::layer(const json::value& body, const std::string& theme_name,
                            const std::string& detail_name) const {
  const auto theme = art::theme_named(theme_name);
  if (!theme) return error_answer(404, "There is no such theme.", "summer, winter or parchment");
  const auto detail = art::detail_named(detail_name);
  if (!detail) return error_answer(404, "There is no such detail.", "full, plain or small");
  const auto sheet = read_sheet(catalogue_, body.as_object());
  if (!sheet) return error_answer(400, sheet.error());
  const SheetAnalysis analysis = bastide::analyse(*sheet);
  const GameRules& rules = *sheet->rules;
  const Pictures pictures(rules, "analysis", art_version_);
  std::vector<int> copies(rules.kinds.size());
  std::vector<art::BoardPiece> pieces;
  json::array added;
  for (int p = 0; p < analysis.position.state.pieces; ++p) {
    const SheetTile& tile = sheet->tiles[analysis.tile_of_piece[p]];
    const Picture picture = picture_of(rules, pictures, tile.kind, copies[tile.kind]++);
    pieces.push_back(
        {rules.kinds[tile.kind].tile, tile.space.x, tile.space.y, tile.rotation, picture.seed, picture.illustration});
  }
  for (std::size_t p = 0; p < pieces.size(); ++p)
    for (const art::LayerPiece& thing : art::layer(std::span(pieces).first(p + 1), p, *theme, *detail))
      added.push_back({{"y", thing.y}, {"svg", thing.svg}});
  return json_answer(json::object{{"pieces", std::move(added)}});
}

Answer AnalysisPages::compare(const json::value& body) const {
  const std::string_view text = body.at("text").as_string();
  if (!announces_position(text)) {
    const auto record = parse_record(catalogue_, text);
    if (!record) return error_answer(400, record.error());
    const auto game = Game::replay(*record);
    if (!game) return error_answer(400, game.error());
    auto answer = game_json(*game);
    if (answer) (*answer)["pieces"] = pieces_json(*game, Pictures(game->rules(), "compare", art_version_));
    return object_answer(std::move(answer));
  }
  const auto position = parse_position(catalogue_, text);
  if (!position) return error_answer(400, position.error());
  const auto comparison = compare_editions(*position);
  if (!comparison) return error_answer(400, comparison.error());
  const BoardView board(*position->rules, position->state);
  json::object answer = comparison_json(board, position->seats, figures_on_board(position->state), *comparison);
  answer["of"] = "position";
  answer["pieces"] = pieces_json(board, Pictures(*position->rules, "compare", art_version_));
  answer["text"] = write_position(*position);
  return json_answer(answer);
}

Answer AnalysisPages::compare(const LiveGame& live) const {
  const Game* game = live.game();
  if (game == nullptr) return error_answer(409, "This game has not begun: seats are still open.", "a game under way");
  auto answer = game_json(*game);
  if (!answer) return mistake_answer(500, answer.error().text());
  json::array pieces;
  for (int p = 0; p < game->state().pieces; ++p) pieces.push_back(piece_json(*game, p, live.pictures()[p]));
  (*answer)["pieces"] = std::move(pieces);
  (*answer)["game"] = live.id();
  return json_answer(*answer);
}

}  // namespace bastide
