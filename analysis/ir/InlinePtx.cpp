// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/InlinePtx.h"

#include "ir/PtxArithmetic.h"
#include "ir/PtxAtomics.h"
#include "ir/PtxMemory.h"
#include "ir/PtxOperands.h"
#include "ir/Shuffles.h"
#include "ir/Translator.h"

#include "llvm/IR/InlineAsm.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sectorscope {
namespace {

using Kind = PtxOperand::Kind;

unsigned mentionsOf(const PtxOperand &what, const std::vector<PtxOperand> &operands) {
  unsigned mentions = 0;
  for (const PtxOperand &operand : operands)
    mentions += operand.kind == what.kind && operand.value == what.value ? 1 : mentionsOf(what, operand.parts);
  return mentions;
}

/// Runs the statements of one call, one after another.
class PtxReader {
public:
  PtxReader(const llvm::CallBase &call, Translator &translator)
      : call(call), translator(translator), graph(translator.expressions()),
        code(translator.codeOf(*llvm::cast<llvm::InlineAsm>(call.getCalledOperand()))), values(code, call, translator) {
  }

  PtxEffects run() {
    for (const PtxStatement &statement : code.statements) {
      isGuarded = !statement.guard.empty();
      guard = isGuarded ? values.read(statement.guard[0], 1) : ExprId{};
      readMemory(statement);
      writeResults(statement);
    }
    effects.outputs = values.outputs();
    return std::move(effects);
  }

private:
  /// Lanes that execute the statement are known, and so is what stood before it.
  bool isReached() const { return !code.jumps && (!isGuarded || guard); }

  void readMemory(const PtxStatement &statement) {
    if (movesNoMemory(statement))
      return;
    std::optional<PtxAccess> access;
    if (const auto use = memoryUseOf(statement))
      access = plainAccess(*use, statement);
    else if (isAsyncCopy(statement))
      access = copy(statement);
    if (!isReached() || !access) {
      effects.notAnalysed.push_back(whatIsNotAnalysed(statement, bytesOfBulk(statement)));
      return;
    }
    access->predicate = guard;
    effects.accesses.push_back(*access);
  }

  std::optional<PtxAccess> plainAccess(const PtxMemoryUse &use, const PtxStatement &statement) {
    PtxAccess access = accessAt(statement.operands[use.address], use.space);
    access.kind = use.kind;
    access.bytes = use.bytes;
    access.bypassesL1 = use.bypassesL1;
    access.isMatrix = use.isMatrix;
    access.moves = firstLanes(use.lanes, graph);
    if (use.kind == AccessKind::Atomic || use.kind == AccessKind::Reduction)
      updateOf(statement, use.address + 1, access);
    return access.address ? std::optional(access) : std::nullopt;
  }

  /// Address and space of an operand in brackets.
  PtxAccess accessAt(const PtxOperand &operand, AddressSpace space) {
    PtxAccess access{.space = space};
    access.address = values.addressOf(operand);
    access.pointer = values.pointerBehind(operand.parts[0]);
    if (space == AddressSpace::Generic && access.pointer)
      access.space = spaceBehind(*access.pointer);
    return access;
  }

  /// What is special to atomic instructions; `value` is the number of the operand behind the address.
  void updateOf(const PtxStatement &statement, std::size_t value, PtxAccess &access) {
    const bool hasResult = access.kind == AccessKind::Atomic && isResultUsed(statement);
    const auto number = value < statement.operands.size() ? values.constant(statement.operands[value]) : std::nullopt;
    access.kind = hasResult ? AccessKind::Atomic : AccessKind::Reduction;
    const AtomicOperation operation = atomicOperationOf(statement, hasResult, number);
    access.reduction = reductionOf(operation);
    if (access.space == AddressSpace::Shared)
      access.atomic = formOf(operation);
  }

  /// The assembler makes a reduction of an atomic operation whose result nobody reads.
  bool isResultUsed(const PtxStatement &statement) const {
    if (statement.has("cas") || statement.has("exch"))
      return true;
    const PtxOperand &result = statement.operands[0];
    if (result.kind == Kind::Sink)
      return false;
    if (result.kind == Kind::Argument)
      return !call.use_empty();
    unsigned mentions = 0;
    for (const PtxStatement &any : code.statements)
      mentions += mentionsOf(result, any.guard) + mentionsOf(result, any.operands);
    return mentions > 1;
  }

