// The kernel's first floor: figures on features, awards, the final scoring.
#pragma once
#include <span>

#include "core/kernel_board.h"

namespace bastide {

template <class Config>
struct Scoring : Board<Config> {
  using Base = Board<Config>;
  using Base::find;
  using Base::kinds;
  using Base::log;
  using Base::rules;
  using Base::s;
  using typename Base::NodeIndex;
  using typename Base::S;
  using typename Base::Small;
  using CitySet = Bits<(Config::max_nodes + 63) / 64>;
  static constexpr int kMostFigures = kMaxSeats * 16;  ///< on the board at once

  // ---------------------------------------------------------------- figures (FOLLOWER-1..8, ABBOT-1)

  int supply_of(int seat, Figure figure) const {
    if constexpr (Config::variants)
      if (figure != Figure::follower) return s.v.supply[static_cast<int>(figure) - 1][seat];
    return s.supply[seat];
  }

  void change_supply(int seat, Figure figure, int by) {
    uint8_t* supply = &s.supply[seat];
    if constexpr (Config::variants)
      if (figure != Figure::follower) supply = &s.v.supply[static_cast<int>(figure) - 1][seat];
    *supply = static_cast<uint8_t>(*supply + by);
  }

  /// Features of the last piece that may take a figure of the seat to move, as bits.
  unsigned free_features(Figure figure = Figure::follower) const {
    if (supply_of(s.seat, figure) == 0) return 0;
    const auto& piece = s.piece[s.pieces - 1];
    const TileKind& kind = kinds[piece.kind];
    const FigureKind& stands = rules.figures[static_cast<int>(figure)];
    unsigned free = 0;
    for (int f = 0; f < kind.features; ++f) {
      const bool taken = s.node[root_of(s, piece.node + f)].followers.any();
      free |= static_cast<unsigned>(stands.stands(kind.types[f]) & !taken) << f;
    }
    return free;
  }

  void put_figure(int piece, int feature, int seat, Figure figure) {
    s.node[find(s.piece[piece].node + feature)].followers.add(seat);
    change_supply(seat, figure, -1);
    if constexpr (Config::variants) {
      auto& figures = s.v.figures;
      figures.at[figures.count++] = {static_cast<Small>(piece), static_cast<uint8_t>(feature),
                                     static_cast<uint8_t>(seat), figure};
    }
  }

  /// Index of the figure that a seat may take back, or -1: one whose feature is not completed (ABBOT-2).
  int returnable(int seat, Figure figure) const {
    if constexpr (Config::variants) {
      if (!rules.figures[static_cast<int>(figure)].may_return) return -1;
      for (int i = 0; i < s.v.figures.count; ++i) {
        const auto& placed = s.v.figures.at[i];
        if (placed.seat == seat && placed.figure == figure &&
            !is_completed(s, root_at(s, placed.piece, placed.feature)))
          return i;
      }
    }
    return -1;
  }

  /// The figure scores at once what it would at the end, for its owner alone, and goes home (ABBOT-2).
  void take_back(Figure figure) {
    if constexpr (Config::variants) {
      const int i = returnable(s.seat, figure);
      const auto placed = s.v.figures.at[i];
      const int root = root_at(s, placed.piece, placed.feature);
      const int size = size_of(root);
      const int points = points_of(root, size, false);
      if (log) {
        Award entry = describe(root, Reason::returned, size, 0);
        entry.owners = static_cast<uint8_t>(1u << s.seat);
        entry.points[s.seat] = static_cast<int16_t>(points);
        log->awards.push_back(entry);
      }
      s.score[s.seat] = static_cast<int16_t>(s.score[s.seat] + points);
      remove_figure(i);
    }
  }

  /// Takes a figure off the board, back into its supply.
  void remove_figure(int i) {
    auto& figures = s.v.figures;
    const auto placed = figures.at[i];
    s.node[root_at(s, placed.piece, placed.feature)].followers.remove(placed.seat);
    change_supply(placed.seat, placed.figure, 1);
    std::copy(figures.at.begin() + i + 1, figures.at.begin() + figures.count, figures.at.begin() + i);
    --figures.count;
  }

