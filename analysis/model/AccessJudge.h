// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The footprint of one access, asked for under one launch after another.

#ifndef SECTORSCOPE_MODEL_ACCESSJUDGE_H
#define SECTORSCOPE_MODEL_ACCESSJUDGE_H

#include "sectorscope/AccessSite.h"
#include "sectorscope/Audit.h"
#include "sectorscope/Footprint.h"
#include "sectorscope/TargetModel.h"

namespace sectorscope {

/// What the accesses of one launch may still cost, and have.
struct Effort {
  std::size_t patience = 0;  ///< see footprintOf
  bool onlyExact = false;    ///< bounds are of no use
  std::size_t evaluated = 0; ///< cells
};

/// One access, its expressions in `graph`: first counted in full, and where that takes too long, in bounds.
class AccessJudge {
public:
  AccessJudge(const ExprGraph &graph, const AccessSite &site, const TargetModel &target, const AuditOptions &options)
      : graph(graph), site(site), target(target), options(options) {}

  /// Neither usual values nor hints are filled in.
  Footprint operator()(const LaunchShape &launch, Effort &effort) const;

private:
  const ExprGraph &graph;
  const AccessSite &site;
  const TargetModel &target;
  const AuditOptions &options;
};

/// footprintOf, with an account of the effort.
Footprint judgeAccess(const Kernel &kernel, const AccessSite &site, const LaunchShape &launch,
                      const TargetModel &target, const AuditOptions &options, Effort &effort);

} // namespace sectorscope

#endif
