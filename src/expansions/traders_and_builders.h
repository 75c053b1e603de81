// Goods in cities, a builder who brings a second part of the turn, a pig that makes cities worth more (GOODS-*,
// BUILD-*, PIG-*).
#pragma once
#include "expansions/registry.h"

namespace bastide {

extern const Expansion kTradersAndBuilders;

}  // namespace bastide
