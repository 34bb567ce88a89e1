// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// make_float4 and its kin.

#ifndef SECTORSCOPE_VECTOR_FUNCTIONS_H
#define SECTORSCOPE_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define SECTORSCOPE_MAKE(Type, Element)                                                                                \
  static __host__ __device__ __forceinline__ Type##1 make_##Type##1(Element x) { return Type##1 {x}; }                 \
  static __host__ __device__ __forceinline__ Type##2 make_##Type##2(Element x, Element y) { return Type##2 {x, y}; }   \
  static __host__ __device__ __forceinline__ Type##3 make_##Type##3(Element x, Element y, Element z) {                 \
    return Type##3 {x, y, z};                                                                                          \
  }                                                                                                                    \
  static __host__ __device__ __forceinline__ Type##4 make_##Type##4(Element x, Element y, Element z, Element w) {      \
    return Type##4 {x, y, z, w};                                                                                       \
  }

SECTORSCOPE_MAKE(char, signed char)
SECTORSCOPE_MAKE(uchar, unsigned char)
SECTORSCOPE_MAKE(short, short)
SECTORSCOPE_MAKE(ushort, unsigned short)
SECTORSCOPE_MAKE(int, int)
SECTORSCOPE_MAKE(uint, unsigned int)
SECTORSCOPE_MAKE(long, long)
SECTORSCOPE_MAKE(ulong, unsigned long)
SECTORSCOPE_MAKE(longlong, long long)
SECTORSCOPE_MAKE(ulonglong, unsigned long long)
SECTORSCOPE_MAKE(float, float)
SECTORSCOPE_MAKE(double, double)

#undef SECTORSCOPE_MAKE

#endif
