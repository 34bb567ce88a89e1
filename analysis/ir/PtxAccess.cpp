// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxAccess.h"

#include "model/WarpValue.h"

#include <algorithm>

namespace sectorscope {

PtxAccess asyncCopy(const PtxAccess &to, PtxAccess from, ExprId sourceBytes, bool bypassesL1, ExprGraph &graph) {
  from.kind = AccessKind::Copy;
  from.bypassesL1 = bypassesL1;
  if (bypassesL1)
    from.into = to.address;
  if (sourceBytes) {
    const Expr bytes = graph[sourceBytes];
    if (bytes.op == Op::Const && bytes.payload > 0)
      from.bytes = static_cast<unsigned>(std::min<std::uint64_t>(bytes.payload, from.bytes));
    else // Where fewer are read, they lie in the same sector: the copy is aligned to its size.
      from.moves = graph.binary(Op::Ne, sourceBytes, graph.constant(0, bytes.width));
  }
  return from;
}

ExprId firstLanes(unsigned count, ExprGraph &graph) {
  if (count >= kLanes)
    return {};
  return graph.binary(Op::Ult, graph.leaf(Op::LaneId, 32), graph.constant(count, 32));
}

} // namespace sectorscope
