#include "game/expectation.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "notation/words.h"

namespace bastide {
namespace {

/// Words [from, to) of a line joined by blanks.
std::string words_of(const Line& line, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t w = from; w < std::min(to, line.words.size()); ++w)
    text += (text.empty() ? "" : " ") + std::string(line.words[w].text);
  return text;
}

tl::unexpected<Error> not_so(const Line& line, const std::string& is, std::string rule = {}) {
  return error_at(line, 0, fmt::format("{} is not so: {}", words_of(line, 1, line.words.size()), is), {},
                  std::move(rule));
}

Result<void> nothing_follows(const Line& line, std::size_t word) {
  if (line.words.size() <= word) return {};
  return error_at(line, word, fmt::format("'{}' is too much", line.words[word].text));
}

Result<int> parse_seat(const Game& game, const Line& line, std::size_t word) {
  std::string names;
  for (const SeatSpec& seat : game.seats()) names += (names.empty() ? "" : " ") + seat.name;
  if (word >= line.words.size()) return error_at(line, word, "a seat's name is missing", names);
  for (std::size_t seat = 0; seat < game.seats().size(); ++seat)
    if (game.seats()[seat].name == line.words[word].text) return static_cast<int>(seat);
  return error_at(line, word, fmt::format("there is no seat '{}'", line.words[word].text), names);
}

std::string names_of(const Game& game, const std::vector<int>& seats) {
  std::string names;
  for (const int seat : seats) names += (names.empty() ? "" : " ") + game.seats()[seat].name;
  return names;
}

/// The plies of the turn that was played last, as far as it has been played.
std::vector<const Ply*> last_turn(const Game& game) {
  std::vector<const Ply*> plies;
  for (const Ply& ply : game.plies())
    if (ply.turn == game.plies().back().turn) plies.push_back(&ply);
  return plies;
}

std::vector<const ExplainedAward*> awards_of_last_turn(const Game& game) {
  std::vector<const ExplainedAward*> awards;
  for (const Ply* ply : last_turn(game))
    for (const ExplainedAward& award : ply->awards) awards.push_back(&award);
  return awards;
}

// ---------------------------------------------------------------- numbers and names

Result<void> numbers(const Line& line, const std::vector<int>& is) {
  for (std::size_t i = 0; i < is.size(); ++i) BASTIDE_CHECK(parse_number(line, 2 + i, -99999, 99999));
  BASTIDE_CHECK(nothing_follows(line, 2 + is.size()));
  for (std::size_t i = 0; i < is.size(); ++i)
    if (*parse_number(line, 2 + i, -99999, 99999) != is[i]) return not_so(line, fmt::format("{}", fmt::join(is, " ")));
  return {};
}

Result<void> points(const Game& game, const Line& line) {
  std::vector<int> given(game.seats().size(), 0);
  for (const ExplainedAward* award : awards_of_last_turn(game))
    for (std::size_t seat = 0; seat < given.size(); ++seat) given[seat] += award->award.points[seat];
  return numbers(line, given);
}

Result<void> score(const Game& game, const Line& line) {
  return numbers(line, {game.state().score.begin(),
                        game.state().score.begin() + static_cast<std::ptrdiff_t>(game.seats().size())});
}

Result<void> supply(const Game& game, const Line& line) {
  return numbers(line, {game.state().supply.begin(),
                        game.state().supply.begin() + static_cast<std::ptrdiff_t>(game.seats().size())});
}

Result<void> left(const Game& game, const Line& line) {
  return numbers(line, {game.state().left});
}

Result<void> turn(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto seat, parse_seat(game, line, 2));
  BASTIDE_CHECK(nothing_follows(line, 3));
  if (game.over()) return not_so(line, "the game is over");
  const int is = active_seat(game.state());
  if (seat != is) return not_so(line, fmt::format("it is {}'s turn", game.seats()[is].name));
  return {};
}

/// Who has to decide something other than a tile's or figure's place: what expansions ask.
Result<void> asked(const Game& game, const Line& line) {
  const State<Full>& state = game.state();
  const bool somebody =
      state.phase == Phase::ask || (state.phase == Phase::tile && tile_choice(state) == State<Full>::Choice::may_draw);
  const std::string is = somebody ? game.seats()[game.state().seat].name : "nobody";
  BASTIDE_CHECK(nothing_follows(line, 3));
  if (line.words.size() < 3 || line.words[2].text != "nobody") {
    BASTIDE_CHECK(parse_seat(game, line, 2));
  }
  return line.words[2].text == is ? Result<void>{} : not_so(line, is);
}

