// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/AuditAgain.h"

#include "model/MergeReports.h"
#include "report/ReadJson.h"
#include "report/SourceTexts.h"

#include <fmt/format.h>

#include <utility>

namespace sectorscope {

std::optional<TargetModel> targetOf(const AuditedUnit &unit) {
  for (const std::string &arch : builtinTargetNames())
    if (std::optional<TargetModel> target = builtinTarget(arch); target && target->name == unit.profileName)
      return target;
  return std::nullopt;
}

Report auditUnit(const Program &program, const AuditedUnit &from, const TargetModel &target,
                 const AuditOptions &options) {
  Report report = audit(program, target, options);
  report.arch = from.arch;
  AuditedUnit &unit = report.units.front();
  unit.arch = from.arch;
  unit.profileNote = from.profileNote;
  unit.disabledRules = from.disabledRules;
  unit.notes = from.notes;
  unit.launchNotes = from.launchNotes;
  if (!unit.profileNote.empty())
    report.notes.push_back(unit.profileNote);
  report.notes.insert(report.notes.end(), unit.notes.begin(), unit.notes.end());
  report.notes.insert(report.notes.end(), unit.launchNotes.begin(), unit.launchNotes.end());
  return report;
}

std::vector<LaunchShape> launchesIn(const LaunchesByKernel &list, const Kernel &kernel) {
  const auto found = list.find(kernel.mangled);
  return found != list.end() ? found->second : std::vector<LaunchShape>();
}

Report auditAgain(const std::string &json, const LaunchList &launches, const AgainOptions &given) {
  Report all;
  std::vector<ReadUnit> units = readJsonReport(json);
  std::set<std::string> met;
  for (std::size_t i = 0; i < units.size(); ++i) {
    ReadUnit &read = units[i];
    const std::optional<TargetModel> target = given.target ? given.target : targetOf(read.unit);
    if (!target)
      throw std::runtime_error(fmt::format("was made for '{}', which is no built-in profile", read.unit.profileName));
    MetLaunches seen = meet(read.program, launches, given.launchesPerKernel, given.kernelFilter);
    met.merge(seen.names);
    read.unit.launchNotes = std::move(seen.notes);
    if (i + 1 == units.size())
      if (const std::string note = strangersNote(launches, met); !note.empty())
        read.unit.launchNotes.push_back(note);
    AuditOptions options;
    options.kernelFilter = given.kernelFilter;
    options.pointerAlignment = read.unit.pointerAlignment;
    options.traffic = given.totals ? read.unit.trafficEffort : 0;
    options.hints = given.hints;
    options.hostLaunches = [&](const Kernel &kernel) { return launchesIn(seen.byKernel, kernel); };
    options.earlierLaunches = [&](const Kernel &kernel) {
      return seen.byKernel.contains(kernel.mangled) ? std::vector<LaunchShape>() : launchesIn(read.launches, kernel);
    };
    Report report = auditUnit(read.program, read.unit, *target, options);
    const SourceReader sourceOf = given.sourceOf
                                      ? given.sourceOf
                                      : [](const std::string &) -> std::optional<std::string> { return std::nullopt; };
    removeSilenced(report, sourceOf, read.unit.disabledRules);
    addSourceTexts(report, sourceOf);
    mergeInto(all, std::move(report));
  }
  return all;
}

} // namespace sectorscope
