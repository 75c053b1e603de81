// Whole games over WebSocket: what people, watchers and bots see, and what is refused.
#include <fmt/format.h>

#include "game/game.h"
#include "server/client.h"
#include "server/secrets.h"
#include "server/shuffle.h"

namespace bastide::test {
namespace {

json::value last_event(const Person& person) {
  return person.events().back();
}

/// Joins the one open seat of a game made by somebody.
json::value join(uint16_t port, const json::value& created, const std::string& name) {
  for (const json::value& seat : created.at("seats").as_array())
    if (seat.as_object().contains("link"))
      return post(port, fmt::format("/api/games/{}/join", text(created.at("game"))),
                  {{"name", name}, {"invite", seat.at("link")}}, "Joined");
  throw std::runtime_error("no open seat");
}

class Play : public testing::Test {
 protected:
  Folder folder_;
  RunningServer server_{folder_.path()};
  uint16_t port_ = server_.port();
};

TEST_F(Play, TwoPeopleAndAWatcherToTheEnd) {
  const json::value created = new_game(port_, "new", {"me", "open"});
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 1);
  EXPECT_TRUE(first.turn().is_null()) << "nobody moves before the last seat is taken";
  const json::value joined = join(port_, created, "Noor");
  Person second(port_, game, text(joined.at("token")), 2);
  Person watcher(port_, game, "", 3);

  int turns = 0;
  std::vector<Person*> people = {&first, &second};
  while (!first.over()) {
    Person& mover = *people[turns++ % 2];
    ASSERT_TRUE(mover.wait_for_turn());
    if (mover.over()) break;
    mover.play();
    const int before = mover.seq();
    while (mover.seq() == before) mover.take(mover.socket().read());
    for (Person* other : {&first, &second, &watcher}) {
      while (other->seq() < mover.seq()) other->take(other->socket().read());
      if (other == &watcher) {
        EXPECT_FALSE(other->may_move()) << "a watcher got placements";
      }
    }
    EXPECT_FALSE(first.may_move() && second.may_move());
  }
  EXPECT_EQ(first.events(), second.events());
  EXPECT_EQ(first.events(), watcher.events());

  // The record is the same game: it replays to the same points, its seed is the one committed to, and gives the draws.
  const std::string record_text = http(port_, "GET", "/api/games/" + game + "/record").body;
  const auto record = parse_record(builtin_catalogue(), record_text);
  ASSERT_TRUE(record) << record.error().text();
  const auto replayed = Game::replay(*record);
  ASSERT_TRUE(replayed) << replayed.error().text();
  const json::value over = last_event(first);
  EXPECT_EQ(text(over.at("seed")), record->seed);
  EXPECT_FALSE(text(over.at("outcome")).empty());
  EXPECT_NE(text(over.at("translations").at("de").at("outcome")), text(over.at("outcome")));
  EXPECT_EQ(sha256_hex(record->seed), text(first.events().front().at("commitment")));
  Shuffle shuffle(record->seed, replayed->rules().kernel.stack);
  for (const Ply& ply : replayed->plies()) {
    if (ply.move.kind != MoveKind::draw) continue;
    EXPECT_EQ(ply.move.tile, shuffle.peek());
    shuffle.next();
  }
  for (const json::value& rank : over.at("ranking").as_array())
    EXPECT_EQ(number(rank.at("points")), replayed->state().score[number(rank.at("seat"))]);

