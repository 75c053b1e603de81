#include "server/rule_shelf.h"

#include <algorithm>

namespace bastide {

Result<GameRulesPtr> RuleShelf::rules(const RuleChoice& choice, int seats) const {
  std::string key = std::to_string(seats) + ' ' + choice.preset;
  for (const auto& [option, value] : choice.options) key += '\n' + option + '=' + value;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = known_.find(key); found != known_.end())
      if (auto rules = found->second.lock()) return rules;
  }
  BASTIDE_TRY(auto compiled, compile(catalogue_, choice, seats));
  const std::scoped_lock lock(mutex_);
  known_[key] = compiled;
  if (known_.size() > clean_at_) {
    std::erase_if(known_, [](const auto& entry) { return entry.second.expired(); });
    clean_at_ = std::max<std::size_t>(100, 2 * known_.size());
  }
  return compiled;
}

}  // namespace bastide
