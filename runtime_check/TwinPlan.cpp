// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Tries arguments, by auditing again.

#include "TwinPlan.h"

#include "AuditForRun.h"

#include "model/ListedLaunches.h"
#include "model/Reached.h"
#include "report/AuditAgain.h"
#include "report/ReadLaunches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

namespace sectorscope::check {

namespace {

/// Odd numbers of lines: several, since each is one draw of the hash that spreads lines over slices and banks.
constexpr std::array<std::int64_t, 3> paddedLines = {1, 3, 5};
constexpr std::int64_t lineBytes = 128;
constexpr std::size_t mostTwins = 8;

using Values = std::vector<std::int64_t>;

/// One argument that may be the pitch.
struct Candidate {
  std::string name;
  std::size_t parameter = 0;
  Values values; ///< as it is, and padded
};

const ListedLaunch *listed(const LaunchList &list, const Kernel &kernel, std::uint64_t order) {
  const auto found = list.byKernel.find(kernel.mangled);
  if (found == list.byKernel.end())
    return nullptr;
  const auto launch = std::ranges::find(found->second, order, &ListedLaunch::order);
  return launch == found->second.end() ? nullptr : &*launch;
}

/// The access whose pitch is worth most.
const AccessReport *pitched(const LaunchReport &launch) {
  const AccessReport *best = nullptr;
  const auto worth = [](const AccessReport &access) {
    const Camping &camping = access.camping;
    return std::pair(camping.loss.value_or(0), std::abs(*camping.gapStride));
  };
  for (const AccessReport &access : launch.accesses)
    if (access.camping.gapStride && (!best || worth(access) > worth(*best)))
      best = &access;
  return best;
}

bool writesVariable(const KernelReport &kernel, const AccessReport &access) {
  bool isVariable = false;
  forEachReached(kernel.graph, {access.site.address}, [&](const Expr &e) { isVariable |= e.op == Op::Global; });
  return isVariable && !isRead(access.site);
}

/// A pointer that was loaded, say: as regular as it may be, it leads out of the copies.
bool hangsOnMemory(const KernelReport &kernel, const AccessReport &access) {
  bool hangs = false;
  forEachReached(kernel.graph, {access.site.address, access.site.guard, access.site.moves},
                 [&](const Expr &e) { hangs |= e.op == Op::Loaded || e.op == Op::Opaque; });
  return hangs;
}

/// Why a launch cannot be made again on copies of which only the sizes are those of its data; empty if it can.
std::string obstacle(const KernelReport &kernel, const LaunchReport &launch) {
  if (!kernel.notAnalysed.empty())
    return fmt::format("not analysed: {}", kernel.notAnalysed.front().what);
  for (const AccessReport &access : launch.accesses) {
    if (access.footprint.certainty != Certainty::Exact)
      return access.footprint.reason;
    if (hangsOnMemory(kernel, access))
      return "an address or a condition hangs on what lies in memory";
    if (isGlobal(access.site) && writesVariable(kernel, access))
      return "a variable of the module is written";
  }
  return "";
}

std::vector<Candidate> candidatesFor(const KernelReport &kernel, const LaunchReport &launch, const ListedLaunch &seen,
                                     std::int64_t stride) {
  std::vector<Candidate> candidates;
  for (const auto &[name, value] : launch.shape.arguments) {
    const auto at = std::ranges::find(kernel.parameters, name);
    const auto position = static_cast<std::size_t>(at - kernel.parameters.begin());
    if (at == kernel.parameters.end() || position >= seen.parameters.size() || value <= 0 || stride % value != 0 ||
        lineBytes % (stride / value) != 0 || seen.parameters[position].bytes.size() > sizeof(std::int64_t))
      continue;
    Candidate candidate{.name = name, .parameter = position, .values = {value}};
    for (const std::int64_t lines : paddedLines)
      candidate.values.push_back(value + lines * lineBytes / (stride / value));
    const std::size_t bits = 8 * seen.parameters[position].bytes.size();
    if (bits == 64 || candidate.values.back() < std::int64_t{1} << (bits - 1))
      candidates.push_back(std::move(candidate));
  }
  return candidates;
}

/// The launch with each of the padded values, in a list of its own: their orders count from 0.
LaunchList paddedLaunches(const Kernel &kernel, const ListedLaunch &seen, const Candidate &candidate) {
  LaunchList list;
  for (std::size_t i = 1; i != candidate.values.size(); ++i) {
    ListedLaunch launch = seen;
    launch.order = i - 1;
    auto value = static_cast<std::uint64_t>(candidate.values[i]);
    for (std::uint8_t &byte : launch.parameters[candidate.parameter].bytes) {
      byte = static_cast<std::uint8_t>(value & 0xff);
      value >>= 8;
    }
    list.byKernel[kernel.mangled].push_back(std::move(launch));
  }
  return list;
}

bool isSameWork(const LaunchReport &one, const LaunchReport &other) {
  return std::ranges::equal(one.accesses, other.accesses, [](const AccessReport &a, const AccessReport &b) {
    const auto isSame = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return a.footprint.requests && a.footprint.requests == b.footprint.requests &&
           b.footprint.certainty == Certainty::Exact &&
           isSame(a.footprint.activeLanes.mean, b.footprint.activeLanes.mean);
  });
}

/// Some stride of the access grows as the argument does, and none that leaves gaps is a power of two any more.
bool isPadded(const AccessReport &access, const AccessReport &padded, std::int64_t value, std::int64_t longer) {
  if (padded.camping.gapStride)
    return false;
  const auto grows = [&](const std::optional<std::int64_t> &before, const std::optional<std::int64_t> &after) {
    return before && after && *before != 0 && *after / longer == *before / value && *after % longer == 0;
  };
  const AccessStrides &before = access.camping.strides, &after = padded.camping.strides;
  return grows(before.block[0], after.block[0]) || grows(before.block[1], after.block[1]) ||
         grows(before.block[2], after.block[2]) || grows(before.warp, after.warp);
}

/// Whether the padded launches do the same work without the pitch.
bool isPitch(const std::string &json, const Kernel &kernel, const LaunchReport &launch, const AccessReport &access,
             const ListedLaunch &seen, const Candidate &candidate) {
  AgainOptions options;
  options.launchesPerKernel = std::numeric_limits<std::size_t>::max();
  options.hints = options.totals = false;
  options.kernelFilter = [&](const Kernel &other) { return other.mangled == kernel.mangled; };
  const Report report = auditAgain(json, paddedLaunches(kernel, seen, candidate), options);
  std::size_t right = 0;
  for (const KernelReport &again : report.kernels)
    for (const LaunchReport &padded : again.launches)
      for (const std::uint64_t order : padded.shape.orders)
        right += isSameWork(launch, padded) && isPadded(access, padded.accesses[launch.indexOf(access)],
                                                        candidate.values.front(), candidate.values[order + 1]);
  return right == paddedLines.size();
}

} // namespace

TwinPlan planTwins(const std::string &json, const std::string &file, const std::string &launches) {
  const LaunchList list = readLaunches(launches, "the run");
  TwinPlan plan;
  const auto note = [&](const KernelReport &kernel, std::int64_t stride, const std::string &why) {
    std::string text = fmt::format("no twin of {} with a pitch other than {} bytes: {}", kernel.name, stride, why);
    if (std::ranges::find(plan.notes, text) == plan.notes.end())
      plan.notes.push_back(std::move(text));
  };
  const Report report = auditForRun(json, file, list, false);
  for (const KernelReport &kernel : report.kernels)
    for (const LaunchReport &launch : kernel.launches) {
      const AccessReport *access = pitched(launch);
      const ListedLaunch *seen =
          access && !launch.shape.orders.empty() ? listed(list, kernel, launch.shape.orders.front()) : nullptr;
      if (!seen)
        continue;
      const std::int64_t stride = std::abs(access->camping.gapStride.value_or(0));
      if (const std::string why = obstacle(kernel, launch); !why.empty()) {
        note(kernel, stride, why);
        continue;
      }
      const std::vector<Candidate> candidates = candidatesFor(kernel, launch, *seen, stride);
      const auto pitch = std::ranges::find_if(candidates, [&](const Candidate &candidate) {
        return plan.twins.size() < mostTwins && isPitch(json, kernel, launch, *access, *seen, candidate);
      });
      if (pitch == candidates.end()) {
        note(kernel, stride,
             plan.twins.size() < mostTwins ? "it is no argument that decides nothing else"
                                           : fmt::format("no more than {} are launched", mostTwins));
        continue;
      }
      PlannedTwin planned{.order = seen->order, .parameter = pitch->parameter, .twin = {.argument = pitch->name}};
      for (const std::int64_t value : pitch->values)
        planned.twin.pitches.push_back({.value = value, .bytes = value * (stride / pitch->values.front())});
      plan.twins.push_back(std::move(planned));
    }
  std::ranges::sort(plan.twins, {}, &PlannedTwin::order);
  return plan;
}

std::string toRequest(const TwinPlan &plan) {
  std::vector<std::string> parts;
  for (const PlannedTwin &planned : plan.twins) {
    Values values;
    for (const TwinPitch &pitch : planned.twin.pitches)
      values.push_back(pitch.value);
    parts.push_back(fmt::format("{}:{}:{}", planned.order, planned.parameter, fmt::join(values, ",")));
  }
  return fmt::format("{}", fmt::join(parts, ";"));
}

} // namespace sectorscope::check
