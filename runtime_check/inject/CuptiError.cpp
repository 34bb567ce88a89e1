// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Explains why CUPTI does not count.

#include "CuptiError.h"

#include <stdexcept>

namespace sectorscope::inject {

void require(CUptiResult result, const char *what) {
  if (result == CUPTI_SUCCESS)
    return;
  const char *name = nullptr;
  cuptiGetResultString(result, &name);
  const std::string code = name ? name : std::to_string(result);
  switch (result) {
  case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
  case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
    throw std::runtime_error("no permission to read the GPU's performance counters (" + code +
                             "): run as root, or load the nvidia kernel module with "
                             "NVreg_RestrictProfilingToAdminUsers=0");
  case CUPTI_ERROR_HARDWARE_BUSY:
    throw std::runtime_error("another profiler uses this GPU (" + code + "): end it first");
  case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
    throw std::runtime_error("the program uses CUPTI itself (" + code +
                             "): switch its own profiling off, or try --with=ncu");
  case CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED:
    throw std::runtime_error("this virtual GPU has no performance counters (" + code +
                             "): run on a whole GPU, or let the host enable profiling for it");
  default:
    throw std::runtime_error("CUPTI refused " + std::string(what) + " (" + code + "); try --with=ncu");
  }
}

void requireSupport(CUdevice device, CUpti_Profiler_API profiler) {
  CUpti_Profiler_DeviceSupported_Params support{CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE};
  support.cuDevice = device;
  support.api = profiler;
  require(cuptiProfilerDeviceSupported(&support), "whether it supports this GPU");
  if (support.isSupported == CUPTI_PROFILER_CONFIGURATION_SUPPORTED)
    return;
  const auto isOff = [](CUpti_Profiler_Support_Level level) { return level != CUPTI_PROFILER_CONFIGURATION_SUPPORTED; };
  const std::string what =
      isOff(support.wsl)    ? "WSL gives no access to them: run under Linux itself"
      : isOff(support.vGpu) ? "this virtual GPU has none: run on a whole GPU, or let the host enable profiling for it"
      : isOff(support.confidentialCompute) ? "confidential computing hides them: switch it off"
      : isOff(support.architecture)
          ? "CUPTI does not know how on this architecture: compute capability 7.5 or more is needed"
      : isOff(support.cmp) ? "this is a mining processor, which has none"
                           : "CUPTI says that this device is not supported";
  throw std::runtime_error("no performance counters here: " + what);
}

} // namespace sectorscope::inject
