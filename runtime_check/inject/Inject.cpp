// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The library that the CUDA driver loads into a program (CUDA_INJECTION64_PATH) to tell what the program launches and
/// what that costs. It is told by the environment what to do, and writes shards (see Shard.h):
///
///     SECTORSCOPE_SHARDS         directory for shards and the machine code of modules
///     SECTORSCOPE_INSTRUCTIONS   SASS metrics to count for each machine instruction, with commas between; none: none
///     SECTORSCOPE_WHOLE          metrics to count for whole launches, likewise; not both in one process
///     SECTORSCOPE_FLUSH          1: before each launch whose whole is counted, the caches are flushed
///     SECTORSCOPE_KERNEL         count only kernels in whose base name this expression is found
///     SECTORSCOPE_MOST_LAUNCHES  launches of one kernel that are counted; those alike are counted once
///
/// {"loaded": 1}
/// {"shard": 1, "driver": 13000, "devices": [{"name": "NVIDIA H200", "arch": "sm_90"}]}
/// {"module": 123, "file": "module-123.cubin"}
/// {"order": 0, "device": 0, "mangled": "_Z1fPf", "grid": [1, 1, 1], ..., "instructions": [...], "counters": {...}}
/// {"end": 1}

#include "CuptiError.h"
#include "KernelName.h"
#include "SassCounters.h"
#include "SeenLaunch.h"
#include "Shard.h"
#include "WholeCounters.h"

#include <cupti.h>
#include <cupti_pcsampling.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

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

/// All that the library keeps while the program runs.
class Session {
public:
  explicit Session(const char *directory)
      : shard(directory), sassMetrics(splitAtCommas(std::getenv("SECTORSCOPE_INSTRUCTIONS"))),
        wholeMetrics(splitAtCommas(std::getenv("SECTORSCOPE_WHOLE"))), sass(sassMetrics),
        whole(wholeMetrics, isOn("SECTORSCOPE_FLUSH")) {
    if (const char *most = std::getenv("SECTORSCOPE_MOST_LAUNCHES"))
      mostLaunches = std::strtoul(most, nullptr, 10);
    if (const char *kernel = std::getenv("SECTORSCOPE_KERNEL"); kernel && *kernel)
      wanted = std::regex(kernel);
    shard.write({{"loaded", 1}});
  }

  void end() { shard.write({{"end", 1}}); }
  void driverCalled(unsigned callback, const CUpti_CallbackData &data);
  void moduleLoaded(const CUpti_ModuleResourceData &module);
  void fail(const std::string &what) {
    hasFailed = true;
    shard.write({{"error", what}});
  }

private:
  void begin();
  void enter(SeenLaunch launch);
  void leave();
  void graphCalled(unsigned callback, const CUpti_CallbackData &data);
  bool isToCount(const SeenLaunch &launch);
  bool counts() const { return !sassMetrics.empty() || !wholeMetrics.empty(); }
  bool beginCounting();
  void skipCounting();
  Json counted();
  void tell(const SeenLaunch &launch, const Json &counted);

  Shard shard;
  const std::vector<std::string> sassMetrics, wholeMetrics;
  std::optional<std::regex> wanted; ///< empty: every kernel
  SassCounters sass;
  WholeCounters whole;
  std::size_t mostLaunches = 16;
  bool hasBegun = false, hasFailed = false;
  unsigned order = 0, skipped = 0;
  std::map<std::string, std::set<std::string>> countedOf; ///< distinct launches of a kernel
  std::map<CUgraphExec, std::vector<SeenLaunch>> graphs;
  std::recursive_mutex mutex; ///< held from entering a launch to leaving it
  struct Running {
    SeenLaunch launch;
    bool isCounted;
  };
  std::optional<Running> running;
  static constexpr std::uint64_t isLaunch = 1;
};

void Session::begin() {
  if (hasBegun)
    return;
  hasBegun = true;
  int driver = 0, count = 0;
  cuDriverGetVersion(&driver);
  cuDeviceGetCount(&count);
  Json devices = Json::array();
  for (CUdevice device = 0; device != count; ++device) {
    char name[256] = "";
    int major = 0, minor = 0;
    cuDeviceGetName(name, sizeof name, device);
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    devices.push_back({{"name", name}, {"arch", "sm_" + std::to_string(major) + std::to_string(minor)}});
  }
  shard.write({{"shard", 1}, {"driver", driver}, {"devices", std::move(devices)}});
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
  line.update(counted);
  shard.write(line);
}

void Session::enter(SeenLaunch launch) {
  running = Running{std::move(launch), false};
  begin();
  if (isToCount(running->launch))
    running->isCounted = beginCounting();
  else
    skipCounting();
}

void Session::leave() {
  const Running left = *std::exchange(running, std::nullopt);
  CUstreamCaptureStatus capture{};
  if (cuStreamIsCapturing(left.launch.stream, &capture) == CUDA_SUCCESS && capture == CU_STREAM_CAPTURE_STATUS_ACTIVE)
    return; // it is launched with its graph
  tell(left.launch, left.isCounted ? counted() : Json::object());
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
      leave();
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

std::unique_ptr<Session> &session() {
  static std::unique_ptr<Session> only;
  return only;
}

void CUPTIAPI called(void *, CUpti_CallbackDomain domain, CUpti_CallbackId callback, const void *data) {
  // What is asked of the driver here must not come back here as a call of the program; it may load a module, though.
  thread_local bool isInside = false;
  if (!session())
    return;
  const bool wasInside = std::exchange(isInside, true);
  try {
    if (domain == CUPTI_CB_DOMAIN_DRIVER_API && !wasInside)
      session()->driverCalled(callback, *static_cast<const CUpti_CallbackData *>(data));
    else if (domain == CUPTI_CB_DOMAIN_RESOURCE && callback == CUPTI_CBID_RESOURCE_MODULE_LOADED)
      session()->moduleLoaded(*static_cast<const CUpti_ModuleResourceData *>(
          static_cast<const CUpti_ResourceData *>(data)->resourceDescriptor));
  } catch (const std::exception &error) {
    session()->fail(error.what());
  }
  isInside = wasInside;
}

} // namespace

} // namespace sectorscope::inject

/// The driver calls this before the program's first call returns. What it returns is not looked at.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  using namespace sectorscope::inject;
  const char *directory = std::getenv("SECTORSCOPE_SHARDS");
  if (!directory || session())
    return 1;
  try {
    session() = std::make_unique<Session>(directory);
  } catch (const std::exception &) {
    return 1; // an expression that is none: the reader has looked at it before
  }
  CUpti_SubscriberHandle subscriber = nullptr;
  try {
    require(cuptiSubscribe(&subscriber, called, nullptr), "to listen");
    require(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API), "to listen to launches");
    require(cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE), "to listen to modules");
  } catch (const std::exception &error) {
    session()->fail(error.what());
  }
  std::atexit([] {
    if (session())
      session()->end();
  });
  return 1;
}
