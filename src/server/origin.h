// Which pages may act here: those of this server, and those its operator names (--origin).
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/error.h"

namespace bastide {

/// An origin as browsers send it, such as https://bastide.example or http://localhost:8080.
class AllowedOrigins {
 public:
  /// Errors: one that is no origin.
  static Result<AllowedOrigins> parse(const std::vector<std::string>& texts);

  /// Whether a request that changes something, or opens a socket, may come from a page of `origin`. Empty: no page, but
  /// a program. A page of this server has the authority that `host`, the request's Host, names; but as a name can be
  /// made to mean this machine by whoever owns it (DNS rebinding), only addresses and localhost are taken at their
  /// word.
  bool allow(std::string_view origin, std::string_view host) const;

 private:
  std::set<std::string, std::less<>> allowed_;
};

}  // namespace bastide
