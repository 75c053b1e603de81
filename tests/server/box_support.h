// The box of the analysis board, tile by tile.
#pragma once
#include <fmt/format.h>

#include "server/client.h"

namespace bastide::test {

/// Every tile of a box has a picture, and each of its places a label in every turn and a spot in the picture. Returns
/// how many tiles there are.
inline int look_at_box(uint16_t port, const json::value& box) {
  int tiles = 0;
  for (const json::value& kind : box.at("kinds").as_array()) {
    tiles += number(kind.at("count"));
    const json::value& picture = kind.at("picture");
    std::string target = fmt::format("/art/summer/tile/{}/{}/{}/{}.json?illustration={}", text(picture.at("set")),
                                     text(picture.at("id")), number(kind.at("rotations").as_array().back()),
                                     text(picture.at("seed")), text(picture.at("illustration")));
    for (std::size_t at = target.find(' '); at != std::string::npos; at = target.find(' '))
      target.replace(at, 1, "%20");
    const json::value art = get(port, target, "TileArt");
    for (const json::value& place : kind.at("places").as_array()) {
      EXPECT_EQ(place.at("labels").as_array().size(), 4u);
      EXPECT_TRUE(art.at("spots").as_object().contains(text(place.at("place")))) << text(kind.at("tile"));
    }
  }
  return tiles;
}

}  // namespace bastide::test
