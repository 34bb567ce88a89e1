// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What the driver tells about a device.

#include "Measure.h"
#include "Nvml.h"

#include <ctime>

namespace sectorscope::measure {

namespace {

std::string attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  require(cudaDeviceGetAttribute(&value, which, device), "device attribute");
  return std::to_string(value);
}

std::string limit(cudaLimit which) {
  std::size_t value = 0;
  return cudaDeviceGetLimit(&value, which) == cudaSuccess ? std::to_string(value) : "unknown";
}

std::string today() {
  char date[16] = "";
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  return date;
}

} // namespace

void printHeader(Table &table, const Device &device, const std::string &counters) {
  cudaDeviceProp part{};
  require(cudaGetDeviceProperties(&part, device.index), "device properties");
  int driver = 0, runtime = 0;
  require(cudaDriverGetVersion(&driver), "version of the driver");
  require(cudaRuntimeGetVersion(&runtime), "version of the runtime");
  char busId[32] = "";
  require(cudaDeviceGetPCIBusId(busId, sizeof busId, device.index), "bus id");
  const Nvml nvml(busId);

  table.header("part", device.name);
  table.header("arch", device.arch);
  table.header("date", today());
  table.header("driver", nvml.driverVersion().value_or("unknown"));
  table.header("driver_api", std::to_string(driver));
  table.header("runtime", std::to_string(runtime));
  table.header("multiprocessors", std::to_string(device.multiprocessors));
  table.header("threads_per_multiprocessor", std::to_string(part.maxThreadsPerMultiProcessor));
  table.header("blocks_per_multiprocessor", attribute(cudaDevAttrMaxBlocksPerMultiprocessor, device.index));
  table.header("threads_per_block", std::to_string(part.maxThreadsPerBlock));
  table.header("warp_size", std::to_string(part.warpSize));
  table.header("shared_bytes_per_block", std::to_string(part.sharedMemPerBlock));
  table.header("l2_bytes", std::to_string(device.l2Bytes));
  table.header("memory_bytes", std::to_string(part.totalGlobalMem));
  table.header("memory_bus_bits", attribute(cudaDevAttrGlobalMemoryBusWidth, device.index));
  table.header("memory_kilohertz", attribute(cudaDevAttrMemoryClockRate, device.index));
  table.header("sm_kilohertz", attribute(cudaDevAttrClockRate, device.index));
  table.header("ecc", attribute(cudaDevAttrEccEnabled, device.index));
  table.header("l2_fetch_granularity", limit(cudaLimitMaxL2FetchGranularity));
  table.header("persisting_l2_bytes_max", attribute(cudaDevAttrMaxPersistingL2CacheSize, device.index));
  table.header("access_window_bytes_max", attribute(cudaDevAttrMaxAccessPolicyWindowSize, device.index));
  for (const auto &[name, clock] : {std::pair("sm_megahertz_max", Nvml::Clock::Multiprocessors),
                                    std::pair("memory_megahertz_max", Nvml::Clock::Memory)})
    if (const auto value = nvml.highestMegahertz(clock))
      table.header(name, std::to_string(*value));
  table.header("counters", counters);
}

} // namespace sectorscope::measure
