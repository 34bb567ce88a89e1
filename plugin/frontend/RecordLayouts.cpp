// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/RecordLayouts.h"

#include "frontend/HostMemory.h"
#include "frontend/HostProgram.h"
#include "frontend/KernelParameters.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecordLayout.h"

#include <algorithm>
#include <optional>

namespace sectorscope {
namespace {

constexpr std::uint64_t kLongestArray = 16; ///< elements that are fields of their own

class LayoutReader {
public:
  explicit LayoutReader(clang::ASTContext &context) : context(context), policy(context.getPrintingPolicy()) {
    policy.SuppressTagKeyword = true;
    policy.AnonymousTagLocations = false; // they name folders of this machine
    policy.Bool = true;
  }

  /// Position of the record among the types; nothing where it is none.
  std::optional<unsigned> add(clang::QualType type) {
    while (const clang::ArrayType *array = type.isNull() ? nullptr : type->getAsArrayTypeUnsafe())
      type = array->getElementType();
    const clang::RecordDecl *record = type.isNull() ? nullptr : type->getAsRecordDecl();
    record = record ? record->getDefinition() : nullptr;
    if (!record || record->isUnion() || record->isInvalidDecl() || record->isDependentContext() ||
        (record->getName().empty() && !record->getTypedefNameForAnonDecl()))
      return std::nullopt;
    if (const auto found = known.find(record); found != known.end())
      return found->second;
    RecordType out;
    out.name = type.getCanonicalType().getUnqualifiedType().getAsString(policy);
    out.bytes = bytesOf(type);
    addFields(*record, "", 0, out.fields);
    tidy(out.fields);
    std::optional<unsigned> &position = known[record];
    if (out.fields.size() >= 2 && out.fields.size() <= kMostFields) {
      position = static_cast<unsigned>(types.size());
      types.push_back(std::move(out));
    }
    return position;
  }

  std::vector<RecordType> types;

private:
  std::uint64_t bytesOf(clang::QualType type) const {
    return static_cast<std::uint64_t>(context.getTypeSizeInChars(type).getQuantity());
  }

  void addFields(const clang::RecordDecl &record, const std::string &prefix, std::uint64_t offset,
                 std::vector<FieldLayout> &out) const {
    const clang::ASTRecordLayout &layout = context.getASTRecordLayout(&record);
    if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(&record))
      for (const clang::CXXBaseSpecifier &base : derived->bases())
        if (const clang::CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl();
            of && !base.isVirtual() && of->getDefinition() && !of->isEmpty())
          addFields(*of->getDefinition(), prefix,
                    offset + static_cast<std::uint64_t>(layout.getBaseClassOffset(of).getQuantity()), out);
    for (const clang::FieldDecl *field : record.fields()) {
      const std::uint64_t bit = layout.getFieldOffset(field->getFieldIndex());
      const std::string name = prefix + field->getNameAsString();
      if (!field->isBitField()) {
        addField(field->getType(), name, prefix, offset + bit / 8, out);
        continue;
      }
      const std::uint64_t width = field->getBitWidth()->EvaluateKnownConstInt(context).getZExtValue();
      if (width && !field->getName().empty())
        out.push_back({name, offset + bit / 8, (bit % 8 + width + 7) / 8, 1});
    }
  }

  /// `prefix`: of the fields of an anonymous struct, which have no name of their own.
  void addField(clang::QualType type, const std::string &name, const std::string &prefix, std::uint64_t offset,
                std::vector<FieldLayout> &out) const {
    if (type->isIncompleteType())
      return; // an array without a bound at the end
    if (const auto *array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe());
        array && array->getSize().ule(kLongestArray)) {
      const std::uint64_t size = bytesOf(array->getElementType());
      for (std::uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
        addField(array->getElementType(), name + "[" + std::to_string(i) + "]", prefix, offset + i * size, out);
      return;
    }
    const clang::RecordDecl *record = type->getAsRecordDecl();
    record = record ? record->getDefinition() : nullptr;
    if (record && !record->isUnion()) {
      addFields(*record, name == prefix ? prefix : name + ".", offset, out);
      return;
    }
    if (const std::uint64_t bytes = bytesOf(type))
      out.push_back({name == prefix ? prefix + "(union)" : name, offset, bytes,
                     static_cast<std::uint64_t>(context.getTypeAlignInChars(type).getQuantity())});
  }

  /// By offset; fields that share bytes are one.
  static void tidy(std::vector<FieldLayout> &fields) {
    std::stable_sort(fields.begin(), fields.end(),
                     [](const FieldLayout &a, const FieldLayout &b) { return a.offset < b.offset; });
    std::vector<FieldLayout> apart;
    for (FieldLayout &field : fields) {
      FieldLayout *before = apart.empty() ? nullptr : &apart.back();
      if (!before || before->offset + before->bytes <= field.offset) {
        apart.push_back(std::move(field));
        continue;
      }
      before->name += "|" + field.name;
      before->bytes = std::max(before->bytes, field.offset + field.bytes - before->offset);
      before->alignment = std::max(before->alignment, field.alignment);
    }
    fields = std::move(apart);
  }

  clang::ASTContext &context;
  clang::PrintingPolicy policy;
  std::map<const clang::RecordDecl *, std::optional<unsigned>> known;
};

/// What a pointer or reference leads to; null for anything else.
clang::QualType pointeeOf(clang::QualType type) { return type->getPointeeType(); }

/// Pointers among the parts of a struct that is passed by value.
void addPointers(const clang::ASTContext &context, clang::QualType type, const std::string &parameter,
                 std::uint64_t offset, LayoutReader &reader, std::map<std::string, unsigned> &out) {
  const std::vector<clang::QualType> parts = partTypesOf(type);
  for (unsigned part = 0; part < parts.size(); ++part)
    addPointers(context, parts[part], parameter, offset + offsetOfPart(context, type, part), reader, out);
  if (parts.empty())
    if (const auto record = reader.add(pointeeOf(type)))
      out.try_emplace(parameter + "+" + std::to_string(offset), *record);
}

} // namespace

RecordLayouts findRecordLayouts(clang::ASTContext &context, const HostProgram &program) {
  const std::unique_ptr<clang::MangleContext> mangler(context.createMangleContext());
  RecordLayouts found;
  LayoutReader reader(context);
  for (const clang::FunctionDecl *kernel : program.kernels) {
    std::map<std::string, unsigned> ofKernel;
    for (unsigned i = 0; i < kernel->getNumParams(); ++i) {
      const clang::QualType type = kernel->getParamDecl(i)->getType();
      const std::string name = parameterName(*kernel, i);
      if (type->isRecordType())
        addPointers(context, type, name, 0, reader, ofKernel);
      else if (const auto record = reader.add(pointeeOf(type)))
        ofKernel.try_emplace(name, *record);
    }
    if (!ofKernel.empty())
      found.ofParameters[mangledName(*mangler, *kernel)] = std::move(ofKernel);
  }
  for (const clang::VarDecl *variable : program.globals)
    if (variable->hasAttr<clang::CUDADeviceAttr>() || variable->hasAttr<clang::HIPManagedAttr>()) {
      const clang::QualType type = variable->getType();
      if (const auto record = type->isPointerType() ? std::nullopt : reader.add(type))
        found.ofVariables.try_emplace(variable->getQualifiedNameAsString(), *record);
    }
  found.types = std::move(reader.types);
  return found;
}

} // namespace sectorscope
