// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SampleReport.h"

#include "model/FormatNumber.h"
#include "model/MergeReports.h"
#include "model/Rules.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace sectorscope;
using sample::exact;

namespace {

std::vector<Finding> findings(const Report &report) {
  return findingsOf(report, sample::target(), "pass --block to change");
}

TEST(ExcessSectors, FieldOfAStruct) {
  const Report r = sample::report({{5, AccessKind::Load, 4, 12, 4, exact(12, 4, 12)}});
  const auto found = findings(r);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "excess-sectors");
  EXPECT_EQ(found[0].severity, Severity::Warning);
  EXPECT_EQ(found[0].message, "load of 4 bytes per lane moves 12 sectors per request, ideal 4 (3.0x); block 256x1x1 "
                              "assumed, pass --block to change");
  EXPECT_EQ(found[0].evidence, "address a + 12*(256*ctaid.x + tid.x) + 4: neighbouring lanes are 12 bytes apart, 33.3% "
                               "of the bytes moved are asked for");
  EXPECT_NE(found[0].advice.find("structure of arrays"), std::string::npos);
  EXPECT_DOUBLE_EQ(found[0].wastedSectorsPerRequest, 8);
}

// The one index that steps from element to element says what the lanes should run along.
TEST(ExcessSectors, AdviceNamesWhatIsContiguous) {
  const auto adviceWhere = [](Op contiguous, std::uint64_t axis) {
    Report r = sample::report({{5, AccessKind::Load, 4, 4096, 0, exact(32, 4, 32)}});
    ExprGraph &g = r.kernels[0].graph;
    AccessSite &site = r.kernels[0].launches[0].accesses[0].site;
    site.address = g.binary(Op::Add, site.address,
                            g.unary(Op::SExt, 64, g.binary(Op::Mul, g.leaf(contiguous, 32, axis), g.constant(4, 32))));
    const auto found = findings(r);
    return found.size() == 1 ? found[0].advice : "";
  };
  EXPECT_EQ(adviceWhere(Op::Ctaid, 2), "let threadIdx.x run along what blockIdx.z counts, the contiguous dimension, or "
                                       "go through a tile in shared memory");
  EXPECT_EQ(adviceWhere(Op::Tid, 1),
            "let threadIdx.x run along the contiguous dimension: swap the roles of x and y, or "
            "go through a tile in shared memory");
  EXPECT_EQ(adviceWhere(Op::LaneId, 0),
            "let threadIdx.x run along the contiguous dimension, or go through a tile in shared memory");
}

TEST(ExcessSectors, QuietOnIdealWhateverTheWidth) {
  EXPECT_TRUE(findings(sample::report({{5, AccessKind::Load, 1, 1, 0, exact(1, 1, 1)},
                                       {6, AccessKind::Load, 4, 4, 0, exact(4, 4, 4)},
                                       {7, AccessKind::Store, 16, 16, 0, exact(16, 16, 16)}}))
                  .empty());
}

TEST(ExcessSectors, QuietOnUniformAndDataDependent) {
  Footprint uniform = exact(1, 1, 1);
  uniform.uniform = true;
  Footprint gather = exact(32, 4, 32);
  gather.certainty = Certainty::Bounded;
  gather.reason = "data-dependent: index loaded at k.cu:4";
  gather.hangsOnData = true;
  Footprint unknown;
  unknown.reason = "result of a call";
  EXPECT_TRUE(findings(sample::report({{5, AccessKind::Load, 4, 0, 0, uniform},
                                       {6, AccessKind::Load, 4, 4, 0, gather},
                                       {7, AccessKind::Load, 4, 4, 0, unknown}}))
                  .empty());
}

