#include "rules/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/state.h"
#include "expansions/registry.h"
#include "rules/compile_tiles.h"

namespace bastide {
const TileFeatureSpec& GameRules::overpass_spec() {
  static const TileFeatureSpec spec = [] {
    TileFeatureSpec road;
    road.type = TileFeatureType::road;
    road.place = "over";
    return road;
  }();
  return spec;
}

namespace {

std::string known(const auto& list) {
  std::string names;
  for (const auto& item : list) names += (names.empty() ? "" : ", ") + item.id;
  return names;
}

tl::unexpected<Error> refuse(std::string message, std::string expected, std::string rule = {}) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  error.rule = std::move(rule);
  return tl::unexpected<Error>(std::move(error));
}

Result<void> check_option(const Catalogue& catalogue, const std::string& id, const std::string& value) {
  const OptionSpec* option = catalogue.find_option(id);
  if (!option) return refuse(fmt::format("there is no option '{}'", id), "one of " + known(catalogue.options));
  if (!option->values.empty()) {
    if (option->find(value)) return {};
    return refuse(fmt::format("option {} has no value '{}'", id, value), "one of " + known(option->offered()));
  }
  const bool digits = !value.empty() && value.size() < 7 &&
                      std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
                      (value.size() == 1 || value[0] != '0');
  if (digits && std::stoi(value) >= option->minimum && std::stoi(value) <= option->maximum) return {};
  return refuse(fmt::format("option {} cannot be '{}'", id, value),
                fmt::format("a number from {} to {}", option->minimum, option->maximum));
}

/// The options that compiling reads for the base game; a data folder without one of them, or without one that an
/// expansion reads, is refused here.
constexpr std::array<std::string_view, 6> kRead = {"field_scoring", "small_city", "unfinished",
                                                   "colours",       "bag",        "junctions"};

Result<void> check_options_there(const GameRules& rules) {
  std::vector<std::string_view> read(kRead.begin(), kRead.end());
  for (const Expansion* expansion : expansions())
    for (const OptionRead& option : expansion->options) read.push_back(option.id);
  for (const std::string_view id : read)
    if (rules.options.find(id) == rules.options.end())
      return refuse(fmt::format("the data has no option '{}'", id), "an [[option]] of this id in options.toml");
  return {};
}

// ---------------------------------------------------------------- combinations

tl::unexpected<Error> refuse(const Texts& message, std::string expected, std::string rule) {
  return tl::unexpected<Error>(worded(message, std::move(rule), std::move(expected)));
}

/// SET-2: what the preset states, or what other colours than its own are for.
int most_seats(const GameRules& rules) {
  const OptionSpec& colours = *rules.catalogue->find_option("colours");
  const auto own = rules.preset->options.find(colours.id);
  if (rules.is(colours.id, own == rules.preset->options.end() ? colours.default_value : own->second))
    return rules.preset->max_seats;
  return colours.find(rules.options.find(colours.id)->second)->seats;
}

/// "colours=six": the fewest colours for so many seats; empty if there are never that many.
std::string colours_for(const GameRules& rules, int seats) {
  for (const OptionValue& value : rules.catalogue->find_option("colours")->values)
    if (value.seats >= seats) return "colours=" + value.id;
  return {};
}

/// Combinations that make no sense, with the reason.
Result<void> check_combination(const GameRules& rules, int seats) {
  const PresetSpec& preset = *rules.preset;
  const Phrases& phrases = rules.catalogue->phrases;
  const int most = most_seats(rules);
  if (seats < preset.min_seats || seats > most)
    return refuse(say(phrases, seats < preset.min_seats ? "refused.few" : "refused.many",
                      {{"n", seats},
                       {"preset", texts_of(preset.translations, "name", preset.name)},
                       {"least", preset.min_seats},
                       {"most", most}}),
                  seats > most ? colours_for(rules, seats) : "", "SET-2");
  return {};
}

// ---------------------------------------------------------------- from options to the kernel's rules

ScoringRules scoring_of(const GameRules& rules) {
  ScoringRules scoring;
  const std::string& fields = rules.options.find("field_scoring")->second;
  scoring.fields = fields == "none"     ? FieldScoring::none
                   : fields == "second" ? FieldScoring::second
                   : fields == "first"  ? FieldScoring::first
                                        : FieldScoring::third;
  if (scoring.fields == FieldScoring::first) scoring.field_city = 4;
  if (rules.is("small_city", "half")) scoring.small_city_tile = scoring.small_city_shield = 1;
  scoring.unfinished = rules.is("unfinished", "count");
  return scoring;
}

int16_t small(int n) {
  return static_cast<int16_t>(n);
}

FigureKind followers_of(const GameRules& rules) {
  const auto on = [](FeatureType type) { return 1u << static_cast<int>(type); };
  unsigned stands = on(FeatureType::city) | on(FeatureType::road) | on(FeatureType::cloister);
  if (!rules.is("field_scoring", "none")) stands |= on(FeatureType::field);
  return {7, static_cast<uint8_t>(stands), false};
}

/// What is drawn on it, as far as an expansion in play reads it.
Marks marks_of(const GameRules& rules, const TileSpec& tile, bool& listed) {
  Marks marks;
  for (const TileSymbol& symbol : tile.symbols)
    for (std::size_t by = 0; by < rules.added.size(); ++by)
      for (std::size_t i = 0; i < rules.added[by]->marks.size(); ++i) {
        if (rules.added[by]->marks[i].name != symbol.type) continue;
        const std::size_t mark = rules.kernel.added[by].mark + i;
        marks.count[mark] = static_cast<uint8_t>(symbol.count);
        marks.feature[mark] = static_cast<uint8_t>(std::max(0, symbol.feature));
        marks.promise += rules.added[by]->marks[i].promise * symbol.count;
        listed |= rules.added[by]->marks[i].listed;
      }
  return marks;
}

Result<int> new_kind(GameRules& rules, const CompiledTile& compiled, std::string name) {
  if (rules.kinds.size() >= kMaxKinds)
    return failure(fmt::format("more than {} kinds of tiles in one game", kMaxKinds));
  const TileSpec& tile = *compiled.tile;
  rules.kernel.kinds.push_back(compiled.kind);
  rules.kernel.closing |= compiled.kind.closes;
  rules.kernel.parted |= !tile.parted.empty();
  rules.kernel.marks.push_back(marks_of(rules, tile, rules.kernel.kinds.back().listed));
  rules.kernel.leads.push_back(compiled.leads);
  rules.kernel.outlines.push_back(compiled.outlines);
  rules.kernel.meeting.push_back(compiled.meeting);
  if (compiled.kind.doubled || !rules.kernel.second.empty()) {
    rules.kernel.second.resize(rules.kernel.kinds.size());
    rules.kernel.second.back() = compiled.second;
  }
  rules.derived.push_back(compiled.tile);
  rules.kinds.push_back({compiled.tile.get(), 0, std::move(name)});
  return static_cast<int>(rules.kinds.size()) - 1;
}

/// The kind that a version of a tile is; a new one if the game has no such tile yet.
Result<int> kind_of(GameRules& rules, const TileSet& set, const CompiledTile& version) {
  std::string name = set.prefix + version.name;
  int kind = rules.kind_by_name(name);
  if (kind >= 0 && !same_tile(*rules.kinds[kind].tile, *version.tile)) {
    name = set.id + "/" + version.name;
    kind = rules.kind_by_name(name);
  }
  if (kind >= 0) return kind;
  return new_kind(rules, version, std::move(name));
}

/// Gardens are only pictures unless some figure may stand on them (SET-4).
const std::vector<CompiledTile>& versions_in(const GameRules& rules, const TileSpec& tile) {
  const auto is_read = [&](const TileVariant& variant) {
    return !variant.mark.empty() && std::any_of(rules.added.begin(), rules.added.end(), [&](const Expansion* by) {
      return std::any_of(by->marks.begin(), by->marks.end(),
                         [&](const MarkSpec& mark) { return mark.name == variant.mark; });
    });
  };
  return rules.catalogue->compiled->versions_of(
      tile, {.gardens = rules.kernel.stood_on(FeatureType::garden),
             .marks = std::any_of(tile.variants.begin(), tile.variants.end(), is_read),
             .bushes_join = rules.is("junctions", "houses")});
}

Result<void> add_tiles(const Catalogue& catalogue, const TileSetUse& use, GameRules& rules, int& start) {
  const TileSet* set = catalogue.find_set(use.set);
  if (!set) return failure(fmt::format("there is no tile set '{}'", use.set));
  for (const TileSpec& spec : set->tiles) {
    for (const CompiledTile& version : versions_in(rules, spec)) {
      const bool is_start = version.tile->start && start < 0;
      const int copies = version.tile->count * use.times;
      BASTIDE_TRY(const auto kind, kind_of(rules, *set, version));
      rules.kinds[kind].count += copies;
      if (is_start) start = kind;
      rules.kernel.stack.insert(rules.kernel.stack.end(), copies - (is_start ? 1 : 0), static_cast<KindIndex>(kind));
    }
  }
  return {};
}

/// How an option stands, as an expansion reads it.
int16_t standing_of(const GameRules& rules, const OptionRead& option) {
  if (option.values[0].empty()) return small(rules.number(option.id));
  const auto value = std::find_if(option.values.begin(), option.values.end(),
                                  [&](std::string_view v) { return !v.empty() && rules.is(option.id, v); });
  return value == option.values.end() ? int16_t{0} : small(static_cast<int>(value - option.values.begin()) + 1);
}

struct InPlay {
  const Expansion* expansion;
  Added added;
};

/// Kinds of figures of seats that do not play, as far as there are numbers for them.
void note_figures_apart(GameRules& rules) {
  for (const Expansion* expansion : expansions())
    for (const FigureSpec& spec : expansion->figures) {
      const bool plays = std::any_of(rules.figures.begin(), rules.figures.end(),
                                     [&](const GameRules::FigureSort& sort) { return sort.spec == &spec; });
      if (!plays && !spec.kind.neutral && rules.figures.size() < kFigureKinds)
        rules.figures.push_back({&spec, expansion});
    }
}

/// Adds the expansions that the options bring into play to the rules. Returns them all, also those without hooks.
Result<std::vector<InPlay>> add_expansions(GameRules& rules) {
  static constexpr FigureSpec kFollower = {.name = "follower", .kind = {}, .rule = "FOLLOWER-8", .box_rule = "SET-2"};
  rules.figures = {{&kFollower}};
  std::vector<InPlay> in_play;
  int words = 0, marks = 0;
  for (const Expansion* expansion : expansions()) {
    Added added{.hooks = expansion->hooks};
    std::transform(expansion->options.begin(), expansion->options.end(), added.option.begin(),
                   [&](const OptionRead& option) { return standing_of(rules, option); });
    if (expansion->in_play ? !expansion->in_play(added.option) : added.option[0] == 0) continue;
    Ruleset& kernel = rules.kernel;
    added.pile = static_cast<uint8_t>(kernel.piles.size());
    for (const PileSpec& spec : expansion->piles) {
      kernel.piles.push_back(spec.pile);
      kernel.piles.back().by = static_cast<uint8_t>(kernel.added.size());
    }
    added.memory = static_cast<uint8_t>(words);
    added.mark = static_cast<uint8_t>(marks);
    added.figure = static_cast<uint8_t>(kernel.figure_kinds);
    words += expansion->words;
    added.token = static_cast<uint8_t>(kernel.tokens.size());
    for (std::size_t token = 0; token < expansion->tokens.size(); ++token, words += kernel.seats)
      kernel.tokens.push_back({static_cast<uint8_t>(kernel.added.size()), static_cast<uint8_t>(words)});
    marks += static_cast<int>(expansion->marks.size());
    const int figures = kernel.figure_kinds + static_cast<int>(expansion->figures.size());
    if (words > kMemory || marks > kMaxMarks || figures > kFigureKinds)
      return failure("these expansions do not go into one game: together they need too much");
    for (const FigureSpec& spec : expansion->figures) {
      kernel.figures[kernel.figure_kinds++] = spec.kind;
      kernel.companions |= !spec.kind.neutral && !spec.kind.follower;
      rules.figures.push_back({&spec, expansion});
    }
    if (expansion->set_up) expansion->set_up(kernel, added);
    in_play.push_back({expansion, added});
    if (!expansion->hooks) continue;
    rules.added.push_back(expansion);
    kernel.added.push_back(added);
    kernel.bounded |= expansion->hooks->ground != nullptr;
    kernel.mending |= expansion->hooks->mends != nullptr;
    kernel.unequal |= expansion->hooks->strength != nullptr;
  }
  // A kind of which nobody has any changes nothing.
  for (const FigureKind& kind : rules.kernel.figures)
    rules.kernel.unequal |= !kind.neutral && kind.follower && kind.count > 0 && kind.strength != 1;
  note_figures_apart(rules);
  return in_play;
}

bool holds(const GameRules& rules, const Condition& condition) {
  return std::all_of(condition.begin(), condition.end(),
                     [&](const auto& setting) { return rules.is(setting.first, setting.second); });
}

void stage_kind(GameRules& rules, int kind, int stage) {
  rules.kernel.stage.resize(rules.kinds.size(), Ruleset::kLastStage);
  rules.kernel.stage[kind] = static_cast<uint8_t>(stage);
}

/// Of the copies of a tile the start tile alone.
void keep_start_alone(TileSpec& tile) {
  std::stable_partition(tile.variants.begin(), tile.variants.end(), [](const TileVariant& v) { return v.start; });
  if (!tile.variants.empty()) tile.variants.resize(1);
  for (TileVariant& variant : tile.variants) variant.count = 1;
  tile.count = 1;
}

/// Another start tile comes: the one before goes into the stack, or stays in the box.
Result<void> replace_start(GameRules& rules, const ExpansionTiles& tiles, int start) {
  const auto so = [&](const Condition& condition) { return !condition.empty() && holds(rules, condition); };
  if (so(tiles.old_start_when)) {
    rules.kernel.stack.push_back(static_cast<KindIndex>(start));
    return {};
  }
  --rules.kinds[start].count;
  const bool among = so(tiles.old_start_among_when);
  if (!among && !so(tiles.old_start_next_when)) return {};
  TileSpec others = *rules.kinds[start].tile;
  TileSpec own = others;
  others.start = false;
  rules.derived.push_back(std::make_shared<const TileSpec>(std::move(others)));
  rules.kinds[start].tile = rules.derived.back().get();
  keep_start_alone(own);
  std::string name = rules.kinds[start].name + "-start";
  BASTIDE_TRY(const int kind, new_kind(rules, compile_tile({std::move(own), {}}), std::move(name)));
  rules.kinds[kind].count = 1;
  rules.kernel.stack.push_back(static_cast<KindIndex>(kind));
  stage_kind(rules, kind, among ? Ruleset::kStaged : Ruleset::kNextStage);
  return {};
}

/// The tiles of a set that an expansion brings, into the stack or a pile of its own.
Result<void> bring_tiles(const TileSet& set, const ExpansionTiles& tiles, const InPlay& by, GameRules& rules,
                         int& start) {
  const auto& piles = by.expansion->piles;
  const auto pile =
      std::find_if(piles.begin(), piles.end(), [&](const PileSpec& spec) { return spec.name == tiles.pile; });
  const bool plain = !tiles.plain_when.empty() && holds(rules, tiles.plain_when);
  const auto has = [](const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  for (const TileSpec& spec : set.tiles) {
    if ((plain && !spec.symbols.empty()) || has(tiles.without, spec.id)) continue;
    for (const CompiledTile& version : versions_in(rules, spec)) {
      int copies = version.tile->count;
      const bool is_start = version.tile->start;
      BASTIDE_TRY(const int kind, kind_of(rules, set, version));
      const auto index = static_cast<KindIndex>(kind);
      rules.kinds[kind].count += copies;
      if (is_start) {
        BASTIDE_CHECK(replace_start(rules, tiles, start));
        start = kind;
        --copies;
      }
      if (tiles.staged) {
        const bool first = has(tiles.first, spec.id), last = has(tiles.last, spec.id);
        stage_kind(rules, kind, first ? Ruleset::kFirstStage : last ? Ruleset::kStagedLast : Ruleset::kStaged);
      }
      if (tiles.late) {
        rules.kernel.late.resize(rules.kinds.size(), 0);
        rules.kernel.late[kind] = 1;
      }
      if (pile == piles.end())
        rules.kernel.stack.insert(rules.kernel.stack.end(), copies, index);
      else
        rules.kernel.held.insert(rules.kernel.held.end(), copies,
                                 {index, static_cast<uint8_t>(by.added.pile + (pile - piles.begin()))});
    }
  }
  return {};
}

/// Tiles of the preset that stay in the box for what an expansion brings.
void leave_out(const Catalogue& catalogue, const std::vector<InPlay>& in_play, GameRules& rules, int start) {
  for (const TilesLeftOut& tiles : catalogue.left_out) {
    const bool plays = std::any_of(in_play.begin(), in_play.end(),
                                   [&](const InPlay& by) { return by.expansion->id == tiles.expansion; });
    if (!plays || !holds(rules, tiles.when)) continue;
    int left = tiles.most;
    for (int kind = static_cast<int>(rules.kinds.size()) - 1; kind >= 0; --kind) {
      const auto& features = rules.kinds[kind].tile->features;
      if (std::none_of(features.begin(), features.end(), [&](const auto& f) { return f.type == tiles.type; })) continue;
      std::vector<KindIndex>& stack = rules.kernel.stack;
      for (int& count = rules.kinds[kind].count; left > 0 && count > (kind == start ? 1 : 0); --count, --left)
        stack.erase(std::find(stack.begin(), stack.end(), static_cast<KindIndex>(kind)));
    }
  }
}

Result<void> add_tiles_of_expansions(const Catalogue& catalogue, const std::vector<InPlay>& in_play, GameRules& rules,
                                     int& start) {
  for (const ExpansionTiles& tiles : catalogue.tiles) {
    const auto by = std::find_if(in_play.begin(), in_play.end(),
                                 [&](const InPlay& p) { return p.expansion->id == tiles.expansion; });
    if (by == in_play.end() || !holds(rules, tiles.when)) continue;
    if (!tiles.unless.empty() && holds(rules, tiles.unless)) continue;
    BASTIDE_CHECK(bring_tiles(*catalogue.find_set(tiles.set), tiles, *by, rules, start));
  }
  return {};
}

/// Ruleset::others_left. Tiles of earlier stages are none of the others.
void hold_back(Ruleset& rules) {
  if (rules.late.empty()) return;
  rules.late.resize(rules.kinds.size(), 0);
  const auto others = std::count_if(rules.stack.begin(), rules.stack.end(), [&](KindIndex kind) {
    return !rules.is_late(kind) && rules.stage_of(kind) == rules.last_stage();
  });
  rules.others_left = std::max(0, static_cast<int>(others) - rules.before_late);
}

/// Where the kinds lie of which something is true.
template <class Is>
KindRange range_of(const Ruleset& rules, const Is& is) {
  KindRange range{.first = 1, .last = 0};  // so far none
  int count = 0;
  for (int kind = 0; kind < static_cast<int>(rules.kinds.size()); ++kind) {
    if (!is(kind)) continue;
    if (count++ == 0) range.first = static_cast<KindIndex>(kind);
    range.last = static_cast<KindIndex>(kind);
  }
  range.whole = count != 0 && range.last - range.first == count - 1;
  return range;
}

/// TileKind::filtered, and TileKind::listed where it is not by a mark.
void note_kinds(Ruleset& rules) {
  for (std::size_t number = 0; number < rules.added.size(); ++number) {
    const Hooks& hooks = *rules.added[number].hooks;
    const auto by = static_cast<int>(number);
    for (TileKind& kind : rules.kinds) {
      kind.filtered |= hooks.rotations && (!hooks.filters || hooks.filters(rules, by, kind));
      kind.listed |= hooks.lists && hooks.lists(rules, by, kind);
    }
  }
}

bool has_type(const TileKind& kind, FeatureType type) {
  return std::find(kind.types.begin(), kind.types.begin() + kind.features, type) != kind.types.begin() + kind.features;
}

bool some_have(const Ruleset& rules, FeatureType type) {
  return std::any_of(rules.kinds.begin(), rules.kinds.end(),
                     [&](const TileKind& kind) { return has_type(kind, type); });
}

/// Who may stand in a cloister may do so in its chapter.
void let_into_chapters(Ruleset& rules) {
  rules.chapters = some_have(rules, FeatureType::chapter);
  rules.pyramids = some_have(rules, FeatureType::pyramid);
  for (FigureKind& figure : rules.figures)
    if (rules.chapters && !figure.neutral && figure.follower && figure.stands(FeatureType::cloister))
      figure.stands_on = static_cast<uint16_t>(figure.stands_on | 1u << static_cast<int>(FeatureType::chapter));
}

/// Who may stand in a cloister, on a road and in a city may stand in a building.
void let_into_buildings(Ruleset& rules) {
  if (!some_have(rules, FeatureType::building)) return;
  for (FigureKind& figure : rules.figures)
    if (!figure.neutral && figure.follower && figure.stands(FeatureType::cloister) &&
        figure.stands(FeatureType::road) && figure.stands(FeatureType::city))
      figure.stands_on = static_cast<uint16_t>(figure.stands_on | 1u << static_cast<int>(FeatureType::building));
}

/// Who may stand on a road may stand in a quarter.
void let_into_quarters(Ruleset& rules) {
  if (std::none_of(rules.kinds.begin(), rules.kinds.end(),
                   [](const TileKind& kind) { return has_type(kind, FeatureType::quarter); }))
    return;
  for (FigureKind& figure : rules.figures)
    if (!figure.neutral && figure.follower && figure.stands(FeatureType::road))
      figure.stands_on = static_cast<uint16_t>(figure.stands_on | 1u << static_cast<int>(FeatureType::quarter));
}

/// The same of huts; and in a trap whoever stands on the board may come, companions that stand on roads too.
void let_into_huts_and_traps(Ruleset& rules) {
  const auto some_have = [&](FeatureType type) {
    return std::any_of(rules.kinds.begin(), rules.kinds.end(),
                       [&](const TileKind& kind) { return has_type(kind, type); });
  };
  const bool huts = some_have(FeatureType::hut), traps = some_have(FeatureType::trap);
  for (FigureKind& figure : rules.figures) {
    if (figure.neutral || figure.stands_on == 0) continue;
    const bool everywhere = figure.follower && figure.stands(FeatureType::cloister) &&
                            figure.stands(FeatureType::road) && figure.stands(FeatureType::city);
    if (huts && everywhere) figure.stands_on = static_cast<uint16_t>(figure.stands_on | bit(FeatureType::hut));
    if (traps && (figure.follower || figure.stands(FeatureType::road)))
      figure.stands_on = static_cast<uint16_t>(figure.stands_on | bit(FeatureType::trap));
  }
  for (const Added& added : rules.added) rules.settles |= added.hooks->settle != nullptr;
}

/// What the expansions say to the rules as a whole.
Result<void> hear_objections(const std::vector<InPlay>& in_play, GameRules& rules) {
  for (const InPlay& by : in_play) {
    if (!by.expansion->objection) continue;
    const Objection objection = by.expansion->objection(rules.kernel, by.added);
    if (objection.what.empty()) continue;
    const bool refused = !objection.rule.empty();
    const Texts text = say(rules.catalogue->phrases,
                           fmt::format("{}.{}.{}", refused ? "refused" : "note", by.expansion->id, objection.what),
                           {{"seats", rules.kernel.seats}, {"n", objection.number}, {"there", objection.there}});
    if (refused) return refuse(text, objection.instead, std::string(objection.rule));
    rules.notes.push_back(text);
  }
  return {};
}

}  // namespace

bool GameRules::is(std::string_view option, std::string_view value) const {
  return options.find(option)->second == value;
}

int GameRules::number(std::string_view option) const {
  return std::stoi(options.find(option)->second);
}

std::string GameRules::term_phrase(const Term& of) const {
  return bastide::term_phrase(of.by == Term::kBase ? nullptr : added[of.by], term(of));
}

Moment GameRules::moment_of(const Pending& asked) const {
  const Question& spec = question(asked);
  const bool other = std::any_of(kernel.order.begin(), kernel.order.end(), [&](const OrderLine& line) {
    return line.by == asked.by && line.moment == spec.or_moment;
  });
  const bool own = std::any_of(kernel.order.begin(), kernel.order.end(), [&](const OrderLine& line) {
    return line.by == asked.by && line.moment == spec.moment;
  });
  return other && !own ? spec.or_moment : spec.moment;
}

std::optional<Figure> GameRules::figure_named(std::string_view name) const {
  for (std::size_t i = 0; i < figures.size(); ++i)
    if (figures[i].spec->name == name && !figures[i].spec->kind.neutral) return static_cast<Figure>(i);
  return std::nullopt;
}

bool GameRules::stands_on_piece(Figure figure) const {
  const FigureSort& sort = figures[static_cast<int>(figure)];
  return sort.by != nullptr && sort.spec->on == Place::piece && !sort.spec->kind.neutral &&
         sort.spec->kind.stands_on == 0;
}

const FigureSpec* GameRules::figure_standing_on(FeatureType type) const {
  if (Ruleset().figures[0].stands(type)) return nullptr;  // followers do, as far as there is such a thing
  for (const FigureSort& sort : figures)
    if (sort.by != nullptr && sort.spec->kind.follower && sort.spec->kind.stands(type)) return sort.spec;
  return nullptr;
}

int GameRules::kind_by_name(std::string_view name) const {
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (kinds[k].name == name) return static_cast<int>(k);
  return -1;
}

int GameRules::pile(std::string_view name) const {
  for (std::size_t p = 0; p < kernel.piles.size(); ++p)
    if (pile_spec(static_cast<int>(p)).name == name) return static_cast<int>(p);
  return -1;
}

const PileSpec& GameRules::pile_spec(int pile) const {
  const int by = kernel.piles[pile].by;
  return added[by]->piles[pile - kernel.added[by].pile];
}

const TokenSpec& GameRules::token(int token) const {
  const int by = kernel.tokens[token].by;
  return added[by]->tokens[token - kernel.added[by].token];
}

Result<GameRulesPtr> compile(const Catalogue& catalogue, const RuleChoice& choice, int seats) {
  auto rules = std::make_shared<GameRules>();
  rules->catalogue = &catalogue;
  rules->preset = catalogue.find_preset(choice.preset);
  if (!rules->preset)
    return refuse(fmt::format("there is no preset '{}'", choice.preset), "one of " + known(catalogue.presets));
  const PresetSpec& preset = *rules->preset;

  for (const OptionSpec& option : catalogue.options) rules->options[option.id] = option.default_value;
  BASTIDE_CHECK(check_options_there(*rules));
  for (const auto& [id, value] : preset.options) rules->options[id] = value;
  rules->choice.preset = preset.id;
  for (const auto& [id, value] : choice.options) {
    BASTIDE_CHECK(check_option(catalogue, id, value));
    if (rules->options[id] != value) rules->choice.options[id] = value;
    rules->options[id] = value;
  }
  BASTIDE_CHECK(check_combination(*rules, seats));

  rules->kernel.seats = seats;
  rules->kernel.scoring = scoring_of(*rules);
  rules->kernel.put_back = !rules->is("bag", "stack");
  rules->kernel.figures[0] = followers_of(*rules);
  BASTIDE_TRY(const auto in_play, add_expansions(*rules));
  rules->kernel.order = order_of_play(rules->added, rules->kernel.added);
  int start = -1;
  for (const TileSetUse& use : preset.tiles) BASTIDE_CHECK(add_tiles(catalogue, use, *rules, start));
  if (start < 0) return failure(fmt::format("preset {} has no start tile", preset.id), "SET-3");
  leave_out(catalogue, in_play, *rules, start);
  BASTIDE_CHECK(add_tiles_of_expansions(catalogue, in_play, *rules, start));
  let_into_chapters(rules->kernel);
  let_into_buildings(rules->kernel);
  let_into_quarters(rules->kernel);
  let_into_huts_and_traps(rules->kernel);
  if (!rules->kernel.stage.empty()) rules->kernel.stage.resize(rules->kinds.size(), Ruleset::kLastStage);
  hold_back(rules->kernel);
  const Ruleset& kernel = rules->kernel;
  rules->kernel.staged = range_of(kernel, [&](int kind) { return kernel.stage_of(kind) != kernel.last_stage(); });
  rules->kernel.late_range = range_of(kernel, [&](int kind) { return kernel.is_late(kind); });
  note_kinds(rules->kernel);
  rules->kernel.exact = std::any_of(rules->kernel.kinds.begin(), rules->kernel.kinds.end(),
                                    [](const TileKind& kind) { return has_type(kind, FeatureType::water); });
  rules->kernel.scoring.spaces = !rules->kernel.squares_only() && !rules->kernel.scoring.pieces;
  rules->kernel.start_kind = static_cast<KindIndex>(start);
  BASTIDE_CHECK(hear_objections(in_play, *rules));
  return GameRulesPtr(std::move(rules));
}

Texts option_in_words(const OptionSpec& option, const std::string& value) {
  const OptionValue* named = option.find(value);
  return joined(texts_of(option.translations, "name", option.name), ": ",
                named ? texts_of(named->translations, "name", named->name) : Texts{value, value, value});
}

Texts describe(const GameRules& rules) {
  Texts text = texts_of(rules.preset->translations, "name", rules.preset->name);
  for (const auto& [id, value] : rules.choice.options)
    text = joined(text, ", ", option_in_words(*rules.catalogue->find_option(id), value));
  return text;
}

}  // namespace bastide
