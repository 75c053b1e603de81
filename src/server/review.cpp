#include "server/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "ai/review.h"
#include "game/ask.h"
#include "server/ask_json.h"
#include "server/live_game.h"
#include "server/messages.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr uint64_t kSeed = 1;
constexpr std::size_t kAlternatives = 2, kGames = 32;
constexpr std::chrono::milliseconds kPiece{400};

/// Futures of each move. Where whole turns are searched they take a hundredth of the time that others take.
int64_t nodes_for(const Ruleset& rules) {
  return SearchPlayer<Full>::takes_whole_turns(rules) ? 400 : 48;
}

/// Puts into an object what choosing a move is called where it is asked for, as `label`, and where on the table it is.
/// Nothing is put of what lays a tile. Pieces from number `drafted` on are the move's own tile.
void put_choice(json::object& object, std::string_view label, const Game& game, Move move, int drafted) {
  if (game.over() || game.state().phase == Phase::draw) return;
  const Ask asked = ask(game, nullptr);
  const std::string text = move_text(game.rules(), game.state(), move);
  const auto option = std::ranges::find(asked.options, text, &AskOption::text);
  if (option == asked.options.end()) {
    if (asked.pass && asked.pass->text == text) put_text(object, label, asked.pass->label);
    return;
  }
  put_text(object, label, option->label);
  if (json::value place = place_json(game, *option, drafted); !place.is_null()) object["place"] = std::move(place);
  if (json::value figure = figure_json(game, *option, asked.seat); !figure.is_null())
    object["picture"] = std::move(figure);
}

/// `laid`: what the tile looks like that was laid; another that could have been looks like no copy of this game's.
json::object judged_json(const Game& before, const Candidate& candidate, bool whole, const PlayedPly& played,
                         const Picture* laid) {
  const Move move = candidate.move;
  json::object o{{"move", move_text(before.rules(), before.state(), move)}, {"margin", candidate.margin}};
  if (move.kind != MoveKind::tile) {
    put_choice(o, "label", before, move, kNoneDrafted);
    return o;
  }
  o["space"] = {{"x", move.x}, {"y", move.y}, {"rotation", move.rotation}};
  const bool same = laid != nullptr && move.tile == played.move.tile;
  o["tile"] = tile_json(before.rules(), move.tile, same ? *laid : Picture{"review", ""});
  if (!whole) return o;
  Game placed = before;
  if (!placed.play(move) || placed.state().phase != Phase::follower) return o;
  o["then"] = move_text(placed.rules(), placed.state(), candidate.then);
  put_choice(o, "thenLabel", placed, candidate.then, before.state().pieces);
  return o;
}

/// Null: nothing was decided by this ply.
json::value judge(SearchPlayer<Full>& player, const Game& game, const std::vector<Picture>& pictures, int ply,
                  int64_t nodes) {
  Game before = game.at(ply);
  before.keep_only_last();
  const auto reviewed = review(player, before, game.played(), kSeed, nodes);
  if (!reviewed) return nullptr;
  const bool whole = SearchPlayer<Full>::takes_whole_turns(game.rules().kernel);
  const PlayedPly& played = game.played()[ply];
  const Picture* laid = played.piece < 0 ? nullptr : &pictures[played.piece];
  const auto judged = [&](const Candidate& one) { return judged_json(before, one, whole, played, laid); };
  json::array others;
  for (const Candidate& other : reviewed->others)
    if (others.size() < kAlternatives && !(other.move == reviewed->played.move && other.then == reviewed->played.then))
      others.push_back(judged(other));
  return json::object{{"ply", ply},
                      {"turn", played.turn},
                      {"seat", before.state().seat},
                      {"of", before.asked()},
                      {"played", judged(reviewed->played)},
                      {"best", judged(reviewed->best)},
                      {"others", std::move(others)},
                      {"lost", reviewed->lost}};
}

}  // namespace

std::optional<json::value> ReviewPages::kept(const std::string& game, int ply) {
  const std::scoped_lock lock(mutex_);
  const auto found = games_.find(game);
  if (found == games_.end()) return std::nullopt;
  found->second.used = ++clock_;
  const auto judged = found->second.judged.find(ply);
  if (judged == found->second.judged.end()) return std::nullopt;
  return judged->second;
}

void ReviewPages::keep(const std::string& game, int ply, json::value judged) {
  const std::scoped_lock lock(mutex_);
  Kept& kept = games_[game];
  kept.used = ++clock_;
  kept.judged.emplace(ply, std::move(judged));
  if (games_.size() <= kGames) return;
  games_.erase(std::ranges::min_element(games_, {}, [](const auto& one) { return one.second.used; }));
}

Answer ReviewPages::get(const LiveGame& live, const std::string& from) {
  const Game* game = live.game();
  if (game == nullptr || !game->over())
    return error_answer(409, "This game is not over: it can be looked at again when it is.", "a game that is over");
  const int plies = static_cast<int>(game->played().size());
  int ply = 0;
  const auto read = std::from_chars(from.data(), from.data() + from.size(), ply);
  if (read.ec != std::errc() || read.ptr != from.data() + from.size() || ply < 0 || ply > plies)
    return error_answer(400, fmt::format("'{}' is no ply of this game.", from), fmt::format("from=0 to {}", plies));

  const int64_t nodes = nodes_for(game->rules().kernel);
  SearchPlayer<Full> player{SearchSettings{}};
  player.limit({nodes, 0, nullptr});
  json::array decisions;
  const auto end = std::chrono::steady_clock::now() + kPiece;
  bool known = true;  // all so far: it waits for nothing that takes its time
  for (; ply < plies && (decisions.empty() || std::chrono::steady_clock::now() < end); ++ply) {
    auto judged = kept(live.id(), ply);
    if (!judged && known && !decisions.empty()) break;
    known = known && judged.has_value();
    if (!judged) keep(live.id(), ply, *(judged = judge(player, *game, live.pictures(), ply, nodes)));
    if (!judged->is_null()) decisions.push_back(std::move(*judged));
  }
  json::object answer{{"plies", plies}, {"nodes", nodes}, {"decisions", std::move(decisions)}};
  answer["next"] = ply < plies ? json::value(ply) : json::value(nullptr);
  return json_answer(answer);
}

}  // namespace bastide
