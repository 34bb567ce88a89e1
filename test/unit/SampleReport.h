// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Reports built by hand: what printers and rules get, without any IR.

#ifndef SECTORSCOPE_TEST_UNIT_SAMPLEREPORT_H
#define SECTORSCOPE_TEST_UNIT_SAMPLEREPORT_H

#include "sectorscope/Audit.h"
#include "sectorscope/Report.h"
#include "sectorscope/TargetModel.h"

#include "model/FormatExpr.h"

namespace sectorscope::sample {

inline TargetModel target() {
  TargetModel t;
  t.arch = "sm_90";
  t.name = "sample part";
  t.warpSize = 32;
  t.sectorBytes = 32;
  t.lineBytes = 128;
  t.maxThreadsPerBlock = 1024;
  t.sharedBanks = 32;
  t.sharedBankBytes = 4;
  return t;
}

/// base + scale * (ctaid.x * ntid.x + tid.x) + offset, as clang writes it: 32-bit index, sign-extended.
inline ExprId linearAddress(ExprGraph &graph, const char *base, std::uint64_t scale, std::uint64_t offset = 0) {
  const ExprId index =
      graph.binary(Op::Add, graph.binary(Op::Mul, graph.leaf(Op::Ctaid, 32, 0), graph.leaf(Op::Ntid, 32, 0)),
                   graph.leaf(Op::Tid, 32, 0));
  const ExprId bytes = graph.binary(Op::Mul, graph.unary(Op::SExt, 64, index), graph.constant(scale, 64));
  ParamLeaf param;
  param.argument = static_cast<unsigned>(base[0] - 'a');
  param.name = base;
  param.width = 64;
  param.isPointer = true;
  return graph.binary(Op::Add, graph.binary(Op::Add, graph.param(param), bytes), graph.constant(offset, 64));
}

/// An exact footprint of full warps.
inline Footprint exact(double sectors, double ideal, double sectorsIfAligned) {
  Footprint f;
  f.certainty = Certainty::Exact;
  f.activeLanes = {32, 32, 32};
  f.sectors = {sectors, sectors, sectors};
  f.idealSectors = {ideal, ideal, ideal};
  f.lines = {1, 1, 1};
  f.sectorsIfAligned = sectorsIfAligned;
  return f;
}

struct Access {
  unsigned line;
  AccessKind kind;
  unsigned bytes;
  std::uint64_t scale;
  std::uint64_t offset;
  Footprint footprint;
};

inline LaunchShape assumed256() {
  LaunchShape launch;
  launch.block = Dim3{256, 1, 1};
  return launch;
}

inline void addAccess(KernelReport &kernel, LaunchReport &launch, const Access &what) {
  AccessReport access;
  access.id = "0." + std::to_string(launch.accesses.size());
  access.site.place = {kernel.place.file, what.line, 10};
  access.site.kind = what.kind;
  access.site.bytesPerLane = what.bytes;
  access.site.address = linearAddress(kernel.graph, "a", what.scale, what.offset);
  access.site.inlineStack.push_back({kernel.name, access.site.place});
  access.address = formatExpr(kernel.graph, access.site.address, launch.shape);
  access.footprint = what.footprint;
  launch.accesses.push_back(access);
}

/// One kernel, one launch.
inline Report report(const std::vector<Access> &accesses, const LaunchShape &shape = assumed256(),
                     const std::string &name = "k(float*)") {
  Report r;
  r.llvmVersion = "22.1.8";
  r.arch = "sm_90";
  r.profileName = "sample part";
  KernelReport &kernel = r.kernels.emplace_back();
  kernel.name = name;
  kernel.mangled = "_Z" + name;
  kernel.place = {"k.cu", 3, 0};
  LaunchReport &launch = kernel.launches.emplace_back();
  launch.shape = shape;
  for (const Access &access : accesses)
    addAccess(kernel, launch, access);
  return r;
}

} // namespace sectorscope::sample

#endif
