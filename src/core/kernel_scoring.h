// The kernel's first floor: figures on features, awards, the final scoring.
#pragma once
#include <span>
#include <utility>

#include "core/kernel_board.h"
#include "core/turn.h"

namespace bastide {

/// As Sum, where seats get different points.
struct SeatSums {
  std::array<int, kMaxSeats> sum{};
  void add(BaseTerm, int count, int each, int seat) { sum[seat] += count * each; }
  void add_any(BaseTerm, int count, int each, int seat) { sum[seat] += count * each; }
  int points(int seat) const { return sum[seat]; }
};

/// A Majority where all count one and nobody decides a tie.
struct Owners {
  unsigned owners = 0;
  bool has(int seat) const { return ((owners >> seat) & 1) != 0; }
};

template <class Config, class Subject>
struct Scoring : Board<Config, Subject> {
  using Base = Board<Config, Subject>;
  using Base::find;
  using Base::kinds;
  using Base::log;
  using Base::rules;
  using Base::s;
  using typename Base::NodeIndex;
  using typename Base::S;
  using typename Base::Small;
  using CitySet = Bits<(Config::max_nodes + 63) / 64>;
  using Count = typename Config::FollowerCount;
  using SeatTerms = std::conditional_t<Config::variants, Worth, SeatSums>;
  using Winners = std::conditional_t<Config::variants, Majority, Owners>;

  // ---------------------------------------------------------------- figures (FOLLOWER-1..8, ABBOT-1)

  int supply_of(int seat, Figure figure) const {
    if constexpr (Config::variants)
      return bastide::supply_of(rules, s, seat, figure);
    else
      return s.supply[seat];
  }

  /// What is the same of the last piece for all seats and kinds. As bits: which features were asked about, and which of
  /// these an expansion closes; which are taken; expansions that do not close the piece.
  struct ForAll {
    unsigned asked = 0, closed = 0;
    bool looked = false;
    unsigned taken = 0;
    const Overpass* over = nullptr;  ///< the one over it
    uint64_t open_by = 0;
  };

  void look_at_last(ForAll& for_all) const {
    if (std::exchange(for_all.looked, true)) return;
    const auto& piece = s.piece[s.pieces - 1];
    const bool places = rules.chapters || rules.pyramids;  // that are taken by other followers than their own
    for (int f = 0; f < kinds[piece.kind].features; ++f) {
      const int root = root_of(s, piece.node + f);
      const bool taken = places ? is_taken(rules, s, root) : s.node[root].followers.any();
      for_all.taken |= static_cast<unsigned>(taken) << f;
    }
    if (rules.overpasses != 0) for_all.over = overpass_over(s, s.pieces - 1);
  }

  /// Features of the last piece that may take a figure of the seat to move, as bits.
  unsigned free_features(Figure figure = Figure::follower) const {
    ForAll for_all;
    return free_features(figure, for_all);
  }

  unsigned free_features(Figure figure, [[maybe_unused]] ForAll& for_all) const {
    const auto& piece = s.piece[s.pieces - 1];
    const TileKind& kind = kinds[piece.kind];
    const FigureKind& stands = rules.figures[figure];
    if constexpr (Config::variants) {
      return free_among(features_for(kind, stands), figure, for_all);
    } else {
      unsigned free = 0;
      if (supply_of(s.seat, figure) == 0) return 0;
      for (int f = 0; f < kind.features; ++f) {
        const bool taken = s.node[root_of(s, piece.node + f)].followers.any();
        free |= static_cast<unsigned>(stands.stands(kind.types[f]) & !taken) << f;
      }
      return free;
    }
  }

  /// The same, `free` being those on which its kind stands (features_for).
  unsigned free_among(unsigned free, Figure figure, ForAll& for_all) const {
    const FigureKind& stands = rules.figures[figure];
    if (stands.stands_on == 0 || supply_of(s.seat, figure) == 0) return 0;
    look_at_last(for_all);
    if (stands.follower) {
      free &= ~for_all.taken;
    } else {
      const unsigned first = s.piece[s.pieces - 1].node;
      for (const unsigned f : each_bit(free))
        if (!has_room(s.seat, figure, root_of(s, static_cast<int>(first + f)))) free &= ~(1u << f);
    }
    if (const Overpass* road = for_all.over; road && stands.follower && stands.stands(FeatureType::road))
      free |= static_cast<unsigned>(!s.node[root_of(s, road->node)].followers.any()) << kOverpass;
    return free == 0 || (rules.added.opening | rules.added.allowing) == 0 ? free : allowed_of(free, figure, for_all);
  }

