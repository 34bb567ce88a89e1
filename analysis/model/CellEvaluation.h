// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the requests of one cell move: guard and address are evaluated for the whole cell at once.

#ifndef SECTORSCOPE_MODEL_CELLEVALUATION_H
#define SECTORSCOPE_MODEL_CELLEVALUATION_H

#include "model/RequestCount.h"
#include "model/Slice.h"
#include "model/WarpEvaluator.h"
#include "sectorscope/Footprint.h"
#include "sectorscope/TargetModel.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// What the requests of one cell move.
struct CellOutcome {
  RequestCount least, most;          ///< differ where the mask or the start of the data is not known
  RequestCount usual;                ///< of all lanes that may be active, at the start nearest to aligned
  unsigned alignedSectors = 0;       ///< of `usual` if its first byte began a line
  bool sameAddress = false;          ///< all lanes of a request
  bool maybeNotExecuted = false;     ///< a condition that is the same for the warp is not known
  bool lanesOpen = false;            ///< of an atomic that the assembler may or may not reduce
  bool executionHangsOnWarp = false; ///< and it may differ between warps or iterations
  Cause cause = Cause::None;         ///< why least and most differ
  Doubt doubt = Doubt::None;         ///< and what that leaves open
  std::string reason;
  std::array<std::optional<std::int64_t>, 3> blockStride;
  std::optional<std::uint32_t> anySide; ///< one of several possibilities for the value of this symbol
  bool isBlockPeriod = false;           ///< holds for every so many blocks

  friend bool operator==(const CellOutcome &, const CellOutcome &) = default;
};

/// One access in one cell.
class CellEvaluation {
public:
  CellEvaluation(const AccessSlice &slice, const RequestShape &shape, const TargetModel &target, bool coarse,
                 WarpEvaluator &evaluator, std::uint32_t live)
      : slice(slice), shape(shape), target(target), coarse(coarse), evaluator(evaluator), live(live) {}

  enum class Result { Executed, Idle, Split };

  /// Reads guard and address. Where they need to know more of the cell, the evaluator says what.
  Result run(CellOutcome &out);

  /// For a cell that may not be divided further: bounds over whatever lanes may be active.
  void bound(CellOutcome &out);

  bool assumedTail = false;

private:
  void readGuard(const WarpPredicate &p, CellOutcome &out);

  /// Whichever lanes are active, one is left; where none is known to be, there may be no request.
  void keepOneLane(CellOutcome &out);

  /// Which of the active lanes move anything. False where the cell must be split.
  bool readMoves(CellOutcome &out);

  /// Where a copy past L1 goes, for every place in a sector at which its array may start. False where the cell must be
  /// split.
  bool readDestination(CellOutcome &out);

  /// Lanes that do not move anything are active all the same.
  RequestCount countOf(const LaneAddresses &addresses, std::uint32_t lanes, const LaneAddresses *into) const;

  void unknownAddress(const WarpValue &address, CellOutcome &out);

  /// Away from a bound that nobody told us the address is known; a warp that meets it may do whatever. False where the
  /// cell must be split.
  bool boundedAddress(const WarpValue &address, CellOutcome &out);

  /// Where data start modulo a period: known but for multiples of `step`, for the sake of `open` among others.
  struct Start {
    std::int64_t step;
    const Symbol *open = nullptr;
  };
  static bool splits(const Symbol &symbol) { return symbol.countable() || symbol.instead; }

  /// Nothing where the cell must be split.
  std::optional<Start> startOf(const WarpValue &value, std::int64_t period);

  /// False where the cell must be split.
  bool knownAddress(const WarpValue &address, CellOutcome &out);

  /// The sectors of a copy past L1 hang on where its array starts, if it is not aligned to whole sectors.
  void widenByDestination(const LaneAddresses &addresses, CellOutcome &out) const;

  void readBlockStride(const WarpValue &address, CellOutcome &out) const;

  const AccessSlice &slice;
  const RequestShape &shape;
  const TargetModel &target;
  const bool coarse;
  WarpEvaluator &evaluator;
  const std::uint32_t live;
  std::uint32_t mask = 0, sure = 0;
  std::uint32_t moving = kAllLanes, surelyMoving = kAllLanes; ///< of the active lanes
  std::vector<LaneAddresses> destinations;                    ///< of a copy past L1: one for every start of its array
  bool anyDestination = false;                                ///< of such a copy that is not followed
};

} // namespace sectorscope

#endif
