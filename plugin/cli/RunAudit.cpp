// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/RunAudit.h"

#include "adapter/Project.h"
#include "cli/BaselineFile.h"
#include "cli/Inputs.h"
#include "cli/OutputFile.h"
#include "cli/Progress.h"
#include "cli/Render.h"
#include "cli/Tries.h"
#include "model/Fingerprints.h"
#include "model/LaunchWaste.h"
#include "model/MergeReports.h"
#include "project/ResultCache.h"
#include "report/Expectations.h"
#include "report/ReadLaunches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <unistd.h>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

/// Files as given; a folder stands for the .cu files below it, sorted. Bad folders are complained of.
std::vector<std::string> expandFolders(const std::vector<std::string> &inputs, bool &anyBad) {
  std::vector<std::string> files;
  for (const std::string &input : inputs) {
    std::error_code error;
    if (!fs::is_directory(input, error)) {
      files.push_back(input);
      continue;
    }
    std::vector<std::string> below;
    for (fs::recursive_directory_iterator at(input, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end; at.increment(error)) {
      std::error_code ignored;
      if (at->path().extension() == ".cu" && at->is_regular_file(ignored))
        below.push_back(at->path().string());
    }
    if (below.empty()) {
      complain(fmt::format("{}: a folder without .cu files below it; name files or another folder", input));
      anyBad = true;
    }
    std::sort(below.begin(), below.end());
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

} // namespace

void complain(const std::string &line) { std::fprintf(stderr, "sectorscope: %s\n", line.c_str()); }

LaunchList launchesOf(const std::string &file) {
  if (file.empty())
    return {};
  const auto text = readFile(file);
  if (!text)
    throw UsageError(fmt::format("--launches: {} cannot be read; name a file that exists", file));
  return readLaunches(*text, file);
}

static void checkBudgets(const Report &report, const std::vector<Budget> &limits, BudgetCheck &budgets) {
  for (const KernelReport &kernel : report.kernels) {
    std::vector<LaunchExcess> launches;
    launches.reserve(kernel.launches.size());
    for (const LaunchReport &launch : kernel.launches)
      launches.push_back(excessOf(launch));
    budgets.meet(kernel, launches, limits);
  }
}

int runAudit(const AuditCommand &command, const std::string &executable) {
  bool anyBad = false, anyGood = false;
  const std::vector<std::string> files = expandFolders(command.inputs, anyBad);
  const std::string ownHeaders = findOwnHeaders(executable);
  const LaunchList launches = launchesOf(command.launchesFile);
  std::vector<std::vector<std::string>> units; // what is analysed together
  for (const std::string &file : files)
    if (command.link && !units.empty())
      units.front().push_back(file);
    else
      units.push_back({file});
  const Progress progress(units.size());
  const std::vector<Variant> variants = variantsOf(command);
  std::vector<TryColumn> columns; // one, unless values are tried
  columns.reserve(variants.size());
  for (const Variant &variant : variants)
    columns.push_back({variant.tried, {}});
  std::size_t kernels = 0;   // whatever is asked for
  std::set<std::string> met; // kernels of the list of launches
  BaselineFile baseline(command);
  BudgetCheck budgets;
  std::vector<std::string> broken; // expectations
  std::set<std::string> read(command.files.begin(), command.files.end());
  GivenNames given;
  for (const KernelSettings &settings : command.kernels)
    given.addKernel(settings);
  std::vector<KernelSettings> ofBudgets;
  for (const Budget &budget : command.budgets)
    if (budget.what != Budget::everyKernel && budget.what != Budget::wholeProject)
      given.addKernel(ofBudgets.emplace_back(KernelSettings{budget.what, {}, budget.origin}));
  for (const auto &[name, value] : command.arguments)
    given.addArgument("--assume", name);
  for (const auto &[name, of] : command.multiples)
    given.addArgument("--assume", name);
  for (const Try &what : command.tries)
    if (what.name != triedBlock && what.name != triedGrid)
      given.addArgument("--try", what.name);
  for (std::size_t n = 0; n < units.size(); ++n) {
    progress.show(n + 1, units[n].front());
    try {
      std::vector<Report> reports(columns.size()); // of this file alone: a bad one leaves nothing behind
      read.insert(units[n].begin(), units[n].end());
      for (const Input &input : readInputs(units[n], command, ownHeaders, given, launches)) {
        kernels += input.program.kernels.size();
        met.insert(input.listed.names.begin(), input.listed.names.end());
        const std::vector<Gate> &gates = command.failOn.empty() ? input.config.failOn : command.failOn;
        baseline.meet(input.config, input.roots, !gates.empty());
        read.insert(input.dependencies.begin(), input.dependencies.end());
        read.insert(input.config.files.begin(), input.config.files.end());
        for (std::size_t v = 0; v < variants.size(); ++v) {
          Report report = auditInput(input, variants[v].command);
          applyGates(report, gates);
          if (v == 0 && command.tries.empty()) {
            checkBudgets(report, command.budgets.empty() ? input.config.budgets : command.budgets, budgets);
            std::set<std::string> whole;
            if (command.kernelPattern.empty())
              whole.insert(input.program.sourceFile);
            for (const std::string &line : brokenExpectations(accessesOf(report), sourceReaderOf(input.roots), whole))
              broken.push_back(line);
          }
          mergeInto(reports[v], std::move(report));
        }
      }
      for (std::size_t v = 0; v < variants.size(); ++v)
        mergeInto(columns[v].report, std::move(reports[v]));
      anyGood = true;
    } catch (const std::exception &error) {
      progress.clear();
      complain(error.what());
      anyBad = true;
    }
  }
  progress.clear();
  if (!anyGood)
    return ExitBadInput;
  if (columns.front().report.kernels.empty() && !command.isPartOfBuild()) {
    complain(fmt::format("--kernel: '{}' matches none of the {} kernels; {}", command.kernelPattern, kernels,
                         howKernelsLook));
    return ExitBadInput;
  }
  bool isTried = true; // each of the names
  if (!command.isPartOfBuild())
    for (const std::string &line : given.complaints()) {
      complain(line);
      isTried &= !line.starts_with("--try");
    }
  if (!isTried)
    return ExitBadInput;
  // A launch that was asked for is missing in the report; of what is said besides, there is only less than was meant.
  ofBudgets.insert(ofBudgets.end(), command.kernels.begin(), command.kernels.end());
  for (const KernelSettings &settings : ofBudgets)
    if (!given.isMet(settings) && !command.isPartOfBuild())
      return ExitBadInput;
  if (const std::string note = strangersNote(launches, met); !note.empty())
    for (TryColumn &column : columns) {
      column.report.notes.push_back(note);
      column.report.units.back().launchNotes.push_back(note);
    }
  Report &report = columns.front().report;
  nameFindings(report.findings); // over all files
  nameFindings(report.silenced);
  baseline.compare(report);
  writeOutput(command.output, render(columns, command));
  if (!command.dependencyFile.empty())
    writeWholeFile(command.dependencyFile,
                   dependencyText(command.output.empty() ? "-" : command.output, {read.begin(), read.end()}));
  if (command.updateBaseline && !anyBad) // a file that was not read has no findings to forget
    baseline.update(report, filesOf(report));
  else if (command.updateBaseline)
    complain(baseline.name() + ": not updated: of files that failed nothing is known; mend them, or leave them out");
  for (const std::string &line : budgets.exceeded())
    broken.push_back(line);
  for (const std::string &line : broken)
    complain(line);
  const bool gate = command.tries.empty() && !command.updateBaseline && (isGateClosed(report) || !broken.empty());
  return anyBad ? ExitBadInput : gate ? ExitGate : ExitGood;
}

} // namespace sectorscope
