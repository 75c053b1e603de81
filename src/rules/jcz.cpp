// Reads jcz.toml, of data/ and of expansions, each against all that was read before it.
#include "rules/jcz.h"

#include <algorithm>
#include <array>

#include "rules/catalogue_parts.h"

namespace bastide {
namespace {

using Settings = JczWords::Settings;

class Reader {
 public:
  Reader(const Expansion* expansion, const Catalogue& catalogue, JczWords& words)
      : expansion_(expansion), catalogue_(catalogue), words_(words) {}

  void read(const TomlNode& file) {
    const TableReader table(
        file, "file of foreign words",
        {"settings", "free", "set", "tiles", "element", "rule", "feature", "figure", "message", "phase", "points"});
    if (expansion_) words_.expansions.emplace_back(expansion_->id);
    if (!expansion_) words_.settings = read_condition(table, "settings", catalogue_);
    for (const TomlNode& node : table.list("free")) words_.free.push_back(option(node, need_text(node, "option")));
    for (const TomlNode& node : table.list("set")) words_.sets.push_back(read_set(node));
    for (const TomlNode& node : table.list("tiles")) read_tiles(node);
    for (const TomlNode& node : table.list("element")) words_.elements.push_back(read_element(node));
    for (const TomlNode& node : table.list("rule")) words_.rules.push_back(read_rule(node));
    for (const TomlNode& node : table.list("feature")) words_.features.push_back(read_feature(node));
    for (const TomlNode& node : table.list("figure")) words_.figures.push_back(read_figure(node));
    for (const TomlNode& node : table.list("message")) words_.messages.push_back(read_message(node));
    for (const TomlNode& node : table.list("phase")) words_.phases.push_back(read_phase(node));
    for (const TomlNode& node : table.list("points")) words_.points.push_back(read_points(node));
  }

 private:
  [[nodiscard]] std::string own() const { return expansion_ ? std::string(expansion_->id) : std::string(); }

  const std::string& option(const TomlNode& node, const std::string& id) const {
    if (catalogue_.find_option(id)) return id;
    std::vector<std::string> ids;
    for (const OptionSpec& spec : catalogue_.options) ids.push_back(spec.id);
    fail_at(node, "There is no option '" + id + "'.", nearest(id, ids));
  }

  std::string option_or_none(const TableReader& table, const char* key) const {
    return table.find(key) ? option(*table.find(key), table.text(key)) : std::string();
  }

  JczWords::Set read_set(const TomlNode& node) const {
    const TableReader table(node, "set", {"id", "preset", "edition", "settings", "both"});
    JczWords::Set set{.id = table.text("id"),
                      .preset = table.text_or("preset", ""),
                      .edition = table.number_or("edition", 1, 9, 0),
                      .settings = read_condition(table, "settings", catalogue_),
                      .both = read_both(table)};
    for (const JczWords::Set& other : words_.sets)
      if (other.id == set.id) table.fail_key("id", "'" + set.id + "' is there twice.", "ids that differ");
    if (!set.preset.empty() && !catalogue_.find_preset(set.preset))
      table.fail_key("preset", "There is no preset '" + set.preset + "'.");
    if (set.preset.empty() == set.settings.empty())
      table.fail("A set is a box or brings tiles of an expansion.", "either 'preset' or 'settings'");
    return set;
  }

  /// "OTHER TOGETHER": what the set's option is where another set makes it OTHER.
  static Settings read_both(const TableReader& table) {
    Settings both;
    for (const std::string& line : table.texts("both")) {
      const std::vector<std::string> words = split_words(line);
      if (words.size() != 2) table.fail_key("both", "'" + line + "' is no pair of values.", "\"OTHER TOGETHER\"");
      both[words[0]] = words[1];
    }
    return both;
  }

  /// Lines "THEIRS OURS [QUARTERS] [garden]".
  void read_tiles(const TomlNode& node) const {
    const TableReader table(node, "list of tiles", {"set", "shelf", "ids"});
    const std::string id = table.text("set"), shelf = table.text("shelf");
    const TileSet* set = catalogue_.find_set(id);
    if (!set) table.fail_key("set", "There is no tile set '" + id + "'.");
    for (const TomlNode& line : table.list("ids")) {
      const std::vector<std::string> words = split_words(need_text(line, "tile"));
      if (words.size() < 2) fail_at(line, "This is no pair of tiles.", "'THEIRS OURS [QUARTERS] [garden]'");
      JczWords::Tile tile{.id = shelf + "/" + words[0], .set = id, .tile = words[1]};
      if (!set->find(tile.tile)) fail_at(line, "The set " + id + " has no tile '" + tile.tile + "'.");
      for (std::size_t w = 2; w < words.size(); ++w) {
        if (words[w] == "garden")
          tile.garden = true;
        else if (words[w].size() == 1 && words[w][0] >= '0' && words[w][0] <= '3')
          tile.quarters = words[w][0] - '0';
        else
          fail_at(line, "'" + words[w] + "' says nothing of a tile.", "quarters from 0 to 3, or garden");
      }
      words_.tiles.push_back(std::move(tile));
    }
  }