/// "NAMEs N ...": how many of an expansion's figures the seats have in hand.
Result<void> figures_in_hand(const Game& game, const Line& line, Figure figure) {
  std::vector<int> supply;
  for (std::size_t seat = 0; seat < game.seats().size(); ++seat)
    supply.push_back(supply_of(game.rules().kernel, game.state(), static_cast<int>(seat), figure));
  return numbers(line, supply);
}

/// `token NAME N ...`: how many the seats have.
Result<void> token(const Game& game, const Line& line) {
  const GameRules& rules = game.rules();
  for (int token = 0; token < static_cast<int>(rules.kernel.tokens.size()); ++token) {
    if (line.words.size() < 3 || rules.token(token).name != line.words[2].text) continue;
    std::vector<int> counts;
    for (std::size_t seat = 0; seat < game.seats().size(); ++seat)
      counts.push_back(tokens_of(rules.kernel, game.state(), token, static_cast<int>(seat)));
    Line numbers_only = line;
    numbers_only.words.erase(numbers_only.words.begin() + 1);
    return numbers(numbers_only, counts);
  }
  return error_at(line, 2, "no tokens of this name are in the game", "token NAME N ...");
}

/// Which part of the turn is played, from 1.
Result<void> part(const Game& game, const Line& line) {
  return numbers(line, {part_of_turn(game.state()) + 1});
}

/// How the score track shows a seat's points (TRACK-1).
Result<void> track(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto seat, parse_seat(game, line, 2));
  if (line.words.size() < 4) return error_at(line, 3, "the space on the track is missing", "track NAME SPACE");
  const std::string is = track_mark(game.rules(), game.state().score[seat]);
  return words_of(line, 3, line.words.size()) == is ? Result<void>{} : not_so(line, is);
}

Result<void> over(const Game& game, const Line& line) {
  BASTIDE_CHECK(nothing_follows(line, 2));
  return game.over() ? Result<void>{} : not_so(line, fmt::format("{} tiles are left", game.state().left));
}

Result<void> winner(const Game& game, const Line& line) {
  std::vector<int> said, first;
  for (std::size_t w = 2; w < std::max<std::size_t>(line.words.size(), 3); ++w) {
    BASTIDE_TRY(const auto seat, parse_seat(game, line, w));
    said.push_back(seat);
  }
  if (!game.over()) return not_so(line, "the game is not over");
  const std::vector<int> places = ranking(game);
  for (std::size_t seat = 0; seat < places.size(); ++seat)
    if (places[seat] == 1) first.push_back(static_cast<int>(seat));
  std::sort(said.begin(), said.end());
  return said == first ? Result<void>{} : not_so(line, names_of(game, first));
}

Result<void> outcome(const Game& game, const Line& line) {
  if (line.words.size() < 3) return error_at(line, 2, "the outcome is missing", "won, shared, replay or none");
  BASTIDE_CHECK(nothing_follows(line, 3));
  if (!game.over()) return not_so(line, "the game is not over");
  const std::string_view is = outcome_of(game);
  return line.words[2].text == is ? Result<void>{} : not_so(line, std::string(is));
}

// ---------------------------------------------------------------- tiles

Result<void> box(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto kind, parse_tile(game.rules(), line, 2));
  BASTIDE_TRY(const auto count, parse_number(line, 3, 0, 999));
  BASTIDE_CHECK(nothing_follows(line, 4));
  const int is = game.rules().kinds[kind].count;
  return is == count ? Result<void>{} : not_so(line, fmt::format("{} of it", is));
}

/// Compares two sets of words that the line and the game give.
Result<void> same_set(const Line& line, std::vector<std::string> said, std::vector<std::string> is) {
  std::sort(said.begin(), said.end());
  const std::vector<std::string> shown = is;
  std::sort(is.begin(), is.end());
  return said == is ? Result<void>{} : not_so(line, shown.empty() ? "none" : fmt::format("{}", fmt::join(shown, " ")));
}

/// Tiles from a word to the end of the line, or "none".
Result<std::vector<std::string>> parse_tiles(const Game& game, const Line& line, std::size_t from) {
  std::vector<std::string> tiles;
  if (line.words.size() == from + 1 && line.words[from].text == "none") return tiles;
  for (std::size_t w = from; w < std::max(line.words.size(), from + 1); ++w) {
    BASTIDE_CHECK(parse_tile(game.rules(), line, w));
    tiles.emplace_back(line.words[w].text);
  }
  return tiles;
}

