// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/JoinCalls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace sectorscope {
namespace {

constexpr std::array kSpreads = {&Footprint::activeLanes,       &Footprint::sectors,
                                 &Footprint::idealSectors,      &Footprint::lines,
                                 &Footprint::partialSectors,    &Footprint::bytesCoveredPerSector,
                                 &Footprint::wavefronts,        &Footprint::idealWavefronts,
                                 &Footprint::distinctAddresses, &Footprint::distinctBytes};

bool isIdle(const Footprint &f) { return f.certainty == Certainty::Exact && f.requests == 0; }

bool movesTheSame(const Footprint &a, const Footprint &b) {
  return std::all_of(kSpreads.begin(), kSpreads.end(), [&](const auto spread) {
    const Spread &x = a.*spread, &y = b.*spread;
    return x.min == y.min && x.max == y.max && (x.mean == y.mean || (std::isnan(x.mean) && std::isnan(y.mean)));
  });
}

/// The footprint of an instruction from those of its calls, weighted by their requests where all are known.
Footprint joined(const std::vector<const Footprint *> &calls, bool isCounted) {
  const auto weightOf = [&](const Footprint &call) {
    return isCounted ? static_cast<double>(call.requests.value_or(0)) : 1;
  };
  Footprint f = *calls.front();
  bool allExact = true, same = true;
  double total = 0;
  for (const Footprint *call : calls) {
    allExact &= call->certainty == Certainty::Exact;
    same &= movesTheSame(f, *call);
    total += weightOf(*call);
  }
  for (const auto spread : kSpreads) {
    Spread &all = f.*spread;
    all.mean = 0;
    for (const Footprint *call : calls) {
      const Spread &one = call->*spread;
      all.min = std::min(all.min, one.min);
      all.max = std::max(all.max, one.max);
      all.mean += one.mean * weightOf(*call) / total;
    }
  }
  f.sectorsIfAligned = 0;
  f.requests = isCounted ? std::optional(static_cast<std::uint64_t>(total)) : std::nullopt;
  for (const Footprint *call : calls) {
    f.sectorsIfAligned += call->sectorsIfAligned * weightOf(*call) / total;
    f.assumes.insert(f.assumes.end(), call->assumes.begin(), call->assumes.end());
    f.uniform &= call->uniform;
    f.anyBlockOfWholeWarps &= call->anyBlockOfWholeWarps;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (f.blockStrideBytes[axis] != call->blockStrideBytes[axis])
        f.blockStrideBytes[axis].reset();
    if (call->doubt > f.doubt || call->certainty > f.certainty) {
      f.certainty = std::max(f.certainty, call->certainty);
      f.doubt = call->doubt;
      f.reason = call->reason;
    }
    f.hangsOnData |= call->hangsOnData;
  }
  std::sort(f.assumes.begin(), f.assumes.end());
  f.assumes.erase(std::unique(f.assumes.begin(), f.assumes.end()), f.assumes.end());
  if (allExact && !same && !isCounted) {
    f.certainty = Certainty::Bounded;
    f.doubt = Doubt::Iteration;
    f.reason = "differs between its calls, and how often each is made is not known";
  }
  if (!same)
    f.hint.reset(); // it spoke of the first call
  return f;
}

/// Where the function was entered; the instruction's own place without debug information.
const SourcePlace &callOf(const AccessSite &site) {
  return site.inlineStack.size() > 1 ? site.inlineStack[site.inlineStack.size() - 2].place : site.place;
}

} // namespace

std::vector<AccessReport> joinCalls(std::vector<AccessReport> accesses) {
  std::map<unsigned, std::vector<std::size_t>> copies;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    if (accesses[i].site.calledInstruction)
      copies[accesses[i].site.calledInstruction].push_back(i);
  std::vector<bool> isGone(accesses.size());
  for (const auto &[instruction, indices] : copies) {
    if (indices.size() < 2)
      continue;
    std::vector<const Footprint *> calls, active;
    bool isCounted = true;
    for (const std::size_t i : indices) {
      const Footprint &f = accesses[i].footprint;
      calls.push_back(&f);
      if (!isIdle(f))
        active.push_back(&f);
      isCounted &= f.requests.has_value() && f.certainty == Certainty::Exact;
    }
    AccessReport &first = accesses[indices.front()];
    const Footprint all = joined(active.empty() ? calls : active, isCounted && !active.empty());
    for (const std::size_t i : indices) {
      first.calls.push_back(callOf(accesses[i].site));
      isGone[i] = i != indices.front();
    }
    first.footprint = all;
  }
  std::vector<AccessReport> out;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    if (!isGone[i])
      out.push_back(std::move(accesses[i]));
  return out;
}

} // namespace sectorscope
