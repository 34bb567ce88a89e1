// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Follows the program from launch to launch.

#include "Session.h"

#include "KernelName.h"
#include "Residency.h"

#include <cupti_pcsampling.h>

#include <cstdlib>
#include <sstream>
#include <string_view>
#include <utility>

namespace sectorscope::inject {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> splitAtCommas(const char *text) {
  std::vector<std::string> parts;
  std::istringstream stream(text ? text : "");
  for (std::string part; std::getline(stream, part, ',');)
    parts.push_back(part);
  return parts;
}

bool isOn(const char *variable) {
  const char *value = std::getenv(variable);
  return value && std::string_view(value) == "1";
}

Json deviceJson(CUdevice device) {
  char name[256] = "";
  cuDeviceGetName(name, sizeof name, device);
  const auto attribute = [&](CUdevice_attribute which) {
    int value = 0;
    cuDeviceGetAttribute(&value, which, device);
    return value;
  };
  return {{"name", name},
          {"arch", "sm_" + std::to_string(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)) +
                       std::to_string(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR))},
          {"multiprocessors", attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)},
          {"threads_per_multiprocessor", attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)},
          {"l2_bytes", attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)},
          {"ecc", attribute(CU_DEVICE_ATTRIBUTE_ECC_ENABLED) != 0},
          {"sm_kilohertz", attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE)},
          {"memory_kilohertz", attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)},
          {"bus_bits", attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH)}};
}

/// While it lives, this thread may call what would otherwise end a capture that the program has under way.
class RelaxedCapture {
public:
  RelaxedCapture() { cuThreadExchangeStreamCaptureMode(&mode); }
  ~RelaxedCapture() { cuThreadExchangeStreamCaptureMode(&mode); }
  RelaxedCapture(const RelaxedCapture &) = delete;
  RelaxedCapture &operator=(const RelaxedCapture &) = delete;

private:
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
};

} // namespace

Session::Session(const char *directory)
    : shard(directory), sassMetrics(splitAtCommas(std::getenv("SECTORSCOPE_INSTRUCTIONS"))),
      wholeMetrics(splitAtCommas(std::getenv("SECTORSCOPE_WHOLE"))), sass(sassMetrics),
      whole(wholeMetrics, isOn("SECTORSCOPE_FLUSH")), takesTimes(isOn("SECTORSCOPE_TIMES")),
      twins(twinRequests(std::getenv("SECTORSCOPE_TWINS"))) {
  if (const char *blocks = std::getenv("SECTORSCOPE_RESIDENT"))
    resident = static_cast<unsigned>(std::strtoul(blocks, nullptr, 10));
  if (const char *most = std::getenv("SECTORSCOPE_MOST_LAUNCHES"))
    mostLaunches = std::strtoul(most, nullptr, 10);
  if (const char *kernel = std::getenv("SECTORSCOPE_KERNEL"); kernel && *kernel)
    wanted = std::regex(kernel);
  shard.write({{"loaded", 1}});
}

void Session::listens() {
  if (takesTimes)
    timeline.begin();
}

void Session::end() {
  clocks.stop();
  timeline.write(shard);
  shard.write({{"end", 1}});
}

void Session::begin() {
  if (hasBegun)
    return;
  hasBegun = true;
  int driver = 0, count = 0;
  cuDriverGetVersion(&driver);
  cuDeviceGetCount(&count);
  Json devices = Json::array();
  for (CUdevice device = 0; device != count; ++device)
    devices.push_back(deviceJson(device));
  shard.write({{"shard", 1}, {"driver", driver}, {"devices", std::move(devices)}});
  char busId[32] = "";
  CUdevice device = 0;
  if (takesTimes && cuCtxGetDevice(&device) == CUDA_SUCCESS &&
      cuDeviceGetPCIBusId(busId, sizeof busId, device) == CUDA_SUCCESS)
    clocks.start(busId, shard);
}

/// Whether the launch is one of those to count: the kernel has few enough, and none was like it.
bool Session::isToCount(const SeenLaunch &launch) {
  if (!counts() || hasFailed ||
      (wanted && !std::regex_search(check::baseName(check::demangle(launch.mangled)), *wanted)))
    return false;
  CUstreamCaptureStatus capture{};
  if (cuStreamIsCapturing(launch.stream, &capture) != CUDA_SUCCESS || capture != CU_STREAM_CAPTURE_STATUS_NONE)
    return false;
  std::set<std::string> &counted = countedOf[launch.mangled];
  return counted.size() < mostLaunches && counted.insert(launch.toJson().dump()).second;
}

bool Session::beginCounting() {
  if (!wholeMetrics.empty())
    return whole.begin();
  CUcontext context = nullptr;
  cuCtxGetCurrent(&context);
  sass.enable(context);
  cuCtxSynchronize();
  sass.take(context); // what launches that are not counted have left
  skipped = 0;
  return true;
}

