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

#include "model/CellEvaluation.h"
#include "sectorscope/Footprint.h"
#include "sectorscope/TargetModel.h"

#include <array>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace sectorscope {

constexpr std::size_t kNodesPerCell = 64; ///< evaluated on average, before the budget counts as spent

/// Number of requests per unit of everything that is unbounded; `order` counts the unbounded symbols. What has a lower
/// order weighs nothing against what has a higher one.
struct Weight {
  unsigned order = 0;
  long double count = 0;
  bool openCounter = false; ///< a loop whose number of iterations is not known
  bool openGrid = false;

  /// Times the values of one more symbol.
  void multiply(const Symbol &symbol, const SymbolState &state);
  friend bool operator==(const Weight &, const Weight &) = default;
};

/// All cells of one access that execute it; those that move the same are one.
class Enumeration {
public:
  SymbolTable symbols;
  std::vector<WarpPattern> patterns;
  std::vector<CellOutcome> outcomes;
  std::set<std::string> assumptions;
  bool budgetSpent = false;
  std::size_t evaluated = 0; ///< cells, or what evaluating took in cells of average size

  void add(CellOutcome outcome, const Cell &cell);

  /// Requests in the cells of one outcome; final once all cells are there.
  Weight weightOf(std::size_t outcome) const;

private:
  struct Share {
    Weight weight;             ///< over the symbols that were known when its cells were added
    std::size_t symbols = 0;   ///< how many these were
    std::uint32_t pattern = 0; ///< of warps
  };
  std::vector<std::vector<Share>> shares;                               ///< by outcome
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> byCounts; ///< outcomes
};

/// Enumerates one access. With `coarse`, the start of the data is not split by block and iteration, and cells that are
/// left when the budget is spent are given bounds: the bounds stay true, the mean is an estimate.
/// `budget`: cells of kNodesPerCell nodes each on average.
Enumeration enumerate(const AccessSlice &slice, const RequestShape &shape, std::uint64_t pointerAlignment,
                      const TargetModel &target, std::size_t budget, bool coarse);

} // namespace sectorscope

#endif
