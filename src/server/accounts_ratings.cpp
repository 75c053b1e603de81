// Leaderboards, and whether an account stands on them.
#include "server/accounts.h"
#include "server/clock.h"
#include "server/ratings.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr int kRowsAtOnce = 50;

}  // namespace

asio::awaitable<Reply<json::object>> Accounts::boards(FairQueue& queue, std::string client) {
  auto read = [&] { return store_.accounts().boards(day_of(now_ms())); };
  const auto boards = co_await queue.run(std::move(client), std::move(read));
  if (!boards) co_return refused(503, "told.busy");
  if (!*boards) co_return unreadable(boards->error());
  json::array categories;
  for (const BoardSize& board : **boards) {
    json::object one = category_json(lobby_.catalogue(), board.category);
    one["accounts"] = board.accounts;
    categories.push_back(std::move(one));
  }
  co_return json::object{{"categories", std::move(categories)}, {"surest", static_cast<int>(kSureDeviation)}};
}

asio::awaitable<Reply<json::object>> Accounts::board(SignedIn who, std::string category, int from, FairQueue& queue,
                                                     std::string client) {
  const int today = day_of(now_ms());
  auto read = [&] { return store_.accounts().board(category, today, kRowsAtOnce + 1, from); };
  auto board = co_await queue.run(std::move(client), std::move(read));
  if (!board) co_return refused(503, "told.busy");
  if (!*board) co_return unreadable(board->error());
  std::vector<BoardRow>& rows = **board;
  // Known to the data, or somebody has played it when it was.
  if (rows.empty() && !find_category(lobby_.catalogue(), category)) {
    Refusal refusal{404, worded(say(phrases(), "told.board"), {}, "a preset and a number of seats, such as new-2")};
    co_return tl::unexpected<Refusal>(std::move(refusal));
  }
  const bool more = rows.size() > kRowsAtOnce;
  if (more) rows.pop_back();
  json::array told;
  for (const BoardRow& row : rows) {
    const json::object rating = rating_json(row.rating.on(today));
    json::object one{{"rank", row.rank},
                     {"name", row.name},
                     {"rating", rating.at("rating")},
                     {"deviation", rating.at("deviation")},
                     {"games", row.rating.games}};
    if (!who.account.empty() && row.account == who.account) one["you"] = true;
    told.push_back(std::move(one));
  }
  json::object all = category_json(lobby_.catalogue(), category);
  all["rows"] = std::move(told);
  all["more"] = more;
  co_return all;
}

asio::awaitable<Reply<json::object>> Accounts::show_on_boards(SignedIn who, json::value request) {
  if (who.account.empty()) co_return refused(401, "told.signed-out");
  std::vector<AccountChange> changes;
  changes.emplace_back(ShowOnBoards{who.account, request.at("shown").as_bool()});
  const auto written = co_await write(std::move(changes), "told.account.changed");
  if (!written) co_return tl::unexpected<Refusal>(written.error());
  co_return co_await show(who);
}

}  // namespace bastide
