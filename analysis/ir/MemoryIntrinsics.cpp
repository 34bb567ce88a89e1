// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/MemoryIntrinsics.h"

#include "ir/BulkCopies.h"
#include "ir/PtxOperands.h"
#include "ir/Translator.h"

#include "llvm/IR/Constants.h"

#include <algorithm>
#include <array>

namespace sectorscope {
namespace {

PtxAccess accessAt(const llvm::Value &pointer, AddressSpace space, Translator &translator) {
  return {.space = space, .address = translator.translate(&pointer), .pointer = &pointer};
}

/// llvm.nvvm.cp.async.cg.shared.global.16.s(to, from, bytes to read): `name` is what stands behind "cp.async.".
std::optional<PtxEffects> readCopy(llvm::StringRef name, const llvm::CallInst &call, Translator &translator) {
  unsigned bytes = 0;
  const bool isPartial = name.consume_back(".s"), bypassesL1 = name.starts_with("cg.");
  if ((!name.consume_front("ca.shared.global.") && !name.consume_front("cg.shared.global.")) ||
      name.getAsInteger(10, bytes) || bytes > 16 || call.arg_size() < (isPartial ? 3U : 2U))
    return std::nullopt;
  PtxAccess to = accessAt(*call.getArgOperand(0), AddressSpace::Shared, translator);
  PtxAccess from = accessAt(*call.getArgOperand(1), AddressSpace::Global, translator);
  to.bytes = from.bytes = bytes;
  const ExprId sourceBytes = isPartial ? translator.translate(call.getArgOperand(2)) : ExprId{};
  return PtxEffects{.accesses = {asyncCopy(to, from, sourceBytes, bypassesL1, translator.expressions())}};
}

/// llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(from) and llvm.nvvm.stmatrix…(to, …).
std::optional<PtxEffects> readMatrix(llvm::StringRef name, const llvm::CallInst &call, Translator &translator) {
  PtxAccess access = accessAt(*call.getArgOperand(0), AddressSpace::Shared, translator);
  access.kind = name.starts_with("ld") ? AccessKind::Load : AccessKind::Store;
  access.bytes = 16;
  access.isMatrix = true;
  if (!name.contains(".m8n8.") || !name.contains(".b16."))
    return std::nullopt;
  for (const auto &[part, matrices] : {std::pair{".x1.", 1U}, {".x2.", 2U}, {".x4.", 4U}})
    if (name.contains(part)) {
      access.moves = firstLanes(8 * matrices, translator.expressions());
      return PtxEffects{.accesses = {access}};
    }
  return std::nullopt;
}

PtxEffects readBulk(llvm::StringRef name, const llvm::CallInst &call) {
  BulkCopy copy = bulkCopyOf(name);
  // The number of bytes is the first operand that is no pointer; those of tensors are coordinates.
  const auto *size = std::find_if(call.arg_begin(), call.arg_end(),
                                  [](const llvm::Use &operand) { return !operand->getType()->isPointerTy(); });
  if (copy.dimensions == 0 && size != call.arg_end())
    if (const auto *bytes = llvm::dyn_cast<llvm::ConstantInt>(*size))
      copy.bytes = bytes->getZExtValue();
  return {.notAnalysed = {describeBulkCopy(copy)}};
}

bool startsWithAnyOf(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](llvm::StringRef prefix) { return name.starts_with(prefix); });
}

} // namespace

std::optional<PtxEffects> readMemoryIntrinsic(const llvm::CallInst &call, Translator &translator) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || !callee->isIntrinsic())
    return std::nullopt;
  llvm::StringRef name = callee->getName();
  if (!name.consume_front("llvm.nvvm."))
    return std::nullopt;
  const PtxEffects notAnalysed{.notAnalysed = {callee->getName().str()}};
  if (name.consume_front("cp.async.")) {
    if (name.contains("wait.") || name.ends_with("commit.group") || name.starts_with("mbarrier."))
      return PtxEffects{};
    if (name.starts_with("bulk."))
      return readBulk(name, call);
    return readCopy(name, call, translator).value_or(notAnalysed);
  }
  if (startsWithAnyOf(name, {"ldmatrix.", "stmatrix."}))
    return readMatrix(name, call, translator).value_or(notAnalysed);
  if (startsWithAnyOf(name, {"prefetch.local", "prefetch.tensormap"}))
    return PtxEffects{};
  if (startsWithAnyOf(name, {"prefetch.", "prefetchu."}))
    return PtxEffects{.notAnalysed = {("prefetch: " + name).str()}};
  if (name.starts_with("tcgen05.mma"))
    return PtxEffects{.notAnalysed = {"tcgen05 reads shared memory through a descriptor"}};
  const bool isWmmaAccess = name.starts_with("wmma.") && (name.contains(".load.") || name.contains(".store."));
  if (isWmmaAccess || startsWithAnyOf(name, {"applypriority.", "clusterlaunchcontrol.try", "discard.", "st.bulk",
                                             "suld.", "sust.", "tcgen05.alloc", "tcgen05.cp", "tex.", "tld4."}))
    return notAnalysed;
  return std::nullopt;
}

} // namespace sectorscope
