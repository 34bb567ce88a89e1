// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// How far apart neighbouring blocks, warps and iterations are at one access.

#ifndef SECTORSCOPE_MODEL_STRIDES_H
#define SECTORSCOPE_MODEL_STRIDES_H

#include "model/LaunchWalk.h"
#include "sectorscope/Camping.h"
#include "sectorscope/Report.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace sectorscope {

/// The strides of the accesses of one launch.
///
/// An address that goes straight along an axis, a sum of the block's index times what is the same in the whole launch,
/// has one distance there, which a few blocks tell. Where a quotient, a minimum or the like stands in between, all
/// requests of the launch are compared, if they are not too many; else there is no number. Where arguments or the grid
/// are not known, two sets of values stand in: a distance that is not the same under both is none.
class StrideReader {
public:
  /// Refers to both for as long as it lives.
  StrideReader(const KernelReport &kernel, const LaunchReport &launch);

  /// Its addresses hang on no contents of memory, and are those of one instruction.
  bool isCompared(const AccessReport &access) const;
  AccessStrides of(const AccessReport &access);

private:
  /// A launch of which everything is known, and its expressions.
  struct Stand {
    LaunchShape shape;
    WarpTape tape;
    Stand(const ExprGraph &graph, LaunchShape launch) : shape(std::move(launch)), tape(graph, shape) {}
  };
  /// Lanes that execute a request, and where they point.
  struct Seen {
    std::uint32_t lanes = 0;
    LaneAddresses addresses{};
  };
  /// The same in all lanes and samples, under all stands; `isEven` is false where two of them differ.
  struct Distance {
    std::optional<std::int64_t> bytes;
    bool isEven = true;
    void add(const Seen &from, const Seen &to);
    std::optional<std::int64_t> result() const { return isEven ? bytes : std::nullopt; }
  };
  /// By block, warp and iterations.
  using Requests = std::map<std::tuple<Dim3, unsigned, std::vector<std::int64_t>>, Seen>;

  void findBends();
  Seen see(Stand &stand, const AccessSite &site);
  Distance alongAxis(const AccessSite &site, unsigned axis);
  Distance betweenWarps(const AccessSite &site);
  Distance betweenIterations(const AccessSite &site, unsigned loop);
  Dim3 blockFor(const Stand &stand) const;
  std::optional<Requests> allRequests(const AccessSite &site);
  void compareAll(const AccessSite &site, AccessStrides &strides);
  std::string reasonFor(const AccessReport &access, unsigned axis, const std::string &obstacle) const;

  const KernelReport &kernel;
  const LaunchReport &launch;
  bool standsIn = false;
  std::deque<Stand> stands;
  std::vector<Dependence> bends; ///< by node: what it hangs on otherwise than straight
  std::size_t effort;
};

} // namespace sectorscope

#endif
