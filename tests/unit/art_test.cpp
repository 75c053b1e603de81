// Pictures: they agree with the catalogue, they join at the sides, followers stand inside their feature, the markup is
// sound and small, and the same arguments give the same picture.
#include "art/art.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "art/document.h"
#include "art/land.h"
#include "art/marks.h"
#include "art/plan.h"
#include "rules/compile_tiles.h"
#include "unit/art_support.h"

namespace bastide::art {
namespace {

using testing::covers;
using testing::each_tile;
using ::testing::IsEmpty;
using testing::Markup;
using testing::named;
using testing::read_markup;
using testing::tile;
using testing::tiles_to_mark;
using testing::values_of;

/// The last of the sets whose tiles have a long side.
const TileSet& halves() {
  const auto& sets = builtin_catalogue().sets;
  return *std::find_if(sets.rbegin(), sets.rend(), [](const TileSet& set) { return set.shape == TileShape::half; });
}

TEST(Art, TracedFieldsAreTheCatalogues) {
  each_tile([](const TileSpec& t) {
    for (int rotation = 0; rotation < 4; ++rotation)
      for (const std::string_view seed : {"a", "b", "c", "d"}) {
        const Plan plan = make_plan(t, rotation, seed);
        EXPECT_THAT(Land(plan).errors, IsEmpty()) << named(t, rotation) << " seed " << seed;
      }
  });
}

TEST(Art, ADrawingThatContradictsTheCatalogueIsFound) {
  TileSpec wrong = tile("base-c2", "U");  // a straight road with a field on either hand
  for (TileFeatureSpec& f : wrong.features)
    if (f.type == TileFeatureType::field) std::ranges::rotate(f.ports, f.ports.begin() + 1);
  std::swap(wrong.features[1].ports[0], wrong.features[2].ports[0]);
  const Plan plan = make_plan(wrong, 0, "a");
  EXPECT_FALSE(Land(plan).errors.empty());
}

TEST(Art, WallsEndInCornersAndRoadsInTheMiddleOfSides) {
  each_tile([](const TileSpec& t) {
    for (int rotation = 0; rotation < 4; ++rotation) {
      const Plan plan = make_plan(t, rotation, "a");
      for (const Wall& wall : plan.walls)
        for (const Vec end : {wall.line.front(), wall.line.back()})
          EXPECT_LT(to_points(end, plan.outline), .01) << named(t, rotation);
      for (const Road& road : plan.roads) {
        std::vector<TileSide> sides = plan.feature(road.feature).sides;
        // One of several roads of a feature, each from its side to its mouth, its gate or where they fork.
        if (plan.feature(road.feature).tunnel || road.forks)
          std::erase_if(
              sides, [&](TileSide s) { return distance(side_line(s, rotation).middle, road.curve.front()[0]) > 500; });
        EXPECT_FALSE(sides.empty()) << named(t, rotation);
        for (size_t i = 0; i < sides.size(); ++i) {
          const SideLine side = side_line(sides[i], rotation);
          const Vec end = i == 0 ? road.curve.front()[0] : road.curve.back()[3];
          const Vec next = i == 0 ? road.curve.front()[1] : road.curve.back()[2];
          EXPECT_LT(distance(end, side.middle), .01) << named(t, rotation);
          EXPECT_GT(dot(unit(next - end), side.inwards), .999) << named(t, rotation) << ": not at right angles";
        }
      }
    }
  });
}

/// Pixels along every side of a kind are the same but for a few, in every turn: any two sides that may meet do meet.
void expect_sides_match(Theme theme, std::string_view set, int allowed_off, Detail detail = Detail::full) {
  constexpr int tile_px = 200, gap_px = 8, columns = 12, samples = 180;
  struct Drawn {
    const TileSpec* tile;
    int rotation;
  };
  std::vector<Drawn> drawn;
  const auto& tiles = builtin_catalogue().find_set(set)->tiles;
  for (std::size_t i = 0; i < tiles.size(); i += every(3))
    for (int rotation = 0; rotation < 4; ++rotation) drawn.push_back({&tiles[i], rotation});
  const int rows = (static_cast<int>(drawn.size()) + columns - 1) / columns, step = tile_px + gap_px;
  Document page{columns * step, rows * step, {}, {columns * step * 5., rows * step * 5.}, theme, {}, {}, "#fff"};
  std::string body;
  for (size_t i = 0; i < drawn.size(); ++i) {
    const int x = static_cast<int>(i) % columns * step, y = static_cast<int>(i) / columns * step;
    body += fmt::format("<g transform=\"translate({} {})\">{}</g>", x * 5, y * 5,
                        draw_tile(*drawn[i].tile, drawn[i].rotation, "k", theme, {}, {}, detail).ground);
  }
  const testing::Pixels pixels = testing::rasterise(document(page, body));

  using Strip = std::vector<std::array<int, 3>>;
  std::map<std::pair<TileTerrain, bool>, std::vector<std::pair<std::string, Strip>>> strips;
  for (size_t i = 0; i < drawn.size(); ++i)
    for (const TileSide side : sides_clockwise(drawn[i].tile->shape)) {
      const SideLine line = side_line(side, drawn[i].rotation);
      Strip strip;
      for (int k = 0; k < samples; ++k) {
        const Vec p = mix(line.from, line.to, .1 + .8 * k / (samples - 1)) + line.inwards * 4;
        const int x = static_cast<int>(i) % columns * step + static_cast<int>(p.x / 5);
        const int y = static_cast<int>(i) / columns * step + static_cast<int>(p.y / 5);
        const uint8_t* rgb = pixels.at(x, y);
        strip.push_back({rgb[0], rgb[1], rgb[2]});
      }
      strips[{drawn[i].tile->sides[static_cast<size_t>(side)], side == TileSide::H}].emplace_back(
          fmt::format("{} side {}", named(*drawn[i].tile, drawn[i].rotation), to_string(side)), strip);
    }
  EXPECT_GE(strips.size(), 3U);
  for (const auto& [kind, all] : strips) {
    Strip median(samples);
    for (size_t k = 0; k < samples; ++k)
      for (size_t c = 0; c < 3; ++c) {
        std::vector<int> values;
        for (const auto& [name, strip] : all) values.push_back(strip[k][c]);
        std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
        median[k][c] = values[values.size() / 2];
      }
    for (const auto& [name, strip] : all) {
      int off = 0;
      for (size_t k = 0; k < samples; ++k) {
        int worst = 0;
        for (size_t c = 0; c < 3; ++c) worst = std::max(worst, std::abs(strip[k][c] - median[k][c]));
        if (worst > 40) ++off;
      }
      EXPECT_LE(off, allowed_off) << name << " of " << samples << " pixels, " << to_string(theme);
    }
  }
}

TEST(Art, SidesMatchInSummer) {
  expect_sides_match(Theme::summer, "base-c2", 3);
}
TEST(Art, SidesMatchInWinter) {
  expect_sides_match(Theme::winter, "winter-animals", 3);
}
TEST(Art, SidesMatchInParchment) {
  expect_sides_match(Theme::parchment, "winter-animals", 3);
}
TEST(Art, SidesOfHalvesMatch) {
  expect_sides_match(Theme::summer, halves().id, 4);
}

TEST(Art, SidesOfSmallDrawingsMatch) {
  expect_sides_match(Theme::summer, "base-c2", 3, Detail::small);
  expect_sides_match(Theme::parchment, halves().id, 4, Detail::small);
}

/// Every place has a region with a spot well inside it, and two spots are far enough apart for a finger.
void expect_places(const TileArt& art, const std::string& name) {
  EXPECT_EQ(art.regions.size(), art.spots.size()) << name;
  for (const auto& [place, spot] : art.spots) {
    for (const auto& [dx, dy] : {std::pair{0, 0}, {12, 0}, {-12, 0}, {0, 12}, {0, -12}})
      EXPECT_TRUE(covers(art.regions.at(place), spot.x + dx, spot.y + dy)) << name << " " << place;
    for (const auto& [other, there] : art.spots)
      if (other != place) {
        EXPECT_GE(std::hypot(there.x - spot.x, there.y - spot.y), 150) << name << ": " << place << " and " << other;
      }
  }
}

std::set<std::string> places(const TileSpec& t) {
  std::set<std::string> out;
  for (const TileFeatureSpec& f : t.features)
    if (f.type != TileFeatureType::water) out.insert(f.place);  // nobody stands there
  return out;
}

std::set<std::string> places(const TileArt& art) {
  std::set<std::string> out;
  for (const auto& [place, path] : art.regions) out.insert(place);
  return out;
}

TEST(Art, EveryPlaceHasARegionAndASpotInsideIt) {
  each_tile([](const TileSpec& t) {
    for (int rotation = 0; rotation < 4; ++rotation) {
      const TileArt art = draw_tile(t, rotation, "s");
      expect_places(art, named(t, rotation));
      auto expected = places(t);
      if (t.junction_look == "bushes" || t.junction_look == "trees") expected.insert("road");
      EXPECT_EQ(places(art), expected) << named(t, rotation);
    }
  });
}

TEST(Art, AGardenIsAPlaceWhereItIsDrawn) {
  int gardens = 0;
  for (const TileSpec& t : builtin_catalogue().find_set("base-c2")->tiles)
    for (const TileVersion& version : versions_of(t, {.gardens = true})) {
      if (version.tile.illustration != "garden") continue;
      ++gardens;
      for (int rotation = 0; rotation < 4; ++rotation)
        for (const std::string_view seed : {"a", "b", "c", "d", "e"}) {
          // The server draws the printed tile, the command line the version the options make: one picture.
          const TileArt printed = draw_tile(t, rotation, seed, Theme::summer, "garden");
          const TileArt made = draw_tile(version.tile, rotation, seed);
          EXPECT_EQ(made.ground, printed.ground) << named(t, rotation);
          EXPECT_EQ(made.tall, printed.tall) << named(t, rotation);
          EXPECT_EQ(made.regions, printed.regions) << named(t, rotation);
          EXPECT_EQ(made.spots, printed.spots) << named(t, rotation);
          expect_places(made, named(t, rotation) + " seed " + std::string(seed));
          EXPECT_EQ(places(made), places(version.tile)) << named(t, rotation);
          EXPECT_FALSE(draw_tile(t, rotation, seed).regions.contains("garden")) << named(t, rotation);
        }
    }
  EXPECT_EQ(gardens, 8) << "one each of E H I M N R U V";
}

TEST(Art, RoadsThatMeetInBushesAreAlsoOnePlace) {
  TileSpec four = tile("base-c1", "18");  // no set has four such roads
  four.sides[static_cast<size_t>(TileSide::N)] = TileTerrain::road;
  four.features = {};
  for (const auto& [side, before, after, name] : {std::tuple{TileSide::N, TilePort::WNW, TilePort::NNW, "N"},
                                                  {TileSide::E, TilePort::NNE, TilePort::ENE, "E"},
                                                  {TileSide::S, TilePort::ESE, TilePort::SSE, "S"},
                                                  {TileSide::W, TilePort::SSW, TilePort::WSW, "W"}}) {
    TileFeatureSpec road, field;
    road.type = TileFeatureType::road, road.sides = {side}, road.end = RoadEnd::village;
    road.place = std::string("road") + name;
    field.ports = {before, after}, field.place = std::string("field") + name;
    four.features.push_back(road);
    four.features.push_back(field);
  }
  for (const TileSpec& t : {tile("base-c1", "18"), tile("winter", "L"), four}) {
    const TileSpec joined = versions_of(t, {.bushes_join = true}).at(0).tile;
    const auto road = std::ranges::find(joined.features, "road", &TileFeatureSpec::place);
    ASSERT_NE(road, joined.features.end()) << named(t, 0);
    EXPECT_EQ(road->sides.size(), t.features.size() == 8 ? 4U : 3U);
    for (int rotation = 0; rotation < 4; ++rotation)
      for (const std::string_view seed : {"a", "b", "c", "d", "e"}) {
        const std::string name = named(t, rotation) + " seed " + std::string(seed);
        const TileArt printed = draw_tile(t, rotation, seed), made = draw_tile(joined, rotation, seed);
        const Plan plan = make_plan(joined, rotation, seed);
        EXPECT_THAT(Land(plan).errors, IsEmpty()) << name;
        EXPECT_EQ(made.ground, printed.ground) << name;
        EXPECT_EQ(made.tall, printed.tall) << name;
        EXPECT_EQ(places(made), places(joined)) << name;
        for (const auto& [place, path] : made.regions) {
          EXPECT_EQ(path, printed.regions.at(place)) << name << " " << place;
          EXPECT_EQ(made.spots.at(place), printed.spots.at(place)) << name << " " << place;
        }
        expect_places(printed, name);
        // One ring: no hole, and all of every arm from the side to where the roads meet.
        const std::string& region = made.regions.at("road");
        EXPECT_EQ(testing::polygons_of(region).size(), 1U) << name;
        for (const Road& arm : plan.roads)
          for (size_t i = 1; i < arm.line.size(); ++i) {
            const Vec p = arm.line[i], across = normal(unit(arm.line[i] - arm.line[i - 1])) * 50;
            for (const Vec q : {p, p + across, p - across})
              EXPECT_TRUE(covers(region, q.x, q.y)) << name << " at " << q.x << " " << q.y;
          }
        const Plaza& meeting = *plan.thicket();
        for (int i = 0; i < 16; ++i) {
          const Vec near = meeting.at + towards(i * pi / 8, 95, 95);
          EXPECT_TRUE(covers(region, near.x, near.y)) << name << " at the clearing's edge";
        }
      }
  }
}

TEST(Art, MarksKeepOffRoadsWallsAndFollowers) {
  for (const Drawing& drawing : drawings()) {
    if (!drawing.mark() || drawing.place == Drawing::Place::cloister) continue;
    for (const TileSpec& plain : tiles_to_mark()) {
      TileSpec t = plain;
      const auto wanted = drawing.place == Drawing::Place::city ? TileFeatureType::city : TileFeatureType::field;
      const auto feature = std::ranges::find(t.features, wanted, &TileFeatureSpec::type);
      if (feature == t.features.end()) continue;
      t.symbols = {{drawing.name, static_cast<int>(feature - t.features.begin()), 1}};
      for (int rotation = 0; rotation < 4; ++rotation) {
        const std::string name = named(t, rotation) + " " + drawing.name;
        const Plan plan = make_plan(t, rotation, "s");
        Land land(plan);
        const std::vector<Mark> marks = place_marks(plan, land);
        ASSERT_EQ(marks.size(), 1U) << name;
        const Mark& mark = marks[0];
        EXPECT_EQ(mark.town >= 0, wanted == TileFeatureType::city) << name;
        for (const auto& [place, spot] : draw_tile(t, rotation, "s").spots)
          EXPECT_GE(distance({1. * spot.x, 1. * spot.y}, mark.at), mark.radius() * (mark.town < 0 ? .95 : .8))
              << name << " and the place " << place;
        if (mark.scale < .5) continue;  // so small that it may touch
        const double deep = mark.town < 0 ? 1 : .8;
        for (const Wall& wall : plan.walls)
          for (size_t i = 0; i + 1 < wall.line.size(); ++i)
            EXPECT_GE(to_segment(mark.at, wall.line[i], wall.line[i + 1]), mark.radius() * deep + 16) << name;
        if (mark.town >= 0) continue;
        for (const Road& road : plan.roads)
          EXPECT_GE(to_points(mark.at, road.line), mark.radius() + road_width / 2) << name;
      }
    }
  }
}

TEST(Art, DrawingsAreReadFromFiles) {
  const auto read = [](const std::string& text) { return read_drawings({{"expansions/x/art/thing.svg", text}}); };
  const std::string head = "<svg viewBox=\"-9 -9 18 18\" data-place=\"field\" data-radius=\"90\" data-lift=\"5\">\n";
  const auto good = read(head +
                         "  <g id=\"ground\">\n    <path d=\"M0 0\"/>\n  </g>\n  <g id=\"tall\">\n    <g><path "
                         "d=\"M1 1\"/></g>\n  </g>\n</svg>\n");
  ASSERT_TRUE(good) << good.error().text();
  ASSERT_EQ(good->size(), 1U);
  EXPECT_EQ((*good)[0].name, "thing");
  EXPECT_EQ((*good)[0].radius, 90);
  EXPECT_EQ((*good)[0].lift, 5);
  EXPECT_EQ((*good)[0].ground, "<path d=\"M0 0\"/>");
  EXPECT_EQ((*good)[0].tall, "<g><path d=\"M1 1\"/></g>");
  for (const std::string& bad : {std::string("no picture"), head, head + "<g id=\"low\"></g></svg>",
                                 std::string("<svg viewBox=\"0 0 9 9\" data-place=\"sky\"><g id=\"tall\"></g></svg>"),
                                 std::string("<svg viewBox=\"0 0 9 9\" data-place=\"field\"><g id=\"tall\"></g></svg>"),
                                 std::string("<svg data-place=\"figure\"><g id=\"tall\"></g></svg>")}) {
    const auto refused = read(bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().source, "expansions/x/art/thing.svg");
  }
}

TEST(Art, FiguresWithoutASeatAreDrawnOnTheBoard) {
  const TileSpec& t = tile("base-c2", "U");
  const std::vector<BoardPiece> pieces{{&t, 0, 0, 0, "a", {}}};
  int figures = 0;
  for (const Drawing& drawing : drawings()) {
    if (drawing.place != Drawing::Place::figure) continue;
    ++figures;
    BoardOptions options;
    options.figures = {{drawing.name, {}, {}, 0, 0}, {drawing.name, 0, "road", 0, 0}, {drawing.name, 0, {}, 0, 0}};
    const std::string svg = board_svg(pieces, {}, Theme::summer, options);
    EXPECT_EQ(read_markup(svg.substr(0, svg.rfind('\n'))).error, "");
    EXPECT_EQ(std::ranges::count(values_of(svg, "href"), "#fig-" + drawing.name), 4) << "the icon uses it once";
    EXPECT_THAT(follower_symbols(), ::testing::HasSubstr("id=\"icon-" + drawing.name + "\""));
  }
  EXPECT_GE(figures, 1);
}

TEST(Art, PicturesAreSoundAndSmall) {
  for (const Theme theme : themes) {
    const std::string css = defs(theme).css;
    const auto symbol_list = values_of(defs(theme).svg, "id");
    const std::set<std::string> symbols(symbol_list.begin(), symbol_list.end());
    EXPECT_EQ(symbols.size(), symbol_list.size()) << "an id twice";
    EXPECT_EQ(read_markup(defs(theme).svg).error, "");
    each_tile([&](const TileSpec& t) {
      for (const std::string_view seed : {"1", "2", "3"})
        for (const std::string_view illustration : {"", "garden"}) {
          if (!illustration.empty() && seed != "1") continue;
          const TileArt art = draw_tile(t, seed[0] - '0', seed, theme, illustration, "ns");
          const std::string both = art.ground + art.tall;
          const Markup markup = read_markup(both);
          ASSERT_EQ(markup.error, "") << named(t, 0);
          EXPECT_LE(markup.elements, 220) << named(t, 0);
          EXPECT_LE(both.size(), 24000U) << named(t, 0);
          for (const std::string& name : values_of(both, "href"))
            EXPECT_TRUE(symbols.contains(name.substr(1))) << name << " is not among the symbols";
        }
    });
  }
}

TEST(Art, ClassesMeetNoOthersAndAreStyled) {
  for (const Theme theme : themes) {
    const Defs shared = defs(theme);
    std::set<std::string> classes;
    const auto collect = [&](std::string_view svg) {
      for (const std::string& list : values_of(svg, "class")) {
        std::string rest = list;
        for (size_t space = 0; space != std::string::npos;) {
          space = rest.find(' ');
          classes.insert(rest.substr(0, space));
          rest = space == std::string::npos ? "" : rest.substr(space + 1);
        }
      }
    };
    collect(shared.svg);
    each_tile([&](const TileSpec& t) {
      for (const Detail detail : details) {
        const TileArt art = draw_tile(t, 1, "c", theme, {}, "x", detail);
        collect(art.ground + art.tall);
      }
    });
    EXPECT_GT(classes.size(), 50U);
    for (const std::string& name : classes) {
      EXPECT_TRUE(name.starts_with("a-")) << name;
      EXPECT_NE(shared.css.find("." + name + "{"), std::string::npos) << name << " has no style";
    }
    // Every selector is one of ours.
    for (size_t at = shared.css.find('}'); at + 1 < shared.css.size(); at = shared.css.find('}', at + 1))
      EXPECT_EQ(shared.css.substr(at + 1, 3), ".a-");
    EXPECT_EQ(shared.css.substr(0, 3), ".a-");
  }
}

TEST(Art, TheSameArgumentsGiveTheSamePicture) {
  const TileSpec& t = tile("base-c2", "D");
  const TileArt a = draw_tile(t, 1, "x", Theme::winter), b = draw_tile(t, 5, "x", Theme::winter);
  EXPECT_EQ(a.ground, b.ground);
  EXPECT_EQ(a.tall, b.tall);
  EXPECT_EQ(a.regions, b.regions);
  EXPECT_EQ(a.spots, b.spots);
  EXPECT_NE(a.ground, draw_tile(t, 1, "y", Theme::winter).ground);
  EXPECT_NE(a.ground, draw_tile(t, 2, "x", Theme::winter).ground);
  // Themes share walls, roads and regions.
  EXPECT_EQ(a.regions, draw_tile(t, 1, "x", Theme::summer).regions);
}

TEST(Art, AGardenIsShownOnlyWhereTheCopyHasOne) {
  const TileSpec& t = tile("base-c2", "V");
  EXPECT_EQ(draw_tile(t, 0, "x").ground.find("a-rose"), std::string::npos);
  EXPECT_NE(draw_tile(t, 0, "x", Theme::summer, "garden").ground.find("a-rose"), std::string::npos);
}

TEST(Art, FieldsHaveSlotsForTintsWhenANameIsGiven) {
  const TileSpec& t = tile("base-c2", "U");
  EXPECT_THAT(values_of(draw_tile(t, 0, "x").ground, "id"), IsEmpty());
  std::set<std::string> expected;
  for (const TileFeatureSpec& f : t.features)
    if (f.type == TileFeatureType::field) expected.insert("p7-" + f.place);
  const auto ids = values_of(draw_tile(t, 0, "x", Theme::summer, {}, "p7").ground, "id");
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()), expected);
  EXPECT_EQ(expected.size(), 2U);
}

