// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bfloat16 type: a float cut to 16 bits. Arithmetic goes through float, which every part can do.

#ifndef SECTORSCOPE_CUDA_BF16_H
#define SECTORSCOPE_CUDA_BF16_H

#pragma GCC system_header // code for one half only is not the user's

#include "cuda_runtime.h"

struct __align__(2) __nv_bfloat16_raw {
  unsigned short x;
};
struct __align__(2) __nv_bfloat16 {
  __nv_bfloat16() = default;
  __host__ __device__ constexpr __nv_bfloat16(float a) : bits(rounded(__builtin_bit_cast(unsigned int, a))) {}
  __host__ __device__ constexpr __nv_bfloat16(double a) : __nv_bfloat16((float)a) {}
  __host__ __device__ constexpr __nv_bfloat16(int a) : __nv_bfloat16((float)a) {}
  __host__ __device__ constexpr __nv_bfloat16(unsigned int a) : __nv_bfloat16((float)a) {}
  __host__ __device__ constexpr __nv_bfloat16(__nv_bfloat16_raw a) : bits(a.x) {}
  __host__ __device__ constexpr operator float() const { return __builtin_bit_cast(float, (unsigned int)bits << 16); }
  __host__ __device__ constexpr operator __nv_bfloat16_raw() const { return __nv_bfloat16_raw{bits}; }
  unsigned short bits;

private:
  // To the nearest, ties to even: the upper half of a float, plus one if the lower half is more than one half.
  static __host__ __device__ constexpr unsigned short rounded(unsigned int a) {
    return (unsigned short)((a + 0x7fffu + (a >> 16 & 1u)) >> 16);
  }
};

struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __host__ __device__ constexpr __nv_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) : x(x), y(y) {}
};

