// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Footprints against brute force: the same access as a C++ lambda, run for every thread of the launch, its bytes put
// into sets. Nothing of the evaluation is used on that side.

#include "sectorscope/Audit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>

using namespace sectorscope;

namespace {

struct Thread {
  std::int64_t x, y, z, bx, by, bz, ntx, nty, n; ///< n: the scalar argument "n"
};

struct Expected {
  std::uint64_t requests = 0, sectors = 0, lines = 0, lanes = 0, ideal = 0;
  unsigned least = ~0U, most = 0;
};

/// Byte addresses of one thread in program order: one per execution of the instruction; empty if switched off.
/// The k-th addresses of a warp's lanes form a request.
using Run = std::function<std::map<std::int64_t, std::int64_t>(const Thread &)>; // iteration -> address

Expected bruteForce(const Run &run, Dim3 block, Dim3 grid, unsigned bytes, std::int64_t n) {
  Expected out;
  for (unsigned bz = 0; bz < grid[2]; ++bz)
    for (unsigned by = 0; by < grid[1]; ++by)
      for (unsigned bx = 0; bx < grid[0]; ++bx) {
        std::map<std::pair<unsigned, std::int64_t>, std::set<std::int64_t>> bytesOf;
        std::map<std::pair<unsigned, std::int64_t>, unsigned> lanesOf;
        unsigned number = 0;
        for (unsigned z = 0; z < block[2]; ++z)
          for (unsigned y = 0; y < block[1]; ++y)
            for (unsigned x = 0; x < block[0]; ++x, ++number)
              for (const auto &[iteration, address] :
                   run({x, y, z, bx, by, bz, static_cast<int>(block[0]), static_cast<int>(block[1]), n})) {
                ++lanesOf[{number / 32, iteration}];
                for (unsigned b = 0; b < bytes; ++b)
                  bytesOf[{number / 32, iteration}].insert(address + b);
              }
        for (const auto &[request, touched] : bytesOf) {
          std::set<std::int64_t> sectors, lines;
          for (const std::int64_t byte : touched) {
            sectors.insert(byte / 32);
            lines.insert(byte / 128);
          }
          const auto count = static_cast<unsigned>(sectors.size());
          ++out.requests;
          out.sectors += count;
          out.lines += lines.size();
          out.lanes += lanesOf[request];
          out.ideal += (touched.size() + 31) / 32;
          out.least = std::min(out.least, count);
          out.most = std::max(out.most, count);
        }
      }
  return out;
}

/// Small language for building expressions.
struct Build {
  Kernel kernel;
  ExprGraph &g = kernel.graph;
  ExprId c(std::uint64_t v, unsigned w = 32) { return g.constant(v, w); }
  ExprId tid(unsigned axis = 0) { return g.leaf(Op::Tid, 32, axis); }
  ExprId ctaid(unsigned axis = 0) { return g.leaf(Op::Ctaid, 32, axis); }
  ExprId ntid(unsigned axis = 0) { return g.leaf(Op::Ntid, 32, axis); }
  ExprId op(Op o, ExprId a, ExprId b, std::uint8_t flags = NoFlags) { return g.binary(o, a, b, flags); }
  ExprId wide(ExprId a) { return g.unary(Op::SExt, 64, a); }
  ExprId global() { return op(Op::Add, op(Op::Mul, ctaid(), ntid()), tid()); }
  ExprId n() { return g.param({.argument = 1, .offset = 0, .name = "n", .width = 32}); }
  ExprId base() { return g.param({.argument = 0, .offset = 0, .name = "in", .width = 64, .isPointer = true}); }
  /// base + bytes * index
  ExprId at(ExprId index, unsigned bytes) { return op(Op::Add, base(), op(Op::Mul, graph64(index), c(bytes, 64))); }
  ExprId graph64(ExprId index) { return g[index].width == 64 ? index : wide(index); }
};

struct Case {
  const char *name;
  unsigned bytes;
  Dim3 block, grid;
  std::int64_t n;
  std::function<ExprId(Build &)> address, guard; ///< guard may be empty: always
  Run run;
  unsigned loops = 0;
};

std::map<std::int64_t, std::int64_t> once(std::int64_t address) { return {{0, address}}; }
std::int64_t globalIndex(const Thread &t) { return t.bx * t.ntx + t.x; }

const Case kCases[] = {
    {"contiguous words",
     4,
     {256, 1, 1},
     {4, 1, 1},
     0,
     [](Build &b) { return b.at(b.global(), 4); },
     {},
     [](const Thread &t) { return once(4 * globalIndex(t)); }},
    {"misaligned by one word",
     4,
     {256, 1, 1},
     {4, 1, 1},
     0,
     [](Build &b) { return b.at(b.op(Op::Add, b.global(), b.c(1)), 4); },
     {},
     [](const Thread &t) { return once(4 * (globalIndex(t) + 1)); }},
    {"twelve-byte records",
     4,
     {96, 1, 1},
     {5, 1, 1},
     0,
     [](Build &b) { return b.at(b.global(), 12); },
     {},
     [](const Thread &t) { return once(12 * globalIndex(t)); }},
    {"partial last warp",
     4,
     {100, 1, 1},
     {3, 1, 1},
     0,
     [](Build &b) { return b.at(b.global(), 4); },
     {},
     [](const Thread &t) { return once(4 * globalIndex(t)); }},
    {"20x10 block in rows of 64",
     4,
     {20, 10, 1},
     {64, 1, 1},
     0,
     [](Build &b) {
       return b.at(
           b.op(Op::Add, b.op(Op::Mul, b.op(Op::Add, b.op(Op::Mul, b.ctaid(), b.c(10)), b.tid(1)), b.c(64)), b.tid()),
           4);
     },
     {},
     [](const Thread &t) { return once(4 * ((t.bx * 10 + t.y) * 64 + t.x)); }},
    {"8x8x4 block",
     8,
     {8, 8, 4},
     {3, 2, 1},
     0,
     [](Build &b) {
       const ExprId row = b.op(Op::Add, b.op(Op::Mul, b.tid(2), b.c(8)), b.tid(1));
       return b.at(b.op(Op::Add, b.op(Op::Mul, b.op(Op::Add, row, b.op(Op::Mul, b.ctaid(1), b.c(32))), b.c(24)),
                        b.op(Op::Add, b.tid(), b.op(Op::Mul, b.ctaid(), b.c(8)))),
                   8);
     },
     {},
     [](const Thread &t) { return once(8 * ((t.z * 8 + t.y + t.by * 32) * 24 + t.x + t.bx * 8)); }},
    {"quotient and remainder by three",
     4,
     {256, 1, 1},
     {7, 1, 1},
     0,
     [](Build &b) {
       const ExprId i = b.global();
       return b.at(b.op(Op::Add, b.op(Op::Mul, b.op(Op::UDiv, i, b.c(3)), b.c(8)), b.op(Op::URem, i, b.c(3))), 4);
     },
     {},
     [](const Thread &t) { return once(4 * (globalIndex(t) / 3 * 8 + globalIndex(t) % 3)); }},
    {"xor five",
     4,
     {128, 1, 1},
     {3, 1, 1},
     0,
     [](Build &b) { return b.at(b.op(Op::Xor, b.global(), b.c(5)), 4); },
     {},
     [](const Thread &t) { return once(4 * (globalIndex(t) ^ 5)); }},
    {"and not seven",
     4,
     {128, 1, 1},
     {3, 1, 1},
     0,
     [](Build &b) { return b.at(b.op(Op::And, b.global(), b.c(~7U)), 4); },
     {},
     [](const Thread &t) { return once(4 * (globalIndex(t) & ~7)); }},
    {"complement",
     4,
     {64, 1, 1},
     {3, 1, 1},
     0,
     [](Build &b) { return b.at(b.op(Op::Add, b.op(Op::Xor, b.global(), b.c(~0U)), b.c(1000)), 4); },
     {},
     [](const Thread &t) { return once(4 * (~globalIndex(t) + 1000)); }},
    {"tail of a thousand",
     4,
     {256, 1, 1},
     {6, 1, 1},
     1000,
     [](Build &b) { return b.at(b.op(Op::Add, b.global(), b.c(1)), 4); },
     [](Build &b) { return b.op(Op::Slt, b.global(), b.n()); },
     [](const Thread &t) {
       return globalIndex(t) < t.n ? once(4 * (globalIndex(t) + 1)) : std::map<std::int64_t, std::int64_t>{};
     }},
    {"interior of a stencil",
     4,
     {128, 1, 1},
     {5, 1, 1},
     600,
     [](Build &b) { return b.at(b.op(Op::Sub, b.global(), b.c(1)), 4); },
     [](Build &b) {
       return b.op(Op::And, b.op(Op::Slt, b.c(0), b.global()), b.op(Op::Slt, b.global(), b.op(Op::Sub, b.n(), b.c(1))));
     },
     [](const Thread &t) {
       const std::int64_t i = globalIndex(t);
       return i > 0 && i < t.n - 1 ? once(4 * (i - 1)) : std::map<std::int64_t, std::int64_t>{};
     }},
    {"unsigned check of i - 1 wraps at zero",
     4,
     {64, 1, 1},
     {4, 1, 1},
     200,
     [](Build &b) { return b.at(b.global(), 4); },
     [](Build &b) { return b.op(Op::Ult, b.op(Op::Sub, b.global(), b.c(1)), b.n()); },
     [](const Thread &t) {
       const std::int64_t i = globalIndex(t);
       return static_cast<std::uint32_t>(i - 1) < static_cast<std::uint32_t>(t.n)
                  ? once(4 * i)
                  : std::map<std::int64_t, std::int64_t>{};
     }},
    {"64-bit unsigned check of a negative index",
     8,
     {32, 1, 1},
     {3, 1, 1},
     0,
     [](Build &b) { return b.at(b.global(), 8); },
     [](Build &b) { return b.op(Op::Ult, b.c(10, 64), b.op(Op::Mul, b.wide(b.global()), b.c(~1ULL, 64))); },
     [](const Thread &t) {
       return static_cast<std::uint64_t>(globalIndex(t) * -2) > 10 ? once(8 * globalIndex(t))
                                                                   : std::map<std::int64_t, std::int64_t>{};
     }},
    {"unsigned maximum of a negative number, read as signed",
     4,
     {32, 8, 1},
     {2, 1, 1},
     0,
     [](Build &b) { return b.at(b.op(Op::Add, b.tid(), b.op(Op::Mul, b.tid(1), b.c(32))), 4); },
     [](Build &b) {
       const ExprId below = b.op(Op::Add, b.tid(1), b.c(~11U), NoSignedWrap);
       return b.op(Op::Slt, b.op(Op::UMax, b.c(1), below), b.c(0));
     },
     [](const Thread &t) { return once(4 * (t.x + 32 * t.y)); }},
    {"a difference that does not wrap as unsigned, from a negative constant",
     4,
     {64, 1, 1},
     {3, 1, 1},
     0,
     [](Build &b) { return b.at(b.global(), 4); },
     [](Build &b) { return b.op(Op::Ult, b.c(100), b.op(Op::Sub, b.c(~25U), b.global(), NoUnsignedWrap)); },
     [](const Thread &t) { return once(4 * globalIndex(t)); }},
    {"uniform exclusive or that is negative, read as unsigned",
     4,
     {64, 1, 1},
     {3, 1, 1},
     0,
     [](Build &b) { return b.at(b.global(), 4); },
     [](Build &b) {
       const ExprId mixed = b.op(Op::Xor, b.ctaid(), b.c(~997U));
       return b.op(Op::Ule, b.c(2971452846U), mixed);
     },
     [](const Thread &t) { return once(4 * globalIndex(t)); }},
    {"every fourth lane",
     8,
     {64, 1, 1},
     {2, 1, 1},
     0,
     [](Build &b) { return b.at(b.global(), 8); },
     [](Build &b) { return b.op(Op::Eq, b.op(Op::And, b.tid(), b.c(3)), b.c(0)); },
     [](const Thread &t) { return t.x % 4 == 0 ? once(8 * globalIndex(t)) : std::map<std::int64_t, std::int64_t>{}; }},
    {"clamped at both ends",
     4,
     {96, 1, 1},
     {3, 1, 1},
     250,
     [](Build &b) {
       const ExprId low = b.op(Op::SMax, b.op(Op::Sub, b.global(), b.c(3)), b.c(0));
       return b.at(b.op(Op::SMin, low, b.op(Op::Sub, b.n(), b.c(1))), 4);
     },
     {},
     [](const Thread &t) { return once(4 * std::min(std::max<std::int64_t>(globalIndex(t) - 3, 0), t.n - 1)); }},
    {"product with a known argument",
     4,
     {128, 1, 1},
     {3, 1, 1},
     7,
     [](Build &b) { return b.at(b.op(Op::Mul, b.global(), b.n()), 4); },
     {},
     [](const Thread &t) { return once(4 * globalIndex(t) * t.n); }},
    {"32-bit index wraps",
     4,
     {256, 1, 1},
     {4, 1, 1},
     0,
     [](Build &b) {
       const ExprId wrapped = b.op(Op::Mul, b.global(), b.c(0x40000001));
       return b.at(b.op(Op::And, wrapped, b.c(0xffff)), 4);
     },
     {},
     [](const Thread &t) { return once(4 * ((static_cast<std::uint32_t>(globalIndex(t)) * 0x40000001U) & 0xffffU)); }},
    {"chunk of five words per thread",
     4,
     {64, 1, 1},
     {2, 1, 1},
     0,
     [](Build &b) {
       const ExprId k = b.g.unary(Op::Trunc, 32, b.g.leaf(Op::Counter, 64, 0));
       return b.at(b.op(Op::Add, b.op(Op::Mul, b.global(), b.c(5)), k), 4);
     },
     [](Build &b) { return b.op(Op::Ult, b.g.leaf(Op::Counter, 64, 0), b.c(5, 64)); },
     [](const Thread &t) {
       std::map<std::int64_t, std::int64_t> all;
       for (int k = 0; k < 5; ++k)
         all[k] = 4 * (globalIndex(t) * 5 + k);
       return all;
     },
     1},
    {"triangular loop",
     4,
     {32, 1, 1},
     {2, 1, 1},
     0,
     [](Build &b) {
       const ExprId k = b.g.unary(Op::Trunc, 32, b.g.leaf(Op::Counter, 64, 0));
       return b.at(b.op(Op::Add, b.op(Op::Mul, b.tid(), b.c(40)), k), 4);
     },
     [](Build &b) { return b.op(Op::Ult, b.g.leaf(Op::Counter, 64, 0), b.g.unary(Op::ZExt, 64, b.tid())); },
     [](const Thread &t) {
       std::map<std::int64_t, std::int64_t> all;
       for (int k = 0; k < t.x; ++k)
         all[k] = 4 * (t.x * 40 + k);
       return all;
     },
     1},
    {"tree reduction, halves",
     4,
     {256, 1, 1},
     {2, 1, 1},
     0,
     [](Build &b) { // in[tid + s], s = 128 >> k while s > 0
       const ExprId k = b.g.leaf(Op::Counter, 64, 0);
       const ExprId self = b.g.leaf(Op::RecurVar, 32, 0);
       b.g.recurrences.push_back({0, b.c(128), b.op(Op::LShr, self, b.c(1))});
       const ExprId s = b.g.make({.op = Op::Recur, .width = 32, .a = k, .payload = 0});
       return b.at(b.op(Op::Add, b.op(Op::Add, b.op(Op::Mul, b.ctaid(), b.c(256)), b.tid()), s), 4);
     },
     [](Build &b) {
       const ExprId k = b.g.leaf(Op::Counter, 64, 0);
       const ExprId s = b.g.make({.op = Op::Recur, .width = 32, .a = k, .payload = 0});
       const ExprId goes = b.op(Op::Slt, b.c(0), b.op(Op::LShr, s, b.c(1)));
       const ExprId reached = b.g.make({.op = Op::AllBefore, .width = 1, .a = goes, .b = k, .payload = 0});
       return b.op(Op::And, reached, b.op(Op::Ult, b.tid(), s));
     },
     [](const Thread &t) {
       std::map<std::int64_t, std::int64_t> all;
       int k = 0;
       for (int s = 128; s > 0; s >>= 1, ++k)
         if (t.x < s)
           all[k] = 4 * (t.bx * 256 + t.x + s);
       return all;
     },
     1},
};

class Against : public testing::TestWithParam<Case> {};

} // namespace

