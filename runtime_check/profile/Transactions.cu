// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lines per second that L1 takes, sectors per second between the multiprocessors and L2, floating-point operations per
/// second: what scattered access and arithmetic meet before the bytes of DRAM run out.

#include "Measure.h"

#include <cuda_fp16.h>

namespace sectorscope::measure {

namespace {

constexpr int kThreads = 1024, kTrips = 2048, kUnrolled = 16;

/// 64 KiB that all blocks read. Each request asks for one word a lane in so many lines, and every trip for other words
/// of the same lines. Each lane has a bank of its own, or all have one.
template <int Lines, bool SameBank> __global__ void readLines(int *never, const int *in, int trips) {
  const int lane = threadIdx.x % 32;
  const int *p = in + lane * Lines / 32 * 32;
  int sum = 0;
#pragma unroll 1
  for (int trip = 0; trip < trips; ++trip) {
    const int *q = p + (((SameBank ? 0 : lane) + trip) & 31);
#pragma unroll
    for (int k = 0; k < kUnrolled; ++k)
      sum ^= q[k * 1024];
  }
  if (sum == 1)
    *never = sum;
}

template <int Lines, bool SameBank = false> void lines(Bench &bench) {
  const int blocks = bench.device.multiprocessors * 2, trips = bench.quick ? kTrips / 8 : kTrips;
  const std::vector<double> seconds = bench.times(bench.runs(7), [&] {
    readLines<Lines, SameBank><<<blocks, kThreads>>>(bench.never.as<int>(), bench.arena.as<int>(), trips);
  });
  bench.table.row("l1_lines", "seconds",
                  {{"lines_per_request", Lines},
                   {"banks", SameBank ? "one" : "all"},
                   {"requests", std::size_t(blocks) * (kThreads / 32) * trips * kUnrolled}},
                  seconds);
}

// 2^19 sectors, 16 MiB, in L2 and no nearer. Every request goes somewhere else.

__global__ void readScattered(int *never, const int *in, int trips) {
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  int sum = 0;
#pragma unroll 8
  for (int trip = 0; trip < trips; ++trip) {
    sum ^= __ldcg(in + (at >> 13) * 8);
    at += 0x61c88647u * 8;
  }
  if (sum == 1)
    *never = sum;
}

__device__ int mix(int a, int b) { return a ^ b; }
__device__ int4 mix(int4 a, int4 b) { return make_int4(a.x ^ b.x, a.y ^ b.y, a.z ^ b.z, a.w ^ b.w); }
__device__ bool isOne(int v) { return v == 1; }
__device__ bool isOne(int4 v) { return (v.x ^ v.y ^ v.z ^ v.w) == 1; }

/// So many sectors side by side in each request, aligned.
template <int Sectors, typename Word> __global__ void readRuns(Word *never, const int *in, int trips) {
  constexpr int kLaneStride = Sectors * 8 / 32; // in 4-byte words
  const unsigned lane = threadIdx.x % 32;
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 2654435761u;
  Word any{};
#pragma unroll 8
  for (int trip = 0; trip < trips; ++trip) {
    const unsigned run = at >> 13 & ~(Sectors - 1u);
    any = mix(any, __ldcg(reinterpret_cast<const Word *>(in + run * 8 + lane * kLaneStride)));
    at += 0x61c88647u * 8;
  }
  if (isOne(any))
    *never = any;
}

/// Where the 16 MiB lie decides over 3 %: each run takes another place, the median the middle.
template <typename Launch> void sectors(Bench &bench, const char *pattern, int perRequest, Launch launch) {
  constexpr unsigned kPlaces = 8;
  const int blocks = bench.device.multiprocessors * 2, trips = bench.quick ? kTrips / 8 : kTrips;
  std::vector<double> seconds;
  for (unsigned run = 0; run != bench.runs(2 * kPlaces); ++run) {
    const int *const in = bench.arena.as<int>() + bench.arena.bytes / kPlaces / sizeof(int) * (run % kPlaces);
    launch(in, blocks, trips); // brings them into L2
    seconds.push_back(bench.watch.seconds([&] { launch(in, blocks, trips); }));
  }
  bench.table.row("l2_sectors", "seconds",
                  {{"pattern", pattern},
                   {"sectors_per_request", perRequest},
                   {"requests", std::size_t(blocks) * (kThreads / 32) * trips}},
                  seconds);
}

template <int Sectors, typename Word> void runs(Bench &bench) {
  sectors(bench, "run", Sectors, [&](const int *in, int blocks, int trips) {
    readRuns<Sectors, Word><<<blocks, kThreads>>>(bench.never.as<Word>(), in, trips);
  });
}

// Eight chains of multiply-add a thread, in registers.

template <typename T> __device__ T multiplyAdd(T a, T b, T c) { return a * b + c; }
__device__ __half2 multiplyAdd(__half2 a, __half2 b, __half2 c) { return __hfma2(a, b, c); }
__device__ bool isOne(float v) { return v == 1; }
__device__ bool isOne(double v) { return v == 1; }
__device__ bool isOne(__half2 v) { return __low2float(v) == 1; }

template <typename T> __global__ void multiplyAdds(T *never, T factor, T term, int trips) {
  T x[8];
  for (int k = 0; k < 8; ++k)
    x[k] = multiplyAdd(factor, term, k % 2 ? factor : term);
#pragma unroll 1
  for (int trip = 0; trip < trips; ++trip)
#pragma unroll
    for (int k = 0; k < 32 * 8; ++k)
      x[k % 8] = multiplyAdd(x[k % 8], factor, term);
  for (int k = 1; k < 8; ++k)
    x[0] = multiplyAdd(x[0], x[k], term);
  if (isOne(x[0]))
    *never = x[0];
}

template <typename T> void operations(Bench &bench, int bits, T factor, T term, int perWord) {
  const int blocks = bench.device.multiprocessors * 4, threads = 512, trips = bench.quick ? 64 : 512;
  const std::vector<double> seconds = bench.times(
      bench.runs(7), [&] { multiplyAdds<T><<<blocks, threads>>>(bench.never.as<T>(), factor, term, trips); });
  bench.table.row("arithmetic", "seconds",
                  {{"bits", bits}, {"flop", std::size_t(blocks) * threads * trips * 32 * 8 * 2 * perWord}}, seconds);
}

} // namespace

void measureTransactions(Bench &bench) {
  lines<1>(bench);
  lines<2>(bench);
  lines<4>(bench);
  lines<8>(bench);
  lines<16>(bench);
  lines<32>(bench);
  lines<32, true>(bench);
  sectors(bench, "scattered", 32, [&](const int *in, int blocks, int trips) {
    readScattered<<<blocks, kThreads>>>(bench.never.as<int>(), in, trips);
  });
  runs<32, int>(bench);
  runs<16, int4>(bench);
  runs<8, int>(bench);
  runs<4, int>(bench);
  operations<float>(bench, 32, 0.5f, 0.25f, 1);
  operations<double>(bench, 64, 0.5, 0.25, 1);
  operations<__half2>(bench, 16, __floats2half2_rn(0.5f, 0.5f), __floats2half2_rn(0.25f, 0.25f), 2);
}

} // namespace sectorscope::measure
