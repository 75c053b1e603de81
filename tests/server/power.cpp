#include "server/power.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>

namespace bastide::test {

namespace fs = std::filesystem;

namespace {

std::string watched, durable;  ///< the folder of PowerCuts, and where what is durable of it is; empty: none

std::string read_whole(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Over what is there: whoever is killed meanwhile leaves a part of the new and a part of the old.
void write_over(const fs::path& path, const std::string& bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t more = ::write(file, bytes.data() + done, bytes.size() - done);
    if (more < 0) std::abort();
    done += static_cast<std::size_t>(more);
  }
  if (::ftruncate(file, static_cast<off_t>(bytes.size())) != 0) std::abort();
  ::close(file);
}

/// Names are durable when their folder is.
fs::path named(const std::string& name) {
  return durable + "/" + name + ".named";
}

bool is_durable(const fs::path& path) {
  return path.extension() != ".sqlite-shm";  // made anew from the log
}

}  // namespace

void note_flushed(int file) {
  static std::mutex one_at_a_time;
  if (watched.empty()) return;
  std::error_code ignored;
  const fs::path path = fs::read_symlink("/proc/self/fd/" + std::to_string(file), ignored);
  const std::scoped_lock lock(one_at_a_time);
  if (path == watched)
    for (const auto& entry : fs::directory_iterator(watched)) write_over(named(entry.path().filename()), "");
  else if (path.parent_path() == watched && fs::exists(path) && is_durable(path))
    write_over(fs::path(durable) / path.filename(), read_whole(path));
}

PowerCuts::PowerCuts(std::string folder) : folder_(std::move(folder)), kept_(folder_ + ".durable") {
  begin();
}

PowerCuts::~PowerCuts() {
  watched.clear();
  fs::remove_all(kept_);
}

void PowerCuts::begin() {
  fs::remove_all(kept_);
  fs::create_directory(kept_);
  durable = kept_;
  watched = fs::canonical(folder_);
  for (const auto& entry : fs::directory_iterator(folder_)) {
    write_over(named(entry.path().filename()), "");
    write_over(fs::path(kept_) / entry.path().filename(), read_whole(entry.path()));
  }
}

void PowerCuts::cut(std::mt19937& random, double more) {
  constexpr std::size_t kSector = 512;
  std::bernoulli_distribution also(more);
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_)) names.insert(entry.path().filename());
  for (const std::string& name : names) {
    const fs::path path = fs::path(folder_) / name;
    const std::string last = read_whole(path), flushed = read_whole(fs::path(kept_) / name);
    const bool stays = fs::exists(named(name)) || also(random);
    fs::remove(path);
    if (!stays || !is_durable(path)) continue;
    std::string bytes = also(random) ? last : flushed;
    const std::size_t size = bytes.size();
    for (std::size_t at = 0; at < size; at += kSector) {
      const std::string& from = also(random) ? last : flushed;
      std::string sector = at < from.size() ? from.substr(at, kSector) : std::string();
      sector.resize(std::min(kSector, size - at));
      bytes.replace(at, sector.size(), sector);
    }
    write_over(path, bytes);
  }
  begin();
}

}  // namespace bastide::test
