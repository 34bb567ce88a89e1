// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SliceFit.h"

#include "PartProfile.h"
#include "Process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>

namespace sectorscope::check {
namespace {

/// What measuring finds where `slice` is the truth.
SliceMates matesBy(const std::function<unsigned(unsigned)> &slice, unsigned lines, const std::vector<unsigned> &of) {
  SliceMates mates;
  for (const unsigned line : of)
    for (unsigned other = 0; other != lines; ++other)
      if (slice(other) == slice(line))
        mates[line].insert(other);
  return mates;
}

unsigned parity(unsigned bits) { return std::popcount(bits) % 2; }

TEST(SliceFit, FindsTheHashThatIsThere) {
  const unsigned masks[] = {0b1001001, 0b0100110, 0b1110000};
  const auto slice = [&](unsigned line) {
    return parity(line & masks[0]) | parity(line & masks[1]) << 1 | parity(line & masks[2]) << 2;
  };
  const SliceFit fit = fitSlices(matesBy(slice, 128, {0, 1, 2, 4, 8, 16, 32, 64}), 128);
  EXPECT_EQ(fit.share(), 1);
  ASSERT_EQ(fit.masks.size(), 3u);
  // Other masks may tell the same slices: they must part lines exactly as the truth does.
  for (unsigned a = 0; a != 128; ++a)
    for (unsigned b = 0; b != 128; ++b) {
      bool isSame = true;
      for (const std::uint64_t mask : fit.masks)
        isSame &= parity(static_cast<unsigned>(a & mask)) == parity(static_cast<unsigned>(b & mask));
      ASSERT_EQ(isSame, slice(a) == slice(b)) << a << ' ' << b;
    }
}

TEST(SliceFit, AModulusIsNoHash) {
  const SliceFit fit = fitSlices(matesBy([](unsigned line) { return line % 47; }, 512, {0, 1, 2, 4, 8, 16}), 512);
  EXPECT_GT(fit.observed, 40u);
  EXPECT_LT(fit.share(), 0.5);
}

TEST(SliceFit, NothingMeasuredIsNothingExplained) {
  EXPECT_EQ(fitSlices({}, 512).share(), 0);
  EXPECT_EQ(fitSlices({{0, {0, 1}}, {1, {0, 1}}}, 512).share(), 0) << "one slice alone";
}

/// Three lines beside 2048 others, counted on an H200. By hand: 0, 1, 4, 5 share a slice, so do 2, 3, 6, 7, and further
/// mates come in fours alike. Of the 47 mates of line 2, {3, 6, 7} and those from 312, 664, 930, 1064 and 1714 on are
/// where the mates of line 0 would be with bit 1 changed: 23. Of line 1, which shares the slice of 0, nothing is
/// learnt.
TEST(SliceFit, TheH200DoesNotYield) {
  const PartProfile profile = deriveProfile(rawFromTsv(readFile(SECTORSCOPE_CORPUS "/records/slices-pairs-h200.tsv")));
  const auto table = std::ranges::find(profile.measured, "slicePairs", &MeasuredTable::name);
  ASSERT_NE(table, profile.measured.end());
  ASSERT_EQ(table->rows.size(), 1u);
  EXPECT_EQ(std::get<double>(table->rows[0][0]), 47);
  EXPECT_EQ(std::get<double>(table->rows[0][1]), 23);
  EXPECT_FALSE(profile.target.sliceHash) << "half of it explained is none of it known";
}

/// All that `profile --slices` measures, on another day: 11 lines beside 512. Of lines 0, 1 and 4, which share a slice,
/// nothing is learnt; of the others, lines 2, 8, 16, 32, 64, 128, 256 and 341, counted by hand: 7 of 15, 7 of 7, 7 of
/// 7, 7 of 15, 7 of 7, 7 of 11, 11 of 15 and 3 of 15 mates are where an xor hash would have them.
TEST(SliceFit, NorDidItTheSecondTime) {
  const PartProfile profile =
      deriveProfile(rawFromTsv(readFile(SECTORSCOPE_CORPUS "/records/slices-pairs-h200-second.tsv")));
  const auto table = std::ranges::find(profile.measured, "slicePairs", &MeasuredTable::name);
  ASSERT_NE(table, profile.measured.end());
  EXPECT_EQ(std::get<double>(table->rows.at(0)[0]), 92);
  EXPECT_EQ(std::get<double>(table->rows.at(0)[1]), 56);
  EXPECT_FALSE(profile.target.sliceHash);
}

} // namespace
} // namespace sectorscope::check
