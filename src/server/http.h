// One HTTP connection: requests one after another, or a change to WebSocket.
#pragma once
#include <boost/asio/ip/tcp.hpp>

#include "server/connections.h"
#include "server/rest.h"

namespace bastide {

/// `held`: this connection's place among those of its address.
asio::awaitable<void> serve_connection(Services& services, Connections& connections, asio::ip::tcp::socket socket,
                                       CountOfEach::Held held);

}  // namespace bastide
