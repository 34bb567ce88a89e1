// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Asks CUPTI for records of kernels.

#include "Timeline.h"

#include "CuptiError.h"

#include <cupti.h>

#include <cstdlib>
#include <new>

namespace sectorscope::inject {

namespace {

/// CUPTI's callbacks get no argument of ours.
struct Ran {
  std::mutex mutex;
  std::vector<RanKernel> kernels;
};

Ran &ran() {
  static Ran only;
  return only;
}

constexpr std::size_t bufferBytes = std::size_t(1) << 20, alignment = 8;

void CUPTIAPI giveBuffer(std::uint8_t **buffer, std::size_t *size, std::size_t *mostRecords) {
  *buffer = static_cast<std::uint8_t *>(::operator new(bufferBytes, std::align_val_t(alignment)));
  *size = bufferBytes;
  *mostRecords = 0; // as many as fit
}

void CUPTIAPI takeBuffer(CUcontext, std::uint32_t, std::uint8_t *buffer, std::size_t, std::size_t used) {
  CUpti_Activity *record = nullptr;
  const std::lock_guard lock(ran().mutex);
  while (cuptiActivityGetNextRecord(buffer, used, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
      continue;
    // What is read here stands at the same place since CUDA 12.
    const auto &kernel = *reinterpret_cast<const CUpti_ActivityKernel9 *>(record);
    ran().kernels.push_back({.correlation = kernel.correlationId,
                             .begin = kernel.start,
                             .end = kernel.end,
                             .registers = kernel.registersPerThread,
                             .staticSharedBytes = static_cast<unsigned>(kernel.staticSharedMemory),
                             .dynamicSharedBytes = static_cast<unsigned>(kernel.dynamicSharedMemory)});
  }
  ::operator delete(buffer, std::align_val_t(alignment));
}

} // namespace

void Timeline::begin() {
  check::require(cuptiActivityRegisterCallbacks(giveBuffer, takeBuffer), "to keep times");
  check::require(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL), "to take the times of kernels");
  hasBegun = true;
}

void Timeline::launched(std::uint32_t correlation, unsigned order) {
  const std::lock_guard lock(mutex);
  orderOf[correlation] = order;
}

void Timeline::write(Shard &shard) {
  if (!hasBegun)
    return;
  cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  std::vector<RanKernel> kernels;
  {
    const std::lock_guard lock(ran().mutex);
    kernels.swap(ran().kernels);
  }
  const std::lock_guard lock(mutex);
  for (const RanKernel &kernel : kernels)
    if (const auto found = orderOf.find(kernel.correlation); found != orderOf.end() && kernel.end > kernel.begin)
      shard.write({{"timed", found->second},
                   {"begin", kernel.begin},
                   {"end", kernel.end},
                   {"registers", kernel.registers},
                   {"static_shared_bytes", kernel.staticSharedBytes},
                   {"dynamic_shared_bytes", kernel.dynamicSharedBytes}});
}

} // namespace sectorscope::inject
