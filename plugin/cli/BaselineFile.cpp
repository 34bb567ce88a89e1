// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cli/BaselineFile.h"

#include "adapter/OutputFile.h"
#include "adapter/Project.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace sectorscope {

void BaselineFile::meet(const Config &config, const std::vector<std::string> &folders, bool gates) {
  if (path.empty())
    path = config.baseline;
  hasGates |= gates;
  roots.insert(folders.begin(), folders.end());
}

bool BaselineFile::exists(const std::string &file) const {
  return std::ranges::any_of(roots, [&](const std::string &root) {
    std::error_code ignored;
    return std::filesystem::exists(std::filesystem::path(root) / file, ignored);
  });
}

void BaselineFile::compare(Report &report) {
  if (path.empty()) {
    if (mayBeNew)
      throw UsageError("--update-baseline: there is none; name its file with --baseline or in .sectorscope.yaml");
    return;
  }
  const auto text = readFile(path);
  if (!text && !mayBeNew)
    throw UsageError(fmt::format("{}: no such baseline; write it with --update-baseline", path));
  if (text)
    try {
      baseline = readBaseline(*text);
    } catch (const std::exception &error) {
      throw UsageError(
          fmt::format("{}: {}; write the baseline again with --update-baseline and another name", path, error.what()));
    }
  compareWithBaseline(report, baseline, [&](const std::string &file) { return exists(file); });
  if (!hasGates)
    applyGates(report, {{.rule = "all"}});
}

void BaselineFile::update(const Report &report, const std::set<std::string> &looked) const {
  std::ostringstream text;
  printBaseline(updatedBaseline(baseline, report, looked, [&](const std::string &file) { return exists(file); }), text);
  writeWholeFile(path, text.str());
}

} // namespace sectorscope
