// A program that speaks the engine protocol (docs/engine-protocol.md), as a player. What it is shown is the position as
// its seat may see it; what it answers is checked. Whatever it does - it is silent, ends, says what it should not,
// floods - costs a bounded time and gives an error that says what was sent and what came.
#pragma once
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ai/player.h"
#include "engine/process.h"
#include "notation/notation.h"

namespace bastide {

/// Which program, and how it is to play.
struct EngineSpec {
  std::string command;                         ///< as a shell reads it
  Limits limits;                               ///< told with each `go`; without any: 1 s
  std::vector<std::string> options;            ///< "NAME VALUE": told once it has started
  std::chrono::milliseconds patience{10'000};  ///< how long it may take beyond its limits, and to start
};

/// Reads [time=SECONDS:][nodes=N:]COMMAND. Errors: no command, a number that is none.
Result<EngineSpec> parse_engine(std::string_view text);

/// A program with a name that it is picked by.
struct NamedEngine {
  std::string name;  ///< 1 to 24 letters, digits, '-' or '_'
  EngineSpec spec;
};

/// Reads NAME=[time=SECONDS:][nodes=N:]COMMAND. Errors: name or command missing, a name that is none.
Result<NamedEngine> parse_named_engine(std::string_view text);

inline constexpr std::string_view kEnginePrefix = "engine:";  ///< of a player's spec: "engine:python3 bot.py"

/// One running program, started when it is first needed and again after it has failed: after the third failure in a row
/// not for a minute. One thread at a time.
class EngineClient {
 public:
  explicit EngineClient(EngineSpec spec) : spec_(std::move(spec)) {}

  /// A legal ply for the seat to move. `limits`: instead of the spec's, if there are any; its `stop` ends the thinking.
  /// `cancelled`: nobody waits for the answer any more. REQUIRES: neither phase draw nor over; `state` is one of
  /// `rules`.
  Result<Move> choose(const GameRules& rules, const State<Full>& state, const Limits& limits = {},
                      const std::atomic<bool>* cancelled = nullptr);

  /// What it said it compared when it chose last.
  const std::vector<Candidate>& considered() const { return considered_; }

  /// Starts it, if it is not running. Errors: it does not start, or does not shake hands.
  Result<void> start(const std::atomic<bool>* cancelled = nullptr);

  const EngineSpec& spec() const { return spec_; }
  const std::string& name() const { return name_; }  ///< what it calls itself; empty before it has started

 private:
  Result<void> shake_hands(const std::atomic<bool>* cancelled);
  Result<void> show(const GameRules& rules, const State<Full>& state, const std::atomic<bool>* cancelled);
  Result<Move> ask(const GameRules& rules, const State<Full>& state, const Limits& limits,
                   const std::atomic<bool>* cancelled);
  Result<std::string> best_move(const GameRules& rules, const State<Full>& state, const Limits& limits,
                                const std::atomic<bool>* cancelled);
  void note_info(const GameRules& rules, const State<Full>& state, std::string_view line);
  tl::unexpected<Error> fault(Error error, std::string_view sent) const;
  Until until(std::chrono::milliseconds time, const std::atomic<bool>* cancelled) const;

  EngineSpec spec_;
  std::optional<EngineProcess> process_;
  std::string name_, last_;  ///< last_: the line that it said last
  bool wants_legal_ = false;
  int64_t questions_ = 0;
  int failures_ = 0;
  std::chrono::steady_clock::time_point rests_until_;
  std::vector<Candidate> considered_;
};

/// A program as a Player. Where it fails the weakest player that is built in moves instead; trouble() says why.
class EnginePlayer : public Player {
 public:
  EnginePlayer(GameRulesPtr rules, std::shared_ptr<EngineClient> client, const std::atomic<bool>* cancelled = nullptr)
      : rules_(std::move(rules)), client_(std::move(client)), cancelled_(cancelled) {}

  /// REQUIRES: `rules` are those given when it was made.
  Move choose(const Ruleset& rules, const State<Full>& state, Rng& rng) override;
  void limit(const Limits& limits) override { limits_ = limits; }
  std::span<const Candidate> considered() const override { return client_->considered(); }

  const std::string& name() const { return client_->name(); }
  int failures() const { return failures_; }         ///< how many moves it did not make itself
  const Error& trouble() const { return trouble_; }  ///< of the last of them; no message: none

 private:
  GameRulesPtr rules_;
  std::shared_ptr<EngineClient> client_;
  const std::atomic<bool>* cancelled_;
  Limits limits_;
  int failures_ = 0;
  Error trouble_;
};

/// A player by its spec, for a game of these rules: one of ai/player.h, or engine:[time=SECONDS:][nodes=N:]COMMAND,
/// which is started. Errors: those of parse_player, parse_engine and EngineClient::start.
Result<std::unique_ptr<Player>> make_player_for(std::string_view spec, const GameRulesPtr& rules);

}  // namespace bastide
