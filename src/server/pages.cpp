// The web client's files and the pictures.
#include "server/pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "embedded.h"
#include "server/live_game.h"
#include "server/secrets.h"

namespace bastide {

namespace json = boost::json;

namespace {

constexpr std::size_t kKeptBytes = 64u << 20;  ///< of pictures; with their compressed forms half as much again

// web/dev/compress.mjs lays them beside the files of the client.
constexpr std::string_view kGzipped = ".gz", kBrotlied = ".br";

// Addresses of tiles hold the version of the art, so they may be kept for ever; the others are asked for again each
// time.
constexpr const char* kForEver = "public, max-age=31536000, immutable";
constexpr const char* kAskAgain = "no-cache";

constexpr std::size_t kMostPictures = 100;  ///< in one answer

constexpr std::string_view kNoClient = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Bastide</title>
<body style="font: 1rem/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>The web client is not in this program</h1>
<p>It was built without it. The server itself runs: <a href="/api/setup">/api/setup</a> answers.</p>
<p>To get the client, run <code>./play</code> in the source folder; it builds everything.</p>
)";

std::string content_type(std::string_view path) {
  static const std::map<std::string_view, const char*> types = {{"html", "text/html; charset=utf-8"},
                                                                {"js", "text/javascript; charset=utf-8"},
                                                                {"mjs", "text/javascript; charset=utf-8"},
                                                                {"css", "text/css; charset=utf-8"},
                                                                {"svg", "image/svg+xml"},
                                                                {"png", "image/png"},
                                                                {"jpg", "image/jpeg"},
                                                                {"webp", "image/webp"},
                                                                {"ico", "image/x-icon"},
                                                                {"json", "application/json"},
                                                                {"map", "application/json"},
                                                                {"webmanifest", "application/manifest+json"},
                                                                {"woff2", "font/woff2"},
                                                                {"woff", "font/woff"},
                                                                {"txt", "text/plain; charset=utf-8"},
                                                                {"wasm", "application/wasm"}};
  const std::size_t dot = path.rfind('.');
  const auto found = types.find(dot == std::string_view::npos ? "" : path.substr(dot + 1));
  return found == types.end() ? "application/octet-stream" : found->second;
}

/// -1: no number.
int small_number(std::string_view text) {
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::max(number, -1) : -1;
}

/// "7.json" -> "7"
std::optional<std::string> without_json(const std::string& name) {
  constexpr std::string_view ending = ".json";
  if (!name.ends_with(ending)) return std::nullopt;
  return name.substr(0, name.size() - ending.size());
}

std::vector<std::string> parts_of(std::string_view text, char between) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(between);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// `{"name": [...]}` of what is asked for, in that order; null where there is no such picture.
template <class F>
Answer many(std::string_view name, std::string_view of, const char* cache, F&& one) {
  const std::vector<std::string> asked = parts_of(of, ',');
  if (asked.size() > kMostPictures)
    return error_answer(400, "These are too many pictures at once.", fmt::format("at most {}", kMostPictures));
  std::string text = fmt::format("{{\"{}\":[", name);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const Answer answer = one(asked[i]);
    if (i > 0) text += ',';
    text += answer.status == 200 ? answer.body->plain() : "null";
  }
  Answer answer = text_answer(text + "]}");
  answer.cache = cache;
  return answer;
}

Answer no_picture() {
  return error_answer(404, "There is no such picture.", "an address that a game's events lead to");
}

}  // namespace

// ---------------------------------------------------------------- the client

WebFiles::WebFiles() {
  std::map<std::string, std::string_view, std::less<>> bytes;
  for (const EmbeddedFile& file : embedded_web_files()) bytes.emplace(file.path, file.bytes);
  const auto compressed = [&](std::string_view path, std::string_view ending) {
    const auto found = bytes.find(std::string(path) + std::string(ending));
    return found == bytes.end() ? std::string_view{} : found->second;
  };
  for (const auto& [path, plain] : bytes) {
    if (path.ends_with(kGzipped) || path.ends_with(kBrotlied)) continue;
    const bool named_by_content = path.starts_with("assets/");
    files_[path] = {std::make_shared<const Body>(plain, compressed(path, kGzipped), compressed(path, kBrotlied)),
                    content_type(path), etag_of(plain), named_by_content ? kForEver : kAskAgain};
  }
}

Answer WebFiles::get(const std::string& path) const {
  Answer answer;
  answer.cache = kAskAgain;
  std::string name = path.substr(1);
  const bool page = name.substr(name.rfind('/') + 1).find('.') == std::string::npos;
  if (page) name = "index.html";
  const auto found = files_.find(name);
  if (found != files_.end()) {
    answer.type = found->second.type;
    answer.cache = found->second.cache;
    answer.etag = found->second.etag;
    answer.body = found->second.body;
  } else if (page) {
    return text_answer(std::string(kNoClient), "text/html; charset=utf-8");
  } else {
    return error_answer(404, fmt::format("There is no {} here.", path.substr(0, 100)));
  }
  return answer;
}

// ---------------------------------------------------------------- pictures

template <class F>
Answer ArtPages::kept(const std::string& key, const char* cache, F&& draw) {
  Answer answer;
  answer.cache = cache;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = kept_.find(key); found != kept_.end()) answer.body = found->second;
  }
  if (!answer.body) {
    const json::value drawn = draw();
    answer.body = std::make_shared<const Body>(json::serialize(drawn));
    const std::scoped_lock lock(mutex_);
    if (kept_bytes_ + answer.body->size() > kKeptBytes) {  // rare enough to begin anew
      kept_.clear();
      kept_bytes_ = 0;
    }
    if (kept_.emplace(key, answer.body).second) kept_bytes_ += answer.body->size();
  }
  if (cache == kAskAgain) answer.etag = etag_of(answer.body->plain());
  return answer;
}

