// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the files of the command line hold: source, IR, or a report of an earlier audit.

#ifndef SECTORSCOPE_PLUGIN_CLI_INPUTS_H
#define SECTORSCOPE_PLUGIN_CLI_INPUTS_H

#include "adapter/GivenNames.h"
#include "cli/CommandLine.h"
#include "model/ListedLaunches.h"
#include "report/Suppressions.h"
#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include <string>
#include <vector>

namespace sectorscope {

/// What is analysed together, read: one file, several that are linked, or a unit of a report.
struct Input {
  std::string file; ///< to begin complaints with
  Program program;
  AuditedUnit unit; ///< but for what audit() finds out
  TargetModel target;
  Config config;                  ///< of the project; of a report, what it was made with
  std::vector<std::string> roots; ///< folders that file names of the report may be relative to
  LaunchesByKernel hostLaunches;
  LaunchesByKernel earlierLaunches;      ///< of a report
  MetLaunches listed;                    ///< of --launches
  std::vector<std::string> dependencies; ///< files that were read, once each, absolute
};

/// Whether a file is compiled as CUDA where it is named; of a folder, only .cu files are taken.
bool isCudaSource(const std::string &file);

/// Reads `files`, of which there are several only to link them; a report may hold several units. `given` meets the
/// kernels, and so does `launches`, the list of --launches. Throws UsageError with the one line to print; what clang
/// says besides goes to standard error.
std::vector<Input> readInputs(const std::vector<std::string> &files, const AuditCommand &command,
                              const std::string &ownHeaders, GivenNames &given, const LaunchList &launches);

/// Reads files as the report of inputs with these roots names them.
SourceReader sourceReaderOf(const std::vector<std::string> &roots);

/// Audits an input under what the command line says. Throws UsageError.
Report auditInput(const Input &input, const AuditCommand &command);

} // namespace sectorscope

#endif
