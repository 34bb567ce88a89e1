// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/PtxMemory.h"

#include "ir/BulkCopies.h"
#include "ir/PtxArithmetic.h"

#include "llvm/ADT/StringSet.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr unsigned kWidestBytes = 16; // of one access of a lane that is understood

std::optional<AddressSpace> spaceOf(llvm::StringRef part) {
  if (part == "global")
    return AddressSpace::Global;
  if (part == "shared" || part == "shared::cta")
    return AddressSpace::Shared;
  if (part == "local")
    return AddressSpace::Local;
  if (part == "const")
    return AddressSpace::Constant;
  return std::nullopt;
}

/// Order, scope, caching.
bool isQualifier(llvm::StringRef part) {
  static const llvm::StringSet<> qualifiers = {"weak", "relaxed", "acquire", "release", "acq_rel", "volatile", "mmio",
                                               "cta",  "cluster", "gpu",     "sys",     "ca",      "cg",       "cs",
                                               "lu",   "cv",      "wb",      "wt",      "nc",      "noftz"};
  return qualifiers.contains(part) || part.starts_with("L1::") || part.starts_with("L2::");
}

bool isAtomicOperation(llvm::StringRef part) {
  static const llvm::StringSet<> operations = {"add", "inc", "dec", "min", "max", "and", "or", "xor", "exch", "cas"};
  return operations.contains(part);
}

/// What is loaded into or stored from: one register or a vector of them.
bool hasElements(const PtxOperand &operand, unsigned elements) {
  if (operand.kind == PtxOperand::Kind::Vector)
    return operand.parts.size() == elements;
  return elements == 1 && operand.kind != PtxOperand::Kind::Address;
}

bool isAddress(const PtxOperand &operand) {
  return operand.kind == PtxOperand::Kind::Address && operand.parts.size() == 1;
}

/// Weak accesses may be answered by L1; those that other blocks must see may not.
bool bypassesL1(const PtxStatement &statement) {
  const bool ordered = statement.has("relaxed") || statement.has("acquire") || statement.has("release");
  return (ordered && (statement.has("gpu") || statement.has("sys"))) || statement.has("volatile") ||
         statement.has("cg") || statement.has("cv") || statement.has("mmio");
}

/// ldmatrix and stmatrix of 8x8 matrices: each of the first 8, 16 or 32 lanes moves a row of 16 bytes.
std::optional<PtxMemoryUse> matrixUse(const PtxStatement &statement) {
  PtxMemoryUse use{.space = AddressSpace::Shared, .bytes = 16, .elementBits = 32, .elements = 0, .isMatrix = true};
  const bool loads = statement.opcode.front() == "ldmatrix";
  use.kind = loads ? AccessKind::Load : AccessKind::Store;
  use.address = loads ? 1 : 0;
  for (std::size_t i = 1; i < statement.opcode.size(); ++i) {
    const llvm::StringRef part = statement.opcode[i];
    if (part == "x1" || part == "x2" || part == "x4")
      use.elements = static_cast<unsigned>(part[1] - '0');
    else if (part != "sync" && part != "aligned" && part != "m8n8" && part != "trans" && part != "shared" &&
             part != "shared::cta" && part != "b16")
      return std::nullopt;
  }
  use.lanes = 8 * use.elements;
  if (use.elements == 0 || !statement.has("m8n8") || statement.operands.size() != 2 ||
      !isAddress(statement.operands[use.address]) || !hasElements(statement.operands[1 - use.address], use.elements))
    return std::nullopt;
  return use;
}

std::optional<AccessKind> kindOf(llvm::StringRef opcode) {
  if (opcode == "ld" || opcode == "ldu")
    return AccessKind::Load;
  if (opcode == "st")
    return AccessKind::Store;
  if (opcode == "atom")
    return AccessKind::Atomic;
  if (opcode == "red")
    return AccessKind::Reduction;
  return std::nullopt;
}

} // namespace

