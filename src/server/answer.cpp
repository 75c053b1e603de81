// Targets taken apart, answers put together.
#include "server/answer.h"

#include "game/json_texts.h"
#include "server/log.h"
#include "server/secrets.h"
#include "server/unicode.h"

namespace bastide {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::optional<std::string> decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      i += 2;
    }
    if (static_cast<unsigned char>(c) < 32) return std::nullopt;
    result += c;
  }
  if (!is_utf8(result)) return std::nullopt;  // it comes back in errors, which are JSON
  return result;
}

}  // namespace

std::optional<Target> parse_target(std::string_view text) {
  if (text.empty() || text[0] != '/') return std::nullopt;
  Target target;
  const std::size_t mark = text.find('?');
  std::string_view path = text.substr(0, mark);
  const auto whole = decoded(path);
  if (!whole) return std::nullopt;
  target.path = *whole;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    const auto plain = decoded(segment);
    if (!plain) return std::nullopt;
    if (!plain->empty()) target.segments.push_back(*plain);
    path.remove_prefix(segment.size());
  }
  std::string_view query = mark == std::string_view::npos ? "" : text.substr(mark + 1);
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    const std::size_t equals = pair.find('=');
    const auto key = decoded(pair.substr(0, equals));
    const auto value = decoded(equals == std::string_view::npos ? "" : pair.substr(equals + 1));
    if (!key || !value) return std::nullopt;
    target.query[*key] = *value;
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
  }
  return target;
}

Answer text_answer(std::string text, std::string type) {
  Answer answer;
  answer.type = std::move(type);
  answer.body = std::make_shared<const Body>(std::move(text));
  return answer;
}

Answer json_answer(const boost::json::value& value, int status) {
  Answer answer = text_answer(boost::json::serialize(value));
  answer.status = status;
  return answer;
}

Answer error_answer(int status, const Error& error) {
  return json_answer({{"error", error_json(error)}}, status);
}

Answer error_answer(int status, std::string message, std::string expected) {
  Error error;
  error.message = std::move(message);
  error.expected = std::move(expected);
  return error_answer(status, error);
}

Answer mistake_answer(int status, std::string_view what, std::string_view told) {
  if (told.empty()) told = "The server made a mistake. Your games are safe; please try again.";
  Answer answer = error_answer(status, std::string(told));
  answer.mistake = std::make_shared<const Answer::Mistake>(std::string(what), std::string(told));
  return answer;
}

Answer with_request(const Answer& answer, std::string_view id) {
  log_error(about_request(id), "{}", answer.mistake->what);
  return json_answer({{"error", {{"message", answer.mistake->told}, {"request", id}}}}, answer.status);
}

std::string etag_of(std::string_view body) {
  return '"' + sha256_hex(body).substr(0, 20) + '"';
}

}  // namespace bastide
