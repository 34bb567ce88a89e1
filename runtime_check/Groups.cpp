// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Lines predictions and machine instructions up.

#include "Groups.h"

#include <algorithm>

namespace sectorscope::check {

std::string spaceClass(const std::string &space) { return space == "generic" ? "global" : space; }

std::string kindClass(const std::string &kind) { return kind == "reduction" ? "atomic" : kind; }

namespace {

bool isSystemFile(const std::string &file) {
  return file.starts_with("/") && file.find("/include/") != std::string::npos;
}

/// Paths are relative to different directories: one is the end of the other.
bool sameFile(const std::string &a, const std::string &b) {
  const std::string &longer = a.size() < b.size() ? b : a, &shorter = a.size() < b.size() ? a : b;
  return !shorter.empty() && longer.ends_with(shorter) &&
         (longer.size() == shorter.size() || longer[longer.size() - shorter.size() - 1] == '/');
}

/// The same header under another directory, or in an installed copy of another layout.
bool samePlace(const Place &a, const Place &b) { return a.line == b.line && sameFile(a.file, b.file); }

} // namespace

const Place &userPlace(const Instruction &instruction) {
  if (!isSystemFile(instruction.place.file))
    return instruction.place;
  for (const Place &caller : instruction.callers)
    if (!isSystemFile(caller.file))
      return caller;
  return instruction.place;
}

static bool matches(const PredictedAccess &access, const Instruction &instruction) {
  return kindClass(access.kind) == kindClass(instruction.kind) &&
         spaceClass(access.space) == spaceClass(instruction.space) &&
         (samePlace(access.place, userPlace(instruction)) || samePlace(access.innermost, instruction.place));
}

std::vector<Group> groupsOf(const PredictedLaunch &prediction, const Launch &launch) {
  std::vector<Group> groups;
  for (const PredictedAccess &access : prediction.accesses) {
    auto it = std::ranges::find_if(groups, [&](const Group &group) {
      const PredictedAccess &first = *group.accesses.front();
      return samePlace(first.place, access.place) && kindClass(first.kind) == kindClass(access.kind) &&
             spaceClass(first.space) == spaceClass(access.space);
    });
    if (it == groups.end())
      it = groups.insert(groups.end(), Group());
    it->accesses.push_back(&access);
  }
  const std::size_t predicted = groups.size();
  for (const Instruction &instruction : launch.instructions) {
    auto it = std::ranges::find_if(groups, [&](const Group &group) {
      if (group.accesses.empty()) {
        const Instruction &first = *group.instructions.front();
        return samePlace(userPlace(first), userPlace(instruction)) &&
               kindClass(first.kind) == kindClass(instruction.kind) &&
               spaceClass(first.space) == spaceClass(instruction.space);
      }
      return std::ranges::any_of(group.accesses, [&](const auto *access) { return matches(*access, instruction); });
    });
    if (it == groups.end())
      it = groups.insert(groups.end(), Group());
    it->instructions.push_back(&instruction);
  }
  std::stable_sort(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(predicted),
                   [](const Group &a, const Group &b) { return a.accesses[0]->place < b.accesses[0]->place; });
  return groups;
}

} // namespace sectorscope::check
