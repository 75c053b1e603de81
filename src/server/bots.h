// Bots in seats: the players that are built in, and programs that the server was started with (engine/client.h). Their
// turns are chosen on worker threads; they see what every player sees.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ai/player.h"
#include "engine/client.h"
#include "server/async.h"
#include "server/live_game.h"

namespace bastide {

/// All that the seat to move answers until chance or somebody else comes next, in notation, each answer chosen for
/// itself. `state`: as that seat may imagine it. Errors: those of `choose`.
Result<std::vector<std::string>> turn_from(const GameRules& rules, State<Full> state, Rng& rng,
                                           const std::function<Result<Move>(const State<Full>&)>& choose);

/// The whole turn of the seat to move, in notation, by the seat's built-in player; one that is not known here falls
/// back to the weakest. REQUIRES: live.bot_to_move().
std::vector<std::string> choose_turn(const LiveGame& live, uint64_t seed);

/// Who can be seated. Each program plays one turn at a time, on a thread of its own, so that none keeps other bots
/// waiting; where it fails the weakest built-in player moves, and the log says why.
class Bots {
 public:
  explicit Bots(std::vector<NamedEngine> engines);
  ~Bots() { stop(); }

  struct Info {
    std::string id, name;
    std::string phrase;  ///< what it plays like
    Measured measured;   ///< nothing, of programs
  };
  const std::vector<Info>& all() const { return all_; }  ///< weakest first, programs last
  const Info* find(std::string_view id) const;           ///< nullptr: there is none of that id

  /// The turn of the seat to move. `workers` choose those of built-in players. REQUIRES: live->bot_to_move().
  asio::awaitable<std::vector<std::string>> choose(asio::thread_pool& workers, std::shared_ptr<const LiveGame> live,
                                                   uint64_t seed);

  /// Ends the programs, and what waits for them.
  void stop();

 private:
  struct Seated {
    std::string id;
    std::shared_ptr<EngineClient> client;
    std::string said;  ///< of its failures the last that was logged: it is said once that it rests
    asio::thread_pool thread{1};
  };
  std::vector<std::string> choose_by(Seated& engine, const LiveGame& live, uint64_t seed);

  std::vector<Info> all_;
  std::vector<std::unique_ptr<Seated>> engines_;
  std::atomic<bool> stopping_ = false;
};

}  // namespace bastide
