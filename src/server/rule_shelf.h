// Compiled rules, each choice once however many games play it.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "rules/compile.h"

namespace bastide {

/// May be used from several threads. REQUIRES: the catalogue outlives it and the rules.
class RuleShelf {
 public:
  RuleShelf(const Catalogue& catalogue) : catalogue_(catalogue) {}  // NOLINT(google-explicit-constructor)

  const Catalogue& catalogue() const { return catalogue_; }
  /// As compile().
  Result<GameRulesPtr> rules(const RuleChoice& choice, int seats) const;

 private:
  const Catalogue& catalogue_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::weak_ptr<const GameRules>> known_;
  mutable std::size_t clean_at_ = 100;  ///< so many entries, and those that no game plays any more go
};

}  // namespace bastide
