// The HTTP calls that openapi.json describes.
#pragma once
#include <mutex>

#include "server/address.h"
#include "server/analysis.h"
#include "server/answer.h"
#include "server/connections.h"
#include "server/fair_queue.h"
#include "server/limit.h"
#include "server/lobby.h"
#include "server/origin.h"
#include "server/pages.h"
#include "server/review.h"

namespace bastide {

class Accounts;

/// What is told of the program itself.
struct Constants {
  Constants(const Catalogue& catalogue, const Bots& bots);
  Answer start, setup, rules;
  std::array<Answer, kLanguages.size()> names;  // by language

  /// What goes with what: made when somebody first asks, since few do. For any thread.
  const Answer& combinations() const;

 private:
  const Catalogue& catalogue_;
  mutable std::once_flag combined_;
  mutable Answer combinations_;
};

/// What requests are answered from.
struct Services {
  Lobby& lobby;
  ArtPages& art;
  const AnalysisPages& analysis;
  ReviewPages& reviews;
  Accounts& accounts;
  TryLimit& new_games;
  const WebFiles& web;
  const Constants& constants;
  FairQueue& queue;       ///< for what takes long
  CountOfEach& analyses;  ///< under way
  const Connections& connections;
  const TrustedProxies& proxies;
  const AllowedOrigins& origins;
  const Patience& patience;
  bool log_requests = false;
};

/// What of a request its answer depends on. Lives until it is answered.
struct Request {
  enum class Method { get, post, other };  ///< get: or head
  Method method = Method::get;
  std::string_view target, keys, session;  ///< keys: of X-Bastide-Keys; session: the token of Authorization
  const std::string& body;
};

/// `client`: whom limits count for it (server/address.h).
asio::awaitable<Answer> answer_request(Services& services, const Request& request, std::string client);

/// The tokens of seats that whoever asks has: they never stand in an address, which logs and referrers keep.
std::vector<std::string> keys_of(const Request& request);

/// What the lobby refuses. What went wrong with the server itself is logged, and told only where it was written for
/// players.
Answer refusal_answer(const Refusal& refusal);

}  // namespace bastide
