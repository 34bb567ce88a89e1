// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which CUDA toolkit is there, and whether the Clang in use can read its headers.

#ifndef SECTORSCOPE_FRONTEND_CUDATOOLKIT_H
#define SECTORSCOPE_FRONTEND_CUDATOOLKIT_H

#include <optional>
#include <string>

namespace sectorscope {

/// An installed toolkit.
struct CudaToolkit {
  std::string path; ///< what clang takes as --cuda-path
  unsigned version; ///< as CUDA_VERSION in cuda.h: 13000 is 13.0
  /// What clang needs of it and is not there, "" if all is: "nvvm/libdevice". Distributions split toolkits into
  /// packages.
  std::string missing;
  /// "CUDA 13.0 at /usr/local/cuda"
  std::string describe() const;
};

/// The newest CUDA_VERSION whose headers the Clang `major` can parse. Clang 19 fails on those of CUDA 13 (tried:
/// `texture_fetch_functions.h` is gone); Clang 22 reads 13.0. A major of the toolkit that is not out is refused.
unsigned newestReadableToolkit(unsigned clangMajor);

/// The toolkit at `path`, or nothing if there is no include/cuda.h with a version below it.
std::optional<CudaToolkit> toolkitAt(const std::string &path);

/// The toolkit in the first of the usual places that has one: CUDA_PATH, CUDA_HOME, /usr/local/cuda, /opt/cuda,
/// /usr/lib/cuda (Debian's).
std::optional<CudaToolkit> findToolkit();

} // namespace sectorscope

#endif
