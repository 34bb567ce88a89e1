// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The arithmetic of the six rows. docs/explain.md says where each number comes from.

#include "Gap.h"

#include "Ceiling.h"
#include "Median.h"
#include "Metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace sectorscope::check {

namespace {

/// Less of the time than this is the scatter of clocks and counters.
constexpr double scatter = 0.01;
/// Sectors beyond those that the bytes need: less is made by boundary warps and misaligned starts.
constexpr double spread = 1.1;
/// A lower bound on the time explains a launch if it comes to so much of it.
constexpr double explains = 0.5;

double megabytes(double bytes) { return bytes / 1e6; }
double ratio(double a, double b) { return b > 0 ? a / b : 0; }

GapRow observedIf(GapCause cause, double seconds, double ofLaunch, std::string evidence) {
  const bool isObserved = seconds > scatter * ofLaunch;
  return {cause, isObserved ? Signature::Observed : Signature::Absent, isObserved ? seconds : 0, std::move(evidence)};
}

/// What was moved and not needed, at DRAM.
struct Waste {
  double overFetch = 0, fills = 0, written = 0;
  double all() const { return overFetch + fills + written; }
};

Waste wasteAtDram(const LaunchBytes &bytes) {
  Waste waste;
  const DirectionBytes &read = bytes.read, &written = bytes.written;
  const bool isPartial = written.demanded > spread * written.needed;
  const bool isSpread = read.l2 > spread * read.needed;
  // Every request's need is counted, though caches may serve it: what DRAM gives beyond is not needed for certain.
  const double excess = std::max(0.0, read.dram - read.needed);
  if (isPartial) {
    // A sector is filled once, or twice where its halves come far apart. Where loads fetch too much as well, no more
    // than the sectors that left L2.
    waste.fills = std::min(excess, isSpread ? written.dram : 2 * written.l2);
    waste.written = std::max(0.0, written.dram - written.needed);
  }
  waste.overFetch = excess - waste.fills;
  return waste;
}

std::string overFetchEvidence(const DirectionBytes &read, double moved, const char *where) {
  if (read.needed <= 0)
    return "nothing is loaded";
  return fmt::format("{:.2f} bytes read {} for each that the loads need ({:.1f} of {:.1f} MB)",
                     ratio(moved, read.needed), where, megabytes(moved), megabytes(read.needed));
}

std::string partialEvidence(const DirectionBytes &written, double moved, double fills, const char *where) {
  if (written.needed <= 0)
    return "nothing is stored";
  if (written.demanded <= spread * written.needed)
    return fmt::format("{:.2f} sectors stored to for each that the stores need",
                       ratio(written.demanded, written.needed));
  return fmt::format("{:.2f} bytes written {} for each that the stores need ({:.1f} of {:.1f} MB){}",
                     ratio(moved, written.needed), where, megabytes(moved), megabytes(written.needed),
                     fills > 0 ? fmt::format(", {:.1f} MB read to fill sectors up", megabytes(fills)) : "");
}

class Splitter {
public:
  Splitter(const LaunchBytes &bytes, const TimedLaunch &timed, const std::vector<ClockSample> &clocks, double warps,
           const TargetModel &target)
      : bytes(bytes), timed(timed), clocks(clocks), warps(warps), target(target), ceilings(known(target.ceilings)) {}

  Gap split() {
    gap.seconds = timed.medianSeconds();
    switch (boundsOf(bytes, ceilings).largest) {
    case Bound::DramBytes:
      splitDram();
      break;
    case Bound::L2Sectors:
      splitCache(bytes.read.l2, bytes.written.l2, known(ceilings.l2SectorsPerSecond) * target.sectorBytes, "at L2");
      break;
    case Bound::L1Lines:
      splitLines();
      break;
    }
    gap.rows.push_back(clockDerate());
    gap.remainder = gap.seconds - gap.usefulSeconds;
    for (const GapRow &row : gap.rows)
      gap.remainder -= row.seconds;
    std::ranges::sort(gap.rows, {},
                      [](const GapRow &row) { return std::tuple(row.signature, -row.seconds, row.cause); });
    return gap;
  }

private:
  void add(GapRow row) { gap.rows.push_back(std::move(row)); }
  void unknown(GapCause cause, std::string why) { add({cause, Signature::NotDetermined, 0, std::move(why)}); }

