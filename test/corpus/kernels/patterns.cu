// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// One pattern a kernel: the ones whose whole-kernel counters docs/validation.md quotes.

#include "../corpus.h"

__global__ void copyContiguous(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i]; // @copy.in
  out[i] = v;      // @copy.out
}

template <int Stride> __global__ void readStrided(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[Stride * i]; // @strided.in
  out[i] = v;               // @strided.out
}

__global__ void readShifted(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i + 1]; // @shifted.in
  out[i] = v;          // @shifted.out
}

template <typename T> __global__ void copyWide(const T *in, T *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T v = in[i]; // @wide.in
  out[i] = v;  // @wide.out
}

__global__ void readEverySecondVector(const float4 *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[2 * i]; // @vector2.in
  out[i] = v;           // @vector2.out
}

__global__ void writeOnePerSector(float *out) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  out[8 * i] = 1; // @sparse.out
}

__global__ void writeContiguous(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1; // @full.out
}

__global__ void writeEverySecond(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = 1; // @half.out
}

struct Triple {
  float x, y, z;
};

__global__ void shiftTriples(Triple *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = p[i].x; // @triple.x
  float y = p[i].y; // @triple.y
  float z = p[i].z; // @triple.z
  p[i].x = x + 1;   // @triple.sx
  p[i].y = y + 1;   // @triple.sy
  p[i].z = z + 1;   // @triple.sz
}

__global__ void copyEvenLanes(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 2 == 0) {
    float v = in[i]; // @even.in
    out[i] = v;      // @even.out
  }
}

// Lanes that share wide words: a shared sector counts once.
__global__ void shareVectors(const float4 *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[(threadIdx.x >> 5) * 8 + (threadIdx.x & 7)]; // @share8.in
  out[i] = v;                                                // @share8.out
}

__global__ void shareNeighbours(const float4 *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = in[(threadIdx.x & 31) >> 2]; // @share4.in
  out[i] = v;                             // @share4.out
}

__global__ void sharePairs(const float2 *in, float2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 v = in[(threadIdx.x & 15) * 4]; // @share16.in
  out[i] = v;                            // @share16.out
}

// Results unused: reductions, not atomics.
__global__ void countContiguous(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[i], 1); // @count.red
}

__global__ void countOnePerSector(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&out[8 * i], 1); // @countSparse.red
}

__global__ void countTogether(int *out) {
  atomicAdd(&out[0], threadIdx.x); // @countOne.red
}

__global__ void takeTickets(int *counters, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int ticket = atomicAdd(&counters[i], 1); // @ticket.atomic
  out[i] = ticket;                         // @ticket.out
}

void launchPatterns(const Buffers &b) {
  copyContiguous<<<256, 256>>>(inputOf<float>(b), outputOf<float>(b));
  readStrided<2><<<256, 256>>>(inputOf<float>(b), outputOf<float>(b));
  readStrided<3><<<256, 256>>>(inputOf<float>(b), outputOf<float>(b));
  readStrided<5><<<256, 256>>>(inputOf<float>(b), outputOf<float>(b));
  readStrided<8><<<256, 256>>>(inputOf<float>(b), outputOf<float>(b));
  readStrided<32><<<256, 256>>>(inputOf<float>(b), outputOf<float>(b));
  readShifted<<<256, 256>>>(inputOf<float>(b), outputOf<float>(b));
  copyWide<float4><<<256, 256>>>(inputOf<float4>(b), outputOf<float4>(b));
  copyWide<float2><<<256, 256>>>(inputOf<float2>(b), outputOf<float2>(b));
  copyWide<unsigned char><<<256, 256>>>(inputOf<unsigned char>(b), outputOf<unsigned char>(b));
  copyWide<double><<<256, 256>>>(inputOf<double>(b), outputOf<double>(b));
  readEverySecondVector<<<256, 256>>>(inputOf<float4>(b), outputOf<float4>(b));
  writeOnePerSector<<<256, 256>>>(outputOf<float>(b));
  writeContiguous<<<256, 256>>>(outputOf<float>(b));
  writeEverySecond<<<256, 256>>>(outputOf<float>(b));
  shiftTriples<<<256, 256>>>(outputOf<Triple>(b));
  copyEvenLanes<<<256, 256>>>(inputOf<float>(b), outputOf<float>(b));
  shareVectors<<<64, 256>>>(inputOf<float4>(b), outputOf<float4>(b));
  shareNeighbours<<<64, 256>>>(inputOf<float4>(b), outputOf<float4>(b));
  sharePairs<<<64, 256>>>(inputOf<float2>(b), outputOf<float2>(b));
  countContiguous<<<256, 256>>>(outputOf<int>(b));
  countOnePerSector<<<256, 256>>>(outputOf<int>(b));
  countTogether<<<256, 256>>>(outputOf<int>(b));
  takeTickets<<<64, 256>>>(outputOf<int>(b), outputOf<int>(b) + 1048576);
}