Result<void> aside(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto said, parse_tiles(game, line, 2));
  std::vector<std::string> is;
  if (!game.plies().empty())
    for (const Ply* ply : last_turn(game))
      for (const SetAside& tile : ply->aside) is.push_back(game.rules().kinds[tile.tile].name);
  return same_set(line, said, std::move(is));
}

/// What a seat holds to play with: in piles that it lays from.
Result<void> holds(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto seat, parse_seat(game, line, 2));
  BASTIDE_TRY(const auto said, parse_tiles(game, line, 3));
  std::vector<std::string> is;
  for (const HeldTile& tile : held(game.state()))
    if (tile.seat == seat && game.rules().kernel.piles[tile.pile].plays_on)
      is.push_back(game.rules().kinds[tile.kind].name);
  return same_set(line, said, std::move(is));
}

/// `NAME SEAT TILE ...`, or `NAME TILE ...` where nobody holds them: the tiles in a pile.
Result<void> pile(const Game& game, const Line& line, int number) {
  const bool by_seat = game.rules().pile_spec(number).by_seat;
  int seat = kNobody;
  if (by_seat) {
    BASTIDE_TRY(seat, parse_seat(game, line, 2));
  }
  BASTIDE_TRY(const auto said, parse_tiles(game, line, by_seat ? 3 : 2));
  std::vector<std::string> is;
  for_each_held(game.state(), number, seat, [&](int kind) { is.push_back(game.rules().kinds[kind].name); });
  return same_set(line, said, std::move(is));
}

/// `figure NAME WHERE`: one that is no seat's.
Result<void> figure(const Game& game, const Line& line) {
  if (line.words.size() != 4) return error_at(line, line.words.size(), "figure NAME WHERE belongs here");
  const State<Full>& state = game.state();
  const std::string off = where_text(game.rules(), state, {});
  std::string is;  // of several alike where those stand that do
  for (const FigureRow& row : figure_rows(state)) {
    if (row.seat != kNobody || name_of_figure(game.rules(), row.figure) != line.words[2].text) continue;
    const std::string where = where_text(game.rules(), state, row.at);
    if (where != off && where == line.words[3].text) return {};
    if (is.empty() || is == off)
      is = where;
    else if (where != off)
      is += " " + where;
  }
  if (is.empty()) return error_at(line, 2, fmt::format("there is no figure '{}' in this game", line.words[2].text));
  return line.words[3].text == is ? Result<void>{} : not_so(line, is);
}

Result<void> tile(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto space, parse_space(line, 2));
  std::vector<std::string> there;  // one tile, or two that are halves
  for (int p = 0; p < game.state().pieces; ++p) {
    const auto& piece = game.state().piece[p];
    const auto& cell = game.state().cell[piece.cell];
    if (cell.x == space.x && cell.y == space.y)
      there.push_back(fmt::format("{} {}", game.rules().kinds[piece.kind].name, rotation_letter(piece.rotation)));
  }
  const std::string is = there.empty() ? "none" : fmt::format("{}", fmt::join(there, " "));
  if (line.words.size() == 4 && line.words[3].text == "none") return there.empty() ? Result<void>{} : not_so(line, is);
  BASTIDE_TRY(const auto kind, parse_tile(game.rules(), line, 3));
  BASTIDE_TRY(const auto rotation, parse_rotation(game.rules(), kind, line, 4));
  BASTIDE_CHECK(nothing_follows(line, 5));
  const std::string said = fmt::format("{} {}", line.words[3].text, rotation_letter(rotation));
  return std::find(there.begin(), there.end(), said) != there.end() ? Result<void>{} : not_so(line, is);
}

// ---------------------------------------------------------------- what is legal

/// A ply as a move is written, but "follower PLACE" for a figure. `to` is past its last word.
Result<Move> said_move(const Game& game, const Line& line, std::size_t to) {
  const bool follower = line.words.size() > 2 && line.words[2].text == "follower";
  const Phase phase = game.state().phase;
  if (follower && phase == Phase::follower && to == 4) {
    BASTIDE_TRY(const auto figure,
                parse_figure(game.rules(), game.state().piece[game.state().pieces - 1u].kind, line, 3));
    return Move::follower(figure.feature, figure.figure);
  }
  if (line.words.size() > 2)
    if (const auto home = take_back_at(game.rules(), line.words[2].text)) return *home;
  if (follower) return error_at(line, 2, "no follower is to be placed now");
  const auto act = line.words.size() > 2 ? verb_at(game.rules(), line.words[2].text) : std::nullopt;
  const bool passes = line.words.size() > 2 && line.words[2].text == "-";
  if (phase == Phase::follower && !passes && !(act && joins(game.rules(), *act)))
    return error_at(line, 2, "a follower is to be placed now", "follower PLACE" + or_home(game.rules()));
  auto move = parse_move(game.rules(), game.state(), words_of(line, 2, to));
  if (!move) return error_at(line, 2, move.error().message, move.error().expected, move.error().rule);
  return move;
}

