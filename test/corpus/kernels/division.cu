// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Division and remainder: signed and unsigned, of 8 to 64 bits, by constants, by arguments, and by the prepared
/// multiplications with which libraries replace them.

#include "../corpus.h"

// Quotients of negative numbers are rounded towards zero.
__global__ void quotientOfNegatives(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = i - 2000;
  float v = in[2000 + j / 12 * 8]; // @quotientNegative.in
  float w = in[64 + j % 12 * 5];   // @remainderNegative.in
  out[i] = v + w;                  // @quotientNegative.out
}

__global__ void powersOfNegatives(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = i - 777;
  float v = in[1000 + j / 8];     // @powerNegative.quotient
  float w = in[300 + j % 16 * 9]; // @powerNegative.remainder
  out[i] = v + w;                 // @powerNegative.out
}

__global__ void divideBytes(const float *in, float *out) {
  unsigned char t = threadIdx.x + 77;
  signed char s = threadIdx.x * 3;
  float v = in[t / 5 * 16 + t % 5];                   // @divideBytes.unsigned
  float w = in[200 + s / 7 * 8];                      // @divideBytes.signed
  out[blockIdx.x * blockDim.x + threadIdx.x] = v + w; // @divideBytes.out
}

__global__ void divideByUnsigned(const float *in, float *out, unsigned rows, unsigned pitch) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i % rows * pitch + i / rows]; // @divideByUnsigned.in
  out[i / rows * 32 + i % rows] = v;         // @divideByUnsigned.out
}

__global__ void divideBySize(const double *in, double *out, size_t width, size_t pitch) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  double v = in[i / width * pitch + i % width]; // @divideBySize.in
  out[i] = v;                                   // @divideBySize.out
}

__global__ void divideByNegative(const float *in, float *out, int divisor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[4000 + 4 * (i / divisor)];  // @divideByNegative.quotient
  float w = in[(i - 1000) % divisor + 16]; // @divideByNegative.remainder
  out[i] = v + w;                          // @divideByNegative.out
}

// NCHW to NHWC by a flat index.
__global__ void channelsLast(const float *in, float *out, int channels, int height, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int w = i % width, h = i / width % height, c = i / (width * height) % channels, n = i / (width * height * channels);
  float v = in[i];                                        // @channelsLast.in
  out[((n * height + h) * width + w) * channels + c] = v; // @channelsLast.out
}

// A divisor with its magic number and shift, the add before the shift, as ggml and PyTorch do it.
struct FastDivisor {
  unsigned magic, shift, divisor;
  __device__ unsigned quotient(unsigned n) const { return (__umulhi(n, magic) + n) >> shift; }
  __device__ unsigned remainder(unsigned n) const { return n - quotient(n) * divisor; }
};

__global__ void broadcastRows(const float *in, float *out, FastDivisor columns, FastDivisor rows) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned row = columns.quotient(i), column = columns.remainder(i);
  float v = in[rows.remainder(row) * columns.divisor + column]; // @broadcastRows.in
  float w = in[rows.quotient(row) * 32 + column];               // @broadcastRows.scale
  out[i] = v * w;                                               // @broadcastRows.out
}

__global__ void preparedScalars(const float *in, float *out, unsigned magic, unsigned shift, unsigned divisor,
                                int pitch) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned q = (__umulhi(i, magic) + i) >> shift;
  float v = in[q * pitch + (i - q * divisor)]; // @preparedScalars.in
  out[q] = v;                                  // @preparedScalars.out
}

// The multiplier fits 32 bits for numbers below 2^31: no add (CUTLASS).
__global__ void preparedShort(const float *in, float *out, unsigned multiplier, unsigned shift, int divisor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int q = divisor != 1 ? int(__umulhi(i, multiplier) >> shift) : i;
  float v = in[(i - q * divisor) * 1024 + q]; // @preparedShort.in
  out[i] = v;                                 // @preparedShort.out
}

