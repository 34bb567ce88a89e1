// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Which of the names that a person gave are those of nothing: mostly, letters were mixed up.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_GIVENNAMES_H
#define SECTORSCOPE_PLUGIN_ADAPTER_GIVENNAMES_H

#include "adapter/KernelSettings.h"
#include "frontend/KernelParameters.h"

#include <set>
#include <string>
#include <vector>

namespace sectorscope {

/// Names that were given for a run over several files, held against every kernel that it meets.
///
/// Worked example: after addArgument("--assume", "nn") and a kernel `saxpy(float *a, int n)`, there is one complaint:
/// "--assume: no kernel has a parameter 'nn'; did you mean 'n'?".
class GivenNames {
public:
  /// A kernel, and parameters of it. What is given a second time is not told twice.
  void addKernel(const KernelSettings &settings);
  /// A parameter of any kernel; `origin` begins the complaint.
  void addArgument(const std::string &origin, const std::string &name);

  void meet(const Kernel &kernel, const FieldNames &fields);

  bool isMet(const KernelSettings &settings) const;
  /// One line for each name that nothing has.
  std::vector<std::string> complaints() const;

private:
  struct Name {
    std::string origin, kernel, argument; ///< empty: any kernel; the kernel itself
    bool isMet = false;
    std::set<std::string> others; ///< what it could have been
  };
  void add(Name name);
  std::vector<Name> names;
};

} // namespace sectorscope

#endif