TEST(Art, FollowersOfAllSeats) {
  const std::string symbols = follower_symbols();
  EXPECT_EQ(read_markup(symbols).error, "");
  const auto ids = values_of(symbols, "id");
  for (const std::string_view kind : {"knight", "highwayman", "monk", "farmer"}) {
    EXPECT_EQ(to_string(*figure_named(kind)), kind);
    for (int seat = 0; seat < 8; ++seat) EXPECT_THAT(ids, ::testing::Contains(fmt::format("fig-{}-{}", kind, seat)));
  }
  EXPECT_FALSE(figure_named("nobody").has_value());
  std::vector<std::string_view> names;
  for (const SeatColour& c : seat_colours()) names.push_back(c.name);
  EXPECT_THAT(names, ::testing::ElementsAre("azure", "tenne", "or", "vert", "sable", "argent", "murrey", "ciel"));
}

int towers(const std::vector<LayerPiece>& pieces) {
  return static_cast<int>(
      std::ranges::count_if(pieces, [](const LayerPiece& p) { return p.svg.find("#a-tc") != p.svg.npos; }));
}

TEST(Art, TheBoardLayerStitchesJoinedSidesAndPutsOneTowerOnACorner) {
  const TileSpec& cap = tile("base-c2", "E");  // city on the north only
  std::vector<BoardPiece> pieces{{&cap, 0, 0, 0, "a", {}}, {&cap, 0, -1, 2, "b", {}}};
  const auto first = layer(pieces, 0);
  EXPECT_EQ(first.size(), 2U) << "two corner towers and no stitch: nothing is joined yet";
  EXPECT_EQ(towers(first), 2);
  const auto second = layer(pieces, 1);
  EXPECT_EQ(towers(second), 0) << "the corners have their towers";
  EXPECT_GE(second.size(), 2U) << "two houses stand across the joined city sides";
  for (const LayerPiece& p : second) {
    EXPECT_EQ(read_markup(p.svg).error, "");
    EXPECT_NEAR(p.y, 0, 80) << "near the side";
  }
  // The later pieces do not change what an earlier one added, and a side looks the same whoever came first.
  EXPECT_EQ(layer(std::span(pieces).first(1), 0).size(), first.size());
  std::swap(pieces[0], pieces[1]);
  const auto other_way = layer(pieces, 1);
  ASSERT_EQ(other_way.size(), second.size());
  for (size_t i = 0; i < second.size(); ++i) EXPECT_EQ(other_way[i].svg, second[i].svg);
}

