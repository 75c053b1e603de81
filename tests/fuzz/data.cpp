// Data files: the first byte picks one of data/, the rest takes its place. Either everything loads and compiles, or the
// error says which file is wrong.
#include <cstdlib>
#include <iterator>
#include <string>

#include "rules/compile.h"

using namespace bastide;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  DataFiles files = embedded_data();
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
