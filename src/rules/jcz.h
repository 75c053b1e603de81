// What the saved games of JCloisterZone and FanCloisterZone call the things of this game: data/jcz.toml, and a file of
// each expansion that the format has too (docs/jcz.md). Who reads or writes such games knows no expansion by name.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

struct JczWords {
  using Settings = std::map<std::string, std::string>;  ///< option -> value

  /// Of `setup.sets`.
  struct Set {
    std::string id;
    std::string preset;  ///< that it is the box of; empty: an expansion's
    int edition = 0;     ///< of a box: what ids of other sets may end with
    Settings settings;   ///< of an expansion's: what brings its tiles into play
    Settings both;       ///< the value of that option where another set has set it to this one: that of both together
  };
  /// A tile.
  struct Tile {
    std::string id;
    std::string set, tile;  ///< ours
    int quarters = 0;       ///< that ours is turned clockwise to lie as theirs does
    bool garden = false;    ///< the copies with one
  };
  /// Of `setup.elements`.
  struct Element {
    std::string id;
    int value = 0;         ///< what it has to be, where it is there; 0: true
    std::string number;    ///< the option that has this number; 0 where it is not there
    bool always = false;   ///< no game of ours is without
    bool implied = false;  ///< their program adds it where it belongs; a save need not have it
    /// Its expansion's option: it is there if that is not as the box has it, and only then, unless `without` says what
    /// its lack is to us then, or `with` what it is by itself. Empty: these always say what it is to us.
    std::string goes_with;
    Settings with, without;
    int edition = 0;  ///< it matters only with this edition's box; 0: with all
  };
  /// Of `setup.rules`.
  struct Rule {
    std::string id, option;
    std::vector<std::pair<std::string, std::string>>
        values;             ///< theirs and ours; the first is what goes without saying
    std::string goes_with;  ///< read only if this option is not as the box has it; empty: always
  };
  struct Feature {
    std::string type;                 ///< "city"
    std::vector<std::string> names;   ///< in pointers; the first is the one to be written
    std::vector<std::string> points;  ///< in assertions
    bool converted = false;           ///< once it is one no more (Hooks::converted): to be written so
    std::string place;                ///< the location of all there are, where it has one of its own; else empty
  };
  struct Figure {
    std::string figure;              ///< "follower"
    std::vector<std::string> names;  ///< "SEAT.NAME.NUMBER"; the first is the one to be written
    std::string action;              ///< in assertions
  };
  /// Of `replay`: a move.
  struct Message {
    enum class Form : unsigned char { none, space, feature, figure };
    std::string expansion;  ///< whose verb or figure it is about; empty: the base game's
    std::string type;
    std::map<std::string, std::string> with;  ///< what else its payload says
    std::string verb;                         ///< one of these three: an expansion's verb
    std::string takes_back;                   ///< a figure that goes home
    bool puts = false;                        ///< a figure goes onto the tile just laid
    std::string at;                           ///< the member that points to a place
    std::vector<std::string> feature;  ///< what has to lie there, in their words; the first is the one to be written
    std::string covers;                ///< the place has to have these halves of sides
    std::string named;                 ///< the figure has to be of this kind
    Form form = Form::none;            ///< how that is written
    std::string figure;                ///< the member that names a figure by its id
    bool kept = false;                 ///< that figure is one that another seat keeps
    std::string number;                ///< the member that a verb's number stands in
    std::vector<std::string> values;   ///< what stands there for numbers from 0 on, if it is not the number
    Settings when;                     ///< written so only if options stand so
    std::vector<std::string> answers;  ///< it is meant only where one of these verbs has asked; empty: anywhere
    bool early = false;                ///< they may write it before a tile is laid: it is done then
    bool confirmed = false;            ///< they confirm it, outside of what is chosen for a tile too
    bool silent = false;               ///< a verb that they never ask about and never write: it is always so
    bool forced = false;               ///< of silent ones: only where nothing else can be done
    std::string lies;                  ///< a straight road over a space: its location, "NS" or "WE", as our board lies
    bool anywhere = false;  ///< the place may be any of its feature's; the tile just laid is the one to be written
    std::string pile;    ///< of tiles drawn for this pile, for all to see and in their draw order, it is about one ...
    std::string index;   ///< ... whose number, from 0, stands in this member: the one taken, or offered last
    std::string then;    ///< the verb with a number that answers what this one makes us ask
    std::string action;  ///< in assertions
  };
  /// What is asked, as assertions call it.
  struct Phase {
    std::string asked;  ///< Game::asked
    std::string name;
    bool unconfirmed = false;  ///< it still belongs to what is chosen for a tile
    bool left = false;         ///< they never ask it: nothing is chosen
    bool joined = false;       ///< they ask it together with the figure: leaving both is one move
  };
  /// Points that they give by themselves.
  struct Points {
    std::string expansion, term;
    std::string name;
  };

  std::vector<std::string> expansions;  ///< that have a file
  Settings settings;                    ///< what their game always is
  std::vector<std::string> free;        ///< options that no game of theirs is changed by
  std::vector<Set> sets;
  std::vector<Tile> tiles;
  std::vector<Element> elements;
  std::vector<Rule> rules;
  std::vector<Feature> features;
  std::vector<Figure> figures;
  std::vector<Message> messages;
  std::vector<Phase> phases;
  std::vector<Points> points;

  bool has(std::string_view expansion) const;
};

}  // namespace bastide
