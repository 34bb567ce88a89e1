// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/RunProject.h"

#include "adapter/GivenNames.h"
#include "adapter/OutputFile.h"
#include "adapter/Project.h"
#include "cli/Inputs.h"
#include "cli/Outcome.h"
#include "cli/Progress.h"
#include "cli/Render.h"
#include "cli/RunAudit.h"
#include "cli/RunGates.h"
#include "frontend/CompileCuda.h"
#include "model/MergeReports.h"
#include "project/ChildPool.h"
#include "project/CompilationDatabase.h"
#include "project/ProjectReport.h"
#include "project/ResultCache.h"
#include "project/TranslateCommand.h"
#include "report/Json.h"
#include "report/MergeJson.h"

#include "llvm/Config/llvm-config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <thread>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

/// One file under one command.
struct Unit {
  std::string file, name, directory, key;
  Config config;
  std::vector<std::string> command; ///< of the child, but for what names its outputs
  bool isGood = false;
};

/// The folder that all names are relative to: that of the project of the first file, where it holds them all, else the
/// innermost one that does.
std::string commonRoot(const std::vector<Unit> &units) {
  const std::string &first = units.front().file;
  std::string root = markedRootOf(first).value_or(fs::path(first).parent_path().string());
  for (const Unit &unit : units)
    while (root.size() > 1 && !unit.file.starts_with(root + "/"))
      root = fs::path(root).parent_path().string();
  return root;
}

class Project {
public:
  Project(const AuditCommand &command, std::string executable)
      : command(command), executable(std::move(executable)), database(databaseFile(command.project.database)),
        cache(cacheFolder()), headers(command.project.headerFilter), gates(command) {}

  int run();

private:
  std::string cacheFolder() const {
    const std::string &given = command.project.cache;
    if (given == "none")
      return "";
    return given.empty() ? (fs::path(database).parent_path() / ".sectorscope-cache").string()
                         : fs::absolute(given).lexically_normal().string();
  }
  void plan();
  void nameUnits();
  void analyse();
  void take(Unit &unit);
  void print();
  void printMerged() const;
  bool isAllThere() const;
  bool isShown(const Finding &finding) const;

  const AuditCommand &command;
  const std::string executable, database;
  ResultCache cache;
  const std::regex headers;
  std::vector<Unit> units;
  std::string root;
  ProjectReport project;
  RunGates gates;
  GivenNames given;              ///< kernels
  std::set<std::string> sources; ///< files of units, for --header-filter
  std::set<std::string> looked;  ///< files that accesses may be in, for --update-baseline
};

void Project::plan() {
  const std::regex filter(command.project.fileFilter);
  std::set<std::string> met;
  std::error_code ignored;
  for (const CompileCommand &entry : readCompilationDatabase(database)) {
    const AuditArguments translated = translateCommand(entry.arguments, entry.file);
    std::string identity = entry.file + '\n' + translated.arch + '\n' + entry.directory;
    for (const std::string &argument : translated.clangArgs)
      identity += '\n' + argument;
    if (!met.insert(identity).second) {
      ++project.duplicates;
      continue;
    }
    ++project.files;
    if (!command.project.fileFilter.empty() && !std::regex_search(entry.file, filter)) {
      ++project.filteredOut;
    } else if (!translated.isCuda && !entry.file.empty() && !entry.arguments.empty()) {
      ++project.notCuda; // whatever is wrong with its command
    } else if (!entry.problem.empty() || !translated.problem.empty()) {
      const std::string problem = entry.problem.empty() ? translated.problem : entry.problem;
      const std::size_t end = problem.find("; ");
      addFailure(project, problem.substr(0, end),
                 end == std::string::npos ? "audit the file by itself, with its options behind --"
                                          : problem.substr(end + 2),
                 entry.file.empty() ? "no file" : fs::path(entry.file).filename().string());
    } else if (!fs::is_directory(entry.directory, ignored)) {
      addFailure(project, fmt::format("there is no folder {}, in which its command runs", entry.directory),
                 "build the project first, or write the database anew on this machine",
                 fs::path(entry.file).filename().string());
    } else {
      project.dropped.insert(translated.dropped.begin(), translated.dropped.end());
      Unit &unit = units.emplace_back();
      unit.file = entry.file;
      unit.directory = entry.directory;
      unit.config = configFor(entry.file);
      if (!command.arch && !translated.arch.empty() && !unit.config.arch)
        unit.command.push_back("--arch=" + translated.arch);
      unit.command.insert(unit.command.end(), command.passedOn.begin(), command.passedOn.end());
      unit.command.emplace_back("--");
      unit.command.insert(unit.command.end(), translated.clangArgs.begin(), translated.clangArgs.end());
      unit.command.insert(unit.command.end(), command.clangArgs.begin(), command.clangArgs.end());
    }
  }
}

