#include "store/cluster/postgresql.h"

#include <libpq-fe.h>
#include <poll.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <new>
#include <optional>
#include <string_view>
#include <vector>

namespace bastide {
namespace {

using Kind = SqlFailure::Kind;
using ConnectionPtr = std::unique_ptr<PGconn, decltype(&PQfinish)>;
using ResultPtr = std::unique_ptr<PGresult, decltype(&PQclear)>;

constexpr Oid kBytes = 17;                            ///< the type bytea
constexpr auto kPatience = std::chrono::seconds(20);  ///< no statement takes so long

std::string first_line(const char* text) {
  const std::string_view all = text == nullptr ? "" : text;
  return std::string(all.substr(0, all.find('\n')));
}

/// `?` and `?2` become `$1` and `$2`.
std::string numbered(const std::string& text) {
  std::string result;
  int number = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i] == '?' ? '$' : text[i];
    if (text[i] == '?' && (i + 1 == text.size() || text[i + 1] < '0' || text[i + 1] > '9'))
      result += std::to_string(++number);
  }
  return result;
}

int digit(char c) {
  return c <= '9' ? c - '0' : c - 'a' + 10;
}

class Row : public SqlRow {
 public:
  Row(const PGresult* result, int row) : result_(result), row_(row) {}
  bool null(int column) const override { return PQgetisnull(result_, row_, column) != 0; }
  int64_t integer(int column) const override { return read<int64_t>(column); }
  double real(int column) const override { return read<double>(column); }
  std::string bytes(int column) const override {
    const std::string_view text = value(column);
    if (PQftype(result_, column) != kBytes) return std::string(text);
    std::string bytes;  // of "\x0a0b"
    for (std::size_t i = 2; i + 1 < text.size(); i += 2)
      bytes += static_cast<char>(16 * digit(text[i]) + digit(text[i + 1]));
    return bytes;
  }

 private:
  std::string_view value(int column) const {
    return {PQgetvalue(result_, row_, column), static_cast<std::size_t>(PQgetlength(result_, row_, column))};
  }
  template <class T>
  T read(int column) const {
    T number{};
    const std::string_view text = value(column);
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }

  const PGresult* result_;
  const int row_;
};

class Connection : public SqlDatabase {
 public:
  Connection(std::string url, std::string first) : url_(std::move(url)), first_(std::move(first)) { be_there(); }

  std::unique_ptr<SqlStatement> prepare(const std::string& text) override;
  void run(const std::string& texts) override {
    be_there();
    settle();  // several statements at once are not for a pipeline
    answer([&] { return PQsendQuery(there_.get(), texts.c_str()); });
  }
  void alone() override { run("SELECT pg_advisory_xact_lock(7018418, 1)"); }
  bool in_transaction() override {
    try {
      settle();
    } catch (const SqlFailure&) {  // the status shows it
    }
    if (!there_) return false;
    const PGTransactionStatusType status = PQtransactionStatus(there_.get());
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
  }

  /// A connection, made anew if there is none. Which one: prepared statements are of one.
  int be_there() {
    if (there_) return which_;
    // What the URL says comes last and wins. A server that is gone without a word is given up within seconds.
    constexpr std::array keys = {"connect_timeout",     "tcp_user_timeout", "keepalives_idle",
                                 "keepalives_interval", "keepalives_count", "application_name",
                                 "client_encoding",     "dbname",           static_cast<const char*>(nullptr)};
    const std::array values = {
        "3", "10000", "10", "5", "2", "bastide", "UTF8", url_.c_str(), static_cast<const char*>(nullptr)};
    ConnectionPtr made(PQconnectdbParams(keys.data(), values.data(), 1), PQfinish);
    if (!made) throw std::bad_alloc();
    if (PQstatus(made.get()) != CONNECTION_OK) throw SqlFailure(Kind::lost, first_line(PQerrorMessage(made.get())));
    PQsetNoticeProcessor(
        made.get(), [](void*, const char*) {}, nullptr);
    there_ = std::move(made);
    ++which_;
    try {
      answer([&] { return PQsendQuery(there_.get(), first_.c_str()); });
    } catch (...) {
      there_.reset();
      throw;
    }
    return which_;
  }

