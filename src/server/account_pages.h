// The HTTP calls of accounts: /api/account and below (docs/protocol.md).
#pragma once
#include "server/rest.h"

namespace bastide {

asio::awaitable<Answer> answer_account(Services& services, const Target& target, const Request& request,
                                       std::string client);

}  // namespace bastide