  // ---------------------------------------------------------------- awards

  Award describe(int root, Reason reason, int tiles, int cities) const {
    const auto& node = s.node[root];
    Award entry;
    entry.reason = reason;
    entry.type = s.type[root];
    entry.node = root;
    entry.tiles = tiles;
    entry.shields = entry.type == FeatureType::city ? node.shields() : 0;
    entry.cities = cities;
    for (int seat = 0; seat < rules.seats; ++seat)
      entry.followers[seat] = static_cast<uint8_t>(node.followers.of(seat));
    return entry;
  }

  static int most_of(const typename Config::FollowerCount& followers, int seats) {
    int most = 0;
    for (int seat = 0; seat < seats; ++seat) most = std::max(most, followers.of(seat));
    return most;
  }

  /// The seats with the majority on `followers` (MAJ-1), less those that lose a tie. `nodes` are the roots whose
  /// followers they are.
  Majority majority(const typename Config::FollowerCount& followers, std::span<const int> nodes) const {
    Majority result;
    const int most = most_of(followers, rules.seats);
    for (int seat = 0; seat < rules.seats; ++seat)
      if (followers.of(seat) == most) result.owners |= 1u << seat;
    if constexpr (Config::variants) {
      for (const Hooks* hooks : rules.hooks) {
        if (!hooks->break_tie || std::has_single_bit(result.owners)) continue;
        const unsigned winners = hooks->break_tie(rules, s, nodes, result.owners);
        result.tie_broken |= winners != result.owners;
        result.owners = winners;
      }
    }
    return result;
  }

  /// Gives `points` to whoever has most followers (MAJ-1) and books the award.
  void award(int root, int points, Reason reason, int tiles, int cities, [[maybe_unused]] int bonus = 0) {
    const auto& followers = s.node[root].followers;
    if constexpr (!Config::variants) {
      const int most = most_of(followers, rules.seats);
      for (int seat = 0; seat < rules.seats; ++seat)
        if (followers.of(seat) == most) s.score[seat] = static_cast<int16_t>(s.score[seat] + points);
    } else {
      const Majority winners = majority(followers, {&root, 1});
      Award entry = describe(root, reason, tiles, cities);
      entry.bonus = bonus;
      for (int seat = 0; seat < rules.seats; ++seat)
        if (winners.has(seat)) book(entry, seat, points);
      finish(entry, winners);
    }
  }

  void book(Award& entry, int seat, int points) {
    s.score[seat] = static_cast<int16_t>(s.score[seat] + points);
    entry.points[seat] = static_cast<int16_t>(points);
  }

  void finish(Award& entry, const Majority& winners) {
    if (!log) return;
    entry.owners = static_cast<uint8_t>(winners.owners);
    entry.tie_broken = winners.tie_broken;
    log->awards.push_back(entry);
  }

  /// Figures of a scored feature go home (RETURN-1).
  void send_home(int root) {
    auto& followers = s.node[root].followers;
    if constexpr (Config::variants) {
      auto& figures = s.v.figures;
      int kept = 0;
      for (int i = 0; i < figures.count; ++i) {
        const auto placed = figures.at[i];
        if (root_at(s, placed.piece, placed.feature) == root)
          change_supply(placed.seat, placed.figure, 1);
        else
          figures.at[kept++] = placed;
      }
      figures.count = static_cast<uint8_t>(kept);
    } else {
      for (int seat = 0; seat < rules.seats; ++seat)
        s.supply[seat] = static_cast<uint8_t>(s.supply[seat] + followers.of(seat));
    }
    followers.packed = 0;
  }

  /// Tiles of a road or city, occupied spaces of a cloister or garden with its own, in the unit of HALF-7.
  int size_of(int root) const {
    const auto& node = s.node[root];
    if (s.type[root] == FeatureType::cloister || s.type[root] == FeatureType::garden) {
      if constexpr (Config::variants)
        if (rules.scoring.pieces_around) return sum_around(s, root, [](const auto&) { return 1; });
      return 9 - node.open() - node.shields();
    }
    if constexpr (Config::variants)
      return node.tiles.count();
    else
      return node.counts.segments() - counted_twice(root);
  }

