// bastide art: a contact sheet of a preset's tiles.
#include <fmt/format.h>

#include "art/art.h"
#include "cli/cli.h"
#include "rules/compile.h"

namespace bastide::cli {
namespace {

struct ArtOptions {
  std::string preset = "new", theme, detail, output = "-";
  int columns = 6, size = 200;
  bool regions = false;
};

int run(const Context& context, const ArtOptions& options) {
  const auto data = catalogue(context);
  if (!data) return fail(data.error());
  const PresetSpec* preset = (*data)->find_preset(options.preset);
  const auto rules = compile(**data, {options.preset, {}}, preset ? preset->min_seats : 2);
  if (!rules) return fail(rules.error());
  std::vector<art::SheetItem> items;
  for (const auto& kind : (*rules)->kinds)
    items.push_back(
        {{art::BoardPiece{kind.tile, 0, 0, 0, kind.name, {}}}, fmt::format("{} × {}", kind.name, kind.count)});
  const auto theme = art::theme_named(options.theme.empty() ? preset->theme : options.theme);
  const auto written =
      write_output(options.output, art::sheet_svg(items, theme.value_or(art::Theme::summer), options.columns,
                                                  options.size, options.regions, art::detail_named(options.detail)));
  return written ? 0 : fail(written.error());
}

}  // namespace

void declare_art(const Command& app, Context& context) {
  const Command command = app.add_subcommand("art", "draw a preset's tiles as one SVG sheet");
  const auto options = std::make_shared<ArtOptions>();
  command.add_option("--preset", options->preset, "whose tiles").capture_default_str().type_name("PRESET");
  command.add_option("--theme", options->theme, "summer, winter, parchment; without it the edition's own")
      .one_of({"summer", "winter", "parchment"})
      .type_name("THEME");
  command.add_option("--columns", options->columns, "tiles in a row")
      .capture_default_str()
      .range(1, 100)
      .type_name("N");
  command.add_option("--size", options->size, "width of a tile in pixels")
      .capture_default_str()
      .range(20, 2000)
      .type_name("PIXELS");
  command.add_option("--detail", options->detail, "full, plain, small; without it what the width can show")
      .one_of({"full", "plain", "small"})
      .type_name("DETAIL");
  command.add_flag("--regions", options->regions, "outline the features");
  command.add_option("-o,--output", options->output, "file to write; - is standard output")
      .capture_default_str()
      .type_name("FILE");
  command.callback([&context, options] { context.run = [&context, options] { return run(context, *options); }; });
}

}  // namespace bastide::cli
