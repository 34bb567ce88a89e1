// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Explains why CUPTI does not count.

#include "CuptiError.h"

#include <stdexcept>
#include <string>

namespace sectorscope::check {

namespace {

std::string textOf(CUptiResult result) {
  const char *text = nullptr;
  cuptiGetResultString(result, &text);
  return text ? text : std::to_string(static_cast<int>(result));
}

/// What a person can do about it; empty where nothing is known.
const char *remedyFor(CUptiResult result) {
  switch (result) {
  case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
    return "run as root, or load the driver's module with NVreg_RestrictProfilingToAdminUsers=0";
  case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
  case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
    return "a virtual GPU gives counters only where its host allows them (vgpu plugin parameter enable_profiling=1)";
  case CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED:
    return "confidential computing hides the counters: switch it off, or use another machine";
  case CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED:
    return "a MIG instance has no counters of its own: use a GPU that is not divided";
  case CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED:
    return "WSL hides the counters: allow them in the NVIDIA Control Panel (Developer), or use Linux itself";
  case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    return "the program uses CUPTI itself: switch its own profiling off, or count with ncu";
  case CUPTI_ERROR_HARDWARE_BUSY:
    return "another profiler uses the counters: end it";
  case CUPTI_ERROR_INVALID_CHIP_NAME:
    return "this CUPTI does not know the part: use a newer CUDA toolkit";
  default:
    return "";
  }
}

} // namespace

void require(CUptiResult result, const char *what) {
  if (result == CUPTI_SUCCESS)
    return;
  std::string line = std::string("no hardware counters: ") + what + ": " + textOf(result);
  if (const char *remedy = remedyFor(result); *remedy)
    line += std::string(": ") + remedy;
  throw std::runtime_error(line);
}

void requireSupport(std::size_t device, CUpti_Profiler_API profiler) {
  auto support = parametersOf<CUpti_Profiler_DeviceSupported_Params>(CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE);
  support.cuDevice = static_cast<CUdevice>(device);
  support.api = profiler;
  require(cuptiProfilerDeviceSupported(&support), "support by the device");
  const auto refused = [](CUpti_Profiler_Support_Level level) {
    return level == CUPTI_PROFILER_CONFIGURATION_UNSUPPORTED || level == CUPTI_PROFILER_CONFIGURATION_DISABLED;
  };
  if (!refused(support.isSupported))
    return;
  if (refused(support.vGpu))
    require(CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "virtual GPU");
  if (refused(support.wsl))
    require(CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "WSL");
  if (refused(support.confidentialCompute))
    require(CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, "confidential computing");
  if (refused(support.architecture))
    throw std::runtime_error("no hardware counters: the part is older than compute capability 7.5: use ncu instead");
  throw std::runtime_error("no hardware counters: the device does not support them (SLI, or a mining part)");
}

} // namespace sectorscope::check
