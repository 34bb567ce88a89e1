// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxAccess.h"

#include "model/WarpValue.h"

#include <algorithm>

namespace sectorscope {

std::vector<PtxAccess> asyncCopy(PtxAccess to, PtxAccess from, ExprId sourceBytes, ExprGraph &graph) {
  to.kind = from.kind = AccessKind::Copy;
  if (sourceBytes) {
    const Expr bytes = graph[sourceBytes];
    if (bytes.op == Op::Const)
      from.bytes = static_cast<unsigned>(std::min<std::uint64_t>(bytes.payload, from.bytes));
    else // Where fewer are read, they lie in the same sector: the copy is aligned to its size.
      from.predicate = graph.binary(Op::Ne, sourceBytes, graph.constant(0, bytes.width));
  }
  return from.bytes == 0 ? std::vector{to} : std::vector{from, to};
}

ExprId firstLanes(unsigned count, ExprGraph &graph) {
  if (count >= kLanes)
    return {};
  return graph.binary(Op::Ult, graph.leaf(Op::LaneId, 32), graph.constant(count, 32));
}

} // namespace sectorscope
