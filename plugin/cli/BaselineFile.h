// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The baseline of a run: where it lies, what it says of the findings, and how it is brought up to date.

#ifndef SECTORSCOPE_PLUGIN_CLI_BASELINEFILE_H
#define SECTORSCOPE_PLUGIN_CLI_BASELINEFILE_H

#include "cli/CommandLine.h"
#include "report/Baseline.h"

#include <set>
#include <string>

namespace sectorscope {

class BaselineFile {
public:
  /// That of the command line, if it names one.
  explicit BaselineFile(const AuditCommand &command) : path(command.baseline), mayBeNew(command.updateBaseline) {}

  /// The settings of an input of the run, which may name the baseline, and the folders that its names are relative to.
  /// `hasGates`: it says which findings make the run fail.
  void meet(const Config &config, const std::vector<std::string> &roots, bool hasGates);

  /// Says which findings are new. Nothing without a baseline. Without a gate, all warnings have one. Throws UsageError
  /// where the file is no baseline.
  void compare(Report &report);

  /// Writes the findings of today; of files that the run has not looked at, those of before. Throws UsageError.
  void update(const Report &report, const std::set<std::string> &looked) const;

  const std::string &name() const { return path; }

private:
  bool exists(const std::string &file) const;

  std::string path; ///< empty: none
  bool mayBeNew;
  bool hasGates = false;
  std::set<std::string> roots;
  Baseline baseline;
};

} // namespace sectorscope

#endif
