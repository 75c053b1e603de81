#include "expansions/registry.h"

#include <array>

#include "expansions/abbot.h"
#include "expansions/halflings.h"

namespace bastide {

std::span<const Expansion> expansions() {
  static constexpr std::array<Expansion, 2> list = {{{"abbots", add_abbot}, {"halflings", add_halflings}}};
  return list;
}

}  // namespace bastide
