// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The list of launches that `sectorscope audit --launches` reads, made of what a run did.

#ifndef SECTORSCOPE_RUNTIME_CHECK_LAUNCHESSEEN_H
#define SECTORSCOPE_RUNTIME_CHECK_LAUNCHESSEEN_H

#include "Shards.h"

#include <string>
#include <vector>

namespace sectorscope::check {

/// Whether nothing that is known of them differs, but when they were made and what was counted.
bool isAlike(const SeenLaunch &a, const SeenLaunch &b);

/// Launches that are alike, told once.
struct DistinctLaunch {
  const SeenLaunch *first; ///< of the shard
  unsigned times;
};

/// By the order of the first of each.
std::vector<DistinctLaunch> distinctLaunches(const Shard &shard);

/// Schema "sectorscope-launches/1" (docs/launches.md), one launch a line. \p program: file name of the executable.
std::string launchesToJson(const Shard &shard, const std::string &program, const std::string &driver);

} // namespace sectorscope::check

#endif