// Conversions.
static __host__ __device__ __forceinline__ __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
static __host__ __device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
static __host__ __device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rz(float a) { return __nv_bfloat16(a); }
static __host__ __device__ __forceinline__ __nv_bfloat16 __float2bfloat16_ru(float a) { return __nv_bfloat16(a); }
static __host__ __device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rd(float a) { return __nv_bfloat16(a); }
static __host__ __device__ __forceinline__ float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
static __host__ __device__ __forceinline__ __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16((float)a); }
static __host__ __device__ __forceinline__ __nv_bfloat162 __float2bfloat162_rn(float a) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a));
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __float22bfloat162_rn(float2 a) {
  return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y));
}
static __host__ __device__ __forceinline__ float2 __bfloat1622float2(__nv_bfloat162 a) {
  return float2{(float)a.x, (float)a.y};
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
  return __nv_bfloat162(a, a);
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
static __host__ __device__ __forceinline__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat162(a, b);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
static __host__ __device__ __forceinline__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
static __host__ __device__ __forceinline__ float __low2float(__nv_bfloat162 a) { return (float)a.x; }
static __host__ __device__ __forceinline__ float __high2float(__nv_bfloat162 a) { return (float)a.y; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) {
  return __nv_bfloat162(a.x, a.x);
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.y);
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) {
  return __nv_bfloat162(a.y, a.x);
}
static __host__ __device__ __forceinline__ int __bfloat162int_rn(__nv_bfloat16 a) {
  return (int)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ int __bfloat162int_rz(__nv_bfloat16 a) { return (int)((float)a); }
static __host__ __device__ __forceinline__ int __bfloat162int_ru(__nv_bfloat16 a) {
  return (int)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ int __bfloat162int_rd(__nv_bfloat16 a) {
  return (int)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16((float)a); }
static __host__ __device__ __forceinline__ unsigned int __bfloat162uint_rn(__nv_bfloat16 a) {
  return (unsigned int)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ unsigned int __bfloat162uint_rz(__nv_bfloat16 a) {
  return (unsigned int)((float)a);
}
static __host__ __device__ __forceinline__ unsigned int __bfloat162uint_ru(__nv_bfloat16 a) {
  return (unsigned int)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ unsigned int __bfloat162uint_rd(__nv_bfloat16 a) {
  return (unsigned int)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rn(unsigned int a) {
  return __nv_bfloat16((float)a);
}
static __host__ __device__ __forceinline__ short __bfloat162short_rn(__nv_bfloat16 a) {
  return (short)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ short __bfloat162short_rz(__nv_bfloat16 a) { return (short)((float)a); }
static __host__ __device__ __forceinline__ short __bfloat162short_ru(__nv_bfloat16 a) {
  return (short)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ short __bfloat162short_rd(__nv_bfloat16 a) {
  return (short)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rn(short a) {
  return __nv_bfloat16((float)a);
}
static __host__ __device__ __forceinline__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 a) {
  return (unsigned short)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) {
  return (unsigned short)((float)a);
}
static __host__ __device__ __forceinline__ unsigned short __bfloat162ushort_ru(__nv_bfloat16 a) {
  return (unsigned short)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ unsigned short __bfloat162ushort_rd(__nv_bfloat16 a) {
  return (unsigned short)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a) {
  return __nv_bfloat16((float)a);
}
static __host__ __device__ __forceinline__ long long __bfloat162ll_rn(__nv_bfloat16 a) {
  return (long long)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ long long __bfloat162ll_rz(__nv_bfloat16 a) { return (long long)((float)a); }
static __host__ __device__ __forceinline__ long long __bfloat162ll_ru(__nv_bfloat16 a) {
  return (long long)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ long long __bfloat162ll_rd(__nv_bfloat16 a) {
  return (long long)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rn(long long a) {
  return __nv_bfloat16((float)a);
}
static __host__ __device__ __forceinline__ unsigned long long __bfloat162ull_rn(__nv_bfloat16 a) {
  return (unsigned long long)__builtin_rintf((float)a);
}
static __host__ __device__ __forceinline__ unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) {
  return (unsigned long long)((float)a);
}
static __host__ __device__ __forceinline__ unsigned long long __bfloat162ull_ru(__nv_bfloat16 a) {
  return (unsigned long long)__builtin_ceilf((float)a);
}
static __host__ __device__ __forceinline__ unsigned long long __bfloat162ull_rd(__nv_bfloat16 a) {
  return (unsigned long long)__builtin_floorf((float)a);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a) {
  return __nv_bfloat16((float)a);
}
static __host__ __device__ __forceinline__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) {
  return __builtin_bit_cast(unsigned short, a);
}
static __host__ __device__ __forceinline__ short __bfloat16_as_short(__nv_bfloat16 a) {
  return __builtin_bit_cast(short, a);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) {
  return __builtin_bit_cast(__nv_bfloat16, a);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __short_as_bfloat16(short a) {
  return __builtin_bit_cast(__nv_bfloat16, a);
}

// Arithmetic, element by element for pairs.
static __host__ __device__ __forceinline__ __nv_bfloat16 operator+(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16((float)a + (float)b);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 &operator+=(__nv_bfloat16 &a, __nv_bfloat16 b) {
  return a = a + b;
}
static __host__ __device__ __forceinline__ __nv_bfloat162 operator+(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x + b.x, a.y + b.y);
}
static __host__ __device__ __forceinline__ __nv_bfloat162 &operator+=(__nv_bfloat162 &a, __nv_bfloat162 b) {
  return a = a + b;
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return a + b; }
static __host__ __device__ __forceinline__ __nv_bfloat16 operator-(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16((float)a - (float)b);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 &operator-=(__nv_bfloat16 &a, __nv_bfloat16 b) {
  return a = a - b;
}
static __host__ __device__ __forceinline__ __nv_bfloat162 operator-(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x - b.x, a.y - b.y);
}
static __host__ __device__ __forceinline__ __nv_bfloat162 &operator-=(__nv_bfloat162 &a, __nv_bfloat162 b) {
  return a = a - b;
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return a - b; }
static __host__ __device__ __forceinline__ __nv_bfloat16 operator*(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16((float)a * (float)b);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 &operator*=(__nv_bfloat16 &a, __nv_bfloat16 b) {
  return a = a * b;
}
static __host__ __device__ __forceinline__ __nv_bfloat162 operator*(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x * b.x, a.y * b.y);
}
static __host__ __device__ __forceinline__ __nv_bfloat162 &operator*=(__nv_bfloat162 &a, __nv_bfloat162 b) {
  return a = a * b;
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return a * b; }
static __host__ __device__ __forceinline__ __nv_bfloat16 operator/(__nv_bfloat16 a, __nv_bfloat16 b) {
  return __nv_bfloat16((float)a / (float)b);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 &operator/=(__nv_bfloat16 &a, __nv_bfloat16 b) {
  return a = a / b;
}
static __host__ __device__ __forceinline__ __nv_bfloat162 operator/(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(a.x / b.x, a.y / b.y);
}
static __host__ __device__ __forceinline__ __nv_bfloat162 &operator/=(__nv_bfloat162 &a, __nv_bfloat162 b) {
  return a = a / b;
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return a / b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return a / b; }
static __host__ __device__ __forceinline__ __nv_bfloat16 operator-(__nv_bfloat16 a) { return __nv_bfloat16(-(float)a); }
static __host__ __device__ __forceinline__ __nv_bfloat162 operator-(__nv_bfloat162 a) {
  return __nv_bfloat162(-a.x, -a.y);
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -a; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return -a; }
static __host__ __device__ __forceinline__ __nv_bfloat16 __habs(__nv_bfloat16 a) {
  return __nv_bfloat16(__builtin_fabsf((float)a));
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __habs2(__nv_bfloat162 a) {
  return __nv_bfloat162(__habs(a.x), __habs(a.y));
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
  return __nv_bfloat16(__builtin_fmaf((float)a, (float)b, (float)c));
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b,
                                                                  __nv_bfloat162 c) {
  return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
static __host__ __device__ __forceinline__ bool operator==(__nv_bfloat16 a, __nv_bfloat16 b) {
  return (float)a == (float)b;
}
static __host__ __device__ __forceinline__ bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return a == b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__nv_bfloat16(a.x == b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y == b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator!=(__nv_bfloat16 a, __nv_bfloat16 b) {
  return (float)a != (float)b;
}
static __host__ __device__ __forceinline__ bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return a != b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__nv_bfloat16(a.x != b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y != b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator<(__nv_bfloat16 a, __nv_bfloat16 b) {
  return (float)a < (float)b;
}
static __host__ __device__ __forceinline__ bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__nv_bfloat16(a.x < b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y < b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator<=(__nv_bfloat16 a, __nv_bfloat16 b) {
  return (float)a <= (float)b;
}
static __host__ __device__ __forceinline__ bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return a <= b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__nv_bfloat16(a.x <= b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y <= b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator>(__nv_bfloat16 a, __nv_bfloat16 b) {
  return (float)a > (float)b;
}
static __host__ __device__ __forceinline__ bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return a > b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__nv_bfloat16(a.x > b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y > b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool operator>=(__nv_bfloat16 a, __nv_bfloat16 b) {
  return (float)a >= (float)b;
}
static __host__ __device__ __forceinline__ bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return a >= b; }
static __host__ __device__ __forceinline__ __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__nv_bfloat16(a.x >= b.x ? 1.0f : 0.0f), __nv_bfloat16(a.y >= b.y ? 1.0f : 0.0f));
}
static __host__ __device__ __forceinline__ bool __hisnan(__nv_bfloat16 a) { return __builtin_isnan((float)a); }
static __host__ __device__ __forceinline__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a > b ? a : b;
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
static __host__ __device__ __forceinline__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
  return a < b ? a : b;
}
static __host__ __device__ __forceinline__ __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) {
  return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y));
}

// Mathematics, through single precision.
static __device__ __forceinline__ __nv_bfloat16 hexp(__nv_bfloat16 a) { return __nv_bfloat16(expf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2exp(__nv_bfloat162 a) {
  return __nv_bfloat162(hexp(a.x), hexp(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hexp2(__nv_bfloat16 a) { return __nv_bfloat16(exp2f((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2exp2(__nv_bfloat162 a) {
  return __nv_bfloat162(hexp2(a.x), hexp2(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hexp10(__nv_bfloat16 a) { return __nv_bfloat16(exp10f((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2exp10(__nv_bfloat162 a) {
  return __nv_bfloat162(hexp10(a.x), hexp10(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hlog(__nv_bfloat16 a) { return __nv_bfloat16(logf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2log(__nv_bfloat162 a) {
  return __nv_bfloat162(hlog(a.x), hlog(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hlog2(__nv_bfloat16 a) { return __nv_bfloat16(log2f((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2log2(__nv_bfloat162 a) {
  return __nv_bfloat162(hlog2(a.x), hlog2(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hlog10(__nv_bfloat16 a) { return __nv_bfloat16(log10f((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2log10(__nv_bfloat162 a) {
  return __nv_bfloat162(hlog10(a.x), hlog10(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hsin(__nv_bfloat16 a) { return __nv_bfloat16(sinf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2sin(__nv_bfloat162 a) {
  return __nv_bfloat162(hsin(a.x), hsin(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hcos(__nv_bfloat16 a) { return __nv_bfloat16(cosf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2cos(__nv_bfloat162 a) {
  return __nv_bfloat162(hcos(a.x), hcos(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hsqrt(__nv_bfloat16 a) { return __nv_bfloat16(sqrtf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2sqrt(__nv_bfloat162 a) {
  return __nv_bfloat162(hsqrt(a.x), hsqrt(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { return __nv_bfloat16(rsqrtf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) {
  return __nv_bfloat162(hrsqrt(a.x), hrsqrt(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hfloor(__nv_bfloat16 a) { return __nv_bfloat16(floorf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2floor(__nv_bfloat162 a) {
  return __nv_bfloat162(hfloor(a.x), hfloor(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hceil(__nv_bfloat16 a) { return __nv_bfloat16(ceilf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2ceil(__nv_bfloat162 a) {
  return __nv_bfloat162(hceil(a.x), hceil(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 htrunc(__nv_bfloat16 a) { return __nv_bfloat16(truncf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2trunc(__nv_bfloat162 a) {
  return __nv_bfloat162(htrunc(a.x), htrunc(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hrint(__nv_bfloat16 a) { return __nv_bfloat16(rintf((float)a)); }
static __device__ __forceinline__ __nv_bfloat162 h2rint(__nv_bfloat162 a) {
  return __nv_bfloat162(hrint(a.x), hrint(a.y));
}
static __device__ __forceinline__ __nv_bfloat16 hrcp(__nv_bfloat16 a) { return __nv_bfloat16(1.0f / (float)a); }
static __device__ __forceinline__ __nv_bfloat162 h2rcp(__nv_bfloat162 a) {
  return __nv_bfloat162(hrcp(a.x), hrcp(a.y));
}

// Memory and warps: the same width as the type, through integers.
static __device__ __forceinline__ __nv_bfloat16 __ldg(const __nv_bfloat16 *p) {
  return __builtin_bit_cast(__nv_bfloat16, __ldg((const unsigned short *)p));
}
static __device__ __forceinline__ __nv_bfloat162 __ldg(const __nv_bfloat162 *p) {
  return __builtin_bit_cast(__nv_bfloat162, __ldg((const unsigned int *)p));
}
static __device__ __forceinline__ __nv_bfloat16 __ldcg(const __nv_bfloat16 *p) {
  return __builtin_bit_cast(__nv_bfloat16, __ldcg((const unsigned short *)p));
}
static __device__ __forceinline__ __nv_bfloat162 __ldcg(const __nv_bfloat162 *p) {
  return __builtin_bit_cast(__nv_bfloat162, __ldcg((const unsigned int *)p));
}
static __device__ __forceinline__ __nv_bfloat16 __ldca(const __nv_bfloat16 *p) {
  return __builtin_bit_cast(__nv_bfloat16, __ldca((const unsigned short *)p));
}
static __device__ __forceinline__ __nv_bfloat162 __ldca(const __nv_bfloat162 *p) {
  return __builtin_bit_cast(__nv_bfloat162, __ldca((const unsigned int *)p));
}
static __device__ __forceinline__ __nv_bfloat16 __ldcs(const __nv_bfloat16 *p) {
  return __builtin_bit_cast(__nv_bfloat16, __ldcs((const unsigned short *)p));
}
static __device__ __forceinline__ __nv_bfloat162 __ldcs(const __nv_bfloat162 *p) {
  return __builtin_bit_cast(__nv_bfloat162, __ldcs((const unsigned int *)p));
}
static __device__ __forceinline__ __nv_bfloat16 __ldlu(const __nv_bfloat16 *p) {
  return __builtin_bit_cast(__nv_bfloat16, __ldlu((const unsigned short *)p));
}
static __device__ __forceinline__ __nv_bfloat162 __ldlu(const __nv_bfloat162 *p) {
  return __builtin_bit_cast(__nv_bfloat162, __ldlu((const unsigned int *)p));
}
static __device__ __forceinline__ __nv_bfloat16 __ldcv(const __nv_bfloat16 *p) {
  return __builtin_bit_cast(__nv_bfloat16, __ldcv((const unsigned short *)p));
}
static __device__ __forceinline__ __nv_bfloat162 __ldcv(const __nv_bfloat162 *p) {
  return __builtin_bit_cast(__nv_bfloat162, __ldcv((const unsigned int *)p));
}
static __device__ __forceinline__ void __stwb(__nv_bfloat16 *p, __nv_bfloat16 v) {
  __stwb((unsigned short *)p, __builtin_bit_cast(unsigned short, v));
}
static __device__ __forceinline__ void __stwb(__nv_bfloat162 *p, __nv_bfloat162 v) {
  __stwb((unsigned int *)p, __builtin_bit_cast(unsigned int, v));
}
static __device__ __forceinline__ void __stcg(__nv_bfloat16 *p, __nv_bfloat16 v) {
  __stcg((unsigned short *)p, __builtin_bit_cast(unsigned short, v));
}
static __device__ __forceinline__ void __stcg(__nv_bfloat162 *p, __nv_bfloat162 v) {
  __stcg((unsigned int *)p, __builtin_bit_cast(unsigned int, v));
}
static __device__ __forceinline__ void __stcs(__nv_bfloat16 *p, __nv_bfloat16 v) {
  __stcs((unsigned short *)p, __builtin_bit_cast(unsigned short, v));
}
static __device__ __forceinline__ void __stcs(__nv_bfloat162 *p, __nv_bfloat162 v) {
  __stcs((unsigned int *)p, __builtin_bit_cast(unsigned int, v));
}
static __device__ __forceinline__ void __stwt(__nv_bfloat16 *p, __nv_bfloat16 v) {
  __stwt((unsigned short *)p, __builtin_bit_cast(unsigned short, v));
}
static __device__ __forceinline__ void __stwt(__nv_bfloat162 *p, __nv_bfloat162 v) {
  __stwt((unsigned int *)p, __builtin_bit_cast(unsigned int, v));
}
static __device__ __forceinline__ __nv_bfloat16 __shfl_sync(unsigned mask, __nv_bfloat16 v, int lane, int width = 32) {
  return __builtin_bit_cast(
      __nv_bfloat16, (unsigned short)__shfl_sync(mask, (unsigned)__builtin_bit_cast(unsigned short, v), lane, width));
}
static __device__ __forceinline__ __nv_bfloat162 __shfl_sync(unsigned mask, __nv_bfloat162 v, int lane,
                                                             int width = 32) {
  return __builtin_bit_cast(__nv_bfloat162, __shfl_sync(mask, __builtin_bit_cast(unsigned, v), lane, width));
}
static __device__ __forceinline__ __nv_bfloat16 __shfl_up_sync(unsigned mask, __nv_bfloat16 v, unsigned int lane,
                                                               int width = 32) {
  return __builtin_bit_cast(__nv_bfloat16, (unsigned short)__shfl_up_sync(
                                               mask, (unsigned)__builtin_bit_cast(unsigned short, v), lane, width));
}
static __device__ __forceinline__ __nv_bfloat162 __shfl_up_sync(unsigned mask, __nv_bfloat162 v, unsigned int lane,
                                                                int width = 32) {
  return __builtin_bit_cast(__nv_bfloat162, __shfl_up_sync(mask, __builtin_bit_cast(unsigned, v), lane, width));
}
static __device__ __forceinline__ __nv_bfloat16 __shfl_down_sync(unsigned mask, __nv_bfloat16 v, unsigned int lane,
                                                                 int width = 32) {
  return __builtin_bit_cast(__nv_bfloat16, (unsigned short)__shfl_down_sync(
                                               mask, (unsigned)__builtin_bit_cast(unsigned short, v), lane, width));
}
static __device__ __forceinline__ __nv_bfloat162 __shfl_down_sync(unsigned mask, __nv_bfloat162 v, unsigned int lane,
                                                                  int width = 32) {
  return __builtin_bit_cast(__nv_bfloat162, __shfl_down_sync(mask, __builtin_bit_cast(unsigned, v), lane, width));
}
static __device__ __forceinline__ __nv_bfloat16 __shfl_xor_sync(unsigned mask, __nv_bfloat16 v, int lane,
                                                                int width = 32) {
  return __builtin_bit_cast(__nv_bfloat16, (unsigned short)__shfl_xor_sync(
                                               mask, (unsigned)__builtin_bit_cast(unsigned short, v), lane, width));
}
static __device__ __forceinline__ __nv_bfloat162 __shfl_xor_sync(unsigned mask, __nv_bfloat162 v, int lane,
                                                                 int width = 32) {
  return __builtin_bit_cast(__nv_bfloat162, __shfl_xor_sync(mask, __builtin_bit_cast(unsigned, v), lane, width));
}

// Atomic addition is inline assembly in a toolkit too: the instruction has no builtin.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
static __device__ __forceinline__ __nv_bfloat16 atomicAdd(__nv_bfloat16 *p, __nv_bfloat16 v) {
  unsigned short old;
  asm volatile("atom.add.noftz.bf16 %0, [%1], %2;"
               : "=h"(old)
               : "l"(p), "h"(__builtin_bit_cast(unsigned short, v))
               : "memory");
  return __builtin_bit_cast(__nv_bfloat16, old);
}
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
static __device__ __forceinline__ __nv_bfloat162 atomicAdd(__nv_bfloat162 *p, __nv_bfloat162 v) {
  unsigned old;
  asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;"
               : "=r"(old)
               : "l"(p), "r"(__builtin_bit_cast(unsigned, v))
               : "memory");
  return __builtin_bit_cast(__nv_bfloat162, old);
}
#endif

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
