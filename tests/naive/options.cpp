// What a game of the naive implementation is played by, read from the names of the options.
#include "naive/options.h"

namespace bastide::naive {

Options::Options(const OptionValues& by_name) {
  const auto is = [&](const char* option, const char* value) {
    const auto found = by_name.find(option);
    return found != by_name.end() && found->second == value;
  };
  if (is("field_scoring", "none")) farmers = Farmers::none;
  if (is("field_scoring", "second")) farmers = Farmers::once_a_city;
  if (is("field_scoring", "first")) farmers = Farmers::by_city;
  small_cities = is("small_city", "half");
  unfinished_counts = !is("unfinished", "nothing");
  if (is("draw", "ahead")) hand = 1;
  if (is("draw", "hand")) {
    hand = std::stoi(by_name.at("hand_size"));
    dealt = true;
  }
  // Two separate mays of HOUSE-BAG; games made earlier have one word for both.
  const bool both = is("bag", "blind");
  blind_start = both || is("start_tile", "bag");
  put_back = both || is("bag", "back");
  holes = is("holes", "on");
  half_is_a_tile = is("half_count", "2015-10") || is("half_count", "2020");
  half_is_a_tile_around = is("half_count", "2015-10");
}

}  // namespace bastide::naive
