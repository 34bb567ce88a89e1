// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/RequestCount.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace sectorscope {
namespace {

/// A line of measured_requests.tsv.
struct Measured {
  RequestShape shape;
  std::uint32_t mask = 0;
  LaneAddresses addresses{};
  unsigned count = 0;
};

Measured parse(const std::string &line) {
  std::istringstream in(line);
  std::string space, kind, form;
  Measured m;
  in >> space >> kind >> form >> m.shape.bytes >> std::hex >> m.mask >> std::dec;
  for (std::int64_t &address : m.addresses)
    in >> address;
  in >> m.count;
  EXPECT_TRUE(in) << line;
  m.shape.space = space == "local" ? AddressSpace::Local : AddressSpace::Shared;
  m.shape.kind = kind == "load" ? AccessKind::Load : kind == "store" ? AccessKind::Store : AccessKind::Atomic;
  m.shape.isMatrix = form == "matrix";
  m.shape.atomic = form == "per-lane"           ? AtomicForm::PerLane
                   : form == "compare-and-swap" ? AtomicForm::CompareAndSwap
                   : form == "counted"          ? AtomicForm::Counted
                                                : AtomicForm::None;
  return m;
}

/// All lanes, or those in `mask`, `stride` bytes apart.
RequestCount strided(AddressSpace space, unsigned bytes, std::int64_t stride, std::uint32_t mask = kAllLanes) {
  LaneAddresses addresses;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    addresses[lane] = lane * stride;
  return countRequest(addresses, mask, {.space = space, .bytes = bytes}, *builtinTarget("sm_90"));
}

TEST(RequestCount, EqualsEveryMeasuredRequest) {
  const TargetModel target = *builtinTarget("sm_90");
  std::ifstream file(MEASURED_REQUESTS);
  ASSERT_TRUE(file);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#'))
      continue;
    const Measured m = parse(line);
    const RequestCount count = countRequest(m.addresses, m.mask, m.shape, target);
    EXPECT_EQ(m.shape.space == AddressSpace::Local ? count.sectors : count.wavefronts, m.count) << line;
    ++lines;
  }
  EXPECT_GT(lines, 1900U);
}

TEST(RequestCount, EqualsEveryMeasuredCopyPastL1) {
  const TargetModel target = *builtinTarget("sm_90");
  std::ifstream file(MEASURED_COPIES);
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#'))
      continue;
    std::istringstream in(line);
    std::uint32_t mask = 0;
    LaneAddresses from{}, into{};
    unsigned sectors = 0;
    in >> std::hex >> mask >> std::dec;
    for (LaneAddresses *addresses : {&from, &into})
      for (std::int64_t &address : *addresses)
        in >> address;
    in >> sectors;
    ASSERT_TRUE(in) << line;
    EXPECT_EQ(countRequest(from, mask, {.kind = AccessKind::Copy, .bytes = 16}, target, &into).sectors, sectors)
        << line;
    ++lines;
  }
  EXPECT_EQ(lines, 117U);
}

TEST(RequestCount, SharedAddressesMayBeginAtAnyBank) {
  const TargetModel target = *builtinTarget("sm_90");
  std::ifstream file(MEASURED_REQUESTS);
  for (std::string line; std::getline(file, line);) {
    Measured m = line.starts_with('#') ? Measured{} : parse(line);
    for (std::int64_t &address : m.addresses)
      address -= 4 * 77;
    const RequestCount count = countRequest(m.addresses, m.mask, m.shape, target);
    EXPECT_EQ(m.shape.space == AddressSpace::Local ? count.sectors : count.wavefronts, m.count) << line;
  }
}

TEST(RequestCount, IdealWavefrontsAreThoseOfAConflictFreeRequest) {
  for (const unsigned bytes : {1U, 2U, 4U, 8U, 16U}) {
    const RequestCount contiguous = strided(AddressSpace::Shared, bytes, bytes);
    EXPECT_EQ(contiguous.wavefronts, contiguous.idealWavefronts) << bytes;
    EXPECT_EQ(strided(AddressSpace::Shared, bytes, 128).idealWavefronts, std::max(1U, bytes / 4)) << bytes;
    EXPECT_EQ(strided(AddressSpace::Shared, bytes, 128).wavefronts, 32U) << bytes;
  }
}

TEST(RequestCount, ConstantMemoryIsPassedOncePerAddress) {
  EXPECT_EQ(strided(AddressSpace::Constant, 4, 0).wavefronts, 1U);
  EXPECT_EQ(strided(AddressSpace::Constant, 4, 4).wavefronts, 32U);
  EXPECT_EQ(strided(AddressSpace::Constant, 8, 8, 0xff).wavefronts, 8U);
}

TEST(RequestCount, LocalMemoryInterleavesTheWordsOfTheLanes) {
  EXPECT_EQ(strided(AddressSpace::Local, 4, 0).sectors, 4U);
  EXPECT_EQ(strided(AddressSpace::Local, 4, 4).sectors, 32U);
  EXPECT_EQ(strided(AddressSpace::Local, 4, 4).idealSectors, 4U);
  EXPECT_EQ(strided(AddressSpace::Local, 16, 0).sectors, 16U);
  EXPECT_EQ(strided(AddressSpace::Local, 1, 1, 0xf).sectors, 1U); // four bytes of one word each
}

} // namespace
} // namespace sectorscope
