#include "jcz/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jcz/check.h"
#include "jcz/import.h"
#include "jcz/place.h"
#include "jcz/setup.h"

namespace bastide::jcz {
namespace {

namespace json = boost::json;
using Message = JczWords::Message;
using Form = JczWords::Message::Form;

constexpr std::string_view kVersion = "5.12.0";  // that has all these words

class Writer {
 public:
  Writer(const Game& game, Setup setup, const Frame& frame)
      : rules_(game.rules()),
        words_(*rules_.catalogue->jcz),
        tiles_(rules_, words_),
        frame_(frame),
        seats_(rules_.kernel.seats),
        first_(game.opening().first),
        shown_(rules_) {
    out_.save.version = kVersion;
    out_.save.setup = std::move(setup);
    for (int i = 0; i < seats_; ++i) out_.save.players.push_back(game.seats()[(first_ + i) % seats_].name);
  }

  Result<void> write(const Game& whole) {
    BASTIDE_TRY(auto game, Game::create(whole.rules_ptr(), whole.seats(), whole.opening()));
    game.keep_only_last();
    if (!whole.record().left.empty()) return refuse("the format has no word for a seat that plays no more");
    for (const PlayedPly& played : whole.played()) {
      commit_before(game.state());
      const State<Full> before = game.state();
      const auto silent = silent_move(game);
      if (silent && played.move != *silent)
        return refuse(fmt::format("turn {}: the format has no word for '{}'; there it is always '{}'", played.turn,
                                  move_text(rules_, game.state(), played.move),
                                  move_text(rules_, game.state(), *silent)));
      if (asks_outcome(game.state()))
        out_.notes.push_back(fmt::format("turn {}: the format does not say what chance brought: {}", played.turn,
                                         move_text(rules_, game.state(), played.move)));
      else if (!silent)
        BASTIDE_CHECK(write_move(game.state(), played));
      BASTIDE_TRY(const Ply* ply, game.play(played.move));
      note_draw(before, *ply);
      shown_.note(before, played.move, game.state());
      write_last(game.state());
    }
    if (!game.over() && asks_for_tile(rules_, game.state())) return {};
    commit_before(game.state());
    return {};
  }

  Exported take() && { return std::move(out_); }

 private:
  int their_seat(int seat) const { return (seat - first_ + seats_) % seats_; }

  void add(std::string type, int seat, json::object payload) {
    out_.save.replay.push_back({std::move(type), std::move(payload), their_seat(seat)});
  }

  /// They confirm what was chosen for a tile, and say that nothing was where we did not ask.
  void commit_before(const State<Full>& state) {
    if (laid_by_ < 0 || asks_for_tile(rules_, state)) return;
    if (!chosen_) add("PASS", laid_by_, {});
    add("COMMIT", laid_by_, {{"random", 0.0}});
    laid_by_ = -1;
  }

  bool in_play(const Message& words) const {
    return std::any_of(rules_.added.begin(), rules_.added.end(),
                       [&](const Expansion* added) { return added->id == words.expansion; });
  }

  /// A seat that has such a tile before it.
  int holder_of(const State<Full>& state, int kind) const {
    for (const HeldTile& tile : held(state))
      if (tile.kind == kind && tile.seat != kNobody) return tile.seat;
    return state.seat;
  }

  bool takes_kept(const Move& move) const {
    return move.kind == MoveKind::act && rules_.verb(move).takes == Takes::kept;
  }

  Result<void> write_move(const State<Full>& state, const PlayedPly& ply) {
    const Move& move = ply.move;
    if (move.kind == MoveKind::draw) return {};
    if (ply.declined) {
      add("PASS", ply.seat, {});
      add("COMMIT", ply.seat, {{"random", 0.0}});
      return {};
    }
    if (move.kind == MoveKind::tile) return write_tile(state, ply, move);
    const JczWords::Phase* phase = phase_of(rules_, state);
    if (phase && phase->joined && move.kind == MoveKind::pass) return {};
    if (phase && phase->unconfirmed && laid_by_ >= 0 && !chosen_) add("PASS", laid_by_, {});  // what they ask before
    chosen_ = chosen_ || !takes_kept(move);
    if (move.kind == MoveKind::pass) {
      add("PASS", ply.seat, {});
      return {};
    }
    return write_message(state, ply.seat, move);
  }

