// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The access patterns whose rate over the pitch is measured. In each of them many blocks are at work on rows that lie
/// a pitch apart, so that what is in flight differs by multiples of it. All sizes but the pitch are the same for a
/// pitch and its padded twin.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PROFILE_STRIDEPATTERNS_CUH
#define SECTORSCOPE_RUNTIME_CHECK_PROFILE_STRIDEPATTERNS_CUH

#include "LoadPastL1.cuh"

#include <cstddef>

namespace sectorscope::measure {

constexpr unsigned kWalkThreads = 128, kWalkBlocks = 16, kTile = 32; // all blocks resident, in step

/// Block b walks rows b, b + blocks, ... from left to right, 2 KiB a step; rows shorter than that several at a time.
/// \param spanLog2 of the vectors that are read of each row.
__global__ void __launch_bounds__(kWalkThreads, kWalkBlocks)
    rowWalk(const char *in, std::size_t pitch, unsigned rows, unsigned spanLog2, unsigned passes, float *never) {
  const unsigned span = 1U << spanLog2, pieces = span > kWalkThreads ? span / kWalkThreads : 1;
  const unsigned rowsAtOnce = span < kWalkThreads ? kWalkThreads / span : 1, units = rows / rowsAtOnce;
  const unsigned row = threadIdx.x >> spanLog2 & (rowsAtOnce - 1), column = threadIdx.x & (span - 1);
  float sum = 0;
  for (unsigned pass = 0; pass != passes; ++pass, in += zeroOf(sum))
    for (unsigned unit = blockIdx.x; unit < units; unit += gridDim.x) {
      const float4 *p = reinterpret_cast<const float4 *>(in + (std::size_t(unit) * rowsAtOnce + row) * pitch) + column;
#pragma unroll 4
      for (unsigned piece = 0; piece < pieces; ++piece)
        sum += total(loadPastL1(p + piece * kWalkThreads));
    }
  if (sum == 1)
    *never = sum;
}

/// Lanes in neighbouring rows, as in a thread for each row: a word from every 64 bytes. Where rows are few, further
/// threads begin further right.
__global__ void columnWalk(const char *in, std::size_t pitch, unsigned rows, unsigned columns, unsigned passes,
                           float *never) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const unsigned walkers = threads / rows, row = thread % rows, first = thread / rows;
  float sum = 0;
  if (first < walkers)
    for (unsigned pass = 0; pass != passes; ++pass, in += zeroOf(sum)) {
      const char *p = in + row * pitch;
#pragma unroll 4
      for (unsigned column = first; column < columns; column += walkers)
        sum += loadPastL1(reinterpret_cast<const float *>(p + std::size_t(column) * 64));
    }
  if (sum == 1)
    *never = sum;
}

/// The same with whole sectors stored.
__global__ void columnStore(char *out, std::size_t pitch, unsigned rows, unsigned columns, unsigned passes) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const unsigned walkers = threads / rows, row = thread % rows, first = thread / rows;
  if (first >= walkers)
    return;
  for (unsigned pass = 0; pass != passes; ++pass)
    for (unsigned column = first; column < columns; column += walkers) {
      float4 *p = reinterpret_cast<float4 *>(out + row * pitch + std::size_t(column) * 32);
      p[0] = make_float4(0, 0, 0, 0);
      p[1] = make_float4(0, 0, 0, 0);
    }
}

/// Square matrices of side x side words, one after the other, each through tiles in shared memory.
__global__ void transpose(char *out, const char *in, std::size_t pitch, unsigned side, unsigned matrices,
                          unsigned passes) {
  __shared__ float tile[kTile][kTile + 1];
  const unsigned perSide = side / kTile, tiles = perSide * perSide * matrices;
  for (unsigned pass = 0; pass != passes; ++pass)
    for (unsigned t = blockIdx.x; t < tiles; t += gridDim.x) {
      const unsigned matrix = t / (perSide * perSide), x = t % perSide * kTile, y = t / perSide % perSide * kTile;
      const std::size_t base = std::size_t(matrix) * side;
      for (unsigned k = threadIdx.y; k < kTile; k += blockDim.y)
        tile[k][threadIdx.x] =
            loadPastL1(reinterpret_cast<const float *>(in + (base + y + k) * pitch) + x + threadIdx.x);
      __syncthreads();
      for (unsigned k = threadIdx.y; k < kTile; k += blockDim.y)
        reinterpret_cast<float *>(out + (base + x + k) * pitch)[y + threadIdx.x] = tile[threadIdx.x][k];
      __syncthreads();
    }
}

/// Pure concurrency: all blocks, of one warp each, wait for one another and then ask at once for the first line of each
/// of their rows, again and again. Cycles from there to the last word, summed over the blocks.
/// \param arrived zero before the launch. All blocks must be resident together.
__global__ void burst(const char *in, std::size_t pitch, unsigned lines, unsigned passes, unsigned *arrived,
                      unsigned long long *cycles, float *never) {
  constexpr unsigned kLines = 8;
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1U);
    while (atomicAdd(arrived, 0U) < gridDim.x) {
    }
  }
  __syncwarp();
  float sum = 0;
  const long long begin = clock64();
  for (unsigned pass = 0; pass != passes; ++pass, in += zeroOf(sum)) {
    float value[kLines]{};
#pragma unroll
    for (unsigned k = 0; k != kLines; ++k)
      if (k < lines)
        value[k] = loadPastL1(reinterpret_cast<const float *>(in + std::size_t(k * gridDim.x + blockIdx.x) * pitch) +
                              threadIdx.x);
#pragma unroll
    for (unsigned k = 0; k != kLines; ++k)
      sum += value[k];
  }
  const bool one = __any_sync(~0U, sum == 1); // all lanes have their words
  const long long end = clock64();
  if (threadIdx.x == 0)
    atomicAdd(cycles, static_cast<unsigned long long>(end - begin));
  if (one)
    *never = sum;
}

/// A block for each row, as many as there are: it sums the row and stores one word.
__global__ void blockReduction(const char *in, std::size_t pitch, unsigned vectors, unsigned passes, float *sums) {
  __shared__ float part[32];
  float sum = 0;
  const float4 *p = reinterpret_cast<const float4 *>(in + blockIdx.x * pitch);
  for (unsigned pass = 0; pass != passes; ++pass, p += zeroOf(sum))
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < vectors; i += blockDim.x)
      sum += total(loadPastL1(p + i));
  for (unsigned distance = 16; distance; distance /= 2)
    sum += __shfl_down_sync(~0U, sum, distance);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / 32; ++w)
      sum += part[w];
    sums[blockIdx.x % 4096] = sum;
  }
}

/// Each block adds to 32 words of its own, in a line a pitch away from that of the next block.
__global__ void blockAtomics(char *out, std::size_t pitch, unsigned passes, unsigned zero) {
  unsigned *own = reinterpret_cast<unsigned *>(out + blockIdx.x * pitch) + threadIdx.x % 32;
  for (unsigned pass = 0; pass != passes; ++pass)
    atomicAdd(own, zero);
}

} // namespace sectorscope::measure

#endif
