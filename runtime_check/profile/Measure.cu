// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Memory, watch, counters and the table.

#include "Measure.h"

#include "Metrics.h"

#include <cuda.h>

#include <algorithm>
#include <stdexcept>

namespace sectorscope::measure {

namespace {

/// Reads of every sector, by as many threads as fit.
__global__ void readAll(const float4 *in, std::size_t vectors, float4 *never) {
  float4 sum = make_float4(0, 0, 0, 0);
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < vectors;
       i += std::size_t(gridDim.x) * blockDim.x) {
    const float4 v = __ldcg(in + i);
    sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
  }
  if (sum.x + sum.y + sum.z + sum.w == 1)
    *never = sum;
}

constexpr std::size_t kGibibyte = std::size_t(1) << 30;

/// Five GiB, or what a smaller device has to give.
std::size_t arenaBytes(bool quick) {
  std::size_t free = 0, all = 0;
  require(cudaMemGetInfo(&free, &all), "free memory");
  const std::size_t bytes = std::min((quick ? 1 : 5) * kGibibyte, free / 4 * 3 / kGibibyte * kGibibyte);
  if (bytes == 0)
    throw std::runtime_error("less than 1.5 GB of the device's memory are free: end what uses it");
  return bytes;
}

} // namespace

CUcontext currentContext() {
  void *function = nullptr;
  cudaDriverEntryPointQueryResult found{};
#if CUDART_VERSION >= 13000
  require(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &function, 12000, cudaEnableDefault, &found), "driver");
#else
  require(cudaGetDriverEntryPoint("cuCtxGetCurrent", &function, cudaEnableDefault, &found), "driver");
#endif
  CUcontext context = nullptr;
  if (found != cudaDriverEntryPointSuccess ||
      reinterpret_cast<CUresult (*)(CUcontext *)>(function)(&context) != CUDA_SUCCESS)
    throw std::runtime_error("the driver gives no context: is it older than the CUDA toolkit?");
  return context;
}

void require(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::string remedy;
  if (error == cudaErrorInsufficientDriver || error == cudaErrorNoDevice)
    remedy = ": a profile needs an NVIDIA GPU and its driver; see nvidia-smi";
  else if (error == cudaErrorMemoryAllocation)
    remedy = ": end what else uses the device's memory, or use --quick";
  throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error) + remedy);
}

void Table::header(const char *name, const std::string &value) {
  if (!begun)
    std::puts("# sectorscope-measure\t1");
  begun = true;
  std::printf("# %s\t%s\n", name, value.c_str());
}

void Table::row(const char *experiment, const char *quantity, const std::vector<Parameter> &parameters,
                const std::vector<double> &samples) {
  std::printf("%s\t%s\t", experiment, quantity);
  for (std::size_t i = 0; i != parameters.size(); ++i)
    std::printf("%s%s=%s", i ? " " : "", parameters[i].name.c_str(), parameters[i].value.c_str());
  for (const double sample : samples)
    std::printf("\t%.7g", sample);
  std::puts("");
  std::fflush(stdout);
  ++rows;
}

void Table::end() { std::printf("# end\t%zu\n", rows); }

DeviceMemory::DeviceMemory(std::size_t bytes) : bytes(bytes) {
  require(cudaMalloc(&data, bytes), "cudaMalloc");
  require(cudaMemset(data, 0, bytes), "cudaMemset");
}

Watch::Watch() {
  require(cudaEventCreate(&begin), "cudaEventCreate");
  require(cudaEventCreate(&end), "cudaEventCreate");
}

Watch::~Watch() {
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}

double Watch::finish() {
  require(cudaEventRecord(end), "cudaEventRecord");
  require(cudaEventSynchronize(end), "kernel");
  float milliseconds = 0;
  require(cudaEventElapsedTime(&milliseconds, begin, end), "cudaEventElapsedTime");
  return milliseconds * 1e-3;
}

Bench::Bench(const Device &device, bool quick)
    : device(device), quick(quick), arena(arenaBytes(quick)), swept(4 * device.l2Bytes), never(1 << 16) {}

void Bench::sweepL2() {
  readAll<<<device.multiprocessors * 8, 256>>>(swept.as<float4>(), swept.bytes / sizeof(float4), never.as<float4>());
  require(cudaGetLastError(), "launch");
}

std::vector<double> Bench::times(unsigned runs, const std::function<void()> &launch) {
  std::vector<double> samples;
  launch();
  for (unsigned run = 0; run != runs; ++run)
    samples.push_back(watch.seconds(launch));
  return samples;
}

CounterGroup::CounterGroup(Bench &bench, std::vector<std::string> names)
    : bench(bench), names(std::move(names)), metrics(check::metricsOf(this->names, bench.device.arch)),
      counters(currentContext(), static_cast<std::size_t>(bench.device.index), metrics) {}

void CounterGroup::add(const char *experiment, const std::vector<Parameter> &parameters,
                       const std::function<void()> &launch, Before before, unsigned runs) {
  const auto wait = [] { require(cudaDeviceSynchronize(), "kernel"); };
  std::vector<std::vector<double>> samples(names.size());
  for (unsigned run = 0; run != runs; ++run) {
    const check::CounterValues values = counters.measure(
        [&] {
          if (before == Before::Launched)
            launch();
          else
            bench.sweepL2();
          wait();
        },
        [&] {
          launch();
          require(cudaGetLastError(), "launch");
          wait();
        });
    for (std::size_t i = 0; i != names.size(); ++i)
      samples[i].push_back(values.at(metrics[i]));
  }
  for (std::size_t i = 0; i != names.size(); ++i)
    bench.table.row(experiment, names[i].c_str(), parameters, samples[i]);
}

} // namespace sectorscope::measure
