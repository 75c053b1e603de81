// Files compiled into the program by cmake/embed.cmake.
#pragma once
#include <span>
#include <string_view>

struct EmbeddedFile {
  std::string_view path;  ///< relative, with forward slashes
  std::string_view bytes;
};

std::span<const EmbeddedFile> embedded_data_files();      ///< data/
std::span<const EmbeddedFile> embedded_trees_files();     ///< their trees (rules/packed_tree.h), or none
std::span<const EmbeddedFile> embedded_web_files();       ///< web/dist/, empty if the client was not built
std::span<const EmbeddedFile> embedded_scenario_files();  ///< tests/scenarios/, the files that are not .scn too
