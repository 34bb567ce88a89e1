// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Judges one place.

#include "Judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace sectorscope::check {

namespace {

bool isShared(const std::string &space) { return space == "shared"; }

/// What was measured at a place, over all its machine instructions.
struct Measured {
  double executed = 0, lanes = 0, sectors = 0, lines = 0, wavefronts = 0;
  bool predicated = false;
  std::set<unsigned> widths;
  std::string opcodes;
};

Measured sum(const std::vector<const Instruction *> &instructions) {
  Measured total;
  std::map<std::string, unsigned> opcodes;
  for (const Instruction *instruction : instructions) {
    total.executed += static_cast<double>(instruction->executed);
    total.lanes += static_cast<double>(instruction->lanes);
    total.sectors += static_cast<double>(instruction->sectors);
    total.lines += static_cast<double>(instruction->lines);
    total.wavefronts += static_cast<double>(instruction->wavefronts);
    total.predicated |= instruction->predicated;
    total.widths.insert(instruction->bytesPerLane);
    ++opcodes[(instruction->predicated ? "@P " : "") + instruction->opcode];
  }
  for (const auto &[opcode, count] : opcodes)
    total.opcodes +=
        fmt::format("{}{}{}", total.opcodes.empty() ? "" : ", ", opcode, count > 1 ? fmt::format(" x{}", count) : "");
  return total;
}

/// One number of the report over all accesses of a place, per request.
struct Expected {
  std::optional<double> requests; ///< sum, if every access has it
  std::optional<double> total;    ///< sum over requests x mean
  std::optional<double> mean;     ///< if the accesses agree on it, or requests weigh them
  double min = 0, max = 0;
  bool known = true; ///< every access has the number
};

template <typename Get> Expected expected(const std::vector<const PredictedAccess *> &accesses, Get get) {
  Expected result{0.0, 0.0, std::nullopt, INFINITY, 0, true};
  bool equal = true;
  for (const PredictedAccess *access : accesses) {
    std::optional<Range> range = get(*access);
    if (!range) {
      result.known = false;
      continue;
    }
    equal &= !result.mean || *result.mean == range->mean;
    result.mean = range->mean;
    result.min = std::min(result.min, range->min);
    result.max = std::max(result.max, range->max);
    if (!access->requests) {
      result.requests = result.total = std::nullopt;
    } else if (result.requests) {
      *result.requests += *access->requests;
      *result.total += *access->requests * range->mean;
    }
  }
  if (result.requests)
    result.mean = *result.requests > 0 ? *result.total / *result.requests : 0.0;
  else if (!equal)
    result.mean = std::nullopt;
  return result;
}

std::optional<Range> single(std::optional<double> value) {
  return value ? std::optional(Range{*value, *value, *value}) : std::nullopt;
}

bool closeMeans(double predicted, double measured, double slack) {
  return std::abs(predicted - measured) <= meanTolerance * std::max(std::abs(measured), 1e-9) + slack;
}

std::string number(double value) { return fmt::format("{:.6g}", value); }

/// One number that a report states beside the sectors, and its measured total.
struct Side {
  const char *name;
  Expected expected;
  double measured;
};

class Judge {
public:
  Judge(const Group &group, const Launch &launch) : group(group), launch(launch), measured(sum(group.instructions)) {}

  Comparison judge() {
    describePlace();
    if (group.accesses.empty())
      return say(Verdict::NotPredicted, "the report has no such access: " + measured.opcodes);
    shared = isShared(result.space);
    unit = shared ? "wavefronts" : "sectors";
    result.unit = unit;
    main = expected(group.accesses, [&](const PredictedAccess &a) { return shared ? a.wavefronts : a.sectors; });
    result.predictedMean = main.known && main.mean && !std::isnan(*main.mean) ? main.mean : std::nullopt;
    result.predicted =
        !main.known ? "-"
                    : fmt::format("{} {}{}",
                                  result.predictedMean ? number(*result.predictedMean)
                                                       : fmt::format("{} to {}", number(main.min), number(main.max)),
                                  unit, main.requests ? fmt::format(" x {} requests", number(*main.requests)) : "");
    result.predictedRequests = main.requests;
    std::string status = worstStatus();
    if (status == "unknown")
      return say(Verdict::Unknown, reason());
    if (group.instructions.empty())
      return judgeMissing();
    if (measured.executed == 0)
      return judgeIdle();
    result.measuredRequests = measured.executed;
    result.measuredMean = count() / measured.executed;
    result.measured =
        fmt::format("{} {} x {} requests", number(count() / measured.executed), unit, number(measured.executed));
    if (status == "bounded")
      return judgeBounds();
    return judgeExact();
  }

private:
  double count() const { return shared ? measured.wavefronts : measured.sectors; }

  void describePlace() {
    if (!group.accesses.empty()) {
      const PredictedAccess &first = *group.accesses.front();
      result.place = first.place;
      result.kind = first.kind;
      result.space = spaceClass(first.space);
    } else {
      const Instruction &first = *group.instructions.front();
      result.place = userPlace(first);
      result.kind = first.kind;
      result.space = spaceClass(first.space);
    }
  }

  std::string worstStatus() const {
    std::string worst = main.known ? "exact" : "unknown";
    for (const PredictedAccess *access : group.accesses)
      if (access->status == "unknown" || (access->status == "bounded" && worst == "exact"))
        worst = access->status;
    return worst;
  }

