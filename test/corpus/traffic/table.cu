// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one part does with partly written sectors, with sparse loads and with lanes that share a sector: one pattern a
// kernel. Loads come first, since expectZero wants zeros.

#include "traffic.h"

namespace {

__device__ __forceinline__ size_t threadIndex() { return size_t(blockIdx.x) * blockDim.x + threadIdx.x; }

} // namespace

// One 4-byte load every so many bytes.
__global__ void loadEvery32(const float *in) {
  expectZero(in[threadIndex() * 8]); // @loadEvery32.in
}
__global__ void loadEvery64(const float *in) {
  expectZero(in[threadIndex() * 16]); // @loadEvery64.in
}
__global__ void loadEvery96(const float *in) {
  expectZero(in[threadIndex() * 24]); // @loadEvery96.in
}
__global__ void loadEvery128(const float *in) {
  expectZero(in[threadIndex() * 32]); // @loadEvery128.in
}

// Lanes that share wide words.
__global__ void share8Vectors(const float4 *in, float4 *out) {
  out[threadIndex()] =                                // @share8Vectors.out
      in[(threadIdx.x >> 5) * 8 + (threadIdx.x & 7)]; // @share8Vectors.in
}
__global__ void shareNeighbours(const float4 *in, float4 *out) {
  out[threadIndex()] =             // @shareNeighbours.out
      in[(threadIdx.x & 31) >> 2]; // @shareNeighbours.in
}
__global__ void share16Pairs(const float2 *in, float2 *out) {
  out[threadIndex()] =      // @share16Pairs.out
      in[threadIdx.x & 15]; // @share16Pairs.in
}
__global__ void shareFarPairs(const float2 *in, float2 *out) {
  out[threadIndex()] =            // @shareFarPairs.out
      in[(threadIdx.x & 15) * 4]; // @shareFarPairs.in
}
__global__ void shareFarVectors(const float4 *in, float4 *out) {
  out[threadIndex()] =           // @shareFarVectors.out
      in[(threadIdx.x & 7) * 2]; // @shareFarVectors.in
}

// So many of the 32 bytes of every sector.
__global__ void storeOf1(unsigned char *out) {
  out[threadIndex() * 32] = 1; // @storeOf1.out
}
__global__ void storeOf2(unsigned short *out) {
  out[threadIndex() * 16] = 1; // @storeOf2.out
}
__global__ void storeOf4(float *out) {
  out[threadIndex() * 8] = 1; // @storeOf4.out
}
__global__ void storeOf8(double *out) {
  out[threadIndex() * 4] = 1; // @storeOf8.out
}
__global__ void storeOf16(float4 *out) {
  out[threadIndex() * 2] = make_float4(1, 1, 1, 1); // @storeOf16.out
}

// By the same thread, back to back.
__global__ void storeOf16And8(float4 *out) {
  float4 *p = out + threadIndex() * 2;
  p[0] = make_float4(1, 1, 1, 1);                         // @storeOf16And8.first
  *reinterpret_cast<float2 *>(p + 1) = make_float2(1, 1); // @storeOf16And8.second
}
__global__ void storeOf16Twice(float4 *out) {
  float4 *p = out + threadIndex() * 2;
  p[0] = make_float4(1, 1, 1, 1); // @storeOf16Twice.first
  p[1] = make_float4(1, 1, 1, 1); // @storeOf16Twice.second
}
__global__ void storeOf4EightTimes(float *out) {
  volatile float *p = out + threadIndex() * 8;
  for (int k = 0; k < 8; ++k)
    p[k] = 1; // @storeOf4EightTimes.out
}

// The first half of the grid stores the first halves of all 2^25 sectors, the other the second halves.
__global__ void storeHalvesLate(float4 *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[(i & 33554431) * 2 + (i >> 25)] = make_float4(1, 1, 1, 1); // @storeHalvesLate.out
}

__global__ void storeMisaligned(int *out) {
  out[threadIndex() + 1] = 1; // @storeMisaligned.out
}
__global__ void storeEvery64(float *out) {
  out[threadIndex() * 16] = 1; // @storeEvery64.out
}
__global__ void storeEvery128(float *out) {
  out[threadIndex() * 32] = 1; // @storeEvery128.out
}

void runTable(const Memory &m) {
  loadEvery32<<<131072, 256>>>(static_cast<const float *>(m.a));
  loadEvery64<<<131072, 256>>>(static_cast<const float *>(m.a));
  loadEvery96<<<131072, 256>>>(static_cast<const float *>(m.a));
  loadEvery128<<<131072, 256>>>(static_cast<const float *>(m.a));
  share8Vectors<<<64, 256>>>(static_cast<const float4 *>(m.a), static_cast<float4 *>(m.b));
  shareNeighbours<<<64, 256>>>(static_cast<const float4 *>(m.a), static_cast<float4 *>(m.b));
  share16Pairs<<<64, 256>>>(static_cast<const float2 *>(m.a), static_cast<float2 *>(m.b));
  shareFarPairs<<<64, 256>>>(static_cast<const float2 *>(m.a), static_cast<float2 *>(m.b));
  shareFarVectors<<<64, 256>>>(static_cast<const float4 *>(m.a), static_cast<float4 *>(m.b));
  storeOf1<<<131072, 256>>>(static_cast<unsigned char *>(m.a));
  storeOf2<<<131072, 256>>>(static_cast<unsigned short *>(m.a));
  storeOf4<<<131072, 256>>>(static_cast<float *>(m.a));
  storeOf8<<<131072, 256>>>(static_cast<double *>(m.a));
  storeOf16<<<131072, 256>>>(static_cast<float4 *>(m.a));
  storeOf16And8<<<131072, 256>>>(static_cast<float4 *>(m.a));
  storeOf16Twice<<<131072, 256>>>(static_cast<float4 *>(m.a));
  storeOf4EightTimes<<<131072, 256>>>(static_cast<float *>(m.a));
  storeHalvesLate<<<262144, 256>>>(static_cast<float4 *>(m.a));
  storeMisaligned<<<131072, 256>>>(static_cast<int *>(m.a));
  storeEvery64<<<131072, 256>>>(static_cast<float *>(m.a));
  storeEvery128<<<131072, 256>>>(static_cast<float *>(m.a));
}
