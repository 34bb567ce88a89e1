// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A kernel that reads.

#include "CacheFlush.h"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace sectorscope::inject {

namespace {

/// Of the size of L2. On an H200, what was read is gone for certain after 64 of 60 MiB; other parts may keep more.
constexpr std::size_t times = 3;

/// Every thread reads one word of 16 bytes in each step of the whole grid, and stores if one is not zero, which no
/// compiler can rule out.
constexpr const char *source = R"(
.version 7.0
.target sm_52
.address_size 64
.visible .entry readAll(.param .u64 start, .param .u64 bytes) {
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %d<6>;
  ld.param.u64 %d0, [start];
  ld.param.u64 %d1, [bytes];
  cvta.to.global.u64 %d0, %d0;
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r0, %r1, %r2;
  mul.wide.u32 %d2, %r3, 16;
  mov.u32 %r4, %nctaid.x;
  mul.lo.u32 %r4, %r4, %r1;
  mul.wide.u32 %d3, %r4, 16;
  mov.u32 %r7, 0;
step:
  setp.ge.u64 %p, %d2, %d1;
  @%p bra done;
  add.u64 %d4, %d0, %d2;
  ld.global.u32 %r5, [%d4];
  or.b32 %r7, %r7, %r5;
  add.u64 %d2, %d2, %d3;
  bra step;
done:
  setp.ne.u32 %p, %r7, 0;
  @%p st.global.u32 [%d0], %r7;
  ret;
}
)";

void require(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS)
    return;
  const char *name = nullptr;
  cuGetErrorName(result, &name);
  throw std::runtime_error(std::string("the caches cannot be flushed: ") + what + " failed (" +
                           (name ? name : "unknown error") + "); --caches=keep does without");
}

} // namespace

CacheFlush::CacheFlush(CUdevice device) {
  int l2 = 0;
  require(cuDeviceGetAttribute(&l2, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device), "asking for the size of L2");
  bytes = times * static_cast<std::size_t>(l2);
  CUmodule module = nullptr;
  require(cuModuleLoadData(&module, source), "loading a kernel");
  require(cuModuleGetFunction(&kernel, module, "readAll"), "finding a kernel");
  require(cuMemAlloc(&buffer, bytes), "allocating memory");
  require(cuMemsetD8(buffer, 0, bytes), "setting memory");
}

void CacheFlush::run() {
  void *arguments[] = {&buffer, &bytes};
  require(cuLaunchKernel(kernel, 1024, 1, 1, 512, 1, 1, 0, nullptr, arguments, nullptr), "a launch");
  require(cuCtxSynchronize(), "waiting");
}

} // namespace sectorscope::inject
