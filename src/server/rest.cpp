// From a request to its answer.
#include "server/rest.h"

#include <fmt/format.h>

#include "ai/player.h"
#include "core/version.h"
#include "rules/compile.h"
#include "server/schema.h"

namespace bastide {

namespace http = boost::beast::http;
namespace json = boost::json;

namespace {

std::vector<std::string> tokens_of(const Target& target) {
  std::vector<std::string> tokens;
  const auto found = target.query.find("mine");
  std::string_view rest = found == target.query.end() ? std::string_view() : found->second;
  while (!rest.empty()) {
    const std::string_view token = rest.substr(0, rest.find(','));
    if (!token.empty()) tokens.emplace_back(token);
    rest.remove_prefix(std::min(rest.size(), token.size() + 1));
  }
  return tokens;
}

template <class T>
Answer reply_answer(const Reply<T>& reply) {
  if (!reply) return error_answer(reply.error().status, reply.error().error);
  return json_answer(*reply);
}

Answer not_allowed(std::string allowed) {
  Answer answer = error_answer(405, "This address does not take that method.", allowed);
  answer.allow = std::move(allowed);
  return answer;
}

Answer setup(const Catalogue& catalogue) {
  json::array bots, themes;
  for (const PlayerInfo& player : players())
    bots.push_back({{"id", player.id}, {"name", player.name}, {"sentence", player.sentence}});
  for (const art::Theme theme : art::themes) themes.push_back(json::string(art::to_string(theme)));
  return json_answer({{"presets", presets_json(catalogue)},
                      {"options", options_json(catalogue)},
                      {"bots", std::move(bots)},
                      {"themes", std::move(themes)},
                      {"version", kVersion}});
}

Answer rules(const Catalogue& catalogue) {
  json::array array;
  for (const RuleSpec& rule : catalogue.rules) array.push_back(rule_json(catalogue, rule));
  return json_answer({{"rules", std::move(array)}});
}

/// Whether a game can be made so: what is to be said of its rules, or why not.
Answer check(const Catalogue& catalogue, const HttpRequest& request) {
  const auto body = read_message("NewGame", request.body());
  if (!body) return error_answer(400, body.error());
  RuleChoice choice;
  choice.preset = json::value_to<std::string>(body->at("preset"));
  if (const json::value* options = body->as_object().if_contains("options"))
    choice.options = json::value_to<std::map<std::string, std::string>>(*options);
  const auto rules = compile(catalogue, choice, static_cast<int>(body->at("seats").as_array().size()));
  if (!rules) return error_answer(400, rules.error());
  json::array notes;
  for (const Texts& note : (*rules)->notes) notes.push_back(texts_json(note, "sentence"));
  return json_answer(json::object{{"notes", std::move(notes)}});
}

asio::awaitable<Answer> post(Services& services, const Target& target, const HttpRequest& request,
                             const std::string& address) {
  const auto& path = target.segments;
  const bool create = path.size() == 2;
  const auto body = read_message(create ? "NewGame" : "Join", request.body());
  if (!body) co_return error_answer(400, body.error());
  if (create) {
    if (!services.new_games.take(address, std::chrono::steady_clock::now()))
      co_return error_answer(429,
                             "Too many new games were made from your address in the last hour. Please wait a little.",
                             fmt::format("at most {} new games an hour", services.new_games.most()));
    const auto made = co_await services.lobby.create(*body);
    co_return reply_answer(made);
  }
  const auto joined = co_await services.lobby.join(path[2], *body);
  co_return reply_answer(joined);
}

/// /api/games/ID and below.
asio::awaitable<Answer> game(Services& services, const Target& target) {
  const auto& path = target.segments;
  if (path.size() == 3) co_return reply_answer(services.lobby.summary(path[2], tokens_of(target)));
  if (path.size() == 4 && path[3] == "record") {
    const auto record = services.lobby.record(path[2]);
    if (!record) co_return error_answer(record.error().status, record.error().error);
    Answer answer;
    answer.type = "text/plain; charset=utf-8";
    answer.owned = std::make_shared<const std::string>(*record);
    co_return answer;
  }
  if (path.size() == 4 && path[3] == "features") {
    const auto room = services.lobby.room(path[2]);
    if (!room) co_return error_answer(room.error().status, room.error().error);
    co_return json_answer((*room)->table->features());
  }
  if (path.size() == 4 && path[3] == "compare") {
    const auto room = services.lobby.room(path[2]);
    if (!room) co_return error_answer(room.error().status, room.error().error);
    auto compare = [table = (*room)->table, &pages = services.analysis] { return pages.compare(*table); };
    co_return co_await run_on(services.workers, std::move(compare));
  }
  if (path.size() == 6 && path[3] == "layer") {
    const auto room = services.lobby.room(path[2]);
    if (!room) co_return error_answer(room.error().status, room.error().error);
    auto draw = [table = (*room)->table, &art = services.art, theme = path[4], piece = path[5]] {
      return art.layer(*table, theme, piece);
    };
    co_return co_await run_on(services.workers, std::move(draw));
  }
  co_return error_answer(404, "There is no such address.", "one of docs/protocol.md");
}

/// /api/analysis and below, /api/compare: reckoned by a worker.
asio::awaitable<Answer> analysis(Services& services, const Target& target, const HttpRequest& request) {
  const auto& path = target.segments;
  const bool box = path.size() == 3 && path[2] == "box";
  const bool layer = path.size() == 4 && path[2] == "layer";
  const bool compare = path[1] == "compare";
  if (!box && !layer && path.size() != 2)
    co_return error_answer(404, "There is no such address.", "one of docs/protocol.md");
  auto work = [&request, &pages = services.analysis, box, compare, theme = layer ? path[3] : std::string()] {
    const auto body = read_message(compare ? "Compare" : box ? "AnalysisRules" : "Analysis", request.body());
    if (!body) return error_answer(400, body.error());
    if (compare) return pages.compare(*body);
    if (box) return pages.box(*body);
    return theme.empty() ? pages.analyse(*body) : pages.layer(*body, theme);
  };
  co_return co_await run_on(services.workers, std::move(work));
}

/// Whose request it is: behind a proxy on this machine, whoever the proxy says. Empty: somebody at this machine.
std::string maker_of(const HttpRequest& request, const std::string& address) {
  if (!is_this_machine(address)) return address;
  const auto& forwarded = request["X-Forwarded-For"];
  std::string_view last{forwarded.data(), forwarded.size()};
  last.remove_prefix(std::min(last.size(), last.rfind(',') + 1));
  const auto begin = last.find_first_not_of(' ');
  return begin == std::string_view::npos ? "" : std::string(last.substr(begin, 100));
}

}  // namespace

asio::awaitable<Answer> answer_request(Services& services, const HttpRequest& request, std::string address) {
  const auto target = parse_target({request.target().data(), request.target().size()});
  if (!target) co_return error_answer(400, "This address is badly written.", "a path with its special signs as %XX");
  const auto& path = target->segments;
  const bool get = request.method() == http::verb::get || request.method() == http::verb::head;
  const bool is_post = request.method() == http::verb::post;

  if (path.empty() || (path[0] != "api" && path[0] != "art" && path[0] != "ws")) {
    if (!get) co_return not_allowed("GET, HEAD");
    co_return services.web.get(target->path);
  }
  if (path[0] == "ws") co_return error_answer(426, "This address speaks WebSocket only.");
  if (path[0] == "art") {
    if (!get) co_return not_allowed("GET, HEAD");
    const auto found = target->query.find("illustration");
    auto draw = [&art = services.art, rest = std::vector<std::string>(path.begin() + 1, path.end()),
                 illustration = found == target->query.end() ? std::string() : found->second] {
      return art.get(rest, illustration);
    };
    co_return co_await run_on(services.workers, std::move(draw));
  }
  const bool games = path.size() >= 2 && path[1] == "games";
  if ((games && path.size() == 2) || (games && path.size() == 4 && path[3] == "join")) {
    if (is_post) co_return co_await post(services, *target, request, maker_of(request, address));
    if (path.size() == 2 && get) co_return reply_answer(services.lobby.list(tokens_of(*target)));
    co_return not_allowed(path.size() == 2 ? "GET, HEAD, POST" : "POST");
  }
  if (path.size() == 2 && path[1] == "check") {
    if (!is_post) co_return not_allowed("POST");
    co_return check(services.lobby.catalogue(), request);
  }
  if (path.size() >= 2 && (path[1] == "analysis" || path[1] == "compare")) {
    if (!is_post) co_return not_allowed("POST");
    co_return co_await analysis(services, *target, request);
  }
  if (!get) co_return not_allowed("GET, HEAD");
  if (path.size() == 2 && path[1] == "setup") co_return setup(services.lobby.catalogue());
  if (path.size() == 2 && path[1] == "rules") co_return rules(services.lobby.catalogue());
  if (games && path.size() > 2) co_return co_await game(services, *target);
  co_return error_answer(404, "There is no such address.", "one of docs/protocol.md");
}

}  // namespace bastide
