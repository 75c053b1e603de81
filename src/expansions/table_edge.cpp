#include "expansions/table_edge.h"

#include <algorithm>
#include <array>

#include "core/turn.h"

namespace bastide {
namespace {

constexpr std::array<OptionRead, 7> kOptions = {{{"table", {"standard", "shift", "extend", "needed"}},
                                                 {"border", {"closes"}},
                                                 {"second_side", {"north", "east", "south", "west"}},
                                                 {"table_width"},
                                                 {"table_height"},
                                                 {"second_width"},
                                                 {"second_height"}}};
enum Options : uint8_t { table, border, second_side, table_width, table_height, second_width, second_height };
enum Tables : uint8_t { endless, standard, shift, extend, needed };
enum Sides : uint8_t { north_of_it = 1, east_of_it, south_of_it, west_of_it };

/// Where there is no edge, one that completes is refused.
bool in_play(const Added::Options& options) {
  return options[table] != endless || options[border] != 0;
}

/// So many spaces in a row with the start tile in the middle; with an even number one more to the west or north.
int first_of(int size) {
  return -(size / 2);
}

Area area(int left, int top, int width, int height) {
  const auto at = [](int value) { return static_cast<int16_t>(value); };
  return {at(left), at(top), at(left + width - 1), at(top + height - 1)};
}

Area first_table(const Added& added) {
  const int width = added.option[table_width], height = added.option[table_height];
  return area(first_of(width), first_of(height), width, height);
}

/// Centred on the start tile's row or column.
Area second_table(const Added& added) {
  const int width = added.option[second_width], height = added.option[second_height], side = added.option[second_side];
  const Area first = first_table(added);
  const int left = side == east_of_it ? first.right + 1 : side == west_of_it ? first.left - width : first_of(width);
  const int top = side == south_of_it ? first.bottom + 1 : side == north_of_it ? first.top - height : first_of(height);
  return area(left, top, width, height);
}

/// Its word of memory says that a second table that waited has been put there.
bool second_is_there(const Added& added, const State<Full>& state) {
  return added.option[table] == extend || (added.option[table] == needed && state.v.memory[added.memory] != 0);
}

Ground ground(const Ruleset& rules, int by, const State<Full>& state, int x, int y) {
  const Added& added = rules.added[by];
  if (added.option[table] == shift) {
    const Area box = extent_of(state);
    const bool fits = std::max<int>(box.right, x) - std::min<int>(box.left, x) < added.option[table_width] &&
                      std::max<int>(box.bottom, y) - std::min<int>(box.top, y) < added.option[table_height];
    return fits ? Ground::open : Ground::shut;
  }
  if (first_table(added).contains(x, y)) return Ground::open;
  if (second_is_there(added, state) && second_table(added).contains(x, y)) return Ground::open;
  return added.option[border] != 0 ? Ground::walled : Ground::shut;
}

bool widen(Turn& turn) {
  if (turn.option(table) != needed || turn.memory()[0] != 0) return false;
  turn.memory()[0] = 1;
  return true;
}

Edge edge(const Ruleset&, const Added& added, const State<Full>& state) {
  if (added.option[table] == shift) {
    const Area box = extent_of(state);
    const int width = added.option[table_width], height = added.option[table_height];
    const int left = box.right - width + 1, top = box.bottom - height + 1;
    return {.areas = {area(left, top, box.left + width - left, box.top + height - top)}, .shifting = true};
  }
  Edge edge{.areas = {first_table(added)}, .closes = added.option[border] != 0};
  if (second_is_there(added, state)) edge.areas.push_back(second_table(added));
  return edge;
}

OffTable why_shut(const Ruleset&, const Added& added, const State<Full>&, int, int) {
  if (added.option[table] == shift)
    return {.what = "shift",
            .rule = "TABLE-SHIFT",
            .whole = true,
            .width = added.option[table_width],
            .height = added.option[table_height]};
  return {.what = "beyond", .rule = added.option[table] == standard ? "TABLE-STANDARD" : "TABLE-EXTEND"};
}

/// Only an edge that stays where it is can complete anything.
Objection objection(const Ruleset&, const Added& added) {
  const int kind = added.option[table];
  if (added.option[border] == 0 || kind == standard || kind == extend) return {};
  return {.what = kind == endless  ? "floor"
                  : kind == needed ? "needed"
                                   : "shift",
          .rule = "HOUSE-BORDER",
          .instead = "table=standard or table=extend"};
}

constexpr Hooks kHooks = {.ground = ground, .widen = widen};

}  // namespace

constexpr Expansion kTableEdge = {.id = "table-edge",
                                  .options = kOptions,
                                  .in_play = in_play,
                                  .hooks = &kHooks,
                                  .words = 1,
                                  .objection = objection,
                                  .edge = edge,
                                  .why_shut = why_shut,
                                  .wall_rule = "HOUSE-BORDER",
                                  .widens = {"extended", "TABLE-EXTEND", "set table=needed"}};

}  // namespace bastide
