// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Joint enumeration: every (warp, block, iteration) of a launch, in as few cells as the access allows.
///
/// It starts with one cell per warp pattern and divides a cell only where the evaluation asks for it: at the value
/// where a guard changes sides, into the residue classes that a division or the alignment needs. What is left are
/// cells in which every request moves the same, each with the number of requests in it. Addresses, guards and loop
/// exits are evaluated in the same cell, so their correlation is kept.
///
/// Worked example: in[i + 1] under `if (i < n)`, n = 1000, blocks of 256: warps 0 to 30 (5 sectors), the last with
/// eight lanes (two sectors): 32 requests, mean (31 * 5 + 2) / 32.

#ifndef SECTORSCOPE_MODEL_ENUMERATE_H
#define SECTORSCOPE_MODEL_ENUMERATE_H

#include "model/Cell.h"
#include "model/RequestCount.h"
#include "model/WarpEvaluator.h"
#include "sectorscope/AccessSite.h"
#include "sectorscope/Footprint.h"
#include "sectorscope/TargetModel.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// What the requests of one cell move.
struct CellOutcome {
  Cell cell;
  RequestCount least, most;          ///< differ where the mask or the start of the data is not known
  RequestCount usual;                ///< of all lanes that may be active, at the start nearest to aligned
  unsigned alignedSectors = 0;       ///< of `usual` if its first byte began a line
  bool sameAddress = false;          ///< all lanes of a request
  bool maybeNotExecuted = false;     ///< a condition that is the same for the warp is not known
  bool executionHangsOnWarp = false; ///< and it may differ between warps or iterations
  Cause cause = Cause::None;         ///< why least and most differ
  Doubt doubt = Doubt::None;         ///< and what that leaves open
  std::string reason;
  std::array<std::optional<std::int64_t>, 3> blockStride;
};

/// All cells of one access that execute it.
struct Enumeration {
  SymbolTable symbols;
  std::vector<WarpPattern> patterns;
  std::vector<CellOutcome> outcomes;
  std::set<std::string> assumptions;
  bool budgetSpent = false;

  /// Number of requests in the cell of an outcome per unit of everything that is unbounded; `order` counts the
  /// unbounded symbols. Cells of a lower order weigh nothing against those of a higher one.
  struct Weight {
    unsigned order = 0;
    long double count = 0;
    bool openCounter = false; ///< a loop whose number of iterations is not known
    bool openGrid = false;
  };
  Weight weightOf(const CellOutcome &outcome) const;
};

/// Enumerates one access. With `coarse`, the start of the data is not split by block and iteration: the bounds stay
/// true, the mean is an estimate.
Enumeration enumerate(const ExprGraph &graph, const AccessSite &site, const LaunchFacts &facts,
                      const TargetModel &target, std::size_t budget, bool coarse);

} // namespace sectorscope

#endif
