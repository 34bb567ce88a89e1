// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ThreadChunks.h"

#include "model/FormatExpr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace sectorscope {
namespace {

/// Goes through the requests of an access: how far lanes and iterations are apart.
class Distances {
public:
  Distances(const AccessSite &site, std::int64_t offset, const TargetModel &target)
      : site(site), offset(offset), target(target), perIteration(site.loops.size()) {}

  void add(const WalkedRequest &request) {
    const auto isZero = [](std::int64_t iteration) { return iteration == 0; };
    const std::vector<std::int64_t> &iterations = *request.iterations;
    const auto moved = std::ranges::find_if_not(iterations, isZero);
    if (moved == iterations.end())
      addFirst(request);
    else if (std::all_of(moved + 1, iterations.end(), isZero))
      addLater(request, perIteration[static_cast<std::size_t>(moved - iterations.begin())], *moved);
    if (request.warp == warp) {
      const RequestShape shape{.space = site.space, .kind = site.kind, .bytes = site.bytesPerLane};
      sectors += countRequest(dense, request.mask, shape, target).sectors;
      ++requests;
    }
  }

  bool isEmpty() const { return requests == 0; }

  /// Of neighbouring lanes; empty if it differs.
  std::optional<std::int64_t> lanes() const { return isEven ? perLane : std::nullopt; }

  /// Of iterations of the innermost loop that moves the address, and how many of them were seen; none if it differs
  /// between lanes.
  struct Steps {
    std::optional<std::int64_t> distance;
    std::int64_t count = 1;
  };
  Steps iterations() const {
    for (auto steps = perIteration.rbegin(); isEven && steps != perIteration.rend(); ++steps)
      if (steps->distance.value_or(0) != 0)
        return *steps;
    return {isEven ? std::optional<std::int64_t>(0) : std::nullopt};
  }

  /// Sectors per request of lanes that take neighbouring elements from where their warp begins.
  double interleaved() const { return static_cast<double>(sectors) / static_cast<double>(requests); }

private:
  void addFirst(const WalkedRequest &request) {
    first = *request.addresses;
    mask = request.mask;
    warp = request.warp;
    const int begin = std::countr_zero(mask);
    for (int lane = 0; lane < static_cast<int>(kLanes); ++lane) {
      const auto at = static_cast<std::size_t>(lane);
      dense[at] = first[static_cast<std::size_t>(begin)] - offset + std::int64_t{site.bytesPerLane} * (lane - begin);
      if (lane > 0 && (mask >> lane & 1) && (mask >> (lane - 1) & 1))
        note(perLane, first[at] - first[at - 1]);
    }
  }

  void addLater(const WalkedRequest &request, Steps &steps, std::int64_t iteration) {
    steps.count = std::max(steps.count, iteration + 1);
    for (unsigned lane = 0; iteration == 1 && request.warp == warp && lane < kLanes; ++lane)
      if (mask & request.mask & 1U << lane)
        note(steps.distance, (*request.addresses)[lane] - first[lane]);
  }

  void note(std::optional<std::int64_t> &distance, std::int64_t now) {
    isEven &= !distance || *distance == now;
    distance = now;
  }

  const AccessSite &site;
  std::int64_t offset;
  const TargetModel &target;
  LaneAddresses first{}, dense{}; ///< of the first request of a warp, and with its lanes next to each other
  std::uint32_t mask = 0;
  unsigned warp = ~0U;
  std::optional<std::int64_t> perLane;
  std::vector<Steps> perIteration; ///< by depth of the loop
  bool isEven = true;
  std::uint64_t sectors = 0, requests = 0;
};

} // namespace

ThreadChunks::Member ThreadChunks::memberOf(const AccessReport &access) const {
  const AccessSite &site = access.site;
  const Formula formula = formulaOf(kernel.graph, site.address, launch.shape, site.loops);
  std::string terms;
  for (const FormulaTerm &term : formula.terms)
    terms += fmt::format("{}*{}\n", term.coefficient, term.text);
  return {{site.place.file, site.place.line, site.place.column, site.kind, site.bytesPerLane, site.loops, terms},
          formula.constant};
}

std::int64_t ThreadChunks::spanOf(const std::set<std::int64_t> &constants, unsigned width) {
  const auto span = static_cast<std::int64_t>(constants.size()) * width;
  return *constants.rbegin() - *constants.begin() + width == span ? span : 0;
}

std::optional<ThreadChunk> ThreadChunks::of(const AccessReport &access) {
  if (!sample) {
    sample.emplace(kernel.graph, kernel.loops, launch.shape, target);
    for (const AccessReport &other : launch.accesses)
      if (isGlobal(other.site)) {
        const Member member = memberOf(other);
        families[member.family].insert(member.constant);
      }
  }
  const AccessSite &site = access.site;
  const Member member = memberOf(access);
  const std::set<std::int64_t> &constants = families.at(member.family);
  const std::int64_t span = spanOf(constants, site.bytesPerLane);
  LaunchWalk walk = sample->walkOf(site);
  if (span == 0 || !walk.obstacle().empty())
    return std::nullopt;
  Distances distances(site, member.constant - *constants.begin(), target);
  // The first block, where a length that stands in ends before the middle of the grid.
  for (const Dim3 &block : {sample->index(), Dim3{}})
    if (distances.isEmpty() &&
        !sample->visit(walk, block, [&](const WalkedRequest &request) { distances.add(request); }))
      return std::nullopt;
  const auto lanes = distances.lanes();
  const auto [step, iterations] = distances.iterations();
  if (!lanes || !step)
    return std::nullopt;
  // Read to the end: a loop that soon stops leaves most of each sector alone.
  const Neighbours &n = access.neighbours;
  if (n.obstacle.empty() && 4 * n.allBytes < 3 * target.sectorBytes)
    return std::nullopt;
  // A loop goes on where the iteration before ended, and ends before the next lane begins. Where it was unrolled whole,
  // the copies are the chunk; what one or two wide loads could fetch is none.
  const bool isLoop = std::abs(*step) == span && iterations * span <= std::abs(*lanes);
  const bool isUnrolled = *step == 0 && std::abs(*lanes) == span && span >= 2 * target.sectorBytes;
  if (!isLoop && !isUnrolled)
    return std::nullopt;
  return ThreadChunk{*lanes, *step, distances.interleaved()};
}

} // namespace sectorscope
