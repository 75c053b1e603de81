// A server that the network parts from the database without a word: its games go on elsewhere, and when it is back
// nothing is lost. The database is in a network namespace of its own, behind one that lets nothing through any more.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "server/databases.h"
#include "server/duel.h"
#include "server/program.h"

namespace bastide::test {
namespace {

using std::chrono::milliseconds;

/// To another machine, over one in the middle.
class Cable {
 public:
  Cable() {
    for (const char* step :
         {"netns add {0}m", "netns add {0}f", "link add {0}h type veth peer name {0}n netns {0}m",
          "-n {0}m link add {0}o type veth peer name {0}p netns {0}f", "addr add {1}1/30 dev {0}h",
          "-n {0}m addr add {1}2/30 dev {0}n", "-n {0}m addr add {1}5/30 dev {0}o", "-n {0}f addr add {1}6/30 dev {0}p",
          "link set {0}h up", "-n {0}m link set {0}n up", "-n {0}m link set {0}o up", "-n {0}f link set {0}p up",
          "route add {1}4/30 via {1}2", "-n {0}f route add default via {1}5"})
      there_ = there_ && ip(fmt::format(fmt::runtime(step), name_, kNet));
    there_ = there_ && plug();
  }
  ~Cable() {
    ip(fmt::format("link del {}h", name_));  // what is still to be sent there would keep it
    for (const char* end : {"m", "f"}) ip(fmt::format("netns del {}{}", name_, end));
  }
  Cable(const Cable&) = delete;
  Cable& operator=(const Cable&) = delete;

  bool there() const { return there_; }  ///< root may make networks here
  bool pull() const { return forwards(0); }
  bool plug() const { return forwards(1); }
  Postgres::Where far_end() const { return {{"ip", "netns", "exec", name_ + "f"}, std::string(kNet) + "6"}; }

 private:
  static constexpr std::string_view kNet = "10.231.77.";
  /// What comes to the middle goes on, or nobody hears of it.
  bool forwards(int on) const {
    return ip(fmt::format("netns exec {}m sh -c 'echo {} >/proc/sys/net/ipv4/ip_forward'", name_, on));
  }
  static bool ip(const std::string& what) { return std::system(("ip " + what + " 2>/dev/null").c_str()) == 0; }
  std::string name_ = fmt::format("bst{}", ::getpid());
  bool there_ = true;
};

std::string told_by(uint16_t port, const std::string& game) {
  return http(port, "GET", "/api/games/" + game + "/record").body;
}

TEST(Partition, AServerThatIsCutOffIsReplacedAndComesBack) {
  const Cable cable;
  if (!cable.there()) GTEST_SKIP() << "this user may make no network namespaces (ip netns add)";
  Postgres postgres(cable.far_end());
  const std::string db = postgres.make("games");
  const auto serving = [](const std::string& url) {
    return std::vector<std::string>{"--log-level", "off", "--db", url};
  };
  const Program near("", 0, serving(db)), far("", 0, serving(postgres.over_the_net("games")));
  ASSERT_NE(near.port(), 0) << near.said();
  ASSERT_NE(far.port(), 0) << far.said();
  const std::string bots = text(new_game(far.port(), "classic", {"bastion", "bastion"}).at("game"));
  const json::value made = new_game(far.port(), "classic", {"me", "me"});
  const std::string game = text(made.at("game"));
  Person person(far.port(), game, token_of(made, 0), 1);
  ASSERT_TRUE(person.wait_for_turn());
  const json::value play = play_message(person, person.choose(), "the-play");

  const auto pulled = std::chrono::steady_clock::now();
  const auto since = [&] {
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - pulled).count();
  };
  ASSERT_TRUE(cable.pull());
  person.socket().send(play);
  EXPECT_EQ(person.socket().read("waiting").at("type"), "waiting");
  EXPECT_EQ(http(far.port(), "GET", "/healthz").status, 200);
  // PostgreSQL notices after some twenty seconds that nobody is there any more; then the other server has the bots.
  const std::size_t before = told_by(near.port(), bots).size();
  for (int i = 0; i < 600 && told_by(near.port(), bots).size() < before + 40; ++i)
    std::this_thread::sleep_for(milliseconds(100));
  EXPECT_GE(told_by(near.port(), bots).size(), before + 40) << "nobody plays on";

  fmt::print("played on after {} s\n", since());
  ASSERT_TRUE(cable.plug());
  // What became of the play is said, and sent again it counts once.
  json::value answer = answer_to_play(person);
  for (int i = 0; i < 100 && answer.at("type") != "accepted"; ++i) {
    std::this_thread::sleep_for(milliseconds(200));
    person.socket().send(play);
    answer = answer_to_play(person);
  }
  fmt::print("answered after {} s\n", since());
  EXPECT_EQ(answer.at("type"), "accepted") << json::serialize(answer);
  for (const uint16_t port : {near.port(), far.port()}) {
    const Person other(port, game, token_of(made, 1), 2);
    EXPECT_EQ(std::ranges::count_if(other.events(), lays_tile), 1) << "once, at both";
  }
  // The server that was away has caught up with what the other one played.
  const std::string now = told_by(near.port(), bots);
  for (int i = 0; i < 100 && told_by(far.port(), bots).size() < now.size(); ++i)
    std::this_thread::sleep_for(milliseconds(100));
  EXPECT_GE(told_by(far.port(), bots).size(), now.size());
}

}  // namespace
}  // namespace bastide::test