TEST(Art, TwoHalvesAreStitchedAlongTheirLongSide) {
  const auto all_city = std::ranges::find_if(halves().tiles, [](const TileSpec& t) {
    return t.features.size() == 1 && t.features[0].type == TileFeatureType::city;
  });
  ASSERT_NE(all_city, halves().tiles.end());
  const std::vector<BoardPiece> pieces{{&*all_city, 3, 3, 0, "a", {}}, {&*all_city, 3, 3, 2, "b", {}}};
  EXPECT_GE(layer(pieces, 1).size(), 2U);
}

TEST(Art, ABoardShowsThePlacesThatOptionsMake) {
  const TileSpec road = versions_of(tile("base-c1", "18"), {.bushes_join = true}).at(0).tile;
  const TileSpec garden = versions_of(tile("base-c2", "V"), {.gardens = true}).back().tile;
  const std::vector<BoardPiece> pieces{{&road, 0, 0, 0, "a", {}}, {&garden, 0, 1, 0, "b", {}}};
  BoardOptions options;
  options.tints = {{{{0, "road"}}, 0}, {{{1, "garden"}}, 1}};
  options.outlines = {{{{0, "road"}, {1, "road"}}, 0}, {{{1, "garden"}}, 1}};
  const std::vector<BoardFollower> followers{{0, "road", Figure::highwayman, 0}, {1, "garden", Figure::monk, 1}};
  const std::string svg = board_svg(pieces, followers, Theme::summer, options);
  EXPECT_EQ(read_markup(svg).error, "");
  EXPECT_NE(svg.find("href=\"#fig-highwayman-0\""), std::string::npos);
  EXPECT_NE(svg.find("href=\"#fig-monk-1\""), std::string::npos);
  // A tint is above the ground and an outline has a mask and two rings.
  for (const auto& [spec, place] : {std::pair{&road, "road"}, {&garden, "garden"}}) {
    const BoardPiece& piece = pieces[spec == &garden];
    const std::string d = draw_tile(*spec, 0, piece.seed).regions.at(place);
    size_t shown = 0;
    for (size_t at = svg.find(d); at != std::string::npos; at = svg.find(d, at + 1)) ++shown;
    EXPECT_EQ(shown, 4U) << place;
  }
}

