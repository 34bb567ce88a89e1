// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/FieldNames.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

#include <optional>

namespace sectorscope {
namespace {

/// Without typedef, const and their kin.
const llvm::DIType *plainType(const llvm::DIType *type) {
  while (const auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ||
        derived->getTag() == llvm::dwarf::DW_TAG_reference_type)
      break;
    type = derived->getBaseType();
  }
  return type;
}

std::optional<std::string> pathTo(const llvm::DIType *type, std::uint64_t bit, unsigned width) {
  type = plainType(type);
  const auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (!composite)
    return type && bit == 0 && type->getSizeInBits() >= width ? std::optional<std::string>("") : std::nullopt;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
    const llvm::DIType *element = plainType(composite->getBaseType());
    const std::uint64_t size = element ? element->getSizeInBits() : 0;
    if (size == 0 || composite->getElements().size() != 1 || bit >= composite->getSizeInBits())
      return std::nullopt;
    const auto inner = pathTo(element, bit % size, width);
    return inner ? std::optional("[" + std::to_string(bit / size) + "]" + *inner) : std::nullopt;
  }
  if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type)
    return bit == 0 && composite->getSizeInBits() >= width ? std::optional<std::string>("") : std::nullopt;
  if (composite->getTag() == llvm::dwarf::DW_TAG_union_type)
    return std::nullopt;
  for (const llvm::DINode *node : composite->getElements()) {
    const auto *part = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    const bool isBase = part && part->getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (!part || (!isBase && part->getTag() != llvm::dwarf::DW_TAG_member) || part->isBitField() ||
        part->isStaticMember())
      continue;
    const llvm::DIType *inner = plainType(part->getBaseType());
    const std::uint64_t size = inner ? inner->getSizeInBits() : 0;
    if (bit < part->getOffsetInBits() || bit >= part->getOffsetInBits() + size)
      continue;
    const auto rest = pathTo(part->getBaseType(), bit - part->getOffsetInBits(), width);
    if (!rest)
      continue; // an empty base class may lie over a field
    return isBase || part->getName().empty() ? *rest : "." + part->getName().str() + *rest;
  }
  return std::nullopt;
}

} // namespace

std::string fieldPath(const llvm::Argument &argument, std::uint64_t offset, unsigned width) {
  const llvm::DISubprogram *subprogram = argument.getParent()->getSubprogram();
  const llvm::DISubroutineType *signature = subprogram ? subprogram->getType() : nullptr;
  if (!signature)
    return "";
  const llvm::DITypeRefArray types = signature->getTypeArray(); // what is returned comes first
  if (types.size() != argument.getParent()->arg_size() + 1)
    return "";
  return pathTo(types[argument.getArgNo() + 1], offset * 8, width).value_or("");
}

} // namespace sectorscope
