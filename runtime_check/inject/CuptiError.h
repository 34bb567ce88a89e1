// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// From CUPTI's error codes to one line with a remedy.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_CUPTIERROR_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_CUPTIERROR_H

#include <cuda.h>
#include <cupti_profiler_target.h>
#include <cupti_result.h>

#include <string>

namespace sectorscope::inject {

/// \throws std::runtime_error if \p result is a failure; \p what is what was asked of CUPTI, "to patch kernels".
void require(CUptiResult result, const char *what);

/// \throws std::runtime_error naming what stands against it: the architecture, a virtual GPU, WSL, ...
void requireSupport(CUdevice device, CUpti_Profiler_API profiler);

} // namespace sectorscope::inject

#endif
