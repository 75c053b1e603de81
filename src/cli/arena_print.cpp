#include "cli/arena_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <iostream>

#include "cli/cli.h"
#include "game/game.h"

namespace bastide::cli {
namespace {

namespace json = boost::json;

std::string_view kernel_of(const ArenaSetup& setup) {
  return kKernelNames[static_cast<std::size_t>(arena_kernel(setup))];
}

Interval margin_of(const Duel& duel) {
  return mean_interval(duel.decks, duel.margin, duel.margin_squares);
}

double mean_of(double sum, int64_t n) {
  return n == 0 ? 0 : sum / static_cast<double>(n);
}

/// "+26.1 [+24.0, +28.2]"
std::string with_ends(const Interval& interval, std::string_view number) {
  const auto one = [&](double value) { return fmt::format(fmt::runtime(number), value); };
  return fmt::format("{} [{}, {}]", one(interval.value), one(interval.low), one(interval.high));
}

std::string score_text(const Duel& duel) {
  Interval score = score_interval(duel.scores);
  for (double* part : {&score.low, &score.value, &score.high}) *part *= 100;
  return with_ends(score, "{:.1f}") + " %";
}

std::string elo_text(const Duel& duel) {
  return with_ends(elo_interval(duel.scores), "{:+.0f}");
}

/// 90 -> "1:30"
std::string clock(double seconds) {
  const auto all = std::llround(seconds);
  return all >= 3600 ? fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60)
                     : fmt::format("{}:{:02}", all / 60, all % 60);
}

std::string_view decision(const Standings& standings) {
  return standings.accepted > 0 ? "ELO1 is accepted" : standings.accepted < 0 ? "ELO0 is accepted" : "undecided";
}

void print_duel(const ArenaSetup& setup, const Standings& standings) {
  const Duel& duel = standings.duels[0];
  fmt::print("{} against {}\n", setup.contestants[0].spec, setup.contestants[1].spec);
  fmt::print("  score   {}: {} won, {} shared, {} lost\n", score_text(duel), grouped(duel.wins), grouped(duel.shared),
             grouped(duel.losses));
  fmt::print("  margin  {} points\n", with_ends(margin_of(duel), "{:+.2f}"));
  fmt::print("  Elo     {}\n", elo_text(duel));
  if (duel.scores.size() == 5)
    fmt::print("  decks   {}: with 0, ½, 1, 1½, 2 of both games\n", fmt::join(duel.scores, " "));
  if (setup.sprt)
    fmt::print("  SPRT    {} (Elo {:g} against {:g}, log likelihood ratio {:.2f} of {:.2f} to {:.2f})\n",
               decision(standings), setup.sprt->elo0, setup.sprt->elo1, standings.llr, setup.sprt->lower(),
               setup.sprt->upper());
}

void print_ratings(const ArenaSetup& setup, const Standings& standings) {
  const auto ratings = fit_ratings(static_cast<int>(setup.contestants.size()), standings.scores);
  std::vector<std::size_t> order(ratings.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ratings[a].elo > ratings[b].elo; });
  std::size_t width = 10;
  for (const Contestant& contestant : setup.contestants) width = std::max(width, contestant.spec.size());
  fmt::print("{:<{}}  {:>14}\n", "contestant", width, "Elo");
  for (const std::size_t i : order)
    fmt::print("{:<{}}  {:>+6.0f} ± {:<5.0f}\n", setup.contestants[i].spec, width, ratings[i].elo, ratings[i].error);
  fmt::print("\n{:<{}}  {:<{}}  {:<22} {:<24} {}\n", "", width, "against", width, "score", "margin",
             "won, shared, lost");
  for (const Duel& duel : standings.duels)
    fmt::print("{:<{}}  {:<{}}  {:<22} {:<24} {} {} {}\n", setup.contestants[duel.first].spec, width,
               setup.contestants[duel.second].spec, width, score_text(duel), with_ends(margin_of(duel), "{:+.2f}"),
               duel.wins, duel.shared, duel.losses);
}

json::value finite(double value) {
  return std::isfinite(value) ? json::value(value) : json::value();
}

json::object interval_json(const Interval& interval) {
  return {{"low", finite(interval.low)}, {"value", finite(interval.value)}, {"high", finite(interval.high)}};
}

}  // namespace

