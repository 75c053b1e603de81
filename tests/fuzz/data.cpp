// Data files: the first byte picks a file of a small data folder, the rest takes its place. Either everything loads and
// compiles, or the error says what is wrong. The folder is small, so that each run takes little.
#include <cstdlib>
#include <iterator>
#include <string>

#include "rules/compile.h"

using namespace bastide;

namespace {

DataFiles small_folder() {
  return {{"phrases.toml", embedded_data().at("phrases.toml")},
          {"rules.toml",
           "[[rule]]\n"
           "id = \"FIELD-3\"\n"
           "source = \"B\"\n"
           "title = { en = \"Fields\", nl = \"Weiden\", de = \"Wiesen\" }\n"
           "text = { en = \"Points.\", nl = \"Punten.\", de = \"Punkte.\" }\n"
           "[[rule]]\n"
           "id = \"WIN-1\"\n"
           "source = \"B\"\n"
           "title = { en = \"Winning\", nl = \"Winnen\", de = \"Gewinn\" }\n"
           "text = { en = \"Most.\", nl = \"Meeste.\", de = \"Meiste.\" }\n"},
          {"jcz.toml",
           "settings = { field_scoring = \"third\" }\nfree = [\"field_scoring\"]\n"
           "[[set]]\nid = \"mini:1\"\npreset = \"small\"\nedition = 1\n"
           "[[element]]\nid = \"farmers\"\nwithout = { field_scoring = \"none\" }\n"
           "[[rule]]\nid = \"fields\"\noption = \"field_scoring\"\nvalues = [\"yes third\", \"no none\"]\n"
           "[[feature]]\ntype = \"city\"\nnames = [\"City\"]\npoints = [\"city\"]\n"
           "[[figure]]\nfigure = \"follower\"\nnames = [\"small\"]\naction = \"Small\"\n"
           "[[message]]\ntype = \"DEPLOY\"\nwith = { source = \"HAND\" }\nputs = true\nat = \"to\"\nform = "
           "\"feature\"\n"
           "[[phase]]\nasked = \"tile\"\nname = \"TilePhase\"\n"
           "[[tiles]]\nset = \"mini\"\nshelf = \"MI\"\nids = [\"CRr D 1\"]\n"},
          {"options.toml",
           "[[group]]\n"
           "id = \"points\"\n"
           "name = { en = \"Points\", nl = \"Punten\", de = \"Punkte\" }\n"
           "[[option]]\n"
           "id = \"field_scoring\"\n"
           "group = \"points\"\n"
           "name = { en = \"Fields\", nl = \"Weiden\", de = \"Wiesen\" }\n"
           "sentence = { en = \"How.\", nl = \"Hoe.\", de = \"Wie.\" }\n"
           "rules = [\"FIELD-3\"]\n"
           "default = \"third\"\n"
           "  [[option.values]]\n"
           "  id = \"third\"\n"
           "  name = { en = \"Three\", nl = \"Drie\", de = \"Drei\" }\n"
           "  sentence = { en = \"Yes.\", nl = \"Ja.\", de = \"Ja.\" }\n"
           "  [[option.values]]\n"
           "  id = \"none\"\n"
           "  name = { en = \"None\", nl = \"Geen\", de = \"Keine\" }\n"
           "  sentence = { en = \"No.\", nl = \"Nee.\", de = \"Nein.\" }\n"},
          {"presets.toml",
           "[[preset]]\n"
           "id = \"small\"\n"
           "name = { en = \"Small\", nl = \"Klein\", de = \"Klein\" }\n"
           "sentence = { en = \"Small.\", nl = \"Klein.\", de = \"Klein.\" }\n"
           "source = \"B\"\n"
           "theme = \"summer\"\n"
           "tiles = [ { set = \"mini\" } ]\n"
           "seats = { min = 2, max = 5 }\nminutes = { two = 30, more = 5 }\n"},
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
