// The expansions that the naive implementation knows. Each is null where the rules are without it.
#pragma once
#include <memory>

#include "naive/expansion.h"

namespace bastide::naive {

std::unique_ptr<Expansion> abbey_and_mayor(const GameRules& rules);              ///< ABBEY-*, MAYOR-*, WAGON-*, BARN-*
std::unique_ptr<Expansion> abbot(const GameRules& rules);                        ///< ABBOT-*
std::unique_ptr<Expansion> barber_surgeons(const GameRules& rules);              ///< BAR-*
std::unique_ptr<Expansion> bridges_castles_and_bazaars(const GameRules& rules);  ///< BRIDGE-*, CASTLE-*, BAZAAR-*
std::unique_ptr<Expansion> darmstadt(const GameRules& rules);                    ///< DAR-*
std::unique_ptr<Expansion> rolled_start(const GameRules& rules);                 ///< START-1
std::unique_ptr<Expansion> flier(const GameRules& rules);                        ///< FLY-*
std::unique_ptr<Expansion> princess_and_dragon(
    const GameRules& rules);                                        ///< DRAGON-*, VOLC-*, FAIRY-*, PRINC-*, PORTAL-*
std::unique_ptr<Expansion> german_castles(const GameRules& rules);  ///< GCA-*
std::unique_ptr<Expansion> markets_of_leipzig(const GameRules& rules);    ///< LEI-*
std::unique_ptr<Expansion> inns_and_cathedrals(const GameRules& rules);   ///< INN-*, BIG-*
std::unique_ptr<Expansion> festival(const GameRules& rules);              ///< FEST-*
std::unique_ptr<Expansion> halflings(const GameRules& rules);             ///< HALF-*
std::unique_ptr<Expansion> offers(const GameRules& rules);                ///< HOUSE-BUY
std::unique_ptr<Expansion> cult(const GameRules& rules);                  ///< CULT-*
std::unique_ptr<Expansion> little_buildings(const GameRules& rules);      ///< LIT-*
std::unique_ptr<Expansion> under_the_big_top(const GameRules& rules);     ///< BIGTOP-*, RING-*
std::unique_ptr<Expansion> plague(const GameRules& rules);                ///< PLAGUE-*
std::unique_ptr<Expansion> crop_circles(const GameRules& rules);          ///< CROP-*, HALF-CROP
std::unique_ptr<Expansion> river(const GameRules& rules);                 ///< RIVER-*
std::unique_ptr<Expansion> russian_promos(const GameRules& rules);        ///< RUS-*
std::unique_ptr<Expansion> monasteries(const GameRules& rules);           ///< MON-*
std::unique_ptr<Expansion> hills(const GameRules& rules);                 ///< HILL-*, VINE-*, HALF-HILL, HALF-VINEYARD
std::unique_ptr<Expansion> shepherds(const GameRules& rules);             ///< SHEEP-*, HALF-SHEEP
std::unique_ptr<Expansion> traders_and_builders(const GameRules& rules);  ///< GOODS-*, BUILD-*, PIG-*
std::unique_ptr<Expansion> tower(const GameRules& rules);                 ///< TOWER-*, CAPT-*, EXCH-*, RANS-*
std::unique_ptr<Expansion> watchtowers(const GameRules& rules);           ///< WAT-*

}  // namespace bastide::naive
