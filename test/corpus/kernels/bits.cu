// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Indices made of bits: shifts by variables, reversal, counting, funnel shifts, byte permutes, layouts put together
/// with or, lane masks.

#include "../corpus.h"

#ifdef __clang__
__device__ unsigned laneId() { return __nvvm_read_ptx_sreg_laneid(); }
__device__ unsigned lanesBelow() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
#else
__device__ unsigned laneId() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
__device__ unsigned lanesBelow() {
  unsigned mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
#endif

__global__ void reverseBits(const float *in, float *out, int bits) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[__brev(i) >> (32 - bits)];            // @reverse.in
  out[(i & ~31u) | (__brev(threadIdx.x) >> 27)] = v; // @reverse.out
}

__global__ void grayCode(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[4 * (i ^ (i >> 1))]; // @gray.in
  out[i ^ (i >> 1)] = v;            // @gray.out
}

__global__ void shiftsByArguments(const float *in, float *out, int left, unsigned right) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i << left];                        // @shiftArgument.left
  float w = in[i >> right];                       // @shiftArgument.right
  float z = in[(i & ((1 << right) - 1)) << left]; // @shiftArgument.masked
  out[i] = v + w + z;                             // @shiftArgument.out
}

__global__ void shiftsByLanes(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i >> (threadIdx.x & 3)];                          // @shiftLane.right
  float w = in[threadIdx.x << (threadIdx.x / 32 & 7)];           // @shiftLane.left
  float z = in[8 + ((int(threadIdx.x) - 128) >> (i & 7)) + 128]; // @shiftLane.signed
  out[i] = v + w + z;                                            // @shiftLane.out
}

__global__ void funnels(const float *in, float *out, unsigned by) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[__funnelshift_r(i, i >> 4, by) & 0x3fff];             // @funnel2.argument
  float w = in[__funnelshift_l(i << 20, i, threadIdx.x & 7) & 1023]; // @funnel2.lane
  out[i] = v + w;                                                    // @funnel2.out
}

__global__ void rotateTenBits(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned low = i & 1023;
  float v = in[(i & ~1023u) | ((low << 3 | low >> 7) & 1023)]; // @rotate.in
  out[i] = v;                                                  // @rotate.out
}

__global__ void swapBytes(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[__byte_perm(i, 0, 0x0123) >> 20];               // @byteSwap.swapped
  float w = in[__byte_perm(i, threadIdx.x << 8, 0x4450) >> 6]; // @byteSwap.merged
  out[i] = v + w;                                              // @byteSwap.out
}

__global__ void partsByOr(const float *in, float *out) {
  unsigned warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  float v = in[blockIdx.x << 8 | lane << 3 | warp];                // @parts.in
  out[blockIdx.x << 8 | warp << 5 | (lane ^ (warp << 2 | 1))] = v; // @parts.out
}

// Where a butterfly of distance 2^bit starts: a zero put in between the bits.
__global__ void insertZero(float *data, int bit) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned low = i & ((1u << bit) - 1);
  unsigned j = (i >> bit) << (bit + 1) | low;
  float a = data[j];             // @insert.a
  float b = data[j | 1u << bit]; // @insert.b
  data[j] = a + b;               // @insert.sum
  data[j + (1u << bit)] = a - b; // @insert.difference
}

__device__ unsigned spread(unsigned x) {
  x &= 0xffff;
  x = (x | x << 8) & 0x00ff00ff;
  x = (x | x << 4) & 0x0f0f0f0f;
  x = (x | x << 2) & 0x33333333;
  return (x | x << 1) & 0x55555555;
}

__global__ void mortonOfPixel(const float *in, float *out, int pitch) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float v = in[y * pitch + x];         // @mortonPixel.in
  out[spread(x) | spread(y) << 1] = v; // @mortonPixel.out
}

__global__ void laneOfRegister(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[5 * laneId()]; // @laneid.in
  out[i] = v;                 // @laneid.out
}

// The rank of a lane among those that a mask names.
__global__ void rankInMask(const float *in, float *out, unsigned mask) {
  unsigned rank = __popc(mask & lanesBelow());
  float v = in[blockIdx.x * 64 + 2 * rank]; // @rank.in
  if (mask >> (threadIdx.x & 31) & 1)
    out[(blockIdx.x * 8 + threadIdx.x / 32) * 32 + rank] = v; // @rank.out
}

__global__ void compactByVote(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  bool keep = i % 5 < 2;
  unsigned mask = __ballot_sync(~0u, keep);
  if (keep) {
    float v = in[i];                                         // @vote.in
    out[(i & ~31u) + __popc(mask & ((1u << lane) - 1))] = v; // @vote.out
  }
}

// Accumulator fragments of a tensor core product: a group of four lanes holds a row.
__global__ void fragments(const float2 *in, float2 *out, int pitch) {
  int warp = threadIdx.x >> 5, group = (threadIdx.x & 31) >> 2, inGroup = threadIdx.x & 3;
  int row = (blockIdx.x * 4 + warp) * 16 + group;
  float2 upper = in[row * pitch + inGroup];       // @fragments.upper
  float2 lower = in[(row + 8) * pitch + inGroup]; // @fragments.lower
  upper.x += lower.x;
  out[(row * 4 | inGroup) ^ 2] = upper; // @fragments.out
}

// Rows of eight 16-byte chunks, chunks exchanged by the row's number as for ldmatrix.
__global__ void exchangeChunks(const float4 *in, float4 *out) {
  unsigned row = threadIdx.x >> 3, chunk = threadIdx.x & 7;
  float4 v = in[blockIdx.x * 256 + (row * 8 | (chunk ^ (row & 7)))]; // @chunks.in
  out[blockIdx.x * 256 + (threadIdx.x & 7) * 32 + row] = v;          // @chunks.out
}

__global__ void levelOfHeap(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int level = 31 - __clz(i + 1);
  float v = in[level * 64 + (i + 1 - (1 << level)) / 16]; // @level.in
  out[i * 2 + (__popc(i) & 1)] = v;                       // @level.out
}

__global__ void transposeEight(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[(i & ~63u) | (i >> 3 & 7) | (i & 7) << 3]; // @eight.in
  out[~i & 16383] = v;                                    // @eight.out
}

__global__ void hashSixteen(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned short h = (unsigned short)(i * 40503u) >> 5;
  float v = in[h];                                // @hash16.in
  out[__umul24(i, 3) + (__ffs(i | 256) & 7)] = v; // @hash16.out
}

void launchBits(const Buffers &b) {
  reverseBits<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b), 12);
  grayCode<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  shiftsByArguments<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 2, 3);
  shiftsByArguments<<<32, 96>>>(inputOf<float>(b), outputOf<float>(b), 5, 1);
  shiftsByLanes<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  funnels<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 29);
  rotateTenBits<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
  swapBytes<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
  partsByOr<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
  insertZero<<<32, 256>>>(outputOf<float>(b), 0);
  insertZero<<<32, 256>>>(outputOf<float>(b), 3);
  insertZero<<<32, 256>>>(outputOf<float>(b), 9);
  mortonOfPixel<<<dim3(8, 8), dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 136);
  laneOfRegister<<<32, 96>>>(inputOf<float>(b), outputOf<float>(b));
  rankInMask<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 0x0ff05733);
  compactByVote<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
  fragments<<<32, 128>>>(inputOf<float2>(b), outputOf<float2>(b), 36);
  exchangeChunks<<<32, 256>>>(inputOf<float4>(b), outputOf<float4>(b));
  levelOfHeap<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
  transposeEight<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  hashSixteen<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b));
}
