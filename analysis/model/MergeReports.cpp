// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/MergeReports.h"

#include "model/RecordUses.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
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
  std::set<std::pair<std::string, std::tuple<std::string, unsigned, unsigned>>> known;
  const auto keyOf = [](const Finding &finding) {
    return std::pair(finding.rule, std::tuple(finding.place.file, finding.place.line, finding.place.column));
  };
  for (const Finding &finding : to)
    known.insert(keyOf(finding));
  for (Finding &finding : what)
    if (known.insert(keyOf(finding)).second)
      to.push_back(std::move(finding));
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