TEST(ExcessSectors, StrideTwoAndRgbBytesCount) {
  const auto found = findings(
      sample::report({{5, AccessKind::Load, 4, 8, 0, exact(8, 4, 8)}, {6, AccessKind::Load, 1, 3, 0, exact(3, 1, 3)}}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NE(found[0].message.find("ideal 4 (2.0x)"), std::string::npos);
  EXPECT_NE(found[1].message.find("load of 1 byte per lane moves 3 sectors"), std::string::npos);
}

TEST(ExcessSectors, TwoRowsOfATileAreNoWaste) {
  // A 16x16 block reads one word per row: two sectors, two words asked for.
  EXPECT_TRUE(findings(sample::report({{5, AccessKind::Load, 4, 4, 0, exact(2, 1, 2)}})).empty());
}

TEST(ExcessSectors, BoundedSpeaksOfTheLowerBound) {
  Footprint bounded = exact(0, 4, 0);
  bounded.certainty = Certainty::Bounded;
  bounded.reason = "parameter ld unknown";
  bounded.sectors = {16, 20, 32};
  const auto found = findings(sample::report({{5, AccessKind::Load, 4, 64, 0, bounded}}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].message.find("moves at least 16 sectors per request, ideal 4 (4.0x)"), std::string::npos);
  bounded.sectors = {4, std::nan(""), 32};
  EXPECT_TRUE(findings(sample::report({{5, AccessKind::Load, 4, 64, 0, bounded}})).empty());
}

TEST(ExcessSectors, BoundedByAnArgumentSpeaksOfALargeOne) {
  Footprint bounded = exact(32, 4, 32); // a[n * tid.x]: n = 4096 moves 32
  bounded.certainty = Certainty::Bounded;
  bounded.reason = "n unknown";
  bounded.sectors = {1, 32, 32};
  const auto found = findings(sample::report({{5, AccessKind::Load, 4, 64, 0, bounded}}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].message.find("moves up to 32 sectors per request, ideal 4 (8.0x)"), std::string::npos);
  bounded.sectors = {1, 4, 32}; // a[tid.x % n]
  bounded.sectorsIfAligned = 4;
  EXPECT_TRUE(findings(sample::report({{5, AccessKind::Load, 4, 64, 0, bounded}})).empty());
}

TEST(Misaligned, OddStart) {
  const auto found = findings(sample::report({{5, AccessKind::Load, 4, 4, 4, exact(5, 4, 4)}}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "misaligned");
  EXPECT_EQ(found[0].severity, Severity::Warning);
  EXPECT_EQ(found[0].message, "load of 4 bytes per lane moves 5 sectors per request, ideal 4 (1.25x); block 256x1x1 "
                              "assumed, pass --block to change");
  EXPECT_NE(found[0].evidence.find("starts 4 bytes past a 32-byte boundary"), std::string::npos);
}

TEST(Misaligned, SideOfAStencilIsANote) {
  const auto found = findings(
      sample::report({{5, AccessKind::Load, 4, 4, 0, exact(4, 4, 4)}, {6, AccessKind::Load, 4, 4, 4, exact(5, 4, 4)}}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::Note);
  EXPECT_NE(found[0].advice.find("k.cu:5:10"), std::string::npos);
}

TEST(Misaligned, StrideIsTheOtherRule) {
  const auto found = findings(sample::report({{5, AccessKind::Load, 4, 8, 4, exact(9, 4, 8)}}));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "excess-sectors");
}

/// Neighbours of every access: the others of its kind, with so many bytes of a sector by one and by all.
void meet(Report &r, double own, double all) {
  std::vector<AccessReport> &accesses = r.kernels[0].launches[0].accesses;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    Neighbours &n = accesses[i].neighbours;
    n.requests = 8;
    n.sectors = n.distinctSectors = 256;
    n.ownBytes = own;
    n.allBytes = n.bytesAtOnce = all;
    for (std::size_t other = 0; other < accesses.size(); ++other)
      if (other != i && accesses[other].site.kind == accesses[i].site.kind)
        n.siblings.push_back(other);
  }
}

TEST(FieldStride, OneFieldOfARecord) {
  Report r = sample::report({{5, AccessKind::Load, 4, 32, 12, exact(32, 4, 32)}});
  meet(r, 4, 4);
  const auto found = findings(r);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "field-stride");
  EXPECT_EQ(found[0].severity, Severity::Warning);
  EXPECT_TRUE(
      found[0].message.starts_with("load of 4 bytes per lane takes one field of records of 32 bytes: 4 of the 32 "
                                   "bytes of a sector are used; 32 sectors per request, ideal 4 (8.0x); block"));
  EXPECT_EQ(found[0].advice, "an array for each field that is used here (structure of arrays): 4 sectors per request; "
                             "code that reads whole records of such fields then needs 8 loads of 4 bytes instead of 2 "
                             "of 16");
  EXPECT_DOUBLE_EQ(found[0].wastedSectorsPerRequest, 28);
}

TEST(FieldStride, TwoFieldsAreOneFinding) {
  Report r = sample::report(
      {{5, AccessKind::Load, 4, 32, 12, exact(32, 4, 32)}, {7, AccessKind::Load, 4, 32, 20, exact(32, 4, 32)}});
  meet(r, 4, 8);
  const auto found = findings(r);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].place.line, 5U);
  EXPECT_NE(found[0].message.find("8 of the 32 bytes of a sector are used, 4 by this access and the rest at line 7"),
            std::string::npos);
}

