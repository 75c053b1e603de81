#include "expansions/festival.h"

#include <array>

#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 2> kOptions = {{{"festival", {"2016", "2011"}}, {"festival_return", {"followers"}}}};
enum Options : uint8_t { edition, followers_only };

enum MarkNumber : uint8_t { festival };
constexpr std::array<MarkSpec, 1> kMarks = {{{"festival", "FEST-1"}}};

constexpr std::array<Verb, 1> kVerbs = {{{"festival", Takes::standing, "FEST-2"}}};

bool may_go(const Ruleset& rules, const State<Full>& state, int by, const FigureRow& row) {
  return row.seat == state.seat && row.at.kind == Place::feature && !stays_to_the_end(state, row) &&
         (rules.added[by].option[followers_only] == 0 || rules.figures[row.figure].follower);
}

/// FEST-2 to FEST-4: any figure of the seat, wherever it stands; alike ones in one place are one choice.
bool join(const Ruleset& rules, const State<Full>& state, int by, std::vector<Move>& moves) {
  if (!last_tile_has(rules, state, by, festival)) return false;
  const auto may = [&](const FigureRow& row) { return may_go(rules, state, by, row); };
  add_who_may_go(state, by, 0, may, moves);
  return false;
}

/// FEST-5, FEST-6: it earns nothing. Of several alike in one place the one that came last.
void decide(Turn& turn, const Pending& asked, Move move) {
  turn.send_home_who_goes(asked.seat, move);
}

std::string_view why_illegal(const Ruleset& rules, const Added& added, const State<Full>& state, Move move) {
  const int by = static_cast<int>(&added - rules.added.data());
  if (move.kind != MoveKind::act || move.by != by) return {};
  return last_tile_has(rules, state, by, festival) ? "FEST-3" : "FEST-2";
}

constexpr Hooks kHooks = {.decide = decide, .join = join};

}  // namespace

constexpr Expansion kFestival = {.id = "festival",
                                 .options = kOptions,
                                 .hooks = &kHooks,
                                 .marks = kMarks,
                                 .verbs = kVerbs,
                                 .why_illegal = why_illegal};

}  // namespace bastide
