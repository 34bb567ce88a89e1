// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// A kernel of accesses that are written down as expressions, judged under one launch.

#ifndef SECTORSCOPE_TEST_UNIT_CAMPINGSCENE_H
#define SECTORSCOPE_TEST_UNIT_CAMPINGSCENE_H

#include "model/LaunchCamping.h"
#include "sectorscope/Audit.h"

#include <cstdint>
#include <optional>

namespace sectorscope::camping {

/// `for (k = 0; ...) a[index]` in one kernel, with 4-byte words.
struct Scene {
  KernelReport kernel;
  LaunchReport launch;
  ExprGraph &g() { return kernel.graph; }

  ExprId number(std::uint64_t value) { return g().constant(value, 64); }
  ExprId tid(unsigned axis = 0) { return g().leaf(Op::Tid, 64, axis); }
  ExprId block(unsigned axis = 0) { return g().leaf(Op::Ctaid, 64, axis); }
  ExprId counter() { return g().leaf(Op::Counter, 64, 0); }
  ExprId argument(const char *name) { return g().param({.argument = 1, .name = name, .width = 64}); }
  ExprId times(ExprId a, std::uint64_t by) { return g().binary(Op::Mul, a, number(by)); }
  ExprId plus(ExprId a, ExprId b) { return g().binary(Op::Add, a, b); }

  AccessReport &access(ExprId index, bool inLoop = false, AccessKind kind = AccessKind::Load) {
    const ExprId base = g().param({.argument = 0, .name = "a", .width = 64, .isPointer = true});
    AccessReport &access = launch.accesses.emplace_back();
    access.site.kind = kind;
    access.site.bytesPerLane = 4;
    access.site.address = plus(base, times(index, 4));
    access.site.guard = g().constant(1, 1);
    if (inLoop) {
      kernel.loops = {{.place = {}, .entered = g().constant(1, 1), .running = g().constant(1, 1)}};
      access.site.loops = {0};
    }
    return access;
  }

  const Camping &judge(const TargetModel &target) {
    for (AccessReport &access : launch.accesses)
      access.footprint = footprintOf(kernel, access.site, launch.shape, target);
    judgeCamping(kernel, target, 0.1, launch);
    return launch.accesses.front().camping;
  }
  AccessStrides strides() { return judge(builtinTarget("sm_90").value()).strides; }
};

using Bytes = std::optional<std::int64_t>;

} // namespace sectorscope::camping

#endif
