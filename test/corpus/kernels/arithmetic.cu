// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Index arithmetic that is not affine: division, remainder, bit tricks, clamps, wrapping.

#include "../corpus.h"

__global__ void divideByThree(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[(i / 3) * 8 + i % 3]; // @div3.in
  out[i] = v;                        // @div3.out
}

__global__ void divideUnsigned(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[(i % 10) * 2048 + i / 10]; // @divU.in
  out[i] = v;                             // @divU.out
}

__global__ void divideByWidth(const float *in, float *out, int width, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[(i / width) * pitch + i % width]; // @divW.in
  out[(i % width) * 300 + i / width] = v;        // @divW.out
}

__global__ void negativeRemainder(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int r = (int(threadIdx.x) - 100) % 7;
  float v = in[100 + 5 * r]; // @negative.in
  out[i] = v;                // @negative.out
}

__global__ void exclusiveOr(const float *in, float *out, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i ^ 5]; // @xor.in
  out[i ^ mask] = v;   // @xor.out
}

__global__ void swizzle(const float *in, float *out) {
  int x = threadIdx.x & 15, y = threadIdx.x >> 4;
  float v = in[blockIdx.x * 256 + y * 16 + (x ^ (y & 7))]; // @swizzle.in
  out[(blockIdx.x * 256 + (x << 4)) | y] = v;              // @swizzle.out
}

__global__ void morton(const float *in, float *out) {
  unsigned t = threadIdx.x;
  unsigned x = (t & 1) | ((t >> 1) & 2) | ((t >> 2) & 4) | ((t >> 3) & 8);
  unsigned y = ((t >> 1) & 1) | ((t >> 2) & 2) | ((t >> 3) & 4) | ((t >> 4) & 8);
  float v = in[blockIdx.x * 4096 + y * 64 + x]; // @morton.in
  out[blockIdx.x * blockDim.x + t] = v;         // @morton.out
}

__global__ void clamp(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float left = in[max(i - 3, 0)];      // @clamp.left
  float right = in[min(2 * i, n - 1)]; // @clamp.right
  out[i] = left + right;               // @clamp.out
}

__global__ void selectHalf(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = (threadIdx.x & 16) ? 4 * i : i;
  float v = in[j]; // @select.in
  out[i] = v;      // @select.out
}

__global__ void mirror(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = abs(i - 1000);
  j = j < n ? j : 2 * n - 1 - j;
  float v = in[j]; // @mirror.in
  out[i] = v;      // @mirror.out
}

__global__ void populationCount(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[8 * __popc(threadIdx.x)]; // @popc.in
  out[i] = v;                            // @popc.out
}

__global__ void bitReverse(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[__brev(i) >> 18]; // @brev.in
  out[i] = v;                    // @brev.out
}

__global__ void leadingZeros(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[16 * __clz(threadIdx.x)];        // @clz.in
  out[i] = v + in[9 * __ffs(int(threadIdx.x))]; // @ffs.in
}

// Division by a run-time constant as libraries do it: multiply high, add, shift.
__global__ void fastDivision(const float *in, float *out, unsigned magic, unsigned shift, unsigned divisor) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned q = (__umulhi(i, magic) + i) >> shift;
  unsigned r = i - q * divisor;
  float v = in[r * 2048 + q]; // @fastdiv.in
  out[i] = v;                 // @fastdiv.out
}

__global__ void hashed(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[(i * 2654435761u) >> 20]; // @hash.in
  out[i] = v;                            // @hash.out
}

__global__ void wrapsInBytes(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char k = threadIdx.x * 37;
  signed char s = threadIdx.x * 9;
  float v = in[k];       // @wrap8.in
  float w = in[128 + s]; // @wrapS8.in
  out[i] = v * w;        // @wrap8.out
}

__global__ void signExtends(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = (i << 27) >> 27;
  float v = in[16 + 3 * j]; // @sext.in
  out[i] = v;               // @sext.out
}

__global__ void funnel(const float *in, float *out, int by) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned turned = __funnelshift_l(threadIdx.x << 24, threadIdx.x << 24, by);
  float v = in[turned & 0xfff]; // @funnel.in
  out[i] = v;                   // @funnel.out
}

__global__ void bytePermute(const float *in, float *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[__byte_perm(i, 0, 0x0144) >> 18]; // @prmt.in
  out[i] = v;                                    // @prmt.out
}

__global__ void warpSplit(const float *in, float *out, int pitch) {
  int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  float v = in[(blockIdx.x * 8 + warp) * pitch + 2 * lane]; // @warp.in
  out[blockIdx.x * blockDim.x + lane * 8 + warp] = v;       // @warp.out
}

__global__ void warpTable(const int *table, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int scale = table[threadIdx.x / 32]; // @warpTable.scale
  float v = in[i];                     // @warpTable.in
  out[i] = v * scale;                  // @warpTable.out
}

__global__ void wideIndex(const float *in, float *out, long long offset) {
  long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  float v = in[i * 6 + offset]; // @wide64.in
  out[i] = v;                   // @wide64.out
}

__global__ void shiftByLane(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[1 << (threadIdx.x & 15)];    // @shift.in
  out[i + (4096 >> (threadIdx.x & 7))] = v; // @shift.out
}

void launchArithmetic(const Buffers &b) {
  divideByThree<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  divideUnsigned<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  divideByWidth<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b), 60, 64);
  divideByWidth<<<30, 100>>>(inputOf<float>(b), outputOf<float>(b), 13, 40);
  negativeRemainder<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  exclusiveOr<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b), 33);
  swizzle<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  morton<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  clamp<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b), 20000);
  selectHalf<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  mirror<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b), 12345);
  populationCount<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  bitReverse<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  leadingZeros<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  fastDivision<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b), 1431655766, 4, 12);
  hashed<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b));
  wrapsInBytes<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  signExtends<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  funnel<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b), 11);
  bytePermute<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  warpSplit<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b), 72);
  warpTable<<<16, 256>>>(b.index, inputOf<float>(b), outputOf<float>(b));
  wideIndex<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b), 5);
  shiftByLane<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
}
