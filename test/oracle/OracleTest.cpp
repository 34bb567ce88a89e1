// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
/// \file
/// The oracle against hand-computed values and measured counters.

#include "OracleTest.h"

namespace sectorscope::oracle {
namespace {

/// i = blockIdx.x * blockDim.x + threadIdx.x
const char *const globalIndex = R"(
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %first = mul i32 %ctaid, %ntid
  %i = add i32 %first, %tid
)";

/// A kernel that loads one value of `type` at element `index` (i64, text that may use %i) of `in`.
std::string loadAt(const std::string &type, const std::string &computation) {
  return std::string("define ptx_kernel void @k(ptr %in) {\n") + globalIndex + computation +
         "\n  %p = getelementptr inbounds " + type + ", ptr %in, i64 %index\n  %v = load " + type +
         ", ptr %p\n  ret void\n}\n";
}

struct Expected {
  double sectors, lines, ideal;
};

void expectCounts(const std::string &ir, const Launch &launch, Expected expected) {
  Ran ran(ir, launch);
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  ASSERT_EQ(ran.result.sites.size(), 1u);
  const SiteResult &site = ran.result.sites[0];
  EXPECT_DOUBLE_EQ(site.mean(site.sectors), expected.sectors);
  EXPECT_DOUBLE_EQ(site.mean(site.lines), expected.lines);
  EXPECT_DOUBLE_EQ(site.mean(site.ideal), expected.ideal);
}

Launch oneWarps() {
  Launch launch;
  launch.block = {64, 1, 1};
  launch.grid = {3, 1, 1};
  return launch;
}

// The table of measured one-pattern kernels.
TEST(Sectors, Contiguous) {
  expectCounts(loadAt("i32", "%index = sext i32 %i to i64"), oneWarps(), {4, 1, 4});
  expectCounts(loadAt("i8", "%index = sext i32 %i to i64"), oneWarps(), {1, 1, 1});
  expectCounts(loadAt("double", "%index = sext i32 %i to i64"), oneWarps(), {8, 2, 8});
  expectCounts(loadAt("<4 x float>", "%index = sext i32 %i to i64"), oneWarps(), {16, 4, 16});
}
TEST(Sectors, OneElementOff) {
  expectCounts(loadAt("i32", "%j = add nsw i32 %i, 1\n%index = sext i32 %j to i64"), oneWarps(), {5, 2, 4});
}
TEST(Sectors, Strides) {
  expectCounts(loadAt("i32", "%j = shl i32 %i, 1\n%index = sext i32 %j to i64"), oneWarps(), {8, 2, 4});
  expectCounts(loadAt("i32", "%j = shl i32 %i, 3\n%index = sext i32 %j to i64"), oneWarps(), {32, 8, 4});
  expectCounts(loadAt("i32", "%j = shl i32 %i, 5\n%index = sext i32 %j to i64"), oneWarps(), {32, 32, 4});
  expectCounts(loadAt("i32", "%j = mul i32 %i, 3\n%index = sext i32 %j to i64"), oneWarps(), {12, 3, 4});
  expectCounts(loadAt("<4 x float>", "%j = shl i32 %i, 1\n%index = sext i32 %j to i64"), oneWarps(), {32, 8, 16});
}
TEST(Sectors, BroadcastIsIdeal) {
  expectCounts(loadAt("i32", "%j = and i32 %i, 0\n%index = sext i32 %j to i64"), oneWarps(), {1, 1, 1});
  expectCounts(loadAt("<4 x float>", "%j = and i32 %i, 7\n%index = sext i32 %j to i64"), oneWarps(), {4, 1, 4});
}

// in[(blockIdx.x*10 + tid.y)*64 + tid.x] with a 20 x 10 block: the counter says 4.7143 sectors, 28 lanes on average.
TEST(Sectors, BlockOf20By10) {
  Launch launch;
  launch.block = {20, 10, 1};
  launch.grid = {8, 1, 1};
  Ran ran(R"(
define ptx_kernel void @k(ptr %in) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %b = mul i32 %ctaid, 10
  %row = add i32 %b, %y
  %start = mul i32 %row, 64
  %j = add i32 %start, %x
  %index = sext i32 %j to i64
  %p = getelementptr i32, ptr %in, i64 %index
  %v = load i32, ptr %p
  ret void
})",
          launch);
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  const SiteResult &site = ran.result.sites[0];
  EXPECT_EQ(site.requests, 7u * 8);
  EXPECT_NEAR(site.mean(site.sectors), 4.7143, 0.00005);
  EXPECT_NEAR(site.mean(site.activeLanes), 28.5714, 0.00005);
  EXPECT_EQ(site.activeLanes.min, 8u);
}