std::optional<PtxMemoryUse> memoryUseOf(const PtxStatement &statement) {
  const llvm::StringRef opcode = statement.opcode.front();
  if (opcode == "ldmatrix" || opcode == "stmatrix")
    return matrixUse(statement);
  const auto kind = kindOf(opcode);
  if (!kind)
    return std::nullopt;
  PtxMemoryUse use{.kind = *kind};
  const bool isAtomic = *kind == AccessKind::Atomic || *kind == AccessKind::Reduction;
  const bool writesFirst = *kind == AccessKind::Load || *kind == AccessKind::Atomic;
  use.address = writesFirst ? 1 : 0;
  unsigned operations = 0;
  for (std::size_t i = 1; i < statement.opcode.size(); ++i) {
    const llvm::StringRef part = statement.opcode[i];
    if (const auto space = spaceOf(part))
      use.space = *space;
    else if (part == "v2" || part == "v4" || part == "v8")
      use.elements = static_cast<unsigned>(part[1] - '0');
    else if (const unsigned bits = ptxTypeBits(part); bits >= 8)
      use.elementBits = bits;
    else if (isAtomic && isAtomicOperation(part))
      ++operations;
    else if (!isQualifier(part))
      return std::nullopt;
  }
  use.bytes = use.elements * use.elementBits / 8;
  use.bypassesL1 = !isAtomic && bypassesL1(statement);
  const std::size_t operands = statement.operands.size(), data = writesFirst ? 0 : 1;
  if (use.bytes == 0 || use.bytes > kWidestBytes || operations != isAtomic || operands < (opcode == "atom" ? 3U : 2U) ||
      !isAddress(statement.operands[use.address]) ||
      (statement.operands[data].kind != PtxOperand::Kind::Sink && !hasElements(statement.operands[data], use.elements)))
    return std::nullopt;
  return use;
}

bool isAsyncCopy(const PtxStatement &statement) {
  const std::vector<std::string> &opcode = statement.opcode;
  if (opcode.size() < 5 || opcode[0] != "cp" || opcode[1] != "async" || (opcode[2] != "ca" && opcode[2] != "cg") ||
      spaceOf(opcode[3]) != AddressSpace::Shared || opcode[4] != "global" || statement.operands.size() < 3)
    return false;
  return isAddress(statement.operands[0]) && isAddress(statement.operands[1]) &&
         std::all_of(opcode.begin() + 5, opcode.end(), [](llvm::StringRef part) { return part.starts_with("L2::"); });
}

bool movesNoMemory(const PtxStatement &statement) {
  static const llvm::StringSet<> opcodes = {"activemask",
                                            "addc",
                                            "bar",
                                            "barrier",
                                            "bra",
                                            "brkpt",
                                            "brx",
                                            "createpolicy",
                                            "elect",
                                            "exit",
                                            "fence",
                                            "getctarank",
                                            "griddepcontrol",
                                            "madc",
                                            "mapa",
                                            "match",
                                            "mbarrier",
                                            "membar",
                                            "mma",
                                            "movmatrix",
                                            "nanosleep",
                                            "pmevent",
                                            "redux",
                                            "ret",
                                            "setmaxnreg",
                                            "shfl",
                                            "subc",
                                            "trap",
                                            "vote",
                                            "clusterlaunchcontrol"};
  const llvm::StringRef opcode = statement.opcode.front();
  const auto second = [&](std::initializer_list<llvm::StringRef> parts) {
    return statement.opcode.size() > 1 &&
           std::find(parts.begin(), parts.end(), llvm::StringRef(statement.opcode[1])) != parts.end();
  };
  if (opcode == "cp" && second({"async"}))
    return statement.has("commit_group") || statement.has("wait_group") || statement.has("wait_all") ||
           statement.has("mbarrier");
  if (opcode == "wgmma")
    return second({"fence", "commit_group", "wait_group"});
  if (opcode == "tcgen05")
    return second({"ld", "st", "wait::ld", "wait::st", "fence::before_thread_sync", "fence::after_thread_sync",
                   "commit", "dealloc", "relinquish_alloc_permit", "shift"});
  if (opcode == "prefetch") // into L1 or L2, from global memory if not said
    return second({"local", "tensormap", "param", "const"});
  if (opcode == "ld" || opcode == "st")
    return second({"param", "param::entry", "param::func"});
  const bool setsCarry = statement.has("cc"); // only arithmetic does
  return setsCarry || opcodes.contains(opcode) || isFunctionOfOperands(statement);
}

std::optional<unsigned> sizeOperandOf(const PtxStatement &statement) {
  if (!statement.has("bulk") || statement.has("tensor"))
    return std::nullopt;
  const unsigned operand = statement.has("prefetch") ? 1 : 2;
  return operand < statement.operands.size() ? std::optional(operand) : std::nullopt;
}

std::string whatIsNotAnalysed(const PtxStatement &statement, std::optional<std::uint64_t> bytes) {
  const std::string name = statement.name();
  const llvm::StringRef opcode = statement.opcode.front();
  if (opcode == "cp" && statement.has("bulk"))
    return describeBulkCopy(bulkCopyOf(statement.opcode, bytes));
  if (statement.has("shared::cluster"))
    return "distributed shared memory: " + name;
  if (opcode == "prefetch" || opcode == "prefetchu")
    return "prefetch: " + name;
  if ((opcode == "wgmma" || opcode == "tcgen05") && (statement.has("mma_async") || statement.has("mma")))
    return opcode.str() + " reads shared memory through a descriptor";
  return "inline assembly: " + name;
}

} // namespace sectorscope
