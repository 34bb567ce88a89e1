// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// Whether the slice of L2 that holds a line is told by parities of the bits of its address, and by which.

#ifndef SECTORSCOPE_RUNTIME_CHECK_SLICEFIT_H
#define SECTORSCOPE_RUNTIME_CHECK_SLICEFIT_H

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace sectorscope::check {

/// Lines of a page that share a slice, by one of them; each set holds that one. Lines are counted from 0 in a page.
using SliceMates = std::map<unsigned, std::set<unsigned>>;

struct SliceFit {
  std::size_t observed = 0; ///< mates of lines other than the first
  /// Of these, how many are where a hash by xor would have them: the mates of the first line, each with the bits
  /// changed that the two lines differ in.
  std::size_t explained = 0;
  std::vector<std::uint64_t> masks; ///< of bits of the line's number; a slice for each combination of their parities

  double share() const { return observed ? double(explained) / double(observed) : 0; }
};

/// The smallest xor hash under which the mates of the first line share its slice. \p lines: a power of two, of the page
/// that were tried.
///
/// Worked example: of 8 lines, 0 and 3, 4 and 7, 1 and 2, 5 and 6 share one each. The mates of 0 are {0, 3}; 4 has {4,
/// 7}, which is {0, 3} with bit 2 changed: all explained; masks {0, 1} and {2}.
SliceFit fitSlices(const SliceMates &mates, unsigned lines);

} // namespace sectorscope::check

#endif
