// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From CUPTI's error codes to one line with a remedy.

#ifndef SECTORSCOPE_RUNTIME_CHECK_GPU_CUPTIERROR_H
#define SECTORSCOPE_RUNTIME_CHECK_GPU_CUPTIERROR_H

#include <cupti_profiler_target.h>
#include <cupti_result.h>

#include <cstddef>

namespace sectorscope::check {

/// \throws std::runtime_error if \p result is a failure, "no hardware counters: the counters: CUPTI_ERROR_...: end the
/// other profiler"; \p what is what was asked for.
void require(CUptiResult result, const char *what);

/// \throws std::runtime_error naming what stands against it on the device: its architecture, a virtual GPU, WSL, ...
void requireSupport(std::size_t device, CUpti_Profiler_API profiler);

/// A parameter block of CUPTI, which wants to know its size.
template <typename Parameters> Parameters parametersOf(std::size_t size) {
  Parameters parameters{};
  parameters.structSize = size;
  return parameters;
}

} // namespace sectorscope::check

#endif