  void splitDram() {
    const Waste waste = wasteAtDram(bytes);
    const double useful = bytes.dram() - waste.all();
    const double mix = known(ceilingOfMix(ceilings, bytes.readShare()));
    const double reads = known(ceilings.readBytesPerSecond);
    const double quoted = target.peak ? target.peak->bytesPerSecond : reads;
    gap.usefulSeconds = useful / quoted;
    gap.fillBytes = waste.fills;
    inFlight(bytes.dram() / mix);
    add(observedIf(GapCause::Turnaround, useful / mix - useful / reads, gap.seconds,
                   fmt::format("{:.0f} % of the bytes are written: a mix that reaches {:.0f} GB/s, where reads reach "
                               "{:.0f}",
                               100 * (1 - bytes.readShare()), mix / 1e9, reads / 1e9)));
    add(observedIf(GapCause::PartialWrites, (waste.fills + waste.written) / mix, gap.seconds,
                   partialEvidence(bytes.written, bytes.written.dram, waste.fills, "to DRAM")));
    add(observedIf(GapCause::OverFetch, waste.overFetch / mix, gap.seconds,
                   overFetchEvidence(bytes.read, bytes.read.dram - waste.fills, "from DRAM")));
    if (!target.peak)
      unknown(GapCause::Refresh, "the profile has no quoted peak");
    else
      add({GapCause::Refresh, Signature::Observed, useful / reads - useful / quoted,
           fmt::format("reads of any kernel stop {:.1f} % below the quoted peak; inside the ceiling",
                       100 * (1 - reads / quoted))});
  }

  void splitCache(double read, double written, double rate, const char *where) {
    const double extraRead = std::max(0.0, read - bytes.read.needed);
    const double extraWritten = std::max(0.0, written - bytes.written.needed);
    gap.usefulSeconds = (read + written - extraRead - extraWritten) / rate;
    add(observedIf(GapCause::OverFetch, extraRead / rate, gap.seconds, overFetchEvidence(bytes.read, read, where)));
    add(observedIf(GapCause::PartialWrites, extraWritten / rate, gap.seconds,
                   partialEvidence(bytes.written, written, 0, where)));
    notDram();
  }

  void splitLines() {
    const double rate = known(ceilings.l1LinesPerSecond), needed = bytes.read.needed + bytes.written.needed;
    const double extra = std::max(0.0, bytes.l1Lines - needed / target.lineBytes);
    gap.usefulSeconds = (bytes.l1Lines - extra) / rate;
    add(observedIf(GapCause::OverFetch, extra / rate, gap.seconds,
                   fmt::format("{:.2f} lines looked up at L1 for each that the bytes need",
                               ratio(bytes.l1Lines, needed / target.lineBytes))));
    unknown(GapCause::PartialWrites, "L1 is the bound, not DRAM");
    notDram();
  }

  void notDram() {
    unknown(GapCause::RequestsInFlight, "caches answer, whose latency the profile does not have: sweep the blocks");
    unknown(GapCause::Turnaround, fmt::format("DRAM is not the bound, with {:.1f} MB", megabytes(bytes.dram())));
    unknown(GapCause::Refresh, "DRAM is not the bound");
  }

  void inFlight(double seconds) {
    constexpr GapCause cause = GapCause::RequestsInFlight;
    const std::optional<double> enough = enoughInFlight(ceilings);
    if (!enough)
      return unknown(cause, "the profile has no rates by bytes in flight");
    if (!bytes.inFlightOfWarp || bytes.read.demanded <= 0)
      return unknown(cause, bytes.read.demanded > 0 ? "asynchronous copies wait for nothing"
                                                    : "stores wait for nothing: only loads are held up");
    // Of the sectors that loads ask for, L1 serves some at once.
    const double most = warps * known(bytes.inFlightOfWarp) * std::min(1.0, bytes.read.l2 / bytes.read.demanded);
    const double least = std::min(bytes.read.l2, bytes.read.dram) / known(rateInFlight(ceilings, most));
    const std::string numbers =
        fmt::format("at most {:.0f} kB in flight in {:.0f} warps at work; the ceiling needs {:.0f}", most / 1e3, warps,
                    *enough / 1e3);
    if (most < *enough && least > (1 + scatter) * seconds && least > explains * gap.seconds)
      return add(observedIf(cause, std::min(least, gap.seconds) - seconds, gap.seconds, numbers));
    if (seconds > nearCeiling * gap.seconds)
      return add({cause, Signature::Absent, 0, numbers + "; the rate is at the ceiling"});
    unknown(cause, numbers + "; whether the rate rises with blocks is seen by 'sweep'");
  }

