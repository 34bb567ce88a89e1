// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ProgramClock.h"

#include <algorithm>
#include <set>

namespace sectorscope {

ProgramClock::ProgramClock(const Kernel &kernel) {
  std::map<std::vector<unsigned>, std::set<unsigned>> levels; // loops by the loops around them
  for (const AccessSite &site : kernel.sites)
    if (isGlobal(site))
      for (std::size_t depth = 0; depth < site.loops.size(); ++depth)
        levels[{site.loops.begin(), site.loops.begin() + static_cast<std::ptrdiff_t>(depth)}].insert(site.loops[depth]);
  for (const auto &[around, level] : levels) {
    (around.empty() ? hasLoops : loops[around.back()].hasLoops) = true;
    std::size_t rank = 0;
    for (const unsigned loop : level) {
      loops[loop].rank = rank++;
      loops[loop].siblings = level.size();
    }
  }
}

void ProgramClock::see(const AccessSite &site, const WalkedRequest &request) {
  for (std::size_t depth = 0; depth < site.loops.size(); ++depth) {
    std::int64_t &iterations = loops.at(site.loops[depth]).iterations;
    iterations = std::max(iterations, (*request.iterations)[depth] + 1);
  }
}

double ProgramClock::timeOf(const AccessSite &site, const WalkedRequest &request) const {
  double time = 0, share = 1;
  bool besideLoops = hasLoops;
  for (std::size_t depth = 0; depth < site.loops.size(); ++depth) {
    const Loop &loop = loops.at(site.loops[depth]);
    share /= static_cast<double>(loop.siblings);
    time += share * static_cast<double>(loop.rank);
    share /= static_cast<double>(loop.iterations);
    time += share * static_cast<double>(std::min((*request.iterations)[depth], loop.iterations - 1));
    besideLoops = loop.hasLoops;
  }
  return time + (besideLoops && !isRead(site) ? share : 0);
}

} // namespace sectorscope
