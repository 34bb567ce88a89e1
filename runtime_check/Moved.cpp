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

Sums measuredOf(const Instruction &instruction) {
  const bool shared = instruction.space == "shared";
  return {.requests = static_cast<double>(instruction.executed),
          .moved = static_cast<double>(shared ? instruction.wavefronts : instruction.sectors),
          .lines = shared ? 0 : static_cast<double>(instruction.lines),
          .lanes = static_cast<double>(instruction.lanes)};
}

void add(Sums &to, const Sums &more) {
  for (double Sums::*number : {&Sums::requests, &Sums::moved, &Sums::lines, &Sums::lanes})
    to.*number += more.*number;
}

/// Whether \p one can be what several sides of a branch became together: their lanes, and no fewer requests, sectors
/// and lines than the largest side has and no more than all have together.
bool isJoined(const Sums &one, const std::vector<Sums> &sides) {
  Sums all;
  for (const Sums &side : sides)
    add(all, side);
  auto fits = [&](double Sums::*number, double rounding) {
    double largest = 0;
    for (const Sums &side : sides)
      largest = std::max(largest, side.*number);
    return one.*number >= largest - rounding && one.*number <= all.*number + rounding;
  };
  const double rounding = std::max(one.requests, all.requests) * meanRounding;
  return std::abs(one.lanes - all.lanes) <= rounding && fits(&Sums::requests, 0) && fits(&Sums::moved, rounding) &&
         fits(&Sums::lines, rounding);
}

/// Places of one kind and space without a counterpart.
struct Leftover {
  std::vector<std::size_t> predicted, measured;
};

/// Equal in every number; or in all but the lanes, because one lane adds for its whole warp to one address; or in the
/// lanes, because what is one access behind a branch is an access in each of its sides.
enum class Agreement { None, Equal, OneLaneForAll, Sides };

Agreement compare(const std::vector<Group> &groups, const Leftover &leftover, bool isReduction) {
  Sums predicted, measured;
  bool predicated = false;
  for (std::size_t i : leftover.predicted) {
    const std::optional<Sums> sums = predictedIn(groups[i]);
    if (!sums)
      return Agreement::None;
    add(predicted, *sums);
  }
  std::vector<Sums> instructions;
  for (std::size_t i : leftover.measured)
    for (const Instruction *instruction : groups[i].instructions) {
      instructions.push_back(measuredOf(*instruction));
      add(measured, instructions.back());
      predicated |= instruction->predicated; // counted in warps that ask for nothing, too
    }
  const bool asOften = predicated ? measured.requests >= predicted.requests : measured.requests == predicted.requests;
  auto sameSum = [&](double one, double other) { return equal(one, other, predicted.requests); };
  if (!asOften || !sameSum(predicted.moved, measured.moved) || !sameSum(predicted.lines, measured.lines)) {
    const bool oneForSides = leftover.predicted.size() == 1 && leftover.measured.size() > 1;
    return oneForSides && isJoined(predicted, instructions) ? Agreement::Sides : Agreement::None;
  }
  if (sameSum(predicted.lanes, measured.lanes))
    return Agreement::Equal;
  const bool oneForAll = isReduction && measured.lanes == measured.requests && predicted.moved == predicted.requests;
  return oneForAll ? Agreement::OneLaneForAll : Agreement::None;
}

/// The sums of each place, or nothing if one is not exact or of another width.
std::vector<Sums> sidesOf(const std::vector<Group> &groups, const std::vector<std::size_t> &which, unsigned width) {
  std::vector<Sums> sides;
  for (std::size_t i : which) {
    const std::optional<Sums> sums = predictedIn(groups[i]);
    if (!sums || std::ranges::any_of(groups[i].accesses, [&](const auto *a) { return a->bytesPerLane != width; }))
      return {};
    sides.push_back(*sums);
  }
  return sides;
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
    Leftover &leftover = leftovers[{kindClass(judged[i].kind), judged[i].space}];
    if (groups[i].accesses.empty())
      leftover.measured.push_back(i);
    else if (groups[i].instructions.empty() && judged[i].verdict == Verdict::CompilerChanged)
      leftover.predicted.push_back(i);
  }
  for (const auto &[kind, leftover] : leftovers) {
    if (leftover.predicted.empty() || leftover.measured.empty())
      continue;
    const Agreement agreement = compare(groups, leftover, kind.first == kindClass("reduction"));
    if (agreement == Agreement::None)
      continue;
    const bool isEqual = agreement == Agreement::Equal;
    const std::string how = isEqual                                 ? "; in sum equal to what "
                            : agreement == Agreement::OneLaneForAll ? "; but for one lane that adds for its warp, what "
                                                                    : "; in lanes equal to what ";
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

void findJoinedSides(const std::vector<Group> &groups, std::vector<Comparison> &judged,
                     const std::function<bool(const Group &)> &isWitnessed) {
  for (std::size_t at = 0; at != groups.size(); ++at) {
    if (judged[at].verdict != Verdict::Wrong || groups[at].instructions.size() != 1 || !isWitnessed(groups[at]))
      continue;
    const Instruction &one = *groups[at].instructions.front();
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i != groups.size(); ++i)
      if (judged[i].verdict == Verdict::CompilerChanged && groups[i].instructions.empty() &&
          kindClass(judged[i].kind) == kindClass(judged[at].kind) && judged[i].space == judged[at].space)
        others.push_back(i);
    if (others.empty())
      continue;
    std::vector<std::size_t> all = others;
    all.push_back(at);
    const std::vector<Sums> sides = sidesOf(groups, all, one.bytesPerLane);
    if (sides.empty() || !isJoined(measuredOf(one), sides))
      continue;
    judged[at].verdict = Verdict::CompilerChanged;
    judged[at].evidence += "; one machine instruction for this and " + placesOf(judged, others);
  }
}

} // namespace sectorscope::check
