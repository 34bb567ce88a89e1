// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "frontend/HostMemory.h"

#include "clang/AST/DeclCXX.h"

#include <algorithm>

namespace sectorscope {
namespace {

constexpr std::uint64_t kLargestArray = 64; // elements of an array that is followed

HostValue blank(clang::QualType type) {
  const std::size_t parts = partTypesOf(type).size();
  return parts ? HostValue(HostValue::Parts(parts)) : HostValue();
}

enum class Set : std::uint8_t { Done, NotFollowed, Outside };

/// Sets the part of `whole` at `path`; unknown structs on the way are opened.
Set setPart(HostValue &whole, clang::QualType type, const std::vector<HostStep> &path, HostValue value) {
  HostValue *part = &whole;
  for (const HostStep &step : path) {
    const std::vector<clang::QualType> types = partTypesOf(type);
    if (step.index >= types.size())
      return types.empty() ? Set::NotFollowed : Set::Outside;
    if (!part->parts()) {
      if (!value.isKnown())
        return Set::Done; // unknown it is already
      *part = blank(type);
    }
    part = &(*part->parts())[step.index];
    type = types[step.index];
  }
  *part = std::move(value);
  return Set::Done;
}

/// What two paths agree on; `lost` gets the rest, whose addresses are no longer followed.
HostValue joined(const HostValue &a, const HostValue &b, std::vector<HostValue> &lost) {
  if (a == b)
    return a;
  if (a.parts() && b.parts() && a.parts()->size() == b.parts()->size()) {
    HostValue::Parts parts;
    for (std::size_t i = 0; i < a.parts()->size(); ++i)
      parts.push_back(joined((*a.parts())[i], (*b.parts())[i], lost));
    return parts;
  }
  lost.push_back(a);
  lost.push_back(b);
  return {};
}

} // namespace

std::vector<clang::QualType> partTypesOf(clang::QualType type) {
  std::vector<clang::QualType> types;
  if (type.isNull())
    return types;
  if (const auto *array = llvm::dyn_cast_or_null<clang::ConstantArrayType>(type->getAsArrayTypeUnsafe())) {
    if (array->getSize().ule(kLargestArray))
      types.assign(array->getSize().getZExtValue(), array->getElementType());
    return types;
  }
  const clang::RecordDecl *record = type->getAsRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (!record || record->isUnion() || record->isInvalidDecl())
    return types;
  if (const auto *derived = llvm::dyn_cast<clang::CXXRecordDecl>(record)) {
    if (derived->getNumVBases() > 0 || derived->isDependentContext())
      return types;
    for (const clang::CXXBaseSpecifier &base : derived->bases())
      types.push_back(base.getType());
  }
  for (const clang::FieldDecl *field : record->fields())
    types.push_back(field->getType());
  return types;
}

void HostMemory::create(unsigned object, clang::QualType type, HostValue value, bool isGlobal) {
  auto made = std::make_shared<Object>();
  made->type = type.getNonReferenceType();
  made->value = std::move(value);
  made->isGlobal = isGlobal;
  if (const auto before = objects.find(object); before != objects.end()) {
    made->hasEscaped = before->second->hasEscaped; // a declaration that is run again
    made->isPinned = before->second->isPinned;
    if (made->isPinned)
      made->value = HostValue();
  }
  const HostValue reached = made->hasEscaped ? made->value : HostValue();
  objects[object] = std::move(made);
  escapeWithin(reached);
}

HostMemory::Object *HostMemory::edit(unsigned number) {
  const auto found = objects.find(number);
  if (found == objects.end())
    return nullptr;
  auto copy = std::make_shared<Object>(*found->second);
  Object *result = copy.get();
  found->second = std::move(copy);
  return result;
}

HostValue HostMemory::read(const HostPlace &place) const {
  const auto found = objects.find(place.object);
  if (found == objects.end() || place.isWithin || found->second->isPinned)
    return {};
  const HostValue *value = &found->second->value;
  for (const HostStep &step : place.path) {
    if (!value->parts() || step.index >= value->parts()->size())
      return {};
    value = &(*value->parts())[step.index];
  }
  return *value;
}

clang::QualType HostMemory::typeAt(const HostPlace &place) const {
  const auto found = objects.find(place.object);
  if (found == objects.end())
    return {};
  clang::QualType type = found->second->type;
  for (const HostStep &step : place.path) {
    const std::vector<clang::QualType> types = partTypesOf(type);
    if (step.index < types.size()) {
      type = types[step.index];
    } else { // an element of an array that is too large to be followed has a type all the same
      const clang::ArrayType *array = step.isElement ? type->getAsArrayTypeUnsafe() : nullptr;
      if (!array)
        return {};
      type = array->getElementType();
    }
  }
  return type;
}

void HostMemory::write(const MaybePlace &place, HostValue value) {
  if (!place || place->object == 0) {
    escapeWithin(value);
    forgetEscaped();
    return;
  }
  Object *object = edit(place->object);
  if (!object) { // its object has ended, or is another one by now: what a function returned
    escapeWithin(value);
    forgetAll();
    return;
  }
  if (object->isPinned) {
    escapeWithin(value);
    return;
  }
  if (object->hasEscaped || place->isWithin)
    escapeWithin(value);
  HostValue stored = place->isWithin ? HostValue() : std::move(value);
  const HostValue kept = stored;
  const Set set = setPart(object->value, object->type, place->path, std::move(stored));
  if (set == Set::Done)
    return;
  escapeWithin(kept);
  if (set == Set::Outside) { // past the end of an array: anything of the object
    escapeWithin(HostValue(object->value));
    edit(place->object)->value = HostValue();
  }
}

void HostMemory::escape(const HostPlace &place) {
  const auto found = objects.find(place.object);
  if (found == objects.end() || found->second->hasEscaped)
    return;
  edit(place.object)->hasEscaped = true;
  escapeWithin(read({place.object, {}}));
}

void HostMemory::escapeWithin(const HostValue &value) {
  if (const HostPlace *target = value.pointer())
    escape(*target);
  if (const HostValue::Parts *parts = value.parts())
    for (const HostValue &part : *parts)
      escapeWithin(part);
}

void HostMemory::pin(const HostPlace &place) {
  if (place.object)
    escapeWithin(read({place.object, {}}));
  if (Object *object = edit(place.object)) {
    object->value = HostValue();
    object->isPinned = true;
  }
}

void HostMemory::forgetEscaped() {
  for (auto &[number, shared] : objects) {
    if (shared->hasEscaped && shared->value.isKnown())
      edit(number)->value = HostValue();
  }
}

void HostMemory::forgetGlobals() {
  for (auto &[number, shared] : objects)
    if (shared->isGlobal && shared->value.isKnown()) {
      escapeWithin(HostValue(shared->value));
      edit(number)->value = HostValue();
    }
}

void HostMemory::forgetAll() {
  for (auto &[number, shared] : objects)
    if (shared->value.isKnown()) {
      escapeWithin(HostValue(shared->value));
      edit(number)->value = HostValue();
    }
}

HostValue HostMemory::joinedValues(const HostValue &a, const HostValue &b) {
  std::vector<HostValue> lost;
  HostValue result = joined(a, b, lost);
  for (const HostValue &value : lost)
    escapeWithin(value);
  return result;
}

void HostMemory::joinWith(const HostMemory &other) {
  std::vector<HostValue> lost;
  for (auto at = objects.begin(); at != objects.end();) {
    const auto there = other.objects.find(at->first);
    if (there == other.objects.end()) { // declared on one of the paths only
      lost.push_back(at->second->value);
      at = objects.erase(at);
      continue;
    }
    if (at->second != there->second && !(*at->second == *there->second)) {
      const Object &a = *at->second, &b = *there->second;
      auto made = std::make_shared<Object>(a);
      made->value = joined(a.value, b.value, lost);
      made->isPinned = a.isPinned || b.isPinned;
      made->hasEscaped = a.hasEscaped || b.hasEscaped;
      at->second = std::move(made);
    }
    ++at;
  }
  for (const auto &[number, object] : other.objects)
    if (!objects.contains(number))
      lost.push_back(object->value);
  for (const HostValue &value : lost)
    escapeWithin(value);
}

bool operator==(const HostMemory &a, const HostMemory &b) {
  return a.objects.size() == b.objects.size() &&
         std::equal(a.objects.begin(), a.objects.end(), b.objects.begin(), [](const auto &x, const auto &y) {
           return x.first == y.first && (x.second == y.second || *x.second == *y.second);
         });
}

} // namespace sectorscope
