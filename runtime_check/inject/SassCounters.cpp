// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Runs CUPTI's SASS metrics.

#include "SassCounters.h"

#include "CuptiError.h"

#include <cupti_sass_metrics.h>
#include <cupti_target.h>

#include <cstdlib>
#include <tuple>

namespace sectorscope::inject {

void SassCounters::configure(CUdevice device) {
  auto chip = check::parametersOf<CUpti_Device_GetChipName_Params>(CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  chip.deviceIndex = static_cast<std::size_t>(device);
  check::require(cuptiDeviceGetChipName(&chip), "the chip's name");
  std::vector<CUpti_SassMetrics_Config> configs;
  std::map<std::uint64_t, std::string> &names = nameOf[device];
  for (const std::string &metric : metrics) {
    auto properties =
        check::parametersOf<CUpti_SassMetrics_GetProperties_Params>(CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE);
    properties.pChipName = chip.pChipName;
    properties.pMetricName = metric.c_str();
    if (cuptiSassMetricsGetProperties(&properties) != CUPTI_SUCCESS)
      continue; // the reader sees that it is missing
    names[properties.metric.metricId] = metric;
    configs.push_back({properties.metric.metricId, CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU});
  }
  auto config = check::parametersOf<CUpti_SassMetricsSetConfig_Params>(CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE);
  config.pConfigs = configs.data();
  config.numOfMetricConfig = configs.size();
  config.deviceIndex = static_cast<std::uint32_t>(device);
  check::require(cuptiSassMetricsSetConfig(&config), "to count instructions");
}

void SassCounters::enable(CUcontext context) {
  if (enabled.contains(context))
    return;
  CUdevice device = 0;
  cuCtxGetDevice(&device);
  if (nameOf.empty()) {
    auto initialize =
        check::parametersOf<CUpti_Profiler_Initialize_Params>(CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
    check::require(cuptiProfilerInitialize(&initialize), "to start the profiler");
  }
  if (!nameOf.contains(device)) {
    check::requireSupport(static_cast<std::size_t>(device), CUPTI_PROFILER_SASS_METRICS);
    configure(device);
  }
  auto enable = check::parametersOf<CUpti_SassMetricsEnable_Params>(CUpti_SassMetricsEnable_Params_STRUCT_SIZE);
  enable.ctx = context;
  enable.enableLazyPatching = 1;
  check::require(cuptiSassMetricsEnable(&enable), "to patch kernels");
  enabled.insert(context);
}

void SassCounters::disable(CUcontext context) {
  if (!enabled.erase(context))
    return;
  auto disable = check::parametersOf<CUpti_SassMetricsDisable_Params>(CUpti_SassMetricsDisable_Params_STRUCT_SIZE);
  disable.ctx = context;
  check::require(cuptiSassMetricsDisable(&disable), "to let kernels be");
}

nlohmann::ordered_json SassCounters::take(CUcontext context) {
  nlohmann::ordered_json instructions = nlohmann::ordered_json::array();
  CUdevice device = 0;
  cuCtxGetDevice(&device);
  auto properties = check::parametersOf<CUpti_SassMetricsGetDataProperties_Params>(
      CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE);
  properties.ctx = context;
  check::require(cuptiSassMetricsGetDataProperties(&properties), "the number of counters");
  const std::size_t records = properties.numOfPatchedInstructionRecords, values = properties.numOfInstances;
  if (records == 0 || values == 0)
    return instructions;
  std::vector<CUpti_SassMetrics_InstanceValue> storage(records * values);
  std::vector<CUpti_SassMetrics_Data> data(records);
  for (std::size_t i = 0; i != records; ++i) {
    data[i].structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE;
    data[i].pInstanceValues = &storage[i * values];
  }
  auto flush = check::parametersOf<CUpti_SassMetricsFlushData_Params>(CUpti_SassMetricsFlushData_Params_STRUCT_SIZE);
  flush.ctx = context;
  flush.numOfInstances = values;
  flush.numOfPatchedInstructionRecords = records;
  flush.pMetricsData = data.data();
  check::require(cuptiSassMetricsFlushData(&flush), "the counters");
  // One record for each metric of an instruction.
  std::map<std::tuple<std::uint32_t, std::string, std::uint32_t>, nlohmann::ordered_json> byInstruction;
  for (const CUpti_SassMetrics_Data &record : data) {
    nlohmann::ordered_json &counted = byInstruction[{record.cubinCrc, record.functionName, record.pcOffset}];
    for (std::size_t i = 0; i != values; ++i)
      counted[nameOf[device][record.pInstanceValues[i].metricId]] = record.pInstanceValues[i].value;
    std::free(const_cast<char *>(record.functionName)); // CUPTI allocates it for the caller
  }
  for (auto &[instruction, counted] : byInstruction) {
    const auto &[crc, function, pc] = instruction;
    instructions.push_back({{"crc", crc}, {"function", function}, {"pc", pc}, {"values", std::move(counted)}});
  }
  return instructions;
}

} // namespace sectorscope::inject
