// The analysis board and the comparison of editions (docs/protocol.md): from a request's body to its answer. Everything
// here takes its time and knows no game of the server but the one it is given; run it on a worker.
#pragma once
#include <boost/json.hpp>
#include <string>

#include "server/answer.h"
#include "server/pages.h"

namespace bastide {

class AnalysisPages {
 public:
  /// `art_version`: part of the pictures' addresses.
  AnalysisPages(const Catalogue& catalogue, std::string art_version)
      : catalogue_(catalogue), art_version_(std::move(art_version)) {}

  // bodies are checked against the schema before

  Answer box(const boost::json::value& body) const;      ///< AnalysisRules
  Answer analyse(const boost::json::value& body) const;  ///< Analysis
  Answer layer(const boost::json::value& body, const std::string& theme, const std::string& detail) const;
  Answer compare(const boost::json::value& body) const;  ///< Compare
  Answer compare(const LiveGame& live) const;            ///< as anybody may see it

 private:
  const Catalogue& catalogue_;
  const std::string art_version_;
};

}  // namespace bastide
