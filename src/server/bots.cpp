// Asks a player for one answer after the other, until chance or somebody else comes next.
#include "server/bots.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "game/worlds.h"
#include "notation/notation.h"
#include "server/log.h"

namespace bastide {
namespace {

using Choose = std::function<Move(const State<Full>&, Rng&)>;

std::vector<std::string> turn_by(const LiveGame& live, uint64_t seed, const Choose& choose) {
  Rng rng(seed);
  const State<Full> state = imagined(*live.game(), live.to_move(), rng);
  return turn_from(live.rules(), state, rng, [&](const State<Full>& now) { return choose(now, rng); }).value();
}

bool may_pass(const Ruleset& rules, const State<Full>& state) {
  std::vector<Move> legal;
  legal_moves(rules, state, legal);
  return std::find(legal.begin(), legal.end(), Move::pass()) != legal.end();
}

}  // namespace

Result<std::vector<std::string>> turn_from(const GameRules& rules, State<Full> state, Rng& rng,
                                           const std::function<Result<Move>(const State<Full>&)>& choose) {
  const int seat = state.seat, in_turn = running_turn(rules, state);
  std::vector<std::string> turn;
  do {
    BASTIDE_TRY(const Move move, choose(state));
    turn.push_back(move_text(rules, state, move));
    apply(rules.kernel, state, move);
    if (draws_unseen(rules, state)) apply(rules.kernel, state, random_draw(rules.kernel, state, rng));
  } while (goes_on(rules, state, seat, in_turn));
  return turn;
}

std::vector<std::string> choose_turn(const LiveGame& live, uint64_t seed) {
  // create() let in only bots there are; a log from a program that knew more of them falls back to the weakest.
  const std::string& id = live.bot();
  const auto player = make_player(find_player(id) != nullptr ? std::string_view(id) : players().front().id).value();
  const Ruleset& kernel = live.rules().kernel;
  const bool gone = live.game()->has_left(live.to_move());
  return turn_by(live, seed, [&](const State<Full>& state, Rng& rng) {
    if (gone && may_pass(kernel, state)) return Move::pass();  // it puts no figure any more
    return player->choose(kernel, state, rng);
  });
}

Bots::Bots(std::vector<NamedEngine> engines) {
  for (const PlayerInfo& info : players())
    all_.push_back({std::string(info.id), std::string(info.name), fmt::format("bot.{}", info.id), info.measured});
  for (NamedEngine& engine : engines) {
    auto seated = std::make_unique<Seated>();
    seated->id = std::string(kEnginePrefix) + engine.name;
    seated->client = std::make_shared<EngineClient>(std::move(engine.spec));
    all_.push_back({seated->id, engine.name, "bot.engine", {}});
    engines_.push_back(std::move(seated));
  }
}

const Bots::Info* Bots::find(std::string_view id) const {
  for (const Info& info : all_)
    if (info.id == id) return &info;
  return nullptr;
}

asio::awaitable<std::vector<std::string>> Bots::choose(asio::thread_pool& workers, std::shared_ptr<const LiveGame> live,
                                                       uint64_t seed) {
  const std::string& id = live->bot();
  for (const auto& engine : engines_) {
    if (engine->id != id) continue;
    auto think = [this, live, seed, engine = engine.get()] { return choose_by(*engine, *live, seed); };
    co_return co_await run_on(engine->thread, std::move(think));
  }
  auto think = [live, seed] { return choose_turn(*live, seed); };
  co_return co_await run_on(workers, std::move(think));
}

std::vector<std::string> Bots::choose_by(Seated& engine, const LiveGame& live, uint64_t seed) {
  const Ruleset& kernel = live.rules().kernel;
  EnginePlayer player(live.game()->rules_ptr(), engine.client, &stopping_);
  const auto weakest = make_player(players().front().id).value();
  // Once it has failed the rest of the turn is not for it: nobody waits twice.
  auto turn = turn_by(live, seed, [&](const State<Full>& state, Rng& rng) {
    return player.failures() > 0 ? weakest->choose(kernel, state, rng) : player.choose(kernel, state, rng);
  });
  if (player.failures() > 0 && !stopping_ && engine.said != player.trouble().text()) {
    engine.said = player.trouble().text();
    log_warning(about_game(live.id()), "{}; {} moves instead", engine.said, players().front().id);
  }
  return turn;
}

void Bots::stop() {
  stopping_ = true;
  for (const auto& engine : engines_) {
    engine->thread.stop();
    engine->thread.join();
  }
}

}  // namespace bastide
