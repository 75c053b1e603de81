#include "server/program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

namespace bastide::test {

Program::Program(const std::string& folder, int port, const std::vector<std::string>& log) {
  std::vector<std::string> words{BASTIDE_BINARY, "serve", "--port",      std::to_string(port),
                                 "--games",      folder,  "--bot-delay", "0"};
  words.insert(words.end(), log.begin(), log.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  pid_ = fork();
  if (pid_ == 0) {
    dup2(pipe_ends[1], STDERR_FILENO);
    ::close_range(STDERR_FILENO + 1, ~0u, 0);  // the tests' own sockets among them
    execv(arguments.front(), arguments.data());
    _exit(127);
  }
  ::close(pipe_ends[1]);
  from_ = pipe_ends[0];
  // "... http://localhost:PORT ...\n"
  std::size_t at = 0;
  do at = said_.find("localhost:");
  while ((at == std::string::npos || said_.find('\n', at) == std::string::npos) && more());
  if (at != std::string::npos) port_ = static_cast<uint16_t>(std::stoi(said_.substr(at + 10)));
}

Program::~Program() {
  if (pid_ > 0) end(SIGKILL);
  ::close(from_);
}

void Program::signal(int number) const {
  ::kill(pid_, number);
}

int Program::wait() {
  while (more()) {
  }
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int Program::end(int number) {
  signal(number);
  return wait();
}

bool Program::more() {
  char buffer[1000];
  const ssize_t count = ::read(from_, buffer, sizeof buffer);
  if (count > 0) said_.append(buffer, count);
  return count > 0;
}

}  // namespace bastide::test
