// Whatever is asked of a server about games deep under way, it answers as openapi.json and the schema say, breaks
// nothing, and the games go on and are read back as they were. BASTIDE_ROUNDS: how many games (default 3).
#include <fmt/format.h>

#include <cstdlib>

#include "server/account_support.h"
#include "server/described.h"
#include "server/held.h"
#include "server/made_up.h"
#include "short_form.h"

namespace bastide::test {
namespace {

struct Table {
  std::string game, invite;
  std::vector<std::string> keys;  ///< of its seats
};

json::array strings(const std::vector<std::string>& all) {
  json::array made;
  for (const std::string& each : all) made.emplace_back(each);
  return made;
}

/// Somebody else's answer: it is not refused by what is asked alone.
std::vector<json::value> moves_to(const json::value& turn) {
  std::vector<json::value> moves{json::array{}};
  if (!turn.is_object() || !turn.at("ask").is_object()) return moves;
  const std::vector<std::string> answers = answers_to(turn.at("ask"));
  for (std::size_t i = 0; i < answers.size(); i += 1 + answers.size() / 20) {
    moves.emplace_back(strings({answers[i]}));
    moves.emplace_back(strings({answers[i], answers[answers.size() - 1 - i]}));
    moves.emplace_back(strings({answers[i], "-"}));
  }
  return moves;
}

class Anything : public testing::Test {
 protected:
  Anything() {
    for (const json::value& preset : setup_.at("presets").as_array()) presets_.push_back(preset.at("id"));
    for (const json::value& theme : setup_.at("themes").as_array()) themes_.push_back(theme);
    made_.know("preset", presets_);
    made_.know("theme", themes_);
    made_.know("bot", {"random", "greedy"});  // who thinks for long is met by other tests
    made_.know("language", {"en", "nl", "de"});
    made_.know("passphrase", {kPhrase});
    made_.know("category", {"new-2", "classic-3"});
    for (const auto& [path, item] : openapi().at("paths").as_object())
      for (const auto& [method, operation] : item.as_object()) {
        // told without end
        const std::string id = text(operation.at("operationId"));
        if (id != "botStream" && id != "reviewGame" && id != "ws")
          operations_.push_back({std::string(path), method == "get" ? "GET" : "POST", &operation});
      }
  }

  json::value options() {
    json::object chosen;
    for (uint32_t left = made_.rng().below(7); left > 0; --left) {
      const json::array& all = setup_.at("options").as_array();
      const json::value& option = all.at(made_.rng().below(static_cast<uint32_t>(all.size())));
      const json::array& values = option.at("values").as_array();
      chosen[text(option.at("id"))] = values.empty()
                                          ? json::value(std::to_string(made_.rng().below(4)))
                                          : values.at(made_.rng().below(static_cast<uint32_t>(values.size()))).at("id");
    }
    return chosen;
  }

  /// A game by options that go together.
  Table table() {
    for (;;) {
      json::array seats;
      for (uint32_t left = 2 + made_.rng().below(2); left > 0; --left) seats.push_back(json::object{{"kind", "me"}});
      const json::value asked{{"preset", made_.one_of(presets_)},
                              {"options", options()},
                              {"public", made_.once_in(2)},
                              {"time", {{"each", 86400}}},
                              {"seats", seats}};
      const HttpAnswer answer = http(server_->port(), "POST", "/api/games", json::serialize(asked));
      if (answer.status != 200) continue;
      const json::value created = json::parse(answer.body);
      Table table{text(created.at("game")), text(created.at("invite")), {}};
      for (std::size_t seat = 0; seat < seats.size(); ++seat)
        table.keys.push_back(token_of(created, static_cast<int>(seat)));
      return table;
    }
  }

  std::vector<Person> people(const Table& table) {
    std::vector<Person> all;
    for (const std::string& key : table.keys)
      all.emplace_back(server_->port(), table.game, key, made_.rng().below(1000));
    return all;
  }

  /// So many turns, or fewer where the game ends or a bot is to move. Every message is folded, every turn accepted.
  void play(std::vector<Person>& all, int turns) {
    for (int turn = 0; turn < turns;) {
      const int known = std::ranges::max_element(all, {}, &Person::seq)->seq();
      for (Person& each : all)
        while (each.seq() < known) {
          const json::value message = each.socket().read();
          ASSERT_FALSE(message.is_null());
          each.take(message);
        }
      const auto mover = std::ranges::find_if(all, &Person::may_move);
      if (mover == all.end()) return;
      mover->play();
      const int before = mover->seq();
      const json::value answer = answer_to_play(*mover);
      ASSERT_FALSE(answer.is_null());
      if (answer.at("type") == "refused") return;  // others' questions come first, as to take a turn back
      while (mover->seq() == before && !mover->over()) mover->take(mover->socket().read());
      ++turn;
    }
  }

  /// What the server may well be told about this table.
  void know(const Table& table) {
    std::vector<json::value> keys;
    for (const std::string& key : table.keys) keys.emplace_back(key);
    keys.emplace_back(table.invite);
    made_.know("game", {json::value(table.game)});
    for (const char* name : {"key", "also", "invite"}) made_.know(name, keys);
    std::vector<json::value> chosen;
    for (int i = 0; i < 4; ++i) chosen.push_back(options());
    made_.know("options", chosen);
    const HttpAnswer record =
        Device{.port = server_->port(), .keys = table.keys[0]}.call("GET", "/api/games/" + table.game + "/record");
    made_.know("text", {json::string(record.body), "good game"});
  }

