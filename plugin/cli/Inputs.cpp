// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/Inputs.h"

#include "adapter/KernelLaunches.h"
#include "adapter/Project.h"
#include "cli/Tries.h"
#include "frontend/InputFile.h"
#include "frontend/LoadIr.h"
#include "ir/ReadModule.h"
#include "report/AuditAgain.h"
#include "report/ReadJson.h"
#include "report/SourceTexts.h"
#include "report/Suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <set>
#include <unistd.h>

namespace sectorscope {

namespace fs = std::filesystem;

namespace {

/// What a .cu file is compiled for where nobody says.
constexpr const char *defaultArch = "sm_90";

bool isReport(const std::string &file) { return fs::path(file).extension() == ".json"; }

std::string absoluteFolder(const std::string &folder) {
  std::error_code ignored;
  std::string path = fs::absolute(folder, ignored).lexically_normal().string();
  if (path.size() > 1 && path.back() == '/')
    path.pop_back();
  return path;
}

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

[[noreturn]] void failAfter(const std::string &crash, const std::string &file) {
  throw UsageError(fmt::format("{}: the analysis failed: {}; please report it with this file", file, crash));
}

Input readSource(const std::vector<std::string> &files, const AuditCommand &command, const std::string &ownHeaders,
                 GivenNames &given) {
  Input input{.file = files.front(), .config = configFor(files.front())};
  const Config &config = input.config;
  for (const KernelSettings &settings : config.kernels)
    given.addKernel(settings);
  CompileResult loaded = loadModule(files, command, config, ownHeaders);
  if (!loaded.error.empty()) {
    // What clang said stands above the one line that sums it up.
    std::fputs(loaded.diagnostics.c_str(), stderr);
    throw UsageError(loaded.error);
  }
  const std::string root = command.root.empty() ? projectRootOf(input.file) : absoluteFolder(command.root);
  input.roots = {root};
  std::set<std::string> read;
  for (const std::string &file : loaded.dependencies)
    read.insert(fs::absolute(file).lexically_normal().string());
  input.dependencies.assign(read.begin(), read.end());
  const std::string crash = runGuarded([&] {
    ReadOptions readOptions;
    readOptions.projectRoot = root;
    for (const std::string &folder : loaded.systemHeaderDirs)
      readOptions.systemFolders.push_back(fs::absolute(folder).lexically_normal().string());
    input.program = readModule(*loaded.module, readOptions);
    input.program.sourceFile = nameInReport(input.file, root); // IR names the place where it was compiled
    for (auto &[kernel, shapes] : loaded.hostLaunches.byKernel)
      for (HostLaunchShape &launch : shapes)
        launch.shape.place.file = nameInReport(launch.shape.place.file, root);
    for (Kernel &kernel : input.program.kernels) {
      nameFields(kernel, loaded.fieldNames);
      addRecords(kernel, loaded.recordLayouts);
      given.meet(kernel, loaded.fieldNames);
      if (const auto found = loaded.hostLaunches.byKernel.find(kernel.mangled);
          found != loaded.hostLaunches.byKernel.end())
        input.hostLaunches[kernel.mangled] = launchesFor(kernel, found->second);
    }
  });
  if (!crash.empty())
    failAfter(crash, input.file);
  AuditedUnit &unit = input.unit;
  unit.arch = command.arch                 ? *command.arch
              : config.arch                ? *config.arch
              : input.program.arch.empty() ? std::string(defaultArch)
                                           : input.program.arch;
  if (const auto &profile = command.profile ? command.profile : config.profile) {
    input.target = *profile;
  } else {
    TargetChoice choice = targetFor(unit.arch);
    input.target = std::move(choice.target);
    unit.profileNote = std::move(choice.note);
  }
  unit.trafficEffort = AuditOptions{}.traffic;
  unit.disabledRules = config.disabledRules;
  unit.notes = loaded.notes;
  for (const HostNote &note : loaded.hostLaunches.notes)
    unit.notes.push_back(note.place.line
                             ? fmt::format("{}:{}: {}", nameInReport(note.place.file, root), note.place.line, note.text)
                             : fmt::format("{}: {}", input.program.sourceFile, note.text));
  return input;
}

/// The part that a unit of a report was made for, or that is asked for now.
void choosePart(const AuditCommand &command, Input &input) {
  AuditedUnit &unit = input.unit;
  if (command.arch)
    unit.arch = *command.arch;
  if (command.profile || command.arch) {
    const TargetChoice choice = command.profile ? TargetChoice{*command.profile, ""} : targetFor(unit.arch);
    input.target = choice.target;
    unit.profileNote = choice.note;
    return;
  }
  const std::optional<TargetModel> target = targetOf(unit);
  if (!target)
    throw UsageError(fmt::format("{}: was made for '{}', which is no built-in profile; pass its file with --profile",
                                 input.file, unit.profileName));
  input.target = *target;
}

std::vector<Input> readReport(const std::string &file, const AuditCommand &command, GivenNames &given) {
  if (command.link)
    throw UsageError(file + ": --link takes LLVM IR; a report is read by itself");
  if (const std::string problem = inputProblem(file, "a JSON report"); !problem.empty())
    throw UsageError(problem);
  const auto text = readFile(file);
  if (!text)
    throw UsageError(file + ": cannot be read; name a report that can");
  std::vector<ReadUnit> units;
  std::string problem;
  const std::string crash = runGuarded([&] {
    try {
      units = readJsonReport(*text);
    } catch (const std::exception &error) {
      problem = error.what();
    }
  });
  if (!crash.empty())
    failAfter(crash, file);
  if (!problem.empty())
    throw UsageError(fmt::format("{}: {}; write the report again with sectorscope audit --format=json", file, problem));

  const Config config = configFor(file);
  std::vector<Input> inputs;
  for (ReadUnit &read : units) {
    Input &input = inputs.emplace_back(Input{.file = file, .program = std::move(read.program), .unit = read.unit});
    // Of the settings of today, those that speak of findings; what the report was made with stays as it was.
    input.config.failOn = config.failOn;
    input.config.disabledRules = config.disabledRules;
    input.config.disabledRules.insert(read.unit.disabledRules.begin(), read.unit.disabledRules.end());
    input.config.pointerAlignment = read.unit.pointerAlignment;
    input.unit.disabledRules = input.config.disabledRules;
    std::error_code ignored;
    input.roots = {projectRootOf(file), projectRootOf((fs::current_path(ignored) / "here").string())};
    if (!command.noHostLaunches)
      input.earlierLaunches = std::move(read.launches);
    choosePart(command, input);
    for (const Kernel &kernel : input.program.kernels)
      given.meet(kernel, {});
  }
  return inputs;
}

/// Empty: every kernel.
std::function<bool(const Kernel &)> kernelFilterOf(const AuditCommand &command) {
  if (command.kernelPattern.empty())
    return {};
  return [pattern = std::regex(command.kernelPattern)](const Kernel &kernel) {
    return std::regex_search(kernel.name, pattern) || std::regex_search(kernel.mangled, pattern);
  };
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

/// The launches under a block that is tried: with the arguments that they pass, and without their grids, which belonged
/// to the blocks that they had.
std::vector<LaunchShape> withBlock(const std::optional<Dim3> &block, const std::vector<LaunchShape> &launches) {
  std::vector<LaunchShape> all;
  for (const LaunchShape &from : launches.empty() ? std::vector<LaunchShape>(1) : launches) {
    const bool isKnown = std::any_of(all.begin(), all.end(), [&](const LaunchShape &other) {
      return other.arguments == from.arguments && other.multiples == from.multiples && other.pointers == from.pointers;
    });
    if (!isKnown)
      all.push_back({.origin = LaunchOrigin::Option,
                     .place = {},
                     .block = block,
                     .grid = {},
                     .arguments = from.arguments,
                     .multiples = from.multiples,
                     .pointers = from.pointers});
  }
  return all;
}

/// Launches of a list go before those of the host code or an earlier audit.
AuditOptions optionsFor(const Input &input, const AuditCommand &command) {
  const Config &config = input.config;
  AuditOptions options;
  const bool given = command.block || command.anyBlock; // the command line wins over the project
  options.block = given ? command.block : config.block;
  options.anyBlock = given ? command.anyBlock : config.anyBlock;
  options.grid = command.grid ? command.grid : config.grid;
  options.arguments = config.arguments;
  for (const auto &[name, value] : command.arguments)
    options.arguments.insert_or_assign(name, value);
  options.multiples = config.multiples;
  for (const auto &[name, of] : command.multiples)
    options.multiples.insert_or_assign(name, of);
  options.pointerAlignment = config.pointerAlignment.value_or(options.pointerAlignment);
  if (const auto loss = command.campingLoss ? command.campingLoss : config.campingLoss)
    options.campingLoss = *loss;
  options.traffic = command.traffic.value_or(input.unit.trafficEffort);
  if (!command.tries.empty()) { // a table shows neither
    options.hints = false;
    options.traffic = 0;
  }
  options.ownLaunches = [&](const Kernel &kernel) { return ownLaunchesOf(kernel, command, config); };
  const LaunchesByKernel &listed = input.listed.byKernel;
  options.hostLaunches = [&](const Kernel &kernel) {
    return launchesIn(listed.contains(kernel.mangled) ? listed : input.hostLaunches, kernel);
  };
  options.earlierLaunches = [&](const Kernel &kernel) {
    return listed.contains(kernel.mangled) ? std::vector<LaunchShape>() : launchesIn(input.earlierLaunches, kernel);
  };
  if (triesBlock(command)) {
    options.block.reset();
    options.anyBlock = false;
    options.earlierLaunches = [&, known = options.hostLaunches,
                               earlier = options.earlierLaunches](const Kernel &kernel) {
      const std::vector<LaunchShape> before = earlier(kernel);
      return withBlock(command.block, before.empty() ? known(kernel) : before);
    };
  }
  options.kernelFilter = kernelFilterOf(command);
  return options;
}

} // namespace

bool isCudaSource(const std::string &file) {
  const std::string extension = fs::path(file).extension().string();
  return extension == ".cu" || extension == ".cuh" || extension == ".cpp" || extension == ".cc" || extension == ".cxx";
}

std::vector<Input> readInputs(const std::vector<std::string> &files, const AuditCommand &command,
                              const std::string &ownHeaders, GivenNames &given, const LaunchList &launches) {
  const auto report = std::find_if(files.begin(), files.end(), isReport);
  std::vector<Input> inputs;
  if (report != files.end())
    inputs = readReport(*report, command, given);
  else
    inputs.push_back(readSource(files, command, ownHeaders, given));
  const bool anyKernel =
      std::any_of(inputs.begin(), inputs.end(), [](const Input &input) { return !input.program.kernels.empty(); });
  if (!anyKernel && !command.isPartOfBuild())
    throw UsageError(fmt::format("{}: no kernels; name a file with __global__ functions (templates need an instance)",
                                 files.front()));
  if (!command.launchesFile.empty())
    for (Input &input : inputs) {
      input.listed = meet(input.program, launches, command.launchesPerKernel.value_or(usualLaunchesPerKernel),
                          kernelFilterOf(command));
      input.unit.launchNotes = input.listed.notes;
    }
  return inputs;
}

SourceReader sourceReaderOf(const std::vector<std::string> &roots) {
  return [roots](const std::string &name) -> std::optional<std::string> {
    for (const std::string &root : roots)
      if (auto text = readFile((fs::path(root) / name).string()))
        return text;
    return std::nullopt;
  };
}

Report auditInput(const Input &input, const AuditCommand &command) {
  Report report;
  const std::string crash = runGuarded([&] {
    report = auditUnit(input.program, input.unit, input.target, optionsFor(input, command));
    const SourceReader sourceOf = sourceReaderOf(input.roots);
    const SilencedFindings silenced =
        removeSilenced(report, sourceOf, input.config.disabledRules, input.config.allowed);
    for (const auto &[count, by] : {std::pair(silenced.inSource, "NOLINT"), std::pair(silenced.allowed, "'allow'")})
      if (count)
        report.notes.push_back(
            fmt::format("{}: {} finding{} silenced by {}", input.program.sourceFile, count, count == 1 ? "" : "s", by));
    if (command.kernelPattern.empty()) // else it may be for another kernel
      for (const std::string &comment : silenced.unused)
        report.notes.push_back(comment + " silences nothing");
    addSourceTexts(report, sourceOf);
  });
  if (!crash.empty())
    failAfter(crash, input.file);
  return report;
}

} // namespace sectorscope
