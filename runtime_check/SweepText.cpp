// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Prints sweeps for a terminal.

#include "Sweep.h"

#include "model/FormatNumber.h"
#include "report/Table.h"

#include <fmt/format.h>

#include <sstream>

namespace sectorscope::check {

std::string verdictText(const SweepVerdict &verdict) {
  switch (verdict.shape) {
  case SweepShape::Rising:
    return fmt::format("still faster with the last blocks, {} in a multiprocessor: too few requests in flight; no "
                       "fraction of a peak is claimed. Next: more blocks, or more independent loads in each thread",
                       verdict.blocks);
  case SweepShape::Plateau:
    return fmt::format(
        "a plateau from {} blocks in a multiprocessor: requests are enough; 'explain' says what bounds it",
        verdict.blocks);
  case SweepShape::Capacity:
    return fmt::format("a knee: with more than {} blocks in a multiprocessor the working set outgrows L2. Next: fewer "
                       "blocks at a time, or smaller tiles",
                       verdict.blocks);
  case SweepShape::TooFew:
    return "only one number of blocks fits: nothing can be said";
  }
  return "";
}

std::string toText(const std::vector<SweptLaunch> &launches, const std::string &part) {
  std::ostringstream out;
  out << "blocks in a multiprocessor, kept few by dynamic shared memory; as much memory for L1 with each; on " << part
      << '\n';
  for (const SweptLaunch &launch : launches) {
    out << fmt::format("\n{}  launch {}, grid {}, block {}\n", launch.kernel, launch.order, formatDim3(launch.grid),
                       formatDim3(launch.block));
    Table table({"blocks", "shared bytes", "us", "DRAM MB", "DRAM GB/s", "served by L2"});
    for (const SweepPoint &point : launch.points)
      table.row({{std::to_string(point.residentBlocks)},
                 {std::to_string(point.dynamicSharedBytes)},
                 {fmt::format("{:.1f}", point.seconds * 1e6)},
                 {fmt::format("{:.1f}", point.dramBytes / 1e6)},
                 {fmt::format("{:.0f}", point.dramBytes / point.seconds / 1e9)},
                 {fmt::format("{:.0f} % of sectors", 100 * point.l2HitShare)}});
    constexpr unsigned indent = 2, width = 160;
    table.print(out, indent, width, false);
    out << "  " << verdictText(judge(launch)) << '\n';
  }
  return out.str();
}

} // namespace sectorscope::check
