// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reads launches and their parameters out of the driver's arguments.

#include "SeenLaunch.h"

#include <cupti.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sectorscope::inject {

namespace {

using Json = nlohmann::ordered_json;

/// Addresses differ from run to run; where they start within this many bytes does not, and is all that counts.
constexpr std::uint64_t pointerPeriod = 256;

} // namespace

bool isDevicePointer(std::uint64_t value) {
  unsigned type = 0;
  return value >= pointerPeriod &&
         cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, value) == CUDA_SUCCESS;
}

namespace {

std::string hex(const unsigned char *bytes, std::size_t size) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i != size; ++i) {
    text += digits[bytes[i] >> 4];
    text += digits[bytes[i] & 15];
  }
  return text;
}

Json parameterJson(std::vector<unsigned char> bytes) {
  const std::size_t size = bytes.size();
  Json pointers = Json::array();
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= size; at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if (!isDevicePointer(word))
      continue;
    if (size == sizeof word)
      return {{"pointer", {{"offset", word % pointerPeriod}}}};
    pointers.push_back({{"at", at}, {"offset", word % pointerPeriod}});
    std::memset(bytes.data() + at, 0, sizeof word);
  }
  Json json = {{"bytes", hex(bytes.data(), size)}};
  if (!pointers.empty())
    json["pointers"] = std::move(pointers);
  return json;
}

/// The driver takes a CUkernel wherever it takes a CUfunction.
bool parameterInfo(CUfunction function, std::size_t index, std::size_t &offset, std::size_t &size) {
  return cuFuncGetParamInfo(function, index, &offset, &size) == CUDA_SUCCESS ||
         cuKernelGetParamInfo(reinterpret_cast<CUkernel>(function), index, &offset, &size) == CUDA_SUCCESS;
}

/// Parameters stand each for itself, or packed in one buffer.
std::vector<std::vector<unsigned char>> valuesOf(CUfunction function, void **each, void **extra) {
  const char *packed = nullptr;
  for (void **entry = extra; entry && *entry != CU_LAUNCH_PARAM_END; entry += 2)
    if (*entry == CU_LAUNCH_PARAM_BUFFER_POINTER)
      packed = static_cast<const char *>(entry[1]);
  std::vector<std::vector<unsigned char>> values;
  std::size_t offset = 0, size = 0;
  for (std::size_t i = 0; (each || packed) && parameterInfo(function, i, offset, size); ++i) {
    const auto *value = static_cast<const unsigned char *>(each ? each[i] : packed + offset);
    values.emplace_back(value, value + size);
  }
  return values;
}

/// With what it got from the driver's arguments.
SeenLaunch withParameters(SeenLaunch launch, CUfunction function, void **each, void **extra) {
  launch.values = valuesOf(function, each, extra);
  for (const std::vector<unsigned char> &value : launch.values)
    launch.parameters.push_back(parameterJson(value));
  return launch;
}

bool isPlain(const CUlaunchConfig &config) {
  return std::none_of(config.attrs, config.attrs + config.numAttrs, [](const CUlaunchAttribute &attribute) {
    return attribute.id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE || attribute.id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  });
}

std::string nameOf(CUfunction function, const char *symbol) {
  if (symbol)
    return symbol;
  const char *name = nullptr;
  if (cuFuncGetName(&name, function) == CUDA_SUCCESS ||
      cuKernelGetName(&name, reinterpret_cast<CUkernel>(function)) == CUDA_SUCCESS)
    return name;
  return "";
}

/// For every structure of arguments that names its fields as cuLaunchKernel does.
template <typename Arguments> SeenLaunch plainLaunch(const Arguments &from, void **extra, const char *symbol) {
  return withParameters({.mangled = nameOf(from.f, symbol),
                         .grid = {from.gridDimX, from.gridDimY, from.gridDimZ},
                         .block = {from.blockDimX, from.blockDimY, from.blockDimZ},
                         .sharedBytes = from.sharedMemBytes,
                         .stream = from.hStream,
                         .function = from.f,
                         .values = {}},
                        from.f, from.kernelParams, extra);
}

} // namespace

Json SeenLaunch::toJson() const {
  return {{"mangled", mangled},
          {"grid", grid},
          {"block", block},
          {"shared_bytes", sharedBytes},
          {"parameters", parameters}};
}

std::optional<SeenLaunch> launchOf(unsigned callback, const void *arguments, const char *symbol) {
  switch (callback) {
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz: {
    const auto &from = *static_cast<const cuLaunchKernel_params *>(arguments);
    return plainLaunch(from, from.extra, symbol);
  }
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz: {
    SeenLaunch launch = plainLaunch(*static_cast<const cuLaunchCooperativeKernel_params *>(arguments), nullptr, symbol);
    launch.isPlain = false;
    return launch;
  }
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
  case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz: {
    const auto &from = *static_cast<const cuLaunchKernelEx_params *>(arguments);
    const CUlaunchConfig &config = *from.config;
    return withParameters({.mangled = nameOf(from.f, symbol),
                           .grid = {config.gridDimX, config.gridDimY, config.gridDimZ},
                           .block = {config.blockDimX, config.blockDimY, config.blockDimZ},
                           .sharedBytes = config.sharedMemBytes,
                           .stream = config.hStream,
                           .function = from.f,
                           .values = {},
                           .isPlain = isPlain(config)},
                          from.f, from.kernelParams, from.extra);
  }
  default:
    return std::nullopt;
  }
}

std::vector<SeenLaunch> kernelsOf(CUgraph graph) {
  std::size_t count = 0;
  std::vector<SeenLaunch> kernels;
  if (cuGraphGetNodes(graph, nullptr, &count) != CUDA_SUCCESS)
    return kernels;
  std::vector<CUgraphNode> nodes(count);
  cuGraphGetNodes(graph, nodes.data(), &count);
  for (CUgraphNode node : nodes) {
    CUgraphNodeType type{};
    cuGraphNodeGetType(node, &type);
    CUgraph child = nullptr;
    CUDA_KERNEL_NODE_PARAMS from{};
    if (type == CU_GRAPH_NODE_TYPE_GRAPH && cuGraphChildGraphNodeGetGraph(node, &child) == CUDA_SUCCESS) {
      std::ranges::move(kernelsOf(child), std::back_inserter(kernels));
    } else if (type == CU_GRAPH_NODE_TYPE_KERNEL && cuGraphKernelNodeGetParams(node, &from) == CUDA_SUCCESS) {
      CUfunction function = from.func ? from.func : reinterpret_cast<CUfunction>(from.kern);
      kernels.push_back(withParameters({.mangled = nameOf(function, nullptr),
                                        .grid = {from.gridDimX, from.gridDimY, from.gridDimZ},
                                        .block = {from.blockDimX, from.blockDimY, from.blockDimZ},
                                        .sharedBytes = from.sharedMemBytes,
                                        .values = {}},
                                       function, from.kernelParams, from.extra));
    }
  }
  return kernels;
}

} // namespace sectorscope::inject