  /// Those of features of the last piece to which no expansion forbids that a figure of the seat to move comes.
  unsigned allowed_of(unsigned free, Figure figure, ForAll& for_all) const {
    const auto place = [&](unsigned f) { return Place::on(s.pieces - 1, static_cast<int>(f)); };
    for (const unsigned f : each_bit(free & ~for_all.asked))
      if (!last_open_to_all(place(f), for_all.open_by)) for_all.closed |= 1u << f;
    for_all.asked |= free;
    free &= ~for_all.closed;
    if (rules.added.allowing_to[static_cast<std::size_t>(figure)] != 0)
      for (const unsigned f : each_bit(free))
        if (!allowed_besides(s.seat, figure, place(f))) free &= ~(1u << f);
    return free;
  }

  /// The same as open_to_all of a feature of the last piece, without asking `open_by` again whether the piece is open.
  bool last_open_to_all(Place to, uint64_t& open_by) const {
    const uint64_t besides = rules.added.opening_besides[static_cast<std::size_t>(type_of(s, to.x, to.index))];
    const uint64_t asked = rules.added.closing & ~besides & ~open_by;
    if (!none_forbids(asked, 0, Figure::follower, to)) return false;
    open_by |= asked;
    return none_forbids(besides, 0, Figure::follower, to);
  }

  /// Whether a feature takes a figure, as it is occupied.
  bool has_room(int seat, Figure figure, int root) const {
    const FigureKind& kind = rules.figures[figure];
    const Count& followers = s.node[root].followers;
    if (!kind.follower) return !kind.needs_own || followers.of(seat) != 0;
    if constexpr (Config::variants)
      return !is_taken(rules, s, root);
    else
      return !followers.any();
  }

  /// Whether no expansion forbids to put a figure there.
  bool allowed(int seat, Figure figure, Place to) const { return open_to_all(to) && allowed_besides(seat, figure, to); }

  /// Whether none forbids anybody to come there (Hooks::by_place_alone).
  bool open_to_all(Place to) const { return none_forbids(opening_at(rules, s, to), 0, Figure::follower, to); }
  /// Whether none of the others forbids it.
  bool allowed_besides(int seat, Figure figure, Place to) const {
    return none_forbids(allowing_at(rules, s, figure, to), seat, figure, to);
  }

  bool none_forbids(uint64_t some, int seat, Figure figure, Place to) const {
    for (const unsigned by : each_bit(some))
      if (!rules.added[by].hooks->allows(rules, s, static_cast<int>(by), seat, figure, to)) return false;
    return true;
  }

  /// REQUIRES: one is in its seat's supply.
  void put_figure(int piece, int feature, int seat, Figure figure) {
    if constexpr (Config::variants) {
      if (feature == kOverpass) piece = overpass_over(s, piece)->piece;  // of two in a space the one
      int number = first_figure(rules, s, seat, figure);
      while (s.v.figure[number].at.kind != Place::supply) ++number;
      move_figure(number, Place::on(piece, feature));
    } else {
      s.node[find(s.piece[piece].node + feature)].followers.add(seat);
      --s.supply[seat];
    }
  }

