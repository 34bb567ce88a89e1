// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two halves of each of 2^25 sectors, stored by the same thread so many MiB of sectors apart: how far apart may
// they come and still meet in the L2?

#include "traffic.h"

/// 128 blocks of 256 threads: one step of all of them is 1 MiB of sectors.
__device__ __forceinline__ void storeHalves(float4 *out, int windows, int steps) {
  unsigned thread = blockIdx.x * 256 + threadIdx.x;
#pragma unroll 1
  for (int w = 0; w < windows; ++w) {
#pragma unroll 1
    for (int k = 0; k < steps; ++k)
      out[((w * steps + k) * 32768u + thread) * 2] = make_float4(1, 1, 1, 1); // @halves.first
#pragma unroll 1
    for (int k = 0; k < steps; ++k)
      out[((w * steps + k) * 32768u + thread) * 2 + 1] = make_float4(1, 1, 1, 1); // @halves.second
  }
}

__global__ void halves1MiBApart(float4 *out) { storeHalves(out, 1024, 1); }
__global__ void halves8MiBApart(float4 *out) { storeHalves(out, 128, 8); }
__global__ void halves16MiBApart(float4 *out) { storeHalves(out, 64, 16); }
__global__ void halves24MiBApart(float4 *out) { storeHalves(out, 42, 24); }
__global__ void halves32MiBApart(float4 *out) { storeHalves(out, 32, 32); }
__global__ void halves40MiBApart(float4 *out) { storeHalves(out, 25, 40); }
__global__ void halves48MiBApart(float4 *out) { storeHalves(out, 21, 48); }
__global__ void halves64MiBApart(float4 *out) { storeHalves(out, 16, 64); }
__global__ void halves128MiBApart(float4 *out) { storeHalves(out, 8, 128); }
__global__ void halves1GiBApart(float4 *out) { storeHalves(out, 1, 1024); }

/// The same for loads: each of 2^24 pieces of 64 bytes is read by halves so many MiB of pieces apart.
__device__ __forceinline__ void loadHalves(const float *in, int windows, int steps) {
  unsigned thread = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int w = 0; w < windows; ++w) {
#pragma unroll 4
    for (int k = 0; k < steps; ++k)
      sum += in[((w * steps + k) * 32768u + thread) * 16]; // @pieces.first
#pragma unroll 4
    for (int k = 0; k < steps; ++k)
      sum += in[((w * steps + k) * 32768u + thread) * 16 + 8]; // @pieces.second
  }
  expectZero(sum);
}

__global__ void pieces8MiBApart(const float *in) { loadHalves(in, 128, 4); }
__global__ void pieces16MiBApart(const float *in) { loadHalves(in, 64, 8); }
__global__ void pieces32MiBApart(const float *in) { loadHalves(in, 32, 16); }
__global__ void pieces48MiBApart(const float *in) { loadHalves(in, 21, 24); }
__global__ void pieces64MiBApart(const float *in) { loadHalves(in, 16, 32); }
__global__ void pieces1GiBApart(const float *in) { loadHalves(in, 1, 512); }

void runWindows(const Memory &m) {
  pieces8MiBApart<<<128, 256>>>(static_cast<const float *>(m.d));
  pieces16MiBApart<<<128, 256>>>(static_cast<const float *>(m.d));
  pieces32MiBApart<<<128, 256>>>(static_cast<const float *>(m.d));
  pieces48MiBApart<<<128, 256>>>(static_cast<const float *>(m.d));
  pieces64MiBApart<<<128, 256>>>(static_cast<const float *>(m.d));
  pieces1GiBApart<<<128, 256>>>(static_cast<const float *>(m.d));
  halves1MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves8MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves16MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves24MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves32MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves40MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves48MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves64MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves128MiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
  halves1GiBApart<<<128, 256>>>(static_cast<float4 *>(m.a));
}