  Result<void> write_tile(const State<Full>& state, const PlayedPly& ply, const Move& move) {
    const bool held = ply.ready || tile_choice(state) == State<Full>::Choice::may_draw;
    const JczWords::Tile* word = held ? tiles_.word_of(move.tile, 0) : placed_;
    if (!word || (placed_kind_ != move.tile && !held))
      return refuse(fmt::format("turn {}: the format has no word for how tile {} is laid", ply.turn,
                                rules_.kinds[move.tile].name));
    const int quarters = (move.rotation + frame_.quarters + 4 - word->quarters) % 4;
    add("PLACE_TILE", ply.seat,
        {{"tileId", word->id},
         {"rotation", fmt::format("R{}", 90 * quarters)},
         {"position", space_pointer(move.x, move.y, frame_)}});
    laid_by_ = ply.seat;
    chosen_ = false;
    return {};
  }

  /// What was drawn, as far as they draw it too.
  void note_draw(const State<Full>& before, const Ply& ply) {
    if (ply.move.kind != MoveKind::draw) return;
    if (ply.pile >= 0 && !shown_.draws(before)) {
      out_.notes.push_back(fmt::format("turn {}: the format does not say which tile goes face down out of the game: {}",
                                       ply.turn, rules_.kinds[ply.move.tile].name));
      return;
    }
    placed_ = tiles_.word_of(ply.move.tile, used_[ply.move.tile]);
    placed_kind_ = ply.move.tile;
    const auto waits = [&](const SetAside& aside) { return aside.pile >= 0 && aside.tile == ply.move.tile; };
    if (std::any_of(ply.aside.begin(), ply.aside.end(), waits)) {
      out_.notes.push_back(fmt::format("turn {}: {} was drawn and set apart; their stack has it later", ply.turn,
                                       rules_.kinds[ply.move.tile].name));
      return;
    }
    ++used_[ply.move.tile];
    if (placed_) out_.save.draw_order.push_back(placed_->id);
  }

  /// They ask also for the last of the tiles that lie open.
  void write_last(const State<Full>& after) {
    if (shown_.taken_too() < 0) return;
    for (const Message& words : words_.messages) {
      if (words.index.empty() || !in_play(words)) continue;
      json::object payload{{words.index, shown_.taken_too()}};
      if (!words.number.empty()) payload[words.number] = 0;
      return add(words.type, holder_of(after, shown_.kind(shown_.taken_too())), std::move(payload));
    }
  }

  Result<void> write_message(const State<Full>& state, int seat, const Move& move) {
    if (!then_.empty() && move.kind == MoveKind::act && rules_.verb(move).name == then_) {
      out_.save.replay.back().payload[then_number_] = move.value;
      then_.clear();
      return {};
    }
    const auto words = std::find_if(words_.messages.begin(), words_.messages.end(),
                                    [&](const Message& m) { return says(m, rules_, state, move); });
    const std::string text = move_text(rules_, state, move);
    if (words == words_.messages.end()) return refuse(fmt::format("the format has no word for the move {}", text));
    json::object payload;
    BASTIDE_CHECK(write_pointer(*words, state, seat, move, payload));
    for (const auto& [member, value] : words->with) payload[member] = value;
    if (!words->figure.empty()) {
      const Figure kind = words->named.empty() ? move.figure : *rules_.figure_named(words->named);
      const bool kept = words->kept || takes_kept(move);
      const auto name = kept ? from_keeper(state, seat, move) : from_supply(state, seat, kind);
      if (!name) return refuse(fmt::format("the format has no word for the figure of {}", text));
      payload[words->figure] = *name;
    }
    if (!words->index.empty()) {
      const bool takes = rules_.verb(move).takes == Takes::tile;
      payload[words->index] = takes ? shown_.number_of(move.tile) : shown_.offered();
    }
    then_ = words->then;
    then_number_ = words->number;
    if (!words->number.empty() && move.value < static_cast<int>(words->values.size()))
      payload[words->number] = words->values[move.value];
    else if (!words->number.empty())
      payload[words->number] = move.value;
    add(words->type, seat, std::move(payload));
    if (words->confirmed && laid_by_ < 0) add("COMMIT", seat, {{"random", 0.0}});
    return {};
  }

