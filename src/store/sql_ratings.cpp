#include "store/sqlite_ratings.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace bastide {

const char* const kRatingTables = R"(
  ALTER TABLE accounts ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;
  CREATE TABLE ratings (
    category TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts (id), rating REAL NOT NULL,
    deviation REAL NOT NULL, volatility REAL NOT NULL, games INTEGER NOT NULL, day INTEGER NOT NULL,
    PRIMARY KEY (category, account)
  ) WITHOUT ROWID;
  CREATE INDEX ratings_by_account ON ratings (account);
  CREATE TABLE rated_seats (
    game TEXT NOT NULL REFERENCES games (id), seat INTEGER NOT NULL, account TEXT NOT NULL REFERENCES accounts (id),
    category TEXT NOT NULL, place INTEGER NOT NULL, number INTEGER NOT NULL, day INTEGER NOT NULL,
    rating_before REAL NOT NULL, deviation_before REAL NOT NULL, volatility_before REAL NOT NULL,
    rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL, PRIMARY KEY (game, seat)
  ) WITHOUT ROWID;
  CREATE INDEX rated_seats_by_account ON rated_seats (account);
  CREATE INDEX rated_seats_by_number ON rated_seats (number);
)";

namespace {

/// A rating in three columns.
Glicko read_glicko(SQLite::Statement& row, int from) {
  return {row.getColumn(from).getDouble(), row.getColumn(from + 1).getDouble(), row.getColumn(from + 2).getDouble()};
}

constexpr const char* kRating = "r.category, r.rating, r.deviation, r.volatility, r.games, r.day";

RatingRow read_rating(SQLite::Statement& row, int from) {
  return {row.getColumn(from).getString(), read_glicko(row, from + 1), row.getColumn(from + 4).getInt(),
          row.getColumn(from + 5).getInt()};
}

constexpr const char* kRatedSeat =
    "SELECT game, category, seat, place, number, day, rating_before, deviation_before, volatility_before, rating, "
    "deviation, volatility FROM rated_seats ";

RatedSeat read_rated_seat(SQLite::Statement& row) {
  return {row.getColumn(0).getString(), row.getColumn(1).getString(), row.getColumn(2).getInt(),
          row.getColumn(3).getInt(),    row.getColumn(4).getInt(),    row.getColumn(5).getInt(),
          read_glicko(row, 6),          read_glicko(row, 9)};
}

/// A condition: the rating is one of a leaderboard on day ?1, as RatingRow::on would say.
std::string on_board() {
  return fmt::format(
      "a.shown = 1 AND r.deviation * r.deviation + "
      "r.volatility * r.volatility * {:.17g} * max(0, ?1 - r.day) <= {:.17g} ",
      kGlickoScale * kGlickoScale / kDaysOfPeriod, kSureDeviation * kSureDeviation);
}

template <class Row, class Read, class... T>
std::vector<Row> all(Prepared& statement, Read read, const T&... values) {
  std::vector<Row> rows;
  statement.rows([&](SQLite::Statement& row) { rows.push_back(read(row)); }, values...);
  return rows;
}

}  // namespace

// ---------------------------------------------------------------- writing

