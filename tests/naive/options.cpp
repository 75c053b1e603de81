// What a game of the naive implementation is played by, read from the names of the options.
#include "naive/options.h"

namespace bastide::naive {

Options::Options(const OptionValues& by_name) {
  const auto is = [&](const char* option, const char* value) { return by_name.at(option) == value; };
  if (is("field_scoring", "none")) farmers = Farmers::none;
  if (is("field_scoring", "second")) farmers = Farmers::once_a_city;
  if (is("field_scoring", "first")) farmers = Farmers::by_city;
  small_cities = is("small_city", "half");
  unfinished_counts = !is("unfinished", "nothing");
  abbots = is("abbots", "on");
  if (is("draw", "ahead")) hand = 1;
  if (is("draw", "hand")) {
    hand = std::stoi(by_name.at("hand_size"));
    dealt = true;
  }
  blind_start = is("bag", "blind");
  put_back = blind_start || is("bag", "back");
  offers = is("offers", "on");
  holes = is("holes", "on");
}

}  // namespace bastide::naive
