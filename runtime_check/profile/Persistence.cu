// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The part of L2 that can be kept for one buffer: what was asked for, what the driver granted, what a buffer that is
/// read again and again beside a stream gains, and that a stream by itself gains nothing.

#include "Measure.h"

#include <algorithm>
#include <functional>

namespace sectorscope::measure {

namespace {

constexpr unsigned kThreads = 256;

__device__ void add(float4 &sum, float4 v) { sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w; }

/// Every thread reads the stream once from front to back, and a vector of the hot buffer, round and round, after so
/// many of the stream.
__global__ void readBoth(const float4 *hot, unsigned hotVectors, const float4 *cold, unsigned coldVectors,
                         unsigned coldPerHot, float4 *never) {
  float4 sum = make_float4(0, 0, 0, 0);
  const unsigned threads = gridDim.x * blockDim.x;
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) % hotVectors, turn = 0;
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < coldVectors; i += threads) {
    add(sum, __ldcg(cold + i));
    if (++turn != coldPerHot)
      continue;
    turn = 0;
    add(sum, __ldcg(hot + at));
    at = (at + threads) % hotVectors;
  }
  if (sum.x + sum.y + sum.z + sum.w == 1)
    *never = sum;
}

__global__ void readStream(const float4 *in, unsigned vectors, float4 *never) {
  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += gridDim.x * blockDim.x)
    add(sum, __ldcg(in + i));
  if (sum.x + sum.y + sum.z + sum.w == 1)
    *never = sum;
}

/// A launch under a window, or under none where it has no bytes.
struct Window {
  void *base;
  std::size_t bytes;
};

template <typename... Parameters, typename... Arguments>
void launch(const Window &window, unsigned blocks, void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeAccessPolicyWindow;
  attribute.val.accessPolicyWindow.base_ptr = window.base;
  attribute.val.accessPolicyWindow.num_bytes = window.bytes;
  attribute.val.accessPolicyWindow.hitRatio = 1;
  attribute.val.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  attribute.val.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = kThreads;
  config.attrs = &attribute;
  config.numAttrs = window.bytes ? 1 : 0;
  require(cudaLaunchKernelEx(&config, kernel, static_cast<Parameters>(arguments)...), "launch under a window");
}

} // namespace

void measurePersistence(Bench &bench) {
  int most = 0, widest = 0;
  require(cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, bench.device.index), "device attribute");
  require(cudaDeviceGetAttribute(&widest, cudaDevAttrMaxAccessPolicyWindowSize, bench.device.index),
          "device attribute");
  if (most == 0)
    return; // before compute capability 8.0
  for (const std::size_t asked : {std::size_t(most) / 4, std::size_t(most) / 2, std::size_t(most)}) {
    require(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, asked), "limit of the persisting L2");
    std::size_t granted = 0;
    require(cudaDeviceGetLimit(&granted, cudaLimitPersistingL2CacheSize), "limit of the persisting L2");
    bench.table.row("persistence", "granted_bytes", {{"asked_bytes", asked}}, {double(granted)});
  }

  const unsigned blocks = bench.device.multiprocessors * 8;
  const std::size_t coldBytes = bench.quick ? std::size_t(1) << 28 : std::size_t(1) << 30;
  float4 *const cold = bench.arena.as<float4>(), *const hot = bench.swept.as<float4>(); // the arena is the stream
  float4 *const never = bench.never.as<float4>();
  const auto vectors = [](std::size_t bytes) { return static_cast<unsigned>(bytes / sizeof(float4)); };
  struct Case {
    std::vector<Parameter> parameters;
    std::function<void()> launch;
  };
  std::vector<Case> cases;
  for (const unsigned coldPerHot : {1U, 4U})
    for (const unsigned eighths : {1U, 2U, 4U, 6U, 8U})
      for (const bool kept : {false, true}) {
        const std::size_t hotBytes = std::min<std::size_t>(most / 8 * eighths, widest);
        const Window window{hot, kept ? hotBytes : 0};
        cases.push_back({{{"pattern", "hot_beside_stream"},
                          {"hot_bytes", hotBytes},
                          {"stream_bytes", coldBytes},
                          {"stream_per_hot", coldPerHot},
                          {"kept", kept ? "yes" : "no"}},
                         [=] {
                           launch(window, blocks, readBoth, hot, vectors(hotBytes), cold, vectors(coldBytes),
                                  coldPerHot, never);
                         }});
      }
  for (const bool kept : {false, true}) {
    const Window window{cold, kept ? std::min<std::size_t>(widest, coldBytes) : 0};
    cases.push_back({{{"pattern", "stream_alone"}, {"stream_bytes", coldBytes}, {"kept", kept ? "yes" : "no"}},
                     [=] { launch(window, blocks, readStream, cold, vectors(coldBytes), never); }});
  }
  for (const Case &one : cases) {
    bench.table.row("persistence", "seconds", one.parameters, bench.times(bench.runs(7), one.launch));
    require(cudaCtxResetPersistingL2Cache(), "reset of the persisting L2");
  }
  if (bench.counters) {
    CounterGroup group(bench, {"dram_sectors_read"});
    for (const Case &one : cases) {
      group.add("persistence", one.parameters, one.launch);
      require(cudaCtxResetPersistingL2Cache(), "reset of the persisting L2");
    }
  }
  require(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0), "limit of the persisting L2");
}

} // namespace sectorscope::measure
