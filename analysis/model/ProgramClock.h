// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How far a block has come with its work when it makes a request.

#ifndef SECTORSCOPE_MODEL_PROGRAMCLOCK_H
#define SECTORSCOPE_MODEL_PROGRAMCLOCK_H

#include "model/LaunchWalk.h"
#include "sectorscope/AccessSite.h"

#include <cstdint>
#include <map>
#include <vector>

namespace sectorscope {

/// Time runs from 0 to 1. Loops that stand side by side take the same share of what is around them, the iterations of a
/// loop the same share of the loop. What stands outside the loops of its level takes no time: loads come before them,
/// stores behind them.
///
/// Worked example: two loops one after the other, of four iterations each: the third iteration of the second loop
/// begins at 0.5 + 2 * 0.125 = 0.75.
class ProgramClock {
public:
  explicit ProgramClock(const Kernel &kernel);

  /// Learns how many iterations there are from a block that is like the others.
  void see(const AccessSite &site, const WalkedRequest &request);
  double timeOf(const AccessSite &site, const WalkedRequest &request) const;

private:
  struct Loop {
    std::size_t rank = 0, siblings = 1; ///< among the loops of its level, in the order of the program
    std::int64_t iterations = 1;
    bool hasLoops = false;
  };
  std::map<unsigned, Loop> loops; ///< by number; numbers follow the program
  bool hasLoops = false;
};

} // namespace sectorscope

#endif
