// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/SampleBlock.h"

#include "model/Hints.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr unsigned kStandInBlocks = 64;       // along each axis
constexpr std::size_t kEffort = 1 << 15;      // warps and iterations for all accesses of a launch
constexpr std::size_t kEffortOfAccess = 4096; // for one

/// A block with others before it, whose threads are below what stands in for sizes: `if (i < n)` holds.
unsigned withinUsual(unsigned threads) {
  return std::clamp(static_cast<unsigned>(kUsualArgument) / 2 / threads, 1U, kStandInBlocks / 8);
}

} // namespace

SampleBlock::SampleBlock(const ExprGraph &graph, const std::vector<LoopSite> &loops, const LaunchShape &launch,
                         const TargetModel &target)
    : graph(graph), loops(loops), target(target), shape(standInFor(graph, launch, standsIn)), tape(graph, shape),
      effort(kEffort) {
  for (unsigned axis = 0; axis < 3; ++axis) {
    middle[axis] = (*shape.grid)[axis] / 2;
    if (standsIn)
      middle[axis] = std::min(middle[axis], withinUsual((*shape.block)[axis]));
  }
}

LaunchShape SampleBlock::standInFor(const ExprGraph &graph, LaunchShape shape, bool &standsIn) {
  standsIn = !shape.grid || !shape.block;
  if (!shape.block)
    shape.block = Dim3{256, 1, 1}; // --block any
  if (!shape.grid)
    shape.grid = Dim3{kStandInBlocks, kStandInBlocks, kStandInBlocks};
  for (const ParamLeaf &param : graph.params)
    if (!param.isPointer && shape.arguments.try_emplace(param.name, kUsualArgument).second)
      standsIn = true;
  return shape;
}

LaunchWalk SampleBlock::walkOf(const AccessSite &site) {
  LaunchWalk walk(tape, graph, loops, site, *shape.block);
  walk.setMostIterations(target.sectorBytes, 2);
  return walk;
}

bool SampleBlock::visit(LaunchWalk &walk, const Dim3 &block, const LaunchWalk::Visitor &visitor) {
  std::size_t budget = std::min(effort, kEffortOfAccess);
  const std::size_t before = budget;
  const bool done = walk.visit(block, budget, visitor);
  effort -= before - budget;
  return done;
}

std::optional<BlockCount> SampleBlock::count(const AccessSite &site) {
  LaunchWalk walk = walkOf(site);
  if (!walk.obstacle().empty() || site.into) // where a copy goes counts, too: not followed here
    return std::nullopt;
  const RequestShape request{.space = site.space,
                             .kind = site.kind,
                             .bytes = site.bytesPerLane,
                             .atomic = site.atomic,
                             .isMatrix = site.isMatrix};
  BlockCount all;
  if (!visit(walk, middle, [&](const WalkedRequest &walked) {
        const RequestCount one = countRequest(*walked.addresses, walked.mask, request, target);
        const bool inSectors = measureOf(site.space) == Measure::Sectors;
        ++all.requests;
        all.moved += inSectors ? one.sectors : one.wavefronts;
        all.ideal += inSectors ? one.idealSectors : one.idealWavefronts;
      }))
    return std::nullopt;
  return all;
}

} // namespace sectorscope