// in[(i/3)*8 + i%3]: of three warps one needs 12 sectors, two need 11. With 2048 warps that is 11 + 683/2048, which
// the counter shows as 11.3335.
TEST(Sectors, DivisionByThree) {
  Launch launch;
  launch.block = {256, 1, 1};
  launch.grid = {256, 1, 1};
  Ran ran(loadAt("i32", "%d = udiv i32 %i, 3\n%r = urem i32 %i, 3\n%e = shl i32 %d, 3\n%j = add i32 %e, %r\n"
                        "%index = zext i32 %j to i64"),
          launch);
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  const SiteResult &site = ran.result.sites[0];
  EXPECT_EQ(site.requests, 2048u);
  EXPECT_EQ(site.sectors.sum, 11u * 2048 + 683);
  EXPECT_NEAR(site.mean(site.sectors), 11.3335, 0.00005);
}

// if (tid.x % 2 == 0) v = in[i]: 4 sectors, 16 lanes, ideal 2.
TEST(Sectors, EvenLanesOnly) {
  Ran ran(std::string("define ptx_kernel void @k(ptr %in) {\n") + globalIndex + R"(
  %odd = and i32 %tid, 1
  %even = icmp eq i32 %odd, 0
  br i1 %even, label %then, label %end
then:
  %index = sext i32 %i to i64
  %p = getelementptr i32, ptr %in, i64 %index
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  br label %end
end:
  ret void
})",
          oneWarps());
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  const SiteResult &store = ran.result.sites[1];
  EXPECT_EQ(store.kind, Kind::Store);
  EXPECT_EQ(store.requests, 6u);
  EXPECT_EQ(store.sectors.min, 4u);
  EXPECT_EQ(store.sectors.max, 4u);
  EXPECT_EQ(store.activeLanes.sum, 6u * 16);
  EXPECT_EQ(store.ideal.max, 2u);
  EXPECT_EQ(store.coveredBytes.max, 64u);
  EXPECT_EQ(store.partialSectors.max, 4u);
  EXPECT_EQ(store.coveredInSector.min, 16u);
  EXPECT_EQ(store.coveredPerSector.max, 16.0);
  EXPECT_FALSE(store.addressFromMemory);
}

// for (j = tid; j < n; j += ntid): n = 100 with 64 threads: 2 + 2 requests, the last with 4 lanes.
TEST(Requests, IterationsStaySeparate) {
  Launch launch = oneWarps();
  launch.grid = {1, 1, 1};
  launch.scalars["n"] = 100;
  launch.keepRequests = true;
  Ran ran(R"(
define ptx_kernel void @k(ptr %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  br label %loop
loop:
  %j = phi i32 [ %tid, %entry ], [ %next, %body ]
  %more = icmp slt i32 %j, %n
  br i1 %more, label %body, label %end
body:
  %index = sext i32 %j to i64
  %p = getelementptr i32, ptr %out, i64 %index
  store i32 %j, ptr %p
  %next = add i32 %j, %ntid
  br label %loop
end:
  ret void
})",
          launch);
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  const SiteResult &site = ran.result.sites[0];
  EXPECT_EQ(site.requests, 4u);
  EXPECT_EQ(site.activeLanes.sum, 100u);
  EXPECT_EQ(site.activeLanes.min, 4u);
  EXPECT_EQ(site.sectors.sum, 4u + 4 + 4 + 1);
  ASSERT_EQ(ran.result.requests.size(), 4u);
  EXPECT_EQ(ran.result.requests[1].iteration, std::vector<std::uint32_t>{1});
  EXPECT_EQ(ran.result.requests[0].addresses[5] - ran.result.requests[0].addresses[0], 20u);
}

