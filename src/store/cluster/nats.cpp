#include "store/cluster/nats.h"

#include <nats/nats.h>

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace bastide {
namespace {

constexpr int64_t kReconnectMs = 250;
constexpr std::size_t kKept = 10'000;  ///< words that nobody takes

void check(natsStatus status) {
  if (status != NATS_OK) throw SqlFailure(SqlFailure::Kind::refused, natsStatus_GetText(status));
}

/// What NATS's own thread and this server's hand to each other.
struct Heard {
  std::mutex mutex;
  std::vector<std::string> words;
  std::function<void()> call;

  void take(natsMsg* message) {
    const std::scoped_lock lock(mutex);
    if (words.size() < kKept)
      words.emplace_back(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message)));
    if (call && words.size() == 1) call();
  }
};
/// NATS holds one as long as it may still call.
using HeardPtr = std::shared_ptr<Heard>;

class NatsWire : public Wire {
 public:
  NatsWire(const std::string& url, std::string subject) : subject_(std::move(subject)) {
    natsOptions* options = nullptr;
    check(natsOptions_Create(&options));
    const std::unique_ptr<natsOptions, decltype(&natsOptions_Destroy)> owned(options, natsOptions_Destroy);
    check(natsOptions_SetURL(options, url.c_str()));
    check(natsOptions_SetName(options, "bastide"));
    check(natsOptions_SetMaxReconnect(options, -1));
    check(natsOptions_SetReconnectWait(options, kReconnectMs));
    check(natsOptions_SetReconnectBufSize(options, 1));  // what cannot be told at once is told in vain
    check(natsOptions_SetRetryOnFailedConnect(options, true, nullptr, nullptr));
    check(natsOptions_SetNoEcho(options, true));  // nobody needs to hear what he says himself
    check(
        natsOptions_SetSendAsap(options, true));  // a word is short and waits for no other: no thread is woken to send
    natsConnection* connection = nullptr;
    const natsStatus connected = natsConnection_Connect(&connection, options);
    connection_.reset(connection);
    if (connected != NATS_NOT_YET_CONNECTED) check(connected);
    natsSubscription* subscription = nullptr;
    const auto hear = [](natsConnection*, natsSubscription*, natsMsg* message, void* heard) {
      (*static_cast<HeardPtr*>(heard))->take(message);
      natsMsg_Destroy(message);
    };
    auto held = std::make_unique<HeardPtr>(heard_);
    check(natsConnection_Subscribe(&subscription, connection, subject_.c_str(), hear, held.get()));
    subscription_.reset(subscription);
    check(natsSubscription_SetOnCompleteCB(
        subscription, [](void* heard) { delete static_cast<HeardPtr*>(heard); }, held.get()));
    static_cast<void>(held.release());
  }

  void tell(const std::string& word) override {
    natsConnection_Publish(connection_.get(), subject_.c_str(), word.data(), static_cast<int>(word.size()));
  }
  std::vector<std::string> heard() override {
    const std::scoped_lock lock(heard_->mutex);
    return std::exchange(heard_->words, {});
  }
  void call(const std::function<void()>& when_heard) override {
    const std::scoped_lock lock(heard_->mutex);
    heard_->call = when_heard;
  }
  std::string trouble() const override {
    if (natsConnection_Status(connection_.get()) == NATS_CONN_STATUS_CONNECTED) return {};
    return "NATS cannot be reached: what other servers write is read from the database instead";
  }

 private:
  const std::string subject_;
  const HeardPtr heard_ = std::make_shared<Heard>();
  std::unique_ptr<natsConnection, decltype(&natsConnection_Destroy)> connection_{nullptr, natsConnection_Destroy};
  std::unique_ptr<natsSubscription, decltype(&natsSubscription_Destroy)> subscription_{nullptr,
                                                                                       natsSubscription_Destroy};
};

}  // namespace

std::unique_ptr<Wire> wire_of_nats(const std::string& url, const std::string& subject) {
  return std::make_unique<NatsWire>(url, subject);
}

}  // namespace bastide
