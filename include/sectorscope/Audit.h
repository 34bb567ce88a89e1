// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The one entry point: kernels in, report out.

#ifndef SECTORSCOPE_AUDIT_H
#define SECTORSCOPE_AUDIT_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/LaunchShape.h"
#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// What the user knows and the kernel does not say.
struct AuditOptions {
  std::optional<Dim3> block;
  bool anyBlock = false; ///< instead of `block`: what holds for every one-dimensional block of whole warps
  std::optional<Dim3> grid;
  std::map<std::string, std::int64_t> arguments;  ///< scalar parameters by name
  std::map<std::string, std::uint64_t> multiples; ///< parameters that are a multiple of a number
  /// What is given for one kernel, before what is given for all: one result each. What is left open in an entry
  /// (block, grid, arguments) is filled in as if there were none.
  std::function<std::vector<LaunchShape>(const Kernel &)> ownLaunches;
  std::function<bool(const Kernel &)> kernelFilter;                     ///< empty: every kernel
  std::function<std::vector<LaunchShape>(const Kernel &)> hostLaunches; ///< or of a list; empty: none known
  /// Launches of an earlier audit of the same kernel, before those of the host code: what they rest on stays as it was,
  /// but for what is given here. Empty: none.
  std::function<std::vector<LaunchShape>(const Kernel &)> earlierLaunches;
  std::uint64_t pointerAlignment = 256;                 ///< bytes; what the runtime's allocators promise
  std::string howToSetBlock = "pass --block to change"; ///< ends the messages that rest on an assumed block
  std::size_t budget = 4096;      ///< cells of the joint enumeration per access; beyond it the answer is Bounded
  bool hints = true;              ///< look for what would make bounded accesses exact
  std::size_t traffic = 1 << 22;  ///< warps and iterations of a launch that are gone through for its totals; 0: none
  double campingLoss = 0.1;       ///< share of the bandwidth from which on a predicted loss is a warning
  std::size_t patience = 1 << 18; ///< further cells per known launch, for those of its accesses that need more
};

/// Audits every kernel of `program` on `target`. Never throws on odd kernels: what cannot be known is said.
Report audit(const Program &program, const TargetModel &target, const AuditOptions &options = {});

/// The footprint of one access of `kernel` under one launch; what audit() calls for each site. `patience`: cells that
/// may be evaluated beyond the budget where the grid is known, so that everything can be counted; lowered by those
/// used.
Footprint footprintOf(const Kernel &kernel, const AccessSite &site, const LaunchShape &launch,
                      const TargetModel &target, const AuditOptions &options, std::size_t &patience);
Footprint footprintOf(const Kernel &kernel, const AccessSite &site, const LaunchShape &launch,
                      const TargetModel &target, const AuditOptions &options = {});

/// The launch that is assumed where nothing is known: 256 threads along x, 32x8 or 32x4x2 for kernels that read
/// more axes, cut to the part's and the kernel's largest block.
LaunchShape assumedLaunch(const Kernel &kernel, const TargetModel &target);

} // namespace sectorscope

#endif
