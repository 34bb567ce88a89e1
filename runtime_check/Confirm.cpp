// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Meets reports with runs.

#include "Confirm.h"

#include "AuditForRun.h"

#include "report/AuditAgain.h"
#include "report/Json.h"
#include "report/ReadLaunches.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace sectorscope::check {

Report auditForRun(const std::string &json, const std::string &file, const LaunchList &launches, bool totals) {
  AgainOptions options;
  options.launchesPerKernel = std::numeric_limits<std::size_t>::max(); // the run was limited
  options.hints = false;
  options.totals = totals;
  try {
    return auditAgain(json, launches, options);
  } catch (const std::runtime_error &error) {
    throw std::runtime_error(fmt::format("'{}': {}", file, error.what()));
  }
}

std::vector<PredictedKernel> predictionsForRun(const std::string &json, const std::string &file,
                                               const std::string &launches, const std::string &launchesFile) {
  const Report report = auditForRun(json, file, readLaunches(launches, launchesFile), true);
  std::ostringstream text;
  printJson(report, text);
  std::vector<PredictedKernel> predictions = predictionsFromJson(text.str());
  for (std::size_t k = 0; k != report.kernels.size(); ++k)
    for (std::size_t l = 0; l != report.kernels[k].launches.size(); ++l)
      predictions[k].launches[l].orders = report.kernels[k].launches[l].shape.orders;
  return predictions;
}

Confirmation confirm(const std::string &json, const std::string &file, Evidence evidence) {
  Confirmation confirmation{.record = std::move(evidence.record),
                            .report = predictionsForRun(json, file, evidence.launches, evidence.launchesFile),
                            .result = {},
                            .notes = std::move(evidence.notes)};
  confirmation.result = replay(confirmation.record, confirmation.report);
  return confirmation;
}

} // namespace sectorscope::check
