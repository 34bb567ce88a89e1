// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Puts bytes, times, ceilings and predictions of each launch together.

#include "Explain.h"

#include "Ceiling.h"
#include "Confirm.h"
#include "Differences.h"
#include "Median.h"
#include "Metrics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace sectorscope::check {

namespace {

/// How often the latency of memory must go into a launch, so that its begin and its end do not count.
constexpr double latencies = 20;
/// Of the time of a launch: less is not worth a sentence.
constexpr double worthMending = 0.1;

double counterOf(const Launch &launch, const char *name) { return launch.counter(name).value_or(0); }

/// Seconds that a load takes, by the law of Little: bytes in flight over their rate.
double latencyOf(const Ceilings &ceilings) {
  const auto enough = enoughInFlight(ceilings);
  return enough ? *enough / known(rateInFlight(ceilings, *enough)) : 0;
}

double warpsAtWork(const Launch &launch, const TimedLaunch &timed, const Device &device, unsigned warpSize) {
  const double cycles = counterOf(launch, "cycles"), active = counterOf(launch, "warp_cycles");
  if (cycles > 0 && active > 0)
    return active / cycles;
  const double threads = static_cast<double>(launch.block[0]) * launch.block[1] * launch.block[2];
  const double blocks = static_cast<double>(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  return std::min(blocks, static_cast<double>(timed.residentBlocks) * device.multiprocessors) * threads / warpSize;
}

void addOperations(ExplainedLaunch &explained, const Launch &launch, const Ceilings &ceilings) {
  const auto operations = [&](const char *adds, const char *multiplies, const char *fmas) {
    return counterOf(launch, adds) + counterOf(launch, multiplies) + 2 * counterOf(launch, fmas);
  };
  const double single = operations("single_adds", "single_multiplies", "single_fmas");
  const double twice = operations("double_adds", "double_multiplies", "double_fmas");
  explained.flop = single + twice;
  if (ceilings.singleFlopPerSecond && ceilings.doubleFlopPerSecond)
    explained.flopShare =
        (single / *ceilings.singleFlopPerSecond + twice / *ceilings.doubleFlopPerSecond) / explained.seconds;
}

double medianClock(const std::vector<ClockSample> &clocks, const TimedLaunch &timed, bool ofMemory) {
  std::vector<unsigned> found;
  for (const ClockSample &sample : clocks)
    if (sample.when >= timed.beginNanoseconds.front() &&
        sample.when <= timed.beginNanoseconds.back() + timed.nanoseconds.back())
      found.push_back(ofMemory ? sample.memoryMegahertz.value_or(0) : sample.smMegahertz);
  return medianOf(std::move(found)).value_or(0);
}

void addRate(ExplainedLaunch &explained, const Ceilings &ceilings) {
  switch (explained.bounds.largest) {
  case Bound::DramBytes:
    explained.ceiling = ceilingOfMix(ceilings, explained.bytes.readShare());
    explained.achieved = explained.bytes.dram() / explained.seconds;
    break;
  case Bound::L2Sectors:
    explained.ceiling = ceilings.l2SectorsPerSecond;
    explained.achieved = explained.bytes.l2() / sectorBytes / explained.seconds;
    break;
  case Bound::L1Lines:
    explained.ceiling = ceilings.l1LinesPerSecond;
    explained.achieved = explained.bytes.l1Lines / explained.seconds;
    break;
  }
}

void judge(ExplainedLaunch &explained, const Ceilings &ceilings) {
  const double latency = latencyOf(ceilings);
  if (explained.seconds < latencies * latency) {
    explained.verdict = RateVerdict::TooShort;
    explained.why =
        fmt::format("{:.1f} us: filling the machine and emptying it, {:.1f} us of latency each, is too large "
                    "a part of it",
                    explained.seconds * 1e6, latency * 1e6);
  } else if (explained.busySeconds < settleSeconds) {
    explained.verdict = RateVerdict::TooShort;
    explained.why =
        fmt::format("{:.1f} ms in all: the part may still have been at its boost clock, and the ceilings are "
                    "of the sustained one",
                    explained.busySeconds * 1e3);
  } else if (explained.gap.row(GapCause::RequestsInFlight).signature == Signature::Observed) {
    explained.verdict = RateVerdict::TooFewRequests;
    explained.why = "the rate is that of the kernel's concurrency, not of the memory: no fraction of a peak is claimed";
  } else if (explained.fraction() >= nearCeiling) {
    explained.verdict = RateVerdict::AtCeiling;
    explained.why = fmt::format("{:.0f} % of what the fastest loop of this mix reaches", 100 * explained.fraction());
  } else {
    explained.verdict = RateVerdict::BelowCeiling;
    explained.why = fmt::format("{:.0f} % of what the fastest loop of this mix reaches", 100 * explained.fraction());
  }
}

/// The observed row that costs most and can be mended; null if none is worth it.
const GapRow *toMend(const Gap &gap) {
  for (const GapRow &row : gap.rows)
    if (row.signature == Signature::Observed && row.cause != GapCause::Refresh && row.cause != GapCause::Turnaround &&
        row.seconds >= worthMending * gap.seconds)
      return &row;
  return nullptr;
}

std::string geometryOf(const ExplainedLaunch &explained) {
  return fmt::format(
      "arithmetic ({:.2f} operations a byte, {:.0f} % of what the part can do) and launch geometry ({:.1f} "
      "waves of {} blocks in a multiprocessor, {} registers)",
      explained.bytes.dram() > 0 ? explained.flop / explained.bytes.dram() : 0, 100 * explained.flopShare,
      explained.waves, explained.residentBlocks, explained.registers);
}

std::string decide(const ExplainedLaunch &explained) {
  if (explained.verdict == RateVerdict::TooShort)
    return "too short to judge: repeat the launch until it runs for longer, or give it more work, and measure again";
  if (const GapRow *row = toMend(explained.gap))
    return fmt::format("{} ({:.0f} % of the time): {}", toString(row->cause), 100 * row->seconds / explained.seconds,
                       remedyFor(row->cause));
  if (explained.verdict == RateVerdict::AtCeiling) {
    const GapRow &turn = explained.gap.row(GapCause::Turnaround);
    const std::string mix =
        turn.seconds >= worthMending * explained.seconds
            ? fmt::format("; its mix costs {:.0f} % of the time ({}): {}", 100 * turn.seconds / explained.seconds,
                          toString(turn.cause), remedyFor(turn.cause))
            : "";
    return fmt::format("at the ceiling, bandwidth is done{}; move fewer bytes, or look at {}", mix,
                       geometryOf(explained));
  }
  return fmt::format(
      "{:.0f} % of the time has no row: 'sectorscope-check sweep' shows whether the rate rises with blocks; "
      "else look at {}",
      100 * explained.gap.remainder / explained.seconds, geometryOf(explained));
}

ExplainedLaunch explainLaunch(const KernelRecord &kernel, const Launch &launch, const TimedLaunch &timed,
                              const LaunchBytes &bytes, const Run &run, const TargetModel &target) {
  const Ceilings &ceilings = known(target.ceilings);
  ExplainedLaunch explained{.kernel = kernel.name, .order = launch.order, .times = timed.times};
  explained.grid = launch.grid;
  explained.block = launch.block;
  explained.seconds = timed.medianSeconds();
  explained.busySeconds = timed.busySeconds;
  explained.bytes = bytes;
  explained.bounds = boundsOf(bytes, ceilings);
  explained.warps = warpsAtWork(launch, timed, run.device, target.warpSize);
  explained.gap = gapOf(bytes, timed, run.clocks, explained.warps, target);
  explained.smMegahertz = medianClock(run.clocks, timed, false);
  explained.memoryMegahertz = medianClock(run.clocks, timed, true);
  explained.registers = timed.registers;
  explained.residentBlocks = timed.residentBlocks;
  if (const double atATime = static_cast<double>(timed.residentBlocks) * run.device.multiprocessors; atATime > 0)
    explained.waves = static_cast<double>(launch.grid[0]) * launch.grid[1] * launch.grid[2] / atATime;
  addOperations(explained, launch, ceilings);
  addRate(explained, ceilings);
  judge(explained, ceilings);
  explained.decision = decide(explained);
  return explained;
}

/// Not where there is nothing to be done, as long as there is something to be done elsewhere.
std::string overall(const std::vector<ExplainedLaunch> &launches) {
  const auto isToMend = [](const ExplainedLaunch &one) {
    return one.verdict != RateVerdict::TooShort && toMend(one.gap) != nullptr;
  };
  const auto cost = [](const ExplainedLaunch &one) {
    const GapRow *row = toMend(one.gap);
    return row ? row->seconds / one.seconds * one.busySeconds : 0;
  };
  const ExplainedLaunch *most = nullptr;
  for (const ExplainedLaunch &one : launches)
    if (isToMend(one) && (!most || cost(one) > cost(*most)))
      most = &one;
  if (!most)
    most = &launches.front();
  return fmt::format("{}: {}", most->kernel, most->decision);
}

} // namespace

const char *toString(RateVerdict verdict) {
  switch (verdict) {
  case RateVerdict::AtCeiling:
    return "at the ceiling";
  case RateVerdict::BelowCeiling:
    return "below the ceiling";
  case RateVerdict::TooFewRequests:
    return "too few requests in flight";
  case RateVerdict::TooShort:
    return "too short to judge";
  case RateVerdict::NotDetermined:
    return "not determined";
  }
  return "";
}

Explanation explain(const Run &run, const TargetModel &target, const GivenReport &report, bool isForced) {
  Explanation explanation{.program = run.record.program,
                          .part = run.device.name,
                          .driver = run.record.driver,
                          .date = run.record.date,
                          .caches = run.record.caches,
                          .ecc = run.device.ecc,
                          .multiprocessors = run.device.multiprocessors,
                          .threadsPerMultiprocessor = run.device.threadsPerMultiprocessor,
                          .notes = run.notes};
  explanation.foreign = ceilingProblems(run, target);
  if (!target.ceilings || !ceilingOfMix(*target.ceilings, 1) || !target.ceilings->l2SectorsPerSecond)
    throw std::runtime_error(fmt::format("the profile of {} has no ceilings: measure the part with 'sectorscope-check "
                                         "profile' and give the file to --profile",
                                         target.arch));
  if (!explanation.foreign.empty() && !isForced)
    throw std::runtime_error(fmt::format("the ceilings are not this run's ({}): measure them with 'sectorscope-check "
                                         "profile' and give the file to --profile, or --force",
                                         fmt::join(explanation.foreign, "; ")));
  explanation.ceilings = target.ceilings->measured;
  explanation.rates = *target.ceilings;
  explanation.strides = target.strides;
  explanation.l2ForgetsReads = target.l2ForgetsReads;
  if (target.peak)
    explanation.quotedPeak = target.peak->bytesPerSecond;
  std::vector<PredictedKernel> predictions;
  if (!report.text.empty())
    predictions = predictionsForRun(report.text, report.file, run.launches);
  for (const KernelRecord &kernel : run.record.kernels)
    for (const Launch &launch : kernel.launches) {
      const TimedLaunch *timed = run.timesOf(launch.order);
      const std::optional<LaunchBytes> bytes = bytesOf(launch);
      if (!timed || !bytes) {
        explanation.notes.push_back(fmt::format("launch {} of {} is not explained: {}", launch.order, kernel.name,
                                                timed ? "counters of it are missing" : "it has no times"));
        continue;
      }
      ExplainedLaunch explained = explainLaunch(kernel, launch, *timed, *bytes, run, target);
      if (const PredictedLaunch *predicted = predictedFor(predictions, kernel, launch))
        explained.predicted = predicted->totals;
      explained.differences = differencesOf(*bytes, explained.gap.fillBytes, explained.predicted);
      explanation.launches.push_back(std::move(explained));
    }
  if (explanation.launches.empty())
    throw std::runtime_error("no launch has both times and counters: measure again with 'sectorscope-check measure'");
  std::ranges::sort(explanation.launches, {},
                    [](const ExplainedLaunch &launch) { return std::pair(-launch.busySeconds, launch.order); });
  explanation.decision = overall(explanation.launches);
  return explanation;
}

} // namespace sectorscope::check
