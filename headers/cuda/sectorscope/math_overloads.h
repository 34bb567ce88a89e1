// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The overloads of the mathematical functions that neither the C++ library nor clang's headers bring: min and max of
// mixed types, and single-precision forms without the f.

#ifndef SECTORSCOPE_MATH_OVERLOADS_H
#define SECTORSCOPE_MATH_OVERLOADS_H

#pragma push_macro("SECTORSCOPE_BOTH")
#define SECTORSCOPE_BOTH static __host__ __device__ inline __attribute__((always_inline))

// int min(int, int) on the device is clang's.
static __host__ inline int min(int a, int b) { return a < b ? a : b; }
static __host__ inline int max(int a, int b) { return a > b ? a : b; }
SECTORSCOPE_BOTH unsigned int min(int a, unsigned int b) {
  return (unsigned int)a < (unsigned int)b ? (unsigned int)a : (unsigned int)b;
}
SECTORSCOPE_BOTH unsigned int max(int a, unsigned int b) {
  return (unsigned int)a > (unsigned int)b ? (unsigned int)a : (unsigned int)b;
}
SECTORSCOPE_BOTH unsigned int min(unsigned int a, int b) {
  return (unsigned int)a < (unsigned int)b ? (unsigned int)a : (unsigned int)b;
}
SECTORSCOPE_BOTH unsigned int max(unsigned int a, int b) {
  return (unsigned int)a > (unsigned int)b ? (unsigned int)a : (unsigned int)b;
}
SECTORSCOPE_BOTH unsigned int min(unsigned int a, unsigned int b) {
  return (unsigned int)a < (unsigned int)b ? (unsigned int)a : (unsigned int)b;
}
SECTORSCOPE_BOTH unsigned int max(unsigned int a, unsigned int b) {
  return (unsigned int)a > (unsigned int)b ? (unsigned int)a : (unsigned int)b;
}
SECTORSCOPE_BOTH long min(long a, long b) { return (long)a < (long)b ? (long)a : (long)b; }
SECTORSCOPE_BOTH long max(long a, long b) { return (long)a > (long)b ? (long)a : (long)b; }
SECTORSCOPE_BOTH unsigned long min(long a, unsigned long b) {
  return (unsigned long)a < (unsigned long)b ? (unsigned long)a : (unsigned long)b;
}
SECTORSCOPE_BOTH unsigned long max(long a, unsigned long b) {
  return (unsigned long)a > (unsigned long)b ? (unsigned long)a : (unsigned long)b;
}
SECTORSCOPE_BOTH unsigned long min(unsigned long a, long b) {
  return (unsigned long)a < (unsigned long)b ? (unsigned long)a : (unsigned long)b;
}
SECTORSCOPE_BOTH unsigned long max(unsigned long a, long b) {
  return (unsigned long)a > (unsigned long)b ? (unsigned long)a : (unsigned long)b;
}
SECTORSCOPE_BOTH unsigned long min(unsigned long a, unsigned long b) {
  return (unsigned long)a < (unsigned long)b ? (unsigned long)a : (unsigned long)b;
}
SECTORSCOPE_BOTH unsigned long max(unsigned long a, unsigned long b) {
  return (unsigned long)a > (unsigned long)b ? (unsigned long)a : (unsigned long)b;
}
SECTORSCOPE_BOTH long long min(long long a, long long b) {
  return (long long)a < (long long)b ? (long long)a : (long long)b;
}
SECTORSCOPE_BOTH long long max(long long a, long long b) {
  return (long long)a > (long long)b ? (long long)a : (long long)b;
}
SECTORSCOPE_BOTH unsigned long long min(long long a, unsigned long long b) {
  return (unsigned long long)a < (unsigned long long)b ? (unsigned long long)a : (unsigned long long)b;
}
SECTORSCOPE_BOTH unsigned long long max(long long a, unsigned long long b) {
  return (unsigned long long)a > (unsigned long long)b ? (unsigned long long)a : (unsigned long long)b;
}
SECTORSCOPE_BOTH unsigned long long min(unsigned long long a, long long b) {
  return (unsigned long long)a < (unsigned long long)b ? (unsigned long long)a : (unsigned long long)b;
}
SECTORSCOPE_BOTH unsigned long long max(unsigned long long a, long long b) {
  return (unsigned long long)a > (unsigned long long)b ? (unsigned long long)a : (unsigned long long)b;
}
SECTORSCOPE_BOTH unsigned long long min(unsigned long long a, unsigned long long b) {
  return (unsigned long long)a < (unsigned long long)b ? (unsigned long long)a : (unsigned long long)b;
}
SECTORSCOPE_BOTH unsigned long long max(unsigned long long a, unsigned long long b) {
  return (unsigned long long)a > (unsigned long long)b ? (unsigned long long)a : (unsigned long long)b;
}
SECTORSCOPE_BOTH float min(float a, float b) { return __builtin_fminf(a, b); }
SECTORSCOPE_BOTH float max(float a, float b) { return __builtin_fmaxf(a, b); }
SECTORSCOPE_BOTH double min(double a, double b) { return __builtin_fmin(a, b); }
SECTORSCOPE_BOTH double max(double a, double b) { return __builtin_fmax(a, b); }
SECTORSCOPE_BOTH double min(float a, double b) { return __builtin_fmin(a, b); }
SECTORSCOPE_BOTH double max(float a, double b) { return __builtin_fmax(a, b); }
SECTORSCOPE_BOTH double min(double a, float b) { return __builtin_fmin(a, b); }
SECTORSCOPE_BOTH double max(double a, float b) { return __builtin_fmax(a, b); }

// Names that the host's C library has not got.
static __device__ inline float rsqrt(float a) { return rsqrtf(a); }
static __device__ inline float rcbrt(float a) { return rcbrtf(a); }
static __device__ inline float sinpi(float a) { return sinpif(a); }
static __device__ inline float cospi(float a) { return cospif(a); }
static __device__ inline float normcdf(float a) { return normcdff(a); }
static __device__ inline float normcdfinv(float a) { return normcdfinvf(a); }
static __device__ inline float erfcinv(float a) { return erfcinvf(a); }
static __device__ inline float erfinv(float a) { return erfinvf(a); }
static __device__ inline float erfcx(float a) { return erfcxf(a); }
static __device__ inline void sincospi(float a, float *s, float *c) { sincospif(a, s, c); }
static __device__ inline void sincos(float a, float *s, float *c) { sincosf(a, s, c); }
static __host__ inline float rsqrtf(float a) { return 1.0f / __builtin_sqrtf(a); }
static __host__ inline double rsqrt(double a) { return 1.0 / __builtin_sqrt(a); }

#pragma pop_macro("SECTORSCOPE_BOTH")

#endif
