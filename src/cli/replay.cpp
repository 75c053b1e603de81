// bastide replay: plays a record move by move and says what every ply did and why every point was given.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "cli/cli.h"
#include "game/json.h"
#include "notation/words.h"

namespace bastide::cli {
namespace {

namespace json = boost::json;

struct ReplayOptions {
  std::string input;
  bool json = false;
  std::size_t language = 0;  ///< of what is printed; JSON has all of them
};

json::array legal_json(const Game& game) {
  json::array out;
  for (const Move& move : game.legal()) out.push_back(json::string(move_text(game.rules(), game.state(), move)));
  return out;
}

std::string_view kind_of(MoveKind kind) {
  switch (kind) {
    case MoveKind::draw:
      return "draw";
    case MoveKind::tile:
      return "tile";
    case MoveKind::follower:
      return "follower";
    case MoveKind::take_back:
      return "take_back";
    case MoveKind::pass:
      return "pass";
    case MoveKind::act:
      return "act";
  }
  return {};
}

/// As in docs/protocol.md, but flat: points and followers by seat, segments as "PIECE:PLACE", rules by id.
json::object flat_award(const Game& game, const ExplainedAward& award) {
  json::object out = award_json(game, award);
  const std::size_t seats = game.rules().kernel.seats;
  const auto flat = [&](const std::vector<Segment>& segments) {
    json::array words;
    for (const Segment& segment : segments) {
      const json::object part = segment_json(game, segment);
      words.push_back(json::string(
          fmt::format("{}:{}", part.at("piece").as_int64(), std::string_view(part.at("place").as_string()))));
    }
    return words;
  };
  out["type"] = out["category"];
  out["segments"] = flat(award.extent.segments);
  if (award.award.type == FeatureType::field) {
    json::array cities;
    for (const Extent& city : award.cities)
      cities.push_back({{"segments", flat(city.segments)}, {"spaces", spaces_json(city.spaces)}});
    out["cities"] = cities;
  }
  json::array points, followers;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    points.push_back(award.award.points[seat]);
    followers.push_back(award.award.followers[seat]);
  }
  out["points"] = points;
  out["followers"] = followers;
  out["rules"] = json::array(award.rules.begin(), award.rules.end());
  return out;
}

json::object ply_json(const Game& game, int number, const Ply& ply, json::array legal) {
  json::object out{{"ply", number},
                   {"turn", ply.turn},
                   {"seat", ply.seat},
                   {"move", ply.text},
                   {"kind", kind_of(ply.move.kind)},
                   {"legal", std::move(legal)}};
  json::array awards;
  for (const ExplainedAward& award : ply.awards) awards.push_back(flat_award(game, award));
  out["awards"] = awards;
  out["totals"] = json::array(ply.score.begin(), ply.score.end());
  if (ply.set_aside) out["set_aside"] = true;
  if (ply.over) {
    out["over"] = true;
    out["table"] = table_json(score_table(game));
    out["ranking"] = ranking_json(game);
  }
  return out;
}

/// A turn is a line, under the name of the seat whose it is; so are the tiles that a seat is dealt, and a tile picked.
class TextPrinter {
 public:
  TextPrinter(const Game& game, std::size_t language) : phrases_(game.rules().catalogue->phrases), language_(language) {
    for (const SeatSpec& seat : game.seats()) width_ = std::max(width_, seat.name.size());
    fmt::print("{}: ", describe(game.rules())[language_]);
    for (std::size_t seat = 0; seat < game.seats().size(); ++seat)
      fmt::print("{}{} ({})", seat == 0 ? "" : ", ", game.seats()[seat].name, game.seats()[seat].player);
    fmt::print("\n\n");
  }

