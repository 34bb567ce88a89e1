// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Kernels for `sectorscope-check explain`: five of them lose to one row each of the gap between what a datasheet
/// promises and what a kernel reaches (the sixth row is hot.cu), one is at the ceiling, one too short to be judged, and
/// one computes without coming to the end of the power. record.sh measures them.

#include <cuda_runtime.h>
#include <mma.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr std::size_t arrayBytes = std::size_t(512) << 20; // far beyond any L2
constexpr unsigned multiprocessors = 132;

void require(cudaError_t result) {
  if (result == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(result));
  std::exit(1);
}

/// Keeps a load alive without a store: the memory holds zeros.
__device__ void expectZero(float v) {
  if (v != 0)
    __trap();
}

__device__ float sum(float4 v) { return v.x + v.y + v.z + v.w; }

} // namespace

/// One load in flight in each of 16896 threads, 66 KiB of them: memory could take 50 times as many.
__global__ void fewRequests(const float *in, unsigned words) {
  float total = 0;
#pragma unroll 1
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x)
    total += in[i];
  expectZero(total);
}

/// Three arrays written for one that is read: the bus turns around all the time.
__global__ void turnAround(const float4 *in, float4 *out, unsigned words) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    out[i] = v;
    out[words + i] = v;
    out[2 * words + i] = v;
  }
}

/// One word into every sector: memory has to read all of them to write them back.
__global__ void partialWrites(float *out, unsigned sectors) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < sectors; i += gridDim.x * blockDim.x)
    out[std::size_t(8) * i] = 0;
}

/// One word out of every sector: seven eighths of what memory gives are not used.
__global__ void overFetch(const float *in, unsigned sectors) {
  float total = 0;
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < sectors; i += gridDim.x * blockDim.x)
    total += in[std::size_t(8) * i];
  expectZero(total);
}

/// Nothing but reads, as fast as they come: what is missing to the quoted peak is missing to every kernel.
__global__ void readOnly(const float4 *in, unsigned words) {
  float total = 0;
  const unsigned step = gridDim.x * blockDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += 4 * step) {
    float4 v[4];
#pragma unroll
    for (unsigned k = 0; k != 4; ++k)
      v[k] = i + k * step < words ? in[i + k * step] : float4{};
#pragma unroll
    for (unsigned k = 0; k != 4; ++k)
      total += sum(v[k]);
  }
  expectZero(total);
}

/// Reads beside much arithmetic, on doubles. The H200 keeps its clock: a derate must not be named.
__global__ void hot(const float4 *in, unsigned words, float *never) {
  using namespace nvcuda::wmma;
  fragment<matrix_a, 8, 8, 4, double, row_major> a;
  fragment<matrix_b, 8, 8, 4, double, col_major> b;
  fragment<accumulator, 8, 8, 4, double> c[4];
  // Bits that flip cost power: no round numbers.
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  a.x[0] = 1 + 1e-9 * (id * 2654435761U);
  b.x[0] = 1e-3 / (1 + 1e-9 * (id * 2246822519U));
#pragma unroll
  for (auto &one : c)
    fill_fragment(one, 0.1 * threadIdx.x);
  float total = 0;
  for (unsigned pass = 0; pass != 8; ++pass)
    for (unsigned i = id; i < words; i += gridDim.x * blockDim.x) {
      const float4 v = in[i];
#pragma unroll
      for (unsigned k = 0; k != 8; ++k)
#pragma unroll
        for (auto &one : c)
          mma_sync(one, a, b, one);
      total += sum(v);
    }
  double all = total;
#pragma unroll
  for (const auto &one : c)
    all += one.x[0] + one.x[1];
  if (all == 0.123)
    *never = static_cast<float>(all);
}

/// STREAM's triad, wide: 2 operations for 12 bytes, and as fast as two reads for a write can be.
__global__ void triad(const float4 *x, const float4 *y, float4 *z, float a, unsigned words) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    const float4 u = x[i], v = y[i];
    z[i] = {a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w};
  }
}

/// A few microseconds, once: over before anything has settled.
__global__ void brief(const float4 *x, float4 *z, unsigned words) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < words)
    z[i] = x[i];
}

int main() {
  char *memory = nullptr;
  float *never = nullptr;
  require(cudaMalloc(&memory, 4 * arrayBytes));
  require(cudaMalloc(&never, 4));
  require(cudaMemset(memory, 0, 4 * arrayBytes));
  const auto floats = [&](unsigned array) { return reinterpret_cast<float *>(memory + array * arrayBytes); };
  const auto wide = [&](unsigned array) { return reinterpret_cast<float4 *>(memory + array * arrayBytes); };
  constexpr auto words = static_cast<unsigned>(arrayBytes / sizeof(float));
  constexpr auto wideWords = static_cast<unsigned>(arrayBytes / sizeof(float4));
  constexpr auto sectors = static_cast<unsigned>(2 * arrayBytes / 32);
  constexpr unsigned full = 8 * multiprocessors; // 2048 threads of each

  brief<<<4096, 64>>>(wide(0), wide(3), 4096 * 64);
  require(cudaDeviceSynchronize());
  for (int run = 0; run != 40; ++run)
    fewRequests<<<multiprocessors, 128>>>(floats(0), words / 2);
  for (int run = 0; run != 250; ++run)
    turnAround<<<full, 256>>>(wide(0), wide(1), wideWords);
  for (int run = 0; run != 250; ++run)
    partialWrites<<<full, 256>>>(floats(0), sectors);
  for (int run = 0; run != 400; ++run)
    overFetch<<<full, 256>>>(floats(0), sectors);
  for (int run = 0; run != 400; ++run)
    readOnly<<<full, 256>>>(wide(0), 2 * wideWords);
  for (int run = 0; run != 300; ++run)
    triad<<<full, 256>>>(wide(0), wide(1), wide(2), 3, wideWords);
  require(cudaDeviceSynchronize());
  for (int run = 0; run != 1200; ++run)
    hot<<<full, 256>>>(wide(0), wideWords, never);
  require(cudaDeviceSynchronize());
  std::printf("done\n");
  return 0;
}
