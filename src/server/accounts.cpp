#include "server/accounts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "server/clock.h"
#include "server/log.h"
#include "server/messages.h"
#include "server/names.h"
#include "server/ratings.h"
#include "server/secrets.h"
#include "server/unicode.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{500};  ///< between two looks at what other processes have ended
constexpr int kDays = 365;                               ///< a session that was not used for so long is none

int today() {
  return day_of(now_ms());
}

std::string day_text(int day) {
  return iso_time(day * kDayMs).substr(0, 10);
}

std::string text_of(const json::value& request, std::string_view member) {
  const json::value* found = request.as_object().if_contains(member);
  return found == nullptr ? std::string() : json::value_to<std::string>(*found);
}

/// Of a new session, and its token, which nobody has but who gets it now.
struct NewSession {
  std::string token;
  SessionRow row;
};

NewSession new_session(const std::string& account, const json::value& request) {
  NewSession made;
  made.token = random_token();
  const auto about = visible_name(text_of(request, "device"));  // the browser's word: shown to its owner alone
  made.row = {sha256_hex(made.token), random_id(), account, about ? *about : std::string(), now_ms(), today()};
  return made;
}

/// Not an initializer list: GCC 12 destroys what stands in one twice, in a coroutine.
template <class... T>
std::vector<AccountChange> listed(T... changes) {
  std::vector<AccountChange> list;
  (list.emplace_back(std::move(changes)), ...);
  return list;
}

json::object session_json(const SessionRow& session, const std::string& current) {
  return {{"id", session.id},
          {"device", session.about},
          {"created", iso_time(session.created)},
          {"seen", day_text(session.seen)},
          {"current", session.hash == current}};
}

/// `ratings`: in each category; `shown`: on leaderboards.
json::object account_json(const AccountRow& account, const std::vector<SessionRow>& sessions,
                          const std::string& current, json::array ratings = {}, bool shown = true) {
  json::array all;
  for (const SessionRow& session : sessions) all.push_back(session_json(session, current));
  return {{"name", account.name},
          {"created", iso_time(account.created)},
          {"sessions", std::move(all)},
          {"ratings", std::move(ratings)},
          {"shown", shown}};
}

}  // namespace

Accounts::Accounts(asio::io_context& io, Lobby& lobby, EventStore& store, AccountLimits limits, bool shared)
    : io_(io),
      lobby_(lobby),
      store_(store),
      limits_(limits),
      passphrases_(limits.cost),
      of_account_(limits.tries_an_account, limits.within),
      of_address_(limits.tries_an_address, limits.within),
      new_(limits.new_an_hour, std::chrono::hours(1)),
      listener_(io) {
  if (shared) start(io_, follow_others());
}

Accounts::~Accounts() {
  readers_.stop();
  readers_.join();
}

void Accounts::stop() {
  stopping_ = true;
  listener_.cancel();
}

// ---------------------------------------------------------------- what is refused

tl::unexpected<Refusal> Accounts::refused(int status, std::string_view phrase) const {
  return refuse(status, say(phrases(), phrase));
}

tl::unexpected<Refusal> Accounts::too_often(std::string_view phrase, std::chrono::seconds wait) const {
  const auto minutes = static_cast<int>(std::chrono::ceil<std::chrono::minutes>(wait).count());
  Refusal refusal{429, worded(say(phrases(), phrase, {{"n", minutes}}))};
  refusal.wait = wait;
  return tl::unexpected<Refusal>(std::move(refusal));
}

tl::unexpected<Refusal> Accounts::unreadable(const Error& error) const {
  log_error("accounts: {}", error.text());
  return refused(503, "told.accounts.unreadable");
}

// ---------------------------------------------------------------- who it is

