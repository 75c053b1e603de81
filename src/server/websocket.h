// One WebSocket: a watcher of one game, who plays if the key in its hello gives a seat.
#pragma once
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "server/connections.h"
#include "server/rest.h"
#include "server/stream.h"

namespace bastide {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

/// Serves an upgrade request to /ws until the connection ends, while the caller goes on. `held`: its place among those
/// of its address. REQUIRES: there is this game.
void start_websocket(Services& services, Connections& connections, Stream stream, HttpRequest request, std::string game,
                     CountOfEach::Held held);

}  // namespace bastide
