// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/InlinePtx.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InlineAsm.h"

#include <algorithm>
#include <array>

namespace sectorscope {
namespace {

/// First parts of the opcodes that compute, move, vote or wait.
const llvm::StringSet<> &opcodesWithoutMemory() {
  static const llvm::StringSet<> opcodes = {
      "abs",       "activemask", "add",      "addc",  "and",       "bar",
      "barrier",   "bfe",        "bfi",      "bfind", "bmsk",      "brev",
      "clz",       "cnot",       "copysign", "cos",   "cvt",       "cvta",
      "div",       "dp2a",       "dp4a",     "elect", "ex2",       "fence",
      "fma",       "fns",        "lg2",      "lop3",  "mad",       "madc",
      "match",     "max",        "membar",   "min",   "mma",       "mov",
      "movmatrix", "mul",        "mul24",    "mad24", "nanosleep", "neg",
      "not",       "or",         "popc",     "prmt",  "rcp",       "redux",
      "rem",       "rsqrt",      "sad",      "selp",  "set",       "setmaxnreg",
      "setp",      "shf",        "shfl",     "shl",   "shr",       "sin",
      "slct",      "sqrt",       "sub",      "subc",  "szext",     "tanh",
      "testp",     "trap",       "vadd",     "vmax",  "vmin",      "vote",
      "vset",      "vsub",       "xor",      "brkpt", "pmevent",   "griddepcontrol",
      "isspacep"};
  return opcodes;
}

std::string trimmed(llvm::StringRef text) { return text.trim().str(); }

/// Splits at commas outside of brackets.
std::vector<std::string> splitOperands(llvm::StringRef text) {
  std::vector<std::string> operands;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      if (const std::string operand = trimmed(text.slice(start, i)); !operand.empty())
        operands.push_back(operand);
      start = i + 1;
    } else if (text[i] == '{' || text[i] == '[') {
      ++depth;
    } else if (text[i] == '}' || text[i] == ']') {
      --depth;
    }
  }
  return operands;
}

/// Bytes of "f32", "b128", "bf16x2"; 0 where it is no such type.
unsigned bytesOf(llvm::StringRef type) {
  if (type == "bf16" || type == "f16")
    return 2;
  if (type == "f16x2" || type == "bf16x2")
    return 4;
  unsigned bits = 0;
  if (type.size() < 2 || llvm::StringRef("busf").find(type[0]) == llvm::StringRef::npos ||
      type.drop_front().getAsInteger(10, bits))
    return 0;
  return bits % 8 == 0 && bits <= 128 ? bits / 8 : 0;
}

} // namespace

const llvm::Value *operandOf(const std::string &text, const llvm::CallBase &call) {
  llvm::StringRef operand = text;
  unsigned number = 0;
  if (!operand.consume_front("$") || operand.getAsInteger(10, number))
    return nullptr;
  const auto *assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  unsigned at = 0, argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo &constraint : assembly->ParseConstraints()) {
    if (constraint.Type == llvm::InlineAsm::isClobber || constraint.Type == llvm::InlineAsm::isLabel)
      continue;
    const bool takesArgument = constraint.Type == llvm::InlineAsm::isInput || constraint.isIndirect;
    if (at == number)
      return takesArgument && argument < call.arg_size() ? call.getArgOperand(argument) : nullptr;
    argument += takesArgument;
    ++at;
  }
  return nullptr;
}

std::vector<PtxStatement> parsePtx(const std::string &text) {
  std::vector<PtxStatement> statements;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::StringRef(text).split(parts, ';');
  for (llvm::StringRef part : parts) {
    part = part.trim(" \t\r\n");
    // Braces of a scope; those of a vector stand behind an opcode.
    while (part.consume_front("{") || part.consume_front("}"))
      part = part.ltrim(" \t\r\n");
    if (part.empty() || part.starts_with(".reg") || part.starts_with("//"))
      continue;
    PtxStatement statement;
    if (part.consume_front("@")) {
      statement.guardNegated = part.consume_front("!");
      const std::size_t end = part.find_first_of(" \t");
      statement.guard = trimmed(part.take_front(end));
      part = part.substr(std::min(end, part.size())).ltrim();
    }
    const std::size_t end = std::min(part.find_first_of(" \t\n{["), part.size());
    llvm::SmallVector<llvm::StringRef, 8> opcode;
    part.take_front(end).split(opcode, '.');
    for (const llvm::StringRef piece : opcode)
      statement.opcode.push_back(trimmed(piece));
    statement.operands = splitOperands(part.drop_front(end));
    statements.push_back(statement);
  }
  return statements;
}

bool touchesNoMemory(const PtxStatement &statement) {
  return opcodesWithoutMemory().contains(statement.opcode.front());
}

std::optional<PtxAccess> readAccess(const PtxStatement &statement, const std::vector<PtxStatement> &all,
                                    const llvm::CallBase &call) {
  PtxAccess access;
  access.isStore = statement.opcode.front() == "st";
  if ((!access.isStore && statement.opcode.front() != "ld") || statement.operands.size() < 2)
    return std::nullopt;
  unsigned count = 1;
  bool otherSpace = false;
  for (std::size_t i = 1; i < statement.opcode.size(); ++i) {
    const llvm::StringRef part = statement.opcode[i];
    access.isGlobal |= part == "global";
    otherSpace |= part.starts_with("shared") || part == "local" || part == "const" || part.starts_with("param");
    if (part == "v2" || part == "v4" || part == "v8")
      count = static_cast<unsigned>(part[1] - '0');
    if (const unsigned bytes = bytesOf(part))
      access.bytes = bytes;
  }
  access.bytes *= count;
  if (otherSpace || access.bytes == 0 || access.bytes > 32)
    return std::nullopt;
  // [$n] or [$n + 16]
  llvm::StringRef address = statement.operands[access.isStore ? 0 : 1];
  if (!address.consume_front("[") || !address.consume_back("]"))
    return std::nullopt;
  const auto [base, offset] = address.split('+');
  if (!offset.trim().empty() && offset.trim().getAsInteger(0, access.offset))
    return std::nullopt;
  access.address = operandOf(base.trim().str(), call);
  if (!access.address)
    return std::nullopt;
  if (statement.guard.empty())
    return access;
  access.predicateNegated = statement.guardNegated;
  access.predicate = operandOf(statement.guard, call);
  // Or a predicate that the assembly itself makes of an operand: setp.ne.b32 p, $4, 0
  for (const PtxStatement &maker : all)
    if (!access.predicate && maker.opcode.front() == "setp" && maker.opcode.size() > 1 && maker.operands.size() == 3 &&
        maker.operands[0] == statement.guard && maker.guard.empty() &&
        (maker.opcode[1] == "ne" || maker.opcode[1] == "eq") && maker.operands[2] == "0") {
      access.predicate = operandOf(maker.operands[1], call);
      access.predicateNegated ^= maker.opcode[1] == "eq";
    }
  return access.predicate ? std::optional(access) : std::nullopt;
}

std::string copiedRegister(const llvm::CallBase &call) {
  const auto *assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!assembly || call.arg_size() != 0)
    return "";
  const std::vector<PtxStatement> statements = parsePtx(std::string(assembly->getAsmString()));
  if (statements.size() != 1 || statements[0].opcode.front() != "mov" || statements[0].operands.size() != 2 ||
      statements[0].operands[0] != "$0" || !statements[0].guard.empty())
    return "";
  llvm::StringRef source = statements[0].operands[1];
  while (source.consume_front("%")) {
  }
  return source == llvm::StringRef(statements[0].operands[1]) ? "" : source.str();
}

} // namespace sectorscope
