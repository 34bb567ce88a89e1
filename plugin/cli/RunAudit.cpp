// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/RunAudit.h"

#include "adapter/GivenNames.h"
#include "adapter/KernelLaunches.h"
#include "adapter/Launches.h"
#include "adapter/Project.h"
#include "cli/OutputFile.h"
#include "frontend/InputFile.h"
#include "frontend/LoadIr.h"
#include "ir/ReadModule.h"
#include "model/MergeReports.h"
#include "report/Check.h"
#include "report/Json.h"
#include "report/Statistics.h"
#include "report/Suppressions.h"
#include "report/Text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

/// What a .cu file is compiled for where nobody says.
constexpr const char *defaultArch = "sm_90";

void complain(const std::string &line) { std::fprintf(stderr, "sectorscope: %s\n", line.c_str()); }

bool isCudaSource(const std::string &file) { return fs::path(file).extension() == ".cu"; }

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

/// `files`: one, or several to link.
CompileResult loadModule(const std::vector<std::string> &files, const AuditCommand &command, const Config &config,
                         const std::string &ownHeaders) {
  const auto source = std::find_if(files.begin(), files.end(), isCudaSource);
  if (source == files.end())
    return loadLinkedIr(files);
  const std::string &file = *source;
  if (command.link)
    throw UsageError(file + ": --link takes LLVM IR; write it with clang++ --cuda-device-only -fgpu-rdc -emit-llvm -c");
  CompileRequest request;
  request.file = file;
  request.arch = command.arch.value_or(config.arch.value_or(defaultArch));
  request.toolkit = command.toolkit;
  request.toolkitPath = command.toolkitPath;
  request.ownHeaders = ownHeaders;
  request.extraArgs = command.clangArgs;
  request.readsLaunches = !command.noHostLaunches;
  request.color = ::isatty(STDERR_FILENO) != 0;
  return compileCuda(request);
}

/// What is said of this kernel alone: on the command line, else in the project's settings, whose blocks, grids and
/// arguments for all kernels the command line overrides.
std::vector<LaunchShape> ownLaunchesOf(const Kernel &kernel, const AuditCommand &command, const Config &config) {
  std::vector<LaunchShape> launches;
  for (const KernelSettings &settings : command.kernels)
    if (isNamed(kernel, settings.kernel))
      launches.push_back(settings.launch);
  if (!launches.empty())
    return launches;
  for (const KernelSettings &settings : config.kernels)
    if (isNamed(kernel, settings.kernel)) {
      LaunchShape &launch = launches.emplace_back(settings.launch);
      if (command.block || command.anyBlock)
        launch.block.reset();
      if (command.grid)
        launch.grid.reset();
      for (const auto &[name, value] : command.arguments)
        launch.arguments.erase(name);
      for (const auto &[name, of] : command.multiples)
        launch.multiples.erase(name);
    }
  return launches;
}

/// `launches`: those of the option --launches, before those of the host code.
AuditOptions optionsFor(const AuditCommand &command, const Config &config, const LaunchList &launches,
                        const HostLaunchMap &fromHost) {
  AuditOptions options;
  const bool given = command.block || command.anyBlock; // the command line wins over the project
  options.block = given ? command.block : config.block;
  options.anyBlock = given ? command.anyBlock : config.anyBlock;
  options.grid = command.grid ? command.grid : config.grid;
  options.arguments = config.arguments;
  for (const auto &[name, value] : command.arguments)
    options.arguments.insert_or_assign(name, value);
  options.traffic = command.traffic;
  options.multiples = config.multiples;
  for (const auto &[name, of] : command.multiples)
    options.multiples.insert_or_assign(name, of);
  options.pointerAlignment = config.pointerAlignment.value_or(options.pointerAlignment);
  options.ownLaunches = [&](const Kernel &kernel) { return ownLaunchesOf(kernel, command, config); };
  options.hostLaunches = [&launches, &fromHost](const Kernel &kernel) {
    if (const auto found = launches.find(kernel.mangled); found != launches.end())
      return found->second;
    const auto found = fromHost.find(kernel.mangled);
    return found != fromHost.end() ? launchesFor(kernel, found->second) : std::vector<LaunchShape>();
  };
  if (!command.kernelPattern.empty())
    options.kernelFilter = [pattern = std::regex(command.kernelPattern)](const Kernel &kernel) {
      return std::regex_search(kernel.name, pattern) || std::regex_search(kernel.mangled, pattern);
    };
  return options;
}

/// What one file, or several that are linked, contribute.
struct FileResult {
  Report report;
  std::vector<Gate> failOn;
  std::vector<std::string> kernelNames; ///< of all, whatever is asked for
};

