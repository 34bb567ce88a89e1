// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Memory of evaluations, kept from cell to cell: an access is evaluated thousands of times over the same nodes.

#ifndef SECTORSCOPE_MODEL_EVALUATIONPOOL_H
#define SECTORSCOPE_MODEL_EVALUATIONPOOL_H

#include "model/UniformLoop.h"
#include "model/WarpValue.h"
#include "sectorscope/LaneExpr.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace sectorscope {

/// The values that a loop-carried variable takes before it begins to repeat itself: `x = (x + 7) & 63`.
struct Course {
  std::vector<std::array<std::int64_t, kLanes>> values; ///< by iteration
  std::size_t repeatsFrom = 0;                          ///< the value after the last one is the value here
  bool repeats = false;                                 ///< within the iterations that were looked at
};

/// Values by node, for one evaluation at a time.
class EvaluationPool {
public:
  explicit EvaluationPool(const ExprGraph &graph)
      : graph(graph), byNode(graph.size()), loops(std::make_shared<UniformLoops>(graph)),
        withinBlock(std::make_shared<std::vector<bool>>(hangingWithinBlock(graph))) {}

  /// Forgets the evaluation before.
  void restart() {
    for (const std::uint32_t index : evaluated)
      byNode[index] = nullptr;
    evaluated.clear();
    used = 0;
  }

  const Value *find(ExprId id) const { return byNode[id.index]; }

  /// Room for one more value; stays where it is until the restart.
  Value &room() {
    if (used == values.size())
      values.emplace_back();
    return values[used++];
  }

  const Value *keep(ExprId id, const Value &value) {
    evaluated.push_back(id.index);
    return byNode[id.index] = &value;
  }

  /// For an evaluation within this one: the step of a loop.
  EvaluationPool &inner() {
    if (!nested) {
      nested = std::make_unique<EvaluationPool>(graph);
      nested->loops = loops;
      nested->withinBlock = withinBlock;
    }
    return *nested;
  }

  UniformLoops &uniformLoops() { return *loops; }

  /// The node may have unlike values in two warps of a block, or in two iterations: by what it is computed from,
  /// whatever of it is fixed in the cell at hand.
  bool variesWithinBlock(ExprId id) const { return (*withinBlock)[id.index]; }

  /// Courses by recurrence and what its loop starts with, lane by lane.
  std::map<std::pair<std::uint64_t, std::vector<std::int64_t>>, Course> courses;

private:
  static std::vector<bool> hangingWithinBlock(const ExprGraph &graph) {
    std::vector<bool> hangs(graph.size());
    for (std::uint32_t index = 1; index < graph.size(); ++index) { // operands stand before their users
      const Expr &e = graph[{index}];
      hangs[index] = e.op == Op::Tid || e.op == Op::WarpId || e.op == Op::Counter || e.op == Op::Opaque ||
                     e.op == Op::Loaded || e.op == Op::Recur || e.op == Op::RecurVar || e.op == Op::AllBefore;
      for (const ExprId operand : {e.a, e.b, e.c})
        hangs[index] = hangs[index] || hangs[operand.index];
    }
    return hangs;
  }

  const ExprGraph &graph;
  std::vector<const Value *> byNode;
  std::vector<std::uint32_t> evaluated;
  std::deque<Value> values;
  std::size_t used = 0;
  std::unique_ptr<EvaluationPool> nested;
  std::shared_ptr<UniformLoops> loops;            ///< the same for all that is nested
  std::shared_ptr<std::vector<bool>> withinBlock; ///< by node; likewise
};

} // namespace sectorscope

#endif
