// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "project/ProjectReport.h"

#include "model/FormatNumber.h"
#include "report/RecordTables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <regex>
#include <sstream>

namespace sectorscope {

namespace {

std::string plural(std::size_t count, const char *word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

std::string namesOf(const std::vector<std::string> &files) {
  constexpr std::size_t shown = 2;
  std::string text;
  for (std::size_t i = 0; i < files.size() && i < shown; ++i)
    text += (i ? ", " : "") + files[i];
  return files.size() > shown ? fmt::format("{} and {} more", text, files.size() - shown) : text;
}

/// The last line of ours.
std::string lastLine(const std::string &messages) {
  constexpr std::string_view ours = "sectorscope: ";
  std::string last;
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(ours))
      last = line.substr(ours.size());
  return last;
}

} // namespace

void addFailure(ProjectReport &project, const std::string &reason, const std::string &remedy, const std::string &file) {
  const auto known = std::ranges::find(project.failures, reason, &FileFailure::reason);
  if (known != project.failures.end())
    known->files.push_back(file);
  else
    project.failures.push_back({reason, remedy, {file}});
}

FileFailure failureIn(const std::string &messages, int exitCode, int signal, const std::string &file) {
  if (signal)
    return {fmt::format("the analysis was ended by signal {} ({})", signal, ::strsignal(signal)),
            signal == 9 ? "memory may have run out: fewer at once with -j" : "please report it with the file",
            {file}};
  std::string line = lastLine(messages);
  if (line.starts_with(file + ": "))
    line.erase(0, file.size() + 2);
  std::smatch found;
  if (std::regex_search(messages, found, std::regex("fatal error: ('[^']+') file not found")))
    return {
        fmt::format("{} is not found", found[1].str()), "build what makes it, or install what it belongs to", {file}};
  if (line.starts_with("does not compile") && std::regex_search(messages, found, std::regex(": error: ([^\n]+)")))
    return {found[1].str(),
            "clang says more of it: sectorscope audit FILE, with the options of its build behind --",
            {file}};
  const std::size_t end = line.find("; ");
  if (line.empty())
    return {fmt::format("the analysis ended with exit code {}", exitCode), "please report it with the file", {file}};
  return {line.substr(0, end), end == std::string::npos ? "" : line.substr(end + 2), {file}};
}

std::vector<std::string> fileLines(const ProjectReport &project) {
  std::vector<std::string> lines;
  std::string first = fmt::format("{} of {} analysed", project.analysed, plural(project.files, "file"));
  if (project.fromCache)
    first += fmt::format(", {} from the cache", project.fromCache);
  lines.push_back(first);
  const auto add = [&](std::size_t count, const char *what) {
    if (count)
      lines.push_back(fmt::format("{} {}", plural(count, "file"), what));
  };
  add(project.withoutKernels, "without kernels");
  add(project.notCuda, "not CUDA");
  add(project.filteredOut, "left out by --file-filter");
  if (project.duplicates)
    lines.push_back(fmt::format("{} more that say the same", project.duplicates));
  for (const FileFailure &failure : project.failures)
    lines.push_back(fmt::format("{} failed: {} ({}){}{}", plural(failure.files.size(), "file"), failure.reason,
                                namesOf(failure.files), failure.remedy.empty() ? "" : "; ", failure.remedy));
  if (!project.dropped.empty()) {
    std::string names;
    for (const std::string &name : project.dropped)
      names += (names.empty() ? "" : ", ") + name;
    lines.push_back("options of the build that are not followed: " + names);
  }
  return lines;
}

void printProject(const ProjectReport &project, const TextOptions &options, std::ostream &out) {
  const Coverage &c = project.coverage;
  const std::size_t accesses = c.exact + c.bounded + c.unknown;
  out << fmt::format(
      "Sectorscope: {} of {} analysed, {}, {}, {} (target {}, {})\n", project.analysed, plural(project.files, "file"),
      plural(project.kernels, "kernel"), accesses == 1 ? "1 access" : fmt::format("{} accesses", accesses),
      plural(project.report.findings.size(), "finding"), project.report.arch, project.report.profileName);
  if (options.records)
    printRecords(project.report.records, options, out);
  printFindings(project.report, options, out);
  out << "\nFiles\n";
  for (const std::string &line : fileLines(project))
    out << "  " << line << '\n';
  const std::size_t all = accesses + c.notAnalysed;
  const auto share = [&](std::size_t part) {
    return fmt::format("{} ({} %)", part,
                       formatCount(all ? 100.0 * static_cast<double>(part) / static_cast<double>(all) : 0, 1));
  };
  out << fmt::format("\nHow sure\n  exact {}, bounded {}, unknown {}, not analysed {}\n", share(c.exact),
                     share(c.bounded), share(c.unknown), share(c.notAnalysed));
  for (const std::string &assumption : project.report.assumptions)
    out << "  assumed: " << assumption << '\n';
  for (const std::string &note : project.report.notes)
    out << "  note: " << note << '\n';
}

} // namespace sectorscope