TEST(FieldStride, SharedFetchIsANoteOfTheOtherRule) {
  Report r = sample::report(
      {{5, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)}, {7, AccessKind::Load, 4, 12, 8, exact(12, 4, 12)}});
  meet(r, 10.67, 24);
  const auto found = findings(r);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].rule, "excess-sectors");
  EXPECT_EQ(found[0].severity, Severity::Note);
  EXPECT_NE(found[0].evidence.find("the loads at line 7 use the rest at once: 24 of 32 bytes"), std::string::npos);
  // Not at once, but in later iterations: L1 may have lost it by then.
  for (AccessReport &access : r.kernels[0].launches[0].accesses)
    access.neighbours.bytesAtOnce = 8;
  ASSERT_EQ(findings(r).size(), 2U);
  EXPECT_EQ(findings(r)[0].rule, "excess-sectors");
  EXPECT_EQ(findings(r)[0].severity, Severity::Warning);
}

TEST(FieldStride, ARowIsNoRecord) {
  Report r = sample::report({{5, AccessKind::Load, 4, 512, 0, exact(32, 4, 32)}});
  meet(r, 4, 4);
  ASSERT_EQ(findings(r).size(), 1U);
  EXPECT_EQ(findings(r)[0].rule, "excess-sectors");
}

TEST(FieldStride, WhatIsStoredBackIsPartOfIt) {
  Report r = sample::report(
      {{5, AccessKind::Load, 4, 32, 12, exact(32, 4, 32)}, {5, AccessKind::Store, 4, 32, 12, exact(32, 4, 32)}});
  std::vector<AccessReport> &accesses = r.kernels[0].launches[0].accesses;
  accesses[1].site.address = accesses[0].site.address;
  meet(r, 4, 4);
  ASSERT_EQ(findings(r).size(), 1U);
  EXPECT_NE(findings(r)[0].evidence.find("the store to it moves as many sectors"), std::string::npos);
}

/// Stores of 4 bytes every 32, of which so many bytes are covered.
Report openStores(double covered) {
  Report r = sample::report({{5, AccessKind::Store, 4, 32, 12, exact(32, 4, 32)}});
  meet(r, 4, covered);
  r.kernels[0].launches[0].accesses[0].footprint.joined = JoinedStore{{covered, covered, covered},
                                                                      {4 * covered, 4 * covered, 4 * covered},
                                                                      covered < 32 ? Spread{32, 32, 32} : Spread{}};
  return r;
}

std::vector<Finding> onFillingPart(const Report &report) {
  TargetModel target = sample::target();
  target.fillsPartialWrites = true;
  return findingsOf(report, target, "");
}

TEST(PartialWrite, SaysBytesAndFills) {
  const auto found = onFillingPart(openStores(4));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "partial-write");
  EXPECT_EQ(found[0].severity, Severity::Warning);
  EXPECT_TRUE(
      found[0].message.starts_with("store of 4 bytes per lane leaves all 32 sectors of a request partly written, "
                                   "4 of 32 bytes of each: 32 fills per request, each a read of 32 bytes"));
  EXPECT_NE(found[0].advice.find("structure of arrays"), std::string::npos);
  EXPECT_NE(onFillingPart(openStores(24))[0].advice.find("store the other 8 bytes as well"), std::string::npos);
}

TEST(PartialWrite, SilentWhereNothingIsFilled) {
  const auto onlyExcess = [](const std::vector<Finding> &found) {
    return found.size() == 1 && found[0].rule == "excess-sectors" && found[0].severity == Severity::Warning;
  };
  EXPECT_TRUE(onlyExcess(onFillingPart(openStores(32))));
  Report read = openStores(4);
  read.kernels[0].launches[0].accesses[0].neighbours.readShare = 1;
  EXPECT_TRUE(onlyExcess(onFillingPart(read)));
  Report later = openStores(4);
  later.kernels[0].launches[0].accesses[0].neighbours.comesBackLater = true;
  EXPECT_TRUE(onlyExcess(onFillingPart(later)));
  TargetModel other = sample::target();
  other.fillsPartialWrites = false;
  EXPECT_TRUE(onlyExcess(findingsOf(openStores(4), other, "")));
}

