// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/LitFolder.h"

#include "adapter/Config.h"

#include <filesystem>

namespace sectorscope {

namespace fs = std::filesystem;

std::string findLitFolder(const std::string &executable) {
  const fs::path prefix = fs::path(executable).parent_path().parent_path();
  std::error_code ignored;
  for (const fs::path &folder : {prefix / "share" / "sectorscope" / "lit", fs::path(SECTORSCOPE_SOURCE_LIT)})
    if (fs::exists(folder / "sectorscope_lit.py", ignored))
      return folder.string();
  throw UsageError("sectorscope_lit.py is not there; install Sectorscope whole: cmake --install build-22");
}

} // namespace sectorscope