  Result<void> write_pointer(const Message& words, const State<Full>& state, int seat, const Move& move,
                             json::object& payload) {
    if (words.at.empty()) return {};
    if (!words.lies.empty()) {
      payload[words.at] = {{"position", space_pointer(move.x, move.y, frame_)},
                           {"location", turned_straight(words.lies, frame_)},
                           {"feature", words_for(words_, FeatureType::road)->names[0]}};
      return {};
    }
    int piece = move.x, feature = move.feature, figure = -1, other = -1;
    if (words.anywhere) std::tie(piece, feature) = on_last(state, move);
    const bool act = move.kind == MoveKind::act;
    if (words.puts || (act && rules_.verb(move).takes == Takes::nothing)) piece = state.pieces - 1;
    if (const unsigned halves = halves_of(words.covers); halves != 0) {
      Pointer pointer;
      pointer.halves = halves;
      piece = state.pieces - 1;
      const std::vector<int> features = features_at(rules_, state, piece, pointer);
      if (features.empty()) return refuse("there is no such place on the tile");
      feature = features[0];
      out_.notes.push_back(
          fmt::format("the format does not say where in its field it is: {}", move_text(rules_, state, move)));
    }
    for (const int number : standing(state)) {
      const FigureRow& row = figure_rows(state)[number];
      const bool own = row.figure == move.figure && row.seat == seat;
      const bool there = row.piece() == piece && row.feature() == feature;
      const bool stands = move.kind == MoveKind::act && rules_.verb(move).takes == Takes::standing;
      if (own && (there || move.kind == MoveKind::take_back))
        figure = number;
      else if (there && !stands && move.kind != MoveKind::take_back)
        other = number;
    }
    if (figure < 0) figure = other;
    if (move.kind == MoveKind::act && rules_.verb(move).takes == Takes::anyone)
      figure = standing_named(rules_.kernel, state, move);
    if (move.kind == MoveKind::take_back && figure >= 0) {
      piece = figure_rows(state)[figure].piece();
      feature = figure_rows(state)[figure].feature();
    }
    if (!words.feature.empty()) return write_own_pointer(words, state, move, piece, payload);
    if (words.form == Form::space) {
      const bool space = move.kind == MoveKind::act && rules_.verb(move).takes == Takes::space;
      const auto& cell = state.cell[state.piece[space ? 0 : piece].cell];
      payload[words.at] = space ? space_pointer(move.x, move.y, frame_) : space_pointer(cell.x, cell.y, frame_);
      return {};
    }
    json::object pointer = feature_pointer(rules_, state, piece, feature, frame_);
    if (words.form == Form::feature) {
      payload[words.at] = std::move(pointer);
      return {};
    }
    const auto name = figure < 0 ? std::nullopt : name_of(state, figure);
    if (!name)
      return refuse(fmt::format("the format has no word for the figure of {}", move_text(rules_, state, move)));
    payload[words.at] = {{"featurePointer", std::move(pointer)}, {"meepleId", *name}};
    return {};
  }

  /// The place of a feature on the tile just laid, or the one that the move names.
  std::pair<int, int> on_last(const State<Full>& state, const Move& move) const {
    const int last = state.pieces - 1;
    const auto& features = rules_.kinds[state.piece[last].kind].tile->features;
    for (int feature = 0; feature < static_cast<int>(features.size()); ++feature)
      if (root_at(state, last, feature) == root_at(state, move.x, move.feature)) return {last, feature};
    return {move.x, move.feature};
  }