  /// cp.async [to], [from], size{, source size or predicate that ignores the source}{, cache policy}
  std::optional<PtxAccess> copy(const PtxStatement &statement) {
    PtxAccess to = accessAt(statement.operands[0], AddressSpace::Shared);
    PtxAccess from = accessAt(statement.operands[1], AddressSpace::Global);
    const auto size = values.constant(statement.operands[2]);
    const std::size_t operands = statement.operands.size() - statement.has("L2::cache_hint");
    if (!to.address || !from.address || !size || (*size != 4 && *size != 8 && *size != 16) || operands > 4)
      return std::nullopt;
    to.bytes = from.bytes = static_cast<unsigned>(*size);
    ExprId sourceBytes;
    if (operands == 4) {
      const PtxOperand &last = statement.operands[3];
      const bool isPredicate = values.widthOf(last) == 1;
      const ExprId value = values.read(last, isPredicate ? 1 : 32);
      if (!value)
        return std::nullopt;
      if (isPredicate)
        from.moves = graph.logicalNot(value);
      else
        sourceBytes = value;
    }
    return asyncCopy(to, from, sourceBytes, statement.has("cg"), graph);
  }

  std::optional<std::uint64_t> bytesOfBulk(const PtxStatement &statement) {
    const auto operand = sizeOperandOf(statement);
    return operand ? values.constant(statement.operands[*operand]) : std::nullopt;
  }

  void write(const PtxOperand &to, ExprId value, bool isSigned = false, const llvm::Value *pointer = nullptr) {
    values.write(to, isReached() ? value : ExprId{}, isSigned, isGuarded ? guard : ExprId{}, pointer);
  }

  void writeResults(const PtxStatement &statement) {
    if (statement.operands.empty())
      return;
    const llvm::StringRef opcode = statement.opcode.front();
    const PtxOperand &first = statement.operands[0];
    const auto use = memoryUseOf(statement);
    if (use && (opcode == "ld" || opcode == "ldu")) {
      writeLoaded(*use, statement);
    } else if (opcode == "mov" && (first.kind == Kind::Vector || statement.operands.back().kind == Kind::Vector)) {
      pack(statement);
    } else if (opcode == "setp" && first.kind == Kind::Vector && first.parts.size() == 2) {
      const ExprId holds = compute(statement, 1);
      const bool joins = statement.has("and") || statement.has("or") || statement.has("xor");
      write(first.parts[0], holds);
      write(first.parts[1], holds && !joins ? graph.logicalNot(holds) : ExprId{});
    } else if (const auto result = opcode == "shfl" ? shuffle(statement) : std::nullopt) {
      const bool isPair = first.kind == Kind::Vector && first.parts.size() == 2; // d|p
      write(isPair ? first.parts[0] : first, result->value);
      if (isPair)
        write(first.parts[1], result->isWithin);
    } else if (isFunctionOfOperands(statement)) {
      const bool moves = opcode == "mov" || opcode == "cvta" || opcode == "cvt" || opcode == "add";
      const llvm::Value *pointer =
          moves && statement.operands.size() > 1 ? values.pointerBehind(statement.operands[1]) : nullptr;
      write(first, compute(statement, values.widthOf(first)), writesSigned(statement), pointer);
    } else if (!isAsyncCopy(statement) &&
               !(use && (use->kind == AccessKind::Store || use->kind == AccessKind::Reduction))) {
      writeOpaque(statement);
    }
  }

  /// What the operands determine: exactly, or as something that is the same where they are.
  ExprId compute(const PtxStatement &statement, unsigned width) {
    const auto read = [&](const PtxOperand &operand, unsigned bits) { return values.read(operand, bits); };
    if (const ExprId exact = computePtx(statement, read, graph))
      return exact;
    const OpaqueLeaf leaf = translator.leafAt(call, "computed value", false);
    ExprId joined;
    for (std::size_t i = 1; i < statement.operands.size(); ++i) {
      if (statement.operands[i].kind == Kind::Literal)
        continue;
      const ExprId value = values.read(statement.operands[i], 64);
      if (!value)
        return {};
      // Nested, so that two varying operands can never cancel.
      joined = joined ? graph.binary(Op::Add, graph.loaded(joined, 64, leaf), value) : value;
    }
    return joined ? graph.loaded(joined, width, leaf) : ExprId{};
  }

  /// shfl{.sync}.mode.b32 d{|p}, value, lane, control{, members}
  std::optional<ShuffleResult> shuffle(const PtxStatement &statement) {
    if (statement.operands.size() < 4 || statement.opcode.size() < 3)
      return std::nullopt;
    const ExprId value = values.read(statement.operands[1], 32), by = values.read(statement.operands[2], 32);
    const ExprId control = values.read(statement.operands[3], 32);
    if (!value || !by || !control)
      return std::nullopt;
    return shuffled(statement.opcode[statement.opcode.size() - 2], value, by, control, graph);
  }