  void print(const Game& game, const Ply& ply) {
    if (ply.declined && ply.aside.empty()) return;  // the draw that follows says it
    const GameRules& rules = game.rules();
    const std::string& tile = rules.kinds[ply.move.tile].name;
    const bool draws = ply.move.kind == MoveKind::draw;
    const bool into_pile = draws && ply.pile >= 0, seen = into_pile && rules.pile_spec(ply.pile).by_seat;
    const bool opens = begin_line(game, ply, draws && !into_pile);
    const bool ready = opens && ply.move.kind == MoveKind::tile && ply.ready;
    if (ply.seat != ply.turn_seat || chosen_) fmt::print("  {}", name_of(game, ply.seat));
    if (ready) fmt::print("  ={:<3}", tile);
    if (draws)
      fmt::print("  {}{:<4}", into_pile && !seen ? "under:" : into_pile ? "+" : "", tile);
    else if (!ply.declined && !(ply.move.kind == MoveKind::pass && placed_))
      fmt::print("  {}", ply.text);
    placed_ = ply.move.kind == MoveKind::tile || (into_pile && !seen);
    chosen_ = chosen_ || (ply.move.kind == MoveKind::act && rules.verb(ply.move).takes == Takes::nothing);
    for (const SetAside& aside : ply.aside)
      if (aside.pile >= 0)
        fmt::print(" {} [{}]", rules.pile_spec(aside.pile).drawn, rules.pile_spec(aside.pile).rule);
      else
        fmt::print("  {} [{}]",
                   words(aside.back ? "tile.back" : "tile.aside", {{"tile", game.rules().kinds[aside.tile].name}}),
                   aside.back ? "DRAW-3" : "DRAW-2");
    for (const Payment& payment : ply.payments) {
      const Expansion& by = *rules.added[payment.by];
      fmt::print(
          "  {} [{}]",
          words(fmt::format("paid.{}", by.id),
                {{"from", name_of(game, payment.from)}, {"to", name_of(game, payment.to)}, {"n", payment.points}}),
          by.payments.rule);
    }
    for (const TokensMoved& moved : ply.tokens) {
      const TokenSpec& spec = rules.token(moved.token);
      const std::string what = words(fmt::format("tokens.{}", spec.name), {{"n", std::abs(moved.count)}});
      const std::string_view said = moved.count < 0 ? "did.tokens.spent" : "did.tokens";
      fmt::print("  {} [{}]", words(said, {{"name", name_of(game, moved.seat)}, {"what", what}}), spec.rule);
    }
    if (ply.again) fmt::print("  {} [HOUSE-HOLE]", words("turn.again"));
    for (const uint8_t number : ply.widened) {
      const Expansion& by = *rules.added[number];
      fmt::print("  {} [{}]", words(fmt::format("widened.{}", by.id)), by.widens.rule);
    }
    for (const ExplainedAward& award : ply.awards) print_award(game, award);
  }

  void end(const Game& game) {
    end_line();
    fmt::print("\n{:<12}", words(game.over() ? "score.final" : "score.now"));
    for (const SeatSpec& seat : game.seats()) fmt::print("  {:>{}}", seat.name, width_);
    fmt::print("\n");
    for (const CategoryRow& row : score_table(game)) print_row(in_language(row, "name", row.name), row.points);
    const auto& score = game.state().score;
    print_row(words("total"), {score.begin(), score.begin() + game.rules().kernel.seats});
    if (!game.over()) return;
    std::vector<std::string> winners;
    const auto places = ranking(game);
    for (std::size_t seat = 0; seat < places.size(); ++seat)
      if (places[seat] == 1) winners.push_back(game.seats()[seat].name);
    fmt::print("\n{} [WIN-1]\n", words("place.first", {{"names", listed(phrases_, winners)}}));
  }

  void end_line() {
    if (open_) fmt::print("\n");
    open_ = false;
  }

 private:
  /// Begins a line where the ply needs one of its own; whether it did.
  bool begin_line(const Game& game, const Ply& ply, bool for_a_draw) {
    const bool picks = ply.turn == 0 && ply.move.kind == MoveKind::act;
    const bool centre = ply.move.kind == MoveKind::draw && ply.piece >= 0;  // HOUSE-BAG: nobody's
    if (open_ && ply.turn == turn_ && ply.turn_seat == seat_ && !picks && !ply.set_aside && !for_a_draw) return false;
    end_line();
    fmt::print("{:>3}  {:<{}}", ply.turn, centre ? "" : name_of(game, ply.turn_seat), width_);
    turn_ = ply.turn;
    seat_ = picks || centre ? -1 : ply.turn_seat;  // its next ply is something else
    open_ = true;
    placed_ = chosen_ = false;
    return true;
  }

