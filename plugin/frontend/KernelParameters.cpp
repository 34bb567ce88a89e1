// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/KernelParameters.h"

#include "frontend/HostMemory.h"
#include "frontend/HostProgram.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/LambdaCapture.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecordLayout.h"

namespace sectorscope {
namespace {

/// The name of a field; of what a lambda captures, that of the variable. Empty for what has none.
std::string fieldName(const clang::FieldDecl &field) {
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(field.getParent());
  if (!record || !record->isLambda())
    return field.getNameAsString();
  unsigned number = 0;
  for (const clang::LambdaCapture &capture : record->captures())
    if (number++ == field.getFieldIndex())
      return capture.capturesVariable() ? capture.getCapturedVar()->getNameAsString() : std::string();
  return "";
}

void addNames(const clang::ASTContext &context, clang::QualType type, const std::string &path, std::uint64_t offset,
              std::map<std::uint64_t, FieldName> &names) {
  const std::vector<clang::QualType> types = partTypesOf(type);
  if (types.empty()) {
    if (!type->isRecordType() && !type->isArrayType())
      names.try_emplace(offset, FieldName{path, static_cast<unsigned>(context.getTypeSize(type))});
    return;
  }
  const clang::RecordDecl *record = type->getAsRecordDecl();
  const auto *derived = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(record ? record->getDefinition() : nullptr);
  const unsigned bases = derived ? derived->getNumBases() : 0;
  for (unsigned part = 0; part < types.size(); ++part) {
    std::string inner = path;
    if (type->isArrayType()) {
      inner += "[" + std::to_string(part) + "]";
    } else if (part >= bases) {
      const auto field = std::next(record->getDefinition()->field_begin(), part - bases);
      const std::string name = fieldName(**field);
      if (field->isBitField() || (name.empty() && !field->isAnonymousStructOrUnion()))
        continue;
      inner += name.empty() ? "" : "." + name;
    }
    addNames(context, types[part], inner, offset + offsetOfPart(context, type, part), names);
  }
}

} // namespace

FieldNames findFieldNames(clang::ASTContext &context, const HostProgram &program) {
  const std::unique_ptr<clang::MangleContext> mangler(context.createMangleContext());
  FieldNames result;
  for (const clang::FunctionDecl *kernel : program.kernels)
    for (unsigned i = 0; i < kernel->getNumParams(); ++i) {
      const clang::QualType type = kernel->getParamDecl(i)->getType();
      if (!type->isRecordType())
        continue;
      const std::string parameter = parameterName(*kernel, i);
      std::map<std::uint64_t, FieldName> names;
      addNames(context, type, parameter, 0, names);
      for (auto &[offset, name] : names)
        result[mangledName(*mangler, *kernel)][parameter + "+" + std::to_string(offset)] = std::move(name);
    }
  return result;
}

std::string mangledName(clang::MangleContext &mangler, const clang::FunctionDecl &kernel) {
  if (!mangler.shouldMangleDeclName(&kernel))
    return kernel.getNameAsString();
  std::string name;
  llvm::raw_string_ostream stream(name);
  mangler.mangleName(clang::GlobalDecl(&kernel, clang::KernelReferenceKind::Kernel), stream);
  return name;
}

std::string parameterName(const clang::FunctionDecl &kernel, unsigned number) {
  const std::string name = kernel.getParamDecl(number)->getNameAsString();
  return name.empty() ? "arg" + std::to_string(number) : name;
}

std::uint64_t offsetOfPart(const clang::ASTContext &context, clang::QualType type, unsigned part) {
  if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    return part * static_cast<std::uint64_t>(context.getTypeSizeInChars(array->getElementType()).getQuantity());
  const clang::RecordDecl *record = type->getAsRecordDecl()->getDefinition();
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(record);
  unsigned bases = 0;
  if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
    bases = derived->getNumBases();
    if (part < bases) {
      const auto base = std::next(derived->bases_begin(), part);
      return static_cast<std::uint64_t>(layout.getBaseClassOffset(base->getType()->getAsCXXRecordDecl()).getQuantity());
    }
  }
  return layout.getFieldOffset(part - bases) / 8;
}

} // namespace sectorscope
