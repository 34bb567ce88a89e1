// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Element widths from 1 to 16 bytes, vector types, half precision, and starts that are not aligned.

#include "../corpus.h"

#include <cuda_fp16.h>

__global__ void copyShorts(const unsigned short *in, unsigned short *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned short v = in[i]; // @short.in
  out[i] = v + 1;           // @short.out
}

__global__ void copyHalves(const __half *in, __half *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half v = in[3 * i]; // @fp16.in
  out[i] = v;           // @fp16.out
}

__global__ void copyHalfPairs(const __half2 *in, __half2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __half2 v = in[i + 2]; // @fp16x2.in
  out[i] = v;            // @fp16x2.out
}

__global__ void copyBytesBackwards(const unsigned char *in, unsigned char *out, int last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char v = in[last - i]; // @bytes.in
  out[i + 7] = v;                 // @bytes.out
}

__global__ void packPixels(const unsigned char *rgb, uchar4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char r = rgb[3 * i];     // @pixel.r
  unsigned char g = rgb[3 * i + 1]; // @pixel.g
  unsigned char b = rgb[3 * i + 2]; // @pixel.b
  out[i] = make_uchar4(r, g, b, 0); // @pixel.out
}

__global__ void copyPairs(const int2 *in, int2 *out, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int2 v = in[i + shift]; // @pairs.in
  out[2 * i] = v;         // @pairs.out
}

__global__ void copyDoublePairs(const double2 *in, double2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double2 v = in[i + 1]; // @double2.in
  out[3 * i] = v;        // @double2.out
}

__global__ void addFloat3(const float3 *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float3 v = in[i];         // @float3.in
  out[i] = v.x + v.y * v.z; // @float3.out
}

// The middle field of a 20-byte record, and the whole of a 32-byte one.
struct Record20 {
  int key;
  float a, b, c, d;
};

__global__ void readField(const Record20 *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i].b; // @field.in
  out[i] = v;        // @field.out
}

struct alignas(16) Record32 {
  float4 low, high;
};

__global__ void sumRecords(const Record32 *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 low = in[i].low;                                                     // @record.low
  float4 high = in[i].high;                                                   // @record.high
  out[i] = low.x + low.w * high.y - high.z + low.y * low.z + high.x * high.w; // @record.out
}

__global__ void readThroughCache(const float *__restrict__ in, float *out, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = __ldg(&in[4 * i + offset]); // @ldg.in
  out[i] = v;                           // @ldg.out
}

void launchWidths(const Buffers &b) {
  copyShorts<<<64, 256>>>(inputOf<unsigned short>(b), outputOf<unsigned short>(b));
  copyHalves<<<64, 256>>>(inputOf<__half>(b), outputOf<__half>(b));
  copyHalfPairs<<<64, 256>>>(inputOf<__half2>(b), outputOf<__half2>(b));
  copyBytesBackwards<<<64, 256>>>(inputOf<unsigned char>(b), outputOf<unsigned char>(b), 16390);
  packPixels<<<64, 256>>>(inputOf<unsigned char>(b), outputOf<uchar4>(b));
  copyPairs<<<64, 256>>>(inputOf<int2>(b), outputOf<int2>(b), 3);
  copyDoublePairs<<<64, 256>>>(inputOf<double2>(b), outputOf<double2>(b));
  addFloat3<<<64, 256>>>(inputOf<float3>(b), outputOf<float>(b));
  readField<<<64, 256>>>(inputOf<Record20>(b), outputOf<float>(b));
  sumRecords<<<64, 256>>>(inputOf<Record32>(b), outputOf<float>(b));
  readThroughCache<<<64, 256>>>(inputOf<float>(b), outputOf<float>(b), 6);
}
