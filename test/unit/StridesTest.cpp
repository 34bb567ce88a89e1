// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/Strides.h"

#include "CampingScene.h"

#include <gtest/gtest.h>

namespace sectorscope::camping {
namespace {

TEST(Strides, WorkedExample) {
  Scene s;
  s.launch.shape = {.block = Dim3{256, 1, 1}, .grid = Dim3{8, 4, 1}};
  s.access(s.plus(s.plus(s.times(s.block(1), 1024), s.times(s.block(0), 256)), s.tid()));
  const AccessStrides strides = s.strides();
  EXPECT_EQ(strides.block, (std::array<Bytes, 3>{1024, 4096, 0}));
  EXPECT_EQ(strides.warp, 128);
}

TEST(Strides, RowPitchThatIsAnArgument) {
  Scene s;
  s.launch.shape = {.block = Dim3{32, 8, 1}, .grid = Dim3{4, 4, 1}};
  const ExprId row = s.plus(s.times(s.block(1), 8), s.tid(1));
  s.access(s.plus(s.g().binary(Op::Mul, s.argument("ld"), row), s.plus(s.times(s.block(0), 32), s.tid())));
  AccessStrides strides = s.strides();
  EXPECT_EQ(strides.block[0], 128);
  EXPECT_FALSE(strides.block[1]);
  EXPECT_EQ(strides.reason, "32*ld along y");
  EXPECT_FALSE(strides.warp);
  s.launch.shape.arguments["ld"] = 1000;
  strides = s.strides();
  EXPECT_EQ(strides.block[1], 32000);
  EXPECT_EQ(strides.warp, 4000); // a warp for each row
}

TEST(Strides, GridStrideLoop) {
  Scene s;
  s.launch.shape = {.block = Dim3{256, 1, 1}, .grid = Dim3{100, 1, 1}};
  const ExprId step = s.times(s.g().leaf(Op::Nctaid, 64, 0), 256);
  const ExprId first = s.plus(s.times(s.block(), 256), s.tid());
  s.access(s.plus(first, s.g().binary(Op::Mul, s.counter(), step)), true);
  AccessStrides strides = s.strides();
  EXPECT_EQ(strides.block[0], 1024);
  EXPECT_EQ(strides.iterations, std::vector<Bytes>{102400});
  s.launch.shape.grid.reset();
  strides = s.strides();
  EXPECT_EQ(strides.block[0], 1024);
  EXPECT_EQ(strides.iterations, std::vector<Bytes>{std::nullopt}); // as long as the grid
}

TEST(Strides, NotOneNumber) {
  Scene s;
  s.launch.shape = {.block = Dim3{32, 1, 1}, .grid = Dim3{100, 1, 1}};
  // A jump in the middle, and another distance at the end.
  const ExprId far = s.g().select(s.g().binary(Op::Ult, s.block(), s.number(50)), s.number(0), s.number(1000));
  s.access(s.plus(s.plus(s.times(s.block(), 32), far), s.tid()));
  const AccessStrides strides = s.strides();
  EXPECT_FALSE(strides.block[0]);
  EXPECT_EQ(strides.reason, "not the same between all blocks, or too many to compare along x");
}

/// Every pair of neighbours, by arithmetic of its own.
TEST(Strides, AgreeWithBruteForce) {
  const Dim3 grid{7, 5, 3};
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    const std::uint64_t a = seed * 7 % 13, b = seed * 11 % 17, c = seed * 5 % 19, m = 1 + seed % 9, d = 1 + seed % 3;
    const auto elementOf = [&](std::uint64_t x, std::uint64_t y, std::uint64_t z, std::uint64_t t) {
      return (a * x + t) / d + b * y % m + c * (z ^ (seed & 1));
    };
    Scene s;
    s.launch.shape = {.block = Dim3{64, 1, 1}, .grid = grid};
    const ExprId first = s.g().binary(Op::UDiv, s.plus(s.times(s.block(0), a), s.tid()), s.number(d));
    const ExprId second = s.g().binary(Op::URem, s.times(s.block(1), b), s.number(m));
    const ExprId third = s.times(s.g().binary(Op::Xor, s.block(2), s.number(seed & 1)), c);
    s.access(s.plus(s.plus(first, second), third));
    std::array<Bytes, 3> expected{};
    for (unsigned axis = 0; axis < 3; ++axis) {
      std::optional<std::int64_t> one;
      bool isEven = true;
      for (unsigned z = 0; z + (axis == 2) < grid[2]; ++z)
        for (unsigned y = 0; y + (axis == 1) < grid[1]; ++y)
          for (unsigned x = 0; x + (axis == 0) < grid[0]; ++x)
            for (unsigned t = 0; t < 64; ++t) {
              const auto step = static_cast<std::int64_t>(
                  elementOf(x + (axis == 0), y + (axis == 1), z + (axis == 2), t) - elementOf(x, y, z, t));
              isEven &= !one || *one == step;
              one = step;
            }
      if (isEven)
        expected[axis] = 4 * *one;
    }
    EXPECT_EQ(s.strides().block, expected) << seed;
  }
}

} // namespace
} // namespace sectorscope::camping
