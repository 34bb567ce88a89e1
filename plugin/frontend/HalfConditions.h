// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Whether a file says the same to the host as to the device.

#ifndef SECTORSCOPE_FRONTEND_HALFCONDITIONS_H
#define SECTORSCOPE_FRONTEND_HALFCONDITIONS_H

#include "clang/Basic/SourceLocation.h"

#include <memory>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace sectorscope {

/// Places in user code where a device half need not be what the host half is: `#if`s that ask for __CUDA_ARCH__, up to
/// their `#endif`. An invalid range is one whose effect reaches beyond it (`#define`, `#include` in such a region).
using HalfConditions = std::vector<clang::SourceRange>;

/// The list, which fills while the file is preprocessed.
std::shared_ptr<const HalfConditions> watchHalfConditions(clang::Preprocessor &preprocessor);

/// Whether the host code is the same in both halves, as far as `conditions` go.
///
/// Worked example: `#if __CUDA_ARCH__ >= 800` inside a kernel leaves the host code as it is; in a function of the host,
/// in one of both, or around functions, it does not.
bool isSameForHost(const HalfConditions &conditions, clang::ASTContext &context);

} // namespace sectorscope

#endif
