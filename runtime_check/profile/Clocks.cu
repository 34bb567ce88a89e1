// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The clocks under load: a copy that runs for five seconds, its rate from the first moment on, and what the driver
/// says meanwhile. What is measured after it is measured at the sustained clocks.

#include "Measure.h"
#include "Nvml.h"

#include <chrono>
#include <thread>

namespace sectorscope::measure {

namespace {

__global__ void copy(float4 *out, const float4 *in, unsigned vectors) {
#pragma unroll 4
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < vectors; i += gridDim.x * blockDim.x)
    out[i] = in[i];
}

std::string busIdOf(const Device &device) {
  char text[32] = "";
  require(cudaDeviceGetPCIBusId(text, sizeof text, device.index), "bus id");
  return text;
}

} // namespace

void measureClocks(Bench &bench) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  const Nvml nvml(busIdOf(bench.device));
  const double duration = bench.quick ? 0.5 : 5, window = 0.05;
  const unsigned vectors = 1U << 25; // 512 MiB each way, some 0.3 ms
  const double bytes = 2.0 * vectors * sizeof(float4);
  float4 *const in = bench.arena.as<float4>(), *const out = in + vectors;

  if (!bench.quick)
    std::this_thread::sleep_for(std::chrono::milliseconds(500)); // idle, as before somebody's kernel
  std::vector<double> times, rates, sm, memory;
  const Clock::time_point begin = Clock::now();
  while (since(begin) < duration) {
    double seconds = 0, launches = 0;
    for (const Clock::time_point windowBegin = Clock::now(); since(windowBegin) < window; ++launches)
      seconds += bench.watch.seconds([&] { copy<<<bench.device.multiprocessors * 16, 256>>>(out, in, vectors); });
    times.push_back(since(begin));
    rates.push_back(bytes * launches / seconds);
    sm.push_back(nvml.megahertz(Nvml::Clock::Multiprocessors).value_or(0));
    memory.push_back(nvml.megahertz(Nvml::Clock::Memory).value_or(0));
  }
  const std::vector<Parameter> parameters = {{"load", "copy"}, {"window_ms", 50}};
  bench.table.row("clocks", "seconds_since_begin", parameters, times);
  bench.table.row("clocks", "bytes_per_second", parameters, rates);
  if (sm.front() == 0)
    return; // no such library here: the rows are left out
  bench.table.row("clocks", "sm_megahertz", parameters, sm);
  bench.table.row("clocks", "memory_megahertz", parameters, memory);
}

} // namespace sectorscope::measure