asio::awaitable<Reply<SignedIn>> Accounts::who(std::string token) {
  if (token.empty()) co_return SignedIn{};
  const std::string hash = sha256_hex(token);
  const auto session = co_await run_on(readers_, [&] { return store_.accounts().session(hash, today() - kDays); });
  if (!session) co_return unreadable(session.error());
  if (!*session) co_return SignedIn{};
  if ((*session)->seen < today()) start(io_, see(**session));
  co_return SignedIn{(*session)->account, hash};
}

/// Nobody waits for it.
asio::awaitable<void> Accounts::see(SessionRow session) {
  auto changes = listed(SeeSession{session.hash, today()});
  static_cast<void>(co_await write(std::move(changes), "told.account.changed"));
}

asio::awaitable<Reply<AccountRow>> Accounts::account_of(SignedIn who) {
  if (who.account.empty()) co_return refused(401, "told.signed-out");
  auto account = co_await run_on(readers_, [&] { return store_.accounts().account(who.account); });
  if (!account) co_return unreadable(account.error());
  if (!*account) co_return refused(401, "told.signed-out");
  co_return std::move(**account);
}

/// Counts a try, looks whether the passphrase is right, and takes the try back if it is. `key`: what tries of this
/// account are counted by. `wrong`: what is said where it is not.
asio::awaitable<Reply<Accounts::Proven>> Accounts::prove(Read account, std::string key, std::string_view passphrase,
                                                         std::string client, std::string_view wrong) {
  if (!account) co_return unreadable(account.error());
  const auto now = std::chrono::steady_clock::now();
  if (const auto wait = of_address_.take(client, now); wait.count() > 0)
    co_return too_often("told.tries.address", wait);
  if (const auto wait = of_account_.take(key, now); wait.count() > 0) {
    of_address_.give_back(client);
    co_return too_often("told.tries.account", wait);
  }
  // What cannot be a passphrase is checked like one: it is wrong.
  const auto normal = passphrase_from(phrases(), passphrase);
  std::string hash = *account ? (*account)->passphrase : std::string();
  std::string given = normal ? *normal : std::string();
  const auto checked = co_await passphrases_.check(client, std::move(hash), std::move(given));
  if (!checked || checked->right) {
    of_address_.give_back(client);
    of_account_.give_back(key);
  }
  if (!checked) co_return refused(503, "told.busy");
  if (!checked->right) co_return refused(403, wrong);
  co_return Proven{std::move(**account), checked->better};
}

asio::awaitable<Reply<Accounts::Proven>> Accounts::prove_again(SignedIn who, const json::value& passphrase,
                                                               std::string client) {
  auto account = co_await account_of(who);
  if (!account) co_return tl::unexpected<Refusal>(account.error());
  std::string key = account->folded;
  Read read = std::optional(std::move(*account));
  co_return co_await prove(std::move(read), std::move(key), passphrase.as_string(), std::move(client),
                           "told.passphrase.wrong");
}

/// `taken`: what is said where something else has happened to the account meanwhile.
asio::awaitable<Reply<void>> Accounts::write(std::vector<AccountChange> changes, std::string_view taken) {
  Append append;
  append.accounts = std::move(changes);
  const Written written = co_await lobby_.committer().commit(std::move(append));
  if (written.kept()) co_return Reply<void>{};
  if (written.fate == Written::Fate::taken) co_return refused(409, taken);
  log_error("accounts: {}", written.error.text());
  if (written.fate == Written::Fate::unknown) co_return refused(503, "told.account.unknown");
  co_return refused(503, "told.account.unwritten");
}

// ---------------------------------------------------------------- what is asked

