// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/DiffCommand.h"

#include "adapter/Config.h"
#include "adapter/NearestName.h"
#include "adapter/OutputFile.h"
#include "adapter/Project.h"
#include "cli/Outcome.h"
#include "report/Diff.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace sectorscope {

namespace {

ReportSummary readSummary(const std::string &file) {
  const auto text = readFile(file);
  if (!text)
    throw UsageError(file + ": cannot be read; name a report of sectorscope audit --format=json");
  try {
    return readReportSummary(*text);
  } catch (const std::exception &error) {
    throw UsageError(
        fmt::format("{}: {}; write the report again with sectorscope audit --format=json", file, error.what()));
  }
}

} // namespace

CLI::App &declareDiff(CLI::App &app, DiffCommand &command) {
  CLI::App &diff = *app.add_subcommand("diff", "say which accesses got better or worse between two JSON reports");
  diff.set_help_flag("-h,--help", "show this help");
  diff.add_option("OLD", command.before, "report of sectorscope audit --format=json")->required();
  diff.add_option("NEW", command.after, "the same, later")->required();
  diff.add_option("--format", command.format, "text, markdown (for a pull request) or json")->type_name("FORMAT");
  diff.add_option("-o,--output", command.output, "write to this file, whole or not at all")->type_name("FILE");
  diff.add_flag("--fail-on-worse", command.failOnWorse, "exit with 1 if an access got worse or a finding is new");
  return diff;
}

DiffCommand checkedDiff(const DiffCommand &command) {
  const std::vector<std::string> formats = {"json", "markdown", "text"};
  if (std::ranges::find(formats, command.format) == formats.end())
    throw UsageError(
        fmt::format("--format: unknown format '{}'{}", command.format, suggestion(command.format, formats)));
  return command;
}

int runDiff(const DiffCommand &command) {
  const ReportComparison comparison = compareReports(readSummary(command.before), readSummary(command.after));
  std::ostringstream text;
  if (command.format == "markdown")
    printDiffMarkdown(comparison, text);
  else if (command.format == "json")
    printDiffJson(comparison, text);
  else
    printDiffText(comparison, text);
  writeOutput(command.output, text.str());
  const bool isWorse = !comparison.newFindings.empty() ||
                       std::ranges::count(comparison.accesses, AccessVerdict::Worse, &AccessChange::verdict) > 0;
  return command.failOnWorse && isWorse ? ExitGate : ExitGood;
}

} // namespace sectorscope