  static const std::string& name_of(const Game& game, int seat) { return game.seats()[seat].name; }
  std::string words(std::string_view id, const std::vector<Gap>& gaps = {}) const {
    return say(phrases_, id, gaps)[language_];
  }
  template <class Thing>
  const std::string& in_language(const Thing& thing, std::string_view member, const std::string& english) const {
    return translated(thing.translations, kLanguages[language_], member, english);
  }

  void print_award(const Game& game, const ExplainedAward& award) {
    end_line();
    fmt::print("     ");
    for (const int seat : award.owners) fmt::print(" +{} {};", award.points_of(seat), name_of(game, seat));
    std::string rules;
    for (const std::string& rule : award.rules) rules += (rules.empty() ? "" : " ") + rule;
    fmt::print(" {}: ", in_language(award, "title", award.title));
    if (award.award.reason != Reason::bonus)
      fmt::print("{}. ", in_language(award, "sum", award.sum));  // the title is it
    fmt::print("{} [{}]\n", in_language(award, "sentence", award.sentence), rules);
  }

  void print_row(std::string_view name, const std::vector<int>& points) const {
    fmt::print("{:<12}", name);
    for (const int number : points) fmt::print("  {:>{}}", number, width_);
    fmt::print("\n");
  }

  const Phrases& phrases_;
  std::size_t language_;
  std::size_t width_ = 5;
  bool open_ = false;                     ///< a line has begun
  bool placed_ = false, chosen_ = false;  ///< its last word is a tile placed; what follows are answers (HALF-CROP)
  int turn_ = -1, seat_ = -1;
};

int fail_json(const Error& error, const Game* where) {
  json::object out = error_json(error);
  out["text"] = error.text();
  if (where) out["legal"] = legal_json(*where);
  std::cout << json::serialize(json::object{{"error", out}}) << '\n';
  return fail(error);
}

int run(const Context& context, const ReplayOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const std::string name = options.input == "-" ? "standard input" : options.input;
  const auto failed = [&](Error error, const Game* where) {
    if (error.source.empty()) error.source = name;
    std::cout.flush();
    return options.json ? fail_json(error, where) : fail(error);
  };
  const auto text = read_input(options.input);
  if (!text) return failed(text.error(), nullptr);
  Error unread;
  const auto record = parse_record(**data, *text, unread);
  if (!record) return failed(record.error(), nullptr);
  const auto replay = Game::replay_right(*record);
  if (!replay) return failed(replay.error(), nullptr);

  // Again from the start, one ply at a time: what is legal has to be asked before each of them.
  auto game = Game::create(record->rules, record->seats, record->opening);
  if (!game) return failed(game.error(), nullptr);
  std::optional<TextPrinter> printer;
  if (!options.json) printer.emplace(*game, options.language);
  int number = 0;
  for (const Ply& next : replay->game.plies()) {
    json::array legal = options.json ? legal_json(*game) : json::array();
    const auto ply = game->play(next.move);
    if (!ply) return failed(ply.error(), &*game);
    if (options.json)
      std::cout << json::serialize(ply_json(*game, ++number, **ply, std::move(legal))) << '\n';
    else
      printer->print(*game, **ply);
  }
  const Error& wrong = replay->wrong.message.empty() ? unread : replay->wrong;
  if (!wrong.message.empty()) {
    if (printer) printer->end_line();
    std::fflush(stdout);
    return failed(wrong, &*game);
  }
  if (printer) printer->end(*game);
  return 0;
}

}  // namespace

void declare_replay(const Command& app, Context& context) {
  const Command command =
      app.add_subcommand("replay", "play a record move by move, checking and explaining everything");
  const auto options = std::make_shared<ReplayOptions>();
  command.add_option("game", options->input, "file with a game (docs/notation.md); - reads standard input")
      .required()
      .type_name("GAME");
  command.add_flag("--json", options->json,
                   "one JSON object a line for every ply: move, what was legal, awards, totals");
  add_language_option(command, options->language);
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
