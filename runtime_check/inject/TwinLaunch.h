// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Makes a launch again on copies of its data, with other values of one parameter.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_TWINLAUNCH_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_TWINLAUNCH_H

#include "SeenLaunch.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace sectorscope::inject {

/// What is to be launched: the values of one parameter, as it is first, ascending.
struct TwinRequest {
  std::size_t parameter = 0;
  std::vector<std::uint64_t> values;
};

/// By the order of the launch. "3:2:2048,2080,2144;7:0:512,544": of launch 3 the parameter 2, and of launch 7 the
/// parameter 0. What is no request is left out.
std::map<unsigned, TwinRequest> twinRequests(const char *text);

/// Waits for the device, launches with each value in turns, and takes the times: with caches flushed, and again at
/// once. Every pointer that is passed is replaced by one into a copy, longer by the third power of what the parameter
/// grows: no polynomial of that degree gets beyond it. What the program has stays as it is.
/// {"cold_ns": [[...], ...], "l2_ns": [[...], ...], "refusal": ""}, times by value; or why none were taken.
nlohmann::ordered_json launchTwins(const SeenLaunch &launch, const TwinRequest &request);

} // namespace sectorscope::inject

#endif
