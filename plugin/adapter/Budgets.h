// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How much more than its ideal a kernel or the project may move.

#ifndef SECTORSCOPE_PLUGIN_ADAPTER_BUDGETS_H
#define SECTORSCOPE_PLUGIN_ADAPTER_BUDGETS_H

#include "sectorscope/AccessSite.h"

#include <string>
#include <vector>

namespace sectorscope {

struct LaunchExcess;

/// At most so many sectors moved for each that is needed.
struct Budget {
  static constexpr const char *everyKernel = "kernels", *wholeProject = "project";
  std::string what;   ///< one of these two, or the name of a kernel, which goes before "kernels"
  double most = 1;    ///< 1: nothing more than the ideal
  std::string origin; ///< to begin a complaint: "--max-excess", "k.yaml:3: max-excess"
};

/// "2" (every kernel), "project=1.5" or "saxpy=1". Throws UsageError, which begins with `origin`.
Budget parseBudget(const std::string &text, const std::string &origin);

/// Holds kernels against budgets.
///
/// Worked example: a kernel that moves 36 sectors where 8 would do, under "kernels" = 2: one line, "transpose(float*):
/// moves 4.5 times its ideal sectors, --max-excess allows 2".
class BudgetCheck {
public:
  /// A kernel of a report, under its launches and the budgets that hold for its file.
  void meet(const Kernel &kernel, const std::vector<LaunchExcess> &launches, const std::vector<Budget> &budgets);

  /// One line for each budget that is exceeded. A kernel answers for its worst launch. The project is the sum of all
  /// launches; where the size of one is not known, the mean over kernels.
  std::vector<std::string> exceeded() const;

private:
  std::vector<std::string> lines;
  std::vector<Budget> ofProject;
  double sectors = 0, idealSectors = 0, ratios = 0;
  std::size_t kernels = 0;
  bool isWhole = true;
};

} // namespace sectorscope

#endif
