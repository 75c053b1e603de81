// Palettes of the three themes.
#include "art/palette.h"

#include <fmt/format.h>

#include <cassert>

#include "art/plan.h"

namespace bastide::art {

namespace {

struct Token {
  std::string_view name;
  std::array<std::string_view, 3> value;  // summer, winter, parchment
};

// Tokens that fill; each is a class of the same name.
constexpr Token fills[] = {
    {"fb", {"#c1cb8f", "#e9eef0", "#f6edd4"}},   // field: the only field colour at a side
    {"fl", {"#d2d9a6", "#f6f8f7", "#faf4e2"}},   // light wash
    {"fd", {"#aebd7a", "#dae3e8", "#efe3c2"}},   // dark wash
    {"fd2", {"#a3b570", "#cfdbe2", "#e9dbb4"}},  // green strip, verge
    {"fp", {"#dccd92", "#dcd8c8", "#f0e2bb"}},   // straw strip
    {"fp2", {"#cdd496", "#d5dfe2", "#efe6c6"}},  // light strip
    {"rf", {"#f4e7c6", "#d9c6a3", "#fffdf6"}},   // road
    {"re", {"#8b6a3e", "#7d6a50", "#1f150c"}},   // road edge
    {"cg", {"#edd09a", "#e2d3b4", "#dab97d"}},   // town ground
    {"wt", {"#efe8d6", "#fbfbf8", "#fffaf0"}},   // wall top
    {"wf", {"#d9cdb2", "#d3ccbe", "#e9dcc0"}},   // wall face, lit
    {"wd", {"#b3a385", "#a79f93", "#8a775a"}},   // wall face, shaded
    {"r0", {"#dd8257", "#fafaf6", "#cf5a44"}},   // town roofs, lit
    {"r1", {"#d06f4b", "#f2f4f4", "#c04a36"}},
    {"r2", {"#e59a69", "#ffffff", "#d86c50"}},
    {"d0", {"#bd5838", "#b4583c", "#93291f"}},  // the same, shaded
    {"d1", {"#a84a33", "#9c4a34", "#85231b"}},
    {"d2", {"#c66c45", "#bf6c4a", "#9e3626"}},
    {"th", {"#e9c878", "#f7f7f2", "#f3e3b8"}},  // thatch
    {"td", {"#c89a4e", "#a98650", "#a88a50"}},
    {"sl", {"#7d93a8", "#f4f7f8", "#39506b"}},  // slate
    {"sd", {"#566b83", "#5d7389", "#22344b"}},
    {"hw", {"#f7ecd3", "#efe3cb", "#fff9ea"}},  // house walls
    {"hs", {"#d8c29c", "#cdb999", "#d2bd92"}},
    {"l0", {"#7fa052", "#f5f8f8", "#f2ecd0"}},  // leaves
    {"l1", {"#5c7f40", "#93a39c", "#8f9a68"}},
    {"l2", {"#a5bf6c", "#ffffff", "#fffbe8"}},
    {"c0", {"#55784a", "#53705f", "#6f7d55"}},  // firs
    {"c1", {"#3f5f3c", "#3d5749", "#2e3a24"}},
    {"tk", {"#6d4c2f", "#5b4636", "#1a110a"}},  // trunks, timber
    {"ap", {"#c9402f", "#b4402f", "#b0392a"}},  // apples
    {"hg", {"#5f8246", "#71857a", "#55643c"}},  // clipped bushes
    {"kg", {"#d8cf9a", "#dfe3dc", "#eadfb6"}},  // cloister ground
    {"wa", {"#8fb3c0", "#b9d3de", "#dfe6e0"}},  // water
    {"bk", {"#dccb98", "#c9cfcf", "#d9c595"}},  // bank, sand
    {"wb", {"#4f86a3", "#7fa3b8", "#1f150c"}},  // water's edge
    {"wl", {"#d7ebee", "#f4fafc", "#f4fbf8"}},  // ripples
    {"an", {"#6b4a33", "#4c3a2c", "#1a110a"}},  // game
    {"fox", {"#c9622e", "#c9622e", "#c9622e"}},
    {"sno", {"#ffffff", "#ffffff", "#fffdf6"}},  // snow, wool
    {"gold", {"#edc04a", "#edc04a", "#edc04a"}},
    {"shf", {"#4a2f63", "#4a2f63", "#4a2f63"}},  // shield: purpure
    {"shg", {"#f0c753", "#f0c753", "#f0c753"}},  // its gold
    {"flag", {"#c9402f", "#c9402f", "#c9402f"}},
    {"ink", {"#43301f", "#3a3029", "#1a110a"}},
    {"sh", {"#2f2412", "#2c3a48", "#1a110a"}},  // shadows
    // What drawings of expansions are made of (drawings.h).
    {"pz", {"#f7e6c2", "#f0e8d6", "#ead3a4"}},  // plaza
    {"rk0", {"#b59c80", "#e4e3de", "#ead9b4"}},
    {"rk1", {"#7c6350", "#85786d", "#7d6442"}},  // rock
    {"lv0", {"#ffc24a", "#ffc24a", "#ffd36a"}},
    {"lv1", {"#e0522a", "#e0522a", "#c33a22"}},  // lava
    {"sm", {"#efe8dc", "#ffffff", "#fff8e8"}},   // smoke, steam
    {"wo0", {"#cfa365", "#c9a06a", "#e8cf9a"}},
    {"wo1", {"#8d6338", "#83603c", "#6d4a24"}},  // wood
    {"cr", {"#b3303a", "#b3303a", "#a82a2a"}},
    {"cr1", {"#7f1f2b", "#7f1f2b", "#701a1c"}},  // crimson
    {"iv", {"#fbf2de", "#fffaf0", "#fffaf0"}},   // ivory
    {"pu0", {"#a98adb", "#a98adb", "#b79adf"}},
    {"pu1", {"#5d3f8c", "#5d3f8c", "#4a2f73"}},  // magic
    {"pu2", {"#efe6ff", "#f5efff", "#f5efff"}},  //
    {"ro0", {"#ea9bb0", "#ea9bb0", "#eaa0b0"}},
    {"ro1", {"#bf5a7a", "#bf5a7a", "#b04a6a"}},  // rose
    {"gr0", {"#f2cf63", "#f0d27a", "#f2cf63"}},
    {"gr1", {"#b98a2b", "#b08a3c", "#9a6f1c"}},  // grain, hair
    {"gp", {"#7d4a86", "#7d4a86", "#6b3a74"}},   // grapes
    {"te0", {"#57b4bd", "#57b4bd", "#5fb0b0"}},
    {"te1", {"#2d7f88", "#2d7f88", "#27686e"}},  // teal
    {"pg0", {"#eeb3a4", "#eeb3a4", "#f0bfae"}},
    {"pg1", {"#b9695c", "#b9695c", "#a85a4c"}},  // pigs
};

// Tokens that only draw lines.
constexpr Token strokes[] = {
    {"table", {"#e6dac0", "#d9dde0", "#cbb78c"}}, {"rr", {"#cdb486", "#a98f69", "#b7a582"}},    // pebbles
    {"cs", {"#f7e6c2", "#f0e8d6", "#ead3a4"}},    {"cc", {"#c39f68", "#b09b78", "#7a5a2c"}},    // street, cobbles
    {"wj", {"#8f7f63", "#857b6c", "#1f150c"}},    {"tuft", {"#81975a", "#8f9fa6", "#4a3a26"}},  // joints, grass
    {"fpl", {"#a8935b", "#a59a84", "#5b4a33"}},   {"fpl2", {"#8fa25a", "#a9bac4", "#5b4a33"}},  // furrows
    {"flw", {"#fff6dc", "#ffffff", "#4a3a26"}},   {"fly", {"#e9b949", "#c9d6dd", "#4a3a26"}},   // flowers
    {"trk", {"#93a6b3", "#93a6b3", "#93a6b3"}},                                                 // tracks in snow
};

}  // namespace

std::string_view to_string(Theme theme) {
  static constexpr std::array<std::string_view, 3> names{"summer", "winter", "parchment"};
  return names[static_cast<size_t>(theme)];
}

std::optional<Theme> theme_named(std::string_view name) {
  for (const Theme theme : themes)
    if (to_string(theme) == name) return theme;
  return std::nullopt;
}

std::string_view colour(Theme theme, std::string_view token) {
  for (const Token& t : fills)
    if (t.name == token) return t.value[static_cast<size_t>(theme)];
  for (const Token& t : strokes)
    if (t.name == token) return t.value[static_cast<size_t>(theme)];
  assert(false && "unknown colour token");
  return "#000";
}

std::string style(Theme theme) {
  const bool parchment = theme == Theme::parchment;
  const double w = parchment ? 1.5 : 1;  // line weight
  std::string out;
  const auto rule = [&](std::string_view name, const std::string& body) {
    out += fmt::format(".a-{}{{{}}}", name, body);
  };
  // "stroke: colour; width", then whatever else the line needs.
  const auto line = [&](std::string_view name, std::string_view token, double width, std::string_view more = {}) {
    rule(name,
         fmt::format("stroke:{};stroke-width:{:g}{}{}", colour(theme, token), width, more.empty() ? "" : ";", more));
  };
  for (const Token& t : fills) rule(t.name, fmt::format("fill:{}", t.value[static_cast<size_t>(theme)]));
  // Lines of drawings, each with a width of its own: q- and the token.
  for (const std::string_view token : {"ink", "cc",  "wt",  "gold", "rk1", "lv0", "lv1", "wo0", "wo1", "cr", "iv",
                                       "pu0", "pu1", "pu2", "ro0",  "ro1", "gr0", "gr1", "bk",  "wb",  "wa", "wl"})
    rule(fmt::format("q-{}", token), fmt::format("stroke:{}", colour(theme, token)));
  rule("n", "fill:none;stroke-linecap:round;stroke-linejoin:round");
  rule("b", "stroke-linecap:butt");
  rule("w", "stroke:#fff");
  rule("sh", "opacity:.2");
  line("h", "ink", 3.4 * w, "stroke-linejoin:round");  // the hand's line
  line("i", "ink", 3 * w);
  line("hb", "ink", 5 * w);
  line("fbs", "fb", 2 * field_overlap, "stroke-linejoin:round");
  line("rv", "fd2", road_width + 26, "opacity:.45");
  line("res", "re", road_width + (parchment ? 8 : 0));
  line("rfs", "rf", road_inner_width);
  line("rr", "rr", 4, "opacity:.8");
  line("cgs", "cg", 2 * town_overlap, "stroke-linejoin:round");
  line("st", "cs", 54);
  line("cc", "cc", 3.5, "opacity:.75");
  line("wk", "ink", 34 + 9 * w);
  line("ws", "wt", 34);
  line("wj", "wj", 3);
  line("mk", "ink", 21, "stroke-dasharray:22 18");
  line("ms", "wt", 13, "stroke-dasharray:15 25;stroke-dashoffset:-3.5");
  line("tf", "tuft", 3.6 * w, parchment ? "opacity:.7" : "opacity:.8");
  line("pl", "fpl", 3.6, "opacity:.6");
  line("pm", "fpl2", 4.5, "opacity:.55");
  line("flw", "flw", 9);
  line("fly", "fly", 8);
  line("tr", "trk", 9);
  line("hk", "ink", 23, "stroke-dasharray:1 15");
  line("hd", "hg", 17, "stroke-dasharray:1 15");
  line("hl", "l2", 7, "stroke-dasharray:1 15;opacity:.8");
  line("hks", "ink", 16, "stroke-dasharray:1 12");
  line("hds", "hg", 11.5, "stroke-dasharray:1 12");
  line("vk", "ink", 25, "stroke-dasharray:1 28");
  line("vd", "hg", 20, "stroke-dasharray:1 28");
  line("vl", "l2", 8, "stroke-dasharray:1 28;opacity:.8");
  line("fen", "tk", 4.5);
  rule("way", fmt::format("stroke:{}", colour(theme, "rf")));
  rule("rose", "stroke:#c2556e;stroke-width:12");
  rule("rosw", "stroke:#fff6dc;stroke-width:11");
  rule("grape", "stroke:#6b3472;stroke-width:9");
  rule("cir", "stroke:#a6925a;stroke-width:9");
  rule("cil", "stroke:#efe2ae;stroke-width:9");
  rule("crk", "stroke:#43301f;stroke-width:14");
  rule("crg", "stroke:#f0c753;stroke-width:8");
  line("tw7", "tk", 7);
  line("tw4", "tk", 4);
  line("ans", "an", 4);
  line("cut", "ink", 4, "opacity:.2");
  rule("hi", fmt::format("fill:{0};stroke:{0};stroke-width:2;stroke-linecap:round;opacity:{1}", colour(theme, "ink"),
                         parchment ? ".9" : ".62"));
  rule("tint", "fill:none");
  // Small drawings (small.cpp).
  line("s-field", "fb", 2 * small_field_overlap, "stroke-linejoin:round");
  line("s-town", "cg", 2 * small_town_overlap, "stroke-linejoin:round");
  line("s-edge", "re", 146 + (parchment ? 8 : 0));
  line("s-road", "rf", 98);
  line("s-wall", "ink", 52);
  line("s-tower", "ink", 22);
  line("s-line", "ink", 9 * w, "stroke-linejoin:round");
  line("s-hedge", "hg", 36);
  line("s-cross", "gold", 22);
  line("s-under", "cc", 22, "stroke-dasharray:50 50");
  line("s-shade", "sh", 118, "opacity:.2");
  line("s-bark", "ink", 118 + 6 * w);
  line("s-leaf", "l1", 106);
  line("s-light", "l0", 58);
  // Inside .a-small, for tiles under 80 pixels: no fine marks, thicker lines.
  for (const std::string_view fine : fine_classes) rule(fmt::format("small .a-{}", fine), "display:none");
  rule("mark", "transform:none");
  rule("markl", "transform:none");
  rule("small .a-mark", "transform:scale(1.35)");  // what rules read stays legible
  rule("small .a-markl", "transform:scale(1.12)");
  rule("small .a-h", fmt::format("stroke-width:{:g}", 3.4 * w * 1.8));
  rule("small .a-hb", fmt::format("stroke-width:{:g}", 5 * w * 1.8));
  return out;
}

}  // namespace bastide::art
