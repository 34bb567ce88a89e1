// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Translator.h"

#include "ir/FieldNames.h"
#include "ir/LlvmCompat.h"

#include "llvm/ADT/APInt.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr unsigned kParamSpace = 101, kLocalSpace = 5, kSharedSpace = 3; // NVPTX address spaces
constexpr unsigned kMaxDepth = 4000;                                     // of the recursion over a function
constexpr std::uint32_t kMaxHeight = 2000; // of an expression; all that walk over it descend so deep

bool isNumber(const llvm::Type &type) {
  return type.isPointerTy() || (type.isIntegerTy() && type.getIntegerBitWidth() <= 64);
}

/// As the user wrote it: a variable of a function without the function.
std::string nameOf(const llvm::GlobalVariable &variable) {
  const std::string name = llvm::demangle(variable.getName());
  const std::size_t function = name.rfind(")::");
  return function == std::string::npos ? name : name.substr(function + 3);
}

bool isUsedIn(const llvm::Value &value, const llvm::Function &function) {
  return std::any_of(value.user_begin(), value.user_end(), [&](const llvm::User *user) {
    const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
    return instruction ? instruction->getFunction() == &function
                       : llvm::isa<llvm::Constant>(user) && isUsedIn(*user, function);
  });
}

/// The only shared variable of a kernel lies where its shared memory begins, which is the start of a line.
std::uint64_t alignmentOf(const llvm::GlobalVariable &variable, const llvm::Function &function) {
  constexpr std::uint64_t line = 128;
  const llvm::Module &module = *function.getParent();
  const std::uint64_t declared = variable.getPointerAlignment(module.getDataLayout()).value();
  const auto isOther = [&](const llvm::GlobalVariable &other) {
    return &other != &variable && other.getAddressSpace() == kSharedSpace && isUsedIn(other, function);
  };
  const bool isAlone =
      variable.getAddressSpace() == kSharedSpace && std::none_of(module.global_begin(), module.global_end(), isOther);
  return isAlone ? std::max(declared, line) : declared;
}

/// The only private array of a kernel lies where a thread's stack begins, which is the start of a word at least.
std::uint64_t alignmentOf(const llvm::AllocaInst &variable) {
  constexpr std::uint64_t word = 4;
  const llvm::BasicBlock &block = *variable.getParent();
  const auto arrays = std::count_if(block.begin(), block.end(), [](const llvm::Instruction &instruction) {
    return llvm::isa<llvm::AllocaInst>(instruction);
  });
  return arrays == 1 ? std::max(variable.getAlign().value(), word) : variable.getAlign().value();
}

} // namespace

unsigned bitsOf(const llvm::Type &type) {
  const unsigned bits = type.isIntegerTy() ? type.getIntegerBitWidth() : 64;
  return std::min(bits, 64U);
}

Translator::Translator(llvm::Function &function, ExprGraph &graph, const SourcePlaces &places)
    : function(function), graph(graph), places(places), dominators(function), postDominators(function),
      loopInfo(dominators), known(1), paths(1) {
  for (const llvm::Loop *loop : loopInfo.getLoopsInPreorder()) {
    numberOf[loop] = static_cast<unsigned>(loops.size());
    loops.push_back(loop);
  }
  findDeadEnds();
}

std::vector<unsigned> Translator::loopsAround(const llvm::BasicBlock *block) const {
  std::vector<unsigned> around;
  for (const llvm::Loop *loop = loopInfo.getLoopFor(block); loop; loop = loop->getParentLoop())
    around.insert(around.begin(), numberOf.lookup(loop));
  return around;
}

std::vector<LoopSite> Translator::loopSites() {
  std::vector<LoopSite> result;
  for (const llvm::Loop *loop : loops)
    result.push_back({.place = places.placeOf(*loop->getHeader()->getTerminator()),
                      .entered = loopEntered(*loop),
                      .running = loopGuard(*loop)});
  return result;
}

ExprId Translator::translate(const llvm::Value *value) {
  for (auto layer = known.rbegin(); layer != known.rend(); ++layer)
    if (const auto found = layer->find(value); found != layer->end())
      return found->second;
  if (++depth > kMaxDepth) {
    --depth;
    return opaque(*value, "expression too deep");
  }
  ExprId result = compute(value);
  --depth;
  if (isTooDeep(result))
    result = opaque(*value, "expression too deep");
  known.back().try_emplace(value, result);
  return result;
}

/// Operands stand before their users, so what is new since the last call is looked at once.
bool Translator::isTooDeep(ExprId expr) {
  for (std::uint32_t index = static_cast<std::uint32_t>(heights.size()); index < graph.size(); ++index) {
    const Expr &e = graph[{index}];
    std::uint32_t below = 0;
    for (const ExprId operand : {e.a, e.b, e.c})
      if (operand)
        below = std::max(below, heights[operand.index]);
    heights.push_back(below + 1);
  }
  return heights[expr.index] > kMaxHeight;
}

