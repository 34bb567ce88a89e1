// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The variables of host code at one point of its run, and what is known of each.

#ifndef SECTORSCOPE_FRONTEND_HOSTMEMORY_H
#define SECTORSCOPE_FRONTEND_HOSTMEMORY_H

#include "frontend/HostValue.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"

#include <map>
#include <memory>

namespace sectorscope {

/// Types of the parts of a struct or array as HostValue numbers them: direct bases, then fields; elements. Empty for
/// what is not followed: scalars, unions, virtual bases, large arrays.
std::vector<clang::QualType> partTypesOf(clang::QualType type);

/// Objects by number. Everything that is not certain is unknown: a value that was written through a pointer to
/// somewhere, what an unknown function can reach, what differs between two paths.
///
/// An address that goes where it is not followed *escapes*. What has escaped stays readable, but every call of an
/// unknown function and every write to an unknown place forgets it: the whole object, since from a part of it the rest
/// is reached (`&v.x + 1`, memcpy, a base class that is cast back).
class HostMemory {
public:
  /// `isGlobal`: functions of other files can write it.
  void create(unsigned object, clang::QualType type, HostValue value, bool isGlobal = false);
  void destroy(unsigned object) { objects.erase(object); }

  HostValue read(const HostPlace &place) const;
  void write(const MaybePlace &place, HostValue value);

  /// The type of what lies at a place, null if that is not known.
  clang::QualType typeAt(const HostPlace &place) const;

  void escape(const HostPlace &place);
  void escapeWithin(const HostValue &value); ///< every address in it
  void pin(const HostPlace &place);          ///< unknown from now on, whatever is written
  void forget(const MaybePlace &place) { write(place, HostValue()); }
  void forgetEscaped();
  void forgetGlobals();
  void forgetAll();

  /// What holds after either of two paths.
  void joinWith(const HostMemory &other);
  HostValue joinedValues(const HostValue &a, const HostValue &b);
  std::size_t size() const { return objects.size(); }
  friend bool operator==(const HostMemory &a, const HostMemory &b);

private:
  struct Object {
    clang::QualType type;
    HostValue value;
    bool hasEscaped = false; ///< its address is where it is not followed
    bool isGlobal = false, isPinned = false;
    friend bool operator==(const Object &, const Object &) = default;
  };
  using Shared = std::shared_ptr<const Object>; // most objects are the same before and after a statement

  Object *edit(unsigned number);
  std::map<unsigned, Shared> objects;
};

} // namespace sectorscope

#endif