  /// The only way in which a figure changes its place.
  void move_figure(int number, Place to) {
    FigureRow& row = s.v.figure[number];
    const Place from = row.at;
    const bool counted = row.figure == Figure::follower;  // in State::supply
    if (row.seat == kNobody) return place_neutral(number, to);
    const bool follower = rules.figures[row.figure].follower;
    if (from.kind == Place::feature) {
      if (follower) s.node[root_at(s, from.x, from.index)].followers.remove(row.seat);
      const auto end = s.v.standing.begin() + s.v.standing_count--;
      const auto here = std::find(s.v.standing.begin(), end, number);
      std::copy(here + 1, end, here);
    } else if (from.kind == Place::top) {
      const auto end = s.v.tops.begin() + s.v.figures_at[Place::top];
      const auto here = std::find(s.v.tops.begin(), end, number);
      std::copy(here + 1, end, here);
    } else if (counted && from.kind == Place::supply) {
      --s.supply[row.seat];
    }
    row.at = to;
    --s.v.figures_at[from.kind];
    if (to.kind == Place::top) s.v.tops[s.v.figures_at[Place::top]] = static_cast<uint8_t>(number);
    ++s.v.figures_at[to.kind];
    if (to.kind == Place::feature) {
      const int root = static_cast<int>(find(static_cast<unsigned>(node_at(s, to.x, to.index))));
      if (follower) s.node[root].followers.add(row.seat);
      s.v.standing[s.v.standing_count++] = static_cast<uint8_t>(number);
    } else if (counted && to.kind == Place::supply) {
      ++s.supply[row.seat];
    }
    tell_moved(number, from);
    if (rules.companions && follower && from.kind == Place::feature)
      leave_nobody_alone(row.seat, root_at(s, from.x, from.index));
  }

  /// A seat's companions that may not stand there without a follower of its own go home (FigureKind::needs_own).
  void leave_nobody_alone(int seat, int root) {
    if (s.node[root].followers.of(seat) != 0 || s.type[root] == FeatureType::trap) return;
    send_home_if([&](const FigureRow& row) {
      return row.seat == seat && rules.figures[row.figure].needs_own && root_at(s, row.piece(), row.feature()) == root;
    });
  }

  /// Sends home the figures that stand on the board and that `meant(row)` picks. Others may leave with one.
  template <class Meant>
  void send_home_if(const Meant& meant) {
    for (int i = 0; i < s.v.standing_count;) {
      if (meant(s.v.figure[s.v.standing[i]])) {
        move_figure(s.v.standing[i], {});
        if (rules.companions) i = 0;
      } else {
        ++i;
      }
    }
  }

  /// Figures of seats on heaps, and those that other seats keep, go home.
  void release_all() {
    for (int number = 0; number < s.v.figures; ++number)
      if (const FigureRow& row = s.v.figure[number];
          row.seat != kNobody && (row.at.kind == Place::top || row.at.kind == Place::kept))
        move_figure(number, {});
  }

  /// Moves a figure that is no seat's: it stands in no list and counts nowhere.
  void place_neutral(int number, Place to) {
    const Place from = std::exchange(s.v.figure[number].at, to);
    tell_moved(number, from);
  }

  void tell_moved(int number, Place from) {
    ++s.v.changes;
    if (log) log->moved.push_back({number, from, s.v.figure[number].at});
    for (const uint8_t by : rules.added.following) {
      if (!rules.added[by].hooks->moved) continue;
      Turn turn(rules, s, log, static_cast<int>(by));
      rules.added[by].hooks->moved(turn, number, from);
    }
  }

  /// Whether a completed feature is none any more (Hooks::converted).
  bool converted(int root) const {
    for (const uint8_t by : rules.added.converting)
      if (const Hooks& hooks = *rules.added[by].hooks;
          hooks.converted && hooks.converted(rules, s, static_cast<int>(by), root))
        return true;
    return false;
  }

  /// Whether others leave a figure where it is (Hooks::keeps).
  bool kept(int figure) const {
    for (const uint8_t by : rules.added.keeping)
      if (const Hooks& hooks = *rules.added[by].hooks;
          hooks.keeps && hooks.keeps(rules, s, static_cast<int>(by), figure))
        return true;
    return false;
  }

  /// Number of the figure that a seat may take back, or -1: one whose feature is not completed (ABBOT-2).
  int returnable(int seat, Figure figure) const {
    if constexpr (Config::variants) {
      if (!rules.figures[figure].may_return) return -1;
      for (const int number : standing(s)) {
        const FigureRow& row = s.v.figure[number];
        const int root = root_at(s, row.piece(), row.feature());
        // Who stands in a chapter stays to the end, who is in a trap is there for nothing.
        if (row.seat == seat && row.figure == figure && !is_completed(s, root) &&
            s.type[root] != FeatureType::chapter && s.type[root] != FeatureType::trap)
          return number;
      }
    }
    return -1;
  }

