// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/InputFiles.h"

#include "adapter/Config.h"
#include "adapter/Project.h"
#include "cli/Outcome.h"
#include "report/ReadLaunches.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace sectorscope {

namespace fs = std::filesystem;

std::vector<std::string> expandFolders(const std::vector<std::string> &inputs, bool &anyBad) {
  std::vector<std::string> files;
  for (const std::string &input : inputs) {
    std::error_code error;
    if (!fs::is_directory(input, error)) {
      files.push_back(input);
      continue;
    }
    std::vector<std::string> below;
    for (fs::recursive_directory_iterator at(input, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end; at.increment(error)) {
      std::error_code ignored;
      if (at->path().extension() == ".cu" && at->is_regular_file(ignored))
        below.push_back(at->path().string());
    }
    if (below.empty()) {
      complain(fmt::format("{}: a folder without .cu files below it; name files or another folder", input));
      anyBad = true;
    }
    std::sort(below.begin(), below.end());
    files.insert(files.end(), below.begin(), below.end());
  }
  return files;
}

std::vector<std::vector<std::string>> unitsOf(const std::vector<std::string> &files, bool link) {
  std::vector<std::vector<std::string>> units;
  for (const std::string &file : files)
    if (link && !units.empty())
      units.front().push_back(file);
    else
      units.push_back({file});
  return units;
}

LaunchList launchesOf(const std::string &file) {
  if (file.empty())
    return {};
  const auto text = readFile(file);
  if (!text)
    throw UsageError(fmt::format("--launches: {} cannot be read; name a file that exists", file));
  return readLaunches(*text, file);
}

} // namespace sectorscope