TEST(PartialWrite, ANoteOnPartsThatNobodyMeasured) {
  const auto found = findings(openStores(4));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].rule, "excess-sectors");
  EXPECT_EQ(found[0].severity, Severity::Warning);
  EXPECT_EQ(found[1].rule, "partial-write");
  EXPECT_EQ(found[1].severity, Severity::Note);
  EXPECT_NE(found[1].message.find("each perhaps a read"), std::string::npos);
}

Report parts(AccessKind kind, std::uint64_t record, const std::vector<unsigned> &offsets) {
  std::vector<sample::Access> accesses;
  unsigned line = 5;
  for (const unsigned offset : offsets)
    accesses.push_back({line++, kind, 4, record, offset, exact(16, 4, 16)});
  Report r = sample::report(accesses);
  for (AccessReport &access : r.kernels[0].launches[0].accesses)
    access.site.guard = r.kernels[0].graph.constant(1, 1);
  return r;
}

std::vector<std::string> splitMessages(const Report &report, Severity severity) {
  std::vector<std::string> messages;
  for (const Finding &finding : findings(report))
    if (finding.rule == "split-vector" && finding.severity == severity)
      messages.push_back(finding.message.substr(0, finding.message.find(';')));
  return messages;
}

TEST(SplitVector, FourPartsOf16Bytes) {
  const std::vector<std::string> loads = {
      "4 loads of 4 bytes per lane are an aligned piece of 16 bytes: 4 requests of 64 "
      "sectors together, where one request of 16 would do"};
  EXPECT_EQ(splitMessages(parts(AccessKind::Load, 16, {0, 4, 8, 12}), Severity::Note), loads);
  EXPECT_EQ(splitMessages(parts(AccessKind::Load, 16, {12, 0, 8, 4}), Severity::Note), loads); // in any order
  EXPECT_EQ(splitMessages(parts(AccessKind::Store, 16, {0, 4, 8, 12}), Severity::Warning).size(), 1U);
  EXPECT_EQ(findings(parts(AccessKind::Store, 16, {0, 4, 8, 12})).size(), 1U); // and nothing else
}

TEST(SplitVector, OnlyWholeAlignedPieces) {
  EXPECT_TRUE(splitMessages(parts(AccessKind::Load, 12, {0, 4}), Severity::Note).empty());  // 12 is no multiple of 8
  EXPECT_TRUE(splitMessages(parts(AccessKind::Load, 16, {4, 8}), Severity::Note).empty());  // across two pieces
  EXPECT_TRUE(splitMessages(parts(AccessKind::Load, 16, {0, 12}), Severity::Note).empty()); // a gap
  EXPECT_EQ(splitMessages(parts(AccessKind::Load, 24, {0, 4, 8}), Severity::Note).size(), 1U);
  EXPECT_EQ(splitMessages(parts(AccessKind::Store, 8, {0, 4}), Severity::Note).size(), 1U);
}

TEST(Findings, CopiesAndInstancesAreOne) {
  Report r = sample::report({{5, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)},
                             {5, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)},
                             {5, AccessKind::Store, 4, 12, 0, exact(12, 4, 12)}});
  Report other =
      sample::report({{5, AccessKind::Load, 4, 32, 0, exact(32, 4, 32)}}, sample::assumed256(), "other(float*)");
  r.kernels.push_back(other.kernels[0]);
  const auto found = findings(r);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message, "load and store of 4 bytes per lane move 32 sectors per request, ideal 4 (8.0x); block "
                              "256x1x1 assumed, pass --block to change; and in 1 more kernel");
  EXPECT_EQ(found[0].kernel, "other(float*)");
}

TEST(Findings, NothingInSystemHeadersNorOfSectorsInSharedMemory) {
  Report r = sample::report(
      {{5, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)}, {6, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)}});
  r.kernels[0].launches[0].accesses[0].site.inSystemHeader = true;
  AccessReport &shared = r.kernels[0].launches[0].accesses[1];
  shared.site.space = AddressSpace::Shared;
  shared.footprint.measure = Measure::Wavefronts;
  shared.footprint.wavefronts = shared.footprint.idealWavefronts = {1, 1, 1};
  EXPECT_TRUE(findings(r).empty());
}

