// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The floating-point operations of a launch.

#ifndef SECTORSCOPE_MODEL_FLOPS_H
#define SECTORSCOPE_MODEL_FLOPS_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/Audit.h"
#include "sectorscope/LaunchTotals.h"
#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sectorscope {

/// What all threads of a launch calculate.
struct FlopTotal {
  std::optional<FlopCount> flop; ///< of the launch; empty unless every lane of every block of the kernel is counted
  /// Of a thread that executes everything, in a kernel without arithmetic in loops; empty for others. It does not hang
  /// on the launch.
  std::optional<FlopCount> perThread;
  std::string reason;               ///< why `flop` is empty; empty if it is not
  std::vector<std::string> assumes; ///< sorted
};

/// Counts the lanes that come by each block with arithmetic as those of an access that stands there. `accesses` of the
/// same launch that are counted already are asked first; what is left is evaluated with a small budget of cells.
///
/// Worked example: saxpy of n = 1000 floats in 4 blocks of 256 threads: the guard i < n holds in 1000 lanes, each with
/// two operations: single = 2000. With the grid unknown: perThread.single = 2, and "the grid is not known: pass
/// --grid".
FlopTotal flopOf(const Kernel &kernel, std::span<const AccessReport> accesses, const LaunchShape &launch,
                 const TargetModel &target, const AuditOptions &options);

} // namespace sectorscope

#endif
