// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The stride curve: time of the patterns over pitches that are powers of two, each beside twins that are a
/// few lines longer, all in turns, with cold caches and on data in L2. And the balance of the L2 slices over the same
/// pitches.

#include "Measure.h"
#include "StridePatterns.cuh"

#include <algorithm>
#include <array>

namespace sectorscope::measure {

namespace {

constexpr unsigned kThreads = 256;
/// Bytes by which the twins of a pitch are longer: whole lines, odd numbers of them. One alone would be one draw of the
/// hash that spreads lines over slices and banks.
constexpr std::array kPaddings = {0U, 128U, 384U, 640U};
constexpr unsigned kWidest = kPaddings.back();
/// Where few lines are in flight, each run begins elsewhere, again lest one draw of the hash decide.
constexpr unsigned kShifts = 24, kShift = 37 * 128;

unsigned log2Of(std::size_t value) { return 63U - static_cast<unsigned>(__builtin_clzll(value)); }

/// One pattern at one pitch: everything that its twins share.
struct Case {
  const char *pattern;
  bool warm;
  unsigned rows;
  std::size_t bytes; ///< of one pass, both directions
  unsigned passes;
  /// Seconds, or cycles where the pattern measures itself.
  std::function<double(std::size_t pitch)> run;
  const char *quantity = "seconds";
};

class Curve {
public:
  explicit Curve(Bench &bench) : bench(bench), resident(bench.device.multiprocessors * kWalkBlocks) {}

  void measure(std::size_t pitch) {
    for (const bool warm : {false, true}) {
      measure(pitch, rowWalkOf(pitch, warm));
      measure(pitch, columnOf(pitch, warm, /*store=*/false));
      measure(pitch, columnOf(pitch, warm, /*store=*/true));
      measure(pitch, burstOf(pitch, warm));
      measure(pitch, reductionOf(pitch, warm));
      const Case transposed = transposeOf(pitch, warm);
      if (transposed.rows >= 1024) // fewer make too small an array to take a measurable time
        measure(pitch, transposed);
    }
    measure(pitch, atomicsOf(pitch));
  }

private:
  /// Rows of the longest twin that the arena holds.
  std::size_t room(std::size_t pitch, std::size_t parts = 1) const {
    return (bench.arena.bytes - kShifts * kShift) / parts / (pitch + kWidest);
  }

  double seconds(bool warm, const std::function<void()> &launch) {
    if (warm)
      launch();
    else
      bench.sweepL2();
    return bench.watch.seconds(launch);
  }

  void measure(std::size_t pitch, const Case &one) {
    std::array<std::vector<double>, kPaddings.size()> samples;
    for (unsigned run = 0; run != bench.runs(24) + 1; ++run) // the first warms up
      for (unsigned i = 0; i != kPaddings.size(); ++i) {
        const unsigned turn = (run + i) % kPaddings.size();
        if (const double sample = one.run(pitch + kPaddings[turn]); run != 0)
          samples[turn].push_back(sample);
      }
    for (unsigned i = 0; i != kPaddings.size(); ++i)
      bench.table.row("stride", one.quantity,
                      {{"pattern", one.pattern},
                       {"state", one.warm ? "warm" : "cold"},
                       {"pitch", pitch},
                       {"padding", kPaddings[i]},
                       {"rows", one.rows},
                       {"bytes", one.bytes},
                       {"passes", one.passes}},
                      samples[i]);
  }

  /// Warm data are 16 MiB at most, so that both halves of L2 hold them.
  Case rowWalkOf(std::size_t pitch, bool warm) {
    const std::size_t span = std::min<std::size_t>(pitch, warm ? 8 << 10 : 64 << 10);
    const std::size_t wanted = warm ? std::size_t(16) << 20 : std::size_t(128) << 20;
    // Whole units of rows.
    const auto rows = static_cast<unsigned>(std::min(wanted / span, room(pitch)) & ~std::size_t(3));
    const unsigned passes = warm ? 8 : 1;
    return {"row_walk", warm, rows, rows * span, passes, [this, rows, span, passes, warm](std::size_t at) {
              return seconds(warm, [&] {
                rowWalk<<<std::min(resident, rows), kWalkThreads>>>(
                    bench.arena.as<char>(), at, rows, log2Of(span / sizeof(float4)), passes, bench.never.as<float>());
              });
            }};
  }

  Case columnOf(std::size_t pitch, bool warm, bool store) {
    const unsigned threads = bench.device.multiprocessors * 2048, step = store ? 32 : 64;
    const std::size_t wanted = (warm ? std::size_t(32) << 20 : std::size_t(128) << 20) / step;
    const auto rows = static_cast<unsigned>(std::min<std::size_t>({room(pitch), threads, warm ? 16384U : threads}));
    const auto columns = static_cast<unsigned>(std::min(pitch / step, std::max<std::size_t>(1, wanted / rows)));
    const unsigned passes = warm ? 8 : 1;
    return {store ? "column_store" : "column_walk",
            warm,
            rows,
            std::size_t(rows) * columns * step,
            passes,
            [this, rows, columns, passes, warm, store, threads](std::size_t at) {
              return seconds(warm, [&] {
                if (store)
                  columnStore<<<threads / kThreads, kThreads>>>(bench.arena.as<char>(), at, rows, columns, passes);
                else
                  columnWalk<<<threads / kThreads, kThreads>>>(bench.arena.as<char>(), at, rows, columns, passes,
                                                               bench.never.as<float>());
              });
            }};
  }