  PGconn* get() { return there_.get(); }

  /// What `send` asks for, or throws what is said instead, to it or to what was sent before; of several statements the
  /// last one's.
  template <class Send>
  ResultPtr answer(const Send& send) {
    if (later_ > 0) {
      later(send);
      return settle();
    }
    const bool sent = send() != 0;
    return check(sent ? last_of_one(std::chrono::steady_clock::now() + kPatience) : ResultPtr(nullptr, PQclear));
  }

  /// Sends what is answered together with what comes next.
  template <class Send>
  void later(const Send& send) {
    if (later_ == 0) PQenterPipelineMode(there_.get());
    if (send() == 0) throw_lost(first_line(PQerrorMessage(there_.get())));
    ++later_;
  }

 private:
  /// The answer to the last of what was sent before; throws the first failure.
  ResultPtr settle() {
    ResultPtr last(nullptr, PQclear);
    if (!there_ || later_ == 0) return last;
    std::optional<SqlFailure> first;
    const auto until = std::chrono::steady_clock::now() + kPatience;
    PQpipelineSync(there_.get());
    for (; later_ > 0; --later_) {
      try {
        last = check(last_of_one(until));
      } catch (const SqlFailure& failure) {
        if (!first) first = failure;
        if (!there_) throw SqlFailure(*first);
      }
    }
    last_of_one(until);  // of the end
    PQexitPipelineMode(there_.get());
    if (first) throw SqlFailure(*first);
    return last;
  }

  /// Whoever gives no answer for a time is given up: TCP notices that only where what is sent leaves this machine, and
  /// not while the other one stands still.
  ResultPtr last_of_one(std::chrono::steady_clock::time_point until) {
    ResultPtr last(nullptr, PQclear);
    for (;;) {
      while (PQisBusy(there_.get()) != 0) {
        if (!readable(until)) throw_lost("the database gives no answer");
        if (PQconsumeInput(there_.get()) == 0) break;
      }
      PGresult* next = PQgetResult(there_.get());
      if (next == nullptr) return last;
      last.reset(next);
      if (PQresultStatus(next) == PGRES_PIPELINE_SYNC) return last;
    }
  }

  [[noreturn]] void throw_lost(const std::string& words) {
    drop();
    throw SqlFailure(Kind::lost, words);
  }
  void drop() {
    there_.reset();
    later_ = 0;
  }

  bool readable(std::chrono::steady_clock::time_point until) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
    pollfd socket{PQsocket(there_.get()), POLLIN, 0};
    const int found = left <= 0 ? 0 : ::poll(&socket, 1, static_cast<int>(left));
    return found > 0 || (found < 0 && errno == EINTR);
  }

  ResultPtr check(ResultPtr result) {
    PGresult* const got = result.get();
    const ExecStatusType status = PQresultStatus(got);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return result;
    const char* code = PQresultErrorField(got, PG_DIAG_SQLSTATE);
    const Kind kind = kind_of(code == nullptr ? "" : code);
    const char* said = PQresultErrorField(got, PG_DIAG_MESSAGE_PRIMARY);
    const std::string words = first_line(said == nullptr ? PQerrorMessage(there_.get()) : said);
    if (kind == Kind::lost) drop();
    throw SqlFailure(kind, words);
  }

  Kind kind_of(std::string_view code) const {
    if (PQstatus(there_.get()) != CONNECTION_OK) return Kind::lost;
    // The server ends; it only reads, for another one is to be asked; a pooler has changed what is behind it.
    for (const std::string_view begin : {"57P", "08", "25006", "26000"})
      if (code.starts_with(begin)) return Kind::lost;
    if (code.starts_with("23")) return Kind::collision;
    for (const std::string_view begin : {"40", "55P03", "57014", "53300"})
      if (code.starts_with(begin)) return Kind::busy;
    return code == "53100" ? Kind::full : Kind::refused;
  }

  const std::string url_, first_;
  ConnectionPtr there_{nullptr, PQfinish};
  int which_ = 0;
  int later_ = 0;  ///< statements that are sent, in a pipeline, and not yet answered
};