ExprId Translator::compute(const llvm::Value *value) {
  const unsigned width = bitsOf(*value->getType());
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(value)) {
    if (number->getBitWidth() <= 64)
      return graph.constant(number->getZExtValue(), width);
    return opaque(*value, "constant wider than 64 bits", false);
  }
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value))
    return computeArgument(*argument, 0, width, argument->getType()->isPointerTy());
  if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
    graph.globals.push_back({nameOf(*variable), alignmentOf(*variable, function)});
    return graph.leaf(Op::Global, width, graph.globals.size() - 1);
  }
  if (llvm::isa<llvm::ConstantPointerNull>(value) || llvm::isa<llvm::UndefValue>(value))
    return graph.constant(0, width); // undefined: any value will do
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value)) {
    if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(constant))
      return computeAddress(*address);
    if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(constant))
      if (expression->isCast())
        return resized(translate(expression->getOperand(0)), width);
    return opaque(*value, "constant", false);
  }
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(value))
    return computeInstruction(*instruction);
  return opaque(*value, "value of an unknown kind");
}

std::string parameterName(const llvm::Argument &argument) {
  const llvm::StringRef name = argument.getName().split('.').first; // "n.coerce"
  return name.empty() ? "arg" + std::to_string(argument.getArgNo()) : name.str();
}

ExprId Translator::computeArgument(const llvm::Argument &argument, std::uint64_t offset, unsigned width,
                                   bool isPointer) {
  ParamLeaf leaf{.argument = argument.getArgNo(), .offset = offset, .name = parameterName(argument)};
  if (argument.hasByValAttr()) {
    const std::string path = fieldPath(argument, offset, width);
    const bool isSpan = path.empty() && !fieldPath(argument, offset, 1).empty();
    leaf.name = isSpan         ? ParamLeaf::spanName(leaf.name, offset, width)
                : path.empty() ? leaf.name + "+" + std::to_string(offset)
                               : leaf.name + path;
  }
  leaf.width = static_cast<std::uint8_t>(width);
  leaf.isPointer = isPointer;
  return graph.param(leaf);
}

OpaqueLeaf Translator::leafAt(const llvm::Value &value, std::string reason, bool varying) const {
  OpaqueLeaf leaf{.reason = std::move(reason), .place = {}, .varying = varying};
  if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value)) {
    leaf.place = places.placeOf(*instruction);
    if (leaf.place.line)
      leaf.reason += " at " + leaf.place.file + ":" + std::to_string(leaf.place.line);
  }
  return leaf;
}

ExprId Translator::opaque(const llvm::Value &value, std::string reason, bool varying) {
  return graph.opaque(leafAt(value, std::move(reason), varying), bitsOf(*value.getType()));
}

ExprId Translator::resized(ExprId expr, unsigned width, bool isSigned) {
  const unsigned now = graph[expr].width;
  if (now == width)
    return expr;
  return graph.unary(now > width ? Op::Trunc : isSigned ? Op::SExt : Op::ZExt, width, expr);
}

/// Something computed from the operands in a way that is not followed: uniform if they all are.
ExprId Translator::unknownFunctionOf(const llvm::User &user, const char *what) {
  const OpaqueLeaf leaf = leafAt(user, what, false);
  const unsigned width = bitsOf(*user.getType());
  std::optional<ExprId> joined;
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&user);
  for (const llvm::Use &operand : call ? llvm::make_range(call->arg_begin(), call->arg_end()) : user.operands()) {
    if (llvm::isa<llvm::Constant>(operand) || llvm::isa<llvm::BasicBlock>(operand))
      continue;
    const ExprId expr = resized(translate(operand), 64);
    // Nested, so that two varying operands can never cancel.
    joined = joined ? graph.binary(Op::Add, graph.loaded(*joined, 64, leaf), expr) : expr;
  }
  return joined ? graph.loaded(*joined, width, leaf) : graph.opaque(leaf, width);
}

