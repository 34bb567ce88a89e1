// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/SpecialRegisters.h"

#include "model/WarpValue.h"

#include <array>

namespace sectorscope {
namespace {

struct Register {
  llvm::StringLiteral name;
  Op op;
  unsigned axis;
};

constexpr std::array<Register, 14> kRegisters{{{"tid.x", Op::Tid, 0},
                                               {"tid.y", Op::Tid, 1},
                                               {"tid.z", Op::Tid, 2},
                                               {"ctaid.x", Op::Ctaid, 0},
                                               {"ctaid.y", Op::Ctaid, 1},
                                               {"ctaid.z", Op::Ctaid, 2},
                                               {"ntid.x", Op::Ntid, 0},
                                               {"ntid.y", Op::Ntid, 1},
                                               {"ntid.z", Op::Ntid, 2},
                                               {"nctaid.x", Op::Nctaid, 0},
                                               {"nctaid.y", Op::Nctaid, 1},
                                               {"nctaid.z", Op::Nctaid, 2},
                                               {"laneid", Op::LaneId, 0},
                                               {"warpid", Op::WarpId, 0}}};

} // namespace

ExprId specialRegister(llvm::StringRef name, unsigned width, ExprGraph &graph) {
  for (const Register &r : kRegisters)
    if (name == r.name)
      return graph.leaf(r.op, width, r.axis);
  if (name == "warpsize" || name == "WARP_SZ")
    return graph.constant(kLanes, width);
  if (!name.consume_front("lanemask"))
    return {};
  name = name.ltrim("._"); // lanemask.lt to LLVM, lanemask_lt in assembly
  const ExprId one = graph.constant(1, width), lane = graph.leaf(Op::LaneId, width);
  const ExprId bit = graph.binary(Op::Shl, one, lane);
  const ExprId below = graph.binary(Op::Sub, bit, one);
  if (name == "eq")
    return bit;
  if (name == "lt")
    return below;
  if (name == "le")
    return graph.binary(Op::Or, below, bit);
  if (name == "ge")
    return graph.binary(Op::Xor, below, graph.constant(~0ULL, width));
  if (name == "gt")
    return graph.binary(Op::Xor, graph.binary(Op::Or, below, bit), graph.constant(~0ULL, width));
  return {};
}

bool isSameForWarp(llvm::StringRef specialRegister) {
  return specialRegister.starts_with("nctaid") || specialRegister.starts_with("cluster") ||
         specialRegister.starts_with("nwarpid");
}

} // namespace sectorscope
