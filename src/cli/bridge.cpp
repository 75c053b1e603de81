// bastide bridge: takes a seat on a server and lets an engine play there, over the server's streams for programs
// (docs/protocol.md).
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <thread>

#include "cli/bridge_client.h"
#include "cli/cli.h"
#include "engine/client.h"
#include "engine/lines.h"
#include "engine/session.h"
#include "notation/notation.h"
#include "server/bots.h"
#include "server/secrets.h"

namespace bastide::cli {
namespace {

namespace json = boost::json;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr int kMostFailures = 3;  // of the engine, one after the other
constexpr milliseconds kFirstPause{500}, kLongestPause{30'000};
constexpr double kTravel = 0.3;        // seconds of a clock that are left for the way to the server and back
constexpr double kUsualSeconds = 1.0;  // for a choice, where neither a clock nor the command says how long

struct BridgeOptions {
  std::string server, join, game, key, key_file, name;
  std::vector<std::string> engine;
};

/// Where to sit, as it was asked for.
struct Invitation {
  std::string server, game, invite;
};

/// Reads http(s)://HOST:PORT/join/GAME#INVITE, GAME#INVITE or GAME.
Invitation parse_invitation(std::string_view text) {
  Invitation invitation;
  const std::size_t hash = text.find('#');
  if (hash != std::string_view::npos) invitation.invite = text.substr(hash + 1);
  text = text.substr(0, hash);
  if (text.find("://") != std::string_view::npos) invitation.server = text;
  while (text.ends_with('/')) text.remove_suffix(1);
  invitation.game = text.substr(text.rfind('/') == std::string_view::npos ? 0 : text.rfind('/') + 1);
  return invitation;
}

/// Arguments as a shell takes them; one alone is a command of it already.
std::string command_of(const std::vector<std::string>& arguments) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=:/.,+@%";
  if (arguments.size() == 1) return arguments.front();
  std::string command;
  for (const std::string& argument : arguments) {
    if (!command.empty()) command += ' ';
    if (!argument.empty() && argument.find_first_not_of(kPlain) == std::string::npos) {
      command += argument;
      continue;
    }
    command += '\'';
    for (const char c : argument) command += c == '\'' ? std::string("'\\''") : std::string(1, c);
    command += '\'';
  }
  return command;
}

void tell_line(const std::string& line) {
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void warn(const std::string& line) {
  fmt::print(stderr, "bastide: {}\n", line);
  std::fflush(stderr);
}

/// "4.0 s"
std::string in_seconds(Clock::duration time) {
  return fmt::format("{:.1f} s", std::chrono::duration<double>(time).count());
}

/// What a server says is wrong.
Error refusal_in(const ServerAnswer& answer) {
  Error error;
  error.message = fmt::format("the server answers {}", answer.status);
  json::error_code bad;
  const json::value body = json::parse(answer.body, bad);
  const json::value* said = !bad && body.is_object() ? body.as_object().if_contains("error") : nullptr;
  const auto member = [&](const char* name) -> std::string {
    const json::value* text = said != nullptr && said->is_object() ? said->as_object().if_contains(name) : nullptr;
    return text != nullptr && text->is_string() ? shown_line(std::string_view(text->as_string())) : std::string();
  };
  if (const std::string message = member("message"); !message.empty()) error.message += ": " + message;
  error.expected = member("expected");
  error.rule = member("rule");
  return error;
}

/// Whether it may go better later.
bool may_pass(int status) {
  return status == 429 || status >= 500;
}

std::string text_in(const json::value& object, const char* name) {
  return shown_line(std::string_view(object.at(name).as_string()), 400);
}

/// A line of the stream, as far as it is needed.
struct StateLine {
  int seq = 0;
  std::string status, position;
  bool asked = false;
  double clock = 0, increment = 0;  ///< seconds that this seat has left; 0: no clock
  Clock::time_point came = Clock::now();
};

class Bridge {
 public:
  Bridge(const Catalogue& catalogue, ServerClient& server, EngineClient& engine, std::string game)
      : catalogue_(catalogue), server_(server), engine_(engine), game_(std::move(game)) {}

  /// Until the game is over or cannot be gone on with. Returns the exit status.
  int run() {
    for (;;) {
      const auto opened = server_.open_lines("/api/bot/games/" + game_ + "/stream");
      if (opened && opened->status != 200 && !may_pass(opened->status)) return fail(refusal_in(*opened));
      while (opened && opened->status == 200) {
        const auto line = server_.line();
        if (!line) break;
        if (line->empty()) continue;
        pause_ = kFirstPause;
        if (const auto status = take(*line)) return *status;
      }
      wait_for(!opened                 ? opened.error().message
               : opened->status != 200 ? refusal_in(*opened).text()
                                       : "the server has ended the stream");
    }
  }

 private:
  void wait_for(const std::string& why) {
    warn(fmt::format("{}; once more in {}", why, in_seconds(pause_)));
    std::this_thread::sleep_for(pause_);
    pause_ = std::min(2 * pause_, kLongestPause);
  }

  /// The exit status, where this is the end.
  std::optional<int> take(const std::string& text) {
    StateLine line;
    try {
      const json::value told = json::parse(text);
      if (told.at("type") == "freed") {
        warn(text_in(told, "text"));
        return 1;
      }
      read(told, line);
      if (line.status == "over") return end(told);
    } catch (const std::exception& error) {
      warn(fmt::format("the server said what is no line of its protocol ({}): {}", error.what(), shown_line(text)));
      return 1;
    }
    if (line.position.empty() || !read_position(line)) return line.position.empty() ? std::nullopt : std::optional(1);
    // What came while the engine thought is older than its move.
    return line.asked && line.seq >= answered_ ? play(line) : std::nullopt;
  }

  void read(const json::value& told, StateLine& line) {
    const json::object& members = told.as_object();
    if (told.at("type") == "welcome") welcome(told);
    line.seq = told.at("seq").to_number<int>();
    line.status = told.at("status").as_string();
    line.asked = members.contains("legal");
    if (const json::value* position = members.if_contains("position")) line.position = position->as_string();
    if (const json::value* clock = members.if_contains("clock")) {
      line.clock = 0.001 * clock->at("left").at(you_).to_number<double>();
      line.increment = increment_;
    }
    if (const json::value* moves = members.if_contains("moves")) tell_moves(moves->as_array());
  }

  void welcome(const json::value& told) {
    you_ = told.at("you").to_number<std::size_t>();
    const json::value& game = told.at("game");
    names_.clear();
    for (const json::value& seat : game.at("seats").as_array()) names_.push_back(text_in(seat, "name"));
    if (const json::value* time = game.as_object().if_contains("time")) {
      const json::value* each = time->as_object().if_contains("each");
      const json::value* increment = time->as_object().if_contains("increment");
      by_decision_ = each != nullptr;
      increment_ = increment == nullptr ? 0 : increment->to_number<double>();
    }
    tell_line(fmt::format("game {}: {}, {} of {}, turn {} of {}, seat {} is {}", game_, text_in(game, "presetName"),
                          text_in(game, "status"), fmt::join(names_, ", "), game.at("turn").to_number<int>(),
                          game.at("turns").to_number<int>(), you_ + 1, names_.at(you_)));
  }

  /// The answers of a seat in one line. One's own are told when they are sent.
  void tell_moves(const json::array& moves) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const auto seat = [&](std::size_t at) { return moves[at].at("seat"); };
      texts.push_back(text_in(moves[i], "move"));
      if (i + 1 < moves.size() && seat(i + 1) == seat(i)) continue;
      const bool mine = seat(i).is_number() && seat(i).to_number<std::size_t>() == you_;
      if (!mine)
        tell_line(fmt::format("{}: {}", seat(i).is_null() ? "" : name_of(seat(i).to_number<std::size_t>()),
                              fmt::join(texts, ", ")));
      texts.clear();
    }
  }

