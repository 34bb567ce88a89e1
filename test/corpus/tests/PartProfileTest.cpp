// Part of Sectorscope, under the Apache License v2.0 with LLVM Exceptions. See LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PartProfile.h"
#include "Process.h"

#include "sectorscope/TargetModel.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <locale>
#include <stdexcept>

namespace sectorscope::check {
namespace {

/// A part that does not exist: 10 multiprocessors, 64 bits at 1 GHz.
std::string tableOf(std::string_view rows, std::string_view counters = "yes", std::string_view more = "") {
  std::string text = fmt::format(
      "# sectorscope-measure\t1\n# part\tImagined 1\n# arch\tsm_123\n# date\t2026-01-02\n# driver\t1.2\n# "
      "runtime\t13010\n"
      "# multiprocessors\t10\n# threads_per_multiprocessor\t2048\n# threads_per_block\t1024\n# warp_size\t32\n"
      "# shared_bytes_per_block\t49152\n# l2_bytes\t1048576\n# memory_bus_bits\t64\n# memory_kilohertz\t1000000\n"
      "# ecc\t1\n# l2_fetch_granularity\t64\n# mode\tfull\n# counters\t{}\n{}{}",
      counters, more, rows);
  return text + fmt::format("# end\t{}\n", std::ranges::count(rows, '\n'));
}

PartProfile profileOf(std::string_view rows, std::string_view counters = "yes") {
  return deriveProfile(rawFromTsv(tableOf(rows, counters)));
}

std::string problemOf(const std::string &table) {
  try {
    deriveProfile(rawFromTsv(table));
  } catch (const std::runtime_error &error) {
    return error.what();
  }
  return "none";
}

const MeasuredTable *tableNamed(const PartProfile &profile, std::string_view name) {
  const auto it = std::ranges::find(profile.measured, name, &MeasuredTable::name);
  return it == profile.measured.end() ? nullptr : &*it;
}

double cell(const PartProfile &profile, std::string_view table, std::size_t row, std::size_t column) {
  return std::get<double>(tableNamed(profile, table)->rows.at(row).at(column));
}

TEST(PartProfile, HeaderGivesFactsAndSources) {
  const TargetModel target = profileOf("").target;
  EXPECT_EQ(target.arch, "sm_123");
  EXPECT_EQ(target.multiprocessors, 10U);
  EXPECT_EQ(target.l2Bytes, 1048576U);
  EXPECT_EQ(target.sources.at("l2Bytes"), "measured: Imagined 1, driver 1.2, CUDA 13.1, 2026-01-02: device attribute");
  // 2 x 1e9 x 64 / 8
  EXPECT_EQ(target.peak->bytesPerSecond, 16e9);
  EXPECT_EQ(target.peak->ecc, "on, within the data");
}

TEST(PartProfile, NothingMeasuredIsNothingKnown) {
  const PartProfile profile = profileOf("");
  EXPECT_FALSE(profile.target.ceilings);
  EXPECT_FALSE(profile.target.l2Slices);
  EXPECT_FALSE(profile.target.fillsPartialWrites);
  EXPECT_TRUE(profile.target.strides.empty());
  EXPECT_TRUE(profile.measured.empty());
  EXPECT_EQ(profile.target.sources.at("l2Slices"), "unmeasured: no experiment 'slices'");
  EXPECT_TRUE(std::ranges::count(profile.missing, "ceilings: no experiment of rates"));
}

TEST(PartProfile, SaysWhyThereAreNoCounters) {
  const PartProfile profile = profileOf("", "no: run as root");
  EXPECT_EQ(profile.target.sources.at("l2Slices"), "unmeasured: run as root");
  EXPECT_EQ(profile.target.sources.at("dramDemandGranuleBytes"), "unmeasured: run as root");
  EXPECT_EQ(profile.target.sources.at("strides"), "unmeasured: no experiment 'stride'");
}

TEST(PartProfile, CeilingsAreTheFastestOfEachMix) {
  const std::string common = " resident=10 threads=256 array_bytes=4000\t";
  const PartProfile profile = profileOf(
      "bandwidth\tseconds\treads=1 writes=0 lane_bytes=16 elements=1 blocks=10" + common + "2e-6\t1e-6\t9e-6\n" +
      "bandwidth\tseconds\treads=1 writes=0 lane_bytes=16 elements=2 blocks=10" + common + "1e-6\n" +
      "bandwidth\tseconds\treads=1 writes=0 lane_bytes=8 elements=2 blocks=10" + common + "4e-6\n" +
      "bandwidth\tseconds\treads=2 writes=1 lane_bytes=8 elements=2 blocks=10" + common + "4e-6\n" +
      "bandwidth\tseconds\treads=1 writes=3 lane_bytes=8 elements=2 blocks=10" + common + "5e-6\n");
  const Ceilings ceilings = profile.target.ceilings.value();
  EXPECT_EQ(ceilings.measured, "Imagined 1, driver 1.2, 2026-01-02");
  EXPECT_EQ(ceilings.readBytesPerSecond, 4e9);  // 4000 / 1e-6; the other has its median at 2e-6
  EXPECT_EQ(ceilings.triadBytesPerSecond, 3e9); // 12000 / 4e-6
  EXPECT_FALSE(ceilings.writeBytesPerSecond);
  EXPECT_FALSE(ceilings.copyBytesPerSecond);
  EXPECT_EQ(ceilings.mixBytesPerSecond->points, (std::vector<std::pair<double, double>>{{0.25, 3.2e9}}));
  // 10 blocks of 256 threads, 16 bytes each: 40,960; two elements of 8 bytes are as many.
  EXPECT_EQ(ceilings.bytesInFlight->points, (std::vector<std::pair<double, double>>{{40960, 2e9}, {81920, 4e9}}));
  EXPECT_EQ(cell(profile, "bandwidth", 1, 4), 0.25); // 4e9 of 16e9: reads of 16 bytes a lane
}

TEST(PartProfile, TransactionsAreTheFastestPattern) {
  const PartProfile profile =
      profileOf("l1_lines\tseconds\tlines_per_request=1 banks=all requests=1000\t1e-6\n"
                "l1_lines\tseconds\tlines_per_request=32 banks=all requests=1000\t4e-6\n"
                "l2_sectors\tseconds\tpattern=run sectors_per_request=8 requests=500\t2e-6\n"
                "arithmetic\tseconds\tbits=32 flop=3000\t1e-6\narithmetic\tseconds\tbits=64 flop=3000\t2e-6\n");
  EXPECT_EQ(profile.target.ceilings->l1LinesPerSecond, 8e9);
  EXPECT_EQ(profile.target.ceilings->l2SectorsPerSecond, 2e9);
  EXPECT_EQ(profile.target.ceilings->singleFlopPerSecond, 3e9);
  EXPECT_EQ(profile.target.ceilings->doubleFlopPerSecond, 1.5e9);
  EXPECT_FALSE(profile.target.ceilings->halfFlopPerSecond);
  EXPECT_TRUE(std::ranges::count(profile.missing, "ceilings of bytes: no experiment 'bandwidth'"));
}

TEST(PartProfile, GranulesFromSectors) {
  const PartProfile profile = profileOf("load\tdram_sectors_read\tstride=32 words=1000\t1003\n"
                                        "load\tdram_sectors_read\tstride=256 words=1000\t2003\n"
                                        "store\tdram_sectors_read\tbytes_of_sector=4 sectors=1000\t990\n"
                                        "store\tdram_sectors_read\tbytes_of_sector=32 sectors=1000\t1\n"
                                        "store_halves\tdram_sectors_read\tapart_bytes=2048 sectors=1000\t1500\n"
                                        "store_halves\tdram_sectors_read\tapart_bytes=1024 sectors=1000\t10\n"
                                        "load_halves\tdram_sectors_read\tapart_bytes=1024 pieces=1000\t1999\n"
                                        "load_halves\tdram_sectors_read\tapart_bytes=2048 pieces=1000\t3000\n"
                                        "cold_atomics\tdram_sectors_read\tstride=256 adds=1000\t1500\n");
  const TargetModel &target = profile.target;
  EXPECT_EQ(target.dramDemandGranuleBytes, 64U);
  EXPECT_EQ(target.dramFillGranuleBytes, 32U);
  EXPECT_EQ(target.fillsPartialWrites, true);
  EXPECT_EQ(target.l2FillsHalves->points, (std::vector<std::pair<double, double>>{{1024, 0.01}, {2048, 1.5}}));
  EXPECT_EQ(target.l2ForgetsReads->points, (std::vector<std::pair<double, double>>{{1024, 0}, {2048, 0.5}}));
  EXPECT_EQ(target.sectorsPerColdAtomic, 1.5);
}

TEST(PartProfile, GranulesThatFitNoWholeNumberAreNotKnown) {
  const PartProfile profile = profileOf("load\tdram_sectors_read\tstride=256 words=1000\t1500\n"
                                        "store\tdram_sectors_read\tbytes_of_sector=4 sectors=1000\t300\n"
                                        "store\tdram_sectors_read\tbytes_of_sector=32 sectors=1000\t1\n"
                                        "load_halves\tdram_sectors_read\tapart_bytes=1024 pieces=1000\t2000\n");
  EXPECT_FALSE(profile.target.dramDemandGranuleBytes);
  EXPECT_FALSE(profile.target.dramFillGranuleBytes);
  EXPECT_FALSE(profile.target.fillsPartialWrites);
  EXPECT_FALSE(profile.target.l2ForgetsReads); // its pieces need a granule of 64 bytes
}

TEST(PartProfile, APartThatDoesNotFill) {
  const PartProfile profile = profileOf("store\tdram_sectors_read\tbytes_of_sector=4 sectors=1000\t2\n"
                                        "store\tdram_sectors_read\tbytes_of_sector=32 sectors=1000\t1\n");
  EXPECT_EQ(profile.target.fillsPartialWrites, false);
  EXPECT_FALSE(profile.target.dramFillGranuleBytes);
}

TEST(PartProfile, CacheTables) {
  const PartProfile profile = profileOf(
      "l2_footprint\tseconds\tbytes=1000 passes=8\t1e-6\nl2_footprint\tl2_hit_sectors\tbytes=1000 passes=8\t75\n"
      "l2_footprint\tl2_miss_sectors\tbytes=1000 passes=8\t25\n"
      "slices\tl2_slice_sectors\tpitch=128 padding=0 blocks=4\t940\n"
      "slices\tl2_slice_sectors_max\tpitch=128 padding=0 blocks=4\t15\n"
      "slices\tl2_slice_sectors_avg\tpitch=128 padding=0 blocks=4\t10\n"
      "pages\tseconds\tstride=128 words=100\t2e-6\npages\tseconds\tstride=4096 words=100\t3e-6\n"
      "pages\tdram_sectors_read\tstride=128 words=100\t200\npages\tdram_sectors_read\tstride=4096 words=100\t250\n"
      "persistence\tseconds\tpattern=hot_beside_stream hot_bytes=10 stream_bytes=20 stream_per_hot=1 kept=no\t3e-6\n"
      "persistence\tseconds\tpattern=hot_beside_stream hot_bytes=10 stream_bytes=20 stream_per_hot=1 kept=yes\t2e-6\n");
  EXPECT_EQ(cell(profile, "l2Footprint", 0, 1), 8e9);
  EXPECT_EQ(cell(profile, "l2Footprint", 0, 2), 0.75);
  EXPECT_EQ(profile.target.l2Slices, 94U);
  EXPECT_EQ(cell(profile, "slices", 0, 3), 1.5);
  EXPECT_EQ(cell(profile, "pages", 0, 2), 1.5); // 3e-6 / 2e-6
  EXPECT_EQ(cell(profile, "pages", 0, 3), 0.5); // 50 sectors more in 100 pages
  EXPECT_EQ(cell(profile, "persistence", 0, 3), 0.5);
}

TEST(PartProfile, LossIsAgainstTheMedianOfTheTwins) {
  const std::string row = "stride\tseconds\tpattern=row_walk state=cold pitch=512 rows=8 bytes=4096 passes=1 padding=";
  const PartProfile profile =
      profileOf(row + "0\t10\t10\t12\n" + row + "128\t9\n" + row + "384\t8\n" + row + "640\t2\n");
  ASSERT_EQ(profile.target.strides.size(), 1U);
  EXPECT_EQ(profile.target.strides[0].pattern, "row_walk");
  EXPECT_FALSE(profile.target.strides[0].warm);
  ASSERT_EQ(profile.target.strides[0].losses.size(), 1U);
  EXPECT_EQ(*profile.target.strides[0].at(512), (MeasuredLoss{0.2, 0.1, 0.8})); // 1 - 8 / 10, 1 - 9 / 10, 1 - 2 / 10
  EXPECT_EQ(problemOf(tableOf(row + "0\t10\n")), "experiment 'stride' has no twin of row_walk at 512 bytes");
}

TEST(PartProfile, AtomicsByOperationTypeAndStride) {
  const std::string row = "atomics\tseconds\toperation=red type=u32 stride=32 operations=1000 addresses=";
  const PartProfile profile = profileOf(row + "32\t1e-6\n" + row + "1\t4e-6\n");
  ASSERT_EQ(profile.target.atomics.size(), 1U);
  EXPECT_EQ(profile.target.atomics[0].perSecond.points,
            (std::vector<std::pair<double, double>>{{1, 2.5e8}, {32, 1e9}}));
}

TEST(PartProfile, NamesWhatMakesNoSense) {
  EXPECT_EQ(problemOf("# sectorscope-measure\t1\n# end\t0\n"), "the header does not say 'part'");
  EXPECT_EQ(problemOf(tableOf("l1_lines\tseconds\tlines_per_request=1 banks=all requests=1000\t0\n")),
            "experiment 'l1_lines' took no time");
  EXPECT_EQ(problemOf(tableOf("l1_lines\tseconds\tbanks=all requests=1000\t1\n")),
            "experiment 'l1_lines' has no parameter 'lines_per_request'");
  EXPECT_EQ(problemOf(tableOf("l1_lines\tseconds\tlines_per_request=few banks=all requests=1000\t1\n")),
            "experiment 'l1_lines': 'few' is no number of lines_per_request");
  std::string table = tableOf("");
  table.replace(table.find("multiprocessors\t10"), 18, "multiprocessors\t-1");
  EXPECT_EQ(problemOf(table), "the header's '-1' of multiprocessors is no count");
}

TEST(PartProfile, WhatItWritesTheAnalyserReads) {
  const PartProfile profile =
      profileOf("load\tdram_sectors_read\tstride=256 words=1000\t2000\n"
                "atomics\tseconds\toperation=red type=u32 stride=4 operations=9 addresses=1\t1\n"
                "bandwidth\tseconds\treads=3 writes=1 lane_bytes=8 elements=2 blocks=10 "
                "resident=10 threads=256 array_bytes=4000\t5e-6\n");
  const std::string text = toJson(profile);
  EXPECT_EQ(text, toJson(profile));
  const TargetModel read = parseTarget(text);
  EXPECT_EQ(read.arch, "sm_123");
  EXPECT_EQ(read.dramDemandGranuleBytes, 64U);
  EXPECT_EQ(read.ceilings->mixBytesPerSecond->points, profile.target.ceilings->mixBytesPerSecond->points);
  EXPECT_EQ(read.peak->bytesPerSecond, 16e9);
  EXPECT_EQ(read.atomics.at(0).perSecond.points, profile.target.atomics[0].perSecond.points);
  EXPECT_EQ(read.sources, profile.target.sources);
}

TEST(PartProfile, WritesHowManyBlocksFitAndPartitions) {
  PartProfile profile = deriveProfile(rawFromTsv(tableOf("", "yes", "# blocks_per_multiprocessor\t32\n")));
  profile.target.partitions = Partitions{8, 256}; // that nobody measures, but a person may write
  const TargetModel read = parseTarget(toJson(profile));
  EXPECT_EQ(read.blocksPerMultiprocessor, 32U);
  EXPECT_EQ(read.partitions->count, 8U);
  EXPECT_EQ(read.partitions->bytes, 256U);
  EXPECT_FALSE(profileOf("").target.blocksPerMultiprocessor);
}

struct CommaPunctuation : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(PartProfile, IsWrittenAlikeUnderEveryLocale) {
  const PartProfile profile = profileOf("cold_atomics\tdram_sectors_read\tstride=256 adds=1000\t1500\n");
  const std::string before = toJson(profile);
  const std::locale global = std::locale::global(std::locale(std::locale::classic(), new CommaPunctuation));
  const std::string after = toJson(profile);
  std::locale::global(global);
  EXPECT_EQ(after, before);
}

// The record of an H200.

RawTable record(const std::string &name) { return rawFromTsv(readFile(SECTORSCOPE_CORPUS "/records/" + name)); }

TEST(RecordedPart, GivesTheCommittedProfile) {
  const PartProfile profile = deriveProfile(record("profile-h200.tsv"));
  EXPECT_TRUE(profile.missing.empty());
  EXPECT_EQ(toJson(profile), readFile(SECTORSCOPE_CORPUS "/records/profile-h200.json"));
  EXPECT_EQ(parseTarget(toJson(profile)).name, "NVIDIA H200");
}

TEST(RecordedPart, AgreesWithWhatWasMeasuredByHand) {
  const TargetModel target = deriveProfile(record("profile-h200.tsv")).target;
  const TargetModel hand = builtinTarget("sm_90").value();
  EXPECT_EQ(target.dramDemandGranuleBytes, hand.dramDemandGranuleBytes);
  EXPECT_EQ(target.dramFillGranuleBytes, hand.dramFillGranuleBytes);
  EXPECT_EQ(target.fillsPartialWrites, hand.fillsPartialWrites);
  EXPECT_EQ(target.l2Slices, hand.l2Slices);
  EXPECT_EQ(target.l2Bytes, hand.l2Bytes);
  EXPECT_NEAR(target.sectorsPerColdAtomic.value(), hand.sectorsPerColdAtomic.value(), 0.01);
  for (const auto &[bytes, filled] : hand.l2FillsHalves->points)
    EXPECT_NEAR(target.l2FillsHalves->at(bytes), filled, 0.05) << bytes;
}

TEST(RecordedPart, SecondRunDiffersByLessThanThreePercent) {
  const Ceilings one = deriveProfile(record("profile-h200.tsv")).target.ceilings.value();
  const Ceilings two = deriveProfile(record("profile-h200-again.tsv")).target.ceilings.value();
  for (const auto rate : {&Ceilings::readBytesPerSecond, &Ceilings::writeBytesPerSecond, &Ceilings::copyBytesPerSecond,
                          &Ceilings::triadBytesPerSecond, &Ceilings::l1LinesPerSecond, &Ceilings::l2SectorsPerSecond,
                          &Ceilings::halfFlopPerSecond, &Ceilings::singleFlopPerSecond, &Ceilings::doubleFlopPerSecond})
    EXPECT_NEAR((two.*rate).value() / (one.*rate).value(), 1, 0.03);
  ASSERT_EQ(one.mixBytesPerSecond->points.size(), 2U);
  for (std::size_t i = 0; i != 2; ++i)
    EXPECT_NEAR(two.mixBytesPerSecond->points[i].second / one.mixBytesPerSecond->points[i].second, 1, 0.03);
}

} // namespace
} // namespace sectorscope::check
