// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Rules: from footprints to findings.
///
/// A rule looks at one access under one launch and either has nothing to say or returns a Judgement. Joining the
/// judgements of unrolled copies, template instances and launches into one finding per source place is done here,
/// once for all rules. Every rule has a page in docs/rules/.

#ifndef SECTORSCOPE_ANALYSIS_MODEL_RULES_H
#define SECTORSCOPE_ANALYSIS_MODEL_RULES_H

#include "model/AlignedAccesses.h"
#include "model/FormatExpr.h"
#include "model/SharedLayouts.h"
#include "model/SharedTiles.h"
#include "model/SwappedAxes.h"
#include "model/ThreadChunks.h"
#include "model/VectorPieces.h"
#include "sectorscope/Audit.h"
#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

/// What a rule says of one access.
struct Judgement {
  Severity severity = Severity::Warning;
  Measure measure = Measure::Sectors;
  double count = 0;     ///< sectors or wavefronts per request
  double ideal = 0;     ///< the same
  bool atLeast = false; ///< `count` is a lower bound
  bool atMost = false;  ///< `count` is what full warps move; some may move less
  std::string what;     ///< instead of a sentence made of the numbers above
  std::string evidence;
  std::string advice;
};

/// One access with everything around it.
struct RuleInput {
  const KernelReport &kernel;
  const LaunchReport &launch;
  const AccessReport &access;
  const TargetModel &target;
  AlignedAccesses &aligned; ///< of the launch
  SharedLayouts &layouts;   ///< likewise
  VectorPieces &pieces;     ///< likewise
  SwappedAxes &swapped;     ///< likewise
  ThreadChunks &chunks;     ///< likewise
  SharedTiles &tiles;       ///< likewise
};

/// Another access of the same launch.
inline RuleInput inputOf(const RuleInput &input, const AccessReport &other) {
  return {input.kernel,  input.launch, other,         input.target, input.aligned,
          input.layouts, input.pieces, input.swapped, input.chunks, input.tiles};
}

using Rule = std::optional<Judgement> (*)(const RuleInput &);

/// A request moves far more sectors than the bytes it asks for need, because of where the lanes point.
/// Example: 4-byte field of a 12-byte struct: 12 sectors, ideal 4.
std::optional<Judgement> excessSectors(const RuleInput &input);

/// A request moves more sectors than ideal only because it starts off a sector boundary.
/// Example: contiguous 4-byte words from element 1 on: 5 sectors, ideal 4.
std::optional<Judgement> misaligned(const RuleInput &input);

/// A load takes one field of an array of records, and nothing uses the rest of its sectors at once.
/// Example: x of 32-byte records: 4 of the 32 bytes of each sector.
std::optional<Judgement> fieldStride(const RuleInput &input);

/// A store leaves sectors partly written, and nothing else completes or fetches them.
/// Example: one 4-byte field of 32-byte records, the others never: 32 sectors to be filled per request.
std::optional<Judgement> partialWrite(const RuleInput &input);

/// Parts of an aligned piece are accessed one by one. Speaks at the first of them.
/// Example: x, y, z and w of 16-byte records: 4 requests of 16 sectors, where one of 16 would do.
std::optional<Judgement> splitVector(const RuleInput &input);

/// Lanes of a request use different words of one bank of shared memory.
/// Example: a column of float[32][32]: 32 wavefronts, ideal 1.
std::optional<Judgement> bankConflict(const RuleInput &input);

/// An array of a thread's own that is not in registers, since its index is not known to the compiler.
std::optional<Judgement> localArray(const RuleInput &input);

/// Lanes of a request read different addresses of constant memory, which serves one at a time.
std::optional<Judgement> divergentConstant(const RuleInput &input);

/// All blocks do an atomic on the same few addresses.
/// Example: atomicAdd(sum, x) with a float sum, in every thread.
std::optional<Judgement> atomicContention(const RuleInput &input);

