// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What an expression is made of.

#ifndef SECTORSCOPE_MODEL_REACHED_H
#define SECTORSCOPE_MODEL_REACHED_H

#include "sectorscope/LaneExpr.h"

#include <vector>

namespace sectorscope {

/// Visits each node that the roots are made of once, those of the starts and steps of recurrences included, in no
/// order.
template <typename Visitor> void forEachReached(const ExprGraph &graph, std::vector<ExprId> roots, Visitor &&visitor) {
  std::vector<bool> seen(graph.size());
  while (!roots.empty()) {
    const ExprId id = roots.back();
    roots.pop_back();
    if (!id || seen[id.index])
      continue;
    seen[id.index] = true;
    const Expr &e = graph[id];
    visitor(e);
    if (e.op == Op::Recur)
      roots.insert(roots.end(), {graph.recurrences[e.payload].start, graph.recurrences[e.payload].step});
    roots.insert(roots.end(), {e.a, e.b, e.c});
  }
}

} // namespace sectorscope

#endif
