// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/MergeReports.h"

#include "model/RecordUses.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace sectorscope {

namespace {

void appendNew(std::vector<std::string> &to, std::vector<std::string> &&what) {
  for (std::string &text : what)
    if (std::find(to.begin(), to.end(), text) == to.end())
      to.push_back(std::move(text));
}

void appendNew(std::vector<Finding> &to, std::vector<Finding> &&what) {
  std::map<std::tuple<std::string, std::string, unsigned, unsigned>, std::size_t> known;
  const auto keyOf = [](const Finding &finding) {
    return std::tuple(finding.rule, finding.place.file, finding.place.line, finding.place.column);
  };
  const auto weightOf = [](const Finding &finding) {
    return std::pair(finding.severity, finding.wastedSectorsPerRequest);
  };
  for (std::size_t i = 0; i < to.size(); ++i)
    known.emplace(keyOf(to[i]), i);
  for (Finding &finding : what) {
    const auto [found, isNew] = known.emplace(keyOf(finding), to.size());
    if (isNew)
      to.push_back(std::move(finding));
    else if (Finding &other = to[found->second]; weightOf(finding) > weightOf(other))
      other = std::move(finding); // the file was compiled in two ways, and this one is worse
  }
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
  appendNew(into.findings, std::move(from.findings));
  appendNew(into.silenced, std::move(from.silenced));
  std::move(from.units.begin(), from.units.end(), std::back_inserter(into.units));
  joinRecords(into.records, std::move(from.records));
  appendNew(into.assumptions, std::move(from.assumptions));
  appendNew(into.notes, std::move(from.notes));
}

} // namespace sectorscope
