// bastide serve: the server with the web client.
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "cli/cli.h"
#include "core/version.h"
#include "server/log.h"
#include "server/server.h"

namespace bastide::cli {
namespace {

struct ServeArguments {
  ServerSettings settings;
  int bot_delay = 600;
  int claim_after = 60;
  std::string log_level = "info", log_form = "words", trust_proxy = "loopback";
  std::vector<std::string> origins, engines;
};

/// Where programs keep what they make for a user (XDG base directories).
std::string default_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string data = variable("XDG_DATA_HOME"); data.starts_with('/')) return data + "/bastide";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.local/share/bastide";
  return "bastide-games";
}

int serve(const Context& context, const ServeArguments& arguments) {
  const bool in_words = arguments.log_form == "words";
  start_log(arguments.log_level, in_words ? LogForm::words : LogForm::json);

  const auto rules = catalogue(context);
  if (!rules) return fail(rules.error());
  ServerSettings settings = arguments.settings;
  settings.bot_delay = std::chrono::milliseconds(arguments.bot_delay);
  settings.claim_after = std::chrono::seconds(arguments.claim_after);
  const auto proxies = TrustedProxies::parse(arguments.trust_proxy);
  if (!proxies) return fail(proxies.error());
  settings.proxies = *proxies;
  const auto origins = AllowedOrigins::parse(arguments.origins);
  if (!origins) return fail(origins.error());
  settings.origins = *origins;
  for (const std::string& text : arguments.engines) {
    const auto engine = parse_named_engine(text);
    if (!engine) return fail(engine.error());
    for (const NamedEngine& other : settings.engines)
      if (other.name == engine->name)
        return fail(Error{fmt::format("two engines have the name {}", other.name), 0, 0, {}, {}, {}});
    settings.engines.push_back(*engine);
  }
  // Names of both may hold a password, which arguments show to everybody on the machine.
  const auto told = [](std::string& given, const char* variable) {
    if (const char* value = std::getenv(variable); given.empty() && value != nullptr) given = value;
  };
  told(settings.db, "BASTIDE_DB");
  told(settings.nats, "BASTIDE_NATS");
  if (!settings.nats.empty() && settings.db.empty())
    return fail(
        Error{"--nats is for servers that share a database", 0, 0, {}, "--db postgresql://HOST/NAME as well", {}});
  const auto server = Server::open(**rules, settings);
  if (!server) return fail(server.error());
  (*server)->stop_on_signals();
  if (!settings.rehearsed.empty()) log_warning("games are rehearsed: whoever knows that text knows their tiles");
  const bool local =
      settings.host == "127.0.0.1" || settings.host == "0.0.0.0" || settings.host == "::1" || settings.host == "::";
  const std::string kept = settings.db.empty() ? settings.folder : "PostgreSQL";
  const std::string address = fmt::format("http://{}:{}", local ? "localhost" : settings.host, (*server)->port());
  if (in_words)
    fmt::print(stderr,
               "Bastide {}: open {}\nGames are kept in {}. Ctrl+C stops the server; they go on when it starts again.\n",
               kVersion, address, kept);
  else
    log_info("Bastide {} is at {}, its games in {}", kVersion, address, kept);
  (*server)->run();
  return 0;
}

/// What others may ask of the server, and who they are.
void add_limits(const Command& command, ServeArguments& arguments) {
  ConnectionLimits& limits = arguments.settings.limits;
  command.add_option("--origin", arguments.origins, "pages of this origin may play here, too: https://bastide.example")
      .type_name("URL")
      .several();
  command
      .add_option("--trust-proxy", arguments.trust_proxy,
                  "whose X-Forwarded-For is believed: addresses, networks, loopback; or none")
      .capture_default_str()
      .type_name("ADDRESS,...");
  const auto add = [&](const char* name, int& most, const char* of_what) {
    command.add_option(name, most, std::string(of_what) + "; 0: no limit")
        .capture_default_str()
        .range(0, 1'000'000)
        .type_name("N");
  };
  add("--games-per-hour", arguments.settings.new_games_an_hour,
      "new games from one address, and with one account, in an hour");
  command.add_option("--connections", limits.all, "connections at once, from all addresses together")
      .capture_default_str()
      .range(10, 1'000'000)
      .type_name("N");
  add("--connections-per-address", limits.an_address, "connections at once from one address");
  add("--connections-per-account", limits.an_account, "games and streams open at once with one account");
  add("--requests-per-address", limits.unfinished_an_address, "requests of one address that have not come whole");
  add("--analyses-per-address", limits.analyses_an_address, "analyses under way for one address");
  command
      .add_option("--unread", limits.queued, "bytes that all clients together may leave unread; the slowest is cut off")
      .capture_default_str()
      .range(std::size_t{16'000'000}, std::size_t{1} << 40)
      .type_name("BYTES");
}

}  // namespace

void declare_serve(const Command& app, Context& context) {
  const Command command =
      app.add_subcommand("serve", "start the server: play in a browser, against bots or each other");
  const auto arguments = std::make_shared<ServeArguments>();
  arguments->settings.folder = default_folder();
  command.add_option("--port", arguments->settings.port, "listen here; 0: any free port")
      .capture_default_str()
      .type_name("PORT");
  command
      .add_option("--host", arguments->settings.host,
                  "listen at this address; 0.0.0.0: at all, so that others can join")
      .capture_default_str()
      .type_name("ADDRESS");
  command.add_option("--games", arguments->settings.folder, "keep the games in this folder")
      .capture_default_str()
      .type_name("DIR");
  command.add_option("--bot-delay", arguments->bot_delay, "milliseconds before a bot moves, so that people can follow")
      .capture_default_str()
      .range(0, 60'000)
      .type_name("MS");
  command
      .add_option(
          "--claim-after", arguments->claim_after,
          "seconds without a connection before the others may go on without who is asked; five times as many in "
          "a game without a clock; 0: never")
      .capture_default_str()
      .range(0, 86'400)
      .type_name("SECONDS");
  command
      .add_option("--engine", arguments->engines,
                  "a program that speaks the engine protocol may be seated: NAME=[time=SECONDS:][nodes=N:]COMMAND")
      .type_name("NAME=COMMAND")
      .several();
  add_limits(command, *arguments);
  command.add_flag(
      "--shared", arguments->settings.shared,
      "other servers of this machine, each with --shared, may use the same folder and play the same games");
  command
      .add_option("--db", arguments->settings.db,
                  "keep the games in this PostgreSQL instead; every server that does plays the same games. Also "
                  "BASTIDE_DB, which nobody sees in a list of processes")
      .type_name("URL");
  command
      .add_option("--nats", arguments->settings.nats,
                  "tell the other servers of this --db at once what was written, through NATS. Also BASTIDE_NATS")
      .type_name("URL");
  command
      .add_option("--rehearse", arguments->settings.rehearsed,
                  "for tests and lessons: each game's tiles, and what bots choose, come from TEXT and how many games "
                  "were begun before since the start; whoever knows TEXT knows them")
      .type_name("TEXT");
  command.add_option("--log-level", arguments->log_level, "what is told on standard error")
      .capture_default_str()
      .one_of({"trace", "debug", "info", "warning", "error", "off"});
  command.add_flag("--log-requests", arguments->settings.log_requests,
                   "a line for each request: its number, what was asked, the status, bytes and milliseconds");
  command.add_option("--log-form", arguments->log_form, "lines of words, or each line a JSON object")
      .capture_default_str()
      .one_of({"words", "json"});
  command.callback(
      [&context, arguments] { context.run = [&context, arguments] { return serve(context, *arguments); }; });
}

}  // namespace bastide::cli
