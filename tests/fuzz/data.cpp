// Data files: the first byte picks a file of a small data folder, the rest takes its place. Either everything loads and
// compiles, or the error says what is wrong. The folder is small, so that each run takes little.
#include <cstdlib>
#include <iterator>
#include <string>

#include "rules/compile.h"

using namespace bastide;

namespace {

DataFiles small_folder() {
  return {{"rules.toml",
           "[[rule]]\nid = \"FIELD-3\"\nsource = \"B\"\ntitle.en = \"Fields\"\ntext.en = \"Points.\"\n"
           "[[rule]]\nid = \"WIN-1\"\nsource = \"B\"\ntitle.en = \"Winning\"\ntext.en = \"Most points.\"\n"},
          {"options.toml",
           "[[option]]\nid = \"field_scoring\"\ngroup = \"Points\"\nname = \"Fields\"\nsentence = \"How.\"\n"
           "rules = [\"FIELD-3\"]\ndefault = \"third\"\n"
           "  [[option.values]]\n  id = \"third\"\n  name = \"Three\"\n  sentence = \"Yes.\"\n"
           "  [[option.values]]\n  id = \"none\"\n  name = \"None\"\n  sentence = \"No.\"\n"},
          {"presets.toml",
           "[[preset]]\nid = \"small\"\nname = \"Small\"\nsentence = \"Small.\"\nsource = \"B\"\ntheme = \"summer\"\n"
           "tiles = [ { set = \"mini\" } ]\nseats = { min = 2, max = 5 }\n"},
          {"tiles/mini.toml",
           "id = \"mini\"\nname = \"Mini\"\nsource = \"B\"\nshape = \"square\"\n"
           "[[tile]]\nid = \"D\"\ncount = 2\nstart = true\n"
           "sides = { N = \"city\", E = \"road\", S = \"field\", W = \"road\" }\nfeatures = [\n"
           "  { type = \"city\", sides = \"N\", shields = 1 },\n  { type = \"road\", sides = \"E W\" },\n"
           "  { type = \"field\", ports = \"ENE WNW\", walls = \"N\" },\n"
           "  { type = \"field\", ports = \"ESE SSE SSW WSW\" },\n]\n"}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const DataFiles small = small_folder();
  static const bool loads = load_catalogue(small).has_value();
  if (!loads) std::abort();
  if (size == 0) return 0;
  DataFiles files = small;
  const auto file = std::next(files.begin(), static_cast<std::ptrdiff_t>(data[0] % files.size()));
  file->second.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto catalogue = load_catalogue(files);
  if (!catalogue) {
    if (catalogue.error().message.empty()) std::abort();
    return 0;
  }
  for (const PresetSpec& preset : catalogue->presets)
    if (const auto rules = compile(*catalogue, {preset.id, {}}, preset.min_seats);
        !rules && rules.error().message.empty())
      std::abort();
  return 0;
}
