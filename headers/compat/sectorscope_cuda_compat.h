// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included ahead of every .cu file that is compiled with a CUDA toolkit, after clang's own wrapper of it: what clang's
// wrapper lacks, and what newer toolkits dropped but programs still call.

#ifndef SECTORSCOPE_CUDA_COMPAT_H
#define SECTORSCOPE_CUDA_COMPAT_H

#if defined(__cplusplus) && defined(__CUDA__)

#include "../common/sectorscope_cache_hints.h"
#include "../common/sectorscope_texture_references.h"

// In a toolkit an annotation for nvcc only. To the device a managed variable is global memory.
#undef __managed__
#define __managed__ __attribute__((device))

#if CUDA_VERSION >= 13000
// The cudaThread... functions were deprecated for a decade before CUDA 13 dropped them.
static inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
static inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
static inline cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
static inline cudaError_t cudaThreadGetLimit(size_t *value, cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
static inline cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
static inline cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *config) { return cudaDeviceGetCacheConfig(config); }
#endif // CUDA_VERSION >= 13000

#endif // defined(__cplusplus) && defined(__CUDA__)

#endif
