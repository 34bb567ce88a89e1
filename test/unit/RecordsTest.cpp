// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/RecordSplit.h"
#include "model/RecordUses.h"
#include "report/JsonRecords.h"
#include "report/RecordTables.h"

#include "SampleReport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <sstream>

namespace sectorscope {
namespace {

using testing::ElementsAre;

constexpr auto kLoad = AccessKind::Load, kStore = AccessKind::Store;

RecordType floats(const std::string &name, const std::vector<std::string> &fields) {
  RecordType type{name, 4 * fields.size(), {}};
  for (const std::string &field : fields)
    type.fields.push_back({field, 4 * type.fields.size(), 4, 4});
  return type;
}

RecordType particle() { return floats("Particle", {"x", "y", "z", "mass", "vx", "vy", "vz", "charge"}); }

/// A kernel whose parameter `a` points to records.
struct Scene {
  Report report;
  KernelReport &kernel() { return report.kernels[0]; }
  LaunchReport &launch() { return kernel().launches[0]; }

  Scene(const RecordType &type, const std::vector<sample::Access> &accesses, const std::string &name = "k(float*)") {
    report = sample::report(accesses, sample::assumed256(), name);
    launch().shape.grid = Dim3{64, 1, 1};
    kernel().recordTypes = {type};
    kernel().graph.params[0].record = 0;
    take();
  }
  /// Sites are what is read; guards hold.
  void take() {
    kernel().sites.clear();
    for (AccessReport &access : launch().accesses) {
      access.site.guard = access.site.guard ? access.site.guard : kernel().graph.constant(1, 1);
      kernel().sites.push_back(access.site);
    }
  }
  std::vector<RecordUse> uses() { return recordUsesOf(report.kernels, *builtinTarget("sm_90")); }
};

double sectors(const RecordUse &use, std::size_t consumer, const RecordSplit &split) {
  const auto count = sectorsOf(use.type, use.consumers[consumer], split, 32);
  return count.value_or(SplitCount{.sectors = -1}).sectors;
}

std::vector<std::vector<unsigned>> fieldsOf(const RecordSplit &split) {
  std::vector<std::vector<unsigned>> fields;
  for (const RecordPart &part : split)
    fields.push_back(part.fields);
  return fields;
}

TEST(Records, FieldsThatAreReadTogether) {
  Scene s(particle(), {{1, kLoad, 4, 32, 0, {}}, {2, kLoad, 4, 32, 4, {}}, {3, kStore, 4, 32, 12, {}}});
  const std::vector<RecordUse> uses = s.uses();
  ASSERT_EQ(uses.size(), 1U);
  const RecordConsumer &c = uses[0].consumers.at(0);
  EXPECT_EQ(c.accesses, 3U);
  EXPECT_EQ(c.uses[0], (FieldUse{1, 0, 0}));
  EXPECT_EQ(c.uses[3], (FieldUse{0, 1, 0}));
  EXPECT_FALSE(c.uses[2].isUsed());
  EXPECT_EQ(usedBytes(uses[0].type, c), 12U);
  EXPECT_FALSE(c.isStandIn);
  EXPECT_THAT(fieldsOf(usedTogether(uses[0])),
              ElementsAre(ElementsAre(0U, 1U), ElementsAre(2U, 4U, 5U, 6U, 7U), ElementsAre(3U)));
  EXPECT_EQ(sectors(uses[0], 0, wholeRecord(uses[0].type)), 32 + 32); // a sector is a record
  EXPECT_EQ(sectors(uses[0], 0, fieldsApart(uses[0].type)), 3 * 4);
  EXPECT_EQ(sectors(uses[0], 0, usedTogether(uses[0])), 8 + 4);
}

TEST(Records, AVectorTouchesAllFieldsThatItCovers) {
  Scene s(floats("Pair", {"a", "b"}), {{1, kLoad, 16, 16, 0, {}}}); // two records at once
  const std::vector<RecordUse> uses = s.uses();
  const RecordConsumer &c = uses.at(0).consumers.at(0);
  EXPECT_EQ(c.uses[0], (FieldUse{1, 0, 0}));
  EXPECT_EQ(c.uses[1], (FieldUse{1, 0, 0}));
  ASSERT_EQ(c.requests.size(), 1U);
  EXPECT_EQ(c.requests[0].times, 8U); // the warps of a block
  ASSERT_EQ(c.requests[0].touched.size(), 1U);
  EXPECT_EQ(c.requests[0].touched[0].elements.size(), 64U);
  EXPECT_EQ(sectors(uses[0], 0, wholeRecord(uses[0].type)), 16);
  EXPECT_EQ(sectors(uses[0], 0, fieldsApart(uses[0].type)), 8 + 8);
}

TEST(Records, WhereAnArrayWasSeenToBeginCounts) {
  Scene s(particle(), {{1, kLoad, 4, 32, 28, {}}, {2, kLoad, 4, 32, 0, {}}});
  s.launch().shape.pointers["a"] = 16; // both fields of a record lie in different sectors now
  const std::vector<RecordUse> uses = s.uses();
  EXPECT_EQ(uses.at(0).consumers[0].requests.at(0).start, 16U);
  EXPECT_EQ(sectors(uses[0], 0, wholeRecord(uses[0].type)), 33); // the charge of one lies beside the x of the next
  EXPECT_EQ(sectors(uses[0], 0, fieldsApart(uses[0].type)), 8);
}

/// Both accesses of the scene: to neighbouring words of an element of 32 bytes whose index is loaded.
void letDataChoose(Scene &s) {
  ExprGraph &g = s.kernel().graph;
  const ExprId index = g.loaded(sample::linearAddress(g, "b", 4), 64, {.reason = "loaded", .place = {}});
  const ExprId element =
      g.binary(Op::Add, s.launch().accesses[0].site.address, g.binary(Op::Mul, index, g.constant(32, 64)));
  s.launch().accesses[0].site.address = element;
  s.launch().accesses[1].site.address = g.binary(Op::Add, element, g.constant(4, 64));
}

TEST(Records, ElementsThatDataChoose) {
  Scene s(particle(), {{1, kLoad, 4, 32, 0, {}}, {2, kLoad, 4, 32, 4, {}}});
  letDataChoose(s);
  s.take();
  const std::vector<RecordUse> uses = s.uses();
  const RecordConsumer &c = uses.at(0).consumers.at(0);
  ASSERT_EQ(c.scattered.size(), 1U);
  EXPECT_THAT(c.scattered[0].fields, ElementsAre(0U, 1U));
  EXPECT_TRUE(sectorsOf(uses[0].type, c, wholeRecord(uses[0].type), 32).value_or(SplitCount()).isMost);
  EXPECT_EQ(sectors(uses[0], 0, wholeRecord(uses[0].type)), 32);
  EXPECT_EQ(sectors(uses[0], 0, fieldsApart(uses[0].type)), 64);
}

TEST(Records, ElementsThatDataChooseInAnArrayThatBeginsWithinASector) {
  Scene s(particle(), {{1, kLoad, 4, 32, 12, {}}, {2, kLoad, 4, 32, 16, {}}});
  letDataChoose(s);
  s.launch().shape.pointers["a"] = 16; // bytes 28 to 36: in two sectors
  s.take();
  const RecordUse use = s.uses().at(0);
  ASSERT_EQ(use.consumers[0].scattered.size(), 1U);
  EXPECT_EQ(use.consumers[0].scattered[0].start, 16U);
  EXPECT_EQ(sectors(use, 0, wholeRecord(use.type)), 64);
  EXPECT_EQ(sectors(use, 0, fieldsApart(use.type)), 64);
}

TEST(Records, ElementsNextToOneThatDataChooseAreElementsOfTheirOwn) {
  Scene s(particle(), {{1, kLoad, 4, 32, 0, {}}, {2, kLoad, 4, 32, 0, {}}});
  ExprGraph &g = s.kernel().graph;
  const ExprId index = g.loaded(sample::linearAddress(g, "b", 4), 64, {.reason = "loaded", .place = {}});
  for (std::uint64_t i = 0; i < 2; ++i) {
    ExprId &address = s.launch().accesses[i].site.address;
    address = g.binary(Op::Add, address, g.binary(Op::Mul, index, g.constant(32, 64)));
    address = g.binary(Op::Add, address, g.constant(32 * i, 64));
  }
  s.take();
  const RecordUse use = s.uses().at(0);
  EXPECT_EQ(use.consumers[0].scattered.size(), 2U);
  EXPECT_EQ(sectors(use, 0, wholeRecord(use.type)), 64);
}

TEST(Records, LanesThatDataChooseAreAllCounted) {
  Scene s(particle(), {{1, kLoad, 4, 32, 0, {}}});
  ExprGraph &g = s.kernel().graph;
  s.launch().accesses[0].site.guard = g.loaded(sample::linearAddress(g, "b", 1), 1, {.reason = "loaded", .place = {}});
  s.take();
  const RecordUse use = s.uses().at(0);
  EXPECT_TRUE(use.consumers[0].isMost);
  EXPECT_EQ(sectors(use, 0, wholeRecord(use.type)), 32);
}

TEST(Records, ALoopWhoseEndDataDecideRunsItsFirstIterations) {
  Scene s(particle(), {{1, kLoad, 4, 32, 0, {}}});
  ExprGraph &g = s.kernel().graph;
  const ExprId end = g.loaded(sample::linearAddress(g, "b", 4), 64, {.reason = "loaded", .place = {}});
  const ExprId counter = g.leaf(Op::Counter, 64, 0);
  s.kernel().loops.push_back(
      {.place = {}, .entered = g.binary(Op::Ult, g.constant(0, 64), end), .running = g.binary(Op::Ult, counter, end)});
  AccessSite &site = s.launch().accesses[0].site;
  site.loops = {0};
  site.address = g.binary(Op::Add, site.address, g.binary(Op::Mul, counter, g.constant(32, 64)));
  s.take();
  const RecordUse use = s.uses().at(0);
  EXPECT_TRUE(use.consumers[0].isMost);
  EXPECT_EQ(use.consumers[0].requests.size(), 8U); // starts 0 to 7 of 32 elements
  EXPECT_EQ(sectors(use, 0, wholeRecord(use.type)), 32);
  EXPECT_EQ(sectors(use, 0, fieldsApart(use.type)), (4 + 7 * 5) / 8.0);
}

TEST(Records, WhatTheBlockDoesNotExecuteCountsAsIfAllLanesDid) {
  Scene s(particle(), {{1, kLoad, 4, 32, 0, {}}});
  ExprGraph &g = s.kernel().graph;
  s.launch().accesses[0].site.guard = g.binary(Op::Eq, g.leaf(Op::Ctaid, 32, 0), g.constant(0, 32));
  s.take();
  const RecordUse use = s.uses().at(0);
  EXPECT_TRUE(use.consumers[0].isMost);
  EXPECT_EQ(sectors(use, 0, wholeRecord(use.type)), 32);
}

TEST(Records, AnIndexIntoAFieldThatDataChoose) {
  RecordType type = particle();
  type.fields.resize(4);
  type.fields[1].name = "v[0]";
  type.fields[2].name = "v[1]";
  type.fields[3] = {"long", 12, 20, 4};
  for (const auto &[offset, fields] :
       {std::pair(8U, std::vector<unsigned>{1, 2}), std::pair(12U, std::vector<unsigned>{3})}) {
    Scene s(type, {{1, kLoad, 4, 32, 0, {}}});
    ExprGraph &g = s.kernel().graph;
    const ExprId index = g.loaded(sample::linearAddress(g, "b", 4), 64, {.reason = "loaded", .place = {}});
    AccessSite &site = s.launch().accesses[0].site;
    site.address = g.binary(Op::Add, site.address, g.binary(Op::Mul, index, g.constant(4, 64)));
    site.address = g.binary(Op::Add, site.address, g.constant(offset, 64));
    s.take();
    const RecordUse use = s.uses().at(0);
    EXPECT_EQ(use.consumers[0].unplaced, 0U);
    ASSERT_EQ(use.consumers[0].scattered.size(), 1U);
    EXPECT_EQ(use.consumers[0].scattered[0].fields, fields);
  }
}

TEST(Records, WhatIsNotPlacedIsToldAndNotCounted) {
  Scene s(particle(), {{1, kLoad, 4, 32, 0, {}}, {2, kLoad, 4, 32, 8, {}}});
  ExprGraph &g = s.kernel().graph;
  const ExprId index = g.loaded(sample::linearAddress(g, "b", 4), 64, {.reason = "loaded", .place = {}});
  AccessSite &site = s.launch().accesses[0].site;
  site.address = g.binary(Op::Add, site.address, g.binary(Op::Mul, index, g.constant(4, 64)));
  s.take();
  const RecordUse use = s.uses().at(0);
  EXPECT_EQ(use.consumers[0].accesses, 2U);
  EXPECT_EQ(use.consumers[0].unplaced, 1U);
  EXPECT_FALSE(sectorsOf(use.type, use.consumers[0], wholeRecord(use.type), 32));
  std::ostringstream out;
  printRecords({use}, {.width = 120}, out);
  EXPECT_THAT(out.str(), testing::HasSubstr("of 1 of its 2 accesses it is not known which fields they touch"));
  EXPECT_THAT(out.str(), testing::HasSubstr("    unsure    x, y, mass"));
}

TEST(Records, OneElementForAllIsNoArray) {
  Scene s(particle(), {{1, kLoad, 4, 32, 0, {}}});
  const ExprId base = s.kernel().graph.leaf(Op::Param, 64, 0);
  s.launch().accesses[0].site.address = base;
  s.take();
  EXPECT_TRUE(s.uses().empty());
}

TEST(Records, TheSameRecordIsOneAndAnotherLayoutStaysApart) {
  std::vector<RecordUse> all = Scene(particle(), {{1, kLoad, 4, 32, 0, {}}}, "first(float*)").uses();
  joinRecords(all, Scene(particle(), {{1, kLoad, 4, 32, 0, {}}}, "first(float*)").uses()); // of a header
  joinRecords(all, Scene(particle(), {{1, kLoad, 4, 32, 4, {}}}, "second(float*)").uses());
  RecordType other = particle();
  other.fields[1].name = "why";
  joinRecords(all, Scene(other, {{1, kLoad, 4, 32, 0, {}}}, "third(float*)").uses());
  ASSERT_EQ(all.size(), 2U);
  ASSERT_EQ(all[0].consumers.size(), 2U);
  EXPECT_EQ(all[0].consumers[1].kernel, "second(float*)");
  EXPECT_EQ(all[1].consumers.size(), 1U);
}

TEST(Records, GroupsAreWithoutPadding) {
  const RecordUse use{{"Point", 24, {{"weight", 0, 4, 4}, {"assign", 8, 8, 8}, {"cost", 16, 4, 4}}}, {}};
  const RecordSplit split = usedTogether(use); // nobody uses it: all are alike
  ASSERT_EQ(split.size(), 1U);
  EXPECT_EQ(split[0].bytes, 16U);
  EXPECT_THAT(split[0].offsets, ElementsAre(8U, 0U, 12U));
}

TEST(Records, JsonThereAndBack) {
  std::vector<RecordUse> all = Scene(particle(), {{1, kLoad, 4, 32, 0, {}}, {2, kStore, 4, 96, 8, {}}}).uses();
  all[0].consumers[0].scattered.push_back({{1, 2}, 32, 16});
  all[0].consumers[0].requests[0].touched[0].elements = {0, 1, 3};
  const nlohmann::json json = recordsJson(all);
  EXPECT_EQ(readRecords(JsonCursor(json)), all);
  nlohmann::json broken = json;
  broken[0]["kernels"][0]["requests"][0]["touched"][0]["fields"] = {8};
  EXPECT_THROW(readRecords(JsonCursor(broken)), std::runtime_error);
  broken = json;
  broken[0]["kernels"][0]["requests"][0]["touched"][0]["elements"] = {3, 1};
  EXPECT_THROW(readRecords(JsonCursor(broken)), std::runtime_error);
}

TEST(Records, ManyFieldsAreGroupedToColumns) {
  std::vector<std::string> names;
  for (int i = 0; i < 20; ++i)
    names.push_back("f" + std::to_string(i));
  const RecordType wide = floats("Wide", names);
  const std::vector<RecordUse> all = Scene(wide, {{1, kLoad, 4, 80, 0, {}}, {2, kLoad, 4, 80, 4, {}}}).uses();
  std::ostringstream out;
  printRecords(all, {.width = 100}, out);
  EXPECT_THAT(out.str(), testing::HasSubstr("    #1  used  now "));
  EXPECT_THAT(out.str(), testing::HasSubstr("    groups    #1 {f0, f1}\n    unused    f2, f3, f4,"));
}

/// Any layout, any stride, any start: counted byte by byte from the addresses that the kernel really asks for.
TEST(Records, CountedByteByByte) {
  std::mt19937 random(7);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  for (int round = 0; round < 60; ++round) {
    RecordType type{"R", 0, {}};
    const unsigned fields = 2 + below(6);
    for (unsigned f = 0; f < fields; ++f) {
      const std::uint64_t bytes = std::uint64_t{1} << below(4);
      type.bytes = (type.bytes + bytes - 1) / bytes * bytes;
      type.fields.push_back({"f" + std::to_string(f), type.bytes, bytes, bytes});
      type.bytes += bytes;
    }
    type.bytes = (type.bytes + 7) / 8 * 8;
    const unsigned every = 1 + below(3), begins = 4 * below(8);
    std::vector<sample::Access> accesses;
    std::set<unsigned> read;
    for (unsigned i = 0; i < 1 + below(4); ++i)
      read.insert(below(fields));
    for (const unsigned f : read)
      accesses.push_back(
          {1 + f, kLoad, static_cast<unsigned>(type.fields[f].bytes), every * type.bytes, type.fields[f].offset, {}});
    Scene s(type, accesses);
    s.launch().shape.pointers["a"] = begins;
    const RecordUse use = s.uses().at(0);

    double now = 0, apart = 0;
    for (unsigned warp = 0; warp < 8; ++warp) {
      std::set<std::uint64_t> whole;
      std::set<std::pair<unsigned, std::uint64_t>> split;
      for (unsigned lane = 0; lane < 32; ++lane)
        for (const unsigned f : read)
          for (std::uint64_t b = 0; b < type.fields[f].bytes; ++b) {
            const std::uint64_t element = std::uint64_t{every} * (32 * 256 + warp * 32 + lane); // block 32 of 64
            whole.insert((begins + element * type.bytes + type.fields[f].offset + b) / 32);
            split.insert({f, (element * type.fields[f].bytes + b) / 32});
          }
      now += static_cast<double>(whole.size()) / 8;
      apart += static_cast<double>(split.size()) / 8;
    }
    EXPECT_DOUBLE_EQ(sectors(use, 0, wholeRecord(type)), now) << "round " << round;
    EXPECT_DOUBLE_EQ(sectors(use, 0, fieldsApart(type)), apart) << "round " << round;
  }
}

} // namespace
} // namespace sectorscope
