// Accounts for who wants them: a name and a passphrase, and by them one's seats on every device. Every function runs on
// the io_context's thread; hashing, reading and writing are done by others, for which coroutines wait.
//
// Invariants: what was answered is on the disk. Passphrases and tokens are kept as hashes, and stand in no log, error
// or answer but the one that gives a token. Whoever asks about a name that nobody has waits as long, and hears the
// same, as who gives a wrong passphrase.
#pragma once
#include <boost/json.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "server/account_limits.h"
#include "server/limit.h"
#include "server/lobby.h"
#include "server/passphrases.h"

namespace bastide {

/// Somebody who is signed in.
struct SignedIn {
  std::string account;  ///< its id
  std::string session;  ///< the hash of its token
};

class Accounts {
 public:
  /// `shared`: other processes may end sessions.
  Accounts(asio::io_context& io, Lobby& lobby, EventStore& store, AccountLimits limits, bool shared);
  ~Accounts();
  /// For a shutdown.
  void stop();

  /// Who has this token: nobody, if the account is empty.
  asio::awaitable<Reply<SignedIn>> who(std::string token);

  // What HTTP asks; bodies are checked against the schema before. `client`: whom limits count, empty: nobody.

  asio::awaitable<Reply<boost::json::object>> make(boost::json::value request, std::string client);
  asio::awaitable<Reply<boost::json::object>> sign_in(boost::json::value request, std::string client);
  asio::awaitable<Reply<boost::json::object>> sign_out(SignedIn who);
  asio::awaitable<Reply<boost::json::object>> show(SignedIn who);
  asio::awaitable<Reply<boost::json::object>> end_sessions(SignedIn who, boost::json::value request);
  asio::awaitable<Reply<boost::json::object>> set_passphrase(SignedIn who, boost::json::value request,
                                                             std::string client);
  /// Seats whose tokens somebody has become the account's.
  asio::awaitable<Reply<boost::json::object>> bring(SignedIn who, std::vector<std::string> tokens);
  /// All that there is of an account. Games are read on `queue`.
  asio::awaitable<Reply<boost::json::object>> exported(SignedIn who, FairQueue& queue, std::string client);
  asio::awaitable<Reply<boost::json::object>> close(SignedIn who, boost::json::value request, std::string client);
  asio::awaitable<Reply<boost::json::object>> show_on_boards(SignedIn who, boost::json::value request);

  // Leaderboards, for everybody: all that there are, and one of them but for its first `from`. Read on `queue`.

  asio::awaitable<Reply<boost::json::object>> boards(FairQueue& queue, std::string client);
  asio::awaitable<Reply<boost::json::object>> board(SignedIn who, std::string category, int from, FairQueue& queue,
                                                    std::string client);

 private:
  /// An account whose passphrase was given just now.
  struct Proven {
    AccountRow account;
    std::string better;  ///< see Passphrases::Checked
  };
  using Read = Result<std::optional<AccountRow>>;

  asio::awaitable<Reply<AccountRow>> account_of(SignedIn who);
  asio::awaitable<Reply<Proven>> prove(Read account, std::string key, std::string_view passphrase, std::string client,
                                       std::string_view wrong);
  asio::awaitable<Reply<Proven>> prove_again(SignedIn who, const boost::json::value& passphrase, std::string client);
  asio::awaitable<Reply<void>> write(std::vector<AccountChange> changes, std::string_view taken);
  asio::awaitable<void> see(SessionRow session);
  asio::awaitable<void> end_sockets();
  asio::awaitable<void> follow_others();
  tl::unexpected<Refusal> refused(int status, std::string_view phrase) const;
  tl::unexpected<Refusal> too_often(std::string_view phrase, std::chrono::seconds wait) const;
  tl::unexpected<Refusal> unreadable(const Error& error) const;
  const Phrases& phrases() const { return lobby_.catalogue().phrases; }

  asio::io_context& io_;
  Lobby& lobby_;
  EventStore& store_;
  const AccountLimits limits_;
  Passphrases passphrases_;
  asio::thread_pool readers_{1};
  TryLimit of_account_, of_address_, new_;
  asio::steady_timer listener_;
  bool stopping_ = false;
};

}  // namespace bastide
