// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxOperands.h"

#include "ir/SpecialRegisters.h"
#include "ir/Translator.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

namespace sectorscope {

using Kind = PtxOperand::Kind;

namespace {

constexpr unsigned kMostSteps = 8; // from an address to its object

const llvm::Value *objectWithin(const llvm::Value &address, unsigned steps) {
  const llvm::Value *value = address.getType()->isPointerTy() ? llvm::getUnderlyingObject(&address) : &address;
  switch (steps == 0 ? 0 : llvm::Operator::getOpcode(value)) {
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::SExt:
    return objectWithin(*llvm::cast<llvm::User>(value)->getOperand(0), steps - 1);
  case llvm::Instruction::Add:
  case llvm::Instruction::Or:
    for (const llvm::Use &operand : llvm::cast<llvm::User>(value)->operands())
      if (const llvm::Value *object = objectWithin(*operand, steps - 1))
        return object;
    return nullptr;
  default:
    return value->getType()->isPointerTy() ? value : nullptr;
  }
}

} // namespace

PtxOperands::PtxOperands(const PtxCode &code, const llvm::CallBase &call, Translator &translator)
    : translator(translator), graph(translator.expressions()), call(call) {
  for (const PtxRegister &declared : code.registers)
    registers.push_back({.width = declared.width});
  // "$n" counts every constraint but clobbers; arguments of the call stand for inputs and for outputs in memory.
  const auto *result = llvm::dyn_cast<llvm::StructType>(call.getType());
  unsigned argument = 0, output = 0;
  for (const llvm::InlineAsm::ConstraintInfo &constraint :
       llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
    Cell cell;
    if (constraint.Type == llvm::InlineAsm::isOutput && !constraint.isIndirect) {
      const llvm::Type *type = !result                             ? call.getType()
                               : output < result->getNumElements() ? result->getElementType(output)
                                                                   : nullptr;
      cell.output = output++;
      cell.width = type ? bitsOf(*type) : 64;
    } else if (constraint.Type == llvm::InlineAsm::isInput || constraint.isIndirect) {
      if (argument >= call.arg_size())
        return;
      cell.input = call.getArgOperand(argument++);
      cell.width = bitsOf(*cell.input->getType());
      // "+r": an output that starts as this input.
      unsigned tied = 0;
      if (constraint.Codes.size() == 1 && !llvm::StringRef(constraint.Codes[0]).getAsInteger(10, tied) &&
          tied < arguments.size())
        arguments[tied].input = cell.input;
    } else {
      continue;
    }
    arguments.push_back(cell);
  }
}

const PtxOperands::Cell *PtxOperands::cellOf(const PtxOperand &operand) const {
  const std::vector<Cell> &cells = operand.kind == Kind::Argument ? arguments : registers;
  const bool exists =
      (operand.kind == Kind::Argument || operand.kind == Kind::Register) && operand.value < cells.size();
  return exists ? &cells[operand.value] : nullptr;
}

ExprId PtxOperands::valueOf(const Cell &cell) const {
  if (cell.isWritten || !cell.input)
    return cell.value;
  return translator.translate(cell.input);
}

ExprId PtxOperands::read(const PtxOperand &operand, unsigned width) {
  if (operand.kind == Kind::Number)
    return graph.constant(operand.value, width);
  if (operand.kind == Kind::Special) {
    if (const ExprId known = specialRegister(operand.text, width, graph))
      return known;
    return graph.opaque(translator.leafAt(call, "special register %" + operand.text, !isSameForWarp(operand.text)),
                        width);
  }
  const Cell *cell = cellOf(operand);
  ExprId value = cell ? valueOf(*cell) : ExprId{};
  if (!value)
    return {};
  // A flag in a wider register holds where it is not zero.
  value = width == 1 && graph[value].width > 1 ? graph.binary(Op::Ne, value, graph.constant(0, graph[value].width))
                                               : translator.resized(value, width);
  return operand.negated ? graph.logicalNot(value) : value;
}

ExprId PtxOperands::addressOf(const PtxOperand &operand) {
  if (operand.parts.empty())
    return {};
  const unsigned width = widthOf(operand.parts[0]);
  const ExprId base = read(operand.parts[0], width);
  if (!base)
    return {};
  return graph.binary(Op::Add, base, graph.constant(operand.value, width), NoSignedWrap);
}

std::optional<std::uint64_t> PtxOperands::constant(const PtxOperand &operand) {
  const ExprId value = read(operand, widthOf(operand));
  if (!value || graph[value].op != Op::Const)
    return std::nullopt;
  return graph[value].payload;
}

unsigned PtxOperands::widthOf(const PtxOperand &operand) const {
  const Cell *cell = cellOf(operand);
  return cell ? std::clamp(cell->width, 1U, 64U) : 64;
}

const llvm::Value *PtxOperands::pointerBehind(const PtxOperand &operand) const {
  const Cell *cell = cellOf(operand);
  return !cell ? nullptr : cell->isWritten ? cell->pointer : cell->input;
}

void PtxOperands::write(const PtxOperand &to, ExprId value, bool isSigned, ExprId predicate,
                        const llvm::Value *pointer) {
  if (!cellOf(to))
    return;
  Cell &cell = (to.kind == Kind::Argument ? arguments : registers)[to.value];
  const unsigned width = widthOf(to);
  if (value)
    value = translator.resized(value, width, isSigned);
  // Lanes that do not execute it keep what they have; what was never written may be anything.
  if (value && predicate && (cell.isWritten || cell.input)) {
    const ExprId before = valueOf(cell);
    value = before ? graph.select(predicate, value, translator.resized(before, width)) : ExprId{};
  }
  cell.isWritten = true;
  cell.value = value;
  cell.pointer = pointer;
}

std::vector<ExprId> PtxOperands::outputs() const {
  std::vector<ExprId> values;
  for (const Cell &cell : arguments)
    if (cell.output)
      values.push_back(valueOf(cell));
  return values;
}

AddressSpace spaceBehind(const llvm::Value &pointer) {
  for (const llvm::Value *value = &pointer;;) {
    if (const auto *type = llvm::dyn_cast<llvm::PointerType>(value->getType())) {
      if (type->getAddressSpace() == 1)
        return AddressSpace::Global;
      if (type->getAddressSpace() == 3)
        return AddressSpace::Shared;
      if (type->getAddressSpace() == 4)
        return AddressSpace::Constant;
      if (type->getAddressSpace() == 5 || llvm::isa<llvm::AllocaInst>(value))
        return AddressSpace::Local;
    }
    // A launch passes in pointers to global memory.
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value))
      return argument->hasByValAttr() || !argument->getType()->isPointerTy() ? AddressSpace::Generic
                                                                             : AddressSpace::Global;
    const unsigned opcode = llvm::Operator::getOpcode(value);
    const bool isStep = opcode == llvm::Instruction::GetElementPtr || opcode == llvm::Instruction::AddrSpaceCast ||
                        opcode == llvm::Instruction::BitCast || opcode == llvm::Instruction::PtrToInt ||
                        opcode == llvm::Instruction::IntToPtr;
    if (!isStep)
      return AddressSpace::Generic;
    value = llvm::cast<llvm::User>(value)->getOperand(0);
  }
}

const llvm::Value *objectBehind(const llvm::Value &address) { return objectWithin(address, kMostSteps); }

} // namespace sectorscope
