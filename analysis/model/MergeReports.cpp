// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/MergeReports.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sectorscope {

namespace {

void appendNew(std::vector<std::string> &to, std::vector<std::string> &&what) {
  for (std::string &text : what)
    if (std::find(to.begin(), to.end(), text) == to.end())
      to.push_back(std::move(text));
}

} // namespace

void mergeInto(Report &into, Report from) {
  if (into.arch.empty()) {
    into.llvmVersion = from.llvmVersion;
    into.arch = from.arch;
    into.profileName = from.profileName;
    into.sectorBytes = from.sectorBytes;
  }
  for (KernelReport &kernel : from.kernels) {
    const std::size_t ordinal = into.kernels.size();
    for (LaunchReport &launch : kernel.launches)
      for (AccessReport &access : launch.accesses)
        access.id = fmt::format("{}{}", ordinal, access.id.substr(access.id.find('.')));
    into.kernels.push_back(std::move(kernel));
  }
  for (Finding &finding : from.findings) {
    const bool known = std::any_of(into.findings.begin(), into.findings.end(), [&](const Finding &other) {
      return other.rule == finding.rule && other.place == finding.place;
    });
    if (!known)
      into.findings.push_back(std::move(finding));
  }
  std::move(from.units.begin(), from.units.end(), std::back_inserter(into.units));
  appendNew(into.assumptions, std::move(from.assumptions));
  appendNew(into.notes, std::move(from.notes));
}

} // namespace sectorscope
