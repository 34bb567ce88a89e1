// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared memory: columns, rows, pads and swizzles, in every width.

#include "memory.h"

namespace {

template <int Pitch> __global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][Pitch];
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = in[j * 32 + threadIdx.x]; // @transpose.put
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    out[j * 32 + threadIdx.x] = tile[threadIdx.x][j]; // @transpose.get
}

__global__ void swizzled(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x ^ j] = in[j * 32 + threadIdx.x]; // @swizzled.put
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    out[j * 32 + threadIdx.x] = tile[threadIdx.x][j ^ threadIdx.x]; // @swizzled.get
}

// Two rows of a warp: 16 columns and a pad of one word leave two ways.
template <int Pad> __global__ void squares(int *out, const int *in) {
  __shared__ int tile[16][16 + Pad];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x]; // @squares.put
  __syncthreads();
  out[y * 16 + x] = tile[x][y]; // @squares.get
}

template <typename T, int Stride> __global__ void strided(T *out) {
  extern __shared__ unsigned char bytes[];
  T *words = reinterpret_cast<T *>(bytes);
  words[threadIdx.x * Stride] = T(threadIdx.x); // @strided.put
  __syncthreads();
  out[threadIdx.x] = words[(255 - threadIdx.x) * Stride]; // @strided.get
}

__global__ void vectors(float4 *out, const float4 *in) {
  __shared__ float4 tile[256];
  int t = threadIdx.x;
  tile[t] = in[t]; // @vectors.put
  __syncthreads();
  out[t] = tile[t ^ 5];                         // @vectors.near
  out[t + 256] = tile[t / 2];                   // @vectors.pairs
  out[t + 512] = tile[(t & 1) | (t >> 2 << 1)]; // @vectors.fours
  out[t + 768] = tile[(t * 8) & 255];           // @vectors.far
}

// 8 bytes in a diagonal, and under a guard that leaves odd lanes.
__global__ void doubles(double *out, const double *in, int n) {
  __shared__ double tile[64 * 9];
  int t = threadIdx.x;
  tile[t * 9 % 576] = in[t]; // @doubles.put
  __syncthreads();
  double sum = 0;
  if (t & 1)
    sum = tile[t * 4 & 511]; // @doubles.odd
  if (t < n)
    sum += tile[n - 1 - t]; // @doubles.reversed
  out[t] = sum;
}

// Half-precision columns: 2 bytes, two lanes to a word.
template <int Pitch> __global__ void halves(unsigned short *out, const unsigned short *in) {
  __shared__ unsigned short tile[64][Pitch];
  for (int j = threadIdx.y; j < 64; j += 4)
    tile[j][threadIdx.x] = in[j * 64 + threadIdx.x]; // @halves.put
  __syncthreads();
  for (int j = threadIdx.y; j < 64; j += 4)
    out[j * 64 + threadIdx.x] = tile[threadIdx.x][j]; // @halves.get
}

// A reduction tree, twice: with neighbours far apart, and with strides that double.
template <bool Interleaved> __global__ void tree(int *out, const int *in) {
  __shared__ int part[256];
  int t = threadIdx.x;
  part[t] = in[t]; // @tree.put
  __syncthreads();
#pragma unroll 1
  for (int s = Interleaved ? 1 : 128; Interleaved ? s < 256 : s > 0; s = Interleaved ? s * 2 : s / 2) {
    int i = Interleaved ? 2 * s * t : t;
    if (Interleaved ? i < 256 : t < s)
      part[i] += part[i + s]; // @tree.step
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0]; // @tree.out
}

} // namespace

void launchShared(const Buffers &b) {
  transpose<32><<<2, dim3(32, 8)>>>(b.f, b.g);
  transpose<33><<<2, dim3(32, 8)>>>(b.f, b.g);
  transpose<36><<<2, dim3(32, 8)>>>(b.f, b.g);
  swizzled<<<2, dim3(32, 8)>>>(b.f, b.g);
  squares<0><<<1, dim3(16, 16)>>>(b.i, b.j);
  squares<1><<<1, dim3(16, 16)>>>(b.i, b.j);
  squares<2><<<1, dim3(16, 16)>>>(b.i, b.j);
  strided<unsigned char, 1><<<1, 256, 256>>>(b.bytes);
  strided<unsigned char, 12><<<1, 256, 4096>>>(b.bytes);
  strided<int, 3><<<1, 256, 4096>>>(b.i);
  strided<int, 8><<<1, 256, 8192>>>(b.i);
  strided<double, 2><<<1, 256, 4096>>>(b.d);
  strided<double, 5><<<1, 256, 12288>>>(b.d);
  vectors<<<1, 256>>>(b.v, b.v + 4096);
  doubles<<<1, 64>>>(b.d, b.d + 4096, 50);
  halves<64><<<1, dim3(64, 4)>>>(b.s, b.s + 8192);
  halves<66><<<1, dim3(64, 4)>>>(b.s, b.s + 8192);
  tree<false><<<1, 256>>>(b.i, b.j);
  tree<true><<<1, 256>>>(b.i, b.j);
}