Answer ArtPages::get(const std::vector<std::string>& segments, const std::string& illustration,
                     const std::string& detail) {
  if (segments.size() < 2) return no_picture();
  const auto theme = art::theme_named(segments[0]);
  if (!theme) return error_answer(404, "There is no such theme.", "summer, winter or parchment");
  if (segments.size() == 2 && segments[1] == "defs.json")
    return kept("defs " + segments[0], kAskAgain, [&] {
      const art::Defs defs = art::defs(*theme);
      return json::value{{"svg", defs.svg}, {"css", defs.css}};
    });
  if (segments.size() == 2 && segments[1] == "followers.json")
    return kept("followers", kAskAgain, [] { return json::value{{"svg", art::follower_symbols()}}; });
  if (segments.size() == 2 && segments[1] == "over.json")
    return kept("over", kAskAgain, [] {
      json::array upright, level;
      for (int seat = 0; seat < kMaxSeats; ++seat) {
        upright.push_back(json::string(art::overpass(true, seat)));
        level.push_back(json::string(art::overpass(false, seat)));
      }
      return json::value{{"n", std::move(upright)}, {"e", std::move(level)}};
    });
  if (segments.size() == 6 && segments[1] == "tile") return tile(*theme, segments, illustration, detail);
  return no_picture();
}

Answer ArtPages::tile(art::Theme theme, const std::vector<std::string>& segments, const std::string& illustration,
                      const std::string& detail_name) {
  const TileSet* set = catalogue_.find_set(segments[2]);
  const TileSpec* spec = set == nullptr ? nullptr : set->find(segments[3]);
  const int rotation = small_number(segments[4]);
  const auto seed = without_json(segments[5]);
  const auto detail = art::detail_named(detail_name);
  if (spec == nullptr || rotation < 0 || rotation > 3 || !seed || seed->size() > 40 || !detail) return no_picture();
  const bool known = illustration.empty() || illustration == spec->illustration ||
                     std::any_of(spec->variants.begin(), spec->variants.end(),
                                 [&](const TileVariant& v) { return v.illustration == illustration; });
  if (!known) return no_picture();
  const std::string key = fmt::format("tile {} {} {} {} {} {} {}", segments[0], spec->set, spec->id, rotation, *seed,
                                      art::to_string(*detail), illustration);
  return kept(key, kForEver, [&] {
    const art::TileArt drawn = art::draw_tile(*spec, rotation, *seed, theme, illustration, {}, *detail);
    json::object regions, spots;
    json::array outline;
    for (const auto& [place, path] : drawn.regions) regions[place] = path;
    for (const auto& [place, point] : drawn.spots) spots[place] = json::array{point.x, point.y};
    for (const art::Point& corner : drawn.outline) outline.push_back(json::array{corner.x, corner.y});
    json::object made{{"ground", drawn.ground},
                      {"tall", drawn.tall},
                      {"outline", std::move(outline)},
                      {"regions", std::move(regions)},
                      {"spots", std::move(spots)}};
    if (drawn.heap) made["heap"] = json::array{drawn.heap->x, drawn.heap->y};
    return json::value(std::move(made));
  });
}

Answer ArtPages::tiles(const std::string& theme_name, const std::string& of) {
  const auto theme = art::theme_named(theme_name);
  if (!theme) return error_answer(404, "There is no such theme.", "summer, winter or parchment");
  return many("tiles", of, kForEver, [&](std::string_view one) {
    const std::vector<std::string> part = parts_of(one, '~');
    if (part.size() != 5 && part.size() != 6) return no_picture();
    return tile(*theme, {theme_name, "tile", part[0], part[1], part[2], part[3] + ".json"}, part[4],
                part.size() == 6 ? part[5] : "full");
  });
}

Answer ArtPages::layers(const LiveGame& live, const std::string& theme, const std::string& of,
                        const std::string& detail) {
  return many("layers", of, kAskAgain,
              [&](std::string_view one) { return layer(live, theme, std::string(one) + ".json", detail); });
}

Answer ArtPages::layer(const LiveGame& live, const std::string& theme_name, const std::string& piece_name,
                       const std::string& detail_name) {
  const auto theme = art::theme_named(theme_name);
  const auto detail = art::detail_named(detail_name);
  const auto number = without_json(piece_name);
  const int piece = number ? small_number(*number) : -1;
  const Game* game = live.game();
  if (!theme || !detail || piece < 0 || game == nullptr || piece >= game->state().pieces) return no_picture();
  return kept(fmt::format("layer {} {} {} {}", live.id(), theme_name, art::to_string(*detail), piece), kAskAgain, [&] {
    std::vector<art::BoardPiece> pieces;
    for (int i = 0; i <= piece; ++i) {
      const auto& p = game->state().piece[i];
      const auto& cell = game->state().cell[p.cell];
      const Picture& picture = live.pictures()[i];
      pieces.push_back(
          {live.rules().kinds[p.kind].tile, cell.x, cell.y, p.rotation, picture.seed, picture.illustration});
    }
    json::array added;
    for (const art::LayerPiece& thing : art::layer(pieces, piece, *theme, *detail))
      added.push_back({{"y", thing.y}, {"svg", thing.svg}});
    return json::value{{"pieces", std::move(added)}};
  });
}

std::string art_version(const Catalogue& catalogue) {
  return sha256_hex(fmt::format("{} {}", art::version(), catalogue.digest)).substr(0, 6);
}

}  // namespace bastide
