// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs a program with the library that tells its launches (runtime_check/inject).

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECTION_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECTION_H

#include "Device.h"
#include "SassRecord.h"
#include "Shards.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

struct InjectionOptions {
  std::vector<std::string> command; ///< program and its arguments
  std::string library;              ///< empty: beside this program, then in ../lib
  std::string nvdisasm;             ///< empty: PATH, then the toolkit's usual place
  std::string kernelRegex;          ///< count only kernels in whose base name ("saxpy") it is found; empty: all
  unsigned mostLaunches = 16;       ///< of one kernel that are counted
  std::vector<std::string> deviceNodes = usualDeviceNodes;
};

/// What one run is to count besides telling its launches. Nothing: that needs no permission.
struct Counting {
  std::vector<std::string> instructionMetrics; ///< of every machine instruction
  std::vector<std::string> launchMetrics;      ///< of whole launches; they must fit into one pass
  bool flushesCaches = true;                   ///< before each launch whose whole is counted
  bool takesTimes = false;                     ///< of every launch, and clocks; not while anything is counted
  std::optional<unsigned> residentBlocks;      ///< at most so many in a multiprocessor, see inject/Residency.h
  std::string twins;                           ///< to launch, see inject/TwinLaunch.h; nothing is counted then
  bool isSilent = false;                       ///< the program's standard output is not wanted (again)
};

/// Runs the program once; what the library leaves beside its shards stays in \p scratch.
/// \throws std::runtime_error with one line that says what is missing and what to do about it: no library, no GPU, no
/// permission, a program that crashed or launched nothing.
Shard runInjected(const InjectionOptions &options, const Counting &counting, const std::filesystem::path &scratch);

/// Disassembles the modules of a run in which something was counted.
/// \throws std::runtime_error if nvdisasm is not found or fails.
CodeOfModules disassemble(const Shard &shard, const InjectionOptions &options, const std::filesystem::path &scratch);

} // namespace sectorscope::check

#endif
