// A TCP stream that knows how much its peer has sent of late.
#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/rate_policy.hpp>
#include <chrono>
#include <functional>
#include <limits>

namespace bastide {

/// A bucket of so many, which fills with time.
class Bucket {
 public:
  using Time = std::chrono::steady_clock::time_point;
  Bucket(double most, double a_second) : most_(most), a_second_(a_second), left_(most) {}

  /// Takes so many out; false: there are not as many.
  bool take(double number, Time now = std::chrono::steady_clock::now()) {
    left_ = std::min(most_, left_ + a_second_ * std::chrono::duration<double>(now - filled_).count());
    filled_ = now;
    if (left_ < number) return false;
    left_ -= number;
    return true;
  }

 private:
  double most_, a_second_, left_;
  Time filled_ = std::chrono::steady_clock::now();
};

/// The rate policy (Boost.Beast) of a stream: slows nothing down, but tells once when more bytes come than a bucket
/// has. Bytes are counted here because a WebSocket's stream tells nobody of frames without content.
class ReadMeter {
 public:
  void limit(Bucket bytes, std::function<void()> too_much) {
    bytes_ = bytes;
    too_much_ = std::move(too_much);
  }

 private:
  friend class boost::beast::rate_policy_access;
  static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  std::size_t available_read_bytes() const noexcept { return kAll; }
  std::size_t available_write_bytes() const noexcept { return kAll; }
  void transfer_read_bytes(std::size_t count) {
    if (too_much_ && !bytes_.take(static_cast<double>(count))) std::exchange(too_much_, nullptr)();
  }
  void transfer_write_bytes(std::size_t) const noexcept {}
  void on_timer() const noexcept {}

  Bucket bytes_{0, 0};
  std::function<void()> too_much_;
};

using Stream = boost::beast::basic_stream<boost::asio::ip::tcp, boost::asio::any_io_executor, ReadMeter>;

}  // namespace bastide
