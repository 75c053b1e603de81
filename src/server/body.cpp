#include "server/body.h"

#include <brotli/encode.h>
#include <zlib.h>

#include <algorithm>
#include <stdexcept>

#include "server/header_text.h"

namespace bastide {
namespace {

constexpr std::size_t kSmall = 1000;  ///< of bytes: fits in a packet as it is
constexpr int kBrotliQuality = 5;     ///< of 11: higher ones take ten times as long for a twentieth less
constexpr int kGzipLevel = 6;

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return (x >= 'A' && x <= 'Z' ? x + ('a' - 'A') : x) == y; });
}

/// Whether parameters say that a coding is not wanted: "q=0", "q=0.0".
bool refused(std::string_view parameters) {
  const std::size_t at = parameters.find("q=");
  if (at == std::string_view::npos) return false;
  const std::string_view weight = trimmed(parameters.substr(at + 2));
  return !weight.empty() && weight.find_first_not_of("0.") == std::string_view::npos;
}

std::string gzip(std::string_view plain) {
  z_stream stream{};
  constexpr int kGzipHeader = 16, kMemoryLevel = 8;
  if (deflateInit2(&stream, kGzipLevel, Z_DEFLATED, MAX_WBITS + kGzipHeader, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed(deflateBound(&stream, plain.size()), '\0');
  std::string bytes(plain);  // zlib reads through a pointer to what is not const
  stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int ended = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (ended != Z_STREAM_END) throw std::runtime_error("an answer could not be compressed by gzip");
  return packed;
}

std::string brotli(std::string_view plain) {
  std::size_t size = BrotliEncoderMaxCompressedSize(plain.size());
  std::string packed(size, '\0');
  if (BrotliEncoderCompress(kBrotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, plain.size(),
                            reinterpret_cast<const uint8_t*>(plain.data()), &size,
                            reinterpret_cast<uint8_t*>(packed.data())) == BROTLI_FALSE)
    throw std::runtime_error("an answer could not be compressed by brotli");
  packed.resize(size);
  return packed;
}

}  // namespace

Coding coding_for(std::string_view accept) {
  bool takes_gzip = false, takes_brotli = false;
  while (!accept.empty()) {
    const std::string_view one = accept.substr(0, accept.find(','));
    accept.remove_prefix(std::min(accept.size(), one.size() + 1));
    const std::size_t mark = std::min(one.find(';'), one.size());
    const std::string_view name = trimmed(one.substr(0, mark));
    const bool takes = !refused(one.substr(mark));
    if (same_word(name, "gzip")) takes_gzip = takes;
    if (same_word(name, "br")) takes_brotli = takes;
  }
  return takes_brotli ? Coding::brotli : takes_gzip ? Coding::gzip : Coding::none;
}

std::string_view name_of(Coding coding) {
  constexpr std::string_view kNames[kCodings] = {"", "gzip", "br"};
  return kNames[static_cast<std::size_t>(coding)];
}

Coding Body::sent_as(Coding wanted) const {
  if (wanted == Coding::none || (lasting_ ? bytes_[static_cast<std::size_t>(wanted)].empty() : size() < kSmall))
    return Coding::none;
  return wanted;
}

bool Body::has(Coding coding) const {
  const std::scoped_lock lock(mutex_);
  return coding == Coding::none || !bytes_[static_cast<std::size_t>(coding)].empty();
}

std::string_view Body::as(Coding coding) const {
  if (coding == Coding::none) return plain();
  const std::scoped_lock lock(mutex_);
  const auto i = static_cast<std::size_t>(coding);
  if (bytes_[i].empty()) {
    made_[i] = coding == Coding::gzip ? gzip(plain()) : brotli(plain());
    bytes_[i] = made_[i];
  }
  return bytes_[i];
}

}  // namespace bastide
