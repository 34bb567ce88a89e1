// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/CudaToolkit.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <vector>

namespace sectorscope {

namespace {

/// The number in `#define CUDA_VERSION 13000`, or 0. cuda.h is asked and not version.json: the latter is missing in
/// toolkits that come as packages, the former is what clang itself reads.
unsigned versionInHeader(llvm::StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (!line.consume_front("#define"))
      continue;
    line = line.ltrim();
    if (!line.consume_front("CUDA_VERSION"))
      continue;
    unsigned version = 0;
    if (!line.trim().getAsInteger(10, version))
      return version;
  }
  return 0;
}

} // namespace

std::string CudaToolkit::describe() const {
  return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10) + " at " + path;
}

unsigned newestReadableToolkit(unsigned clangMajor) { return clangMajor >= 21 ? 13999 : 12999; }

std::optional<CudaToolkit> toolkitAt(const std::string &path) {
  llvm::SmallString<128> header(path);
  llvm::sys::path::append(header, "include", "cuda.h");
  auto text = llvm::MemoryBuffer::getFile(header, /*IsText=*/true);
  if (!text)
    return std::nullopt;
  const unsigned version = versionInHeader((*text)->getBuffer());
  if (version == 0)
    return std::nullopt;
  std::string missing;
  for (const char *part : {"nvvm/libdevice", "include/curand_mtgp32_kernel.h", "include/cuda_runtime.h"})
    if (!llvm::sys::fs::exists(path + "/" + part))
      missing = part;
  return CudaToolkit{path, version, missing};
}

std::optional<CudaToolkit> findToolkit() {
  std::vector<std::string> places;
  for (const char *variable : {"CUDA_PATH", "CUDA_HOME"})
    if (std::optional<std::string> value = llvm::sys::Process::GetEnv(variable); value && !value->empty())
      places.push_back(*value);
  places.insert(places.end(), {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"});
  for (const std::string &place : places)
    if (std::optional<CudaToolkit> toolkit = toolkitAt(place))
      return toolkit;
  return std::nullopt;
}

} // namespace sectorscope
