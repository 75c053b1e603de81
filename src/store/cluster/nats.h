// A wire (store/cluster.h) through NATS.
#pragma once
#include <memory>
#include <string>

#include "store/cluster.h"

namespace bastide {

/// Cluster::wire. A server that is not there yet is waited for, in the background.
std::unique_ptr<Wire> wire_of_nats(const std::string& url, const std::string& subject);

}  // namespace bastide
