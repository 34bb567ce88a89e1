// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/RunGates.h"

#include "cli/Outcome.h"
#include "model/Fingerprints.h"
#include "model/LaunchWaste.h"
#include "report/Baseline.h"

#include <algorithm>
#include <set>

namespace sectorscope {

namespace {

/// What the command line says goes before what settings say.
template <class T> std::vector<T> firstOf(const std::vector<T> &typed, const std::vector<T> &set) {
  return typed.empty() ? set : typed;
}

} // namespace

void RunGates::meet(const Config &config, const std::vector<std::string> &roots) {
  baseline.meet(config, roots, !firstOf(command.failOn, config.failOn).empty());
}

void RunGates::mark(Report &report, const Config &config) const {
  applyGates(report, firstOf(command.failOn, config.failOn));
}

void RunGates::holdToBudgets(const Kernel &kernel, const std::vector<LaunchExcess> &launches, const Config &config) {
  budgets.meet(kernel, launches, firstOf(command.budgets, config.budgets));
}

void RunGates::holdToExpectations(const std::vector<KernelSummary> &kernels, const SourceReader &read,
                                  const std::string &sourceFile) {
  std::set<std::string> whole; // files all of whose kernels are here
  if (command.kernelPattern.empty())
    whole.insert(sourceFile);
  for (const std::string &line : brokenExpectations(kernels, read, whole))
    if (std::ranges::find(broken, line) == broken.end())
      broken.push_back(line);
}

void RunGates::compare(Report &report) {
  nameFindings(report.findings); // over all files
  nameFindings(report.silenced);
  baseline.compare(report);
}

bool RunGates::areClosed(const Report &report, bool isComplete, std::set<std::string> looked) {
  if (command.updateBaseline && isComplete) {
    looked.merge(filesOf(report));
    baseline.update(report, looked);
  } else if (command.updateBaseline) {
    complain(baseline.name() + ": not updated: of files that failed nothing is known; mend them, or leave them out");
  }
  for (const std::string &line : budgets.exceeded())
    broken.push_back(line);
  for (const std::string &line : broken)
    complain(line);
  return !command.updateBaseline && (isGateClosed(report) || !broken.empty());
}

} // namespace sectorscope
