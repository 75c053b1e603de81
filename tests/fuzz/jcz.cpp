// Saved games of JCloisterZone: any text is one or an error with a message; one that is read is judged, and written and
// read again it is the same game.
#include <cstdlib>
#include <string_view>

#include "jcz/check.h"
#include "jcz/export.h"
#include "jcz/import.h"

using namespace bastide;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto save = jcz::parse_save({reinterpret_cast<const char*>(data), size});
  if (!save) {
    if (save.error().message.empty()) std::abort();
    return 0;
  }
  const auto imported = jcz::import_save(builtin_catalogue(), *save);
  if (!imported) {
    if (imported.error().message.empty()) std::abort();
    return 0;
  }
  if (jcz::judge(builtin_catalogue(), *save, *imported).size() != save->assertions.size()) std::abort();
  const auto exported = jcz::export_game(imported->game, true);
  if (!exported) std::abort();
  if (!exported->notes.empty()) return 0;  // draws that they do not have
  const auto again = jcz::parse_save(jcz::write_save(exported->save));
  if (!again) std::abort();
  const auto back = jcz::import_save(builtin_catalogue(), *again);
  if (!back || write_record(back->game.record()) != write_record(imported->game.record())) std::abort();
  return 0;
}
