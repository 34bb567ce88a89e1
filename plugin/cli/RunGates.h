// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What makes a run fail although all its files could be read: findings at gates, budgets and expectations.

#ifndef SECTORSCOPE_PLUGIN_CLI_RUNGATES_H
#define SECTORSCOPE_PLUGIN_CLI_RUNGATES_H

#include "adapter/Budgets.h"
#include "cli/BaselineFile.h"
#include "cli/CommandLine.h"
#include "report/Expectations.h"

#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// The gates of a run, from the command line, else from the settings of each file. In this order: meet() each file,
/// then what it holds, compare() the whole, and ask areClosed().
class RunGates {
public:
  explicit RunGates(const AuditCommand &command) : command(command), baseline(command) {}

  /// The settings of a file, and the folders that names of its report are relative to.
  void meet(const Config &config, const std::vector<std::string> &roots);

  /// Marks the findings of a file's report that are at a gate.
  void mark(Report &report, const Config &config) const;
  void holdToBudgets(const Kernel &kernel, const std::vector<LaunchExcess> &launches, const Config &config);
  /// `sourceFile`: the file itself, as its report names it. What is said of a header is told once.
  void holdToExpectations(const std::vector<KernelSummary> &kernels, const SourceReader &read,
                          const std::string &sourceFile);

  /// Names the findings of the whole run, and says which of them are new. Throws UsageError.
  void compare(Report &report);

  /// Complains of what is exceeded or does not hold. `isComplete`: every file was read, so that what the baseline has
  /// and the report has not is gone; only then a baseline that is to be updated is. `looked`: the files that were, but
  /// for those that the report names. Throws UsageError.
  bool areClosed(const Report &report, bool isComplete, std::set<std::string> looked = {});

private:
  const AuditCommand &command;
  BaselineFile baseline;
  BudgetCheck budgets;
  std::vector<std::string> broken; ///< expectations, a line each
};

} // namespace sectorscope

#endif
