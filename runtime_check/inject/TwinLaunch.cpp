// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Copies what a launch is given.

#include "TwinLaunch.h"

#include "CacheFlush.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>

namespace sectorscope::inject {

namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned runs = 11;          // the first warms up
constexpr double mostOfFreeMemory = 4; // a part of it
constexpr double degree = 3;

void require(CUresult result, const char *what) {
  if (result == CUDA_SUCCESS)
    return;
  const char *name = nullptr;
  cuGetErrorName(result, &name);
  throw std::runtime_error(std::string(what) + " failed (" + (name ? name : "unknown error") + ")");
}

/// Frees what it holds.
class Buffer {
public:
  explicit Buffer(std::size_t bytes) { require(cuMemAlloc(&start, bytes), "allocating memory"); }
  ~Buffer() { cuMemFree(start); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  CUdeviceptr get() const { return start; }

private:
  CUdeviceptr start = 0;
};

class Event {
public:
  Event() { require(cuEventCreate(&event, CU_EVENT_DEFAULT), "creating an event"); }
  ~Event() { cuEventDestroy(event); }
  Event(const Event &) = delete;
  Event &operator=(const Event &) = delete;
  CUevent get() const { return event; }

private:
  CUevent event = nullptr;
};

/// One allocation of the program, and where a copy of it lies.
struct Copied {
  std::size_t bytes = 0, room = 0;
  std::unique_ptr<Buffer> copy;
};

/// Which allocations a launch is given, by where they start. \throws std::runtime_error where they cannot be copied.
std::map<CUdeviceptr, Copied> allocationsOf(const SeenLaunch &launch, double growth) {
  std::map<CUdeviceptr, Copied> all;
  for (const std::vector<unsigned char> &value : launch.values)
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= value.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, value.data() + at, sizeof word);
      if (!isDevicePointer(word))
        continue;
      if (value.size() != sizeof word)
        throw std::runtime_error("a pointer within a struct");
      unsigned type = 0, isManaged = 0;
      cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, word);
      cuPointerGetAttribute(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, word);
      if (type != CU_MEMORYTYPE_DEVICE || isManaged)
        throw std::runtime_error("a pointer to managed memory or to memory of the host");
      CUdeviceptr start = 0;
      std::size_t bytes = 0;
      require(cuMemGetAddressRange(&start, &bytes, word), "asking for an allocation");
      all[start] = {.bytes = bytes,
                    .room = static_cast<std::size_t>(std::ceil(static_cast<double>(bytes) * growth)),
                    .copy = nullptr};
    }
  std::size_t free = 0, total = 0, wanted = 0;
  require(cuMemGetInfo(&free, &total), "asking for free memory");
  for (const auto &[start, copied] : all)
    wanted += copied.room;
  if (static_cast<double>(wanted) > static_cast<double>(free) / mostOfFreeMemory)
    throw std::runtime_error("its data are more than a quarter of the memory that is free");
  for (auto &[start, copied] : all) {
    copied.copy = std::make_unique<Buffer>(copied.room);
    require(cuMemcpyDtoD(copied.copy->get(), start, copied.bytes), "copying its data");
    if (copied.room > copied.bytes)
      require(cuMemsetD8(copied.copy->get() + copied.bytes, 0, copied.room - copied.bytes), "setting memory");
  }
  return all;
}

/// The launch's parameters, with pointers into the copies.
std::vector<std::vector<unsigned char>> movedValues(const SeenLaunch &launch,
                                                    const std::map<CUdeviceptr, Copied> &copies) {
  std::vector<std::vector<unsigned char>> values = launch.values;
  for (std::vector<unsigned char> &value : values) {
    std::uint64_t word = 0;
    if (value.size() != sizeof word)
      continue;
    std::memcpy(&word, value.data(), sizeof word);
    const auto after = copies.upper_bound(word);
    if (!isDevicePointer(word) || after == copies.begin())
      continue;
    const auto &[start, copied] = *std::prev(after);
    word = copied.copy->get() + (word - start);
    std::memcpy(value.data(), &word, sizeof word);
  }
  return values;
}

