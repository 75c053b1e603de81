#include "ai/arena_log.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cerrno>
#include <cstring>

namespace bastide {
namespace {

namespace json = boost::json;

constexpr std::string_view kFormat = "arena 1";

/// What two runs must have in common to be one match; in this order.
json::object identity(const ArenaSetup& setup) {
  json::object options;
  for (const auto& [option, value] : setup.rules->choice.options) options[option] = value;
  json::array contestants;
  for (const Contestant& contestant : setup.contestants) contestants.emplace_back(contestant.spec);
  return {{"bastide", kFormat}, {"preset", setup.rules->preset->id},
          {"options", options}, {"seats", setup.rules->kernel.seats},
          {"seed", setup.seed}, {"contestants", contestants}};
}

std::vector<ArenaTable> tables_of(const ArenaSetup& setup) {
  return arena_tables(static_cast<int>(setup.contestants.size()), setup.rules->kernel.seats);
}

/// Throws what Boost.JSON does.
Encounter encounter_of(const ArenaSetup& setup, const json::value& line) {
  const auto tables = tables_of(setup);
  const auto deck = line.at("deck").to_number<int64_t>();
  const auto number = line.at("table").to_number<std::size_t>();
  if (deck < 0 || deck >= kMostDecks || number >= tables.size()) throw std::out_of_range("no such deck or table");
  const ArenaTable& table = tables[number];
  Encounter encounter{deck * static_cast<int64_t>(tables.size()) + static_cast<int64_t>(number), {}, {}};
  for (const json::value& game : line.at("points").as_array()) {
    std::vector<int>& points = encounter.points.emplace_back();
    for (const json::value& seat : game.as_array()) points.push_back(seat.to_number<int>());
    if (points.size() != table.games[0].size()) throw std::out_of_range("points of other seats");
  }
  for (const json::value& one : line.at("thinking").as_array())
    encounter.thinking.push_back({one.at("choices").to_number<int64_t>(), one.at("seconds").to_number<double>(),
                                  one.at("cpu").to_number<double>(), one.at("longest").to_number<double>()});
  if (encounter.points.size() != table.games.size() || encounter.thinking.size() != table.contestants.size())
    throw std::out_of_range("other games or contestants");
  return encounter;
}

}  // namespace

std::string encounter_text(const ArenaSetup& setup, const Encounter& encounter) {
  const auto tables = tables_of(setup);
  const auto number = encounter.number % static_cast<int64_t>(tables.size());
  const ArenaTable& table = tables[number];
  json::array seats, points, thinking;
  for (std::size_t game = 0; game < table.games.size(); ++game) {
    json::array who;
    for (const int contestant : table.games[game]) who.emplace_back(setup.contestants[contestant].spec);
    seats.emplace_back(std::move(who));
    points.emplace_back(json::array(encounter.points[game].begin(), encounter.points[game].end()));
  }
  for (std::size_t i = 0; i < table.contestants.size(); ++i) {
    const Thinking& time = encounter.thinking[i];
    thinking.push_back({{"contestant", setup.contestants[table.contestants[i]].spec},
                        {"choices", time.choices},
                        {"seconds", time.wall},
                        {"cpu", time.cpu},
                        {"longest", time.longest}});
  }
  return json::serialize(json::object{{"deck", encounter.number / static_cast<int64_t>(tables.size())},
                                      {"table", number},
                                      {"seats", std::move(seats)},
                                      {"points", std::move(points)},
                                      {"thinking", std::move(thinking)}});
}

Result<Encounter> parse_encounter(const ArenaSetup& setup, std::string_view text) {
  try {
    return encounter_of(setup, json::parse({text.data(), text.size()}));
  } catch (const std::exception& wrong) {
    return failure(fmt::format("this is no result of the match ({})", wrong.what()));
  }
}

Error ArenaLog::problem(std::string message, int line) const {
  Error error;
  error.message = std::move(message);
  error.source = path_;
  error.line = line;
  return error;
}

Result<std::unique_ptr<ArenaLog>> ArenaLog::open(const std::string& path, const ArenaSetup& setup, Ledger& ledger) {
  std::unique_ptr<ArenaLog> log(new ArenaLog);
  log->path_ = path;
  log->setup_ = setup;
  log->file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (log->file_ < 0) return tl::unexpected<Error>(log->problem(std::strerror(errno)));
  if (flock(log->file_, LOCK_EX | LOCK_NB) != 0)
    return tl::unexpected<Error>(log->problem("another match is writing to this log"));
  BASTIDE_CHECK(log->read(ledger));
  return log;
}

ArenaLog::~ArenaLog() {
  if (file_ < 0) return;
  fsync(file_);
  close(file_);
}

Result<void> ArenaLog::read(Ledger& ledger) {
  std::string text;
  std::vector<char> block(1 << 16);
  for (ssize_t got = 0; (got = ::read(file_, block.data(), block.size())) != 0;) {
    if (got < 0) return tl::unexpected<Error>(problem(std::strerror(errno)));
    text.append(block.data(), static_cast<std::size_t>(got));
  }
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  const json::object expected = identity(setup_);
  if (whole == 0) {
    // Only what a kill left of a first line may be written over.
    const std::string first = json::serialize(expected);
    if (first.compare(0, text.size(), text) != 0)
      return tl::unexpected<Error>(problem("this is no log of a match; it is left as it is"));
    if (ftruncate(file_, 0) != 0 || lseek(file_, 0, SEEK_SET) != 0)
      return tl::unexpected<Error>(problem(std::strerror(errno)));
    return write(first);
  }
  int line = 0;
  for (std::size_t from = 0; from < whole;) {
    const std::size_t to = text.find('\n', from);
    const std::string_view one(text.data() + from, to - from);
    from = to + 1;
    if (++line > 1) {
      auto encounter = parse_encounter(setup_, one);
      if (!encounter) return tl::unexpected<Error>(problem(encounter.error().message, line));
      ledger.remember(std::move(*encounter));
      ++remembered_;
      continue;
    }
    boost::system::error_code wrong;
    const json::value head = json::parse({one.data(), one.size()}, wrong);
    if (wrong || !head.is_object() || !head.as_object().contains("bastide"))
      return tl::unexpected<Error>(problem("this is no log of a match; it is left as it is", 1));
    for (const auto& [key, value] : expected) {
      const json::value* there = head.as_object().if_contains(key);
      if (there == nullptr || json::serialize(*there) != json::serialize(value))
        return tl::unexpected<Error>(
            problem(fmt::format("this is the log of another match: its {} {}, not {}", std::string_view(key),
                                there ? "is " + json::serialize(*there) : "is missing", json::serialize(value)),
                    1));
    }
  }
  // A line that was not finished goes, or the next would be written behind it.
  if (ftruncate(file_, static_cast<off_t>(whole)) != 0 || lseek(file_, 0, SEEK_END) < 0)
    return tl::unexpected<Error>(problem(std::strerror(errno)));
  return {};
}

Result<void> ArenaLog::write(std::string line) {
  line += '\n';
  for (std::size_t from = 0; from < line.size();) {
    const ssize_t written = ::write(file_, line.data() + from, line.size() - from);
    if (written < 0 && errno != EINTR)
      return tl::unexpected<Error>(problem(fmt::format("cannot be written: {}", std::strerror(errno))));
    if (written > 0) from += static_cast<std::size_t>(written);
  }
  return {};
}

Result<void> ArenaLog::append(const Encounter& encounter) {
  BASTIDE_CHECK(write(encounter_text(setup_, encounter)));
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < std::chrono::seconds(5)) return {};
  synced_ = now;
  if (fsync(file_) != 0 && errno != EINVAL)  // not every file can be: a pipe, /dev/null
    return tl::unexpected<Error>(problem(std::strerror(errno)));
  return {};
}

}  // namespace bastide