  std::string name_of(std::size_t seat) const {
    return seat < names_.size() && !names_[seat].empty() ? names_[seat] : fmt::format("seat {}", seat + 1);
  }

  int end(const json::value& told) const {
    std::vector<int> score;
    if (const json::value* points = told.as_object().if_contains("score"))
      for (const json::value& each : points->as_array()) score.push_back(each.to_number<int>());
    tell_line(fmt::format("over: {} ({})", text_in(told, "outcome"), fmt::join(score, " : ")));
    return 0;
  }

  bool read_position(const StateLine& line) {
    PositionReading reading;
    reading.rules = rules_;
    reading.chance = &rng_;
    auto position = parse_position(catalogue_, line.position, reading);
    if (!position) {
      warn("the position cannot be read, perhaps since the server is another version than this program");
      fail(position.error());
      return false;
    }
    rules_ = position->rules;
    names_.clear();
    for (const SeatSpec& seat : position->seats) names_.push_back(shown_line(seat.name));
    state_ = position->state;
    return true;
  }

  /// What the engine is given for a choice.
  Limits limits_for(const StateLine& line, const State<Full>& state) const {
    Limits limits = engine_.spec().limits;
    const bool clock = line.clock > 0;
    if (limits.seconds == 0 && (limits.nodes == 0 || clock) && (!clock || by_decision_)) limits.seconds = kUsualSeconds;
    if (!clock) return limits;
    const double since = std::chrono::duration<double>(Clock::now() - line.came).count();
    const double left = std::max(0.0, line.clock - since - kTravel);
    const double share = by_decision_ ? 0.5 * left : share_of_clock(rules_->kernel, state, left, 0.5 * line.increment);
    limits.seconds = std::max(0.001, limits.seconds > 0 ? std::min(limits.seconds, share) : share);
    return limits;
  }

