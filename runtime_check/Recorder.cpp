// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs Nsight Compute, exports its pages, and adds what they do not say.

#include "Recorder.h"

#include "Metrics.h"
#include "Process.h"
#include "ProfilerOutput.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <sstream>
#include <stdexcept>

namespace sectorscope::check {

namespace fs = std::filesystem;

namespace {

std::string profilerPath(const RecordOptions &options) {
  if (!options.ncu.empty()) {
    if (std::optional<std::string> found = findProgram(options.ncu, {options.ncu}))
      return *found;
    throw std::runtime_error(fmt::format("'{}' is not an executable file: give the path of ncu to --ncu", options.ncu));
  }
  std::vector<fs::path> places = {"/usr/local/cuda/bin/ncu"};
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator("/opt/nvidia/nsight-compute", error))
    places.push_back(entry.path() / "ncu");
  std::sort(places.begin() + 1, places.end(), std::greater<>()); // newest version first
  if (std::optional<std::string> found = findProgram("ncu", places))
    return *found;
  throw std::runtime_error("Nsight Compute is not here: install it (it comes with the CUDA toolkit) and put ncu on "
                           "PATH, or give its path to --ncu");
}

void checkDevice(const RecordOptions &options) {
  if (std::ranges::none_of(options.deviceNodes, [](const std::string &node) { return fs::exists(node); }))
    throw std::runtime_error(
        fmt::format("no NVIDIA GPU with a driver is here (none of {} exists): record on a machine that "
                    "has one; 'replay' needs none",
                    fmt::join(options.deviceNodes, ", ")));
}

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

/// What \p program prints to standard output; empty if it cannot be run or fails.
std::string outputOf(const std::vector<std::string> &program, const fs::path &scratch) {
  if (!findProgram(program[0], {program[0]}))
    return "";
  fs::path file = scratch / "output";
  return runProgram(program, file, scratch / "errors") == 0 ? readFile(file) : "";
}

/// Value of a row "Name","Value" on the session page.
std::string sessionValue(const std::string &page, const std::string &name) {
  std::string key = fmt::format("\"{}\",\"", name);
  std::size_t start = page.find(key);
  if (start == std::string::npos)
    return "";
  start += key.size();
  return page.substr(start, page.find('"', start) - start);
}

/// Runs the profiler, again without a metric that this part does not know, and returns the report it wrote.
fs::path profile(const RecordOptions &options, const std::string &ncu, const fs::path &directory) {
  std::vector<std::string> metrics = instructionMetrics();
  for (const LaunchCounter &counter : launchCounters())
    metrics.emplace_back(counter.metric);
  for (;;) {
    fs::path log = directory / "log", report = directory / "profile.ncu-rep";
    std::vector<std::string> command = {ncu,
                                        "--force-overwrite",
                                        "--target-processes",
                                        "all",
                                        "--clock-control",
                                        "none",
                                        "--cache-control",
                                        "all",
                                        "--set",
                                        "none",
                                        "--section",
                                        "SourceCounters",
                                        "--import-source",
                                        "yes",
                                        "--log-file",
                                        log.string(),
                                        "--metrics",
                                        fmt::format("{}", fmt::join(metrics, ",")),
                                        "--export",
                                        report.string()};
    if (!options.root.empty())
      command.insert(command.end(), {"--source-folders", options.root});
    if (!options.kernelRegex.empty())
      command.insert(command.end(), {"--kernel-name", "regex:" + options.kernelRegex});
    command.insert(command.end(), options.command.begin(), options.command.end());
    int code = runProgram(command);
    std::string text = fs::exists(log) ? readFile(log) : "";
    if (std::optional<std::string> metric = unknownMetric(text))
      if (std::erase_if(metrics, [&](const std::string &m) { return m == *metric || m.starts_with(*metric + "."); }))
        continue;
    if (code != 0 || !fs::exists(report))
      throw std::runtime_error(explainFailure(text, code));
    return report;
  }
}

/// Inline stacks from the program's own cubins; empty where the disassembler is missing.
InlineFrames inlineFrames(const RecordOptions &options, const fs::path &directory) {
  InlineFrames frames;
  std::optional<std::string> extractor = findProgram(options.cuobjdump, {options.cuobjdump});
  std::optional<std::string> disassembler = findProgram(options.nvdisasm, {options.nvdisasm});
  std::optional<std::string> program = findProgram(options.command[0], {options.command[0]});
  if (!extractor || !disassembler || !program)
    return frames;
  fs::path cubins = directory / "cubins";
  fs::create_directory(cubins);
  // cuobjdump writes into its working directory and has no option for another.
  runProgram({"/bin/sh", "-c", "cd \"$1\" && \"$2\" -xelf all \"$3\"", "sh", cubins.string(), *extractor,
              fs::absolute(*program).string()},
             directory / "output", directory / "errors");
  for (const fs::directory_entry &cubin : fs::directory_iterator(cubins))
    readDisassembly(outputOf({*disassembler, "-gi", "-c", cubin.path().string()}, directory), frames);
  return frames;
}

} // namespace

