// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half precision: types, conversions, arithmetic. The arithmetic is the IR's own half type.

#ifndef SECTORSCOPE_CUDA_FP16_H
#define SECTORSCOPE_CUDA_FP16_H

#pragma GCC system_header // code for one half only is not the user's

#include "cuda_runtime.h"

struct __align__(2) __half_raw {
  unsigned short x;
};
struct __align__(2) __half {
  __half() = default;
  __host__ __device__ constexpr __half(float a) : value((_Float16)a) {}
  __host__ __device__ constexpr __half(double a) : value((_Float16)a) {}
  __host__ __device__ constexpr __half(int a) : value((_Float16)a) {}
  __host__ __device__ constexpr __half(unsigned int a) : value((_Float16)a) {}
  __host__ __device__ constexpr __half(long a) : value((_Float16)a) {}
  __host__ __device__ constexpr __half(unsigned long a) : value((_Float16)a) {}
  __host__ __device__ constexpr explicit __half(_Float16 a) : value(a) {}
  __host__ __device__ __half(__half_raw a) : value(__builtin_bit_cast(_Float16, a)) {}
  __host__ __device__ constexpr operator float() const { return (float)value; }
  __host__ __device__ operator __half_raw() const { return __builtin_bit_cast(__half_raw, value); }
  _Float16 value;
};

struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  __host__ __device__ constexpr __half2(__half x, __half y) : x(x), y(y) {}
};

