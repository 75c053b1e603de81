// The HTTP calls of docs/protocol.md.
#pragma once
#include <boost/beast/http.hpp>

#include "server/answer.h"
#include "server/lobby.h"
#include "server/pages.h"

namespace bastide {

/// What requests are answered from.
struct Services {
  Lobby& lobby;
  ArtPages& art;
  const WebFiles& web;
  asio::thread_pool& workers;
};

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

asio::awaitable<Answer> answer_request(Services& services, const HttpRequest& request);

}  // namespace bastide
