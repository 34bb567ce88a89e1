// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What is said of a whole project: findings of all its files, and what became of each file.

#ifndef SECTORSCOPE_PLUGIN_PROJECT_PROJECTREPORT_H
#define SECTORSCOPE_PLUGIN_PROJECT_PROJECTREPORT_H

#include "report/ReportSummary.h"
#include "report/Text.h"
#include "sectorscope/Report.h"

#include <cstddef>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// Why files were not analysed, and what to do.
struct FileFailure {
  std::string reason, remedy;
  std::vector<std::string> files; ///< as the report names them
};

struct ProjectReport {
  Report report; ///< findings, notes and the like of all files; no kernels, which would not fit into memory
  Coverage coverage;
  std::size_t files = 0; ///< of the database, duplicates once
  std::size_t analysed = 0, fromCache = 0, withoutKernels = 0, notCuda = 0, filteredOut = 0, duplicates = 0;
  std::size_t kernels = 0;
  std::vector<FileFailure> failures; ///< those of most files first
  std::set<std::string> dropped;     ///< options of the build that are not followed
};

/// A file that could not be analysed.
void addFailure(ProjectReport &project, const std::string &reason, const std::string &remedy, const std::string &file);

/// Of what a child of `file` printed, the reason and the remedy.
FileFailure failureIn(const std::string &messages, int exitCode, int signal, const std::string &file);

/// One line for each kind of file: "3 files failed: 'x.h' is not found (a.cu, b.cu and 1 more); ...".
std::vector<std::string> fileLines(const ProjectReport &project);

/// The records, where they are asked for, and the findings, then what became of the files, then how sure it all is.
void printProject(const ProjectReport &project, const TextOptions &options, std::ostream &out);

} // namespace sectorscope

#endif
