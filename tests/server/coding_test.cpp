// Answers as they travel: compressed for who takes it, the same bytes for everybody.
#include <brotli/decode.h>
#include <fmt/format.h>
#include <zlib.h>

#include <set>

#include "server/body.h"
#include "server/client.h"

namespace bastide::test {
namespace {

std::string gunzipped(std::string packed) {
  std::string plain(16u << 20, '\0');
  z_stream stream{};
  inflateInit2(&stream, MAX_WBITS + 16);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(plain.data());
  stream.avail_out = static_cast<uInt>(plain.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  plain.resize(stream.total_out);
  inflateEnd(&stream);
  return plain;
}

std::string unbrotlied(const std::string& packed) {
  std::string plain(16u << 20, '\0');
  std::size_t size = plain.size();
  EXPECT_EQ(BrotliDecoderDecompress(packed.size(), reinterpret_cast<const uint8_t*>(packed.data()), &size,
                                    reinterpret_cast<uint8_t*>(plain.data())),
            BROTLI_DECODER_RESULT_SUCCESS);
  plain.resize(size);
  return plain;
}

std::string decoded(const HttpAnswer& answer) {
  const std::string coding = answer.header("content-encoding");
  return coding == "gzip" ? gunzipped(answer.body) : coding == "br" ? unbrotlied(answer.body) : answer.body;
}

TEST(CodingFor, TakesTheSmallestThatIsWanted) {
  EXPECT_EQ(coding_for("gzip, deflate, br, zstd"), Coding::brotli);
  EXPECT_EQ(coding_for("gzip"), Coding::gzip);
  EXPECT_EQ(coding_for(" GZip ;q=0.5 "), Coding::gzip);
  EXPECT_EQ(coding_for("br;q=0, gzip;q=1.0"), Coding::gzip);
  EXPECT_EQ(coding_for("br; q=0.000,gzip;q=0"), Coding::none);
  for (const char* none : {"", "identity", "x-gzip", "*", ",,;q=", "brr", "b"})
    EXPECT_EQ(coding_for(none), Coding::none);
}

class Codings : public testing::Test {
 protected:
  HttpAnswer ask(const std::string& target, const std::string& accept, const std::string& method = "GET",
                 const std::string& etag = "") {
    std::map<std::string, std::string> headers;
    if (!accept.empty()) headers["Accept-Encoding"] = accept;
    if (!etag.empty()) headers["If-None-Match"] = etag;
    return http(server_.port(), method, target, "", headers);
  }

  Folder folder_;
  RunningServer server_{folder_.path()};
};

TEST_F(Codings, SameBytesForEverybody) {
  for (const std::string target : {"/api/setup", "/api/rules", "/art/summer/defs.json", "/art/summer/followers.json",
                                   "/art/summer/tiles.json?of=base-c2~D~0~1~,base-c2~B~2~7~", "/"}) {
    const HttpAnswer plain = ask(target, "");
    ASSERT_EQ(plain.status, 200) << target;
    EXPECT_EQ(plain.header("content-encoding"), "") << target;
    EXPECT_EQ(plain.header("vary"), "Accept-Encoding") << target;
    for (const char* accept : {"gzip", "br, gzip"}) {
      const HttpAnswer coded = ask(target, accept);
      EXPECT_EQ(decoded(coded), plain.body) << target << " " << accept;
      EXPECT_EQ(coded.header("content-type"), plain.header("content-type"));
      if (plain.body.size() < 1000) continue;
      EXPECT_EQ(coded.header("content-encoding"),
                std::string(accept).substr(0, coded.header("content-encoding").size()))
          << target;
      EXPECT_LT(coded.body.size(), plain.body.size() / 2) << target;
      const HttpAnswer head = ask(target, accept, "HEAD");
      EXPECT_EQ(head.header("content-length"), std::to_string(coded.body.size())) << target;
      EXPECT_EQ(ask(target, accept).body, coded.body) << "made once";
    }
  }
}

TEST_F(Codings, EachHasItsTag) {
  const std::string target = "/api/setup";
  std::set<std::string> tags;
  for (const char* accept : {"", "gzip", "br"}) {
    const std::string tag = ask(target, accept).header("etag");
    EXPECT_TRUE(tag.starts_with('"') && tag.ends_with('"') && tag.size() > 2) << tag;
    tags.insert(tag);
    const HttpAnswer again = ask(target, accept, "GET", tag);
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.header("etag"), tag);
    EXPECT_EQ(again.header("vary"), "Accept-Encoding");
    EXPECT_TRUE(again.body.empty());
  }
  EXPECT_EQ(tags.size(), 3u);
}

TEST_F(Codings, SmallAnswersAndErrorsStayPlain) {
  for (const char* target : {"/api/games", "/api/nonsense"}) {
    const HttpAnswer answer = ask(target, "gzip, br");
    EXPECT_EQ(answer.header("content-encoding"), "") << target;
    EXPECT_NO_THROW(json::parse(answer.body)) << target;
  }
}

TEST_F(Codings, ManyPicturesInOneAnswer) {
  const std::string both = "/art/summer/tiles.json?of=base-c2~D~1~seven~,base-c2~nonsense~0~1~,base-c2~B~2~7~";
  const json::value answer = get(server_.port(), both, "Tiles");
  const json::array& tiles = answer.at("tiles").as_array();
  ASSERT_EQ(tiles.size(), 3u);
  EXPECT_EQ(tiles[0], get(server_.port(), "/art/summer/tile/base-c2/D/1/seven.json", "TileArt"));
  EXPECT_TRUE(tiles[1].is_null());
  EXPECT_EQ(tiles[2], get(server_.port(), "/art/summer/tile/base-c2/B/2/7.json", "TileArt"));
  EXPECT_NE(ask(both, "").header("cache-control").find("immutable"), std::string::npos);

  std::string many = "/art/summer/tiles.json?of=base-c2~D~0~1~";
  for (int i = 1; i < 100; ++i) many += ",base-c2~D~0~1~";
  EXPECT_EQ(get(server_.port(), many, "Tiles").at("tiles").as_array().size(), 100u);
  get_error(server_.port(), 400, many + ",base-c2~D~0~1~");
  get_error(server_.port(), 404, "/art/nonsense/tiles.json?of=base-c2~D~0~1~");
  for (const char* wrong : {"", "~~~~", "D", "base-c2~D~9~1~", "base-c2~D~0~1~nonsense", "base-c2~D~0~1", ",",
                            "base-c2~D~0~1~~", "base-c2~D~0~1~~tiny", "base-c2~D~0~1~~full~"}) {
    const json::value none = get(server_.port(), fmt::format("/art/summer/tiles.json?of={}", wrong), "Tiles");
    for (const json::value& tile : none.at("tiles").as_array()) EXPECT_TRUE(tile.is_null()) << wrong;
  }
}

TEST_F(Codings, PicturesInLessDetail) {
  const json::value answer =
      get(server_.port(),
          "/art/winter/tiles.json?of=base-c2~D~1~s~,base-c2~D~1~s~~full,base-c2~D~1~s~~plain,base-c2~D~1~s~~small",
          "Tiles");
  const json::array& tiles = answer.at("tiles").as_array();
  ASSERT_EQ(tiles.size(), 4u);
  EXPECT_EQ(tiles[0], tiles[1]) << "a name without a detail is the whole picture's";
  for (std::size_t i = 2; i < 4; ++i) {
    const char* detail = i == 2 ? "plain" : "small";
    EXPECT_EQ(tiles[i],
              get(server_.port(), fmt::format("/art/winter/tile/base-c2/D/1/s.json?detail={}", detail), "TileArt"));
    EXPECT_LT(tiles[i].at("tall").as_string().size(), tiles[i - 1].at("tall").as_string().size()) << detail;
    for (const char* same : {"outline", "regions", "spots"}) EXPECT_EQ(tiles[i].at(same), tiles[0].at(same)) << detail;
  }
  for (const char* wrong : {"", "tiny", "Full"})
    get_error(server_.port(), 404, fmt::format("/art/winter/tile/base-c2/D/1/s.json?detail={}", wrong));
}

}  // namespace
}  // namespace bastide::test