/// Kernels that count are slow: after some launches that are not to be counted, they are let be.
void Session::skipCounting() {
  constexpr unsigned patience = 32;
  if (sassMetrics.empty() || ++skipped != patience)
    return;
  CUcontext context = nullptr;
  cuCtxGetCurrent(&context);
  cuCtxSynchronize();
  sass.disable(context);
}

/// What belongs to the launch that ends here: its counters, or why it failed.
Json Session::counted() {
  if (const CUresult result = cuCtxSynchronize(); result != CUDA_SUCCESS) {
    const char *name = nullptr;
    cuGetErrorName(result, &name);
    return {{"failed", name ? name : std::to_string(result)}};
  }
  if (!wholeMetrics.empty())
    return {{"counters", whole.end()}};
  CUcontext context = nullptr;
  cuCtxGetCurrent(&context);
  return {{"instructions", sass.take(context)}};
}

void Session::tell(const SeenLaunch &launch, const Json &counted) {
  CUdevice device = 0;
  cuCtxGetDevice(&device);
  Json line = {{"order", order++}, {"device", device}};
  line.update(launch.toJson());
  if (takesTimes)
    line["resident_blocks"] = residentBlocks(launch);
  line.update(counted);
  shard.write(line);
}

void Session::enter(SeenLaunch launch) {
  const RelaxedCapture relaxed;
  running = Running{std::move(launch), false};
  begin();
  if (isToCount(running->launch))
    running->isCounted = beginCounting();
  else
    skipCounting();
}

void Session::leave(std::uint32_t correlation) {
  const RelaxedCapture relaxed;
  const Running left = *std::exchange(running, std::nullopt);
  CUstreamCaptureStatus capture{};
  if (cuStreamIsCapturing(left.launch.stream, &capture) == CUDA_SUCCESS && capture == CU_STREAM_CAPTURE_STATUS_ACTIVE)
    return; // it is launched with its graph
  if (takesTimes)
    timeline.launched(correlation, order);
  const auto twin = twins.find(order);
  tell(left.launch, left.isCounted ? counted() : Json::object());
  if (twin != twins.end()) {
    Json line = {{"twins_of", twin->first}};
    line.update(launchTwins(left.launch, twin->second));
    shard.write(line);
  }
}

void Session::graphCalled(unsigned callback, const CUpti_CallbackData &data) {
  switch (callback) {
  case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate:
  case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiate_v2:
  case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithFlags:
  case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams:
  case CUPTI_DRIVER_TRACE_CBID_cuGraphInstantiateWithParams_ptsz: {
    // The first two arguments of all of them.
    const auto &from = *static_cast<const cuGraphInstantiateWithFlags_params *>(data.functionParams);
    graphs[*from.phGraphExec] = kernelsOf(from.hGraph);
    break;
  }
  case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch:
  case CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz:
    if (counts())
      shard.note("launches of graphs are listed, and not counted");
    begin();
    for (const SeenLaunch &launch : graphs[static_cast<const cuGraphLaunch_params *>(data.functionParams)->hGraph])
      tell(launch, Json::object());
    break;
  default:
    break;
  }
}

void Session::driverCalled(unsigned callback, const CUpti_CallbackData &data) {
  const bool isEnter = data.callbackSite == CUPTI_API_ENTER;
  if (isEnter) {
    if (resident) {
      const RelaxedCapture relaxed;
      capResidency(callback, data.functionParams, *resident);
    }
    std::optional<SeenLaunch> launch = launchOf(callback, data.functionParams, data.symbolName);
    if (!launch)
      return;
    mutex.lock();
    *data.correlationData = isLaunch; // of this very call; other threads make calls in between
    enter(std::move(*launch));
    return;
  }
  const bool succeeded = *static_cast<const CUresult *>(data.functionReturnValue) == CUDA_SUCCESS;
  if (*data.correlationData == isLaunch) {
    const std::lock_guard lock(mutex, std::adopt_lock);
    if (succeeded)
      leave(data.correlationId);
    running.reset();
  } else if (succeeded) {
    const std::lock_guard lock(mutex);
    graphCalled(callback, data);
  }
}

void Session::moduleLoaded(const CUpti_ModuleResourceData &module) {
  if (sassMetrics.empty())
    return;
  CUpti_GetCubinCrcParams crc{};
  crc.size = CUpti_GetCubinCrcParamsSize;
  crc.cubinSize = module.cubinSize;
  crc.cubin = module.pCubin;
  if (cuptiGetCubinCrc(&crc) != CUPTI_SUCCESS)
    return;
  const std::string name = "module-" + std::to_string(crc.cubinCrc) + ".cubin";
  shard.writeFile(name, module.pCubin, module.cubinSize);
  shard.write({{"module", crc.cubinCrc}, {"file", name}});
}

} // namespace sectorscope::inject
