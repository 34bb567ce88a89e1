// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Roofline.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace sectorscope {
namespace {

class RooflineMaker {
public:
  RooflineMaker(const LaunchTotals &totals, const TargetModel &target)
      : totals(totals), target(target), ceilings(target.ceilings.value_or(Ceilings{})) {}

  Roofline make() {
    roofline.profile = target.name;
    roofline.measured = ceilings.measured;
    countBytes();
    timeTransactions();
    timeArithmetic();
    compareIntensities();
    takeLargest();
    return std::move(roofline);
  }

private:
  /// The value as a number, or nothing and a note of what is missing.
  template <typename Number> std::optional<double> need(const std::optional<Number> &value, const std::string &name) {
    if (value)
      return static_cast<double>(*value);
    if (std::ranges::find(roofline.missing, name) == roofline.missing.end())
      roofline.missing.push_back(name);
    return std::nullopt;
  }

  std::optional<double> &secondsOf(Limit limit) { return roofline.seconds[static_cast<std::size_t>(limit)]; }

  void countBytes() {
    const auto read = need(totals.read.dramSectors, "DRAM sectors read"); // fills among them
    const auto written = need(totals.written.dramSectors, "DRAM sectors written");
    if (!read || !written)
      return;
    const double sectors = *read + *written;
    roofline.dramBytes = sectors * target.sectorBytes;
    if (sectors == 0) {
      secondsOf(Limit::DramBytes) = 0;
      return;
    }
    roofline.readShare = *read / sectors;
    roofline.bytesPerSecond = need(byteCeiling(ceilings, *roofline.readShare), "ceilings of bytes per second");
    if (roofline.bytesPerSecond)
      secondsOf(Limit::DramBytes) = *roofline.dramBytes / *roofline.bytesPerSecond;
    // Where a demand read fetches more than a sector, lone sectors can cost more with a cache than they are alone.
    if (totals.read.sectors && totals.written.sectors && totals.fillSectors)
      roofline.uncachedBytes =
          std::max(sectors, *totals.read.sectors + static_cast<double>(*totals.fillSectors) + *totals.written.sectors) *
          target.sectorBytes;
  }

  void timeTransactions() {
    const auto linesRead = need(totals.read.lines, "lines read"),
               linesWritten = need(totals.written.lines, "lines written");
    if (linesRead && linesWritten)
      timeCount(Limit::L1Lines, *linesRead + *linesWritten, ceilings.l1LinesPerSecond, "ceiling l1LinesPerSecond");
    // L1 may keep what is read more than once, not what is written; what goes past it arrives each time.
    const auto distinct = need(totals.read.distinctSectors, "distinct sectors read");
    const auto past = need(totals.sectorsServedAtL2, "sectors served at L2");
    const auto written = need(totals.written.sectors, "sectors written");
    if (distinct && past && written)
      timeCount(Limit::L2Sectors, std::max(*distinct, *past) + *written, ceilings.l2SectorsPerSecond,
                "ceiling l2SectorsPerSecond");
  }

  void timeCount(Limit limit, double count, const std::optional<double> &perSecond, const std::string &name) {
    if (count == 0)
      secondsOf(limit) = 0;
    else if (const auto ceiling = need(perSecond, name))
      secondsOf(limit) = count / *ceiling;
  }

  /// Operations of different types may go on at once: the type that takes longest counts.
  void timeArithmetic() {
    if (!totals.flop) {
      need(std::optional<double>(), "floating-point operations");
      return;
    }
    double longest = 0;
    bool known = true;
    const auto timeType = [&](double flop, const std::optional<double> &perSecond, const std::string &name) {
      if (flop == 0)
        return;
      const auto ceiling = need(perSecond, name);
      known &= ceiling.has_value();
      longest = std::max(longest, ceiling ? flop / *ceiling : 0);
    };
    timeType(totals.flop->half, ceilings.halfFlopPerSecond, "ceiling halfFlopPerSecond");
    timeType(totals.flop->single, ceilings.singleFlopPerSecond, "ceiling singleFlopPerSecond");
    timeType(totals.flop->twice, ceilings.doubleFlopPerSecond, "ceiling doubleFlopPerSecond");
    if (!known)
      return;
    secondsOf(Limit::Arithmetic) = longest;
    if (longest > 0)
      roofline.flopPerSecond = totals.flop->all() / longest;
  }

  void compareIntensities() {
    if (!totals.flop || roofline.dramBytes.value_or(0) == 0)
      return;
    const double flop = totals.flop->all();
    roofline.intensity = flop / *roofline.dramBytes;
    if (roofline.uncachedBytes)
      roofline.uncachedIntensity = flop / *roofline.uncachedBytes;
    if (roofline.flopPerSecond && roofline.bytesPerSecond)
      roofline.ridge = *roofline.flopPerSecond / *roofline.bytesPerSecond;
    if (flop == 0 || (roofline.ridge && *roofline.intensity < *roofline.ridge))
      roofline.side = RooflineSide::Memory; // and without caches all the more
    else if (roofline.ridge && roofline.uncachedIntensity && *roofline.uncachedIntensity >= *roofline.ridge)
      roofline.side = RooflineSide::Arithmetic;
  }

  void takeLargest() {
    std::optional<Limit> largest;
    bool all = true;
    for (const Limit limit : kLimits) {
      all &= secondsOf(limit).has_value();
      if (secondsOf(limit) && (!largest || *secondsOf(limit) > *secondsOf(*largest)))
        largest = limit;
    }
    if (largest)
      roofline.leastSeconds = secondsOf(*largest);
    if (all && *roofline.leastSeconds > 0)
      roofline.binds = largest;
  }

  const LaunchTotals &totals;
  const TargetModel &target;
  const Ceilings ceilings;
  Roofline roofline;
};

} // namespace

const char *toString(Limit limit) {
  switch (limit) {
  case Limit::DramBytes:
    return "dram-bytes";
  case Limit::L1Lines:
    return "l1-lines";
  case Limit::L2Sectors:
    return "l2-sectors";
  case Limit::Arithmetic:
    return "arithmetic";
  }
  return "";
}

const char *toString(RooflineSide side) { return side == RooflineSide::Memory ? "memory" : "arithmetic"; }

std::optional<double> byteCeiling(const Ceilings &ceilings, double readShare) {
  using Mix = std::pair<double, double>; // share, bytes per second
  std::vector<Mix> mixes = ceilings.mixBytesPerSecond.value_or(Curve{}).points;
  for (const auto &[share, bytesPerSecond] :
       {std::pair(0.0, ceilings.writeBytesPerSecond), std::pair(1.0 / 2, ceilings.copyBytesPerSecond),
        std::pair(2.0 / 3, ceilings.triadBytesPerSecond), std::pair(1.0, ceilings.readBytesPerSecond)})
    if (bytesPerSecond)
      mixes.emplace_back(share, *bytesPerSecond);
  std::ranges::sort(mixes);
  const auto outside = [&] { return readShare < mixes.front().first || readShare > mixes.back().first; };
  if (mixes.empty() || outside())
    return std::nullopt;
  return Curve{mixes}.at(readShare);
}

Roofline rooflineOf(const LaunchTotals &totals, const TargetModel &target) {
  return RooflineMaker(totals, target).make();
}

} // namespace sectorscope