Result<void> legal(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto move, said_move(game, line, line.words.size()));
  const Error why = game.why_illegal(move);
  return why.message.empty() ? Result<void>{} : not_so(line, why.message, why.rule);
}

Result<void> illegal(const Game& game, const Line& line) {
  const std::size_t words = line.words.size();
  if (words < 5 || line.words[words - 2].text != "because")
    return error_at(line, words, "the reason is missing", "illegal MOVE because RULE");
  BASTIDE_TRY(const auto move, said_move(game, line, words - 2));
  const Error why = game.why_illegal(move);
  if (why.message.empty()) return not_so(line, "it is legal");
  return why.rule == line.words[words - 1].text
             ? Result<void>{}
             : not_so(line, fmt::format("it is illegal because of {}: {}", why.rule, why.message));
}

Result<void> placements(const Game& game, const Line& line) {
  if (game.state().phase != Phase::tile) return error_at(line, 1, "no tile is to be placed now");
  std::vector<std::string> said, is;
  // The tile stands before its space where there are several.
  const bool several = tile_choice(game.state()) != State<Full>::Choice::drawn;
  for (std::size_t w = 2; w < line.words.size() || said.empty(); w += 2) {
    int kind = game.state().drawn;
    if (several) {
      BASTIDE_TRY(kind, parse_tile(game.rules(), line, w++));
    }
    BASTIDE_TRY(const auto space, parse_space(line, w));
    BASTIDE_TRY(const auto rotation, parse_rotation(game.rules(), kind, line, w + 1));
    said.push_back(move_text(game.rules(), game.state(), Move::place(kind, space.x, space.y, rotation)));
  }
  for (const Move& move : game.legal())
    if (move.kind == MoveKind::tile) is.push_back(move_text(game.rules(), game.state(), move));
  return same_set(line, std::move(said), std::move(is));
}

/// Exactly these can be chosen or answered now (START-1, and what expansions ask).
Result<void> answers(const Game& game, const Line& line) {
  if (game.state().phase != Phase::ask) return error_at(line, 1, "nobody is asked for an answer now");
  std::vector<std::string> said, is;
  for (std::size_t w = 2; w < std::max<std::size_t>(line.words.size(), 3); ++w) {
    const std::string text = words_of(line, w, w + 1);
    if (const auto move = parse_move(game.rules(), game.state(), text.empty() ? "?" : text); !move)
      return error_at(line, w, move.error().message, move.error().expected, move.error().rule);
    said.push_back(text);
  }
  for (const Move& move : game.legal()) is.push_back(move_text(game.rules(), game.state(), move));
  return same_set(line, std::move(said), std::move(is));
}

/// The number of the piece laid last and its kind; an error before the first turn.
Result<int> last_kind(const Game& game, const Line& line) {
  if (game.state().pieces < 2) return error_at(line, 1, "no tile has been placed yet");
  return static_cast<int>(game.state().piece[game.state().pieces - 1u].kind);
}

Result<void> followers(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto kind, last_kind(game, line));
  std::vector<std::string> said, is;
  if (line.words.size() != 3 || line.words[2].text != "none") {
    for (std::size_t w = 2; w < std::max<std::size_t>(line.words.size(), 3); ++w) {
      const bool home = line.words.size() > w && take_back_at(game.rules(), line.words[w].text);
      BASTIDE_CHECK(home ? FigurePlace{} : parse_figure(game.rules(), kind, line, w));
      said.emplace_back(line.words[w].text);
    }
  }
  for (const Game::FollowerOption& option : game.follower_options())
    is.push_back(move_text(game.rules(), game.state(), option.move));
  return same_set(line, std::move(said), std::move(is));
}

// ---------------------------------------------------------------- features of the tile laid last

