// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/UpdateCommand.h"

#include "adapter/OutputFile.h"
#include "adapter/Project.h"
#include "cli/CheckPattern.h"
#include "cli/InputFiles.h"
#include "cli/Inputs.h"
#include "cli/Outcome.h"
#include "cli/ParseWithSettings.h"
#include "cli/RunLines.h"
#include "cli/UpdateChecks.h"
#include "model/MergeReports.h"
#include "report/Check.h"
#include "report/UpdateExpectations.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

/// The command of a RUN line. Throws UsageError that names it.
ParsedCommandLine parsedRun(const CheckRun &run, const std::string &file) {
  try {
    return parseWithSettings(run.audit);
  } catch (const UsageError &error) {
    throw UsageError(run.line ? fmt::format("{}:{}: {}", file, run.line, error.what()) : error.what());
  }
}

/// The report of the audit that `run` asks for, and what it calls `file`. Throws UsageError.
Report reportOf(const CheckRun &run, const std::string &file, const std::string &executable, std::string &nameOfFile) {
  const ParsedCommandLine parsed = parsedRun(run, file);
  if (!parsed.audit || !parsed.audit->project.database.empty() || !parsed.audit->tries.empty())
    throw UsageError(file + ": audits of single files can be followed; leave out -p, --try and --help");
  const AuditCommand &command = *parsed.audit;
  const LaunchList launches = launchesOf(command.launchesFile);
  GivenNames given;
  Report report;
  for (const std::vector<std::string> &unit : unitsOf(command.inputs, command.link))
    for (const Input &input : readInputs(unit, command, findOwnHeaders(executable), given, launches)) {
      if (std::ranges::find(unit, file) != unit.end())
        nameOfFile = nameInReport(file, input.roots.front());
      mergeInto(report, auditInput(input, command));
    }
  return report;
}

std::vector<std::string> checkLinesOf(const Report &report) {
  std::stringstream text;
  printCheck(report, text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);)
    lines.push_back(line);
  return lines;
}

/// Edits of several runs together. A line that they want differently is left.
SourceEdits together(const std::vector<SourceEdits> &runs, const std::vector<std::set<unsigned>> &linesOfRuns) {
  SourceEdits all;
  std::map<unsigned, std::vector<SourceEdit>> wanted;
  std::set<unsigned> disputed;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::map<unsigned, std::vector<SourceEdit>> byLine;
    for (const unsigned line : linesOfRuns[run])
      byLine[line]; // where it already holds, nothing is wanted
    for (const SourceEdit &edit : runs[run].edits)
      byLine[edit.line].push_back(edit);
    for (const UnchangedLine &left : runs[run].left)
      byLine.erase(left.line);
    for (const auto &[line, edits] : byLine)
      if (const auto [at, isNew] = wanted.emplace(line, edits); !isNew && at->second != edits)
        disputed.insert(line);
    all.left.insert(all.left.end(), runs[run].left.begin(), runs[run].left.end());
  }
  for (const auto &[line, edits] : wanted)
    if (disputed.contains(line))
      all.left.push_back({line, "RUN lines want different numbers here; give each a --check-prefix of its own"});
    else
      all.edits.insert(all.edits.end(), edits.begin(), edits.end());
  return all;
}

void append(SourceEdits &to, const SourceEdits &from) {
  to.edits.insert(to.edits.end(), from.edits.begin(), from.edits.end());
  to.left.insert(to.left.end(), from.left.begin(), from.left.end());
}

/// What to change in one file. Throws UsageError.
SourceEdits editsOf(const std::string &file, const std::string &source, const UpdateCommand &command,
                    const std::string &executable) {
  std::vector<CheckRun> runs = checkRunsIn(source, file);
  SourceEdits all;
  for (const CheckRun &run : runs)
    if (!run.problem.empty())
      all.left.push_back({run.line, run.problem});
  if (runs.empty()) {
    if (expectationsIn(source).empty())
      throw UsageError(file + ": neither a RUN line that audits %s, nor sectorscope-expect: nothing to update");
    std::vector<std::string> words = {"audit", file};
    words.insert(words.end(), command.auditOptions.begin(), command.auditOptions.end());
    runs.push_back({0, words, {}, ""});
  }
  std::vector<SourceEdits> ofRuns;
  std::vector<std::set<unsigned>> linesOfRuns;
  std::vector<KernelSummary> kernels;
  std::string name = file;
  for (const CheckRun &run : runs) {
    if (!run.problem.empty())
      continue;
    const Report report = reportOf(run, file, executable, name);
    const std::vector<KernelSummary> seen = accessesOf(report);
    kernels.insert(kernels.end(), seen.begin(), seen.end());
    if (run.prefixes.empty())
      continue;
    ofRuns.push_back(updateCheckLines(source, run.prefixes, checkLinesOf(report)));
    std::set<unsigned> &lines = linesOfRuns.emplace_back();
    for (const CheckPattern &pattern : checkPatternsIn(source, run.prefixes))
      lines.insert(pattern.line);
  }
  append(all, together(ofRuns, linesOfRuns));
  if (!kernels.empty())
    append(all, updateExpectations(source, name, kernels));
  return all;
}

void updateFile(const std::string &file, const UpdateCommand &command, const std::string &executable) {
  const auto source = readFile(file);
  if (!source)
    throw UsageError(file + ": cannot be read; name a source file with CHECK lines or sectorscope-expect");
  SourceEdits edits = editsOf(file, *source, command, executable);
  if (!command.dryRun && !edits.edits.empty()) {
    const fs::perms permissions = fs::status(file).permissions();
    writeWholeFile(file, applied(*source, edits.edits));
    fs::permissions(file, permissions);
  }
  for (const std::string &line : editLines(edits.edits))
    std::printf("%s:%s\n", file.c_str(), line.c_str());
  std::ranges::sort(edits.left);
  for (const UnchangedLine &left : edits.left)
    complain(fmt::format("{}:{}: not changed: {}", file, left.line, left.reason));
}

} // namespace

CLI::App &declareUpdate(CLI::App &app, UpdateCommand &command) {
  CLI::App &update =
      *app.add_subcommand("update-checks", "rewrite the numbers that source files expect, after a wanted change");
  update.set_help_flag("-h,--help", "show this help");
  update
      .add_option("FILE", command.files,
                  "source files with RUN and CHECK lines, or sectorscope-expect; options of the audit for those\n"
                  "without a RUN line stand behind --")
      ->required();
  update.add_flag("--dry-run", command.dryRun, "say what would change, and write nothing");
  return update;
}

int runUpdate(const UpdateCommand &command, const std::string &executable) {
  bool anyBad = false;
  for (const std::string &file : command.files)
    try {
      updateFile(file, command, executable);
    } catch (const std::exception &error) {
      complain(error.what());
      anyBad = true;
    }
  return anyBad ? ExitBadInput : ExitGood;
}

} // namespace sectorscope
