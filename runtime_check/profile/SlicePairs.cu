// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which lines share a slice of L2: two are hammered at a time, and where they share one, the busiest slice has twice
/// the sectors.

#include "LoadPastL1.cuh"
#include "Measure.h"
#include "Metrics.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace sectorscope::measure {

namespace {

constexpr std::size_t kPage = std::size_t(2) << 20, kLine = 128;
constexpr unsigned kLines = 512, kAtATime = 512; // a pair takes 17 ms on an H200

/// Half of the blocks read one line, the others another.
__global__ void readTwoLines(const char *one, const char *other, unsigned passes, float *never) {
  const char *line = blockIdx.x % 2 ? one : other;
  float sum = 0;
  for (unsigned pass = 0; pass != passes; ++pass, line += zeroOf(sum))
    sum += loadPastL1(reinterpret_cast<const float *>(line) + threadIdx.x);
  if (sum == 1)
    *never = sum;
}

/// Sectors of the busiest slice where line \p of is hammered beside each of the first lines of a page.
std::vector<double> busiest(Bench &bench, check::RangeCounters &counters, const std::string &metric, const char *page,
                            unsigned of) {
  std::vector<double> sectors;
  for (unsigned begin = 0; begin < kLines; begin += kAtATime) {
    counters.beginKernels(kAtATime);
    for (unsigned line = begin; line != begin + kAtATime; ++line)
      readTwoLines<<<bench.device.multiprocessors, 32>>>(page + of * kLine, page + line * kLine, 32,
                                                         bench.never.as<float>());
    require(cudaDeviceSynchronize(), "kernel");
    for (const check::CounterValues &values : counters.endKernels())
      sectors.push_back(values.at(metric));
  }
  return sectors;
}

} // namespace

void measureSlicePairs(Bench &bench) {
  if (!bench.counters)
    return;
  const std::string metric = check::metricOf("l2_slice_sectors_max", bench.device.arch);
  check::RangeCounters counters(currentContext(), static_cast<std::size_t>(bench.device.index), {metric});
  char *const arena = bench.arena.as<char>();
  char *const page = arena + (kPage - reinterpret_cast<std::size_t>(arena) % kPage) % kPage;
  // Single bits, so that what one changes can be told, and many at once.
  for (const unsigned of : {0u, 1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 341u}) {
    const std::vector<double> sectors = busiest(bench, counters, metric, page, of);
    if (sectors.size() != kLines)
      throw std::runtime_error("slices: the profiler lost kernels");
    std::vector<double> sorted = sectors, mates;
    std::nth_element(sorted.begin(), sorted.begin() + kLines / 2, sorted.end());
    const double apart = sorted[kLines / 2], together = sectors[of];
    for (unsigned line = 0; line != kLines; ++line)
      if (line != of && sectors[line] > (apart + together) / 2)
        mates.push_back(line);
    bench.table.row("slice_mates", "levels", {{"line", of}, {"lines", kLines}}, {apart, together});
    bench.table.row("slice_mates", "lines", {{"line", of}, {"lines", kLines}},
                    mates.empty() ? std::vector<double>{-1} : mates);
  }
}

} // namespace sectorscope::measure