  JczWords::Element read_element(const TomlNode& node) const {
    const TableReader table(node, "element",
                            {"id", "value", "number", "always", "implied", "with", "without", "goes_with", "edition"});
    return {.id = table.text("id"),
            .value = table.number_or("value", 1, 99, 0),
            .number = option_or_none(table, "number"),
            .always = table.flag_or("always", false),
            .implied = table.flag_or("implied", false),
            .goes_with = option_or_none(table, "goes_with"),
            .with = read_condition(table, "with", catalogue_),
            .without = read_condition(table, "without", catalogue_),
            .edition = table.number_or("edition", 1, 9, 0)};
  }

  JczWords::Rule read_rule(const TomlNode& node) const {
    const TableReader table(node, "rule", {"id", "option", "values", "goes_with"});
    JczWords::Rule rule{.id = table.text("id"),
                        .option = option(node, table.text("option")),
                        .values = {},
                        .goes_with = option_or_none(table, "goes_with")};
    const OptionSpec& spec = *catalogue_.find_option(rule.option);
    for (const TomlNode& line : table.list("values")) {
      const std::vector<std::string> words = split_words(need_text(line, "value"));
      if (words.size() != 2 || (!spec.values.empty() && !spec.find(words[1])))
        fail_at(line, "This is no pair of values of " + spec.id + ".", "'THEIRS OURS'");
      rule.values.emplace_back(words[0], words[1]);
    }
    if (rule.values.empty()) table.fail_key("values", "The rule has no values.", "[\"THEIRS OURS\", ...]");
    return rule;
  }

  JczWords::Feature read_feature(const TomlNode& node) const {
    const TableReader table(node, "feature", {"type", "names", "points", "converted", "place"});
    JczWords::Feature feature{table.text("type"), table.texts("names"), table.texts("points"),
                              table.flag_or("converted", false), table.text_or("place", "")};
    constexpr std::array kTypes = {TileFeatureType::city,    TileFeatureType::road,   TileFeatureType::cloister,
                                   TileFeatureType::field,   TileFeatureType::garden, TileFeatureType::chapter,
                                   TileFeatureType::pyramid, TileFeatureType::hut,    TileFeatureType::trap};
    const auto is = [&](TileFeatureType type) { return to_string(type) == feature.type; };
    if (std::none_of(kTypes.begin(), kTypes.end(), is))
      table.fail_key("type", "'" + feature.type + "' is no feature.",
                     "city, road, cloister, field, garden, chapter, pyramid, hut or trap");
    if (feature.names.empty() || feature.points.empty()) table.fail("The feature has no names.", "'names', 'points'");
    return feature;
  }

  JczWords::Figure read_figure(const TomlNode& node) const {
    const TableReader table(node, "figure", {"figure", "names", "action"});
    JczWords::Figure figure{table.text("figure"), table.texts("names"), table.text("action")};
    if (figure.names.empty()) table.fail_key("names", "The figure has no name.");
    if (!has_figure(figure.figure)) table.fail_key("figure", "There is no figure '" + figure.figure + "' here.");
    return figure;
  }

  [[nodiscard]] bool has_figure(std::string_view name) const {
    if (!expansion_) return name == "follower";
    const auto& figures = expansion_->figures;
    return std::any_of(figures.begin(), figures.end(), [&](const FigureSpec& spec) { return spec.name == name; });
  }