std::uint64_t nanosecondsOf(const SeenLaunch &launch, std::vector<std::vector<unsigned char>> &values,
                            const Event &begin, const Event &end) {
  std::vector<void *> pointers;
  pointers.reserve(values.size());
  for (std::vector<unsigned char> &value : values)
    pointers.push_back(value.data());
  require(cuEventRecord(begin.get(), nullptr), "recording an event");
  require(cuLaunchKernel(launch.function, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                         launch.block[1], launch.block[2], launch.sharedBytes, nullptr, pointers.data(), nullptr),
          "the launch");
  require(cuEventRecord(end.get(), nullptr), "recording an event");
  require(cuCtxSynchronize(), "the launch");
  float milliseconds = 0;
  require(cuEventElapsedTime(&milliseconds, begin.get(), end.get()), "asking for the time");
  return static_cast<std::uint64_t>(std::llround(static_cast<double>(milliseconds) * 1e6));
}

Json timesOf(const SeenLaunch &launch, const TwinRequest &request) {
  if (!launch.isPlain || !launch.function)
    throw std::runtime_error("a cooperative launch, or one in clusters");
  const std::size_t size = request.parameter < launch.values.size() ? launch.values[request.parameter].size() : 0;
  std::uint64_t value = 0;
  if (size == 0 || size > sizeof value || request.values.size() < 2)
    throw std::runtime_error("its arguments are not those of the first run");
  std::memcpy(&value, launch.values[request.parameter].data(), size);
  if (value != request.values.front())
    throw std::runtime_error("its arguments are not those of the first run");
  require(cuCtxSynchronize(), "the program's launch");
  CUdevice device = 0;
  require(cuCtxGetDevice(&device), "asking for the device");
  const double growth = static_cast<double>(request.values.back()) / static_cast<double>(value);
  const std::map<CUdeviceptr, Copied> copies = allocationsOf(launch, std::pow(growth, degree));
  std::vector<std::vector<unsigned char>> values = movedValues(launch, copies);
  CacheFlush flush(device);
  const Event begin, end;
  const std::size_t count = request.values.size();
  std::vector<std::vector<std::uint64_t>> cold(count), inL2(count);
  for (unsigned run = 0; run != runs; ++run)
    for (std::size_t i = 0; i != count; ++i) {
      const std::size_t turn = (run + i) % count;
      std::memcpy(values[request.parameter].data(), &request.values[turn], size);
      flush.run();
      const std::uint64_t first = nanosecondsOf(launch, values, begin, end);
      const std::uint64_t second = nanosecondsOf(launch, values, begin, end);
      if (run == 0)
        continue;
      cold[turn].push_back(first);
      inL2[turn].push_back(second);
    }
  return {{"cold_ns", cold}, {"l2_ns", inL2}, {"refusal", ""}};
}

} // namespace

std::map<unsigned, TwinRequest> twinRequests(const char *text) {
  std::map<unsigned, TwinRequest> requests;
  std::istringstream all(text ? text : "");
  for (std::string one; std::getline(all, one, ';');) {
    std::istringstream parts(one);
    unsigned order = 0;
    char first = 0, second = 0;
    TwinRequest request;
    if (!(parts >> order >> first >> request.parameter >> second) || first != ':' || second != ':')
      continue;
    for (std::uint64_t value = 0; parts >> value; parts.ignore(1))
      request.values.push_back(value);
    requests[order] = std::move(request);
  }
  return requests;
}

Json launchTwins(const SeenLaunch &launch, const TwinRequest &request) {
  try {
    return timesOf(launch, request);
  } catch (const std::runtime_error &error) {
    return {{"cold_ns", Json::array()}, {"l2_ns", Json::array()}, {"refusal", error.what()}};
  }
}

} // namespace sectorscope::inject