  // What was told adds up: awards to points, the table to points, illustrations to the box.
  std::vector<int> points(2);
  for (const json::value& event : first.events())
    if (event.at("type") == "award")
      for (const json::value& p : event.at("award").at("points").as_array())
        points[number(p.at("seat"))] += number(p.at("points"));
  std::vector<int> table(2);
  for (const json::value& row : over.at("table").as_array())
    for (std::size_t seat = 0; seat < 2; ++seat) table[seat] += number(row.at("points").at(seat));
  for (std::size_t seat = 0; seat < 2; ++seat) {
    EXPECT_EQ(points[seat], replayed->state().score[seat]);
    EXPECT_EQ(table[seat], replayed->state().score[seat]);
  }
  std::map<std::string, std::map<std::string, int>> seen;
  std::map<std::string, std::set<std::string>> looks;
  for (const json::value& event : first.events())
    for (const char* what : {"piece", "aside"}) {
      const auto told = changes(event, what);
      if (told.empty()) continue;
      const json::value& piece = told.front().at(what);
      ++seen[text(piece.at("id"))][text(piece.at("illustration"))];
      EXPECT_TRUE(looks[text(piece.at("id"))].insert(text(piece.at("seed"))).second) << "two copies look alike";
    }
  for (const TileSpec& tile : builtin_catalogue().find_set("base-c2")->tiles)
    for (const TileVariant& variant : tile.variants) seen[tile.id][variant.illustration] -= variant.count;
  for (const auto& [tile, illustrations] : seen)
    for (const auto& [illustration, surplus] : illustrations) EXPECT_EQ(surplus, 0) << tile << " " << illustration;
}

TEST_F(Play, AgainstABotWithFieldsLeftOut) {
  const json::value created =
      post(port_, "/api/games",
           {{"preset", "classic"},
            {"options", {{"field_scoring", "none"}}},
            {"seats", {{{"kind", "me"}, {"name", "Mila"}}, {{"kind", "bot"}, {"bot", "greedy"}}}}},
           "Created");
  const std::string game = text(created.at("game"));
  Person person(port_, game, token_of(created, 0), 7);
  person.play_to_end();
  for (const json::value& event : person.events())
    for (const json::value& figure : changes(event, "figure"))
      if (!figure.at("at").is_null()) {
        EXPECT_NE(figure.at("kind"), "farmer");
      }
  const json::value summary = get(port_, "/api/games/" + game, "GameSummary", token_of(created, 0));
  EXPECT_EQ(summary.at("status"), "over");
  EXPECT_EQ(summary.at("you"), json::array{0});
  ASSERT_EQ(summary.at("changed").as_array().size(), 1u);
  const json::value& changed = summary.at("changed").at(0);
  EXPECT_EQ(changed.at("words"), "Fields: No farmers");
  EXPECT_EQ(changed.at("translations").at("nl").at("words"), "Weiden: Geen boeren");
  EXPECT_EQ(summary.at("translations").at("de").at("presetName"), "Klassisch");
}

TEST_F(Play, WhatIsRefusedChangesNothing) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 1), second(port_, game, token_of(created, 1), 2),
      watcher(port_, game, "", 3);
  ASSERT_TRUE(first.wait_for_turn());
  const int seq = first.seq();
  const auto refused = [&](Person& who, const std::vector<std::string>& moves, int at, const std::string& rule,
                           const std::string& part) {
    who.send_play(moves, at);
    const json::value answer = who.socket().read("refused");
    const json::value& error = answer.at("error");
    EXPECT_NE(text(error.at("message")).find(part), std::string::npos) << json::serialize(error);
    if (!rule.empty()) {
      EXPECT_EQ(text(error.at("rule")), rule) << json::serialize(error);
    }
    EXPECT_TRUE(answer.as_object().contains("ref"));
    EXPECT_EQ(answer.at("turn").at("ask").at("options").as_array().empty(), &who != &first);
  };
  refused(second, {"0,-1 n"}, seq, "", "turn");
  refused(watcher, {"0,-1 n"}, seq, "", "watching");
  refused(first, {"0,0 n"}, seq, "PLACE-1", "taken");
  refused(first, {"5,5 n"}, seq, "PLACE-1", "touches");
  refused(first, {"rubbish"}, seq, "", "");
  refused(first, {"0,-1 q"}, seq, "", "rotation");
  refused(first, {"draw D"}, seq, "", "");
  refused(first, {}, seq, "", "Nothing was chosen");
  refused(first, {"-"}, seq, "", "");
  refused(first, first.choose(), seq - 1, "", "arrived first");
  refused(first, first.choose(), seq + 1, "", "arrived first");
  const std::string move = answers_to(first.ask()).front();
  ASSERT_FALSE(first.try_moves({move}).at("ask").is_null());
  refused(first, {move}, seq, "FOLLOWER-1", "not complete");
  refused(first, {move, "nowhere"}, seq, "", "nowhere");
  refused(first, {move, "-", "0,9 n"}, seq, "", "end of the turn");
  refused(first, {move, move}, seq, "", "");
  const auto refused_try = [&](Person& who, const std::vector<std::string>& moves, const std::string& part) {
    const json::value answer = who.try_moves(moves);
    ASSERT_EQ(answer.at("type"), "refused");
    EXPECT_NE(text(answer.at("error").at("message")).find(part), std::string::npos) << json::serialize(answer);
  };
  refused_try(first, {"5,5 n"}, "touches");
  refused_try(first, {move, "nowhere"}, "nowhere");
  refused_try(first, {move, "-", "-"}, "end of the turn");
  refused_try(second, {move}, "turn");
  refused_try(watcher, {move}, "watching");
  EXPECT_EQ(number(get(port_, "/api/games/" + game, "GameSummary").at("turn")), 1);
  const auto moves = first.choose();
  first.send_play(moves, seq);
  const json::value update = first.socket().read("update");
  EXPECT_EQ(number(update.at("events").at(0).at("seq")), seq + 1);
}

