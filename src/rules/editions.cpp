// Reads rules.toml, options.toml, expansion.toml and presets.toml, each against what was read before it.
#include <fmt/format.h>

#include <algorithm>

#include "rules/catalogue_parts.h"

namespace bastide {
namespace {

template <class Spec>
std::vector<std::string> ids_of(const std::vector<Spec>& specs) {
  std::vector<std::string> ids;
  ids.reserve(specs.size());
  for (const Spec& spec : specs) ids.push_back(spec.id);
  return ids;
}

template <class Spec>
const Spec* spec_with_id(const std::vector<Spec>& specs, std::string_view id) {
  const auto found = std::find_if(specs.begin(), specs.end(), [id](const Spec& spec) { return spec.id == id; });
  return found == specs.end() ? nullptr : &*found;
}

/// The id of a table; it is new, and notation can write it: `lower` letters, digits and a mark between them.
template <class Spec>
std::string read_id(const TableReader& table, const std::vector<Spec>& before, std::string_view letters) {
  std::string id = table.text("id");
  if (id.size() > 40 || id.find_first_not_of(letters) != std::string::npos) {
    table.fail_key("id", "'" + id + "' is no id.", "at most 40 of the characters " + std::string(letters));
  }
  if (spec_with_id(before, id)) table.fail_key("id", "'" + id + "' is there twice.", "ids that differ");
  return id;
}

constexpr std::string_view kLowerId = "abcdefghijklmnopqrstuvwxyz0123456789_-";
constexpr std::string_view kRuleId = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

/// A text by language: returns the English, and keeps the others under `key`. None may be missing.
std::string read_text(const TableReader& table, const std::string& key, Translations& translations) {
  const TableReader languages(table.need(key), "'" + key + "' table", {"en", "nl", "de"});
  std::string english = languages.text("en");
  for (const char* language : {"nl", "de"}) translations[language][key] = languages.text(language);
  return english;
}

OptionValue read_value(const TomlNode& node, const OptionSpec& option) {
  const TableReader table(node, "value", {"id", "name", "sentence", "former", "seats"});
  OptionValue value;
  value.id = read_id(table, option.values, kLowerId);
  value.former = table.flag_or("former", false);
  value.seats = table.number_or("seats", 2, 8, 0);
  value.name = read_text(table, "name", value.translations);
  if (table.find("sentence")) value.sentence = read_text(table, "sentence", value.translations);
  return value;
}

void read_group_of(const TableReader& table, const std::vector<OptionGroup>& groups, OptionSpec& option) {
  const std::string id = table.text("group");
  const OptionGroup* group = spec_with_id(groups, id);
  if (!group) table.fail_key("group", "There is no group '" + id + "'.", nearest(id, ids_of(groups)));
  option.group = group->name;
  for (const auto& [language, texts] : group->translations)
    option.translations[language]["group"] = texts.find("name")->second;
}

/// Either `values` or `number`, and a default that is one of them.
void read_choice(const TableReader& table, OptionSpec& option) {
  const TomlNode* number = table.find("number");
  if ((number != nullptr) == (table.find("values") != nullptr)) {
    table.fail("The option has to be a choice or a number.", "either 'values' or 'number'");
  }
  if (number) {
    const TableReader range(*number, "'number' table", {"min", "max"});
    option.minimum = range.number("min", 0, 1'000'000);
    option.maximum = range.number("max", option.minimum + 1, 1'000'000);
    option.default_value = std::to_string(table.number("default", option.minimum, option.maximum));
    return;
  }
  for (const TomlNode& value : table.list("values")) option.values.push_back(read_value(value, option));
  const std::vector<OptionValue> offered = option.offered();
  if (offered.size() < 2)
    table.fail_key("values", "A choice of fewer than two values.", "two or more [[option.values]]");
  option.default_value = table.text("default");
  if (!spec_with_id(offered, option.default_value)) {
    table.fail_key("default", "'" + option.default_value + "' is no value of " + option.id + ".",
                   nearest(option.default_value, ids_of(offered)));
  }
}

/// The value a preset gives an option, as the option writes it.
std::string read_setting(const TomlNode& node, const OptionSpec& option) {
  if (option.values.empty()) {
    if (node.kind != TomlNode::Kind::integer || node.integer < option.minimum || node.integer > option.maximum) {
      fail_at(node, "'" + option.id + "' is no number that fits here.",
              "a whole number from " + std::to_string(option.minimum) + " to " + std::to_string(option.maximum));
    }
    return std::to_string(node.integer);
  }
  const std::string& value = need_text(node, "'" + option.id + "'");
  const std::vector<OptionValue> offered = option.offered();
  if (!spec_with_id(offered, value))
    fail_at(node, "'" + value + "' is no value of " + option.id + ".", nearest(value, ids_of(offered)));
  return value;
}

/// A table of options and their values.
std::map<std::string, std::string> read_settings(const TableReader& table, const std::string& key,
                                                 const Catalogue& catalogue) {
  std::map<std::string, std::string> settings;
  const TomlNode& options = table.need(key);
  if (options.kind != TomlNode::Kind::table) fail_at(options, "'" + key + "' is no table.", "a table of options");
  for (size_t i = 0; i < options.keys.size(); ++i) {
    const TomlNode::Key& name = options.keys[i];
    const OptionSpec* option = catalogue.find_option(name.name);
    if (!option) {
      TomlNode place;
      place.line = name.line;
      place.column = name.column;
      fail_at(place, "There is no option '" + name.name + "'.", nearest(name.name, ids_of(catalogue.options)));
    }
    settings[name.name] = read_setting(options.items[i], *option);
  }
  return settings;
}

void read_preset_tiles(const TableReader& table, const Catalogue& catalogue, PresetSpec& preset) {
  int starts = 0;
  for (const TomlNode& node : table.list("tiles")) {
    const TableReader use(node, "use of a tile set", {"set", "times"});
    const std::string id = use.text("set");
    const TileSet* set = catalogue.find_set(id);
    if (!set) use.fail_key("set", "There is no tile set '" + id + "'.", nearest(id, ids_of(catalogue.sets)));
    const bool start =
        std::any_of(set->tiles.begin(), set->tiles.end(), [](const TileSpec& tile) { return tile.start; });
    if (start && preset.tiles.empty()) ++starts;
    preset.tiles.push_back({id, use.number_or("times", 1, 9, 1)});
  }
  if (starts == 0)
    table.fail_key("tiles", "The first tile set has no start tile.", "a set that marks one first (SET-3)");
}

PresetSpec read_preset(const TomlNode& node, const Catalogue& catalogue, const std::vector<PresetSpec>& before) {
  const TableReader table(node, "preset",
                          {"id", "name", "sentence", "source", "theme", "tiles", "seats", "minutes", "options"});
  PresetSpec preset;
  preset.id = read_id(table, before, kLowerId);
  preset.name = read_text(table, "name", preset.translations);
  preset.sentence = read_text(table, "sentence", preset.translations);
  preset.source = table.text("source");
  preset.theme = table.text("theme");
  const std::vector<std::string> themes{"summer", "winter", "parchment"};
  if (std::find(themes.begin(), themes.end(), preset.theme) == themes.end()) {
    table.fail_key("theme", "'" + preset.theme + "' is no theme.", nearest(preset.theme, themes));
  }
  read_preset_tiles(table, catalogue, preset);
  const TableReader seats(table.need("seats"), "'seats' table", {"min", "max"});
  preset.min_seats = seats.number("min", 2, 8);
  preset.max_seats = seats.number("max", preset.min_seats, 8);
  const TableReader minutes(table.need("minutes"), "'minutes' table", {"two", "more"});
  preset.minutes = minutes.number("two", 1, 999);
  preset.minutes_more = minutes.number("more", 0, 99);
  if (table.find("options")) preset.options = read_settings(table, "options", catalogue);
  return preset;
}

BoxSpec read_box(const TomlNode& node, const Catalogue& catalogue) {
  const TableReader table(node, "box", {"id", "name", "sentence", "source", "preset", "options"});
  BoxSpec box;
  box.id = read_id(table, catalogue.boxes, kLowerId);
  if (spec_with_id(catalogue.presets, box.id)) table.fail_key("id", "'" + box.id + "' is a preset.", "ids that differ");
  box.name = read_text(table, "name", box.translations);
  box.sentence = read_text(table, "sentence", box.translations);
  box.source = table.text("source");
  box.preset = table.text("preset");
  if (!spec_with_id(catalogue.presets, box.preset))
    table.fail_key("preset", "There is no preset '" + box.preset + "'.",
                   nearest(box.preset, ids_of(catalogue.presets)));
  if (table.find("options")) box.options = read_settings(table, "options", catalogue);
  for (const ExpansionCard& card : catalogue.cards)
    if (std::find(card.boxes.begin(), card.boxes.end(), box.id) != card.boxes.end())
      box.options.emplace(card.option, card.value);
  return box;
}

/// Letters, not bytes.
int letters_in(const std::string& text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

constexpr const char* kCardWanted = "a table [card] with option, value, sentence, tile, size and minutes";

/// The tile of a card's picture, "SET ID".
void read_picture(const TableReader& table, const Catalogue& catalogue, ExpansionCard& card) {
  const std::vector<std::string> words = split_words(table.text("tile"));
  if (words.size() != 2) table.fail_key("tile", "'tile' names no tile.", "a set and a tile of it: \"base-c1 16\"");
  card.tile_set = words[0];
  card.tile = words[1];
  const TileSet* set = catalogue.find_set(card.tile_set);
  if (!set)
    table.fail_key("tile", "There is no tile set '" + card.tile_set + "'.",
                   nearest(card.tile_set, ids_of(catalogue.sets)));
  if (!set->find(card.tile))
    table.fail_key("tile", "The set has no tile '" + card.tile + "'.", nearest(card.tile, ids_of(set->tiles)));
}

ExpansionCard read_card(const TomlNode& node, const Expansion& expansion, const Catalogue& catalogue) {
  const TableReader table(node, "card",
                          {"option", "value", "sentence", "tile", "sign", "choices", "boxes", "size", "minutes"});
  ExpansionCard card;
  card.expansion = expansion.id;
  const auto known = [&](const std::string& id) -> const OptionSpec& {
    const OptionSpec* option = catalogue.find_option(id);
    if (!option) table.fail("There is no option '" + id + "'.", nearest(id, ids_of(catalogue.options)));
    return *option;
  };
  card.option = table.text("option");
  const OptionSpec& option = known(card.option);
  std::vector<std::string> on = ids_of(option.offered());
  on.erase(std::remove(on.begin(), on.end(), option.default_value), on.end());
  card.value = table.text("value");
  if (std::find(on.begin(), on.end(), card.value) == on.end())
    table.fail_key("value", "'" + card.value + "' does not switch " + card.option + " on.", nearest(card.value, on));
  card.sentence = read_text(table, "sentence", card.translations);
  std::vector<std::string> sentences{card.sentence};
  for (const auto& [language, texts] : card.translations) sentences.push_back(texts.at("sentence"));
  for (const std::string& sentence : sentences)
    if (letters_in(sentence) > ExpansionCard::kMostLetters)
      table.fail_key("sentence", "'" + sentence + "' is too long.",
                     "at most " + std::to_string(ExpansionCard::kMostLetters) + " letters");
  read_picture(table, catalogue, card);
  card.sign = table.text_or("sign", "");
  std::vector<std::string> signs;
  for (const FigureSpec& figure : expansion.figures) signs.emplace_back(figure.name);
  for (const MarkSpec& mark : expansion.marks) signs.emplace_back(mark.name);
  if (!card.sign.empty() && std::find(signs.begin(), signs.end(), card.sign) == signs.end())
    table.fail_key("sign", "The expansion draws no '" + card.sign + "'.", nearest(card.sign, signs));
  card.choices = table.texts("choices");
  for (const std::string& id : card.choices) known(id);
  card.boxes = table.texts("boxes");
  const std::vector<std::string> sizes{"own", "large", "small"};
  const std::string size = table.text("size");
  const auto found = std::find(sizes.begin(), sizes.end(), size);
  if (found == sizes.end()) table.fail_key("size", "'" + size + "' is no size.", nearest(size, sizes));
  card.size = static_cast<ExpansionCard::Size>(found - sizes.begin());
  card.minutes = table.number("minutes", 0, 120);
  return card;
}

/// Which values of which others an option needs to have an effect: { table = ["standard", "shift"] }, or one of them.
void read_only_when(const TableReader& table, OptionSpec& option) {
  const TomlNode* conditions = table.find("only_when");
  if (!conditions) return;
  if (conditions->kind != TomlNode::Kind::table || conditions->keys.empty())
    fail_at(*conditions, "'only_when' names no option.", "{ option = \"value\" }");
  for (std::size_t i = 0; i < conditions->keys.size(); ++i) {
    std::vector<std::string>& values = option.only_when[conditions->keys[i].name];
    const TomlNode& node = conditions->items[i];
    if (node.kind == TomlNode::Kind::array)
      for (const TomlNode& value : node.items) values.push_back(need_text(value, "a value"));
    else
      values.push_back(need_text(node, "a value"));
  }
}

}  // namespace

std::map<std::string, std::string> read_condition(const TableReader& table, const std::string& key,
                                                  const Catalogue& catalogue) {
  if (!table.find(key)) return {};
  auto settings = read_settings(table, key, catalogue);
  if (settings.empty()) table.fail_key(key, "'" + key + "' names no option.", "{ option = \"value\" }");
  return settings;
}

void read_rules(const TomlNode& file, const Expansion* expansion, Catalogue& catalogue) {
  const TableReader table(file, "rule file", {"document", "rule"});
  for (const TomlNode& node : table.list("document")) {
    const TableReader entry(node, "document", {"mark", "name"});
    DocumentSpec document;
    document.mark = entry.text("mark");
    for (const DocumentSpec& other : catalogue.documents)
      if (other.mark == document.mark)
        entry.fail_key("mark", "'" + document.mark + "' is there twice.", "marks that differ");
    document.name = read_text(entry, "name", document.translations);
    catalogue.documents.push_back(std::move(document));
  }
  for (const TomlNode& node : table.list("rule")) {
    const TableReader entry(node, "rule", {"id", "source", "reading", "with", "title", "text"});
    RuleSpec rule;
    rule.id = read_id(entry, catalogue.rules, kRuleId);
    if (expansion) rule.expansion = expansion->id;
    rule.source = entry.text("source");
    rule.reading = entry.flag_or("reading", false);
    rule.title = read_text(entry, "title", rule.translations);
    rule.text = read_text(entry, "text", rule.translations);
    rule.with = entry.texts("with");
    catalogue.rules.push_back(std::move(rule));
  }
}

void check_rules(const TomlNode& file, const Expansion* expansion, const Catalogue& catalogue) {
  std::vector<std::string> known = ids_of(catalogue.presets);
  for (const Expansion* other : expansions())
    if (other != expansion) known.emplace_back(other->id);
  const TableReader table(file, "rule file", {"document", "rule"});
  for (const TomlNode& node : table.list("rule")) {
    const TableReader entry(node, "rule", {"id", "source", "reading", "with", "title", "text"});
    if (!expansion && entry.find("with"))
      entry.fail_key("with", "A rule of the base game holds with everything.", "no 'with'");
    std::vector<std::string> before;
    for (const TomlNode& id : entry.list("with")) {
      if (expansion && id.text == expansion->id)
        fail_at(id, "'" + id.text + "' is the expansion that the rule is of.", "others that it speaks of");
      if (std::find(known.begin(), known.end(), id.text) == known.end())
        fail_at(id, "There is no other expansion and no edition '" + id.text + "'.", nearest(id.text, known));
      if (std::find(before.begin(), before.end(), id.text) != before.end())
        fail_at(id, "'" + id.text + "' stands there twice.", "each once");
      before.push_back(id.text);
    }
  }
}

void read_groups(const TomlNode& file, std::vector<OptionGroup>& groups) {
  const TableReader table(file, "option file", {"group", "option"});
  for (const TomlNode& node : table.list("group")) {
    const TableReader entry(node, "group", {"id", "name", "before"});
    OptionGroup group;
    group.id = read_id(entry, groups, kLowerId);
    group.name = read_text(entry, "name", group.translations);
    auto place = groups.end();
    if (entry.find("before")) {
      const std::string next = entry.text("before");
      place = std::find_if(groups.begin(), groups.end(), [&](const OptionGroup& g) { return g.id == next; });
      if (place == groups.end())
        entry.fail_key("before", "There is no group '" + next + "' yet.", nearest(next, ids_of(groups)));
    }
    groups.insert(place, std::move(group));
  }
}

void sort_by_group(const std::vector<OptionGroup>& groups, std::vector<OptionSpec>& options) {
  const auto place = [&](const OptionSpec& option) {
    return std::find_if(groups.begin(), groups.end(), [&](const OptionGroup& g) { return g.name == option.group; });
  };
  std::stable_sort(options.begin(), options.end(),
                   [&](const OptionSpec& a, const OptionSpec& b) { return place(a) < place(b); });
}

void read_options(const TomlNode& file, const std::vector<OptionGroup>& groups, Catalogue& catalogue) {
  const TableReader table(file, "option file", {"group", "option"});
  for (const TomlNode& node : table.list("option")) {
    const TableReader entry(
        node, "option",
        {"id", "group", "name", "sentence", "rules", "values", "number", "default", "only_when", "synonyms"});
    OptionSpec option;
    option.id = read_id(entry, catalogue.options, kLowerId);
    read_group_of(entry, groups, option);
    option.name = read_text(entry, "name", option.translations);
    option.sentence = read_text(entry, "sentence", option.translations);
    option.rules = entry.texts("rules");
    if (option.rules.empty()) entry.fail("The option names no rule.", "'rules = [\"...\"]'");
    for (const std::string& id : option.rules) {
      if (!catalogue.find_rule(id)) {
        entry.fail_key("rules", "There is no rule '" + id + "'.", nearest(id, ids_of(catalogue.rules)));
      }
    }
    read_choice(entry, option);
    read_only_when(entry, option);
    option.synonyms = entry.texts("synonyms");
    catalogue.options.push_back(std::move(option));
  }
}

void check_options(const TomlNode& file, const Catalogue& catalogue) {
  for (const TomlNode& node : TableReader(file, "option file", {"group", "option"}).list("option")) {
    const TomlNode *id = nullptr, *conditions = nullptr;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      if (node.keys[i].name == "id") id = &node.items[i];
      if (node.keys[i].name == "only_when") conditions = &node.items[i];
    }
    if (conditions == nullptr) continue;
    for (const auto& [other, values] : catalogue.find_option(id->text)->only_when) {
      const OptionSpec* named = catalogue.find_option(other);
      if (!named)
        fail_at(*conditions, "There is no option '" + other + "'.", nearest(other, ids_of(catalogue.options)));
      for (const std::string& value : values)
        if (!named->find(value))
          fail_at(*conditions, fmt::format("'{}' is no value of {}.", value, other),
                  nearest(value, ids_of(named->values)));
    }
  }
}

void refuse_without_card(const DataFiles& files, const Expansion& expansion, const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  const auto first = files.lower_bound(folder);
  if (expansion.figures.empty() || first == files.end() || !first->first.starts_with(folder)) return;
  Error error;
  error.message =
      "The file is missing: the expansion brings figures into play, and the set-up page has no card for it.";
  error.expected = kCardWanted;
  error.source = path;
  throw DataError{std::move(error)};
}

void read_expansion(const TomlNode& file, const Expansion& expansion, Catalogue& catalogue) {
  const TableReader table(file, "description of an expansion", {"tiles", "left_out", "card"});
  if (const TomlNode* card = table.find("card")) catalogue.cards.push_back(read_card(*card, expansion, catalogue));
  for (const TomlNode& node : table.list("left_out")) {
    const TableReader entry(node, "tiles left out", {"type", "when", "most"});
    TilesLeftOut left_out{.expansion = std::string(expansion.id), .when = read_condition(entry, "when", catalogue)};
    left_out.most = entry.number_or("most", 1, 999, 999);
    left_out.type = read_word(entry.need("type"), entry.text("type"), "type of feature that leaves tiles out",
                              TileFeatureType::city, TileFeatureType::cloister);
    catalogue.left_out.push_back(std::move(left_out));
  }
  for (const TomlNode& node : table.list("tiles")) {
    const TableReader entry(node, "use of a tile set",
                            {"set", "pile", "when", "unless", "plain_when", "without", "staged", "first", "last",
                             "late", "old_start_when", "old_start_among_when", "old_start_next_when"});
    ExpansionTiles tiles;
    tiles.expansion = expansion.id;
    tiles.set = entry.text("set");
    if (!catalogue.find_set(tiles.set))
      entry.fail_key("set", "There is no tile set '" + tiles.set + "'.", nearest(tiles.set, ids_of(catalogue.sets)));
    tiles.pile = entry.text_or("pile", "");
    std::vector<std::string> piles;
    for (const PileSpec& pile : expansion.piles) piles.emplace_back(pile.name);
    if (!tiles.pile.empty() && std::find(piles.begin(), piles.end(), tiles.pile) == piles.end())
      entry.fail_key("pile", "The expansion has no pile '" + tiles.pile + "'.",
                     piles.empty() ? "no 'pile'" : nearest(tiles.pile, piles));
    tiles.when = read_condition(entry, "when", catalogue);
    tiles.unless = read_condition(entry, "unless", catalogue);
    tiles.plain_when = read_condition(entry, "plain_when", catalogue);
    tiles.old_start_when = read_condition(entry, "old_start_when", catalogue);
    tiles.old_start_among_when = read_condition(entry, "old_start_among_when", catalogue);
    tiles.old_start_next_when = read_condition(entry, "old_start_next_when", catalogue);
    const auto ids = [&](const char* key) {
      std::vector<std::string> words = split_words(entry.text_or(key, ""));
      for (const std::string& id : words)
        if (!catalogue.find_set(tiles.set)->find(id))
          entry.fail_key(key, "The set has no tile '" + id + "'.", "ids of its tiles");
      return words;
    };
    tiles.without = ids("without");
    tiles.first = ids("first");
    tiles.last = ids("last");
    tiles.staged = entry.flag_or("staged", false);
    tiles.late = entry.flag_or("late", false);
    catalogue.tiles.push_back(std::move(tiles));
  }
  const bool brings = table.find("tiles") || !expansion.figures.empty();
  if (brings && !table.find("card"))
    table.fail("It brings tiles or figures into play, and the set-up page has no card for it.", kCardWanted);
}

void read_presets(const TomlNode& file, Catalogue& catalogue) {
  const TableReader table(file, "preset file", {"preset", "box"});
  for (const TomlNode& node : table.list("preset"))
    catalogue.presets.push_back(read_preset(node, catalogue, catalogue.presets));
  if (catalogue.presets.empty()) table.fail("The file has no presets.", "[[preset]]");
  for (const TomlNode& node : table.list("box")) catalogue.boxes.push_back(read_box(node, catalogue));
  for (const ExpansionCard& card : catalogue.cards)
    for (const std::string& id : card.boxes)
      if (!spec_with_id(catalogue.boxes, id))
        table.fail("There is no box '" + id + "', in which " + card.expansion + " is.",
                   nearest(id, ids_of(catalogue.boxes)));
}

}  // namespace bastide
