// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Meets reports with runs.

#include "Confirm.h"

#include "report/AuditAgain.h"
#include "report/Json.h"
#include "report/ReadLaunches.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace sectorscope::check {

namespace {

Report auditForRun(const std::string &json, const std::string &file, const LaunchList &launches) {
  AgainOptions options;
  options.launchesPerKernel = std::numeric_limits<std::size_t>::max(); // the run was limited
  options.hints = false;
  try {
    return auditAgain(json, launches, options);
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(fmt::format("'{}': {}", file, error.what()));
  }
}

} // namespace

Confirmation confirm(const std::string &json, const std::string &file, Evidence evidence) {
  const Report report = auditForRun(json, file, readLaunches(evidence.launches, evidence.launchesFile));
  std::ostringstream text;
  printJson(report, text);
  Confirmation confirmation{.record = std::move(evidence.record),
                            .report = predictionsFromJson(text.str()),
                            .result = {},
                            .notes = std::move(evidence.notes)};
  for (std::size_t k = 0; k != report.kernels.size(); ++k)
    for (std::size_t l = 0; l != report.kernels[k].launches.size(); ++l)
      confirmation.report[k].launches[l].orders = report.kernels[k].launches[l].shape.orders;
  confirmation.result = replay(confirmation.record, confirmation.report);
  return confirmation;
}

const PredictedLaunch *predictedFor(const Confirmation &confirmation, const KernelRecord &kernel,
                                    const Launch &launch) {
  for (const PredictedKernel &predicted : confirmation.report)
    if (predicted.mangled == kernel.mangled)
      for (const PredictedLaunch &candidate : predicted.launches)
        if (std::ranges::find(candidate.orders, launch.order) != candidate.orders.end())
          return &candidate;
  return nullptr;
}

} // namespace sectorscope::check