ExprId Translator::computeInstruction(const llvm::Instruction &instruction) {
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
    return computePhi(*phi);
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return computeLoad(*load);
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return computeCall(*call);
  if (llvm::isa<llvm::ExtractValueInst>(instruction) || llvm::isa<llvm::ExtractElementInst>(instruction))
    return computeExtract(instruction);
  if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    graph.globals.push_back({variable->getName().str(), alignmentOf(*variable), true});
    return graph.leaf(Op::Global, bitsOf(*instruction.getType()), graph.globals.size() - 1);
  }
  if (llvm::isa<llvm::AtomicRMWInst>(instruction) || llvm::isa<llvm::AtomicCmpXchgInst>(instruction))
    return opaque(instruction, "result of an atomic operation");
  if (const auto *compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return computeCompare(*compare);
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
      select && isNumber(*select->getType()) && select->getCondition()->getType()->isIntegerTy(1)) {
    const ExprId condition = translate(select->getCondition());
    const ExprId whenTrue = translate(select->getTrueValue());
    return graph.select(condition, whenTrue, translate(select->getFalseValue()));
  }
  if (!isNumber(*instruction.getType()))
    return unknownFunctionOf(instruction, "computed value");
  if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return computeBinary(*operation);
  if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return computeCast(*cast);
  if (const auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return computeAddress(llvm::cast<llvm::GEPOperator>(*address));
  if (const auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction))
    return translate(freeze->getOperand(0));
  return unknownFunctionOf(instruction, "computed value");
}

ExprId Translator::computeBinary(const llvm::BinaryOperator &operation) {
  Op op;
  std::uint8_t flags = NoFlags;
  switch (operation.getOpcode()) {
  case llvm::Instruction::Add:
    op = Op::Add;
    break;
  case llvm::Instruction::Sub:
    op = Op::Sub;
    break;
  case llvm::Instruction::Mul:
    op = Op::Mul;
    break;
  case llvm::Instruction::UDiv:
    op = Op::UDiv;
    break;
  case llvm::Instruction::SDiv:
    op = Op::SDiv;
    break;
  case llvm::Instruction::URem:
    op = Op::URem;
    break;
  case llvm::Instruction::SRem:
    op = Op::SRem;
    break;
  case llvm::Instruction::Shl:
    op = Op::Shl;
    break;
  case llvm::Instruction::LShr:
    op = Op::LShr;
    break;
  case llvm::Instruction::AShr:
    op = Op::AShr;
    break;
  case llvm::Instruction::And:
    op = Op::And;
    break;
  case llvm::Instruction::Or:
    op = Op::Or;
    if (llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint() && !operation.getType()->isIntegerTy(1)) {
      op = Op::Add; // no bit in common: no carry, so neither reading of it wraps
      flags = NoUnsignedWrap | NoSignedWrap;
    }
    break;
  case llvm::Instruction::Xor:
    op = Op::Xor;
    break;
  default:
    return unknownFunctionOf(operation, "computed value");
  }
  if (const auto *wrapping = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&operation))
    flags = static_cast<std::uint8_t>((wrapping->hasNoUnsignedWrap() ? NoUnsignedWrap : 0) |
                                      (wrapping->hasNoSignedWrap() ? NoSignedWrap : 0));
  const ExprId a = translate(operation.getOperand(0));
  return graph.binary(op, a, translate(operation.getOperand(1)), flags);
}

ExprId Translator::computeCast(const llvm::CastInst &cast) {
  if (!isNumber(*cast.getSrcTy()))
    return unknownFunctionOf(cast, "converted value");
  const ExprId source = translate(cast.getOperand(0));
  // A pointer that was copied as an integer, as clang does with structs of one pointer.
  if (cast.getOpcode() == llvm::Instruction::IntToPtr && graph[source].op == Op::Param)
    graph.params[graph[source].payload].isPointer = true;
  return resized(source, bitsOf(*cast.getDestTy()), cast.getOpcode() == llvm::Instruction::SExt);
}

ExprId Translator::computeCompare(const llvm::CmpInst &compare) {
  if (!compare.getType()->isIntegerTy(1) || !isNumber(*compare.getOperand(0)->getType()))
    return unknownFunctionOf(compare, "condition on data");
  ExprId a = translate(compare.getOperand(0)), b = translate(compare.getOperand(1));
  switch (compare.getPredicate()) {
  case llvm::CmpInst::ICMP_EQ:
    return graph.binary(Op::Eq, a, b);
  case llvm::CmpInst::ICMP_NE:
    return graph.binary(Op::Ne, a, b);
  case llvm::CmpInst::ICMP_ULT:
    return graph.binary(Op::Ult, a, b);
  case llvm::CmpInst::ICMP_ULE:
    return graph.binary(Op::Ule, a, b);
  case llvm::CmpInst::ICMP_UGT:
    return graph.binary(Op::Ult, b, a);
  case llvm::CmpInst::ICMP_UGE:
    return graph.binary(Op::Ule, b, a);
  case llvm::CmpInst::ICMP_SLT:
    return graph.binary(Op::Slt, a, b);
  case llvm::CmpInst::ICMP_SLE:
    return graph.binary(Op::Sle, a, b);
  case llvm::CmpInst::ICMP_SGT:
    return graph.binary(Op::Slt, b, a);
  case llvm::CmpInst::ICMP_SGE:
    return graph.binary(Op::Sle, b, a);
  default:
    return unknownFunctionOf(compare, "condition on data");
  }
}

