// Programs in seats, over HTTP alone: an answer that goes on, with a line for each change of the game (NDJSON), and
// moves that are posted.
#pragma once
#include "server/connections.h"
#include "server/rest.h"
#include "server/stream.h"

namespace bastide {

/// The seat that whoever asks has.
struct ProgramSeat {
  Visit visit;
  std::string by_session;  ///< as Watcher::by_session
  std::string account;     ///< whose session was shown; empty: none
  CountOfEach::Held held;  ///< of a stream: its place among what that account has open
};

/// Whether it is the address of a stream, /api/bot/games/ID/stream.
bool is_bot_stream(const Target& target);

/// 400: `seat` in the address is no number, 401: neither key nor session, 403: they give no seat there, or not the one
/// that is named, 404: there is no such game.
asio::awaitable<Reply<ProgramSeat>> seat_of_program(Services& services, const Target& target, const Request& request);

/// What is posted below /api/bot; of a stream the head.
asio::awaitable<Answer> answer_bot(Services& services, const Target& target, const Request& request);

/// Tells the seat of its game until that is over or the connection ends, while the caller goes on. `chunked`: HTTP/1.1.
/// `held`: its place among those of its address.
void start_bot_stream(Services& services, Connections& connections, Stream stream, ProgramSeat seat, bool chunked,
                      CountOfEach::Held held);

}  // namespace bastide
