// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The library that the CUDA driver loads into a program (CUDA_INJECTION64_PATH) to tell what the program launches and
/// what that costs. It is told by the environment what to do, and writes shards (see Shard.h):
///
///     SECTORSCOPE_SHARDS         directory for shards and the machine code of modules
///     SECTORSCOPE_INSTRUCTIONS   SASS metrics to count for each machine instruction, with commas between; none: none
///     SECTORSCOPE_WHOLE          metrics to count for whole launches, likewise; not both in one process
///     SECTORSCOPE_TIMES          1: when each launch runs, and the clocks meanwhile; nothing is counted then
///     SECTORSCOPE_RESIDENT       most blocks of a launch in a multiprocessor (Residency.h); none: as it is
///     SECTORSCOPE_TWINS          launches to make again on copies of their data (TwinLaunch.h); nothing is counted
///     then SECTORSCOPE_FLUSH          1: before each launch whose whole is counted, the caches are flushed
///     SECTORSCOPE_KERNEL         count only kernels in whose base name this expression is found
///     SECTORSCOPE_MOST_LAUNCHES  launches of one kernel that are counted; those alike are counted once
///
/// {"loaded": 1}
/// {"shard": 1, "driver": 13000, "devices": [{"name": "NVIDIA H200", "arch": "sm_90", "multiprocessors": 132, ...}]}
/// {"module": 123, "file": "module-123.cubin"}
/// {"order": 0, "device": 0, "mangled": "_Z1fPf", "grid": [1, 1, 1], ..., "instructions": [...], "counters": {...}}
/// {"timed": 0, "begin": 1200, "end": 5200, ...}
/// {"twins_of": 0, "cold_ns": [[1200, ...], ...], "l2_ns": [[1100, ...], ...], "refusal": ""}
/// {"clock": 1200, "sm_megahertz": 1980, ...}
/// {"end": 1}

#include "CuptiError.h"
#include "Session.h"

#include <cupti.h>

#include <cstdlib>
#include <utility>

namespace sectorscope::inject {

namespace {

/// Never destroyed: threads may launch while the program ends.
Session *&session() {
  static Session *only = nullptr;
  return only;
}

void CUPTIAPI called(void *, CUpti_CallbackDomain domain, CUpti_CallbackId callback, const void *data) {
  // What is asked of the driver here must not come back here as a call of the program; it may load a module, though.
  thread_local bool isInside = false;
  if (!session())
    return;
  const bool wasInside = std::exchange(isInside, true);
  try {
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API && !wasInside)
      session()->driverCalled(callback, *static_cast<const CUpti_CallbackData *>(data));
    else if (domain == CUPTI_CB_DOMAIN_RESOURCE && callback == CUPTI_CBID_RESOURCE_MODULE_LOADED)
      session()->moduleLoaded(*static_cast<const CUpti_ModuleResourceData *>(
          static_cast<const CUpti_ResourceData *>(data)->resourceDescriptor));
    else if (domain == CUPTI_CB_DOMAIN_RESOURCE && callback == CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING)
      session()->contextEnds();
  } catch (const std::exception &error) {
    session()->fail(error.what());
  }
  isInside = wasInside;
}

} // namespace

} // namespace sectorscope::inject

/// The driver calls this before the program's first call returns. What it returns is not looked at.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  using namespace sectorscope::inject;
  using sectorscope::check::require;
  const char *directory = std::getenv("SECTORSCOPE_SHARDS");
  if (!directory || session())
    return 1;
  try {
    session() = new Session(directory);
  } catch (const std::exception &) {
    return 1; // an expression that is none: the reader has looked at it before
  }
  CUpti_SubscriberHandle subscriber = nullptr;
  try {
    require(cuptiSubscribe(&subscriber, called, nullptr), "to listen");
    require(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API), "to listen to launches");
    require(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE), "to listen to modules");
    session()->listens();
  } catch (const std::exception &error) {
    session()->fail(error.what());
  }
  std::atexit([] {
    if (session())
      session()->end();
  });
  return 1;
}
