// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that device code has without asking: builtin variables, vectors, mathematics, atomics, warp functions.
// The bodies are clang's own headers where clang has them; this file brings them into the order that clang's wrapper
// of a toolkit uses, and supplies what they expect a toolkit to supply.

#ifndef SECTORSCOPE_DEVICE_H
#define SECTORSCOPE_DEVICE_H

// clang-format off: the order is the point.

// Device overloads must be declared before the C++ library's constexpr functions of the same name are.
#include <__clang_cuda_math_forward_declares.h>

#define __CUDACC__
#include <climits>
#include <cmath>
#include <cstdlib>
#include <stdlib.h>
#include <string.h>

#include "cuda.h"
#include "host_defines.h"
// Uses dim3 and uint3, which vector_types.h defines, only in members that are defined below.
#include <__clang_cuda_builtin_vars.h>
#include "vector_types.h"
#include "vector_functions.h"
#include "libdevice.h"

#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include "math_overloads.h"

extern "C" {
// The device's C library. Clang turns printf into vprintf.
__device__ int vprintf(const char *format, const char *arguments);
__device__ int printf(const char *format, ...);
__device__ void free(void *pointer) __attribute__((nothrow));
__device__ void *malloc(size_t bytes) __attribute__((nothrow, malloc));
__device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function,
                             size_t charBytes);
// What <assert.h> calls.
__device__ static inline void __assert_fail(const char *message, const char *file, unsigned line,
                                            const char *function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}

namespace std {
__device__ static inline void free(void *pointer) { ::free(pointer); }
__device__ static inline void *malloc(size_t bytes) { return ::malloc(bytes); }
} // namespace std

#define SECTORSCOPE_CONVERSIONS(Variable)                                                                              \
  __device__ inline __cuda_builtin_##Variable##_t::operator dim3() const { return dim3(x, y, z); }                     \
  __device__ inline __cuda_builtin_##Variable##_t::operator uint3() const { return uint3{x, y, z}; }
SECTORSCOPE_CONVERSIONS(threadIdx)
SECTORSCOPE_CONVERSIONS(blockIdx)
SECTORSCOPE_CONVERSIONS(blockDim)
SECTORSCOPE_CONVERSIONS(gridDim)
#undef SECTORSCOPE_CONVERSIONS

// Which address space a generic pointer points into, and the conversions; clang's intrinsics use them.
static __device__ inline __attribute__((const)) unsigned __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
static __device__ inline __attribute__((const)) unsigned __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
static __device__ inline __attribute__((const)) unsigned __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
static __device__ inline __attribute__((const)) unsigned __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
static __device__ inline size_t __cvta_generic_to_shared(const void *p) {
  return (size_t)(__attribute__((address_space(3))) const void *)p;
}
static __device__ inline size_t __cvta_generic_to_global(const void *p) {
  return (size_t)(__attribute__((address_space(1))) const void *)p;
}

#include "atomics.h"
#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>
#include <__clang_cuda_complex_builtins.h>
#include "../../common/sectorscope_cache_hints.h"
// clang-format on

#endif
