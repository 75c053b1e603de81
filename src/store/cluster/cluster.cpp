// What bastide-cluster.so gives the program.
#include "store/cluster.h"

#include "store/cluster/nats.h"
#include "store/cluster/postgresql.h"

namespace bastide {
namespace {

class Libraries : public Cluster {
 public:
  std::unique_ptr<SqlDatabase> connect(const std::string& url, const std::string& first) override {
    return connect_postgresql(url, first);
  }
  std::string address(const std::string& url) override { return postgresql_address(url); }
  std::unique_ptr<Wire> wire(const std::string& url, const std::string& subject) override {
    return wire_of_nats(url, subject);
  }
};

}  // namespace
}  // namespace bastide

extern "C" bastide::Cluster* bastide_cluster() {
  static bastide::Libraries libraries;
  return &libraries;
}