  void writeLoaded(const PtxMemoryUse &use, const PtxStatement &statement) {
    const PtxOperand &to = statement.operands[0];
    const PtxAccess access = accessAt(statement.operands[use.address], use.space);
    const ExprId address = access.address;
    const OpaqueLeaf leaf = translator.leafAt(call, "value loaded from memory", false);
    for (unsigned i = 0; i < use.elements; ++i) {
      ExprId value;
      if (address && access.space != AddressSpace::Local) { // where each lane has an array of its own
        const ExprId offset = graph.constant(std::uint64_t{i} * use.elementBits / 8, graph[address].width);
        value = graph.loaded(graph.binary(Op::Add, address, offset), std::min(use.elementBits, 64U), leaf);
      }
      write(to.kind == Kind::Vector ? to.parts[i] : to, value, writesSigned(statement));
    }
  }

  /// mov.b64 d, {a, b}; and mov.b64 {a, b}, s;
  void pack(const PtxStatement &statement) {
    const PtxOperand &to = statement.operands[0], &from = statement.operands.back();
    const unsigned width = ptxTypeBits(statement.opcode.back());
    const bool unpacks = to.kind == Kind::Vector;
    const std::size_t count = (unpacks ? to : from).parts.size();
    const bool isKnown = statement.operands.size() == 2 && to.kind != from.kind && width != 0 && width <= 64 &&
                         count != 0 && width % count == 0;
    if (!isKnown)
      return writeOpaque(statement);
    const unsigned part = static_cast<unsigned>(width / count);
    if (unpacks) {
      const ExprId whole = values.read(from, width);
      for (unsigned i = 0; i < count; ++i)
        write(to.parts[i],
              whole ? graph.unary(Op::Trunc, part,
                                  graph.binary(Op::LShr, whole, graph.constant(std::uint64_t{i} * part, width)))
                    : ExprId{});
      return;
    }
    ExprId whole = graph.constant(0, width);
    for (unsigned i = 0; i < count && whole; ++i) {
      const ExprId piece = values.read(from.parts[i], part);
      whole = piece ? graph.binary(Op::Or, whole,
                                   graph.binary(Op::Shl, graph.unary(Op::ZExt, width, piece),
                                                graph.constant(std::uint64_t{i} * part, width)))
                    : ExprId{};
    }
    write(to, whole);
  }

  /// What other lanes, time or memory decide. Of an instruction that is not known, any operand may be a result.
  void writeOpaque(const PtxStatement &statement) {
    const llvm::StringRef opcode = statement.opcode.front();
    const bool isVote =
        opcode == "vote" || opcode == "activemask" || opcode == "redux" || (opcode == "match" && statement.has("all"));
    const char *what = isVote              ? "result of a vote"
                       : opcode == "atom"  ? "result of an atomic operation"
                       : opcode == "shfl"  ? "value from another lane (shuffle)"
                       : opcode == "elect" ? "choice of one lane"
                                           : nullptr;
    // Tiles of a warp vote apart: the result is the same for all lanes that name the same lanes in their masks.
    const bool hasMask = isVote && statement.has("sync");
    const ExprId mask = hasMask ? values.read(statement.operands.back(), 64) : ExprId{};
    const auto forget = [&](const PtxOperand &operand, unsigned width) {
      ExprId result;
      if (what && mask && graph[mask].op != Op::Const)
        result = graph.loaded(mask, width, translator.leafAt(call, what, false));
      else if (what)
        result = graph.opaque(translator.leafAt(call, what, !isVote || (hasMask && !mask)), width);
      write(operand, result);
    };
    const std::size_t results = what || movesNoMemory(statement) ? 1 : statement.operands.size();
    for (std::size_t i = 0; i < results; ++i) {
      const PtxOperand &operand = statement.operands[i];
      if (operand.kind == Kind::Vector)
        for (const PtxOperand &part : operand.parts)
          forget(part, values.widthOf(part));
      else
        forget(operand, values.widthOf(operand));
    }
  }

  const llvm::CallBase &call;
  Translator &translator;
  ExprGraph &graph;
  const PtxCode &code;
  PtxOperands values;
  PtxEffects effects;
  bool isGuarded = false;
  ExprId guard; ///< of the statement at hand, where it is known
};

} // namespace

PtxEffects readInlinePtx(const llvm::CallBase &call, Translator &translator) {
  return PtxReader(call, translator).run();
}

} // namespace sectorscope
