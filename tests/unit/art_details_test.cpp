// Pictures for small tiles: lighter, and of the same land. Where followers stand and what a finger hits never depends
// on the scale.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "art/art.h"
#include "art/land.h"
#include "art/marks.h"
#include "art/palette.h"
#include "art/plan.h"
#include "unit/art_support.h"

namespace bastide::art {
namespace {

using testing::each_tile;
using ::testing::HasSubstr;
using testing::named;
using ::testing::Not;
using testing::read_markup;
using testing::tile;
using testing::tiles_to_mark;
using testing::values_of;

TileArt drawn(const TileSpec& t, int rotation, Detail detail, Theme theme = Theme::summer,
              std::string_view illustration = {}) {
  return draw_tile(t, rotation, "s", theme, illustration, {}, detail);
}

int count_of(std::string_view text, std::string_view what) {
  int n = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

/// Whether something of this class is drawn.
bool shows(std::string_view svg, std::string_view name) {
  return std::ranges::any_of(values_of(svg, "class"), [&](const std::string& list) {
    return (" " + list + " ").find(fmt::format(" a-{} ", name)) != std::string::npos;
  });
}

TEST(Details, AreNamedAndChosenByWidth) {
  for (const Detail detail : details) EXPECT_EQ(detail_named(to_string(detail)), detail);
  EXPECT_FALSE(detail_named("tiny").has_value());
  EXPECT_FALSE(detail_named("").has_value());
  EXPECT_EQ(detail_for(22), Detail::small);
  EXPECT_EQ(detail_for(59.9), Detail::small);
  EXPECT_EQ(detail_for(60), Detail::plain);
  EXPECT_EQ(detail_for(139), Detail::plain);
  EXPECT_EQ(detail_for(140), Detail::full);
}

TEST(Details, PlacesAreTheSameInAll) {
  each_tile([](const TileSpec& t) {
    for (int rotation = 0; rotation < 4; rotation += static_cast<int>(every(2)))
      for (const std::string_view illustration : {"", "garden"}) {
        const TileArt full = drawn(t, rotation, Detail::full, Theme::summer, illustration);
        for (const Theme theme : themes)
          for (const Detail detail : {Detail::plain, Detail::small}) {
            if ((detail == Detail::plain || !illustration.empty()) && theme != Theme::winter) continue;
            const TileArt art = drawn(t, rotation, detail, theme, illustration);
            EXPECT_EQ(art.spots, full.spots) << named(t, rotation);
            EXPECT_EQ(art.regions, full.regions) << named(t, rotation);
            EXPECT_EQ(art.outline, full.outline) << named(t, rotation);
          }
      }
  });
}

TEST(Details, PicturesAreSoundAndLight) {
  for (const Theme theme : themes) {
    const auto symbol_list = values_of(defs(theme).svg, "id");
    const std::set<std::string> symbols(symbol_list.begin(), symbol_list.end());
    size_t full_bytes = 0, plain_bytes = 0, small_bytes = 0;
    each_tile([&](const TileSpec& t) {
      const TileArt full = drawn(t, 1, Detail::full, theme), plain = drawn(t, 1, Detail::plain, theme);
      for (const std::string_view illustration : {"", "garden"}) {
        const TileArt small = drawn(t, 1, Detail::small, theme, illustration);
        const std::string both = small.ground + small.tall;
        const auto markup = read_markup(both);
        ASSERT_EQ(markup.error, "") << named(t, 1);
        EXPECT_LE(markup.elements, 32) << named(t, 1);
        EXPECT_LE(both.size(), 4000U) << named(t, 1);
        for (const std::string& name : values_of(both, "href"))
          EXPECT_TRUE(symbols.contains(name.substr(1))) << name << " is not among the symbols";
        small_bytes += illustration.empty() ? both.size() : 0;
      }
      EXPECT_EQ(read_markup(plain.ground + plain.tall).error, "") << named(t, 1);
      full_bytes += full.ground.size() + full.tall.size();
      plain_bytes += plain.ground.size() + plain.tall.size();
    });
    EXPECT_LT(plain_bytes * 100, full_bytes * 65) << to_string(theme);
    EXPECT_LT(small_bytes * 100, full_bytes * 15) << to_string(theme);
  }
}

TEST(Details, PlainIsWithoutWhatIsTooFine) {
  std::set<std::string_view> seen;
  each_tile([&](const TileSpec& t) {
    const TileArt full = drawn(t, 2, Detail::full), plain = drawn(t, 2, Detail::plain);
    for (const std::string_view fine : fine_classes) {
      if (shows(full.ground + full.tall, fine)) seen.insert(fine);
      EXPECT_FALSE(shows(plain.ground + plain.tall, fine)) << named(t, 2) << " " << fine;
    }
    // All else stands where it stood.
    for (const std::string_view kept : {"cg", "rfs", "ws", "tw"})
      EXPECT_EQ(shows(plain.ground + plain.tall, kept), shows(full.ground + full.tall, kept)) << named(t, 2);
    EXPECT_EQ(values_of(plain.tall, "href"), values_of(full.tall, "href")) << named(t, 2);
  });
  EXPECT_EQ(seen.size(), fine_classes.size()) << "each of them is drawn somewhere";
}

TEST(Details, SmallShowsEachKindOfLand) {
  each_tile([](const TileSpec& t) {
    for (int rotation = 0; rotation < 4; ++rotation) {
      const TileArt art = drawn(t, rotation, Detail::small);
      const std::string both = art.ground + art.tall;
      const Plan plan = make_plan(t, rotation, "s");
      int shields = 0;
      for (const TileFeatureSpec& f : t.features) shields += f.shields;
      EXPECT_EQ(count_of(both, "#a-s-shield"), shields) << named(t, rotation);
      EXPECT_EQ(shows(both, "cg"), !plan.towns.empty()) << named(t, rotation);
      EXPECT_EQ(shows(both, "r0"), !plan.towns.empty()) << named(t, rotation) << ": a town has roofs";
      EXPECT_EQ(shows(both, "s-wall"), !plan.walls.empty()) << named(t, rotation);
      EXPECT_EQ(shows(both, "s-road"), !plan.roads.empty()) << named(t, rotation);
      const bool marked = std::ranges::any_of(t.symbols, [](const TileSymbol& symbol) {
        const Drawing* mark = mark_named(symbol.type);
        return mark != nullptr && mark->place == Drawing::Place::cloister;
      });
      EXPECT_EQ(count_of(both, "#a-s-church"), plan.cloister >= 0 && !marked ? 1 : 0) << named(t, rotation);
      std::ptrdiff_t gates = 0;
      for (const Wall& wall : plan.walls) gates += std::ssize(wall.gates);
      EXPECT_EQ(count_of(both, "#a-s-gate"), gates) << named(t, rotation);
      EXPECT_EQ(shows(both, "s-under"), std::ranges::any_of(plan.roads, &Road::tunnel)) << named(t, rotation);
      EXPECT_EQ(shows(both, "cut"), plan.half()) << named(t, rotation);
    }
  });
  const TileSpec& road = tile("base-c2", "V");
  EXPECT_EQ(count_of(drawn(road, 0, Detail::small, Theme::summer, "garden").ground, "#a-s-garden"), 1);
  EXPECT_EQ(count_of(drawn(road, 0, Detail::small).ground, "#a-s-garden"), 0);
  EXPECT_TRUE(shows(drawn(tile("base-c2", "W"), 0, Detail::small).tall, "th")) << "a village is thatched";
}

TEST(Details, MarksOfSmallTilesAreLargerAndStayOnThem) {
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
        const Mark mark = place_marks(plan, land).at(0);
        const TileArt art = drawn(t, rotation, Detail::small);
        const std::string both = art.ground + art.tall;
        const std::string use = "#a-m-" + drawing.name + (drawing.tall.empty() ? "-ground\"" : "\"");
        const size_t at = both.find(use);
        ASSERT_NE(at, std::string::npos) << name;
        int x = 0, y = 0;
        double scale = 1;
        if (std::sscanf(both.c_str() + at + use.size(), " transform=\"translate(%d %d)scale(%lf", &x, &y, &scale) != 3)
          scale = 1;  // written without
        EXPECT_GE(scale, mark.scale - .03) << name;
        EXPECT_GE(plan.to_side(mark.at), std::min(drawing.radius * scale * .8, mark.radius())) << name;
      }
    }
  }
}

