// bastide score: what a position or a game is worth by one edition or by all, and which rule makes the difference.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <iostream>
#include <memory>

#include "cli/cli.h"
#include "game/editions.h"
#include "game/json.h"

namespace bastide::cli {
namespace {

namespace json = boost::json;

struct ScoreOptions {
  std::string input;
  bool all = false;
  bool json = false;
  std::size_t language = 0;  ///< of what is printed; JSON has all of them
};

json::object award_line(const ExplainedAward& award) {
  json::array points, spaces;
  for (const int seat : award.owners) points.push_back({{"seat", seat}, {"points", award.points_of(seat)}});
  for (const Space& space : award.extent.spaces) spaces.push_back(json::array{space.x, space.y});
  return {{"title", award.title},
          {"points", std::move(points)},
          {"sum", award.sum},
          {"sentence", award.sentence},
          {"translations", translations_json(award.translations)},
          {"rules", json::value_from(award.rules)},
          {"spaces", std::move(spaces)}};
}

json::array editions_json(const std::vector<EditionScore>& all) {
  json::array editions;
  for (const EditionScore& edition : all) {
    json::array table, awards;
    for (const CategoryRow& row : edition.table)
      table.push_back({{"category", row.category},
                       {"name", row.name},
                       {"translations", translations_json(row.translations)},
                       {"points", json::value_from(row.points)}});
    for (const ExplainedAward& award : edition.awards) awards.push_back(award_line(award));
    editions.push_back({{"id", edition.id},
                        {"name", edition.name},
                        {"same_as", json::value_from(edition.same_as)},
                        {"own", edition.own},
                        {"translations", translations_json(edition.translations)},
                        {"options", json::value_from(edition.options)},
                        {"total", json::value_from(edition.total)},
                        {"table", std::move(table)},
                        {"awards", std::move(awards)}});
  }
  return editions;
}

json::array differences_json(const std::vector<EditionDifference>& all) {
  json::array differences;
  for (const EditionDifference& difference : all)
    differences.push_back({{"category", difference.category},
                           {"points", json::value_from(difference.points)},
                           {"rules", json::value_from(difference.rules)},
                           {"sentence", difference.sentence},
                           {"translations", translations_json(difference.translations)}});
  return differences;
}

void print_json(const EditionComparison& comparison, const std::vector<SeatSpec>& seats) {
  json::array names;
  for (const SeatSpec& seat : seats) names.push_back(json::string(seat.name));
  json::object all{{"seats", std::move(names)},
                   {"editions", editions_json(comparison.editions)},
                   {"differences", differences_json(comparison.differences)}};
  if (!comparison.rulings.empty()) {
    all["rulings"] = editions_json(comparison.rulings);
    all["ruling_differences"] = differences_json(comparison.ruling_differences);
  }
  std::cout << json::serialize(all) << '\n';
}

/// Names with what scores alike: "Classic (as Big Box 5, New edition)".
std::string title_of(const EditionScore& edition, const Phrases& phrases, std::size_t language) {
  const std::string& name = in(language, edition, "name", edition.name);
  if (edition.same_as.empty()) return name;
  const std::string others = fmt::format("{}", fmt::join(edition.same_as, ", "));
  return say(phrases, "edition.as",
             {{"edition", name}, {"others", in(language, edition, "same_as", others)}})[language];
}

void print_edition(const EditionScore& edition, const std::vector<SeatSpec>& seats, const Phrases& phrases,
                   std::size_t language) {
  fmt::print("{}\n", title_of(edition, phrases, language));
  for (const ExplainedAward& award : edition.awards) {
    std::string who;
    for (const int seat : award.owners)
      who += fmt::format("{}{} {}", who.empty() ? "" : ", ", seats[seat].name, award.points_of(seat));
    fmt::print("  {}: {}  [{}]\n      {}  {}\n", in(language, award, "title", award.title), who,
               fmt::join(award.rules, " "), in(language, award, "sum", award.sum),
               in(language, award, "sentence", award.sentence));
  }
}

/// Points side by side, and below them what makes the difference; `agree` is said where nothing does.
void print_table(const std::vector<EditionScore>& editions, const std::vector<EditionDifference>& differences,
                 const std::vector<SeatSpec>& seats, const std::string& agree, std::size_t language) {
  std::size_t width = 10;
  for (const SeatSpec& seat : seats) width = std::max(width, seat.name.size() + 2);
  fmt::print("\n{:<34}", "");
  for (const SeatSpec& seat : seats) fmt::print("{:>{}}", seat.name, width);
  for (const EditionScore& edition : editions) {
    fmt::print("\n{:<34}", in(language, edition, "name", edition.name));
    for (const int points : edition.total) fmt::print("{:>{}}", points, width);
  }
  fmt::print("\n\n");
  if (differences.empty() && !agree.empty()) fmt::print("{}\n", agree);
  for (const EditionDifference& difference : differences)
    fmt::print("{}\n", in(language, difference, "sentence", difference.sentence));
}

int run(const Context& context, const ScoreOptions& options) {
  const auto known = catalogue(context);
  if (!known) return fail(known.error());
  const auto input = parse_game_or_position(**known, options.input);
  if (!input) return fail(input.error());
  Result<EditionComparison> comparison;
  std::vector<SeatSpec> seats;
  if (const auto* position = std::get_if<Position>(&*input)) {
    seats = position->seats;
    comparison = compare_editions(*position);
  } else {
    const auto& record = std::get<Record>(*input);
    auto game = Game::replay(record);
    if (!game) return fail(game.error());
    seats = record.seats;
    comparison = compare_editions(*game);
  }
  if (!comparison) return fail(comparison.error());
  if (!options.all) {
    comparison->editions.erase(comparison->editions.begin() + 1, comparison->editions.end());
    comparison->differences.clear();
    comparison->rulings.clear();
  }
  if (options.json) {
    print_json(*comparison, seats);
    return 0;
  }
  const Phrases& phrases = (*known)->phrases;
  for (const EditionScore& edition : comparison->editions) print_edition(edition, seats, phrases, options.language);
  const auto words = [&](const char* id) { return say(phrases, id)[options.language]; };
  print_table(comparison->editions, comparison->differences, seats,
              comparison->editions.size() > 1 ? words("editions.agree") : "", options.language);
  if (comparison->rulings.empty()) return 0;
  fmt::print("\n{} [HALF-7]\n\n", words("rulings"));
  for (const EditionScore& ruling : comparison->rulings) print_edition(ruling, seats, phrases, options.language);
  print_table(comparison->rulings, comparison->ruling_differences, seats, words("rulings.agree"), options.language);
  return 0;
}

}  // namespace

void declare_score(const Command& app, Context& context) {
  const Command command = app.add_subcommand("score", "what a position (as if the game ended now) or a game is worth");
  const auto options = std::make_shared<ScoreOptions>();
  command.add_option("input", options->input, "a record or a position; - for standard input")
      .required()
      .type_name("GAME|POSITION");
  command.add_flag("--all", options->all, "by every edition side by side, with the rules that make the difference");
  command.add_flag("--json", options->json, "one JSON object");
  add_language_option(command, options->language);
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
