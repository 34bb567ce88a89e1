// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Values and path conditions of one kernel as lane expressions.

#ifndef SECTORSCOPE_IR_TRANSLATOR_H
#define SECTORSCOPE_IR_TRANSLATOR_H

#include "ir/PtxParser.h"
#include "ir/SourcePlaces.h"
#include "sectorscope/LaneExpr.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

#include <map>
#include <optional>
#include <vector>

namespace sectorscope {

/// "n", or "arg2" where the IR has no name for it.
std::string parameterName(const llvm::Argument &argument);

/// Bits of a value as an expression holds it; wider ones and aggregates are only known to be uniform or not.
unsigned bitsOf(const llvm::Type &type);

/// Translates one function in simplified loop form with LCSSA. Every value gets one expression: inside a loop it
/// speaks of the loop's Counter, behind it of the counter's last value.
class Translator {
public:
  Translator(llvm::Function &function, ExprGraph &graph, const SourcePlaces &places);

  /// Any value; floating-point values and vectors become expressions that only tell whether they are uniform.
  ExprId translate(const llvm::Value *value);

  /// True in the lanes that execute the block, in the iteration that the Counters of its loops name.
  ExprId guardOf(const llvm::BasicBlock *block);

  /// Numbers of the loops around a block, outermost first; all loops by number.
  std::vector<unsigned> loopsAround(const llvm::BasicBlock *block) const;
  std::vector<LoopSite> loopSites();

  ExprGraph &expressions() { return graph; }
  /// A variable of which each thread has one is among what the expression is made of.
  bool mentionsPrivate(ExprId expr);
  /// The parsed text of inline assembly: many calls share one, and each of its outputs asks for it.
  const PtxCode &codeOf(const llvm::InlineAsm &assembly);
  /// The expression in `width` bits: cut, or filled with its sign or with zeros.
  ExprId resized(ExprId expr, unsigned width, bool isSigned = false);
  /// What hides the value, with the place of the instruction.
  OpaqueLeaf leafAt(const llvm::Value &value, std::string reason, bool varying) const;

private:
  // Values (Translator.cpp).
  ExprId compute(const llvm::Value *value);
  ExprId computeArgument(const llvm::Argument &argument, std::uint64_t offset, unsigned width, bool isPointer);
  ExprId computeInstruction(const llvm::Instruction &instruction);
  ExprId computeBinary(const llvm::BinaryOperator &operation);
  ExprId computeCast(const llvm::CastInst &cast);
  ExprId computeCompare(const llvm::CmpInst &compare);
  ExprId computeAddress(const llvm::GEPOperator &address);
  ExprId computeLoad(const llvm::LoadInst &load);
  std::optional<ExprId> fieldOfArgument(const llvm::LoadInst &load, std::uint64_t extra, const llvm::Type &type);
  ExprId computeExtract(const llvm::Instruction &extract);
  ExprId unknownFunctionOf(const llvm::User &user, const char *what);
  ExprId opaque(const llvm::Value &value, std::string reason, bool varying = true);
  bool isTooDeep(ExprId expr);

  // Calls (TranslateCalls.cpp).
  ExprId computeCall(const llvm::CallInst &call);
  ExprId outputOf(const llvm::CallInst &assembly, unsigned position, const llvm::Type &type);
  ExprId computeShuffle(const llvm::CallInst &call, unsigned element, const llvm::Type &type);
  ExprId computeVote(const llvm::CallInst &call, const char *what, unsigned mask);
  std::optional<ExprId> computeIntrinsic(const llvm::CallInst &call);

  // Loops (TranslateLoops.cpp).
  ExprId computePhi(const llvm::PHINode &phi);
  void solveHeader(const llvm::Loop &loop);
  ExprId assuming(ExprId expr, ExprId predicate);
  std::optional<ExprId> closedForm(ExprId start, ExprId step, ExprId variable, const llvm::Loop &loop);
  ExprId atExit(ExprId expr, const llvm::Loop &loop);
  std::optional<ExprId> iterationsOf(const llvm::Loop &loop);
  ExprId loopEntered(const llvm::Loop &loop);
  ExprId loopGuard(const llvm::Loop &loop);
  ExprId allBefore(ExprId predicate, const llvm::Loop &loop);
  std::optional<std::int64_t> incrementOf(ExprId expr, const llvm::Loop &loop);
  std::optional<int> slope(ExprId expr, unsigned loop);
  bool dependsOnLoop(ExprId expr, unsigned loop);
  bool dependsOnMemory(ExprId expr);
  bool mentions(ExprId expr, ExprId leaf);
  bool mentionsRecurVar(ExprId expr, unsigned loop);
  bool reaches(ExprId expr, llvm::function_ref<bool(const Expr &)> isWanted);
  ExprId counter(const llvm::Loop &loop) { return graph.leaf(Op::Counter, 64, numberOf.lookup(&loop)); }

  // Paths (TranslateGuards.cpp).
  ExprId pathFrom(const llvm::BasicBlock *root, const llvm::BasicBlock *block);
  ExprId computePath(const llvm::BasicBlock *root, const llvm::BasicBlock *block);
  ExprId edgePath(const llvm::BasicBlock *root, const llvm::BasicBlock *from, const llvm::BasicBlock *to);
  ExprId edgeCondition(const llvm::BasicBlock *from, const llvm::BasicBlock *to);
  const llvm::BasicBlock *outOfLoops(const llvm::BasicBlock *block, const llvm::BasicBlock *seenFrom) const;
  void findDeadEnds();
  bool isAlwaysReached(const llvm::BasicBlock *block, const llvm::BasicBlock *from) const;

  llvm::Function &function;
  ExprGraph &graph;
  const SourcePlaces &places;
  llvm::DominatorTree dominators;
  llvm::PostDominatorTree postDominators;
  llvm::LoopInfo loopInfo;
  llvm::DenseMap<const llvm::Loop *, unsigned> numberOf;
  std::vector<const llvm::Loop *> loops;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> deadEnds; ///< lead to nothing but `unreachable`

  /// Translations; an inner map is open while the loop-carried variables of a header are being solved, because what
  /// is translated then speaks of RecurVar leaves and must be forgotten.
  std::vector<llvm::DenseMap<const llvm::Value *, ExprId>> known;
  std::vector<std::map<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, ExprId>> paths;
  llvm::DenseMap<const llvm::Loop *, ExprId> loopGuards;
  llvm::SmallPtrSet<const llvm::Loop *, 4> openGuards;
  std::map<std::pair<std::uint32_t, unsigned>, bool> loopDependence;
  std::map<const llvm::InlineAsm *, PtxCode> parsed;
  std::vector<std::uint32_t> heights; ///< of the nodes of the graph, leaves have 1
  unsigned depth = 0, pathDepth = 0;
};

} // namespace sectorscope

#endif