/// What a try says of a placement is what playing it on brings.
void check_try(Person& mover, const Game& game, const std::string& way) {
  Game next = game;
  const int seat = next.state().seat;
  const auto ply = next.play(way);
  ASSERT_TRUE(ply) << ply.error().text();
  const json::value tried = mover.try_moves({way});
  ASSERT_EQ(tried.at("type"), "tried");
  EXPECT_EQ(text(tried.at("moves").at(0)), way);
  EXPECT_EQ(number(tried.at("did").at(0).at("changes").at(0).at("piece").at("piece")), -1);
  const bool asked = next.state().phase == Phase::follower;
  ASSERT_EQ(asked, !tried.at("ask").is_null());
  const std::size_t completed = asked ? next.completes().size() : (*ply)->awards.size();
  EXPECT_EQ(tried.at("completes").as_array().size(), completed);
  if (!asked) return;
  const json::value& ask = tried.at("ask");
  EXPECT_EQ(ask.at("of"), "figure");
  EXPECT_EQ(number(ask.at("seat")), seat);
  ASSERT_EQ(answers_to(ask).size(), next.legal().size());
  Game left = next;
  ASSERT_TRUE(left.play(Move::pass()));
  for (const json::value& option : ask.at("options").as_array()) {
    Game after = next;
    const auto placed = after.play(text(option.at("move")));
    ASSERT_TRUE(placed) << placed.error().text();
    int points = 0;
    if (const json::value* effects = option.as_object().if_contains("effect"))
      for (const json::value& effect : effects->as_array())
        if (number(effect.at("seat")) == seat && effect.as_object().contains("points"))
          points += number(effect.at("points"));
    EXPECT_EQ(after.state().score[seat] - left.state().score[seat], points);
  }
}

