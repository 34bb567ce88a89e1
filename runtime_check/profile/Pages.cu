// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What address translation costs: one word from each of many pages, against as many words that lie dense.

#include "Measure.h"

#include <algorithm>

namespace sectorscope::measure {

namespace {

/// Word i lies in page i * step mod words, so that neighbours in time are far apart.
__global__ void readPages(const char *in, std::size_t pageBytes, unsigned words, unsigned step, int *never) {
  int sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
    const std::size_t page = std::size_t(i) * step % words;
    // Lines of a page in turn, so that the words do not meet in a few sets of the caches.
    sum ^= __ldcg(reinterpret_cast<const int *>(in + page * pageBytes + page * 128 % pageBytes));
  }
  if (sum == 1)
    *never = sum;
}

/// An odd number near the golden section of the words, so that every page comes once where they are a power of two.
unsigned stepOf(unsigned words) { return static_cast<unsigned>(words * 0.618) | 1U; }

} // namespace

void measurePages(Bench &bench) {
  struct Walk {
    std::size_t pageBytes;
    unsigned words;
  };
  std::vector<Walk> walks;
  for (const std::size_t pageBytes : {std::size_t(1) << 12, std::size_t(1) << 16, std::size_t(1) << 21})
    for (std::size_t words = 256; words * pageBytes <= bench.arena.bytes && words <= 1 << 20; words *= 4)
      for (const std::size_t stride : {pageBytes, std::size_t(128)})
        walks.push_back({stride, static_cast<unsigned>(words)});
  // The dense ones come once for each number of words.
  std::stable_sort(walks.begin(), walks.end(), [](const Walk &a, const Walk &b) {
    return std::pair(a.words, a.pageBytes) < std::pair(b.words, b.pageBytes);
  });
  walks.erase(
      std::unique(walks.begin(), walks.end(),
                  [](const Walk &a, const Walk &b) { return a.words == b.words && a.pageBytes == b.pageBytes; }),
      walks.end());
  const auto launch = [&](const Walk &walk) {
    readPages<<<std::min(bench.device.multiprocessors * 8, walk.words / 256), 256>>>(
        bench.arena.as<char>(), walk.pageBytes, walk.words, stepOf(walk.words), bench.never.as<int>());
  };
  const auto parameters = [](const Walk &walk) {
    return std::vector<Parameter>{{"stride", walk.pageBytes}, {"words", walk.words}};
  };
  for (const Walk &walk : walks) {
    std::vector<double> seconds;
    for (unsigned run = 0; run != bench.runs(7); ++run) {
      bench.sweepL2();
      seconds.push_back(bench.watch.seconds([&] { launch(walk); }));
    }
    bench.table.row("pages", "seconds", parameters(walk), seconds);
  }
  if (!bench.counters)
    return;
  CounterGroup group(bench, {"dram_sectors_read", "l2_fill_sectors"});
  for (const Walk &walk : walks)
    group.add("pages", parameters(walk), [&] { launch(walk); }, CounterGroup::Before::Swept, bench.runs(5));
}

} // namespace sectorscope::measure