asio::awaitable<Reply<json::object>> Accounts::make(json::value request, std::string client) {
  const auto name = player_name(request.at("name").as_string());
  if (!name) co_return refuse(400, name.error());
  auto passphrase = passphrase_from(phrases(), request.at("passphrase").as_string());
  if (!passphrase) co_return refuse(400, passphrase.error());
  if (const auto wait = new_.take(client, std::chrono::steady_clock::now()); wait.count() > 0)
    co_return too_often("told.accounts.many", wait);
  auto hash = co_await passphrases_.hash(client, std::move(*passphrase));
  if (!hash) co_return refused(503, "told.busy");
  const AccountRow account{random_id(), *name, folded(*name), std::move(*hash), now_ms()};
  NewSession session = new_session(account.id, request);
  auto changes = listed(MakeAccount{account}, BeginSession{session.row, account.passphrase, limits_.sessions});
  const auto written = co_await write(std::move(changes), "told.account.taken");
  if (!written) co_return tl::unexpected<Refusal>(written.error());
  co_return json::object{{"account", account_json(account, std::vector(1, session.row), session.row.hash)},
                         {"session", session.token}};
}

asio::awaitable<Reply<json::object>> Accounts::sign_in(json::value request, std::string client) {
  const auto name = player_name(request.at("name").as_string());
  const std::string key = name ? folded(*name) : std::string("#");  // no account has such a name
  Read found = co_await run_on(readers_, [&] { return store_.accounts().account_named(key); });
  const auto proven = co_await prove(std::move(found), key, request.at("passphrase").as_string(), std::move(client),
                                     "told.sign-in.wrong");
  if (!proven) co_return tl::unexpected<Refusal>(proven.error());
  const AccountRow& account = proven->account;
  NewSession session = new_session(account.id, request);
  auto changes = listed(BeginSession{session.row, account.passphrase, limits_.sessions});
  if (!proven->better.empty()) changes.emplace_back(SetPassphrase{account.id, account.passphrase, proven->better});
  const auto written = co_await write(std::move(changes), "told.account.changed");
  if (!written) co_return tl::unexpected<Refusal>(written.error());
  const SignedIn who{account.id, session.row.hash};
  auto shown = co_await show(who);
  if (!shown) co_return tl::unexpected<Refusal>(shown.error());
  co_return json::object{{"account", std::move(*shown)}, {"session", session.token}};
}

asio::awaitable<Reply<json::object>> Accounts::show(SignedIn who) {
  const auto account = co_await account_of(who);
  if (!account) co_return tl::unexpected<Refusal>(account.error());
  auto read = [&]() -> Result<json::object> {
    AccountReader& accounts = store_.accounts();
    BASTIDE_TRY(const auto sessions, accounts.sessions(who.account, today() - kDays));
    BASTIDE_TRY(const auto ratings, accounts.ratings(who.account));
    BASTIDE_TRY(const bool shown, accounts.shown_on_boards(who.account));
    return account_json(*account, sessions, who.session, ratings_json(lobby_.catalogue(), ratings, today()), shown);
  };
  auto shown = co_await run_on(readers_, std::move(read));
  if (!shown) co_return unreadable(shown.error());
  co_return std::move(*shown);
}

/// Connections that live by a session end with it.
asio::awaitable<void> Accounts::end_sockets() {
  std::set<std::string> there;
  lobby_.dismiss([&](const std::string& session) {
    there.insert(session);
    return false;
  });
  std::set<std::string> ended;
  for (const std::string& session : there) {
    const auto row = co_await run_on(readers_, [&] { return store_.accounts().session(session, 0); });
    if (row && !*row) ended.insert(session);
  }
  lobby_.dismiss([&](const std::string& session) { return ended.contains(session); });
}

/// What another process has ended.
asio::awaitable<void> Accounts::follow_others() {
  while (!stopping_) {
    listener_.expires_after(kBetweenLooks);
    co_await wait(listener_);
    if (!stopping_) co_await end_sockets();
  }
}

asio::awaitable<Reply<json::object>> Accounts::sign_out(SignedIn who) {
  const auto shown = co_await run_on(readers_, [&] { return store_.accounts().session(who.session, 0); });
  if (!shown) co_return unreadable(shown.error());
  if (*shown) {
    auto changes = listed(EndSession{who.account, (*shown)->id});
    const auto written = co_await write(std::move(changes), "told.account.changed");
    if (!written) co_return tl::unexpected<Refusal>(written.error());
    co_await end_sockets();
  }
  co_return json::object{};
}

