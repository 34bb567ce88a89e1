// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compares sums over the places that have no counterpart.

#include "Moved.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace sectorscope::check {

namespace {

struct Sums {
  double requests = 0, moved = 0, lines = 0, lanes = 0;
};

bool equal(double predicted, double measured, double requests) {
  return std::abs(predicted - measured) <= requests * meanRounding;
}

/// Empty if the report does not say all of it exactly.
std::optional<Sums> predictedIn(const Group &group) {
  Sums sums;
  for (const PredictedAccess *access : group.accesses) {
    const bool shared = spaceClass(access->space) == "shared";
    const std::optional<Range> &moved = shared ? access->wavefronts : access->sectors;
    if (access->status != "exact" || !access->requests || !moved || !access->activeLanes ||
        (!shared && (!access->lines || std::isnan(access->lines->mean))))
      return std::nullopt;
    sums.requests += *access->requests;
    sums.moved += *access->requests * moved->mean;
    sums.lines += shared ? 0 : *access->requests * access->lines->mean;
    sums.lanes += *access->requests * *access->activeLanes;
  }
  return sums;
}

/// Places of one kind and space without a counterpart.
struct Leftover {
  std::vector<std::size_t> predicted, measured;
};

/// Equal in every number; or in all but the lanes, because one lane adds for its whole warp to one address.
enum class Agreement { None, Equal, OneLaneForAll };

Agreement compare(const std::vector<Group> &groups, const Leftover &leftover, bool isReduction) {
  Sums predicted, measured;
  bool predicated = false;
  for (std::size_t i : leftover.predicted) {
    const std::optional<Sums> sums = predictedIn(groups[i]);
    if (!sums)
      return Agreement::None;
    predicted.requests += sums->requests;
    predicted.moved += sums->moved;
    predicted.lines += sums->lines;
    predicted.lanes += sums->lanes;
  }
  for (std::size_t i : leftover.measured)
    for (const Instruction *instruction : groups[i].instructions) {
      const bool shared = instruction->space == "shared";
      measured.requests += static_cast<double>(instruction->executed);
      measured.moved += static_cast<double>(shared ? instruction->wavefronts : instruction->sectors);
      measured.lines += shared ? 0 : static_cast<double>(instruction->lines);
      measured.lanes += static_cast<double>(instruction->lanes);
      predicated |= instruction->predicated; // counted in warps that ask for nothing, too
    }
  const bool asOften = predicated ? measured.requests >= predicted.requests : measured.requests == predicted.requests;
  auto sameSum = [&](double one, double other) { return equal(one, other, predicted.requests); };
  if (!asOften || !sameSum(predicted.moved, measured.moved) || !sameSum(predicted.lines, measured.lines))
    return Agreement::None;
  if (sameSum(predicted.lanes, measured.lanes))
    return Agreement::Equal;
  const bool oneForAll = isReduction && measured.lanes == measured.requests && predicted.moved == predicted.requests;
  return oneForAll ? Agreement::OneLaneForAll : Agreement::None;
}

std::string placesOf(const std::vector<Comparison> &judged, const std::vector<std::size_t> &which) {
  std::string text;
  for (std::size_t i : which)
    text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", judged[i].place.file, judged[i].place.line);
  return text;
}

} // namespace

void findElsewhere(const std::vector<Group> &groups, std::vector<Comparison> &judged) {
  std::map<std::pair<std::string, std::string>, Leftover> leftovers;
  for (std::size_t i = 0; i != groups.size(); ++i) {
    Leftover &leftover = leftovers[{judged[i].kind, judged[i].space}];
    if (groups[i].accesses.empty())
      leftover.measured.push_back(i);
    else if (groups[i].instructions.empty() && judged[i].verdict == Verdict::CompilerChanged)
      leftover.predicted.push_back(i);
  }
  for (const auto &[kind, leftover] : leftovers) {
    if (leftover.predicted.empty() || leftover.measured.empty())
      continue;
    const Agreement agreement = compare(groups, leftover, kind.first == "reduction");
    if (agreement == Agreement::None)
      continue;
    const bool isEqual = agreement == Agreement::Equal;
    const std::string how = isEqual ? "; in sum equal to what " : "; but for one lane that adds for its warp, what ";
    for (std::size_t i : leftover.predicted) {
      judged[i].foundElsewhere = isEqual;
      judged[i].evidence += how + "was counted at " + placesOf(judged, leftover.measured);
    }
    for (std::size_t i : leftover.measured) {
      judged[i].foundElsewhere = isEqual;
      judged[i].verdict = isEqual ? judged[i].verdict : Verdict::CompilerChanged;
      judged[i].evidence += how + "is predicted at " + placesOf(judged, leftover.predicted);
    }
  }
}

} // namespace sectorscope::check
