// From a request to its answer.
#include "server/rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/version.h"
#include "game/place_words.h"
#include "rules/compile.h"
#include "server/account_pages.h"
#include "server/accounts.h"
#include "server/ask_json.h"
#include "server/bot_stream.h"
#include "server/bots.h"
#include "server/combinations.h"
#include "server/described.h"
#include "server/live_game.h"
#include "server/ratings.h"
#include "server/schema.h"

namespace bastide {

namespace json = boost::json;

std::vector<std::string> keys_of(const Request& request) {
  std::vector<std::string> keys;
  std::string_view rest = request.keys;
  while (!rest.empty()) {
    const std::string_view key = rest.substr(0, rest.find(','));
    if (!key.empty()) keys.emplace_back(key);
    rest.remove_prefix(std::min(rest.size(), key.size() + 1));
  }
  return keys;
}

namespace {

Answer not_allowed(std::string allowed) {
  Answer answer = error_answer(405, "This address does not take that method.", allowed);
  answer.allow = std::move(allowed);
  return answer;
}

std::string query_of(const Target& target, const std::string& key) {
  const auto found = target.query.find(key);
  return found == target.query.end() ? std::string() : found->second;
}

template <class T>
Answer reply_answer(const Reply<T>& reply) {
  return reply ? json_answer(*reply) : refusal_answer(reply.error());
}

/// An answer that stays the same while the server runs.
Answer constant(const json::value& value) {
  Answer answer = json_answer(value);
  answer.cache = "no-cache";
  answer.etag = etag_of(answer.body->plain());
  return answer;
}

/// One of the two documents: each server of this program has the same.
template <const json::object& (*made)()>
const Answer& document() {
  static const Answer answer = constant(made());
  return answer;
}

json::array bots_json(const Catalogue& catalogue, const Bots& all) {
  json::array bots;
  for (const Bots::Info& info : all.all()) {
    json::object bot{{"id", info.id}, {"name", info.name}};
    put_text(bot, "sentence", say(catalogue.phrases, info.phrase));
    if (info.measured.elo_error > 0) {
      bot["elo"] = std::llround(info.measured.elo);
      bot["elo_error"] = std::llround(info.measured.elo_error);
    }
    if (info.measured.think > 0) bot["think"] = info.measured.think;
    bots.push_back(std::move(bot));
  }
  return bots;
}

/// What the first page needs of it: the whole grows with every expansion.
Answer first_page(const Catalogue& catalogue, const Bots& bots) {
  json::array presets;
  for (const PresetSpec& preset : catalogue.presets) presets.push_back({{"id", preset.id}, {"theme", preset.theme}});
  return constant({{"presets", std::move(presets)}, {"bots", bots_json(catalogue, bots)}});
}

Answer setup(const Catalogue& catalogue, const Bots& bots) {
  json::array themes;
  for (const art::Theme theme : art::themes) themes.push_back(json::string(art::to_string(theme)));
  return constant({{"presets", presets_json(catalogue)},
                   {"boxes", boxes_json(catalogue)},
                   {"cards", cards_json(catalogue)},
                   {"options", options_json(catalogue)},
                   {"bots", bots_json(catalogue, bots)},
                   {"themes", std::move(themes)},
                   {"version", kVersion}});
}

Answer rules(const Catalogue& catalogue) {
  json::array array;
  for (const RuleSpec& rule : catalogue.rules) array.push_back(rule_json(catalogue, rule));
  return constant({{"rules", std::move(array)}});
}

/// What is named in messages by an id alone, or in English: tiles, figures and the piles of seats.
Answer names(const Catalogue& catalogue, std::size_t language) {
  json::object tiles, figures, piles;
  for (const TileSet& set : catalogue.sets)
    for (const TileSpec& tile : set.tiles)
      tiles[fmt::format("{} {}", tile.set, tile.id)] = tile_in_words(catalogue.phrases, tile)[language];
  for (const auto& [id, phrase] : catalogue.phrases) {
    if (id.starts_with("figure.")) figures[id.substr(7)] = phrase.text[language];
    if (id.starts_with("pile.")) piles[id.substr(id.rfind('.') + 1)] = phrase.text[language];
  }
  return constant({{"tiles", std::move(tiles)}, {"figures", std::move(figures)}, {"piles", std::move(piles)}});
}

/// Which expansions could not be added to these rules, and why.
json::array clashes(const Catalogue& catalogue, const GameRules& rules) {
  json::array array;
  for (const ExpansionCard& card : catalogue.cards) {
    if (rules.options.at(card.option) != catalogue.find_option(card.option)->default_value) continue;
    RuleChoice more = rules.choice;
    more.options[card.option] = card.value;
    const auto tried = compile(catalogue, more, rules.kernel.seats);
    if (!tried) array.push_back({{"card", card.expansion}, {"error", error_json(tried.error())}});
  }
  return array;
}

/// Whether a game can be made so: what is to be said of its rules, or why not.
Answer check(const Catalogue& catalogue, const Request& request) {
  const auto body = read_message("NewGame", request.body);
  if (!body) return error_answer(400, body.error());
  RuleChoice choice;
  choice.preset = json::value_to<std::string>(body->at("preset"));
  if (const json::value* options = body->as_object().if_contains("options"))
    choice.options = json::value_to<std::map<std::string, std::string>>(*options);
  const auto rules = compile(catalogue, choice, static_cast<int>(body->at("seats").as_array().size()));
  if (!rules) return error_answer(400, rules.error());
  if (const json::value* rated = body->as_object().if_contains("rated"); rated != nullptr && rated->as_bool()) {
    const auto of_kind = [&](const char* kind) {
      return static_cast<int>(std::ranges::count_if(body->at("seats").as_array(),
                                                    [&](const json::value& seat) { return seat.at("kind") == kind; }));
    };
    if (const auto why = unratable(**rules, of_kind("me"), of_kind("bot"))) return error_answer(400, worded(*why));
  }
  json::array notes;
  for (const Texts& note : (*rules)->notes) notes.push_back(texts_json(note, "sentence"));
  int tiles = 0, halves = 0;
  for (const GameRules::Kind& kind : (*rules)->kinds)
    (kind.tile->shape == TileShape::half ? halves : tiles) += kind.count;
  return json_answer(json::object{
      {"notes", std::move(notes)}, {"tiles", tiles}, {"halves", halves}, {"clashes", clashes(catalogue, **rules)}});
}

/// What whoever asks has to show: tokens of seats, and who is signed in.
asio::awaitable<Reply<Keys>> shown_by(Services& services, const Request& request) {
  Keys keys{keys_of(request)};
  if (request.session.empty()) co_return keys;
  const auto who = co_await services.accounts.who(std::string(request.session));
  if (!who) co_return tl::unexpected<Refusal>(who.error());
  keys.account = who->account;
  co_return keys;
}

/// What is asked of a game by POST /api/games/ID/NAME.
struct AskedOfGame {
  std::string_view name, message;
  asio::awaitable<Reply<json::object>> (*ask)(Lobby& lobby, std::string game, json::value body, Keys keys);
};
constexpr std::array kAskedOfGames = {
    AskedOfGame{"join", "Join",
                [](Lobby& lobby, std::string game, json::value body, Keys keys) {
                  return lobby.join(std::move(game), std::move(body), std::move(keys));
                }},
    AskedOfGame{"leave", "LeaveGame",
                [](Lobby& lobby, std::string game, json::value body, Keys keys) {
                  return lobby.resign(std::move(game), std::move(body), std::move(keys));
                }},
    AskedOfGame{"rematch", "Rematch",
                [](Lobby& lobby, std::string game, json::value, Keys keys) {
                  return lobby.rematch(std::move(game), std::move(keys));
                }},
    AskedOfGame{"bot", "SeatBot",
                [](Lobby& lobby, std::string game, json::value body, Keys keys) {
                  return lobby.seat_bot(std::move(game), std::move(body), std::move(keys));
                }},
    AskedOfGame{"free", "FreeSeat",
                [](Lobby& lobby, std::string game, json::value body, Keys keys) {
                  return lobby.free_seat(std::move(game), std::move(body), std::move(keys));
                }},
    AskedOfGame{"share", "GiveShare",
                [](Lobby& lobby, std::string game, json::value body, Keys keys) {
                  return lobby.give_share(std::move(game), std::move(body), std::move(keys));
                }},
    AskedOfGame{"begin", "BeginWithout", [](Lobby& lobby, std::string game, json::value, Keys keys) {
                  return lobby.begin_without(std::move(game), std::move(keys));
                }}};

/// Null: there is no such thing.
const AskedOfGame* asked_of_game(std::string_view name) {
  const auto* const found = std::ranges::find(kAskedOfGames, name, &AskedOfGame::name);
  return found == kAskedOfGames.end() ? nullptr : found;
}

/// A new game, or something of one that there is.
asio::awaitable<Answer> post(Services& services, const Target& target, const Request& request,
                             const std::string& client) {
  const auto& path = target.segments;
  const AskedOfGame* asked = path.size() == 2 ? nullptr : asked_of_game(path[3]);
  const auto body = read_message(asked == nullptr ? "NewGame" : asked->message, request.body);
  if (!body) co_return error_answer(400, body.error());
  // A new game by either way counts, and of several each.
  const json::value* several = asked == nullptr ? body->as_object().if_contains("duplicate") : nullptr;
  const int made = several != nullptr                             ? several->to_number<int>()
                   : asked == nullptr || asked->name == "rematch" ? 1
                                                                  : 0;
  const auto too_many = [&](const std::string& who, const char* phrase) -> std::optional<Answer> {
    for (int i = 0; i < made; ++i)
      if (services.new_games.take(who, std::chrono::steady_clock::now()) > std::chrono::seconds(0))
        return error_answer(429, worded(say(services.lobby.catalogue().phrases, phrase), {},
                                        fmt::format("at most {} new games an hour", services.new_games.most())));
    return std::nullopt;
  };
  if (auto refused = too_many(client, "told.games")) co_return std::move(*refused);
  const auto keys = co_await shown_by(services, request);
  if (!keys) co_return refusal_answer(keys.error());
  if (auto refused = too_many(client.empty() ? "" : keys->account, "told.games.account")) co_return std::move(*refused);
  if (asked == nullptr) {
    const auto created = co_await services.lobby.create(*body, keys->account);
    co_return reply_answer(created);
  }
  const auto done = co_await asked->ask(services.lobby, path[2], *body, *keys);
  co_return reply_answer(done);
}

using Work = std::function<Answer()>;

/// What takes long, when it is this client's turn.
asio::awaitable<Answer> by_turns(Services& services, std::string client, Work work) {
  auto answer = co_await services.queue.run(std::move(client), std::move(work));
  if (answer) co_return std::move(*answer);
  co_return error_answer(503, worded(say(services.lobby.catalogue().phrases, "told.busy")));
}

/// The same for what takes longest: a client has so many at once.
asio::awaitable<Answer> analysed(Services& services, std::string client, Work work) {
  const auto held = services.analyses.take(client);
  if (held) co_return co_await by_turns(services, std::move(client), std::move(work));
  co_return error_answer(429, worded(say(services.lobby.catalogue().phrases, "told.analyses"), {},
                                     fmt::format("at most {} at once", services.analyses.most())));
}

/// Who names none is shown everything.
std::string detail_of(const Target& target) {
  const auto named = target.query.find("detail");
  return named == target.query.end() ? "full" : named->second;
}

/// What an address of a game needs and its table does not allow.
std::optional<Aid> withheld_from(std::string_view what, Aids aids) {
  if (what == "features" && !aids.allow(Aid::owners)) return Aid::owners;
  if (what != "compare") return std::nullopt;
  for (const Aid aid : {Aid::analysis, Aid::projection})  // it tells what would be scored now
    if (!aids.allow(aid)) return aid;
  return std::nullopt;
}

/// /api/games/ID and below. All but the first, which checks for itself, begin with a visit.
asio::awaitable<Answer> game(Services& services, const Target& target, const Request& request, std::string client) {
  const auto& path = target.segments;
  const auto keys = co_await shown_by(services, request);
  if (!keys) co_return refusal_answer(keys.error());
  if (path.size() == 3) {
    const auto summary = co_await services.lobby.summary(path[2], *keys);
    co_return reply_answer(summary);
  }
  const auto visit = co_await services.lobby.visit(path[2], *keys);
  if (!visit) co_return refusal_answer(visit.error());
  const auto live = visit->room->scene.live;
  if (path.size() == 4 && path[3] == "record") {
    if (live->game() == nullptr)
      co_return error_answer(409, "This game has not begun: seats are still open.", "a game under way");
    co_return text_answer(live->record(-1), "text/plain; charset=utf-8");
  }
  const std::string_view what = path.size() == 4 ? std::string_view(path[3]) : std::string_view();
  if (const auto withheld = withheld_from(what, live->aids()))
    co_return error_answer(403, worded(say(services.lobby.catalogue().phrases, "told.aids"), {},
                                       fmt::format("a game that is over, or a table with the aid '{}'",
                                                   kAidNames[static_cast<std::size_t>(*withheld)])));
  if (what == "features") co_return json_answer(live->features());
  if (what == "aids") {
    if (live->game() == nullptr)
      co_return error_answer(409, "This game has not begun: seats are still open.", "a game under way");
    Work reckon = [live, seat = visit->seat] { return json_answer(live->reckoned(seat)); };
    co_return co_await by_turns(services, std::move(client), std::move(reckon));
  }
  if (path.size() == 4 && path[3] == "ratings") {
    const auto ratings = co_await services.lobby.ratings(live);
    co_return reply_answer(ratings);
  }
  if (path.size() == 4 && path[3] == "duplicate") {
    const auto games = co_await services.lobby.duplicate(live);
    co_return reply_answer(games);
  }
  if (path.size() == 4 && path[3] == "compare") {
    Work compare = [live, &pages = services.analysis] { return pages.compare(*live); };
    co_return co_await analysed(services, std::move(client), std::move(compare));
  }
  if (path.size() == 4 && path[3] == "review") {
    const auto from = target.query.find("from");
    Work judge = [live, &reviews = services.reviews, from = from == target.query.end() ? "0" : from->second] {
      return reviews.get(*live, from);
    };
    co_return co_await analysed(services, std::move(client), std::move(judge));
  }
  if (path.size() == 5 && path[3] == "layers") {
    Work draw = [live, &art = services.art, theme = path[4], of = query_of(target, "of"), detail = detail_of(target)] {
      return art.layers(*live, theme, of, detail);
    };
    co_return co_await by_turns(services, std::move(client), std::move(draw));
  }
  if (path.size() == 6 && path[3] == "layer") {
    Work draw = [live, &art = services.art, theme = path[4], piece = path[5], detail = detail_of(target)] {
      return art.layer(*live, theme, piece, detail);
    };
    co_return co_await by_turns(services, std::move(client), std::move(draw));
  }
  co_return error_answer(404, "There is no such address.", "one of /api/openapi.json");
}

/// /api/analysis and below, /api/compare: reckoned by a worker.
asio::awaitable<Answer> analysis(Services& services, const Target& target, const Request& request, std::string client) {
  const auto& path = target.segments;
  const bool box = path.size() == 3 && path[2] == "box";
  const bool layer = path.size() == 4 && path[2] == "layer";
  const bool compare = path[1] == "compare";
  Work work = [&request, &pages = services.analysis, box, compare, theme = layer ? path[3] : std::string(),
               detail = detail_of(target)] {
    const auto body = read_message(compare ? "Compare" : box ? "AnalysisRules" : "Analysis", request.body);
    if (!body) return error_answer(400, body.error());
    if (compare) return pages.compare(*body);
    if (box) return pages.box(*body);
    return theme.empty() ? pages.analyse(*body) : pages.layer(*body, theme, detail);
  };
  co_return co_await analysed(services, std::move(client), std::move(work));
}

}  // namespace

Constants::Constants(const Catalogue& catalogue, const Bots& bots)
    : start(first_page(catalogue, bots)),
      setup(bastide::setup(catalogue, bots)),
      rules(bastide::rules(catalogue)),
      catalogue_(catalogue) {
  for (std::size_t i = 0; i < kLanguages.size(); ++i) names[i] = bastide::names(catalogue, i);
}

const Answer& Constants::combinations() const {
  std::call_once(combined_, [this] { combinations_ = constant(combinations_json(catalogue_)); });
  return combinations_;
}

Answer refusal_answer(const Refusal& refusal) {
  if (refusal.status < 500) {
    Answer answer = error_answer(refusal.status, refusal.error);
    answer.retry_after = refusal.wait.count();
    return answer;
  }
  const bool names_a_file = !refusal.error.source.empty();  // and so was not written for players
  return mistake_answer(refusal.status, refusal.error.text(), names_a_file ? "" : refusal.error.message);
}

namespace {

/// What those ask who watch over the server. Figures are for this machine alone: a proxy passes nobody's request on as
/// such.
asio::awaitable<Answer> watched(Services& services, std::string_view what, std::string client) {
  if (what == "healthz") co_return text_answer("ok\n", "text/plain; charset=utf-8");
  if (what == "readyz") {
    if (co_await services.lobby.ready()) co_return text_answer("ok\n", "text/plain; charset=utf-8");
    co_return error_answer(503, "The games cannot be read at the moment.", "to try again later");
  }
  if (!client.empty()) co_return error_answer(404, "There is no such address.", "one of /api/openapi.json");
  Levels levels = services.lobby.levels();
  levels.connections = services.connections.size();
  co_return text_answer(metrics_text(services.lobby.totals(), levels), "text/plain; version=0.0.4; charset=utf-8");
}

asio::awaitable<Answer> answer_to(Services& services, const Request& request, std::string client) {
  const auto target = parse_target(request.target);
  if (!target) co_return error_answer(400, "This address is badly written.", "a path with its special signs as %XX");
  const auto& path = target->segments;
  const bool get = request.method == Request::Method::get;
  const bool is_post = request.method == Request::Method::post;

  const bool file = path.empty() || (path[0] != "api" && path[0] != "art" && path[0] != "ws" && path[0] != "healthz" &&
                                     path[0] != "readyz" && path[0] != "metrics");
  if (!file) {  // what openapi.json does not describe there is not
    const Route* route = route_of(path);
    if (route == nullptr) co_return error_answer(404, "There is no such address.", "one of /api/openapi.json");
    if (!(get ? route->get : is_post && route->post)) co_return not_allowed(route->allowed());
  }
  if (path.size() == 1 && (path[0] == "healthz" || path[0] == "readyz" || path[0] == "metrics")) {
    co_return co_await watched(services, path[0], std::move(client));
  }
  if (file) {
    if (!get) co_return not_allowed("GET, HEAD");
    co_return services.web.get(target->path);
  }
  if (path[0] == "ws") co_return error_answer(426, "This address speaks WebSocket only.");
  if (path[0] == "art") {
    Work draw = [&art = services.art, rest = std::vector<std::string>(path.begin() + 1, path.end()),
                 illustration = query_of(*target, "illustration"), of = query_of(*target, "of"),
                 detail = detail_of(*target)] {
      if (rest.size() == 2 && rest[1] == "tiles.json") return art.tiles(rest[0], of);
      return art.get(rest, illustration, detail);
    };
    co_return co_await by_turns(services, std::move(client), std::move(draw));
  }
  const bool games = path.size() >= 2 && path[1] == "games";
  const bool to_a_game = games && path.size() == 4 && asked_of_game(path[3]) != nullptr;
  if ((games && path.size() == 2) || to_a_game) {
    if (is_post) co_return co_await post(services, *target, request, client);
    const auto keys = co_await shown_by(services, request);
    if (!keys) co_return refusal_answer(keys.error());
    const auto list = co_await services.lobby.list(*keys);
    co_return reply_answer(list);
  }
  if (path.size() >= 2 && path[1] == "account")
    co_return co_await answer_account(services, *target, request, std::move(client));
  if (path.size() >= 2 && path[1] == "leaderboards")
    co_return co_await answer_leaderboards(services, *target, request, std::move(client));
  if (path.size() >= 2 && path[1] == "bot") co_return co_await answer_bot(services, *target, request);
  if (path.size() == 2 && path[1] == "check") co_return check(services.lobby.catalogue(), request);
  if (path.size() >= 2 && (path[1] == "analysis" || path[1] == "compare"))
    co_return co_await analysis(services, *target, request, std::move(client));
  if (path.size() == 2 && path[1] == "openapi.json") co_return document<openapi>();
  if (path.size() == 2 && path[1] == "asyncapi.json") co_return document<asyncapi>();
  if (path.size() == 2 && path[1] == "start") co_return services.constants.start;
  if (path.size() == 2 && path[1] == "setup") co_return services.constants.setup;
  if (path.size() == 2 && path[1] == "rules") co_return services.constants.rules;
  if (path.size() == 2 && path[1] == "combinations") {
    Work make = [&constants = services.constants] { return constants.combinations(); };
    co_return co_await by_turns(services, std::move(client), std::move(make));
  }
  if (path.size() == 3 && path[1] == "names") {
    const auto at = std::find(kLanguages.begin(), kLanguages.end(), path[2]);
    if (at == kLanguages.end()) co_return error_answer(404, "There are no names in this language.", "en, nl or de");
    co_return services.constants.names[at - kLanguages.begin()];
  }
  if (games && path.size() > 2) co_return co_await game(services, *target, request, std::move(client));
  co_return error_answer(404, "There is no such address.", "one of /api/openapi.json");
}

}  // namespace

asio::awaitable<Answer> answer_request(Services& services, const Request& request, std::string client) {
  Answer answer = co_await answer_to(services, request, std::move(client));
  ++services.lobby.totals().answers.at(static_cast<std::size_t>(std::clamp(answer.status / 100 - 1, 0, 4)));
  co_return answer;
}

}  // namespace bastide
