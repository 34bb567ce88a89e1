// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "adapter/Budgets.h"

#include "adapter/Config.h"
#include "model/FormatNumber.h"
#include "model/LaunchWaste.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace sectorscope {

namespace {

/// More than rounding.
bool isOver(double ratio, double most) { return ratio > most + 1e-9; }

std::string lineOf(const std::string &who, double ratio, const Budget &budget) {
  return fmt::format("{}: moves {} times its ideal sectors, {} allows {}", who, formatCount(ratio), budget.origin,
                     formatCount(budget.most));
}

} // namespace

Budget parseBudget(const std::string &text, const std::string &origin) {
  Budget budget{Budget::everyKernel, 1, origin};
  const std::size_t equals = text.rfind('=');
  if (equals != std::string::npos)
    budget.what = text.substr(0, equals);
  const std::string number = equals == std::string::npos ? text : text.substr(equals + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), budget.most);
  if (error != std::errc() || end != number.data() + number.size() || !(budget.most >= 1) || budget.what.empty())
    throw UsageError(fmt::format("{}: '{}' is no budget; write a number from 1 on, such as 2, project=1.5 or saxpy=1",
                                 origin, text));
  return budget;
}

void BudgetCheck::meet(const Kernel &kernel, const std::vector<LaunchExcess> &launches,
                       const std::vector<Budget> &budgets) {
  double worst = 1;
  for (const LaunchExcess &launch : launches) {
    worst = std::max(worst, launch.ratio());
    isWhole &= launch.isWhole;
    sectors += launch.sectors;
    idealSectors += launch.idealSectors;
  }
  ratios += worst;
  ++kernels;
  const Budget *mine = nullptr, *ofAll = nullptr;
  for (const Budget &budget : budgets) {
    if (budget.what == Budget::wholeProject) {
      const bool isKnown = std::ranges::any_of(
          ofProject, [&](const Budget &other) { return other.origin == budget.origin && other.most == budget.most; });
      if (!isKnown)
        ofProject.push_back(budget);
    } else if (isNamed(kernel, budget.what)) {
      mine = &budget;
    } else if (budget.what == Budget::everyKernel) {
      ofAll = &budget;
    }
  }
  mine = mine ? mine : ofAll;
  if (mine && isOver(worst, mine->most))
    lines.push_back(lineOf(kernel.name, worst, *mine));
}

std::vector<std::string> BudgetCheck::exceeded() const {
  std::vector<std::string> all = lines;
  const double ratio = isWhole && idealSectors > 0 ? sectors / idealSectors
                       : kernels                   ? ratios / static_cast<double>(kernels)
                                                   : 1;
  for (const Budget &budget : ofProject)
    if (isOver(ratio, budget.most))
      all.push_back(lineOf("the project", ratio, budget));
  return all;
}

} // namespace sectorscope
