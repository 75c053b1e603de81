// The HTTP calls of docs/protocol.md.
#pragma once
#include <boost/beast/http.hpp>

#include "server/address.h"
#include "server/analysis.h"
#include "server/answer.h"
#include "server/connections.h"
#include "server/fair_pool.h"
#include "server/limit.h"
#include "server/lobby.h"
#include "server/origin.h"
#include "server/pages.h"

namespace bastide {

/// What requests are answered from.
struct Services {
  Lobby& lobby;
  ArtPages& art;
  const AnalysisPages& analysis;
  NewGameLimit& new_games;
  const WebFiles& web;
  FairPool& pool;          ///< for what takes long
  AddressCount& analyses;  ///< under way
  const TrustedProxies& proxies;
  const AllowedOrigins& origins;
  const Patience& patience;
};

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

/// `client`: whom limits count for it (server/address.h).
asio::awaitable<Answer> answer_request(Services& services, const HttpRequest& request, std::string client);

/// What the lobby refuses. What went wrong with the server itself is logged, and told only where it was written for
/// players.
Answer refusal_answer(const Refusal& refusal);

}  // namespace bastide
