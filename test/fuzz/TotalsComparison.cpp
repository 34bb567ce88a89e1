// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TotalsComparison.h"

#include "Differences.h"
#include "LaunchCount.h"

namespace sectorscope::fuzz {
namespace {

/// Less aligned than wide: the analyser counts the instructions that the code generator makes of it, the oracle one.
bool isSplit(const oracle::SiteResult &site) { return site.alignment < site.bytesPerLane; }

Spread spreadOf(const Counted &counted) {
  return {double(counted.min), double(counted.sum) / double(counted.number), double(counted.max)};
}

void compareDemand(const std::string &which, const Moved &claimed, const DirectionCount &counted,
                   Differences &differences) {
  differences.equal(which + " sectors", claimed.sectors, double(counted.sectors));
  differences.equal(which + " ideal sectors", claimed.idealSectors, double(counted.idealSectors));
  differences.equal(which + " useful bytes", claimed.usefulBytes, double(counted.usefulBytes));
  differences.equal(which + " lines", claimed.lines, double(counted.lines));
}

void compareJoined(const LaunchReport &claimed, const oracle::Result &truth, const LaunchCount &counted,
                   KernelResult &result) {
  for (const AccessReport &access : claimed.accesses) {
    const oracle::SiteResult *site = truth.onLine(access.site.place.line);
    // What several calls reach has no joined stores of its own.
    if (!access.footprint.joined || !access.calls.empty() || !site || isSplit(*site))
      continue;
    Differences differences;
    if (const auto store = counted.stores.find(site->instruction); store == counted.stores.end()) {
      differences.add("joined though the oracle sees no store");
    } else {
      differences.equal("joined: bytes covered per sector", access.footprint.joined->bytesCoveredPerSector,
                        spreadOf(store->second.bytesPerSector));
      differences.equal("joined: partial sectors", access.footprint.joined->partialSectors,
                        spreadOf(store->second.partialSectors));
    }
    if (!differences.text.empty())
      result.accesses.push_back({Verdict::Wrong, site->line, differences.text, false});
  }
}

} // namespace

void compareTotals(const LaunchReport &claimed, const oracle::Result &truth, const TargetModel &target,
                   KernelResult &result) {
  const LaunchTotals &totals = *claimed.totals;
  const LaunchCount counted = countLaunch(truth, target.sectorsPerColdAtomic.value_or(1));
  Differences differences;
  bool anySplit = false, hangsOnData = false;
  for (const oracle::SiteResult &site : truth.sites)
    if (site.requests && site.space == oracle::Space::Global) {
      anySplit |= isSplit(site);
      hangsOnData |= site.addressFromMemory;
    }
  const bool isJoint = totals.read.distinctSectors && totals.written.distinctSectors;
  const bool isDemandKnown = totals.requests && totals.read.sectors && totals.written.sectors;
  result.totals = isJoint       ? KernelResult::Totals::Known
                  : hangsOnData ? KernelResult::Totals::HangOnData
                                : KernelResult::Totals::Missing;
  result.totalsReason = totals.reason;
  if (totals.reason.empty() != (isJoint && isDemandKnown))
    differences.add("totals: a reason goes with what is missing, and only with that");
  if (isJoint && hangsOnData)
    differences.add("totals: distinct sectors although an address was read from memory");
  if (!anySplit) {
    differences.equal("totals: requests", totals.requests, double(counted.requests));
    compareDemand("totals: read", totals.read, counted.read, differences);
    compareDemand("totals: written", totals.written, counted.written, differences);
  }
  differences.equal("totals: distinct sectors read", totals.read.distinctSectors, double(counted.read.bytes.size()));
  differences.equal("totals: distinct sectors written", totals.written.distinctSectors,
                    double(counted.written.bytes.size()));
  differences.equal("totals: fill sectors", totals.fillSectors, counted.fills);
  differences.equal("totals: DRAM sectors read", totals.read.dramSectors, double(counted.demanded) + counted.fills);
  differences.equal("totals: DRAM sectors written", totals.written.dramSectors, double(counted.written.bytes.size()));
  if (!differences.text.empty())
    result.accesses.push_back({Verdict::Wrong, 0, differences.text, false});
  if (isJoint)
    compareJoined(claimed, truth, counted, result);
}

} // namespace sectorscope::fuzz