  std::string reason() const {
    for (const PredictedAccess *access : group.accesses)
      if (!access->reason.empty())
        return access->reason;
    return main.known ? "" : fmt::format("the report gives no {}", unit);
  }

  Comparison say(Verdict verdict, std::string evidence) {
    result.verdict = verdict;
    result.evidence = std::move(evidence);
    return result;
  }

  /// The machine code has nothing of this kind at this place.
  Comparison judgeMissing() {
    if (main.requests && *main.requests == 0)
      return say(Verdict::Right, "never executed, and no machine instruction");
    std::string found;
    for (const Instruction &instruction : launch.instructions)
      if (kindClass(instruction.kind) == kindClass(result.kind) && spaceClass(instruction.space) == result.space)
        found += fmt::format("{}{} at line {}", found.empty() ? "" : ", ", instruction.opcode, instruction.place.line);
    return say(Verdict::CompilerChanged, fmt::format("no {} {} at this line; the kernel has {}", result.space,
                                                     result.kind, found.empty() ? "none" : found));
  }

  Comparison judgeIdle() {
    result.measured = "no request";
    if (main.requests && *main.requests > 0)
      return say(Verdict::Wrong, fmt::format("{} requests predicted, none executed", number(*main.requests)));
    return say(main.requests ? Verdict::Right : Verdict::NotExecuted, measured.opcodes);
  }

  Comparison judgeBounds() {
    double mean = count() / measured.executed;
    // A predicated instruction is also counted in warps where no lane asks for anything.
    bool low = !measured.predicated && mean < main.min * (1 - meanTolerance);
    if (low || mean > main.max * (1 + meanTolerance))
      return say(Verdict::Wrong, fmt::format("outside {}..{}", number(main.min), number(main.max)));
    return say(Verdict::Bounded, reason());
  }

  Comparison judgeExact() {
    std::vector<Side> sides = {{unit, main, count()}};
    auto add = [&](const char *name, double value, auto get) {
      Expected side = expected(group.accesses, get);
      if (side.known)
        sides.push_back({name, side, value});
    };
    add("lanes", measured.lanes, [](const PredictedAccess &a) { return single(a.activeLanes); });
    // The profiler's ideal is another one (it does not count shared bytes once), so it is no witness of ours.
    if (result.space == "global")
      add("lines", measured.lines, [](const PredictedAccess &a) {
        return a.lines && !std::isnan(a.lines->mean) ? a.lines : std::nullopt; // exact in sectors alone
      });
    std::string differences;
    bool lanesAgree = true, undecided = false;
    for (const Side &side : sides) {
      std::optional<bool> agrees = compare(side);
      undecided |= !agrees;
      if (agrees == false) {
        double per = main.requests ? 1 : measured.executed;
        double predicted = main.requests ? *side.expected.total : *side.expected.mean;
        differences += fmt::format("{}{} {} measured, {} predicted", differences.empty() ? "" : "; ", side.name,
                                   number(side.measured / per), number(predicted));
      }
      if (side.name == std::string_view("lanes"))
        lanesAgree = agrees == true;
    }
    if (main.requests && !measured.predicated && *main.requests != measured.executed)
      differences += fmt::format("{}requests {} measured, {} predicted", differences.empty() ? "" : "; ",
                                 number(measured.executed), number(*main.requests));
    if (differences.empty())
      return undecided ? say(Verdict::Unknown, "several accesses at one place, their requests unknown")
                       : say(Verdict::Right, "");
    return say(whoChanged(lanesAgree), differences + " [" + measured.opcodes + "]");
  }

  /// Empty if the report does not say enough.
  std::optional<bool> compare(const Side &side) const {
    double slack = 0;
    if (group.accesses.front()->assumesTail) // one boundary warp in each of its executions
      slack = side.expected.max * (1 + measured.executed / std::max(1.0, warpsOfLaunch()));
    if (side.expected.requests)
      return std::abs(*side.expected.total - side.measured) <= *side.expected.requests * meanRounding + slack;
    if (!side.expected.mean)
      return std::nullopt;
    return closeMeans(*side.expected.mean * measured.executed, side.measured, slack);
  }

  double warpsOfLaunch() const {
    double threads = double(launch.block[0]) * launch.block[1] * launch.block[2];
    return std::ceil(threads / 32) * launch.grid[0] * launch.grid[1] * launch.grid[2];
  }

  /// The same lanes in other widths or other warps are the compiler's doing; other lanes are our mistake.
  Verdict whoChanged(bool lanesAgree) const {
    std::set<unsigned> widths;
    for (const PredictedAccess *access : group.accesses)
      widths.insert(access->bytesPerLane);
    if (widths != measured.widths)
      return Verdict::CompilerChanged;
    // One lane that adds for its whole warp: the compiler reduces what goes to one address.
    if (result.kind == "reduction" && measured.lanes == measured.executed && main.max == 1)
      return Verdict::CompilerChanged;
    bool split = lanesAgree && main.requests && *main.requests != measured.executed;
    // Without a count of requests, idle warps of a predicated instruction cannot be told from a wrong mean.
    bool idleWarps = !main.requests && measured.predicated;
    return split || idleWarps ? Verdict::CompilerChanged : Verdict::Wrong;
  }

  const Group &group;
  const Launch &launch;
  Measured measured;
  Comparison result;
  Expected main;
  bool shared = false;
  const char *unit = "sectors";
};

} // namespace

Comparison judge(const Group &group, const Launch &launch) { return Judge(group, launch).judge(); }

} // namespace sectorscope::check