/// The root of the feature a place anywhere on the board belongs to: "at:3,1:city".
Result<int> root_of_board_place(const Game& game, const Line& line, std::size_t word) {
  BASTIDE_TRY(const auto place, parse_board_place(line, word, "at"));
  const State<Full>& state = game.state();
  int number = place.number;
  for (int p = 0; p < state.pieces; ++p) {
    const auto& cell = state.cell[state.piece[p].cell];
    if (cell.x != place.space.x || cell.y != place.space.y || number-- > 0) continue;
    const int kind = state.piece[p].kind;
    BASTIDE_TRY(const auto feature, parse_place(game.rules(), kind, {line.number, {place.place}}, 0));
    return root_at(state, p, feature);
  }
  return error_at(line, word, fmt::format("no such tile lies at {},{}", place.space.x, place.space.y));
}

/// The root of the feature a place of the last tile belongs to, or of another tile ("at:...").
Result<int> root_of_place(const Game& game, const Line& line, std::size_t word) {
  if (word < line.words.size() && line.words[word].text.starts_with("at:"))
    return root_of_board_place(game, line, word);
  BASTIDE_TRY(const auto kind, last_kind(game, line));
  BASTIDE_TRY(const auto feature, parse_place(game.rules(), kind, line, word));
  return root_at(game.state(), game.state().pieces - 1, feature);
}

Result<void> completed(const Game& game, const Line& line, bool wanted) {
  BASTIDE_TRY(const auto root, root_of_place(game, line, 2));
  BASTIDE_CHECK(nothing_follows(line, 3));
  const bool is = is_completed(game.state(), root);
  return is == wanted ? Result<void>{} : not_so(line, is ? "it is complete" : "it is open");
}

Result<void> complete(const Game& game, const Line& line) {
  return completed(game, line, true);
}
Result<void> open(const Game& game, const Line& line) {
  return completed(game, line, false);
}

Result<void> on(const Game& game, const Line& line) {
  BASTIDE_TRY(const auto root, root_of_place(game, line, 2));
  std::vector<std::string> said, is;
  if (line.words.size() != 4 || line.words[3].text != "nobody") {
    for (std::size_t w = 3; w < std::max<std::size_t>(line.words.size(), 4); ++w) {
      BASTIDE_CHECK(parse_seat(game, line, w));
      said.emplace_back(line.words[w].text);
    }
  }
  for (const PlacedFigure& figure : game.figures())
    if (root_at(game.state(), figure.piece, figure.feature) == root) is.push_back(game.seats()[figure.seat].name);
  return same_set(line, std::move(said), std::move(is));
}

// ---------------------------------------------------------------- points

/// The TYPE of an award.
std::string_view type_of(const Award& award) {
  return award.reason == Reason::bonus ? "bonus" : category_of(award.type);
}

/// An award in the words of an expectation: the longest form.
std::string tell(const Game& game, const ExplainedAward& award) {
  const Award& a = award.award;
  const int points = award.owners.empty() ? 0 : award.points_of(award.owners.front());
  std::string text = fmt::format("{} {} to {}", type_of(a), points, names_of(game, award.owners));
  if (a.reason == Reason::unfinished && a.type != FeatureType::field) text += " unfinished";
  if (a.reason == Reason::returned) text += " home";
  if (a.reason == Reason::bonus) return text;
  if (a.type == FeatureType::field) return text + fmt::format(" cities {}", a.cities);
  return text + fmt::format(" tiles {} shields {}", a.tiles, a.shields);
}