TEST(Art, ABoardIsOneSoundDocument) {
  const TileSpec &start = tile("base-c2", "D"), &field = tile("base-c2", "V");
  const std::vector<BoardPiece> pieces{{&start, 0, 0, 0, "a", {}}, {&field, 0, 1, 0, "b<&", "garden"}};
  const std::string road = "road", city = "city";
  BoardOptions options;
  options.width = 400;
  options.last = 1;
  options.tints = {{{{0, city}, {1, start.features.back().place}, {9, "none"}}, 3}};
  options.outlines = {{{{0, road}}, 2}, {{{1, road}}, std::nullopt}};
  const std::vector<BoardFollower> followers{
      {0, city, Figure::knight, 0}, {1, road, Figure::highwayman, 4}, {1, "nowhere", Figure::monk, 1}};
  for (const Theme theme : themes) {
    const std::string svg = board_svg(pieces, followers, theme, options);
    EXPECT_EQ(read_markup(svg).error, "");
    EXPECT_EQ(values_of(svg, "mask").size(), 2U);
    EXPECT_NE(svg.find("href=\"#fig-knight-0\""), std::string::npos);
    EXPECT_NE(svg.find("href=\"#fig-highwayman-4\""), std::string::npos);
    EXPECT_EQ(svg.find("href=\"#fig-monk-1\""), std::string::npos) << "a place that is not there is left out";
    EXPECT_NE(svg.find("hatch-3)"), std::string::npos);
  }
  EXPECT_EQ(read_markup(board_svg({})).error, "") << "an empty board is a table";
  const SheetItem item{{pieces[1]}, "a & b"};
  EXPECT_EQ(read_markup(sheet_svg(std::span(&item, 1), Theme::summer, 1, 200, true)).error, "");
}

}  // namespace
}  // namespace bastide::art
