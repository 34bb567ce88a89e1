// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lines a report's launches and a record's launches up, and judges each place of them.

#include "Replay.h"

#include "Copies.h"
#include "Groups.h"
#include "Judge.h"
#include "KernelName.h"
#include "Moved.h"
#include "Vectors.h"

#include "model/FormatNumber.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace sectorscope::check {

namespace {

/// Of the launches that a run made.
const PredictedLaunch *madeFor(const Launch &launch, const PredictedKernel &kernel) {
  const auto found = std::ranges::find_if(kernel.launches, [&](const PredictedLaunch &candidate) {
    return std::ranges::find(candidate.orders, launch.order) != candidate.orders.end();
  });
  return found == kernel.launches.end() ? nullptr : &*found;
}

/// The n-th launch of one shape in the record is the n-th of that shape in the report; the last one serves the rest.
const PredictedLaunch *launchFor(const Launch &launch, std::size_t nth, const PredictedKernel &kernel) {
  if (const PredictedLaunch *own = madeFor(launch, kernel))
    return own;
  const PredictedLaunch *last = nullptr, *sameBlock = nullptr, *anyBlock = nullptr;
  for (const PredictedLaunch &candidate : kernel.launches) {
    if (candidate.block == launch.block && candidate.grid == launch.grid) {
      last = &candidate;
      if (nth-- == 0)
        return last;
    } else if (candidate.block == launch.block && !candidate.grid) {
      sameBlock = &candidate;
    } else if (!candidate.block && !candidate.grid) {
      anyBlock = &candidate;
    }
  }
  return last ? last : sameBlock ? sameBlock : anyBlock;
}

std::vector<Comparison> judgeLaunch(const PredictedLaunch &prediction, const Launch &launch) {
  const std::vector<Group> groups = groupsOf(prediction, launch);
  std::vector<Comparison> judged;
  for (const Group &group : groups)
    judged.push_back(judge(group, launch));
  auto witnessed = [&](const Group &group) {
    for (std::size_t i = 0; i != groups.size(); ++i)
      if (judged[i].verdict == Verdict::Right && executedAlike(groups[i], group))
        return true;
    return false;
  };
  for (std::size_t i = 0; i != groups.size(); ++i) {
    if (judged[i].verdict != Verdict::Wrong)
      continue;
    const std::string copies = copiesIn(groups[i]);
    if (copies.empty() || !witnessed(groups[i]))
      continue;
    judged[i].verdict = Verdict::CompilerChanged;
    judged[i].evidence += "; " + copies;
  }
  findJoinedSides(groups, judged, witnessed);
  findVectors(groups, judged);
  findElsewhere(groups, judged);
  return judged;
}

} // namespace

const char *toString(Verdict verdict) {
  switch (verdict) {
  case Verdict::Right:
    return "exact and right";
  case Verdict::Bounded:
    return "bounded";
  case Verdict::Unknown:
    return "unknown";
  case Verdict::Wrong:
    return "wrong";
  case Verdict::CompilerChanged:
    return "compiler-changed";
  case Verdict::NotExecuted:
    return "not executed";
  case Verdict::NotPredicted:
    return "not predicted";
  }
  return "";
}

const PredictedKernel *predictedKernel(const std::vector<PredictedKernel> &report, const KernelRecord &kernel) {
  auto by = [&](auto equal) {
    auto it = std::ranges::find_if(report, equal);
    return it == report.end() ? nullptr : &*it;
  };
  if (auto *found = by([&](const PredictedKernel &p) { return p.mangled == kernel.mangled; }))
    return found;
  if (auto *found = by([&](const PredictedKernel &p) { return p.name == kernel.name; }))
    return found;
  auto sameBase = [&](const PredictedKernel &p) { return baseName(p.name) == baseName(kernel.name); };
  return std::ranges::count_if(report, sameBase) == 1 ? by(sameBase) : nullptr;
}

const PredictedLaunch *predictedFor(const std::vector<PredictedKernel> &report, const KernelRecord &kernel,
                                    const Launch &launch) {
  const PredictedKernel *predicted = predictedKernel(report, kernel);
  return predicted ? madeFor(launch, *predicted) : nullptr;
}

ReplayResult replay(const Record &record, const std::vector<PredictedKernel> &report) {
  ReplayResult result;
  auto add = [&](Comparison comparison, const KernelRecord &kernel, const Launch &launch) {
    comparison.kernel = kernel.name;
    comparison.order = launch.order;
    comparison.grid = launch.grid;
    comparison.block = launch.block;
    ++result.counts[static_cast<std::size_t>(comparison.verdict)];
    result.comparisons.push_back(std::move(comparison));
  };
  for (const KernelRecord &kernel : record.kernels) {
    const PredictedKernel *predicted = predictedKernel(report, kernel);
    std::map<std::pair<Dim3, Dim3>, std::size_t> seen;
    for (const Launch &launch : kernel.launches) {
      const PredictedLaunch *prediction =
          predicted ? launchFor(launch, seen[{launch.grid, launch.block}]++, *predicted) : nullptr;
      if (!prediction) {
        Comparison missing;
        missing.verdict = Verdict::NotPredicted;
        missing.evidence = predicted ? "the report has no launch of this shape" : "the report has no such kernel";
        add(std::move(missing), kernel, launch);
        continue;
      }
      for (Comparison &comparison : judgeLaunch(*prediction, launch))
        add(std::move(comparison), kernel, launch);
    }
  }
  return result;
}

std::string toText(const ReplayResult &result, bool all) {
  std::string text;
  for (const Comparison &c : result.comparisons) {
    if (c.verdict == Verdict::Right && !all)
      continue;
    text += fmt::format("{}: {} <<<{}, {}>>>", toString(c.verdict), c.kernel, formatDim3(c.grid), formatDim3(c.block));
    if (c.place.line)
      text += fmt::format(" {}:{} {} {}", c.place.file, c.place.line, c.space, c.kind);
    if (!c.predicted.empty())
      text += fmt::format(": predicted {}", c.predicted);
    if (!c.measured.empty())
      text += fmt::format(", measured {}", c.measured);
    if (!c.evidence.empty())
      text += fmt::format(" ({})", c.evidence);
    text += '\n';
  }
  for (std::size_t i = 0; i != verdictCount; ++i)
    text += fmt::format("{:6} {}\n", result.counts[i], toString(static_cast<Verdict>(i)));
  return text;
}

} // namespace sectorscope::check
