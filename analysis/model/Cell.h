// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Cells: sets of (warp, block, iteration) that are evaluated together. See WarpValue.h.

#ifndef SECTORSCOPE_MODEL_CELL_H
#define SECTORSCOPE_MODEL_CELL_H

#include "model/WarpValue.h"
#include "sectorscope/LaneExpr.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sectorscope {

/// A symbol of one access under one launch.
struct Symbol {
  SymbolKind kind = SymbolKind::Given;
  unsigned axis = 0; ///< of a Warp or Block symbol; the loop's number for a Counter
  std::string name;  ///< "ctaid.x", "n", as assumptions and reasons call it
  SymbolState initial;
  bool isGridSize = false;      ///< gridDim along `axis`
  std::uint8_t blockAxes = 0;   ///< Derived: block axes that its value hangs on, as bits
  bool onlyBlocks = true;       ///< Derived: hangs on no warp or counter symbol
  bool launchWide = true;       ///< Derived: has one value in the whole launch
  bool blockProduct = false;    ///< Derived: a block index times something, so that blocks do not overlap along it
  std::optional<Split> instead; ///< Derived: the split that would make its value a plain sum
  /// Derived: a loop counter times this many grids along an axis, the step of a grid-stride loop. The symbol stands for
  /// counter * gridDim[axis] * gridSteps.
  std::optional<unsigned> gridAxis;
  std::int64_t gridSteps = 0;

  bool countable() const { return kind <= SymbolKind::Counter; }
};

/// Symbols in order of appearance; shared by all cells of an access.
class SymbolTable {
public:
  /// The symbol for `key` (operator and payload of a leaf, or Derived and node index), created on first use.
  std::uint32_t get(SymbolKind kind, std::uint64_t key, const Symbol &prototype) {
    const auto [position, isNew] =
        byKey.try_emplace({static_cast<std::uint8_t>(kind), key}, static_cast<std::uint32_t>(symbols.size()));
    if (isNew)
      symbols.push_back(prototype);
    return position->second;
  }
  Symbol &operator[](std::uint32_t index) { return symbols[index]; }
  const Symbol &operator[](std::uint32_t index) const { return symbols[index]; }
  std::size_t size() const { return symbols.size(); }

private:
  std::vector<Symbol> symbols;
  std::map<std::pair<std::uint8_t, std::uint64_t>, std::uint32_t> byKey;
};

/// How the threads of a block fall into warps: thread indices of the lanes as numbers of a warp, with the warp's own
/// position as symbols. A block whose rows are whole warps has one such pattern; a 20x10 block has one per warp.
struct WarpPattern {
  struct Axis {
    std::array<std::int64_t, kLanes> lanes{};
    std::optional<std::pair<std::uint32_t, std::int64_t>> term; ///< symbol and coefficient
  };
  std::array<Axis, 3> tid;
  std::vector<std::pair<std::uint32_t, std::int64_t>> warpId; ///< terms of the warp's number
  std::int64_t warpIdBase = 0;
  std::uint32_t live = kAllLanes; ///< lanes that exist
};

/// One cell: what is known of each symbol that was narrowed, and the warp pattern.
struct Cell {
  std::uint32_t pattern = 0;
  std::vector<std::pair<std::uint32_t, SymbolState>> narrowed; ///< few, in order of appearance
  bool anySide = false; ///< one of several possibilities for a value that nobody told us
  std::uint32_t anySideSymbol = 0;

  const SymbolState *find(std::uint32_t symbol) const {
    for (const auto &[which, state] : narrowed)
      if (which == symbol)
        return &state;
    return nullptr;
  }
  void narrow(std::uint32_t symbol, const SymbolState &to) {
    for (auto &[which, state] : narrowed)
      if (which == symbol) {
        state = to;
        return;
      }
    narrowed.emplace_back(symbol, to);
  }
};

} // namespace sectorscope

#endif
