// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Compare.h"

#include "Process.h"
#include "Record.h"
#include "Replay.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace sectorscope::witness {

using namespace sectorscope::check;

namespace {

std::string lineOf(const Comparison &c) {
  std::string line = fmt::format("{} <<<{}, {}>>> {}:{} {} {}", c.kernel, fmt::join(c.grid, "x"),
                                 fmt::join(c.block, "x"), c.place.file, c.place.line, c.space, c.kind);
  if (!c.predicted.empty())
    line += fmt::format(": oracle {}", c.predicted);
  if (!c.measured.empty())
    line += fmt::format(", measured {}", c.measured);
  return c.evidence.empty() ? line : line + fmt::format(" ({})", c.evidence);
}

const char *classOf(const Comparison &c) {
  if (c.verdict == Verdict::Right || c.foundElsewhere)
    return "agree";
  if (c.verdict == Verdict::Unknown)
    return "data-dependent";
  return c.verdict == Verdict::CompilerChanged ? "compiler-changed" : "differ";
}

std::uint64_t sum(const PredictedAccess &access, const std::optional<Range> &perRequest) {
  return perRequest ? static_cast<std::uint64_t>(std::llround(*access.requests * perRequest->mean)) : 0;
}

/// The oracle's counts as if they had been recorded.
Record recordOf(const std::vector<PredictedKernel> &counts) {
  Record record;
  for (const PredictedKernel &kernel : counts) {
    KernelRecord one{kernel.name, kernel.mangled, {}};
    for (const PredictedLaunch &launch : kernel.launches) {
      Launch counted;
      counted.grid = *launch.grid;
      counted.block = *launch.block;
      for (const PredictedAccess &access : launch.accesses) {
        Instruction instruction;
        instruction.opcode = "oracle";
        instruction.place = access.innermost;
        if (access.place != access.innermost)
          instruction.callers = {access.place};
        instruction.kind = access.kind;
        instruction.space = access.space;
        instruction.bytesPerLane = access.bytesPerLane;
        instruction.executed = static_cast<std::uint64_t>(*access.requests);
        instruction.lanes = static_cast<std::uint64_t>(std::llround(*access.requests * *access.activeLanes));
        instruction.sectors = sum(access, access.sectors);
        instruction.lines = sum(access, access.lines);
        instruction.wavefronts = sum(access, access.wavefronts);
        counted.instructions.push_back(std::move(instruction));
      }
      one.launches.push_back(std::move(counted));
    }
    record.kernels.push_back(std::move(one));
  }
  return record;
}

} // namespace

bool agreesWithRecord(const std::filesystem::path &file, const std::vector<PredictedKernel> &counts) {
  std::map<std::string, std::size_t> classes;
  for (const Comparison &c : replay(recordFromJson(readFile(file)), counts).comparisons) {
    if (c.verdict == Verdict::NotPredicted && c.foundElsewhere)
      continue; // its other line is counted
    const char *name = classOf(c);
    ++classes[name];
    if (c.verdict != Verdict::Right)
      fmt::print("{}: {}\n", name, lineOf(c));
  }
  fmt::print("oracle and {}: {} agree, {} data-dependent, {} compiler-changed, {} differ\n", file.filename().string(),
             classes["agree"], classes["data-dependent"], classes["compiler-changed"], classes["differ"]);
  return classes["differ"] == 0;
}

bool reportAgrees(const std::filesystem::path &file, const std::vector<PredictedKernel> &counts) {
  std::size_t exact = 0, bounded = 0, unknown = 0, missing = 0, differ = 0;
  std::vector<PredictedKernel> predicted = predictionsFromJson(readFile(file));
  for (PredictedKernel &kernel : predicted)
    for (PredictedLaunch &launch : kernel.launches)
      for (PredictedAccess &access : launch.accesses)
        if (access.reducedByAssembler)
          access.activeLanes.reset(); // no assembler stood between the IR and the witness
  for (const Comparison &c : replay(recordOf(counts), predicted).comparisons)
    switch (c.verdict) {
    case Verdict::Right:
      ++exact;
      break;
    case Verdict::Bounded:
      ++bounded;
      break;
    case Verdict::Unknown:
      ++unknown;
      break;
    case Verdict::NotPredicted:
      ++missing;
      break;
    default: // one IR: no compiler stands between the two
      ++differ;
      fmt::print("differ: report and {}\n", lineOf(c));
    }
  fmt::print("report and oracle: {} exact and equal, {} bounded and inside, {} unknown, {} not in the report, {} "
             "differ\n",
             exact, bounded, unknown, missing, differ);
  return differ == 0;
}

} // namespace sectorscope::witness