TEST_F(Play, EveryOfferedTurnOfAPositionIsLegalAndTellsTheTruth) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 5), second(port_, game, token_of(created, 1), 6);
  std::vector<Person*> people = {&first, &second};
  for (int turn = 0; turn < 40; ++turn) {
    Person& mover = *people[turn % 2];
    ASSERT_TRUE(mover.wait_for_turn());
    ASSERT_FALSE(mover.over());
    // The same position, by replaying the record, says whether all of it is asked, and nothing else.
    const auto record = parse_record(builtin_catalogue(), http(port_, "GET", "/api/games/" + game + "/record").body);
    ASSERT_TRUE(record) << record.error().text();
    const auto replayed = Game::replay(*record);
    ASSERT_TRUE(replayed) << replayed.error().text();
    const std::vector<std::string> ways = answers_to(mover.ask());
    EXPECT_EQ(ways.size(), replayed->legal().size());
    // Of many some are tried: a connection may only say so much.
    for (std::size_t w = static_cast<std::size_t>(turn) % 7; w < ways.size(); w += 1 + ways.size() / 3)
      check_try(mover, *replayed, ways[w]);
    if (HasFatalFailure()) return;
    const json::value board = get(port_, "/api/games/" + game + "/features", "FeatureList");
    EXPECT_EQ(number(board.at("seq")), mover.seq());
    EXPECT_FALSE(board.at("features").as_array().empty());
    mover.play();
    const int before = mover.seq();
    for (Person* person : people)
      while (person->seq() <= before) person->take(person->socket().read());
  }
}

TEST_F(Play, ReconnectBringsOnlyWhatWasMissed) {
  const json::value created = new_game(port_, "classic", {"me", "random"});
  const std::string game = text(created.at("game"));
  Person person(port_, game, token_of(created, 0), 11);
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(person.wait_for_turn());
    person.play();
    person.socket().close();
    person.reconnect(port_);
    person.take({{"type", "pong"}});
  }
  person.play_to_end();
  Person again(port_, game, "", 1);
  EXPECT_EQ(again.events(), person.events());
}

TEST_F(Play, TwoSocketsOfOneSeat) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Person desk(port_, game, token_of(created, 0), 1), phone(port_, game, token_of(created, 0), 2);
  ASSERT_TRUE(desk.wait_for_turn());
  ASSERT_TRUE(phone.wait_for_turn());
  EXPECT_EQ(desk.turn(), phone.turn());
  // Both send: one of them wins.
  const auto desk_moves = desk.choose(), phone_moves = phone.choose();
  desk.send_play(desk_moves, desk.seq());
  phone.send_play(phone_moves, phone.seq());
  const json::value first_update = desk.socket().read("update"), second_update = phone.socket().read("update");
  EXPECT_EQ(first_update, second_update);
  int refusals = 0;
  for (Person* person : {&desk, &phone}) {
    person->socket().send({{"type", "ping"}});
    for (json::value message = person->socket().read(); message.at("type") != "pong"; message = person->socket().read())
      refusals += message.at("type") == "refused" ? 1 : 0;
  }
  EXPECT_LE(refusals, 1);
  const json::value summary = get(port_, "/api/games/" + game, "GameSummary");
  EXPECT_EQ(number(summary.at("turn")), 2);
  EXPECT_EQ(summary.at("seats").at(0).at("online"), true);
  EXPECT_EQ(summary.at("seats").at(1).at("online"), false);
}

TEST_F(Play, PresenceIsTold) {
  const json::value created = new_game(port_, "new", {"me", "me"});
  const std::string game = text(created.at("game"));
  Person first(port_, game, token_of(created, 0), 1);
  {
    Person second(port_, game, token_of(created, 1), 2);
    EXPECT_EQ(first.socket().read("presence").at("seats").at(1).at("online"), true);
  }
  EXPECT_EQ(first.socket().read("presence").at("seats").at(1).at("online"), false);
}

TEST_F(Play, SeveralGamesOfBotsAtOnce) {
  const std::vector<std::string> presets = {"classic", "new", "winter", "bigbox5"};
  std::vector<std::string> games;
  for (int i = 0; i < 8; ++i)
    games.push_back(text(new_game(port_, presets[i % 4], {"random", "greedy", "random"}, true).at("game")));
  for (const std::string& game : games) wait_for_status(port_, game, "over");
  for (const std::string& game : games) {
    const auto record = parse_record(builtin_catalogue(), http(port_, "GET", "/api/games/" + game + "/record").body);
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_TRUE(Game::replay(*record));
  }
}

}  // namespace
}  // namespace bastide::test
