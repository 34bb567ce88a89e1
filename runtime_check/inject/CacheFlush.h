// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Fills the caches with lines that nobody asks for.

#ifndef SECTORSCOPE_RUNTIME_CHECK_INJECT_CACHEFLUSH_H
#define SECTORSCOPE_RUNTIME_CHECK_INJECT_CACHEFLUSH_H

#include <cuda.h>

#include <cstddef>

namespace sectorscope::inject {

/// Reads a buffer of several times the size of L2, so that what was there is written back and gone, and nothing in it
/// is left to be written. In the context in which it was made; nothing is given back, as the program's end does that.
class CacheFlush {
public:
  /// \throws std::runtime_error where there is no memory for it.
  explicit CacheFlush(CUdevice device);
  /// Waits until it is done. \throws std::runtime_error
  void run();

private:
  CUdeviceptr buffer = 0;
  std::size_t bytes = 0;
  CUfunction kernel = nullptr;
};

} // namespace sectorscope::inject

#endif
