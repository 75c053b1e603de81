// What nearly every file above src/expansions includes, compiled once (target_precompile_headers). Each file includes
// what it uses all the same: clang-tidy, and builds with -DBASTIDE_PCH=OFF, do without this one.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>
