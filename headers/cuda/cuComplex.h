// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers as pairs.

#ifndef SECTORSCOPE_CUCOMPLEX_H
#define SECTORSCOPE_CUCOMPLEX_H

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;

#define SECTORSCOPE_COMPLEX(Type, Part, Suffix)                                                                        \
  static __host__ __device__ inline Part cuCreal##Suffix(Type a) { return a.x; }                                       \
  static __host__ __device__ inline Part cuCimag##Suffix(Type a) { return a.y; }                                       \
  static __host__ __device__ inline Type cuConj##Suffix(Type a) { return Type{a.x, -a.y}; }                            \
  static __host__ __device__ inline Type cuCadd##Suffix(Type a, Type b) { return Type{a.x + b.x, a.y + b.y}; }         \
  static __host__ __device__ inline Type cuCsub##Suffix(Type a, Type b) { return Type{a.x - b.x, a.y - b.y}; }         \
  static __host__ __device__ inline Type cuCmul##Suffix(Type a, Type b) {                                              \
    return Type{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                                         \
  }                                                                                                                    \
  static __host__ __device__ inline Type cuCdiv##Suffix(Type a, Type b) {                                              \
    Part square = b.x * b.x + b.y * b.y;                                                                               \
    return Type{(a.x * b.x + a.y * b.y) / square, (a.y * b.x - a.x * b.y) / square};                                   \
  }
SECTORSCOPE_COMPLEX(cuFloatComplex, float, f)
SECTORSCOPE_COMPLEX(cuDoubleComplex, double, )
#undef SECTORSCOPE_COMPLEX

static __host__ __device__ inline cuFloatComplex make_cuFloatComplex(float a, float b) { return cuFloatComplex{a, b}; }
static __host__ __device__ inline cuComplex make_cuComplex(float a, float b) { return cuComplex{a, b}; }
static __host__ __device__ inline cuDoubleComplex make_cuDoubleComplex(double a, double b) {
  return cuDoubleComplex{a, b};
}

#endif