  std::optional<int> play(const StateLine& line) {
    const auto begin = Clock::now();
    const State<Full> state = state_;
    for (int failures = 0;;) {
      auto turn = turn_from(*rules_, state, rng_, [&](const State<Full>& now) {
        return engine_.choose(*rules_, now, limits_for(line, now));
      });
      if (turn) {
        tell_line(fmt::format("{}: {} ({})", name_of(you_), fmt::join(*turn, ", "), in_seconds(Clock::now() - begin)));
        return post(line, *turn);
      }
      fail(turn.error());
      if (++failures < kMostFailures) {
        warn("the engine is started again");
        continue;
      }
      return resign("the engine does not play");
    }
  }

  std::optional<int> post(const StateLine& line, const std::vector<std::string>& turn) {
    const std::string body =
        json::serialize(json::object{{"seq", line.seq}, {"moves", json::value_from(turn)}, {"id", random_token()}});
    for (;;) {  // sent again, it counts once
      const auto answer = server_.post("/api/bot/games/" + game_ + "/move", body);
      if (answer && answer->status == 200) {
        pause_ = kFirstPause;
        answered_ = json::parse(answer->body).at("seq").to_number<int>();
        return std::nullopt;
      }
      if (answer && answer->status == 409) {
        tell_line(fmt::format("not played: {}", refusal_in(*answer).message));
        return std::nullopt;
      }
      if (answer && !may_pass(answer->status)) {
        fail(refusal_in(*answer));
        return answer->status == 400 ? resign("the server does not take the engine's move") : 1;
      }
      wait_for(!answer ? answer.error().message : refusal_in(*answer).text());
    }
  }

  int resign(const std::string& why) {
    warn(fmt::format("{}: {} resigns", why, name_of(you_)));
    for (;;) {
      const auto answer = server_.post("/api/games/" + game_ + "/leave", fmt::format(R"({{"seat":{}}})", you_));
      if (answer && answer->status != 200 && !may_pass(answer->status)) fail(refusal_in(*answer));
      if (answer && !may_pass(answer->status)) return 1;
      wait_for(!answer ? answer.error().message : refusal_in(*answer).text());
    }
  }

