// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The calls of CUPTI, in the order in which it wants them.

#include "RangeCounters.h"

#include "CuptiError.h"

#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>

#include <stdexcept>
#include <utility>

namespace sectorscope::check {

namespace {

std::string chipName(std::size_t device) {
  auto chip = parametersOf<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  chip.deviceIndex = device;
  require(cuptiDeviceGetChipName(&chip), "name of the chip");
  return chip.pChipName;
}

} // namespace

RangeCounters::RangeCounters(CUcontext context, std::size_t device, std::vector<std::string> metrics)
    : context(context), device(device), metrics(std::move(metrics)) {
  for (const std::string &metric : this->metrics)
    metricNames.push_back(metric.c_str());
  try {
    auto initialize = parametersOf<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    require(cuptiProfilerInitialize(&initialize), "start of the profiler");
    requireSupport(device, CUPTI_PROFILER_RANGE_PROFILING);
    makeHost(chipName(device));
    makeConfig();
    enable();
  } catch (...) {
    release();
    throw;
  }
}

RangeCounters::~RangeCounters() { release(); }

void RangeCounters::release() noexcept {
  if (profiler) {
    auto disable = parametersOf<CUpti_RangeProfiler_Disable_Params>(CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
    disable.pRangeProfilerObject = std::exchange(profiler, nullptr);
    cuptiRangeProfilerDisable(&disable);
  }
  if (host) {
    auto end =
        parametersOf<CUpti_Profiler_Host_Deinitialize_Params>(CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
    end.pHostObject = std::exchange(host, nullptr);
    cuptiProfilerHostDeinitialize(&end);
  }
}

void RangeCounters::makeHost(const std::string &chip) {
  auto sizes = parametersOf<CUpti_Profiler_GetCounterAvailability_Params>(
      CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  sizes.ctx = context;
  require(cuptiProfilerGetCounterAvailability(&sizes), "which there are");
  availability.resize(sizes.counterAvailabilityImageSize);
  sizes.pCounterAvailabilityImage = availability.data();
  require(cuptiProfilerGetCounterAvailability(&sizes), "which there are");

  auto begin = parametersOf<CUpti_Profiler_Host_Initialize_Params>(CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
  begin.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  begin.pChipName = chip.c_str();
  begin.pCounterAvailabilityImage = availability.data();
  require(cuptiProfilerHostInitialize(&begin), "description of the chip");
  host = begin.pHostObject;
}

/// CUPTI says only that one of them is wrong.
void RangeCounters::failMetrics(int result) const {
  for (const char *name : metricNames) {
    auto asked = parametersOf<CUpti_Profiler_Host_GetMetricProperties_Params>(
        CUpti_Profiler_Host_GetMetricProperties_Params_STRUCT_SIZE);
    asked.pHostObject = host;
    asked.pMetricName = name;
    if (cuptiProfilerHostGetMetricProperties(&asked) != CUPTI_SUCCESS)
      throw std::runtime_error("no hardware counters: the part has no metric '" + std::string(name) +
                               "': add its name there to runtime_check/Metrics.cpp (ncu --query-metrics lists them)");
  }
  require(static_cast<CUptiResult>(result), "choice of the metrics");
  throw std::runtime_error("no hardware counters: choice of the metrics");
}

void RangeCounters::makeConfig() {
  // All in one call: one call for each would make a pass of each.
  auto add = parametersOf<CUpti_Profiler_Host_ConfigAddMetrics_Params>(
      CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
  add.pHostObject = host;
  add.ppMetricNames = metricNames.data();
  add.numMetrics = metricNames.size();
  if (const CUptiResult result = cuptiProfilerHostConfigAddMetrics(&add); result != CUPTI_SUCCESS)
    failMetrics(result);

  auto size = parametersOf<CUpti_Profiler_Host_GetConfigImageSize_Params>(
      CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
  size.pHostObject = host;
  require(cuptiProfilerHostGetConfigImageSize(&size), "size of the configuration");
  config.resize(size.configImageSize);
  auto get =
      parametersOf<CUpti_Profiler_Host_GetConfigImage_Params>(CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
  get.pHostObject = host;
  get.configImageSize = config.size();
  get.pConfigImage = config.data();
  require(cuptiProfilerHostGetConfigImage(&get), "configuration");
  auto count =
      parametersOf<CUpti_Profiler_Host_GetNumOfPasses_Params>(CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
  count.configImageSize = config.size();
  count.pConfigImage = config.data();
  require(cuptiProfilerHostGetNumOfPasses(&count), "number of passes");
  passCount = count.numOfPasses;
}

void RangeCounters::enable() {
  auto enable = parametersOf<CUpti_RangeProfiler_Enable_Params>(CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
  enable.ctx = context;
  require(cuptiRangeProfilerEnable(&enable), "the range profiler");
  profiler = enable.pRangeProfilerObject;
}

void RangeCounters::configure(bool byKernel, std::size_t ranges) {
  auto size = parametersOf<CUpti_RangeProfiler_GetCounterDataSize_Params>(
      CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
  size.pRangeProfilerObject = profiler;
  size.pMetricNames = metricNames.data();
  size.numMetrics = metricNames.size();
  size.maxNumOfRanges = ranges;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(ranges);
  require(cuptiRangeProfilerGetCounterDataSize(&size), "size of the counters");
  image.assign(size.counterDataSize, 0);
  auto clear = parametersOf<CUpti_RangeProfiler_CounterDataImage_Initialize_Params>(
      CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
  clear.pRangeProfilerObject = profiler;
  clear.counterDataSize = image.size();
  clear.pCounterData = image.data();
  require(cuptiRangeProfilerCounterDataImageInitialize(&clear), "room for the counters");

  auto set = parametersOf<CUpti_RangeProfiler_SetConfig_Params>(CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
  set.pRangeProfilerObject = profiler;
  set.configSize = config.size();
  set.pConfig = config.data();
  set.counterDataImageSize = image.size();
  set.pCounterDataImage = image.data();
  set.range = byKernel ? CUPTI_AutoRange : CUPTI_UserRange;
  set.replayMode = byKernel ? CUPTI_KernelReplay : CUPTI_UserReplay;
  set.maxRangesPerPass = ranges;
  set.numNestingLevels = 1;
  set.minNestingLevel = 1;
  set.targetNestingLevel = 1;
  require(cuptiRangeProfilerSetConfig(&set), "setting of the configuration");
}

void RangeCounters::start() {
  auto start = parametersOf<CUpti_RangeProfiler_Start_Params>(CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
  start.pRangeProfilerObject = profiler;
  require(cuptiRangeProfilerStart(&start), "start of a pass");
}

bool RangeCounters::stop() {
  auto stop = parametersOf<CUpti_RangeProfiler_Stop_Params>(CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
  stop.pRangeProfilerObject = profiler;
  require(cuptiRangeProfilerStop(&stop), "end of a pass");
  return stop.isAllPassSubmitted;
}

std::vector<CounterValues> RangeCounters::decoded() {
  auto decode = parametersOf<CUpti_RangeProfiler_DecodeData_Params>(CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
  decode.pRangeProfilerObject = profiler;
  require(cuptiRangeProfilerDecodeData(&decode), "reading of the counters");
  if (decode.numOfRangeDropped)
    throw std::runtime_error("no hardware counters: more kernels than there is room for");
  auto count = parametersOf<CUpti_RangeProfiler_GetCounterDataInfo_Params>(
      CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
  count.counterDataImageSize = image.size();
  count.pCounterDataImage = image.data();
  require(cuptiRangeProfilerGetCounterDataInfo(&count), "number of ranges");

  std::vector<CounterValues> ranges(count.numTotalRanges);
  std::vector<double> values(metrics.size());
  for (std::size_t i = 0; i != ranges.size(); ++i) {
    auto evaluate = parametersOf<CUpti_Profiler_Host_EvaluateToGpuValues_Params>(
        CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
    evaluate.pHostObject = host;
    evaluate.counterDataImageSize = image.size();
    evaluate.pCounterDataImage = image.data();
    evaluate.rangeIndex = i;
    evaluate.ppMetricNames = metricNames.data();
    evaluate.numMetrics = metricNames.size();
    evaluate.pMetricValues = values.data();
    require(cuptiProfilerHostEvaluateToGpuValues(&evaluate), "values of the metrics");
    for (std::size_t k = 0; k != metrics.size(); ++k)
      ranges[i][metrics[k]] = values[k];
  }
  return ranges;
}

CounterValues RangeCounters::measure(const std::function<void()> &before, const std::function<void()> &work) {
  configure(/*byKernel=*/false, 1);
  bool done = false;
  for (std::size_t pass = 0; !done; ++pass) {
    if (pass > passCount)
      throw std::runtime_error("no hardware counters: the passes do not end");
    before();
    start();
    auto push = parametersOf<CUpti_RangeProfiler_PushRange_Params>(CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE);
    push.pRangeProfilerObject = profiler;
    push.pRangeName = "work";
    require(cuptiRangeProfilerPushRange(&push), "begin of a range");
    work();
    auto pop = parametersOf<CUpti_RangeProfiler_PopRange_Params>(CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE);
    pop.pRangeProfilerObject = profiler;
    require(cuptiRangeProfilerPopRange(&pop), "end of a range");
    done = stop();
  }
  std::vector<CounterValues> ranges = decoded();
  if (ranges.size() != 1)
    throw std::runtime_error("no hardware counters: " + std::to_string(ranges.size()) + " ranges came back for one");
  return std::move(ranges.front());
}

void RangeCounters::beginKernels(std::size_t kernels) {
  configure(/*byKernel=*/true, kernels);
  start();
}

std::vector<CounterValues> RangeCounters::endKernels() {
  stop();
  return decoded();
}

} // namespace sectorscope::check