RatingChanges::RatingChanges(SQLite::Database& writer)
    : rated_(writer, "SELECT 1 FROM rated_seats WHERE game = ? LIMIT 1"),
      owners_(writer, "SELECT seat, account FROM account_seats WHERE game = ? ORDER BY seat"),
      rating_(writer, std::string("SELECT ") + kRating + " FROM ratings r WHERE category = ? AND account = ?"),
      number_(writer, "SELECT coalesce(max(number), 0) + 1 FROM rated_seats"),
      set_(writer, "INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?)"),
      keep_(writer, "INSERT INTO rated_seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      show_(writer, "UPDATE accounts SET shown = ? WHERE id = ?"),
      forget_ratings_(writer, "DELETE FROM ratings WHERE account = ?"),
      forget_games_(writer, "DELETE FROM rated_seats WHERE account = ?") {}

void RatingChanges::rate(const RateGame& game) {
  bool rated = false;
  rated_.rows([&](auto&) { rated = true; }, game.game);
  if (rated) return;
  std::vector<std::string> owners;
  bool each = true;  // seats are numbered without a gap
  owners_.rows(
      [&](SQLite::Statement& row) {
        each &= row.getColumn(0).getInt() == static_cast<int>(owners.size());
        owners.push_back(row.getColumn(1).getString());
      },
      game.game);
  each &= owners.size() == game.places.size() && owners.size() > 1;
  if (!each || std::set(owners.begin(), owners.end()).size() != owners.size()) return;

  std::vector<RatingRow> rows(owners.size());
  std::vector<Glicko> before(owners.size());
  for (std::size_t seat = 0; seat < owners.size(); ++seat) {
    rating_.rows([&](SQLite::Statement& row) { rows[seat] = read_rating(row, 0); }, game.category, owners[seat]);
    before[seat] = rows[seat].games > 0 ? rows[seat].on(game.day) : Glicko{};
  }
  const std::vector<Glicko> after = rated_by_places(before, game.places);
  int number = 0;
  number_.rows([&](SQLite::Statement& row) { number = row.getColumn(0).getInt(); });
  for (std::size_t seat = 0; seat < owners.size(); ++seat) {
    const Glicko &old = before[seat], &now = after[seat];
    // A clock that was set back makes nobody younger.
    const int day = std::max(game.day, rows[seat].day);
    set_.run(game.category, owners[seat], now.rating, now.deviation, now.volatility, rows[seat].games + 1, day);
    keep_.run(game.game, static_cast<int>(seat), owners[seat], game.category, game.places[seat], number, game.day,
              old.rating, old.deviation, old.volatility, now.rating, now.deviation, now.volatility);
  }
}

void RatingChanges::show(const ShowOnBoards& show) {
  show_.run(show.shown ? 1 : 0, show.account);
}

void RatingChanges::forget(const std::string& account) {
  forget_ratings_.run(account);
  forget_games_.run(account);
}

// ---------------------------------------------------------------- reading

RatingTables::RatingTables(SQLite::Database& reader)
    : of_account_(reader,
                  std::string("SELECT ") + kRating + " FROM ratings r WHERE account = ? ORDER BY games DESC, category"),
      shown_(reader, "SELECT shown FROM accounts WHERE id = ?"),
      games_of_(reader, std::string(kRatedSeat) + "WHERE account = ? ORDER BY number"),
      of_game_(reader, std::string(kRatedSeat) + "WHERE game = ? ORDER BY seat"),
      of_seats_(reader, std::string("SELECT s.seat, ") + kRating +
                            " FROM account_seats s LEFT JOIN ratings r ON r.account = s.account AND r.category = ?1 "
                            "WHERE s.game = ?2 ORDER BY s.seat"),
      board_(reader, std::string("SELECT a.id, a.name, rank() OVER (ORDER BY r.rating DESC), ") + kRating +
                         " FROM ratings r JOIN accounts a ON a.id = r.account WHERE r.category = ?2 AND " + on_board() +
                         "ORDER BY r.rating DESC, a.folded LIMIT ?3 OFFSET ?4"),
      boards_(reader, "SELECT r.category, sum(" + on_board() +
                          ") FROM ratings r JOIN accounts a ON a.id = r.account GROUP BY r.category ORDER BY 1") {}

std::vector<RatingRow> RatingTables::of_account(const std::string& account) {
  return all<RatingRow>(
      of_account_, [](auto& row) { return read_rating(row, 0); }, account);
}

bool RatingTables::shown(const std::string& account) {
  bool shown = false;
  shown_.rows([&](SQLite::Statement& row) { shown = row.getColumn(0).getInt() != 0; }, account);
  return shown;
}

std::vector<RatedSeat> RatingTables::games_of(const std::string& account) {
  return all<RatedSeat>(games_of_, read_rated_seat, account);
}

std::vector<RatedSeat> RatingTables::of_game(const std::string& game) {
  return all<RatedSeat>(of_game_, read_rated_seat, game);
}

std::vector<SeatRating> RatingTables::of_seats(const std::string& game, const std::string& category) {
  const auto read = [](SQLite::Statement& row) {
    SeatRating rating{row.getColumn(0).getInt(), {}};
    if (!row.getColumn(1).isNull()) rating.rating = read_rating(row, 1);
    return rating;
  };
  return all<SeatRating>(of_seats_, read, category, game);
}

std::vector<BoardRow> RatingTables::board(const std::string& category, int today, int limit, int from) {
  const auto read = [](SQLite::Statement& row) {
    return BoardRow{row.getColumn(0).getString(), row.getColumn(1).getString(), row.getColumn(2).getInt(),
                    read_rating(row, 3)};
  };
  return all<BoardRow>(board_, read, today, category, limit, from);
}

std::vector<BoardSize> RatingTables::boards(int today) {
  const auto read = [](SQLite::Statement& row) {
    return BoardSize{row.getColumn(0).getString(), row.getColumn(1).getInt()};
  };
  return all<BoardSize>(boards_, read, today);
}

}  // namespace bastide
