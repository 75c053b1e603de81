// bastide load: a run from the first game made to the figures.
#pragma once
#include <string>
#include <vector>

#include "cli/load_game.h"
#include "rules/error.h"

namespace bastide::cli {

struct LoadPlan {
  std::vector<asio::ip::tcp::endpoint> servers;  ///< of the same games; seats of a game are at one after the other
  std::vector<int> pids;                         ///< their processes
  std::string preset = "classic";
  int games = 100;
  int shallow = 20, deep = 50;  ///< moves made in each game before the measurement, chosen evenly between these
  double rate = 50;             ///< moves a second; 0: none, the sockets idle
  double seconds = 20;
  double ping = 0;  ///< seconds between a socket's pings; 0: none
  uint64_t seed = 1;
};

struct LoadFigures {
  int games = 0, sockets = 0;
  double seconds = 0;
  int done = 0, refused = 0, unanswered = 0, lost = 0;
  int ended = 0, renewed = 0;           ///< games that were over by the end, and that followed one of these
  std::string reason;                   ///< of the last refusal or lost socket
  std::vector<double> latency, behind;  ///< ms, ascending: due to received by the last seat; due to sent
  double server_cpu = 0, own_cpu = 0, foreign_cpu = 0;          ///< in cores
  double received = 0, sent = 0;                                ///< bytes
  double memory_before = 0, memory_open = 0, memory_after = 0;  ///< resident, of the server

  double part(const std::vector<double>& sorted, double quantile) const;
};

/// Errors: the server is not there or refuses what is needed.
Result<LoadFigures> run_load(const LoadPlan& plan);

}  // namespace bastide::cli
