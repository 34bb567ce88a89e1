// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Prints explanations for a terminal. No hit rate: it is no measure of what a kernel moves.

#include "Explain.h"
#include "Metrics.h"

#include "model/FormatNumber.h"
#include "report/Table.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

namespace sectorscope::check {

namespace {

constexpr unsigned width = 160, indent = 4;

std::string megabytes(double bytes) { return fmt::format("{:.1f}", bytes / 1e6); }

std::string sectorsText(const std::optional<double> &sectors) {
  return sectors ? megabytes(*sectors * sectorBytes) : "unknown";
}

std::string clockText(const ExplainedLaunch &launch) {
  if (launch.smMegahertz <= 0)
    return "no clock sampled while it ran";
  return fmt::format("{:.0f} MHz, memory {:.0f} MHz", launch.smMegahertz, launch.memoryMegahertz);
}

/// "4062 GB/s", "240 billion sectors a second".
std::string rateText(const ExplainedLaunch &launch, double rate) {
  switch (launch.bounds.largest) {
  case Bound::DramBytes:
    return fmt::format("{:.0f} GB/s", rate / 1e9);
  case Bound::L2Sectors:
    return fmt::format("{:.1f} billion sectors a second", rate / 1e9);
  case Bound::L1Lines:
    return fmt::format("{:.1f} billion lines a second", rate / 1e9);
  }
  return "";
}

void printRate(const ExplainedLaunch &launch, const Explanation &explanation, std::ostream &out) {
  const double dramRate = launch.bytes.dram() / launch.seconds, l2Rate = launch.bytes.l2() / launch.seconds;
  out << fmt::format("  {}: {}\n", toString(launch.verdict), launch.why);
  if (launch.achieved && launch.ceiling) {
    const bool claims = launch.claimsFraction();
    out << fmt::format("  bound: {}; {}", toString(launch.bounds.largest), rateText(launch, *launch.achieved));
    if (claims)
      out << fmt::format(", {:.0f} % of the practical ceiling, {}", 100 * launch.fraction(),
                         rateText(launch, *launch.ceiling));
    if (claims && launch.bounds.largest == Bound::DramBytes && explanation.quotedPeak)
      out << fmt::format(" for {:.0f} % reads (quoted peak, for context: {:.0f} GB/s)", 100 * launch.bytes.readShare(),
                         *explanation.quotedPeak / 1e9);
    out << '\n';
  }
  if (launch.bounds.largest != Bound::DramBytes)
    out << fmt::format("  DRAM {:.0f} GB/s, L2 {:.0f} GB/s{}\n", dramRate / 1e9, l2Rate / 1e9,
                       explanation.quotedPeak && l2Rate > *explanation.quotedPeak
                           ? ": more than DRAM could give, rightly, as the working set stays in L2"
                           : "");
  out << fmt::format("  clock: {}; operations (without tensor cores): {:.4g}, {:.3f} for each byte from and to "
                     "DRAM\n",
                     clockText(launch), launch.flop, launch.bytes.dram() > 0 ? launch.flop / launch.bytes.dram() : 0);
}

void printBytes(const ExplainedLaunch &launch, std::ostream &out) {
  Table table({"MB", "source asks", "predicted, DRAM", "demanded at L1", "L2", "DRAM"});
  const auto row = [&](const char *name, const DirectionBytes &bytes, const std::optional<double> &source,
                       const std::optional<double> &predicted) {
    table.row({{name},
               {source ? megabytes(*source) : megabytes(bytes.asked)},
               {launch.predicted ? sectorsText(predicted) : "no report"},
               {megabytes(bytes.demanded)},
               {megabytes(bytes.l2)},
               {megabytes(bytes.dram)}});
  };
  const PredictedTotals predicted = launch.predicted.value_or(PredictedTotals());
  row("read", launch.bytes.read, predicted.usefulRead, predicted.dramRead);
  row("written", launch.bytes.written, predicted.usefulWritten, predicted.dramWritten);
  table.print(out, indent, width, false);
  if (launch.predicted && !launch.predicted->reason.empty())
    out << fmt::format("    predicted as far as it can be: {}\n", launch.predicted->reason);
  for (const ByteDifference &difference : launch.differences)
    out << fmt::format("    {}, between {}: {}{} MB: {}\n", difference.isWrite ? "written" : "read", difference.between,
                       difference.bytes > 0 ? "+" : "-", megabytes(std::abs(difference.bytes)), difference.reason);
}

void printGap(const ExplainedLaunch &launch, std::ostream &out) {
  Table table({"where the time went", "share", "evidence"});
  const auto share = [&](double seconds) { return fmt::format("{:.1f} %", 100 * seconds / launch.seconds); };
  table.row({{launch.bounds.largest == Bound::DramBytes ? "useful bytes at the quoted peak" : "useful transactions"},
             {share(launch.gap.usefulSeconds)},
             {""}});
  for (const GapRow &row : launch.gap.rows)
    table.row({{toString(row.cause)},
               {row.signature == Signature::Observed ? share(row.seconds)
                : row.signature == Signature::Absent ? "0 %"
                                                     : "not determined"},
               {row.signature == Signature::Observed ? fmt::format("{}. Remedy: {}", row.evidence, remedyFor(row.cause))
                                                     : row.evidence}});
  table.row({{"remainder"}, {share(launch.gap.remainder)}, {"no row explains it"}});
  table.print(out, indent, width, false);
}

} // namespace

std::string toText(const Explanation &explanation) {
  std::ostringstream out;
  out << fmt::format("{} on {}, driver {}, ECC {}, {}\n", explanation.program, explanation.part, explanation.driver,
                     explanation.ecc ? "on" : "off", explanation.date);
  out << "times: a run that nothing counted. counters: others, clocks not controlled, caches " << explanation.caches
      << '\n';
  out << fmt::format("ceilings: {}\n", explanation.ceilings);
  for (const std::string &problem : explanation.foreign)
    out << "FOREIGN CEILINGS, forced: " << problem << '\n';
  for (const ExplainedLaunch &launch : explanation.launches) {
    out << fmt::format("\n{}  launch {}, grid {}, block {}: {} x {:.4g} us\n", launch.kernel, launch.order,
                       formatDim3(launch.grid), formatDim3(launch.block), launch.times, launch.seconds * 1e6);
    printRate(launch, explanation, out);
    printBytes(launch, out);
    if (launch.verdict != RateVerdict::TooShort)
      printGap(launch, out);
    out << fmt::format("  next: {}\n", launch.decision);
  }
  for (const std::string &note : explanation.notes)
    out << "\nnote: " << note;
  out << fmt::format("{}\ndecision: {}\n", explanation.notes.empty() ? "" : "\n", explanation.decision);
  return out.str();
}

} // namespace sectorscope::check
