// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texture references, which CUDA 12 dropped. A fetch goes through the texture units and is no global access, so that
// its value is all a kernel needs here; the host's calls are declared and never run.

#ifndef SECTORSCOPE_TEXTURE_REFERENCES_H
#define SECTORSCOPE_TEXTURE_REFERENCES_H

#if CUDA_VERSION >= 12000

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
template <class T, int dimensions = 1, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {};
template <class T, cudaTextureReadMode mode> struct SectorscopeTexel {
  using Type = T;
};
template <class T> struct SectorscopeTexel<T, cudaReadModeNormalizedFloat> {
  using Type = float;
};
#define SECTORSCOPE_FETCH(Name, Coordinates)                                                                           \
  template <class T, cudaTextureReadMode mode>                                                                         \
  __device__ __attribute__((const)) typename SectorscopeTexel<T, mode>::Type Name Coordinates;
SECTORSCOPE_FETCH(tex1Dfetch, (texture<T, 1, mode> reference, int x))
SECTORSCOPE_FETCH(tex1D, (texture<T, 1, mode> reference, float x))
SECTORSCOPE_FETCH(tex2D, (texture<T, 2, mode> reference, float x, float y))
SECTORSCOPE_FETCH(tex3D, (texture<T, 3, mode> reference, float x, float y, float z))
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

#endif // CUDA_VERSION >= 12000

#endif