asio::awaitable<Reply<json::object>> Accounts::end_sessions(SignedIn who, json::value request) {
  if (who.account.empty()) co_return refused(401, "told.signed-out");
  std::vector<AccountChange> changes;
  if (const std::string id = text_of(request, "session"); !id.empty())
    changes.emplace_back(EndSession{who.account, id});
  else
    changes.emplace_back(EndOtherSessions{who.account, who.session});
  const auto written = co_await write(std::move(changes), "told.account.changed");
  if (!written) co_return tl::unexpected<Refusal>(written.error());
  co_await end_sockets();
  co_return co_await show(who);
}

asio::awaitable<Reply<json::object>> Accounts::set_passphrase(SignedIn who, json::value request, std::string client) {
  auto passphrase = passphrase_from(phrases(), request.at("new").as_string());
  if (!passphrase) co_return refuse(400, passphrase.error());
  const auto proven = co_await prove_again(who, request.at("old"), client);
  if (!proven) co_return tl::unexpected<Refusal>(proven.error());
  const auto hash = co_await passphrases_.hash(std::move(client), std::move(*passphrase));
  if (!hash) co_return refused(503, "told.busy");
  auto changes =
      listed(SetPassphrase{who.account, proven->account.passphrase, *hash}, EndOtherSessions{who.account, who.session});
  const auto written = co_await write(std::move(changes), "told.account.changed");
  if (!written) co_return tl::unexpected<Refusal>(written.error());
  co_await end_sockets();
  co_return co_await show(who);
}

asio::awaitable<Reply<json::object>> Accounts::bring(SignedIn who, std::vector<std::string> tokens) {
  if (who.account.empty()) co_return refused(401, "told.signed-out");
  auto owned = co_await lobby_.owned_by(who.account, std::move(tokens));
  if (!owned) co_return tl::unexpected<Refusal>(owned.error());
  const std::size_t count = owned->size();
  if (count > 0) {
    const auto written = co_await write(std::move(*owned), "told.account.changed");
    if (!written) co_return tl::unexpected<Refusal>(written.error());
  }
  co_return json::object{{"seats", count}};
}

asio::awaitable<Reply<json::object>> Accounts::exported(SignedIn who, FairQueue& queue, std::string client) {
  auto shown = co_await show(who);
  if (!shown) co_return tl::unexpected<Refusal>(shown.error());
  const auto seats = co_await run_on(readers_, [&] { return store_.accounts().seats_of_account(who.account); });
  if (!seats) co_return unreadable(seats.error());
  json::array games;
  for (const SeatOfGame& seat : *seats) {
    auto work = [&]() -> Result<json::object> { return lobby_.exported(seat); };
    const auto game = co_await queue.run(client, std::move(work));
    if (!game) co_return refused(503, "told.busy");
    if (!*game) log_error(about_game(seat.game), "{}", game->error().text());
    // What cannot be read is still a seat that one has.
    games.push_back(*game ? json::value(**game)
                          : json::value{{"game", seat.game}, {"seat", seat.seat}, {"status", "damaged"}});
  }
  json::object all{{"written", iso_time(now_ms())}, {"account", std::move(*shown)}, {"games", std::move(games)}};
  co_return all;
}

asio::awaitable<Reply<json::object>> Accounts::close(SignedIn who, json::value request, std::string client) {
  const auto proven = co_await prove_again(who, request.at("passphrase"), std::move(client));
  if (!proven) co_return tl::unexpected<Refusal>(proven.error());
  auto changes = listed(CloseAccount{who.account, proven->account.passphrase});
  const auto written = co_await write(std::move(changes), "told.account.changed");
  if (!written) co_return tl::unexpected<Refusal>(written.error());
  co_await end_sockets();
  co_await lobby_.forget_names();
  co_return json::object{};
}

}  // namespace bastide
