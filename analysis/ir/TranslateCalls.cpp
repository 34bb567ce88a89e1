// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: special registers, integer intrinsics, and everything else by name of what hides the value.

#include "ir/InlinePtx.h"
#include "ir/PtxArithmetic.h"
#include "ir/Shuffles.h"
#include "ir/SpecialRegisters.h"
#include "ir/Translator.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"

#include <algorithm>
#include <utility>

namespace sectorscope {
namespace {

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
    if (const ExprId known = specialRegister(name, width, graph))
      return known;
    return opaque(call, ("special register %" + name).str(), !isSameForWarp(name));
  }
  if (!call.getType()->isIntegerTy() || call.getType()->getIntegerBitWidth() > 64)
    return std::nullopt;
  const llvm::Intrinsic::ID id = callee->getIntrinsicID();
  if (const auto op = integerOperator(id)) {
    const ExprId a = argument(0);
    if (*op == Op::FshL || *op == Op::FshR) {
      const ExprId b = argument(1);
      return funnelShift(*op, a, b, argument(2), graph);
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

/// An element of what a shuffle returns: the value, and for some whether its source lies in the segment.
ExprId Translator::computeShuffle(const llvm::CallInst &call, unsigned element, const llvm::Type &type) {
  llvm::SmallVector<llvm::StringRef, 8> name; // llvm.nvvm.shfl{.sync}.down.i32{p}
  call.getCalledFunction()->getName().split(name, '.');
  const unsigned operands = call.arg_size();
  if (operands < 3 || name.size() < 5)
    return graph.opaque(leafAt(call, "value from another lane (shuffle)", true), bitsOf(type));
  const ExprId value = translate(call.getArgOperand(operands - 3));
  const ExprId by = translate(call.getArgOperand(operands - 2));
  const auto result = shuffled(name[name.size() - 2], value, by, translate(call.getArgOperand(operands - 1)), graph);
  if (!result)
    return graph.opaque(leafAt(call, "value from another lane (shuffle)", true), bitsOf(type));
  return resized(element == 0 ? result->value : result->isWithin, bitsOf(type));
}

/// The same for all lanes that name the same lanes in their masks: tiles of a warp vote apart.
ExprId Translator::computeVote(const llvm::CallInst &call, const char *what, unsigned mask) {
  const bool hasMask = call.getCalledFunction()->getName().contains(".sync") && mask < call.arg_size();
  if (!hasMask || llvm::isa<llvm::Constant>(call.getArgOperand(mask)))
    return opaque(call, what, false);
  const ExprId lanes = resized(translate(call.getArgOperand(mask)), 64);
  return graph.loaded(lanes, bitsOf(*call.getType()), leafAt(call, what, false));
}

const PtxCode &Translator::codeOf(const llvm::InlineAsm &assembly) {
  const auto [entry, isNew] = parsed.try_emplace(&assembly);
  if (isNew)
    entry->second = parsePtx(std::string(assembly.getAsmString()));
  return entry->second;
}

/// What inline assembly leaves behind at a position of its result.
ExprId Translator::outputOf(const llvm::CallInst &assembly, unsigned position, const llvm::Type &type) {
  const std::vector<ExprId> outputs = readInlinePtx(assembly, *this).outputs;
  if (position < outputs.size() && outputs[position])
    return resized(outputs[position], bitsOf(type));
  return graph.opaque(leafAt(assembly, "result of inline assembly", true), bitsOf(type));
}

ExprId Translator::computeCall(const llvm::CallInst &call) {
  if (call.isInlineAsm())
    return outputOf(call, 0, *call.getType()); // of several, each is extracted by itself
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return opaque(call, "result of an indirect call");
  if (callee->isIntrinsic()) {
    if (const auto known = computeIntrinsic(call))
      return *known;
    const llvm::StringRef name = callee->getName();
    if (name.contains("ldg") || name.contains("ldu")) { // before LLVM 20: an invariant load as an intrinsic
      const OpaqueLeaf leaf = leafAt(call, "value loaded from memory", false);
      return graph.loaded(resized(translate(call.getArgOperand(0)), 64), graph[opaque(call, "")].width, leaf);
    }
    if (name.contains(".vote") || name.contains(".ballot") || name.contains("activemask"))
      return computeVote(call, "result of a vote", 0);
    if (name.contains(".shfl"))
      return computeShuffle(call, 0, *call.getType());
    if (name.contains(".redux.") || name.contains(".match.all"))
      return computeVote(call, "result that all lanes share", name.contains(".match.all") ? 0 : call.arg_size() - 1);
    if (name.contains(".barrier"))
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
