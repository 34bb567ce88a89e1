// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Atomics per second over the number of distinct addresses, their spacing and the width of the operand, with and
/// without a result, on data in L2.

#include "Measure.h"

#include <algorithm>

namespace sectorscope::measure {

namespace {

constexpr unsigned kThreads = 256, kTrips = 16;

template <typename T> __device__ bool isOne(T v) { return v == T(1); }

/// Neighbouring lanes and trips take neighbouring addresses, round and round. How many there are is known at run time
/// only, so that the compiler cannot reduce a warp to one of its lanes; so is the operand, a zero.
template <typename T, bool Result> __global__ void add(char *out, unsigned mask, unsigned stride, T operand, T *never) {
  T sum{};
  const unsigned threads = gridDim.x * blockDim.x;
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 4
  for (unsigned trip = 0; trip != kTrips; ++trip) {
    T *const word = reinterpret_cast<T *>(out + std::size_t(at & mask) * stride);
    if (Result)
      sum += atomicAdd(word, operand);
    else
      atomicAdd(word, operand);
    at += threads;
  }
  if (Result && isOne(sum))
    *never = sum;
}

template <typename T, bool Result> void adds(Bench &bench, const char *type) {
  const unsigned blocks = bench.device.multiprocessors * (bench.quick ? 1 : 8);
  for (const unsigned addresses : {1U, 8U, 32U, 256U, 1024U, 32768U, 1048576U})
    for (const unsigned stride : {static_cast<unsigned>(sizeof(T)), 32U, 128U, 4096U}) {
      if (std::size_t(addresses) * stride > bench.arena.bytes || (addresses == 1 && stride != sizeof(T)))
        continue;
      bench.table.row("atomics", "seconds",
                      {{"operation", Result ? "atom" : "red"},
                       {"type", type},
                       {"addresses", addresses},
                       {"stride", stride},
                       {"operations", std::size_t(blocks) * kThreads * kTrips}},
                      bench.times(bench.runs(5), [&] {
                        add<T, Result><<<blocks, kThreads>>>(bench.arena.as<char>(), addresses - 1, stride, T(0),
                                                             bench.never.as<T>());
                      }));
    }
}

template <typename T> void bothAdds(Bench &bench, const char *type) {
  adds<T, false>(bench, type);
  adds<T, true>(bench, type);
}

} // namespace

void measureAtomics(Bench &bench) {
  bothAdds<unsigned>(bench, "u32");
  bothAdds<unsigned long long>(bench, "u64");
  bothAdds<float>(bench, "f32");
  bothAdds<double>(bench, "f64");
}

} // namespace sectorscope::measure
