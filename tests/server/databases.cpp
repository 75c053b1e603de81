#include "server/databases.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>

namespace bastide::test {

namespace {

using std::chrono::milliseconds;

constexpr const char* kPrograms = "/usr/lib/postgresql/15/bin/";

std::string contents(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

uint16_t free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (::bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("no port is free");
  ::close(socket);
  return ntohs(address.sin_port);
}

bool answers(uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  const bool connected = ::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  ::close(socket);
  return connected;
}

void Child::start(const std::vector<std::string>& words, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(file, STDOUT_FILENO);
    ::dup2(file, STDERR_FILENO);
    ::close_range(STDERR_FILENO + 1, ~0u, 0);
    ::execvp(arguments.front(), arguments.data());
    ::_exit(127);
  }
  ::close(file);
}

bool Child::runs() {
  if (pid_ < 0) return false;
  int status = 0;
  if (::waitpid(pid_, &status, WNOHANG) == 0) return true;
  pid_ = -1;
  return false;
}

void Child::end(int number) {
  if (pid_ < 0) return;
  int status = 0;
  ::kill(pid_, number);
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
}

// ---------------------------------------------------------------- PostgreSQL

Postgres::Postgres(Where where) : where_(std::move(where)) {
  if (where_.megabytes > 0)
    disk_ =
        std::system(
            fmt::format("mount -t tmpfs -o size={}m tmpfs {} 2>/dev/null", where_.megabytes, folder_.path()).c_str()) ==
        0;
  if (where_.megabytes > 0 && !disk_) return;
  // It refuses to run as root.
  if (const passwd* owner = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr)
    if (::chown(folder_.path().c_str(), owner->pw_uid, owner->pw_gid) != 0)
      throw std::runtime_error("the folder is not given to postgres");
  run({std::string(kPrograms) + "initdb", "--pgdata", folder_.path() + "/data", "--username=bastide", "--auth=trust",
       "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions", "--wal-segsize=1"});
  if (!where_.address.empty())
    std::ofstream(folder_.path() + "/data/pg_hba.conf", std::ios::app) << "host all all all trust\n";
  start();
}

Postgres::~Postgres() {
  server_.end(SIGQUIT);  // all of its processes, at once
  if (disk_ && std::system(("umount --lazy " + folder_.path()).c_str()) != 0) fmt::print("{} stays\n", folder_.path());
}

void Postgres::fill_disk() {
  const int ballast = ::open((folder_.path() + "/ballast").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const std::string block(4096, 'x');
  while (::write(ballast, block.data(), block.size()) > 0) {
  }
  ::close(ballast);
}

void Postgres::clear_disk() {
  std::filesystem::remove(folder_.path() + "/ballast");
  start();
}

std::string Postgres::make(const std::string& name) {
  run({std::string(kPrograms) + "createdb", "--host", folder_.path(), "--username=bastide", name});
  return fmt::format("postgresql:///{}?host={}&user=bastide", name, folder_.path());
}

std::string Postgres::over_the_net(const std::string& name) const {
  return fmt::format("postgresql:///{}?host={}&user=bastide", name, where_.address);
}

void Postgres::start() {
  const std::string log = folder_.path() + "/log";
  std::vector<std::string> words =
      as_owner({std::string(kPrograms) + "postgres", "-D", folder_.path() + "/data", "-k", folder_.path(), "-c",
                "listen_addresses=" + where_.address, "-c", "shared_buffers=16MB", "-c", "max_connections=40",
                // Nothing here cuts the power. After a kill each of its thousand files would be flushed first, which
                // takes a busy disk longer than a play waits.
                "-c", "fsync=off"});
  words.insert(words.begin(), where_.inside.begin(), where_.inside.end());
  for (int attempt = 0; attempt < 1000; ++attempt) {
    // After a kill the next one is refused until the last process of the first has noticed.
    if (!server_.runs()) server_.start(words, log);
    std::this_thread::sleep_for(milliseconds(20));
    const std::string ask = fmt::format("{}pg_isready -q -h {} -U bastide", kPrograms, folder_.path());
    if (std::system(ask.c_str()) == 0 && server_.runs()) return;
  }
  throw std::runtime_error("PostgreSQL does not start: " + contents(log));
}

void Postgres::kill() {
  signal_all(SIGKILL);
  server_.end(SIGKILL);
}

void Postgres::hold() {
  signal_all(SIGSTOP);
}

void Postgres::go_on() {
  signal_all(SIGCONT);
}

/// The server and its children: those whose parent is the one that its file names.
void Postgres::signal_all(int number) const {
  const int parent = std::atoi(contents(folder_.path() + "/data/postmaster.pid").c_str());
  if (parent <= 0) return;
  ::kill(parent, SIGSTOP);  // so that it has no further children, and those it has are known as such
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string stat = contents(entry.path().string() + "/stat");  // PID (NAME) STATE PARENT
    const auto end = stat.rfind(')');
    if (end != std::string::npos && end + 4 < stat.size() && std::atoi(stat.c_str() + end + 4) == parent)
      ::kill(std::atoi(name.c_str()), number);
  }
  ::kill(parent, number);
}

std::vector<std::string> Postgres::as_owner(std::vector<std::string> words) const {
  if (::geteuid() == 0)
    words.insert(words.begin(), {"setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"});
  return words;
}

void Postgres::run(std::vector<std::string> words) const {
  const std::string log = folder_.path() + "/log";
  const std::string command = fmt::format("cd / && {} >>{} 2>&1", fmt::join(as_owner(std::move(words)), " "), log);
  if (std::system(command.c_str()) != 0) throw std::runtime_error(command + ": " + contents(log));
}

std::string database_instead_of(const std::string& folder) {
  if (std::getenv("BASTIDE_ON_POSTGRESQL") == nullptr) return {};
  static Postgres postgres;
  static std::map<std::string, std::string> made;
  std::string& url = made[folder];
  if (url.empty()) url = postgres.make(fmt::format("folder{}", made.size()));
  return url;
}

// ---------------------------------------------------------------- NATS

Nats::Nats() : port_(free_port()) {
  start();
}

void Nats::start() {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    if (!server_.runs())
      server_.start({"/usr/sbin/nats-server", "--addr", "127.0.0.1", "--port", std::to_string(port_)},
                    folder_.path() + "/log");
    if (answers(port_)) return;
    std::this_thread::sleep_for(milliseconds(10));
  }
  throw std::runtime_error("NATS does not start: " + contents(folder_.path() + "/log"));
}

}  // namespace bastide::test