TEST(Findings, BankConflictsOfTwoWaysAreNotes) {
  Report r = sample::report({{6, AccessKind::Load, 4, 8, 0, exact(0, 0, 0)}});
  AccessReport &shared = r.kernels[0].launches[0].accesses[0];
  shared.site.space = AddressSpace::Shared;
  shared.footprint.measure = Measure::Wavefronts;
  shared.footprint.wavefronts = {2, 2, 2};
  shared.footprint.idealWavefronts = {1, 1, 1};
  ASSERT_EQ(findings(r).size(), 1U);
  EXPECT_EQ(findings(r)[0].rule, "bank-conflict");
  EXPECT_EQ(findings(r)[0].severity, Severity::Note);
  EXPECT_EQ(findings(r)[0].wastedSectorsPerRequest, 0);
  EXPECT_TRUE(findings(r)[0].message.starts_with("load of 4 bytes per lane takes 2 wavefronts per request, ideal 1"));
  shared.footprint.wavefronts = {4, 4, 4};
  EXPECT_EQ(findings(r)[0].severity, Severity::Warning);
}

TEST(Findings, WhatFullWarpsDoIsAnUpperBound) {
  Report r = sample::report({{6, AccessKind::Load, 4, 4, 0, exact(0, 0, 0)}});
  AccessReport &constant = r.kernels[0].launches[0].accesses[0];
  constant.site.space = AddressSpace::Constant;
  Footprint &f = constant.footprint;
  f.measure = Measure::Wavefronts;
  f.certainty = Certainty::Bounded;
  f.reason = "n unknown";
  f.wavefronts = {1, 32, 32};
  f.idealWavefronts = {1, 1, 1};
  ASSERT_EQ(findings(r).size(), 1U);
  EXPECT_TRUE(findings(r)[0].message.starts_with("lanes read up to 32 addresses of constant memory"));
  f.wavefronts = {4, std::nan(""), 32};
  EXPECT_TRUE(findings(r)[0].message.starts_with("lanes read at least 4 addresses of constant memory"));
}

TEST(Findings, NameTheOriginOfTheBlock) {
  LaunchShape launch = sample::assumed256();
  const auto messageUnder = [&] {
    return findings(sample::report({{5, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)}}, launch)).at(0).message;
  };
  launch.origin = LaunchOrigin::Option;
  EXPECT_TRUE(messageUnder().ends_with("; block 256x1x1 as given"));
  launch.origin = LaunchOrigin::Attribute;
  EXPECT_TRUE(messageUnder().ends_with("; block 256x1x1 required by the kernel"));
  launch.origin = LaunchOrigin::HostCode;
  launch.place = {"k.cu", 20, 3};
  EXPECT_TRUE(messageUnder().ends_with("; block 256x1x1 launched at k.cu:20"));
}

TEST(Findings, FingerprintIgnoresTheLine) {
  const auto a = findings(sample::report({{5, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)}}));
  const auto b = findings(sample::report(
      {{9, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)}, {10, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)}}));
  EXPECT_EQ(a.at(0).fingerprint, b.at(0).fingerprint);
  EXPECT_NE(b.at(0).fingerprint, b.at(1).fingerprint);
  EXPECT_EQ(a.at(0).fingerprint.size(), 16U);
}

TEST(MergeReports, IdsStayUniqueAndSharedHeadersCountOnce) {
  Report a = sample::report({{5, AccessKind::Load, 4, 12, 0, exact(12, 4, 12)}});
  a.findings = findings(a);
  Report b = a;
  b.notes = {"something"};
  mergeInto(a, b);
  ASSERT_EQ(a.kernels.size(), 2U);
  EXPECT_EQ(a.kernels[0].launches[0].accesses[0].id, "0.0");
  EXPECT_EQ(a.kernels[1].launches[0].accesses[0].id, "1.0");
  EXPECT_EQ(a.findings.size(), 1U);
  EXPECT_EQ(a.notes.size(), 1U);
}

TEST(FormatNumber, LooksLikeAPersonWroteIt) {
  EXPECT_EQ(formatCount(4), "4");
  EXPECT_EQ(formatCount(4.7143), "4.71");
  EXPECT_EQ(formatCount(4.7143, 4), "4.7143");
  EXPECT_EQ(formatRatio(1), "1.0x");
  EXPECT_EQ(formatRatio(1.25), "1.25x");
  EXPECT_EQ(formatRatio(8), "8.0x");
  EXPECT_EQ(formatPlace({"k.cu", 5, 0}), "k.cu:5");
  EXPECT_EQ(formatPlace({}), "?");
}

} // namespace
