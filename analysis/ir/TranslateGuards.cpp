// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Path conditions. Lanes are assumed to reconverge where control flow does, at the post-dominator.

#include "ir/Translator.h"

#include "llvm/IR/CFG.h"

namespace sectorscope {
namespace {

constexpr unsigned kMaxPathDepth = 2000;   // of the recursion over the blocks of a function
constexpr std::size_t kMaxSearched = 1000; // blocks, for one that is always reached

} // namespace

/// Blocks from which every path ends in `unreachable` (a failed assertion, a trap): no lane is believed to go there.
void Translator::findDeadEnds() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const llvm::BasicBlock &block : function) {
      if (deadEnds.contains(&block) || llvm::isa<llvm::ReturnInst>(block.getTerminator()))
        continue;
      const bool dead =
          llvm::all_of(llvm::successors(&block), [&](const llvm::BasicBlock *next) { return deadEnds.contains(next); });
      if (dead && (llvm::isa<llvm::UnreachableInst>(block.getTerminator()) || !llvm::succ_empty(&block)))
        changed |= deadEnds.insert(&block).second;
    }
  }
}

/// Every path from `from` to the end of the function leads through `block`, dead ends left out: the switch whose
/// default cannot happen joins again behind its cases.
bool Translator::isAlwaysReached(const llvm::BasicBlock *block, const llvm::BasicBlock *from) const {
  if (postDominators.dominates(block, from))
    return true;
  if (deadEnds.empty())
    return false;
  llvm::SmallVector<const llvm::BasicBlock *, 16> work{from};
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
  while (!work.empty()) {
    const llvm::BasicBlock *at = work.pop_back_val();
    if (at == block || deadEnds.contains(at) || !seen.insert(at).second)
      continue;
    if (llvm::isa<llvm::ReturnInst>(at->getTerminator()) || seen.size() > kMaxSearched)
      return false; // or too far to see: the paths to it are followed instead, which are all there are
    work.append(llvm::succ_begin(at), llvm::succ_end(at));
  }
  return true;
}

ExprId Translator::loopEntered(const llvm::Loop &loop) {
  const llvm::BasicBlock *preheader = loop.getLoopPreheader();
  return preheader ? guardOf(preheader) : graph.opaque({.reason = "loop with several entries", .place = {}}, 1);
}

ExprId Translator::guardOf(const llvm::BasicBlock *block) {
  const llvm::BasicBlock *entry = &function.getEntryBlock();
  const llvm::Loop *loop = loopInfo.getLoopFor(block);
  if (!loop)
    return pathFrom(entry, block);
  // The loop was entered, this iteration was reached, and within it the block is.
  const ExprId entered = loopEntered(*loop);
  const ExprId running = graph.binary(Op::And, entered, loopGuard(*loop));
  return graph.binary(Op::And, running, pathFrom(loop->getHeader(), block));
}

/// The block itself, or the preheader of the outermost loop that holds it and not `seenFrom`.
const llvm::BasicBlock *Translator::outOfLoops(const llvm::BasicBlock *block, const llvm::BasicBlock *seenFrom) const {
  const llvm::Loop *outermost = nullptr;
  for (const llvm::Loop *loop = loopInfo.getLoopFor(block); loop && !loop->contains(seenFrom);
       loop = loop->getParentLoop())
    outermost = loop;
  return outermost ? outermost->getLoopPreheader() : block;
}

ExprId Translator::pathFrom(const llvm::BasicBlock *root, const llvm::BasicBlock *block) {
  if (root == block)
    return graph.constant(1, 1);
  for (auto layer = paths.rbegin(); layer != paths.rend(); ++layer)
    if (const auto found = layer->find({root, block}); found != layer->end())
      return found->second;
  // Broken cycles (irreducible control flow) end here.
  paths.back()[{root, block}] = graph.opaque({.reason = "control flow that is no loop", .place = {}}, 1);
  ExprId result;
  if (++pathDepth <= kMaxPathDepth)
    result = computePath(root, block);
  --pathDepth;
  if (!result || isTooDeep(result))
    result = graph.opaque({.reason = "too many conditions", .place = {}}, 1);
  paths.back()[{root, block}] = result;
  return result;
}

ExprId Translator::computePath(const llvm::BasicBlock *root, const llvm::BasicBlock *block) {
  const auto *node = dominators.getNode(block);
  if (!node || !node->getIDom())
    return graph.constant(0, 1); // unreachable
  const llvm::BasicBlock *dominator = outOfLoops(node->getIDom()->getBlock(), block);
  if (dominator && isAlwaysReached(block, dominator) && dominators.dominates(root, dominator))
    return pathFrom(root, dominator);
  ExprId any = graph.constant(0, 1);
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> seen;
  for (const llvm::BasicBlock *from : llvm::predecessors(block)) {
    if (!seen.insert(from).second || !dominators.isReachableFromEntry(from))
      continue;
    if (const llvm::Loop *loop = loopInfo.getLoopFor(block); loop && loop->getHeader() == block && loop->contains(from))
      continue; // a back edge
    any = graph.binary(Op::Or, any, edgePath(root, from, block));
  }
  return any;
}

/// `root` executed and control comes along the edge.
ExprId Translator::edgePath(const llvm::BasicBlock *root, const llvm::BasicBlock *from, const llvm::BasicBlock *to) {
  const llvm::BasicBlock *outside = outOfLoops(from, to);
  if (outside == from) {
    const ExprId path = pathFrom(root, from);
    return graph.binary(Op::And, path, edgeCondition(from, to));
  }
  // Out of a loop: every lane that enters it leaves it, and if there is one way out, that way.
  if (outside && dominators.dominates(root, outside)) {
    const llvm::Loop *loop = loopInfo.getLoopFor(from);
    while (loop->getParentLoop() && !loop->getParentLoop()->contains(to))
      loop = loop->getParentLoop();
    bool single = true;
    llvm::SmallVector<llvm::BasicBlock *, 4> exits;
    loop->getExitBlocks(exits);
    for (const llvm::BasicBlock *exit : exits)
      single &= exit == to || deadEnds.contains(exit);
    if (single)
      return pathFrom(root, outside);
  }
  return graph.opaque({.reason = "loop that is left in several ways", .place = places.placeOf(*from->getTerminator())},
                      1);
}

ExprId Translator::edgeCondition(const llvm::BasicBlock *from, const llvm::BasicBlock *to) {
  const llvm::Instruction *end = from->getTerminator();
  const ExprId always = graph.constant(1, 1);
  unsigned living = 0;
  for (const llvm::BasicBlock *next : llvm::successors(from))
    living += !deadEnds.contains(next);
  if (living == 1 && !deadEnds.contains(to))
    return always;
  if (const auto *branch = llvm::dyn_cast<llvm::BranchInst>(end)) {
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return always;
    const ExprId condition = translate(branch->getCondition());
    return branch->getSuccessor(0) == to ? condition : graph.logicalNot(condition);
  }
  if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(end)) {
    const ExprId value = translate(choice->getCondition());
    ExprId some = graph.constant(0, 1), other = graph.constant(0, 1);
    for (const auto &way : choice->cases()) {
      const ExprId here = graph.binary(Op::Eq, value, translate(way.getCaseValue()));
      ExprId &side = way.getCaseSuccessor() == to ? some : other;
      side = graph.binary(Op::Or, side, here);
    }
    return choice->getDefaultDest() == to ? graph.logicalNot(other) : some;
  }
  return graph.opaque({.reason = "branch of an unknown kind", .place = places.placeOf(*end)}, 1);
}

} // namespace sectorscope
