// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What every experiment of sectorscope-measure needs: the device, its memory, a watch, counters, and the table of raw
/// measurements that it prints. An experiment is a function that takes a Bench and adds rows.

#ifndef SECTORSCOPE_RUNTIME_CHECK_PROFILE_MEASURE_H
#define SECTORSCOPE_RUNTIME_CHECK_PROFILE_MEASURE_H

#include "RangeCounters.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sectorscope::measure {

/// \throws std::runtime_error with one line.
void require(cudaError_t error, const char *what);

struct Device {
  int index = 0;
  std::string arch; ///< "sm_90"
  std::string name;
  unsigned multiprocessors = 0;
  std::size_t l2Bytes = 0;
};

/// name=value
struct Parameter {
  std::string name, value;
  Parameter(const char *name, std::string value) : name(name), value(std::move(value)) {}
  Parameter(const char *name, const char *value) : name(name), value(value) {}
  template <typename Number, typename = std::enable_if_t<std::is_integral_v<Number>>>
  Parameter(const char *name, Number value) : name(name), value(std::to_string(value)) {}
};

/// The raw table on standard output; docs/profiles.md describes it. Rows come out at once, in the order of measuring.
class Table {
public:
  void header(const char *name, const std::string &value);
  /// Seconds where \p quantity says so; one sample for each run.
  void row(const char *experiment, const char *quantity, const std::vector<Parameter> &parameters,
           const std::vector<double> &samples);
  /// The last line, by which a reader sees that nothing was cut off.
  void end();

private:
  bool begun = false;
  std::size_t rows = 0;
};

/// Device memory that lives as long as this.
class DeviceMemory {
public:
  explicit DeviceMemory(std::size_t bytes); ///< zeros
  ~DeviceMemory() { cudaFree(data); }
  DeviceMemory(const DeviceMemory &) = delete;
  DeviceMemory &operator=(const DeviceMemory &) = delete;
  template <typename T> T *as() const { return static_cast<T *>(data); }
  std::size_t bytes;

private:
  void *data = nullptr;
};

class Watch {
public:
  Watch();
  ~Watch();
  Watch(const Watch &) = delete;
  Watch &operator=(const Watch &) = delete;
  /// Seconds that the device takes for what \p launch puts on the default stream.
  template <typename Launch> double seconds(Launch launch) {
    require(cudaEventRecord(begin), "cudaEventRecord");
    launch();
    require(cudaGetLastError(), "launch");
    return finish();
  }

private:
  double finish();
  cudaEvent_t begin, end;
};

struct Bench {
  Bench(const Device &device, bool quick);
  Device device;
  bool quick;         ///< fewer runs and configurations, to see that everything works
  DeviceMemory arena; ///< what experiments read and write; zeros, unless one of them wrote
  DeviceMemory swept; ///< four times L2, read to empty the caches
  DeviceMemory never; ///< written under conditions that do not come true, so that no load is idle
  Table table;
  Watch watch;
  bool counters = true; ///< false where the device, the driver or the user forbids them

  unsigned runs(unsigned usual) const { return quick ? 2 : usual; }
  /// Nothing of earlier work stays in L2, and nothing that must be written back.
  void sweepL2();
  /// Seconds of some runs after one that warms up.
  std::vector<double> times(unsigned runs, const std::function<void()> &launch);
};

/// Of this thread. The driver is found at run time.
CUcontext currentContext();

/// Counters by the names of Metrics.h. Times taken while one exists are not those of a free device.
class CounterGroup {
public:
  CounterGroup(Bench &bench, std::vector<std::string> names);
  /// What L2 holds before each pass.
  enum class Before { Swept, Launched };
  /// A row for each counter.
  void add(const char *experiment, const std::vector<Parameter> &parameters, const std::function<void()> &launch,
           Before before = Before::Swept, unsigned runs = 1);

private:
  Bench &bench;
  std::vector<std::string> names, metrics;
  check::RangeCounters counters;
};

// The experiments, each in the file of its name.
void measureClocks(Bench &bench);
void measureBandwidth(Bench &bench);
void measureTransactions(Bench &bench);
void measurePages(Bench &bench);
void measureGranules(Bench &bench);
void measureCache(Bench &bench);
void measureStrides(Bench &bench);
void measurePersistence(Bench &bench);
void measureAtomics(Bench &bench);
void measureSlicePairs(Bench &bench);

/// Facts that the driver tells, as the head of the table.
void printHeader(Table &table, const Device &device, const std::string &counters);

} // namespace sectorscope::measure

#endif
