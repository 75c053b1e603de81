// Examples that are counted by every edition.
#pragma once
#include <fstream>
#include <sstream>
#include <string>

namespace bastide::edition_test {

/// A position of docs/examples.
inline std::string example(const std::string& name = "three-farms") {
  std::ifstream file(BASTIDE_SOURCE_DIR "/docs/examples/" + name + ".position");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace bastide::edition_test
