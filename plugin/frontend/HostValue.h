// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// What is known of a value of host code.

#ifndef SECTORSCOPE_FRONTEND_HOSTVALUE_H
#define SECTORSCOPE_FRONTEND_HOSTVALUE_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace clang {
class FunctionDecl;
}

namespace sectorscope {

/// One step from an object into it: base class or field by number (bases first), or element of an array.
struct HostStep {
  unsigned index = 0;
  bool isElement = false;
  friend bool operator==(const HostStep &, const HostStep &) = default;
};

/// A place in the memory of the host: what a pointer points to and a reference names.
struct HostPlace {
  unsigned object = 0;        ///< 0: nowhere, the null pointer
  std::vector<HostStep> path; ///< from the whole object inwards
  bool isWithin = false;      ///< somewhere in what the path names, not known where
  friend bool operator==(const HostPlace &, const HostPlace &) = default;

  HostPlace at(unsigned index, bool isElement = false) const {
    HostPlace inner = *this;
    if (!isWithin)
      inner.path.push_back({index, isElement});
    return inner;
  }
};

/// Where an expression lies; empty: not known.
using MaybePlace = std::optional<HostPlace>;

/// A number, a pointer, a function, the parts of a struct or array, or unknown.
///
/// Worked example: `dim3(32, n)` with unknown n is {parts: 32, unknown, 1}.
class HostValue {
public:
  using Parts = std::vector<HostValue>;

  HostValue() = default; ///< unknown
  HostValue(llvm::APSInt value) : content(std::move(value)) {}
  HostValue(llvm::APFloat value) : content(std::move(value)) {}
  HostValue(HostPlace target) : content(std::move(target)) {}
  HostValue(const clang::FunctionDecl *function) : content(function) {}
  HostValue(Parts parts) : content(std::move(parts)) {}

  bool isKnown() const { return !std::holds_alternative<std::monostate>(content); }
  const llvm::APSInt *integer() const { return std::get_if<llvm::APSInt>(&content); }
  const llvm::APFloat *floating() const { return std::get_if<llvm::APFloat>(&content); }
  const HostPlace *pointer() const { return std::get_if<HostPlace>(&content); }
  const Parts *parts() const { return std::get_if<Parts>(&content); }
  Parts *parts() { return std::get_if<Parts>(&content); }
  const clang::FunctionDecl *function() const {
    const auto *function = std::get_if<const clang::FunctionDecl *>(&content);
    return function ? *function : nullptr;
  }

  /// The number, where it is one that fits; bits beyond 63 of an unsigned one become the sign.
  std::optional<std::int64_t> number() const;
  /// Whether a condition of this value holds.
  std::optional<bool> truth() const;

  friend bool operator==(const HostValue &a, const HostValue &b);

private:
  std::variant<std::monostate, llvm::APSInt, llvm::APFloat, HostPlace, const clang::FunctionDecl *, Parts> content;
};

} // namespace sectorscope

#endif