// A function called from two places is two call paths.
TEST(Requests, CallPathsStaySeparate) {
  Ran ran(R"(
define i32 @read(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define ptx_kernel void @k(ptr %in) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %tid, 1
  %odd = icmp ne i32 %lane, 0
  %index = sext i32 %tid to i64
  %p = getelementptr i32, ptr %in, i64 %index
  br i1 %odd, label %a, label %b
a:
  %x = call i32 @read(ptr %p)
  ret void
b:
  %y = call i32 @read(ptr %p)
  ret void
})",
          {});
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  EXPECT_EQ(ran.result.sites[0].requests, 2u);
  EXPECT_EQ(ran.result.sites[0].activeLanes.max, 16u);
}

TEST(Wavefronts, Banks) {
  std::array<std::uint64_t, 32> addresses{};
  auto with = [&](unsigned strideBytes, unsigned bytes, std::uint32_t mask = ~0u) {
    for (unsigned lane = 0; lane < 32; ++lane)
      addresses[lane] = std::uint64_t(lane) * strideBytes;
    return wavefrontsOf(mask, addresses, bytes, Kind::Store);
  };
  EXPECT_EQ(with(4, 4), 1u);
  EXPECT_EQ(with(8, 4), 2u);
  EXPECT_EQ(with(33 * 4, 4), 1u);
  EXPECT_EQ(with(32 * 4, 4), 32u);
  EXPECT_EQ(with(0, 4), 1u);
  EXPECT_EQ(with(8, 8), 2u);
  EXPECT_EQ(with(16, 16), 4u);
  EXPECT_EQ(with(16, 16, 0xffff), 2u);
  EXPECT_EQ(with(32 * 4, 4, 0xff), 8u);
}

// Each thread stores its number, meets the others at a barrier, and uses its neighbour's as an index.
TEST(Machine, BarrierAndSharedMemory) {
  Launch launch;
  launch.block = {64, 1, 1};
  Ran ran(R"(
@tile = internal addrspace(3) global [64 x i32] undef, align 4
define ptx_kernel void @k(ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = sext i32 %tid to i64
  %mine = getelementptr [64 x i32], ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 0, i64 %index
  store i32 %tid, ptr %mine
  call void @llvm.nvvm.barrier0()
  %other = xor i32 %tid, 63
  %otherIndex = sext i32 %other to i64
  %theirs = getelementptr [64 x i32], ptr addrspace(3) @tile, i64 0, i64 %otherIndex
  %v = load i32, ptr addrspace(3) %theirs
  %scaled = shl i32 %v, 1
  %at = sext i32 %scaled to i64
  %p = getelementptr i32, ptr %out, i64 %at
  store i32 %v, ptr %p
  ret void
})",
          launch);
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  EXPECT_EQ(ran.result.sites[0].space, Space::Shared);
  EXPECT_EQ(ran.result.sites[0].wavefronts.sum, 2u);
  EXPECT_EQ(ran.result.sites[0].sectors.sum, 0u);
  EXPECT_EQ(ran.result.sites[2].sectors.sum, 2u * 8);
  EXPECT_TRUE(ran.result.sites[2].addressFromMemory);
}

// Butterfly shuffle: lane l gets l ^ 1, so the addresses are a permutation; a ballot counts the even lanes.
TEST(Machine, ShuffleAndVote) {
  Ran ran(R"(
define ptx_kernel void @k(ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %got = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %tid, i32 1, i32 31)
  %odd = and i32 %tid, 1
  %even = icmp eq i32 %odd, 0
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %even)
  %count = call i32 @llvm.ctpop.i32(i32 %ballot)
  %j = add i32 %got, %count
  %index = sext i32 %j to i64
  %p = getelementptr i32, ptr %out, i64 %index
  store i32 %j, ptr %p
  ret void
})",
          [] {
            Launch launch;
            launch.keepRequests = true;
            return launch;
          }());
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  const Request &request = ran.result.requests.at(0);
  EXPECT_EQ(request.addresses[0], flatBase(0) + 4 * (1 + 16));
  EXPECT_EQ(request.addresses[1], flatBase(0) + 4 * (0 + 16));
  EXPECT_EQ(ran.result.sites[0].sectors.sum, 4u);
}

