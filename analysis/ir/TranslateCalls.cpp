// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: special registers, integer intrinsics, and everything else by name of what hides the value.

#include "ir/Translator.h"
#include "model/WarpValue.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
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
    if (const auto known = specialRegister(name, width))
      return *known;
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
      return funnelShift(*op, a, b, argument(2));
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

/// A special register by its name without the %.
std::optional<ExprId> Translator::specialRegister(llvm::StringRef name, unsigned width) {
  for (const Register &r : kRegisters)
    if (name == r.name)
      return graph.leaf(r.op, width, r.axis);
  if (name == "warpsize" || name == "WARP_SZ")
    return graph.constant(kLanes, width);
  const ExprId one = graph.constant(1, width), lane = graph.leaf(Op::LaneId, width);
  const ExprId bit = graph.binary(Op::Shl, one, lane);
  const ExprId below = graph.binary(Op::Sub, bit, one);
  name.consume_front("lanemask");
  name = name.ltrim("._"); // lanemask.lt to LLVM, lanemask_lt in assembly
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
  return std::nullopt;
}

/// The value of one lane for all, where the source lane is the same for all; else unknown.
ExprId Translator::computeShuffle(const llvm::CallInst &call) {
  const char *const what = "value from another lane (shuffle)";
  if (!call.getCalledFunction()->getName().contains(".idx.") || call.arg_size() < 3 || !call.getType()->isIntegerTy())
    return opaque(call, what);
  const auto *clamp = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(call.arg_size() - 1));
  if (!clamp || clamp->getZExtValue() != kLanes - 1) // segments of the warp have a source lane each
    return opaque(call, what);
  OpaqueLeaf leaf{.reason = what, .place = places.placeOf(call), .varying = false};
  const ExprId lane = translate(call.getArgOperand(call.arg_size() - 2));
  return graph.loaded(resized(lane, 64), std::min(call.getType()->getIntegerBitWidth(), 64U), leaf);
}

/// By a constant, a funnel shift is two shifts whose bits do not meet.
ExprId Translator::funnelShift(Op op, ExprId high, ExprId low, ExprId amount) {
  const unsigned width = graph[high].width;
  const Expr by = graph[amount];
  if (by.op != Op::Const)
    return graph.make({.op = op, .width = static_cast<std::uint8_t>(width), .a = high, .b = low, .c = amount});
  const auto right = static_cast<unsigned>(by.payload % width);
  if (right == 0)
    return op == Op::FshL ? high : low;
  const unsigned left = op == Op::FshL ? right : width - right;
  const ExprId upper = graph.binary(Op::Shl, high, graph.constant(left, width));
  return graph.binary(Op::Or, upper, graph.binary(Op::LShr, low, graph.constant(width - left, width)));
}

/// Assembly of one instruction that has an operator here: shf.l.wrap.b32.
std::optional<ExprId> Translator::assembledOperator(const PtxStatement &statement, const llvm::CallInst &call) {
  const bool left = statement.opcode == std::vector<std::string>{"shf", "l", "wrap", "b32"};
  const bool right = statement.opcode == std::vector<std::string>{"shf", "r", "wrap", "b32"};
  if ((!left && !right) || statement.operands.size() != 4 || statement.operands[0] != "$0")
    return std::nullopt;
  ExprId operands[3];
  for (unsigned i = 0; i < 3; ++i) {
    const llvm::Value *value = operandOf(statement.operands[i + 1], call);
    if (!value || !value->getType()->isIntegerTy(32))
      return std::nullopt;
    operands[i] = translate(value);
  }
  return funnelShift(left ? Op::FshL : Op::FshR, operands[1], operands[0], operands[2]);
}

/// What inline assembly leaves behind: a special register, the value of a load, or something computed.
ExprId Translator::computeAssembly(const llvm::CallInst &call) {
  const std::string what = "result of inline assembly";
  const unsigned width = call.getType()->isIntegerTy() ? std::min(call.getType()->getIntegerBitWidth(), 64U) : 64;
  if (const std::string name = copiedRegister(call); !name.empty())
    return specialRegister(name, width).value_or(opaque(call, "special register %" + name));
  const auto text = std::string(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString());
  const std::vector<PtxStatement> statements = parsePtx(text);
  if (statements.size() == 1 && statements[0].guard.empty())
    if (const auto known = assembledOperator(statements[0], call))
      return *known;
  bool computes = text.find('%') == std::string::npos;
  for (const PtxStatement &statement : statements) {
    const std::string &opcode = statement.opcode.front();
    if (const auto access = readAccess(statement, statements, call); access && !access->isStore) {
      OpaqueLeaf leaf{.reason = "value loaded from memory", .place = places.placeOf(call), .varying = false};
      if (leaf.place.line)
        leaf.reason += " at " + leaf.place.file + ":" + std::to_string(leaf.place.line);
      return graph.loaded(resized(translate(access->address), 64), width, leaf);
    }
    computes &= touchesNoMemory(statement) && opcode != "shfl" && opcode != "match" && opcode != "elect" &&
                opcode != "activemask" && opcode != "mma";
  }
  return computes ? unknownFunctionOf(call, "computed value") : opaque(call, what);
}

ExprId Translator::computeCall(const llvm::CallInst &call) {
  if (call.isInlineAsm())
    return computeAssembly(call);
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
      return computeShuffle(call);
    if (name.contains(".redux.") || name.contains(".match.all") || name.contains(".barrier"))
      return opaque(call, "result that all lanes share", false);
    if (call.doesNotAccessMemory() || callee->doesNotAccessMemory())
      return unknownFunctionOf(call, "computed value");
    return opaque(call, ("result of " + name).str());
  }
  if (callee->doesNotAccessMemory() || callee->getName().starts_with("__nv_"))
    return unknownFunctionOf(call, "computed value"); // mathematics: a function of its arguments
  return opaque(call, "result of a call to " + llvm::demangle(callee->getName().str()));
}

} // namespace sectorscope