  const Catalogue& catalogue_;
  ServerClient& server_;
  EngineClient& engine_;
  const std::string game_;
  GameRulesPtr rules_;
  State<Full> state_{};  ///< with what the seat does not see as it may be
  Rng rng_{random_bits()};
  std::size_t you_ = 0;
  std::vector<std::string> names_;
  bool by_decision_ = false;  ///< the clock gives so much for each
  double increment_ = 0;
  int answered_ = 0;  ///< the last event when a move had been made
  milliseconds pause_ = kFirstPause;
};

/// "GAME KEY" of a file; nothing: there is no such file.
std::optional<std::pair<std::string, std::string>> kept_key(const std::string& path) {
  std::ifstream file(path);
  std::pair<std::string, std::string> kept;
  if (path.empty() || !(file >> kept.first >> kept.second)) return std::nullopt;
  return kept;
}

/// For nobody but this user.
Result<void> keep_key(const std::string& path, const std::string& game, const std::string& key) {
  const std::string text = fmt::format("{} {}\n", game, key);
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const bool written = file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (file >= 0) ::close(file);
  if (written) return {};
  return failure(fmt::format("the key cannot be kept in {}", path));
}

/// Takes a seat; the client has its key then.
Result<void> sit(ServerClient& server, const Invitation& invitation, const std::string& name) {
  json::object body{{"name", name}};
  if (!invitation.invite.empty()) body["invite"] = invitation.invite;
  BASTIDE_TRY(const auto answer, server.post("/api/games/" + invitation.game + "/join", json::serialize(body)));
  if (answer.status != 200) return tl::unexpected<Error>(refusal_in(answer));
  json::error_code bad;
  const json::value joined = json::parse(answer.body, bad);
  const json::value* token = !bad && joined.is_object() ? joined.as_object().if_contains("token") : nullptr;
  if (token == nullptr || !token->is_string()) return failure("the server gives no key: is it one of Bastide?");
  server.key = token->as_string();
  return {};
}

int run(const Context& context, const BridgeOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  Invitation invitation = parse_invitation(options.join.empty() ? options.game : options.join);
  std::string key = options.key;
  if (const auto kept = kept_key(options.key_file); kept && key.empty()) {
    if (!invitation.game.empty() && kept->first != invitation.game) {
      Error error;
      error.message = fmt::format("{} has the key of another game, {}", options.key_file, shown_line(kept->first));
      error.expected = "another file, or none";
      return fail(error);
    }
    invitation.game = kept->first;
    key = kept->second;
  }
  const bool plain = !invitation.game.empty() &&
                     invitation.game.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == std::string::npos;
  if (!plain || (key.empty() && options.join.empty())) {
    Error error;
    error.message = plain ? "a seat of the game is wanted, and no key says which" : "no game is named";
    error.expected = "--join LINK, --join GAME#INVITE, or --game GAME with --key KEY";
    return fail(error);
  }
  const auto address = parse_server(options.server.empty() ? invitation.server : options.server);
  if (!address) return fail(address.error());
  auto spec = parse_engine(command_of(options.engine));
  if (!spec) return fail(spec.error());
  init_secrets();
  // An engine that does not start takes nobody's seat.
  EngineClient engine(std::move(*spec));
  if (const auto started = engine.start(); !started) return fail(started.error());
  const auto server = ServerClient::make(*address);
  server->key = key;
  if (key.empty()) {
    const std::string name = !options.name.empty() ? options.name : engine.name().empty() ? "Engine" : engine.name();
    if (const auto seated = sit(*server, invitation, name); !seated) return fail(seated.error());
    if (!options.key_file.empty())
      if (const auto kept = keep_key(options.key_file, invitation.game, server->key); !kept) fail(kept.error());
  }
  return std::make_unique<Bridge>(**data, *server, engine, invitation.game)->run();
}

}  // namespace

void declare_bridge(const Command& app, Context& context) {
  const Command command =
      app.add_subcommand("bridge", "seat an engine in a game of a server, and play it there to the end");
  const auto options = std::make_shared<BridgeOptions>();
  command.add_option("--server", options->server, "the server; a whole link names it already")
      .type_name("http://HOST:PORT");
  const Option join =
      command.add_option("--join", options->join, "take an open seat: a link, GAME#INVITE, or GAME if it is public")
          .type_name("LINK");
  command.add_option("--game", options->game, "go on in a game in which there is a seat")
      .type_name("GAME")
      .excludes(join);
  command.add_option("--key", options->key, "the seat's token").type_name("KEY").excludes(join);
  command
      .add_option("--key-file", options->key_file,
                  "where the key of a seat that is taken is kept; if it is there already, the seat is gone on with")
      .type_name("FILE");
  command.add_option("--name", options->name, "what the seat is called; else as the engine calls itself")
      .type_name("NAME");
  command
      .add_option("engine", options->engine,
                  "the program and its arguments, behind --; [time=SECONDS:][nodes=N:] before it limits its thinking")
      .type_name("[--] COMMAND")
      .required();
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