// Conversions.
static __host__ __device__ __forceinline__ __half __float2half(float a) { return __half(a); }
static __host__ __device__ __forceinline__ __half __float2half_rn(float a) { return __half(a); }
static __host__ __device__ __forceinline__ __half __float2half_rz(float a) { return __half(a); }
static __host__ __device__ __forceinline__ __half __float2half_ru(float a) { return __half(a); }
static __host__ __device__ __forceinline__ __half __float2half_rd(float a) { return __half(a); }
static __host__ __device__ __forceinline__ float __half2float(__half a) { return (float)a; }
static __host__ __device__ __forceinline__ __half __double2half(double a) { return __half((float)a); }
static __host__ __device__ __forceinline__ __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
static __host__ __device__ __forceinline__ __half2 __floats2half2_rn(float a, float b) {
  return __half2(__half(a), __half(b));
}
static __host__ __device__ __forceinline__ __half2 __float22half2_rn(float2 a) {
  return __half2(__half(a.x), __half(a.y));
}
static __host__ __device__ __forceinline__ float2 __half22float2(__half2 a) { return float2{(float)a.x, (float)a.y}; }
static __host__ __device__ __forceinline__ __half2 __half2half2(__half a) { return __half2(a, a); }
static __host__ __device__ __forceinline__ __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
static __host__ __device__ __forceinline__ __half2 make_half2(__half a, __half b) { return __half2(a, b); }
static __host__ __device__ __forceinline__ __half __low2half(__half2 a) { return a.x; }
static __host__ __device__ __forceinline__ __half __high2half(__half2 a) { return a.y; }
static __host__ __device__ __forceinline__ float __low2float(__half2 a) { return (float)a.x; }
static __host__ __device__ __forceinline__ float __high2float(__half2 a) { return (float)a.y; }
static __host__ __device__ __forceinline__ __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
static __host__ __device__ __forceinline__ __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
static __host__ __device__ __forceinline__ __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
static __host__ __device__ __forceinline__ int __half2int_rn(__half a) { return (int)__builtin_rintf((float)a); }
static __host__ __device__ __forceinline__ int __half2int_rz(__half a) { return (int)((float)a); }
static __host__ __device__ __forceinline__ int __half2int_ru(__half a) { return (int)__builtin_ceilf((float)a); }
static __host__ __device__ __forceinline__ int __half2int_rd(__half a) { return (int)__builtin_floorf((float)a); }
static __host__ __device__ __forceinline__ __half __int2half_rn(int a) { return __half((float)a); }
static __host__ __device__ __forceinline__ unsigned int __half2uint_rn(__half a) {
  return (unsigned int)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ unsigned int __half2uint_rz(__half a) { return (unsigned int)((float)a); }
static __host__ __device__ __forceinline__ unsigned int __half2uint_ru(__half a) {
  return (unsigned int)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ unsigned int __half2uint_rd(__half a) {
  return (unsigned int)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __half __uint2half_rn(unsigned int a) { return __half((float)a); }
static __host__ __device__ __forceinline__ short __half2short_rn(__half a) { return (short)__builtin_rintf((float)a); }
static __host__ __device__ __forceinline__ short __half2short_rz(__half a) { return (short)((float)a); }
static __host__ __device__ __forceinline__ short __half2short_ru(__half a) { return (short)__builtin_ceilf((float)a); }
static __host__ __device__ __forceinline__ short __half2short_rd(__half a) { return (short)__builtin_floorf((float)a); }
static __host__ __device__ __forceinline__ __half __short2half_rn(short a) { return __half((float)a); }
static __host__ __device__ __forceinline__ unsigned short __half2ushort_rn(__half a) {
  return (unsigned short)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ unsigned short __half2ushort_rz(__half a) {
  return (unsigned short)((float)a);
}
static __host__ __device__ __forceinline__ unsigned short __half2ushort_ru(__half a) {
  return (unsigned short)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ unsigned short __half2ushort_rd(__half a) {
  return (unsigned short)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __half __ushort2half_rn(unsigned short a) { return __half((float)a); }
static __host__ __device__ __forceinline__ long long __half2ll_rn(__half a) {
  return (long long)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ long long __half2ll_rz(__half a) { return (long long)((float)a); }
static __host__ __device__ __forceinline__ long long __half2ll_ru(__half a) {
  return (long long)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ long long __half2ll_rd(__half a) {
  return (long long)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __half __ll2half_rn(long long a) { return __half((float)a); }
static __host__ __device__ __forceinline__ unsigned long long __half2ull_rn(__half a) {
  return (unsigned long long)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ unsigned long long __half2ull_rz(__half a) {
  return (unsigned long long)((float)a);
}
static __host__ __device__ __forceinline__ unsigned long long __half2ull_ru(__half a) {
  return (unsigned long long)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ unsigned long long __half2ull_rd(__half a) {
  return (unsigned long long)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __half __ull2half_rn(unsigned long long a) { return __half((float)a); }
static __host__ __device__ __forceinline__ unsigned short __half_as_ushort(__half a) {
  return __builtin_bit_cast(unsigned short, a);
}
static __host__ __device__ __forceinline__ short __half_as_short(__half a) { return __builtin_bit_cast(short, a); }
static __host__ __device__ __forceinline__ __half __ushort_as_half(unsigned short a) {
  return __builtin_bit_cast(__half, a);
}
static __host__ __device__ __forceinline__ __half __short_as_half(short a) { return __builtin_bit_cast(__half, a); }

// Arithmetic, element by element for pairs.
static __host__ __device__ __forceinline__ __half operator+(__half a, __half b) { return __half(a.value + b.value); }
static __host__ __device__ __forceinline__ __half &operator+=(__half &a, __half b) { return a = a + b; }
static __host__ __device__ __forceinline__ __half2 operator+(__half2 a, __half2 b) {
  return __half2(a.x + b.x, a.y + b.y);
}
static __host__ __device__ __forceinline__ __half2 &operator+=(__half2 &a, __half2 b) { return a = a + b; }
static __host__ __device__ __forceinline__ __half __hadd(__half a, __half b) { return a + b; }
static __host__ __device__ __forceinline__ __half2 __hadd2(__half2 a, __half2 b) { return a + b; }
static __host__ __device__ __forceinline__ __half operator-(__half a, __half b) { return __half(a.value - b.value); }
static __host__ __device__ __forceinline__ __half &operator-=(__half &a, __half b) { return a = a - b; }
static __host__ __device__ __forceinline__ __half2 operator-(__half2 a, __half2 b) {
  return __half2(a.x - b.x, a.y - b.y);
}
static __host__ __device__ __forceinline__ __half2 &operator-=(__half2 &a, __half2 b) { return a = a - b; }
static __host__ __device__ __forceinline__ __half __hsub(__half a, __half b) { return a - b; }
static __host__ __device__ __forceinline__ __half2 __hsub2(__half2 a, __half2 b) { return a - b; }
static __host__ __device__ __forceinline__ __half operator*(__half a, __half b) { return __half(a.value * b.value); }
static __host__ __device__ __forceinline__ __half &operator*=(__half &a, __half b) { return a = a * b; }
static __host__ __device__ __forceinline__ __half2 operator*(__half2 a, __half2 b) {
  return __half2(a.x * b.x, a.y * b.y);
}
static __host__ __device__ __forceinline__ __half2 &operator*=(__half2 &a, __half2 b) { return a = a * b; }
static __host__ __device__ __forceinline__ __half __hmul(__half a, __half b) { return a * b; }
static __host__ __device__ __forceinline__ __half2 __hmul2(__half2 a, __half2 b) { return a * b; }
static __host__ __device__ __forceinline__ __half operator/(__half a, __half b) { return __half(a.value / b.value); }
static __host__ __device__ __forceinline__ __half &operator/=(__half &a, __half b) { return a = a / b; }
static __host__ __device__ __forceinline__ __half2 operator/(__half2 a, __half2 b) {
  return __half2(a.x / b.x, a.y / b.y);
}
static __host__ __device__ __forceinline__ __half2 &operator/=(__half2 &a, __half2 b) { return a = a / b; }
static __host__ __device__ __forceinline__ __half __hdiv(__half a, __half b) { return a / b; }
static __host__ __device__ __forceinline__ __half2 __h2div(__half2 a, __half2 b) { return a / b; }
static __host__ __device__ __forceinline__ __half operator-(__half a) { return __half(-a.value); }
static __host__ __device__ __forceinline__ __half2 operator-(__half2 a) { return __half2(-a.x, -a.y); }
static __host__ __device__ __forceinline__ __half __hneg(__half a) { return -a; }
static __host__ __device__ __forceinline__ __half2 __hneg2(__half2 a) { return -a; }
static __host__ __device__ __forceinline__ __half __habs(__half a) { return __half(__builtin_fabsf((float)a)); }
static __host__ __device__ __forceinline__ __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }
static __host__ __device__ __forceinline__ __half __hfma(__half a, __half b, __half c) {
  return __half(__builtin_elementwise_fma(a.value, b.value, c.value));
}
static __host__ __device__ __forceinline__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
static __host__ __device__ __forceinline__ bool operator==(__half a, __half b) { return a.value == b.value; }
static __host__ __device__ __forceinline__ bool __heq(__half a, __half b) { return a == b; }
static __host__ __device__ __forceinline__ __half2 __heq2(__half2 a, __half2 b) {
  return __half2(__half(a.x == b.x ? 1.0f : 0.0f), __half(a.y == b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator!=(__half a, __half b) { return a.value != b.value; }
static __host__ __device__ __forceinline__ bool __hne(__half a, __half b) { return a != b; }
static __host__ __device__ __forceinline__ __half2 __hne2(__half2 a, __half2 b) {
  return __half2(__half(a.x != b.x ? 1.0f : 0.0f), __half(a.y != b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator<(__half a, __half b) { return a.value < b.value; }
static __host__ __device__ __forceinline__ bool __hlt(__half a, __half b) { return a < b; }
static __host__ __device__ __forceinline__ __half2 __hlt2(__half2 a, __half2 b) {
  return __half2(__half(a.x < b.x ? 1.0f : 0.0f), __half(a.y < b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator<=(__half a, __half b) { return a.value <= b.value; }
static __host__ __device__ __forceinline__ bool __hle(__half a, __half b) { return a <= b; }
static __host__ __device__ __forceinline__ __half2 __hle2(__half2 a, __half2 b) {
  return __half2(__half(a.x <= b.x ? 1.0f : 0.0f), __half(a.y <= b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator>(__half a, __half b) { return a.value > b.value; }
static __host__ __device__ __forceinline__ bool __hgt(__half a, __half b) { return a > b; }
static __host__ __device__ __forceinline__ __half2 __hgt2(__half2 a, __half2 b) {
  return __half2(__half(a.x > b.x ? 1.0f : 0.0f), __half(a.y > b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator>=(__half a, __half b) { return a.value >= b.value; }
static __host__ __device__ __forceinline__ bool __hge(__half a, __half b) { return a >= b; }
static __host__ __device__ __forceinline__ __half2 __hge2(__half2 a, __half2 b) {
  return __half2(__half(a.x >= b.x ? 1.0f : 0.0f), __half(a.y >= b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool __hisnan(__half a) { return __builtin_isnan((float)a); }
static __host__ __device__ __forceinline__ __half __hmax(__half a, __half b) { return a > b ? a : b; }
static __host__ __device__ __forceinline__ __half2 __hmax2(__half2 a, __half2 b) {
  return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
static __host__ __device__ __forceinline__ __half __hmin(__half a, __half b) { return a < b ? a : b; }
static __host__ __device__ __forceinline__ __half2 __hmin2(__half2 a, __half2 b) {
  return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

// Mathematics, through single precision.
static __device__ __forceinline__ __half hexp(__half a) { return __half(expf((float)a)); }
static __device__ __forceinline__ __half2 h2exp(__half2 a) { return __half2(hexp(a.x), hexp(a.y)); }
static __device__ __forceinline__ __half hexp2(__half a) { return __half(exp2f((float)a)); }
static __device__ __forceinline__ __half2 h2exp2(__half2 a) { return __half2(hexp2(a.x), hexp2(a.y)); }
static __device__ __forceinline__ __half hexp10(__half a) { return __half(exp10f((float)a)); }
static __device__ __forceinline__ __half2 h2exp10(__half2 a) { return __half2(hexp10(a.x), hexp10(a.y)); }
static __device__ __forceinline__ __half hlog(__half a) { return __half(logf((float)a)); }
static __device__ __forceinline__ __half2 h2log(__half2 a) { return __half2(hlog(a.x), hlog(a.y)); }
static __device__ __forceinline__ __half hlog2(__half a) { return __half(log2f((float)a)); }
static __device__ __forceinline__ __half2 h2log2(__half2 a) { return __half2(hlog2(a.x), hlog2(a.y)); }
static __device__ __forceinline__ __half hlog10(__half a) { return __half(log10f((float)a)); }
static __device__ __forceinline__ __half2 h2log10(__half2 a) { return __half2(hlog10(a.x), hlog10(a.y)); }
static __device__ __forceinline__ __half hsin(__half a) { return __half(sinf((float)a)); }
static __device__ __forceinline__ __half2 h2sin(__half2 a) { return __half2(hsin(a.x), hsin(a.y)); }
static __device__ __forceinline__ __half hcos(__half a) { return __half(cosf((float)a)); }
static __device__ __forceinline__ __half2 h2cos(__half2 a) { return __half2(hcos(a.x), hcos(a.y)); }
static __device__ __forceinline__ __half hsqrt(__half a) { return __half(sqrtf((float)a)); }
static __device__ __forceinline__ __half2 h2sqrt(__half2 a) { return __half2(hsqrt(a.x), hsqrt(a.y)); }
static __device__ __forceinline__ __half hrsqrt(__half a) { return __half(rsqrtf((float)a)); }
static __device__ __forceinline__ __half2 h2rsqrt(__half2 a) { return __half2(hrsqrt(a.x), hrsqrt(a.y)); }
static __device__ __forceinline__ __half hfloor(__half a) { return __half(floorf((float)a)); }
static __device__ __forceinline__ __half2 h2floor(__half2 a) { return __half2(hfloor(a.x), hfloor(a.y)); }
static __device__ __forceinline__ __half hceil(__half a) { return __half(ceilf((float)a)); }
static __device__ __forceinline__ __half2 h2ceil(__half2 a) { return __half2(hceil(a.x), hceil(a.y)); }
static __device__ __forceinline__ __half htrunc(__half a) { return __half(truncf((float)a)); }
static __device__ __forceinline__ __half2 h2trunc(__half2 a) { return __half2(htrunc(a.x), htrunc(a.y)); }
static __device__ __forceinline__ __half hrint(__half a) { return __half(rintf((float)a)); }
static __device__ __forceinline__ __half2 h2rint(__half2 a) { return __half2(hrint(a.x), hrint(a.y)); }
static __device__ __forceinline__ __half hrcp(__half a) { return __half(1.0f / (float)a); }
static __device__ __forceinline__ __half2 h2rcp(__half2 a) { return __half2(hrcp(a.x), hrcp(a.y)); }

// Memory and warps: the same width as the type, through integers.
static __device__ __forceinline__ __half __ldg(const __half *p) {
  return __builtin_bit_cast(__half, __ldg((const unsigned short *)p));
}
static __device__ __forceinline__ __half2 __ldg(const __half2 *p) {
  return __builtin_bit_cast(__half2, __ldg((const unsigned int *)p));
}
static __device__ __forceinline__ __half __ldcg(const __half *p) {
  return __builtin_bit_cast(__half, __ldcg((const unsigned short *)p));
}
static __device__ __forceinline__ __half2 __ldcg(const __half2 *p) {
  return __builtin_bit_cast(__half2, __ldcg((const unsigned int *)p));
}
static __device__ __forceinline__ __half __ldca(const __half *p) {
  return __builtin_bit_cast(__half, __ldca((const unsigned short *)p));
}
static __device__ __forceinline__ __half2 __ldca(const __half2 *p) {
  return __builtin_bit_cast(__half2, __ldca((const unsigned int *)p));
}
static __device__ __forceinline__ __half __ldcs(const __half *p) {
  return __builtin_bit_cast(__half, __ldcs((const unsigned short *)p));
}
static __device__ __forceinline__ __half2 __ldcs(const __half2 *p) {
  return __builtin_bit_cast(__half2, __ldcs((const unsigned int *)p));
}
static __device__ __forceinline__ __half __ldlu(const __half *p) {
  return __builtin_bit_cast(__half, __ldlu((const unsigned short *)p));
}
static __device__ __forceinline__ __half2 __ldlu(const __half2 *p) {
  return __builtin_bit_cast(__half2, __ldlu((const unsigned int *)p));
}
static __device__ __forceinline__ __half __ldcv(const __half *p) {
  return __builtin_bit_cast(__half, __ldcv((const unsigned short *)p));
}
static __device__ __forceinline__ __half2 __ldcv(const __half2 *p) {
  return __builtin_bit_cast(__half2, __ldcv((const unsigned int *)p));
}
static __device__ __forceinline__ void __stwb(__half *p, __half v) {
  __stwb((unsigned short *)p, __builtin_bit_cast(unsigned short, v));
}
static __device__ __forceinline__ void __stwb(__half2 *p, __half2 v) {
  __stwb((unsigned int *)p, __builtin_bit_cast(unsigned int, v));
}
static __device__ __forceinline__ void __stcg(__half *p, __half v) {
  __stcg((unsigned short *)p, __builtin_bit_cast(unsigned short, v));
}
static __device__ __forceinline__ void __stcg(__half2 *p, __half2 v) {
  __stcg((unsigned int *)p, __builtin_bit_cast(unsigned int, v));
}
static __device__ __forceinline__ void __stcs(__half *p, __half v) {
  __stcs((unsigned short *)p, __builtin_bit_cast(unsigned short, v));
}
static __device__ __forceinline__ void __stcs(__half2 *p, __half2 v) {
  __stcs((unsigned int *)p, __builtin_bit_cast(unsigned int, v));
}
static __device__ __forceinline__ void __stwt(__half *p, __half v) {
  __stwt((unsigned short *)p, __builtin_bit_cast(unsigned short, v));
}
static __device__ __forceinline__ void __stwt(__half2 *p, __half2 v) {
  __stwt((unsigned int *)p, __builtin_bit_cast(unsigned int, v));
}
static __device__ __forceinline__ __half __shfl_sync(unsigned mask, __half v, int lane, int width = 32) {
  return __builtin_bit_cast(
      __half, (unsigned short)__shfl_sync(mask, (unsigned)__builtin_bit_cast(unsigned short, v), lane, width));
}
static __device__ __forceinline__ __half2 __shfl_sync(unsigned mask, __half2 v, int lane, int width = 32) {
  return __builtin_bit_cast(__half2, __shfl_sync(mask, __builtin_bit_cast(unsigned, v), lane, width));
}
static __device__ __forceinline__ __half __shfl_up_sync(unsigned mask, __half v, unsigned int lane, int width = 32) {
  return __builtin_bit_cast(
      __half, (unsigned short)__shfl_up_sync(mask, (unsigned)__builtin_bit_cast(unsigned short, v), lane, width));
}
static __device__ __forceinline__ __half2 __shfl_up_sync(unsigned mask, __half2 v, unsigned int lane, int width = 32) {
  return __builtin_bit_cast(__half2, __shfl_up_sync(mask, __builtin_bit_cast(unsigned, v), lane, width));
}
static __device__ __forceinline__ __half __shfl_down_sync(unsigned mask, __half v, unsigned int lane, int width = 32) {
  return __builtin_bit_cast(
      __half, (unsigned short)__shfl_down_sync(mask, (unsigned)__builtin_bit_cast(unsigned short, v), lane, width));
}
static __device__ __forceinline__ __half2 __shfl_down_sync(unsigned mask, __half2 v, unsigned int lane,
                                                           int width = 32) {
  return __builtin_bit_cast(__half2, __shfl_down_sync(mask, __builtin_bit_cast(unsigned, v), lane, width));
}
static __device__ __forceinline__ __half __shfl_xor_sync(unsigned mask, __half v, int lane, int width = 32) {
  return __builtin_bit_cast(
      __half, (unsigned short)__shfl_xor_sync(mask, (unsigned)__builtin_bit_cast(unsigned short, v), lane, width));
}
static __device__ __forceinline__ __half2 __shfl_xor_sync(unsigned mask, __half2 v, int lane, int width = 32) {
  return __builtin_bit_cast(__half2, __shfl_xor_sync(mask, __builtin_bit_cast(unsigned, v), lane, width));
}

// Atomic addition is inline assembly in a toolkit too: the instruction has no builtin.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
static __device__ __forceinline__ __half atomicAdd(__half *p, __half v) {
  unsigned short old;
  asm volatile("atom.add.noftz.f16 %0, [%1], %2;"
               : "=h"(old)
               : "l"(p), "h"(__builtin_bit_cast(unsigned short, v))
               : "memory");
  return __builtin_bit_cast(__half, old);
}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
static __device__ __forceinline__ __half2 atomicAdd(__half2 *p, __half2 v) {
  unsigned old;
  asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
               : "=r"(old)
               : "l"(p), "r"(__builtin_bit_cast(unsigned, v))
               : "memory");
  return __builtin_bit_cast(__half2, old);
}
#endif

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

#endif
