// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OracleCounts.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace sectorscope::witness {

namespace {

/// "view+8" -> position of `view` and 8.
std::optional<std::pair<unsigned, std::uint64_t>> fieldOf(const std::string &name, const llvm::Function &kernel) {
  const std::size_t plus = name.find('+');
  if (plus == std::string::npos)
    return std::nullopt;
  for (const llvm::Argument &argument : kernel.args())
    if (argument.getName() == llvm::StringRef(name).take_front(plus))
      return std::pair(argument.getArgNo(), std::stoull(name.substr(plus + 1)));
  return std::nullopt;
}

check::Range rangeOf(const oracle::Tally &tally, std::uint64_t requests) {
  if (requests == 0)
    return {};
  return {double(tally.min), double(tally.sum) / double(requests), double(tally.max)};
}

std::filesystem::path fileOf(const llvm::DILocation &at) {
  return (std::filesystem::path(at.getDirectory().str()) / at.getFilename().str()).lexically_normal();
}

bool isBelow(const std::filesystem::path &file, const std::vector<std::string> &folders) {
  return std::ranges::any_of(folders, [&](const std::string &folder) {
    const std::filesystem::path inside = file.lexically_relative(std::filesystem::absolute(folder).lexically_normal());
    return !inside.empty() && *inside.begin() != "..";
  });
}

check::Place placeOf(const llvm::DILocation &at) {
  return {std::filesystem::path(at.getFilename().str()).lexically_normal().string(), at.getLine()};
}

/// The innermost frame outside the system's folders.
check::Place userPlaceOf(const llvm::DILocation &innermost, const std::vector<std::string> &systemFolders) {
  const llvm::DILocation *at = &innermost;
  while (at->getInlinedAt() && (at->getLine() == 0 || isBelow(fileOf(*at), systemFolders)))
    at = at->getInlinedAt();
  return placeOf(*at);
}

const char *kindOf(const oracle::SiteResult &site) {
  switch (site.kind) {
  case oracle::Kind::Load:
    return "load";
  case oracle::Kind::Store:
    return "store";
  case oracle::Kind::Copy:
    return "copy";
  case oracle::Kind::Atomic: // without a use of its result, the machine instruction is another one
    return site.instruction->use_empty() ? "reduction" : "atomic";
  }
  return "";
}

} // namespace

oracle::Launch oracleLaunch(const CorpusLaunch &from, const llvm::Function &kernel) {
  oracle::Launch launch;
  launch.block = from.block;
  launch.grid = from.grid;
  launch.reals = from.reals;
  launch.maxSteps = 200'000'000;
  for (const auto &[name, value] : from.integers) {
    launch.scalars[name] = value;
    if (const auto field = fieldOf(name, kernel))
      launch.fields[*field] = value;
  }
  std::vector<std::string> bufferOf;
  for (const llvm::Argument &argument : kernel.args()) {
    const auto found = from.buffers.find(argument.getName().str());
    bufferOf.push_back(found == from.buffers.end() ? "" : found->second);
  }
  launch.contents = [bufferOf](unsigned argument, std::uint64_t offset,
                               unsigned bytes) -> std::optional<std::uint64_t> {
    const std::string buffer = argument < bufferOf.size() ? bufferOf[argument] : "";
    if (buffer == "in")
      return 0;
    if (buffer != "index")
      return std::nullopt;
    std::uint64_t value = 0;
    for (unsigned i = 0; i < bytes && i < 8; ++i)
      value |= std::uint64_t(byteOfIndex(offset + i)) << (8 * i);
    return value;
  };
  return launch;
}

check::PredictedLaunch countsOf(const oracle::Result &result, const CorpusLaunch &launch,
                                const std::vector<std::string> &systemFolders) {
  check::PredictedLaunch counts{launch.grid, launch.block, {}};
  for (const oracle::SiteResult &site : result.sites) {
    if (site.space == oracle::Space::Param)
      continue;
    check::PredictedAccess access;
    if (const llvm::DILocation *at = site.instruction->getDebugLoc()) {
      access.innermost = placeOf(*at);
      access.place = userPlaceOf(*at, systemFolders);
    }
    access.kind = kindOf(site);
    access.space = oracle::toString(site.space);
    access.bytesPerLane = site.bytesPerLane;
    access.requests = double(site.requests);
    access.activeLanes = rangeOf(site.activeLanes, site.requests).mean;
    access.sectors = rangeOf(site.sectors, site.requests);
    access.lines = rangeOf(site.lines, site.requests);
    if (site.space == oracle::Space::Shared)
      access.wavefronts = rangeOf(site.wavefronts, site.requests);
    access.status = "exact";
    if (site.dependsOnMadeUp)
      access.reason = "hangs on contents of memory that the oracle does not know";
    else if (site.mixedSpaces)
      access.reason = "executed in more than one address space";
    else if (site.alignment < site.bytesPerLane)
      access.reason = "less aligned than wide: the code generator splits it";
    if (!access.reason.empty())
      access.status = "unknown";
    counts.accesses.push_back(std::move(access));
  }
  return counts;
}

} // namespace sectorscope::witness