  Case transposeOf(std::size_t pitch, bool warm) {
    const std::size_t words = warm ? std::size_t(1) << 20 : std::size_t(1) << 24;
    std::size_t side = std::min<std::size_t>({pitch / sizeof(float), room(pitch, 2), warm ? 1024U : 4096U});
    side = side / kTile * kTile;
    const std::size_t matrices =
        side ? std::max<std::size_t>(1, std::min(words / (side * side), room(pitch, 2) / side)) : 0;
    const unsigned passes = warm ? 4 : 1;
    return {"transpose",
            warm,
            static_cast<unsigned>(side * matrices),
            2 * matrices * side * side * sizeof(float),
            passes,
            [this, side, matrices, passes, warm](std::size_t at) {
              return seconds(warm, [&] {
                transpose<<<bench.device.multiprocessors * 8, dim3(kTile, 8)>>>(
                    bench.arena.as<char>() + bench.arena.bytes / 2, bench.arena.as<char>(), at,
                    static_cast<unsigned>(side), static_cast<unsigned>(matrices), passes);
              });
            }};
  }

  Case burstOf(std::size_t pitch, bool warm) {
    const auto blocks = static_cast<unsigned>(std::min<std::size_t>(resident, room(pitch)));
    const auto lines = static_cast<unsigned>(std::min<std::size_t>(8, room(pitch) / blocks));
    const unsigned passes = warm ? 32 : 1;
    Case one{"burst",
             warm,
             blocks * lines,
             std::size_t(blocks) * lines * 128,
             passes,
             [this, blocks, lines, passes, warm](std::size_t at) {
               auto *const arrived = bench.never.as<unsigned>() + 1024;
               auto *const cycles = bench.never.as<unsigned long long>() + 1024;
               const auto launch = [&] {
                 require(cudaMemsetAsync(arrived, 0, 8192), "cudaMemsetAsync"); // the cycles too
                 burst<<<blocks, 32>>>(bench.arena.as<char>(), at, lines, passes, arrived, cycles,
                                       bench.never.as<float>());
               };
               seconds(warm, launch);
               unsigned long long sum = 0;
               require(cudaMemcpy(&sum, cycles, sizeof sum, cudaMemcpyDeviceToHost), "cudaMemcpy");
               return double(sum) / blocks;
             }};
    one.quantity = "cycles";
    return one;
  }

  Case reductionOf(std::size_t pitch, bool warm) {
    const std::size_t span = std::min<std::size_t>(pitch, warm ? 8 << 10 : 64 << 10);
    const std::size_t wanted = warm ? std::size_t(16) << 20 : std::size_t(256) << 20;
    const auto rows = static_cast<unsigned>(std::min(wanted / span, room(pitch)));
    const unsigned passes = warm ? 8 : 1;
    const auto threads = static_cast<unsigned>(std::min<std::size_t>(kThreads, span / sizeof(float4)));
    return {
        "block_reduction", warm, rows, rows * span, passes, [this, rows, span, passes, warm, threads](std::size_t at) {
          return seconds(warm, [&] {
            blockReduction<<<rows, threads>>>(bench.arena.as<char>(), at, static_cast<unsigned>(span / sizeof(float4)),
                                              passes, bench.never.as<float>());
          });
        }};
  }

  Case atomicsOf(std::size_t pitch) {
    const auto rows = static_cast<unsigned>(std::min<std::size_t>(resident, room(pitch)));
    return {"block_atomics",
            true,
            rows,
            std::size_t(rows) * 128,
            64,
            [this, rows, call = std::size_t(0)](std::size_t at) mutable {
              // Twins of one run begin at the same place.
              char *const base = bench.arena.as<char>() + call++ / kPaddings.size() % kShifts * kShift;
              return seconds(true, [&] { blockAtomics<<<rows, kWalkThreads>>>(base, at, 64, 0); });
            }};
  }

  Bench &bench;
  unsigned resident; ///< blocks, at 128 threads each
};

/// Each block reads the one line of its row again and again.
__global__ void readOneLine(const char *in, std::size_t pitch, unsigned passes, float *never) {
  float sum = 0;
  for (unsigned pass = 0; pass != passes; ++pass, in += zeroOf(sum))
    sum += loadPastL1(reinterpret_cast<const float *>(in + blockIdx.x * pitch) + threadIdx.x);
  if (sum == 1)
    *never = sum;
}

void measureSlices(Bench &bench, unsigned first, unsigned last) {
  CounterGroup group(bench,
                     {"l2_slice_sectors", "l2_slice_sectors_max", "l2_slice_sectors_avg", "l2_slice_sectors_min"});
  for (unsigned power = first; power <= last; ++power)
    for (const unsigned padding : kPaddings) {
      const std::size_t pitch = (std::size_t(1) << power) + padding;
      const auto blocks = static_cast<unsigned>(std::min<std::size_t>(
          bench.device.multiprocessors * 16, bench.arena.bytes / ((std::size_t(1) << power) + kWidest)));
      group.add(
          "slices",
          {{"pattern", "one_line_per_block"}, {"pitch", pitch - padding}, {"padding", padding}, {"blocks", blocks}},
          [&] { readOneLine<<<blocks, 32>>>(bench.arena.as<char>(), pitch, 64, bench.never.as<float>()); },
          CounterGroup::Before::Launched);
    }
}

} // namespace

void measureStrides(Bench &bench) {
  const unsigned first = 9, last = 25, step = bench.quick ? 8 : 1;
  for (unsigned power = first; power <= last; power += step)
    Curve(bench).measure(std::size_t(1) << power);
  if (bench.counters)
    measureSlices(bench, first - 2, bench.quick ? first : last);
}

} // namespace sectorscope::measure
