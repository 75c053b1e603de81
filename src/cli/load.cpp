// bastide load: what a server on this machine bears. Plays in many games at once and prints how long moves take and
// what they cost; or holds sockets open that do nothing. Bounded, and for this machine only: it is no tool against
// others.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <charconv>
#include <iostream>
#include <memory>

#include "cli/cli.h"
#include "cli/load_process.h"
#include "cli/load_run.h"
#include "server/limit.h"

namespace bastide::cli {
namespace {

namespace json = boost::json;

struct Arguments {
  std::string host = "127.0.0.1";
  uint16_t port = 8080;
  std::vector<std::string> others;
  int pid = 0, sockets = 200, idle = 0;
  LoadPlan plan;
  bool as_json = false;
};

Result<LoadPlan> plan_of(const Arguments& arguments) {
  LoadPlan plan = arguments.plan;
  boost::system::error_code wrong;
  const auto address = asio::ip::make_address(arguments.host == "localhost" ? "127.0.0.1" : arguments.host, wrong);
  Error error;
  if (wrong || !address.is_loopback()) {
    error.message = fmt::format("'{}' is no address of this machine's own loopback", arguments.host);
    error.expected = "127.0.0.1, ::1 or localhost";
    return tl::unexpected<Error>(error);
  }
  std::vector<uint16_t> ports{arguments.port};
  for (const std::string& text : arguments.others) {
    uint16_t port = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (failed != std::errc() || end != text.data() + text.size() || port == 0) {
      error.message = fmt::format("'{}' is no port", text);
      error.expected = "a number from 1 to 65535: --and 8081";
      return tl::unexpected<Error>(error);
    }
    ports.push_back(port);
  }
  for (const uint16_t port : ports) plan.servers.emplace_back(address, port);
  if (plan.shallow > plan.deep) {
    error.message = fmt::format("--from {} is more than --to {}", plan.shallow, plan.deep);
    error.expected = fmt::format("--from {} --to {}", plan.deep, plan.shallow);
    return tl::unexpected<Error>(error);
  }
  if (arguments.idle > 0) plan.rate = plan.shallow = plan.deep = 0;
  plan.games = std::max(1, (arguments.idle > 0 ? arguments.idle : arguments.sockets) / 2);
  const std::size_t files = raise_file_limit(), needed = 2 * static_cast<std::size_t>(plan.games) + 100;
  if (files < needed) {
    error.message = fmt::format("this process may open {} files, and {} are needed", files, needed);
    error.expected = "fewer sockets, or a higher limit (ulimit -n)";
    return tl::unexpected<Error>(error);
  }
  for (const uint16_t port : ports) {
    if (port == ports.front() && arguments.pid > 0) {
      plan.pids.push_back(arguments.pid);
      continue;
    }
    BASTIDE_TRY(const int pid, process_listening_at(port));
    plan.pids.push_back(pid);
  }
  return plan;
}

json::object quantiles(const LoadFigures& f, const std::vector<double>& sorted) {
  return {{"p50", f.part(sorted, .5)},
          {"p90", f.part(sorted, .9)},
          {"p99", f.part(sorted, .99)},
          {"max", f.part(sorted, 1)}};
}

json::object as_json(const LoadPlan& plan, const LoadFigures& f) {
  const double moves = std::max(1, f.done);
  return {{"sockets", f.sockets},
          {"games", f.games},
          {"seconds", f.seconds},
          {"rate", plan.rate},
          {"moves", f.done},
          {"refused", f.refused},
          {"unanswered", f.unanswered},
          {"socketsLost", f.lost},
          {"gamesEnded", f.ended},
          {"gamesRenewed", f.renewed},
          {"latencyMs", quantiles(f, f.latency)},
          {"sentLateMs", quantiles(f, f.behind)},
          {"serverCpuMsAMove", 1000 * f.server_cpu * f.seconds / moves},
          {"cores", {{"server", f.server_cpu}, {"load", f.own_cpu}, {"others", f.foreign_cpu}}},
          {"bytesAMove", {{"toClients", f.received / moves}, {"toServer", f.sent / moves}}},
          {"bytesASocket", {{"toClients", f.received / f.sockets}, {"toServer", f.sent / f.sockets}}},
          {"resident",
           {{"before", f.memory_before},
            {"open", f.memory_open},
            {"after", f.memory_after},
            {"aGame", (f.memory_after - f.memory_before) / f.games},
            {"aSocket", (f.memory_after - f.memory_before) / f.sockets}}}};
}

void print(const LoadPlan& plan, const LoadFigures& f) {
  const auto line = [](std::string_view name, const std::string& value) { fmt::print("{:<24}{}\n", name, value); };
  const auto times = [&](const std::vector<double>& sorted) {
    return fmt::format("p50 {:.1f}  p90 {:.1f}  p99 {:.1f}  max {:.1f} ms", f.part(sorted, .5), f.part(sorted, .9),
                       f.part(sorted, .99), f.part(sorted, 1));
  };
  const double moves = std::max(1, f.done);
  line("sockets", fmt::format("{} in {} games, {:.1f} s", f.sockets, f.games, f.seconds));
  if (plan.rate > 0) {
    line("moves", fmt::format("{} received by the last seat, {:.1f} a second ({:.0f} asked for)", f.done,
                              f.done / f.seconds, plan.rate));
    line("not done", fmt::format("{} refused, {} unanswered, {} sockets lost", f.refused, f.unanswered, f.lost));
    line("games over", fmt::format("{}, followed by {} new ones", f.ended, f.renewed));
    line("due to received", times(f.latency));
    line("due to sent", times(f.behind));
    line("server's CPU a move", fmt::format("{:.3f} ms", 1000 * f.server_cpu * f.seconds / moves));
    line("bytes a move",
         fmt::format("{:.0f} to the clients, {:.0f} to the server", f.received / moves, f.sent / moves));
  } else {
    line("lost", fmt::format("{} sockets", f.lost));
  }
  line("bytes a socket",
       fmt::format("{:.0f} to the client, {:.0f} to the server", f.received / f.sockets, f.sent / f.sockets));
  line("CPU of a core", fmt::format("server {:.2f} %, bastide load {:.2f} %, others {:.2f} %", 100 * f.server_cpu,
                                    100 * f.own_cpu, 100 * f.foreign_cpu));
  line("server's memory", fmt::format("{:.1f} MB before, {:.1f} open, {:.1f} after", f.memory_before / 1e6,
                                      f.memory_open / 1e6, f.memory_after / 1e6));
  line("", fmt::format("{:.1f} KB a game, {:.1f} KB a socket", (f.memory_after - f.memory_before) / 1e3 / f.games,
                       (f.memory_after - f.memory_before) / 1e3 / f.sockets));
  if (!f.reason.empty()) line("last refusal", f.reason);
}

int load(const Arguments& arguments) {
  const auto plan = plan_of(arguments);
  if (!plan) return fail(plan.error());
  const auto figures = run_load(*plan);
  if (!figures) return fail(figures.error());
  if (arguments.as_json)
    std::cout << json::serialize(as_json(*plan, *figures)) << '\n';
  else
    print(*plan, *figures);
  return figures->lost + figures->unanswered == 0 ? 0 : 1;
}

}  // namespace

void declare_load(const Command& app, Context& context) {
  const Command command = app.add_subcommand("load", "put a server on this machine under load and print what it bears");
  const auto a = std::make_shared<Arguments>();
  command.add_option("--host", a->host, "the server's address; this machine's loopback only")
      .capture_default_str()
      .type_name("ADDRESS");
  command.add_option("--port", a->port, "the server's port").capture_default_str().type_name("PORT");
  command
      .add_option("--and", a->others,
                  "the port of another server of the same games, of which each second seat is then at that one")
      .type_name("PORT")
      .several();
  command.add_option("--pid", a->pid, "the server's process; without it, whoever listens at the port")
      .positive()
      .type_name("PID");
  command.add_option("--sockets", a->sockets, "WebSockets, two in a game")
      .capture_default_str()
      .range(2, 20'000)
      .type_name("N");
  command.add_option("--rate", a->plan.rate, "moves a second of all games together, arriving by chance (Poisson)")
      .capture_default_str()
      .range(0.1, 5'000.0)
      .type_name("R");
  command.add_option("--seconds", a->plan.seconds, "how long to measure")
      .capture_default_str()
      .range(1.0, 600.0)
      .type_name("S");
  command.add_option("--from", a->plan.shallow, "moves made in each game before, at least")
      .capture_default_str()
      .range(0, 60)
      .type_name("MOVES");
  command.add_option("--to", a->plan.deep, "moves made in each game before, at most")
      .capture_default_str()
      .range(0, 60)
      .type_name("MOVES");
  command.add_option("--idle", a->idle, "so many WebSockets that only stay open, instead of moves")
      .range(2, 20'000)
      .type_name("N");
  command.add_option("--ping", a->plan.ping, "seconds between a socket's pings (the web client: 15); 0: none")
      .capture_default_str()
      .range(0.0, 600.0)
      .type_name("S");
  command.add_option("--preset", a->plan.preset, "the games' preset").capture_default_str().type_name("PRESET");
  add_seed_option(command, a->plan.seed, "which moves are chosen and when they arrive");
  command.add_flag("--json", a->as_json, "the figures as JSON");
  command.callback([&context, a] { context.run = [a] { return load(*a); }; });
}

}  // namespace bastide::cli
