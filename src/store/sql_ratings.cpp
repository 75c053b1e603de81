#include "store/sql_ratings.h"

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
Glicko read_glicko(const SqlRow& row, int from) {
  return {row.real(from), row.real(from + 1), row.real(from + 2)};
}

constexpr const char* kRating = "r.category, r.rating, r.deviation, r.volatility, r.games, r.day";

RatingRow read_rating(const SqlRow& row, int from) {
  return {row.bytes(from), read_glicko(row, from + 1), row.number(from + 4), row.number(from + 5)};
}

constexpr const char* kRatedSeat =
    "SELECT game, category, seat, place, number, day, rating_before, deviation_before, volatility_before, rating, "
    "deviation, volatility FROM rated_seats ";

RatedSeat read_rated_seat(const SqlRow& row) {
  return {row.bytes(0),  row.bytes(1),  row.number(2),       row.number(3),
          row.number(4), row.number(5), read_glicko(row, 6), read_glicko(row, 9)};
}

/// A condition: the rating is one of a leaderboard on day ?1, as RatingRow::on would say.
std::string on_board() {
  return fmt::format(
      "a.shown = 1 AND r.deviation * r.deviation + "
      "r.volatility * r.volatility * {:.17g} * CASE WHEN ?1 > r.day THEN ?1 - r.day ELSE 0 END <= {:.17g} ",
      kGlickoScale * kGlickoScale / kDaysOfPeriod, kSureDeviation * kSureDeviation);
}

template <class Row, class Read, class... T>
std::vector<Row> all(Prepared& statement, Read read, const T&... values) {
  std::vector<Row> rows;
  statement.rows([&](const SqlRow& row) { rows.push_back(read(row)); }, values...);
  return rows;
}

}  // namespace

// ---------------------------------------------------------------- writing

RatingChanges::RatingChanges(SqlDatabase& writer)
    : writer_(writer),
      rated_(writer, "SELECT 1 FROM rated_seats WHERE game = ? LIMIT 1"),
      owners_(writer, "SELECT seat, account FROM account_seats WHERE game = ? ORDER BY seat"),
      rating_(writer, std::string("SELECT ") + kRating + " FROM ratings r WHERE category = ? AND account = ?"),
      number_(writer, "SELECT coalesce(max(number), 0) + 1 FROM rated_seats"),
      set_(writer,
           "INSERT INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (category, account) DO UPDATE SET "
           "rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, "
           "games = excluded.games, day = excluded.day"),
      keep_(writer, "INSERT INTO rated_seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      show_(writer, "UPDATE accounts SET shown = ? WHERE id = ?"),
      forget_ratings_(writer, "DELETE FROM ratings WHERE account = ?"),
      forget_games_(writer, "DELETE FROM rated_seats WHERE account = ?") {}

void RatingChanges::rate(const RateGame& game) {
  writer_.alone();
  bool rated = false;
  rated_.rows([&](auto&) { rated = true; }, game.game);
  if (rated) return;
  std::vector<std::string> owners;
  bool each = true;  // seats are numbered without a gap
  owners_.rows(
      [&](const SqlRow& row) {
        each &= row.number(0) == static_cast<int>(owners.size());
        owners.push_back(row.bytes(1));
      },
      game.game);
  each &= owners.size() == game.places.size() && owners.size() > 1;
  if (!each || std::set(owners.begin(), owners.end()).size() != owners.size()) return;

  std::vector<RatingRow> rows(owners.size());
  std::vector<Glicko> before(owners.size());
  for (std::size_t seat = 0; seat < owners.size(); ++seat) {
    rating_.rows([&](const SqlRow& row) { rows[seat] = read_rating(row, 0); }, game.category, owners[seat]);
    before[seat] = rows[seat].games > 0 ? rows[seat].on(game.day) : Glicko{};
  }
  const std::vector<Glicko> after = rated_by_places(before, game.places);
  int number = 0;
  number_.rows([&](const SqlRow& row) { number = row.number(0); });
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

RatingTables::RatingTables(SqlDatabase& reader)
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
      boards_(reader,
              "SELECT r.category, count(CASE WHEN " + on_board() +
                  "THEN 1 END) FROM ratings r JOIN accounts a ON a.id = r.account GROUP BY r.category ORDER BY 1") {}

std::vector<RatingRow> RatingTables::of_account(const std::string& account) {
  return all<RatingRow>(
      of_account_, [](auto& row) { return read_rating(row, 0); }, account);
}

bool RatingTables::shown(const std::string& account) {
  bool shown = false;
  shown_.rows([&](const SqlRow& row) { shown = row.number(0) != 0; }, account);
  return shown;
}

std::vector<RatedSeat> RatingTables::games_of(const std::string& account) {
  return all<RatedSeat>(games_of_, read_rated_seat, account);
}

std::vector<RatedSeat> RatingTables::of_game(const std::string& game) {
  return all<RatedSeat>(of_game_, read_rated_seat, game);
}

std::vector<SeatRating> RatingTables::of_seats(const std::string& game, const std::string& category) {
  const auto read = [](const SqlRow& row) {
    SeatRating rating{row.number(0), {}};
    if (!row.null(1)) rating.rating = read_rating(row, 1);
    return rating;
  };
  return all<SeatRating>(of_seats_, read, category, game);
}

std::vector<BoardRow> RatingTables::board(const std::string& category, int today, int limit, int from) {
  const auto read = [](const SqlRow& row) {
    return BoardRow{row.bytes(0), row.bytes(1), row.number(2), read_rating(row, 3)};
  };
  return all<BoardRow>(board_, read, today, category, limit, from);
}

std::vector<BoardSize> RatingTables::boards(int today) {
  const auto read = [](const SqlRow& row) { return BoardSize{row.bytes(0), row.number(1)}; };
  return all<BoardSize>(boards_, read, today);
}

}  // namespace bastide