class Statement : public SqlStatement {
 public:
  Statement(Connection& on, const std::string& text, std::string name)
      : on_(on), text_(numbered(text)), name_(std::move(name)) {
    prepare();
  }

  int run(std::span<const SqlValue> values) override {
    const ResultPtr result = ask(values);
    const std::string_view changed = PQcmdTuples(result.get());
    int rows = 0;
    std::from_chars(changed.data(), changed.data() + changed.size(), rows);
    return rows;
  }

  void later(std::span<const SqlValue> values) override {
    prepare();
    with(values, [&](const auto& send) { on_.later(send); });
  }

  void rows(const Take& take, std::span<const SqlValue> values) override {
    const ResultPtr result = ask(values);
    for (int row = 0; row < PQntuples(result.get()); ++row) take(Row(result.get(), row));
  }

 private:
  void prepare() {
    if (const int which = on_.be_there(); which != prepared_) {
      on_.answer([&] { return PQsendPrepare(on_.get(), name_.c_str(), text_.c_str(), 0, nullptr); });
      prepared_ = which;
    }
  }

  ResultPtr ask(std::span<const SqlValue> values) {
    prepare();
    ResultPtr result(nullptr, PQclear);
    with(values, [&](const auto& send) { result = on_.answer(send); });
    return result;
  }

  /// Calls `take` with what sends this.
  template <class Take>
  void with(std::span<const SqlValue> values, const Take& take) {
    std::vector<std::string> numbers(values.size());
    std::vector<const char*> given(values.size());
    std::vector<int> lengths(values.size()), binary(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (std::holds_alternative<std::monostate>(values[i])) continue;
      const std::string* text = &numbers[i];
      if (const auto* blob = std::get_if<Blob>(&values[i])) {
        text = &blob->bytes;
        binary[i] = 1;
      } else if (const auto* other = std::get_if<const std::string*>(&values[i])) {
        text = *other;
      } else if (const auto* integer = std::get_if<int64_t>(&values[i])) {
        numbers[i] = std::to_string(*integer);
      } else {
        std::array<char, 32> digits{};  // the shortest that is read back as the same
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), std::get<double>(values[i])).ptr;
        numbers[i].assign(digits.data(), end);
      }
      given[i] = text->c_str();
      lengths[i] = static_cast<int>(text->size());
    }
    take([&] {
      return PQsendQueryPrepared(on_.get(), name_.c_str(), static_cast<int>(values.size()), given.data(),
                                 lengths.data(), binary.data(), 0);
    });
  }

  Connection& on_;
  const std::string text_, name_;
  int prepared_ = 0;
};

std::unique_ptr<SqlStatement> Connection::prepare(const std::string& text) {
  static std::atomic<int> number{0};
  return std::make_unique<Statement>(*this, text, "s" + std::to_string(++number));
}

}  // namespace

std::unique_ptr<SqlDatabase> connect_postgresql(const std::string& url, const std::string& first) {
  return std::make_unique<Connection>(url, first);
}

std::string postgresql_address(const std::string& url) {
  char* wrong = nullptr;
  PQconninfoOption* options = PQconninfoParse(url.c_str(), &wrong);
  if (options == nullptr) {
    const std::string words = first_line(wrong);
    PQfreemem(wrong);
    throw SqlFailure(Kind::refused, words);
  }
  std::string host, port, name;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    const std::string_view key = option->keyword;
    const std::string value = option->val == nullptr ? "" : option->val;
    if (key == "host") host = value;
    if (key == "port" && !value.empty()) port = ":" + value;
    if (key == "dbname") name = value;
  }
  PQconninfoFree(options);
  return "postgresql://" + host + port + "/" + name;
}

}  // namespace bastide
