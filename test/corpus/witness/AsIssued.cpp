// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AsIssued.h"

#include "FinishModule.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <bit>

namespace sectorscope::witness {

namespace {

constexpr std::uint64_t widestPiece = 8, widestSharedPiece = 16, longestCopy = 128;
constexpr unsigned sharedSpace = 3;

/// Offsets and sizes of the pieces in which `bytes` with these alignments are moved. The assembler joins the pieces of
/// shared memory once more.
std::vector<std::pair<std::uint64_t, std::uint64_t>> piecesOf(std::uint64_t bytes, std::uint64_t alignment,
                                                              const llvm::Value &pointer) {
  const std::uint64_t widest =
      pointer.getType()->getPointerAddressSpace() == sharedSpace ? widestSharedPiece : widestPiece;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> pieces;
  for (std::uint64_t offset = 0; offset < bytes; offset += pieces.back().second)
    pieces.emplace_back(offset, std::min({std::bit_floor(bytes - offset), widest, alignment}));
  return pieces;
}

llvm::Value *at(llvm::IRBuilder<> &builder, llvm::Value *pointer, std::uint64_t offset) {
  return offset ? builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset) : pointer;
}

/// All loads before all stores, so that overlapping copies are right too. Both sides may have pieces of their own, so
/// that the bytes go through one wide number.
void expandCopy(llvm::MemTransferInst &copy, std::uint64_t bytes) {
  llvm::IRBuilder<> builder(&copy);
  const llvm::Align from = copy.getSourceAlign().valueOrOne(), to = copy.getDestAlign().valueOrOne();
  const std::uint64_t alignment = std::min(from.value(), to.value());
  const auto typeOf = [&](std::uint64_t size) { return builder.getIntNTy(static_cast<unsigned>(8 * size)); };
  llvm::Value *all = llvm::ConstantInt::get(typeOf(bytes), 0);
  for (const auto &[offset, size] : piecesOf(bytes, alignment, *copy.getRawSource())) {
    llvm::Value *piece = builder.CreateAlignedLoad(typeOf(size), at(builder, copy.getRawSource(), offset),
                                                   llvm::commonAlignment(from, offset));
    all = builder.CreateOr(all, builder.CreateShl(builder.CreateZExt(piece, typeOf(bytes)), 8 * offset));
  }
  for (const auto &[offset, size] : piecesOf(bytes, alignment, *copy.getRawDest()))
    builder.CreateAlignedStore(builder.CreateTrunc(builder.CreateLShr(all, 8 * offset), typeOf(size)),
                               at(builder, copy.getRawDest(), offset), llvm::commonAlignment(to, offset));
}

/// Only fills with zeros: the corpus has no other.
bool expandFill(llvm::MemSetInst &fill, std::uint64_t bytes) {
  const auto *value = llvm::dyn_cast<llvm::ConstantInt>(fill.getValue());
  if (!value || !value->isZero())
    return false;
  llvm::IRBuilder<> builder(&fill);
  const llvm::Align to = fill.getDestAlign().valueOrOne();
  for (const auto &[offset, size] : piecesOf(bytes, to.value(), *fill.getRawDest()))
    builder.CreateAlignedStore(builder.getIntN(static_cast<unsigned>(8 * size), 0),
                               at(builder, fill.getRawDest(), offset), llvm::commonAlignment(to, offset));
  return true;
}

} // namespace

void makeAsIssued(llvm::Module &module) {
  fuzz::runCodegenPasses(module, /*optimise=*/false);
  std::vector<llvm::MemIntrinsic *> found;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
        found.push_back(memory);
  for (llvm::MemIntrinsic *memory : found) {
    const auto *length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
    if (!length || length->getZExtValue() >= longestCopy)
      continue;
    if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(memory))
      expandCopy(*copy, length->getZExtValue());
    else if (!expandFill(*llvm::cast<llvm::MemSetInst>(memory), length->getZExtValue()))
      continue;
    memory->eraseFromParent();
  }
}

} // namespace sectorscope::witness
