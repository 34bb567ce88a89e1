// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules on local and constant memory and on atomics.

#include "model/FormatNumber.h"
#include "model/Rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace sectorscope {
namespace {

/// Passes of the constant cache from which on a load from global memory would do better.
constexpr double kSeverelyDivergent = 8;
/// Fewer lanes than these have little to gain from adding up first.
constexpr double kContendingLanes = 8;

/// Lanes with different offsets, for certain or as data will have it.
bool diverges(const Footprint &f) {
  return f.certainty == Certainty::Exact ? f.sectors.mean > f.idealSectors.mean : f.hangsOnData;
}

/// The access that speaks for its array: the first of those that diverge, else the first.
bool speaksForArray(const RuleInput &input) {
  const AccessReport *chosen = nullptr;
  for (const AccessReport &access : input.launch.accesses) {
    const bool same = access.site.space == AddressSpace::Local && access.site.accessed == input.access.site.accessed &&
                      access.footprint.requests != 0;
    if (same && (!chosen || (diverges(access.footprint) && !diverges(chosen->footprint))))
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
  judgement.severity = diverges(f) ? Severity::Warning : Severity::Note;
  judgement.count = f.certainty == Certainty::Exact ? f.sectors.mean : f.sectors.min;
  judgement.ideal = f.certainty == Certainty::Exact ? f.idealSectors.mean : f.idealSectors.min;
  judgement.what =
      fmt::format("array{} is indexed at run time and lies in local memory, not in registers: {}{} sectors per request",
                  site.accessed.empty() ? "" : " " + site.accessed,
                  f.certainty == Certainty::Exact ? "" : fmt::format("{} to ", formatCount(f.sectors.min)),
                  formatCount(f.certainty == Certainty::Exact ? f.sectors.mean : f.sectors.max));
  judgement.evidence = fmt::format("offset {} is not known to the compiler{}", input.access.address,
                                   diverges(f) ? ", and lanes with different offsets touch different lines" : "");
  judgement.advice = "unroll the loop that runs over it (#pragma unroll), choose elements by conditions instead of an "
                     "index, or keep the array in shared memory";
  return judgement;
}

std::optional<Judgement> divergentConstant(const RuleInput &input) {
  const Footprint &f = input.access.footprint;
  if (input.access.site.space != AddressSpace::Constant || f.certainty == Certainty::Unknown)
    return std::nullopt;
  Judgement judgement;
  judgement.measure = Measure::Wavefronts;
  judgement.count = f.certainty == Certainty::Exact || hasUsualCount(f) ? f.count().mean : f.count().min;
  judgement.ideal = 1;
  judgement.atLeast = f.certainty != Certainty::Exact;
  if (judgement.count < 2)
    return std::nullopt;
  judgement.severity = judgement.count < kSeverelyDivergent ? Severity::Note : Severity::Warning;
  judgement.what = fmt::format("lanes read {}{} addresses of constant memory per request, which serves them one after "
                               "the other",
                               judgement.atLeast ? "at least " : "", formatCount(judgement.count));
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
  judgement.count = f.activeLanes.mean;
  judgement.ideal = f.distinctAddresses.mean;
  judgement.what = fmt::format("every block adds to the same addresses: {} lanes of a request on {} address{}",
                               formatCount(f.activeLanes.mean), formatCount(f.distinctAddresses.mean),
                               f.distinctAddresses.mean == 1 ? "" : "es");
  judgement.evidence = fmt::format("address {} does not change with the block", input.access.address);
  judgement.advice = "add up within the block first (shared memory, __reduce_add_sync, cub::BlockReduce) and let one "
                     "thread of each block do the atomic, or spread it over copies that are added up later";
  return judgement;
}

} // namespace sectorscope
