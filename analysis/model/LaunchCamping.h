// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Whether the accesses of a launch camp on a few slices, as far as the part's profile can tell.

#ifndef SECTORSCOPE_MODEL_LAUNCHCAMPING_H
#define SECTORSCOPE_MODEL_LAUNCHCAMPING_H

#include "model/BlockWindow.h"
#include "model/SliceMap.h"
#include "sectorscope/Report.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace sectorscope {

/// One way to mend it, and what it would do.
struct CampingRemedy {
  std::string text; ///< "rows of 132224 instead of 132096 bytes, ..."
  SliceLoad load;   ///< with the most blocks in flight
};

/// The accesses of one launch, judged one by one.
class LaunchCamping {
public:
  /// Refers to all three for as long as it lives. `threshold`: the share of the bandwidth from which on a loss is
  /// Camps.
  LaunchCamping(const KernelReport &kernel, const LaunchReport &launch, const TargetModel &target, double threshold);

  /// All but the strides, which are given.
  Camping of(const AccessReport &access, AccessStrides strides);

  /// An offset for each block, an odd row pitch and another order of the blocks, those of them that apply to the
  /// access, leave its lines no worse than random ones usually are, and harm no other access of the launch. Only where
  /// the profile has a hash or partitions; the other accesses must have been judged.
  std::vector<CampingRemedy> remediesFor(const AccessReport &access);

private:
  /// A stride that is a power of two, and how it is walked.
  struct Gap {
    std::int64_t bytes = 0;
    std::string pattern;   ///< as StrideCurve calls it
    bool isFilled = false; ///< by other blocks at the same time: a curve was measured like this, no more
  };
  /// Copies of one access, as unrolling makes them, differ by a constant: the first speaks for all.
  using Copy = std::tuple<std::string, unsigned, unsigned, AccessKind, std::vector<unsigned>,
                          std::array<std::optional<std::int64_t>, 3>, std::optional<std::int64_t>,
                          std::vector<std::optional<std::int64_t>>, bool>;
  Camping judge(const AccessReport &access, AccessStrides strides);
  std::optional<Gap> gapOf(const AccessReport &access, const AccessStrides &strides) const;
  std::string walkOf(const AccessReport &access, const AccessStrides &strides, std::int64_t pitch) const;
  void judgeByWindow(const AccessReport &access, Camping &camping);
  void judgeByCurve(const Gap &gap, Camping &camping) const;
  /// Whether what the launch touches may lie in L2 before it begins; true where it is not known.
  bool fitsL2() const;
  void settle(Camping &camping, double loss) const;
  std::string windowObstacle(const AccessSite &site) const;
  /// Where `change` leaves the lines of `access` as even as random ones usually are, and no access that it `changes`
  /// too becomes uneven.
  std::optional<SliceLoad> attempt(const AccessReport &access, const Construction &change,
                                   const std::function<bool(const AccessReport &)> &changes);
  std::optional<SliceLoad> loadOf(const AccessSite &site, std::uint64_t blocks, const Construction &change = {});

  const KernelReport &kernel;
  const LaunchReport &launch;
  const TargetModel &target;
  const double threshold;
  LaunchShape shape; ///< with a grid: one of as many blocks as are in flight where it is not known
  std::optional<BlocksInFlight> blocks;
  std::optional<BlockWindow> window;
  SliceLoads loads;
  std::size_t effort;
  std::map<Copy, Camping> judged;
};

/// Fills in AccessReport::camping of the accesses to global memory.
void judgeCamping(const KernelReport &kernel, const TargetModel &target, double threshold, LaunchReport &launch);

} // namespace sectorscope

#endif