  /// The figure scores at once what it would at the end, for its owner alone, and goes home (ABBOT-2).
  void take_back(Figure figure) {
    if constexpr (Config::variants) {
      const int number = returnable(s.seat, figure);
      const FigureRow& row = s.v.figure[number];
      const int root = root_at(s, row.piece(), row.feature());
      const Scored what{root, Reason::returned, size_of(root)};
      book(what, s.node[root].followers, alone(s.seat, root), terms_of(what));
      if (log) log->awards.back().figure = figure;
      for (std::size_t by = 0; by < rules.added.size(); ++by) {
        if (!rules.added[by].hooks->paid) continue;
        Turn turn(rules, s, log, static_cast<int>(by));
        rules.added[by].hooks->paid(turn, what);
      }
      move_figure(number, {});
    }
  }

  // ---------------------------------------------------------------- awards

  /// A seat that gets points at a feature whoever stands there.
  Majority alone(int seat, int root) const {
    Majority winner{.owners = 1u << seat};
    if (rules.unequal && log) winner.strength = strengths({&root, 1});
    return winner;
  }

  static int most_of(const Count& followers, int seats) {
    int most = 0;
    for (int seat = 0; seat < seats; ++seat) most = std::max(most, followers.of(seat));
    return most;
  }

  /// The seats with most followers, where nobody decides a tie.
  struct Most {
    const Count& followers;
    int most;
    bool has(int seat) const { return followers.of(seat) == most; }
  };

  /// What a follower counts on the feature with this root.
  int strength_of(int number, int root) const {
    int strength = rules.figures[s.v.figure[number].figure].strength;
    for (const uint8_t by : rules.added.changing_strength)
      if (const auto changed = rules.added[by].hooks->strength; changed)
        strength = changed(rules, s, static_cast<int>(by), number, root, strength);
    return strength;
  }

  /// What the followers on these roots count.
  Strengths strengths(std::span<const int> nodes) const {
    Strengths sum{};
    for (const int number : standing(s)) {
      const FigureRow& row = s.v.figure[number];
      const int root = root_at(s, row.piece(), row.feature());
      if (!rules.figures[row.figure].follower ||
          (root != nodes.front() && std::find(nodes.begin() + 1, nodes.end(), root) == nodes.end()))
        continue;
      sum[row.seat] = static_cast<uint16_t>(sum[row.seat] + strength_of(number, root));
    }
    return sum;
  }

  /// The seats with the majority on `followers` (MAJ-1), less those that lose a tie. `nodes` are the roots whose
  /// followers they are. Nobody where none of them counts anything.
  Winners majority(const Count& followers, std::span<const int> nodes) const {
    Winners result;
    const int most = most_of(followers, rules.seats);
    for (int seat = 0; seat < rules.seats; ++seat)
      if (followers.of(seat) == most) result.owners |= 1u << seat;
    if constexpr (Config::variants) {
      if (rules.unequal) {
        result.strength = strengths(nodes);
        const int strongest = *std::max_element(result.strength.begin(), result.strength.end());
        result.owners = 0;
        for (int seat = 0; strongest > 0 && seat < rules.seats; ++seat)
          if (result.strength[seat] == strongest) result.owners |= 1u << seat;
      }
      for (const uint8_t by : rules.added.breaking_ties) {
        const Hooks& hooks = *rules.added[by].hooks;
        if (!hooks.break_tie || std::popcount(result.owners) < 2) continue;
        const unsigned winners = hooks.break_tie(rules, s, static_cast<int>(by), nodes, result.owners);
        if (winners != result.owners) result.tie_broken_by = static_cast<uint8_t>(by);
        result.owners = winners;
      }
    }
    return result;
  }

