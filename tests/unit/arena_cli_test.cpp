// bastide arena as somebody at a terminal meets it: what it prints and refuses, that it survives a kill, and that
// mpirun may start it.
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "unit/cli_support.h"

namespace bastide::cli_test {
namespace {

/// What is the same for every number of threads and processes.
std::string result_of(const Outcome& run) {
  EXPECT_EQ(run.status, 0) << run.err;
  if (run.status != 0) return run.err;
  const json::value all = json::parse(run.out);
  json::object kept;
  for (const char* key : {"preset", "seats", "seed", "encounters", "games", "duels"}) kept[key] = all.at(key);
  for (const json::value& contestant : all.at("contestants").as_array())
    for (const char* key : {"elo", "elo_error", "points"})
      kept[std::string(contestant.at("contestant").as_string()) + key] = contestant.at(key);
  return json::serialize(kept);
}

std::string log_file(const std::string& name) {
  const fs::path path = scratch() / name;
  fs::remove(path);
  return path.string();
}

TEST(ArenaCommand, PrintsWhoIsStronger) {
  const Outcome run = bastide({"arena", "greedy", "random", "--decks", "4", "--threads", "2"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, HasSubstr("greedy against random\n  score   100.0 ["));
  EXPECT_THAT(run.out, HasSubstr("8 won, 0 shared, 0 lost"));
  EXPECT_THAT(run.out, HasSubstr("decks   0 0 0 0 4"));
  EXPECT_THAT(run.out, HasSubstr("longest ms"));
  const Outcome three = bastide({"arena", "greedy", "random", "random:nodes=1", "--decks", "2", "--progress"});
  EXPECT_THAT(three.out, HasSubstr("random:nodes=1"));
  EXPECT_THAT(three.err, HasSubstr("12 games"));
  const Outcome decided = bastide({"arena", "greedy", "random", "--sprt=-5,100", "--json"});
  const json::value sprt = json::parse(decided.out).at("sprt");
  EXPECT_EQ(sprt.at("accepted").as_string(), "elo1");
  EXPECT_GE(sprt.at("llr").as_double(), sprt.at("upper").as_double());
}

TEST(ArenaCommand, RefusesWhatMakesNoSense) {
  const std::string list = scratch_file("list.txt", "milk\n");
  const std::vector<std::tuple<std::vector<std::string>, int, std::string>> all = {
      {{"arena"}, 2, "contestants"},
      {{"arena", "greedy", "random", "--decks", "0"}, 2, "--decks"},
      {{"arena", "greedy", "random", "--seats", "9"}, 2, "--seats"},
      {{"arena", "greedy", "random", "--sprt", "5"}, 2, "two numbers"},
      {{"arena", "greedy", "random", "--sprt", "5,0"}, 2, "two numbers"},
      {{"arena", "greedy", "random", "--alpha", "0.1"}, 2, "--sprt"},
      {{"arena", "greedy", "random", "--sprt", "0,5", "--alpha", "0.7"}, 2, "--alpha"},
      {{"arena", "greedy"}, 1, "it must be 2"},
      {{"arena", "greedy", "stockfish"}, 1, "stockfish"},
      {{"arena", "greedy", "random:nodes=x"}, 1, "nodes=x"},
      {{"arena", "greedy", "random", "greedy", "--sprt", "0,5"}, 1, "between two contestants"},
      {{"arena", "greedy", "random", "--preset", "none"}, 1, "none"},
      {{"arena", "greedy", "random", "--log", "/nowhere/log"}, 1, "No such file"},
      {{"arena", "greedy", "random", "--log", list}, 1, "no log of a match"},
  };
  for (const auto& [arguments, status, reason] : all) {
    const Outcome run = bastide(arguments);
    EXPECT_EQ(run.status, status) << testing::PrintToString(arguments) << run.err;
    EXPECT_THAT(run.err, HasSubstr(reason)) << testing::PrintToString(arguments);
    EXPECT_EQ(run.out, "");
  }
  EXPECT_EQ(read_file(list), "milk\n");
}

/// Kills the program as soon as the log has so many lines. Returns how many it then has.
std::size_t lines_when_killed(std::vector<std::string> arguments, const std::string& log, std::size_t lines) {
  arguments.insert(arguments.begin(), BASTIDE_BINARY);
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  for (int wait = 0; wait < 60000 && lines_of(read_file(log)).size() < lines; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return lines_of(read_file(log)).size();
}

TEST(ArenaCommand, GoesOnAfterAKill) {
  const std::string log = log_file("killed.log");
  const std::vector<std::string> arguments = {"arena", "greedy", "random", "--decks", "900", "--json"};
  const std::string whole = result_of(bastide(arguments));
  std::vector<std::string> logged = arguments;
  logged.insert(logged.end(), {"--log", log, "--threads", "2"});
  std::size_t before = 901;
  for (int attempt = 0; attempt < 5 && before == 901; ++attempt) {  // on a busy machine it may end before it is killed
    fs::remove(log);
    before = lines_when_killed(logged, log, 11);
  }
  EXPECT_GE(before, 11u);
  EXPECT_LT(before, 901u);
  std::ofstream(log, std::ios::app) << R"({"deck":5,"table)";
  const Outcome again = bastide(logged);
  EXPECT_EQ(result_of(again), whole);
  EXPECT_EQ(json::parse(again.out).at("remembered").as_int64(), static_cast<int64_t>(before) - 1);
  EXPECT_THAT(bastide({"arena", "random", "greedy", "--decks", "900", "--log", log}).err, HasSubstr("another match"));
}

TEST(ArenaCommand, SeatsPrograms) {
  const Outcome run =
      bastide({"arena", "engine:" BASTIDE_BINARY " engine --player greedy", "greedy", "--decks", "2", "--json"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(json::parse(run.out).at("games").as_int64(), 4);
  const Outcome broken = bastide({"arena", "greedy", "engine:exit 3", "--decks", "2"});
  EXPECT_EQ(broken.status, 1);
  EXPECT_THAT(broken.err, HasSubstr("exit 3"));
}

#ifdef BASTIDE_MPIRUN
Outcome mpirun(int ranks, const std::string& arguments) {
  const std::string out = (scratch() / "mpi-out").string(), err = (scratch() / "mpi-err").string();
  const int status = std::system(
      ("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 timeout 100 " BASTIDE_MPIRUN " --oversubscribe -n " +
       std::to_string(ranks) + " " BASTIDE_BINARY " " + arguments + " >" + out + " 2>" + err + " </dev/null")
          .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000, read_file(out), read_file(err)};
}

TEST(ArenaCommand, IsTheSameForAnyNumberOfRanks) {
  const std::string log = log_file("ranks.log"), arguments = "arena greedy random greedy:nodes=1 --decks 5 --json";
  const std::string alone =
      result_of(bastide({"arena", "greedy", "random", "greedy:nodes=1", "--decks", "5", "--json"}));
  const Outcome four = mpirun(4, arguments + " --log " + log);
  EXPECT_EQ(result_of(four), alone);
  EXPECT_EQ(json::parse(four.out).at("ranks").as_int64(), 4);
  EXPECT_EQ(lines_of(read_file(log)).size(), 16u);
  EXPECT_EQ(result_of(mpirun(2, arguments + " --threads 2")), alone);
  const Outcome other = mpirun(3, "arena random greedy --decks 5 --log " + log);  // all ranks end
  EXPECT_NE(other.status, 0);
  EXPECT_THAT(other.err, HasSubstr("another match"));
}
#endif

}  // namespace
}  // namespace bastide::cli_test