/// Lanes run across the rows of an array that other lanes run along: with threadIdx.x and threadIdx.y swapped the
/// access is coalesced, and no other access of the kernel suffers.
/// Example: C = A * B by rows with threadIdx.x as the row: 32 sectors per request, ideal 4.
std::optional<Judgement> transposedIndex(const RuleInput &input);

/// Each thread walks a chunk of its own, so that the lanes of a request lie far apart.
/// Example: a[32 * tid.x + k] in a loop over k, 4-byte words: 32 sectors, 4 if lanes took neighbouring elements.
std::optional<Judgement> chunkPerThread(const RuleInput &input);

/// The threads of a block read the same sectors over and over: a tile in shared memory would fetch them once. A note.
/// Example: 3x3 points around each, block 32x8: 336 sectors, 56 different ones.
std::optional<Judgement> stageInShared(const RuleInput &input);

/// Blocks that run at a time meet on few slices of L2, since they are a power of two apart or the like. A warning only
/// where the profile of the part predicts a loss from AuditOptions::campingLoss on.
/// Example: rows of 2048 bytes on a part of 8 partitions of 256 bytes: all blocks on one partition.
std::optional<Judgement> powerOfTwoStride(const RuleInput &input);

/// Name and function of every rule, in alphabetical order.
struct RuleEntry {
  const char *name;
  const char *summary;
  Rule apply;
  /// More general rules. At a place where this one speaks they are left out, unless they speak more severely: one
  /// cause, one finding.
  std::vector<std::string> insteadOf = {};
};
const std::vector<RuleEntry> &allRules();

/// Applies every rule to every access. One finding per rule and source place: the worst one speaks, and says how many
/// others it stands for. Source order. Nothing for accesses that stand in system headers only.
std::vector<Finding> findingsOf(const Report &report, const TargetModel &target, const std::string &howToSetBlock);

/// From this ratio of sectors to ideal on an access counts as wasteful. A start off a sector boundary gives at
/// most 1.25 for 4-byte words; the mildest stride, 2, gives 2.
constexpr double wastefulRatio = 1.5;
constexpr bool isWasteful(double count, double ideal) { return count >= wastefulRatio * ideal; }

/// Bounded, but what a full warp moves is known (for a stride that the launch passes in: what a large one moves): the
/// mean says it.
bool hasUsualCount(const Footprint &footprint);

/// What can be said of the count: the mean of an exact access, what full warps move (at most), or what certainly
/// happens (at least). Nothing of unknown ones. Severity and texts are the rule's.
Judgement counted(const Footprint &footprint);

/// The bytes between neighbouring lanes along x, for people: "12", "4*n"; empty if the formula has no single stride.
struct LaneStride {
  std::string text;
  std::optional<std::int64_t> bytes; ///< where it is a number
};
std::optional<LaneStride> laneStrideOf(const Formula &formula);
std::optional<LaneStride> laneStrideOf(const RuleInput &input);

/// Count and ideal of a request that moves far more sectors than it needs because of where its lanes point; no texts.
std::optional<Judgement> excessOf(const RuleInput &input);

/// Loads of the block use most of what the load fetches at once: 24 of the 32 bytes of its sectors, or more.
bool isFetchShared(const AccessReport &access);

/// The load is one of those for which fieldStride speaks, at this place or at that of a sibling.
bool isLoneField(const RuleInput &input);

/// The store is one of those of which partialWrite warns, at this place or at that of a sibling.
bool warnsOfOpenSectors(const RuleInput &input);

/// Of `a[i].x += 1`, at the store: the load. Null for other accesses.
const AccessReport *updatedLoadOf(const RuleInput &input);

/// The places of accesses for people, without `here`: "line 31", "lines 31 and 32", "lines 31, 32 and others"; empty if
/// none is left.
std::string linesOf(const LaunchReport &launch, const std::vector<std::size_t> &accesses, const SourcePlace &here);

} // namespace sectorscope

#endif
