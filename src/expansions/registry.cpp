#include "expansions/registry.h"

#include <array>

#include "expansions/abbot.h"

namespace bastide {

std::span<const Expansion> expansions() {
  static constexpr std::array<Expansion, 1> list = {{{"abbots", add_abbot}}};
  return list;
}

}  // namespace bastide
