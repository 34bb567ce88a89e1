// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What DRAM fetches: for a lone load, for a sector left partly written, for halves that come so far apart, for pieces
/// that are read again after so many others, for an atomic on a sector that is not in L2. By counters only.

#include "Measure.h"

namespace sectorscope::measure {

namespace {

constexpr unsigned kThreads = 256;

__device__ std::size_t threadIndex() { return std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; }

__global__ void loadEvery(const char *in, unsigned stride, int *never) {
  const int value = __ldcg(reinterpret_cast<const int *>(in + threadIndex() * stride));
  if (value == 1)
    *never = value;
}

/// The first so many bytes of each sector, in stores of at most 16 bytes back to back.
template <unsigned Bytes> __global__ void storeBytes(char *out) {
  char *p = out + threadIndex() * 32;
  if (Bytes == 1)
    *p = 0;
  if (Bytes == 2)
    *reinterpret_cast<short *>(p) = 0;
  if (Bytes == 4)
    *reinterpret_cast<int *>(p) = 0;
  if (Bytes == 8)
    *reinterpret_cast<int2 *>(p) = make_int2(0, 0);
  if (Bytes >= 16)
    *reinterpret_cast<int4 *>(p) = make_int4(0, 0, 0, 0);
  if (Bytes == 24)
    *reinterpret_cast<int2 *>(p + 16) = make_int2(0, 0);
  if (Bytes == 32)
    *reinterpret_cast<int4 *>(p + 16) = make_int4(0, 0, 0, 0);
}

/// 128 blocks: a step of all of them is 1 MiB of sectors. Both halves of so many steps, the second halves after the
/// first.
__global__ void storeHalves(float4 *out, int windows, int steps) {
  const unsigned thread = blockIdx.x * kThreads + threadIdx.x;
#pragma unroll 1
  for (int w = 0; w < windows; ++w)
#pragma unroll 1
    for (int half = 0; half < 2; ++half)
#pragma unroll 1
      for (int k = 0; k < steps; ++k)
        out[(std::size_t(w * steps + k) * 32768 + thread) * 2 + half] = make_float4(0, 0, 0, 0);
}

/// The same with loads of the halves of 64-byte pieces: a step is 2 MiB of pieces.
__global__ void loadHalves(const float *in, int windows, int steps, float *never) {
  const unsigned thread = blockIdx.x * kThreads + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int w = 0; w < windows; ++w)
#pragma unroll 1
    for (int half = 0; half < 2; ++half)
#pragma unroll 4
      for (int k = 0; k < steps; ++k)
        sum += __ldcg(in + (std::size_t(w * steps + k) * 32768 + thread) * 16 + half * 8);
  if (sum == 1)
    *never = sum;
}

__global__ void addEvery(char *out, unsigned stride, unsigned zero) {
  atomicAdd(reinterpret_cast<unsigned *>(out + threadIndex() * stride), zero);
}

template <unsigned Bytes> void store(Bench &bench, CounterGroup &group, unsigned sectors) {
  group.add("store", {{"bytes_of_sector", Bytes}, {"sectors", sectors}},
            [&] { storeBytes<Bytes><<<sectors / kThreads, kThreads>>>(bench.arena.as<char>()); });
}

} // namespace

void measureGranules(Bench &bench) {
  if (!bench.counters)
    return;
  CounterGroup group(bench, {"dram_sectors_read", "dram_sectors_written", "l2_fill_sectors"});
  const unsigned words = bench.quick ? 1U << 20 : 1U << 24;
  for (const unsigned stride : {32U, 64U, 96U, 128U, 256U})
    if (std::size_t(words) * stride <= bench.arena.bytes)
      group.add("load", {{"stride", stride}, {"words", words}}, [&] {
        loadEvery<<<words / kThreads, kThreads>>>(bench.arena.as<char>(), stride, bench.never.as<int>());
      });

  const unsigned sectors = bench.quick ? 1U << 23 : 1U << 25; // far more than L2 holds, so that they leave it
  store<1>(bench, group, sectors);
  store<2>(bench, group, sectors);
  store<4>(bench, group, sectors);
  store<8>(bench, group, sectors);
  store<16>(bench, group, sectors);
  store<24>(bench, group, sectors);
  store<32>(bench, group, sectors);

  const int allSteps = static_cast<int>(sectors >> 15);
  for (const int steps : {1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 96, 128, 256, 1024}) {
    const int windows = allSteps / steps;
    if (windows == 0)
      continue;
    group.add("store_halves",
              {{"apart_bytes", std::size_t(steps) << 20}, {"sectors", std::size_t(windows) * steps << 15}},
              [&] { storeHalves<<<128, kThreads>>>(bench.arena.as<float4>(), windows, steps); });
    if (windows >= 2)
      group.add("load_halves",
                {{"apart_bytes", std::size_t(steps) << 21}, {"pieces", std::size_t(windows / 2) * steps << 15}}, [&] {
                  loadHalves<<<128, kThreads>>>(bench.arena.as<float>(), windows / 2, steps, bench.never.as<float>());
                });
  }
  for (const unsigned stride : {4U, 32U, 64U, 128U, 256U})
    if (std::size_t(words) * stride <= bench.arena.bytes)
      group.add("cold_atomics", {{"stride", stride}, {"adds", words}},
                [&] { addEvery<<<words / kThreads, kThreads>>>(bench.arena.as<char>(), stride, 0); });
}

} // namespace sectorscope::measure