std::optional<std::string> unknownMetric(const std::string &log) {
  constexpr std::string_view before = "Failed to find metric ";
  std::size_t start = log.find(before);
  if (start == std::string::npos)
    return std::nullopt;
  std::string name = log.substr(start + before.size());
  name = name.substr(0, name.find_first_of(" \r\n"));
  if (name.starts_with("regex:^")) // regex:^name\.(sum|min|max|avg|pct|ratio|max_rate)$
    name = name.substr(7, name.find_first_of("\\($", 7) - 7);
  return name;
}

std::string explainFailure(const std::string &log, int exitCode) {
  auto says = [&](const char *text) { return log.find(text) != std::string::npos; };
  if (says("ERR_NVGPUCTRPERM"))
    return "no permission to read the GPU's performance counters (ERR_NVGPUCTRPERM): run as root, or load the nvidia "
           "kernel module with NVreg_RestrictProfilingToAdminUsers=0";
  if (says("LibraryNotLoaded") || says("Failed to initialize the profiler"))
    return "Nsight Compute could not reach the GPU's performance counters (profiler not initialised): run outside "
           "this sandbox or container, with a driver that is at least as new as ncu";
  if (says("is not an executable") || says("does not exist"))
    return "the program to record does not exist or is not executable: give its path after --";
  if (says("No kernels were profiled"))
    return "no kernel was profiled: the program launched none (or none that --kernel matches)";
  std::string last;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("==ERROR== "))
      last = line.substr(10);
  if (says("The application returned an error code"))
    return fmt::format("the program failed under the profiler ({}): run it alone first", last);
  return fmt::format("Nsight Compute failed with exit code {}{}{}", exitCode, last.empty() ? "" : ": ", last);
}

Record recordProgram(const RecordOptions &options) {
  const std::string ncu = profilerPath(options);
  checkDevice(options);
  if (!findProgram(options.command[0], {options.command[0]}))
    throw std::runtime_error(fmt::format("'{}' does not exist or is not executable", options.command[0]));
  TemporaryDirectory scratch;
  const fs::path report = profile(options, ncu, scratch.path());

  auto page = [&](const std::string &name, std::vector<std::string> more = {}) {
    std::vector<std::string> command = {
        ncu,      "--import", report.string(), "--csv", "--print-units", "base", "--print-kernel-base", "mangled",
        "--page", name};
    command.insert(command.end(), more.begin(), more.end());
    fs::path file = scratch.path() / "page";
    if (int code = runProgram(command, file, scratch.path() / "errors"))
      throw std::runtime_error(fmt::format("Nsight Compute could not export its page {} (exit code {})", name, code));
    return readFile(file);
  };
  ProfilerPages pages{page("raw"), page("source", {"--print-source", "sass"}),
                      page("source", {"--print-source", "cuda,sass"})};
  const std::string session = page("session");
  const InlineFrames frames = inlineFrames(options, scratch.path());

  Record record = parseProfile(pages, frames, options.root.empty() ? fs::current_path().string() : options.root);
  record.program = fs::path(options.command[0]).filename().string();
  record.compiler = options.compiler;
  record.driver =
      firstLine(outputOf({options.nvidiaSmi, "--query-gpu=driver_version", "--format=csv,noheader"}, scratch.path()));
  record.toolkit = sessionValue(session, "CUDA Version");
  record.profiler = "Nsight Compute " + sessionValue(session, "Nsight Compute Target");
  record.caches = "flushed before each pass (--cache-control all)";
  record.frames = frames.empty() ? "none" : "nvdisasm";
  record.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  return record;
}

} // namespace sectorscope::check