  /// How many of a road's or city's segments lie on a tile on which it has another already (ROAD-2, CITY-2).
  int counted_twice(int root) const {
    if (s.node[root].counts.twins() < 2) return 0;
    int more = 0;
    for (int i = 0; i < s.twins; ++i) {
      const auto& piece = s.piece[s.twin_piece[i]];
      int here = 0;
      for (const unsigned f : each_bit(kinds[piece.kind].twins))
        here += root_of(s, static_cast<int>(piece.node + f)) == root;
      more += std::max(0, here - 1);
    }
    return more;
  }

  /// What a road, city, cloister or garden is worth completed (ROAD-2, CITY-2, CITY-3, CLOISTER-1, ABBOT-2) or at the
  /// end (FINAL-1).
  int points_of(int root, int size, bool completed) const {
    const int shields = s.node[root].shields();
    const ScoringRules& scoring = rules.scoring;
    switch (s.type[root]) {
      case FeatureType::cloister:
      case FeatureType::garden:
        return size;
      case FeatureType::road:
        return size * scoring.road_tile;
      case FeatureType::city:
        if (!completed) return size * scoring.open_city_tile + shields * scoring.open_city_shield;
        if (size == 2) return size * scoring.small_city_tile + shields * scoring.small_city_shield;
        return size * scoring.city_tile + shields * scoring.city_shield;
      case FeatureType::field:
        break;
    }
    return 0;
  }

  /// What expansions add to a completed feature.
  int bonus_of([[maybe_unused]] int root) const {
    int bonus = 0;
    if constexpr (Config::variants)
      for (const Hooks* hooks : rules.hooks)
        if (hooks->bonus) bonus += hooks->bonus(rules, s, root);
    return bonus;
  }

  void score_completed() {
    for (int i = 0; i < s.completed; ++i) {
      const int root = s.completed_node[i];
      const auto& node = s.node[root];
      if (!node.followers.any()) continue;  // FOLLOWER-5
      const int size = size_of(root);
      const int bonus = bonus_of(root);
      award(root, points_of(root, size, true) + bonus, Reason::completed, size, 0, bonus);
      send_home(root);
    }
    s.completed = 0;
  }

  // ---------------------------------------------------------------- the end (END-1, FINAL-1, FIELD-*)

  /// Fields with farmers, and the completed cities at each (FIELD-1, FIELD-2).
  struct Farmed {
    int count = 0;
    std::array<NodeIndex, kMostFigures> field;
    std::array<CitySet, kMostFigures + 1> cities;  ///< the last one takes what lies at fields without farmers
  };

  /// Whether any of four nodes has followers: those behind the last one have none.
  bool any_followers_from(int n) const {
    return (s.node[n].followers.packed | s.node[n + 1].followers.packed | s.node[n + 2].followers.packed |
            s.node[n + 3].followers.packed) != 0;
  }

  void score_unfinished(int root) {
    const int size = size_of(root);
    if (rules.scoring.unfinished) award(root, points_of(root, size, false), Reason::unfinished, size, 0);
    send_home(root);
  }

  void score_at_the_end() {
    std::array<NodeIndex, kMostFigures> fields;
    int count = 0;
    for (int four = 0; four < s.nodes; four += 4) {
      if (!any_followers_from(four)) continue;
      for (int n = four; n < four + 4; ++n) {
        if (!s.node[n].followers.any() || s.parent[n] != n) continue;
        if (s.type[n] == FeatureType::field)
          fields[count++] = static_cast<NodeIndex>(n);
        else
          score_unfinished(n);
      }
    }
    if (count != 0) score_fields(fields, count);
    s.phase = Phase::over;
    if constexpr (Config::variants)
      if (log) log->over = true;
  }