/// Throws UsageError with the one line to print.
FileResult auditFiles(const std::vector<std::string> &files, const AuditCommand &command, const std::string &ownHeaders,
                      const LaunchList &launches, GivenNames &given) {
  const std::string &file = files.front();
  const Config config = configFor(file);
  for (const KernelSettings &settings : config.kernels)
    given.addKernel(settings);
  CompileResult loaded = loadModule(files, command, config, ownHeaders);
  if (!loaded.error.empty()) {
    // What clang said stands above the one line that sums it up.
    std::fputs(loaded.diagnostics.c_str(), stderr);
    throw UsageError(loaded.error);
  }
  FileResult result;
  std::string crash = runGuarded([&] {
    const std::string root = projectRootOf(file);
    ReadOptions readOptions;
    readOptions.projectRoot = root;
    for (const std::string &folder : loaded.systemHeaderDirs)
      readOptions.systemFolders.push_back(fs::absolute(folder).lexically_normal().string());
    Program program = readModule(*loaded.module, readOptions);
    program.sourceFile = nameInReport(file, root); // IR names the place where it was compiled
    for (Kernel &kernel : program.kernels) {
      result.kernelNames.push_back(kernel.shortNames.empty() ? kernel.name : kernel.shortNames.back());
      nameFields(kernel, loaded.fieldNames);
      given.meet(kernel, loaded.fieldNames);
    }
    const std::string profileArch = command.arch           ? *command.arch
                                    : config.arch          ? *config.arch
                                    : program.arch.empty() ? std::string(defaultArch)
                                                           : program.arch;
    const TargetChoice choice = targetFor(profileArch);
    for (auto &[kernel, shapes] : loaded.hostLaunches.byKernel)
      for (HostLaunchShape &launch : shapes)
        launch.shape.place.file = nameInReport(launch.shape.place.file, root);
    result.report = audit(program, choice.target, optionsFor(command, config, launches, loaded.hostLaunches.byKernel));
    result.report.arch = profileArch;
    if (!choice.note.empty())
      result.report.notes.push_back(choice.note);
    result.report.notes.insert(result.report.notes.end(), loaded.notes.begin(), loaded.notes.end());
    for (const HostNote &note : loaded.hostLaunches.notes)
      result.report.notes.push_back(
          note.place.line ? fmt::format("{}:{}: {}", nameInReport(note.place.file, root), note.place.line, note.text)
                          : fmt::format("{}: {}", program.sourceFile, note.text));
    const std::size_t silenced = removeSilenced(
        result.report, [&](const std::string &name) { return readFile((fs::path(root) / name).string()); },
        config.disabledRules);
    if (silenced)
      result.report.notes.push_back(
          fmt::format("{}: {} finding{} silenced by NOLINT", program.sourceFile, silenced, silenced == 1 ? "" : "s"));
  });
  if (!crash.empty())
    throw UsageError(fmt::format("{}: the analysis failed: {}; please report it with this file", file, crash));
  if (result.kernelNames.empty())
    throw UsageError(
        fmt::format("{}: no kernels; name a file with __global__ functions (templates need an instance)", file));
  result.failOn = command.failOn.empty() ? config.failOn : command.failOn;
  return result;
}

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

std::string render(const Report &report, const AuditCommand &command) {
  std::ostringstream out;
  switch (command.format) {
  case ReportFormat::Json:
    printJson(report, out);
    break;
  case ReportFormat::Check:
    printCheck(report, out);
    break;
  case ReportFormat::Text:
    printText(report, textOptionsFor(command), out);
    break;
  case ReportFormat::Statistics:
    printStatistics(report, textOptionsFor(command), out);
    break;
  }
  return out.str();
}

} // namespace

/// Throws UsageError.
static LaunchList readLaunches(const std::string &file) {
  if (file.empty())
    return {};
  const auto text = readFile(file);
  if (!text)
    throw UsageError(fmt::format("--launches: {} cannot be read; name a file that exists", file));
  return parseLaunches(*text, file);
}

int runAudit(const AuditCommand &command, const std::string &executable) {
  bool anyBad = false, gate = false, anyGood = false;
  const std::vector<std::string> files = expandFolders(command.inputs, anyBad);
  const std::string ownHeaders = findOwnHeaders(executable);
  const LaunchList launches = readLaunches(command.launchesFile);
  std::vector<std::vector<std::string>> units; // what is analysed together
  for (const std::string &file : files)
    if (command.link && !units.empty())
      units.front().push_back(file);
    else
      units.push_back({file});
  const Progress progress(units.size());
  Report whole;
  std::vector<std::string> kernelNames;
  GivenNames given;
  for (const KernelSettings &settings : command.kernels)
    given.addKernel(settings);
  for (const auto &[name, value] : command.arguments)
    given.addArgument("--assume", name);
  for (const auto &[name, of] : command.multiples)
    given.addArgument("--assume", name);
  for (std::size_t n = 0; n < units.size(); ++n) {
    progress.show(n + 1, units[n].front());
    try {
      FileResult result = auditFiles(units[n], command, ownHeaders, launches, given);
      gate = gateClosed(result.report, result.failOn) || gate;
      kernelNames.insert(kernelNames.end(), result.kernelNames.begin(), result.kernelNames.end());
      mergeInto(whole, std::move(result.report));
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
  if (whole.kernels.empty()) {
    complain(fmt::format("--kernel: '{}' matches none of the {} kernels; names look like 'saxpy(float*, int)'",
                         command.kernelPattern, kernelNames.size()));
    return ExitBadInput;
  }
  for (const std::string &line : given.complaints())
    complain(line);
  // A launch that was asked for is missing in the report; of what is said besides, there is only less than was meant.
  for (const KernelSettings &settings : command.kernels)
    if (!given.isMet(settings))
      return ExitBadInput;
  const std::string text = render(whole, command);
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