  /// What the base game gives for it (ROAD-2, CITY-2, CITY-3, CLOISTER-1, ABBOT-2, FINAL-1, FIELD-*).
  template <class Found>
  void count_base(const Scored& what, Found& terms) const {
    const ScoringRules& scoring = rules.scoring;
    const FeatureType type = s.type[what.node];
    if (what.reason == Reason::field || what.reason == Reason::field_city || type == FeatureType::field)
      return terms.add(BaseTerm::cities, what.cities, scoring.field_city);
    if constexpr (Config::variants)
      if (type == FeatureType::chapter || type == FeatureType::hut || type == FeatureType::trap) return;
    if constexpr (Config::variants)
      if (type == FeatureType::building) {
        terms.add(BaseTerm::building, 1, kBuilding);
        return terms.add(scoring.pieces_around ? BaseTerm::others_around : BaseTerm::around, what.size - kBuilding, 1);
      }
    if (type == FeatureType::cloister || type == FeatureType::garden) {
      if (scoring.pieces_around) return terms.add(BaseTerm::tiles_around, what.size, 1);
      terms.add(type == FeatureType::cloister ? BaseTerm::cloister : BaseTerm::garden, 1, 1);
      return terms.add(BaseTerm::around, what.size - 1, 1);
    }
    const BaseTerm tiles = scoring.spaces ? BaseTerm::spaces : BaseTerm::tiles;
    if (type == FeatureType::road) return terms.add(tiles, what.size, scoring.road_tile);
    const int shields = s.node[what.node].shields();
    if (what.reason != Reason::completed) {
      terms.add(tiles, what.size, scoring.open_city_tile);
      terms.add_any(BaseTerm::shields, shields, scoring.open_city_shield);
    } else if (what.size == 2) {
      terms.add(tiles, what.size, scoring.small_city_tile);
      terms.add_any(BaseTerm::shields, shields, scoring.small_city_shield);
    } else {
      terms.add(tiles, what.size, scoring.city_tile);
      terms.add_any(BaseTerm::shields, shields, scoring.city_shield);
    }
  }

  /// What expansions make of it.
  void have_a_say([[maybe_unused]] const Scored& what, [[maybe_unused]] Worth& worth) const {
    if constexpr (Config::variants)
      for (const uint8_t by : rules.added.valuing) {
        if (!rules.added[by].hooks->worth) continue;
        worth.by = static_cast<uint8_t>(by);
        rules.added[by].hooks->worth(rules, s, what, worth);
      }
  }

  Worth terms_of(const Scored& what) const {
    Worth worth;
    if (what.each == 0) {
      count_base(what, worth);
    } else {
      worth.by = what.by;
      worth.add(what.name, what.cities, what.each);
    }
    have_a_say(what, worth);
    return worth;
  }

  /// All points are booked here: what is scored gives the winners what the terms are worth to them, and is told.
  /// `terms`: a Worth, or a Sum where nobody wants to know more.
  template <class Winners, class Found>
  void book(const Scored& what, const Count& followers, const Winners& winners, const Found& terms) {
    for (int seat = 0; seat < rules.seats; ++seat)
      if (winners.has(seat)) s.score[seat] = static_cast<int16_t>(s.score[seat] + terms.points(seat));
    if constexpr (Config::variants && std::is_same_v<Found, Worth>)
      if (log) tell(what, followers, winners, terms);
  }

  void tell(const Scored& what, const Count& followers, const Majority& winners, const Worth& worth) {
    Award& award = log->awards.emplace_back();
    award.reason = what.reason;
    award.turns = s.turn;
    award.type = what.node < 0 || what.reason == Reason::field_city ? FeatureType::field : s.type[what.node];
    award.node = what.node;
    award.tiles = what.size;
    award.shields = what.node >= 0 && s.type[what.node] == FeatureType::city ? s.node[what.node].shields() : 0;
    award.cities = what.cities;
    award.early = what.each != 0;
    award.owners = static_cast<uint8_t>(winners.owners);
    award.tie_broken_by = winners.tie_broken_by;
    award.terms.assign(worth.terms().begin(), worth.terms().end());
    for (int seat = 0; seat < rules.seats; ++seat) {
      award.followers[seat] = static_cast<uint8_t>(followers.of(seat));
      award.strength[seat] = rules.unequal ? winners.strength[seat] : award.followers[seat];
      if (winners.has(seat)) award.points[seat] = static_cast<int16_t>(worth.points(seat));
    }
  }

