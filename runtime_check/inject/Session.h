// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the injected library does in a program.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_SESSION_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_SESSION_H

#include "ClockSampler.h"
#include "SassCounters.h"
#include "SeenLaunch.h"
#include "Shard.h"
#include "Timeline.h"
#include "TwinLaunch.h"
#include "WholeCounters.h"

#include <cupti.h>

#include <map>
#include <mutex>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace sectorscope::inject {

/// All that the library keeps while the program runs.
class Session {
public:
  /// \param directory for shards; what to count is told by the environment (see Inject.cpp).
  /// \throws std::regex_error if SECTORSCOPE_KERNEL is no expression.
  explicit Session(const char *directory);

  /// Once CUPTI calls back. \throws std::runtime_error where it takes no times.
  void listens();
  void contextEnds() { timeline.write(shard); }
  void end();
  void driverCalled(unsigned callback, const CUpti_CallbackData &data);
  void moduleLoaded(const CUpti_ModuleResourceData &module);
  void fail(const std::string &what) {
    hasFailed = true;
    shard.write({{"error", what}});
  }

private:
  void begin();
  void enter(SeenLaunch launch);
  void leave(std::uint32_t correlation);
  void graphCalled(unsigned callback, const CUpti_CallbackData &data);
  bool isToCount(const SeenLaunch &launch);
  bool counts() const { return !sassMetrics.empty() || !wholeMetrics.empty(); }
  bool beginCounting();
  void skipCounting();
  nlohmann::ordered_json counted();
  void tell(const SeenLaunch &launch, const nlohmann::ordered_json &counted);

  Shard shard;
  const std::vector<std::string> sassMetrics, wholeMetrics;
  std::optional<std::regex> wanted; ///< empty: every kernel
  SassCounters sass;
  WholeCounters whole;
  std::size_t mostLaunches = 16;
  bool takesTimes = false;
  Timeline timeline;
  ClockSampler clocks;
  std::optional<unsigned> resident; ///< most blocks in a multiprocessor
  const std::map<unsigned, TwinRequest> twins;
  bool hasBegun = false, hasFailed = false;
  unsigned order = 0, skipped = 0;
  std::map<std::string, std::set<std::string>> countedOf; ///< distinct launches of a kernel
  std::map<CUgraphExec, std::vector<SeenLaunch>> graphs;
  std::recursive_mutex mutex; ///< held from entering a launch to leaving it
  struct Running {
    SeenLaunch launch;
    bool isCounted;
  };
  std::optional<Running> running;
  static constexpr std::uint64_t isLaunch = 1;
};

} // namespace sectorscope::inject

#endif
