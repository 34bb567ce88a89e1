// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Every difference between the LLVM versions that analysis/ir is built against.

#ifndef SECTORSCOPE_IR_LLVMCOMPAT_H
#define SECTORSCOPE_IR_LLVMCOMPAT_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace sectorscope::compat {

inline llvm::Triple tripleOf(const llvm::Module &module) { return llvm::Triple(module.getTargetTriple()); }

/// What GEPOperator::collectOffset fills: the bytes per unit of each variable index, in order.
#if LLVM_VERSION_MAJOR >= 21
using VariableOffsets = llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4>;
#else
using VariableOffsets = llvm::MapVector<llvm::Value *, llvm::APInt>;
#endif

/// The target machine for a module, or null where LLVM was built without the target.
inline std::unique_ptr<llvm::TargetMachine> targetMachine(const llvm::Module &module, llvm::StringRef cpu) {
  const llvm::Triple triple = tripleOf(module);
  std::string error;
#if LLVM_VERSION_MAJOR >= 21
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(triple, cpu, "", {}, std::nullopt));
#else
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple.str(), error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(triple.str(), cpu, "", {}, std::nullopt));
#endif
}

/// Value of `name` in the module's nvvm.annotations for a function: how LLVM before 21 marked kernels and bounds.
inline std::optional<unsigned> annotation(const llvm::Function &function, llvm::StringRef name) {
  const llvm::NamedMDNode *annotations = function.getParent()->getNamedMetadata("nvvm.annotations");
  if (!annotations)
    return std::nullopt;
  for (const llvm::MDNode *node : annotations->operands()) {
    if (node->getNumOperands() == 0)
      continue;
    const auto *subject = llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
    if (subject != &function)
      continue;
    for (unsigned i = 1; i + 1 < node->getNumOperands(); i += 2) {
      const auto *key = llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(i));
      const auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node->getOperand(i + 1));
      if (key && value && key->getString() == name)
        return static_cast<unsigned>(value->getZExtValue());
    }
  }
  return std::nullopt;
}

inline bool isKernel(const llvm::Function &function) {
  return function.getCallingConv() == llvm::CallingConv::PTX_Kernel || annotation(function, "kernel").value_or(0) == 1;
}

/// A launch bound of up to three dimensions: `attribute` ("nvvm.reqntid") since LLVM 21, `key` + x, y, z before.
inline std::optional<std::array<unsigned, 3>> launchBound(const llvm::Function &function, llvm::StringRef attribute,
                                                          llvm::StringRef key) {
  std::array<unsigned, 3> bound{1, 1, 1};
  if (function.hasFnAttribute(attribute)) {
    llvm::SmallVector<llvm::StringRef, 3> parts;
    function.getFnAttribute(attribute).getValueAsString().split(parts, ',');
    for (unsigned i = 0; i < parts.size() && i < 3; ++i)
      if (parts[i].trim().getAsInteger(10, bound[i]))
        return std::nullopt;
    return bound;
  }
  bool found = false;
  for (unsigned i = 0; i < 3; ++i)
    if (const auto value = annotation(function, (key + llvm::Twine("xyz"[i])).str())) {
      bound[i] = *value;
      found = true;
    }
  return found ? std::optional(bound) : std::nullopt;
}

} // namespace sectorscope::compat

#endif
