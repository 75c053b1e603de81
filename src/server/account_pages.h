// The HTTP calls of accounts, /api/account and below, and of leaderboards (docs/protocol.md).
#pragma once
#include "server/rest.h"

namespace bastide {

asio::awaitable<Answer> answer_account(Services& services, const Target& target, const Request& request,
                                       std::string client);
/// /api/leaderboards and below. REQUIRES: the method is GET or HEAD.
asio::awaitable<Answer> answer_leaderboards(Services& services, const Target& target, const Request& request,
                                            std::string client);

}  // namespace bastide