/// Names in the report, and keys in the cache.
void Project::nameUnits() {
  root = command.root.empty() ? commonRoot(units) : fs::absolute(command.root).lexically_normal().string();
  std::vector<std::string> about = {toolVersion(), LLVM_VERSION_STRING, root,
                                    ResultCache::keyOf({readFile(executable).value_or("")})};
  for (const char *name : {"SECTORSCOPE_CONFIG", "SECTORSCOPE_HEADERS", "SECTORSCOPE_CLANG_RESOURCE_DIR", "CUDA_PATH",
                           "CUDA_HOME", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    about.emplace_back(std::getenv(name) ? std::getenv(name) : "");
  for (Unit &unit : units) {
    unit.name = nameInReport(unit.file, root);
    sources.insert(unit.name);
    std::vector<std::string> texts = about;
    texts.insert(texts.end(), {unit.file, unit.directory, findUpwards(unit.file, ".sectorscope.yaml").value_or("")});
    texts.insert(texts.end(), unit.command.begin(), unit.command.end());
    unit.key = ResultCache::keyOf(texts);
  }
}

bool Project::isShown(const Finding &finding) const {
  return command.project.headerFilter.empty() || sources.contains(finding.place.file) ||
         std::regex_search(finding.place.file, headers);
}

/// The result of a unit into that of the project.
void Project::take(Unit &unit) {
  ReportSummary summary;
  try {
    summary = readReportSummary(readFile(cache.reportFile(unit.key)).value_or(""));
  } catch (const std::exception &error) {
    addFailure(project, fmt::format("its report {}", error.what()), "remove the folder of --cache and try again",
               unit.name);
    return;
  }
  unit.isGood = true;
  looked.insert(unit.name);
  looked.merge(filesOf(summary));
  if (summary.kernels.empty()) {
    ++project.withoutKernels;
    return;
  }
  ++project.analysed;
  Report part;
  part.arch = summary.arch;
  part.llvmVersion = summary.llvmVersion;
  part.profileName = summary.profileName;
  part.findings = std::move(summary.findings);
  part.silenced = std::move(summary.silenced);
  part.records = std::move(summary.records);
  part.assumptions = std::move(summary.assumptions);
  part.notes = std::move(summary.notes);
  std::erase_if(part.findings, [&](const Finding &finding) { return !isShown(finding); });
  gates.mark(part, unit.config);
  for (const KernelSummary &known : summary.kernels) {
    Kernel kernel;
    kernel.name = known.name;
    kernel.mangled = known.mangled;
    kernel.shortNames = known.shortNames;
    given.meet(kernel, {});
    std::vector<LaunchExcess> launches;
    for (const LaunchSummary &launch : known.launches)
      if (launch.excess)
        launches.push_back(*launch.excess);
    gates.holdToBudgets(kernel, launches, unit.config);
  }
  gates.holdToExpectations(summary.kernels, sourceReaderOf({root}), unit.name);
  mergeInto(project.report, std::move(part));
  project.kernels += summary.kernels.size();
  project.coverage.exact += summary.coverage.exact;
  project.coverage.bounded += summary.coverage.bounded;
  project.coverage.unknown += summary.coverage.unknown;
  project.coverage.notAnalysed += summary.coverage.notAnalysed;
}

void Project::analyse() {
  std::vector<ChildJob> jobs;
  std::vector<std::size_t> unitOf;
  for (std::size_t i = 0; i < units.size(); ++i) {
    Unit &unit = units[i];
    if (cache.has(unit.key))
      continue;
    ChildJob &job = jobs.emplace_back();
    job.command = {executable,
                   "audit",
                   unit.file,
                   "--format=json",
                   "--output=" + cache.reportFile(unit.key),
                   "--dependency-file=" + cache.dependencyFile(unit.key),
                   "--root=" + root};
    job.command.insert(job.command.end(), unit.command.begin(), unit.command.end());
    job.directory = unit.directory;
    job.outputFile = cache.messageFile(unit.key);
    unitOf.push_back(i);
  }
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  Progress progress(jobs.size());
  std::vector<ChildResult> results(jobs.size());
  std::size_t ended = 0;
  progress.show(0, "");
  runJobs(jobs, command.project.jobs ? command.project.jobs : processors, [&](const ChildResult &result) {
    results[result.job] = result;
    const Unit &unit = units[unitOf[result.job]];
    if (result.exitCode == ExitGood || result.exitCode == ExitGate)
      cache.keep(unit.key);
    progress.show(++ended, unit.name);
  });
  progress.clear();
  // In the order of the database, whatever the order in which they ended.
  std::size_t next = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (next == unitOf.size() || unitOf[next] != i) {
      const std::size_t before = project.analysed;
      take(units[i]);
      project.fromCache += project.analysed - before;
      continue;
    }
    const ChildResult &result = results[next++];
    if (result.exitCode == ExitGood || result.exitCode == ExitGate) {
      take(units[i]);
      continue;
    }
    const FileFailure failure = failureIn(readFile(cache.messageFile(units[i].key)).value_or(""), result.exitCode,
                                          result.signal, units[i].file);
    addFailure(project, failure.reason, failure.remedy, units[i].name);
  }
  std::ranges::stable_sort(project.failures,
                           [](const FileFailure &a, const FileFailure &b) { return a.files.size() > b.files.size(); });
}

/// Report by report, in the memory of one.
void Project::printMerged() const {
  std::vector<const Unit *> good;
  for (const Unit &unit : units)
    if (unit.isGood)
      good.push_back(&unit);
  std::size_t next = 0;
  const auto read = [&]() -> std::optional<std::string> {
    return next < good.size() ? readFile(cache.reportFile(good[next++]->key)) : std::nullopt;
  };
  streamOutput(command.output, [&](std::ostream &out) { mergeJsonReports(read, out); });
}

void Project::print() {
  std::ostringstream text;
  if (command.format == ReportFormat::Json)
    return printMerged();
  if (command.format == ReportFormat::Text)
    printProject(project, textOptionsFor(command), text);
  else
    text << render({{{}, project.report}}, command);
  writeOutput(command.output, text.str());
}

int Project::run() {
  plan();
  if (!cache.problem().empty())
    complain(cache.problem());
  if (units.empty()) {
    for (const std::string &line : fileLines(project))
      complain(line);
    throw UsageError(
        fmt::format("{}: no CUDA file to analyse; name another database, or a wider --file-filter", database));
  }
  nameUnits();
  for (const KernelSettings &settings : namedKernels(command))
    given.addKernel({settings.kernel, {}, settings.origin}); // summaries name no parameters
  for (const Unit &unit : units)
    gates.meet(unit.config, {root});
  analyse();
  Report &report = project.report;
  std::ranges::stable_sort(report.findings, [](const Finding &a, const Finding &b) {
    return std::pair(a.severity, a.wastedSectors) > std::pair(b.severity, b.wastedSectors);
  });
  gates.compare(report);
  if (project.analysed)
    print();
  if (command.format != ReportFormat::Text || !command.output.empty() || !project.analysed)
    for (const std::string &line : fileLines(project))
      complain(line);
  const bool isComplete = project.failures.empty();
  const bool isClosed = gates.areClosed(report, isComplete, std::move(looked));
  if (!isComplete) // what was named may be in what could not be read
    return ExitBadInput;
  return !isAllThere() ? ExitBadInput : isClosed ? ExitGate : ExitGood;
}

/// Whether the kernels that the command line names were met; complains of those that were not.
bool Project::isAllThere() const {
  std::vector<std::string> unmet = given.complaints();
  if (project.kernels == 0 && !command.kernelPattern.empty())
    unmet.push_back(nothingMatches(command.kernelPattern, "the kernels of the project"));
  for (const std::string &line : unmet)
    complain(line);
  return unmet.empty();
}

} // namespace

int runProject(const AuditCommand &command, const std::string &executable) {
  return Project(command, executable).run();
}

} // namespace sectorscope
