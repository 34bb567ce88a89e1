// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/UpdateExpectations.h"

#include "model/FormatNumber.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sectorscope {

namespace {

/// Counts are told with four decimals; the end of a range is rounded to the side on which it holds.
double roundedUp(double value) { return std::ceil(std::round(value * 1e6) / 1e2) / 1e4; }
double roundedDown(double value) { return std::floor(std::round(value * 1e6) / 1e2) / 1e4; }

/// The number that makes the operator hold for all counts from `least` to `most`.
double numberFor(const std::string &op, double least, double most) {
  return op == "<="   ? roundedUp(most)
         : op == "<"  ? std::floor(most) + 1
         : op == ">=" ? roundedDown(least)
         : op == ">"  ? std::ceil(least) - 1
                      : roundedUp(most);
}

/// The number as it is written in the expectation, and where: from the beginning of its text.
std::pair<std::size_t, std::string> numberIn(const Expectation &expectation) {
  const std::size_t at = expectation.text.find_first_not_of("<>= \t", expectation.text.find_first_of("<>="));
  return {at, expectation.text.substr(at)};
}

} // namespace

SourceEdits updateExpectations(const std::string &source, const std::string &file,
                               const std::vector<KernelSummary> &kernels) {
  SourceEdits result;
  for (const Expectation &old : expectationsIn(source)) {
    const auto leave = [&](const std::string &reason) {
      result.left.push_back({old.textLine, fmt::format("{}: {}", old.text, reason)});
    };
    if (!old.problem.empty()) {
      leave("cannot be read: " + old.problem);
      continue;
    }
    std::vector<const AccessSummary *> meant;
    for (const KernelSummary &kernel : kernels)
      for (const LaunchSummary &launch : kernel.launches)
        for (const AccessSummary &access : launch.accesses)
          if (speaksOf(old, file, access))
            meant.push_back(&access);
    if (meant.empty()) {
      leave("no such access stands there any more; take the expectation out");
      continue;
    }
    const auto isBrokenBy = [](const Expectation &expectation) {
      return [&](const AccessSummary *access) { return !failureOf(expectation, *access).empty(); };
    };
    const auto broken = std::ranges::find_if(meant, isBrokenBy(old));
    if (broken == meant.end())
      continue;
    Expectation updated = old;
    const bool isKnown = std::ranges::none_of(
        meant, [](const AccessSummary *access) { return access->certainty == Certainty::Unknown; });
    if (!old.op.empty() && isKnown) {
      double least = HUGE_VAL, most = 0;
      for (const AccessSummary *access : meant) {
        const bool isExact = access->certainty == Certainty::Exact && !std::isnan(access->count.mean);
        const double mean = std::round(access->count.mean * 1e4) / 1e4;
        least = std::min(least, isExact ? mean : access->count.min);
        most = std::max(most, isExact ? mean : access->count.max);
      }
      updated.number = numberFor(old.op, least, most);
    }
    if (const auto still = std::ranges::find_if(meant, isBrokenBy(updated)); still != meant.end()) {
      leave(fmt::format("{}; no other number would make it true", failureOf(updated, **still)));
      continue;
    }
    const auto [at, number] = numberIn(old);
    result.edits.push_back(
        {old.textLine, old.textColumn + at, old.word + old.op, number, formatCount(updated.number, 4)});
  }
  return result;
}

} // namespace sectorscope
