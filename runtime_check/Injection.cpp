// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs programs with the injected library, and disassembles what they loaded.

#include "Injection.h"

#include "Device.h"
#include "Process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <dlfcn.h>

#include <csignal>
#include <regex>
#include <set>
#include <stdexcept>

namespace sectorscope::check {

namespace fs = std::filesystem;

namespace {

constexpr const char *libraryName = "libsectorscope-inject.so";

/// exit(-1) is 255, and no signal.
bool isSignal(int exitCode) { return exitCode > 128 && exitCode <= 128 + SIGRTMAX; }

fs::path libraryOf(const InjectionOptions &options) {
  if (!options.library.empty()) {
    if (fs::is_regular_file(options.library))
      return fs::absolute(options.library);
    throw std::runtime_error(
        fmt::format("'{}' is no file: give the path of {} to --inject", options.library, libraryName));
  }
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path &place : {here / libraryName, here / ".." / "lib" / libraryName})
    if (fs::is_regular_file(place))
      return fs::absolute(place);
  throw std::runtime_error(fmt::format("{} is not here: it is built where a CUDA toolkit with CUPTI is found; build "
                                       "again beside one, or give its path to --inject",
                                       libraryName));
}

/// Why the library cannot be loaded; empty if it can.
std::string loadProblem(const fs::path &library) {
  void *handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (handle) {
    ::dlclose(handle);
    return "";
  }
  const char *problem = ::dlerror();
  return problem ? problem : "unknown reason";
}

/// A shard that says nothing is a failure as well: never a silent pass.
void check(const std::optional<Shard> &shard, const fs::path &library, const std::string &program, int exitCode) {
  if (isSignal(exitCode))
    throw std::runtime_error(fmt::format(
        "'{}' was ended by signal {}{}: run it alone first", program, exitCode - 128,
        shard && !shard->launches.empty() ? fmt::format(" after {} launches", shard->launches.size()) : ""));
  if (shard && !shard->error.empty())
    throw std::runtime_error(shard->error);
  if (const std::string problem = shard ? "" : loadProblem(library); !problem.empty())
    throw std::runtime_error(fmt::format("the driver could not load {} ({}): put the toolkit's libraries on "
                                         "LD_LIBRARY_PATH",
                                         libraryName, problem));
  if (!shard || shard->launches.empty())
    throw std::runtime_error(
        fmt::format("'{}' launched no kernel{}: nothing can be said of it", program,
                    exitCode ? fmt::format(" and ended with exit code {}; run it alone first", exitCode) : ""));
}

} // namespace

Shard runInjected(const InjectionOptions &options, const Counting &counting, const fs::path &scratch) {
  try {
    const std::regex isValid(options.kernelRegex);
  } catch (const std::regex_error &error) {
    throw std::runtime_error(
        fmt::format("--kernel: '{}' is no regular expression: {}", options.kernelRegex, error.what()));
  }
  const fs::path library = libraryOf(options);
  requireDevice(options.deviceNodes);
  const std::string &program = options.command.at(0);
  if (!findProgram(program, {program}))
    throw std::runtime_error(fmt::format("'{}' does not exist or is not executable", program));
  std::map<std::string, std::string> environment = {
      {"CUDA_INJECTION64_PATH", library.string()},
      {"SECTORSCOPE_SHARDS", fs::absolute(scratch).string()},
      {"SECTORSCOPE_INSTRUCTIONS", fmt::format("{}", fmt::join(counting.instructionMetrics, ","))},
      {"SECTORSCOPE_WHOLE", fmt::format("{}", fmt::join(counting.launchMetrics, ","))},
      {"SECTORSCOPE_FLUSH", counting.flushesCaches ? "1" : "0"},
      {"SECTORSCOPE_KERNEL", options.kernelRegex},
      {"SECTORSCOPE_MOST_LAUNCHES", std::to_string(options.mostLaunches)},
      {"SECTORSCOPE_TIMES", counting.takesTimes ? "1" : "0"},
  };
  if (!counting.twins.empty())
    environment["SECTORSCOPE_TWINS"] = counting.twins;
  if (counting.residentBlocks)
    environment["SECTORSCOPE_RESIDENT"] = std::to_string(*counting.residentBlocks);
  const int exitCode =
      runProgram(options.command, counting.isSilent ? fs::path("/dev/null") : fs::path(), {}, environment);
  std::optional<Shard> shard = readShards(scratch);
  check(shard, library, program, exitCode);
  if (exitCode != 0)
    shard->notes.push_back(fmt::format("'{}' ended with exit code {}", program, exitCode));
  if (!shard->isComplete)
    shard->notes.emplace_back("a process ended without saying so: launches at its end may be missing");
  return std::move(*shard);
}

CodeOfModules disassemble(const Shard &shard, const InjectionOptions &options, const fs::path &scratch) {
  const std::string name = options.nvdisasm.empty() ? "nvdisasm" : options.nvdisasm;
  const auto nvdisasm =
      findProgram(name, options.nvdisasm.empty() ? toolkitPlaces(name) : std::vector<fs::path>{options.nvdisasm});
  if (!nvdisasm)
    throw std::runtime_error("nvdisasm is not here: it comes with the CUDA toolkit; put it on PATH, or give its path "
                             "to --nvdisasm");
  CodeOfModules code;
  std::set<std::uint64_t> counted;
  for (const SeenLaunch &launch : shard.launches)
    for (const InstructionCount &instruction : launch.instructions)
      counted.insert(instruction.module);
  for (const auto &[checksum, file] : shard.files) {
    if (!counted.contains(checksum))
      continue; // libraries bring many
    const fs::path text = scratch / "disassembly";
    // A module without code of its own is no failure; an instruction that is missing later is one.
    if (runProgram({*nvdisasm, "-gi", "-c", (scratch / file).string()}, text, scratch / "errors") == 0)
      readDisassembly(readFile(text), code[checksum]);
  }
  return code;
}

} // namespace sectorscope::check