  /// The completed cities at a field (FIELD-1, FIELD-2).
  int cities_at(int field) const {
    CitySet cities{};
    for (int p = 0; p < s.pieces; ++p) {
      const auto& piece = s.piece[p];
      const TileKind& kind = kinds[piece.kind];
      for (const unsigned f : each_bit(kind.walled)) {
        if (root_of(s, static_cast<int>(piece.node + f)) != field) continue;
        for (const unsigned c : each_bit(kind.feature[f].cities)) {
          const int city = root_of(s, static_cast<int>(piece.node + c));
          cities.insert_if(s.node[city].open() == 0, city);
        }
      }
    }
    return cities.count();
  }

  /// Farmers are paid in the middle of the game; expansions that pay for what is scored hear of it.
  void pay_field(const Scored& what) {
    pay(what);
    tell_paid(what);
  }

  void tell_paid(const Scored& what) {
    for (std::size_t by = 0; by < rules.added.size(); ++by) {
      if (!rules.added[by].hooks->paid) continue;
      Turn turn(rules, s, log, static_cast<int>(by));
      rules.added[by].hooks->paid(turn, what);
    }
  }

  /// Pays whoever has most of these followers, which stand on `nodes` (MAJ-1).
  void pay_most(const Scored& what, const Count& followers, std::span<const int> nodes) {
    Sum sum;
    if constexpr (Config::variants) {
      Winners winners = majority(followers, nodes);
      const unsigned owners = winners.owners;
      take_out_who_forgo(what, winners);
      if (winners.owners == 0 && owners != 0) return;
      if (log || !rules.added.empty()) return book(what, followers, winners, terms_of(what));
      count_base(what, sum);
      book(what, followers, winners, sum);
    } else {
      count_base(what, sum);
      book(what, followers, Most{followers, most_of(followers, rules.seats)}, sum);
    }
  }

  void pay(const Scored& what) { pay_most(what, s.node[what.node].followers, {&what.node, 1}); }

  /// Seats that get nothing for a completed feature (Hooks::forgoes).
  unsigned forgone(int root) const {
    unsigned out = 0;
    for (const uint8_t by : rules.added.forgoing)
      if (const Hooks& hooks = *rules.added[by].hooks; hooks.forgoes)
        out |= hooks.forgoes(rules, s, static_cast<int>(by), root);
    return out;
  }

  /// Takes out who forgoes the points; who did it is said to have broken the tie.
  void take_out_who_forgo(const Scored& what, Winners& winners) const {
    if constexpr (Config::variants)
      for (const uint8_t by : rules.added.forgoing) {
        if (what.reason != Reason::completed) break;
        const Hooks& hooks = *rules.added[by].hooks;
        const unsigned out = hooks.forgoes ? hooks.forgoes(rules, s, static_cast<int>(by), what.node) : 0;
        if ((winners.owners & out) == 0) continue;
        winners.owners &= ~out;
        winners.tie_broken_by = static_cast<uint8_t>(by);
      }
  }

  /// Figures of a scored feature go home (RETURN-1).
  void send_home(int root) {
    if constexpr (Config::variants) {
      send_home_if([&](const FigureRow& row) {
        return root_at(s, row.piece(), row.feature()) == root && !rules.figures[row.figure].stays;
      });
    } else {
      auto& followers = s.node[root].followers;
      for (int seat = 0; seat < rules.seats; ++seat)
        s.supply[seat] = static_cast<uint8_t>(s.supply[seat] + followers.of(seat));
      followers.packed = 0;
    }
  }

  /// Tiles of a road or city, occupied spaces of a cloister or garden with its own, in the unit of HALF-7. A building
  /// has its own two spaces, or counts two beside the tiles around.
  int size_of(int root) const {
    const auto& node = s.node[root];
    if constexpr (Config::variants)
      if (s.type[root] == FeatureType::building) return kBuilding + others_around(s.ring.piece[root]);
    if (counts_nine_spaces(s.type[root])) {
      if constexpr (Config::variants)
        if (rules.scoring.pieces_around) return sum_around(s, root, [](const auto&) { return 1; });
      return 9 - node.open() - node.shields();
    }
    if constexpr (Config::variants)
      return tiles_of(root);
    else
      return node.counts.segments() - counted_twice(root);
  }

