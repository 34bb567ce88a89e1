// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What is needed of a machine with a GPU.

#ifndef SECTORSCOPE_RUNTIME_CHECK_DEVICE_H
#define SECTORSCOPE_RUNTIME_CHECK_DEVICE_H

#include <filesystem>
#include <string>
#include <vector>

namespace sectorscope::check {

/// Files of which one exists where a driver is loaded.
inline const std::vector<std::string> usualDeviceNodes = {"/dev/nvidiactl", "/dev/nvgpu", "/dev/nvhost-gpu",
                                                          "/dev/dxg"};

/// \throws std::runtime_error saying what to do if none of the files exists.
void requireDevice(const std::vector<std::string> &nodes);

/// The driver's version, "580.159.04"; empty if \p nvidiaSmi does not tell.
std::string driverVersion(const std::string &nvidiaSmi, const std::filesystem::path &scratch);

/// What \p program prints to standard output; empty if it cannot be run or fails.
std::string outputOf(const std::vector<std::string> &program, const std::filesystem::path &scratch);

/// Where the toolkit's programs stand besides PATH: "/usr/local/cuda/bin/nvdisasm".
std::vector<std::filesystem::path> toolkitPlaces(const std::string &program);

} // namespace sectorscope::check

#endif
