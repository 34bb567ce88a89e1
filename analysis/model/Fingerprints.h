// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Names for findings that stay the same while the code around them changes.

#ifndef SECTORSCOPE_MODEL_FINGERPRINTS_H
#define SECTORSCOPE_MODEL_FINGERPRINTS_H

#include "sectorscope/Report.h"

#include <string>
#include <vector>

namespace sectorscope {

/// A function without return type, template arguments and parameters, so that instances are alike.
///
/// Worked example: "void ns::copy<float, 4>(float*, int)" -> "ns::copy"; "Vec::operator[](int) const" ->
/// "Vec::operator[]".
std::string baseNameOf(const std::string &demangled);

/// What a finding is recognised by: rule, function and statement, and the file before all. Never line and block.
std::string identityOf(const Finding &finding);
/// The same without the file, which may have got another name.
std::string identityInAnyFile(const Finding &finding);

/// Gives each finding its fingerprint, a hash of its identity. Of those of one identity (two accesses in one
/// statement), the first by place is number 0, the next number 1: after one of them is mended, none of the others is
/// new.
void nameFindings(std::vector<Finding> &findings);

} // namespace sectorscope

#endif
