// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Occupancy, by the driver's own calculation.

#include "Residency.h"

#include <cupti.h>

namespace sectorscope::inject {

namespace {

/// Where a launch keeps what is to be changed.
struct Launching {
  CUfunction function = nullptr;
  unsigned threads = 0;
  unsigned *sharedBytes = nullptr;
};

template <typename Arguments> Launching launching(const void *arguments) {
  auto &from = *static_cast<Arguments *>(const_cast<void *>(arguments));
  return {from.f, from.blockDimX * from.blockDimY * from.blockDimZ, &from.sharedMemBytes};
}

Launching launchingOf(unsigned callback, const void *arguments) {
  switch (callback) {
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
    return launching<cuLaunchKernel_params>(arguments);
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
    return launching<cuLaunchCooperativeKernel_params>(arguments);
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz: {
    const auto &from = *static_cast<const cuLaunchKernelEx_params *>(arguments);
    auto &config = const_cast<CUlaunchConfig &>(*from.config);
    return {from.f, config.blockDimX * config.blockDimY * config.blockDimZ, &config.sharedMemBytes};
  }
  default:
    return {};
  }
}

} // namespace

unsigned residentBlocks(const SeenLaunch &launch) {
  int blocks = 0;
  const auto threads = static_cast<int>(launch.block[0] * launch.block[1] * launch.block[2]);
  if (!launch.function || cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, launch.function, threads,
                                                                      launch.sharedBytes) != CUDA_SUCCESS)
    return 0;
  return static_cast<unsigned>(blocks);
}

void capResidency(unsigned callback, const void *arguments, unsigned blocks) {
  const Launching launch = launchingOf(callback, arguments);
  CUdevice device = 0;
  int most = 0, fixed = 0;
  if (!launch.function || cuCtxGetDevice(&device) != CUDA_SUCCESS)
    return;
  cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device);
  // What the runtime launches is a kernel, which only looks like a function.
  const auto kernel = reinterpret_cast<CUkernel>(launch.function);
  if (cuFuncGetAttribute(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, launch.function) != CUDA_SUCCESS)
    cuKernelGetAttribute(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, kernel, device);
  const auto set = [&](CUfunction_attribute attribute, int value) {
    if (cuFuncSetAttribute(launch.function, attribute, value) != CUDA_SUCCESS)
      cuKernelSetAttribute(attribute, value, kernel, device);
  };
  set(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, most - fixed);
  set(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, CU_SHAREDMEM_CARVEOUT_MAX_SHARED);
  const auto fits = [&](unsigned bytes) {
    int number = 0;
    cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, launch.function, static_cast<int>(launch.threads), bytes);
    return static_cast<unsigned>(number);
  };
  unsigned enough = *launch.sharedBytes, tooMuch = static_cast<unsigned>(most - fixed) + 1;
  if (blocks == 0 || fits(enough) <= blocks)
    return;
  // The most that leaves room for so many blocks. (What cuOccupancyAvailableDynamicSMemPerBlock tells ends at 48 KiB.)
  while (tooMuch - enough > 1) {
    const unsigned middle = enough + (tooMuch - enough) / 2;
    (fits(middle) >= blocks ? enough : tooMuch) = middle;
  }
  *launch.sharedBytes = enough;
}

} // namespace sectorscope::inject
