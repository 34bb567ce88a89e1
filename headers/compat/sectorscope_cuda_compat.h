// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included ahead of every .cu file that is compiled with a CUDA toolkit, after clang's own wrapper of it: what clang's
// wrapper lacks, and what newer toolkits dropped but programs still call.

#ifndef SECTORSCOPE_CUDA_COMPAT_H
#define SECTORSCOPE_CUDA_COMPAT_H

#if defined(__cplusplus) && defined(__CUDA__)

#include "../common/sectorscope_cache_hints.h"

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

// Texture references, dropped in CUDA 12. A fetch goes through the texture units and is no global access, so that its
// value is all a kernel needs here; the host's calls are declared and never run.
enum { cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3 };
struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct texture : textureReference {};
template <class T, cudaTextureReadMode mode> struct SectorscopeTexel {
  using Type = T;
};
template <class T> struct SectorscopeTexel<T, cudaReadModeNormalizedFloat> {
  using Type = float;
};
// A texture reference lives on the host and in the device's tables at once. Fetches take it by value of its type only.
#define SECTORSCOPE_FETCH(Name, Dimensions, Coordinates)                                                               \
  template <class T, cudaTextureReadMode mode>                                                                         \
  __device__ __attribute__((pure)) typename SectorscopeTexel<T, mode>::Type Name Coordinates;
SECTORSCOPE_FETCH(tex1Dfetch, 1, (const texture<T, 1, mode> &reference, int x))
SECTORSCOPE_FETCH(tex1D, 1, (const texture<T, 1, mode> &reference, float x))
SECTORSCOPE_FETCH(tex2D, 2, (const texture<T, 2, mode> &reference, float x, float y))
SECTORSCOPE_FETCH(tex3D, 3, (const texture<T, 3, mode> &reference, float x, float y, float z))
#undef SECTORSCOPE_FETCH
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                            size_t bytes = ~size_t(0));
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                            const cudaChannelFormatDesc &format, size_t bytes = ~size_t(0));
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, dimensions, mode> &reference, const void *pointer,
                              const cudaChannelFormatDesc &format, size_t width, size_t height, size_t pitch);
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const texture<T, dimensions, mode> &reference, cudaArray_const_t array);
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(const texture<T, dimensions, mode> &reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc &format);
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaUnbindTexture(const texture<T, dimensions, mode> &reference);
#endif // CUDA_VERSION >= 13000

#endif

#endif
