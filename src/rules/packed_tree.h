// Trees as bytes: what data/ says is parsed when the program is built, and a start only reads these.
#pragma once
#include <string>
#include <string_view>

#include "rules/toml_tree.h"

namespace bastide {

/// All of a tree, with its lines and columns.
std::string pack(const TomlNode& tree);

/// REQUIRES: `packed` is what pack() gave; it is not checked.
TomlNode unpack(std::string_view packed);

}  // namespace bastide
