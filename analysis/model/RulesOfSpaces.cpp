// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules on local and constant memory and on atomics.

#include "model/FormatNumber.h"
#include "model/Rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace sectorscope {
namespace {

/// Passes of the constant cache from which on a load from global memory would do better.
constexpr double kSeverelyDivergent = 8;
/// Bytes of a private array up to which ptxas 13.0 was seen to keep it in registers, index or not.
constexpr std::uint64_t kMayStayInRegisters = 256;
/// Fewer lanes than these have little to gain from adding up first.
constexpr double kContendingLanes = 8;

/// Lanes with different offsets, for certain or as data will have it.
bool diverges(const Footprint &f) {
  return f.certainty == Certainty::Exact ? f.sectors.mean > f.idealSectors.mean : f.hangsOnData;
}

/// Lanes that diverge say more than those that do not, an index that changes more than one that does not, and what has
/// no line cannot be silenced there.
std::tuple<bool, bool, bool> rankOf(const AccessReport &access) {
  return {access.site.place.line != 0, diverges(access.footprint),
          access.address.find_first_of("+*") != std::string::npos};
}

/// The access that speaks for its array: the first of the highest rank.
bool speaksForArray(const RuleInput &input) {
  const AccessReport *chosen = nullptr;
  for (const AccessReport &access : input.launch.accesses) {
    const bool same = access.site.space == AddressSpace::Local && access.site.accessed == input.access.site.accessed &&
                      access.footprint.requests != 0;
    if (same && (!chosen || rankOf(access) > rankOf(*chosen)))
      chosen = &access;
  }
  return chosen == &input.access;
}

} // namespace

std::optional<Judgement> localArray(const RuleInput &input) {
  const AccessSite &site = input.access.site;
  const Footprint &f = input.access.footprint;
  if (site.space != AddressSpace::Local || !speaksForArray(input))
    return std::nullopt;
  Judgement judgement;
  const bool isLarge = site.objectBytes > kMayStayInRegisters;
  judgement.severity = diverges(f) && isLarge ? Severity::Warning : Severity::Note;
  judgement.count = f.certainty == Certainty::Exact ? f.sectors.mean : f.sectors.min;
  judgement.ideal = f.certainty == Certainty::Exact ? f.idealSectors.mean : f.idealSectors.min;
  judgement.what =
      fmt::format("array{}{} is indexed at run time and {} in local memory: {}{} sectors per request",
                  site.accessed.empty() ? "" : " " + site.accessed,
                  site.objectBytes ? fmt::format(" of {} bytes", site.objectBytes) : "", isLarge ? "lies" : "may lie",
                  f.certainty == Certainty::Exact ? "" : fmt::format("{} to ", formatCount(f.sectors.min)),
                  formatCount(f.certainty == Certainty::Exact ? f.sectors.mean : f.sectors.max));
  judgement.evidence = fmt::format("its element at {} is chosen at run time{}", input.access.address,
                                   diverges(f) ? ", and lanes with different offsets touch different lines" : "");
  judgement.advice =
      isLarge ? "" : "see the stack frame that ptxas -v prints: small arrays often stay in registers; else ";
  judgement.advice += "unroll the loop that runs over it (#pragma unroll), choose elements by conditions instead of an "
                      "index, or keep the array in shared memory";
  return judgement;
}

std::optional<Judgement> divergentConstant(const RuleInput &input) {
  const Footprint &f = input.access.footprint;
  if (input.access.site.space != AddressSpace::Constant || f.certainty == Certainty::Unknown)
    return std::nullopt;
  Judgement judgement = counted(f);
  if (judgement.count < 2)
    return std::nullopt;
  judgement.severity = judgement.count < kSeverelyDivergent ? Severity::Note : Severity::Warning;
  judgement.what = fmt::format("lanes read {}{} addresses of constant memory per request, which serves them one after "
                               "the other",
                               judgement.atLeast  ? "at least "
                               : judgement.atMost ? "up to "
                                                  : "",
                               formatCount(judgement.count));
  judgement.evidence = fmt::format("address {} differs between the lanes of a warp", input.access.address);
  judgement.advice = "constant memory is for what all lanes read together: keep the table in global memory (const "
                     "__restrict__) or in shared memory";
  return judgement;
}

std::optional<Judgement> atomicContention(const RuleInput &input) {
  const AccessSite &site = input.access.site;
  const Footprint &f = input.access.footprint;
  const bool isAtomic = site.kind == AccessKind::Atomic || site.kind == AccessKind::Reduction;
  if (!isAtomic || !isGlobal(site) || f.certainty != Certainty::Exact || f.activeLanes.mean < kContendingLanes)
    return std::nullopt;
  const auto &stride = f.blockStrideBytes;
  const bool sameInAllBlocks = std::all_of(stride.begin(), stride.end(), [](const auto &bytes) { return bytes == 0; });
  if (!sameInAllBlocks || f.distinctAddresses.mean <= 0)
    return std::nullopt;
  Judgement judgement;
  judgement.measure = Measure::Wavefronts; // what is wasted are turns at an address, not sectors
  judgement.count = f.activeLanes.mean;
  judgement.ideal = f.distinctAddresses.mean;
  judgement.what = fmt::format("every block does an atomic on the same addresses: {} lanes of a request on {}",
                               formatCount(f.activeLanes.mean), formatCount(f.distinctAddresses.mean));
  // One address for each lane may well be the last step of a sum within the block.
  if (f.distinctAddresses.mean == f.activeLanes.mean)
    judgement.severity = Severity::Note;
  judgement.evidence = fmt::format("address {} does not change with the block", input.access.address);
  judgement.advice = "combine within the block first (shared memory, shuffles, cub::BlockReduce) and let one thread of "
                     "each block do the atomic, or spread it over copies that are combined later";
  return judgement;
}

} // namespace sectorscope
