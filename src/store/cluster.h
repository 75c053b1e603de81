// What servers on several machines share: a PostgreSQL that holds the games, and a NATS by which they tell each other
// at once what they have written. Both are in bastide-cluster.so beside the program, which is opened only when one of
// them is asked for: who does without needs neither their libraries nor the time to load them.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rules/error.h"
#include "store/sql.h"

namespace bastide {

/// Carries words to the other servers, and theirs here. What is lost on the way is lost.
class Wire {
 public:
  virtual ~Wire() = default;
  virtual void tell(const std::string& word) = 0;
  /// Since the last call; this server's own words are among them.
  virtual std::vector<std::string> heard() = 0;
  /// Called from another thread when there is something to hear; null: no more, once this has returned.
  virtual void call(const std::function<void()>& when_heard) = 0;
  /// What is wrong with it now; empty: nothing. It mends itself.
  virtual std::string trouble() const = 0;
};

/// All functions throw SqlFailure, what() being what the library said.
class Cluster {
 public:
  virtual ~Cluster() = default;
  /// `first`: statements without values, run on each connection before any other; a connection that ended is made anew
  /// by what is asked next outside a transaction.
  virtual std::unique_ptr<SqlDatabase> connect(const std::string& url, const std::string& first) = 0;
  /// Where that is, without what only the owner may know: "postgresql://host:5432/bastide".
  virtual std::string address(const std::string& url) = 0;
  virtual std::unique_ptr<Wire> wire(const std::string& url, const std::string& subject) = 0;
};

/// The functions of bastide-cluster.so. Errors: it is not there; a library that it needs is not.
Result<Cluster*> open_cluster();

}  // namespace bastide