// Local memory is interleaved: one word per lane at the same index is one line.
TEST(Machine, LocalMemoryIsInterleaved) {
  Ran ran(R"(
define ptx_kernel void @k() {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = alloca [8 x i32], align 4
  %p = getelementptr [8 x i32], ptr %a, i64 0, i64 3
  store i32 %tid, ptr %p
  %v = load i32, ptr %p
  ret void
})",
          {});
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  EXPECT_EQ(ran.result.sites[0].space, Space::Local);
  EXPECT_EQ(ran.result.sites[1].sectors.max, 4u);
  EXPECT_EQ(ran.result.sites[1].lines.max, 1u);
}

// A by-value struct { float *data; int ld; }: its fields are parameters, not traffic.
TEST(Machine, StructParameters) {
  Launch launch;
  launch.fields[{0, 8}] = 3;
  Ran ran(R"(
%view = type { ptr, i32 }
define ptx_kernel void @k(ptr byval(%view) align 8 %v) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %data = load ptr, ptr %v, align 8
  %q = getelementptr inbounds i8, ptr %v, i64 8
  %ld = load i32, ptr %q, align 8
  %j = mul i32 %tid, %ld
  %index = sext i32 %j to i64
  %p = getelementptr float, ptr %data, i64 %index
  %f = load float, ptr %p
  ret void
})",
          launch);
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  EXPECT_EQ(ran.result.sites[0].space, Space::Param);
  EXPECT_EQ(ran.result.sites[2].space, Space::Global);
  EXPECT_EQ(ran.result.sites[2].sectors.max, 12u);
  EXPECT_FALSE(ran.result.sites[2].addressFromMemory);
}

// The caller may say what memory holds: in[3 * tid] as an index.
TEST(Machine, GivenContents) {
  Launch launch;
  launch.contents = [](unsigned argument, std::uint64_t offset, unsigned) -> std::optional<std::uint64_t> {
    return argument == 1 ? std::optional<std::uint64_t>(3 * (offset / 4)) : std::nullopt;
  };
  Ran ran(R"(
define ptx_kernel void @k(ptr %out, ptr %indices) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t = sext i32 %tid to i64
  %q = getelementptr i32, ptr %indices, i64 %t
  %j = load i32, ptr %q
  %index = sext i32 %j to i64
  %p = getelementptr i32, ptr %out, i64 %index
  store i32 0, ptr %p
  ret void
})",
          launch);
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  EXPECT_EQ(ran.result.sites[1].sectors.max, 12u);
  EXPECT_TRUE(ran.result.sites[1].addressFromMemory);
  EXPECT_FALSE(ran.result.sites[1].dependsOnMadeUp);
}

// What nobody gave stays made up on its way through memory: out[shared[tid]] after shared[tid] = in[tid]. What an
// atomic returns hangs on the order of the threads. The rest does not depend on either.
TEST(Machine, MadeUpContentsAreMarked) {
  Ran ran(R"(
@tile = internal addrspace(3) global [32 x i32] undef, align 4
define ptx_kernel void @k(ptr %in, ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t = sext i32 %tid to i64
  %q = getelementptr i32, ptr %in, i64 %t
  %j = load i32, ptr %q
  %s = getelementptr [32 x i32], ptr addrspace(3) @tile, i64 0, i64 %t
  store i32 %j, ptr addrspace(3) %s
  %back = load i32, ptr addrspace(3) %s
  %index = sext i32 %back to i64
  %p = getelementptr i32, ptr %out, i64 %index
  store i32 0, ptr %p
  store i32 %tid, ptr addrspace(3) %s
  %own = load i32, ptr addrspace(3) %s
  %ownIndex = sext i32 %own to i64
  %p2 = getelementptr i32, ptr %out, i64 %ownIndex
  %ticket = atomicrmw add ptr %p2, i32 1 monotonic
  %ticketIndex = sext i32 %ticket to i64
  %p3 = getelementptr i32, ptr %out, i64 %ticketIndex
  store i32 0, ptr %p3
  ret void
})",
          Launch());
  ASSERT_EQ(ran.result.outcome, Outcome::Ok) << ran.result.message;
  std::vector<bool> marked;
  for (const SiteResult &site : ran.result.sites)
    marked.push_back(site.dependsOnMadeUp);
  EXPECT_EQ(marked, (std::vector<bool>{false, false, false, true, false, false, false, true}));
}

} // namespace
} // namespace sectorscope::oracle
