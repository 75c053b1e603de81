// The HTTP calls of docs/protocol.md.
#pragma once
#include <boost/beast/http.hpp>

#include "server/analysis.h"
#include "server/answer.h"
#include "server/limit.h"
#include "server/lobby.h"
#include "server/pages.h"

namespace bastide {

/// What requests are answered from.
struct Services {
  Lobby& lobby;
  ArtPages& art;
  const AnalysisPages& analysis;
  NewGameLimit& new_games;
  const WebFiles& web;
  asio::thread_pool& workers;
};

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

/// `address`: whose request it is, as the connection tells it.
asio::awaitable<Answer> answer_request(Services& services, const HttpRequest& request, std::string address);

}  // namespace bastide
