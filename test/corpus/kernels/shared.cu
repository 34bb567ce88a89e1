// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Shared memory: wavefronts, with and without padding, and private arrays.

#include "../corpus.h"

template <int Pad> __global__ void transpose(const float *in, float *out, int width) {
  __shared__ float tile[32][32 + Pad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int r = 0; r < 32; r += 8) {
    float v = in[(y + r) * width + x];      // @transpose.in
    tile[threadIdx.y + r][threadIdx.x] = v; // @transpose.put
  }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int r = 0; r < 32; r += 8) {
    float v = tile[threadIdx.x][threadIdx.y + r]; // @transpose.get
    out[(y + r) * width + x] = v;                 // @transpose.out
  }
}

__global__ void reduceBlock(const float *in, float *out) {
  __shared__ float partial[256];
  unsigned t = threadIdx.x;
  float v = in[blockIdx.x * 256 + t]; // @reduce.in
  partial[t] = v;                     // @reduce.put
  __syncthreads();
  for (unsigned s = 128; s > 0; s >>= 1) {
    if (t < s) {
      float right = partial[t + s]; // @reduce.right
      partial[t] += right;          // @reduce.left
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = partial[0]; // @reduce.out
}

template <int Stride> __global__ void stridedShared(float *out) {
  __shared__ float words[32 * Stride + 256];
  for (int j = threadIdx.x; j < 32 * Stride + 256; j += blockDim.x)
    words[j] = j; // @stridedShared.put
  __syncthreads();
  float v = words[(threadIdx.x & 31) * Stride];   // @stridedShared.get
  out[blockIdx.x * blockDim.x + threadIdx.x] = v; // @stridedShared.out
}

__global__ void vectorShared(const float4 *in, float4 *out) {
  __shared__ float4 words[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[i];       // @vectorShared.in
  words[threadIdx.x] = v; // @vectorShared.put
  __syncthreads();
  out[i] = words[threadIdx.x ^ 3]; // @vectorShared.get
}

__global__ void byteShared(unsigned char *out) {
  __shared__ unsigned char bytes[512];
  bytes[2 * threadIdx.x] = threadIdx.x; // @byteShared.put
  __syncthreads();
  unsigned char v = bytes[(threadIdx.x * 4 + 1) & 511]; // @byteShared.get
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;       // @byteShared.out
}

// An index that the compiler cannot know keeps the array in local memory.
__global__ void privateArray(const int *index, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float own[16];
  for (int k = 0; k < 16; ++k)
    own[k] = i * k;      // @private.put
  int j = index[i];      // @private.index
  float v = own[j & 15]; // @private.get
  out[i] = v;            // @private.out
}

void launchShared(const Buffers &b) {
  transpose<0><<<dim3(4, 4), dim3(32, 8)>>>(inputOf<float>(b), outputOf<float>(b), 128);
  transpose<1><<<dim3(4, 4), dim3(32, 8)>>>(inputOf<float>(b), outputOf<float>(b), 128);
  reduceBlock<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  stridedShared<2><<<16, 256>>>(outputOf<float>(b));
  stridedShared<5><<<16, 256>>>(outputOf<float>(b));
  stridedShared<8><<<16, 256>>>(outputOf<float>(b));
  vectorShared<<<64, 256>>>(inputOf<float4>(b), outputOf<float4>(b));
  byteShared<<<16, 256>>>(outputOf<unsigned char>(b));
  privateArray<<<16, 256>>>(b.index, outputOf<float>(b));
}
