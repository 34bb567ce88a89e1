// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ScalarOps.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace sectorscope {
namespace {

using Lanes = std::array<std::int64_t, 32>;

/// Widths of result and operands that an operator may have.
struct Widths {
  unsigned result, a, b, c;
};

Widths widthsFor(Op op, unsigned width) {
  switch (op) {
  case Op::ZExt:
  case Op::SExt:
    return {width, 1 + (width - 1) / 2, 1, 1};
  case Op::Trunc:
    return {1 + (width - 1) / 2, width, 1, 1};
  case Op::ByteSwap:
    return {width < 24 ? 16U : width < 48 ? 32U : 64U, width < 24 ? 16U : width < 48 ? 32U : 64U, 1, 1};
  case Op::Select:
    return {width, 1, width, width};
  case Op::Prmt:
    return {32, 32, 32, 32};
  default:
    return {isComparison(op) ? 1 : width, width, width, width};
  }
}

/// Numbers of all sizes, small ones and those at the ends of the width among them.
std::int64_t someNumber(std::mt19937_64 &random, unsigned width) {
  switch (random() % 4) {
  case 0:
    return static_cast<std::int64_t>(random() % 3) - 1;
  case 1:
    return signExtend(lowMask(width) / 2 + random() % 3, width);
  case 2:
    return signExtend(random() % (2 * width), width);
  default:
    return static_cast<std::int64_t>(random()); // with bits beyond the width, which mean nothing
  }
}

TEST(ScalarOps, LanesAreScalars) {
  std::mt19937_64 random(7);
  unsigned operators = 0;
  for (auto number = static_cast<unsigned>(Op::ZExt); number <= static_cast<unsigned>(Op::Prmt); ++number) {
    const auto op = static_cast<Op>(number);
    if (op == Op::Shuffle) // looks at other lanes
      continue;
    ++operators;
    for (unsigned round = 0; round < 200; ++round) {
      const Widths widths = widthsFor(op, 1 + static_cast<unsigned>(random() % 64));
      Lanes a, b, c, out;
      for (unsigned lane = 0; lane < 32; ++lane) {
        a[lane] = someNumber(random, widths.a);
        b[lane] = random() % 4 == 0 ? a[lane] : someNumber(random, widths.b);
        c[lane] = someNumber(random, widths.c);
      }
      const unsigned operands = operandCount(op);
      evalLanes(op, widths.result, widths.a, a.data(), operands > 1 ? b.data() : nullptr, widths.b,
                operands > 2 ? c.data() : nullptr, widths.c, out.data());
      for (unsigned lane = 0; lane < 32; ++lane) {
        const auto value =
            evalScalar(op, widths.result, widths.a, static_cast<std::uint64_t>(a[lane]) & lowMask(widths.a),
                       static_cast<std::uint64_t>(b[lane]) & lowMask(widths.b),
                       static_cast<std::uint64_t>(c[lane]) & lowMask(widths.c));
        ASSERT_EQ(out[lane], signExtend(value.value_or(0), widths.result))
            << "operator " << number << " of width " << widths.a << ": " << a[lane] << ", " << b[lane] << ", "
            << c[lane];
      }
    }
  }
  EXPECT_EQ(operators, 37U);
}

TEST(ScalarOps, WorkedExamples) {
  EXPECT_EQ(evalScalar(Op::Add, 8, 8, 250, 10), 4U);
  EXPECT_EQ(signExtend(0xff, 8), -1);
  EXPECT_EQ(evalScalar(Op::UDiv, 32, 32, 1, 0), std::nullopt);
  EXPECT_EQ(evalScalar(Op::Shl, 8, 8, 1, 8), std::nullopt);
}

} // namespace
} // namespace sectorscope
