// The state of a game that is copied with every move: a copy has what is in use, a quarter of its bytes.
#pragma once
#include <type_traits>

#include "core/state_copy.h"

namespace bastide {

class KeptState {
 public:
  KeptState() : state_() {}
  KeptState(const KeptState& from) {
    copy_in_use(from.state_, state_);
    for (std::size_t n = state_.nodes; n < state_.parent.size(); ++n)  // where the kernel looks before it knows
      state_.parent[n] = static_cast<State<Full>::NodeIndex>(n);
  }
  KeptState& operator=(const KeptState& from) {
    if (&from != this) copy_in_use(from.state_, state_);
    return *this;
  }
  ~KeptState() = default;

  State<Full>& operator*() { return state_; }
  const State<Full>& operator*() const { return state_; }
  State<Full>* operator->() { return &state_; }
  const State<Full>* operator->() const { return &state_; }

 private:
  static_assert(std::is_trivially_copyable_v<State<Full>> && std::is_trivially_destructible_v<State<Full>>);
  union {  // a copy is not filled first
    State<Full> state_;
  };
};

}  // namespace bastide