// For every 32-bit number, without a carry: halve before adding.
__global__ void preparedFull(const float *in, float *out, unsigned magic, unsigned shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned t = __umulhi(i, magic);
  unsigned q = (t + ((i - t) >> 1)) >> (shift - 1);
  float v = in[8 * q]; // @preparedFull.in
  out[i] = v;          // @preparedFull.out
}

__global__ void preparedWide(const float *in, float *out, unsigned long long multiplier, int shift) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned q = (i * multiplier) >> shift;
  float v = in[q * 40]; // @preparedWide.in
  out[i] = v;           // @preparedWide.out
}

__global__ void preparedSigned(const float *in, float *out, int magic, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = i - 3000;
  int q = (__mulhi(j, magic) >> shift) - (j >> 31);
  float v = in[1000 + q]; // @preparedSigned.in
  out[i] = v;             // @preparedSigned.out
}

// Every block takes an equal share, rounded up.
__global__ void shareOfBlock(const float *in, float *out, int n) {
  int share = (n + gridDim.x - 1) / gridDim.x;
  int i = blockIdx.x * share + threadIdx.x;
  if (threadIdx.x < share && i < n) {
    float v = in[i]; // @share.in
    out[i] = v;      // @share.out
  }
}

__global__ void tilesOfRow(const float *in, float *out, int tiles, int pitch) {
  int tileY = blockIdx.x / tiles, tileX = blockIdx.x % tiles;
  float v = in[(tileY * 16 + threadIdx.y) * pitch + tileX * 16 + threadIdx.x]; // @tilesOfRow.in
  out[(tileX * 16 + threadIdx.y) * pitch + tileY * 16 + threadIdx.x] = v;      // @tilesOfRow.out
}

__global__ void permuteByRemainder(const float *in, float *out, int period, int factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i / 24 * 24 + i % 24 * 5 % 24];                      // @permuteConstant.in
  float w = in[i / period * period + i % period * factor % period]; // @permuteArgument.in
  out[i] = v + w;                                                   // @permute.out
}

void launchDivision(const Buffers &b) {
  quotientOfNegatives<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  powersOfNegatives<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  divideBytes<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b));
  divideByUnsigned<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 20, 416);
  divideByUnsigned<<<30, 160>>>(inputOf<float>(b), outputOf<float>(b), 32, 151);
  divideBySize<<<32, 256>>>(inputOf<double>(b), outputOf<double>(b), 75, 80);
  divideByNegative<<<16, 256>>>(inputOf<float>(b), outputOf<float>(b), -7);
  channelsLast<<<48, 256>>>(inputOf<float>(b), outputOf<float>(b), 3, 32, 64);
  channelsLast<<<49, 192>>>(inputOf<float>(b), outputOf<float>(b), 8, 14, 14);
  broadcastRows<<<42, 256>>>(
      inputOf<float>(b), outputOf<float>(b), FastDivisor{1431655766, 6, 48},
      FastDivisor{613566757, 3, 7}); // columns+0=1431655766 columns+4=6 columns+8=48 rows+0=613566757 rows+4=3 rows+8=7
  preparedScalars<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 991146300, 4, 13, 16);
  preparedScalars<<<32, 96>>>(inputOf<float>(b), outputOf<float>(b), 1, 6, 64, 72);
  preparedShort<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 2863311531, 3, 12);
  preparedShort<<<4, 256>>>(inputOf<float>(b), outputOf<float>(b), 0, 0, 1);
  preparedFull<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 613566757, 3);
  preparedWide<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 390451573, 32);
  preparedSigned<<<32, 256>>>(inputOf<float>(b), outputOf<float>(b), 1717986919, 1);
  shareOfBlock<<<30, 256>>>(inputOf<float>(b), outputOf<float>(b), 5000);
  tilesOfRow<<<60, dim3(16, 16)>>>(inputOf<float>(b), outputOf<float>(b), 10, 170);
  permuteByRemainder<<<32, 192>>>(inputOf<float>(b), outputOf<float>(b), 100, 37);
}
