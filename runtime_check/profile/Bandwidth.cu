// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Bytes per second from and to DRAM: loops that read so many arrays for so many that they write, 4 to 16 bytes a lane,
/// over blocks and over elements that a thread has in flight.

#include "Measure.h"

#include <algorithm>

namespace sectorscope::measure {

namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kPage = std::size_t(2) << 20;

__device__ float sum(float a, float b) { return a + b; }
__device__ float2 sum(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float4 sum(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__device__ bool isOne(float v) { return v == 1; }
__device__ bool isOne(float2 v) { return v.x + v.y == 1; }
__device__ bool isOne(float4 v) { return v.x + v.y + v.z + v.w == 1; }

/// Arrays lie one after the other, those read first.
template <typename Word, unsigned Reads, unsigned Writes, unsigned Elements>
__global__ void stream(Word *arrays, unsigned words, Word *never) {
  const unsigned threads = gridDim.x * blockDim.x;
  Word total{};
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += std::size_t(threads) * Elements) {
    Word value[Elements]{};
#pragma unroll
    for (unsigned e = 0; e != Elements; ++e)
#pragma unroll
      for (unsigned r = 0; r != Reads; ++r)
        if (const std::size_t at = i + std::size_t(e) * threads; at < words)
          value[e] = sum(value[e], arrays[std::size_t(r) * words + at]);
#pragma unroll
    for (unsigned e = 0; e != Elements; ++e) {
#pragma unroll
      for (unsigned w = 0; w != Writes; ++w)
        if (const std::size_t at = i + std::size_t(e) * threads; at < words)
          arrays[std::size_t(Reads + w) * words + at] = value[e];
      if (!Writes)
        total = sum(total, value[e]);
    }
  }
  if (!Writes && isOne(total))
    *never = total;
}

template <typename Word, unsigned Reads, unsigned Writes, unsigned Elements> void streamOver(Bench &bench) {
  const std::size_t budget = bench.quick ? std::size_t(1) << 28 : std::size_t(1) << 32;
  // Whole pages, as from an allocator: every array begins with a line of its own.
  const std::size_t bytes = std::min(budget, bench.arena.bytes) / (Reads + Writes) / kPage * kPage;
  const auto words = static_cast<unsigned>(bytes / sizeof(Word));
  int resident = 0;
  require(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, stream<Word, Reads, Writes, Elements>, kThreads, 0),
          "occupancy");
  for (unsigned perMultiprocessor = 1; perMultiprocessor <= 64; perMultiprocessor *= bench.quick ? 8 : 2) {
    const unsigned blocks = bench.device.multiprocessors * perMultiprocessor;
    std::vector<double> seconds;
    for (unsigned run = 0; run != bench.runs(7) + 1; ++run) { // the first warms up
      bench.sweepL2();
      seconds.push_back(bench.watch.seconds([&] {
        stream<Word, Reads, Writes, Elements>
            <<<blocks, kThreads>>>(bench.arena.as<Word>(), words, bench.never.as<Word>());
      }));
    }
    seconds.erase(seconds.begin());
    bench.table.row("bandwidth", "seconds",
                    {{"reads", Reads},
                     {"writes", Writes},
                     {"lane_bytes", sizeof(Word)},
                     {"elements", Elements},
                     {"blocks", blocks},
                     {"resident", std::min(blocks, static_cast<unsigned>(resident) * bench.device.multiprocessors)},
                     {"threads", kThreads},
                     {"array_bytes", bytes}},
                    seconds);
  }
}

template <typename Word, unsigned Reads, unsigned Writes> void streamWith(Bench &bench) {
  streamOver<Word, Reads, Writes, 1>(bench);
  streamOver<Word, Reads, Writes, 4>(bench);
  if (bench.quick)
    return;
  streamOver<Word, Reads, Writes, 2>(bench);
  streamOver<Word, Reads, Writes, 8>(bench);
}

template <typename Word> void streams(Bench &bench) {
  streamWith<Word, 1, 0>(bench);
  streamWith<Word, 0, 1>(bench);
  streamWith<Word, 1, 1>(bench);
  streamWith<Word, 2, 1>(bench);
  streamWith<Word, 3, 1>(bench);
  streamWith<Word, 1, 3>(bench);
}

} // namespace

void measureBandwidth(Bench &bench) {
  streams<float4>(bench);
  streams<float2>(bench);
  streams<float>(bench);
  require(cudaMemset(bench.arena.as<void>(), 0, bench.arena.bytes), "cudaMemset");
}

} // namespace sectorscope::measure
