#include "store/sqlite_flushes.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace bastide {
namespace {

using namespace std::chrono_literals;

constexpr int kCheckpointPages = 1000;  ///< written to the log since the last: then it goes into the database's file
constexpr int kMostPages = 32'768;      ///< in the log (128 MB): then nobody writes before it begins anew
constexpr auto kQuiet = 10s;            ///< nobody wrote: the log is emptied, so that no forgotten name is in it either
constexpr int kBusyMs = 50;             ///< for that
constexpr off_t kHeaderBytes = 32, kFrameBytes = 24, kSaltAt = 16;  ///< of the log's format

SqlFailure failed_to(const std::string& what, int error) {
  return {SqlFailure::Kind::broken, "cannot " + what + ": " + std::strerror(error)};
}

class SqliteFlushes : public Flushes {
 public:
  SqliteFlushes(SQLite::Database& writer, const std::string& file)
      : writer_(writer.getHandle()),
        page_bytes_(writer.execAndGet("PRAGMA page_size").getInt()),
        log_name_(file + "-wal"),
        checkpoints_(file, SQLite::OPEN_READWRITE | SQLite::OPEN_FULLMUTEX, kBusyMs) {
    checkpoints_.exec("PRAGMA synchronous = FULL");
    checkpoints_.execAndGet("SELECT count(*) FROM sqlite_schema");  // what has not read knows of no log
    sqlite3_commit_hook(writer_, &SqliteFlushes::ending, this);
    sqlite3_wal_hook(writer_, &SqliteFlushes::written, this);
    thread_ = std::thread([this] { checkpoint(); });
  }

  ~SqliteFlushes() override {
    {
      const std::scoped_lock lock(mutex_);
      ending_ = true;
    }
    wake_.notify_all();
    thread_.join();
    sqlite3_commit_hook(writer_, nullptr, nullptr);
    sqlite3_wal_hook(writer_, nullptr, nullptr);
    // What the disk may have lost is not to come from there into the database's file.
    if (failed_) sqlite3_db_config(writer_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    if (log_ >= 0) ::close(log_);
  }

  Ended ended() override {
    const bool durable = log_ < 0;
    if (durable) begin();
    // A log that begins anew has another salt.
    int64_t salt = 0;
    if (log_ < 0 || ::pread(log_, &salt, sizeof salt, kSaltAt) != sizeof salt) salt = 0;
    const std::scoped_lock lock(mutex_);
    if (salt != log_salt_ || salt == 0) durable_bytes_ = 0;
    log_salt_ = salt;
    const int64_t before = std::exchange(ended_, begun_);
    if (!durable) return {ended_, before, end_of_log(), salt};
    flushed_ = ended_;
    wake_.notify_all();
    return {};
  }

  void flush(const Ended& ended) override {
    if (ended.number == ended.before) return;
    const int error = ::fdatasync(log_) == 0 ? 0 : errno;
    std::unique_lock lock(mutex_);
    // The disk tells of what it has lost once. Who has written after that is not on it either, whatever it says then.
    wake_.wait(lock, [&] { return flushed_ == ended.before; });
    flushed_ = ended.number;
    if (error != 0) failed_ = true;
    if (!failed_ && ended.log == log_salt_) durable_bytes_ = ended.bytes;
    wake_.notify_all();
    if (failed_) throw failed_to("make the log durable", error == 0 ? EIO : error);
  }

  void wait() override {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&, until = begun_] { return flushed_ >= until || failed_; });
  }

  bool failed() const override { return failed_; }

  void remember() override {
    const std::scoped_lock lock(mutex_);
    if (!failed_ || lost_) return;
    std::string bytes(static_cast<std::size_t>(end_of_log() - durable_bytes_), '\0');
    const ssize_t read = ::pread(log_, bytes.data(), bytes.size(), durable_bytes_);
    if (read < 0) return;
    // Fewer where the log was emptied just now: then they are in the file.
    bytes.resize(static_cast<std::size_t>(read));
    lost_ = Lost{durable_bytes_, std::move(bytes)};
  }

