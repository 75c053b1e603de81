#include "server/event_texts.h"

#include <zlib.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace bastide {

namespace {

/// Pieces smaller than this grow with the next events, and are packed then: to a fifth, where they are as large as
/// this.
constexpr std::size_t kPieceBytes = 8192;

}  // namespace

void EventTexts::Piece::add(std::string_view event) {
  if (!ends.empty()) text += ',';
  text += event;
  ends.push_back(static_cast<uint32_t>(text.size()));
}

std::string_view EventTexts::Piece::event(int n, Eyes eyes) const {
  for (const Secret& secret : secrets)
    if (secret.event == n && !eyes.all && secret.seat != eyes.viewer) return secret.shown;
  const std::size_t i = n - before - 1;
  const std::size_t begin = i == 0 ? 0 : ends[i - 1] + 1;
  return std::string_view(text).substr(begin, ends[i] - begin);
}

void EventTexts::Piece::pack() {
  uLongf size = compressBound(text.size());
  std::string bytes(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size(),
                Z_BEST_SPEED) != Z_OK)
    throw std::bad_alloc();
  text.assign(bytes, 0, size);
  text.shrink_to_fit();
  packed = true;
}

EventTexts::Piece EventTexts::Piece::unpacked() const {
  uLongf size = ends.back();
  Piece piece{before, std::string(size, '\0'), ends, false, secrets};
  if (uncompress(reinterpret_cast<Bytef*>(piece.text.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
                 text.size()) != Z_OK)
    throw std::runtime_error("events could not be unpacked");
  return piece;
}

void EventTexts::add(std::string_view text) {
  fresh_.before = size_ - static_cast<int>(fresh_.ends.size());
  fresh_.add(text);
  ++size_;
}

void EventTexts::add_secret(std::string_view text, int seat, std::string shown) {
  add(text);
  fresh_.secrets.push_back({size_, seat, std::move(shown)});
}

void EventTexts::seal() {
  if (fresh_.ends.empty()) return;
  auto piece = std::make_shared<Piece>();
  if (!sealed_.empty() && sealed_.back()->text.size() + fresh_.text.size() <= kPieceBytes) {
    *piece = *sealed_.back();
    sealed_.pop_back();
    for (int n = fresh_.before + 1; n <= size_; ++n) piece->add(fresh_.event(n, {.all = true}));
    piece->secrets.insert(piece->secrets.end(), std::make_move_iterator(fresh_.secrets.begin()),
                          std::make_move_iterator(fresh_.secrets.end()));
  } else {
    if (!sealed_.empty()) {
      auto whole = std::make_shared<Piece>(*sealed_.back());
      whole->pack();
      sealed_.back() = std::move(whole);
    }
    *piece = std::move(fresh_);
  }
  piece->text.shrink_to_fit();
  piece->ends.shrink_to_fit();
  sealed_.push_back(std::move(piece));
  fresh_ = {};
}

std::vector<const EventTexts::Piece*> EventTexts::pieces_after(int n) const {
  std::vector<const Piece*> pieces;
  for (const auto& piece : sealed_)
    if (piece->last() > n) pieces.push_back(piece.get());
  if (fresh_.last() > n) pieces.push_back(&fresh_);
  return pieces;
}

std::string EventTexts::event(int n, Eyes eyes) const {
  const Piece& piece = *pieces_after(n - 1).front();
  return std::string(piece.packed ? piece.unpacked().event(n, eyes) : piece.event(n, eyes));
}

std::string EventTexts::since(int n, Eyes eyes) const {
  std::string text;
  const auto take = [&](const Piece& piece) {
    if (!text.empty()) text += ',';
    if (piece.before >= n && piece.secrets.empty()) {
      text += piece.text;
      return;
    }
    for (int i = std::max(n, piece.before) + 1; i <= piece.last(); ++i) {
      if (i > std::max(n, piece.before) + 1) text += ',';
      text += piece.event(i, eyes);
    }
  };
  for (const Piece* piece : pieces_after(n)) {
    if (piece->packed)
      take(piece->unpacked());
    else
      take(*piece);
  }
  return text;
}

bool EventTexts::open_since(int n) const {
  for (const Piece* piece : pieces_after(n))
    for (const Secret& secret : piece->secrets)
      if (secret.event > n) return false;
  return true;
}

}  // namespace bastide