TEST(Details, TheSmallBoardLayerIsTowersAlone) {
  const TileSpec& cap = tile("base-c2", "E");  // city on the north only
  const std::vector<BoardPiece> pieces{{&cap, 0, 0, 0, "a", {}}, {&cap, 0, -1, 2, "b", {}}};
  const auto towers = layer(pieces, 0, Theme::summer, Detail::small);
  ASSERT_EQ(towers.size(), 2U);
  for (const LayerPiece& tower : towers) {
    EXPECT_EQ(read_markup(tower.svg).error, "");
    EXPECT_THAT(tower.svg, HasSubstr("a-s-tower"));
  }
  EXPECT_TRUE(layer(pieces, 1, Theme::summer, Detail::small).empty()) << "the corners have their towers";
  // The plain layer is the full one without what is too fine.
  const auto full = layer(pieces, 1), plain = layer(pieces, 1, Theme::summer, Detail::plain);
  ASSERT_EQ(plain.size(), full.size());
  for (size_t i = 0; i < full.size(); ++i) {
    EXPECT_EQ(plain[i].y, full[i].y);
    for (const std::string_view fine : fine_classes) EXPECT_FALSE(shows(plain[i].svg, fine)) << fine;
  }
}

TEST(Details, ABoardHasTheDetailThatItsWidthAsksFor) {
  const TileSpec& t = tile("base-c2", "D");
  const std::vector<BoardPiece> pieces{{&t, 0, 0, 0, "a", {}}};
  const auto ground = [&](Detail detail) { return draw_tile(t, 0, "a", Theme::summer, {}, "p0", detail).ground; };
  BoardOptions options;
  for (const auto& [width, detail] :
       {std::pair{80, Detail::small}, {100, Detail::plain}, {200, Detail::plain}, {300, Detail::full}}) {
    options.width = width;
    const std::string svg = board_svg(pieces, {}, Theme::summer, options);
    for (const Detail other : details)
      EXPECT_EQ(svg.find(ground(other)) != std::string::npos, other == detail) << width;
  }
  const SheetItem item{pieces, "D"};
  const auto sheet = [&](int width, std::optional<Detail> detail) {
    return sheet_svg(std::span(&item, 1), Theme::summer, 1, width, false, detail);
  };
  EXPECT_THAT(sheet(40, {}), HasSubstr("class=\"a-n a-s-wall\""));
  EXPECT_THAT(sheet(200, {}), Not(HasSubstr("class=\"a-n a-s-wall\"")));
  EXPECT_THAT(sheet(200, Detail::small), HasSubstr("class=\"a-n a-s-wall\""));
}

}  // namespace
}  // namespace bastide::art
