// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Hardware counters around some work of this process, by the Range Profiler of CUPTI (parts from 7.5 on).

#ifndef SECTORSCOPE_RUNTIME_CHECK_GPU_RANGECOUNTERS_H
#define SECTORSCOPE_RUNTIME_CHECK_GPU_RANGECOUNTERS_H

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

struct CUpti_RangeProfiler_Object;
struct CUpti_Profiler_Host_Object;

namespace sectorscope::check {

/// Values by the profiler's name of the metric, "dram__sectors_read.sum".
using CounterValues = std::map<std::string, double>;

/// A group of metrics that are counted together, in as few passes as the hardware allows. While one exists, the context
/// belongs to it: a second one must wait until it is gone, and times taken meanwhile are not those of a free device.
///
/// Worked example:
///
///     RangeCounters counters(context, 0, {"dram__sectors_read.sum", "dram__sectors_write.sum"});
///     double read = counters.measure(flush, runAndWait).at("dram__sectors_read.sum");
class RangeCounters {
public:
  /// \param context that the work runs in, current in this thread.
  /// \param device its index among those of CUPTI.
  /// \throws std::runtime_error with one line that says what forbids it (permission, MIG, vGPU, WSL, a metric that the
  /// part does not have) and what to do.
  RangeCounters(CUcontext context, std::size_t device, std::vector<std::string> metrics);
  ~RangeCounters();
  RangeCounters(const RangeCounters &) = delete;
  RangeCounters &operator=(const RangeCounters &) = delete;

  /// How often the work has to run.
  std::size_t passes() const { return passCount; }

  /// One range around all of \p work, which must do the same each time: it runs once a pass, each time after \p before,
  /// which is not counted. Both wait for what they launch.
  /// \throws std::runtime_error
  CounterValues measure(const std::function<void()> &before, const std::function<void()> &work);

  /// From here on every kernel is a range of its own, which CUPTI runs as often as there are passes, over restored
  /// memory. At most \p kernels of them are kept.
  void beginKernels(std::size_t kernels);
  /// The kernels since beginKernels, in the order of their launches.
  std::vector<CounterValues> endKernels();

private:
  void makeHost(const std::string &chip);
  void makeConfig();
  void enable();
  void configure(bool byKernel, std::size_t ranges);
  void start();
  bool stop(); ///< true once all passes are done
  std::vector<CounterValues> decoded();
  [[noreturn]] void failMetrics(int result) const;
  void release() noexcept;

  CUcontext context;
  std::size_t device;
  std::vector<std::string> metrics;
  std::vector<const char *> metricNames;
  std::vector<std::uint8_t> availability, config, image;
  CUpti_Profiler_Host_Object *host = nullptr;
  CUpti_RangeProfiler_Object *profiler = nullptr;
  std::size_t passCount = 0;
};

} // namespace sectorscope::check

#endif
