// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp matching, which clang's headers expect from the toolkit under this name.

#ifndef SECTORSCOPE_SM_70_RT_HPP
#define SECTORSCOPE_SM_70_RT_HPP

static __device__ inline unsigned __match_any_sync(unsigned mask, int value) { return __match32_any_sync(mask, value); }
static __device__ inline unsigned __match_all_sync(unsigned mask, int value, int *all) {
  return __match32_all_sync(mask, value, all);
}
static __device__ inline unsigned __match_any_sync(unsigned mask, unsigned value) {
  return __match32_any_sync(mask, value);
}
static __device__ inline unsigned __match_all_sync(unsigned mask, unsigned value, int *all) {
  return __match32_all_sync(mask, value, all);
}
static __device__ inline unsigned __match_any_sync(unsigned mask, long long value) {
  return __match64_any_sync(mask, value);
}
static __device__ inline unsigned __match_all_sync(unsigned mask, long long value, int *all) {
  return __match64_all_sync(mask, value, all);
}
static __device__ inline unsigned __match_any_sync(unsigned mask, unsigned long long value) {
  return __match64_any_sync(mask, value);
}
static __device__ inline unsigned __match_all_sync(unsigned mask, unsigned long long value, int *all) {
  return __match64_all_sync(mask, value, all);
}
static __device__ inline unsigned __match_any_sync(unsigned mask, float value) {
  return __match32_any_sync(mask, __builtin_bit_cast(unsigned, value));
}
static __device__ inline unsigned __match_all_sync(unsigned mask, float value, int *all) {
  return __match32_all_sync(mask, __builtin_bit_cast(unsigned, value), all);
}
static __device__ inline unsigned __match_any_sync(unsigned mask, double value) {
  return __match64_any_sync(mask, __builtin_bit_cast(unsigned long long, value));
}
static __device__ inline unsigned __match_all_sync(unsigned mask, double value, int *all) {
  return __match64_all_sync(mask, __builtin_bit_cast(unsigned long long, value), all);
}
static __device__ inline unsigned __match_any_sync(unsigned mask, long value) {
  return __match64_any_sync(mask, (unsigned long long)value);
}
static __device__ inline unsigned __match_any_sync(unsigned mask, unsigned long value) {
  return __match64_any_sync(mask, value);
}

static __device__ inline void __nanosleep(unsigned nanoseconds) {
  asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
}

#endif