  void mend() override {
    if (!failed_) return;
    remember();
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return flushed_ == ended_; });
    if (!lost_) throw failed_to("read the log", EIO);
    // What the disk did not take, the system may have forgotten since.
    const std::string& bytes = lost_->bytes;
    if (::pwrite64(log_, bytes.data(), bytes.size(), lost_->from) != static_cast<ssize_t>(bytes.size()))
      throw failed_to("write the log", errno);
    if (::fdatasync(log_) != 0) throw failed_to("make the log durable", errno);
    lost_.reset();
    failed_ = false;
  }

 private:
  off_t end_of_log() const { return kHeaderBytes + pages_ * (kFrameBytes + page_bytes_); }

  /// Called by SQLite before anybody can read what is in the transaction.
  static int ending(void* of) {
    auto& self = *static_cast<SqliteFlushes*>(of);
    const std::scoped_lock lock(self.mutex_);
    ++self.begun_;
    return 0;
  }

  /// Called by SQLite at the end of a transaction, whose writer goes on when this returns.
  static int written(void* of, sqlite3* writer, const char* name, int pages) {
    auto& self = *static_cast<SqliteFlushes*>(of);
    // Little is left to do: the thread has been there just before.
    const bool soon = pages - self.in_file_ < kCheckpointPages / 2;
    if (pages >= (soon ? kMostPages : 2 * kMostPages))
      sqlite3_wal_checkpoint_v2(writer, name, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    const std::scoped_lock lock(self.mutex_);
    if (pages < self.pages_) self.in_file_ = 0;
    self.pages_ = pages;
    self.wrote_ = true;
    self.empty_ = false;
    if (pages - self.in_file_ >= kCheckpointPages) self.wake_.notify_all();
    return SQLITE_OK;
  }

  /// The first transaction is durable by its end, and with it the log's name; all are while the log cannot be opened.
  void begin() {
    if (pages_ == 0) return;
    log_ = ::open(log_name_.c_str(), O_RDWR | O_CLOEXEC);
    if (log_ >= 0) sqlite3_exec(writer_, "PRAGMA synchronous = NORMAL", nullptr, nullptr, nullptr);
  }

  /// The thread's.
  void checkpoint() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
      const auto due = [&] { return ending_ || (pages_ - in_file_ >= kCheckpointPages && !failed_); };
      const bool much = wake_.wait_for(lock, kQuiet, due);
      if (ending_ || failed_) continue;
      const bool quiet = !std::exchange(wrote_, false);
      if (!much && (!quiet || empty_)) continue;
      lock.unlock();
      const int how = much ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE;
      int all = 0, done = 0;
      const int code = sqlite3_wal_checkpoint_v2(checkpoints_.getHandle(), "main", how, &all, &done);
      // SQLite does so only with the last page of the log; whoever has to wait for that shall not wait for all others.
      sqlite3_file* file = nullptr;
      if (done < all && sqlite3_file_control(checkpoints_.getHandle(), "main", SQLITE_FCNTL_FILE_POINTER, &file) == 0)
        file->pMethods->xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
      lock.lock();
      if (code == SQLITE_OK) in_file_ = std::min<off_t>(done, pages_);  // it may have begun anew meanwhile
      if (!much) empty_ = code == SQLITE_OK && !wrote_;
      if (much && code != SQLITE_OK) wake_.wait_for(lock, 1s, [&] { return ending_; });
    }
  }

  sqlite3* const writer_;
  const off_t page_bytes_;
  const std::string log_name_;
  SQLite::Database checkpoints_;  ///< the thread's connection
  int log_ = -1;

  std::mutex mutex_;  ///< of what follows
  std::condition_variable wake_;
  int64_t begun_ = 0, ended_ = 0, flushed_ = 0;  ///< ends of transactions
  int64_t log_salt_ = 0;
  off_t durable_bytes_ = 0;         ///< of this log
  off_t pages_ = 0;                 ///< in the log
  std::atomic<off_t> in_file_ = 0;  ///< of these, also in the database's file
  bool wrote_ = false, empty_ = false, ending_ = false;
  std::atomic<bool> failed_ = false;

  struct Lost {
    off_t from;
    std::string bytes;
  };
  std::optional<Lost> lost_;  ///< between remember() and mend(): what may not be on the disk, and where it belongs
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Flushes> sqlite_flushes(SQLite::Database& writer, const std::string& file) {
  return std::make_unique<SqliteFlushes>(writer, file);
}

}  // namespace bastide