  /// To what has a word of its own for its feature, since it is no place of a tile.
  Result<void> write_own_pointer(const Message& words, const State<Full>& state, const Move& move, int piece,
                                 json::object& payload) {
    const int on = takes_place(rules_.verb(move).takes) ? piece : state.pieces - 1;
    const auto& cell = state.cell[state.piece[on].cell];
    const bool space = takes_space(rules_, move);
    json::object pointer{
        {"position", space ? space_pointer(move.x, move.y, frame_) : space_pointer(cell.x, cell.y, frame_)},
        {"location", "I"},
        {"feature", words.feature[0]}};
    if (words.form != Form::figure) {
      payload[words.at] = std::move(pointer);
      return {};
    }
    const int top = top_in(state, move.x, move.y);
    const auto name = top < 0 ? std::nullopt : name_of(state, top);
    if (!name)
      return refuse(fmt::format("the format has no word for the figure of {}", move_text(rules_, state, move)));
    payload[words.at] = {{"featurePointer", std::move(pointer)}, {"meepleId", *name}};
    return {};
  }

  std::optional<std::string> name_of(const State<Full>& state, int figure) const {
    return figure_name_of(rules_, state, figure, their_seat(figure_rows(state)[figure].seat));
  }

  /// The figure that another seat gives back: the one that the move names, or one of which this seat keeps a figure
  /// too.
  std::optional<std::string> from_keeper(const State<Full>& state, int seat, const Move& move) const {
    const auto rows = figure_rows(state);
    for (int keeper = 0; keeper < seats_; ++keeper) {
      const int number = kept_figure(rules_.kernel, state, keeper, seat, move.figure);
      const bool named =
          takes_kept(move) ? keeper == move.value : std::any_of(rows.begin(), rows.end(), [&](auto& row) {
            return row.seat == keeper && row.at == Place::kept_by(seat);
          });
      if (number >= 0 && named) return name_of(state, number);
    }
    return std::nullopt;
  }

  /// The figure that is put next.
  std::optional<std::string> from_supply(const State<Full>& state, int seat, Figure kind) const {
    const int first = first_figure(rules_.kernel, seat, kind);
    for (int i = first; i < first + rules_.kernel.figures[kind].count; ++i)
      if (figure_rows(state)[i].at.kind == Place::supply) return name_of(state, i);
    return name_of(state, first);
  }

  const GameRules& rules_;
  const JczWords& words_;
  Tiles tiles_;
  Frame frame_;
  int seats_, first_;
  Exported out_;
  std::map<int, int> used_;  ///< copies of a kind
  const JczWords::Tile* placed_ = nullptr;
  int placed_kind_ = -1;
  ShownTiles shown_;
  std::string then_, then_number_;  ///< the verb that the last entry answers too, and the member for its number
  int laid_by_ = -1;                ///< whose tile is not yet confirmed; -1: nobody's
  bool chosen_ = false;             ///< something was chosen for it, or left
};

void write_assertions(const Game& game, Save& save) {
  const auto points = [](int n) { return fmt::format("{} point{}", n, n == 1 ? "" : "s"); };
  for (const Ply& ply : game.plies())
    for (const ExplainedAward& award : ply.awards) {
      const std::string name = name_of_points(game.rules(), award.award);
      for (const int seat : award.owners)
        if (!name.empty() && award.points_of(seat) != 0)
          save.assertions.push_back(
              fmt::format("{} scored {} for {}", game.seats()[seat].name, name, points(award.points_of(seat))));
    }
  for (std::size_t seat = 0; seat < game.seats().size(); ++seat)
    save.assertions.push_back(fmt::format("{} has {}", game.seats()[seat].name, points(game.state().score[seat])));
  save.description = describe(game.rules())[0];
}

}  // namespace

Result<Exported> export_game(const Game& game, bool assertions) {
  BASTIDE_TRY(auto setup, setup_of(game.rules()));
  BASTIDE_TRY(const auto frame, frame_of(game.rules(), setup));
  Writer writer(game, std::move(setup), frame);
  BASTIDE_CHECK(writer.write(game));
  Exported exported = std::move(writer).take();
  if (assertions) write_assertions(game, exported.save);
  return exported;
}

}  // namespace bastide::jcz
