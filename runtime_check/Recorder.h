// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Recording a program's memory counters with Nsight Compute.

#ifndef SECTORSCOPE_RUNTIME_CHECK_RECORDER_H
#define SECTORSCOPE_RUNTIME_CHECK_RECORDER_H

#include "Device.h"
#include "Record.h"

#include <optional>
#include <string>
#include <vector>

namespace sectorscope::check {

struct RecordOptions {
  std::vector<std::string> command; ///< program and its arguments
  std::string compiler;             ///< free text for the record
  std::string root;                 ///< taken off file names; empty: the working directory
  std::string kernelRegex;          ///< record only kernels whose base name matches; empty: all
  std::string ncu;                  ///< empty: PATH, then the usual places
  std::string cuobjdump = "cuobjdump", nvdisasm = "nvdisasm",
              nvidiaSmi = "nvidia-smi"; ///< the first two may be missing
  std::vector<std::string> deviceNodes = usualDeviceNodes;
};

/// Runs the program under the profiler.
/// \throws std::runtime_error with one line that says what is missing and what to do about it.
Record recordProgram(const RecordOptions &options);

/// What the profiler's log says went wrong, and the remedy, in one line.
std::string explainFailure(const std::string &log, int exitCode);

/// The metric that the profiler says it does not know, if that is why it failed.
std::optional<std::string> unknownMetric(const std::string &log);

} // namespace sectorscope::check

#endif
