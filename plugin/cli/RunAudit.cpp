// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/RunAudit.h"

#include "adapter/GivenNames.h"
#include "adapter/OutputFile.h"
#include "adapter/Project.h"
#include "cli/InputFiles.h"
#include "cli/Inputs.h"
#include "cli/Outcome.h"
#include "cli/Progress.h"
#include "cli/Render.h"
#include "cli/RunGates.h"
#include "cli/Tries.h"
#include "model/LaunchWaste.h"
#include "model/MergeReports.h"
#include "project/Dependencies.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace sectorscope {

namespace {

/// One run over the files of the command line.
class AuditRun {
public:
  AuditRun(const AuditCommand &command, const std::string &executable)
      : command(command), ownHeaders(findOwnHeaders(executable)), launches(launchesOf(command.launchesFile)),
        variants(variantsOf(command)), gates(command), files(command.files.begin(), command.files.end()) {
    for (const Variant &variant : variants)
      columns.push_back({variant.tried, {}});
    nameGiven();
  }

  int run();

private:
  void nameGiven();
  void readUnits();
  void take(const Input &input, std::vector<Report> &reports);
  void holdToGates(const Input &input, const Report &report);
  bool isAllThere() const;
  void noteStrangers();
  void print() const;

  const AuditCommand &command;
  const std::string ownHeaders;
  const LaunchList launches;
  const std::vector<Variant> variants;
  std::vector<TryColumn> columns; ///< one, unless values are tried
  RunGates gates;
  GivenNames given;
  std::set<std::string> files; ///< that were read
  std::set<std::string> met;   ///< kernels of the list of launches
  std::size_t kernels = 0;     ///< whatever is asked for
  bool anyBad = false, anyGood = false;
};

int AuditRun::run() {
  readUnits();
  if (!anyGood || !isAllThere())
    return ExitBadInput;
  noteStrangers();
  Report &report = columns.front().report;
  gates.compare(report);
  print();
  const bool isClosed = gates.areClosed(report, /*isComplete=*/!anyBad) && command.tries.empty();
  return anyBad ? ExitBadInput : isClosed ? ExitGate : ExitGood;
}

void AuditRun::nameGiven() {
  for (const KernelSettings &settings : namedKernels(command))
    given.addKernel(settings);
  for (const auto &[name, value] : command.arguments)
    given.addArgument("--assume", name);
  for (const auto &[name, of] : command.multiples)
    given.addArgument("--assume", name);
  for (const Try &what : command.tries)
    if (what.name != triedBlock && what.name != triedGrid)
      given.addArgument("--try", what.name);
}

void AuditRun::readUnits() {
  const std::vector<std::vector<std::string>> units = unitsOf(expandFolders(command.inputs, anyBad), command.link);
  const Progress progress(units.size());
  for (std::size_t n = 0; n < units.size(); ++n) {
    progress.show(n + 1, units[n].front());
    try {
      std::vector<Report> reports(columns.size()); // of this unit alone: a bad one leaves nothing behind
      files.insert(units[n].begin(), units[n].end());
      for (const Input &input : readInputs(units[n], command, ownHeaders, given, launches))
        take(input, reports);
      for (std::size_t v = 0; v < columns.size(); ++v)
        mergeInto(columns[v].report, std::move(reports[v]));
      anyGood = true;
    } catch (const std::exception &error) {
      progress.clear();
      complain(error.what());
      anyBad = true;
    }
  }
}

void AuditRun::take(const Input &input, std::vector<Report> &reports) {
  kernels += input.program.kernels.size();
  met.insert(input.listed.names.begin(), input.listed.names.end());
  files.insert(input.dependencies.begin(), input.dependencies.end());
  files.insert(input.config.files.begin(), input.config.files.end());
  gates.meet(input.config, input.roots);
  for (std::size_t v = 0; v < variants.size(); ++v) {
    Report report = auditInput(input, variants[v].command);
    gates.mark(report, input.config);
    if (command.tries.empty())
      holdToGates(input, report);
    mergeInto(reports[v], std::move(report));
  }
}

void AuditRun::holdToGates(const Input &input, const Report &report) {
  for (const KernelReport &kernel : report.kernels) {
    std::vector<LaunchExcess> excess;
    excess.reserve(kernel.launches.size());
    for (const LaunchReport &launch : kernel.launches)
      excess.push_back(excessOf(launch));
    gates.holdToBudgets(kernel, excess, input.config);
  }
  gates.holdToExpectations(accessesOf(report), sourceReaderOf(input.roots), input.program.sourceFile);
}

/// Whether what the command line names was met; complains of what was not. Of an argument that nobody has, there is
/// only less in the report than was meant; a launch or a budget that was asked for, or all that was to be tried, is
/// missing.
bool AuditRun::isAllThere() const {
  if (command.isPartOfBuild())
    return true;
  if (columns.front().report.kernels.empty()) {
    complain(nothingMatches(command.kernelPattern, fmt::format("the {} kernels", kernels)));
    return false;
  }
  bool isAll = true;
  for (const std::string &line : given.complaints()) {
    complain(line);
    isAll &= !line.starts_with("--try");
  }
  const std::vector<KernelSettings> named = namedKernels(command);
  return isAll && std::ranges::all_of(named, [&](const KernelSettings &settings) { return given.isMet(settings); });
}

void AuditRun::noteStrangers() {
  const std::string note = strangersNote(launches, met);
  if (note.empty())
    return;
  for (TryColumn &column : columns) {
    column.report.notes.push_back(note);
    column.report.units.back().launchNotes.push_back(note);
  }
}

void AuditRun::print() const {
  writeOutput(command.output, render(columns, command));
  if (!command.dependencyFile.empty())
    writeWholeFile(command.dependencyFile,
                   dependencyText(command.output.empty() ? "-" : command.output, {files.begin(), files.end()}));
}

} // namespace

std::vector<KernelSettings> namedKernels(const AuditCommand &command) {
  std::vector<KernelSettings> named = command.kernels;
  for (const Budget &budget : command.budgets)
    if (budget.what != Budget::everyKernel && budget.what != Budget::wholeProject)
      named.push_back({budget.what, {}, budget.origin});
  return named;
}

std::string nothingMatches(const std::string &pattern, const std::string &kernels) {
  return fmt::format("--kernel: '{}' matches none of {}; names look like 'saxpy(float*, int)'", pattern, kernels);
}

int runAudit(const AuditCommand &command, const std::string &executable) { return AuditRun(command, executable).run(); }

} // namespace sectorscope