  /// Occupied spaces around a double tile, or the tiles in them where these count.
  int others_around(int piece) const {
    const auto& own = s.piece[piece];
    const auto& first = s.cell[own.cell];
    const auto& second = s.cell[own.second];
    if (rules.scoring.pieces_around) {
      int tiles = 0;
      for (int p = 0; p < s.pieces; ++p)
        tiles += p != piece && (lies_around(s, p, first.x, first.y) || lies_around(s, p, second.x, second.y));
      return tiles;
    }
    int spaces = 0;
    for (int x = std::min(first.x, second.x) - 1; x <= std::max(first.x, second.x) + 1; ++x)
      for (int y = std::min(first.y, second.y) - 1; y <= std::max(first.y, second.y) + 1; ++y)
        spaces += occupied(s, x, y);
    return spaces - 2;
  }

  /// The tiles of a road or city, each counted once (ROAD-2, CITY-2); where spaces count, two in a space are one
  /// (HALF-7), and those of a double tile two.
  int tiles_of(int root) const {
    Bits<(Config::max_tiles + 63) / 64> seen{}, second{};
    const bool doubles = !rules.second.empty() && !rules.scoring.pieces;
    int count = 0;
    const auto add = [&](auto& to, int p) {
      count += !to.contains(p);
      to.insert(p);
    };
    for_each_segment(s, root, [&](int node) {
      const int p = s.ring.piece[node];
      const bool in_second = doubles && in_second_square(rules, s, node);
      if (in_second || (doubles && rules.scoring.long_roads && spans_squares(rules, s, node))) add(second, p);
      if (!in_second) add(seen, counted_as(p));
    });
    return count;
  }

