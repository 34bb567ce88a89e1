// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Data decides: gathers, scatters, indices that are uniform but unknown.

#include "../corpus.h"

__global__ void gather(const int *index, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = index[i]; // @gather.index
  float v = in[j];  // @gather.in
  out[i] = v;       // @gather.out
}

__global__ void scatter(const int *index, const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = index[i]; // @scatter.index
  float v = in[i];  // @scatter.in
  out[4 * j] = v;   // @scatter.out
}

__global__ void uniformBase(const int *starts, const float *in, float *out) {
  int start = starts[blockIdx.x];                 // @base.start
  float v = in[start + threadIdx.x];              // @base.in
  out[blockIdx.x * blockDim.x + threadIdx.x] = v; // @base.out
}

// Rows of unequal length, one thread a row: trips and places come from memory.
__global__ void sumRows(const int *lengths, const float *in, float *out, int pitch) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int length = lengths[row] & 15; // @rows.length
  float sum = 0;
  for (int k = 0; k < length; ++k)
    sum += in[row * pitch + k]; // @rows.in
  out[row] = sum;               // @rows.out
}

__global__ void histogram(const int *index, int *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int bin = index[i] & 255;   // @histogram.index
  atomicAdd(&counts[bin], 1); // @histogram.red
}

__global__ void embed(const int *tokens, const float4 *table, float4 *out, int width) {
  int token = tokens[blockIdx.x] & 1023;         // @embed.token
  float4 v = table[token * width + threadIdx.x]; // @embed.in
  out[blockIdx.x * width + threadIdx.x] = v;     // @embed.out
}

void launchGathers(const Buffers &b) {
  gather<<<64, 256>>>(b.index, inputOf<float>(b), outputOf<float>(b));
  scatter<<<64, 256>>>(b.index, inputOf<float>(b), outputOf<float>(b));
  uniformBase<<<64, 256>>>(b.index, inputOf<float>(b), outputOf<float>(b));
  sumRows<<<16, 128>>>(b.index, inputOf<float>(b), outputOf<float>(b), 20);
  histogram<<<64, 256>>>(b.index, outputOf<int>(b));
  embed<<<64, 64>>>(b.index, inputOf<float4>(b), outputOf<float4>(b), 64);
}