ExprId Translator::computeAddress(const llvm::GEPOperator &address) {
  if (!address.getType()->isPointerTy())
    return opaque(address, "vector of addresses");
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  const unsigned indexWidth = layout.getIndexTypeSizeInBits(address.getType());
  ExprId sum = resized(translate(address.getPointerOperand()), indexWidth);
  const std::uint8_t flags = address.isInBounds() ? NoSignedWrap : NoFlags;
  compat::VariableOffsets variable;
  llvm::APInt constant(indexWidth, 0);
  if (!address.collectOffset(layout, indexWidth, variable, constant))
    return opaque(address, "address of scalable size");
  for (const auto &[index, size] : variable) {
    const ExprId scaled = graph.binary(Op::Mul, resized(translate(index), indexWidth, true),
                                       graph.constant(size.getZExtValue(), indexWidth), flags);
    sum = graph.binary(Op::Add, sum, scaled, flags);
  }
  sum = graph.binary(Op::Add, sum, graph.constant(constant.getZExtValue(), indexWidth), flags);
  return resized(sum, 64);
}

/// A number of type `type` that lies `extra` bytes into what is loaded, if that is a by-value argument.
std::optional<ExprId> Translator::fieldOfArgument(const llvm::LoadInst &load, std::uint64_t extra,
                                                  const llvm::Type &type) {
  const llvm::Value *pointer = load.getPointerOperand();
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  const auto *argument = llvm::dyn_cast<llvm::Argument>(base);
  if (!argument || !argument->hasByValAttr() || !isNumber(type))
    return std::nullopt;
  return computeArgument(*argument, offset.getZExtValue() + extra, bitsOf(type), type.isPointerTy());
}

ExprId Translator::computeLoad(const llvm::LoadInst &load) {
  const llvm::Value *pointer = load.getPointerOperand();
  if (const auto field = fieldOfArgument(load, 0, *load.getType()))
    return *field;
  if (llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)) || load.getPointerAddressSpace() == kLocalSpace)
    return opaque(load, "value from a private array");
  const bool isArgument = load.getPointerAddressSpace() == kParamSpace;
  const OpaqueLeaf leaf =
      leafAt(load, isArgument ? "kernel argument read with an index" : "value loaded from memory", false);
  return graph.loaded(resized(translate(pointer), 64), bitsOf(*load.getType()), leaf);
}

/// Element of a vector or aggregate. The only aggregates that matter in addresses are results of arithmetic with
/// overflow, of which element 0 is the plain result, results of inline assembly and of shuffles, and vectors that were
/// put together element by element.
ExprId Translator::computeExtract(const llvm::Instruction &extract) {
  if (const auto *aggregate = llvm::dyn_cast<llvm::ExtractValueInst>(&extract)) {
    const auto *call = llvm::dyn_cast<llvm::CallInst>(aggregate->getAggregateOperand());
    if (call && call->isInlineAsm() && aggregate->getNumIndices() == 1)
      return outputOf(*call, aggregate->getIndices()[0], *extract.getType());
    const llvm::Function *callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getName().starts_with("llvm.nvvm.shfl."))
      return computeShuffle(*call, aggregate->getIndices()[0], *extract.getType());
    const auto *arithmetic = llvm::dyn_cast<llvm::WithOverflowInst>(aggregate->getAggregateOperand());
    if (arithmetic && aggregate->getIndices()[0] == 0 && isNumber(*extract.getType())) {
      const Op op = arithmetic->getBinaryOp() == llvm::Instruction::Add   ? Op::Add
                    : arithmetic->getBinaryOp() == llvm::Instruction::Sub ? Op::Sub
                                                                          : Op::Mul;
      const ExprId a = translate(arithmetic->getLHS());
      return graph.binary(op, a, translate(arithmetic->getRHS()));
    }
  }
  const llvm::Value *source = extract.getOperand(0);
  if (llvm::isa<llvm::ExtractElementInst>(extract))
    if (const auto *index = llvm::dyn_cast<llvm::ConstantInt>(extract.getOperand(1))) {
      if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(source)) { // fields of a struct, read together
        const std::uint64_t size =
            function.getParent()->getDataLayout().getTypeStoreSize(extract.getType()).getFixedValue();
        if (const auto field = fieldOfArgument(*load, index->getZExtValue() * size, *extract.getType()))
          return *field;
      }
      while (const auto *insert = llvm::dyn_cast<llvm::InsertElementInst>(source)) {
        const auto *at = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
        if (!at)
          break;
        if (at->getZExtValue() == index->getZExtValue())
          return isNumber(*extract.getType()) ? translate(insert->getOperand(1))
                                              : unknownFunctionOf(extract, "computed value");
        source = insert->getOperand(0);
      }
    }
  return unknownFunctionOf(extract, "element of a loaded vector");
}

} // namespace sectorscope