  /// Medians of the first launches and of the last ones, and the clock under them.
  GapRow clockDerate() const {
    constexpr GapCause cause = GapCause::ClockDerate;
    const std::vector<std::uint64_t> &begin = timed.beginNanoseconds;
    const std::uint64_t whole = begin.back() + timed.nanoseconds.back() - begin.front();
    const std::uint64_t late = begin.front() + whole / 4 * 3;
    if (static_cast<double>(whole) < 4 * settleSeconds * 1e9)
      return {cause, Signature::NotDetermined, 0,
              fmt::format("launches over {:.0f} ms show no trend: clocks settle over more than {:.0f} ms",
                          static_cast<double>(whole) / 1e6, 4 * settleSeconds * 1e3)};
    const auto settle = begin.front() + static_cast<std::uint64_t>(settleSeconds * 1e9);
    const double first = medianBetween(begin.front(), settle), last = medianBetween(late, UINT64_MAX);
    const double clockFirst = clockBetween(begin.front(), settle), clockLast = clockBetween(late, begin.back());
    if (first <= 0 || last <= 0 || clockFirst <= 0 || clockLast <= 0)
      return {cause, Signature::NotDetermined, 0, "no launches or no clocks at the start or at the end of the run"};
    const std::string numbers = fmt::format(
        "launches take {:.3f} times as long at the end as in the first {:.0f} ms, with {:.0f} against {:.0f} MHz",
        last / first, settleSeconds * 1e3, clockLast, clockFirst);
    const bool isSlower = last > (1 + slower) * first, fell = clockLast < (1 - scatter) * clockFirst;
    if (isSlower && !fell)
      return {cause, Signature::NotDetermined, 0, numbers + ": slower, but not by the clock"};
    return {cause, isSlower ? Signature::Observed : Signature::Absent, isSlower ? gap.seconds - first : 0, numbers};
  }

  double medianBetween(std::uint64_t from, std::uint64_t to) const {
    TimedLaunch part;
    for (std::size_t i = 0; i != timed.nanoseconds.size(); ++i)
      if (timed.beginNanoseconds[i] >= from && timed.beginNanoseconds[i] < to)
        part.nanoseconds.push_back(timed.nanoseconds[i]);
    return part.medianSeconds();
  }

  double clockBetween(std::uint64_t from, std::uint64_t to) const {
    std::vector<unsigned> found;
    for (const ClockSample &sample : clocks)
      if (sample.when >= from && sample.when <= to)
        found.push_back(sample.smMegahertz);
    return medianOf(std::move(found)).value_or(0);
  }

  static constexpr double slower = 0.02; ///< the copies of the profile scatter by less
  const LaunchBytes &bytes;
  const TimedLaunch &timed;
  const std::vector<ClockSample> &clocks;
  double warps;
  const TargetModel &target;
  const Ceilings &ceilings;
  Gap gap;
};

} // namespace

const char *toString(GapCause cause) {
  switch (cause) {
  case GapCause::RequestsInFlight:
    return "requests in flight";
  case GapCause::Turnaround:
    return "read/write turnaround";
  case GapCause::PartialWrites:
    return "partial writes";
  case GapCause::OverFetch:
    return "sector over-fetch";
  case GapCause::Refresh:
    return "refresh and maintenance";
  case GapCause::ClockDerate:
    return "clock derate";
  }
  return "";
}

const char *remedyFor(GapCause cause) {
  switch (cause) {
  case GapCause::RequestsInFlight:
    return "more blocks, or more independent loads in each thread";
  case GapCause::Turnaround:
    return "batch the writes, write less, or accept it";
  case GapCause::PartialWrites:
    return "pad or rearrange so that each warp writes whole sectors";
  case GapCause::OverFetch:
    return "let neighbouring lanes read neighbouring words, or change the layout";
  case GapCause::Refresh:
    return "none: it is part of every ceiling";
  case GapCause::ClockDerate:
    return "take the sustained clock for the real one";
  }
  return "";
}

const char *toString(Bound bound) {
  switch (bound) {
  case Bound::DramBytes:
    return "bytes from and to DRAM";
  case Bound::L2Sectors:
    return "transactions (sectors) between the multiprocessors and L2";
  case Bound::L1Lines:
    return "transactions (lines) at L1";
  }
  return "";
}

double Bounds::seconds() const { return std::max({dram, l2, l1}); }

Bounds boundsOf(const LaunchBytes &bytes, const Ceilings &ceilings) {
  Bounds bounds;
  if (const auto mix = ceilingOfMix(ceilings, bytes.readShare()))
    bounds.dram = bytes.dram() / *mix;
  if (ceilings.l2SectorsPerSecond)
    bounds.l2 = bytes.l2() / sectorBytes / *ceilings.l2SectorsPerSecond;
  if (ceilings.l1LinesPerSecond)
    bounds.l1 = bytes.l1Lines / *ceilings.l1LinesPerSecond;
  if (bounds.l2 > bounds.dram)
    bounds.largest = Bound::L2Sectors;
  if (bounds.l1 > std::max(bounds.dram, bounds.l2))
    bounds.largest = Bound::L1Lines;
  return bounds;
}

const GapRow &Gap::row(GapCause cause) const {
  const auto found = std::ranges::find(rows, cause, &GapRow::cause);
  if (found == rows.end())
    throw std::logic_error("a gap has six rows");
  return *found;
}

Gap gapOf(const LaunchBytes &bytes, const TimedLaunch &timed, const std::vector<ClockSample> &clocks, double warps,
          const TargetModel &target) {
  return Splitter(bytes, timed, clocks, warps, target).split();
}

} // namespace sectorscope::check