TEST_P(Against, BruteForce) {
  const Case &c = GetParam();
  Build b;
  AccessSite site;
  site.kind = AccessKind::Load;
  site.bytesPerLane = c.bytes;
  site.address = c.address(b);
  site.guard = c.guard ? c.guard(b) : b.c(1, 1);
  for (unsigned i = 0; i < c.loops; ++i)
    site.loops.push_back(i);
  b.kernel.axesUsed = c.block[2] > 1 ? 3 : c.block[1] > 1 ? 2 : 1;
  LaunchShape launch{
      .origin = LaunchOrigin::Option, .place = {}, .block = c.block, .grid = c.grid, .arguments = {{"n", c.n}}};
  const Footprint f = footprintOf(b.kernel, site, launch, *builtinTarget("sm_90"));
  const Expected e = bruteForce(c.run, c.block, c.grid, c.bytes, c.n);

  EXPECT_EQ(f.certainty, Certainty::Exact) << f.reason;
  ASSERT_TRUE(f.requests.has_value());
  EXPECT_EQ(*f.requests, e.requests);
  const auto mean = [&](std::uint64_t sum) { return static_cast<double>(sum) / static_cast<double>(e.requests); };
  EXPECT_DOUBLE_EQ(f.sectors.min, e.least);
  EXPECT_DOUBLE_EQ(f.sectors.max, e.most);
  EXPECT_NEAR(f.sectors.mean, mean(e.sectors), 1e-9);
  EXPECT_NEAR(f.lines.mean, mean(e.lines), 1e-9);
  EXPECT_NEAR(f.activeLanes.mean, mean(e.lanes), 1e-9);
  EXPECT_NEAR(f.idealSectors.mean, mean(e.ideal), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Footprint, Against, testing::ValuesIn(kCases), [](const auto &test) {
  std::string name = test.param.name;
  for (char &letter : name)
    if (!std::isalnum(static_cast<unsigned char>(letter)))
      letter = '_';
  return name;
});

// What is not known is said, with a reason, and never exact.
namespace {

Footprint of(Build &b, ExprId address, ExprId guard, Dim3 block, AccessKind kind = AccessKind::Load) {
  AccessSite site;
  site.kind = kind;
  site.bytesPerLane = 4;
  site.address = address;
  site.guard = guard;
  return footprintOf(b.kernel, site, {.block = block}, *builtinTarget("sm_90"));
}

} // namespace

TEST(FootprintOfUnknowns, RowPitchDecidesTheStartOfTheRow) {
  Build b;
  b.kernel.axesUsed = 2;
  const ExprId index = b.op(Op::Add, b.op(Op::Mul, b.tid(1), b.n(), NoSignedWrap), b.tid(), NoSignedWrap);
  const Footprint f = of(b, b.at(index, 4), b.c(1, 1), {32, 8, 1});
  EXPECT_EQ(f.certainty, Certainty::Bounded);
  EXPECT_EQ(f.doubt, Doubt::StartOfData);
  EXPECT_EQ(f.sectors.min, 4);
  EXPECT_EQ(f.sectors.max, 5);
  EXPECT_NE(f.reason.find("n"), std::string::npos);
}

TEST(FootprintOfUnknowns, TheMeanIsThatOfLargeArguments) {
  Build b;
  const Footprint stride = of(b, b.at(b.op(Op::Mul, b.tid(), b.n()), 4), b.c(1, 1), {256, 1, 1});
  EXPECT_EQ(stride.certainty, Certainty::Bounded);
  EXPECT_EQ(stride.doubt, Doubt::Argument);
  EXPECT_EQ(stride.sectors, (Spread{1, 32, 32}));
  const Footprint wrapped = of(b, b.at(b.op(Op::SRem, b.global(), b.n()), 4), b.c(1, 1), {256, 1, 1});
  EXPECT_EQ(wrapped.certainty, Certainty::Bounded);
  EXPECT_EQ(wrapped.sectors, (Spread{1, 4, 32}));
}

TEST(FootprintOfUnknowns, ABoundThatIsOnlyReadPerBlockCutsEveryBlock) {
  Build b;
  const Footprint f = of(b, b.at(b.global(), 4), b.op(Op::Slt, b.tid(), b.n()), {256, 1, 1});
  EXPECT_EQ(f.certainty, Certainty::Bounded);
  EXPECT_EQ(f.doubt, Doubt::Mask);
  EXPECT_EQ(f.sectors.min, 1);
  EXPECT_EQ(f.sectors.max, 4);
}

TEST(FootprintOfUnknowns, ATailOfTheWholeLaunchIsAssumedAway) {
  Build b;
  const Footprint f = of(b, b.at(b.global(), 4), b.op(Op::Slt, b.global(), b.n()), {256, 1, 1});
  EXPECT_EQ(f.certainty, Certainty::Exact);
  EXPECT_EQ(f.doubt, Doubt::None);
  EXPECT_EQ(f.sectors.mean, 4);
  EXPECT_NE(std::find(f.assumes.begin(), f.assumes.end(), "tail"), f.assumes.end());
  EXPECT_TRUE(f.anyBlockOfWholeWarps);
}

TEST(FootprintOfUnknowns, OneThreadOfManyIsNotAFullWarp) {
  Build b;
  const Footprint f = of(b, b.at(b.global(), 4), b.op(Op::Eq, b.global(), b.n()), {256, 1, 1});
  EXPECT_EQ(f.certainty, Certainty::Bounded);
  EXPECT_EQ(f.doubt, Doubt::Mask);
  EXPECT_EQ(f.sectors.min, 1);
}

TEST(FootprintOfUnknowns, GatherIsDataDependent) {
  Build b;
  const ExprId loaded =
      b.g.loaded(b.at(b.global(), 4), 32, {.reason = "value loaded from memory at f.cu:3", .place = {}});
  const Footprint f = of(b, b.at(loaded, 4), b.c(1, 1), {256, 1, 1});
  EXPECT_EQ(f.certainty, Certainty::Bounded);
  EXPECT_EQ(f.doubt, Doubt::Data);
  EXPECT_EQ(f.reason, "data-dependent: value loaded from memory at f.cu:3");
  EXPECT_EQ(f.sectors.max, 32);
  EXPECT_TRUE(std::isnan(f.sectors.mean));
}

TEST(FootprintOfUnknowns, WhatIsReadThroughAnUnknownPointerIsAligned) {
  Build b; // words lie at multiples of 4, so one never straddles two sectors, and 32 of them touch 4 or 5
  const ExprId pointer = b.g.loaded(b.at(b.c(0), 8), 64, {.reason = "value loaded from memory", .place = {}});
  const Footprint one = of(b, pointer, b.c(1, 1), {256, 1, 1});
  EXPECT_EQ(one.certainty, Certainty::Exact);
  EXPECT_EQ(one.sectors, (Spread{1, 1, 1}));
  const ExprId lane = b.g.unary(Op::ZExt, 64, b.tid());
  const Footprint row = of(b, b.op(Op::Add, pointer, b.op(Op::Mul, lane, b.c(4, 64))), b.c(1, 1), {256, 1, 1});
  EXPECT_EQ(row.certainty, Certainty::Bounded);
  EXPECT_EQ(row.sectors.min, 4);
  EXPECT_EQ(row.sectors.max, 5);
}

TEST(FootprintOfUnknowns, TheMostSevereDoubtIsNamed) {
  Build b; // the row pitch moves the start of the data, and the bound cuts every block
  b.kernel.axesUsed = 2;
  const ExprId index = b.op(Op::Add, b.op(Op::Mul, b.tid(1), b.n(), NoSignedWrap), b.tid(), NoSignedWrap);
  EXPECT_EQ(of(b, b.at(index, 4), b.op(Op::Slt, b.tid(), b.n()), {32, 8, 1}).doubt, Doubt::Mask);
  const ExprId loaded =
      b.g.loaded(b.at(b.global(), 4), 32, {.reason = "value loaded from memory at f.cu:3", .place = {}});
  EXPECT_EQ(of(b, b.at(loaded, 4), b.op(Op::Slt, b.tid(), b.n()), {256, 1, 1}).doubt, Doubt::Data);
}

TEST(FootprintOfUnknowns, IterationsThatMoveUnlikeAmountsUnderAnUnknownBound) {
  Build b; // in[k + tid], k = 0, 1, 2 ... while k < n
  const ExprId k = b.g.leaf(Op::Counter, 32, 0);
  const Footprint f = of(b, b.at(b.op(Op::Add, b.tid(), k, NoSignedWrap), 4), b.op(Op::Slt, k, b.n()), {32, 1, 1});
  EXPECT_EQ(f.certainty, Certainty::Bounded);
  EXPECT_EQ(f.doubt, Doubt::Iteration);
  EXPECT_EQ(f.sectors.min, 4);
  EXPECT_EQ(f.sectors.max, 5);
}

TEST(FootprintOfUnknowns, UniformGatherIsExact) {
  Build b; // every lane of a warp reads in[table[tid / 32]]
  const ExprId warp = b.op(Op::LShr, b.tid(), b.c(5));
  const ExprId loaded = b.g.loaded(b.at(warp, 4), 32, {.reason = "value loaded from memory at f.cu:3", .place = {}});
  const Footprint f = of(b, b.at(loaded, 4), b.c(1, 1), {256, 1, 1});
  EXPECT_EQ(f.certainty, Certainty::Exact);
  EXPECT_EQ(f.sectors.mean, 1);
  EXPECT_TRUE(f.uniform);
}

TEST(FootprintOfUnknowns, LanesThatTakeUnlikeUniformValuesAreNotUniform) {
  Build b; // in[tid == 0 ? table[blockIdx.x] : n]
  const ExprId loaded =
      b.g.loaded(b.at(b.ctaid(), 4), 32, {.reason = "value loaded from memory at f.cu:3", .place = {}});
  const ExprId index = b.g.select(b.op(Op::Eq, b.tid(), b.c(0)), loaded, b.n());
  const Footprint f = of(b, b.at(index, 4), b.c(1, 1), {32, 1, 1});
  EXPECT_NE(f.certainty, Certainty::Exact);
  EXPECT_GE(f.sectors.max, 2);
}

TEST(FootprintOfUnknowns, BlockStride) {
  Build b;
  const Footprint f =
      of(b, b.at(b.op(Op::Add, b.op(Op::Mul, b.ctaid(), b.c(262144)), b.tid()), 4), b.c(1, 1), {64, 1, 1});
  EXPECT_EQ(f.blockStrideBytes[0], 1048576);
  EXPECT_EQ(f.blockStrideBytes[1], 0);
}

TEST(FootprintOfUnknowns, WarpsThatDisagreeHaveNoBlockStride) {
  Build b; // the warp in the middle goes twice as far as the others
  const ExprId words = b.g.select(b.op(Op::Eq, b.op(Op::UDiv, b.tid(), b.c(32)), b.c(1)), b.c(512), b.c(256));
  const Footprint f = of(b, b.at(b.op(Op::Add, b.op(Op::Mul, b.ctaid(), words), b.tid()), 4), b.c(1, 1), {96, 1, 1});
  EXPECT_FALSE(f.blockStrideBytes[0]);
}

TEST(FootprintOfUnknowns, MisalignmentIsToldFromStride) {
  Build b;
  const Footprint shifted = of(b, b.at(b.op(Op::Add, b.global(), b.c(1)), 4), b.c(1, 1), {256, 1, 1});
  EXPECT_EQ(shifted.sectors.mean, 5);
  EXPECT_EQ(shifted.sectorsIfAligned, 4);
  const Footprint strided = of(b, b.at(b.global(), 8), b.c(1, 1), {256, 1, 1});
  EXPECT_EQ(strided.sectors.mean, 8);
  EXPECT_EQ(strided.sectorsIfAligned, 8);
}