  /// The piece that stands for `p` in counts: the same one for two in a space, where spaces are counted (HALF-7).
  int counted_as(int p) const {
    const auto& piece = s.piece[p];
    const TileKind& kind = kinds[piece.kind];
    if (kind.square || rules.scoring.pieces) return p;
    const OrientedTile& tile = kind.oriented[piece.rotation];
    for (int i = 0; i < tile.sides; ++i)
      if (this->within_space(tile.side[i].face)) return s.cell[piece.cell].offered[tile.side[i].face];
    return p;
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

  /// First everything that was completed is scored, then its figures go home: whoever looks at figures in between finds
  /// them standing.
  void score_completed() {
    pay_completed();
    send_completed_home();
  }

  void pay_completed() {
    for (int i = 0; i < s.completed; ++i) {
      const int root = s.completed_node[i];
      if (!s.node[root].followers.any()) continue;  // FOLLOWER-5
      if constexpr (Config::variants)
        if (converted(root)) continue;
      pay({root, Reason::completed, size_of(root)});
    }
  }

  void send_completed_home() {
    for (int i = 0; i < s.completed; ++i) {
      bool anybody = s.node[s.completed_node[i]].followers.any();
      if constexpr (Config::variants) {
        anybody |= rules.companions;
        if (anybody && converted(s.completed_node[i])) continue;
      }
      if (anybody) send_home(s.completed_node[i]);
    }
    s.completed = 0;
  }

  // ---------------------------------------------------------------- the end (END-1, FINAL-1, FIELD-*)

  /// Fields with farmers, and the completed cities at each (FIELD-1, FIELD-2).
  struct Farmed {
    int count = 0;
    std::array<NodeIndex, kMostStanding> field;
    std::array<CitySet, kMostStanding + 1> cities;  ///< the last one takes what lies at fields without farmers
  };

  /// Whether any of four nodes has followers: those behind the last one have none.
  bool any_followers_from(int n) const {
    return (s.node[n].followers.packed | s.node[n + 1].followers.packed | s.node[n + 2].followers.packed |
            s.node[n + 3].followers.packed) != 0;
  }

  void score_unfinished(int root) {
    if constexpr (Config::variants)
      if (only_holds_figures(s.type[root]) || converted(root)) return;
    if (rules.scoring.unfinished) pay({root, Reason::unfinished, size_of(root)});
  }

  void score_at_the_end() {
    if constexpr (Config::variants)
      if (log) log->moved_in_play = log->moved.size();
    std::array<NodeIndex, kMostStanding> fields, others;
    int count = 0, other_count = 0;
    for (int four = 0; four < s.nodes; four += 4) {
      if (!any_followers_from(four)) continue;
      for (int n = four; n < four + 4; ++n) {
        if (!s.node[n].followers.any() || s.parent[n] != n) continue;
        if (s.type[n] == FeatureType::field)
          fields[count++] = static_cast<NodeIndex>(n);
        else
          others[other_count++] = static_cast<NodeIndex>(n);
      }
    }
    for (int i = 0; i < other_count; ++i) score_unfinished(others[i]);
    if (count != 0) score_fields(fields, count);
    [[maybe_unused]] const std::size_t before = log ? log->awards.size() : 0;
    at_moment(Moment::final_scored);
    if constexpr (Config::variants)
      for (std::size_t i = before; log && i < log->awards.size(); ++i) log->awards[i].in_play = false;
    for (int i = 0; i < other_count; ++i) send_home(others[i]);
    for (int i = 0; i < count; ++i) send_home(fields[i]);
    if constexpr (Config::variants)
      if (rules.companions) send_home_if([](const FigureRow&) { return true; });
    if constexpr (Config::variants) release_all();
    s.phase = Phase::over;
    if constexpr (Config::variants)
      if (log) log->over = true;
  }

  /// What expansions do at a moment, asking nothing.
  void at_moment([[maybe_unused]] Moment moment) {
    if constexpr (Config::variants)
      for (const OrderLine line : rules.order) {
        if (line.moment != moment || line.by == OrderLine::kBase) continue;
        Turn turn(rules, s, log, line.by);
        rules.added[line.by].hooks->at(turn, moment);
      }
  }

  void score_fields(const std::array<NodeIndex, kMostStanding>& fields, int count) {
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
  }

  /// Looks at every city's wall at a field, on the tiles that have one. Without branches: it is done for all fields.
  void find_cities(Farmed& farmed) {
    std::array<uint8_t, Config::max_nodes> slot;
    slot.fill(kMostStanding);
    farmed.cities[kMostStanding] = {};
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
    for (int i = 0; i < farmed.count; ++i) pay({farmed.field[i], Reason::field, 0, farmed.cities[i].count(s.nodes)});
  }

  /// FIELD-2ND: each field pays its owners, in the order of the fields' nodes, but no seat twice for a city.
  void pay_by_field_once(const Farmed& farmed) {
    std::array<CitySet, kMaxSeats> paid{};
    for (int i = 0; i < farmed.count; ++i) {
      const Scored what{farmed.field[i], Reason::field, 0, farmed.cities[i].count(s.nodes)};
      const auto& followers = s.node[what.node].followers;
      const Winners winners = majority(followers, {&what.node, 1});
      SeatTerms worth;
      for (int seat = 0; seat < rules.seats; ++seat) {
        if (!winners.has(seat)) continue;
        const int before = paid[seat].count();
        paid[seat].merge(farmed.cities[i]);
        const int fresh = paid[seat].count() - before;
        worth.add(BaseTerm::cities, fresh, rules.scoring.field_city, seat);
        worth.add_any(BaseTerm::paid, what.cities - fresh, 0, seat);
      }
      if constexpr (Config::variants) have_a_say(what, worth);
      book(what, followers, winners, worth);
    }
  }

  /// FIELD-1ST: each completed city pays once, to the most farmers on all fields at it together.
  void pay_by_city(const Farmed& farmed) {
    CitySet all{};
    for (int i = 0; i < farmed.count; ++i) all.merge(farmed.cities[i]);
    for (int city = 0; city < s.nodes; ++city) {
      if (!all.contains(city)) continue;
      Count farmers;
      std::array<int, kMostStanding> fields;
      std::size_t count = 0;
      for (int i = 0; i < farmed.count; ++i) {
        if (!farmed.cities[i].contains(city)) continue;
        farmers.packed += s.node[farmed.field[i]].followers.packed;
        fields[count++] = farmed.field[i];
      }
      pay_most({city, Reason::field_city, size_of(city), 1}, farmers, {fields.data(), count});
    }
  }
};

}  // namespace bastide
