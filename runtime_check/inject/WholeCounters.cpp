// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs the range profiler around single launches.

#include "WholeCounters.h"

namespace sectorscope::inject {

bool WholeCounters::begin() {
  CUcontext current = nullptr;
  cuCtxGetCurrent(&current);
  if (!counters) {
    CUdevice device = 0;
    cuCtxGetDevice(&device);
    context = current;
    if (flushesCaches)
      flush = std::make_unique<CacheFlush>(device);
    counters = std::make_unique<check::RangeCounters>(context, static_cast<std::size_t>(device), metrics);
  }
  if (current != context)
    return false;
  cuCtxSynchronize(); // what ran before is not to be counted
  if (flush)
    flush->run();
  counters->beginKernels(1);
  return true;
}

check::CounterValues WholeCounters::end() {
  cuCtxSynchronize();
  const std::vector<check::CounterValues> kernels = counters->endKernels();
  return kernels.empty() ? check::CounterValues() : kernels.front();
}

} // namespace sectorscope::inject
