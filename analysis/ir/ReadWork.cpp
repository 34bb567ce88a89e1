// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/ReadWork.h"

#include "ir/PtxParser.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace sectorscope {
namespace {

/// What one element takes.
struct Operation {
  unsigned flop = 0;
  bool isDivisionOrRoot = false;
};

constexpr Operation kNothing{}, kOne{.flop = 1}, kFused{.flop = 2}, kDivision{.flop = 1, .isDivisionOrRoot = true};

/// By the first part of a PTX instruction's name, or of that of the intrinsic that stands for it.
Operation ptxOperation(llvm::StringRef opcode) {
  if (opcode == "add" || opcode == "sub" || opcode == "mul")
    return kOne;
  if (opcode == "fma" || opcode == "mad")
    return kFused;
  if (opcode == "div" || opcode == "rcp" || opcode == "sqrt" || opcode == "rsqrt")
    return kDivision;
  return kNothing;
}

/// Of floating-point numbers; no elements where it is another type.
struct Elements {
  unsigned bits = 0, number = 0;
};

Elements ptxElements(llvm::StringRef type) {
  return llvm::StringSwitch<Elements>(type)
      .Case("f16", {16, 1})
      .Case("bf16", {16, 1})
      .Case("f16x2", {16, 2})
      .Case("bf16x2", {16, 2})
      .Case("f32", {32, 1})
      .Case("f32x2", {32, 2})
      .Case("f64", {64, 1})
      .Default({});
}

Elements elementsOf(const llvm::Type &type) {
  const llvm::Type *element = type.getScalarType();
  if (!element->isFloatingPointTy())
    return {};
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return {element->getScalarSizeInBits(), vector ? vector->getNumElements() : 1};
}

bool isTensorCore(llvm::StringRef opcode) {
  return opcode == "mma" || opcode == "wmma" || opcode == "wgmma" || opcode == "tcgen05";
}

class WorkReader {
public:
  WorkReader(Translator &translator, const SourcePlaces &places, Kernel &kernel)
      : translator(translator), places(places), kernel(kernel) {}

  FlopCount read(const llvm::BasicBlock &block) {
    count = {};
    for (const llvm::Instruction &instruction : block)
      if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        readCall(*call);
      else
        readArithmetic(instruction);
    return count;
  }

private:
  void readArithmetic(const llvm::Instruction &instruction) {
    switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
      return add(kOne, elementsOf(*instruction.getType()));
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FRem:
      return add(kDivision, elementsOf(*instruction.getType()));
    default:
      return;
    }
  }

  void readCall(const llvm::CallInst &call) {
    if (call.isInlineAsm())
      return readAssembly(call);
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee)
      return notCounted(call, "an indirect call");
    if (callee->isIntrinsic())
      return readIntrinsic(call, *callee);
    // What has a body was inlined.
    const llvm::StringRef name = callee->getName();
    if (!call.doesNotReturn() && name != "vprintf" && name != "__assertfail" && name != "malloc" && name != "free")
      notCounted(call, "a call to " + llvm::demangle(name.str()));
  }

  void readIntrinsic(const llvm::CallInst &call, const llvm::Function &callee) {
    switch (callee.getIntrinsicID()) {
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::fmuladd:
      return add(kFused, elementsOf(*call.getType()));
    case llvm::Intrinsic::sqrt:
      return add(kDivision, elementsOf(*call.getType()));
    case llvm::Intrinsic::vector_reduce_fadd:
    case llvm::Intrinsic::vector_reduce_fmul: // of a start and the elements
      return add(kOne, elementsOf(*call.getArgOperand(1)->getType()));
    default:
      break;
    }
    llvm::StringRef name = callee.getName();
    if (!name.consume_front("llvm.nvvm."))
      return;
    const llvm::StringRef opcode = name.split('.').first;
    if (isTensorCore(opcode))
      notCounted(call, "tensor-core arithmetic");
    else
      add(ptxOperation(opcode), elementsOf(*call.getType()));
  }

  void readAssembly(const llvm::CallInst &call) {
    const PtxCode &code = translator.codeOf(*llvm::cast<llvm::InlineAsm>(call.getCalledOperand()));
    for (const PtxStatement &statement : code.statements) {
      if (statement.opcode.empty())
        continue;
      const llvm::StringRef opcode = statement.opcode.front();
      const Operation operation = ptxOperation(opcode);
      const Elements elements = ptxElements(statement.opcode.back());
      const bool isCounted = operation.flop * elements.number != 0;
      if (isTensorCore(opcode))
        notCounted(call, "tensor-core arithmetic");
      else if (opcode == "call" || (isCounted && (code.jumps || !statement.guard.empty())))
        notCounted(call, "inline assembly: " + statement.name());
      else if (isCounted)
        add(operation, elements);
    }
  }

  void add(Operation operation, Elements elements) {
    FlopCount &c = count;
    (elements.bits == 16 ? c.half : elements.bits == 32 ? c.single : c.twice) += operation.flop * elements.number;
    kernel.dividesOrTakesRoots |= operation.isDivisionOrRoot && elements.number != 0;
  }

  void notCounted(const llvm::CallInst &call, std::string what) {
    NotAnalysed entry{places.placeOf(call), std::move(what)};
    if (std::find(kernel.workNotCounted.begin(), kernel.workNotCounted.end(), entry) == kernel.workNotCounted.end())
      kernel.workNotCounted.push_back(std::move(entry));
  }

  Translator &translator;
  const SourcePlaces &places;
  Kernel &kernel;
  FlopCount count; ///< of the block that is being read
};

} // namespace

void readWork(llvm::Function &function, Translator &translator, const SourcePlaces &places, Kernel &kernel) {
  WorkReader reader(translator, places, kernel);
  for (const llvm::BasicBlock &block : function)
    if (const FlopCount count = reader.read(block); count.all() > 0)
      kernel.work.push_back(
          {.guard = translator.guardOf(&block), .loops = translator.loopsAround(&block), .perLane = count});
}

} // namespace sectorscope
