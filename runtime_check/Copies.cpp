// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Recognises copies.

#include "Copies.h"

#include "Replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace sectorscope::check {

namespace {

bool equal(double requests, double mean, std::uint64_t measured) {
  return std::abs(requests * mean - static_cast<double>(measured)) <= requests * meanRounding;
}

/// Sums over all requests; a number that the report leaves open is no difference.
bool isCopy(const Instruction &instruction, const PredictedAccess &access) {
  const bool shared = spaceClass(access.space) == "shared";
  const std::optional<Range> &moved = shared ? access.wavefronts : access.sectors;
  if (!moved || instruction.bytesPerLane != access.bytesPerLane)
    return false;
  // A predicated instruction is also counted in warps that ask for nothing.
  const bool asOften = instruction.predicated ? static_cast<double>(instruction.executed) >= *access.requests
                                              : static_cast<double>(instruction.executed) == *access.requests;
  return asOften && equal(*access.requests, moved->mean, shared ? instruction.wavefronts : instruction.sectors) &&
         (!access.activeLanes || equal(*access.requests, *access.activeLanes, instruction.lanes)) &&
         (shared || !access.lines || equal(*access.requests, access.lines->mean, instruction.lines));
}

std::vector<const PredictedAccess *> executedOf(const Group &group) {
  std::vector<const PredictedAccess *> executed;
  std::ranges::copy_if(group.accesses, std::back_inserter(executed),
                       [](const PredictedAccess *access) { return access->requests && *access->requests > 0; });
  return executed;
}

} // namespace

std::string copiesIn(const Group &group) {
  if (!std::ranges::all_of(group.accesses, [](const PredictedAccess *access) {
        return access->status == "exact" && access->requests.has_value();
      }))
    return "";
  const std::vector<const PredictedAccess *> accesses = executedOf(group);
  std::set<const PredictedAccess *> found;
  std::string instructions;
  std::size_t count = 0;
  for (const Instruction *instruction : group.instructions) {
    if (instruction->executed == 0)
      continue;
    bool isAny = false;
    for (const PredictedAccess *access : accesses)
      if (isCopy(*instruction, *access)) {
        isAny = true;
        found.insert(access);
      }
    if (!isAny)
      return "";
    instructions +=
        fmt::format("{}{} at {:#x}", instructions.empty() ? "" : ", ", instruction->opcode, instruction->offset);
    ++count;
  }
  if (count == 0 || count == accesses.size() || found.size() != accesses.size())
    return "";
  return fmt::format("{} machine instruction{} for {} access{} of the IR: {}", count, count == 1 ? "" : "s",
                     accesses.size(), accesses.size() == 1 ? "" : "es", instructions);
}

bool executedAlike(const Group &a, const Group &b) {
  const std::vector<const PredictedAccess *> first = executedOf(a), second = executedOf(b);
  return std::ranges::any_of(first, [&](const PredictedAccess *one) {
    return std::ranges::any_of(second,
                               [&](const PredictedAccess *other) { return *one->requests == *other->requests; });
  });
}

} // namespace sectorscope::check
