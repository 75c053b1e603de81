#include "server/account_pages.h"

#include <charconv>
#include <optional>

#include "game/json_texts.h"
#include "server/accounts.h"
#include "server/schema.h"

namespace bastide {

namespace json = boost::json;

namespace {

Answer reply_answer(const Reply<json::object>& reply) {
  return reply ? json_answer(*reply) : refusal_answer(reply.error());
}

/// The definition in the schema of what is posted to an address below /api/account; none: nothing is.
std::string_view body_of(std::string_view what) {
  if (what.empty()) return "NewAccount";
  if (what == "sign-in") return "SignIn";
  if (what == "sign-out") return "SignOut";
  if (what == "sessions") return "EndSessions";
  if (what == "passphrase") return "SetPassphrase";
  if (what == "seats") return "BringSeats";
  if (what == "board") return "ShowOnBoards";
  if (what == "delete") return "DeleteAccount";
  return {};
}

asio::awaitable<Answer> posted(Services& services, std::string_view what, SignedIn who, const Request& request,
                               std::string client) {
  Accounts& accounts = services.accounts;
  auto body = read_message(body_of(what), request.body);
  if (!body) co_return error_answer(400, body.error());
  if (what.empty()) {
    const auto made = co_await accounts.make(std::move(*body), std::move(client));
    co_return reply_answer(made);
  }
  if (what == "sign-in") {
    const auto in = co_await accounts.sign_in(std::move(*body), std::move(client));
    co_return reply_answer(in);
  }
  if (what == "sign-out") {
    const auto out = co_await accounts.sign_out(std::move(who));
    co_return reply_answer(out);
  }
  if (what == "sessions") {
    const auto left = co_await accounts.end_sessions(std::move(who), std::move(*body));
    co_return reply_answer(left);
  }
  if (what == "passphrase") {
    const auto set = co_await accounts.set_passphrase(std::move(who), std::move(*body), std::move(client));
    co_return reply_answer(set);
  }
  if (what == "seats") {
    const auto brought = co_await accounts.bring(std::move(who), keys_of(request));
    co_return reply_answer(brought);
  }
  if (what == "board") {
    const auto shown = co_await accounts.show_on_boards(std::move(who), std::move(*body));
    co_return reply_answer(shown);
  }
  const auto closed = co_await accounts.close(std::move(who), std::move(*body), std::move(client));
  co_return reply_answer(closed);
}

/// All that there is of an account: counted as what takes long.
asio::awaitable<Answer> exported(Services& services, SignedIn who, std::string client) {
  const auto held = services.analyses.take(client);
  if (!held) co_return error_answer(429, worded(say(services.lobby.catalogue().phrases, "told.analyses")));
  const auto all = co_await services.accounts.exported(std::move(who), services.queue, std::move(client));
  co_return reply_answer(all);
}

/// How many rows of a list are left out, from an address; nothing: what it says is no number.
std::optional<int> from_of(const Target& target) {
  int from = 0;
  const auto asked = target.query.find("from");
  if (asked == target.query.end()) return from;
  const std::string& number = asked->second;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), from);
  if (error != std::errc{} || end != number.data() + number.size() || from < 0) return std::nullopt;
  return from;
}

}  // namespace

asio::awaitable<Answer> answer_leaderboards(Services& services, const Target& target, const Request& request,
                                            std::string client) {
  const auto& path = target.segments;
  if (path.size() == 2) {
    const auto boards = co_await services.accounts.boards(services.queue, std::move(client));
    co_return reply_answer(boards);
  }
  const auto from = from_of(target);
  if (!from) co_return error_answer(400, "This is no number of rows.", "from=50");
  const auto who = co_await services.accounts.who(std::string(request.session));
  if (!who) co_return refusal_answer(who.error());
  const auto board = co_await services.accounts.board(*who, path[2], *from, services.queue, std::move(client));
  co_return reply_answer(board);
}

asio::awaitable<Answer> answer_account(Services& services, const Target& target, const Request& request,
                                       std::string client) {
  const auto& path = target.segments;
  const std::string_view what = path.size() == 3 ? std::string_view(path[2]) : std::string_view();
  const bool get = request.method == Request::Method::get;
  auto who = co_await services.accounts.who(std::string(request.session));
  if (!who) co_return refusal_answer(who.error());
  if (!get) co_return co_await posted(services, what, std::move(*who), request, std::move(client));
  const auto shown = co_await services.accounts.show(*who);  // or that nobody is signed in
  if (what.empty() || !shown) co_return reply_answer(shown);
  if (what == "export") co_return co_await exported(services, std::move(*who), std::move(client));
  const auto from = from_of(target);
  if (!from) co_return error_answer(400, "This is no number of games.", "from=50");
  const auto games = co_await services.lobby.games_of(who->account, *from);
  co_return reply_answer(games);
}

}  // namespace bastide