  void score_fields(const std::array<NodeIndex, kMostFigures>& fields, int count) {
    Farmed farmed;
    farmed.count = count;
    farmed.field = fields;
    find_cities(farmed);
    switch (rules.scoring.fields) {
      case FieldScoring::none:
        break;
      case FieldScoring::third:
        pay_by_field(farmed);
        break;
      case FieldScoring::second:
        pay_by_field_once(farmed);
        break;
      case FieldScoring::first:
        pay_by_city(farmed);
        break;
    }
    for (int i = 0; i < count; ++i) send_home(farmed.field[i]);
  }

  /// Looks at every city's wall at a field, on the tiles that have one. Without branches: it is done for all fields.
  void find_cities(Farmed& farmed) {
    std::array<uint8_t, Config::max_nodes> slot;
    slot.fill(kMostFigures);
    farmed.cities[kMostFigures] = {};
    for (int i = 0; i < farmed.count; ++i) {
      slot[farmed.field[i]] = static_cast<uint8_t>(i);
      farmed.cities[i] = {};
    }
    std::array<Small, Config::max_tiles> walled;
    int number = 0;
    for (int p = 0; p < s.pieces; ++p) {
      walled[number] = static_cast<Small>(p);
      number += kinds[s.piece[p].kind].walled != 0;
    }
    for (int i = 0; i < number; ++i) {
      const auto& piece = s.piece[walled[i]];
      const TileKind& kind = kinds[piece.kind];
      for (const unsigned f : each_bit(kind.walled)) {
        CitySet& cities = farmed.cities[slot[find(piece.node + f)]];
        for (const unsigned c : each_bit(kind.feature[f].cities)) {
          const auto city = static_cast<int>(find(piece.node + c));
          cities.insert_if(s.node[city].open() == 0, city);
        }
      }
    }
  }

  /// FIELD-3: each field pays its owners for every completed city at it.
  void pay_by_field(const Farmed& farmed) {
    for (int i = 0; i < farmed.count; ++i) {
      const int cities = farmed.cities[i].count();
      award(farmed.field[i], cities * rules.scoring.field_city, Reason::field, 0, cities);
    }
  }

  /// FIELD-2ND: so too, but no seat is paid twice for a city; fields in the order of their nodes.
  void pay_by_field_once(const Farmed& farmed) {
    std::array<CitySet, kMaxSeats> paid{};
    for (int i = 0; i < farmed.count; ++i) {
      const int root = farmed.field[i];
      const Majority winners = majority(s.node[root].followers, {&root, 1});
      Award entry = describe(root, Reason::field, 0, farmed.cities[i].count());
      for (int seat = 0; seat < rules.seats; ++seat) {
        if (!winners.has(seat)) continue;
        const int before = paid[seat].count();
        paid[seat].merge(farmed.cities[i]);
        book(entry, seat, (paid[seat].count() - before) * rules.scoring.field_city);
      }
      finish(entry, winners);
    }
  }

  /// FIELD-1ST: each completed city pays once, to the most farmers on all fields at it together.
  void pay_by_city(const Farmed& farmed) {
    CitySet all{};
    for (int i = 0; i < farmed.count; ++i) all.merge(farmed.cities[i]);
    for (int city = 0; city < s.nodes; ++city) {
      if (!all.contains(city)) continue;
      typename Config::FollowerCount farmers;
      std::array<int, kMostFigures> fields;
      std::size_t count = 0;
      for (int i = 0; i < farmed.count; ++i) {
        if (!farmed.cities[i].contains(city)) continue;
        farmers.packed += s.node[farmed.field[i]].followers.packed;
        fields[count++] = farmed.field[i];
      }
      const Majority winners = majority(farmers, {fields.data(), count});
      Award entry = describe(city, Reason::field_city, size_of(city), 1);
      entry.type = FeatureType::field;
      for (int seat = 0; seat < rules.seats; ++seat) {
        entry.followers[seat] = static_cast<uint8_t>(farmers.of(seat));
        if (winners.has(seat)) book(entry, seat, rules.scoring.field_city);
      }
      finish(entry, winners);
    }
  }
};

}  // namespace bastide
