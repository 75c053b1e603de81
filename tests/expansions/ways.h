// What expansions may be set to, by what they are registered with: for tests that try each without knowing any.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "expansions/registry.h"
#include "rules/catalogue.h"

namespace bastide {

/// Options for rules in which an expansion is in play: each value of each option of each of them, by itself.
inline std::vector<std::map<std::string, std::string>> ways_of_expansions() {
  std::vector<std::map<std::string, std::string>> ways;
  for (const Expansion* expansion : expansions())
    for (const OptionRead& read : expansion->options)
      for (const OptionValue& value : builtin_catalogue().find_option(read.id)->values) {
        if (value.former) continue;
        std::map<std::string, std::string> way = {{std::string(read.id), value.id}};
        const OptionRead& first = expansion->options.front();
        if (!first.values[0].empty()) way.try_emplace(std::string(first.id), first.values[0]);
        ways.push_back(std::move(way));
      }
  return ways;
}

}  // namespace bastide
