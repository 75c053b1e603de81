// What does not change while the server runs: the web client and pictures of tiles. Pictures are drawn when first asked
// for and kept up to a bound.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "art/art.h"
#include "server/answer.h"

namespace bastide {

class LiveGame;

/// The web client's files; index.html for every path without a dot. Says so when the client was not built.
class WebFiles {
 public:
  WebFiles();
  Answer get(const std::string& path) const;

 private:
  struct File {
    std::shared_ptr<const Body> body;
    std::string type, etag, cache;
  };
  std::map<std::string, File, std::less<>> files_;
};

/// Pictures as JSON (docs/protocol.md, Art). May be called from several threads.
class ArtPages {
 public:
  explicit ArtPages(const Catalogue& catalogue) : catalogue_(catalogue) {}

  /// /art/THEME/...: `segments` after "art".
  Answer get(const std::vector<std::string>& segments, const std::string& illustration, const std::string& detail);
  /// /art/THEME/tiles.json: many in one answer. `of`: SET~ID~ROTATION~SEED~ILLUSTRATION~DETAIL with commas between
  /// them.
  Answer tiles(const std::string& theme, const std::string& of);
  /// What piece number `piece` adds to the board of a game.
  Answer layer(const LiveGame& live, const std::string& theme, const std::string& piece, const std::string& detail);
  /// The same of many: numbers with commas between them.
  Answer layers(const LiveGame& live, const std::string& theme, const std::string& of, const std::string& detail);

 private:
  template <class F>
  Answer kept(const std::string& key, const char* cache, F&& draw);
  Answer tile(art::Theme theme, const std::vector<std::string>& segments, const std::string& illustration,
              const std::string& detail_name);

  const Catalogue& catalogue_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Body>> kept_;
  std::size_t kept_bytes_ = 0;
};

/// Changes whenever the drawings may have: part of every picture's address.
std::string art_version(const Catalogue& catalogue);

}  // namespace bastide
