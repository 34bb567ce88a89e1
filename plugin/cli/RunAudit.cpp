// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/RunAudit.h"

#include "adapter/Project.h"
#include "cli/Inputs.h"
#include "cli/OutputFile.h"
#include "cli/Tries.h"
#include "model/MergeReports.h"
#include "report/Check.h"
#include "report/Json.h"
#include "report/ReadLaunches.h"
#include "report/Statistics.h"
#include "report/Text.h"
#include "report/TryTable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

void complain(const std::string &line) { std::fprintf(stderr, "sectorscope: %s\n", line.c_str()); }

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
      if (isCudaSource(at->path().string()) && at->is_regular_file(ignored))
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

/// The progress line: only where a person watches, and gone before anything else is printed.
class Progress {
public:
  explicit Progress(std::size_t files) : files(files), shown(files > 1 && ::isatty(STDERR_FILENO) != 0) {}
  ~Progress() { clear(); }
  void show(std::size_t number, const std::string &file) const {
    if (shown)
      std::fprintf(stderr, "\r\033[K[%zu/%zu] %s", number, files, file.c_str());
  }
  void clear() const {
    if (shown)
      std::fprintf(stderr, "\r\033[K");
  }

private:
  std::size_t files;
  bool shown;
};

unsigned terminalWidth() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
    return std::min<unsigned>(size.ws_col, 160);
  return TextOptions().width;
}

TextOptions textOptionsFor(const AuditCommand &command) {
  TextOptions options;
  if (command.output.empty() && ::isatty(STDOUT_FILENO)) {
    const char *noColor = std::getenv("NO_COLOR");
    options.color = !noColor || !*noColor;
    options.width = terminalWidth();
  }
  return options;
}

std::string render(const std::vector<TryColumn> &columns, const AuditCommand &command) {
  const Report &report = columns.front().report;
  std::ostringstream out;
  switch (command.format) {
  case ReportFormat::Json:
    if (command.tries.empty())
      printJson(report, out);
    else
      printTryJson(columns, out);
    break;
  case ReportFormat::Check:
    printCheck(report, out);
    break;
  case ReportFormat::Text:
    if (command.tries.empty())
      printText(report, textOptionsFor(command), out);
    else
      printTryText(columns, textOptionsFor(command), out);
    break;
  case ReportFormat::Statistics:
    printStatistics(report, textOptionsFor(command), out);
    break;
  }
  return out.str();
}

} // namespace

/// Throws UsageError.
static LaunchList launchesOf(const std::string &file) {
  if (file.empty())
    return {};
  const auto text = readFile(file);
  if (!text)
    throw UsageError(fmt::format("--launches: {} cannot be read; name a file that exists", file));
  return readLaunches(*text, file);
}

int runAudit(const AuditCommand &command, const std::string &executable) {
  bool anyBad = false, gate = false, anyGood = false;
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
  for (const Variant &variant : variants)
    columns.push_back({variant.tried, {}});
  std::size_t kernels = 0;   // whatever is asked for
  std::set<std::string> met; // kernels of the list of launches
  GivenNames given;
  for (const KernelSettings &settings : command.kernels)
    given.addKernel(settings);
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
      for (const Input &input : readInputs(units[n], command, ownHeaders, given, launches)) {
        kernels += input.program.kernels.size();
        met.insert(input.listed.names.begin(), input.listed.names.end());
        const std::vector<Gate> &gates = command.failOn.empty() ? input.config.failOn : command.failOn;
        for (std::size_t v = 0; v < variants.size(); ++v) {
          Report report = auditInput(input, variants[v].command);
          gate |= command.tries.empty() && gateClosed(report, gates);
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
  if (columns.front().report.kernels.empty()) {
    complain(fmt::format("--kernel: '{}' matches none of the {} kernels; names look like 'saxpy(float*, int)'",
                         command.kernelPattern, kernels));
    return ExitBadInput;
  }
  bool isTried = true; // each of the names
  for (const std::string &line : given.complaints()) {
    complain(line);
    isTried &= !line.starts_with("--try");
  }
  if (!isTried)
    return ExitBadInput;
  // A launch that was asked for is missing in the report; of what is said besides, there is only less than was meant.
  for (const KernelSettings &settings : command.kernels)
    if (!given.isMet(settings))
      return ExitBadInput;
  if (const std::string note = strangersNote(launches, met); !note.empty())
    for (TryColumn &column : columns) {
      column.report.notes.push_back(note);
      column.report.units.back().launchNotes.push_back(note);
    }
  const std::string text = render(columns, command);
  if (command.output.empty()) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
      complain("standard output cannot be written");
      return ExitBadInput;
    }
  } else {
    writeWholeFile(command.output, text);
  }
  return anyBad ? ExitBadInput : gate ? ExitGate : ExitGood;
}

} // namespace sectorscope