  JczWords::Message read_message(const TomlNode& node) const {
    const TableReader table(
        node, "message", {"type",   "with",   "verb", "takes_back", "puts",   "at",    "feature", "covers", "named",
                          "form",   "figure", "kept", "number",     "values", "when",  "answers", "early",  "confirmed",
                          "silent", "forced", "lies", "anywhere",   "pile",   "index", "then",    "action"});
    JczWords::Message message{.expansion = own(),
                              .type = table.text_or("type", ""),
                              .with = {},
                              .verb = table.text_or("verb", ""),
                              .takes_back = table.text_or("takes_back", ""),
                              .puts = table.flag_or("puts", false),
                              .at = table.text_or("at", ""),
                              .feature = table.texts("feature"),
                              .covers = table.text_or("covers", ""),
                              .named = table.text_or("named", ""),
                              .form = form_of(table),
                              .figure = table.text_or("figure", ""),
                              .kept = table.flag_or("kept", false),
                              .number = table.text_or("number", ""),
                              .values = table.texts("values"),
                              .when = read_condition(table, "when", catalogue_),
                              .answers = table.texts("answers"),
                              .early = table.flag_or("early", false),
                              .confirmed = table.flag_or("confirmed", false),
                              .silent = table.flag_or("silent", false),
                              .forced = table.flag_or("forced", false),
                              .lies = table.text_or("lies", ""),
                              .anywhere = table.flag_or("anywhere", false),
                              .pile = table.text_or("pile", ""),
                              .index = table.text_or("index", ""),
                              .then = table.text_or("then", ""),
                              .action = table.text_or("action", "")};
    if (message.type.empty() != message.silent) table.fail("The message has no type.", "'type', or 'silent'");
    if (const TomlNode* with = table.find("with")) {
      if (with->kind != TomlNode::Kind::table) fail_at(*with, "'with' is no table.", "{ member = \"text\" }");
      for (std::size_t i = 0; i < with->keys.size(); ++i)
        message.with[with->keys[i].name] = need_text(with->items[i], "'" + with->keys[i].name + "'");
    }
    if (int{!message.verb.empty()} + int{!message.takes_back.empty()} + int{message.puts} != 1)
      table.fail("The message is not one of our moves.", "'verb', 'takes_back' or 'puts'");
    if (!message.verb.empty() && !has_verb(message.verb))
      table.fail_key("verb", "There is no verb '" + message.verb + "' here.");
    if (!message.named.empty() && !has_figure(message.named))
      table.fail_key("named", "There is no figure '" + message.named + "' here.");
    if (!message.then.empty() && !has_verb(message.then))
      table.fail_key("then", "There is no verb '" + message.then + "' here.");
    if (message.pile.empty() != message.index.empty() || (!message.pile.empty() && !has_pile(message.pile)))
      table.fail_key("pile", "There is no pile '" + message.pile + "' here, or it has no 'index'.");
    for (const std::string& verb : message.answers)
      if (!has_verb(verb)) table.fail_key("answers", "There is no verb '" + verb + "' here.");
    if (!message.takes_back.empty() && !has_figure(message.takes_back))
      table.fail_key("takes_back", "There is no figure '" + message.takes_back + "' here.");
    return message;
  }

  [[nodiscard]] bool has_verb(std::string_view name) const {
    return expansion_ && std::any_of(expansion_->verbs.begin(), expansion_->verbs.end(),
                                     [&](const Verb& verb) { return verb.name == name; });
  }

  [[nodiscard]] bool has_pile(std::string_view name) const {
    return expansion_ && std::any_of(expansion_->piles.begin(), expansion_->piles.end(),
                                     [&](const PileSpec& pile) { return pile.name == name; });
  }

  static JczWords::Message::Form form_of(const TableReader& table) {
    using Form = JczWords::Message::Form;
    const std::string form = table.text_or("form", "");
    if (form == "space") return Form::space;
    if (form == "feature") return Form::feature;
    if (form == "figure") return Form::figure;
    if (!form.empty() || table.find("at"))
      table.fail_key("form", "'" + form + "' is no way to point at a place.", "space, feature or figure");
    return Form::none;
  }

  JczWords::Phase read_phase(const TomlNode& node) const {
    const TableReader table(node, "phase", {"asked", "name", "unconfirmed", "left", "joined"});
    const std::string asked = table.text("asked");
    const auto is = [&](const Question& question) { return question.name == asked; };
    const bool unconfirmed = table.flag_or("unconfirmed", false), left = table.flag_or("left", false);
    const bool joined = table.flag_or("joined", false);
    const std::string name = left ? table.text_or("name", "") : table.text("name");
    if (!expansion_) return {asked, name, unconfirmed, left, joined};
    if (std::none_of(expansion_->questions.begin(), expansion_->questions.end(), is))
      table.fail_key("asked", "There is no question '" + asked + "' here.");
    return {own() + "." + asked, name, unconfirmed, left, joined};
  }

  JczWords::Points read_points(const TomlNode& node) const {
    const TableReader table(node, "kind of points", {"term", "name"});
    JczWords::Points points{own(), table.text("term"), table.text("name")};
    const auto is = [&](const TermSpec& term) { return term.name == points.term; };
    if (!expansion_ || std::none_of(expansion_->terms.begin(), expansion_->terms.end(), is))
      table.fail_key("term", "There is no term '" + points.term + "' here.");
    return points;
  }

  const Expansion* expansion_;
  const Catalogue& catalogue_;
  JczWords& words_;
};

}  // namespace

bool JczWords::has(std::string_view expansion) const {
  return std::find(expansions.begin(), expansions.end(), expansion) != expansions.end();
}

void read_jcz(const TomlNode& file, const Expansion* expansion, const Catalogue& catalogue, JczWords& words) {
  Reader(expansion, catalogue, words).read(file);
}

}  // namespace bastide
