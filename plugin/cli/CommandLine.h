// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The words of the command line.

#ifndef SECTORSCOPE_PLUGIN_CLI_COMMANDLINE_H
#define SECTORSCOPE_PLUGIN_CLI_COMMANDLINE_H

#include "adapter/Config.h"
#include "cli/DiffCommand.h"
#include "cli/MergeCommand.h"
#include "cli/UpdateCommand.h"
#include "frontend/CompileCuda.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope {

enum class ReportFormat { Text, Json, Check, Statistics, Sarif, Gcc, Rdjsonl, Remarks };

/// One `--try`: a block or grid shape, or a scalar kernel parameter, and the values to compare.
struct Try {
  std::string name; ///< "block", "grid", or of a parameter
  std::vector<std::string> values;
};

/// A whole project: `-p`.
struct ProjectOptions {
  std::string database;                 ///< compile_commands.json, or the folder that holds it; empty: none
  unsigned jobs = 0;                    ///< 0: as many as there are processors
  std::string cache;                    ///< folder; empty: .sectorscope-cache beside the database; "none"
  std::string fileFilter, headerFilter; ///< regular expressions; empty: everything
};

/// `sectorscope audit ...`, parsed and checked.
struct AuditCommand {
  std::vector<std::string> inputs;    ///< files and folders, as given
  std::vector<std::string> clangArgs; ///< what stood behind --
  std::vector<std::string> passedOn;  ///< of -p: what holds for the audit of every file, as typed
  std::optional<std::string> arch;
  std::optional<TargetModel> profile; ///< the part, where it is not that of the architecture
  std::optional<Dim3> block, grid;
  bool anyBlock = false; ///< --block any
  std::map<std::string, std::int64_t> arguments;
  std::map<std::string, std::uint64_t> multiples; ///< scalar parameters that are a multiple of a number
  std::vector<KernelSettings> kernels;            ///< --launch
  std::optional<std::size_t> traffic;             ///< AuditOptions::traffic
  std::optional<double> campingLoss;              ///< AuditOptions::campingLoss
  bool link = false;                              ///< all inputs are one program
  bool records = false;                           ///< --records
  bool noHostLaunches = false;                    ///< what host code says of launches is left out
  std::string kernelPattern;                      ///< empty: every kernel
  ReportFormat format = ReportFormat::Text;
  std::string output;                           ///< empty: standard output
  std::string launchesFile;                     ///< empty: none
  std::optional<std::size_t> launchesPerKernel; ///< of the observed ones in it
  std::vector<Gate> failOn;
  std::string baseline; ///< path; empty: that of the settings, if any
  bool updateBaseline = false;
  std::string rulePages; ///< SarifOptions::rulePages
  std::vector<Budget> budgets;
  std::vector<std::string> files; ///< that options name: a profile, a list of launches
  std::string dependencyFile;     ///< for make and ninja; empty: none
  /// One report of many: what it lacks, kernels or names that were given, may stand in another one.
  bool isPartOfBuild() const { return !dependencyFile.empty(); }
  std::string root; ///< that names of the report are relative to; empty: projectRootOf()
  ProjectOptions project;
  std::vector<Try> tries; ///< empty, one or two: a table in place of the report
  ToolkitChoice toolkit = ToolkitChoice::Auto;
  std::string toolkitPath;
};

/// A command to run, or a text to print (help, version).
struct ParsedCommandLine {
  std::optional<AuditCommand> audit;
  std::optional<DiffCommand> diff;
  std::optional<MergeCommand> merge;
  std::optional<UpdateCommand> update;
  bool wantsLitFolder = false; ///< --lit-dir
  std::string text;
};

/// Parses `args` (without the program name). Throws UsageError with one line that offers the nearest name.
ParsedCommandLine parseCommandLine(const std::vector<std::string> &args);

} // namespace sectorscope

#endif
