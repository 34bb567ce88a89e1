// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Compares the bytes of two places with those of their machine instructions.

#include "Vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sectorscope::check {

namespace {

/// Bytes that lanes ask for, and by how much rounded means of lanes may be off.
struct Asked {
  double bytes = 0, rounding = 0;
};

/// Empty if the report does not say it exactly.
std::optional<Asked> predictedIn(const Group &group) {
  Asked asked;
  for (const PredictedAccess *access : group.accesses) {
    if (access->status != "exact" || !access->requests || !access->activeLanes)
      return std::nullopt;
    asked.bytes += *access->requests * *access->activeLanes * access->bytesPerLane;
    asked.rounding += *access->requests * meanRounding * access->bytesPerLane;
  }
  return asked;
}

double measuredIn(const Group &group) {
  double bytes = 0;
  for (const Instruction *instruction : group.instructions)
    bytes += static_cast<double>(instruction->lanes) * instruction->bytesPerLane;
  return bytes;
}

/// An instruction that is wider than all that is predicted there.
const Instruction *vectorIn(const Group &group) {
  for (const Instruction *instruction : group.instructions)
    if (std::ranges::all_of(group.accesses,
                            [&](const auto *access) { return access->bytesPerLane < instruction->bytesPerLane; }))
      return instruction;
  return nullptr;
}

bool isPair(const Group &one, const Group &other) {
  const std::optional<Asked> a = predictedIn(one), b = predictedIn(other);
  return a && b && std::abs(a->bytes + b->bytes - measuredIn(one) - measuredIn(other)) <= a->rounding + b->rounding;
}

} // namespace

void findVectors(const std::vector<Group> &groups, std::vector<Comparison> &judged) {
  for (std::size_t at = 0; at != groups.size(); ++at) {
    if (judged[at].verdict != Verdict::Wrong || groups[at].accesses.empty())
      continue;
    for (std::size_t other = 0; other != groups.size(); ++other) {
      if (other == at || groups[other].accesses.empty() || judged[other].space != judged[at].space ||
          kindClass(judged[other].kind) != kindClass(judged[at].kind))
        continue;
      const Instruction *vector = vectorIn(groups[other]);
      if (!vector || !isPair(groups[at], groups[other]))
        continue;
      judged[at].verdict = Verdict::CompilerChanged;
      judged[at].evidence +=
          fmt::format("; the rest is in {} at {:#x}, {}:{}, with which the bytes add up", vector->opcode,
                      vector->offset, judged[other].place.file, judged[other].place.line);
      break;
    }
  }
}

} // namespace sectorscope::check