/// award TYPE POINTS to NAMES [unfinished|home] [tiles N] [shields N] [cities N] [by RULES]
Result<void> award(const Game& game, const Line& line) {
  constexpr std::string_view kForm =
      "award TYPE POINTS to NAMES [unfinished|home] [tiles N] [shields N] [cities N] [by RULES]";
  constexpr std::array<std::string_view, 6> kKeys = {"unfinished", "home", "tiles", "shields", "cities", "by"};
  const auto is_key = [&](std::size_t w) {
    return std::find(kKeys.begin(), kKeys.end(), line.words[w].text) != kKeys.end();
  };
  if (line.words.size() < 6 || line.words[4].text != "to")
    return error_at(line, 1, "the award is not told in full", std::string(kForm));
  BASTIDE_TRY(const auto points_said, parse_number(line, 3, -99999, 99999));
  std::size_t w = 5;
  std::vector<int> owners;
  for (; w < line.words.size() && !is_key(w); ++w) {
    BASTIDE_TRY(const auto seat, parse_seat(game, line, w));
    owners.push_back(seat);
  }
  std::sort(owners.begin(), owners.end());
  int tiles = -1, shields = -1, cities = -1;
  bool unfinished = false, home = false;
  std::vector<std::string> rules;
  while (w < line.words.size()) {
    const std::string_view key = line.words[w++].text;
    if (key == "unfinished") {
      unfinished = true;
    } else if (key == "home") {
      home = true;
    } else if (key == "by") {
      for (; w < line.words.size(); ++w) rules.emplace_back(line.words[w].text);
    } else if (key == "tiles" || key == "shields" || key == "cities") {
      BASTIDE_TRY(const auto number, parse_number(line, w++, 0, 999));
      (key == "tiles" ? tiles : key == "shields" ? shields : cities) = number;
    } else {
      return error_at(line, w - 1, fmt::format("'{}' cannot stand here", key), std::string(kForm));
    }
  }
  std::string is;
  for (const ExplainedAward* given : awards_of_last_turn(game)) {
    const Award& a = given->award;
    const auto cites = [&](const std::string& rule) {
      return std::find(given->rules.begin(), given->rules.end(), rule) != given->rules.end();
    };
    const bool same = type_of(a) == line.words[2].text && given->owners == owners &&
                      given->points_of(owners.front()) == points_said &&
                      unfinished == (a.reason == Reason::unfinished && a.type != FeatureType::field) &&
                      home == (a.reason == Reason::returned) && (tiles < 0 || tiles == a.tiles) &&
                      (shields < 0 || shields == a.shields) && (cities < 0 || cities == a.cities) &&
                      std::all_of(rules.begin(), rules.end(), cites);
    if (same) return {};
    is += (is.empty() ? "" : "; ") + tell(game, *given);
    if (!rules.empty()) is += fmt::format(" by {}", fmt::join(given->rules, " "));
  }
  return not_so(line, is.empty() ? "nothing was scored" : is);
}

Result<void> no(const Game& game, const Line& line) {
  if (line.words.size() != 3 || line.words[2].text != "award")
    return error_at(line, 2, "unknown expectation", "no award");
  std::string is;
  for (const ExplainedAward* given : awards_of_last_turn(game)) is += (is.empty() ? "" : "; ") + tell(game, *given);
  return is.empty() ? Result<void>{} : not_so(line, is);
}

struct Kind {
  std::string_view key;
  Result<void> (*check)(const Game&, const Line&);
  bool needs_plies;  ///< looks at the last turn
};
constexpr std::array kKinds = {
    Kind{"points", points, true},
    Kind{"award", award, true},
    Kind{"no", no, true},
    Kind{"score", score, false},
    Kind{"supply", supply, false},
    Kind{"left", left, false},
    Kind{"token", token, false},
    Kind{"part", part, false},
    Kind{"turn", turn, false},
    Kind{"asked", asked, false},
    Kind{"over", over, false},
    Kind{"winner", winner, false},
    Kind{"outcome", outcome, false},
    Kind{"track", track, false},
    Kind{"holds", holds, false},
    Kind{"box", box, false},
    Kind{"aside", aside, false},
    Kind{"figure", figure, false},
    Kind{"tile", tile, false},
    Kind{"legal", legal, false},
    Kind{"illegal", illegal, false},
    Kind{"placements", placements, false},
    Kind{"answers", answers, false},
    Kind{"followers", followers, true},
    Kind{"complete", complete, true},
    Kind{"open", open, true},
    Kind{"on", on, true},
};

}  // namespace

Result<void> check_expectation(const Game& game, const Line& line) {
  std::string known;
  for (const Kind& kind : kKinds) {
    known += (known.empty() ? "one of " : " ") + std::string(kind.key);
    if (line.words.size() < 2 || line.words[1].text != kind.key) continue;
    if (kind.needs_plies && game.plies().empty()) return error_at(line, 1, "nothing has been played yet");
    return kind.check(game, line);
  }
  if (line.words.size() < 2) return error_at(line, 1, "what is expected is missing", known);
  if (const int number = game.rules().pile(line.words[1].text); number >= 0) return pile(game, line, number);
  if (const std::string_view word = line.words[1].text; word.ends_with('s'))
    if (const auto figure = game.rules().figure_named(word.substr(0, word.size() - 1)))
      return figures_in_hand(game, line, *figure);
  return error_at(line, 1, fmt::format("'{}' is nothing that can be expected", line.words[1].text), known);
}

}  // namespace bastide
