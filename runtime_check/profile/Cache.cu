// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How much L2 holds: rate and hits over the bytes that are read again and again, and over resident blocks that each
/// read their own.

#include "Measure.h"

#include <algorithm>

namespace sectorscope::measure {

namespace {

constexpr unsigned kThreads = 512;

/// Zero, known only once all that was loaded has arrived: a pass that waits for it cannot meet the one before in
/// flight, where L1 would answer both at once.
__device__ unsigned zeroOf(float4 sum) { return __float_as_uint(sum.x + sum.y + sum.z + sum.w); }

/// All blocks read the same bytes together, several times. Past L1.
__global__ void readAgain(const float4 *in, unsigned vectors, unsigned passes, float4 *never) {
  float4 sum = make_float4(0, 0, 0, 0);
  for (unsigned pass = 0; pass != passes; ++pass, in += zeroOf(sum))
#pragma unroll 4
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += gridDim.x * blockDim.x) {
      const float4 v = __ldcg(in + i);
      sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
    }
  if (sum.x + sum.y + sum.z + sum.w == 1)
    *never = sum;
}

/// Each block reads so many bytes of its own, several times.
__global__ void readOwn(const float4 *in, unsigned vectorsPerBlock, unsigned passes, float4 *never) {
  const float4 *own = in + std::size_t(blockIdx.x) * vectorsPerBlock;
  float4 sum = make_float4(0, 0, 0, 0);
  for (unsigned pass = 0; pass != passes; ++pass, own += zeroOf(sum))
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < vectorsPerBlock; i += blockDim.x) {
      const float4 v = __ldcg(own + i);
      sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
    }
  if (sum.x + sum.y + sum.z + sum.w == 1)
    *never = sum;
}

constexpr unsigned kPasses = 8;

/// So many that the start of the kernel does not count.
unsigned passesOver(std::size_t bytes) {
  return static_cast<unsigned>(std::clamp<std::size_t>((std::size_t(256) << 20) / bytes, kPasses, 64));
}

struct Case {
  const char *experiment;
  std::vector<Parameter> parameters;
  std::function<void()> launch;
};

std::vector<Case> casesOf(Bench &bench) {
  std::vector<Case> cases;
  const std::size_t largest = std::min(bench.arena.bytes, bench.device.l2Bytes * 4);
  // Eight steps in each doubling near the capacity, two far from it.
  for (std::size_t bytes = std::size_t(1) << 20; bytes <= largest;) {
    const unsigned passes = passesOver(bytes);
    cases.push_back({"l2_footprint", {{"bytes", bytes}, {"passes", passes}}, [&bench, bytes, passes] {
                       readAgain<<<bench.device.multiprocessors * 4, kThreads>>>(
                           bench.arena.as<float4>(), static_cast<unsigned>(bytes / sizeof(float4)), passes,
                           bench.never.as<float4>());
                     }});
    const bool near = bytes * 4 >= bench.device.l2Bytes && bytes <= bench.device.l2Bytes * 2;
    const std::size_t octave = std::size_t(1) << (63 - __builtin_clzll(bytes));
    bytes += octave / (near && !bench.quick ? 8 : 1);
  }
  for (const unsigned kibibytes : {32U, 64U, 128U})
    for (unsigned perMultiprocessor = 1; perMultiprocessor <= 16; ++perMultiprocessor) {
      const unsigned blocks = bench.device.multiprocessors * perMultiprocessor;
      if (bench.quick && (perMultiprocessor & (perMultiprocessor - 1)))
        continue;
      cases.push_back({"l2_blocks",
                       {{"blocks", blocks}, {"bytes_per_block", kibibytes << 10}, {"passes", kPasses}},
                       [&bench, blocks, kibibytes] {
                         readOwn<<<blocks, 128>>>(bench.arena.as<float4>(), (kibibytes << 10) / sizeof(float4), kPasses,
                                                  bench.never.as<float4>());
                       }});
    }
  return cases;
}

} // namespace

void measureCache(Bench &bench) {
  const std::vector<Case> cases = casesOf(bench);
  for (const Case &one : cases)
    bench.table.row(one.experiment, "seconds", one.parameters, bench.times(bench.runs(5), one.launch));
  if (!bench.counters)
    return;
  // Warm: the first of the passes finds what the launch before left.
  CounterGroup group(bench, {"l2_hit_sectors", "l2_miss_sectors", "dram_sectors_read"});
  for (const Case &one : cases)
    group.add(one.experiment, one.parameters, one.launch, CounterGroup::Before::Launched);
}

} // namespace sectorscope::measure
