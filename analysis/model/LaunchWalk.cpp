// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/LaunchWalk.h"

#include <algorithm>
#include <set>

namespace sectorscope {
namespace {

/// The predicates whose conjunction `id` is.
void conjunctsOf(const ExprGraph &graph, ExprId id, std::vector<ExprId> &out, std::set<std::uint32_t> &seen) {
  if (!id || !seen.insert(id.index).second)
    return;
  const Expr &e = graph[id];
  if (e.op == Op::And && e.width == 1) {
    conjunctsOf(graph, e.a, out, seen);
    conjunctsOf(graph, e.b, out, seen);
  } else {
    out.push_back(id);
  }
}

} // namespace

LaunchWalk::LaunchWalk(WarpTape &tape, const ExprGraph &graph, const std::vector<LoopSite> &loops,
                       const AccessSite &site, const Dim3 &block)
    : tape(&tape), loops(&loops), site(&site), warps(warpsOf(block)) {
  iterations.resize(site.loops.size());
  std::vector<ExprId> roots{site.address};
  if (site.guard)
    roots.push_back(site.guard);
  if (site.moves)
    roots.push_back(site.moves);
  std::set<std::uint32_t> ofLoops; // what every iteration of the loops asks for anyway
  for (const unsigned loop : site.loops) {
    roots.insert(roots.end(), {loops[loop].entered, loops[loop].running});
    std::vector<ExprId> ignored;
    conjunctsOf(graph, loops[loop].entered, ignored, ofLoops);
    conjunctsOf(graph, loops[loop].running, ignored, ofLoops);
  }
  for (const ExprId root : roots) {
    if (whyNot.empty())
      whyNot = tape.obstacle(root);
    dependence |= tape.dependenceOf(root);
  }
  std::vector<ExprId> own;
  Dependence touched = tape.dependenceOf(site.address) | (site.moves ? tape.dependenceOf(site.moves) : 0);
  conjunctsOf(graph, site.guard, own, ofLoops);
  for (const ExprId conjunct : own)
    touched |= tape.dependenceOf(conjunct);
  // What loops within it do may hang on the number of its iteration, too.
  for (std::size_t depth = site.loops.size(); depth-- > 0;) {
    const unsigned loop = site.loops[depth];
    const Dependence trips = tape.dependenceOf(loops[loop].entered) | tape.dependenceOf(loops[loop].running);
    const bool isEven = !(trips & ~onCounter(loop)) && loop < kLoopsToldApart;
    repeats.insert(repeats.begin(), touched & onCounter(loop) ? Skipped::None : isEven ? Skipped::Even : Skipped::All);
    touched |= trips;
  }
}

bool LaunchWalk::visit(const Dim3 &block, std::size_t &budget, const Visitor &visitor) {
  tape->setBlock(block);
  for (unsigned warp = 0; warp < warps; ++warp) {
    tape->setWarp(warp);
    atWarp = warp;
    if (!visitLoop(0, tape->live(), budget, visitor))
      return false;
  }
  return !tape->failed();
}

bool LaunchWalk::visitLoop(std::size_t depth, std::uint32_t alive, std::size_t &budget, const Visitor &visitor) {
  if (depth == site->loops.size()) {
    if (budget == 0)
      return false;
    --budget;
    if (site->guard)
      alive &= tape->maskOf(site->guard);
    if (alive && site->moves)
      alive &= tape->maskOf(site->moves);
    if (alive)
      visitor({.mask = alive, .addresses = &tape->eval(site->address), .iterations = &iterations, .warp = atWarp});
    return !tape->failed();
  }
  const unsigned loop = site->loops[depth];
  alive &= tape->maskOf((*loops)[loop].entered);
  const bool isSkipped = repeats[depth] != Skipped::None && repeats[depth] <= skipped;
  const std::int64_t most = isSkipped ? 1 : depth + 1 == site->loops.size() ? mostInnermost : mostAround;
  for (std::int64_t iteration = 0; iteration < most && alive; ++iteration) {
    if (budget == 0)
      return false;
    --budget;
    tape->setCounter(loop, iteration);
    alive &= tape->maskOf((*loops)[loop].running);
    iterations[depth] = iteration;
    if (alive && !visitLoop(depth + 1, alive, budget, visitor))
      return false;
  }
  return true;
}

} // namespace sectorscope
