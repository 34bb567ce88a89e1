// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Vectors.h"

#include <gtest/gtest.h>

using namespace sectorscope::check;

namespace {

/// The last step of a tree in shared memory, as ptxas has it: 8192 blocks, in each 1 + 2 + ... + 64 lanes at two lines,
/// the last 64 of them with one store of 8 bytes.
class Vectors : public testing::Test {
protected:
  PredictedAccess first = store(135), second = store(136);
  Instruction atFirst = part(135, 4, 63), atSecond = part(136, 4, 63), vector = part(136, 8, 64);

  static PredictedAccess store(unsigned line) {
    PredictedAccess access;
    access.place = access.innermost = {"main.cu", line};
    access.kind = "store";
    access.space = "shared";
    access.status = "exact";
    access.bytesPerLane = 4;
    access.requests = 65536;
    access.activeLanes = 127.0 * 8192 / 65536;
    return access;
  }
  static Instruction part(unsigned line, unsigned width, unsigned lanes) {
    Instruction one;
    one.place = {"main.cu", line};
    one.kind = "store";
    one.space = "shared";
    one.opcode = width == 8 ? "STS.64" : "STS";
    one.offset = 0x40;
    one.bytesPerLane = width;
    one.lanes = lanes * 8192;
    return one;
  }

  Verdict verdictOfFirst() {
    const std::vector<Group> groups = {{{&first}, {&atFirst}}, {{&second}, {&atSecond, &vector}}};
    std::vector<Comparison> judged(2);
    for (std::size_t i = 0; i != 2; ++i) {
      judged[i].place = groups[i].accesses[0]->place;
      judged[i].kind = groups[i].accesses[0]->kind;
      judged[i].space = groups[i].accesses[0]->space;
      judged[i].verdict = i == 0 ? Verdict::Wrong : Verdict::Right;
    }
    findVectors(groups, judged);
    EXPECT_EQ(judged[1].verdict, Verdict::Right);
    evidence = judged[0].evidence;
    return judged[0].verdict;
  }
  std::string evidence;
};

TEST_F(Vectors, TheRestIsOnTheNextLine) {
  EXPECT_EQ(verdictOfFirst(), Verdict::CompilerChanged);
  EXPECT_EQ(evidence, "; the rest is in STS.64 at 0x40, main.cu:136, with which the bytes add up");
}

TEST_F(Vectors, BytesMustAddUp) {
  atFirst.lanes -= 8192;
  EXPECT_EQ(verdictOfFirst(), Verdict::Wrong);
}

TEST_F(Vectors, NothingIsWiderThanWhatIsPredictedThere) {
  second.bytesPerLane = 8;
  second.activeLanes = 63.5 * 8192 / 65536; // as many bytes
  EXPECT_EQ(verdictOfFirst(), Verdict::Wrong);
}

TEST_F(Vectors, OnlyOfTheSameKindSpaceAndWhereAllIsExact) {
  second.kind = "load";
  EXPECT_EQ(verdictOfFirst(), Verdict::Wrong);
  second = store(136);
  second.space = "global";
  EXPECT_EQ(verdictOfFirst(), Verdict::Wrong);
  second = store(136);
  second.status = "bounded";
  EXPECT_EQ(verdictOfFirst(), Verdict::Wrong);
}

} // namespace