  /// Messages of somebody at the table, each answered before the next; more would be too many in a second.
  void send_some(const Table& table) {
    const std::string key = made_.once_in(4) ? "" : made_.one_of(table.keys);
    Socket socket(server_->port(), table.game, key);
    if (!socket.open()) return;
    const auto heard = [&](const json::value& message) {
      if (const json::value* seq = message.as_object().if_contains("seq"))
        made_.know("seq", {*seq, *seq, *seq, number(*seq) - 1});
      if (const json::value* turn = message.as_object().if_contains("turn")) made_.know("moves", moves_to(*turn));
    };
    for (int sent = 0; sent < 12 && socket.open(); ++sent) {
      std::string message = json::serialize(made_.of("ClientMessage"));
      if (made_.once_in(5)) message = made_.spoiled(std::move(message));
      last_ = message;
      socket.send_text(message);
      socket.send({{"type", "ping"}});
      bool good = true;
      for (json::value answer = socket.read(); !answer.is_null(); answer = socket.read()) {
        heard(answer);
        good = good && answer.at("type") != "refused";
        if (answer.at("type") == "pong") break;
      }
      ++messages_;
      taken_ += good ? 1 : 0;
    }
    if (!socket.open()) {
      EXPECT_NE(socket.close_code(), 1011) << "the server broke: " << last_;
    }
  }

  void ask_some(const Table& table) {
    for (int sent = 0; sent < 12; ++sent) {
      const Operation& operation = made_.one_of(operations_);
      Device device{.port = server_->port(), .session = made_.once_in(2) ? session_ : ""};
      for (const std::string& key : table.keys)
        if (made_.once_in(2)) device.keys += (device.keys.empty() ? "" : ",") + key;
      const std::string target = made_.target(operation.path, *operation.described);
      std::string body;
      if (const json::value* takes = operation.described->as_object().if_contains("requestBody")) {
        const std::string schema = text(takes->at("content").at("application/json").at("schema").at("$ref"));
        body = json::serialize(made_.of(schema.substr(schema.rfind('/') + 1)));
        if (made_.once_in(6)) body = made_.spoiled(std::move(body));
      }
      const HttpAnswer answer = device.call(operation.method, target, body);
      EXPECT_TRUE(answer.status < 500 || answer.status == 503)
          << operation.method << " " << target << ": " << answer.status << " " << answer.body << "\n"
          << body.substr(0, 2000);
      if (answer.status == 200 && operation.described->at("operationId") == "makeAccount")
        session_ = text(json::parse(answer.body).at("session"));
      ++requests_;
      answered_ += answer.status == 200 ? 1 : 0;
    }
  }

  struct Operation {
    std::string path, method;
    const json::value* described;
  };

  LogLines log_;
  Folder folder_;
  std::unique_ptr<RunningServer> server_ = std::make_unique<RunningServer>(weak(folder_.path()));
  const json::value setup_ = get(server_->port(), "/api/setup", "Setup");
  std::vector<json::value> presets_, themes_;
  std::vector<Operation> operations_;
  MadeUp made_{std::getenv("BASTIDE_SEED") != nullptr ? std::stoull(std::getenv("BASTIDE_SEED")) : 1};
  std::string session_, last_;
  int messages_ = 0, taken_ = 0, requests_ = 0, answered_ = 0;
};

TEST_F(Anything, IsAnsweredAndHarmsNoGame) {
  const char* asked = std::getenv("BASTIDE_ROUNDS");
  const int rounds = asked != nullptr ? std::atoi(asked) : in_short_form() ? 1 : 3;
  for (int round = 1; round <= rounds && !HasFailure(); ++round) {
    SCOPED_TRACE(fmt::format("round {}", round));
    const Table here = table();
    {
      std::vector<Person> seats = people(here);
      ASSERT_NO_FATAL_FAILURE(play(seats, 4 + static_cast<int>(made_.rng().below(40))));
    }
    know(here);
    for (int i = 0; i < 6; ++i) {
      send_some(here);
      ask_some(here);
    }
    std::vector<Person> seats = people(here);
    ASSERT_NO_FATAL_FAILURE(play(seats, 6));
    // What the log holds is what was told.
    if (round % 10 == 0 || round == rounds) {
      const std::vector<json::value> told = Person(server_->port(), here.game, here.keys[0], 1).events();
      server_ = nullptr;
      server_ = std::make_unique<RunningServer>(weak(folder_.path()));
      const std::vector<json::value> again = Person(server_->port(), here.game, here.keys[0], 1).events();
      ASSERT_GE(again.size(), told.size());
      for (std::size_t i = 0; i < told.size(); ++i) ASSERT_EQ(again[i], told[i]);
      fmt::print("{} games, {} messages, {} not refused, {} requests, {} answered with 200\n", round, messages_, taken_,
                 requests_, answered_);
    }
  }
  EXPECT_GE(answered_ * 10, requests_) << "hardly anything means something";
  EXPECT_GE(taken_ * 10, messages_) << "hardly anything means something";
  for (const char* mistake : {"a connection failed", "a bot's move was not made"})
    EXPECT_EQ(log_.text().find(mistake), std::string::npos) << log_.text();
}

}  // namespace
}  // namespace bastide::test