void print_arena(const ArenaSetup& setup, const Standings& standings, const ArenaRun& run) {
  const int64_t decks =
      standings.encounters /
      static_cast<int64_t>(arena_tables(static_cast<int>(setup.contestants.size()), setup.rules->kernel.seats).size());
  fmt::print("{}; {} seats, {} decks, {} games, seed {}, {} kernel\n\n", describe(*setup.rules)[0],
             setup.rules->kernel.seats, grouped(decks), grouped(standings.games), setup.seed, kernel_of(setup));
  if (setup.contestants.size() == 2)
    print_duel(setup, standings);
  else
    print_ratings(setup, standings);
  std::size_t width = 10;
  for (const Contestant& contestant : setup.contestants) width = std::max(width, contestant.spec.size());
  fmt::print("\n{:<{}}  {:>13} {:>12} {:>12} {:>12} {:>12}\n", "a choice takes", std::max<std::size_t>(width, 14),
             "points a game", "choices", "mean ms", "longest ms", "mean CPU ms");
  double cpu = 0;
  for (std::size_t i = 0; i < setup.contestants.size(); ++i) {
    const Standings::Entrant& entrant = standings.entrants[i];
    const Thinking& time = entrant.thinking;
    fmt::print("{:<{}}  {:>13.2f} {:>12} {:>12.4f} {:>12.3f} {:>12.4f}\n", setup.contestants[i].spec,
               std::max<std::size_t>(width, 14), mean_of(static_cast<double>(entrant.points), entrant.games),
               grouped(time.choices), 1e3 * mean_of(time.wall, time.choices), 1e3 * time.longest,
               1e3 * mean_of(time.cpu, time.choices));
    cpu += time.cpu;
  }
  fmt::print("\n{:.2f} s of CPU for choices, {:.2f} s in all, {} process{} with {} thread{}{}\n", cpu, run.wall_seconds,
             run.ranks, run.ranks == 1 ? "" : "es", setup.threads, setup.threads == 1 ? "" : "s",
             run.remembered == 0 ? "" : fmt::format("; {} decks of the log, played before", grouped(run.remembered)));
}

void print_arena_json(const ArenaSetup& setup, const Standings& standings, const ArenaRun& run) {
  json::object out, options;
  out["preset"] = setup.rules->preset->id;
  for (const auto& [option, value] : setup.rules->choice.options) options[option] = value;
  out["options"] = options;
  out["kernel"] = kernel_of(setup);
  out["seats"] = setup.rules->kernel.seats;
  out["seed"] = setup.seed;
  out["encounters"] = standings.encounters;
  out["games"] = standings.games;
  const auto ratings = fit_ratings(static_cast<int>(setup.contestants.size()), standings.scores);
  json::array contestants, duels;
  for (std::size_t i = 0; i < setup.contestants.size(); ++i) {
    const Standings::Entrant& entrant = standings.entrants[i];
    const Thinking& time = entrant.thinking;
    contestants.push_back({{"contestant", setup.contestants[i].spec},
                           {"elo", ratings[i].elo},
                           {"elo_error", ratings[i].error},
                           {"games", entrant.games},
                           {"points", entrant.points},
                           {"choices", time.choices},
                           {"seconds", time.wall},
                           {"cpu_seconds", time.cpu},
                           {"mean_seconds", mean_of(time.wall, time.choices)},
                           {"longest_seconds", time.longest}});
  }
  for (const Duel& duel : standings.duels)
    duels.push_back({{"first", duel.first},
                     {"second", duel.second},
                     {"decks", duel.decks},
                     {"wins", duel.wins},
                     {"shared", duel.shared},
                     {"losses", duel.losses},
                     {"frequencies", json::array(duel.scores.begin(), duel.scores.end())},
                     {"score", interval_json(score_interval(duel.scores))},
                     {"margin", interval_json(margin_of(duel))},
                     {"elo", interval_json(elo_interval(duel.scores))}});
  out["contestants"] = contestants;
  out["duels"] = duels;
  if (setup.sprt)
    out["sprt"] = {{"elo0", setup.sprt->elo0},
                   {"elo1", setup.sprt->elo1},
                   {"alpha", setup.sprt->alpha},
                   {"beta", setup.sprt->beta},
                   {"llr", standings.llr},
                   {"lower", setup.sprt->lower()},
                   {"upper", setup.sprt->upper()},
                   {"accepted", standings.accepted > 0   ? json::value("elo1")
                                : standings.accepted < 0 ? json::value("elo0")
                                                         : json::value()}};
  out["ranks"] = run.ranks;
  out["threads"] = setup.threads;
  out["remembered"] = run.remembered;
  out["wall_seconds"] = run.wall_seconds;
  std::cout << json::serialize(out) << '\n';
}

std::string arena_progress(const ArenaSetup& setup, const Standings& standings, const ArenaRun& run, int64_t planned) {
  std::string text = fmt::format("{} games", grouped(standings.games));
  if (standings.encounters == 0) return text;
  if (setup.contestants.size() == 2) {
    const Duel& duel = standings.duels[0];
    text += fmt::format(", score {:.1f} %, Elo {}", 100 * score_interval(duel.scores).value, elo_text(duel));
    if (setup.sprt)
      text += fmt::format(", LLR {:.2f} of {:.2f} to {:.2f}", standings.llr, setup.sprt->lower(), setup.sprt->upper());
  }
  const int64_t played = standings.encounters - run.remembered;
  if (played > 0)
    text += fmt::format(
        ", {} left{}",
        clock(run.wall_seconds / static_cast<double>(played) * static_cast<double>(planned - standings.encounters)),
        setup.sprt ? " at most" : "");
  return text;
}

}  // namespace bastide::cli
