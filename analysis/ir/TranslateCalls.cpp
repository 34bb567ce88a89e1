// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: special registers, integer intrinsics, and everything else by name of what hides the value.

#include "ir/Translator.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sectorscope {
namespace {

struct Register {
  llvm::StringLiteral name; ///< after "llvm.nvvm.read.ptx.sreg."
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

std::optional<Op> integerOperator(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::umin:
    return Op::UMin;
  case llvm::Intrinsic::umax:
    return Op::UMax;
  case llvm::Intrinsic::smin:
    return Op::SMin;
  case llvm::Intrinsic::smax:
    return Op::SMax;
  case llvm::Intrinsic::ctpop:
    return Op::Popcount;
  case llvm::Intrinsic::ctlz:
    return Op::Clz;
  case llvm::Intrinsic::cttz:
    return Op::Ctz;
  case llvm::Intrinsic::bitreverse:
    return Op::BitReverse;
  case llvm::Intrinsic::bswap:
    return Op::ByteSwap;
  case llvm::Intrinsic::fshl:
    return Op::FshL;
  case llvm::Intrinsic::fshr:
    return Op::FshR;
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<ExprId> Translator::computeIntrinsic(const llvm::CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  llvm::StringRef name = callee->getName();
  const auto argument = [&](unsigned i) { return translate(call.getArgOperand(i)); };
  const unsigned width = call.getType()->isIntegerTy() ? std::min(call.getType()->getIntegerBitWidth(), 64U) : 64;
  if (name.consume_front("llvm.nvvm.read.ptx.sreg.")) {
    for (const Register &r : kRegisters)
      if (name == r.name)
        return graph.leaf(r.op, width, r.axis);
    if (name == "warpsize")
      return graph.constant(32, width);
    const ExprId one = graph.constant(1, width), lane = graph.leaf(Op::LaneId, width);
    const ExprId bit = graph.binary(Op::Shl, one, lane);
    const ExprId below = graph.binary(Op::Sub, bit, one);
    if (name == "lanemask.eq")
      return bit;
    if (name == "lanemask.lt")
      return below;
    if (name == "lanemask.le")
      return graph.binary(Op::Or, below, bit);
    if (name == "lanemask.ge")
      return graph.binary(Op::Xor, below, graph.constant(~0ULL, width));
    if (name == "lanemask.gt")
      return graph.binary(Op::Xor, graph.binary(Op::Or, below, bit), graph.constant(~0ULL, width));
    const bool sameForWarp = name.starts_with("nctaid") || name.starts_with("cluster") || name.starts_with("nwarpid");
    return opaque(call, ("special register %" + name).str(), !sameForWarp);
  }
  if (!call.getType()->isIntegerTy() || call.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  const llvm::Intrinsic::ID id = callee->getIntrinsicID();
  if (const auto op = integerOperator(id)) {
    const ExprId a = argument(0);
    if (*op == Op::FshL || *op == Op::FshR) {
      const ExprId b = argument(1);
      return graph.make({.op = *op, .width = static_cast<std::uint8_t>(width), .a = a, .b = b, .c = argument(2)});
    }
    if (*op >= Op::UMin && *op <= Op::SMax)
      return graph.binary(*op, a, argument(1));
    return graph.unary(*op, width, a);
  }
  if (id == llvm::Intrinsic::abs) {
    const ExprId a = argument(0), zero = graph.constant(0, width);
    return graph.binary(Op::SMax, a, graph.binary(Op::Sub, zero, a));
  }
  if (id == llvm::Intrinsic::usub_sat) {
    const ExprId a = argument(0), b = argument(1);
    return graph.binary(Op::Sub, graph.binary(Op::UMax, a, b), b, NoUnsignedWrap);
  }
  if (name == "llvm.nvvm.mulhi.ui" || name == "llvm.nvvm.mulhi.ull" || name == "llvm.nvvm.mulhi.i" ||
      name == "llvm.nvvm.mulhi.ll") {
    const ExprId a = argument(0);
    return graph.binary(name.ends_with("ui") || name.ends_with("ull") ? Op::UMulHi : Op::SMulHi, a, argument(1));
  }
  if (name == "llvm.nvvm.prmt") {
    const ExprId a = argument(0), b = argument(1);
    return graph.make({.op = Op::Prmt, .width = 32, .a = a, .b = b, .c = argument(2)});
  }
  if (id == llvm::Intrinsic::expect || id == llvm::Intrinsic::ssa_copy)
    return argument(0);
  return std::nullopt;
}

ExprId Translator::computeCall(const llvm::CallInst &call) {
  if (call.isInlineAsm())
    return opaque(call, "result of inline assembly");
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return opaque(call, "result of an indirect call");
  if (callee->isIntrinsic()) {
    if (const auto known = computeIntrinsic(call))
      return *known;
    const llvm::StringRef name = callee->getName();
    if (name.contains("ldg") || name.contains("ldu")) { // before LLVM 20: an invariant load as an intrinsic
      OpaqueLeaf leaf{.reason = "value loaded from memory", .place = places.placeOf(call), .varying = false};
      return graph.loaded(resized(translate(call.getArgOperand(0)), 64), graph[opaque(call, "")].width, leaf);
    }
    if (name.contains(".vote") || name.contains(".ballot") || name.contains("activemask"))
      return opaque(call, "result of a vote", false);
    if (name.contains(".shfl"))
      return opaque(call, "value from another lane (shuffle)");
    if (call.doesNotAccessMemory() || callee->doesNotAccessMemory())
      return unknownFunctionOf(call, "computed value");
    return opaque(call, ("result of " + name).str());
  }
  if (callee->doesNotAccessMemory() || callee->getName().starts_with("__nv_"))
    return unknownFunctionOf(call, "computed value"); // mathematics: a function of its arguments
  return opaque(call, "result of a call to " + llvm::demangle(callee->getName().str()));
}

} // namespace sectorscope
