// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TotalsComparison.h"

#include <fmt/format.h>

#include <map>
#include <tuple>
#include <vector>

namespace sectorscope::fuzz {
namespace {

using Place = std::tuple<oracle::Dim, unsigned, std::vector<std::uint32_t>>; // block, warp, iteration

/// Of the lanes that execute both requests; empty where they agree with `bytes`, or there are none.
std::optional<std::int64_t> otherThan(std::int64_t bytes, const oracle::Request &from, const oracle::Request &to) {
  for (unsigned lane = 0; lane < 32; ++lane)
    if (from.activeMask & to.activeMask & 1U << lane) {
      const auto found = static_cast<std::int64_t>(to.addresses[lane] - from.addresses[lane]);
      if (found != bytes)
        return found;
    }
  return std::nullopt;
}

} // namespace

void compareStrides(const LaunchReport &claimed, const oracle::Result &truth, KernelResult &result) {
  std::map<const llvm::Instruction *, std::map<Place, const oracle::Request *>> requests;
  for (const oracle::Request &request : truth.requests)
    requests[request.instruction][{request.block, request.warp, request.iteration}] = &request;
  for (const AccessReport &access : claimed.accesses) {
    const oracle::SiteResult *site = truth.onLine(access.site.place.line);
    if (!site || !isGlobal(access.site) || !access.calls.empty())
      continue;
    const auto &own = requests[site->instruction];
    for (unsigned axis = 0; axis < 3; ++axis) {
      const auto &stride = access.camping.strides.block[axis];
      if (!stride)
        continue;
      ++result.strides;
      for (const auto &[place, request] : own) {
        auto [block, warp, iteration] = place;
        ++block[axis];
        const auto neighbour = own.find({block, warp, iteration});
        if (neighbour == own.end())
          continue;
        if (const auto found = otherThan(*stride, *request, *neighbour->second)) {
          result.accesses.push_back(
              {Verdict::Wrong, site->line,
               fmt::format("block stride along {}: {} bytes, but the oracle sees {}", "xyz"[axis], *stride, *found),
               false});
          break;
        }
      }
    }
  }
}

} // namespace sectorscope::fuzz
