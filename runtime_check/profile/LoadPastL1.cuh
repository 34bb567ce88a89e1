// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Loads that L2 answers, one after the other.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PROFILE_LOADPASTL1_CUH
#define SECTORSCOPE_RUNTIME_CHECK_PROFILE_LOADPASTL1_CUH

namespace sectorscope::measure {

// Through assembly, so that a load is issued as often as it stands there.
__device__ inline float loadPastL1(const float *p) {
  float v;
  asm volatile("ld.global.cg.f32 %0, [%1];" : "=f"(v) : "l"(p));
  return v;
}
__device__ inline float4 loadPastL1(const float4 *p) {
  float4 v;
  asm volatile("ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
  return v;
}
__device__ inline float total(float4 v) { return v.x + v.y + v.z + v.w; }
/// Zero, known only once all that was loaded has arrived: a pass that waits for it cannot meet the one before in
/// flight, where L1 would answer both at once.
__device__ inline unsigned zeroOf(float sum) { return __float_as_uint(sum); }

} // namespace sectorscope::measure

#endif
